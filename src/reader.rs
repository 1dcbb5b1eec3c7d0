//! The run-reader: a compiled grammar goes through the tiles of a line and finds sentences.
//!
//! It reads outward: from every anchor, once in every direction of the grammar, the longest way
//! back and the longest way on. One step is a set operation on the positions in a sentence that
//! the words so far can have led to, so a line costs its tiles, and a stack of words costs no more
//! than one. Reading is bounded by anchors x directions x the words of a line.

use crate::board::{Block, Board};
use crate::grammar::{Automaton, Grammar, Positions, each};
use crate::lexer::{StackId, Words};
use crate::rules::RuleTable;
use crate::spelling::Spelling;

pub use crate::rules::TooManyRules;

/// Reads boards with one grammar, and keeps its memory from board to board.
///
/// [`Board::rules`] is enough for one board; for many, this is faster.
///
/// ```
/// use spellboard::{Board, Grammar, Reader, RuleTable};
///
/// let grammar = std::sync::Arc::new(Grammar::shipped());
/// let (mut reader, mut rules) = (Reader::new(&grammar), RuleTable::default());
/// for width in 1..4 {
///     let board = Board::new(grammar.clone(), width, 1)?;
///     reader.read(&board, &mut rules)?;
///     assert_eq!(rules.texts(&grammar), ["TEXT IS PUSH"]);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<'g> {
    grammar: &'g Grammar,
    words: Words,
    trail: Vec<Step>,
    spelling: Spelling,
}

/// One tile of a reading: the words on it, and where in a sentence they stand.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    pub(crate) stack: StackId,
    pub(crate) positions: Positions,
}

impl<'g> Reader<'g> {
    /// A reader for boards of this grammar.
    pub fn new(grammar: &'g Grammar) -> Self {
        Reader {
            grammar,
            words: Words::default(),
            trail: Vec::new(),
            spelling: Spelling::default(),
        }
    }

    /// Compiles the rules of a board into `table`, in place of whatever it held.
    ///
    /// # Errors
    /// When the board spells more rules than a table can hold; the table then holds some of them.
    pub fn read(&mut self, board: &Board, table: &mut RuleTable) -> Result<(), TooManyRules> {
        table.restart(self.grammar.base_rules());
        let automaton = &self.grammar.automaton;
        self.words
            .group(board.blocks(), (board.width(), board.height()), automaton);
        for anchor in 0..self.words.anchors().len() {
            for direction in 0..self.grammar.directions().len() {
                self.read_anchor(anchor, direction, board.blocks(), table)?;
            }
        }
        Ok(())
    }

    /// Reads a line in the first direction only; gives the number of tiles of its longest reading.
    pub(crate) fn read_line(
        &mut self,
        blocks: &[Block],
        size: (i32, i32),
        table: &mut RuleTable,
    ) -> Result<usize, TooManyRules> {
        self.words.group(blocks, size, &self.grammar.automaton);
        let mut longest = 0;
        for anchor in 0..self.words.anchors().len() {
            longest = longest.max(self.read_anchor(anchor, 0, blocks, table)?);
        }
        Ok(longest)
    }

    /// Reads outward from one anchor, for every sentence that has its anchor there; gives the
    /// length of the longest reading.
    fn read_anchor(
        &mut self,
        anchor: usize,
        direction: usize,
        blocks: &[Block],
        table: &mut RuleTable,
    ) -> Result<usize, TooManyRules> {
        let automaton = &self.grammar.automaton;
        let (place, stack) = self.words.anchors()[anchor];
        let step = self.words.step(self.grammar.directions()[direction].step());
        let mut longest = 0;
        for position in each(self.words.stack(stack).accepts & automaton.anchors) {
            let anchor = Step {
                stack,
                positions: 1 << position,
            };
            if let Some(middle) = self.read_outward(place, anchor, step) {
                longest = longest.max(self.trail.len());
                let sentence = automaton.slots[position].sentence;
                self.spelling.start(self.grammar, sentence, direction as u8);
                self.spelling.spell(
                    self.grammar,
                    &self.words,
                    blocks,
                    &mut self.trail,
                    middle,
                    table,
                )?;
            }
        }
        Ok(longest)
    }

    /// Fills the trail with the longest reading round an anchor; gives the anchor's place in it.
    fn read_outward(&mut self, place: u64, anchor: Step, step: i64) -> Option<usize> {
        let Automaton {
            follow,
            precede,
            first,
            last,
            ..
        } = &self.grammar.automaton;
        self.trail.clear();
        self.walk(place, anchor, -step, precede, *first)?;
        self.trail.reverse();
        let middle = self.trail.len();
        self.trail.push(anchor);
        self.walk(place, anchor, step, follow, *last)?;
        Some(middle)
    }

    /// Goes from the anchor as far as words fit and keeps what leads up to the last complete end;
    /// `None` when there is none.
    fn walk(
        &mut self,
        mut place: u64,
        anchor: Step,
        step: i64,
        next: &[Positions],
        ends: Positions,
    ) -> Option<()> {
        let mut positions = anchor.positions;
        let mut complete = (positions & ends != 0).then_some(self.trail.len());
        loop {
            place = place.wrapping_add_signed(step);
            let Some(stack) = self.words.stack_at(place) else {
                break;
            };
            positions = self.words.stack(stack).accepts & union(positions, next);
            if positions == 0 {
                break;
            }
            self.trail.push(Step { stack, positions });
            if positions & ends != 0 {
                complete = Some(self.trail.len());
            }
        }
        self.trail.truncate(complete?);
        Some(())
    }
}

/// The positions next to any of a set.
pub(crate) fn union(positions: Positions, next: &[Positions]) -> Positions {
    each(positions).fold(0, |all, position| all | next[position])
}
