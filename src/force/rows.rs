//! One rule of a block, and rules of blocks by their words.

use super::blocks::{Block, Span};
use super::fates::Claim;
use super::lists::{Element, Place};
use super::table::InForce;
use super::{Term, Unreadable};

/// A rule.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<'a> {
    /// What it has in common with the others of its block.
    pub(super) block: &'a Block,
    pub(super) subject: Element,
    pub(super) complement: Option<Element>,
    /// The number of its word in the place that its block is ordered by.
    step: u32,
}

impl Row<'_> {
    pub(super) fn claim(&self) -> Claim {
        Claim {
            subject: self.subject.term,
            verb: self.block.verb,
            complement: self.complement.map(|complement| complement.term),
        }
    }

    /// Its conditions, in their order.
    pub(super) fn conditions(&self) -> [Span; 3] {
        let (own, subject) = (self.block.conditions, self.subject.conditions);
        let complement = self.complement.map_or(Span::EMPTY, |said| said.conditions);
        match self.block.subject_first {
            true => [subject, own, complement],
            false => [own, subject, complement],
        }
    }

    /// The exceptions that it was derived with.
    pub(super) fn exceptions(&self) -> [Span; 3] {
        let complement = self.complement.map_or(Span::EMPTY, |said| said.exceptions);
        [self.block.exceptions, self.subject.exceptions, complement]
    }

    /// Whether it was derived with exceptions.
    pub(super) fn has_exceptions(&self) -> bool {
        self.exceptions().iter().any(|own| !own.is_empty())
    }

    /// Whether it was derived with neither conditions nor exceptions.
    pub(super) fn is_unconditional(&self) -> bool {
        let is_always = |element: Element| element.is_unconditional();
        self.block.is_always() && is_always(self.subject) && self.complement.is_none_or(is_always)
    }
}

impl InForce {
    /// A rule by its number.
    pub(super) fn row(&self, rule: u32) -> Row<'_> {
        self.row_of(&self.blocks[self.block_of(rule)], rule)
    }

    /// A rule of a block.
    pub(super) fn row_of<'a>(&'a self, block: &'a Block, rule: u32) -> Row<'a> {
        let [_, inner] = self.ordered(block);
        let at = rule - block.first;
        let count = self.lists.count_of(inner);
        let (step, inner) = (at / count, at % count);
        let (subject, said) = match block.by_subject {
            true => (step, inner),
            false => (inner, step),
        };
        let said_at = |place| self.lists.element(place, said);
        Row {
            block,
            subject: self.lists.element(block.subject, subject),
            complement: block.complement.map(said_at),
            step,
        }
    }

    /// The number of a rule of a block, by those of its words in their places.
    pub(super) fn rule_at(&self, block: &Block, subject: u32, said: u32) -> u32 {
        let at = match block.by_subject {
            true => subject * self.lists.count_of(block.complement) + said,
            false => said * self.lists.count(block.subject) + subject,
        };
        block.first + at
    }

    /// The numbers of the rules of a block.
    pub(super) fn rules_of(&self, block: &Block) -> std::ops::Range<u32> {
        let said = self.lists.count_of(block.complement);
        block.first..block.first + self.lists.count(block.subject) * said
    }

    /// The numbers of the rules of a block with some words, in their order; any word will do where
    /// none is given.
    pub(super) fn rules_with(
        &self,
        block: &Block,
        subject: Option<Term>,
        complement: Option<Term>,
    ) -> impl Iterator<Item = u32> + '_ {
        let [outer, inner] = self.ordered(block);
        let terms = match block.by_subject {
            true => [subject, complement],
            false => [complement, subject],
        };
        let first = block.first;
        let count = self.lists.count_of(inner);
        self.numbers(outer, terms[0]).flat_map(move |step| {
            let numbers = self.numbers(inner, terms[1]);
            numbers.map(move |at| first + step * count + at)
        })
    }

    /// The numbers of a word in a place, or of all its words.
    fn numbers(&self, place: Option<Place>, term: Option<Term>) -> impl Iterator<Item = u32> + '_ {
        let count = self.lists.count_of(place);
        let all = 0..if term.is_none() { count } else { 0 };
        let of = place.zip(term).into_iter();
        all.chain(of.flat_map(|(place, term)| self.lists.positions(place, term)))
    }

    /// The rules that a rule was derived from, by their numbers.
    pub(super) fn sources_of<'a>(&'a self, row: Row<'a>) -> impl Iterator<Item = u32> + 'a {
        let block = row.block;
        let own = block.from.of(&self.sources);
        let is_other_for_each = match block.by_subject {
            true => !block.new_subject,
            false => !block.new_complement,
        };
        let step = if is_other_for_each { row.step } else { 0 };
        let first = own.first().map(|&first| first + step);
        let said = row.complement.filter(|_| block.new_complement);
        let subject = Some(row.subject).filter(|_| block.new_subject);
        let others = [subject, said].into_iter().flatten();
        let others = others.flat_map(|element| element.from.of(&self.sources));
        let rest = own.iter().skip(1).chain(others).copied();
        first.into_iter().chain(rest)
    }

    /// A block of one rule, with all that the rule has.
    pub(super) fn alone(&mut self, rule: u32) -> Result<Block, Unreadable> {
        let block = self.blocks[self.block_of(rule)];
        self.alone_of(&block, rule)
    }

    /// The same of a rule of a block.
    pub(super) fn alone_of(&mut self, block: &Block, rule: u32) -> Result<Block, Unreadable> {
        if block.is_one_rule() {
            return Ok(*block);
        }
        let row = self.row_of(block, rule);
        let (subject, said) = (row.subject.term, row.complement.map(|said| said.term));
        let (conditions, exceptions) = (row.conditions(), row.exceptions());
        let from: Vec<u32> = self.sources_of(row).collect();
        let mut alone = self.derived(block, &from);
        alone.first = rule;
        (alone.opened, alone.said_opened) = (block.opened, block.said_opened);
        alone.subject = Place::alone(subject);
        alone.complement = said.map(Place::alone);
        alone.conditions = self.joined_conditions(conditions);
        alone.exceptions = self.joined_exceptions(exceptions)?;
        Ok(alone)
    }

    pub(super) fn joined_conditions(&mut self, [first, second, third]: [Span; 3]) -> Span {
        let both = self.join_conditions(first, second);
        self.join_conditions(both, third)
    }

    pub(super) fn joined_exceptions(
        &mut self,
        [first, second, third]: [Span; 3],
    ) -> Result<Span, Unreadable> {
        let both = self.join_exceptions(first, second)?;
        self.join_exceptions(both, third)
    }

    /// Puts each rule of some blocks into a block of its own; whether there are such blocks.
    pub(super) fn split(
        &mut self,
        is_split: impl Fn(&InForce, &Block) -> bool,
    ) -> Result<bool, Unreadable> {
        let whole = |block: &Block| block.is_one_rule() || !is_split(self, block);
        if self.blocks.iter().all(whole) {
            return Ok(false);
        }
        let blocks = std::mem::take(&mut self.blocks);
        let mut split = Vec::with_capacity(blocks.len());
        for block in &blocks {
            if block.is_one_rule() || !is_split(self, block) {
                split.push(*block);
                continue;
            }
            for rule in self.rules_of(block) {
                if split.len() >= Self::MOST_BLOCKS {
                    return Err(Unreadable::TooManyDerived);
                }
                split.push(self.alone_of(block, rule)?);
            }
        }
        self.blocks = split;
        Ok(true)
    }

    /// The places that a block is ordered by, the one whose word changes first last.
    fn ordered(&self, block: &Block) -> [Option<Place>; 2] {
        match block.by_subject {
            true => [Some(block.subject), block.complement],
            false => [block.complement, Some(block.subject)],
        }
    }

    fn block_of(&self, rule: u32) -> usize {
        match (rule as usize) < self.spelled {
            true => rule as usize,
            false => self.blocks.partition_point(|block| block.first <= rule) - 1,
        }
    }
}
