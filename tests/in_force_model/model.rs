//! The steps, taken one after another, each rule by rule.

use std::collections::BTreeSet;
use std::sync::Arc;

use spellboard::{Board, Grammar, Term, WordId};

use crate::rules::Rule;
use crate::steps::{Expand, InForceFile, Kind, Spot, StandsFor, Step};

/// Why the model does not say what holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// It has more rules, exceptions or copies than it wants to keep, or more than the grammar allows.
    TooMany,
    /// Those outside of one group are in another one, or out of it: the model leaves that out.
    Outsiders,
}

/// How many rules the model keeps, and how many exceptions to one of them.
const MOST: usize = 3000;

/// The rules of a board while the steps are taken.
pub struct Model {
    pub grammar: Arc<Grammar>,
    /// The words that lie on the board, as blocks or as things, in their order.
    pub known: Vec<WordId>,
    pub all: Kind,
    pub rules: Vec<Rule>,
}

impl Model {
    /// Begins with the spelled rules. `spelled` is a board whose grammar takes no step.
    pub fn new(spelled: &Board, grammar: &Arc<Grammar>, all: &Kind) -> Model {
        let level = spelled.to_level();
        let name = |kind: &str| kind.trim_start_matches("text:").to_uppercase();
        let objects = level.objects.iter();
        let known = objects.filter_map(|it| grammar.lexicon().word(&name(&it.kind)));
        let known: BTreeSet<WordId> = known.collect();
        let rules = spelled.in_force().expect("no step is taken");
        Model {
            grammar: grammar.clone(),
            known: known.into_iter().collect(),
            all: all.clone(),
            rules: rules.iter().map(Rule::spelled).collect(),
        }
    }

    /// What is in force on a board, rule by rule, as text; sorted.
    pub fn told(
        spelled: &Board,
        grammar: &Arc<Grammar>,
        file: &InForceFile,
    ) -> Result<Vec<String>, Stopped> {
        let mut model = Model::new(spelled, grammar, &file.all);
        // A step that is written twice lets a word of a rule stand for others once.
        let first_like = |step: &Step| file.steps.iter().position(|it| it == step).expect("itself");
        for (number, step) in file.steps.iter().enumerate() {
            let before = model.rules.len();
            model.take(first_like(step), step)?;
            if model.rules.len() > before {
                for step in &file.steps[..number] {
                    if matches!(step, Step::Expand(expand) if expand.again) {
                        model.take(first_like(step), step)?;
                    }
                }
            }
        }
        let mut told: Vec<String> = model.rules.iter().map(|it| it.told(grammar)).collect();
        told.sort();
        Ok(told)
    }

    fn take(&mut self, number: usize, step: &Step) -> Result<(), Stopped> {
        match step {
            Step::Expand(expand) => self.expand(number, expand)?,
            Step::Copy { verb, most } => self.copy(verb, *most)?,
            Step::Members {
                verb,
                groups,
                except,
            } => self.members(verb, groups, except)?,
            Step::Cancel { also, circular } => self.cancel(also, circular),
            Step::Lock {
                verb,
                of,
                except,
                words,
                verbs,
            } => self.lock(verb, (of, except), words, verbs),
        }
        let has_too_many = |rule: &Rule| rule.exceptions.len() > MOST;
        match self.rules.len() > MOST || self.rules.iter().any(has_too_many) {
            true => Err(Stopped::TooMany),
            false => Ok(()),
        }
    }

    pub fn word(&self, name: &str) -> WordId {
        self.grammar.lexicon().word(name).expect("a word")
    }

    /// Whether a word is one of some names.
    pub fn is_of(&self, word: WordId, names: &[String]) -> bool {
        names.iter().any(|name| self.word(name) == word)
    }

    /// The words of some roles that lie on the board, but for some.
    pub fn list(&self, kind: &Kind) -> Vec<WordId> {
        let lexicon = self.grammar.lexicon();
        let has_role = |word: &WordId| {
            let mut roles = kind.of.iter();
            roles.any(|role| {
                lexicon
                    .roles(*word)
                    .contains(lexicon.role(role).expect("a role"))
            })
        };
        let known = self.known.iter().copied().filter(has_role);
        known
            .filter(|word| !self.is_of(*word, &kind.except))
            .collect()
    }

    /// A word can stand for others. At conditions these take its place; elsewhere there is one more
    /// rule for each of them.
    fn expand(&mut self, number: usize, expand: &Expand) -> Result<(), Stopped> {
        for spot in [Spot::Condition, Spot::Complement, Spot::Subject] {
            for at in 0..self.rules.len() {
                if expand.at.contains(&spot) && !self.is_left_alone(expand, at) {
                    self.expand_rule(number, expand, (at, spot));
                }
                if self.rules.len() > MOST {
                    return Err(Stopped::TooMany);
                }
            }
        }
        Ok(())
    }

    fn is_left_alone(&self, expand: &Expand, at: usize) -> bool {
        let said = self.rules[at].complement;
        self.is_of(self.rules[at].verb, &expand.not_with)
            || said.is_some_and(|said| self.is_of(said.word, &expand.not_to))
    }

    fn expand_rule(&mut self, number: usize, expand: &Expand, (at, spot): (usize, Spot)) {
        let rule = self.rules[at].clone();
        let term = match spot {
            Spot::Condition => {
                for condition in 0..rule.conditions.len() {
                    let takes = rule.conditions[condition].takes.iter();
                    let takes = takes.flat_map(|&term| self.stood_for_or_own(expand, term));
                    self.rules[at].conditions[condition].takes = takes.collect();
                }
                return;
            }
            Spot::Complement => rule.complement,
            Spot::Subject => Some(rule.subject),
        };
        let Some(term) = term.filter(|&term| self.stands(expand, term)) else {
            return;
        };
        if !self.rules[at].expanded.insert((number, spot)) {
            return;
        }
        let exceptions = match spot {
            Spot::Complement => self.exceptions_by_denials(&rule),
            _ => Some(rule.exceptions.clone()),
        };
        let Some(exceptions) = exceptions else {
            return;
        };
        for word in self.stood_for(expand, term) {
            let mut derived = rule.derived();
            derived.exceptions.clone_from(&exceptions);
            match spot {
                Spot::Complement => derived.complement = Some(word),
                _ => derived.subject = word,
            }
            self.rules.push(derived);
        }
    }

    fn stands(&self, expand: &Expand, term: Term) -> bool {
        let word = expand.word.as_deref();
        term.negated == expand.negated
            && word.is_none_or(|word| self.word(word) == term.word)
            && !self.is_of(term.word, &expand.except)
    }

    fn stood_for(&self, expand: &Expand, term: Term) -> Vec<Term> {
        let words = match &expand.to {
            StandsFor::All => self.list(&self.all),
            StandsFor::Others => {
                let mut others = self.list(&self.all);
                others.retain(|word| *word != term.word);
                others
            }
            StandsFor::Known(kind) => self.list(kind),
            StandsFor::Words(words) => words.iter().map(|word| self.word(word)).collect(),
        };
        let plain = |word| Term {
            word,
            negated: false,
        };
        words.into_iter().map(plain).collect()
    }

    fn stood_for_or_own(&self, expand: &Expand, term: Term) -> Vec<Term> {
        match self.stands(expand, term) {
            true => self.stood_for(expand, term),
            false => vec![term],
        }
    }

    /// What holds of the complement holds of the subject too, where both lie on the board. Copies
    /// are not copied again, and neither are rules that copy.
    fn copy(&mut self, verb: &str, most: Option<usize>) -> Result<(), Stopped> {
        let verb = self.word(verb);
        let before = self.rules.clone();
        let lies_here = |term: Term| !term.negated && self.known.contains(&term.word);
        let mut copies = Vec::new();
        for by in before
            .iter()
            .filter(|rule| rule.verb == verb && !rule.is_cancelled)
        {
            let Some(model) = by.complement.filter(|&model| lies_here(model)) else {
                continue;
            };
            let Some(exceptions) = self.exceptions_by_denials(by) else {
                continue;
            };
            let is_copied =
                |rule: &&Rule| rule.subject == model && rule.verb != verb && !rule.is_copy;
            for rule in before.iter().filter(is_copied) {
                if lies_here(by.subject) {
                    copies.push(Rule {
                        subject: by.subject,
                        conditions: [&rule.conditions[..], &by.conditions].concat(),
                        exceptions: [&rule.exceptions[..], &exceptions].concat(),
                        is_copy: true,
                        ..rule.derived()
                    });
                }
            }
        }
        let is_allowed = most.is_none_or(|most| copies.len() <= most);
        self.rules.extend(copies);
        if is_allowed {
            Ok(())
        } else {
            Err(Stopped::TooMany)
        }
    }
}
