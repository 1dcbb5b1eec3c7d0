//! The runs of a form of sentence, checked.

use std::collections::BTreeSet;

use super::check::Checker;
use super::file::{Here, List, RunFile};
use crate::diagnostic::{Problem, list};
use crate::lexicon::{RoleId, RoleSet, WordId};
use crate::words_file::Roles;

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
    /// Its word only marks what the others are.
    pub(crate) marker: bool,
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

/// The runs of a sentence that are checked so far, by their numbers.
#[derive(Default)]
pub(super) struct Runs<'s> {
    pub(super) names: Vec<(String, &'s str)>,
    pub(super) each: Vec<bool>,
    pub(super) markers: Vec<bool>,
}

impl<'s> Checker<'s> {
    /// Checks a run; `taken_by` is the run that takes it.
    pub(super) fn run(
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
        known.markers.push(false);
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
        let run = Run {
            number,
            of,
            joined_by,
            negated_by,
            each,
            optional,
            marker: false,
            takes,
        };
        let marker = file
            .marker
            .is_some_and(|marker| self.marker(marker, &run, taken_by.is_some()));
        known.markers[usize::from(number)] = marker;
        Some(Run { marker, ..run })
    }

    /// Whether a run is a marker, which must be a word by itself.
    fn marker(&mut self, marker: Here<'s, bool>, run: &Run, is_taken: bool) -> bool {
        let text = marker.text();
        let is_marker = self.take(marker).unwrap_or(false);
        let listed = run.joined_by.is_some() || run.negated_by.is_some();
        if is_marker && (run.each || listed || run.takes.is_some() || is_taken) {
            let message = "a marker only marks what the other words are, and says nothing itself";
            let label = "it cannot have `each`, be joined or negated, take a run or be taken";
            self.report(message, text, label);
        }
        is_marker
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
        // Of a role that could not be read, the cause is told already.
        if roles.is_empty() && self.words.roles != Roles::Some {
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
}
