//! Readings in which the words of some tile stand at several positions: the words of a stack
//! differ, or a word has several roles.

use std::collections::HashSet;

use crate::board::Block;
use crate::grammar::{Automaton, Positions, each};
use crate::lexer::Words;
use crate::reader::{Step, union};
use crate::rules::{Part, RuleTable, TooManyRules};
use crate::spelling::{Form, fitting};

/// All ways through such a reading, followed at once. They part only where they choose different
/// blocks for a rule, so the cost is at most the distinct rules times the length of the line.
pub(crate) struct Threads<'a> {
    pub(crate) form: Form,
    pub(crate) automaton: &'a Automaton,
    pub(crate) words: &'a Words,
    pub(crate) blocks: &'a [Block],
    pub(crate) trail: &'a [Step],
}

/// The threads that have chosen the same blocks up to a step, by what they did at that step.
struct Thread {
    step: usize,
    /// How many of the parts chosen before still count, and the part chosen at this step.
    keep: usize,
    part: Option<Part>,
    /// Positions in a run with `each` of which no item is chosen yet, and of which one is.
    open: Positions,
    done: Positions,
    /// Positions in a run that stays together.
    plain: Positions,
}

impl Threads<'_> {
    /// Adds the rules of the reading to the table, each set of blocks once.
    pub(crate) fn spell(&self, table: &mut RuleTable) -> Result<(), TooManyRules> {
        let mut seen = HashSet::new();
        let mut parts: Vec<Part> = Vec::new();
        let mut waiting = Vec::new();
        for step in (0..self.trail.len()).rev() {
            self.branch(step, 0, self.beginnings(step), 0, &mut waiting);
        }
        while let Some(thread) = waiting.pop() {
            parts.truncate(thread.keep);
            parts.extend(thread.part);
            if self.ends(&thread) && seen.insert(parts.clone()) {
                self.form.add(parts.iter().copied(), table)?;
            }
            let (open, done) = self.advance(&thread);
            self.branch(thread.step + 1, parts.len(), open, done, &mut waiting);
        }
        Ok(())
    }

    /// The positions at which a thread begins on a step: nothing leads further back from them.
    fn beginnings(&self, step: usize) -> Positions {
        let before = match step {
            0 => 0,
            step => union(self.trail[step - 1].positions, &self.automaton.follow),
        };
        self.trail[step].positions & self.automaton.first & !before
    }

    /// Whether a thread is complete on its step, and nothing leads further on.
    fn ends(&self, thread: &Thread) -> bool {
        let after = self.after(thread.step);
        let complete = (thread.done | thread.plain) & self.automaton.last;
        each(complete).any(|at| self.automaton.follow[at] & after == 0)
    }

    /// The positions on the step after one.
    fn after(&self, step: usize) -> Positions {
        self.trail.get(step + 1).map_or(0, |step| step.positions)
    }

    /// Where threads arrive on the next step: with no item of the run chosen yet, and with one.
    fn advance(&self, thread: &Thread) -> (Positions, Positions) {
        let after = self.after(thread.step);
        let (mut open, mut done) = (0, 0);
        for from in each(thread.open | thread.done | thread.plain) {
            let slot = self.automaton.slots[from];
            let next = self.automaton.follow[from] & after;
            let same = each(next)
                .filter(|&to| slot.each && self.automaton.slots[to].run == slot.run)
                .fold(0, |set, to| set | 1 << to);
            let bit = 1 << from;
            if thread.open & bit != 0 {
                open |= same;
            }
            if thread.done & bit != 0 {
                done |= same;
                open |= next & !same;
            }
            if thread.plain & bit != 0 {
                open |= next;
            }
        }
        (open, done)
    }

    /// Adds the threads that go on from an arrival on a step: first, so followed last, those that
    /// pass over it without a choice, then one for each block.
    fn branch(
        &self,
        step: usize,
        keep: usize,
        open: Positions,
        done: Positions,
        waiting: &mut Vec<Thread>,
    ) {
        let passing = self.select(open, |at| self.automaton.slots[at].each);
        if passing | done != 0 {
            waiting.push(Thread {
                step,
                keep,
                part: None,
                open: passing,
                done,
                plain: 0,
            });
        }
        let from = waiting.len();
        let mut rest = self.select(open, |at| {
            let slot = self.automaton.slots[at];
            !(slot.each && slot.joiner)
        });
        while rest != 0 {
            let slot = self.automaton.slots[rest.trailing_zeros() as usize];
            let alike = self.select(rest, |at| self.automaton.slots[at] == slot);
            rest &= !alike;
            let (done, plain) = if slot.each { (alike, 0) } else { (0, alike) };
            for part in fitting(
                self.automaton,
                self.words,
                self.blocks,
                self.trail[step],
                alike,
            ) {
                waiting.push(Thread {
                    step,
                    keep,
                    part: Some(part),
                    open: 0,
                    done,
                    plain,
                });
            }
        }
        waiting[from..].reverse();
    }

    /// The positions of a set for which something holds.
    fn select(&self, positions: Positions, holds: impl Fn(usize) -> bool) -> Positions {
        each(positions)
            .filter(|&at| holds(at))
            .fold(0, |set, at| set | 1 << at)
    }
}
