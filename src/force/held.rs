//! One rule in force, as it is shown to the outside.

use super::blocks::ConditionRow;
use super::fates::{Claim, Way};
use super::rows::Row;
use super::table::InForce;
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

    /// A number in the order of terms: one number is compared several times faster than a pair.
    pub(super) fn number(self) -> u32 {
        u32::from(self.word.0) << 1 | u32::from(self.negated)
    }

    /// The term of a number.
    pub(super) fn of_number(number: u32) -> Term {
        Term {
            word: WordId((number >> 1) as u16),
            negated: number & 1 == 1,
        }
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
    pub(super) table: &'a InForce,
    pub(super) row: &'a ConditionRow,
}

/// An exception of a rule in force: conditions under all of which it does not hold.
#[derive(Debug, Clone, Copy)]
pub struct Exception<'a> {
    table: &'a InForce,
    by: u32,
    conditions: Way,
}

impl<'a> Held<'a> {
    /// The rule's number in its table, from 0.
    pub fn index(self) -> usize {
        self.index
    }

    /// What the rule is about.
    pub fn subject(self) -> Term {
        self.row().subject.term
    }

    /// The verb: the word of the anchor.
    pub fn verb(self) -> WordId {
        self.row().block.verb
    }

    /// What is said of the subject; `None` in a sentence that has no place for it.
    pub fn complement(self) -> Option<Term> {
        self.row().complement.map(|complement| complement.term)
    }

    /// The conditions under all of which it holds; none for one that holds always.
    pub fn conditions(self) -> impl Iterator<Item = Condition<'a>> {
        self.table.conditions_of(Way::Of(self.row().conditions()))
    }

    /// When it does not hold although its conditions do.
    pub fn exceptions(self) -> impl Iterator<Item = Exception<'a>> {
        let others = self.table.exceptions_to(self.row().claim());
        self.own_exceptions().chain(others)
    }

    /// The exceptions that it was derived with.
    pub(super) fn own_exceptions(self) -> impl Iterator<Item = Exception<'a>> {
        let (table, row) = (self.table, self.row());
        let own = row.exceptions().into_iter();
        let own = own.flat_map(|own| own.of(&table.settled));
        own.map(|row| Exception {
            table,
            by: row.by,
            conditions: Way::of(row.conditions),
        })
    }

    /// The number of the rule in the spelled table, for one that is spelled.
    pub fn spelled(self) -> Option<usize> {
        (self.index < self.table.spelled).then_some(self.index)
    }

    /// The numbers of the rules of this table that it was derived from; none for a spelled one.
    pub fn from(self) -> impl Iterator<Item = usize> + 'a {
        let from = self.table.sources_of(self.row());
        from.map(|rule| rule as usize)
    }

    /// The number of the rule that cancelled it; `None` for one that is in force.
    pub fn cancelled_by(self) -> Option<usize> {
        let by = self.table.canceller(self.row());
        by.map(|rule| rule as usize)
    }

    /// The number of its form of sentence, for [`Grammar::sentence_name`].
    ///
    /// [`Grammar::sentence_name`]: crate::Grammar::sentence_name
    pub fn sentence(self) -> usize {
        usize::from(self.row().block.sentence)
    }

    /// Whether it holds now, whatever lies where: it is in force, and it has neither conditions
    /// nor exceptions.
    pub fn holds_always(self) -> bool {
        let row = self.row();
        let is_cancelled = row.block.is_cancelled() || !row.is_unconditional();
        !is_cancelled && !self.table.is_acted_on(row.claim())
    }

    pub(super) fn row(self) -> Row<'a> {
        self.table.row(self.index as u32)
    }
}

impl<'a> Condition<'a> {
    /// The number of the form of sentence that it was written in. What a group or a copy brings along
    /// can come from another form than the rule's own.
    pub fn sentence(self) -> usize {
        usize::from(self.row.sentence)
    }

    /// The number of its run in that form of sentence, for [`Grammar::run_name`].
    ///
    /// [`Grammar::run_name`]: crate::Grammar::run_name
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
        self.by as usize
    }

    /// The conditions: those of the rule that makes it, and where that has exceptions itself, what
    /// keeps clear of them.
    pub fn conditions(self) -> impl Iterator<Item = Condition<'a>> {
        self.table.conditions_of(self.conditions)
    }
}

impl InForce {
    /// Every rule, cancelled ones included: first the spelled ones in the order of their table.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Held<'_>> {
        (0..self.len()).map(|index| Held { table: self, index })
    }

    /// A rule by its number.
    ///
    /// ```
    /// # let board = spellboard::Board::new(spellboard::Grammar::shipped().into(), 1, 1)?;
    /// let rules = board.in_force()?;
    /// assert_eq!(rules.get(0).map(|rule| rule.index()), Some(0));
    /// assert!(rules.get(rules.len()).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get(&self, index: usize) -> Option<Held<'_>> {
        (index < self.len()).then_some(Held { table: self, index })
    }

    /// How many rules there are, cancelled ones included.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there is no rule at all.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The exceptions that others make to all rules that say the same.
    pub(super) fn exceptions_to(&self, claim: Claim) -> impl Iterator<Item = Exception<'_>> {
        let others = self.exceptions_by_others(claim);
        others.map(|(by, conditions)| Exception {
            table: self,
            by,
            conditions,
        })
    }

    fn conditions_of(&self, way: Way) -> impl Iterator<Item = Condition<'_>> {
        let rows = self.conditions_in(way);
        rows.map(move |row| Condition { table: self, row })
    }
}
