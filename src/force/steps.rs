//! The steps from the spelled rules to those in force.

use super::Unreadable;
use super::blocks::Block;
use super::table::InForce;
use crate::board::Board;
use crate::grammar::{Grammar, Known, Step};
use crate::lexicon::WordId;
use crate::rules::RuleTable;

/// Derives the rules in force of one board after another, and keeps its memory.
#[derive(Debug, Default)]
pub(crate) struct Deriver {
    /// The words that lie on the board, as blocks or as things, or that letters spell; sorted.
    known: Vec<WordId>,
    /// What a word stands for.
    words: Vec<WordId>,
}

/// The rules of one board while they are derived.
pub(super) struct Derivation<'a> {
    pub(super) grammar: &'a Grammar,
    pub(super) board: &'a Board,
    pub(super) spelled: &'a RuleTable,
    pub(super) known: &'a [WordId],
    pub(super) words: &'a mut Vec<WordId>,
    pub(super) table: &'a mut InForce,
}

impl Deriver {
    /// Derives the rules in force from the spelled ones. `spelled` gives the words that letters
    /// spell.
    pub(crate) fn derive(
        &mut self,
        board: &Board,
        spelled: impl Iterator<Item = WordId>,
        rules: &RuleTable,
        table: &mut InForce,
    ) -> Result<(), Unreadable> {
        let grammar = board.grammar();
        table.restart(rules, grammar);
        if table.due == 0 {
            return Ok(());
        }
        self.known.clear();
        self.known.extend(board.known_words().chain(spelled));
        self.known.sort_unstable();
        self.known.dedup();
        Derivation {
            grammar,
            board,
            spelled: rules,
            known: &self.known,
            words: &mut self.words,
            table,
        }
        .take_all_steps()
    }
}

impl Derivation<'_> {
    fn take_all_steps(&mut self) -> Result<(), Unreadable> {
        let steps = &self.grammar.in_force.steps;
        for (number, step) in steps.iter().enumerate() {
            // A step can call for those behind it.
            if self.table.due & (1 << number) == 0 {
                continue;
            }
            let before = self.table.count;
            self.take(number, step)?;
            if self.table.count > before {
                self.take_again(&steps[..number])?;
            }
        }
        self.table.settle_exceptions();
        Ok(())
    }

    fn take(&mut self, number: usize, step: &Step) -> Result<(), Unreadable> {
        let is_late = match step {
            Step::Lock(_) => self.table.has_locks(),
            _ => self.table.fates.cancels || self.table.has_locks(),
        };
        if is_late {
            self.settle_fates()?;
        }
        match step {
            Step::Expand(expand) => self.expand(number, expand),
            Step::Copy { verb, most } => self.copy(*verb, *most),
            Step::Members(groups) => self.members(number, groups),
            Step::Cancel { also, circular } => self.cancel(also, circular),
            Step::Lock(lock) => self.lock(lock),
        }
    }

    /// Takes those steps again that are also for rules that later ones add.
    fn take_again(&mut self, steps: &[Step]) -> Result<(), Unreadable> {
        for (number, step) in steps.iter().enumerate() {
            match step {
                Step::Expand(expand) if expand.again => self.expand(number, expand)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The spelled rules that some rules come from, for a message.
    pub(super) fn roots(&self, rules: impl IntoIterator<Item = u32>) -> Vec<String> {
        self.table.roots(rules, self.spelled, self.board)
    }

    pub(super) fn add(&mut self, block: Block) -> Result<(), Unreadable> {
        self.table.add(block, &self.grammar.in_force.triggers)
    }

    /// Whether a word lies on the board, as a block or as a thing, or letters spell it.
    pub(super) fn lies_here(&self, word: WordId) -> bool {
        self.known.binary_search(&word).is_ok()
    }

    /// Lists the known words of some kind.
    pub(super) fn list_known(&mut self, known: &Known) {
        let lexicon = self.grammar.lexicon();
        let fits =
            |word: &&WordId| lexicon.roles(**word).meets(known.of) && !known.except.contains(word);
        self.words.clear();
        self.words.extend(self.known.iter().filter(fits));
    }
}
