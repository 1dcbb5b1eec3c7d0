//! The rules that a board spells: an order, the blocks that spelled each, and quick questions.

mod alone;
mod items;
mod questions;
mod rule;
mod seen;
mod widest;

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::grammar::Form;
use crate::lexicon::WordId;
use crate::object::ObjectId;

use questions::Claim;
use seen::Seen;

pub use items::Item;
pub use rule::{Part, PartKind, Rule};

/// A rule without its parts.
#[derive(Debug, Clone, Copy)]
struct Entry {
    /// Where its parts end; they start where those of the rule before end.
    end: u32,
    reading: Reading,
}

/// What the rules of one reading share.
#[derive(Debug, Clone, Copy)]
struct Reading {
    form: Form,
    /// Its number among the grammar's directions.
    direction: u8,
    /// Whether joiners carried it; most readings have none.
    joined: bool,
}

/// The joiners of a reading.
#[derive(Debug, Clone, Copy)]
struct Joiners {
    /// The number of the reading's first rule.
    rule: u32,
    /// Where they end; they start where those of the reading before end.
    end: u32,
}

/// A board is too complex to read: it spells more rules than a table holds
/// ([`RuleTable::MOST_RULES`]), there are more words in them ([`RuleTable::MOST_PARTS`]), or
/// reading it takes too many steps, because its stacks or letters can be read in too many ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooComplex;

impl fmt::Display for TooComplex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rules, parts) = (RuleTable::MOST_RULES, RuleTable::MOST_PARTS);
        write!(
            f,
            "this board is too complex to read: its text spells more than {rules} rules, has more \
             than {parts} words in them, or can be read in too many ways"
        )
    }
}

impl std::error::Error for TooComplex {}

/// All rules of a board, base rules first, then by the anchor's tile (row, then column), the
/// direction in the order of the grammar file, and the order of reading; words on one tile in the
/// order of their ids, whichever was placed first.
///
/// The same rule spelled by other blocks is another entry. A block that is a sentence by itself spells
/// one rule, in the first direction in which it is read.
///
/// ```
/// use spellboard::{Board, Grammar, Source};
///
/// let words = r#"{ "words": [
///     { "name": "OWL",  "role": "noun" },
///     { "name": "WISE", "role": "property" },
///     { "name": "PUSH", "role": "property" }
/// ] }"#;
/// let grammar = Grammar::with_words(&[Source::new("words.json", words)])?;
/// let board = spellboard::drawing::read(&Source::new("board.txt", "OWL IS WISE"), grammar.into())?;
/// let rules = board.rules()?;
///
/// let word = |name| board.grammar().lexicon().word(name).expect("a word of the list");
/// let (owl, is, wise) = (word("OWL"), word("IS"), word("WISE"));
/// assert!(rules.has(owl, is, wise));
/// assert!(!rules.has(wise, is, owl));
///
/// assert_eq!(rules.complements(owl, is).collect::<Vec<_>>(), [wise]);
///
/// let rule = rules.of(owl).next().expect("one rule is about it");
/// assert_eq!(rule.text(board.grammar()), "OWL IS WISE");
/// assert_eq!(rule.objects().count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct RuleTable {
    entries: Vec<Entry>,
    parts: Vec<Part>,
    /// The base rules that it begins with.
    base: Option<Arc<RuleTable>>,
    /// What the rules that are being added share.
    reading: Option<Reading>,
    /// The joiners of each reading that has some, and all of their blocks.
    joined: Vec<Joiners>,
    /// Whether rules are to be spelled once, and those since.
    once: bool,
    seen: Seen,
    /// How many steps readings with several ways through took.
    steps: usize,
    joiners: Vec<ObjectId>,
    /// The claims of the rules with their numbers, sorted; made at the first question.
    by_claim: OnceLock<Vec<(Claim, u32)>>,
}

/// The most steps that readings with several ways through may take on one board.
const MOST_STEPS: usize = 1 << 21;

impl RuleTable {
    /// The most rules that a table holds.
    pub const MOST_RULES: usize = 1 << 20;
    /// The most words that the rules of a table hold together.
    pub const MOST_PARTS: usize = 1 << 22;

    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no rule at all.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The rule of a number; `None` when there are not so many.
    pub fn get(&self, index: usize) -> Option<Rule<'_>> {
        (index < self.len()).then_some(Rule { table: self, index })
    }

    /// Whether any word of a rule is this one.
    pub(crate) fn mentions(&self, word: WordId) -> bool {
        self.parts.iter().any(|part| part.word == word)
    }

    /// All rules in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Rule<'_>> {
        (0..self.entries.len()).map(|index| Rule { table: self, index })
    }

    /// Empties the table, then puts the base rules in.
    pub(crate) fn restart(&mut self, base: &Arc<RuleTable>) {
        let has_base = |own: &Arc<RuleTable>| Arc::ptr_eq(own, base);
        if self.base.as_ref().is_some_and(has_base) {
            self.entries.truncate(base.entries.len());
            self.parts.truncate(base.parts.len());
        } else {
            self.entries.clone_from(&base.entries);
            self.parts.clone_from(&base.parts);
            self.base = Some(base.clone());
        }
        self.joined.clear();
        self.joiners.clear();
        self.once = false;
        self.steps = 0;
        self.by_claim.take();
    }

    /// Adds the rules of another table, without their joiners.
    pub(crate) fn append(&mut self, other: &RuleTable) {
        for rule in other.iter() {
            self.parts.extend_from_slice(rule.parts());
            self.close(Reading {
                joined: false,
                ..rule.reading()
            });
        }
    }

    /// Begins the rules of a reading, with the joiners that carried it.
    pub(crate) fn begin(&mut self, form: Form, direction: u8, joiners: &[ObjectId]) {
        self.reading = Some(Reading {
            form,
            direction,
            joined: !joiners.is_empty(),
        });
        if !joiners.is_empty() {
            self.joiners.extend_from_slice(joiners);
            self.joined.push(Joiners {
                rule: self.entries.len() as u32,
                end: self.joiners.len() as u32,
            });
        }
    }

    /// Adds words to the next rule of the reading that was begun last.
    pub(crate) fn extend(&mut self, parts: impl Iterator<Item = Part>) {
        self.parts.extend(parts);
    }

    /// Counts a step of a reading with several ways through it.
    pub(crate) fn spend(&mut self) -> Result<(), TooComplex> {
        self.steps += 1;
        match self.steps <= MOST_STEPS {
            true => Ok(()),
            false => Err(TooComplex),
        }
    }

    /// From now on leaves out rules that the same blocks spelled before, or no longer.
    pub(crate) fn spell_once(&mut self, once: bool) {
        self.once = once;
        self.seen.clear();
    }

    /// Whether rules that the same blocks spelled before are left out.
    pub(crate) fn spells_once(&self) -> bool {
        self.once
    }

    /// Adds the rule whose words were added.
    pub(crate) fn push(&mut self) -> Result<(), TooComplex> {
        if self.once && !self.is_new() {
            let end = self.entries.last().map_or(0, |entry| entry.end as usize);
            self.parts.truncate(end);
            return Ok(());
        }
        self.check()?;
        if let Some(reading) = self.reading {
            self.close(reading);
        }
        Ok(())
    }

    /// Whether no rule since rules are to be spelled once has the words that were added.
    fn is_new(&mut self) -> bool {
        let Self {
            seen,
            entries,
            parts,
            ..
        } = self;
        let end = |rule: usize| entries.get(rule).map_or(parts.len(), |it| it.end as usize);
        let own = |rule: u32| {
            let before = (rule as usize).checked_sub(1);
            &parts[before.map_or(0, end)..end(rule as usize)]
        };
        seen.insert(entries.len() as u32, own)
    }

    /// Adds the one rule of a reading without joiners.
    pub(crate) fn add(
        &mut self,
        form: Form,
        direction: u8,
        parts: [Part; 3],
    ) -> Result<(), TooComplex> {
        self.parts.extend_from_slice(&parts);
        let reading = Reading {
            form,
            direction,
            joined: false,
        };
        if self.once {
            self.reading = Some(reading);
            return self.push();
        }
        self.check()?;
        self.close(reading);
        Ok(())
    }

    fn check(&self) -> Result<(), TooComplex> {
        match self.entries.len() < Self::MOST_RULES && self.parts.len() <= Self::MOST_PARTS {
            true => Ok(()),
            false => Err(TooComplex),
        }
    }

    fn close(&mut self, reading: Reading) {
        self.entries.push(Entry {
            end: self.parts.len() as u32,
            reading,
        });
    }

    /// Forgets which blocks spelled the rules: those of base rules never lay on a board.
    pub(crate) fn forget_objects(&mut self) {
        self.parts.iter_mut().for_each(|part| part.object = None);
    }
}
