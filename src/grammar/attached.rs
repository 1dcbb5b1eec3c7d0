//! Runs whose words lead or follow the items of others, where rules in force are derived: those of the
//! subject are conditions of a rule, and no others can be.

use super::checker::Checker;
use super::runs::{Run, Runs};
use crate::diagnostic::Problem;

/// A run that belongs to the items of another one than the subject's.
pub(super) struct Attached<'s> {
    /// The name of the run, in the file; those of the run of its items, and of the subject's run.
    text: &'s str,
    owner: String,
    subject: String,
}

impl<'s> Checker<'s> {
    /// Notes the runs of a sentence that belong to the items of others than its subject's run.
    pub(super) fn attach(&mut self, runs: &[Run], subject: u8, known: &Runs<'s>) {
        let name = |run: u8| &known.names[usize::from(run)];
        let owners = runs.iter().flat_map(Run::all);
        for owner in owners.filter(|run| run.number != subject) {
            for part in [&owner.led_by, &owner.followed_by].into_iter().flatten() {
                self.attached.push(Attached {
                    text: name(part.number).1,
                    owner: name(owner.number).0.clone(),
                    subject: name(subject).0.clone(),
                });
            }
        }
    }

    /// Reports such runs where rules in force are derived.
    pub(super) fn check_derivable(&mut self, in_force: &'s str) {
        for Attached {
            text,
            owner,
            subject,
        } in std::mem::take(&mut self.attached)
        {
            let message =
                format!("`in_force` knows no words that lead or follow the items of `{owner}`");
            let label = format!("only those of `{subject}` become conditions of a rule");
            let problem = Problem::error(message, self.source.place_of(text, label));
            let derived = self
                .source
                .place_of(in_force, "rules in force are derived here");
            self.problems.push(problem.and(derived));
        }
    }
}
