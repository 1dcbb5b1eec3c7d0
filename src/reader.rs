//! The run-reader: a compiled grammar goes through the tiles of a line and finds sentences.
//!
//! One step is a set operation on the places in a sentence that the words so far can have led to,
//! so a line costs its tiles, and a stack of words costs no more than one. Outward, it starts from
//! every anchor, once in every direction of the grammar, and takes the longest way back and the
//! longest way on: at most anchors x directions x the words of a line. Onward is in
//! [`crate::onward`].

use crate::board::{Block, Board, Text};
use crate::grammar::{Automaton, Grammar, Positions, each, union};
use crate::letters::Letters;
use crate::lexer::{Place, Words};
use crate::onward::{Lines, Onward};
use crate::rules::RuleTable;
use crate::spelling::Spelling;
use crate::trail::{Ground, Step};

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
    letters: Letters,
    trail: Vec<Step>,
    spelling: Spelling,
    onward: Onward,
}

impl<'g> Reader<'g> {
    /// A reader for boards of this grammar.
    pub fn new(grammar: &'g Grammar) -> Self {
        Reader {
            grammar,
            words: Words::default(),
            letters: Letters::default(),
            trail: Vec::new(),
            spelling: Spelling::default(),
            onward: Onward::default(),
        }
    }

    /// Compiles the rules of a board into `table`, in place of whatever it held.
    ///
    /// # Errors
    /// When the board spells more rules than a table can hold; the table then holds some of them.
    pub fn read(&mut self, board: &Board, table: &mut RuleTable) -> Result<(), TooManyRules> {
        table.restart(self.grammar.base_rules());
        self.read_text(board.text(), table)
    }

    /// Adds the rules of some text to a table.
    pub(crate) fn read_text(
        &mut self,
        text: Text,
        table: &mut RuleTable,
    ) -> Result<(), TooManyRules> {
        let Reader {
            grammar,
            words,
            letters,
            spelling,
            onward,
            ..
        } = self;
        words.group(
            text.blocks,
            text.size,
            &grammar.accepts,
            grammar.automaton.anchors,
        );
        if let Some(resume) = &grammar.resume {
            letters.spell(grammar, text, words)?;
            let line = Lines {
                grammar,
                resume,
                words,
                letters,
                blocks: text.blocks,
            };
            return onward.read(line, spelling, table);
        }
        for anchor in 0..self.words.anchors().len() {
            for direction in 0..self.grammar.directions().len() {
                self.read_anchor(anchor, direction, text.blocks, table)?;
            }
        }
        Ok(())
    }

    /// Reads outward from one anchor, for every sentence that has its anchor there.
    fn read_anchor(
        &mut self,
        anchor: usize,
        direction: usize,
        blocks: &[Block],
        table: &mut RuleTable,
    ) -> Result<(), TooManyRules> {
        let automaton = &self.grammar.automaton;
        let (place, stack) = self.words.anchors()[anchor];
        let step = self.words.step(self.grammar.directions()[direction].step());
        for position in each(self.words.stack(stack).accepts & automaton.anchors) {
            if self
                .read_outward(place, Step::of(stack, 1 << position), step)
                .is_some()
            {
                let Reader {
                    grammar,
                    words,
                    trail,
                    spelling,
                    ..
                } = self;
                let ground = Ground {
                    automaton,
                    words,
                    blocks,
                    spelled: &[],
                    picked: &[],
                };
                spelling.spell(grammar, direction as u8, ground, trail, table)?;
            }
        }
        Ok(())
    }

    /// Fills the trail with the longest reading round an anchor; `None` where there is none.
    fn read_outward(&mut self, place: Place, anchor: Step, step: i64) -> Option<()> {
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
        self.trail.push(anchor);
        self.walk(place, anchor, step, follow, *last)?;
        for (start, step) in (0..).zip(&mut self.trail) {
            (step.start, step.end) = (start, start + 1);
        }
        Some(())
    }

    /// Goes from the anchor as far as words fit and keeps what leads up to the last complete end;
    /// `None` when there is none.
    fn walk(
        &mut self,
        mut place: Place,
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
            self.trail.push(Step::of(stack, positions));
            if positions & ends != 0 {
                complete = Some(self.trail.len());
            }
        }
        self.trail.truncate(complete?);
        Some(())
    }
}
