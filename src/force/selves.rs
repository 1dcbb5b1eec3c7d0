//! The rules that say of something that it is itself, which can be locks.

use std::collections::BTreeMap;

use super::Term;
use super::blocks::{Block, Span};
use super::exceptions::Chain;
use super::fates::{Fates, Holds};
use super::lists::Place;
use super::locks::LockRow;
use super::table::InForce;
use crate::lexicon::WordId;

/// The most rules that locks are looked for among at once: that takes a few microseconds.
const MOST_AT_ONCE: usize = 1 << 8;

/// How many times as long it takes where rules have exceptions.
const EXCEPTIONS_TAKE: usize = 1 << 3;

impl InForce {
    /// The rules that say of something with a verb that it is itself, sorted. Where many blocks say
    /// so of the same two lists, what the first of them locks always need not be locked once more.
    pub(super) fn selves(&self, verb: WordId) -> Vec<LockRow> {
        let mut selves = Vec::new();
        let mut conditional = BTreeMap::<([Place; 2], bool), Vec<(Term, u32)>>::new();
        for (block, said) in self.blocks_saying(verb) {
            let are_lists = block.subject.only().is_none() && said.only().is_none();
            if !are_lists || !block.is_always() {
                selves.extend(self.selves_of(block, said));
                continue;
            }
            let of_lists = conditional.entry(([block.subject, said], block.by_subject));
            let of_lists = of_lists.or_insert_with(|| {
                let own = self.selves_of(block, said);
                let (always, others): (Vec<_>, Vec<_>) =
                    own.partition(|lock| lock.holds == Holds::Always);
                selves.extend(always);
                let others = others.iter();
                let numbered = others.map(|lock| (lock.subject, lock.rule - block.first));
                numbered.collect()
            });
            selves.extend(of_lists.iter().map(|&(subject, at)| LockRow {
                subject,
                rule: block.first + at,
                holds: Holds::Conditionally,
            }));
        }
        selves.sort_unstable_by_key(LockRow::key);
        selves
    }

    /// All rules that say with a verb that something is itself, in the order of their numbers.
    pub(super) fn all_selves(
        &self,
        verb: WordId,
        itself: Term,
    ) -> impl Iterator<Item = LockRow> + '_ {
        let blocks = self.blocks_saying(verb);
        let rules =
            blocks.flat_map(move |(block, _)| self.rules_with(block, Some(itself), Some(itself)));
        rules.map(move |rule| LockRow {
            subject: itself,
            rule,
            holds: Holds::Conditionally,
        })
    }

    /// The blocks that say something with a verb, and what.
    fn blocks_saying(&self, verb: WordId) -> impl Iterator<Item = (&Block, Place)> {
        let blocks = self.blocks.iter();
        let blocks = blocks.filter(move |block| block.verb == verb && !block.is_cancelled());
        blocks.filter_map(|block| Some((block, block.complement?)))
    }

    /// The rules of a block that say of something that it is itself; of those that say so of one
    /// word always, the first.
    fn selves_of<'a>(
        &'a self,
        block: &'a Block,
        said: Place,
    ) -> impl Iterator<Item = LockRow> + 'a {
        let is_always = move |place: Place, at: u32| {
            block.is_always() && self.lists.element(place, at).is_unconditional()
        };
        let shared = self.lists.shared(block.subject, said);
        shared.flat_map(move |itself| {
            let subjects = self.lists.positions(block.subject, itself);
            let rows = subjects.flat_map(move |subject_at| {
                let subject_always = is_always(block.subject, subject_at);
                let saids = self.lists.positions(said, itself);
                saids.map(move |said_at| LockRow {
                    subject: itself,
                    rule: self.rule_at(block, subject_at, said_at),
                    holds: match subject_always && is_always(said, said_at) {
                        true => Holds::Always,
                        false => Holds::Conditionally,
                    },
                })
            });
            let mut is_locked = false;
            rows.filter(move |lock| {
                let is_always = lock.holds == Holds::Always;
                let is_repeated = is_always && is_locked;
                is_locked |= is_always;
                !is_repeated
            })
        })
    }

    /// Whether finding the ways in which such rules hold takes long and certainly does not fail: the
    /// exceptions to them are few enough, however they are combined.
    pub(super) fn selves_can_wait(&self, verb: WordId) -> bool {
        let count = self.count_selves(verb);
        let takes = if self.exceptions.is_empty() {
            1
        } else {
            EXCEPTIONS_TAKE
        };
        if count.saturating_mul(takes) <= MOST_AT_ONCE {
            return false;
        }
        let Some(made) = self.most_made_to_selves(verb) else {
            return false;
        };
        // What a rule has comes with its block and with each of its two words.
        let [of_block, of_word] = self.longest_chains();
        let most = of_block.and(of_word).and(of_word).and(made);
        let conditions = most.length + 3 * self.most_conditions();
        let all = most.ways.saturating_mul(conditions).saturating_mul(count);
        let kept = self.conditions.len() + self.exceptions.len() + self.shared;
        let all = all.saturating_add(kept);
        most.ways <= Self::MOST_WAYS && all <= Self::MOST_EXCEPTIONS
    }

    /// The most that the exceptions come to which rules with negated complements make to one of them;
    /// `None` where that is not told easily.
    fn most_made_to_selves(&self, verb: WordId) -> Option<Chain> {
        let Fates {
            cancels,
            denials,
            also,
            other_ways,
            ..
        } = &self.fates;
        if !cancels {
            return Some(Chain::NONE);
        }
        if also.iter().any(|also| also.on == verb) {
            return None;
        }
        let mut made = BTreeMap::<WordId, Chain>::new();
        for (block, denied) in denials.iter() {
            let block = &self.blocks[block as usize];
            let itself = Term::plain(denied);
            if block.verb != verb || !self.lists.has(block.subject, itself) {
                continue;
            }
            if !other_ways.is_empty() {
                return None;
            }
            let said = Term {
                negated: true,
                ..itself
            };
            let made = made.entry(denied).or_insert(Chain::NONE);
            for rule in self.rules_with(block, Some(itself), Some(said)) {
                let conditions = self.row_of(block, rule).conditions();
                let conditions = conditions.iter().map(|it| it.len() as usize).sum();
                *made = made.and(Chain::one(conditions));
            }
        }
        Some(made.into_values().fold(Chain::NONE, Chain::or))
    }

    /// How many rules say of something with a verb that it is itself.
    fn count_selves(&self, verb: WordId) -> usize {
        let mut counts = BTreeMap::<[Place; 2], usize>::new();
        let blocks = self.blocks_saying(verb);
        let of_blocks = blocks.map(|(block, said)| {
            let count = || {
                let shared = self.lists.shared(block.subject, said);
                let times = |place, itself| self.lists.positions(place, itself).count();
                let times = shared.map(|it| times(block.subject, it) * times(said, it));
                times.sum()
            };
            match block.subject.only().is_none() && said.only().is_none() {
                true => *counts.entry([block.subject, said]).or_insert_with(count),
                false => count(),
            }
        });
        of_blocks.sum()
    }

    /// The most conditions that come with a block or a word.
    fn most_conditions(&self) -> usize {
        let blocks = self.blocks.iter().map(|block| block.conditions);
        let elements = self.lists.elements.iter().map(|element| element.conditions);
        let most = blocks.chain(elements).map(Span::len).max();
        most.unwrap_or_default() as usize
    }
}
