//! The grammar: a RON file and words files, checked and compiled.

mod check;
mod compile;
mod file;

use std::path::Path;

pub use file::Direction;

pub(crate) use check::Sentence;
pub(crate) use compile::{Automaton, Positions, each};

use crate::board::{Block, ObjectId, Tile};
use crate::diagnostic::{Problem, Problems};
use crate::lexicon::{Lexicon, WordId};
use crate::reader::Reader;
use crate::rules::RuleTable;
use crate::source::Source;
use check::{BaseRule, Checked};

/// The grammar and the words that come with the crate, for use where no files are at hand.
const SHIPPED_GRAMMAR: (&str, &str) = ("grammar/core.ron", include_str!("../../grammar/core.ron"));
const SHIPPED_WORDS: (&str, &str) = (
    "content/words.json",
    include_str!("../../content/words.json"),
);

/// A sentence grammar with its lexicon, ready to read boards.
///
/// ```
/// use spellboard::{Grammar, Source};
///
/// let grammar = Source::new("sky.ron", r#"(
///     read: [Right],
///     reading: Outward,
///     roles: { "name": "of a thing", "link": "joins a name to a look", "look": "of a thing" },
///     words: { "LOOKS": "link" },
///     sentences: { "claim": (anchor: "link", runs: [
///         (name: "who", of: ["name"], each: true),
///         (name: "link", of: ["link"]),
///         (name: "how", of: ["look"], each: true),
///     ]) },
///     base: ["SKY LOOKS BLUE"],
/// )"#);
/// let words = Source::new("sky.json", r#"{ "words": [
///     { "name": "SKY",  "role": "name" },
///     { "name": "BLUE", "role": "look" }
/// ] }"#);
/// let grammar = Grammar::new(&grammar, &[words])?;
/// assert_eq!(grammar.base_rules().texts(&grammar), ["SKY LOOKS BLUE"]);
/// # Ok::<(), spellboard::Problems>(())
/// ```
#[derive(Debug, Clone)]
pub struct Grammar {
    lexicon: Lexicon,
    directions: Vec<Direction>,
    sentences: Vec<Sentence>,
    pub(crate) automaton: Automaton,
    base: RuleTable,
}

impl Grammar {
    /// Checks and compiles a grammar file and its words files. All problems of all files are
    /// reported together.
    pub fn new(grammar: &Source, words: &[Source]) -> Result<Grammar, Problems> {
        let (checked, mut problems) = check::check(grammar, words);
        let compiled = match checked {
            Some(checked) if problems.is_empty() => Self::compile(checked, grammar, &mut problems),
            _ => None,
        };
        Problems::none_or(problems, compiled)
    }

    /// The shipped core grammar with other words.
    pub fn with_words(words: &[Source]) -> Result<Grammar, Problems> {
        Self::new(&Source::new(SHIPPED_GRAMMAR.0, SHIPPED_GRAMMAR.1), words)
    }

    /// Reads a grammar file and its words files from disk.
    pub fn load(grammar: &Path, words: &[&Path]) -> Result<Grammar, Problems> {
        Self::new(
            &Source::load(grammar)?,
            &words
                .iter()
                .map(|path| Source::load(path))
                .collect::<Result<Vec<_>, _>>()?,
        )
    }

    /// The grammar and the words that come with the crate.
    ///
    /// # Panics
    /// Never: the shipped files are sound, and a test of the crate says so.
    pub fn shipped() -> Grammar {
        let words = Source::new(SHIPPED_WORDS.0, SHIPPED_WORDS.1);
        Self::with_words(&[words]).unwrap_or_else(|problems| panic!("{problems}"))
    }

    /// The words, the grammar's own and those of the content.
    pub fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// The directions in which lines are read, in the order of the file.
    pub fn directions(&self) -> &[Direction] {
        &self.directions
    }

    /// The rules that hold on every board, in the order of the file.
    pub fn base_rules(&self) -> &RuleTable {
        &self.base
    }

    /// The name of a form of sentence; `None` when there is none of that number.
    pub fn sentence_name(&self, sentence: usize) -> Option<&str> {
        self.sentences
            .get(sentence)
            .map(|sentence| sentence.name.as_str())
    }

    /// The name of a run of a form of sentence; `None` when there is none of that number.
    pub fn run_name(&self, sentence: usize, run: usize) -> Option<&str> {
        self.sentences
            .get(sentence)?
            .runs
            .get(run)
            .map(|run| run.name.as_str())
    }

    /// A form of sentence.
    pub(crate) fn sentence(&self, sentence: u8) -> &Sentence {
        &self.sentences[usize::from(sentence)]
    }

    fn compile(checked: Checked, source: &Source, problems: &mut Vec<Problem>) -> Option<Grammar> {
        let Checked {
            lexicon,
            directions,
            sentences,
            base,
        } = checked;
        let Some(automaton) = Automaton::new(&sentences, &lexicon) else {
            let most = compile::MOST_POSITIONS;
            let message =
                format!("the sentences of this grammar have more than {most} places for words");
            let help = "each run has one place, and another for the word that joins its items; join sentences that share runs";
            problems.push(Problem::error(message, source.whole()).help(help));
            return None;
        };
        let mut grammar = Grammar {
            lexicon,
            directions,
            sentences,
            automaton,
            base: RuleTable::default(),
        };
        let mut table = RuleTable::default();
        for rule in &base {
            grammar.read_base_rule(rule, &mut table, problems);
        }
        table.forget_objects();
        grammar.base = table;
        Some(grammar)
    }

    /// Reads a base rule as if its words lay in a line of the grammar's first direction.
    fn read_base_rule(&self, rule: &BaseRule, table: &mut RuleTable, problems: &mut Vec<Problem>) {
        let (dx, dy) = self.directions[0].step();
        let length = rule.words.len() as i32;
        let start = |step: i32| if step < 0 { length - 1 } else { 0 };
        let tile = |i: i32| Tile {
            x: start(dx) + dx * i,
            y: start(dy) + dy * i,
        };
        let block = |(i, &word): (usize, &WordId)| {
            Some(Block {
                word: Some(word),
                tile: tile(i as i32),
                object: ObjectId::new(i)?,
            })
        };
        let blocks: Vec<Block> = rule.words.iter().enumerate().filter_map(block).collect();
        let read = Reader::new(self).read_line(&blocks, (length, length), table);
        if read != Ok(blocks.len()) {
            let mut place = rule.place.clone();
            place.label = "every word of it has to stand in one sentence".to_owned();
            problems.push(Problem::error(
                "the grammar cannot read this base rule",
                place,
            ));
        }
    }
}

/// The name and text of each shipped data file that the engine falls back on.
pub fn shipped_sources() -> [Source; 2] {
    [SHIPPED_GRAMMAR, SHIPPED_WORDS].map(|(name, text)| Source::new(name, text))
}
