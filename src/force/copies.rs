//! Rules that are copied to another subject.

use super::Unreadable;
use super::denials::subject_key;
use super::steps::Derivation;
use super::table::Row;
use crate::lexicon::WordId;

impl Derivation<'_> {
    /// A verb gives its subject the rules of its complement. Both have to lie on the board, and
    /// copies are not copied again.
    pub(super) fn copy(&mut self, verb: WordId, most: usize) -> Result<(), Unreadable> {
        self.file_denials();
        let before = self.rows().len();
        let rows = self.table.rows.iter();
        let keyed = rows
            .enumerate()
            .map(|(index, row)| (subject_key(row.subject), index as u32));
        self.by_subject.fill(before, keyed);
        let mut copies = 0;
        for index in self.saying(verb) {
            let row = self.rows()[index as usize];
            let model = row.complement.filter(|model| self.lies_here(model.word));
            let Some(model) = model.filter(|_| self.lies_here(row.subject.word)) else {
                continue;
            };
            let Some(exceptions) = self.denied(index)?.filter(|_| !row.subject.negated) else {
                continue;
            };
            let is_copied = |of_model: &Row| {
                of_model.subject == model && of_model.verb != verb && !of_model.copied
            };
            let chains = std::mem::take(self.by_subject);
            for other in chains.of(subject_key(model)) {
                if !is_copied(&self.rows()[other as usize]) {
                    continue;
                }
                copies += 1;
                if copies > most {
                    let verb = self.grammar.lexicon().name(verb).to_owned();
                    return Err(Unreadable::TooManyCopies { verb, most });
                }
                let mut copy = self.table.derived(&[other, index]);
                copy.subject = row.subject;
                copy.copied = true;
                copy.conditions = self.table.join_conditions(copy.conditions, row.conditions);
                copy.exceptions = self.table.join_exceptions(copy.exceptions, exceptions)?;
                self.add(copy)?;
            }
            *self.by_subject = chains;
        }
        Ok(())
    }
}
