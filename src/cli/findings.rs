//! What a command finds wrong on its way through many levels.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::input::Item;
use crate::board::Board;
use crate::diagnostic::{Problem, Severity};
use crate::force::Unreadable;
use crate::grammar::Grammar;
use crate::level::{indented, unknown_names};
use crate::scenario::unknown_on_purpose;
use crate::source::Source;

/// The most unknown names of one file that are told one by one.
const MOST_NAMES: usize = 20;

/// Problems in the order in which they were found. A warning that many levels of a file give is
/// given once, with how many they are.
#[derive(Debug, Default)]
pub(super) struct Findings {
    problems: Vec<Problem>,
    /// The warnings by file and message: where they stand in `problems`, and their count.
    warnings: BTreeMap<String, BTreeMap<String, (Option<usize>, usize)>>,
}

impl Findings {
    /// Adds problems as they are.
    pub(super) fn extend(&mut self, problems: impl IntoIterator<Item = Problem>) {
        self.problems.extend(problems);
    }

    /// Whether there is an error among the problems.
    pub(super) fn has_errors(&self) -> bool {
        let is_error = |problem: &Problem| problem.severity == Severity::Error;
        self.problems.iter().any(is_error)
    }

    /// Adds what is wrong with a level. Where its grammar can be used, its names are looked up, and
    /// its rules are read and derived.
    pub(super) fn level(&mut self, item: &Item, grammar: Option<&Arc<Grammar>>, path: &str) {
        match (&item.level, grammar) {
            (Err(problems), _) => self.extend(problems.clone()),
            (Ok(level), Some(grammar)) => match Board::from_level(grammar.clone(), level) {
                Ok(board) => {
                    self.unknown_names(item, &board);
                    let error = board.in_force().err();
                    self.extend(error.map(|error| unreadable(item, path, &error)));
                }
                Err(error) => self.extend([refused(item, path, error)]),
            },
            (Ok(_), None) => {}
        }
    }

    /// Adds a warning for each name of a level that no word has.
    pub(super) fn unknown_names(&mut self, item: &Item, board: &Board) {
        let Ok(level) = &item.level else {
            return;
        };
        let lexicon = board.grammar().lexicon();
        if let Some(game) = &item.game {
            for problem in game.warnings(level, lexicon) {
                self.warn(problem);
            }
        }
        let Some(text) = &item.text else {
            return;
        };
        if text.is_drawn() {
            self.problems.extend(indented(&text.source));
        }
        let mut palette = level.palette.iter().flatten();
        if board.has_unknown_names() || palette.any(|word| lexicon.word(word).is_none()) {
            let said = match text.is_drawn() {
                true => text.source.text(),
                false => level.name.as_deref().unwrap_or_default(),
            };
            let expected = unknown_on_purpose(said);
            let found = unknown_names(&text.source, text.is_drawn(), lexicon, &expected);
            for problem in found {
                self.warn(problem);
            }
        }
    }

    fn warn(&mut self, problem: Problem) {
        let of_file = self.warnings.entry(problem.position().0.to_owned());
        let of_file = of_file.or_default();
        let known = of_file.len();
        let (_, count) = of_file.entry(problem.message.clone()).or_insert_with(|| {
            let kept = known < MOST_NAMES;
            let index = kept.then(|| {
                self.problems.push(problem);
                self.problems.len() - 1
            });
            (index, 0)
        });
        *count += 1;
    }

    /// All problems; those of a file that has more than can be told stand behind them.
    pub(super) fn finish(self) -> Vec<Problem> {
        let mut problems = self.problems;
        for (file, warnings) in self.warnings {
            let untold = warnings.len().saturating_sub(MOST_NAMES);
            for (index, count) in warnings.into_values() {
                if let Some(problem) = index
                    .filter(|_| count > 1)
                    .and_then(|at| problems.get_mut(at))
                {
                    problem.message += &format!(" (on {count} boards of this file)");
                }
            }
            if untold > 0 {
                let message = match untold {
                    1 => "1 more name is in no words file".to_owned(),
                    _ => format!("{untold} more names are in no words file"),
                };
                let help = "are these boards for another grammar? give its files with `--grammar` and `--words`";
                problems.push(Problem::warning(message, Source::new(file, "").whole()).help(help));
            }
        }
        problems
    }
}

/// Those problems of a language that stand where none of an earlier one does: a file of several
/// languages has the same problems in each, maybe in other words.
pub(super) fn at_new_places(
    places: &mut BTreeSet<(String, usize, usize)>,
    mut problems: Vec<Problem>,
) -> Vec<Problem> {
    let at = |problem: &Problem| {
        let (file, line, column) = problem.position();
        (file.to_owned(), line, column)
    };
    problems.retain(|problem| !places.contains(&at(problem)));
    places.extend(problems.iter().map(at));
    problems
}

/// The problem of a level that can be loaded, and whose rules cannot be told.
pub(super) fn unreadable(item: &Item, path: &str, error: &Unreadable) -> Problem {
    refused(item, path, error).help(error.way_out())
}

/// The problem of a level that can be loaded, and cannot be a board.
pub(super) fn refused(item: &Item, path: &str, error: impl ToString) -> Problem {
    let source = item.text.as_ref().map(|text| &text.source);
    let place = match source {
        Some(source) if item.is_line() => source.place(0..0, ""),
        Some(source) => source.whole(),
        None => Source::new(path, "").whole(),
    };
    Problem::error(error.to_string(), place)
}
