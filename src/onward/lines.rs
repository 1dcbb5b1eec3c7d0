//! The lines of a board: where they begin, and the words on them.

use crate::board::Block;
use crate::grammar::{Grammar, Resume, StateSet, States};
use crate::letters::Letters;
use crate::lexer::{Place, Tiles, Words};
use crate::numbers::Numbering;
use crate::trail::Cell;

/// Everything that lines are read from.
#[derive(Clone, Copy)]
pub(crate) struct Lines<'a> {
    pub(crate) grammar: &'a Grammar,
    pub(crate) resume: &'a Resume,
    pub(crate) words: &'a Words,
    pub(crate) letters: &'a Letters,
    pub(crate) blocks: &'a [Block],
}

/// A line: its first tile and its direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Line {
    pub(crate) place: Place,
    pub(crate) direction: u8,
    pub(crate) step: i64,
}

impl<'a> Lines<'a> {
    /// The tile of a line, so many steps from its first.
    pub(super) fn place(self, line: Line, tile: u32) -> Place {
        line.place.wrapping_add_signed(line.step * i64::from(tile))
    }

    /// The words that begin on a tile of a line.
    pub(crate) fn cells(self, line: Line, tile: u32) -> impl Iterator<Item = Cell> + 'a {
        let place = self.place(line, tile);
        let stack = self.words.stack_at(place).map(Cell::Stack);
        let spelled = self
            .letters
            .begin_at(line.direction, place)
            .map(Cell::Spelled);
        stack.into_iter().chain(spelled)
    }

    /// Whether a spelled word begins on one of the first tiles of a line.
    pub(super) fn spelled_within(self, line: Line, tiles: u32) -> bool {
        let begins = |tile| {
            self.letters
                .begin_at(line.direction, self.place(line, tile))
        };
        !self.letters.spell_nothing() && (0..tiles).any(|tile| !begins(tile).is_empty())
    }

    /// How many tiles words take.
    pub(crate) fn length(self, cell: Cell) -> u32 {
        match cell {
            Cell::Stack(_) => 1,
            Cell::Spelled(id) => self.letters.spelled[id as usize].length(),
        }
    }

    /// The states that some word of a place can lead to.
    pub(super) fn accepts(self, cell: Cell) -> StateSet {
        match cell {
            Cell::Stack(stack) => {
                let of_block = &self.grammar.states.of_block;
                let blocks = self.words.blocks(stack);
                let words = blocks.filter_map(|block| self.blocks[block as usize].word);
                words.fold(0, |set, word| set | of_block[usize::from(word.0)])
            }
            Cell::Spelled(id) => self.letters.spelled[id as usize].accepts,
        }
    }

    /// A line from its first tile on which some word can begin a sentence. Tiles before it are left
    /// out one by one, even where letters that begin there spell a word; the game does the same.
    pub(super) fn at_first_word(self, mut line: Line) -> Option<Line> {
        let first = self.grammar.states.first;
        loop {
            if !self.goes_on(line) {
                return None;
            }
            let mut cells = self.cells(line, 0);
            if cells.any(|cell| self.accepts(cell) & first != 0) {
                return Some(line);
            }
            line.place = self.place(line, 1);
        }
    }

    /// Whether a line has words or letters on its first tile.
    pub(super) fn goes_on(self, line: Line) -> bool {
        self.cells(line, 0).next().is_some() || self.letters.lies_on(line.place)
    }

    /// Where lines begin in a direction, in no order that means anything.
    pub(super) fn beginnings(self, direction: u8) -> impl Iterator<Item = Line> + 'a {
        let way = self.grammar.directions()[usize::from(direction)];
        let step = self.words.step(way.step());
        let places = self.words.stacks().map(|stack| stack.place);
        let at = places.chain(self.letters.beginnings(direction));
        let found = at.map(move |place| Line {
            place,
            direction,
            step,
        });
        found.filter(move |&line| self.begins(line))
    }

    /// Whether a line begins on a tile: no word lies or ends on the tile before, and behind a word
    /// that begins here another one does, unless one word makes a sentence.
    fn begins(self, line: Line) -> bool {
        let before = line.place.wrapping_add_signed(-line.step);
        let states = &self.grammar.states;
        let whole = states.first & states.complete;
        self.words.stack_at(before).is_none()
            && !self.letters.end_at(line.direction, before)
            && self.cells(line, 0).any(|cell| {
                let behind = self.length(cell);
                self.accepts(cell) & whole != 0 || self.cells(line, behind).next().is_some()
            })
    }

    /// Finds where lines begin.
    pub(super) fn find(self, found: &mut Vec<Line>) {
        for direction in 0..self.grammar.directions().len() as u8 {
            let begins = self.beginnings(direction);
            found.extend(begins.filter_map(|line| self.at_first_word(line)));
        }
    }

    /// Finds where lines begin on a board without letters: those in which some sentence can have
    /// its anchor. The first such anchor of a line finds it.
    pub(super) fn find_by_anchors(self, tiles: Tiles<impl Numbering>, found: &mut Vec<Line>) {
        let states = &self.grammar.states;
        for (direction, way) in (0..).zip(self.grammar.directions()) {
            let step = self.words.step(way.step());
            for &anchor in self.words.anchors() {
                let mut place = anchor;
                let mut here = tiles.accepts(place);
                let mut after = tiles.accepts(place.wrapping_add_signed(step));
                let mut before = tiles.accepts(place.wrapping_add_signed(-step));
                if !states.has_anchor_between(before, after) {
                    continue;
                }
                while before != 0 {
                    place = place.wrapping_add_signed(-step);
                    (after, here) = (here, before);
                    before = tiles.accepts(place.wrapping_add_signed(-step));
                    if here & States::ANCHOR != 0 && states.has_anchor_between(before, after) {
                        break;
                    }
                }
                if before == 0 {
                    found.push(Line {
                        place,
                        direction,
                        step,
                    });
                }
            }
        }
    }
}
