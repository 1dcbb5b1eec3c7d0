//! What the grammar of the real game costs in times of the core grammar, on the same boards.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use spellboard::{Board, Grammar, Reader, RuleTable, Source};

use crate::suite::Suite;
use crate::timing::{self, Compared};

/// The most that it may cost, machines that do other things as well included. Boards with stacks
/// and AND are the dearest: every choice of words is followed there.
const MOST: f64 = 20.0;

/// Times the two grammars against each other on the boards of a suite.
pub fn compare(suite: &Suite) {
    let grammar = real_game(&suite.grammar);
    let boards = boards(suite, &grammar);
    let (mut core, mut real) = (Reader::new(&suite.grammar), Reader::new(&grammar));
    let (mut core_rules, mut real_rules) = (RuleTable::default(), RuleTable::default());
    let compared = timing::compare(
        || {
            for board in &boards {
                real.read(black_box(board), &mut real_rules)
                    .expect("a board that can be read");
                black_box(&real_rules);
            }
        },
        || {
            for pair in &suite.pairs {
                core.read(black_box(&pair.board), &mut core_rules)
                    .expect("a board that can be read");
                black_box(&core_rules);
            }
        },
    );
    print(suite, &compared);
    assert!(
        compared.ratio < MOST,
        "{}: the real game's grammar reads too slowly",
        suite.name
    );
}

/// The boards of a suite, to be read with another grammar.
pub fn boards(suite: &Suite, grammar: &Arc<Grammar>) -> Vec<Board> {
    let board = |core: &Board| Board::from_level(grammar.clone(), &core.to_level());
    let pairs = suite.pairs.iter();
    pairs
        .map(|pair| board(&pair.board).expect("a sound level"))
        .collect()
}

/// A line of a table: the ratio, and the times in nanoseconds a board.
pub fn print(suite: &Suite, compared: &Compared) {
    let count = suite.pairs.len() as f64;
    let (first, second) = (compared.first / count, compared.second / count);
    println!(
        "{:<36} {:>7.2} {first:>8.0} {second:>11.0}",
        suite.name, compared.ratio
    );
}

/// The real game's grammar with its words, and those of another grammar that it does not know.
pub fn real_game(core: &Grammar) -> Arc<Grammar> {
    real_game_with(core, &[])
}

/// The same with the words of further files.
pub fn real_game_with(core: &Grammar, files: &[Source]) -> Arc<Grammar> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let load =
        |path: &str| Source::load(&root.join(path)).unwrap_or_else(|problem| panic!("{problem}"));
    let (grammar, words) = (load("grammar/baba.ron"), load("content/baba.json"));
    let known = Grammar::new(&grammar, std::slice::from_ref(&words));
    let known = known.unwrap_or_else(|problems| panic!("{problems}"));
    let lexicon = core.lexicon();
    let noun = lexicon.role("noun").expect("a role of the core grammar");
    let entry = |word| {
        let role = if lexicon.roles(word).contains(noun) {
            "noun"
        } else {
            "property"
        };
        format!(
            r#"{{ "name": "{}", "role": "{role}" }}"#,
            lexicon.name(word)
        )
    };
    let missing = lexicon
        .words()
        .filter(|&word| known.lexicon().word(lexicon.name(word)).is_none());
    let entries: Vec<String> = missing.map(entry).collect();
    let further = format!(r#"{{ "words": [{}] }}"#, entries.join(", "));
    let own = [words, Source::new("further.json", further)];
    Grammar::new(&grammar, &[&own, files].concat())
        .unwrap_or_else(|problems| panic!("{problems}"))
        .into()
}
