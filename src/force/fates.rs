//! What becomes of a rule: which others cancel it, and which make exceptions to it. This follows
//! from what it says of which subject, so it is not kept rule by rule.

use super::Term;
use super::blocks::{NONE, Span};
use super::denials::Denials;
use super::locks::Locks;
use super::rows::Row;
use super::table::InForce;
use crate::lexicon::WordId;

/// What a rule says of which subject.
#[derive(Debug, Clone, Copy)]
pub(super) struct Claim {
    pub(super) subject: Term,
    pub(super) verb: WordId,
    pub(super) complement: Option<Term>,
}

/// A rule that acts on others.
#[derive(Debug, Clone, Copy)]
pub(super) struct Acting {
    pub(super) by: u32,
    /// Whether it holds always, and so cancels them.
    pub(super) always: bool,
}

/// A further verb whose rules a negated complement acts on.
#[derive(Debug, Clone, Copy)]
pub(super) struct AlsoRow {
    pub(super) on: WordId,
    pub(super) verb: WordId,
    pub(super) complement: WordId,
}

/// Which rules act on others.
#[derive(Debug, Clone, Default)]
pub(super) struct Fates {
    /// Whether rules with negated complements act.
    pub(super) cancels: bool,
    pub(super) denials: Denials,
    pub(super) also: Vec<AlsoRow>,
    pub(super) locks: Locks,
    /// The rules that make other exceptions than by all of their conditions, with the part of the
    /// list of ways in which they make them; sorted when all are known.
    pub(super) other_ways: Vec<(u32, Span)>,
    pub(super) ways: Vec<Span>,
}

impl Fates {
    pub(super) fn clear(&mut self) {
        self.cancels = false;
        self.denials.clear();
        self.also.clear();
        self.locks.clear();
        self.other_ways.clear();
        self.ways.clear();
    }

    /// Sorts the ways by rule.
    pub(super) fn sort_ways(&mut self) {
        self.other_ways.sort_unstable_by_key(|&(rule, _)| rule);
    }

    /// Whether rules may act on others.
    pub(super) fn act(&self) -> bool {
        self.cancels || !self.locks.is_empty()
    }
}

impl InForce {
    /// The rule that cancels a rule.
    pub(super) fn canceller(&self, row: Row<'_>) -> Option<u32> {
        match row.block.cancelled_by {
            NONE => self.cancelling(row.claim()),
            own => Some(own),
        }
    }

    /// The rule that cancels what is said.
    pub(super) fn cancelling(&self, claim: Claim) -> Option<u32> {
        let mut acting = self.acting(claim);
        acting.find(|acting| acting.always).map(|acting| acting.by)
    }

    /// The exceptions that other rules make where this is said: which rule, and under which
    /// conditions.
    pub(super) fn exceptions_by_others(
        &self,
        claim: Claim,
    ) -> impl Iterator<Item = (u32, [Span; 3])> + '_ {
        let acting = self.acting(claim).filter(|acting| !acting.always);
        acting.flat_map(|acting| self.ways_of(acting.by).map(move |way| (acting.by, way)))
    }

    /// Whether other rules cancel what is said, or make exceptions to it.
    pub(super) fn is_acted_on(&self, claim: Claim) -> bool {
        let mut acting = self.acting(claim);
        acting.any(|acting| acting.always || self.ways_of(acting.by).next().is_some())
    }

    /// Whether other rules than those that deny it may act on what is said with a verb and a word.
    pub(super) fn acts_otherwise(&self, verb: WordId, said: WordId) -> bool {
        let mut also = self.fates.also.iter();
        also.any(|also| also.on == verb) || self.fates.locks.may_keep_out(verb, said)
    }

    /// The rules that deny a claim, in the order of their numbers.
    pub(super) fn denying(
        &self,
        subject: Term,
        verb: WordId,
        complement: WordId,
    ) -> impl Iterator<Item = u32> + '_ {
        let denied = Term {
            word: complement,
            negated: true,
        };
        self.blocks_denying(verb, complement)
            .flat_map(move |block| {
                let block = &self.blocks[block as usize];
                self.rules_with(block, Some(subject), Some(denied))
            })
    }

    /// The blocks with rules that deny what is said with a verb and a word.
    pub(super) fn blocks_denying(
        &self,
        verb: WordId,
        complement: WordId,
    ) -> impl Iterator<Item = u32> + '_ {
        self.fates.denials.of(verb, complement)
    }

    /// The rules that act on what is said: those that deny it, then locks; each up to the first that
    /// cancels it.
    fn acting(&self, claim: Claim) -> impl Iterator<Item = Acting> + '_ {
        let acting = |by| Acting {
            by,
            always: self.row(by).is_unconditional(),
        };
        let complement = claim.complement.filter(|_| self.fates.cancels);
        let denied = complement.filter(|complement| !complement.negated);
        let denying = move |denied: Term| self.denying(claim.subject, claim.verb, denied.word);
        let also = self.fates.also.iter().filter(|_| complement.is_some());
        let also = also.filter(|also| also.on == claim.verb);
        let mut merged: Vec<u32> = also
            .flat_map(|also| self.denying(claim.subject, also.verb, also.complement))
            .collect();
        if !merged.is_empty() {
            merged.extend(denied.into_iter().flat_map(denying));
            merged.sort_unstable();
            merged.dedup();
        }
        let alone = denied.filter(|_| merged.is_empty());
        let denials = alone.into_iter().flat_map(denying).chain(merged);
        up_to_first_always(denials.map(acting))
            .chain(up_to_first_always(self.fates.locks.acting(claim)))
    }

    /// The conditions under which a rule makes an exception: those of each way in which it does.
    fn ways_of(&self, by: u32) -> impl Iterator<Item = [Span; 3]> + '_ {
        let Fates {
            other_ways, ways, ..
        } = &self.fates;
        let at = other_ways.binary_search_by_key(&by, |&(rule, _)| rule).ok();
        let others = at.map_or(&[][..], |at| other_ways[at].1.of(ways));
        let own = at.is_none().then(|| self.row(by).conditions());
        let others = others.iter().map(|&way| [way, Span::EMPTY, Span::EMPTY]);
        own.into_iter().chain(others)
    }
}

fn up_to_first_always(acting: impl Iterator<Item = Acting>) -> impl Iterator<Item = Acting> {
    acting.scan(false, |is_cancelled, acting| {
        let before = std::mem::replace(is_cancelled, acting.always);
        (!before).then_some(acting)
    })
}
