//! No input makes the library panic: whatever is wrong with it comes back as problems.

use proptest::prelude::*;
use proptest::sample::Index;
use spellboard::{Board, Grammar, Level, Source, drawing};

use crate::cases;

const GRAMMARS: [&str; 3] = [
    include_str!("../../grammar/core.ron"),
    include_str!("../../grammar/not.ron"),
    include_str!("../../grammar/baba.ron"),
];
const WORDS: &str = include_str!("../../content/words.json");
const LEVEL: &str = r#"{ "name": "a", "width": 4, "height": 3, "palette": ["BABA"], "objects": [
  { "kind": "text:BABA", "x": 0, "y": 0 }, { "kind": "text:IS", "x": 1, "y": 0 },
  { "kind": "text:YOU", "x": 2, "y": 0 }, { "kind": "baba", "x": 3, "y": 2 }
] }"#;
const DRAWING: &str = "BABA IS|AND YOU\n. *B baba|rock\n// a board\nROCK . IS\n";

/// Pieces that mean something in some notation.
const PIECES: [&str; 26] = [
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "\"",
    ",",
    ":",
    "|",
    "*",
    ".",
    "//",
    "/*",
    "\n",
    "\\",
    "\\u{d800}",
    "99999999999999999999",
    "-1",
    "null",
    "Some(",
    "r#\"",
    "\u{feff}",
    "日本",
    "\0",
    "each: true",
];

/// A change to a text: what part of it goes, and what comes in its place.
type Change = (Index, usize, String);

fn change() -> impl Strategy<Value = Change> {
    let piece = prop::sample::select(PIECES.to_vec()).prop_map(str::to_owned);
    let text = prop_oneof![4 => piece, 2 => Just(String::new()), 1 => ".{0,6}"];
    (
        any::<Index>(),
        prop_oneof![8 => 0..4usize, 1 => 0..400usize],
        text,
    )
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (at, length, piece) in changes {
        let at = at.index(text.len() + 1);
        let end = (at + length).min(text.len());
        text.splice(at..end, piece.chars());
    }
    text.into_iter().collect()
}

/// Reads a text as everything that it could be, and whatever comes of that.
fn read_as_all(text: &str) {
    let source = Source::new("any", text);
    let words = Source::new("words.json", WORDS);
    let core = Source::new("core.ron", GRAMMARS[0]);
    for level in [Level::from_json(&source), drawing::level(&source)] {
        use_level(&Grammar::shipped(), level);
    }
    for grammar in [
        Grammar::new(&source, &[words]),
        Grammar::new(&core, &[source]),
    ] {
        match grammar {
            Ok(grammar) => use_level(
                &grammar,
                Level::from_json(&Source::new("level.json", LEVEL)),
            ),
            Err(problems) => assert!(!problems.to_string().is_empty()),
        }
    }
}

fn use_level(grammar: &Grammar, level: Result<Level, spellboard::Problems>) {
    match level {
        Ok(level) => {
            let board = Board::from_level(grammar.clone().into(), &level).expect("a sound level");
            if let Ok(rules) = board.rules() {
                rules.texts(grammar);
            }
            assert_eq!(board.to_level().objects, level.objects);
        }
        Err(problems) => assert!(!problems.to_string().is_empty()),
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn any_text_can_be_read(text in prop_oneof![
        any::<String>(),
        prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..40).prop_map(|pieces| pieces.concat()),
    ]) {
        read_as_all(&text);
    }

    #[test]
    fn changed_files_can_be_read(
        of in 0..6usize, changes in prop::collection::vec(change(), 1..5)
    ) {
        let texts = [GRAMMARS[0], GRAMMARS[1], GRAMMARS[2], WORDS, LEVEL, DRAWING];
        read_as_all(&changed(texts[of], &changes));
    }
}
