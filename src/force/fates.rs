//! What becomes of a rule: which others cancel it, and which make exceptions to it. This follows
//! from what it says of which subject, so it is not kept rule by rule.

use super::Term;
use super::blocks::{ConditionRow, NONE, Span};
use super::denials::Denials;
use super::locks::Locks;
use super::rows::Row;
use super::table::InForce;
use super::ways::Parts;
use crate::lexicon::WordId;

/// What a rule says of which subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Claim {
    pub(super) subject: Term,
    pub(super) verb: WordId,
    pub(super) complement: Option<Term>,
}

/// A rule that acts on others.
#[derive(Debug, Clone, Copy)]
pub(super) struct Acting {
    pub(super) by: u32,
    pub(super) holds: Holds,
}

/// When a rule holds that acts on others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// Always: it cancels them.
    Always,
    /// Under all of its conditions, under which it makes exceptions.
    Conditionally,
    /// In the ways of this part of the list: for rules with negated complements.
    InWays(Span),
    /// In the ways of this part of those that are found with the locks.
    InWaysOfLocks(Span),
}

/// Conditions under all of which a rule makes an exception.
#[derive(Debug, Clone, Copy)]
pub(super) enum Way {
    /// Parts of the table's conditions.
    Of([Span; 3]),
    /// A part of those that are found with the locks.
    OfLock(Span),
}

impl Way {
    /// Two parts of the table's conditions.
    pub(super) fn of([own, further]: Parts) -> Way {
        Way::Of([own, further, Span::EMPTY])
    }
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
    pub(super) ways: Vec<Parts>,
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
        acting
            .find(|acting| acting.holds == Holds::Always)
            .map(|acting| acting.by)
    }

    /// The exceptions that other rules make where this is said: which rule, and under which
    /// conditions.
    pub(super) fn exceptions_by_others(
        &self,
        claim: Claim,
    ) -> impl Iterator<Item = (u32, Way)> + '_ {
        self.ways_of(self.acting(claim))
    }

    /// The same, of rules with negated complements alone.
    pub(super) fn exceptions_by_denials(
        &self,
        claim: Claim,
    ) -> impl Iterator<Item = (u32, Way)> + '_ {
        self.ways_of(self.acting_denials(claim))
    }

    /// Whether a rule with a negated complement cancels what is said.
    pub(super) fn is_denied_always(&self, claim: Claim) -> bool {
        let mut denials = self.acting_denials(claim);
        denials.any(|acting| acting.holds == Holds::Always)
    }

    /// Whether other rules cancel what is said, or make exceptions to it.
    pub(super) fn is_acted_on(&self, claim: Claim) -> bool {
        let mut acting = self.acting(claim);
        acting.any(|acting| acting.holds == Holds::Always || self.ways_in(acting).next().is_some())
    }

    /// Whether other rules than those that deny it may act on what is said with a verb and a word.
    pub(super) fn acts_otherwise(&self, verb: WordId, said: WordId) -> bool {
        let mut also = self.fates.also.iter();
        also.any(|also| also.on == verb) || self.locks_may_keep_out(verb, said)
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
        let locks = up_to_first_always(self.acting_locks(claim));
        self.acting_denials(claim).chain(locks)
    }

    /// The rules that deny what is said, up to the first that cancels it.
    fn acting_denials(&self, claim: Claim) -> impl Iterator<Item = Acting> + '_ {
        let acting = |by| Acting {
            by,
            holds: self.denial_holds(by),
        };
        let complement = claim.complement.filter(|_| self.fates.cancels);
        let denied = complement.filter(|complement| !complement.negated);
        let denying = move |denied: Term| self.denying(claim.subject, claim.verb, denied.word);
        let others = move || {
            let also = self.fates.also.iter().filter(move |_| complement.is_some());
            let also = also.filter(move |also| also.on == claim.verb);
            also.flat_map(move |also| self.denying(claim.subject, also.verb, also.complement))
        };
        // Where there are some, all come in the order of their numbers: one after another, as a
        // list would take memory.
        let all = move || denied.into_iter().flat_map(denying).chain(others());
        let behind = move |&last: &u32| all().filter(|&rule| rule > last).min();
        let is_alone = others().next().is_none();
        let first = if is_alone { None } else { all().min() };
        let alone = denied.filter(|_| is_alone);
        let denials = alone.into_iter().flat_map(denying);
        let denials = denials.chain(std::iter::successors(first, behind));
        up_to_first_always(denials.map(acting))
    }

    fn denial_holds(&self, by: u32) -> Holds {
        if self.row(by).is_unconditional() {
            return Holds::Always;
        }
        let others = &self.fates.other_ways;
        match others.binary_search_by_key(&by, |&(rule, _)| rule) {
            Ok(at) => Holds::InWays(others[at].1),
            Err(_) => Holds::Conditionally,
        }
    }

    /// The ways in which rules make exceptions, each with its rule.
    fn ways_of(&self, acting: impl Iterator<Item = Acting>) -> impl Iterator<Item = (u32, Way)> {
        acting.flat_map(|acting| self.ways_in(acting).map(move |way| (acting.by, way)))
    }

    /// The conditions under which a rule makes an exception: those of each way in which it does.
    fn ways_in(&self, acting: Acting) -> impl Iterator<Item = Way> + '_ {
        let is_whole = acting.holds == Holds::Conditionally;
        let whole = is_whole.then(|| Way::Of(self.row(acting.by).conditions()));
        let (others, of_locks) = match acting.holds {
            Holds::InWays(ways) => (ways.of(&self.fates.ways), &[][..]),
            Holds::InWaysOfLocks(ways) => (&[][..], self.ways_of_locks(ways)),
            Holds::Always | Holds::Conditionally => (&[][..], &[][..]),
        };
        let others = others.iter().map(|&way| Way::of(way));
        let of_locks = of_locks.iter().map(|&way| Way::OfLock(way));
        whole.into_iter().chain(others).chain(of_locks)
    }

    /// The conditions of a way.
    pub(super) fn conditions_in(&self, way: Way) -> impl Iterator<Item = &ConditionRow> {
        let parts = match way {
            Way::Of(parts) => parts.map(|part| part.of(&self.conditions)),
            Way::OfLock(part) => [self.conditions_of_locks(part), &[], &[]],
        };
        parts.into_iter().flatten()
    }
}

fn up_to_first_always(acting: impl Iterator<Item = Acting>) -> impl Iterator<Item = Acting> {
    acting.scan(false, |is_cancelled, acting| {
        let before = std::mem::replace(is_cancelled, acting.holds == Holds::Always);
        (!before).then_some(acting)
    })
}
