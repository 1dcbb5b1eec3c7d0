//! Which words make which steps to the rules in force worth taking. On most boards no word calls
//! for a step, and then the spelled rules are the rules in force.

use super::derivation::{Expand, Spot, Step};
use crate::lexicon::WordId;

/// A set of steps, one bit each.
pub(crate) type StepSet = u64;

/// The most steps of a grammar.
pub(super) const MOST_STEPS: usize = 64;

/// The steps that a word calls for by its place in a rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Calls {
    /// As what the rule is about, plain and negated.
    pub(crate) subject: [StepSet; 2],
    /// As what is said of it, plain and negated.
    pub(crate) complement: [StepSet; 2],
    /// As what a condition takes, plain and negated.
    pub(crate) taken: [StepSet; 2],
    /// As the verb.
    pub(crate) verb: StepSet,
    /// As the verb of a rule that says of something that it is itself.
    pub(crate) itself: StepSet,
}

/// What calls for each step.
#[derive(Debug, Clone, Default)]
pub(crate) struct Triggers {
    /// By word; empty where a grammar has no steps.
    pub(crate) words: Vec<Calls>,
    /// The steps that any rule with a negated complement calls for.
    pub(crate) denial: StepSet,
}

impl Triggers {
    pub(super) fn new(steps: &[Step], words: usize) -> Triggers {
        if steps.is_empty() {
            return Triggers::default();
        }
        let mut triggers = Triggers {
            words: vec![Calls::default(); words],
            denial: 0,
        };
        for (number, step) in steps.iter().enumerate() {
            triggers.add(step, 1 << number);
        }
        triggers
    }

    /// The steps that a word calls for as what a rule is about.
    pub(crate) fn as_subject(&self, word: WordId, negated: bool) -> StepSet {
        self.of(word).subject[usize::from(negated)]
    }

    /// The steps that a word calls for as what is said.
    pub(crate) fn as_complement(&self, word: WordId, negated: bool) -> StepSet {
        let denial = if negated { self.denial } else { 0 };
        self.of(word).complement[usize::from(negated)] | denial
    }

    /// The steps that a word calls for as what a condition takes.
    pub(crate) fn as_taken(&self, word: WordId, negated: bool) -> StepSet {
        self.of(word).taken[usize::from(negated)]
    }

    /// What a word calls for in every place.
    pub(crate) fn of(&self, word: WordId) -> &Calls {
        &self.words[word.index()]
    }

    fn add(&mut self, step: &Step, bit: StepSet) {
        match step {
            Step::Expand(expand) => self.add_expand(expand, bit),
            Step::Copy { verb, .. } => self.words[verb.index()].verb |= bit,
            Step::Members(members) => {
                for group in &members.groups {
                    let calls = &mut self.words[group.index()];
                    for set in calls.subject.iter_mut().chain(&mut calls.complement) {
                        *set |= bit;
                    }
                }
            }
            Step::Cancel { .. } => self.denial |= bit,
            Step::Lock(lock) => self.words[lock.verb.index()].itself |= bit,
        }
    }

    fn add_expand(&mut self, expand: &Expand, bit: StepSet) {
        let negated = usize::from(expand.negated);
        let call = |calls: &mut Calls| {
            for at in &expand.at {
                let sets = match at {
                    Spot::Subject => &mut calls.subject,
                    Spot::Complement => &mut calls.complement,
                    Spot::Condition => &mut calls.taken,
                };
                sets[negated] |= bit;
            }
        };
        match expand.word {
            Some(word) => call(&mut self.words[word.index()]),
            None => self.words.iter_mut().for_each(call),
        }
        for word in &expand.except {
            let calls = &mut self.words[word.index()];
            for sets in [&mut calls.subject, &mut calls.complement, &mut calls.taken] {
                sets[negated] &= !bit;
            }
        }
    }
}
