//! What reading onward has to know of words and states when a sentence stops.

use super::Grammar;
use super::compile::{Positions, SlotKind};
use super::head::WaysOn;
use super::sets::{each, union};
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
    words: Vec<Word>,
}

/// What a word can be to a sentence that it stops.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Word {
    accepted: bool,
    negation: bool,
    given_back: bool,
    stops: bool,
    negated: bool,
}

impl Resume {
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
            Word {
                accepted: positions & accepted != 0,
                negation: positions & negations != 0,
                given_back: roles.meets(ways.given_back),
                stops: roles.meets(ways.before),
                negated: each(positions & negated).next().is_some(),
            }
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

    /// Whether some word accepts this one behind it.
    pub(crate) fn is_accepted(&self, word: WordId) -> bool {
        self.words[usize::from(word.0)].accepted
    }

    /// Whether the word turns the next one into its opposite.
    pub(crate) fn is_negation(&self, word: WordId) -> bool {
        self.words[usize::from(word.0)].negation
    }

    /// Whether the next sentence may begin with the word although this one has it.
    pub(crate) fn is_given_back(&self, word: WordId) -> bool {
        self.words[usize::from(word.0)].given_back
    }

    /// Whether a word is given back before this one; `negated` when negations stand between them.
    pub(crate) fn takes_back(&self, word: WordId, negated: bool) -> bool {
        let word = self.words[usize::from(word.0)];
        word.stops && (!negated || word.negated)
    }
}
