//! One rule of a table: its words, how they were read, and how it is written.

use serde::Serialize;

use super::items::Item;
use super::questions::Claim;
use super::{Entry, Reading, RuleTable};
use crate::grammar::{Direction, Form, Grammar};
use crate::lexicon::WordId;
use crate::object::ObjectId;

/// One word of a rule, with the run it was read in and the block that carries it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Part {
    /// The word.
    pub word: WordId,
    /// The number of its run in the form of sentence, from 0: each run, then those that belong to its
    /// items, then the one it takes. [`Grammar::run_name`] has its name.
    pub run: u8,
    /// What the word does in its run.
    pub kind: PartKind,
    /// The block; `None` in a base rule, which no block spells.
    pub object: Option<ObjectId>,
}

/// What a [`Part`] of a rule does in its run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PartKind {
    /// It is an item of the run.
    Item,
    /// It joins two items of a run that stays together.
    Joiner,
    /// It turns the item behind it into its opposite; two of them cancel.
    Negation,
    /// It turns the item before it into its opposite; two of them cancel.
    NegationAfter,
    /// It is a further letter of the item before it, whose word the letters spell.
    Letter,
    /// It only marks what the other words are, as a particle does.
    Marker,
}

/// One rule of a [`RuleTable`].
#[derive(Debug, Clone, Copy)]
pub struct Rule<'a> {
    pub(super) table: &'a RuleTable,
    pub(super) index: usize,
}

impl<'a> Rule<'a> {
    /// The rule's number in its table, from 0.
    pub fn index(self) -> usize {
        self.index
    }

    /// The word the rule is about: the item of the first run with `each`, or else of the first run
    /// that is not the anchor.
    pub fn subject(self) -> WordId {
        self.item(self.reading().form.subject).unwrap_or(NO_WORD)
    }

    /// The word of the anchor.
    pub fn anchor(self) -> WordId {
        self.item(self.reading().form.anchor).unwrap_or(NO_WORD)
    }

    /// What is said of the subject: the item of the last run with `each`, or else of the last run
    /// that is not the anchor. `None` where the subject's run is the only one.
    pub fn complement(self) -> Option<WordId> {
        self.item(self.reading().form.complement?)
    }

    /// The rule's words in the order of its sentence: one item of a run with `each`, all of any
    /// other run.
    pub fn parts(self) -> &'a [Part] {
        let start = match self.index {
            0 => 0,
            index => self.table.entries[index - 1].end as usize,
        };
        &self.table.parts[start..self.entry().end as usize]
    }

    /// The joiners of the rule's reading: all words that joined items in it, those of other
    /// subjects and complements included.
    pub fn joiners(self) -> &'a [ObjectId] {
        if !self.reading().joined {
            return &[];
        }
        let RuleTable {
            joined, joiners, ..
        } = self.table;
        let after = joined.partition_point(|reading| reading.rule as usize <= self.index);
        let end = |reading: usize| joined[reading].end as usize;
        let start = after.checked_sub(2).map_or(0, end);
        &joiners[start..end(after - 1)]
    }

    /// The blocks that spelled the rule, in the order of its words; none for a base rule. They are
    /// the blocks of [`Rule::parts`]; those that joined its items to others are
    /// [`Rule::joiners`].
    pub fn objects(self) -> impl Iterator<Item = ObjectId> + 'a {
        self.parts().iter().filter_map(|part| part.object)
    }

    /// Whether the rule is one of the grammar's base rules.
    pub fn is_base(self) -> bool {
        self.objects().next().is_none()
    }

    /// The number of the form of sentence that the rule was read by, for
    /// [`Grammar::sentence_name`] and [`Grammar::run_name`].
    pub fn sentence(self) -> usize {
        usize::from(self.reading().form.sentence)
    }

    /// The direction in which the rule was read; `None` for a base rule.
    pub fn direction(self, grammar: &Grammar) -> Option<Direction> {
        let direction = grammar
            .directions()
            .get(usize::from(self.reading().direction));
        direction.copied().filter(|_| !self.is_base())
    }

    /// The rule as text: its words with single blanks between them. Of several negations before a
    /// word, or behind one, one is left where their number is odd, and none where it is even.
    pub fn text(self, grammar: &Grammar) -> String {
        let mut words: Vec<Part> = Vec::new();
        for part in self.parts() {
            let negation = matches!(part.kind, PartKind::Negation | PartKind::NegationAfter);
            match words.last() {
                _ if part.kind == PartKind::Letter => {}
                Some(last) if negation && last.kind == part.kind => {
                    words.pop();
                }
                _ => words.push(*part),
            }
        }
        let names: Vec<&str> = words
            .iter()
            .map(|part| grammar.lexicon().name(part.word))
            .collect();
        names.join(" ")
    }

    /// The block that spells the subject, or its first letter; `None` in a base rule.
    pub(crate) fn subject_block(self) -> Option<ObjectId> {
        let run = self.reading().form.subject;
        let is_subject = |part: &&Part| part.run == run && part.kind == PartKind::Item;
        self.parts().iter().find(is_subject)?.object
    }

    /// The first item of a run.
    fn item(self, run: u8) -> Option<WordId> {
        let mut parts = self.parts().iter();
        let item = parts.find(|part| part.run == run && part.kind == PartKind::Item);
        item.map(|part| part.word)
    }

    pub(super) fn claim(self) -> Claim {
        let form = self.reading().form;
        Claim {
            subject: self.item(form.subject),
            anchor: self.item(form.anchor),
            complement: form.complement.and_then(|run| self.item(run)),
            bare: self.is_bare(),
        }
    }

    /// Whether the rule has one word each of subject, anchor and complement, not negated, and no
    /// other.
    fn is_bare(self) -> bool {
        let form = self.reading().form;
        let named = [Some(form.subject), Some(form.anchor), form.complement];
        let joined = |part: &Part| part.kind == PartKind::Joiner;
        let fits = |item: &Item| named.contains(&Some(item.run)) && !item.negated;
        let all_fit = self.items().all(|item| fits(&item));
        all_fit && self.items().count() <= 3 && !self.parts().iter().any(joined)
    }

    /// The runs that most questions to it are about.
    pub(crate) fn form(self) -> Form {
        self.reading().form
    }

    pub(super) fn reading(self) -> Reading {
        self.entry().reading
    }

    fn entry(self) -> &'a Entry {
        &self.table.entries[self.index]
    }
}

/// Stands where a rule has no such word.
const NO_WORD: WordId = WordId(u16::MAX);
