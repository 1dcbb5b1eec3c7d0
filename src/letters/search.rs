//! The words that begin with the letters of one tile.

use std::ops::Range;

use super::laid::{Laid, TileId};
use crate::board::{Block, Text};
use crate::grammar::{Grammar, Speller};
use crate::lexicon::WordId;
use crate::object::ObjectId;

/// What words are spelled from.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub(super) grammar: &'a Grammar,
    pub(super) speller: &'a Speller,
    pub(super) text: Text<'a>,
    /// The words on the board that others need to be spelled.
    pub(super) present: &'a [WordId],
    pub(super) laid: &'a Laid,
}

/// A letter.
#[derive(Debug, Clone, Copy)]
pub(super) struct Letter {
    pub(super) word: WordId,
    pub(super) object: ObjectId,
}

/// A letter to go on with.
#[derive(Debug, Clone, Copy)]
struct Way {
    letter: Letter,
    tile: TileId,
    /// How many letters come before it.
    before: usize,
    /// The node of the speller that it leads to.
    node: usize,
}

/// The words that were found, and ways that are not followed yet. It keeps its memory.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// Each word with its letters, as a range of all of them.
    found: Vec<(WordId, Range<usize>)>,
    letters: Vec<Letter>,
    /// The letters on the way that is followed.
    path: Vec<Letter>,
    waiting: Vec<Way>,
}

impl Search {
    /// Finds the words that begin on a tile; `false` when there are more words and ways than `most`.
    pub(super) fn from(&mut self, ground: Ground, tile: TileId, most: usize) -> bool {
        self.found.clear();
        self.letters.clear();
        self.waiting.clear();
        let is_first = !ground.laid.follows(tile);
        self.go_on(ground, tile, 0, 0);
        while let Some(way) = self.waiting.pop() {
            self.path.truncate(way.before);
            self.path.push(way.letter);
            self.end(ground, way.node, is_first);
            if self.found.len() + self.waiting.len() > most {
                return false;
            }
            if let Some(next) = ground.laid.next(way.tile) {
                self.go_on(ground, next, way.before + 1, way.node);
            }
        }
        if !self.found.is_empty() {
            self.keep_longest(ground);
            self.sort();
        }
        true
    }

    /// Adds the letters of a tile that lead from a node to another.
    fn go_on(&mut self, ground: Ground, tile: TileId, before: usize, node: usize) {
        for &Block { word, object, .. } in ground.laid.letters(tile, ground.text.blocks) {
            let Some(word) = word else { continue };
            let letter = Letter { word, object };
            let node = ground.speller.after(node, word);
            self.waiting.extend(node.map(|node| Way {
                letter,
                tile,
                before,
                node,
            }));
        }
    }

    /// Adds the words that end with the path.
    fn end(&mut self, ground: Ground, node: usize, is_first: bool) {
        let letters = (self.path.len(), is_first);
        for &word in ground.speller.words(node) {
            let Ground { text, present, .. } = ground;
            if ground.speller.allows(word, letters, text, present) {
                let from = self.letters.len();
                self.letters.extend(&self.path);
                self.found.push((word, from..self.letters.len()));
            }
        }
    }

    /// Leaves out words that count only where no longer one of their kind begins.
    fn keep_longest(&mut self, ground: Ground) {
        let is_alone = |word: WordId| ground.speller.longest_only(word);
        let length = |word: WordId| ground.grammar.lexicon().spelled(word).chars().count();
        let alone = self.found.iter().map(|&(word, _)| word);
        let longest = alone.filter(|&word| is_alone(word)).map(length).max();
        self.found
            .retain(|&(word, _)| !is_alone(word) || Some(length(word)) == longest);
    }

    /// Sorts the words by how many letters they have, then by their ids and those of the letters.
    fn sort(&mut self) {
        let Search { found, letters, .. } = self;
        let objects = |own: &Range<usize>| letters[own.clone()].iter().map(|it| it.object);
        found.sort_unstable_by(|(word, own), (other, others)| {
            let by_word = (own.len(), word).cmp(&(others.len(), other));
            by_word.then_with(|| objects(own).cmp(objects(others)))
        });
    }

    /// The words that were found, each with its letters.
    pub(super) fn found(&self) -> impl Iterator<Item = (WordId, &[Letter])> {
        let found = self.found.iter();
        found.map(|(word, own)| (*word, &self.letters[own.clone()]))
    }
}
