//! Tables for one path: the next state, and what a state says, without sets.

use super::super::compile::{Automaton, Positions};
use super::super::resume::Bearing;
use super::super::sets::each;
use super::{CLASS_BITS, MARKS, Marks, StateId, StateSet, States};

/// What a state says of the word that led to it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Stand {
    /// Whether a sentence is complete with the word.
    pub(crate) is_complete: bool,
    /// The position of the word, where there is one, and its run if it is an item by itself.
    pub(crate) position: Option<u8>,
    pub(crate) item: Option<u8>,
}

/// What words have in common that lead to the same states: these, and the states that they go on from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Class {
    pub(crate) accepts: StateSet,
    pub(crate) before: StateSet,
}

impl States {
    /// The beginning of a sentence, and no state.
    pub(crate) const NONE: StateId = 0;

    /// Makes the tables for one path.
    pub(super) fn tabulate(&mut self, automaton: &Automaton) {
        let mut classes = self.accepts.clone();
        classes.sort_unstable();
        classes.dedup();
        let class = |&accepts: &StateSet| Class {
            accepts,
            before: (0..self.follow.len())
                .filter(|&from| self.follow[from] & accepts != 0)
                .fold(0, |set, from| set | 1 << from),
        };
        self.classes = classes.iter().map(class).collect();
        let columns = (self.classes.len() + 1).next_power_of_two();
        self.class_bits = columns.trailing_zeros();
        let mut rows = self.follow.clone();
        rows.insert(0, self.first);
        self.next = vec![Self::NONE; rows.len() * columns];
        for (row, follow) in self.next.chunks_mut(columns).zip(rows) {
            for (next, class) in row.iter_mut().zip(&self.classes) {
                *next = each(follow & class.accepts)
                    .next()
                    .map_or(Self::NONE, |at| at as StateId + 1);
            }
        }
        let stand = |(at, set): (usize, &Positions)| {
            let position = set.is_power_of_two().then(|| set.trailing_zeros());
            let slot = position.map(|position| automaton.slots[position as usize]);
            Stand {
                is_complete: self.complete >> at & 1 == 1,
                position: position.map(|position| position as u8),
                item: slot
                    .filter(|slot| slot.is_item_alone())
                    .map(|slot| slot.run),
            }
        };
        let stands = self.positions.iter().enumerate().map(stand);
        self.stands = [Stand::default()].into_iter().chain(stands).collect();
    }

    /// The class of the word on a tile that has one, by its marks.
    pub(crate) fn class(marks: Marks) -> u16 {
        (marks >> MARKS) as u16
    }

    /// The class of the words that can lead to some states.
    pub(crate) fn class_of(&self, accepts: StateSet) -> u16 {
        self.classes
            .partition_point(|class| class.accepts < accepts) as u16
    }

    /// What the words of a class have in common.
    pub(crate) fn of_class(&self, class: u16) -> Class {
        self.classes[usize::from(class)]
    }

    /// What a word can be to a sentence that it stops, by its marks.
    pub(crate) fn bearing(marks: Marks) -> Bearing {
        (marks >> (MARKS + CLASS_BITS)) as Bearing
    }

    /// The class of no word: it leads nowhere.
    pub(crate) fn no_class(&self) -> u16 {
        self.classes.len() as u16
    }

    /// The state that a word of a class leads to.
    pub(crate) fn next(&self, state: StateId, class: u16) -> StateId {
        self.next[usize::from(state) << self.class_bits | usize::from(class)]
    }

    /// The one state of a set; `None` if it has several, or none.
    pub(crate) fn only(states: StateSet) -> Option<StateId> {
        let at = states.is_power_of_two().then(|| states.trailing_zeros());
        at.map(|at| at as StateId + 1)
    }

    /// What a state says of the word that led to it.
    pub(crate) fn stand(&self, state: StateId) -> Stand {
        self.stands[usize::from(state)]
    }

    /// The positions of the word that led to a state.
    pub(crate) fn positions_of(&self, state: StateId) -> Positions {
        let state = usize::from(state).checked_sub(1);
        state.map_or(0, |state| self.positions[state])
    }

    /// Whether a state is one of some.
    pub(crate) fn is_among(state: StateId, states: StateSet) -> bool {
        state != Self::NONE && states >> (state - 1) & 1 == 1
    }
}
