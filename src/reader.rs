//! The run-reader: a compiled grammar goes through the tiles of a line and finds sentences.
//!
//! One step is a set operation on the places in a sentence that the words so far can have led to,
//! so a line costs its tiles, and a stack of words costs no more than one. Reading goes outward from
//! every anchor ([`crate::outward`]) or onward from the first word of a line ([`crate::onward`]).

use crate::board::{Board, Text};
use crate::grammar::Grammar;
use crate::letters::Letters;
use crate::lexer::Words;
use crate::lexicon::WordId;
use crate::onward::{Lines, Onward};
use crate::outward::Outward;
use crate::rules::RuleTable;
use crate::spelling::Spelling;
use crate::trail::{Ground, Step};

pub use crate::rules::TooComplex;

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
    picked: Vec<u32>,
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
            picked: Vec::new(),
            spelling: Spelling::default(),
            onward: Onward::default(),
        }
    }

    /// Compiles the rules of a board into `table`, in place of whatever it held.
    ///
    /// # Errors
    /// When the board is too complex to read; the table then holds some of its rules.
    pub fn read(&mut self, board: &Board, table: &mut RuleTable) -> Result<(), TooComplex> {
        table.restart(&self.grammar.base);
        self.read_text(board.text(), table)
    }

    /// The words that letters spelled on the board that was read last.
    pub(crate) fn spelled_words(&self) -> impl Iterator<Item = WordId> + '_ {
        self.letters.spelled.iter().map(|spelled| spelled.word)
    }

    /// Adds the rules of some text to a table.
    pub(crate) fn read_text(
        &mut self,
        text: Text,
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        let Reader {
            grammar,
            words,
            letters,
            trail,
            picked,
            spelling,
            onward,
        } = self;
        let anchors = match grammar.resume {
            None => grammar.automaton.anchors,
            Some(_) => grammar.states.anchors,
        };
        words.group(text.blocks, text.size, anchors);
        let result = match &grammar.resume {
            Some(resume) => letters.spell(grammar, text, words).and_then(|()| {
                let line = Lines {
                    grammar,
                    resume,
                    words,
                    letters,
                    blocks: text.blocks,
                };
                onward.read(line, spelling, table)
            }),
            None => {
                let ground = Ground {
                    automaton: &grammar.automaton,
                    words,
                    blocks: text.blocks,
                    spelled: &[],
                    picked: &[],
                    limits: &[],
                };
                Outward {
                    directions: grammar.directions(),
                    ground,
                    trail,
                    picked,
                    spelling,
                    table,
                }
                .read()
            }
        };
        words.forget();
        result
    }
}
