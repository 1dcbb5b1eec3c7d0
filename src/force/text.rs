//! Rules in force as text.

use super::{Condition, Held, Term};
use crate::grammar::{Grammar, Run};

impl Held<'_> {
    /// The rule as text, in the order of its sentence; exceptions stand behind it, as
    /// `UNLESS{a ; b}`: it does not hold where a and b both hold.
    pub fn text(self, grammar: &Grammar) -> String {
        let form = grammar.sentence(self.sentence() as u8);
        let mut words: Vec<String> = Vec::new();
        for run in &form.runs {
            self.run(grammar, run, &mut words);
        }
        let mut text = words.join(" ");
        for exception in self.exceptions() {
            let conditions: Vec<String> = exception
                .conditions()
                .map(|condition| condition.text(grammar, self.sentence()))
                .collect();
            text += &format!(" UNLESS{{{}}}", conditions.join(" ; "));
        }
        text
    }

    fn run(self, grammar: &Grammar, run: &Run, words: &mut Vec<String>) {
        let form = grammar.sentence(self.sentence() as u8);
        if run.number == form.subject {
            self.subject_words(grammar, run, words);
        } else if Some(run.number) == form.complement {
            words.extend(self.complement().map(|complement| complement.text(grammar)));
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
    fn subject_words(self, grammar: &Grammar, run: &Run, words: &mut Vec<String>) {
        let Term { word, negated } = self.subject();
        let name = |word| grammar.lexicon().name(word).to_owned();
        let negation = grammar.negation().filter(|_| negated);
        let (before, behind) = (
            negation.filter(|(_, after)| !after),
            negation.filter(|(_, after)| *after),
        );
        words.extend(before.map(|(negation, _)| name(negation)));
        self.conditions_of(grammar, run.led_by.as_deref(), words);
        words.push(name(word));
        self.conditions_of(grammar, run.followed_by.as_deref(), words);
        words.extend(behind.map(|(negation, _)| name(negation)));
    }

    /// The conditions that stand in a run, if there is one.
    fn conditions_of(self, grammar: &Grammar, run: Option<&Run>, words: &mut Vec<String>) {
        let Some(run) = run else {
            return;
        };
        let own = self
            .conditions()
            .filter(|condition| condition.run() == run.number);
        let own: Vec<String> = own
            .map(|condition| condition.text(grammar, self.sentence()))
            .collect();
        if !own.is_empty() {
            words.push(own.join(&joiner(grammar, run)));
        }
    }
}

impl Term {
    fn text(self, grammar: &Grammar) -> String {
        let name = grammar.lexicon().name(self.word);
        match grammar.negation().filter(|_| self.negated) {
            Some((negation, false)) => format!("{} {name}", grammar.lexicon().name(negation)),
            Some((negation, true)) => format!("{name} {}", grammar.lexicon().name(negation)),
            None => name.to_owned(),
        }
    }
}

impl Condition<'_> {
    fn text(self, grammar: &Grammar, sentence: usize) -> String {
        let form = grammar.sentence(sentence as u8);
        let taken = form
            .runs
            .iter()
            .find(|run| run.number == self.run())
            .and_then(|run| run.takes.as_deref());
        let joiner = taken.map_or(" ".to_owned(), |taken| joiner(grammar, taken));
        let takes: Vec<String> = self.takes().iter().map(|term| term.text(grammar)).collect();
        match takes.is_empty() {
            true => self.word().text(grammar),
            false => format!("{} {}", self.word().text(grammar), takes.join(&joiner)),
        }
    }
}

/// What stands between the items of a run.
fn joiner(grammar: &Grammar, run: &Run) -> String {
    match run
        .joined_by
        .and_then(|role| grammar.lexicon().first_word(role))
    {
        Some(word) => format!(" {} ", grammar.lexicon().name(word)),
        None => " ".to_owned(),
    }
}
