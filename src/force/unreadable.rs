//! Why a board has no rules.

use std::fmt;

use super::table::InForce;
use crate::rules::TooComplex;

/// Why the rules of a board cannot be told.
///
/// Where rules are named, they are spelled ones, each with the tiles of its words.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreadable {
    /// Its text spells too much, or can be read in too many ways.
    TooComplex,
    /// Its rules lead to more rules in force than a table holds, see [`InForce::MOST_RULES`].
    TooManyDerived,
    /// Its rules put more words in groups than are kept, see [`InForce::MOST_MEMBERS`].
    TooManyMembers,
    /// Its rules lead to more exceptions than a table holds, see [`InForce::MOST_EXCEPTIONS`].
    TooManyExceptions,
    /// A rule that makes exceptions has so many itself that it holds in more ways than are kept,
    /// see [`InForce::MOST_WAYS`].
    TooManyWays,
    /// More rules are copied with a verb than the grammar file allows.
    TooManyCopies {
        /// The verb.
        verb: String,
        /// The most copies.
        most: usize,
        /// The rules that copy, as far as the last that could not.
        rules: Vec<String>,
    },
    /// Things turn into words and back without end: a rule that makes them words unmakes itself.
    NeverSettles {
        /// The words of these things, sorted.
        words: Vec<String>,
        /// How often the board was read.
        rounds: usize,
        /// The rules by which they turn into words, and into things again.
        rules: Vec<String>,
    },
    /// Who is a member of some groups depends on who is none: what is no member of one becomes a
    /// member of another, and so on without end.
    MembersNeverSettle {
        /// The groups, sorted.
        groups: Vec<String>,
        /// The rules that say so.
        rules: Vec<String>,
    },
}

impl Unreadable {
    /// What makes a board of this kind readable.
    pub fn way_out(&self) -> &'static str {
        match self {
            Unreadable::TooComplex => {
                "shorter lists, and fewer words on one tile, leave fewer ways to read it"
            }
            Unreadable::TooManyDerived => {
                "fewer rules with words that stand for many others lead to fewer of them"
            }
            Unreadable::TooManyMembers => {
                "fewer rules by which one group is in another put fewer words in them"
            }
            Unreadable::TooManyExceptions | Unreadable::TooManyWays => {
                "fewer conditions in rules that deny something make fewer exceptions"
            }
            Unreadable::TooManyCopies { .. } => {
                "take such a rule apart, or raise `most` of this step in the grammar file"
            }
            Unreadable::NeverSettles { .. } => {
                "a rule that makes things words unmakes itself: take one of these apart"
            }
            Unreadable::MembersNeverSettle { .. } => "take one of these rules apart",
        }
    }
}

impl From<TooComplex> for Unreadable {
    fn from(_: TooComplex) -> Self {
        Unreadable::TooComplex
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const TOO_COMPLEX: &str = "this board is too complex to derive its rules in force";
        const NEVER_SETTLE: &str = "the rules of this board never settle";
        match self {
            Unreadable::TooComplex => TooComplex.fmt(f),
            Unreadable::TooManyDerived => {
                let most = InForce::MOST_RULES;
                write!(f, "{TOO_COMPLEX}: there are more than {most} of them")
            }
            Unreadable::TooManyMembers => {
                let most = InForce::MOST_MEMBERS;
                write!(
                    f,
                    "{TOO_COMPLEX}: words are in groups in more than {most} ways"
                )
            }
            Unreadable::TooManyExceptions => {
                let most = InForce::MOST_EXCEPTIONS;
                write!(
                    f,
                    "{TOO_COMPLEX}: there are more than {most} exceptions to them"
                )
            }
            Unreadable::TooManyWays => {
                let most = InForce::MOST_WAYS;
                write!(
                    f,
                    "{TOO_COMPLEX}: a rule that makes exceptions has some itself, and holds in \
                     more than {most} ways"
                )
            }
            Unreadable::TooManyCopies { verb, most, rules } => write!(
                f,
                "{TOO_COMPLEX}: {verb} copies more than {most} rules, {}",
                by(rules)
            ),
            Unreadable::NeverSettles {
                words,
                rounds,
                rules,
            } => write!(
                f,
                "{NEVER_SETTLE}: after {rounds} rounds of reading, things still turn into words \
                 and back ({}), {}",
                words.join(", "),
                by(rules)
            ),
            Unreadable::MembersNeverSettle { groups, rules } => write!(
                f,
                "{NEVER_SETTLE}: what is no member of one group becomes a member of another, and \
                 back ({}), {}",
                groups.join(", "),
                by(rules)
            ),
        }
    }
}

/// The most rules that a message names.
const MOST_NAMED: usize = 6;

fn by(rules: &[String]) -> String {
    let named = rules.iter().take(MOST_NAMED).map(String::as_str);
    let named = named.collect::<Vec<_>>().join("; ");
    match rules.len().saturating_sub(MOST_NAMED) {
        0 => format!("by {named}"),
        more => format!("by {named}; and {more} more"),
    }
}

impl std::error::Error for Unreadable {}
