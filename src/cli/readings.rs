//! What every board of a project spells: its scenarios, and its levels.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::input;
use crate::board::Board;
use crate::diagnostic::{Problem, Problems, tidy};
use crate::grammar::Grammar;
use crate::level::Level;
use crate::project::{Files, Language, Languages, is_scenario};
use crate::source::Source;

/// Where the levels of a project lie.
const LEVELS: [&str; 2] = ["content/levels", "tests/levels"];

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

/// Whether a file decides what the boards of a project spell.
pub(super) fn decides(path: &str) -> bool {
    let folders = ["content/", "grammar/", "tests/grammars/", "tests/levels/"];
    let beside_boards = path.starts_with("tests/")
        && (path.ends_with("/grammar.ron") || path.ends_with("/words.json"));
    is_scenario(path) || beside_boards || folders.iter().any(|folder| path.starts_with(folder))
}

impl Readings {
    /// Reads every board of a project.
    pub(super) fn of(files: &dyn Files) -> Readings {
        let mut readings = Readings::default();
        let mut languages = Languages::new(files);
        let mut paths = files.below("tests");
        paths.retain(|path| is_scenario(path));
        paths.extend(LEVELS.iter().flat_map(|folder| files.below(folder)));
        paths.retain(|path| input::holds_levels(path));
        for path in paths {
            let language = Language::of(files, &path);
            readings.add(files, &mut languages, &path, &language);
        }
        readings.problems.extend(languages.problems().flatten());
        readings
            .problems
            .sort_by(|a, b| a.position().cmp(&b.position()));
        readings
    }

    fn add(
        &mut self,
        files: &dyn Files,
        languages: &mut Languages,
        path: &str,
        language: &Language,
    ) {
        let grammar = languages.grammar(language).ok();
        let base = grammar
            .as_ref()
            .map(|grammar| grammar.base_rules().texts(grammar).into_iter().collect());
        self.base.insert(language.grammar.clone(), base);
        let items = items(files, path);
        let several = items.len() > 1;
        for input::Item { line, level } in items {
            let mut name = path.to_owned();
            if several {
                let of_level = level.as_ref().ok().and_then(|level| level.name.clone());
                let of_level = of_level.unwrap_or_else(|| format!("line {line}"));
                name = format!("{path}: {}", tidy(of_level));
            }
            if self.boards.contains_key(&name) {
                name = format!("{name} (line {line})");
            }
            let level = level.map_err(|problems| self.wrong(problems));
            let rules = self.rules(grammar.as_ref(), &name, &level);
            let grammar = language.grammar.clone();
            self.boards.insert(
                name,
                Reading {
                    grammar,
                    level,
                    rules,
                },
            );
        }
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

/// The levels of a file.
fn items(files: &dyn Files, path: &str) -> Vec<input::Item> {
    let mut items = Vec::new();
    let read = files.source(path).map(|source| {
        input::read_source(&source, &mut |item| {
            items.push(item);
            Ok(())
        })
    });
    match read {
        Ok(Ok(())) => items,
        Ok(Err(error)) => vec![unreadable(Problem::error(
            error.to_string(),
            Source::new(path, "").whole(),
        ))],
        Err(problem) => vec![unreadable(problem)],
    }
}

fn unreadable(problem: Problem) -> input::Item {
    input::Item {
        line: 1,
        level: Err(problem.into()),
    }
}

fn spelled(grammar: Arc<Grammar>, level: &Level) -> Result<BTreeSet<String>, String> {
    let board = Board::from_level(grammar, level).map_err(|error| error.to_string())?;
    let rules = board.rules().map_err(|error| error.to_string())?;
    let spelled = rules.iter().filter(|rule| !rule.is_base());
    Ok(spelled.map(|rule| rule.text(board.grammar())).collect())
}
