//! The rules in force: what holds, once words that stand for others, groups, copies, negated
//! complements and locks have done their work on the spelled rules. The grammar file chooses and
//! orders these steps; nothing here names a word.

mod steps;
mod text;

use std::collections::BTreeSet;

use crate::board::Board;
use crate::grammar::Grammar;
use crate::lexicon::WordId;
use crate::reader::{Reader, TooComplex};
use crate::rules::{Rule, RuleTable};

/// A word of a rule, with its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    /// The word.
    pub word: WordId,
    /// Whether it is turned into its opposite.
    pub negated: bool,
}

/// A condition of a rule: its word, and the words that it takes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Condition {
    /// The number of its run in the form of sentence.
    pub run: u8,
    /// The word of the condition.
    pub word: Term,
    /// The words that it takes.
    pub takes: Vec<Term>,
}

/// Conditions under all of which a rule does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exception {
    /// The conditions.
    pub conditions: Vec<Condition>,
    /// The number of the rule that makes the exception.
    pub by: usize,
}

/// A rule of the second table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// What the rule is about.
    pub subject: Term,
    /// The verb.
    pub verb: WordId,
    /// What is said of the subject; `None` in a sentence that has no place for it.
    pub complement: Option<Term>,
    /// The conditions under which it holds.
    pub conditions: Vec<Condition>,
    /// When it does not hold although its conditions do.
    pub exceptions: Vec<Exception>,
    /// The number of the rule in the spelled table, for one that is spelled.
    pub spelled: Option<usize>,
    /// The numbers of the rules of this table that it was derived from.
    pub from: Vec<usize>,
    /// The number of the rule that cancelled it.
    pub cancelled_by: Option<usize>,
    /// The number of its form of sentence.
    pub sentence: usize,
    /// Whether it is the copy of another subject's rule.
    copied: bool,
}

/// The rules in force on a board: the spelled rules in their order, then the derived ones, each
/// with what it came from, and the cancelled ones with what cancelled them.
///
/// ```
/// use spellboard::{Grammar, InForce, Source, drawing};
///
/// let grammar = Source::new("own.ron", r#"(
///     read: [Right],
///     reading: Outward,
///     roles: { "who": "of a thing", "link": "joins them", "how": "of a look", "un": "opposite" },
///     words: { "LOOKS": "link", "UN": "un" },
///     sentences: { "claim": (anchor: "link", runs: [
///         (name: "who", of: ["who"], each: true),
///         (name: "link", of: ["link"]),
///         (name: "how", of: ["how"], negated_by: "un", each: true),
///     ]) },
///     base: ["OWL LOOKS SHY"],
///     in_force: (steps: [Cancel()]),
/// )"#);
/// let words = Source::new("own.json", r#"{ "words": [
///     { "name": "OWL", "role": "who" }, { "name": "SHY", "role": "how" }
/// ] }"#);
/// let grammar = Grammar::new(&grammar, &[words])?;
/// let board = drawing::read(&Source::new("board.txt", "OWL LOOKS UN SHY"), grammar.into())?;
/// let rules = InForce::new(&board)?;
/// assert_eq!(rules.texts(board.grammar()), ["OWL LOOKS UN SHY"]);
/// assert_eq!(rules.iter().next().unwrap().cancelled_by, Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct InForce {
    rules: Vec<Held>,
    /// The rules that hold without conditions and exceptions, sorted.
    plain: Vec<(WordId, WordId, WordId)>,
}

/// The most rules that can be in force.
const MOST_RULES: usize = 1 << 16;

impl InForce {
    /// Derives the rules in force from the text and the things of a board.
    ///
    /// # Errors
    /// When the board spells, or its rules derive, more rules than a table holds.
    pub fn new(board: &Board) -> Result<InForce, TooComplex> {
        let grammar = board.grammar();
        let mut table = RuleTable::default();
        let mut reader = Reader::new(grammar);
        reader.read(board, &mut table)?;
        let mut known: BTreeSet<WordId> = board.known_words().collect();
        known.extend(reader.spelled_words());
        let rules = table.iter().map(|rule| Held::of(rule, grammar)).collect();
        let mut derived = steps::Derived {
            grammar,
            known,
            rules,
        };
        derived.take_all_steps()?;
        Ok(InForce::of(derived.rules))
    }

    fn of(rules: Vec<Held>) -> InForce {
        let plain = |rule: &Held| {
            let complement = rule.complement.filter(|complement| !complement.negated)?;
            let holds = rule.cancelled_by.is_none()
                && rule.conditions.is_empty()
                && rule.exceptions.is_empty()
                && !rule.subject.negated;
            holds.then_some((rule.subject.word, rule.verb, complement.word))
        };
        let mut plain: Vec<_> = rules.iter().filter_map(plain).collect();
        plain.sort_unstable();
        plain.dedup();
        InForce { rules, plain }
    }

    /// Every rule, cancelled ones included: first the spelled ones in the order of their table.
    pub fn iter(&self) -> std::slice::Iter<'_, Held> {
        self.rules.iter()
    }

    /// Whether this holds now, without any condition or exception. A binary search.
    pub fn has(&self, subject: WordId, verb: WordId, complement: WordId) -> bool {
        self.plain
            .binary_search(&(subject, verb, complement))
            .is_ok()
    }

    /// What holds of a subject with a verb without any condition: what it is, what it has. Sorted.
    pub fn complements(&self, subject: WordId, verb: WordId) -> impl Iterator<Item = WordId> + '_ {
        let start = self
            .plain
            .partition_point(|rule| (rule.0, rule.1) < (subject, verb));
        let same = move |rule: &&(WordId, WordId, WordId)| (rule.0, rule.1) == (subject, verb);
        self.plain[start..]
            .iter()
            .take_while(same)
            .map(|rule| rule.2)
    }

    /// The rules in force that say this, with the conditions they hold under.
    pub fn saying(&self, verb: WordId, complement: WordId) -> impl Iterator<Item = &Held> {
        let complement = Term {
            word: complement,
            negated: false,
        };
        self.rules.iter().filter(move |rule| {
            rule.cancelled_by.is_none() && rule.verb == verb && rule.complement == Some(complement)
        })
    }

    /// The distinct rules in force as text, sorted.
    pub fn texts(&self, grammar: &Grammar) -> Vec<String> {
        let held = self.rules.iter().filter(|rule| rule.cancelled_by.is_none());
        let mut texts: Vec<String> = held.map(|rule| rule.text(grammar)).collect();
        texts.sort_unstable();
        texts.dedup();
        texts
    }
}

impl Held {
    /// A spelled rule.
    fn of(rule: Rule<'_>, grammar: &Grammar) -> Held {
        let form = grammar.sentence(rule.sentence() as u8);
        let mut held = Held {
            subject: Term {
                word: rule.subject(),
                negated: false,
            },
            verb: rule.anchor(),
            complement: None,
            conditions: Vec::new(),
            exceptions: Vec::new(),
            spelled: Some(rule.index()),
            from: Vec::new(),
            cancelled_by: None,
            sentence: rule.sentence(),
            copied: false,
        };
        for item in rule.items() {
            let term = Term {
                word: item.word,
                negated: item.negated,
            };
            if item.run == form.subject {
                held.subject = term;
            } else if Some(item.run) == form.complement {
                held.complement = Some(term);
            } else if item.run != form.anchor {
                match held.conditions.last_mut() {
                    Some(condition) if form.is_taken(item.run) => condition.takes.push(term),
                    _ => held.conditions.push(Condition {
                        run: item.run,
                        word: term,
                        takes: Vec::new(),
                    }),
                }
            }
        }
        held
    }
}
