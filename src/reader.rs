//! The run-reader: a compiled grammar goes through the tiles of a line and finds sentences.
//!
//! One step is a set operation on the places in a sentence that the words so far can have led to,
//! so a line costs its tiles, and a stack of words costs no more than one. Reading goes outward from
//! every anchor ([`crate::outward`]) or onward from the first word of a line ([`crate::onward`]).

use crate::board::{Block, Board, Text};
use crate::force::{Deriver, InForce, Unreadable};
use crate::grammar::{Grammar, States, ThingsAsWords};
use crate::letters::Letters;
use crate::lexer::Words;
use crate::onward::{Followed, Lines, Onward};
use crate::outward::Outward;
use crate::rules::{RuleTable, TooComplex};
use crate::spelling::Spelling;
use crate::trail::{Ground, Step};

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
    pub(crate) grammar: &'g Grammar,
    words: Words,
    letters: Letters,
    trail: Vec<Step>,
    picked: Vec<u32>,
    spelling: Spelling,
    onward: Onward,
    deriver: Deriver,
    /// What is read where things are words.
    pub(crate) blocks: Vec<Block>,
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
            deriver: Deriver::default(),
            blocks: Vec::new(),
        }
    }

    /// Compiles the rules of a board into `table`, in place of whatever it held.
    ///
    /// Things that the rules in force make words of, where the grammar has such a property, are
    /// read as words: reading and deriving go on until nothing changes.
    ///
    /// # Errors
    /// When the board is too complex to read, or never settles; the table then holds some of its
    /// rules.
    pub fn read(&mut self, board: &Board, table: &mut RuleTable) -> Result<(), Unreadable> {
        match self.read_once(board, table)? {
            Some(things) => self.settle(things, board, table, &mut InForce::default()),
            None => Ok(()),
        }
    }

    /// Compiles the rules of a board into `table`, and the rules in force into `in_force`, in place
    /// of whatever they held.
    ///
    /// # Errors
    /// As [`Reader::read`]; and when there are too many rules in force, see [`Unreadable`].
    pub fn read_in_force(
        &mut self,
        board: &Board,
        table: &mut RuleTable,
        in_force: &mut InForce,
    ) -> Result<(), Unreadable> {
        match self.read_once(board, table)? {
            Some(things) => self.settle(things, board, table, in_force),
            None => self.derive(board, table, in_force),
        }
    }

    /// Reads a board as if no thing were a word; gives when things are, where some may be.
    fn read_once(
        &mut self,
        board: &Board,
        table: &mut RuleTable,
    ) -> Result<Option<ThingsAsWords>, TooComplex> {
        table.restart(&self.grammar.base);
        self.read_text(board.text(), table)?;
        let things = self.grammar.in_force.words;
        Ok(things.filter(|things| table.mentions(things.complement) && board.has_any_things()))
    }

    pub(crate) fn derive(
        &mut self,
        board: &Board,
        table: &RuleTable,
        in_force: &mut InForce,
    ) -> Result<(), Unreadable> {
        let spelled = self.letters.spelled.iter().map(|spelled| spelled.word);
        self.deriver.derive(board, spelled, table, in_force)
    }

    /// The text that was read last, things that are read as words included.
    pub(crate) fn text_of<'t>(&'t self, board: &'t Board) -> &'t [Block] {
        match self.blocks.is_empty() {
            true => board.text().blocks,
            false => &self.blocks,
        }
    }

    /// How many steps reading the last text took, where the grammar reads onward: not those of
    /// stretches with one path.
    pub(crate) fn steps(&self) -> usize {
        self.grammar
            .resume
            .as_ref()
            .map_or(0, |_| self.onward.steps())
    }

    /// Gives every reading of some text in one direction, by its number, where the grammar reads
    /// onward.
    pub(crate) fn trace(
        &mut self,
        text: Text,
        direction: u8,
        each: &mut dyn FnMut(Followed),
    ) -> Result<(), TooComplex> {
        let grammar = self.grammar;
        let Some(resume) = &grammar.resume else {
            return Ok(());
        };
        let words = &mut self.words;
        words.group(text.blocks, text.size, States::ANCHOR);
        let spelled = self.letters.spell(grammar, text, words);
        let lines = Lines {
            grammar,
            resume,
            words,
            letters: &self.letters,
            blocks: text.blocks,
        };
        let result = spelled.and_then(|()| self.onward.trace(lines, direction, each));
        self.words.forget();
        result
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
            ..
        } = self;
        let anchors = match grammar.resume {
            None => grammar.narrow.anchors,
            Some(_) => States::ANCHOR,
        };
        let from = table.len();
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
                    forks: None,
                };
                Outward {
                    directions: grammar.directions(),
                    narrow: &grammar.narrow,
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
        if grammar.has_sentences_of_one_word() {
            table.keep_alone_once(from);
        }
        result
    }
}
