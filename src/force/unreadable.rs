//! Why a board has no rules.

use std::fmt;

use super::table::InForce;
use crate::rules::TooComplex;

/// Why the rules of a board cannot be told.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreadable {
    /// Its text spells too much, or can be read in too many ways.
    TooComplex,
    /// Its rules lead to more rules in force than a table holds ([`InForce::MOST_RULES`]), or to
    /// more exceptions of them ([`InForce::MOST_EXCEPTIONS`], [`InForce::MOST_WAYS`]).
    TooManyDerived,
    /// More rules are copied with a verb than the grammar file allows.
    TooManyCopies {
        /// The verb.
        verb: String,
        /// The most copies.
        most: usize,
    },
    /// Things turn into words and back without end: a rule that makes them words unmakes itself.
    NeverSettles {
        /// The words of these things, sorted.
        words: Vec<String>,
        /// How often the board was read.
        rounds: usize,
    },
    /// Who is a member of some groups depends on who is none: what is no member of one becomes a
    /// member of another, and so on without end.
    MembersNeverSettle {
        /// The groups, sorted.
        groups: Vec<String>,
    },
}

impl From<TooComplex> for Unreadable {
    fn from(_: TooComplex) -> Self {
        Unreadable::TooComplex
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::TooComplex => TooComplex.fmt(f),
            Unreadable::TooManyDerived => {
                let (rules, ways) = (InForce::MOST_RULES, InForce::MOST_WAYS);
                let exceptions = InForce::MOST_EXCEPTIONS;
                write!(
                    f,
                    "this board is too complex to derive its rules in force: there are more than \
                     {rules} of them, or more than {exceptions} exceptions to them, or one that \
                     makes exceptions holds in more than {ways} ways"
                )
            }
            Unreadable::TooManyCopies { verb, most } => write!(
                f,
                "this board is too complex to derive its rules in force: {verb} copies more than \
                 {most} rules"
            ),
            Unreadable::NeverSettles { words, rounds } => write!(
                f,
                "the rules of this board never settle: after {rounds} rounds of reading, things \
                 still turn into words and back ({}); a rule that makes them words unmakes itself",
                words.join(", ")
            ),
            Unreadable::MembersNeverSettle { groups } => write!(
                f,
                "the rules of this board never settle: what is no member of one group becomes a \
                 member of another, and back ({})",
                groups.join(", ")
            ),
        }
    }
}

impl std::error::Error for Unreadable {}
