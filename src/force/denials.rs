//! Rules that act on others: a negated complement cancels what it denies, and a lock keeps out
//! what a thing could become. Where the rule that acts has conditions, it makes an exception.

use super::steps::Derivation;
use super::table::Row;
use super::{Term, Unreadable};
use crate::grammar::{Also, Lock};
use crate::lexicon::WordId;

/// What rules about a subject are filed under.
pub(super) fn subject_key(subject: Term) -> u64 {
    u64::from(subject.word.0) << 1 | u64::from(subject.negated)
}

/// What a claim is filed under, whether it is made or denied.
fn claim_key(subject: Term, verb: WordId, complement: WordId) -> u64 {
    subject_key(subject) << 32 | u64::from(verb.0) << 16 | u64::from(complement.0)
}

impl Derivation<'_> {
    /// Files the rules with negated complements by what they deny.
    pub(super) fn file_denials(&mut self) {
        let rows = &self.table.rows;
        let keyed = rows.iter().enumerate().filter_map(|(index, row)| {
            let denied = row.complement.filter(|complement| complement.negated)?;
            Some((claim_key(row.subject, row.verb, denied.word), index as u32))
        });
        self.denials.fill(rows.len(), keyed);
    }

    /// The rules that deny a claim, in the order of their numbers.
    fn denying(
        &self,
        subject: Term,
        verb: WordId,
        complement: WordId,
    ) -> impl Iterator<Item = u32> + '_ {
        let denied = Term {
            word: complement,
            negated: true,
        };
        let key = claim_key(subject, verb, complement);
        self.denials.of(key).filter(move |&by| {
            let row = &self.rows()[by as usize];
            (row.subject, row.verb, row.complement) == (subject, verb, Some(denied))
        })
    }

    /// The rules that make exceptions to another one. `None` where one denies it always.
    pub(super) fn denied(&self, index: u32) -> Option<Vec<u32>> {
        let row = &self.rows()[index as usize];
        let denying = row
            .said()
            .map(|said| self.denying(row.subject, row.verb, said));
        let has_conditions = |by: u32| !self.rows()[by as usize].conditions.is_empty();
        let exceptions = denying.into_iter().flatten();
        exceptions
            .map(|by| has_conditions(by).then_some(by))
            .collect()
    }

    pub(super) fn cancel(&mut self, also: &[Also]) -> Result<(), Unreadable> {
        self.file_denials();
        let mut acting = Vec::new();
        for index in 0..self.rows().len() {
            let row = self.rows()[index];
            let Some(said) = row.said() else {
                continue;
            };
            acting.clear();
            self.list_acting(self.denying(row.subject, row.verb, said), &mut acting);
            let further = also.iter().filter(|also| also.verbs.contains(&row.verb));
            for also in further {
                let denying = self.denying(row.subject, also.verb, also.complement);
                self.list_acting(denying, &mut acting);
                acting.sort_unstable();
                acting.dedup();
            }
            self.act(index, &acting)?;
        }
        Ok(())
    }

    pub(super) fn lock(&mut self, lock: &Lock) -> Result<(), Unreadable> {
        let is_lock = |row: &Row| {
            row.verb == lock.verb
                && !row.is_cancelled()
                && row.said() == Some(row.subject.word)
                && !row.subject.negated
        };
        let rows = &self.table.rows;
        let locks = rows.iter().enumerate().filter(|(_, row)| is_lock(row));
        let keyed = locks.map(|(index, row)| (subject_key(row.subject), index as u32));
        self.by_subject.fill(rows.len(), keyed);
        let mut acting = Vec::new();
        for index in 0..self.rows().len() {
            let row = self.rows()[index];
            let Some(said) = row.said() else {
                continue;
            };
            let becomes = row.verb == lock.verb
                && said != row.subject.word
                && (self.is_known(said, &lock.kept_out) || lock.words.contains(&said));
            if becomes || lock.verbs.contains(&row.verb) {
                let locks = self.by_subject.of(subject_key(row.subject));
                let same = |&by: &u32| self.rows()[by as usize].subject == row.subject;
                acting.clear();
                self.list_acting(locks.filter(same), &mut acting);
                self.act(index, &acting)?;
            }
        }
        Ok(())
    }

    /// Lists rules that act on another one, up to the first that cancels it.
    fn list_acting(&self, rules: impl Iterator<Item = u32>, acting: &mut Vec<u32>) {
        for by in rules {
            acting.push(by);
            if self.rows()[by as usize].conditions.is_empty() {
                return;
            }
        }
    }

    /// Lets rules act on another one: cancel it, or make exceptions to it where they have
    /// conditions.
    fn act(&mut self, index: usize, acting: &[u32]) -> Result<(), Unreadable> {
        for &by in acting {
            if !self.rows()[by as usize].conditions.is_empty() {
                let exceptions = self.rows()[index].exceptions;
                self.table.rows[index].exceptions = self.table.except(exceptions, by)?;
            } else if !self.rows()[index].is_cancelled() {
                self.table.rows[index].cancelled_by = by;
                break;
            }
        }
        Ok(())
    }
}
