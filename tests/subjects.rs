//! Which word of a rule is what it is about, and which says something of it.

use std::sync::Arc;

use spellboard::{Board, Grammar, Source, drawing};

const GRAMMAR: &str = r#"(
    read: [Right],
    reading: Outward,
    roles: { "who": "of a thing", "how": "of a look", "link": "joins them", "un": "opposite", "where": "a place" },
    words: { "IS": "link", "UN": "un" },
    sentences: { "claim": (PARTS) },
    in_force: (
        all: (of: ["who"], except: ["ANY"]),
        steps: [Expand((word: "ANY", at: [Subject], to: All)), Cancel()],
    ),
)"#;

const WORDS: &str = r#"{ "words": [
    { "name": "OWL", "role": "who" }, { "name": "HEN", "role": "who" }, { "name": "ANY", "role": "who" },
    { "name": "SHY", "role": "how" }, { "name": "NEAR", "role": "where" }
] }"#;

fn board(parts: &str, rows: &str) -> Board {
    let text = GRAMMAR.replace("PARTS", parts);
    let words = Source::new("own.json", WORDS);
    let grammar = Grammar::new(&Source::new("own.ron", text), &[words]);
    let grammar = Arc::new(grammar.expect("a sound grammar"));
    drawing::read(&Source::new("board.txt", rows), grammar).expect("a board")
}

fn held(board: &Board) -> Vec<String> {
    board
        .in_force()
        .expect("not too complex")
        .texts(board.grammar())
}

/// Verb, object and subject: IS SHY OWL.
#[test]
fn the_complement_can_come_first() {
    let runs = r#"runs: [
        (name: "link", of: ["link"]),
        (name: "how", of: ["how"], negated_by: "un", each: true),
        (name: "who", of: ["who"], each: true),
    ]"#;
    let rows = "IS SHY ANY . HEN\n. . . .\nIS UN SHY OWL";
    let named = format!(r#"anchor: "link", subject: "who", complement: "how", {runs}"#);
    let named = board(&named, rows);
    assert_eq!(held(&named), ["IS SHY ANY", "IS SHY HEN", "IS UN SHY OWL"]);
    let word = |name| named.grammar().lexicon().word(name).expect("a word");
    let rules = named.in_force().expect("not too complex");
    assert!(rules.has(word("HEN"), word("IS"), word("SHY")));
    assert!(!rules.has(word("OWL"), word("IS"), word("SHY")));
    let spelled = named.rules().expect("not too complex");
    assert!(spelled.has(word("ANY"), word("IS"), word("SHY")));
    // One of the two is enough.
    let one = board(
        &format!(r#"anchor: "link", complement: "how", {runs}"#),
        rows,
    );
    assert_eq!(held(&one), held(&named));
}

/// A single word without `each` is what is said, and not a condition.
#[test]
fn a_single_word_is_said_of_the_subjects() {
    let parts = r#"anchor: "link", runs: [
        (name: "who", of: ["who"], each: true),
        (name: "where", of: ["where"], optional: true, takes: (name: "place", of: ["who"])),
        (name: "link", of: ["link"]),
        (name: "how", of: ["how"], negated_by: "un"),
    ]"#;
    let board = board(parts, "ANY IS SHY . HEN\n. . . .\nOWL NEAR HEN IS UN SHY");
    assert_eq!(
        held(&board),
        [
            "ANY IS SHY",
            "HEN IS SHY",
            "OWL IS SHY UNLESS{NEAR HEN}",
            "OWL NEAR HEN IS UN SHY"
        ]
    );
}
