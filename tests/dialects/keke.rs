//! Keke is You. Its program takes any two words around IS for a rule, whatever their class; rules
//! whose subject is no noun, or which say that something is IS, change nothing in its game.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;

use spellboard::RoleId;

use crate::boards::{Case, Dialect, with_rules};
use crate::faults::Faults;

const PROPERTY_SUBJECT: &str = "a property as subject";
const IS_SUBJECT: &str = "IS as subject";
const IS_COMPLEMENT: &str = "IS as complement";

/// Which nonsense a rule of the program is.
fn nonsense(dialect: &Dialect, rule: &str) -> Option<&'static str> {
    let lexicon = dialect.grammar.lexicon();
    let words: Vec<&str> = rule.split(' ').collect();
    let role = |name: &str| lexicon.role(name).expect("a role of the grammar");
    let has = |word: &str, role: RoleId| {
        let word = lexicon.word(word).expect("a word of the game");
        lexicon.roles(word).contains(role)
    };
    match words[..] {
        [subject, "IS", _] if has(subject, role("property")) => Some(PROPERTY_SUBJECT),
        ["IS", "IS", _] => Some(IS_SUBJECT),
        [_, "IS", "IS"] => Some(IS_COMPLEMENT),
        _ => None,
    }
}

/// What the program reads and the grammar does not, which has to be nonsense. It reads all else.
fn compare(dialect: &Dialect, cases: &[Case]) -> Faults {
    let mut faults = Faults::default();
    for case in cases {
        let ours = dialect.rules(&case.level);
        for rule in case.rules.symmetric_difference(&ours) {
            let fault = nonsense(dialect, rule).filter(|_| case.rules.contains(rule));
            faults.count(case.name(), rule, fault);
        }
    }
    faults
}

#[test]
fn random_boards() {
    let dialect = Dialect::load("keke");
    let cases = dialect.boards("keke-random.ndjson");
    assert_eq!(cases.len(), 150);
    compare(&dialect, &cases).are(&[
        (PROPERTY_SUBJECT, 78),
        (IS_SUBJECT, 38),
        (IS_COMPLEMENT, 29),
    ]);
}

/// A file beside the Keke levels, which have no licence and are not shipped.
fn peer_rules(file: &str) -> Result<(PathBuf, PathBuf), String> {
    let named = env::var("SPELLBOARD_LEVELS")
        .map_err(|_| "SPELLBOARD_LEVELS does not name the folder of keke.ndjson".to_owned())?;
    let mut levels = PathBuf::from(&named);
    if levels.is_dir() {
        levels.push("keke.ndjson");
    }
    if !levels.ends_with("keke.ndjson") || !levels.exists() {
        return Err(format!("SPELLBOARD_LEVELS={named} has no keke.ndjson"));
    }
    let folder = match env::var("SPELLBOARD_PEERS") {
        Ok(folder) => PathBuf::from(folder),
        Err(_) => levels.with_file_name("peer-rules"),
    };
    let rules = folder.join(file);
    match rules.exists() {
        true => Ok((levels, rules)),
        false => Err(format!(
            "there is no {}; SPELLBOARD_PEERS names another folder",
            rules.display()
        )),
    }
}

/// The 197 levels with the rules of a program. Where they are not at hand, this says so on the
/// terminal whatever the test harness does with the output of tests that pass.
fn levels(test: &str, file: &str) -> Option<Vec<Case>> {
    match peer_rules(file) {
        Ok((levels, rules)) => {
            let cases = with_rules(&levels, &rules);
            assert_eq!(cases.len(), 197);
            Some(cases)
        }
        Err(why) => {
            let _ = writeln!(io::stderr(), "NOT RUN: {test}: {why}");
            None
        }
    }
}

#[test]
fn the_levels_as_keke_js_reads_them() {
    let dialect = Dialect::load("keke");
    let test = "keke::the_levels_as_keke_js_reads_them";
    if let Some(cases) = levels(test, "keke-js__keke.ndjson") {
        compare(&dialect, &cases).are(&[
            (PROPERTY_SUBJECT, 8),
            (IS_SUBJECT, 12),
            (IS_COMPLEMENT, 4),
        ]);
    }
}

#[test]
fn the_levels_as_baba_is_auto_reads_them() {
    let dialect = Dialect::load("keke");
    let test = "keke::the_levels_as_baba_is_auto_reads_them";
    for case in levels(test, "baba-is-auto__keke.ndjson").iter().flatten() {
        assert_eq!(dialect.rules(&case.level), case.rules, "{}", case.name());
    }
}
