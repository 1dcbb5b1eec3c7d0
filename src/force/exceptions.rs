//! Exceptions: conditions under all of which a rule does not hold, although its own do. A rule
//! that makes exceptions can have some itself; then it makes one for each way in which it holds.

use super::blocks::{ConditionRow, NONE, Span};
use super::table::InForce;
use super::ways::Parts;
use super::{Term, Unreadable};
use crate::lexicon::WordId;

/// An exception: the rule that makes it, when, and the exception of the same rule before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExceptionRow {
    pub(super) by: u32,
    pub(super) conditions: Parts,
    before: u32,
}

/// What exceptions of one rule come to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chain {
    /// The most ways to keep clear of them.
    pub(super) ways: usize,
    /// How many there are.
    pub(super) length: usize,
}

impl Chain {
    /// No exception.
    pub(super) const NONE: Chain = Chain { ways: 1, length: 0 };

    /// An exception with so many conditions.
    pub(super) fn one(conditions: usize) -> Chain {
        let (ways, length) = (conditions.max(1), 1);
        Chain { ways, length }
    }

    /// Both together.
    pub(super) fn and(self, other: Chain) -> Chain {
        Chain {
            ways: self.ways.saturating_mul(other.ways),
            length: self.length + other.length,
        }
    }

    /// The most that one of both comes to.
    pub(super) fn or(self, other: Chain) -> Chain {
        Chain {
            ways: self.ways.max(other.ways),
            length: self.length.max(other.length),
        }
    }
}

impl InForce {
    /// One more exception behind others of the same rule.
    pub(super) fn except(
        &mut self,
        before: Span,
        by: u32,
        conditions: Parts,
    ) -> Result<Span, Unreadable> {
        if self.exceptions.len() + self.shared >= Self::MOST_EXCEPTIONS {
            return Err(Unreadable::TooManyExceptions);
        }
        let before = if before.is_empty() {
            NONE
        } else {
            before.start
        };
        self.exceptions.push(ExceptionRow {
            by,
            conditions,
            before,
        });
        let end = self.exceptions.len() as u32;
        Ok(Span {
            start: end - 1,
            end,
        })
    }

    /// Counts so many exceptions once more, for another word that has the same.
    pub(super) fn share(&mut self, count: usize) -> Result<(), Unreadable> {
        self.shared += count;
        match self.exceptions.len() + self.shared > Self::MOST_EXCEPTIONS {
            true => Err(Unreadable::TooManyExceptions),
            false => Ok(()),
        }
    }

    /// The exceptions of two rules together.
    pub(super) fn join_exceptions(
        &mut self,
        first: Span,
        second: Span,
    ) -> Result<Span, Unreadable> {
        if first.is_empty() || second.is_empty() {
            return Ok(if first.is_empty() { second } else { first });
        }
        listed(&self.exceptions, second)
            .into_iter()
            .try_fold(first, |joined, exception| {
                self.except(joined, exception.by, exception.conditions)
            })
    }

    /// The exceptions of a part of them, whether those of each rule stand next to each other yet or
    /// not.
    pub(super) fn exceptions_in(&self, exceptions: Span) -> Vec<ExceptionRow> {
        match self.settled.is_empty() {
            true => listed(&self.exceptions, exceptions),
            false => exceptions.of(&self.settled).to_vec(),
        }
    }

    /// Conditions without what those with one of some words say of another word.
    pub(super) fn without(&mut self, conditions: Span, words: &[WordId], about: WordId) -> Span {
        let about = Term::plain(about);
        let InForce {
            conditions: all,
            terms,
            written,
            ..
        } = self;
        let concerns = |condition: &ConditionRow, terms: &[Term]| {
            words.contains(&condition.word.word) && condition.takes.of(terms).contains(&about)
        };
        if words.is_empty() || !conditions.of(all).iter().any(|it| concerns(it, terms)) {
            return conditions;
        }
        let start = all.len() as u32;
        for at in conditions.start..conditions.end {
            let mut condition = all[at as usize];
            if concerns(&condition, terms) {
                let first = terms.len() as u32;
                for at in condition.takes.start as usize..condition.takes.end as usize {
                    if terms[at] != about {
                        terms.push(terms[at]);
                        written.push(written[at]);
                    }
                }
                let end = terms.len() as u32;
                condition.takes = Span { start: first, end };
                if first == end {
                    continue;
                }
            }
            all.push(condition);
        }
        let end = all.len() as u32;
        Span { start, end }
    }

    /// The most that the exceptions of one block come to, and of one word, while rules are derived.
    pub(super) fn longest_chains(&self) -> [Chain; 2] {
        let mut chains: Vec<Chain> = Vec::with_capacity(self.exceptions.len());
        for exception in &self.exceptions {
            let before = chains.get(exception.before as usize);
            let before = before.copied().unwrap_or(Chain::NONE);
            let conditions = exception.conditions.iter().map(|it| it.len() as usize);
            let own = Chain::one(conditions.sum());
            chains.push(before.and(own));
        }
        let chain = |exceptions: Span| match exceptions.is_empty() {
            true => Chain::NONE,
            false => chains[exceptions.start as usize],
        };
        let blocks = self.blocks.iter().map(|block| chain(block.exceptions));
        let elements = self.lists.elements.iter();
        let elements = elements.map(|element| chain(element.exceptions));
        [
            blocks.fold(Chain::NONE, Chain::or),
            elements.fold(Chain::NONE, Chain::or),
        ]
    }

    /// Puts the exceptions of each rule next to each other, once all are known.
    pub(super) fn settle_exceptions(&mut self) {
        if self.exceptions.is_empty() {
            return;
        }
        let mut settled = vec![None; self.exceptions.len()];
        let blocks = self.blocks.iter().map(|block| block.exceptions);
        let elements = self.lists.elements.iter().map(|element| element.exceptions);
        for exceptions in blocks.chain(elements).filter(|it| !it.is_empty()) {
            let settled = &mut settled[exceptions.start as usize];
            settled.get_or_insert_with(|| {
                let start = self.settled.len();
                self.settled.extend(listed(&self.exceptions, exceptions));
                Span::between(start, self.settled.len())
            });
        }
        let settle = |exceptions: &mut Span| {
            if !exceptions.is_empty() {
                *exceptions = settled[exceptions.start as usize].unwrap_or_default();
            }
        };
        for block in &mut self.blocks {
            settle(&mut block.exceptions);
        }
        for element in &mut self.lists.elements {
            settle(&mut element.exceptions);
        }
    }
}

/// The exceptions that end with one, in their order.
pub(super) fn listed(all: &[ExceptionRow], exceptions: Span) -> Vec<ExceptionRow> {
    let last = (!exceptions.is_empty()).then_some(exceptions.start);
    let before = |&at: &u32| Some(all[at as usize].before).filter(|&it| it != NONE);
    let chain = std::iter::successors(last, before);
    let mut listed: Vec<ExceptionRow> = chain.map(|at| all[at as usize]).collect();
    listed.reverse();
    listed
}
