//! Words that stand for others.

use super::steps::Derivation;
use super::table::{ConditionRow, InForce, Row, Span};
use super::{Term, Unreadable};
use crate::grammar::{Expand, Spot, StandsFor};
use crate::lexicon::WordId;

impl Derivation<'_> {
    /// Adds what rules say of the words that a word of them stands for.
    pub(super) fn expand(&mut self, expand: &Expand) -> Result<(), Unreadable> {
        match &expand.to {
            StandsFor::All | StandsFor::Others => self.list_known(&self.grammar.in_force.all),
            StandsFor::Known(known) => self.list_known(known),
            StandsFor::Words(words) => self.words.clone_from(words),
        }
        if expand.at.contains(&Spot::Complement) {
            self.file_denials();
        }
        for index in 0..self.rows().len() {
            let row = self.rows()[index];
            let left_alone = expand.not_with.contains(&row.verb)
                || row
                    .complement
                    .is_some_and(|said| expand.not_to.contains(&said.word));
            if left_alone {
                continue;
            }
            for spot in &expand.at {
                match spot {
                    Spot::Subject => self.expand_subject(expand, index)?,
                    Spot::Complement => self.expand_complement(expand, index)?,
                    Spot::Condition => self.expand_conditions(expand, index),
                }
            }
        }
        Ok(())
    }

    /// What a rule says of a subject that stands for others, it says of them. It does so once: the
    /// same step can be taken again, for the rules that were added since.
    fn expand_subject(&mut self, expand: &Expand, index: usize) -> Result<(), Unreadable> {
        let row = self.rows()[index];
        if row.opened || !stands(expand, row.subject) {
            return Ok(());
        }
        self.table.rows[index].opened = true;
        let model = self.table.derived(&[index as u32]);
        self.put_words(expand, row.subject, model, |row, word| {
            row.subject = Term::plain(word);
        })
    }

    /// What is said with a word that stands for others is said with them, as far as the rule is
    /// not denied itself.
    fn expand_complement(&mut self, expand: &Expand, index: usize) -> Result<(), Unreadable> {
        let row = self.rows()[index];
        let Some(said) = row.complement.filter(|&said| stands(expand, said)) else {
            return Ok(());
        };
        let Some(exceptions) = self.denied(index as u32)? else {
            return Ok(());
        };
        let mut model = self.table.derived(&[index as u32]);
        model.exceptions = exceptions;
        self.put_words(expand, said, model, |row, word| {
            row.complement = Some(Term::plain(word));
        })
    }

    /// Adds a rule like another one for each word that a term stands for.
    fn put_words(
        &mut self,
        expand: &Expand,
        term: Term,
        model: Row,
        put: impl Fn(&mut Row, WordId),
    ) -> Result<(), Unreadable> {
        let others = matches!(expand.to, StandsFor::Others);
        for index in 0..self.words.len() {
            let word = self.words[index];
            if others && word == term.word {
                continue;
            }
            let mut row = model;
            put(&mut row, word);
            self.add(row)?;
        }
        Ok(())
    }

    /// Puts words in the place of those in conditions that stand for them.
    fn expand_conditions(&mut self, expand: &Expand, index: usize) {
        let InForce {
            rows,
            conditions,
            terms,
            ..
        } = &mut *self.table;
        let own = rows[index].conditions;
        let takes = |condition: &ConditionRow| {
            let mut taken = condition.takes.of(terms).iter();
            taken.any(|&term| stands(expand, term))
        };
        if !own.of(conditions).iter().any(takes) {
            return;
        }
        let start = conditions.len() as u32;
        for condition in own.start..own.end {
            let mut condition = conditions[condition as usize];
            let first = terms.len() as u32;
            for term in condition.takes.start..condition.takes.end {
                let term = terms[term as usize];
                if stands(expand, term) {
                    let others = matches!(expand.to, StandsFor::Others);
                    let words = self.words.iter().copied();
                    let words = words.filter(|&word| !others || word != term.word);
                    terms.extend(words.map(Term::plain));
                } else {
                    terms.push(term);
                }
            }
            let end = terms.len() as u32;
            condition.takes = Span { start: first, end };
            conditions.push(condition);
        }
        let end = conditions.len() as u32;
        rows[index].conditions = Span { start, end };
    }
}

/// Whether a word of a rule stands for others.
fn stands(expand: &Expand, term: Term) -> bool {
    term.negated == expand.negated
        && expand.word.is_none_or(|word| word == term.word)
        && !expand.except.contains(&term.word)
}
