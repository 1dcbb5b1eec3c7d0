//! The forms of sentence: their runs, checked.

use std::collections::BTreeSet;

use super::check::{Checker, Reading};
use super::file::{Here, List, Map, RunFile, SentenceFile};
use crate::diagnostic::{Place, Problem, list, nearest};
use crate::lexicon::{RoleId, RoleSet, WordId};

/// One form of sentence.
#[derive(Debug, Clone)]
pub(crate) struct Sentence {
    pub(crate) name: String,
    /// Where the file names it.
    pub(crate) place: Place,
    pub(crate) runs: Vec<Run>,
    /// The names of the runs by their numbers: each run, then the one it takes.
    pub(crate) run_names: Vec<String>,
    /// The number of the run that has the anchor.
    pub(crate) anchor: u8,
    /// The run that a rule is about: the first with `each`, or else the first but the anchor.
    pub(crate) subject: u8,
    /// The run that says something of it: the last with `each`, or else the last but the anchor.
    pub(crate) complement: Option<u8>,
}

/// One run of a sentence.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    /// Its number among the runs of the sentence.
    pub(crate) number: u8,
    /// The roles of its words; `None` for what the word before it accepts.
    pub(crate) of: Option<RoleSet>,
    pub(crate) joined_by: Option<RoleId>,
    pub(crate) negated_by: Option<RoleId>,
    pub(crate) each: bool,
    pub(crate) optional: bool,
    pub(crate) takes: Option<Box<Run>>,
}

impl Run {
    /// Whether a word can stand in the run, by one of its roles.
    pub(super) fn reads(&self, role: RoleId) -> bool {
        self.of.is_some_and(|of| of.contains(role))
            || self.joined_by == Some(role)
            || self.negated_by == Some(role)
    }
}

impl Sentence {
    /// Whether a run is taken by another one.
    pub(crate) fn is_taken(&self, run: u8) -> bool {
        self.runs
            .iter()
            .filter_map(|outer| outer.takes.as_deref())
            .any(|taken| taken.number == run)
    }
}

/// The runs of a sentence that are checked so far.
#[derive(Default)]
struct Runs<'s> {
    names: Vec<(String, &'s str)>,
    each: Vec<bool>,
}

impl<'s> Checker<'s> {
    pub(super) fn sentences(
        &mut self,
        sentences: Map<'s, SentenceFile<'s>>,
        reading: Option<Reading>,
        all_known: bool,
    ) -> Option<Vec<Sentence>> {
        let whole = sentences.text();
        let entries = self.named("sentence", sentences);
        if entries.is_empty() {
            self.report(
                "the grammar has no sentences",
                whole,
                "at least one form is needed",
            );
        }
        let mut checked = Vec::new();
        for (name, text, sentence) in entries {
            if let Some(sentence) = self.take(sentence) {
                checked.extend(self.sentence(name, text, sentence, (reading, all_known)));
            }
        }
        Some(checked)
    }

    fn sentence(
        &mut self,
        name: String,
        at: &str,
        file: SentenceFile<'s>,
        (reading, all_known): (Option<Reading>, bool),
    ) -> Option<Sentence> {
        let mut known = Runs::default();
        let before = self.problems.len();
        let runs = self.runs(file.runs, &mut known)?;
        if runs.is_empty() && self.problems.len() == before {
            let message = format!("the sentence `{name}` has no runs");
            self.report(message, at, "at least its anchor is needed");
        }
        if self.problems.len() > before {
            return None;
        }
        if !known.each.contains(&true) {
            let message = format!("no run of the sentence `{name}` has `each`");
            let problem = Problem::error(message, self.source.place_of(at, ""));
            let help =
                "add `each: true` to the run whose items make the rules, such as the subjects";
            self.problems.push(problem.help(help));
        }
        if all_known {
            self.check_readable(&name, &runs, &known);
        }
        let anchor = self.anchor(file.anchor, &runs, &known, reading)?;
        let others: Vec<u8> = (0..known.each.len() as u8)
            .filter(|&run| run != anchor)
            .collect();
        let with_each = || {
            others
                .iter()
                .copied()
                .filter(|&run| known.each[usize::from(run)])
        };
        let subject = with_each()
            .next()
            .or(others.first().copied())
            .unwrap_or(anchor);
        let complement = with_each().next_back().or(others.last().copied());
        let complement = complement.filter(|&run| run != subject);
        let run_names = known.names.into_iter().map(|(name, _)| name).collect();
        Some(Sentence {
            name,
            place: self.source.place_of(at, ""),
            runs,
            run_names,
            anchor,
            subject,
            complement,
        })
    }

    /// Reports runs that must be there although no word of any file can stand in them.
    fn check_readable(&mut self, sentence: &str, runs: &[Run], known: &Runs<'s>) {
        let lexicon = &self.words.lexicon;
        let fits = |roles: RoleSet| lexicon.words().any(|word| lexicon.roles(word).meets(roles));
        let empty = runs
            .iter()
            .filter(|run| !run.optional && !run.of.is_some_and(fits));
        for run in empty.collect::<Vec<_>>() {
            let (name, text) = &known.names[usize::from(run.number)];
            let message =
                format!("no word can stand in the run `{name}`, so `{sentence}` is never read");
            let place = self.source.place_of(text, "");
            let problem = Problem::error(message, place);
            self.problems
                .push(problem.help("give a word one of its roles, or make the run optional"));
        }
    }

    fn runs(&mut self, runs: List<'s, RunFile<'s>>, known: &mut Runs<'s>) -> Option<Vec<Run>> {
        let mut checked = Vec::new();
        for run in self.take(runs)? {
            let text = run.text();
            if let Some(run) = self.take(run) {
                checked.extend(self.run(text, run, None, known));
            }
        }
        if checked.iter().all(|run| run.optional) && !checked.is_empty() {
            let (_, first) = known.names[0];
            self.report(
                "every run of this sentence can be left out",
                first,
                "one must always be there",
            );
        }
        Some(checked)
    }

    /// Checks a run; `taken_by` is the run that takes it.
    fn run(
        &mut self,
        whole: &'s str,
        file: RunFile<'s>,
        taken_by: Option<&str>,
        known: &mut Runs<'s>,
    ) -> Option<Run> {
        let name_text = file.name.text();
        let name = self.take(file.name)?;
        let name = self.name("run", &name, name_text)?;
        if let Some((_, first)) = known.names.iter().find(|(earlier, _)| *earlier == name) {
            self.twice("run", &name, name_text, first);
            return None;
        }
        let number = u8::try_from(known.names.len()).ok()?;
        known.names.push((name.clone(), name_text));
        let each = file.each.and_then(|each| self.take(each)).unwrap_or(false);
        known.each.push(each);
        let of = match (file.of, taken_by) {
            (Some(of), _) => Some(self.roles_of_run(of)?),
            (None, Some(_)) => None,
            (None, None) => {
                let label = "name the roles that its words may have, `of: [..]`";
                self.report(
                    format!("the run `{name}` can read nothing"),
                    name_text,
                    label,
                );
                return None;
            }
        };
        let joined_by = file.joined_by.and_then(|role| self.role(role));
        let negated_by = file.negated_by.and_then(|role| self.role(role));
        let optional = file
            .optional
            .and_then(|optional| self.take(optional))
            .unwrap_or(false);
        let takes = match file.takes {
            Some(takes) => {
                let takes = self.taken(*takes, &name, taken_by, known);
                self.check_heads(of.unwrap_or_default(), takes.as_ref(), &name, whole);
                takes.map(Box::new)
            }
            None => None,
        };
        Some(Run {
            number,
            of,
            joined_by,
            negated_by,
            each,
            optional,
            takes,
        })
    }

    /// Checks the run that the run `name` takes; that one must not be taken itself.
    fn taken(
        &mut self,
        takes: Here<'s, RunFile<'s>>,
        name: &str,
        taken_by: Option<&str>,
        known: &mut Runs<'s>,
    ) -> Option<Run> {
        let text = takes.text();
        if taken_by.is_some() {
            let label = "a run that is taken cannot take another one";
            self.report("this goes one run too deep", text, label);
            return None;
        }
        let takes = self.take(takes)?;
        self.run(text, takes, Some(name), known)
    }

    /// The roles of a run's words. A run that no word of any file fits can never be read.
    fn roles_of_run(&mut self, of: List<'s, String>) -> Option<RoleSet> {
        let text = of.text();
        let before = self.problems.len();
        let roles = self.role_set(of)?;
        if self.problems.len() > before {
            return None;
        }
        if roles.is_empty() {
            self.report(
                "this run can read nothing",
                text,
                "name the roles that its words may have",
            );
        }
        Some(roles)
    }

    /// Reports the words of a run that takes what they accept, when they accept nothing.
    fn check_heads(&mut self, of: RoleSet, takes: Option<&Run>, name: &str, whole: &str) {
        if takes.is_none_or(|takes| takes.of.is_some()) {
            return;
        }
        let lexicon = &self.words.lexicon;
        let silent =
            |word: &WordId| lexicon.roles(*word).meets(of) && lexicon.accepts(*word).is_none();
        let silent: BTreeSet<&str> = lexicon
            .words()
            .filter(silent)
            .map(|word| lexicon.name(word))
            .take(8)
            .collect();
        if !silent.is_empty() {
            let message = format!(
                "the run `{name}` takes what its words accept, but {} accept nothing",
                list(silent)
            );
            let problem = Problem::error(message, self.source.place_of(whole, ""));
            self.problems
                .push(problem.help("add `\"accepts\": [..]` to their entries in the words file"));
        }
    }

    /// The number of the run that has the anchor. It is named by its run or, where no run has the
    /// name, by the role that only one run reads.
    fn anchor(
        &mut self,
        at: Here<'s, String>,
        runs: &[Run],
        known: &Runs<'s>,
        reading: Option<Reading>,
    ) -> Option<u8> {
        let text = at.text();
        let name = self.take(at)?;
        let name_of = |run: &Run| known.names[usize::from(run.number)].0.as_str();
        let by_name = runs.iter().find(|run| name_of(run) == name);
        let by_role = || {
            let role = RoleSet::from_iter([self.words.lexicon.role(&name)?]);
            let mut readers = runs.iter().filter(|run| run.of == Some(role));
            readers.next().filter(|_| readers.next().is_none())
        };
        let Some(anchor) = by_name.or_else(by_role) else {
            let label = match nearest(&name, runs.iter().map(name_of)) {
                Some(known) => format!("did you mean `{known}`?"),
                None => format!("the runs are {}", list(runs.iter().map(name_of))),
            };
            self.report(
                format!("the anchor `{name}` is no run of this sentence"),
                text,
                label,
            );
            return None;
        };
        let joined = anchor.joined_by.is_some() || anchor.negated_by.is_some() || anchor.optional;
        if joined && reading == Some(Reading::Outward) {
            let message = "reading outward starts from a single word, which is always there";
            let label = format!(
                "the run `{}` can be joined, negated or left out",
                name_of(anchor)
            );
            self.report(message, text, label);
            return None;
        }
        Some(anchor.number)
    }
}
