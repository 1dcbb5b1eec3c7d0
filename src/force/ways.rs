//! The ways in which a rule holds that has exceptions: under its own conditions and, for each exception,
//! with one of those that keep clear of it.

use std::collections::BTreeMap;

use super::Unreadable;
use super::blocks::{ConditionRow, NONE, Span};
use super::exceptions::listed;
use super::fates::Way;
use super::table::InForce;

/// The conditions of a way: those of the rule itself, and those that keep it clear of its exceptions.
pub(super) type Parts = [Span; 2];

/// Ways that have the same conditions first and go on differently. What several of them have in common
/// is kept once.
#[derive(Debug)]
pub(super) struct Ways {
    /// What all of them have.
    own: Vec<ConditionRow>,
    further: Vec<Further>,
    /// The last further condition of each way.
    ends: Vec<End>,
    /// The different conditions that some way has.
    different: Vec<ConditionRow>,
    /// How many conditions all ways have in all.
    conditions: usize,
}

/// A condition behind another one.
#[derive(Debug, Clone, Copy)]
struct Further {
    condition: ConditionRow,
    before: u32,
}

/// Where a way ends, and how many conditions it has.
#[derive(Debug, Clone, Copy)]
struct End {
    last: u32,
    length: usize,
}

impl Ways {
    /// One way, with some conditions.
    fn new(own: Vec<ConditionRow>) -> Ways {
        let length = own.len();
        Ways {
            different: own.clone(),
            own,
            further: Vec::new(),
            ends: vec![End { last: NONE, length }],
            conditions: length,
        }
    }

    /// Each way with each of some conditions, any of which keeps it clear of an exception; as it is
    /// where it has one of them.
    fn keep_clear(&mut self, clear: &[ConditionRow], table: &InForce) {
        let is_new = |own: &&ConditionRow| !self.different.iter().any(|it| table.is_same(it, own));
        let new: Vec<ConditionRow> = clear.iter().filter(is_new).copied().collect();
        let are_all_new = new.len() == clear.len();
        self.different.extend(new);
        self.conditions = 0;
        for end in std::mem::take(&mut self.ends) {
            let keeps_clear = |has| clear.iter().any(|one| table.is_same(has, one));
            if !are_all_new && self.of(end).any(keeps_clear) {
                self.conditions += end.length;
                self.ends.push(end);
                continue;
            }
            for &condition in clear {
                self.further.push(Further {
                    condition,
                    before: end.last,
                });
                let length = end.length + 1;
                self.conditions += length;
                let last = self.further.len() as u32 - 1;
                self.ends.push(End { last, length });
            }
        }
    }

    /// The conditions of a way: the further ones from the last on, then those that all have.
    fn of(&self, end: End) -> impl Iterator<Item = &ConditionRow> {
        let row = |at: u32| self.further.get(at as usize);
        let further = std::iter::successors(row(end.last), move |it| row(it.before));
        further.map(|it| &it.condition).chain(&self.own)
    }

    /// Puts each way behind some conditions.
    pub(super) fn put_behind(&self, conditions: &mut Vec<ConditionRow>) -> Vec<Span> {
        conditions.reserve(self.conditions);
        let put = |&end: &End| {
            let start = conditions.len();
            conditions.extend(&self.own);
            let further = conditions.len();
            conditions.extend(self.of(end).take(end.length - self.own.len()));
            conditions[further..].reverse();
            Span::between(start, conditions.len())
        };
        self.ends.iter().map(put).collect()
    }
}

/// The ways to keep clear of some exceptions, by the conditions of these, or that they are too many:
/// thousands of rules can have the same.
#[derive(Debug, Clone, Default)]
pub(super) struct KeptClear(BTreeMap<Vec<Parts>, Result<Vec<Span>, Unreadable>>);

impl KeptClear {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

impl InForce {
    /// The conditions under which a rule holds, its exceptions left clear of: those of its own, and
    /// further ones for each way to do so; none of either where it always holds.
    pub(super) fn ways(
        &mut self,
        conditions: Span,
        exceptions: [Span; 3],
    ) -> Result<Vec<Parts>, Unreadable> {
        let mut parts = exceptions.into_iter().filter(|part| !part.is_empty());
        if parts.next().is_none() {
            return Ok(vec![[conditions, Span::EMPTY]]);
        }
        let exceptions = exceptions.map(|part| listed(&self.exceptions, part));
        let exceptions = exceptions.iter().flatten().map(|it| it.conditions);
        let exceptions: Vec<Parts> = exceptions.collect();
        let kept_clear = exceptions.iter().map(|&it| Way::of(it));
        if self.is_clear_of_any(conditions, &exceptions) {
            let own = conditions.of(&self.conditions).to_vec();
            let ways = self.ways_clear_of(own, kept_clear, self.conditions.len())?;
            let ways = ways.put_behind(&mut self.conditions).into_iter();
            return Ok(ways.map(|way| [way, Span::EMPTY]).collect());
        }
        let with_own = |further: &Span| [conditions, *further];
        if let Some(known) = self.kept_clear.0.get(&exceptions) {
            let known = known.as_ref().map_err(Clone::clone)?;
            return Ok(known.iter().map(with_own).collect());
        }
        let ways = self.ways_clear_of(Vec::new(), kept_clear, self.conditions.len());
        let further = ways.map(|ways| ways.put_behind(&mut self.conditions));
        let ways = further.clone();
        self.kept_clear.0.insert(exceptions, further);
        Ok(ways?.iter().map(with_own).collect())
    }

    /// Whether some conditions keep clear of one of some exceptions.
    fn is_clear_of_any(&self, conditions: Span, exceptions: &[Parts]) -> bool {
        let own = conditions.of(&self.conditions);
        let mut excepted = exceptions
            .iter()
            .flat_map(|&it| self.conditions_in(Way::of(it)));
        let is_same = |one: &ConditionRow| own.iter().any(|own| self.is_same(own, one));
        !own.is_empty() && excepted.any(|one| is_same(&one.opposite()))
    }

    /// The ways in which a rule holds under some conditions and clear of its exceptions, where so many
    /// conditions are kept already.
    pub(super) fn ways_clear_of(
        &self,
        own: Vec<ConditionRow>,
        exceptions: impl Iterator<Item = Way>,
        kept: usize,
    ) -> Result<Ways, Unreadable> {
        let mut ways = Ways::new(own);
        for exception in exceptions {
            let conditions = self.conditions_in(exception);
            let clear: Vec<ConditionRow> = conditions.map(ConditionRow::opposite).collect();
            ways.keep_clear(&clear, self);
            if ways.ends.len() > Self::MOST_WAYS {
                return Err(Unreadable::TooManyWays);
            }
            if kept + ways.conditions > Self::MOST_EXCEPTIONS {
                return Err(Unreadable::TooManyExceptions);
            }
        }
        Ok(ways)
    }

    fn is_same(&self, one: &ConditionRow, other: &ConditionRow) -> bool {
        (one.sentence, one.run, one.word) == (other.sentence, other.run, other.word)
            && one.takes.of(&self.terms) == other.takes.of(&self.terms)
    }
}

impl ConditionRow {
    /// The condition that holds where this one does not.
    fn opposite(&self) -> ConditionRow {
        let mut opposite = *self;
        opposite.word.negated = !self.word.negated;
        opposite
    }
}
