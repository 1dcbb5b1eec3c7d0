//! What of a board is read: its text blocks, and where things are words these too.

use std::collections::HashSet;

use super::Board;
use crate::grammar::Marks;
use crate::lexicon::WordId;
use crate::object::{ObjectId, Tile};

/// A text block whose word is known; `word` is `None` once the block was removed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block {
    /// Where the word can stand, see `Grammar::accepts`; 0 once the block was removed.
    pub(crate) accepts: Marks,
    pub(crate) word: Option<WordId>,
    pub(crate) tile: Tile,
    pub(crate) object: ObjectId,
}

/// What of a board is read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text<'a> {
    pub(crate) blocks: &'a [Block],
    /// The board's width and height in tiles.
    pub(crate) size: (i32, i32),
    /// The words that letters may spell; all of them where it is `None`.
    pub(crate) palette: Option<&'a HashSet<WordId>>,
}

impl Board {
    /// Lists what is read where things of some nouns are words: in the order of ids.
    pub(crate) fn text_with_things(&self, nouns: &[WordId], blocks: &mut Vec<Block>) {
        blocks.clear();
        blocks.extend_from_slice(&self.blocks);
        for (object, tile) in self.objects() {
            let kind = self.objects[object.index()].kind;
            let noun = self.kinds.get(kind).noun;
            if let Some(word) = noun.filter(|noun| nouns.contains(noun)) {
                blocks.push(Block {
                    accepts: self.grammar.accepts[word.index()],
                    word: Some(word),
                    tile,
                    object,
                });
            }
        }
        blocks.sort_by_key(|block| block.object);
    }

    /// What of the board is read: the blocks that the grammar knows, in the order of ids.
    pub(crate) fn text(&self) -> Text<'_> {
        Text {
            blocks: &self.blocks,
            size: (self.width, self.height),
            palette: self.palette.as_ref(),
        }
    }

    /// Keeps reading in proportion to the blocks that are there, however many came and went.
    pub(super) fn drop_dead_blocks(&mut self) {
        self.blocks.retain(|block| block.word.is_some());
        self.dead_blocks = 0;
        for (index, block) in (0..).zip(&self.blocks) {
            self.objects[block.object.index()].block = Some(index);
        }
    }
}
