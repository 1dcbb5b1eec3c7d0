//! From files to a grammar: they are checked and, where nothing is wrong with them, compiled.

use std::sync::Arc;

use super::check::{self, Checked};
use super::head::WaysOn;
use super::speller::Spell;
use super::{
    Automaton, Grammar, MOST_NARROW, MOST_POSITIONS, Marks, Narrow, Reading, Resume, Speller,
    States, states,
};
use crate::diagnostic::{Problem, Severity};
use crate::force::InForce;
use crate::hidden::uncovered;
use crate::rules::RuleTable;
use crate::source::Source;

impl Grammar {
    /// As [`Grammar::checked`]; unless the words are `complete`, there are others that could not be
    /// loaded, and nobody is told that they are missing.
    pub(super) fn checked_in_part(
        grammar: &Source,
        words: &[Source],
        complete: bool,
    ) -> (Option<Grammar>, Vec<Problem>) {
        let (checked, mut problems) = check::check(grammar, words, complete);
        if problems.iter().any(|problem| problem.mend.is_some()) {
            let files = std::iter::once(grammar).chain(words).cloned().collect();
            problems = uncovered(files, problems, |files| {
                check::check(&files[0], &files[1..], complete).1
            });
        }
        let compiled = match checked {
            Some(checked) if !has_errors(&problems) => {
                Self::compile(checked, grammar, &mut problems)
            }
            _ => None,
        };
        // From top to bottom, one file after another; what a file lacks comes first.
        let names = std::iter::once(grammar).chain(words).map(Source::name);
        let files: Vec<&str> = names.collect();
        problems.sort_by_key(|problem| {
            let place = problem.places.first();
            place.map(|place| {
                let file = files.iter().position(|name| *name == place.file);
                (file, place.line, place.column)
            })
        });
        (compiled, problems)
    }

    /// As [`Grammar::checked`], for files of which some may not have been loaded. What can be checked
    /// without those is.
    pub(crate) fn of_files(
        grammar: Result<Source, Problem>,
        words: impl IntoIterator<Item = Result<Source, Problem>>,
    ) -> (Option<Grammar>, Vec<Problem>) {
        let mut problems = Vec::new();
        let mut loaded =
            |file: Result<Source, Problem>| file.map_err(|problem| problems.push(problem)).ok();
        let (grammar, words) = (loaded(grammar), words.into_iter().map(loaded));
        let words: Vec<Option<Source>> = words.collect();
        let complete = words.iter().all(Option::is_some);
        let words: Vec<Source> = words.into_iter().flatten().collect();
        let Some(grammar) = grammar else {
            let found = check::check_words(&words);
            problems.extend(uncovered(words, found, check::check_words));
            return (None, problems);
        };
        let (checked, found) = Self::checked_in_part(&grammar, &words, complete);
        let is_whole = problems.is_empty();
        problems.extend(found);
        (checked.filter(|_| is_whole), problems)
    }

    fn compile(checked: Checked, source: &Source, problems: &mut Vec<Problem>) -> Option<Grammar> {
        let Checked {
            lexicon,
            directions,
            reading,
            sentences,
            spell,
            base,
            in_force,
            uses,
        } = checked;
        let most = match reading {
            Reading::Outward => MOST_NARROW,
            Reading::Onward(_) => MOST_POSITIONS,
        };
        let automaton = Automaton::new(&sentences, &lexicon);
        let fits = |automaton: &Automaton| automaton.slots.len() <= most;
        let Some(automaton) = automaton.filter(fits) else {
            let message =
                format!("the sentences of this grammar have more than {most} places for words");
            let help = "a run has a place for its items, for what joins them and for what negates them, once more \
                        for each list of words that its heads accept; leave out runs or sentences";
            problems.push(Problem::error(message, source.whole()).help(help));
            return None;
        };
        let mut grammar = Grammar {
            lexicon,
            directions,
            sentences,
            narrow: Narrow::new(&automaton),
            automaton,
            states: States::default(),
            accepts: Vec::new(),
            resume: None,
            speller: None,
            base: Arc::default(),
            in_force,
        };
        if let Reading::Onward(ways) = reading
            && let Err(message) = grammar.read_onward(ways, spell)
        {
            let help = "leave out runs or sentences, or let more words accept the same";
            problems.push(Problem::error(message, source.whole()).help(help));
            return None;
        }
        grammar.accepts = grammar.block_accepts();
        problems.extend(grammar.ambiguity());
        let mut table = RuleTable::default();
        for rule in &base {
            grammar.read_base_rule(rule, &mut table, problems);
        }
        table.forget_objects();
        grammar.in_force.is_worded = grammar.is_worded();
        grammar.in_force.base = InForce::of_base(&table, &grammar);
        grammar.base = table.into();
        if !has_errors(problems) {
            problems.extend(grammar.unread(&uses));
        }
        Some(grammar)
    }

    /// Makes ready for reading onward; says why where that takes too much.
    fn read_onward(&mut self, ways: WaysOn, spell: Option<Spell>) -> Result<(), String> {
        let most = states::MOST_STATES;
        let too_many = || format!("reading onward with this grammar takes more than {most} states");
        self.states = States::new(&self.automaton).ok_or_else(too_many)?;
        self.speller = spell.map(|spell| Speller::new(&spell, &self.lexicon));
        self.resume = Some(Resume::new(self, ways));
        Ok(())
    }

    /// Letters do not stand for themselves.
    fn block_accepts(&mut self) -> Vec<Marks> {
        let Some(resume) = &self.resume else {
            return self.automaton.marks();
        };
        if let Some(speller) = &self.speller {
            let letters = self.lexicon.words().filter(|&word| speller.is_letter(word));
            letters.for_each(|letter| self.states.leave_out_block(letter));
        }
        self.states.marks(|word| resume.bearing(word))
    }
}

/// Whether one of the problems is an error.
fn has_errors(problems: &[Problem]) -> bool {
    problems
        .iter()
        .any(|problem| problem.severity == Severity::Error)
}
