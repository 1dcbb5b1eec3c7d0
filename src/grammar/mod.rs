//! The grammar: a RON file and words files, checked and compiled.

mod alike;
mod ambiguity;
mod attached;
mod base;
mod builder;
mod check;
mod checker;
mod company;
mod compile;
mod derivation;
mod file;
mod forms;
mod head;
mod limits;
mod load;
mod named;
mod narrow;
mod resume;
mod runs;
mod sets;
mod speller;
mod spoken;
mod states;
mod triggers;
mod unread;

use std::path::Path;
use std::sync::Arc;

pub use file::Direction;
#[cfg(feature = "cli")]
pub(crate) use file::GrammarFile;

pub(crate) use compile::{Automaton, Form, MOST_POSITIONS, Positions, Side, Slot, SlotKind};
pub(crate) use derivation::{
    Also, Derivation, Expand, Groups, Known, Lock, Spot, StandsFor, Step, ThingsAsWords,
};
pub(crate) use forms::Sentence;
pub(crate) use head::Reading;
pub(crate) use narrow::{MOST_NARROW, Narrow};
pub(crate) use resume::{Bearing, Resume};
pub(crate) use runs::Run;
pub(crate) use sets::{each, union};
pub(crate) use speller::Speller;
pub(crate) use states::{Marks, StateId, StateSet, States};
pub(crate) use triggers::{StepSet, Triggers};

use crate::diagnostic::{Problem, Problems};
use crate::lexicon::{Lexicon, RoleId, WordId};
use crate::rules::RuleTable;
use crate::source::Source;

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
    pub(crate) narrow: Narrow,
    pub(crate) states: States,
    /// Where a block can stand, by its word: as positions or, where reading goes onward, as marks
    /// (see [`States`]).
    pub(crate) accepts: Vec<Marks>,
    /// How reading goes on after a sentence; `None` where it reads outward.
    pub(crate) resume: Option<Resume>,
    pub(crate) speller: Option<Speller>,
    pub(crate) base: Arc<RuleTable>,
    pub(crate) in_force: Derivation,
}

impl Grammar {
    /// Checks and compiles a grammar file and its words files.
    ///
    /// # Errors
    /// All problems of all files together, warnings included, where one of them is an error.
    pub fn new(grammar: &Source, words: &[Source]) -> Result<Grammar, Problems> {
        let (grammar, problems) = Self::checked(grammar, words);
        Problems::none_or(problems, grammar)
    }

    /// As [`Grammar::new`], with the warnings for what can be used and is probably not meant.
    ///
    /// ```
    /// use spellboard::{Grammar, Severity, Source};
    ///
    /// let grammar = Source::new("sky.ron", r#"(
    ///     read: [Right],
    ///     reading: Outward,
    ///     roles: { "link": "a link", "look": "a look" },
    ///     words: { "LOOKS": "link" },
    ///     sentences: { "claim": (anchor: "link", runs: [(name: "link", of: ["link"], each: true)]) },
    /// )"#);
    /// let (read, problems) = Grammar::checked(&grammar, &[]);
    /// assert!(read.is_some());
    /// assert_eq!(problems[0].severity, Severity::Warning);
    /// assert_eq!(problems[0].message, "nothing uses the role `look`");
    /// ```
    pub fn checked(grammar: &Source, words: &[Source]) -> (Option<Grammar>, Vec<Problem>) {
        Self::checked_in_part(grammar, words, true)
    }

    /// The shipped core grammar with other words.
    ///
    /// # Errors
    /// As [`Grammar::new`].
    pub fn with_words(words: &[Source]) -> Result<Grammar, Problems> {
        Self::new(&Source::new(SHIPPED_GRAMMAR.0, SHIPPED_GRAMMAR.1), words)
    }

    /// Reads a grammar file and its words files from disk.
    ///
    /// # Errors
    /// As [`Grammar::new`], and where a file cannot be read.
    pub fn load(grammar: &Path, words: &[&Path]) -> Result<Grammar, Problems> {
        let words = words.iter().map(|path| Source::load(path));
        let (grammar, problems) = Self::of_files(Source::load(grammar), words);
        Problems::none_or(problems, grammar)
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
            .run_names
            .get(run)
            .map(String::as_str)
    }

    /// Whether a word can stand in some sentence, as a whole word or as a letter.
    pub(crate) fn uses(&self, word: WordId) -> bool {
        self.automaton.accepts[usize::from(word.0)] != 0 || self.is_letter(word)
    }

    /// Whether what joins or negates words can be written in more than one way.
    fn is_worded(&self) -> bool {
        let words_of = |role: Option<RoleId>| {
            let words = role.into_iter().flat_map(|role| {
                let roles = move |&word: &WordId| self.lexicon.roles(word).contains(role);
                self.lexicon.words().filter(roles)
            });
            words.take(2).count()
        };
        let has_choice = |run: &Run| {
            let negations = words_of(run.negated_by) + words_of(run.negated_after);
            let joins = words_of(run.joined_by) + usize::from(run.side_by_side);
            negations > 1 || joins > 1
        };
        let runs = self.sentences.iter().flat_map(|sentence| &sentence.runs);
        runs.flat_map(Run::all).any(has_choice)
    }

    /// A word that negates, for rules as text, and whether it stands behind what it negates: the
    /// first of the role that negates in some run.
    pub(crate) fn negation(&self) -> Option<(WordId, bool)> {
        let runs = self.sentences.iter().flat_map(|sentence| &sentence.runs);
        runs.flat_map(Run::all)
            .flat_map(|run| [(run.negated_by, false), (run.negated_after, true)])
            .find_map(|(role, after)| Some((self.lexicon.first_word(role?)?, after)))
    }

    /// Whether a word can stand where sentences say what they are about.
    #[cfg(feature = "cli")]
    pub(crate) fn names_things(&self, word: &str) -> bool {
        let roles = self.lexicon.word(word).map(|word| self.lexicon.roles(word));
        let fits = |sentence: &Sentence| {
            let subject = sentence
                .runs
                .iter()
                .find(|run| run.number == sentence.subject);
            let of = subject.and_then(|run| run.of).unwrap_or_default();
            roles.is_some_and(|roles| roles.meets(of))
        };
        self.sentences.iter().any(fits)
    }

    /// A form of sentence.
    pub(crate) fn sentence(&self, sentence: u8) -> &Sentence {
        &self.sentences[usize::from(sentence)]
    }

    /// How many forms of sentence there are.
    pub(crate) fn sentence_count(&self) -> usize {
        self.sentences.len()
    }

    /// The same grammar that reads in one direction alone.
    pub(crate) fn read_only(&self, direction: Direction) -> Grammar {
        let directions = vec![direction];
        Grammar {
            directions,
            ..self.clone()
        }
    }

    /// The positions or, where reading goes onward, the states that a block can lead to.
    pub(crate) fn places(&self, word: WordId) -> Positions {
        match self.resume {
            Some(_) => self.states.of_block[word.index()],
            None => self.automaton.accepts[word.index()],
        }
    }
}

/// The name and text of each shipped data file that the engine falls back on.
pub fn shipped_sources() -> [Source; 2] {
    [SHIPPED_GRAMMAR, SHIPPED_WORDS].map(|(name, text)| Source::new(name, text))
}
