//! Where the readings of a line start.

use super::row::PickId;

/// The number of a start: first come those without given words, by their tiles.
pub(crate) type StartId = u32;

/// Where a reading starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    /// With any words from a tile on.
    Free(u32),
    /// With given words, then as another start does.
    Given(PickId, StartId),
}

/// A start with given words.
#[derive(Debug, Clone, Copy)]
struct Given {
    words: PickId,
    then: StartId,
    /// The one with the same words that was made before this one.
    earlier: Option<StartId>,
}

/// All starts of a line, in the order in which they were found. Starts that are alike are the same,
/// so that a number stands for them. It keeps its memory from line to line.
#[derive(Debug, Default)]
pub(crate) struct Starts {
    /// How many tiles there are.
    tiles: u32,
    given: Vec<Given>,
    /// The last start that begins with given words, by these.
    latest: Vec<Option<StartId>>,
    /// Which starts were found, and in which order.
    is_found: Vec<bool>,
    found: Vec<StartId>,
    /// The last tile on which reading is of use.
    last: u32,
}

impl Starts {
    /// Begins a line of so many tiles, with a start on its first. Starts behind a last tile are not found:
    /// reading only goes on further to the right.
    pub(super) fn begin(&mut self, tiles: u32, last: u32) {
        self.tiles = tiles;
        self.last = last;
        self.given.clear();
        self.latest.clear();
        self.is_found.clear();
        self.found.clear();
        self.add(0, 0);
    }

    /// The start with any words from a tile on.
    pub(crate) fn free(&self, tile: u32) -> StartId {
        tile
    }

    /// The start with given words and what comes then.
    pub(crate) fn given(&mut self, words: PickId, then: StartId) -> StartId {
        if self.latest.len() <= words as usize {
            self.latest.resize(words as usize + 1, None);
        }
        let latest = &mut self.latest[words as usize];
        let mut next = *latest;
        while let Some(start) = next {
            let known = self.given[(start - self.tiles) as usize];
            if known.then == then {
                return start;
            }
            next = known.earlier;
        }
        let new = self.tiles + self.given.len() as StartId;
        self.given.push(Given {
            words,
            then,
            earlier: *latest,
        });
        *latest = Some(new);
        new
    }

    /// A start.
    pub(crate) fn get(&self, start: StartId) -> Start {
        match start.checked_sub(self.tiles) {
            None => Start::Free(start),
            Some(given) => {
                let Given { words, then, .. } = self.given[given as usize];
                Start::Given(words, then)
            }
        }
    }

    /// Adds a start on a tile that was found, unless it was found before.
    pub(crate) fn add(&mut self, start: StartId, tile: u32) {
        if tile > self.last {
            return;
        }
        let at = start as usize;
        if self.is_found.len() <= at {
            self.is_found.resize(at + 1, false);
        }
        if !std::mem::replace(&mut self.is_found[at], true) {
            self.found.push(start);
        }
    }

    /// The start of a number in the order in which they were found.
    pub(super) fn found(&self, number: usize) -> Option<StartId> {
        self.found.get(number).copied()
    }
}
