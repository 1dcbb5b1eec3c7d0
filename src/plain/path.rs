//! The words of a line through which there is one path.

use crate::grammar::{Bearing, StateId, States};
use crate::lexer::Tiles;
use crate::numbers::Numbering;
use crate::onward::{Line, Lines, Row};

/// The words of a line, tile by tile.
#[derive(Debug, Default)]
pub(crate) struct Path {
    pub(super) words: Vec<Word>,
    /// The last word that can be an anchor: no sentence begins behind it.
    pub(super) last_anchor: usize,
    /// The blocks of tiles with several words that are read alike.
    alike: Vec<u32>,
}

/// One word of a line, or several that are read alike.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    /// Its place among the board's blocks; that of several is their beginning in [`Path::alike`].
    pub(super) block: u32,
    /// Its class, see [`States`].
    pub(super) class: u16,
    /// The state that it led to.
    pub(super) state: StateId,
    /// What it can be to a sentence that it stops.
    pub(super) bearing: Bearing,
    /// How many there are; none where there are different ones.
    pub(super) count: u8,
}

impl Word {
    pub(super) fn is_alone(&self) -> bool {
        self.count == 1
    }

    pub(super) fn is_several(&self) -> bool {
        self.count == 0
    }
}

impl Path {
    /// Takes the words of a line; `false` if several lie on one of its tiles.
    pub(crate) fn take(&mut self, line: Line, tiles: Tiles<impl Numbering>) -> bool {
        self.words.clear();
        let (mut place, mut last_anchor) = (line.place, 0);
        loop {
            let accepts = tiles.accepts(place);
            if accepts == 0 {
                self.last_anchor = last_anchor;
                return true;
            }
            let Some(block) = tiles.only(place) else {
                return false;
            };
            if accepts & States::ANCHOR != 0 {
                last_anchor = self.words.len();
            }
            self.words.push(Word {
                block: block as u32,
                class: States::class(accepts),
                state: States::NONE,
                bearing: States::bearing(accepts),
                count: 1,
            });
            place = place.wrapping_add_signed(line.step);
        }
    }

    /// Takes a line that was taken as a row, in which different words begin on some tiles.
    pub(crate) fn take_row(&mut self, lines: Lines, row: &Row) {
        self.words.clear();
        self.alike.clear();
        for tile in 0..row.length().saturating_sub(1) {
            let word = self.word(lines, row.alike_on(lines, tile));
            self.words.push(word);
        }
    }

    /// A word that is read alike in all of some blocks; there are different ones where there is none.
    fn word(&mut self, lines: Lines, blocks: &[u32]) -> Word {
        let marks = blocks.first();
        let marks = marks.map(|&block| lines.blocks[block as usize].accepts);
        let block = match blocks {
            &[block] => block,
            _ => self.alike.len() as u32,
        };
        if blocks.len() > 1 {
            self.alike.extend_from_slice(blocks);
        }
        Word {
            block,
            class: marks.map_or(lines.grammar.states.no_class(), States::class),
            state: States::NONE,
            bearing: marks.map_or(0, States::bearing),
            count: blocks.len() as u8,
        }
    }

    /// The blocks of a word.
    pub(super) fn blocks<'t>(&'t self, word: &'t Word) -> &'t [u32] {
        match word.count {
            1 => std::slice::from_ref(&word.block),
            count => &self.alike[word.block as usize..][..usize::from(count)],
        }
    }

    /// How many words were taken.
    pub(crate) fn length(&self) -> u32 {
        self.words.len() as u32
    }
}
