//! What a scenario shows: its comment, and its board with the rules it spells and their blocks.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use super::Finding;
use super::compared::compare;
use super::held::compare_in_force;
use super::stated::Lines;
use crate::board::Board;
use crate::diagnostic::{Problem, Problems};
use crate::drawing;
use crate::grammar::Grammar;
use crate::level::Level;
#[cfg(feature = "cli")]
use crate::level::indented;
use crate::source::Source;

/// What the first line of a scenario starts with.
pub(super) const COMMENT: &str = "// ";

/// What a scenario shows, which is what its snapshot pins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// What it is about, from its first line.
    pub comment: String,
    /// Its board, drawn, and every rule with the blocks that spell it.
    pub text: String,
}

impl Shown {
    /// Reads a scenario's board, and compares its rules with those it states. With what it shows, or
    /// why there is nothing to pin, comes all that is wrong with it.
    pub(super) fn read(
        source: &Source,
        grammar: Arc<Grammar>,
    ) -> (Result<Shown, Finding>, Vec<Problem>) {
        let mut problems = Vec::new();
        let shown = Shown::look(source, grammar, &mut problems);
        (shown, problems)
    }

    fn look(
        source: &Source,
        grammar: Arc<Grammar>,
        problems: &mut Vec<Problem>,
    ) -> Result<Shown, Finding> {
        let is_drawn = !source.name().ends_with(".json");
        let level = match is_drawn {
            true => drawing::level(source),
            false => Level::from_json(source),
        };
        let level = level.map_err(|found| unreadable(found, problems))?;
        let failed = |message: String| Problem::error(message, source.whole());
        let board = Board::from_level(grammar, &level)
            .map_err(|error| unreadable(failed(error.to_string()), problems))?;
        let said = match is_drawn {
            true => source.text(),
            false => level.name.as_deref().unwrap_or_default(),
        };
        let (lines, lexicon) = (Lines { source, said }, board.grammar().lexicon());
        #[cfg(feature = "cli")]
        problems.extend(is_drawn.then(|| indented(source)).flatten());
        let mut unknown = lines.unknown_names(is_drawn, lexicon);
        let read = comment(source, said, is_drawn)
            .and_then(|comment| Ok((comment, spelled(&board).map_err(failed)?)));
        let (comment, (text, spelled)) = read.map_err(|problem| {
            problems.append(&mut unknown);
            unreadable(problem, problems)
        })?;
        let mut wrong = lines.near_misses();
        wrong.extend(lines.known_after_all(lexicon));
        wrong.extend(compare(&lines, &board, &spelled, &mut unknown));
        wrong.extend(compare_in_force(&lines, &board));
        let is_misstated = !wrong.is_empty();
        problems.extend(unknown);
        problems.extend(wrong);
        match is_misstated {
            true => Err(Finding::Misstated),
            false => Ok(Shown { comment, text }),
        }
    }
}

/// Notes why there is nothing to show.
fn unreadable(found: impl Into<Problems>, problems: &mut Vec<Problem>) -> Finding {
    problems.extend(found.into());
    Finding::Unreadable
}

/// What a scenario says that it shows.
fn comment(source: &Source, said: &str, is_drawn: bool) -> Result<String, Problem> {
    let first = said.lines().next();
    let comment = first.and_then(|line| line.strip_prefix(COMMENT));
    match comment.map(str::trim) {
        Some(comment) if !comment.is_empty() => Ok(comment.to_owned()),
        _ => Err(without_comment(source, !is_drawn)),
    }
}

fn without_comment(source: &Source, is_level: bool) -> Problem {
    let first = source.text().lines().next().unwrap_or_default();
    let place = source.place_of(first, "");
    let problem = Problem::error("this scenario does not say what it shows", place);
    problem.help(match is_level {
        true => "give it a `name` that begins with `// ` and says so",
        false => "begin it with a line that starts with `// ` and says so",
    })
}

/// The board and its rules as they are pinned, and the rules that its text spells.
fn spelled(board: &Board) -> Result<(String, BTreeSet<String>), String> {
    let grammar = board.grammar();
    let rules = board.rules().map_err(|error| error.to_string())?;
    let mut text = drawing::draw(board).ok_or("this board is too large to draw")? + "\n";
    let mut spelled = BTreeSet::new();
    for rule in rules.iter() {
        let rule_text = rule.text(grammar);
        let _ = write!(text, "{rule_text:20}");
        for part in rule.parts() {
            if let Some(tile) = part.object.and_then(|block| board.tile(block)) {
                let _ = write!(text, "  {} {tile}", grammar.lexicon().name(part.word));
            }
        }
        match rule.direction(grammar) {
            Some(direction) => {
                let _ = writeln!(text, "  {direction:?}");
                spelled.insert(rule_text);
            }
            None => text.push_str("  base rule\n"),
        }
    }
    Ok((text, spelled))
}
