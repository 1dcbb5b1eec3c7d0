//! The grammar of the real game reads as the game's own parser does.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use spellboard::{Board, Grammar, Level};

#[derive(Deserialize)]
struct Case {
    name: String,
    level: Level,
    palette: Option<Vec<String>>,
    rules: Vec<String>,
    clean_rules: Option<Vec<String>>,
}

fn grammar() -> Arc<Grammar> {
    let path = |file: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let words = path("content/baba.json");
    Arc::new(
        Grammar::load(&path("grammar/baba.ron"), &[&words])
            .unwrap_or_else(|problems| panic!("{problems}")),
    )
}

fn check(file: &str) {
    let grammar = grammar();
    let base: BTreeSet<String> = grammar.base_rules().texts(&grammar).into_iter().collect();
    let text = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/data")
            .join(file),
    )
    .unwrap();
    let mut wrong = Vec::new();
    let mut read = 0;
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        if case.name.starts_with("word/") {
            continue;
        }
        read += 1;
        let palette = case.palette.or(case.level.palette.clone());
        let level = Level {
            palette,
            ..case.level
        };
        let board = Board::from_level(grammar.clone(), &level).unwrap();
        let rules: BTreeSet<String> = board.rules().unwrap().texts(&grammar).into_iter().collect();
        let expected: BTreeSet<String> = case
            .clean_rules
            .unwrap_or(case.rules)
            .into_iter()
            .chain(base.iter().cloned())
            .collect();
        if rules != expected {
            let extra: Vec<_> = rules.difference(&expected).collect();
            let missing: Vec<_> = expected.difference(&rules).collect();
            wrong.push(format!(
                "{}: extra {extra:?}, missing {missing:?}",
                case.name
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {read} boards differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn the_hand_picked_boards() {
    check("real-game-cases.ndjson");
}

#[test]
fn the_random_boards() {
    check("real-game-random.ndjson");
}
