//! Sentences become a position automaton (Glushkov): one position for each place in a sentence
//! where a word can stand, at most 64 in all, so that a set of positions is one machine word.

use super::check::{Run, Sentence};
use crate::lexicon::Lexicon;

/// A set of positions, one bit each.
pub(crate) type Positions = u64;

/// The most positions that a grammar can have.
pub(crate) const MOST_POSITIONS: usize = Positions::BITS as usize;

/// What a word at a position is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) sentence: u8,
    pub(crate) run: u8,
    /// Joins two items, instead of being one.
    pub(crate) joiner: bool,
    /// Every item of the run makes a rule of its own.
    pub(crate) each: bool,
}

/// The sentences of a grammar, compiled.
#[derive(Debug, Clone, Default)]
pub(crate) struct Automaton {
    pub(crate) slots: Vec<Slot>,
    /// Where the next word can stand, by position.
    pub(crate) follow: Vec<Positions>,
    /// Where the word before can stand, by position.
    pub(crate) precede: Vec<Positions>,
    /// Where each word can stand, by the word's id.
    pub(crate) accepts: Vec<Positions>,
    /// Where a sentence can begin, where it can end, and where its anchor stands.
    pub(crate) first: Positions,
    pub(crate) last: Positions,
    pub(crate) anchors: Positions,
}

impl Automaton {
    /// Compiles sentences; `None` when they need more than [`MOST_POSITIONS`].
    pub(crate) fn new(sentences: &[Sentence], lexicon: &Lexicon) -> Option<Self> {
        let mut automaton = Automaton {
            accepts: vec![0; lexicon.words().len()],
            ..Self::default()
        };
        for (index, sentence) in sentences.iter().enumerate() {
            automaton.add_sentence(u8::try_from(index).ok()?, sentence, lexicon)?;
        }
        automaton.precede = automaton.reversed();
        Some(automaton)
    }

    fn add_sentence(&mut self, index: u8, sentence: &Sentence, lexicon: &Lexicon) -> Option<()> {
        let mut before: Option<usize> = None;
        for (run_index, run) in sentence.runs.iter().enumerate() {
            let slot = Slot {
                sentence: index,
                run: u8::try_from(run_index).ok()?,
                joiner: false,
                each: run.each,
            };
            let item = self.add_run(slot, run, lexicon)?;
            match before {
                None => self.first |= 1 << item,
                Some(before) => self.follow[before] |= 1 << item,
            }
            if run_index == sentence.anchor {
                self.anchors |= 1 << item;
            }
            before = Some(item);
        }
        self.last |= before.map_or(0, |item| 1 << item);
        Some(())
    }

    /// Adds the positions of a run; gives that of its items.
    fn add_run(&mut self, slot: Slot, run: &Run, lexicon: &Lexicon) -> Option<usize> {
        let item = self.add_position(slot)?;
        for word in lexicon
            .words()
            .filter(|&word| lexicon.roles(word).meets(run.of))
        {
            self.accepts[usize::from(word.0)] |= 1 << item;
        }
        if let Some(role) = run.joined_by {
            let joiner = self.add_position(Slot {
                joiner: true,
                ..slot
            })?;
            for word in lexicon
                .words()
                .filter(|&word| lexicon.roles(word).contains(role))
            {
                self.accepts[usize::from(word.0)] |= 1 << joiner;
            }
            self.follow[item] |= 1 << joiner;
            self.follow[joiner] |= 1 << item;
        }
        Some(item)
    }

    fn add_position(&mut self, slot: Slot) -> Option<usize> {
        self.slots.push(slot);
        self.follow.push(0);
        (self.slots.len() <= MOST_POSITIONS).then_some(self.slots.len() - 1)
    }

    fn reversed(&self) -> Vec<Positions> {
        let mut precede = vec![0; self.follow.len()];
        for (from, &follow) in self.follow.iter().enumerate() {
            each(follow).for_each(|to| precede[to] |= 1 << from);
        }
        precede
    }
}

/// The positions of a set, one by one.
pub(crate) fn each(mut set: Positions) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let position = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(position)
    })
}
