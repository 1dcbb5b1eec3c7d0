//! What becomes of a spelled rule once all others have done their work.

use super::phrases;
use crate::board::Board;
use crate::force::{Held, InForce};
use crate::rules::{Rule, RuleTable};

/// How many rules are told that make exceptions to one.
const MOST_CAUSES: usize = 6;

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
            let Cause { rule, comma } = self.cause(by);
            return format!("; it does not hold: {rule}{comma} cancels it");
        }
        let mut exceptions = held.exceptions();
        let by = exceptions.by_ref().take(MOST_CAUSES);
        let mut by: Vec<Cause> = by.map(|it| self.cause(it.by())).collect();
        match exceptions.count() {
            0 => (),
            more => by.push(Cause {
                rule: format!("{more} more"),
                comma: "",
            }),
        }
        match by.split_last() {
            None => String::new(),
            Some((last, rest)) => {
                let rest = rest.iter().map(|Cause { rule, comma }| {
                    let and = if comma.is_empty() { " and" } else { ", and" };
                    format!("{rule}{and} for ")
                });
                format!(
                    "; it holds but for {}{}",
                    rest.collect::<String>(),
                    last.rule
                )
            }
        }
    }

    pub(super) fn held(self, rule: usize) -> Option<Held<'a>> {
        self.in_force?.get(rule)
    }

    /// A rule that acts on others, and where it comes from: the board, every board, or the spelled
    /// rules from which it is derived.
    fn cause(self, index: usize) -> Cause {
        let Some((in_force, held)) = self.in_force.zip(self.held(index)) else {
            return Cause::default();
        };
        let text = held.text(self.board.grammar());
        match held.spelled().and_then(|spelled| self.rules.get(spelled)) {
            Some(rule) if rule.is_base() => Cause {
                rule: format!("{text} (on every board)"),
                comma: "",
            },
            Some(rule) => {
                let tiles = rule.objects().filter_map(|object| self.board.tile(object));
                let tiles: Vec<String> = tiles.map(|tile| tile.to_string()).collect();
                Cause {
                    rule: format!("{text} {}", tiles.join(" ")),
                    comma: "",
                }
            }
            None => {
                let roots = in_force.roots(u32::try_from(index), self.rules, self.board);
                Cause {
                    rule: format!("{text}, from {}", phrases::and(&roots)),
                    comma: ",",
                }
            }
        }
    }
}

/// A rule that acts on others, in a sentence.
#[derive(Default)]
struct Cause {
    rule: String,
    /// What closes it, where the sentence goes on.
    comma: &'static str,
}
