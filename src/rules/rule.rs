//! One rule of a table: its words, how they were read, and how it is written.

use serde::Serialize;

use super::{Claim, Entry, Reading, RuleTable};
use crate::grammar::{Direction, Grammar};
use crate::lexicon::WordId;
use crate::object::ObjectId;

/// One word of a rule, with the run it was read in and the block that carries it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Part {
    /// The word.
    pub word: WordId,
    /// The number of its run in the form of sentence, from 0: each run, then the one it takes.
    pub run: u8,
    /// What the word does in its run.
    pub kind: PartKind,
    /// The block; `None` in a base rule, which no block spells.
    pub object: Option<ObjectId>,
}

/// What a [`Part`] of a rule does in its run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PartKind {
    /// It is an item of the run.
    Item,
    /// It joins two items of a run that stays together.
    Joiner,
    /// It turns the item behind it into its opposite; two of them cancel.
    Negation,
    /// It is a further letter of the item before it, whose word the letters spell.
    Letter,
    /// It only marks what the other words are, as a particle does.
    Marker,
}

/// One item of a rule: a word with all that belongs to it.
///
/// ```
/// # use spellboard::{Grammar, Source, drawing};
/// let grammar = Source::new("own.ron", r#"(
///     read: [Right],
///     reading: Outward,
///     roles: { "who": "of a thing", "link": "joins them", "how": "of a look", "un": "opposite" },
///     words: { "LOOKS": "link", "UN": "un" },
///     sentences: { "claim": (anchor: "link", runs: [
///         (name: "who", of: ["who"], each: true),
///         (name: "link", of: ["link"]),
///         (name: "how", of: ["how"], negated_by: "un", each: true),
///     ]) },
/// )"#);
/// let words = Source::new("own.json", r#"{ "words": [
///     { "name": "OWL", "role": "who" }, { "name": "SHY", "role": "how" }
/// ] }"#);
/// let grammar = Grammar::new(&grammar, &[words])?;
/// let board = drawing::read(&Source::new("board.txt", "OWL LOOKS UN SHY"), grammar.into())?;
/// let rule = board.rules()?.iter().next().expect("one sentence, one rule");
/// assert_eq!(rule.text(board.grammar()), "OWL LOOKS UN SHY");
/// let negated: Vec<bool> = rule.items().map(|item| item.negated).collect();
/// assert_eq!(negated, [false, false, true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item<'a> {
    /// The word.
    pub word: WordId,
    /// The number of its run in the form of sentence.
    pub run: u8,
    /// Whether an odd number of negations stands before it.
    pub negated: bool,
    /// Its negations, its block, and the blocks of its further letters.
    pub parts: &'a [Part],
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

    /// The rule's items, in the order of its sentence, without the words that only mark them. An
    /// item of a run that another one takes stands behind the word that takes it.
    pub fn items(self) -> impl Iterator<Item = Item<'a>> {
        let mut rest = self.parts();
        std::iter::from_fn(move || {
            let own = |part: &Part| matches!(part.kind, PartKind::Item | PartKind::Negation);
            rest = &rest[rest.iter().position(own)?..];
            let at = rest.iter().position(|part| part.kind == PartKind::Item)?;
            let negations = rest[..at].iter();
            let negations = negations.filter(|part| part.kind == PartKind::Negation);
            let negated = negations.count() % 2 == 1;
            let letters = rest[at + 1..]
                .iter()
                .take_while(|part| part.kind == PartKind::Letter);
            let (parts, after) = rest.split_at(at + 1 + letters.count());
            rest = after;
            let Part { word, run, .. } = parts[at];
            Some(Item {
                word,
                run,
                negated,
                parts,
            })
        })
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
    /// word one is left where their number is odd, and none where it is even.
    pub fn text(self, grammar: &Grammar) -> String {
        let mut text = String::new();
        let mut negation = None;
        for part in self.parts() {
            match (part.kind, negation) {
                (PartKind::Letter, _) => continue,
                (PartKind::Negation, None) => {
                    negation = Some(part.word);
                    continue;
                }
                (PartKind::Negation, Some(_)) => {
                    negation = None;
                    continue;
                }
                _ => {}
            }
            for word in negation.take().into_iter().chain([part.word]) {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(grammar.lexicon().name(word));
            }
        }
        text
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
        let mut items = 0;
        let mut negations = 0;
        for part in self.parts() {
            match part.kind {
                PartKind::Item if named.contains(&Some(part.run)) && negations % 2 == 0 => {
                    items += 1;
                    negations = 0;
                }
                PartKind::Negation => negations += 1,
                PartKind::Letter | PartKind::Marker => {}
                PartKind::Item | PartKind::Joiner => return false,
            }
        }
        items <= 3
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
