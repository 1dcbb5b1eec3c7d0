//! The spelled rules, with which deriving starts.

use super::Term;
use super::blocks::{Block, ConditionRow, MarkerRow, NONE, Span};
use super::lists::Place;
use super::table::InForce;
use super::wording::{Link, Negation, Written};
use crate::grammar::Grammar;
use crate::rules::{PartKind, Rule, RuleTable};

impl InForce {
    /// The base rules as every table starts with them.
    pub(crate) fn of_base(base: &RuleTable, grammar: &Grammar) -> InForce {
        let mut table = InForce::default();
        table.add_spelled(base, grammar);
        table
    }

    /// Starts with the spelled rules, of which the first are the base rules. Those are copied as they
    /// are: on a small board they are half of all.
    pub(super) fn restart(&mut self, rules: &RuleTable, grammar: &Grammar) {
        let base = &grammar.in_force.base;
        self.blocks.clone_from(&base.blocks);
        self.conditions.clone_from(&base.conditions);
        self.terms.clone_from(&base.terms);
        self.written.clone_from(&base.written);
        self.markers.clone_from(&base.markers);
        self.due = base.due;
        self.lists.clear();
        self.exceptions.clear();
        self.shared = 0;
        self.settled.clear();
        self.kept_clear.clear();
        self.sources.clear();
        self.fates.clear();
        self.forget_answers();
        self.add_spelled(rules, grammar);
    }

    /// Adds the spelled rules behind those that are there.
    fn add_spelled(&mut self, rules: &RuleTable, grammar: &Grammar) {
        let triggers = &grammar.in_force.triggers;
        for rule in rules.iter().skip(self.blocks.len()) {
            let block = self.spelled_rule(rule, grammar);
            self.due |= self.calls(&block, triggers);
            self.blocks.push(block);
        }
        self.spelled = self.blocks.len();
        self.count = self.blocks.len() as u32;
    }

    fn spelled_rule(&mut self, rule: Rule<'_>, grammar: &Grammar) -> Block {
        let form = rule.form();
        let start = self.conditions.len();
        let (mut subject, mut verb, mut complement) = (Term::NONE, Term::NONE.word, None);
        let mut negations = [None, None];
        let mut put = |run: u8, term: Term, written: Written| {
            if run == form.subject {
                (subject, negations[0]) = (term, written.negation);
            } else if Some(run) == form.complement {
                (complement, negations[1]) = (Some(Place::alone(term)), written.negation);
            } else if run == form.anchor {
                verb = term.word;
            } else {
                let is_taken = grammar.sentence(form.sentence).is_taken(run);
                self.add_condition((form.sentence, run), (term, written), start, is_taken);
            }
        };
        // Where there is one way to write them, it need not be kept.
        let is_worded = grammar.in_force.is_worded;
        let usual = Written::default();
        if let Some(parts) = rule.items_alone().filter(|_| !is_worded) {
            parts
                .iter()
                .for_each(|it| put(it.run, Term::plain(it.word), usual));
        } else if let Some(items) = rule.plain_items().filter(|_| !is_worded) {
            items.for_each(|(run, word, negated)| put(run, Term { word, negated }, usual));
        } else {
            rule.items_joined().for_each(|(joiner, item)| {
                let (word, negated) = (item.word, item.negated);
                let written = Written::new(joiner, Negation::of(&item));
                put(item.run, Term { word, negated }, written);
            });
        }
        Block {
            first: rule.index() as u32,
            subject: Place::alone(subject),
            verb,
            complement,
            negations,
            conditions: Span::between(start, self.conditions.len()),
            markers: self.add_markers(rule, grammar),
            exceptions: Span::EMPTY,
            from: Span::EMPTY,
            cancelled_by: NONE,
            sentence: form.sentence,
            by_subject: true,
            new_subject: false,
            new_complement: false,
            subject_first: false,
            copied: false,
            opened: 0,
            said_opened: 0,
        }
    }

    /// Adds the words of a rule that only mark what the others are.
    fn add_markers(&mut self, rule: Rule<'_>, grammar: &Grammar) -> Span {
        if grammar.automaton.markers == 0 {
            return Span::EMPTY;
        }
        let start = self.markers.len();
        let parts = rule.parts().iter();
        let markers = parts.filter(|part| part.kind == PartKind::Marker);
        self.markers.extend(markers.map(|part| MarkerRow {
            run: part.run,
            word: part.word,
        }));
        Span::between(start, self.markers.len())
    }

    /// Adds a condition, or a word that the one before takes.
    fn add_condition(
        &mut self,
        (sentence, run): (u8, u8),
        (word, mut written): (Term, Written),
        start: usize,
        is_taken: bool,
    ) {
        let end = self.terms.len() as u32;
        let goes_on = |it: &ConditionRow| it.run == run || is_taken && !it.takes.is_empty();
        if !self.conditions[start..].last().is_some_and(goes_on) {
            written.link = Link::Usual;
        }
        match self.conditions[start..].last_mut() {
            Some(condition) if is_taken => {
                self.terms.push(word);
                self.written.push(written);
                condition.takes.end = end + 1;
            }
            _ => self.conditions.push(ConditionRow {
                sentence,
                run,
                word,
                takes: Span { start: end, end },
                written,
            }),
        }
    }
}
