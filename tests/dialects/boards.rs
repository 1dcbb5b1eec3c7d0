//! Boards with what a program reads on them, and the dialect to read them with.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use spellboard::{Board, Grammar, Level};

/// A board, and the rules that the program of the dialect reads on it.
#[derive(Deserialize)]
pub struct Case {
    pub level: Level,
    pub rules: BTreeSet<String>,
}

impl Case {
    pub fn name(&self) -> &str {
        self.level.name.as_deref().expect("the board has a name")
    }
}

/// What a program reads on the level of a name, in a file apart from the levels.
#[derive(Deserialize)]
struct Rules {
    name: String,
    rules: BTreeSet<String>,
}

/// A shipped grammar with its words.
pub struct Dialect {
    pub grammar: Arc<Grammar>,
}

impl Dialect {
    pub fn load(name: &str) -> Dialect {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let words = root.join(format!("content/{name}.json"));
        let grammar = root.join(format!("grammar/{name}.ron"));
        let grammar = Grammar::load(&grammar, &[&words]);
        let grammar = grammar.unwrap_or_else(|problems| panic!("{problems}"));
        Dialect {
            grammar: Arc::new(grammar),
        }
    }

    /// The board of a level, none of whose words the dialect may lack.
    pub fn board(&self, level: &Level) -> Board {
        for object in &level.objects {
            if let Some(word) = object.kind.strip_prefix("text:") {
                let known = self.grammar.lexicon().word(word).is_some();
                assert!(known, "{:?}: {word} is not in the words file", level.name);
            }
        }
        Board::from_level(self.grammar.clone(), level).expect("a sound level")
    }

    /// The distinct rules that a level spells, base rules included.
    pub fn rules(&self, level: &Level) -> BTreeSet<String> {
        let board = self.board(level);
        let rules = board.rules().expect("it can be read");
        rules.texts(&self.grammar).into_iter().collect()
    }

    /// The boards of a file of `tests/data`, which has their rules too.
    pub fn boards(&self, file: &str) -> Vec<Case> {
        lines(&data(file))
    }

    /// The levels of one file of `tests/data` with the rules of another.
    pub fn levels(&self, levels: &str, rules: &str) -> Vec<Case> {
        with_rules(&data(levels), &data(rules))
    }
}

/// The levels of one file with the rules of another, which has the same names in the same order.
pub fn with_rules(levels: &Path, rules: &Path) -> Vec<Case> {
    let (levels, rules): (Vec<Level>, Vec<Rules>) = (lines(levels), lines(rules));
    assert_eq!(levels.len(), rules.len(), "a line of rules for each level");
    let case = |(level, rules): (Level, Rules)| {
        assert_eq!(level.name.as_deref(), Some(&*rules.name));
        let rules = rules.rules;
        Case { level, rules }
    };
    levels.into_iter().zip(rules).map(case).collect()
}

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(file)
}

fn lines<T: for<'de> Deserialize<'de>>(path: &Path) -> Vec<T> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let line = |(number, line)| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{path:?}:{number}: {error}"))
    };
    (1..).zip(text.lines()).map(line).collect()
}
