//! The kinds of the objects of a board, each looked up in the lexicon once.

use crate::letter_case::upper;
use std::collections::HashMap;

use super::Board;
use crate::level::Kind;
use crate::lexicon::{Lexicon, WordId};
use crate::object::{ObjectId, PlaceError};

/// What a board knows of a kind.
#[derive(Debug, Clone)]
pub(super) struct KindEntry {
    pub(super) name: Box<str>,
    /// The word of a block.
    pub(super) word: Option<WordId>,
    /// The word that names a thing.
    pub(super) noun: Option<WordId>,
    /// How many objects of it lie on the board.
    pub(super) count: u32,
}

/// The kinds that a board has had, by their numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct Kinds {
    entries: Vec<KindEntry>,
    numbers: HashMap<Box<str>, u32>,
}

impl Kinds {
    /// The number of a kind as levels write it.
    pub(super) fn number(&mut self, kind: &str, lexicon: &Lexicon) -> Result<u32, PlaceError> {
        if let Some(&number) = self.numbers.get(kind) {
            return Ok(number);
        }
        let (word, noun) = match Kind::parse(kind).map_err(PlaceError::Kind)? {
            Kind::Text(word) => (lexicon.word(word), None),
            Kind::Thing(noun) => (None, lexicon.word(&upper(noun))),
        };
        let number = u32::try_from(self.entries.len()).map_err(|_| PlaceError::Full)?;
        self.entries.push(KindEntry {
            name: kind.into(),
            word,
            noun,
            count: 0,
        });
        self.numbers.insert(kind.into(), number);
        Ok(number)
    }

    /// The kind of a number that was given.
    pub(super) fn get(&self, number: u32) -> &KindEntry {
        &self.entries[number as usize]
    }

    pub(super) fn get_mut(&mut self, number: u32) -> &mut KindEntry {
        &mut self.entries[number as usize]
    }
}

impl Board {
    /// The words of the objects on the board: those that blocks carry, and those that name things.
    pub(crate) fn known_words(&self) -> impl Iterator<Item = WordId> + '_ {
        let lies = |kind: &&KindEntry| kind.count > 0;
        let kinds = self.kinds.entries.iter().filter(lies);
        kinds.filter_map(|kind| kind.word.or(kind.noun))
    }

    /// Whether something has lain on the board that no word names.
    #[cfg(feature = "cli")]
    pub(crate) fn has_unknown_names(&self) -> bool {
        let is_unknown = |kind: &KindEntry| kind.word.is_none() && kind.noun.is_none();
        self.kinds.entries.iter().any(is_unknown)
    }

    /// Whether things of a noun lie on the board.
    pub(crate) fn has_things(&self, noun: WordId) -> bool {
        let is = |kind: &KindEntry| kind.noun == Some(noun) && kind.count > 0;
        self.kinds.entries.iter().any(is)
    }

    /// Whether things of any noun lie on the board.
    pub(crate) fn has_any_things(&self) -> bool {
        let is = |kind: &KindEntry| kind.noun.is_some() && kind.count > 0;
        self.kinds.entries.iter().any(is)
    }

    /// Whether an object is a thing, not a block.
    pub(crate) fn is_thing(&self, object: ObjectId) -> bool {
        matches!(self.kind(object), Some(Kind::Thing(_)))
    }
}
