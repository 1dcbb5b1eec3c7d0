//! One rule in force, as it is shown to the outside.

use super::exceptions::ExceptionRow;
use super::table::{ConditionRow, InForce, NONE, Row, Span};
use crate::grammar::Grammar;
use crate::lexicon::WordId;

/// A word of a rule, with its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    /// The word.
    pub word: WordId,
    /// Whether it is turned into its opposite.
    pub negated: bool,
}

impl Term {
    /// Stands where a rule has no such word.
    pub(super) const NONE: Term = Term::plain(WordId(u16::MAX));

    /// A word as it is.
    pub(super) const fn plain(word: WordId) -> Term {
        let negated = false;
        Term { word, negated }
    }
}

/// A rule of the second table, see [`InForce`].
#[derive(Debug, Clone, Copy)]
pub struct Held<'a> {
    pub(super) table: &'a InForce,
    pub(super) index: usize,
}

/// A condition of a rule in force.
#[derive(Debug, Clone, Copy)]
pub struct Condition<'a> {
    table: &'a InForce,
    row: &'a ConditionRow,
}

/// An exception of a rule in force: conditions under all of which it does not hold.
#[derive(Debug, Clone, Copy)]
pub struct Exception<'a> {
    table: &'a InForce,
    row: &'a ExceptionRow,
}

impl<'a> Held<'a> {
    /// The rule's number in its table, from 0.
    pub fn index(self) -> usize {
        self.index
    }

    /// What the rule is about.
    pub fn subject(self) -> Term {
        self.row().subject
    }

    /// The verb: the word of the anchor.
    pub fn verb(self) -> WordId {
        self.row().verb
    }

    /// What is said of the subject; `None` in a sentence that has no place for it.
    pub fn complement(self) -> Option<Term> {
        self.row().complement
    }

    /// The conditions under all of which it holds; none for one that holds always.
    pub fn conditions(self) -> impl ExactSizeIterator<Item = Condition<'a>> {
        self.table.conditions_of(self.row().conditions)
    }

    /// When it does not hold although its conditions do.
    pub fn exceptions(self) -> impl ExactSizeIterator<Item = Exception<'a>> {
        let table = self.table;
        let rows = self.row().exceptions.of(&table.settled).iter();
        rows.map(move |row| Exception { table, row })
    }

    /// The number of the rule in the spelled table, for one that is spelled.
    pub fn spelled(self) -> Option<usize> {
        (self.index < self.table.spelled).then_some(self.index)
    }

    /// The numbers of the rules of this table that it was derived from; none for a spelled one.
    pub fn from(self) -> impl Iterator<Item = usize> {
        let from = self.row().from.of(&self.table.sources).iter();
        from.map(|&rule| rule as usize)
    }

    /// The number of the rule that cancelled it; `None` for one that is in force.
    pub fn cancelled_by(self) -> Option<usize> {
        let by = self.row().cancelled_by;
        (by != NONE).then_some(by as usize)
    }

    /// The number of its form of sentence, for [`Grammar::sentence_name`].
    pub fn sentence(self) -> usize {
        usize::from(self.row().sentence)
    }

    /// Whether it holds now, whatever lies where: it is in force, and it has neither conditions
    /// nor exceptions.
    pub fn holds_always(self) -> bool {
        let row = self.row();
        !row.is_cancelled() && row.conditions.is_empty() && row.exceptions.is_empty()
    }

    pub(super) fn row(self) -> &'a Row {
        &self.table.rows[self.index]
    }
}

impl<'a> Condition<'a> {
    /// The number of its run in the form of sentence, for [`Grammar::run_name`].
    pub fn run(self) -> u8 {
        self.row.run
    }

    /// The word of the condition.
    pub fn word(self) -> Term {
        self.row.word
    }

    /// The words that it takes.
    pub fn takes(self) -> &'a [Term] {
        self.row.takes.of(&self.table.terms)
    }
}

impl<'a> Exception<'a> {
    /// The number of the rule that makes the exception.
    pub fn by(self) -> usize {
        self.row.by as usize
    }

    /// The conditions: those of the rule that makes it, and where that has exceptions itself, what
    /// keeps clear of them.
    pub fn conditions(self) -> impl ExactSizeIterator<Item = Condition<'a>> {
        self.table.conditions_of(self.row.conditions)
    }
}

impl InForce {
    /// Every rule, cancelled ones included: first the spelled ones in the order of their table.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Held<'_>> {
        (0..self.rows.len()).map(|index| Held { table: self, index })
    }

    /// How many rules there are, cancelled ones included.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no rule at all.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The distinct rules in force as text, sorted.
    pub fn texts(&self, grammar: &Grammar) -> Vec<String> {
        let held = self.iter().filter(|rule| rule.cancelled_by().is_none());
        let mut texts: Vec<String> = held.map(|rule| rule.text(grammar)).collect();
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    fn conditions_of(&self, span: Span) -> impl ExactSizeIterator<Item = Condition<'_>> {
        let rows = span.of(&self.conditions).iter();
        rows.map(move |row| Condition { table: self, row })
    }
}
