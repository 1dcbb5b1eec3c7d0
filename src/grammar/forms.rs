//! The forms of sentence, checked.

use super::checker::Checker;
use super::file::{Here, List, Map, RunFile, SentenceFile};
use super::head::Reading;
use super::runs::{Belongs, Run, Runs};
use crate::diagnostic::{Place, Problem, list, nearest};
use crate::lexicon::RoleSet;

/// One form of sentence.
#[derive(Debug, Clone)]
pub(crate) struct Sentence {
    pub(crate) name: String,
    /// Where the file names it.
    pub(crate) place: Place,
    pub(crate) runs: Vec<Run>,
    /// The names of the runs by their numbers: each run, then those that belong to its items, then
    /// the one it takes.
    pub(crate) run_names: Vec<String>,
    /// The runs that stand behind the items of another one and belong to them.
    following: Vec<u8>,
    /// The number of the run that has the anchor.
    pub(crate) anchor: u8,
    /// The run that a rule is about.
    pub(crate) subject: u8,
    /// The run that says something of it.
    pub(crate) complement: Option<u8>,
}

impl Sentence {
    /// Whether a run stands behind the items of another one and belongs to them.
    pub(crate) fn follows(&self, run: u8) -> bool {
        self.following.contains(&run)
    }

    /// Whether a run is taken by another one.
    pub(crate) fn is_taken(&self, run: u8) -> bool {
        self.runs
            .iter()
            .filter_map(|outer| outer.takes.as_deref())
            .any(|taken| taken.number == run)
    }
}

impl<'s> Checker<'s> {
    pub(super) fn sentences(
        &mut self,
        sentences: Map<'s, SentenceFile<'s>>,
        reading: Option<Reading>,
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
                checked.extend(self.sentence(name, text, sentence, reading));
            }
        }
        Some(checked)
    }

    fn sentence(
        &mut self,
        name: String,
        at: &str,
        file: SentenceFile<'s>,
        reading: Option<Reading>,
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
        self.check_limits(&runs, &known);
        if !known.each.contains(&true) {
            let message = format!("no run of the sentence `{name}` has `each`");
            let problem = Problem::error(message, self.source.place_of(at, ""));
            let help =
                "add `each: true` to the run whose items make the rules, such as the subjects";
            self.problems.push(problem.help(help));
        }
        if self.words.gaps.is_empty() {
            self.check_readable(&name, &runs, &known);
        }
        let anchor = self.anchor(file.anchor, &runs, &known, reading)?;
        let before = self.problems.len();
        let complement_at = file.complement.as_ref().map(|name| name.text());
        let named = [("subject", file.subject), ("complement", file.complement)];
        let named = named.map(|(what, name)| self.part(what, name?, &runs, &known, anchor));
        if let [Some(subject), Some(complement)] = named
            && subject == complement
        {
            self.report(
                "the subject and the complement are one run",
                complement_at.unwrap_or(at),
                "name another one, or leave it out",
            );
        }
        let (subject, complement) = parts(named, &runs, &known, anchor);
        if self.problems.len() > before {
            return None;
        }
        self.attach(&runs, subject, &known);
        let run_names = known.names.into_iter().map(|(name, _)| name).collect();
        let all = runs.iter().flat_map(Run::all);
        let following = all.filter_map(|run| run.followed_by.as_deref());
        let following: Vec<u8> = following.map(|run| run.number).collect();
        Some(Sentence {
            name,
            place: self.source.place_of(at, ""),
            following,
            runs,
            run_names,
            anchor,
            subject,
            complement,
        })
    }

    /// The number of the run that is named as the subject or the complement: a word for each rule.
    fn part(
        &mut self,
        what: &str,
        at: Here<'s, String>,
        runs: &[Run],
        known: &Runs<'s>,
        anchor: u8,
    ) -> Option<u8> {
        let text = at.text();
        let name = self.take(at)?;
        let all: Vec<&Run> = runs.iter().flat_map(Run::all).collect();
        let fits = |run: &&&Run| is_part(run, known, anchor);
        let name_of = |run: &Run| known.names[usize::from(run.number)].0.as_str();
        let fitting = || all.iter().filter(fits).map(|run| name_of(run));
        match all.iter().find(|run| name_of(run) == name) {
            Some(run) if fits(&run) => return Some(run.number),
            Some(_) => {
                let message = format!("the run `{name}` cannot be the {what}");
                let label = format!(
                    "each rule has one word of it: such runs are {}",
                    list(fitting())
                );
                self.report(message, text, label);
            }
            None => {
                let label = match nearest(&name, fitting()) {
                    Some(known) => format!("did you mean `{known}`?"),
                    None => format!("the runs that can be are {}", list(fitting())),
                };
                let message = format!("the {what} `{name}` is no run of this sentence");
                self.report(message, text, label);
            }
        }
        None
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
                checked.extend(self.run(text, run, Belongs::ToSentence, known));
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
        if anchor.marker {
            let message = "the anchor is what a rule says, so it cannot be a marker";
            self.report(message, text, "name another run, or leave `marker` out");
            return None;
        }
        if !anchor.is_single_word() && reading == Some(Reading::Outward) {
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

/// Whether each rule has one word of a run, if it has any.
fn is_one(run: &Run, known: &Runs<'_>) -> bool {
    known.each[usize::from(run.number)] || run.joined_by.is_none() && !run.side_by_side
}

/// Whether a run can be what a rule is about, or says.
fn is_part(run: &Run, known: &Runs<'_>, anchor: u8) -> bool {
    is_one(run, known) && run.number != anchor && !known.aside[usize::from(run.number)]
}

/// The subject and the complement, as far as they are not named: the first and the last run with
/// `each` or, where that is one, the last that is a single word.
fn parts(
    [subject, complement]: [Option<u8>; 2],
    runs: &[Run],
    known: &Runs<'_>,
    anchor: u8,
) -> (u8, Option<u8>) {
    let can_be = |run: &&Run, but| is_part(run, known, anchor) && Some(run.number) != but;
    let with_each = |but| {
        let all = runs.iter().flat_map(Run::all);
        all.filter(move |run| known.each[usize::from(run.number)] && can_be(run, but))
    };
    let subject = subject.or_else(|| Some(with_each(complement).next()?.number));
    let subject = subject.unwrap_or(anchor);
    // What may be missing, or what is taken by what may be, is a condition.
    let is_there = |run: &&Run| !run.optional && is_one(run, known);
    let there = runs.iter().filter(is_there);
    let there = there
        .flat_map(|run| [Some(run), run.takes.as_deref()])
        .flatten();
    let mut single = there.filter(|run| can_be(run, Some(subject)));
    let complement = complement.or_else(|| {
        let last = with_each(Some(subject))
            .next_back()
            .or_else(|| single.next_back());
        Some(last?.number)
    });
    (subject, complement)
}
