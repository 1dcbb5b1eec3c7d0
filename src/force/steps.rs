//! The steps from the spelled rules to those in force.

use super::Unreadable;
use super::chains::Chains;
use super::table::{InForce, Row};
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
    pub(super) by_subject: Chains,
    pub(super) denials: Chains,
}

/// The rules of one board while they are derived.
pub(super) struct Derivation<'a> {
    pub(super) grammar: &'a Grammar,
    pub(super) known: &'a [WordId],
    pub(super) words: &'a mut Vec<WordId>,
    pub(super) by_subject: &'a mut Chains,
    pub(super) denials: &'a mut Chains,
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
            known: &self.known,
            words: &mut self.words,
            by_subject: &mut self.by_subject,
            denials: &mut self.denials,
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
            let before = self.rows().len();
            self.take(step)?;
            if self.rows().len() > before {
                self.take_again(&steps[..number])?;
            }
        }
        self.table.settle_exceptions();
        Ok(())
    }

    fn take(&mut self, step: &Step) -> Result<(), Unreadable> {
        match step {
            Step::Expand(expand) => self.expand(expand),
            Step::Copy { verb, most } => self.copy(*verb, *most),
            Step::Members(groups) => self.members(groups),
            Step::Cancel { also, circular } => self.cancel(also, circular),
            Step::Lock(lock) => self.lock(lock),
        }
    }

    /// Takes those steps again that are also for rules that later ones add.
    fn take_again(&mut self, steps: &[Step]) -> Result<(), Unreadable> {
        for step in steps {
            match step {
                Step::Expand(expand) if expand.again => self.expand(expand)?,
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.table.rows
    }

    pub(super) fn add(&mut self, row: Row) -> Result<(), Unreadable> {
        self.table.add(row, &self.grammar.in_force.triggers)
    }

    /// Whether a word lies on the board, as a block or as a thing, or letters spell it.
    pub(super) fn lies_here(&self, word: WordId) -> bool {
        self.known.binary_search(&word).is_ok()
    }

    /// Whether a word is known and of the right kind.
    pub(super) fn is_known(&self, word: WordId, known: &Known) -> bool {
        self.grammar.lexicon().roles(word).meets(known.of)
            && !known.except.contains(&word)
            && self.lies_here(word)
    }

    /// Lists the known words of some kind.
    pub(super) fn list_known(&mut self, known: &Known) {
        let lexicon = self.grammar.lexicon();
        let fits =
            |word: &&WordId| lexicon.roles(**word).meets(known.of) && !known.except.contains(word);
        self.words.clear();
        self.words.extend(self.known.iter().filter(fits));
    }

    /// The numbers of the rules that say something with a verb and are not cancelled.
    pub(super) fn saying(&self, verb: WordId) -> Vec<u32> {
        let says = |&index: &u32| {
            let row = &self.rows()[index as usize];
            row.verb == verb && !row.is_cancelled() && row.said().is_some()
        };
        (0..self.rows().len() as u32).filter(says).collect()
    }
}
