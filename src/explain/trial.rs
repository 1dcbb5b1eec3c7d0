//! Trials: a stretch is read again with a word more, or otherwise laid, to see which rules appear.

use std::sync::Arc;

use super::known::Known;
use super::stretch::Stretch;
use crate::board::{Block, Board, Text};
use crate::grammar::{Direction, Grammar};
use crate::level::Kind;
use crate::lexicon::WordId;
use crate::object::{ObjectId, Tile};
use crate::onward::Followed;
use crate::reader::Reader;
use crate::rules::{Rule, RuleTable, TooComplex};

/// More objects than any board has: the numbers below are free.
const MOST_OBJECTS: usize = u32::MAX as usize;

/// The most steps that all trials on a board may take: some seconds. Boards of one word a tile, 33 x 18
/// of them, stay below it.
const MOST_STEPS: usize = 1 << 22;

/// Reads stretches of one direction, and keeps its memory from one to the next.
pub(super) struct Trials<'b> {
    pub(super) board: &'b Board,
    reader: Reader<'b>,
    /// What is true of the board whichever way it is read.
    pub(super) known: &'b Known,
    pub(super) table: RuleTable,
    no_rules: Arc<RuleTable>,
    blocks: Vec<Block>,
    /// Whether letters may spell every word, whatever the board's palette.
    ignores_palette: bool,
}

/// What a trial brought: nothing where it was too complex.
#[derive(Default)]
pub(super) struct Outcome {
    /// The rules that appeared, by their numbers in the table of the trial.
    pub(super) gained: Vec<usize>,
    /// Whether rules came or went.
    pub(super) changed: bool,
}

impl<'b> Trials<'b> {
    /// Trials on a board, with its grammar that reads one direction alone.
    pub(super) fn new(board: &'b Board, grammar: &'b Grammar, known: &'b Known) -> Trials<'b> {
        Trials {
            board,
            reader: Reader::new(grammar),
            known,
            table: RuleTable::default(),
            no_rules: Arc::default(),
            blocks: Vec::new(),
            ignores_palette: false,
        }
    }

    /// One more block.
    pub(super) fn block(&self, word: WordId, tile: Tile) -> Option<Block> {
        self.numbered(word, tile, MOST_OBJECTS - 1)
    }

    /// One of several more blocks.
    pub(super) fn further_block(&self, word: WordId, tile: Tile, at: usize) -> Option<Block> {
        self.numbered(word, tile, MOST_OBJECTS - 3 - at)
    }

    fn numbered(&self, word: WordId, tile: Tile, number: usize) -> Option<Block> {
        Some(Block {
            accepts: self.board.grammar().accepts[word.index()],
            word: Some(word),
            tile,
            object: ObjectId::new(number)?,
        })
    }

    /// How many rules a stretch spells.
    pub(super) fn count(&mut self, stretch: &Stretch) -> Result<usize, TooComplex> {
        let is_read = self.read(&stretch.blocks, None, stretch.size())?;
        Ok(if is_read { self.table.len() } else { 0 })
    }

    /// Reads blocks on a board of their own; `false` when that is too complex.
    fn read(
        &mut self,
        blocks: &[Block],
        further: Option<Block>,
        size: (i32, i32),
    ) -> Result<bool, TooComplex> {
        self.table.restart(&self.no_rules);
        let size = self.lay(blocks, further, size);
        let palette = self.board.text().palette;
        let text = Text {
            blocks: &self.blocks,
            size,
            palette: palette.filter(|_| !self.ignores_palette),
        };
        let steps = self.known.steps.get() + text.blocks.len();
        let is_read = self.reader.read_text(text, &mut self.table).is_ok();
        self.known
            .steps
            .set(steps + self.reader.steps() + self.table.len());
        match self.known.steps.get() <= MOST_STEPS {
            true => Ok(is_read),
            false => Err(TooComplex),
        }
    }

    /// Gives every reading of a stretch, in a grammar that reads onward.
    pub(super) fn trace(
        &mut self,
        stretch: &Stretch,
        each: &mut dyn FnMut(Followed),
    ) -> Result<(), TooComplex> {
        let size = self.lay(&stretch.blocks, None, stretch.size());
        let text = Text {
            blocks: &self.blocks,
            size,
            palette: self.board.text().palette,
        };
        self.reader.trace(text, 0, each)
    }

    /// Lays blocks on a board of their own, and gives its size.
    fn lay(
        &mut self,
        blocks: &[Block],
        further: Option<Block>,
        (mut width, mut height): (i32, i32),
    ) -> (i32, i32) {
        self.blocks.clear();
        self.blocks.extend_from_slice(blocks);
        self.blocks.extend(further);
        // What has to lie somewhere lies below the rest, far from it and from each other.
        let below = height + 1;
        for index in 0..self.known.needed.len() {
            let (x, y) = (2 * index as i32, below);
            let word = self.known.needed[index];
            let block = self.numbered(word, Tile { x, y }, MOST_OBJECTS - 2);
            self.blocks.extend(block);
            (width, height) = (width.max(x + 1), below + 1);
        }
        (width, height)
    }

    /// Reads a stretch with other blocks, or a block more, and compares with the rules of the board;
    /// `before` is how many rules the stretch spells.
    pub(super) fn compare(
        &mut self,
        stretch: &Stretch,
        (blocks, further): (&[Block], Option<Block>),
        before: usize,
    ) -> Result<Outcome, TooComplex> {
        if !self.read(blocks, further, stretch.size())? {
            return Ok(Outcome::default());
        }
        let gained = self.new_rules();
        let kept = self.table.len() - gained.len();
        Ok(Outcome {
            changed: !gained.is_empty() || kept < before,
            gained,
        })
    }

    /// The rules of the last trial that the board does not spell, by their numbers.
    fn new_rules(&self) -> Vec<usize> {
        let mut says = Vec::new();
        let is_new = |rule: &Rule<'_>| self.known.is_new(rule, &mut says);
        let new = self.table.iter().filter(is_new);
        new.map(|rule| rule.index()).collect()
    }

    /// The rules that a stretch also spells if letters may spell every word, as text.
    pub(super) fn without_palette(&mut self, stretch: &Stretch) -> Result<Vec<String>, TooComplex> {
        self.ignores_palette = true;
        let outcome = self.compare(stretch, (&stretch.blocks, None), 0);
        self.ignores_palette = false;
        Ok(self.texts(&outcome?.gained))
    }

    /// The rules that appear when blocks lie on a board of their own, as text: those that `is_told` picks.
    pub(super) fn gained(
        &mut self,
        blocks: &[Block],
        size: (i32, i32),
        is_told: &dyn Fn(&Rule<'_>) -> bool,
    ) -> Result<Vec<String>, TooComplex> {
        if !self.read(blocks, None, size)? {
            return Ok(Vec::new());
        }
        let mut gained = self.new_rules();
        gained.retain(|&rule| self.table.get(rule).as_ref().is_some_and(is_told));
        Ok(self.texts(&gained))
    }

    /// The rules that appear on the whole board with a word more, as text: where that word can do
    /// more than stand in a sentence, only reading everything tells. Rules that another line through
    /// the tile has to do with are left to that line.
    pub(super) fn on_whole_board(&self, word: WordId, tile: Tile, way: Direction) -> Vec<String> {
        let mut board = self.board.clone();
        let grammar = self.board.grammar();
        let kind = Kind::Text(grammar.lexicon().name(word)).write();
        if board.place(&kind, tile.x, tile.y).is_err() {
            return Vec::new();
        }
        let Ok(rules) = board.rules() else {
            return Vec::new();
        };
        let mut says = Vec::new();
        let others = grammar.directions().iter().filter(|&&other| other != way);
        let others: Vec<Stretch> = others
            .flat_map(|&other| Stretch::all(self.board, other, &self.known.lying, Some(tile)))
            .collect();
        let is_elsewhere = |rule: &Rule<'_>| {
            let is_own = |other: &&Stretch| rule.direction(grammar) == Some(other.direction);
            let on = |other: &Stretch, object| {
                let tile = self.board.tile(object);
                tile.is_some_and(|tile| other.number(tile).is_some())
            };
            let mut others = others.iter().filter(is_own);
            others.any(|other| rule.objects().any(|object| on(other, object)))
        };
        let new = rules
            .iter()
            .filter(|rule| self.known.is_new(rule, &mut says) && !is_elsewhere(rule));
        texts(new, self.board)
    }

    /// Where a block was laid in the last trial.
    pub(super) fn tile(&self, object: ObjectId) -> Option<Tile> {
        let block = self.blocks.iter().find(|block| block.object == object)?;
        Some(block.tile)
    }

    /// Rules of the last trial as text.
    pub(super) fn texts(&self, rules: &[usize]) -> Vec<String> {
        let rules = rules.iter().filter_map(|&index| self.table.get(index));
        texts(rules, self.board)
    }
}

/// The distinct texts of some rules, in their order.
fn texts<'r>(rules: impl Iterator<Item = Rule<'r>>, board: &Board) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for rule in rules {
        let text = rule.text(board.grammar());
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}
