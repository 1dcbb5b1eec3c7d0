//! Things as words: reading and deriving in turns, until the rules in force make words of no other
//! things than those that were read.

use std::collections::BTreeSet;

use crate::board::{Block, Board, Text};
use crate::force::{InForce, Unreadable};
use crate::grammar::ThingsAsWords;
use crate::lexicon::WordId;
use crate::reader::Reader;
use crate::rules::{RuleTable, TooComplex};

/// How often a board that never settles is read once more, to see what turns.
const MORE_ROUNDS: usize = 8;

impl Reader<'_> {
    /// Reads things as words until the rules in force make words of no other things than those.
    pub(crate) fn settle(
        &mut self,
        things: ThingsAsWords,
        board: &Board,
        table: &mut RuleTable,
        in_force: &mut InForce,
    ) -> Result<(), Unreadable> {
        let (mut read, mut made) = (Vec::new(), Vec::new());
        let mut blocks = std::mem::take(&mut self.blocks);
        for _ in 0..things.rounds {
            self.derive(board, table, in_force)?;
            in_force.words_of_things(&things, table, board, &mut made);
            if made == read {
                self.blocks = blocks;
                return Ok(());
            }
            std::mem::swap(&mut read, &mut made);
            self.read_with_things(&read, board, &mut blocks, table)?;
        }
        let turns = self.turns(&things, board, read, (table, in_force))?;
        let lexicon = self.grammar.lexicon();
        let mut words: Vec<String> = turns
            .words
            .iter()
            .map(|&w| lexicon.name(w).to_owned())
            .collect();
        words.sort();
        Err(Unreadable::NeverSettles {
            words,
            rounds: things.rounds,
            rules: turns.rules,
        })
    }

    /// Reads a board on which some things are words.
    fn read_with_things(
        &mut self,
        things: &[WordId],
        board: &Board,
        blocks: &mut Vec<Block>,
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        board.text_with_things(things, blocks);
        let text = Text {
            blocks: blocks.as_slice(),
            ..board.text()
        };
        table.restart(&self.grammar.base);
        self.read_text(text, table)
    }

    /// What turns on a board that never settles, found by going on for some rounds. `read` are the
    /// things that were read as words.
    fn turns(
        &mut self,
        things: &ThingsAsWords,
        board: &Board,
        mut read: Vec<WordId>,
        (table, in_force): (&mut RuleTable, &mut InForce),
    ) -> Result<Turns, Unreadable> {
        let mut turns = Turns::default();
        let (mut made, mut blocks) = (Vec::new(), Vec::new());
        // What turns is known after the first half; then the rules that say so are looked for.
        for round in 0..2 * MORE_ROUNDS {
            self.derive(board, table, in_force)?;
            in_force.words_of_things(things, table, board, &mut made);
            let other = |word: &&WordId| read.contains(word) != made.contains(word);
            turns.words.extend(read.iter().chain(&made).filter(other));
            if round >= MORE_ROUNDS {
                let rules = in_force.rules_of_things(things, &turns.words);
                let mut found = in_force.roots(rules, table, board);
                found.retain(|rule| !turns.rules.contains(rule));
                turns.rules.append(&mut found);
            }
            std::mem::swap(&mut read, &mut made);
            self.read_with_things(&read, board, &mut blocks, table)?;
        }
        Ok(turns)
    }
}

/// What turns on a board that never settles.
#[derive(Debug, Default)]
struct Turns {
    /// The words of the things that turn into words and back.
    words: BTreeSet<WordId>,
    /// The spelled rules by which they do.
    rules: Vec<String>,
}
