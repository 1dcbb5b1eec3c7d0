//! Reads rules from a grid of words. What a rule *does* is not decided here: ask the rule table.
//!
//! The engine knows no word and no role. A [`Grammar`] says which words there are and how they make
//! sentences, a [`Board`] says where they lie, and [`Board::rules`] gives what they spell.
//!
//! The stages, one a file: a level file or a drawing becomes a board; the lexer groups its words by
//! tile; the reader goes through the lines with the compiled grammar; the spelling of each reading
//! goes into the rule table.
#![doc = ""]
#![doc = include_str!("../README.md")]

mod alike;
mod board;
mod diagnostic;
pub mod drawing;
pub mod explain;
mod force;
mod grammar;
pub mod harness;
mod hidden;
mod items;
mod letter_case;
mod letters;
mod level;
mod lexer;
mod lexicon;
mod longest;
mod mend;
mod mistaken;
mod notation;
mod numbers;
mod object;
mod onward;
mod outward;
mod paths;
mod plain;
mod project;
mod reader;
mod rules;
pub mod scenario;
mod settling;
mod short;
mod source;
mod spelling;
mod stops;
mod threads;
mod trail;
mod words_file;

#[cfg(feature = "cli")]
pub mod cli;

pub use board::Board;
pub use diagnostic::{Place, Problem, Problems, Severity};
pub use force::{Condition, Exception, Held, InForce, Term, Unreadable};
pub use grammar::{Direction, Grammar, shipped_sources};
pub use level::{Kind, KindError, Level, LevelObject};
pub use lexicon::{Definition, Lexicon, RoleId, RoleSet, WordId};
pub use object::{ObjectId, PlaceError, Tile};
pub use reader::Reader;
pub use rules::{Item, Part, PartKind, Rule, RuleTable, TooComplex};
pub use source::Source;
