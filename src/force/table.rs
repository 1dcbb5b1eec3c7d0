//! The rules in force as they are kept, and how derived ones are added.

use super::answers::{Answers, Spare};
use super::blocks::{Block, ConditionRow, MarkerRow, Span};
use super::exceptions::ExceptionRow;
use super::fates::Fates;
use super::lists::{Element, ListCalls, Lists, Place};
use super::ways::KeptClear;
use super::wording::Written;
use super::{Term, Unreadable};
use crate::grammar::{StepSet, Triggers};
use std::sync::OnceLock;

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
/// let rules: &InForce = board.in_force()?;
/// assert_eq!(rules.texts(board.grammar()), ["OWL LOOKS UN SHY"]);
/// assert_eq!(rules.iter().next().unwrap().cancelled_by(), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct InForce {
    /// First one for each spelled rule.
    pub(super) blocks: Vec<Block>,
    pub(super) lists: Lists,
    /// How many rules there are.
    pub(super) count: u32,
    /// How many of them are spelled; they come first.
    pub(super) spelled: usize,
    pub(super) conditions: Vec<ConditionRow>,
    pub(super) terms: Vec<Term>,
    /// How these were written.
    pub(super) written: Vec<Written>,
    pub(super) markers: Vec<MarkerRow>,
    pub(super) exceptions: Vec<ExceptionRow>,
    /// How many of them count once more, since several words share them.
    pub(super) shared: usize,
    /// The exceptions of rule after rule; filled when all are known.
    pub(super) settled: Vec<ExceptionRow>,
    pub(super) kept_clear: KeptClear,
    /// The rules that others were derived from.
    pub(super) sources: Vec<u32>,
    /// Which rules act on others.
    pub(super) fates: Fates,
    /// The steps that the rules call for.
    pub(super) due: StepSet,
    pub(super) answers: OnceLock<Answers>,
    pub(super) spare: Spare,
}

impl InForce {
    /// The most rules that can be in force on a board, cancelled ones included.
    pub const MOST_RULES: usize = 1 << 18;
    /// The most exceptions that are kept of them, and the most conditions of all. Commands tell no
    /// more of them either, each with every rule that has it.
    pub const MOST_EXCEPTIONS: usize = 1 << 20;
    /// The most ways in which a rule that makes exceptions can hold, where it has some itself: each
    /// way keeps clear of each of them.
    pub const MOST_WAYS: usize = 1 << 8;
    /// The most members that groups have: a word counts once for each rule that says so, and once
    /// more for each way by which a group that it is in is in another one.
    pub const MOST_MEMBERS: usize = 1 << 16;
    /// The most blocks that rules are kept in.
    pub(super) const MOST_BLOCKS: usize = 1 << 16;

    /// The steps that rules call for, but for some that others have called for.
    pub(super) fn calls(&self, block: &Block, triggers: &Triggers) -> StepSet {
        if triggers.words.is_empty() {
            return 0;
        }
        let verb = triggers.of(block.verb);
        let mut due = verb.verb | self.lists.calls(block.subject).as_subject;
        if let Some(subject) = block.subject.only() {
            due |= triggers.as_subject(subject.word, subject.negated);
        }
        if let Some(complement) = block.complement {
            due |= self.lists.calls(complement).as_complement;
            if let Some(said) = complement.only() {
                due |= triggers.as_complement(said.word, said.negated);
            }
            if verb.itself & !(due | self.due) != 0 && self.lists.meet(block.subject, complement) {
                due |= verb.itself;
            }
        }
        due | taken_calls(&self.conditions, &self.terms, block.conditions, triggers)
    }

    /// Whether words of its lists call for a step.
    pub(super) fn lists_call(&self, block: &Block, step: StepSet) -> bool {
        let subject = self.lists.calls(block.subject);
        let said = block.complement.map(|place| self.lists.calls(place));
        let said = said.unwrap_or_default();
        (subject.as_subject | said.as_complement | subject.taken | said.taken) & step != 0
    }

    /// A place with a list of words.
    pub(super) fn add_list(
        &mut self,
        words: impl IntoIterator<Item = Element>,
        triggers: &Triggers,
    ) -> Place {
        let calls_of = |element: &Element| {
            let Term { word, negated } = element.term;
            ListCalls {
                as_subject: triggers.as_subject(word, negated),
                as_complement: triggers.as_complement(word, negated),
                taken: taken_calls(&self.conditions, &self.terms, element.conditions, triggers),
            }
        };
        self.lists.add(words, calls_of)
    }

    /// Adds derived rules, if there are any in the block.
    pub(super) fn add(&mut self, mut block: Block, triggers: &Triggers) -> Result<(), Unreadable> {
        let said = self.lists.count_of(block.complement);
        let count = u64::from(self.lists.count(block.subject)) * u64::from(said);
        if count == 0 {
            return Ok(());
        }
        let all = u64::from(self.count) + count;
        if all > Self::MOST_RULES as u64 || self.blocks.len() >= Self::MOST_BLOCKS {
            return Err(Unreadable::TooManyDerived);
        }
        self.due |= self.calls(&block, triggers);
        block.first = self.count;
        self.count = all as u32;
        self.blocks.push(block);
        Ok(())
    }

    /// Rules derived from others, the first of which gives all that is not said.
    pub(super) fn derived(&mut self, model: &Block, from: &[u32]) -> Block {
        let start = self.sources.len();
        self.sources.extend_from_slice(from);
        Block {
            from: Span::between(start, self.sources.len()),
            new_subject: false,
            new_complement: false,
            opened: 0,
            said_opened: 0,
            ..*model
        }
    }

    /// The conditions of two rules together.
    pub(super) fn join_conditions(&mut self, first: Span, second: Span) -> Span {
        match (first.is_empty(), second.is_empty()) {
            (_, true) => first,
            (true, false) => second,
            (false, false) => {
                let start = self.conditions.len();
                for span in [first, second] {
                    let range = span.start as usize..span.end as usize;
                    self.conditions.extend_from_within(range);
                }
                Span::between(start, self.conditions.len())
            }
        }
    }
}

/// The steps that the words call for that some conditions take.
fn taken_calls(
    conditions: &[ConditionRow],
    terms: &[Term],
    span: Span,
    triggers: &Triggers,
) -> StepSet {
    let taken = span.of(conditions).iter();
    let taken = taken.flat_map(|condition| condition.takes.of(terms));
    taken.fold(0, |calls, taken| {
        calls | triggers.as_taken(taken.word, taken.negated)
    })
}
