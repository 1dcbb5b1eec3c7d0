//! Rules that act on others: a negated complement cancels what it denies, and a lock keeps out
//! what a thing could become. Where the rule that acts has conditions, it makes an exception.

use super::steps::Derivation;
use super::table::{Row, Span};
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

    /// The exceptions of a rule with those that rules make that deny it; `None` where one denies it
    /// always.
    pub(super) fn denied(&mut self, index: u32) -> Result<Option<Span>, Unreadable> {
        let row = self.rows()[index as usize];
        let Some(said) = row.said() else {
            return Ok(Some(row.exceptions));
        };
        let mut acting = Vec::new();
        self.list_acting(self.denying(row.subject, row.verb, said), &mut acting);
        let always = |&by: &u32| self.rows()[by as usize].is_unconditional();
        if acting.iter().any(always) {
            return Ok(None);
        }
        let except = |exceptions, by| self.except(exceptions, by, &[]);
        acting
            .into_iter()
            .try_fold(row.exceptions, except)
            .map(Some)
    }

    /// One more exception for each way in which a rule that makes them holds. Conditions with a
    /// `circular` word that are about what the rule denies make none.
    fn except(
        &mut self,
        exceptions: Span,
        by: u32,
        circular: &[WordId],
    ) -> Result<Span, Unreadable> {
        let row = self.rows()[by as usize];
        let conditions = match row.complement {
            Some(denied) => self.table.without(row.conditions, circular, denied.word),
            None => row.conditions,
        };
        if conditions.is_empty() && row.exceptions.is_empty() {
            return Ok(exceptions);
        }
        let ways = self.table.ways(conditions, row.exceptions)?;
        let mut ways = ways.into_iter();
        ways.try_fold(exceptions, |exceptions, way| {
            self.table.except(exceptions, by, way)
        })
    }

    pub(super) fn cancel(&mut self, also: &[Also], circular: &[WordId]) -> Result<(), Unreadable> {
        self.file_denials();
        // Rules that cancel others are cancelled last.
        for denials in [false, true] {
            for index in 0..self.rows().len() {
                let complement = self.rows()[index].complement;
                if complement.is_some_and(|complement| complement.negated == denials) {
                    self.cancel_one(index, also, circular)?;
                }
            }
        }
        Ok(())
    }

    fn cancel_one(
        &mut self,
        index: usize,
        also: &[Also],
        circular: &[WordId],
    ) -> Result<(), Unreadable> {
        let row = self.rows()[index];
        let mut acting = Vec::new();
        if let Some(said) = row.said() {
            self.list_acting(self.denying(row.subject, row.verb, said), &mut acting);
        }
        for also in also.iter().filter(|also| also.verbs.contains(&row.verb)) {
            let denying = self.denying(row.subject, also.verb, also.complement);
            self.list_acting(denying, &mut acting);
            acting.sort_unstable();
            acting.dedup();
        }
        self.act(index, &acting, circular)
    }

    pub(super) fn lock(&mut self, lock: &Lock) -> Result<(), Unreadable> {
        let is_lock = |row: &Row| {
            row.verb == lock.verb && !row.is_cancelled() && row.complement == Some(row.subject)
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
                && Term::plain(said) != row.subject
                && (self.is_known(said, &lock.kept_out) || lock.words.contains(&said));
            let kept_out = !lock.kept_out.except.contains(&said);
            if becomes || kept_out && lock.verbs.contains(&row.verb) {
                let locks = self.by_subject.of(subject_key(row.subject));
                let same = |&by: &u32| self.rows()[by as usize].subject == row.subject;
                acting.clear();
                self.list_acting(locks.filter(same), &mut acting);
                self.act(index, &acting, &[])?;
            }
        }
        Ok(())
    }

    /// Lists rules that act on another one, up to the first that cancels it.
    fn list_acting(&self, rules: impl Iterator<Item = u32>, acting: &mut Vec<u32>) {
        for by in rules {
            acting.push(by);
            if self.rows()[by as usize].is_unconditional() {
                return;
            }
        }
    }

    /// Lets rules act on another one: cancel it, or make exceptions to it where they do not hold
    /// always.
    fn act(&mut self, index: usize, acting: &[u32], circular: &[WordId]) -> Result<(), Unreadable> {
        for &by in acting {
            if self.rows()[by as usize].is_unconditional() {
                if !self.rows()[index].is_cancelled() {
                    self.table.rows[index].cancelled_by = by;
                }
                break;
            }
            let exceptions = self.rows()[index].exceptions;
            self.table.rows[index].exceptions = self.except(exceptions, by, circular)?;
        }
        Ok(())
    }
}
