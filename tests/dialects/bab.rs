//! BAB BE U: every fifth of its levels, the things on them left out. What its parser reads was written
//! down in words; here is how its words are those of the dialect.

use std::collections::BTreeSet;

use crate::boards::{Case, Dialect};
use crate::faults::Faults;

const THAT: &str = "a condition of what a verb says";

/// The levels on which something differs, each with the reason.
const DIFFERENCES: [(&str, &str); 1] = [("bab-be-u/326", THAT)];

/// A rule as the program has it: a word and the N'T behind it are one, two N'T cancel, and no & is
/// left. N'T is also written NT, TXT and INFLOOP were once TEXT and LOOP. The block TXT_X is X TXT; that of
/// a letter has the letter's name, and THAT is one word with its verb.
fn as_the_game_says(rule: &str) -> String {
    let rule = rule.replace("THAT ", "THAT");
    let mut words: Vec<&str> = Vec::new();
    for word in rule.split(' ').filter(|&word| word != "&") {
        let word = word.trim_start_matches("LETTER_");
        let name = word.trim_end_matches("N'T");
        let negations = (word.len() - name.len()) / "N'T".len() + usize::from(name == "NT");
        match name.strip_prefix("TXT_") {
            Some(quoted) => words.extend([quoted, "TXT"]),
            None if name == "TEXT" => words.push("TXT"),
            None if name == "LOOP" => words.push("INFLOOP"),
            None if name == "NT" || name.is_empty() => {}
            None => words.push(name),
        }
        for _ in 0..negations {
            match words.last() {
                Some(&"N'T") => drop(words.pop()),
                _ => words.push("N'T"),
            }
        }
    }
    words.join(" ")
}

/// Counts what only one of the two reads.
fn compare(dialect: &Dialect, cases: &[Case]) -> Faults {
    let mut faults = Faults::default();
    let mut differ = BTreeSet::new();
    for case in cases {
        let ours = dialect.rules(&case.level);
        let ours: BTreeSet<String> = ours.iter().map(|rule| as_the_game_says(rule)).collect();
        let named = DIFFERENCES.iter().find(|(name, _)| *name == case.name());
        for rule in ours.symmetric_difference(&case.rules) {
            differ.insert(case.name());
            faults.count(case.name(), rule, named.map(|(_, fault)| *fault));
        }
    }
    let named: BTreeSet<&str> = DIFFERENCES.iter().map(|(name, _)| *name).collect();
    assert_eq!(differ, named, "the levels that differ");
    faults
}

#[test]
fn its_own_levels() {
    let dialect = Dialect::load("bab");
    let cases = dialect.levels("bab-be-u.ndjson", "bab-be-u.rules.ndjson");
    assert_eq!(cases.len(), 102);
    let rules: usize = cases.iter().map(|case| case.rules.len()).sum();
    assert_eq!(rules, 1175);
    compare(&dialect, &cases).are(&[(THAT, 3)]);
}
