//! Rules in force are told in the words of their authors, where a grammar has several that join or
//! negate.

use boards::{drawn, sound};

#[path = "common/boards.rs"]
mod boards;

const GRAMMAR: &str = r#"(
    read: [Right, Down],
    reading: Outward,
    roles: {
        "who": "of a thing", "how": "of a look", "link": "joins them", "and": "joins words",
        "not": "negates subjects and places", "un": "negates looks", "where": "a place",
        "size": "before subjects",
    },
    words: {
        "IS": "link", "HAS": "link", "AND": "and", "PLUS": "and", "NOT": "not", "NON": "not",
        "UN": "un", "DIS": "un",
    },
    sentences: {
        "claim": (
            anchor: "link",
            runs: [
                (name: "size", of: ["size"], joined_by: "and", side_by_side: true, negated_by: "un", optional: true),
                (name: "who", of: ["who"], joined_by: "and", negated_by: "not", each: true),
                (name: "where", of: ["where"], joined_by: "and", negated_by: "not", optional: true,
                 takes: (name: "place", of: ["who"], joined_by: "and", side_by_side: true, negated_by: "not")),
                (name: "link", of: ["link"]),
                (name: "how", of: ["who", "how"], joined_by: "and", negated_after: "un", each: true),
            ],
        ),
    },
    in_force: (
        all: (of: ["who"], except: ["ANY", "TEAM"]),
        steps: [
            Expand((word: "ANY", at: [Subject, Condition], to: All)),
            Copy(verb: "HAS"),
            Members(verb: "IS", groups: ["TEAM"]),
            Cancel(),
        ],
    ),
)"#;

const WORDS: &str = r#"{ "words": [
    { "name": "OWL", "role": "who" }, { "name": "HEN", "role": "who" },
    { "name": "ANY", "role": "who" }, { "name": "TEAM", "role": "who" },
    { "name": "TINY", "role": "size" }, { "name": "OLD", "role": "size" },
    { "name": "NEAR", "role": "where" }, { "name": "ON", "role": "where" },
    { "name": "SHY", "role": "how" }, { "name": "CALM", "role": "how" }
] }"#;

/// What is spelled and what is in force on a board.
fn tables(board: &str) -> [Vec<String>; 2] {
    let grammar = sound(GRAMMAR, WORDS);
    let board = drawn(&grammar, board);
    let spelled = board.rules().expect("not too complex").texts(&grammar);
    let held = board.in_force().expect("not too complex").texts(&grammar);
    [spelled, held]
}

#[test]
fn what_nothing_acts_on_is_told_as_it_was_spelled() {
    for rule in [
        "OLD PLUS TINY OWL NEAR HEN PLUS OWL IS SHY",
        "OLD TINY OWL NEAR HEN OWL AND ON HEN AND NEAR OWL PLUS ON HEN IS SHY",
        "UN OLD PLUS DIS TINY OWL NON NEAR NOT HEN PLUS NON OWL IS SHY DIS",
        "NON OWL IS SHY UN",
        "NOT OWL IS CALM DIS",
    ] {
        let [spelled, held] = tables(rule);
        assert!(
            spelled.iter().any(|text| text == rule),
            "{rule}: {spelled:?}"
        );
        assert_eq!(spelled, held);
    }
}

#[test]
fn what_is_derived_keeps_the_words_of_its_authors() {
    let [_, held] = tables("ANY NEAR OWL PLUS ANY IS SHY\n. . .\nHEN IS CALM DIS");
    assert_eq!(
        held,
        [
            "ANY NEAR OWL PLUS OWL AND HEN IS SHY",
            "HEN IS CALM DIS",
            "HEN NEAR OWL PLUS OWL AND HEN IS SHY",
            "OWL NEAR OWL PLUS OWL AND HEN IS SHY",
        ]
    );
    // Conditions of two rules are joined by what usually does.
    let [_, held] =
        tables("OLD OWL NON ON HEN IS TEAM\n. . .\nTINY PLUS OLD TEAM NEAR OWL IS SHY UN");
    assert_eq!(
        held,
        [
            "OLD AND TINY PLUS OLD OWL NON ON HEN AND NEAR OWL IS SHY UN",
            "OLD OWL NON ON HEN IS TEAM",
            "TINY PLUS OLD TEAM NEAR OWL IS SHY UN",
        ]
    );
    let [_, held] = tables("OWL IS SHY\n. . .\nDIS OLD OWL NON ON HEN PLUS OWL IS SHY DIS");
    assert_eq!(
        held,
        [
            "DIS OLD OWL NON ON HEN PLUS OWL IS SHY DIS",
            "OWL IS SHY UNLESS{DIS OLD ; NON ON HEN PLUS OWL}",
        ]
    );
}
