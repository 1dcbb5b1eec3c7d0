//! Steps in any number and order, with any parameters, and boards with words that they are about.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use spellboard::{Board, Grammar};

use super::boards::{placed, sound};

/// The grammar of the tests, but for its steps.
const GRAMMAR: &str = r#"(
    read: [Right, Down],
    reading: Outward,
    roles: {
        "who": "of a thing", "how": "of a look", "link": "joins them", "and": "joins words",
        "not": "negates", "where": "a place", "size": "before subjects",
    },
    words: { "IS": "link", "HAS": "link", "AND": "and", "NOT": "not" },
    sentences: { "claim": (
        anchor: "link",
        runs: [
            (name: "size", of: ["size"], negated_by: "not", optional: true),
            (name: "who", of: ["who"], joined_by: "and", negated_by: "not", each: true),
            (name: "where", of: ["where"], negated_by: "not", optional: true,
             takes: (name: "place", of: ["who", "how"], joined_by: "and", negated_by: "not")),
            (name: "link", of: ["link"]),
            (name: "how", of: ["who", "how"], joined_by: "and", negated_by: "not", each: true),
        ],
    ) },
    base: ["OWL IS SHY"],
    in_force: (all: (of: ["who"], except: ["ANY", "TEAM", "CREW"]), steps: [STEPS]),
)"#;

const WORDS: &str = r#"{ "words": [
    { "name": "OWL", "role": "who" }, { "name": "HEN", "role": "who" }, { "name": "FOX", "role": "who" },
    { "name": "ANY", "role": "who" }, { "name": "TEAM", "role": "who" }, { "name": "CREW", "role": "who" },
    { "name": "TINY", "role": "size" }, { "name": "NEAR", "role": "where" },
    { "name": "SHY", "role": "how" }, { "name": "CALM", "role": "how" }
] }"#;

/// The text of the grammar with some steps.
pub fn grammar_file(steps: &str) -> String {
    GRAMMAR.replace("STEPS", steps)
}

/// The grammar with some steps.
pub fn grammar(steps: &str) -> Arc<Grammar> {
    sound(&grammar_file(steps), WORDS)
}

/// A list of words as the grammar file has it.
fn list(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    format!("[{}]", words.join(", "))
}

fn some(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    subsequence(words, 0..=words.len().min(2)).prop_map(|words| list(&words))
}

fn expand() -> impl Strategy<Value = String> {
    let word = select(vec![
        "word: \"ANY\", ",
        "word: \"OWL\", ",
        "word: \"TEAM\", ",
        "",
    ]);
    let spots = subsequence(vec!["Subject", "Complement", "Condition"], 1..=3).prop_shuffle();
    let to = select(vec![
        "All",
        "Others",
        "Words([\"HEN\", \"FOX\"])",
        "Known((of: [\"who\"], except: [\"ANY\"]))",
    ]);
    let left_alone = (
        some(&["ANY", "OWL"]),
        some(&["HAS", "IS"]),
        some(&["SHY", "HEN", "TEAM"]),
    );
    let step = (word, any::<bool>(), spots, to, any::<bool>(), left_alone);
    step.prop_map(|(word, negated, at, to, again, (except, not_with, not_to))| {
        // Without a word and a negation every word would stand for others.
        let negated = negated || word.is_empty();
        format!(
            "Expand(({word}negated: {negated}, at: [{}], to: {to}, again: {again}, except: {except}, \
             not_with: {not_with}, not_to: {not_to}))",
            at.join(", ")
        )
    })
}

fn step() -> impl Strategy<Value = String> {
    let verb = || select(vec!["IS", "HAS"]);
    let groups = select(vec!["[\"TEAM\"]", "[\"TEAM\", \"CREW\"]"]);
    let also = select(vec![
        "",
        "also: [(verb: \"IS\", complement: \"SHY\", verbs: [\"HAS\"])]",
    ]);
    let circular = some(&["NEAR"]);
    let lock = (
        verb(),
        some(&["TEAM", "HEN"]),
        some(&["SHY"]),
        some(&["HAS"]),
    );
    prop_oneof![
        4 => expand(),
        1 => verb().prop_map(|verb| format!("Copy(verb: \"{verb}\", most: 60)")),
        2 => (verb(), groups, some(&["ANY"])).prop_map(|(verb, groups, except)| {
            format!("Members(verb: \"{verb}\", groups: {groups}, except: {except})")
        }),
        2 => (also, circular).prop_map(|(also, circular)| match also {
            "" => format!("Cancel(circular: {circular})"),
            also => format!("Cancel({also}, circular: {circular})"),
        }),
        2 => lock.prop_map(|(verb, except, words, verbs)| format!(
            "Lock(verb: \"{verb}\", of: [\"who\"], except: {except}, words: {words}, verbs: {verbs})"
        )),
    ]
}

/// Some steps as a grammar file has them.
pub fn steps() -> impl Strategy<Value = String> {
    prop::collection::vec(step(), 1..7).prop_map(|steps| steps.join(",\n"))
}

/// A row of words: a sentence, maybe with a part too many or too few.
fn row() -> impl Strategy<Value = Vec<&'static str>> {
    let who = || select(vec!["OWL", "HEN", "FOX", "ANY", "TEAM", "CREW"]);
    let not = || select(vec![&[][..], &[], &["NOT"]]);
    let size = select(vec![&[][..], &[], &[], &["TINY"], &["NOT", "TINY"]]);
    let link = select(vec!["IS", "IS", "HAS"]);
    let said = || {
        select(vec![
            "SHY", "CALM", "SHY", "OWL", "HEN", "FOX", "ANY", "TEAM", "CREW",
        ])
    };
    let place = prop::option::weighted(0.3, (not(), said()));
    let more = prop::option::weighted(0.3, (not(), said()));
    ((size, not(), who()), place, link, (not(), said()), more).prop_map(
        |((size, not, who), place, link, (un, said), more)| {
            let mut row = [size, not, &[who]].concat();
            if let Some((not, place)) = place {
                row.extend([&["NEAR"], not, &[place][..]].concat());
            }
            row.push(link);
            row.extend([un, &[said]].concat());
            if let Some((un, said)) = more {
                row.extend([&["AND"], un, &[said]].concat());
            }
            row
        },
    )
}

/// Words with their tiles: rows of sentences with a gap between them.
pub fn objects() -> impl Strategy<Value = Vec<(&'static str, i32, i32)>> {
    rows_of(row())
}

/// Rows of words, each with its tile.
pub fn rows_of(
    row: impl Strategy<Value = Vec<&'static str>>,
) -> impl Strategy<Value = Vec<(&'static str, i32, i32)>> {
    prop::collection::vec(row, 1..7).prop_map(|rows| {
        let rows = rows.into_iter().enumerate();
        let tiles = rows.flat_map(|(y, row)| {
            let words = row.into_iter().enumerate();
            words.map(move |(x, word)| (word, x as i32, 2 * y as i32))
        });
        tiles.collect()
    })
}

/// A board with such words.
pub fn board(grammar: &Arc<Grammar>, objects: &[(&str, i32, i32)]) -> Board {
    placed(grammar, (16, 14), objects)
}
