//! What every board of a project spells.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::LanguageArgs;
use super::boards::{Found, boards, boards_in};
use crate::board::Board;
use crate::diagnostic::{Problem, Problems};
use crate::grammar::Grammar;
use crate::level::Level;
use crate::project::{Files, Language, Languages};
use crate::source::Source;

/// Which rules of a board are meant.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// Those that its text spells.
    #[default]
    Spelled,
    /// Those in force, base rules aside; a base rule that is cancelled is said to be.
    InForce,
}

impl Which {
    /// What the option `--in-force` asks for.
    pub(super) fn asked_for(in_force: bool) -> Which {
        if in_force {
            Which::InForce
        } else {
            Which::Spelled
        }
    }
}

/// What all boards of a project spell, and what is wrong with the project.
#[derive(Debug, Default, Clone)]
pub(super) struct Readings {
    /// The boards by name, which is their path, and the level where a file has several.
    pub(super) boards: BTreeMap<String, Reading>,
    /// The rules that hold on every board of a grammar, by the path of its file; `None` for a
    /// grammar that cannot be used.
    pub(super) base: BTreeMap<String, Option<BTreeSet<String>>>,
    /// The words file that goes with each of these grammars.
    pub(super) words: BTreeMap<String, String>,
    pub(super) problems: Vec<Problem>,
    which: Which,
}

/// What a board spells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reading {
    /// The path of its file, and that of its grammar.
    pub(super) path: String,
    pub(super) grammar: String,
    pub(super) level: Result<Level, String>,
    /// The rules that its text spells, or why there are none.
    pub(super) rules: Result<BTreeSet<String>, Silence>,
}

/// Why nobody knows what a board spells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Silence {
    /// Its grammar cannot be used.
    Grammar,
    /// It cannot be read: the first of its problems.
    Board(String),
}

impl Readings {
    /// Reads every grammar and every board of a project.
    pub(super) fn of(files: &dyn Files, which: Which) -> Readings {
        let mut readings = Readings {
            which,
            ..Readings::default()
        };
        let mut languages = Languages::new(files);
        for language in Language::all(files) {
            readings.add_base(&language, languages.grammar(&language).ok().as_ref());
        }
        readings.add_all(boards(files, &mut languages));
        readings.problems.extend(languages.problems().flatten());
        readings.sorted()
    }

    /// Reads the boards of some files with the language that a command was given.
    pub(super) fn given(given: &LanguageArgs, paths: &[PathBuf], which: Which) -> Readings {
        let mut readings = Readings {
            which,
            ..Readings::default()
        };
        let grammar = match given.grammar() {
            Ok(grammar) => Some(Arc::new(grammar)),
            Err(problems) => {
                readings.problems.extend(problems);
                None
            }
        };
        readings.add_base(&given.language(), grammar.as_ref());
        readings.add_all(boards_in(paths, &given.language(), grammar.as_ref()));
        readings.sorted()
    }

    /// Lets what cannot be read now be as it was before, so that a file that is half written does
    /// not take the rules of its boards away.
    pub(super) fn keep(&mut self, before: &Readings) {
        let is_broken = |reading: &&Reading| matches!(reading.rules, Err(Silence::Board(_)));
        let broken = self
            .boards
            .values()
            .filter(is_broken)
            .map(|reading| reading.path.clone());
        let broken: BTreeSet<String> = broken.collect();
        let was_read = |path: &String| before.boards.values().any(|reading| reading.path == *path);
        let kept: BTreeSet<String> = broken.into_iter().filter(was_read).collect();
        self.boards
            .retain(|_, reading| !kept.contains(&reading.path));
        for (name, reading) in &before.boards {
            let silent = self
                .boards
                .get(name)
                .is_some_and(|now| now.rules == Err(Silence::Grammar));
            if kept.contains(&reading.path) || silent {
                self.boards.insert(name.clone(), reading.clone());
            }
        }
        for (grammar, base) in &mut self.base {
            if base.is_none() {
                *base = before.base.get(grammar).cloned().flatten();
            }
        }
    }

    fn add_all(&mut self, found: Vec<Found>) {
        found.into_iter().for_each(|found| self.add(found));
    }

    fn sorted(mut self) -> Readings {
        self.problems
            .sort_by(|a, b| a.position().cmp(&b.position()));
        self
    }

    fn add_base(&mut self, language: &Language, grammar: Option<&Arc<Grammar>>) {
        let base =
            |grammar: &Arc<Grammar>| grammar.base_rules().texts(grammar).into_iter().collect();
        // Most boards share their grammar with others.
        if !self.base.contains_key(&language.grammar) {
            let path = || language.grammar.clone();
            self.base.insert(path(), grammar.map(base));
            self.words.insert(path(), language.words.clone());
        }
    }

    fn add(&mut self, found: Found) {
        let Found {
            name,
            path,
            language,
            grammar,
            level,
            ..
        } = found;
        self.add_base(&language, grammar.as_ref());
        let level = level.map_err(|problems| self.wrong(problems));
        let rules = self.rules(grammar.as_ref(), &name, &level);
        let grammar = language.grammar;
        self.boards.insert(
            name,
            Reading {
                path,
                grammar,
                level,
                rules,
            },
        );
    }

    /// The rules that a level's text spells, base rules aside.
    fn rules(
        &mut self,
        grammar: Option<&Arc<Grammar>>,
        name: &str,
        level: &Result<Level, String>,
    ) -> Result<BTreeSet<String>, Silence> {
        let grammar = grammar.ok_or(Silence::Grammar)?;
        let level = level
            .as_ref()
            .map_err(|cause| Silence::Board(cause.clone()))?;
        self.which.rules(grammar.clone(), level).map_err(|error| {
            let problem = Problem::error(error, Source::new(name, "").whole());
            Silence::Board(self.wrong(problem))
        })
    }

    /// Notes what is wrong with a board, and gives it in one line.
    fn wrong(&mut self, problems: impl Into<Problems>) -> String {
        let problems = problems.into();
        let first = problems.iter().next().map(ToString::to_string);
        self.problems.extend(problems);
        first.unwrap_or_default()
    }
}

impl Which {
    /// The rules of a level.
    fn rules(self, grammar: Arc<Grammar>, level: &Level) -> Result<BTreeSet<String>, String> {
        let board = Board::from_level(grammar, level).map_err(|error| error.to_string())?;
        let grammar = board.grammar();
        if self == Which::Spelled {
            let rules = board.rules().map_err(|error| error.to_string())?;
            let spelled = rules.iter().filter(|rule| !rule.is_base());
            return Ok(spelled.map(|rule| rule.text(grammar)).collect());
        }
        let told = board.in_force().and_then(|rules| rules.told(grammar));
        let told = told.map_err(|error| error.to_string())?;
        let mut texts = BTreeSet::from_iter(told);
        for base in grammar.base_rules().texts(grammar) {
            if !texts.remove(&base) {
                texts.insert(format!("{base} (cancelled)"));
            }
        }
        Ok(texts)
    }
}
