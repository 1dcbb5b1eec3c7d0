//! Boards of one kind, in the forms that the engine and the yardstick read.

use std::sync::Arc;

use spellboard::{Board, Grammar, Level, Reader, RuleTable};

use crate::boards::Words;
use crate::yardstick::Placed;

/// A board, and the same words as a plain list.
#[derive(Debug)]
pub struct Pair {
    pub board: Board,
    pub placed: Vec<Placed>,
}

impl Pair {
    pub fn size(&self) -> (i32, i32) {
        (self.board.width(), self.board.height())
    }
}

/// Boards with the words that they are written in.
#[derive(Debug)]
pub struct Suite {
    pub name: String,
    pub grammar: Arc<Grammar>,
    pub words: Words,
    pub pairs: Vec<Pair>,
}

impl Suite {
    /// The boards of some levels.
    pub fn new(name: &str, grammar: &Arc<Grammar>, levels: &[Level]) -> Self {
        let words = Words::of(grammar);
        let pair = |level| {
            let board = Board::from_level(grammar.clone(), level).expect("a sound level");
            let placed = words.placed(&board);
            Pair { board, placed }
        };
        Suite {
            name: name.to_owned(),
            pairs: levels.iter().map(pair).collect(),
            grammar: grammar.clone(),
            words,
        }
    }

    /// Reads every board with the engine and with the yardstick, compares them, and gives the
    /// number of rules.
    pub fn check(&self) -> usize {
        let mut reader = Reader::new(&self.grammar);
        let mut table = RuleTable::default();
        let mut check = |pair: &Pair| {
            reader.read(&pair.board, &mut table).expect("not too many");
            self.words.compare(&pair.board, &table)
        };
        self.pairs.iter().map(&mut check).sum()
    }

    /// How many words a board has on average.
    pub fn words_per_board(&self) -> f64 {
        let words: usize = self.pairs.iter().map(|pair| pair.placed.len()).sum();
        words as f64 / self.pairs.len() as f64
    }
}
