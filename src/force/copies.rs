//! Rules that are copied to another subject.

use std::collections::BTreeMap;

use super::steps::Derivation;
use super::{Term, Unreadable};
use crate::lexicon::WordId;

impl Derivation<'_> {
    /// A verb gives its subject the rules of its complement. Both have to lie on the board, and
    /// copies are not copied again.
    pub(super) fn copy(&mut self, verb: WordId, most: usize) -> Result<(), Unreadable> {
        self.file_denials();
        let mut rules = BTreeMap::<Term, Vec<u32>>::new();
        let mut copies = 0;
        let mut copying = Vec::new();
        let before = self.table.count;
        for by in self.saying(verb) {
            let by = self.table.alone(by)?;
            let (Some(subject), Some(model)) = (by.subject.only(), by.only_complement()) else {
                continue;
            };
            if subject.negated || !self.lies_here(model.word) || !self.lies_here(subject.word) {
                continue;
            }
            let Some(exceptions) = self.denied(&by)? else {
                continue;
            };
            let of_model = rules
                .entry(model)
                .or_insert_with(|| self.to_copy(model, verb, before));
            copies += of_model.len();
            copying.push(by.first);
            if copies > most {
                let verb = self.grammar.lexicon().name(verb).to_owned();
                let rules = self.roots(copying);
                return Err(Unreadable::TooManyCopies { verb, most, rules });
            }
            for &rule in &*of_model {
                let other = self.table.alone(rule)?;
                let mut copy = self.table.derived(&other, &[rule, by.first]);
                copy.subject = by.subject;
                copy.copied = true;
                copy.conditions = self.table.join_conditions(other.conditions, by.conditions);
                copy.exceptions = self.table.join_exceptions(other.exceptions, exceptions)?;
                self.add(copy)?;
            }
        }
        Ok(())
    }

    /// The rules about a subject that are copied with a verb, of the first so many.
    fn to_copy(&self, subject: Term, verb: WordId, before: u32) -> Vec<u32> {
        let blocks = self.table.blocks.iter();
        let blocks = blocks.filter(|block| block.first < before);
        let blocks = blocks.filter(|block| block.verb != verb && !block.copied);
        let blocks = blocks.filter(|block| self.table.lists.has(block.subject, subject));
        let rules = blocks.flat_map(|block| self.table.rules_with(block, Some(subject), None));
        rules.collect()
    }
}
