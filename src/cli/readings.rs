//! What every board of a project spells.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::boards::{Found, boards};
use crate::board::Board;
use crate::diagnostic::{Problem, Problems};
use crate::grammar::Grammar;
use crate::level::Level;
use crate::project::{Files, Languages};
use crate::source::Source;

/// What all boards of a project spell, and what is wrong with the project.
#[derive(Debug, Default, Clone)]
pub(super) struct Readings {
    /// The boards by name, which is their path, and the level where a file has several.
    pub(super) boards: BTreeMap<String, Reading>,
    /// The rules that hold on every board of a grammar, by the path of its file; `None` for a
    /// grammar that cannot be used.
    pub(super) base: BTreeMap<String, Option<BTreeSet<String>>>,
    pub(super) problems: Vec<Problem>,
}

/// What a board spells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reading {
    /// The path of its grammar.
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
    /// Reads every board of a project.
    pub(super) fn of(files: &dyn Files) -> Readings {
        let mut readings = Readings::default();
        let mut languages = Languages::new(files);
        for found in boards(files, &mut languages) {
            readings.add(found);
        }
        readings.problems.extend(languages.problems().flatten());
        let problems = &mut readings.problems;
        problems.sort_by(|a, b| a.position().cmp(&b.position()));
        readings
    }

    fn add(&mut self, found: Found) {
        let Found {
            name,
            language,
            grammar,
            level,
            ..
        } = found;
        let base =
            |grammar: &Arc<Grammar>| grammar.base_rules().texts(grammar).into_iter().collect();
        self.base
            .insert(language.grammar.clone(), grammar.as_ref().map(base));
        let level = level.map_err(|problems| self.wrong(problems));
        let rules = self.rules(grammar.as_ref(), &name, &level);
        let grammar = language.grammar;
        self.boards.insert(
            name,
            Reading {
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
        spelled(grammar.clone(), level).map_err(|error| {
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

fn spelled(grammar: Arc<Grammar>, level: &Level) -> Result<BTreeSet<String>, String> {
    let board = Board::from_level(grammar, level).map_err(|error| error.to_string())?;
    let rules = board.rules().map_err(|error| error.to_string())?;
    let spelled = rules.iter().filter(|rule| !rule.is_base());
    Ok(spelled.map(|rule| rule.text(board.grammar())).collect())
}
