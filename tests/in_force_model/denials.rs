//! Rules that act on others: those with negated complements, and locks.

use spellboard::WordId;

use crate::model::Model;
use crate::rules::{Conditions, Rule, ways};
use crate::steps::{Also, Kind};

/// A rule that acts on another one, and the conditions under which it does.
type Acting<'a> = (&'a Rule, Vec<Conditions>);

impl Model {
    /// The exceptions of a rule with those of the rules that deny it; `None` where one does so always.
    pub fn exceptions_by_denials(&self, rule: &Rule) -> Option<Vec<Conditions>> {
        let mut exceptions = rule.exceptions.clone();
        for denial in self.rules.iter().filter(|denial| denies(denial, rule)) {
            if denial.holds_always() {
                return None;
            }
            exceptions.extend(denial.ways());
        }
        Some(exceptions)
    }

    /// A rule with a negated complement takes away the same rule without; where it has conditions, it
    /// makes an exception.
    pub fn cancel(&mut self, also: &[Also], circular: &[String]) {
        let before = self.rules.clone();
        let denials: Vec<Acting<'_>> = before
            .iter()
            .filter(|rule| !rule.is_cancelled)
            .filter_map(|rule| Some((rule, self.ways_of_denial(rule, rule.denied()?, circular))))
            .collect();
        let acts = |denial: &Rule, rule: &Rule| {
            denies(denial, rule) || also.iter().any(|also| self.denies_also(also, denial, rule))
        };
        self.rules = act(&before, &denials, acts);
    }

    /// The conditions under which a rule denies something: not those that are about this itself.
    fn ways_of_denial(&self, rule: &Rule, denied: WordId, circular: &[String]) -> Vec<Conditions> {
        let mut conditions = rule.conditions.clone();
        conditions.retain_mut(|condition| {
            let is_circular = self.is_of(condition.word.word, circular);
            let before = condition.takes.len();
            let is_denied = |term: &spellboard::Term| term.word == denied && !term.negated;
            condition
                .takes
                .retain(|term| !(is_circular && is_denied(term)));
            condition.takes.len() == before || !condition.takes.is_empty()
        });
        match conditions.is_empty() && rule.exceptions.is_empty() {
            true => Vec::new(),
            false => ways(&conditions, &rule.exceptions),
        }
    }

    fn denies_also(&self, also: &Also, denial: &Rule, rule: &Rule) -> bool {
        denial.subject == rule.subject
            && denial.verb == self.word(&also.verb)
            && denial.denied() == Some(self.word(&also.complement))
            && rule.complement.is_some()
            && self.is_of(rule.verb, &also.verbs)
    }

    /// What is itself becomes nothing else.
    pub fn lock(
        &mut self,
        verb: &str,
        (of, except): (&[String], &[String]),
        words: &[String],
        verbs: &[String],
    ) {
        let verb = self.word(verb);
        let kept_out = self.list(&Kind {
            of: of.to_vec(),
            except: except.to_vec(),
        });
        let before = self.rules.clone();
        let is_self = |rule: &Rule| rule.verb == verb && rule.complement == Some(rule.subject);
        let locks: Vec<Acting<'_>> = before
            .iter()
            .filter(|rule| is_self(rule) && !rule.is_cancelled)
            .map(|rule| (rule, rule.ways()))
            .collect();
        let acts = |lock: &Rule, rule: &Rule| {
            let becomes = |said: WordId| {
                let is_word = kept_out.contains(&said) || self.is_of(said, words);
                rule.verb == verb && is_word
                    || self.is_of(rule.verb, verbs) && !self.is_of(said, except)
            };
            rule.subject == lock.subject && !is_self(rule) && rule.said().is_some_and(becomes)
        };
        self.rules = act(&before, &locks, acts);
    }
}

/// Whether a rule says the opposite of another one.
fn denies(denial: &Rule, rule: &Rule) -> bool {
    !denial.is_cancelled
        && (denial.subject, denial.verb) == (rule.subject, rule.verb)
        && denial.denied().is_some()
        && denial.denied() == rule.said()
}

/// All rules, after some have acted on them: one that holds always cancels a rule, another makes an
/// exception for each way in which it holds.
fn act(rules: &[Rule], acting: &[Acting<'_>], acts: impl Fn(&Rule, &Rule) -> bool) -> Vec<Rule> {
    let mut after = rules.to_vec();
    for rule in after.iter_mut().filter(|rule| !rule.is_cancelled) {
        let own = acting.iter().filter(|(by, _)| acts(by, rule));
        let own: Vec<_> = own.collect();
        rule.is_cancelled = own.iter().any(|(by, _)| by.holds_always());
        rule.exceptions
            .extend(own.iter().flat_map(|(_, ways)| ways.clone()));
    }
    after
}
