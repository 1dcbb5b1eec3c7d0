//! The steps from the spelled rules to those in force.

use std::collections::BTreeSet;

use super::{Condition, Exception, Held, MOST_RULES, Term};
use crate::grammar::{Also, Expand, Grammar, Known, Spot, StandsFor, Step};
use crate::lexicon::{RoleSet, WordId};
use crate::reader::TooComplex;

/// The rules while they are derived.
pub(super) struct Derived<'a> {
    pub(super) grammar: &'a Grammar,
    /// The words that lie on the board, as blocks or as things, or that letters spell.
    pub(super) known: BTreeSet<WordId>,
    pub(super) rules: Vec<Held>,
}

impl Derived<'_> {
    pub(super) fn take_all_steps(&mut self) -> Result<(), TooComplex> {
        let grammar = self.grammar;
        for step in &grammar.in_force.steps {
            match step {
                Step::Expand(expand) => self.expand(expand)?,
                Step::Copy { verb } => self.copy(*verb)?,
                Step::Members { verb, groups } => {
                    for &group in groups {
                        self.members(*verb, group)?;
                    }
                }
                Step::Cancel { also } => self.cancel(also),
                Step::Lock {
                    verb,
                    of,
                    except,
                    words,
                    verbs,
                } => {
                    self.lock(*verb, *of, except, words, verbs);
                }
            }
        }
        Ok(())
    }

    /// The known words of some roles.
    fn known(&self, known: &Known) -> Vec<WordId> {
        let lexicon = self.grammar.lexicon();
        let fits =
            |word: &&WordId| lexicon.roles(**word).meets(known.of) && !known.except.contains(word);
        self.known.iter().filter(fits).copied().collect()
    }

    /// The words that a word stands for.
    fn stands_for(&self, to: &StandsFor, word: WordId) -> Vec<WordId> {
        let all = &self.grammar.in_force.all;
        match to {
            StandsFor::All => self.known(all),
            StandsFor::Others => self
                .known(all)
                .into_iter()
                .filter(|&other| other != word)
                .collect(),
            StandsFor::Known(known) => self.known(known),
            StandsFor::Words(words) => words.clone(),
        }
    }

    fn add(&mut self, rule: Held) -> Result<(), TooComplex> {
        if self.rules.len() >= MOST_RULES {
            return Err(TooComplex);
        }
        self.rules.push(rule);
        Ok(())
    }

    /// A rule derived from others, the first of which gives all that is not said.
    fn derived(&self, from: &[usize]) -> Held {
        Held {
            spelled: None,
            from: from.to_vec(),
            ..self.rules[from[0]].clone()
        }
    }

    fn expand(&mut self, expand: &Expand) -> Result<(), TooComplex> {
        let stands = |term: Term| {
            term.negated == expand.negated
                && expand.word.is_none_or(|word| word == term.word)
                && !expand.except.contains(&term.word)
        };
        for index in 0..self.rules.len() {
            let rule = &self.rules[index];
            let said = rule.complement.map(|complement| complement.word);
            if expand.not_with.contains(&rule.verb)
                || said.is_some_and(|said| expand.not_to.contains(&said))
            {
                continue;
            }
            let (subject, complement) = (rule.subject, rule.complement);
            for spot in &expand.at {
                match spot {
                    Spot::Subject if stands(subject) => {
                        for word in self.stands_for(&expand.to, subject.word) {
                            let subject = Term {
                                word,
                                negated: false,
                            };
                            self.add(Held {
                                subject,
                                ..self.derived(&[index])
                            })?;
                        }
                    }
                    Spot::Complement => {
                        let Some(stand) = complement.filter(|&complement| stands(complement))
                        else {
                            continue;
                        };
                        for word in self.stands_for(&expand.to, stand.word) {
                            let complement = Some(Term {
                                word,
                                negated: false,
                            });
                            self.add(Held {
                                complement,
                                ..self.derived(&[index])
                            })?;
                        }
                    }
                    Spot::Condition => self.expand_conditions(expand, index, &stands),
                    Spot::Subject => {}
                }
            }
        }
        Ok(())
    }

    /// Puts words in the place of those in conditions that stand for them.
    fn expand_conditions(&mut self, expand: &Expand, index: usize, stands: &dyn Fn(Term) -> bool) {
        let mut conditions = std::mem::take(&mut self.rules[index].conditions);
        for condition in &mut conditions {
            let takes = std::mem::take(&mut condition.takes);
            for term in takes {
                if stands(term) {
                    let words = self.stands_for(&expand.to, term.word);
                    condition.takes.extend(words.into_iter().map(|word| Term {
                        word,
                        negated: false,
                    }));
                } else {
                    condition.takes.push(term);
                }
            }
        }
        self.rules[index].conditions = conditions;
    }

    /// The rules that say something with a verb: their numbers.
    fn saying(&self, verb: WordId, negated: bool) -> Vec<usize> {
        let says = |rule: &Held| {
            rule.verb == verb
                && rule.cancelled_by.is_none()
                && rule.complement.is_some_and(|c| c.negated == negated)
        };
        (0..self.rules.len())
            .filter(|&index| says(&self.rules[index]))
            .collect()
    }

    /// The exceptions that rules make to another one: rules with the same subject and verb whose
    /// complement is negated. `None` where one of them holds always.
    fn denied(&self, index: usize) -> Option<Vec<Exception>> {
        let rule = &self.rules[index];
        let mut exceptions = Vec::new();
        for by in self.saying(rule.verb, true) {
            let other = &self.rules[by];
            let word = |rule: &Held| rule.complement.map(|complement| complement.word);
            if other.subject == rule.subject && word(other) == word(rule) {
                if other.conditions.is_empty() {
                    return None;
                }
                exceptions.push(Exception {
                    conditions: other.conditions.clone(),
                    by,
                });
            }
        }
        Some(exceptions)
    }

    fn copy(&mut self, verb: WordId) -> Result<(), TooComplex> {
        let before = self.rules.len();
        for index in self.saying(verb, false) {
            let Some(exceptions) = self.denied(index) else {
                continue;
            };
            let (subject, model) = (self.rules[index].subject, self.rules[index].complement);
            for other in 0..before {
                let rule = &self.rules[other];
                if Some(rule.subject) != model
                    || rule.verb == verb
                    || rule.copied
                    || subject.negated
                {
                    continue;
                }
                let mut copy = Held {
                    subject,
                    copied: true,
                    ..self.derived(&[other, index])
                };
                copy.conditions
                    .extend(self.rules[index].conditions.iter().cloned());
                copy.exceptions.extend(exceptions.iter().cloned());
                self.add(copy)?;
            }
        }
        Ok(())
    }

    /// The members of a group, with the rule that makes each one.
    fn members_of(&self, verb: WordId, group: WordId) -> Vec<(WordId, usize)> {
        let mut members = Vec::new();
        for index in self.saying(verb, false) {
            let Held {
                subject,
                complement,
                ..
            } = self.rules[index];
            if complement.map(|complement| complement.word) != Some(group)
                || self.denied(index).is_none()
            {
                continue;
            }
            match subject.negated {
                false if subject.word != group => members.push((subject.word, index)),
                false => {}
                true => {
                    let others = self.stands_for(&StandsFor::Others, subject.word);
                    members.extend(others.into_iter().map(|other| (other, index)));
                }
            }
        }
        members
    }

    fn members(&mut self, verb: WordId, group: WordId) -> Result<(), TooComplex> {
        let members = self.members_of(verb, group);
        for index in 0..self.rules.len() {
            let Held {
                subject,
                complement,
                verb: said,
                ..
            } = self.rules[index];
            if subject.word == group && !subject.negated {
                for &(member, by) in &members {
                    let subject = Term {
                        word: member,
                        negated: false,
                    };
                    let mut rule = Held {
                        subject,
                        ..self.derived(&[index, by])
                    };
                    rule.conditions
                        .extend(self.rules[by].conditions.iter().cloned());
                    self.add(rule)?;
                }
            } else if subject.word == group {
                let is_member = |word: &WordId| members.iter().any(|(member, _)| member == word);
                for word in self.stands_for(&StandsFor::All, group) {
                    if !is_member(&word) {
                        let subject = Term {
                            word,
                            negated: false,
                        };
                        self.add(Held {
                            subject,
                            ..self.derived(&[index])
                        })?;
                    }
                }
            }
            let Some(stand) = complement.filter(|stand| stand.word == group && said != verb) else {
                continue;
            };
            for &(word, by) in &members {
                let complement = Some(Term { word, ..stand });
                self.add(Held {
                    complement,
                    ..self.derived(&[index, by])
                })?;
            }
        }
        Ok(())
    }

    /// Lets one rule cancel another, or make an exception to it where it has conditions.
    fn except(&mut self, index: usize, by: usize) {
        let conditions: Vec<Condition> = self.rules[by].conditions.clone();
        let rule = &mut self.rules[index];
        match conditions.is_empty() {
            true if rule.cancelled_by.is_none() => rule.cancelled_by = Some(by),
            true => {}
            false => rule.exceptions.push(Exception { conditions, by }),
        }
    }

    fn cancel(&mut self, also: &[Also]) {
        for by in 0..self.rules.len() {
            let Held {
                subject,
                verb,
                complement,
                ..
            } = self.rules[by];
            let Some(denied) = complement.filter(|complement| complement.negated) else {
                continue;
            };
            let further = also
                .iter()
                .filter(|also| (also.verb, also.complement) == (verb, denied.word));
            let further: Vec<WordId> = further
                .flat_map(|also| also.verbs.iter().copied())
                .collect();
            for index in 0..self.rules.len() {
                let rule = &self.rules[index];
                let Some(said) = rule.complement.filter(|said| !said.negated) else {
                    continue;
                };
                let same = rule.verb == verb && said.word == denied.word;
                if rule.subject == subject && (same || further.contains(&rule.verb)) {
                    self.except(index, by);
                }
            }
        }
    }

    fn lock(
        &mut self,
        verb: WordId,
        of: RoleSet,
        except: &[WordId],
        words: &[WordId],
        verbs: &[WordId],
    ) {
        let kept_out = self.known(&Known {
            of,
            except: except.to_vec(),
        });
        for by in self.saying(verb, false) {
            let Held {
                subject,
                complement,
                ..
            } = self.rules[by];
            if subject.negated || complement != Some(subject) {
                continue;
            }
            for index in 0..self.rules.len() {
                let rule = &self.rules[index];
                let Some(said) = rule
                    .complement
                    .filter(|said| !said.negated && rule.subject == subject)
                else {
                    continue;
                };
                let other = said.word != subject.word
                    && (kept_out.contains(&said.word) || words.contains(&said.word));
                if (rule.verb == verb && other) || verbs.contains(&rule.verb) {
                    self.except(index, by);
                }
            }
        }
    }
}
