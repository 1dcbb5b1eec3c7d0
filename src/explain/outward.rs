//! What was read outward: around each anchor as far as words fit, a whole sentence or not.

use super::classes::Classes;
use super::line::{ReadWord, Reading, RunName, Stop};
use super::stretch::Stretch;
use crate::grammar::{Automaton, Grammar, Positions, each, union};

/// The readings of a stretch.
pub(super) fn readings(grammar: &Grammar, classes: &Classes, stretch: &Stretch) -> Vec<Reading> {
    let accepts = |at: usize| {
        let blocks = stretch.blocks_at(at);
        blocks.fold(0, |set: Positions, block| {
            set | Positions::from(block.accepts)
        })
    };
    let row: Vec<Positions> = (0..stretch.tiles.len()).map(accepts).collect();
    let mut found: Vec<Reading> = Vec::new();
    for (at, &accepts) in row.iter().enumerate() {
        let anchors = each(accepts & grammar.automaton.anchors);
        let around = anchors.map(|anchor| {
            Around {
                grammar,
                classes,
                stretch,
                row: &row,
                at,
                anchor,
            }
            .reading()
        });
        found.extend(around);
    }
    found
}

/// An anchor of a row.
struct Around<'a> {
    grammar: &'a Grammar,
    classes: &'a Classes,
    stretch: &'a Stretch,
    /// Where some word of each tile can stand.
    row: &'a [Positions],
    at: usize,
    anchor: usize,
}

/// The places that words lead to, from the anchor away.
struct Walk {
    /// By step; the first is the anchor's.
    reached: Vec<Positions>,
    /// The last step on which the sentence can end on this side.
    end: Option<usize>,
}

impl Around<'_> {
    fn reading(&self) -> Reading {
        let Automaton {
            follow,
            precede,
            first,
            last,
            ..
        } = &self.grammar.automaton;
        let before = self.walk(precede, *first, |step| self.at.checked_sub(step));
        let behind = self.walk(follow, *last, |step| {
            Some(self.at + step).filter(|&at| at < self.row.len())
        });
        let mut places = self.places(&before, follow, *first);
        places.reverse();
        places.pop();
        let start = self.at - places.len();
        places.extend(self.places(&behind, precede, *last));
        let words = (start..)
            .zip(&places)
            .filter_map(|(at, &place)| self.word(at, place));
        let whole = before.end.zip(behind.end);
        let anchor = self.at - start;
        Reading {
            sentence: self.grammar.automaton.slots[self.anchor].sentence,
            words: words.collect(),
            whole: whole.map(|(before, behind)| anchor - before..anchor + behind + 1),
            stops: vec![
                self.stop(&before, precede, true),
                self.stop(&behind, follow, false),
            ],
        }
    }

    /// Goes from the anchor as far as words fit.
    fn walk(
        &self,
        next: &[Positions],
        ends: Positions,
        tile: impl Fn(usize) -> Option<usize>,
    ) -> Walk {
        let mut reached: Vec<Positions> = vec![1 << self.anchor];
        let mut end = None;
        loop {
            let step = reached.len() - 1;
            if reached[step] & ends != 0 {
                end = Some(step);
            }
            let accepts = tile(step + 1).map_or(0, |at| self.row[at]);
            match accepts & union(reached[step], next) {
                0 => return Walk { reached, end },
                places => reached.push(places),
            }
        }
    }

    /// One way through the places of a walk, from the anchor away, to an end where there is one.
    /// `back` leads from a place to those nearer to the anchor.
    fn places(&self, walk: &Walk, back: &[Positions], ends: Positions) -> Vec<usize> {
        let last = walk.reached.len() - 1;
        let mut allowed = match walk.reached[last] & ends {
            0 => walk.reached[last],
            ending => ending,
        };
        let mut places = Vec::new();
        for reached in walk.reached.iter().rev() {
            let place = (reached & allowed).trailing_zeros() as usize;
            places.push(place);
            allowed = back[place];
        }
        places.reverse();
        places
    }

    fn word(&self, at: usize, place: usize) -> Option<ReadWord> {
        let slot = self.grammar.automaton.slots[place];
        let mut blocks = self.stretch.blocks_at(at);
        let block = blocks.find(|block| Positions::from(block.accepts) >> place & 1 == 1)?;
        Some(ReadWord {
            tiles: at..at + 1,
            word: block.word?,
            object: block.object,
            run: RunName::of(slot),
        })
    }

    fn stop(&self, walk: &Walk, next: &[Positions], before: bool) -> Stop {
        let steps = walk.reached.len();
        let at = match before {
            true => self.at.checked_sub(steps),
            false => Some(self.at + steps).filter(|&at| at < self.row.len()),
        };
        let wanted = union(walk.reached[steps - 1], next);
        Stop {
            at,
            before,
            is_end: walk.end.is_some(),
            wanted: self.classes.accepted(wanted),
            runs: RunName::of_places(self.grammar, wanted),
        }
    }
}
