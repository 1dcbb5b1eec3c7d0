//! Blocks of rules that differ in the words of one place or of two, with lists that they share.

use super::Term;
use super::lists::Place;
use super::wording::{Negation, Written};
use crate::grammar::StepSet;
use crate::lexicon::WordId;

/// No rule.
pub(super) const NONE: u32 = u32::MAX;

/// A part of one of the lists.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    pub(super) const EMPTY: Span = Span { start: 0, end: 0 };

    pub(super) fn between(start: usize, end: usize) -> Span {
        let (start, end) = (start as u32, end as u32);
        Span { start, end }
    }

    pub(super) fn is_empty(self) -> bool {
        self.start == self.end
    }

    pub(super) fn len(self) -> u32 {
        self.end - self.start
    }

    pub(super) fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.start as usize..self.end as usize]
    }
}

/// Rules that differ in their subject, in their complement, or in both: one for each pair of words
/// of the two places.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    /// The number of the first of them; the others follow.
    pub(super) first: u32,
    pub(super) subject: Place,
    pub(super) verb: WordId,
    pub(super) complement: Option<Place>,
    /// How the two were negated in what was spelled, where that is not as usual.
    pub(super) negations: [Option<Negation>; 2],
    /// The conditions of them all; more come with the words of the places.
    pub(super) conditions: Span,
    /// The words that only mark what the others are.
    pub(super) markers: Span,
    /// While rules are derived, the last exception and one more; later a part of the list.
    pub(super) exceptions: Span,
    /// The rules that they were derived from.
    pub(super) from: Span,
    pub(super) cancelled_by: u32,
    pub(super) sentence: u8,
    /// Whether the rules with the first word of one place, with all words of the other, come before
    /// those with its second word; and whether that place is the subject's.
    pub(super) by_subject: bool,
    /// Whether the words of the subject's place, and of the complement's, came with the step that
    /// derived them. Those of the other place are those of the rules that they were derived from.
    pub(super) new_subject: bool,
    pub(super) new_complement: bool,
    /// Whether the conditions of the subject come before those of all.
    pub(super) subject_first: bool,
    /// Whether they are copies of another subject's rules.
    pub(super) copied: bool,
    /// The steps by which their subject has stood for others, which have got rules of their own; and
    /// those by which their complement has. Of equal steps, the first.
    pub(super) opened: StepSet,
    pub(super) said_opened: StepSet,
}

impl Block {
    /// Whether it is one rule: both places have a word alone.
    pub(super) fn is_one_rule(&self) -> bool {
        let is_alone = |place: Place| place.only().is_some();
        is_alone(self.subject) && self.complement.is_none_or(is_alone)
    }

    /// Whether neither conditions nor exceptions come with the block itself; some can with its words.
    pub(super) fn is_always(&self) -> bool {
        self.conditions.is_empty() && self.exceptions.is_empty()
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled_by != NONE
    }

    /// The complement, where it is one word.
    pub(super) fn only_complement(&self) -> Option<Term> {
        self.complement.and_then(Place::only)
    }
}

/// A condition: the form of sentence it was written in, its run there, its word and the part of the
/// terms that it takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct ConditionRow {
    pub(super) sentence: u8,
    pub(super) run: u8,
    pub(super) word: Term,
    pub(super) takes: Span,
    pub(super) written: Written,
}

/// A word that only marks what the others are, with its run.
#[derive(Debug, Clone, Copy)]
pub(super) struct MarkerRow {
    pub(super) run: u8,
    pub(super) word: WordId,
}
