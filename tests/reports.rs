//! Boards that showed a fault in some program of this kind, read with the core grammar.
//! `tests/data/README.md` says where they come from.

use serde::Deserialize;
use spellboard::{Board, Grammar, Level, Source};
use std::sync::Arc;

#[derive(Deserialize)]
struct Report {
    id: String,
    name: String,
    level: Level,
    rules: Vec<String>,
}

#[test]
fn every_reported_board_spells_the_right_rules() {
    let words = Source::new(
        "reports.words.json",
        include_str!("data/reports.words.json"),
    );
    let grammar = Arc::new(Grammar::with_words(&[words]).unwrap());
    let (mut count, mut wrong) = (0, String::new());
    for line in include_str!("data/reports.ndjson").lines() {
        let report: Report = serde_json::from_str(line).unwrap();
        let board = Board::from_level(grammar.clone(), &report.level).unwrap();
        let rules = board.rules().unwrap().texts(&grammar);
        if rules != report.rules {
            let Report { id, name, .. } = report;
            wrong += &format!("{id}, {name}: {rules:?} instead of {:?}\n", report.rules);
        }
        count += 1;
    }
    assert_eq!((count, wrong.as_str()), (29, ""));
}
