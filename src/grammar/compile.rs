//! Sentences become a position automaton (Glushkov): one position for each place in a sentence
//! where a word can stand, at most 128 in all, so that a set of positions is one wide machine word.

use super::builder::Builder;
use super::forms::Sentence;
use super::sets::each;
use super::states::Marks;
use crate::lexicon::Lexicon;

/// A set of positions, one bit each.
pub(crate) type Positions = u128;

/// The most positions that a grammar can have.
pub(crate) const MOST_POSITIONS: usize = Positions::BITS as usize;

/// What a word at a position is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) sentence: u8,
    /// The number of its run, and of the run of the sentence that this one belongs to (or the same
    /// number again).
    pub(crate) run: u8,
    pub(crate) outer: u8,
    pub(crate) kind: SlotKind,
    /// Whether the word is an item by itself, or belongs to the item before or behind it.
    pub(crate) side: Side,
    /// Whether the position is in a run that another one takes.
    pub(crate) inner: bool,
    /// Every item of the run, and of the outer run, makes a rule of its own.
    pub(crate) each: bool,
    pub(crate) outer_each: bool,
    /// The run reads what the word before it accepts.
    pub(crate) accepted: bool,
    /// The position is of an item that takes a run behind it.
    pub(crate) takes: bool,
    /// The word only marks what the others are.
    pub(crate) marker: bool,
}

/// What a word does in its run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum SlotKind {
    Item,
    Joiner,
    /// It turns the item behind it into its opposite.
    Negation,
    /// It turns the item before it into its opposite.
    NegationAfter,
}

/// Which item a word belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    /// It is an item, or joins two.
    Middle,
    /// The one behind it.
    Before,
    /// The one before it.
    Behind,
}

impl Slot {
    /// Whether a word here is an item by itself, and no marker.
    pub(crate) fn is_item_alone(self) -> bool {
        self.kind == SlotKind::Item && self.side == Side::Middle && !self.marker
    }

    /// The slot of a word beside the items of this one, in the same run.
    pub(super) fn beside(self, kind: SlotKind, side: Side) -> Slot {
        let side = match self.side {
            Side::Middle => side,
            own => own,
        };
        Slot { kind, side, ..self }
    }
}

/// The runs of a form of sentence that most questions to its rules are about.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Form {
    pub(crate) sentence: u8,
    /// The number of the run that has the anchor.
    pub(crate) anchor: u8,
    /// The run that a rule is about: the first with `each`, or else the first but the anchor.
    pub(crate) subject: u8,
    /// The run that says something of it: the last with `each`, or else the last but the anchor.
    pub(crate) complement: Option<u8>,
}

/// The sentences of a grammar, compiled.
#[derive(Debug, Clone)]
pub(crate) struct Automaton {
    pub(crate) slots: Vec<Slot>,
    /// Where the next word can stand, by position.
    pub(crate) follow: [Positions; MOST_POSITIONS],
    /// Where the word before can stand, by position.
    pub(crate) precede: [Positions; MOST_POSITIONS],
    /// Where each word can stand, by the word's id.
    pub(crate) accepts: Vec<Positions>,
    /// Where a sentence can begin, where it can end, and where its anchor stands.
    pub(crate) first: Positions,
    pub(crate) last: Positions,
    pub(crate) anchors: Positions,
    /// The positions of words that only mark what the others are.
    pub(crate) markers: Positions,
    /// The positions of each sentence.
    pub(crate) sentences: Vec<Positions>,
    /// The positions of sentences in which all that a shorter reading says, a longer one says too.
    pub(crate) growing: Positions,
    /// The form of sentence of each position, and the number of its run.
    pub(crate) forms: [Form; MOST_POSITIONS],
    pub(crate) runs: [u8; MOST_POSITIONS],
}

impl Automaton {
    /// Compiles sentences; `None` when they need more than [`MOST_POSITIONS`].
    pub(crate) fn new(sentences: &[Sentence], lexicon: &Lexicon) -> Option<Self> {
        let mut automaton = Automaton {
            slots: Vec::new(),
            follow: [0; MOST_POSITIONS],
            precede: [0; MOST_POSITIONS],
            accepts: vec![0; lexicon.words().len()],
            first: 0,
            last: 0,
            anchors: 0,
            markers: 0,
            sentences: Vec::new(),
            growing: 0,
            forms: [Form::default(); MOST_POSITIONS],
            runs: [0; MOST_POSITIONS],
        };
        for (index, sentence) in sentences.iter().enumerate() {
            let index = u8::try_from(index).ok()?;
            Builder {
                automaton: &mut automaton,
                lexicon,
                sentence: index,
            }
            .sentence(sentence)?;
        }
        automaton.precede = automaton.reversed();
        Some(automaton)
    }

    /// The positions of each word, where they fit into the marks of a tile.
    pub(super) fn marks(&self) -> Vec<Marks> {
        self.accepts.iter().map(|&set| set as Marks).collect()
    }

    fn reversed(&self) -> [Positions; MOST_POSITIONS] {
        let mut precede = [0; MOST_POSITIONS];
        for (from, &follow) in self.follow.iter().enumerate() {
            each(follow).for_each(|to| precede[to] |= 1 << from);
        }
        precede
    }
}
