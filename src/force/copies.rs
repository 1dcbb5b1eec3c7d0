//! Rules that are copied to another subject.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::blocks::{Block, Span};
use super::steps::Derivation;
use super::{Term, Unreadable};
use crate::lexicon::WordId;

/// What is known of the copies of one step.
struct Copying {
    verb: WordId,
    /// The most rules that are copied.
    most: usize,
    /// How many rules there were when the step began; copies are not copied again.
    before: u32,
    /// By subject, the rules that are copied.
    rules: BTreeMap<Term, Rc<[u32]>>,
    copies: usize,
    /// The rules that copy nothing, since others deny them.
    denied: BTreeSet<u32>,
}

impl Copying {
    fn is_by(&self, block: &Block) -> bool {
        block.verb == self.verb && !block.is_cancelled()
    }
}

impl Derivation<'_> {
    /// A verb gives its subject the rules of its complement. Both have to lie on the board, and
    /// copies are not copied again.
    pub(super) fn copy(&mut self, verb: WordId, most: usize) -> Result<(), Unreadable> {
        self.file_denials();
        let mut copying = Copying {
            verb,
            most,
            before: self.table.count,
            rules: BTreeMap::new(),
            copies: 0,
            denied: BTreeSet::new(),
        };
        for index in 0..self.table.blocks.len() {
            let block = self.table.blocks[index];
            if copying.is_by(&block) {
                for by in self.acting_copies(&block, &mut copying) {
                    self.copy_by(&block, by, &mut copying)?;
                }
            }
        }
        Ok(())
    }

    /// The rules of a block with something to copy, and those that may be denied.
    fn acting_copies(&self, block: &Block, copying: &mut Copying) -> Vec<u32> {
        let models = block.complement.into_iter();
        let models = models.flat_map(|models| self.table.lists.terms(models));
        let acting = models.filter(|&model| {
            let mut denying = self.table.blocks_denying(copying.verb, model.word);
            let is_plain = !model.negated && self.lies_here(model.word);
            is_plain && (!self.to_copy(model, copying).is_empty() || denying.next().is_some())
        });
        let rules = acting.flat_map(|model| self.table.rules_with(block, None, Some(model)));
        let mut rules: Vec<u32> = rules.collect();
        rules.sort_unstable();
        rules
    }

    /// Copies what a rule is about.
    fn copy_by(&mut self, block: &Block, by: u32, copying: &mut Copying) -> Result<(), Unreadable> {
        let Some([subject, model]) = self.copies_between(block, by) else {
            return Ok(());
        };
        let of_model = self.to_copy(model, copying);
        let mut denying = self.table.denying(subject, copying.verb, model.word);
        if of_model.is_empty() && denying.next().is_none() {
            return Ok(());
        }
        drop(denying);
        let alone = self.table.alone_of(block, by)?;
        let Some(exceptions) = self.denied(&alone)? else {
            copying.denied.insert(by);
            return Ok(());
        };
        copying.copies += of_model.len();
        if copying.copies > copying.most {
            return Err(self.too_many(copying, by));
        }
        self.copy_all(&of_model, &alone, exceptions)
    }

    /// Names the rules that copy, as far as the last that could not.
    fn too_many(&self, copying: &Copying, last: u32) -> Unreadable {
        let blocks = self
            .table
            .blocks
            .iter()
            .filter(|block| copying.is_by(block));
        let rules = blocks.flat_map(|block| {
            let rules = self.table.rules_of(block).take_while(|&by| by <= last);
            rules.filter(|&by| self.copies_between(block, by).is_some())
        });
        Unreadable::TooManyCopies {
            verb: self.grammar.lexicon().name(copying.verb).to_owned(),
            most: copying.most,
            rules: self.roots(rules.filter(|by| !copying.denied.contains(by))),
        }
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

    /// The rules about a subject that are copied.
    fn to_copy(&self, subject: Term, copying: &mut Copying) -> Rc<[u32]> {
        let find = || {
            let blocks = self.table.blocks.iter();
            let blocks = blocks.filter(|block| block.first < copying.before);
            let blocks = blocks.filter(|block| block.verb != copying.verb && !block.copied);
            let blocks = blocks.filter(|block| self.table.lists.has(block.subject, subject));
            let rules = blocks.flat_map(|block| self.table.rules_with(block, Some(subject), None));
            rules.collect()
        };
        copying.rules.entry(subject).or_insert_with(find).clone()
    }
}
