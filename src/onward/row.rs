//! The words of a line tile by tile, as all its readings share them.

mod parts;

use super::{Line, Lines};
use crate::board::Block;
use crate::grammar::{Bearing, StateSet, States};
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
    /// The states that some of the words can lead to, and those from which every one of them goes on.
    pub(crate) accepts: StateSet,
    pub(crate) before: StateSet,
    /// What some of the words can be to a sentence that they stop, and what all of them can be.
    some: Bearing,
    every: Bearing,
    /// The words, as a range of the row's.
    words: (u32, u32),
    /// The states behind which all stops were found already: they are the same in every reading, unless
    /// negations come before the words.
    pub(crate) settled: StateSet,
    /// All words of the place.
    whole: PickId,
    /// The pick of the same place that was made before this one.
    earlier: Option<PickId>,
}

impl Pick {
    /// No words.
    const EMPTY: Pick = Pick {
        cell: Cell::Stack(0),
        start: 0,
        end: 0,
        accepts: 0,
        before: StateSet::MAX,
        some: 0,
        every: Bearing::MAX,
        settled: 0,
        words: (0, 0),
        whole: 0,
        earlier: None,
    };
}

/// A word of a place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word {
    pub(crate) word: WordId,
    /// What it can be to a sentence that it stops.
    bearing: Bearing,
    /// The states that it can lead to, and those from which it goes on.
    pub(crate) accepts: StateSet,
    before: StateSet,
}

/// The words of a line. Picks with the same words are the same, so that a number stands for them.
/// It keeps its memory from line to line.
#[derive(Debug, Default)]
pub(crate) struct Row {
    /// Where the places of each tile begin, and those of the last one end.
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
            self.tiles.push(self.picks.len() as PickId);
            let place = lines.place(line, tile);
            if let Some(stack) = lines.words.stack_at(place) {
                furthest = furthest.max(tile + 1);
                self.add_stack(lines, stack, tile);
            }
            for id in lines.letters.begin_at(line.direction, place) {
                let spelled = &lines.letters.spelled[id as usize];
                furthest = furthest.max(tile + spelled.length());
                self.add_spelled(lines, id, spelled, tile);
            }
            tile += 1;
        }
        self.tiles.push(self.picks.len() as PickId);
        self.latest.clear();
        self.latest.extend(0..self.picks.len() as PickId);
    }

    /// Adds the words of a stack.
    fn add_stack(&mut self, lines: Lines, stack: StackId, tile: u32) {
        let from = self.words.len();
        let mut add = |block: u32| {
            let Block { word, accepts, .. } = lines.blocks[block as usize];
            if let Some(word) = word {
                let class = lines.grammar.states.of_class(States::class(accepts));
                self.words.push(Word {
                    word,
                    bearing: States::bearing(accepts),
                    accepts: class.accepts,
                    before: class.before,
                });
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
    fn add_spelled(&mut self, lines: Lines, id: SpelledId, spelled: &Spelled, tile: u32) {
        let from = self.words.len();
        self.words.push(Word {
            word: spelled.word,
            bearing: lines.resume.bearing(spelled.word),
            accepts: spelled.accepts,
            before: spelled.before,
        });
        self.blocks.push(Self::SPELLED);
        self.add_place(Cell::Spelled(id), (tile, tile + spelled.length()), from);
    }

    /// Adds a place with all words from one on.
    fn add_place(&mut self, cell: Cell, (start, end): (u32, u32), from: usize) {
        let whole = self.picks.len() as PickId;
        self.add_pick(Pick {
            cell,
            start,
            end,
            words: (from as u32, self.words.len() as u32),
            whole,
            earlier: None,
            ..Pick::EMPTY
        });
    }

    /// Adds a pick, and finds what its words have in common.
    fn add_pick(&mut self, mut pick: Pick) {
        let (from, to) = pick.words;
        for word in &self.words[from as usize..to as usize] {
            pick.accepts |= word.accepts;
            pick.before &= word.before;
            pick.some |= word.bearing;
            pick.every &= word.bearing;
        }
        self.picks.push(pick);
    }

    /// How many tiles the line has, with the one behind its last word.
    pub(crate) fn length(&self) -> u32 {
        self.tiles.len() as u32 - 1
    }

    /// All words of each place that begins on a tile.
    pub(crate) fn places(&self, tile: u32) -> std::ops::Range<PickId> {
        match self.tiles.get(tile as usize..) {
            Some(&[from, to, ..]) => from..to,
            _ => 0..0,
        }
    }

    /// The last tile on which a sentence can begin: that of the last word which can be an anchor, as far as
    /// the words beside it tell, or the one before it. No word takes more than `longest` tiles.
    pub(super) fn last_beginning(&self, states: &States, longest: u32) -> Option<u32> {
        let places = self.tiles.last().map_or(0, |&places| places as usize);
        let is_anchor = |&at: &usize| {
            let own = &self.picks[at];
            if !states.is_anchor(own.accepts) {
                return false;
            }
            let near = self.picks[..at].iter().rev();
            let near = near.take_while(|before| before.start + longest >= own.start);
            let before = near.filter(|before| before.end == own.start);
            let behind = self.places(own.end).map(|at| self.pick(at).accepts);
            states.is_anchor_between(
                before.fold(0, |all, before| all | before.accepts),
                behind.fold(0, |all, behind| all | behind),
            )
        };
        let last = (0..places).rev().find(is_anchor)?;
        let before = u32::from(!states.begin_with_anchor());
        Some(self.picks[last].start.saturating_sub(before))
    }

    /// All stops behind some states of words were found.
    pub(super) fn settle(&mut self, pick: PickId, states: StateSet) {
        self.picks[pick as usize].settled |= states;
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

    /// The blocks of those words of a pick that lead to a state of a set; `None` if letters spell them.
    pub(super) fn blocks_leading(
        &self,
        pick: PickId,
        states: StateSet,
    ) -> Option<impl Iterator<Item = u32> + Clone + '_> {
        let words = self.words(pick).iter().zip(self.blocks_of(pick));
        let leading = words.filter(move |(word, _)| word.accepts & states != 0);
        let is_laid = matches!(self.pick(pick).cell, Cell::Stack(_));
        is_laid.then(|| leading.map(|(_, &block)| block))
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

    /// The blocks of a tile whose words are all read alike; none where there are others, see
    /// [`Row::alike`].
    pub(crate) fn alike_on(&self, lines: Lines, tile: u32) -> &[u32] {
        let places = self.places(tile);
        match places.len() {
            1 => self.alike(lines, places.start),
            _ => &[],
        }
    }

    /// The blocks of words that are all read alike, by their places among the board's blocks; none where
    /// they are not, are spelled by letters, or are too many to be counted.
    pub(crate) fn alike(&self, lines: Lines, pick: PickId) -> &[u32] {
        let blocks = match self.pick(pick).cell {
            Cell::Stack(_) => self.blocks_of(pick),
            Cell::Spelled(_) => return &[],
        };
        if blocks.len() == 1 {
            return blocks;
        }
        let marks = |block: &u32| lines.blocks[*block as usize].accepts;
        let is_alike = |pair: &[u32]| marks(&pair[0]) == marks(&pair[1]);
        match blocks.windows(2).all(is_alike) && blocks.len() <= usize::from(u8::MAX) {
            true => blocks,
            false => &[],
        }
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
