//! A thin face for acceptance tests: levels in, sorted rules out, and panics instead of errors.
//!
//! ```
//! use spellboard::harness::{LevelDef, new_baba};
//!
//! let mut board = new_baba(LevelDef { width: 3, height: 1, ..Default::default() });
//! for (x, word) in ["text:BABA", "text:IS", "text:YOU"].into_iter().enumerate() {
//!     board.place(word, x as i32, 0);
//! }
//! assert_eq!(board.rules(), ["BABA IS YOU", "TEXT IS PUSH"]);
//! ```

use std::sync::Arc;

use crate::board::Board;
use crate::grammar::Grammar;

pub use crate::level::{Level as LevelDef, LevelObject};
pub use crate::object::ObjectId as Id;

/// A board that is read by the shipped grammar and words.
#[derive(Debug, Clone)]
pub struct Baba {
    board: Board,
}

/// Builds a level with the shipped grammar and words.
///
/// # Panics
/// When the level is unsound; the message says why.
pub fn new_baba(level: LevelDef) -> Baba {
    let board = Board::from_level(Arc::new(Grammar::shipped()), &level);
    Baba {
        board: board.unwrap_or_else(|error| panic!("{error}")),
    }
}

impl Baba {
    /// Adds one object.
    ///
    /// # Panics
    /// Off the board, saying the tile and the size, and for a kind that is none.
    pub fn place(&mut self, kind: &str, x: i32, y: i32) -> Id {
        self.board
            .place(kind, x, y)
            .unwrap_or_else(|error| panic!("cannot place `{kind}`: {error}"))
    }

    /// Every distinct rule in force, sorted.
    ///
    /// # Panics
    /// When the board is too complex to read.
    pub fn rules(&self) -> Vec<String> {
        let rules = self.board.rules().unwrap_or_else(|error| panic!("{error}"));
        rules.texts(self.board.grammar())
    }
}
