//! Rules in force as text.

use std::collections::{BTreeMap, BTreeSet};

#[cfg(feature = "cli")]
use super::Unreadable;
use super::wording::{self, Negation, Written};
use super::{Condition, Exception, Held, InForce, Term};
use crate::grammar::{Grammar, Run, Sentence};

/// Where a condition is told in a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    InRun(u8),
    BeforeSubject,
    BehindSubject,
}

impl Held<'_> {
    /// The rule as text, in the order of its sentence; exceptions stand behind it, as
    /// `UNLESS{a ; b}`, or with another word that the grammar names: it does not hold where a and b
    /// both hold.
    pub fn text(self, grammar: &Grammar) -> String {
        let mut text = self.text_alone(grammar);
        add_exceptions(self.exceptions(), &mut text, grammar);
        text
    }

    /// The rule without its exceptions.
    fn text_alone(self, grammar: &Grammar) -> String {
        let form = grammar.sentence(self.sentence() as u8);
        let mut words: Vec<String> = Vec::new();
        for run in &form.runs {
            self.run(grammar, run, &mut words);
        }
        words.join(" ")
    }

    fn run(self, grammar: &Grammar, run: &Run, words: &mut Vec<String>) {
        let form = grammar.sentence(self.sentence() as u8);
        let [subject, complement] = self.row().block.negations;
        if run.number == form.subject {
            self.subject_words(grammar, (run, subject), words);
        } else if Some(run.number) == form.complement {
            let said = self.complement();
            words.extend(said.map(|said| wording::term(said, complement, run, grammar)));
        } else if run.number == form.anchor {
            words.push(grammar.lexicon().name(self.verb()).to_owned());
        } else if run.marker {
            let markers = self.row().block.markers.of(&self.table.markers).iter();
            let own = markers.filter(|marker| marker.run == run.number);
            words.extend(own.map(|marker| grammar.lexicon().name(marker.word).to_owned()));
        } else {
            self.conditions_of(grammar, Some(run), words);
        }
        if let Some(taken) = run
            .takes
            .as_deref()
            .filter(|taken| Some(taken.number) == form.complement)
        {
            self.run(grammar, taken, words);
        }
    }
}

impl Held<'_> {
    /// The subject, with the conditions that lead it behind a negation before it, and those that
    /// follow it before a negation behind it.
    fn subject_words(
        self,
        grammar: &Grammar,
        (run, written): (&Run, Option<Negation>),
        words: &mut Vec<String>,
    ) {
        let Term { word, negated } = self.subject();
        let name = |word| grammar.lexicon().name(word).to_owned();
        let negation = written.or_else(|| Negation::usual(run, grammar));
        let negation = negation.filter(|_| negated);
        let before = negation.filter(|negation| !negation.after);
        let behind = negation.filter(|negation| negation.after);
        self.conditions_told(grammar, Told::BeforeSubject, words);
        words.extend(before.map(|negation| name(negation.word)));
        self.conditions_of(grammar, run.led_by.as_deref(), words);
        words.push(name(word));
        self.conditions_of(grammar, run.followed_by.as_deref(), words);
        words.extend(behind.map(|negation| name(negation.word)));
        self.conditions_told(grammar, Told::BehindSubject, words);
    }

    /// The conditions that stand in a run, if there is one.
    fn conditions_of(self, grammar: &Grammar, run: Option<&Run>, words: &mut Vec<String>) {
        let Some(run) = run else {
            return;
        };
        let own = self.told(grammar, Told::InRun(run.number));
        let own = own.map(|own| (own.row.written.link, own.text(grammar)));
        let text = wording::joined(own, Some(run), grammar);
        words.extend((!text.is_empty()).then_some(text));
    }

    /// The conditions of other forms of sentence that stand in no run of the rule's own form.
    fn conditions_told(self, grammar: &Grammar, told: Told, words: &mut Vec<String>) {
        let others = self.told(grammar, told);
        words.extend(others.map(|condition| condition.text(grammar)));
    }
}

impl InForce {
    /// The distinct rules in force as text, sorted.
    pub fn texts(&self, grammar: &Grammar) -> Vec<String> {
        self.texts_within(usize::MAX, grammar).unwrap_or_default()
    }

    /// The same; an error where their exceptions, told with each rule that has them, are too many.
    #[cfg(feature = "cli")]
    pub(crate) fn told(&self, grammar: &Grammar) -> Result<Vec<String>, Unreadable> {
        let texts = self.texts_within(Self::MOST_EXCEPTIONS, grammar);
        texts.ok_or(Unreadable::TooManyExceptions)
    }

    /// An error where the exceptions are too many to tell every rule by itself.
    #[cfg(feature = "cli")]
    pub(crate) fn check_each_can_be_told(&self) -> Result<(), Unreadable> {
        let (mut by_others, mut left) = (BTreeMap::new(), Self::MOST_EXCEPTIONS);
        for rule in self.iter() {
            let claim = rule.row().claim();
            let others = || self.exceptions_to(claim).count();
            let others = by_others.entry(claim).or_insert_with(others);
            let count = rule.own_exceptions().count() + *others;
            left = left
                .checked_sub(count)
                .ok_or(Unreadable::TooManyExceptions)?;
        }
        Ok(())
    }

    /// The distinct rules in force with at most so many exceptions in all.
    fn texts_within(&self, most: usize, grammar: &Grammar) -> Option<Vec<String>> {
        // Rules that say the same and were derived with the same exceptions have the same ones, which
        // can be thousands: they are told once.
        let (mut known, mut by_others) = (BTreeSet::new(), BTreeMap::new());
        let (mut texts, mut left) = (Vec::new(), most);
        for rule in self.iter().filter(|rule| rule.cancelled_by().is_none()) {
            let (row, mut text) = (rule.row(), rule.text_alone(grammar));
            let claim = row.claim();
            if !known.insert((claim, row.exceptions(), text.clone())) {
                continue;
            }
            let (others, count) = by_others.entry(claim).or_insert_with(|| {
                let mut told = String::new();
                let count = add_exceptions(self.exceptions_to(claim), &mut told, grammar);
                (told, count)
            });
            let own = add_exceptions(rule.own_exceptions(), &mut text, grammar);
            left = left.checked_sub(own + *count)?;
            text += others;
            texts.push(text);
        }
        texts.sort_unstable();
        texts.dedup();
        Some(texts)
    }
}

/// Adds exceptions to the text of a rule, and counts them.
fn add_exceptions<'a>(
    exceptions: impl Iterator<Item = Exception<'a>>,
    text: &mut String,
    grammar: &Grammar,
) -> usize {
    let mut count = 0;
    for exception in exceptions {
        count += 1;
        let conditions: Vec<String> = exception
            .conditions()
            .map(|condition| condition.text(grammar))
            .collect();
        let sign = &grammar.in_force.exception;
        *text += &format!(" {sign}{{{}}}", conditions.join(" ; "));
    }
    count
}

impl<'a> Held<'a> {
    /// The conditions that are told at one place.
    fn told(self, grammar: &'a Grammar, told: Told) -> impl Iterator<Item = Condition<'a>> {
        let own = self.conditions();
        own.filter(move |condition| condition.told_in(self.sentence(), grammar) == told)
    }
}

impl Condition<'_> {
    /// Where it is told in a rule of a form of sentence: in its run; if it comes of another form, in the
    /// run of the same name, or else on the same side of the subject.
    fn told_in(self, sentence: usize, grammar: &Grammar) -> Told {
        let own = grammar.sentence(self.row.sentence);
        let form = grammar.sentence(sentence as u8);
        if self.sentence() == sentence {
            return Told::InRun(self.run());
        }
        let name = &own.run_names[usize::from(self.run())];
        let has_name = |run: &&Run| form.run_names[usize::from(run.number)] == *name;
        let leads = |run: &Run| run.led_by.as_ref().map(|led_by| led_by.number);
        let mut leading = own.runs.iter().filter_map(leads);
        match runs_of_conditions(form).find(has_name) {
            Some(run) => Told::InRun(run.number),
            None if self.run() < own.subject || leading.any(|run| run == self.run()) => {
                Told::BeforeSubject
            }
            None => Told::BehindSubject,
        }
    }

    fn text(self, grammar: &Grammar) -> String {
        let runs = &grammar.sentence(self.row.sentence).runs;
        let mut runs = runs.iter().flat_map(Run::all);
        let run = runs.find(|run| run.number == self.run());
        let taken = run.and_then(|run| run.takes.as_deref());
        let term = |term: Term, written: Written, run: Option<&Run>| match run {
            Some(run) => wording::term(term, written.negation, run, grammar),
            None => grammar.lexicon().name(term.word).to_owned(),
        };
        let written = self.row.takes.of(&self.table.written).iter();
        let takes = self.takes().iter().zip(written);
        let takes = takes.map(|(&word, &written)| (written.link, term(word, written, taken)));
        let takes = wording::joined(takes, taken, grammar);
        let own = term(self.word(), self.row.written, run);
        match takes.is_empty() {
            true => own,
            false => format!("{own} {takes}"),
        }
    }
}

/// The runs in which conditions are told: all of their own, and what leads or follows the subject.
fn runs_of_conditions(form: &Sentence) -> impl Iterator<Item = &Run> {
    let runs = form
        .runs
        .iter()
        .flat_map(|run| match run.number == form.subject {
            true => [run.led_by.as_deref(), run.followed_by.as_deref()],
            false => [Some(run), None],
        });
    let is_other = |run: &&Run| {
        let is_told = run.number == form.anchor || Some(run.number) == form.complement;
        !is_told && !run.marker
    };
    runs.flatten().filter(is_other)
}
