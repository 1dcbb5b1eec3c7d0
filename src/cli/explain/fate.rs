//! What becomes of a spelled rule once all others have done their work.

use super::phrases;
use crate::board::Board;
use crate::force::{Held, InForce};
use crate::rules::{Rule, RuleTable};

/// The rules of a board, and those in force.
#[derive(Clone, Copy)]
pub(super) struct Fates<'a> {
    pub(super) board: &'a Board,
    pub(super) rules: &'a RuleTable,
    /// None where they cannot be derived.
    pub(super) in_force: Option<&'a InForce>,
}

impl<'a> Fates<'a> {
    /// What to say of a rule; empty for one that holds as it is.
    pub(super) fn of(self, rule: Rule<'_>) -> String {
        let Some(held) = self.held(rule.index()) else {
            return String::new();
        };
        if let Some(by) = held.cancelled_by() {
            return format!("; it does not hold: {} cancels it", self.source(by));
        }
        let by: Vec<String> = held.exceptions().map(|it| self.source(it.by())).collect();
        match by.is_empty() {
            true => String::new(),
            false => format!("; it holds but for {}", phrases::and(&by)),
        }
    }

    pub(super) fn held(self, rule: usize) -> Option<Held<'a>> {
        self.in_force?.get(rule)
    }

    /// A rule that acts on others, and where it comes from: the board, every board, or other rules.
    fn source(self, index: usize) -> String {
        let Some(held) = self.held(index) else {
            return String::new();
        };
        let text = held.text(self.board.grammar());
        match held.spelled().and_then(|spelled| self.rules.get(spelled)) {
            Some(rule) if rule.is_base() => format!("{text} (on every board)"),
            Some(rule) => {
                let tiles = rule.objects().filter_map(|object| self.board.tile(object));
                let tiles: Vec<String> = tiles.map(|tile| tile.to_string()).collect();
                format!("{text} {}", tiles.join(" "))
            }
            None => {
                let from: Vec<String> = held.from().map(|from| self.source(from)).collect();
                format!("{text}, from {},", phrases::and(&from))
            }
        }
    }
}
