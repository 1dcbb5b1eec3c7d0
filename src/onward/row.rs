//! The words of a line tile by tile, as all its readings share them.

use super::{Line, Lines};
use crate::grammar::StateSet;
use crate::letters::{Spelled, SpelledId};
use crate::lexer::StackId;
use crate::lexicon::WordId;
use crate::trail::{Cell, Step};

/// The number of a pick.
pub(crate) type PickId = u32;

/// Words of one place of a line: all that lie there, or some of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pick {
    pub(crate) cell: Cell,
    /// The tiles of the line that the words take: from one, up to another.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The states that some of the words can lead to.
    pub(crate) accepts: StateSet,
    /// The words, as a range of the row's.
    words: (u32, u32),
    /// All words of the place.
    whole: PickId,
    /// The pick of the same place that was made before this one.
    earlier: Option<PickId>,
}

/// A word of a place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word {
    pub(crate) word: WordId,
    /// The states that it can lead to.
    pub(crate) accepts: StateSet,
}

/// The words of a line. Picks with the same words are the same, so that a number stands for them.
/// It keeps its memory from line to line.
#[derive(Debug, Default)]
pub(crate) struct Row {
    /// Where the places of each tile end.
    tiles: Vec<PickId>,
    /// First all words of each place, tile after tile, then picks of some of them.
    picks: Vec<Pick>,
    /// The last pick of each place.
    latest: Vec<PickId>,
    words: Vec<Word>,
    /// The blocks of these words, by their places among the board's blocks.
    blocks: Vec<u32>,
}

impl Row {
    /// In place of a block: letters spell the word.
    const SPELLED: u32 = u32::MAX;

    /// Takes the words of a line.
    pub(super) fn take(&mut self, lines: Lines, line: Line) {
        self.tiles.clear();
        self.picks.clear();
        self.words.clear();
        self.blocks.clear();
        // Reading can go on behind any word.
        let (mut tile, mut furthest) = (0, 0);
        while tile <= furthest {
            let place = lines.place(line, tile);
            if let Some(stack) = lines.words.stack_at(place) {
                furthest = furthest.max(tile + 1);
                self.add_stack(lines, stack, tile);
            }
            for id in lines.letters.begin_at(line.direction, place) {
                let spelled = &lines.letters.spelled[id as usize];
                furthest = furthest.max(tile + spelled.length());
                self.add_spelled(id, spelled, tile);
            }
            self.tiles.push(self.picks.len() as PickId);
            tile += 1;
        }
        self.latest.clear();
        self.latest.extend(0..self.picks.len() as PickId);
    }

    /// Adds the words of a stack.
    fn add_stack(&mut self, lines: Lines, stack: StackId, tile: u32) {
        let from = self.words.len();
        let mut add = |block: u32| {
            if let Some(word) = lines.blocks[block as usize].word {
                let accepts = lines.grammar.states.of_block[word.index()];
                self.words.push(Word { word, accepts });
                self.blocks.push(block);
            }
        };
        match lines.words.only(stack) {
            Some(block) => add(block),
            None => lines.words.blocks(stack).for_each(add),
        }
        self.add_place(Cell::Stack(stack), (tile, tile + 1), from);
    }

    /// Adds a word that letters spell.
    fn add_spelled(&mut self, id: SpelledId, spelled: &Spelled, tile: u32) {
        let from = self.words.len();
        self.words.push(Word {
            word: spelled.word,
            accepts: spelled.accepts,
        });
        self.blocks.push(Self::SPELLED);
        self.add_place(Cell::Spelled(id), (tile, tile + spelled.length()), from);
    }

    /// Adds a place with all words from one on.
    fn add_place(&mut self, cell: Cell, (start, end): (u32, u32), from: usize) {
        let whole = self.picks.len() as PickId;
        let accepts = self.words[from..].iter();
        self.picks.push(Pick {
            cell,
            start,
            end,
            accepts: accepts.fold(0, |all, word| all | word.accepts),
            words: (from as u32, self.words.len() as u32),
            whole,
            earlier: None,
        });
    }

    /// How many tiles the line has, with the one behind its last word.
    pub(super) fn length(&self) -> u32 {
        self.tiles.len() as u32
    }

    /// All words of each place that begins on a tile.
    pub(crate) fn places(&self, tile: u32) -> std::ops::Range<PickId> {
        let end = |tile: u32| self.tiles.get(tile as usize).copied();
        let to = end(tile).unwrap_or_default();
        let from = tile.checked_sub(1).and_then(end).unwrap_or_default();
        from.min(to)..to
    }

    /// Words of a place.
    pub(crate) fn pick(&self, pick: PickId) -> &Pick {
        &self.picks[pick as usize]
    }

    /// The words that were picked.
    pub(crate) fn words(&self, pick: PickId) -> &[Word] {
        let (from, to) = self.picks[pick as usize].words;
        &self.words[from as usize..to as usize]
    }

    /// The blocks of the words that were picked, by their places among the board's blocks.
    pub(crate) fn blocks_of(&self, pick: PickId) -> &[u32] {
        let (from, to) = self.picks[pick as usize].words;
        &self.blocks[from as usize..to as usize]
    }

    /// The blocks that steps of given words point into.
    pub(crate) fn blocks(&self) -> &[u32] {
        &self.blocks
    }

    /// Whether a tile has no other words than these.
    pub(crate) fn is_all(&self, pick: PickId) -> bool {
        let own = self.pick(pick);
        own.whole == pick && self.places(own.start).len() == 1
    }

    /// Those words of a pick for which something holds, and those for which it does not; `None` where
    /// there are none.
    pub(crate) fn split(
        &mut self,
        pick: PickId,
        holds: impl Fn(&Word) -> bool,
    ) -> [Option<PickId>; 2] {
        let words = self.words(pick);
        match words.iter().filter(|word| holds(word)).count() {
            0 => [None, Some(pick)],
            all if all == words.len() => [Some(pick), None],
            _ => {
                let others = self.part(pick, |word| !holds(word));
                [Some(self.part(pick, holds)), Some(others)]
            }
        }
    }

    /// Those words of a pick that can lead to some state of a set; `None` where there are none.
    pub(crate) fn leading(&mut self, pick: PickId, states: StateSet) -> Option<PickId> {
        self.filter(pick, |word| word.accepts & states != 0)
    }

    /// Those words of a pick that lead to no state of a set; `None` where there are none.
    pub(crate) fn stopping(&mut self, pick: PickId, states: StateSet) -> Option<PickId> {
        let own = self.pick(pick);
        match own.accepts & states {
            0 => Some(pick),
            _ if own.words.1 - own.words.0 == 1 => None,
            _ => self.filter(pick, |word| word.accepts & states == 0),
        }
    }

    /// Those words of a pick for which something holds; `None` where there are none.
    fn filter(&mut self, pick: PickId, holds: impl Fn(&Word) -> bool) -> Option<PickId> {
        let words = self.words(pick);
        match words.iter().filter(|word| holds(word)).count() {
            0 => None,
            all if all == words.len() => Some(pick),
            _ => Some(self.part(pick, holds)),
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
        let accepts = self.words[from..].iter();
        let new = self.picks.len() as PickId;
        self.picks.push(Pick {
            words: own,
            accepts: accepts.fold(0, |all, word| all | word.accepts),
            earlier: Some(latest),
            ..of
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

    /// The step onto words: those that are given are some of a stack's.
    pub(crate) fn step(&self, pick: PickId, is_given: bool) -> Step {
        let &Pick {
            cell,
            start,
            end,
            words,
            ..
        } = self.pick(pick);
        let picked = match cell {
            Cell::Stack(_) if is_given => words,
            _ => (0, 0),
        };
        Step {
            picked,
            ..Step::onto(cell, start, end)
        }
    }
}
