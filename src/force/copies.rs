//! Rules that are copied to another subject.

use std::collections::BTreeMap;

use super::blocks::{Block, Span};
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
        for index in 0..self.table.blocks.len() {
            let block = self.table.blocks[index];
            if block.verb != verb || block.is_cancelled() {
                continue;
            }
            for by in self.table.rules_of(&block) {
                let Some([subject, model]) = self.copies_between(&block, by) else {
                    continue;
                };
                let of_model = rules
                    .entry(model)
                    .or_insert_with(|| self.to_copy(model, verb, before));
                let mut denying = self.table.denying(subject, verb, model.word);
                if of_model.is_empty() && denying.next().is_none() {
                    copying.push(by);
                    continue;
                }
                drop(denying);
                let by = self.table.alone_of(&block, by)?;
                let Some(exceptions) = self.denied(&by)? else {
                    continue;
                };
                copies += of_model.len();
                copying.push(by.first);
                if copies > most {
                    let verb = self.grammar.lexicon().name(verb).to_owned();
                    let rules = self.roots(copying);
                    return Err(Unreadable::TooManyCopies { verb, most, rules });
                }
                self.copy_all(of_model, &by, exceptions)?;
            }
        }
        Ok(())
    }

    /// Which word gets the rules of which other one by a rule, where both lie on the board.
    fn copies_between(&self, block: &Block, by: u32) -> Option<[Term; 2]> {
        let row = self.table.row_of(block, by);
        let between = [row.subject.term, row.complement?.term];
        let lie_here = between
            .iter()
            .all(|it| !it.negated && self.lies_here(it.word));
        lie_here.then_some(between)
    }

    /// Adds copies of some rules by another one.
    fn copy_all(&mut self, rules: &[u32], by: &Block, exceptions: Span) -> Result<(), Unreadable> {
        for &rule in rules {
            let other = self.table.alone(rule)?;
            let mut copy = self.table.derived(&other, &[rule, by.first]);
            copy.subject = by.subject;
            copy.copied = true;
            copy.conditions = self.table.join_conditions(other.conditions, by.conditions);
            copy.exceptions = self.table.join_exceptions(other.exceptions, exceptions)?;
            self.add(copy)?;
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
