//! The rules in force: what holds, once words that stand for others, groups, copies, negated
//! complements and locks have done their work on the spelled rules. The grammar file chooses and
//! orders these steps; nothing here names a word.

mod answers;
mod blocks;
mod census;
mod copies;
mod denials;
mod exceptions;
mod expand;
mod fates;
mod groups;
mod held;
mod lists;
mod locks;
mod membership;
mod outsiders;
mod questions;
mod roots;
mod rows;
mod selves;
mod spelled;
mod steps;
mod table;
mod text;
mod things;
mod unreadable;
mod ways;
mod wording;

pub use held::{Condition, Exception, Held, Term};
pub use table::InForce;
pub use unreadable::Unreadable;

pub(crate) use steps::Deriver;
