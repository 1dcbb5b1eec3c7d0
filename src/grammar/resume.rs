//! What reading onward has to know of words and states when a sentence stops.

use super::Grammar;
use super::compile::{Positions, SlotKind};
use super::head::WaysOn;
use super::sets::union;
use super::states::StateSet;
use crate::lexicon::WordId;

/// How reading goes on after a sentence.
#[derive(Debug, Clone)]
pub(crate) struct Resume {
    /// The states that wait for a word that the word before accepts.
    pub(crate) expecting: StateSet,
    /// The states that only negations lead to.
    pub(crate) negating: StateSet,
    /// Rules whose blocks are all among those of another are left out.
    pub(crate) widest: bool,
    words: Vec<Bearing>,
}

/// What a word can be to a sentence that it stops or that has it, one bit each.
pub(crate) type Bearing = u8;

impl Resume {
    /// Some word accepts it behind itself.
    pub(crate) const ACCEPTED: Bearing = 1;
    /// It turns the next word into its opposite.
    pub(crate) const NEGATION: Bearing = 2;
    /// The next sentence may begin with it although this one has it.
    pub(crate) const GIVEN_BACK: Bearing = 4;
    /// A word is given back before it; and also where negations stand between the two.
    pub(crate) const TAKES_BACK: Bearing = 8;
    pub(crate) const TAKES_BACK_NEGATED: Bearing = 16;
    /// Negations can stand before it.
    const NEGATED: Bearing = 32;

    pub(super) fn new(grammar: &Grammar, ways: WaysOn) -> Self {
        let automaton = &grammar.automaton;
        let some = |holds: &dyn Fn(usize) -> bool| -> Positions {
            (0..automaton.slots.len())
                .filter(|&at| holds(at))
                .fold(0, |set, at| set | 1 << at)
        };
        let is = |at: usize, kind: SlotKind| automaton.slots[at].kind == kind;
        let accepted = some(&|at| automaton.slots[at].accepted && is(at, SlotKind::Item));
        let negations = some(&|at| is(at, SlotKind::Negation));
        let negated = some(&|at| is(at, SlotKind::Item) && automaton.precede[at] & negations != 0);
        let follow = |state: usize| union(grammar.states.positions[state], &automaton.follow);
        let states = |holds: &dyn Fn(usize) -> bool| -> StateSet {
            (0..grammar.states.positions.len())
                .filter(|&at| holds(at))
                .fold(0, |set, at| set | 1 << at)
        };
        let words = grammar.lexicon.words().map(|word| {
            let positions = automaton.accepts[usize::from(word.0)];
            let roles = grammar.lexicon.roles(word);
            let (takes_back, is_negated) = (roles.meets(ways.before), positions & negated != 0);
            let bit = |holds: bool, bit: Bearing| if holds { bit } else { 0 };
            bit(positions & accepted != 0, Self::ACCEPTED)
                | bit(positions & negations != 0, Self::NEGATION)
                | bit(roles.meets(ways.given_back), Self::GIVEN_BACK)
                | bit(takes_back, Self::TAKES_BACK)
                | bit(takes_back && is_negated, Self::TAKES_BACK_NEGATED)
                | bit(is_negated, Self::NEGATED)
        });
        Resume {
            widest: ways.widest,
            expecting: states(&|state| follow(state) & accepted != 0),
            negating: states(&|state| grammar.states.positions[state] & !negations == 0),
            words: words.collect(),
        }
    }

    /// Whether reading goes on alike where these words stop it.
    pub(crate) fn stops_alike(&self, one: WordId, other: WordId) -> bool {
        self.words[one.index()] == self.words[other.index()]
    }

    /// What a word can be to a sentence.
    pub(crate) fn bearing(&self, word: WordId) -> Bearing {
        self.words[word.index()]
    }

    /// Whether the word turns the next one into its opposite.
    pub(crate) fn is_negation(&self, word: WordId) -> bool {
        self.bearing(word) & Self::NEGATION != 0
    }

    /// Whether the next sentence may begin with the word although this one has it.
    pub(crate) fn is_given_back(&self, word: WordId) -> bool {
        self.bearing(word) & Self::GIVEN_BACK != 0
    }

    /// Whether some is given back before a word; `negated` when negations stand between them.
    pub(crate) fn taking_back(negated: bool) -> Bearing {
        match negated {
            true => Self::TAKES_BACK_NEGATED,
            false => Self::TAKES_BACK,
        }
    }
}
