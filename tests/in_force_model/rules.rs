//! Rules of the model, one by one, and what two tables have in common, however they keep it.

use std::collections::BTreeSet;

use spellboard::{Grammar, Held, Term, WordId};

use crate::steps::Spot;

/// A condition: its form of sentence, its run there, its word, and the words that it takes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Condition {
    pub sentence: usize,
    pub run: u8,
    pub word: Term,
    pub takes: Vec<Term>,
}

/// Conditions that hold together.
pub type Conditions = Vec<Condition>;

/// A rule.
#[derive(Debug, Clone)]
pub struct Rule {
    pub subject: Term,
    pub verb: WordId,
    pub complement: Option<Term>,
    pub conditions: Conditions,
    /// Where all of the conditions of one hold, the rule does not.
    pub exceptions: Vec<Conditions>,
    pub is_cancelled: bool,
    pub is_copy: bool,
    /// The steps that have put others in the place of a word of it.
    pub expanded: BTreeSet<(usize, Spot)>,
}

impl Rule {
    /// A spelled rule.
    pub fn spelled(held: Held<'_>) -> Rule {
        Rule {
            subject: held.subject(),
            verb: held.verb(),
            complement: held.complement(),
            conditions: held.conditions().map(condition).collect(),
            exceptions: Vec::new(),
            is_cancelled: false,
            is_copy: false,
            expanded: BTreeSet::new(),
        }
    }

    /// A rule that was derived from this one, like it but for what is said.
    pub fn derived(&self) -> Rule {
        let expanded = BTreeSet::new();
        let own = self.clone();
        Rule { expanded, ..own }
    }

    pub fn holds_always(&self) -> bool {
        !self.is_cancelled && self.conditions.is_empty() && self.exceptions.is_empty()
    }

    /// The complement, where it is not negated.
    pub fn said(&self) -> Option<WordId> {
        let said = self.complement.filter(|said| !said.negated);
        said.map(|said| said.word)
    }

    /// The complement, where it is negated.
    pub fn denied(&self) -> Option<WordId> {
        let said = self.complement.filter(|said| said.negated);
        said.map(|said| said.word)
    }

    /// The conditions under which it holds: those of its own and, for each of its exceptions, the
    /// opposite of one that this has.
    pub fn ways(&self) -> Vec<Conditions> {
        ways(&self.conditions, &self.exceptions)
    }
}

/// The conditions under which some hold, but for exceptions: one list for each way to keep clear
/// of all of these.
pub fn ways(conditions: &Conditions, exceptions: &[Conditions]) -> Vec<Conditions> {
    let mut ways = vec![conditions.clone()];
    for exception in exceptions {
        let mut clear = Vec::new();
        for way in ways {
            let opposites: Conditions = exception.iter().map(opposite).collect();
            if way.iter().any(|one| opposites.contains(one)) {
                clear.push(way);
                continue;
            }
            for one in opposites {
                clear.push([&way[..], &[one]].concat());
            }
        }
        ways = clear;
    }
    ways
}

fn opposite(condition: &Condition) -> Condition {
    let mut opposite = condition.clone();
    opposite.word.negated = !opposite.word.negated;
    opposite
}

fn condition(of: spellboard::Condition<'_>) -> Condition {
    Condition {
        sentence: of.sentence(),
        run: of.run(),
        word: of.word(),
        takes: of.takes().to_vec(),
    }
}

/// What a rule of the engine comes to, as text.
pub fn told(held: Held<'_>, grammar: &Grammar) -> String {
    let is_cancelled = held.cancelled_by().is_some();
    let mut rule = Rule::spelled(held);
    let exceptions = held.exceptions();
    let exceptions = exceptions.map(|it| it.conditions().map(condition).collect());
    rule.exceptions = exceptions.collect();
    rule.is_cancelled = is_cancelled;
    rule.told(grammar)
}

impl Rule {
    /// What a rule comes to, as text: the same for rules with the same conditions, in whatever order
    /// they came, and without exceptions of others that it has too.
    pub fn told(&self, grammar: &Grammar) -> String {
        let term = |term: &Term| {
            let not = if term.negated { "NOT " } else { "" };
            format!("{not}{}", grammar.lexicon().name(term.word))
        };
        let condition = |it: &Condition| {
            let takes: Vec<String> = it.takes.iter().map(term).collect();
            format!(
                "{}/{} {} {}",
                it.sentence,
                it.run,
                term(&it.word),
                takes.join(" ")
            )
        };
        let set = |all: &Conditions| all.iter().map(condition).collect::<BTreeSet<_>>();
        let sign = if self.is_cancelled { "- " } else { "" };
        let verb = grammar.lexicon().name(self.verb);
        let said = self.complement.as_ref().map(term);
        let mut text = format!("{sign}{} {verb} {said:?}", term(&self.subject));
        if !self.is_cancelled {
            let exceptions: BTreeSet<_> = self.exceptions.iter().map(set).collect();
            let is_further = |one: &&BTreeSet<String>| {
                exceptions.iter().any(|it| it != *one && it.is_subset(one))
            };
            let least: Vec<_> = exceptions.iter().filter(|it| !is_further(it)).collect();
            text += &format!(" IF {:?} UNLESS {least:?}", set(&self.conditions));
        }
        text
    }
}
