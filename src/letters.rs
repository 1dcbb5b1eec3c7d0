//! Letters: neighbouring letter blocks also read as the word that they spell together.

mod laid;
mod search;

use std::ops::Range;

use crate::board::Text;
use crate::grammar::{Grammar, StateSet};
use crate::lexer::{Place, Words};
use crate::lexicon::WordId;
use crate::object::ObjectId;
use crate::rules::{Part, PartKind, TooComplex};

use laid::Laid;
use search::{Ground, Letter, Search};

/// The number of a spelled word.
pub(crate) type SpelledId = u32;

/// The most words that the letters of a board are read as.
const MOST_SPELLED: usize = 1 << 16;

/// A word that letters spell.
#[derive(Debug)]
pub(crate) struct Spelled {
    pub(crate) word: WordId,
    /// The states that the word can lead to, and those from which it goes on.
    pub(crate) accepts: StateSet,
    pub(crate) before: StateSet,
    /// The block of its first letter, and its further letters.
    pub(crate) first: ObjectId,
    pub(crate) rest: Vec<Part>,
}

impl Spelled {
    /// How many tiles the word takes.
    pub(crate) fn length(&self) -> u32 {
        1 + self.rest.len() as u32
    }
}

/// What the letters of a board spell. It keeps its memory from board to board.
#[derive(Debug, Default)]
pub(crate) struct Letters {
    pub(crate) spelled: Vec<Spelled>,
    /// The spelled words that begin on a tile in a direction, sorted by both.
    begins: Vec<((u8, Place), Range<SpelledId>)>,
    /// The tiles where some end, sorted.
    ends: Vec<(u8, Place)>,
    longest: u32,
    laid: Laid,
    search: Search,
}

impl Letters {
    /// Finds every word that letters spell, in every direction of the grammar.
    pub(crate) fn spell(
        &mut self,
        grammar: &Grammar,
        text: Text,
        words: &Words,
    ) -> Result<(), TooComplex> {
        self.forget();
        let Some(speller) = grammar.speller.as_ref().filter(|_| words.has_left_out()) else {
            return Ok(());
        };
        for (index, block) in (0..).zip(text.blocks) {
            if block.word.is_some_and(|word| speller.is_letter(word)) {
                self.laid.add(words.place(block.tile), index);
            }
        }
        self.laid.sort();
        let lies = |word: &WordId| text.blocks.iter().any(|block| block.word == Some(*word));
        let present: Vec<WordId> = speller.words_needed().filter(lies).collect();
        for (number, direction) in (0..).zip(grammar.directions()) {
            let step = words.step(direction.step());
            self.laid.face(step);
            for tile in self.laid.tiles() {
                let most = MOST_SPELLED.saturating_sub(self.spelled.len());
                let ground = Ground {
                    grammar,
                    speller,
                    text,
                    present: &present,
                    laid: &self.laid,
                };
                if !self.search.from(ground, tile, most) {
                    return Err(TooComplex);
                }
                self.take_found(grammar, self.laid.place(tile), step, number);
            }
        }
        self.ends.sort_unstable();
        Ok(())
    }

    /// Forgets the letters of the board before.
    fn forget(&mut self) {
        self.longest = 1;
        if !self.laid.is_empty() {
            self.spelled.clear();
            self.begins.clear();
            self.ends.clear();
            self.laid.forget();
        }
    }

    /// Adds the words that were found to begin on a tile.
    fn take_found(&mut self, grammar: &Grammar, place: Place, step: i64, direction: u8) {
        let from = self.spelled.len() as SpelledId;
        for (word, letters) in self.search.found() {
            let end = place.wrapping_add_signed(step * (letters.len() as i64 - 1));
            self.ends.push((direction, end));
            self.longest = self.longest.max(letters.len() as u32);
            self.spelled.push(spelled(grammar, word, letters));
        }
        let ids = from..self.spelled.len() as SpelledId;
        if !ids.is_empty() {
            self.begins.push(((direction, place), ids));
        }
    }

    /// The spelled words that begin on a tile.
    pub(crate) fn begin_at(&self, direction: u8, place: Place) -> Range<SpelledId> {
        let at = self
            .begins
            .binary_search_by_key(&(direction, place), |it| it.0);
        at.map_or(0..0, |at| self.begins[at].1.clone())
    }

    /// Whether a spelled word ends on a tile.
    pub(crate) fn end_at(&self, direction: u8, place: Place) -> bool {
        self.ends.binary_search(&(direction, place)).is_ok()
    }

    /// Whether a letter lies on a tile.
    pub(crate) fn lies_on(&self, place: Place) -> bool {
        self.laid.lies_on(place)
    }

    /// Whether the letters of the board spell no word.
    pub(crate) fn spell_nothing(&self) -> bool {
        self.spelled.is_empty()
    }

    /// Whether the board has no letters.
    pub(crate) fn is_empty(&self) -> bool {
        self.laid.is_empty()
    }

    /// The most tiles that a word of this board takes.
    pub(crate) fn longest(&self) -> u32 {
        self.longest
    }

    /// The tiles on which spelled words begin in a direction.
    pub(crate) fn beginnings(&self, direction: u8) -> impl Iterator<Item = Place> + '_ {
        let own = self.begins.iter().map(|it| it.0);
        own.filter(move |it| it.0 == direction).map(|it| it.1)
    }
}

fn spelled(grammar: &Grammar, word: WordId, letters: &[Letter]) -> Spelled {
    let part = |letter: &Letter| Part {
        word: letter.word,
        run: 0,
        kind: PartKind::Letter,
        object: Some(letter.object),
    };
    let accepts = grammar.states.accepts[word.index()];
    let class = grammar.states.class_of(accepts);
    Spelled {
        word,
        accepts,
        before: grammar.states.of_class(class).before,
        first: letters[0].object,
        rest: letters[1..].iter().map(part).collect(),
    }
}
