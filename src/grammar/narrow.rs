//! The positions of a grammar that reads outward, as tiles have them: such a grammar has so few that
//! a set of them is one machine word.

use super::compile::{Automaton, Positions};
use super::sets::union;
use super::states::Marks;

/// The most positions of a grammar that reads outward.
pub(crate) const MOST_NARROW: usize = Marks::BITS as usize;

/// What reading outward asks most often.
#[derive(Debug, Clone)]
pub(crate) struct Narrow {
    /// Where the next word, and the word before, can stand, by position.
    pub(crate) follow: [Marks; MOST_NARROW],
    pub(crate) precede: [Marks; MOST_NARROW],
    pub(crate) first: Marks,
    pub(crate) last: Marks,
    pub(crate) anchors: Marks,
    pub(crate) markers: Marks,
    /// Where the words on both sides of an anchor can stand.
    before: Marks,
    after: Marks,
    /// Whether an anchor can do without a word before it, or after it.
    leads: bool,
    ends: bool,
}

impl Narrow {
    pub(super) fn new(automaton: &Automaton) -> Narrow {
        let narrow = |positions: Positions| positions as Marks;
        let Automaton {
            first,
            last,
            anchors,
            ..
        } = *automaton;
        Narrow {
            follow: std::array::from_fn(|at| narrow(automaton.follow[at])),
            precede: std::array::from_fn(|at| narrow(automaton.precede[at])),
            first: narrow(first),
            last: narrow(last),
            anchors: narrow(anchors),
            markers: narrow(automaton.markers),
            before: narrow(union(anchors, &automaton.precede)),
            after: narrow(union(anchors, &automaton.follow)),
            leads: anchors & first != 0,
            ends: anchors & last != 0,
        }
    }

    /// Whether a sentence may have its anchor between two tiles, by what their words accept.
    /// Mostly it may not, and this tells so at once.
    pub(crate) fn has_anchor_between(&self, before: Marks, after: Marks) -> bool {
        (before & self.before != 0 || self.leads) && (after & self.after != 0 || self.ends)
    }
}
