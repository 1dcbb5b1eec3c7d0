//! Some words of a place, picked for what they can be to a sentence.

use super::{Pick, PickId, Row, Word};
use crate::grammar::{Bearing, StateSet};

impl Row {
    /// Those words of a pick that can be something to a sentence, and those that cannot; `None` where
    /// there are none.
    pub(crate) fn split(&mut self, pick: PickId, bearing: Bearing) -> [Option<PickId>; 2] {
        let own = self.pick(pick);
        if own.some & bearing == 0 {
            return [None, Some(pick)];
        }
        if own.every & bearing != 0 {
            return [Some(pick), None];
        }
        let others = self.part(pick, |word| word.bearing & bearing == 0);
        [
            Some(self.part(pick, |word| word.bearing & bearing != 0)),
            Some(others),
        ]
    }

    /// Whether some word of a pick leads to no state of a set.
    pub(crate) fn has_stopping(&self, pick: PickId, states: StateSet) -> bool {
        let words = self.words(pick);
        words.iter().any(|word| word.accepts & states == 0)
    }

    /// Those words of a pick that lead to a state, of which there are some.
    pub(crate) fn leading(&mut self, pick: PickId, state: usize) -> PickId {
        match self.words(pick) {
            [_] => pick,
            words if words.iter().all(|word| word.accepts >> state & 1 == 1) => pick,
            _ => self.part(pick, |word| word.accepts >> state & 1 == 1),
        }
    }

    /// Those words of a pick that do not go on from a state, of which there are some.
    pub(crate) fn stopping(&mut self, pick: PickId, state: usize) -> PickId {
        match self.words(pick) {
            [_] => pick,
            words if words.iter().all(|word| word.before >> state & 1 == 0) => pick,
            _ => self.part(pick, |word| word.before >> state & 1 == 0),
        }
    }

    /// Those words of a pick for which something holds: neither none nor all.
    fn part(&mut self, pick: PickId, holds: impl Fn(&Word) -> bool) -> PickId {
        let of = *self.pick(pick);
        let from = self.words.len();
        for at in of.words.0 as usize..of.words.1 as usize {
            let word = self.words[at];
            if holds(&word) {
                self.words.push(word);
                self.blocks.push(self.blocks[at]);
            }
        }
        let own = (from as u32, self.words.len() as u32);
        let latest = self.latest[of.whole as usize];
        if let Some(known) = self.find(latest, own) {
            self.words.truncate(from);
            self.blocks.truncate(from);
            return known;
        }
        let new = self.picks.len() as PickId;
        self.add_pick(Pick {
            cell: of.cell,
            start: of.start,
            end: of.end,
            words: own,
            whole: of.whole,
            earlier: Some(latest),
            ..Pick::EMPTY
        });
        self.latest[of.whole as usize] = new;
        new
    }

    /// A pick that has the same words, from one on back to the first of its place.
    fn find(&self, latest: PickId, words: (u32, u32)) -> Option<PickId> {
        let blocks = |words: (u32, u32)| &self.blocks[words.0 as usize..words.1 as usize];
        let mut next = Some(latest);
        while let Some(pick) = next {
            let known = self.pick(pick);
            if blocks(known.words) == blocks(words) {
                return Some(pick);
            }
            next = known.earlier;
        }
        None
    }
}
