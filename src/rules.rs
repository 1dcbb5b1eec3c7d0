//! The rules that a board spells: an order, the blocks that spelled each, and quick questions.

use std::fmt;
use std::sync::OnceLock;

use crate::board::ObjectId;
use crate::grammar::{Direction, Grammar};
use crate::lexicon::WordId;

/// One word of a rule, with the run it was read in and the block that carries it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Part {
    /// The word.
    pub word: WordId,
    /// The number of its run in the form of sentence, from 0.
    pub run: u8,
    /// Whether the word joins two items of a run that stays together.
    pub joiner: bool,
    /// The block; `None` in a base rule, which no block spells.
    pub object: Option<ObjectId>,
}

/// A rule without its parts.
#[derive(Debug, Clone, Copy)]
struct Entry {
    /// Where its parts end; they start where those of the rule before end.
    end: u32,
    sentence: u8,
    /// Its number among the grammar's directions.
    direction: u8,
    key: Claim,
}

/// The three words of a rule that most questions are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Claim {
    pub(crate) subject: WordId,
    pub(crate) anchor: WordId,
    pub(crate) complement: Option<WordId>,
}

/// A board spells more rules than a table holds: [`RuleTable::MOST_RULES`] rules of
/// [`RuleTable::MOST_PARTS`] words in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyRules;

impl fmt::Display for TooManyRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rules, parts) = (RuleTable::MOST_RULES, RuleTable::MOST_PARTS);
        write!(
            f,
            "this board spells more than {rules} rules (or {parts} words in them), and no more are kept"
        )
    }
}

impl std::error::Error for TooManyRules {}

/// All rules of a board, base rules first, then by the anchor's tile (row, then column), the
/// direction in the order of the grammar file, and the order of reading.
///
/// The same rule spelled by other blocks is another entry.
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
/// let rule = rules.of(owl).next().expect("one rule is about it");
/// assert_eq!(rule.text(board.grammar()), "OWL IS WISE");
/// assert_eq!(rule.objects().count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct RuleTable {
    entries: Vec<Entry>,
    parts: Vec<Part>,
    /// The numbers of the rules, sorted by their claims; made at the first question.
    by_claim: OnceLock<Vec<u32>>,
}

impl RuleTable {
    /// The most rules that a table holds.
    pub const MOST_RULES: usize = 1 << 20;
    /// The most words that the rules of a table hold together.
    pub const MOST_PARTS: usize = 1 << 24;

    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no rule at all.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All rules in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Rule<'_>> {
        (0..self.entries.len()).map(|index| Rule { table: self, index })
    }

    /// The rules about a subject, sorted by their anchor and complement. The first question to a
    /// table sorts it; after that the answer takes a binary search.
    pub fn of(&self, subject: WordId) -> impl Iterator<Item = Rule<'_>> {
        let sorted = self.sorted();
        let start = sorted.partition_point(|&rule| self.claim(rule).subject < subject);
        sorted[start..]
            .iter()
            .take_while(move |&&rule| self.claim(rule).subject == subject)
            .map(|&rule| Rule {
                table: self,
                index: rule as usize,
            })
    }

    /// Whether some rule says this of the subject, as in "has this noun that property". The anchor
    /// is the word between them. The first question to a table sorts it; after that the answer
    /// takes a binary search.
    pub fn has(&self, subject: WordId, anchor: WordId, complement: WordId) -> bool {
        let claim = Claim {
            subject,
            anchor,
            complement: Some(complement),
        };
        self.sorted()
            .binary_search_by_key(&claim, |&rule| self.claim(rule))
            .is_ok()
    }

    /// The rules with a complement, in the table's order.
    pub fn with(&self, complement: WordId) -> impl Iterator<Item = Rule<'_>> {
        self.iter()
            .filter(move |rule| rule.complement() == Some(complement))
    }

    /// The rules that a block took part in, in the table's order.
    pub fn spelled_by(&self, object: ObjectId) -> impl Iterator<Item = Rule<'_>> {
        self.iter()
            .filter(move |rule| rule.objects().any(|o| o == object))
    }

    /// The distinct rules as text, sorted.
    pub fn texts(&self, grammar: &Grammar) -> Vec<String> {
        let mut texts: Vec<String> = self.iter().map(|rule| rule.text(grammar)).collect();
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    /// Empties the table, then puts the base rules in.
    pub(crate) fn restart(&mut self, base: &RuleTable) {
        self.entries.clear();
        self.parts.clear();
        self.by_claim.take();
        self.entries.extend_from_slice(&base.entries);
        self.parts.extend_from_slice(&base.parts);
    }

    /// Adds a rule.
    pub(crate) fn push(
        &mut self,
        sentence: u8,
        direction: u8,
        key: Claim,
        parts: impl IntoIterator<Item = Part>,
    ) -> Result<(), TooManyRules> {
        self.parts.extend(parts);
        if self.entries.len() >= Self::MOST_RULES || self.parts.len() > Self::MOST_PARTS {
            return Err(TooManyRules);
        }
        self.entries.push(Entry {
            end: self.parts.len() as u32,
            sentence,
            direction,
            key,
        });
        Ok(())
    }

    /// Forgets which blocks spelled the rules: those of base rules never lay on a board.
    pub(crate) fn forget_objects(&mut self) {
        self.parts.iter_mut().for_each(|part| part.object = None);
    }

    fn sorted(&self) -> &[u32] {
        self.by_claim.get_or_init(|| {
            let mut rules: Vec<u32> = (0..self.entries.len() as u32).collect();
            rules.sort_unstable_by_key(|&rule| (self.claim(rule), rule));
            rules
        })
    }

    fn claim(&self, rule: u32) -> Claim {
        self.entries[rule as usize].key
    }
}

/// One rule of a [`RuleTable`].
#[derive(Debug, Clone, Copy)]
pub struct Rule<'a> {
    table: &'a RuleTable,
    index: usize,
}

impl<'a> Rule<'a> {
    /// The rule's number in its table, from 0.
    pub fn index(self) -> usize {
        self.index
    }

    /// The word the rule is about: the item of the first run with `each`, or else of the first run
    /// that is not the anchor.
    pub fn subject(self) -> WordId {
        self.entry().key.subject
    }

    /// The word of the anchor.
    pub fn anchor(self) -> WordId {
        self.entry().key.anchor
    }

    /// What is said of the subject: the item of the last run with `each`, or else of the last run
    /// that is not the anchor. `None` where the subject's run is the only one.
    pub fn complement(self) -> Option<WordId> {
        self.entry().key.complement
    }

    /// The rule's words in the order of its sentence: one item of a run with `each`, all of any
    /// other run.
    pub fn parts(self) -> &'a [Part] {
        let start = match self.index {
            0 => 0,
            index => self.table.entries[index - 1].end as usize,
        };
        &self.table.parts[start..self.entry().end as usize]
    }

    /// The blocks that spelled the rule, in the order of its words; none for a base rule.
    pub fn objects(self) -> impl Iterator<Item = ObjectId> + 'a {
        self.parts().iter().filter_map(|part| part.object)
    }

    /// Whether the rule is one of the grammar's base rules.
    pub fn is_base(self) -> bool {
        self.objects().next().is_none()
    }

    /// The number of the form of sentence that the rule was read by, for
    /// [`Grammar::sentence_name`] and [`Grammar::run_name`].
    pub fn sentence(self) -> usize {
        usize::from(self.entry().sentence)
    }

    /// The direction in which the rule was read; `None` for a base rule.
    pub fn direction(self, grammar: &Grammar) -> Option<Direction> {
        let direction = grammar
            .directions()
            .get(usize::from(self.entry().direction));
        direction.copied().filter(|_| !self.is_base())
    }

    /// The rule as text: its words with single blanks between them.
    pub fn text(self, grammar: &Grammar) -> String {
        let lexicon = grammar.lexicon();
        let words: Vec<&str> = self
            .parts()
            .iter()
            .map(|part| lexicon.name(part.word))
            .collect();
        words.join(" ")
    }

    fn entry(self) -> &'a Entry {
        &self.table.entries[self.index]
    }
}
