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
    /// The rules that say of something with a verb that it is itself, sorted, but for those that are
    /// known to be denied always. Where many blocks say so of the same two lists, what the first of
    /// them locks always need not be locked once more.
    pub(super) fn selves(&self, verb: WordId) -> Vec<LockRow> {
        let made = self.made_to_selves(verb).unwrap_or_default();
        let mut selves = Vec::new();
        let mut conditional = BTreeMap::<([Place; 2], bool), Vec<(Term, u32)>>::new();
        for (block, said) in self.blocks_saying(verb) {
            let are_lists = block.subject.only().is_none() && said.only().is_none();
            if !are_lists || !block.is_always() {
                selves.extend(self.selves_of(block, said, &made));
                continue;
            }
            let of_lists = conditional.entry(([block.subject, said], block.by_subject));
            let of_lists = of_lists.or_insert_with(|| {
                let own = self.selves_of(block, said, &made);
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

    /// The rules of a block that say of something that it is itself, but for those that are denied
    /// always; of those that say so of one word always, the first.
    fn selves_of<'a>(
        &'a self,
        block: &'a Block,
        said: Place,
        made: &'a Made,
    ) -> impl Iterator<Item = LockRow> + 'a {
        let is_always = move |place: Place, at: u32| {
            block.is_always() && self.lists.element(place, at).is_unconditional()
        };
        let shared = self.lists.shared(block.subject, said);
        let shared = shared.filter(|itself| !matches!(made.get(itself), Some(None)));
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
        let takes = if self.exceptions.is_empty() {
            1
        } else {
            EXCEPTIONS_TAKE
        };
        // Without lists no block says so of more than one word.
        if self.lists.is_empty() && self.blocks.len().saturating_mul(takes) <= MOST_AT_ONCE {
            return false;
        }
        let Some(made) = self.made_to_selves(verb) else {
            return false;
        };
        let bound = self.bound_selves(verb, &made);
        let kept = self.conditions.len() + self.exceptions.len() + self.shared;
        bound.count.saturating_mul(takes) > MOST_AT_ONCE
            && bound.ways <= Self::MOST_WAYS
            && bound.kept.saturating_add(kept) <= Self::MOST_EXCEPTIONS
    }

    /// What the exceptions come to at most that rules with negated complements make to each word's
    /// being itself; none for a word that they deny it always. `None` where that is not told easily.
    fn made_to_selves(&self, verb: WordId) -> Option<Made> {
        let Fates {
            cancels,
            denials,
            also,
            ..
        } = &self.fates;
        let mut made = Made::new();
        if !cancels {
            return Some(made);
        }
        if also.iter().any(|also| also.on == verb) {
            return None;
        }
        for (block, denied) in denials.iter() {
            let block = &self.blocks[block as usize];
            let itself = Term::plain(denied);
            if block.verb != verb || !self.lists.has(block.subject, itself) {
                continue;
            }
            let said = Term {
                negated: true,
                ..itself
            };
            let made = made.entry(itself).or_insert(Some(Chain::NONE));
            for rule in self.rules_with(block, Some(itself), Some(said)) {
                *made = made.and_then(|made| Some(made.and(self.most_made_by(rule)?)));
            }
        }
        Some(made)
    }

    /// What the exceptions come to that a rule makes; `None` where it makes none, as it cancels.
    fn most_made_by(&self, rule: u32) -> Option<Chain> {
        let row = self.row(rule);
        if row.is_unconditional() {
            return None;
        }
        let length = |conditions: &Span| conditions.len() as usize;
        let others = &self.fates.other_ways;
        let Ok(at) = others.binary_search_by_key(&rule, |&(rule, _)| rule) else {
            let conditions = row.conditions();
            return Some(Chain::one(conditions.iter().map(length).sum()));
        };
        let ways = others[at].1.of(&self.fates.ways).iter();
        let lengths = ways.map(|way| way.iter().map(length).sum());
        Some(lengths.map(Chain::one).fold(Chain::NONE, Chain::and))
    }

    /// How many rules say of something with a verb that it is itself, and what the ways come to at
    /// most in which they hold.
    fn bound_selves(&self, verb: WordId, made: &Made) -> Bound {
        let [of_block, of_word] = self.longest_chains();
        // What a rule has comes with its block and with each of its two words.
        let own = of_block.and(of_word).and(of_word);
        let conditions = 3 * self.most_conditions();
        let of_places = |block: &Block, said: Place| {
            let times = |place, itself| self.lists.positions(place, itself).count();
            let mut bound = Bound::default();
            for itself in self.lists.shared(block.subject, said) {
                if let Some(made) = made.get(&itself).copied().unwrap_or(Some(Chain::NONE)) {
                    let count = times(block.subject, itself) * times(said, itself);
                    bound.add(count, own.and(made), conditions);
                }
            }
            bound
        };
        let mut bounds = BTreeMap::<[Place; 2], Bound>::new();
        let mut all = Bound::default();
        for (block, said) in self.blocks_saying(verb) {
            let is_alone = block.subject.only().is_some() || said.only().is_some();
            all.and(match is_alone {
                true => of_places(block, said),
                false => *bounds
                    .entry([block.subject, said])
                    .or_insert_with(|| of_places(block, said)),
            });
        }
        all
    }

    /// The most conditions that come with a block or a word.
    fn most_conditions(&self) -> usize {
        let blocks = self.blocks.iter().map(|block| block.conditions);
        let elements = self.lists.elements.iter().map(|element| element.conditions);
        let most = blocks.chain(elements).map(Span::len).max();
        most.unwrap_or_default() as usize
    }
}

/// By word, what the exceptions come to that are made to its being itself; `None` where it is denied
/// always.
type Made = BTreeMap<Term, Option<Chain>>;

/// What rules that say of something that it is itself come to at most.
#[derive(Debug, Clone, Copy, Default)]
struct Bound {
    /// How many there are.
    count: usize,
    /// The most ways in which one holds.
    ways: usize,
    /// The exceptions and conditions that are kept to find all ways.
    kept: usize,
}

impl Bound {
    /// Adds so many rules with some exceptions, which have so many conditions themselves.
    fn add(&mut self, count: usize, exceptions: Chain, conditions: usize) {
        self.count += count;
        self.ways = self.ways.max(exceptions.ways);
        if exceptions.length > 0 {
            let ways = exceptions.ways.saturating_add(1);
            let kept = ways.saturating_mul(exceptions.length + conditions);
            self.kept = self.kept.saturating_add(kept.saturating_mul(count));
        }
    }

    /// Adds further rules.
    fn and(&mut self, other: Bound) {
        self.count += other.count;
        self.ways = self.ways.max(other.ways);
        self.kept = self.kept.saturating_add(other.kept);
    }
}
