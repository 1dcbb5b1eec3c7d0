//! What a scenario shows: its comment, and its board with the rules it spells and their blocks.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use crate::board::Board;
use crate::diagnostic::{Problem, Problems};
use crate::drawing;
use crate::grammar::Grammar;
use crate::level::Level;
use crate::source::Source;

/// What the first line of a scenario starts with.
const COMMENT: &str = "// ";

/// What the lines start with that state which rules are meant.
pub(crate) const STATED: &str = "// rules:";

/// What a scenario shows, which is what its snapshot pins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// What it is about, from its first line.
    pub comment: String,
    /// Its board, drawn, and every rule with the blocks that spell it.
    pub text: String,
}

impl Shown {
    /// Reads a scenario's board, and compares its rules with those it states.
    pub(super) fn read(source: &Source, grammar: Arc<Grammar>) -> Result<Shown, Problems> {
        let failed = |message: String| Problem::error(message, source.whole());
        let is_level = source.name().ends_with(".json");
        let level = if is_level {
            Level::from_json(source)
        } else {
            drawing::level(source)
        }?;
        let board =
            Board::from_level(grammar, &level).map_err(|error| failed(error.to_string()))?;
        let said = match is_level {
            true => level.name.as_deref().unwrap_or_default(),
            false => source.text(),
        };
        let comment = said
            .lines()
            .next()
            .and_then(|line| line.strip_prefix(COMMENT));
        let Some(comment) = comment.map(str::trim).filter(|comment| !comment.is_empty()) else {
            return Err(without_comment(source, is_level).into());
        };
        let (text, spelled) = spelled(&board).map_err(failed)?;
        let problems = compare(source, said, &spelled);
        Problems::none_or(
            problems,
            Some(Shown {
                comment: comment.to_owned(),
                text,
            }),
        )
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

/// Compares the rules that a scenario states, if it states any, with those that it spells.
fn compare(source: &Source, said: &str, spelled: &BTreeSet<String>) -> Vec<Problem> {
    let lines: Vec<&str> = said
        .lines()
        .skip(1)
        .filter_map(|line| line.strip_prefix(STATED))
        .collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let listed = lines.iter().flat_map(|line| line.split(';')).map(str::trim);
    let stated: BTreeSet<&str> = listed.filter(|rule| !rule.is_empty()).collect();
    // A level has these lines inside a string, so they are looked for in the text of its file.
    let start = source.text().find(STATED).unwrap_or_default();
    let place = |rule: &str, label: &str| {
        let at = source.text()[start..]
            .find(rule)
            .map_or(start, |at| start + at);
        source.place(at..at + rule.len(), label)
    };
    let unspelled = stated
        .iter()
        .filter(|rule| !spelled.contains(**rule))
        .map(|rule| {
            let message = format!("this board does not spell `{rule}`");
            Problem::error(message, place(rule, "it is stated here"))
        });
    let unstated = spelled
        .iter()
        .filter(|rule| !stated.contains(rule.as_str()))
        .map(|rule| {
            let message = format!("this board spells `{rule}`, which it does not state");
            Problem::error(
                message,
                place(STATED, "the rules that are meant are stated here"),
            )
        });
    unspelled.chain(unstated).collect()
}
