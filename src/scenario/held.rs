//! The rules in force that a scenario states, compared with those of its board.

use std::collections::BTreeSet;

use super::compared::differ_in_one;
use super::stated::{IN_FORCE, Lines};
use crate::board::Board;
use crate::diagnostic::Problem;
use crate::force::InForce;

/// The differences, if any rules in force are stated. Base rules that hold as they are need not be.
pub(super) fn compare_in_force(lines: &Lines<'_>, board: &Board) -> Vec<Problem> {
    let Some(stated) = lines.in_force() else {
        return Vec::new();
    };
    let grammar = board.grammar();
    let rules = match board.in_force() {
        Ok(rules) => rules,
        Err(error) => {
            let place = lines.statement(IN_FORCE, "rules in force are stated here");
            return vec![Problem::error(error.to_string(), place)];
        }
    };
    let base = grammar.base_rules().texts(grammar);
    let held = rules.texts(grammar);
    let is_meant = |rule: &&String| !stated.contains(rule.as_str()) && !base.contains(rule);
    let mut unstated: BTreeSet<&str> = held.iter().filter(is_meant).map(String::as_str).collect();
    let mut problems = Vec::new();
    for &rule in &stated {
        let is_base = base.iter().any(|base| base == rule);
        let is_held = held.iter().any(|held| held == rule);
        let (message, label) = match is_held {
            true if is_base => (
                format!("`{rule}` is a base rule, which holds on every board"),
                "leave it out: only what else holds is stated",
            ),
            true => continue,
            false => (
                not_in_force(rule, (rules, board), &mut unstated),
                "it is stated here",
            ),
        };
        let place = lines.place(IN_FORCE, rule, label);
        problems.push(Problem::error(message, place));
    }
    problems.extend(unstated.into_iter().map(|rule| {
        let message = format!("`{rule}` is in force on this board, which it does not state");
        let place = lines.statement(
            IN_FORCE,
            "the rules in force that are meant are stated here",
        );
        Problem::error(message, place)
    }));
    problems
}

/// Why a rule is not in force. What holds instead of it is told with it.
fn not_in_force(
    rule: &str,
    (rules, board): (&InForce, &Board),
    unstated: &mut BTreeSet<&str>,
) -> String {
    let grammar = board.grammar();
    let mut same = rules.iter().filter(|held| held.text(grammar) == rule);
    let canceller = same.find_map(|held| rules.get(held.cancelled_by()?));
    if let Some(by) = canceller {
        return format!(
            "`{rule}` is not in force, since `{}` cancels it",
            by.text(grammar)
        );
    }
    let is_like = |other: &&&str| differ_in_one(rule, other) || other.starts_with(rule);
    let other = unstated.iter().find(is_like).copied();
    match other {
        Some(other) => {
            unstated.remove(other);
            format!("on this board `{other}` is in force, not `{rule}`")
        }
        None => format!("`{rule}` is not in force on this board"),
    }
}
