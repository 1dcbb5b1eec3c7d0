//! The rules of a line, and what of it stands in them.

use std::collections::BTreeMap;

use super::stretch::Stretch;
use super::trial::Trials;
use crate::board::Board;
use crate::object::ObjectId;
use crate::rules::{Rule, RuleTable};

/// The rules of a board, by the objects that stand in them.
pub(super) struct OwnRules<'b> {
    board: &'b Board,
    pub(super) rules: &'b RuleTable,
    rules_of: BTreeMap<ObjectId, Vec<usize>>,
}

impl<'b> OwnRules<'b> {
    pub(super) fn new(board: &'b Board, rules: &'b RuleTable) -> Self {
        let mut rules_of: BTreeMap<ObjectId, Vec<usize>> = BTreeMap::new();
        for rule in rules.iter() {
            for object in rule.objects().chain(rule.joiners().iter().copied()) {
                rules_of.entry(object).or_default().push(rule.index());
            }
        }
        OwnRules {
            board,
            rules,
            rules_of,
        }
    }

    /// Whether an object stands in any rule.
    pub(super) fn has(&self, object: ObjectId) -> bool {
        self.rules_of.contains_key(&object)
    }

    /// Whether an object stands in one of the rules of a stretch. What joined items lies in the direction
    /// in which they were read; a rule of one tile is of other directions too.
    pub(super) fn is_in(&self, object: ObjectId, stretch: &Stretch, rules: &[usize]) -> bool {
        let grammar = self.board.grammar();
        let is_here = |rule: Rule<'_>| {
            rule.direction(grammar) == Some(stretch.direction)
                || rule.objects().any(|own| own == object)
        };
        let of = self.rules_of.get(&object).into_iter().flatten();
        let mut of = of.filter(|rule| rules.binary_search(rule).is_ok());
        of.any(|&rule| self.rules.get(rule).is_some_and(is_here))
    }

    /// The rules that a stretch spells in its direction, sorted. A rule that words of one tile make
    /// is in the table once, in one of the directions in which it is read.
    pub(super) fn of(&self, trials: &mut Trials<'_>, stretch: &Stretch) -> Vec<usize> {
        let objects = stretch.text.iter().flatten();
        let all = objects.filter_map(|object| self.rules_of.get(object));
        let mut all: Vec<usize> = all.flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        let all = all.into_iter().filter_map(|rule| self.rules.get(rule));
        let grammar = self.board.grammar();
        let is_own = |rule: &Rule<'_>| rule.direction(grammar) == Some(stretch.direction);
        let (own, others): (Vec<Rule<'_>>, Vec<Rule<'_>>) = all.partition(is_own);
        let of_one_tile = |rule: &&Rule<'_>| {
            let mut tiles = rule.objects().map(|object| self.board.tile(object));
            let first = tiles.next();
            first.is_some_and(|first| tiles.all(|tile| tile == first))
        };
        let mut shared: Vec<Rule<'_>> = others.iter().filter(of_one_tile).copied().collect();
        // After too many trials a line has those that it can spell.
        if !shared.is_empty() && trials.count(stretch).is_ok() {
            let is_read = |rule: &Rule<'_>| {
                let mut read = trials.table.iter();
                read.any(|read| read.parts() == rule.parts())
            };
            shared.retain(is_read);
        }
        let is_here = |object| stretch.number(self.board.tile(object)?);
        shared.retain(|rule| rule.objects().next().and_then(is_here).is_some());
        let rules = own.iter().chain(&shared);
        let mut rules: Vec<usize> = rules.map(|rule| rule.index()).collect();
        rules.sort_unstable();
        rules
    }
}
