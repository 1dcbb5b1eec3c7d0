//! Letters: neighbouring letter blocks also read as the word that they spell together.

use std::ops::Range;

use crate::board::{Block, Text};
use crate::grammar::{Grammar, StateSet};
use crate::lexer::{Place, Words};
use crate::lexicon::WordId;
use crate::object::ObjectId;
use crate::rules::{Part, PartKind, TooComplex};

/// The number of a spelled word.
pub(crate) type SpelledId = u32;

/// The most words that the letters of a board are read as.
const MOST_SPELLED: usize = 1 << 16;

/// A word that letters spell.
#[derive(Debug)]
pub(crate) struct Spelled {
    pub(crate) word: WordId,
    /// The states that the word can lead to.
    pub(crate) accepts: StateSet,
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

/// What the letters of a board spell.
#[derive(Debug, Default)]
pub(crate) struct Letters {
    pub(crate) spelled: Vec<Spelled>,
    /// The spelled words that begin on a tile in a direction, sorted by both.
    begins: Vec<((u8, Place), Range<SpelledId>)>,
    /// The tiles where some end, sorted.
    ends: Vec<(u8, Place)>,
    /// The tiles with letters, sorted.
    places: Vec<Place>,
    longest: u32,
}

/// What words are spelled from.
struct Table<'a> {
    grammar: &'a Grammar,
    text: Text<'a>,
    /// The letter blocks with their tiles, sorted by these.
    letters: Vec<(Place, &'a Block)>,
    /// The words on the board that others need to be spelled.
    present: Vec<WordId>,
}

impl<'a> Table<'a> {
    /// The letters on a tile.
    fn at(&self, place: Place) -> impl Iterator<Item = &'a Block> + '_ {
        let from = self.letters.partition_point(|&(of, _)| of < place);
        let here = self.letters[from..].iter();
        let here = here.take_while(move |&&(of, _)| of == place);
        here.map(|&(_, block)| block)
    }
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
        let is_letter = |block: &&Block| block.word.is_some_and(|word| speller.is_letter(word));
        let letters = text.blocks.iter().filter(is_letter);
        let letters = letters.map(|block| (words.place(block.tile), block));
        let mut letters: Vec<(Place, &Block)> = letters.collect();
        letters.sort_by_key(|&(place, _)| place);
        let lies = |word: &WordId| text.blocks.iter().any(|block| block.word == Some(*word));
        let present = speller.words_needed().filter(lies).collect();
        let mut places: Vec<Place> = letters.iter().map(|&(place, _)| place).collect();
        places.dedup();
        let table = Table {
            grammar,
            text,
            letters,
            present,
        };
        for (number, direction) in (0..).zip(grammar.directions()) {
            let step = words.step(direction.step());
            for &place in &places {
                self.spell_from(&table, place, step, number)?;
            }
        }
        self.ends.sort_unstable();
        self.places = places;
        Ok(())
    }

    /// Forgets the letters of the board before.
    fn forget(&mut self) {
        self.longest = 1;
        if !self.places.is_empty() {
            self.spelled.clear();
            self.begins.clear();
            self.ends.clear();
            self.places.clear();
        }
    }

    /// Adds the words that begin with the letters of one tile.
    fn spell_from(
        &mut self,
        table: &Table,
        place: Place,
        step: i64,
        direction: u8,
    ) -> Result<(), TooComplex> {
        let Some(speller) = &table.grammar.speller else {
            return Ok(());
        };
        let before = place.wrapping_add_signed(-step);
        let first = table.at(before).next().is_none();
        let mut found: Vec<(WordId, Vec<&Block>)> = Vec::new();
        // A letter with the node that it leads to, and its number in the word; those before it are
        // on the path.
        let mut path: Vec<&Block> = Vec::new();
        let mut waiting: Vec<(usize, usize, &Block)> = Vec::new();
        let (mut node, mut count) = (0, 0);
        loop {
            let here = place.wrapping_add_signed(step * count as i64);
            for block in table.at(here) {
                let next = block.word.and_then(|letter| speller.after(node, letter));
                waiting.extend(next.map(|next| (next, count, block)));
            }
            let Some((next, at, block)) = waiting.pop() else {
                break;
            };
            path.truncate(at);
            path.push(block);
            (node, count) = (next, path.len());
            let letters = (count, first);
            let allowed = speller.words(node).iter().copied();
            let allowed =
                allowed.filter(|&word| speller.allows(word, letters, table.text, &table.present));
            found.extend(allowed.map(|word| (word, path.clone())));
            if self.spelled.len() + found.len() + waiting.len() > MOST_SPELLED {
                return Err(TooComplex);
            }
        }
        let length = |word: WordId| table.grammar.lexicon().name(word).chars().count();
        let alone = found
            .iter()
            .map(|(word, _)| *word)
            .filter(|&word| speller.longest_only(word));
        let longest = alone.map(length).max();
        found.retain(|(word, _)| !speller.longest_only(*word) || Some(length(*word)) == longest);
        found.sort_by_key(|(word, letters)| {
            (
                letters.len(),
                *word,
                letters.iter().map(|b| b.object).collect::<Vec<_>>(),
            )
        });
        let from = self.spelled.len() as SpelledId;
        for (word, letters) in found {
            let end = place.wrapping_add_signed(step * (letters.len() as i64 - 1));
            self.ends.push((direction, end));
            self.longest = self.longest.max(letters.len() as u32);
            self.spelled.push(spelled(table.grammar, word, &letters));
        }
        let ids = from..self.spelled.len() as SpelledId;
        if !ids.is_empty() {
            self.begins.push(((direction, place), ids));
        }
        Ok(())
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
        self.places.binary_search(&place).is_ok()
    }

    /// Whether the letters of the board spell no word.
    pub(crate) fn spell_nothing(&self) -> bool {
        self.spelled.is_empty()
    }

    /// Whether the board has no letters.
    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty()
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

fn spelled(grammar: &Grammar, word: WordId, letters: &[&Block]) -> Spelled {
    let part = |block: &&Block| Part {
        word: block.word.unwrap_or(word),
        run: 0,
        kind: PartKind::Letter,
        object: Some(block.object),
    };
    Spelled {
        word,
        accepts: grammar.states.accepts[usize::from(word.0)],
        first: letters[0].object,
        rest: letters[1..].iter().map(part).collect(),
    }
}
