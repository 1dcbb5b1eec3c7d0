//! The rules in force as they are kept: in blocks of rules that differ in the words of one place or
//! of two, and with lists that they share.

use crate::grammar::{Grammar, StepSet, Triggers};
use crate::lexicon::WordId;
use crate::rules::{PartKind, Rule, RuleTable};

use super::answers::{Answers, Spare};
use super::exceptions::ExceptionRow;
use super::fates::Fates;
use super::lists::{Element, ListCalls, Lists, Place};
use super::{Term, Unreadable};
use std::sync::OnceLock;

/// No rule.
pub(super) const NONE: u32 = u32::MAX;

/// A part of one of the lists.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    pub(super) const EMPTY: Span = Span { start: 0, end: 0 };

    pub(super) fn between(start: usize, end: usize) -> Span {
        let (start, end) = (start as u32, end as u32);
        Span { start, end }
    }

    pub(super) fn is_empty(self) -> bool {
        self.start == self.end
    }

    pub(super) fn len(self) -> u32 {
        self.end - self.start
    }

    pub(super) fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.start as usize..self.end as usize]
    }
}

/// Rules that differ in their subject, in their complement, or in both: one for each pair of words
/// of the two places.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    /// The number of the first of them; the others follow.
    pub(super) first: u32,
    pub(super) subject: Place,
    pub(super) verb: WordId,
    pub(super) complement: Option<Place>,
    /// The conditions of them all; more come with the words of the places.
    pub(super) conditions: Span,
    /// The words that only mark what the others are.
    pub(super) markers: Span,
    /// While rules are derived, the last exception and one more; later a part of the list.
    pub(super) exceptions: Span,
    /// The rules that they were derived from.
    pub(super) from: Span,
    pub(super) cancelled_by: u32,
    pub(super) sentence: u8,
    /// Whether the rules with the first word of one place, with all words of the other, come before
    /// those with its second word; and whether that place is the subject's.
    pub(super) by_subject: bool,
    /// Whether the words of the subject's place, and of the complement's, came with the step that
    /// derived them. Those of the other place are those of the rules that they were derived from.
    pub(super) new_subject: bool,
    pub(super) new_complement: bool,
    /// Whether the conditions of the subject come before those of all.
    pub(super) subject_first: bool,
    /// Whether they are copies of another subject's rules.
    pub(super) copied: bool,
    /// Whether their subject stood for others, and these have got rules of their own.
    pub(super) opened: bool,
}

impl Block {
    /// Whether it is one rule: both places have a word alone.
    pub(super) fn is_one_rule(&self) -> bool {
        let is_alone = |place: Place| place.only().is_some();
        is_alone(self.subject) && self.complement.is_none_or(is_alone)
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled_by != NONE
    }

    /// The complement, where it is one word.
    pub(super) fn only_complement(&self) -> Option<Term> {
        self.complement.and_then(Place::only)
    }
}

/// A condition: its run, its word and the part of the terms that it takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct ConditionRow {
    pub(super) run: u8,
    pub(super) word: Term,
    pub(super) takes: Span,
}

/// A word that only marks what the others are, with its run.
#[derive(Debug, Clone, Copy)]
pub(super) struct MarkerRow {
    pub(super) run: u8,
    pub(super) word: WordId,
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
    pub(super) markers: Vec<MarkerRow>,
    pub(super) exceptions: Vec<ExceptionRow>,
    /// The exceptions of rule after rule; filled when all are known.
    pub(super) settled: Vec<ExceptionRow>,
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
    /// The most exceptions that are kept of them, and the most conditions of all.
    pub const MOST_EXCEPTIONS: usize = 1 << 20;
    /// The most ways in which a rule that makes exceptions can hold, where it has some itself: each
    /// way keeps clear of each of them.
    pub const MOST_WAYS: usize = 1 << 8;
    /// The most blocks that rules are kept in, and the most words that come to be in groups.
    pub(super) const MOST_BLOCKS: usize = 1 << 16;

    /// Starts with the spelled rules.
    pub(super) fn restart(&mut self, table: &RuleTable, grammar: &Grammar) {
        self.blocks.clear();
        self.lists.clear();
        self.conditions.clear();
        self.terms.clear();
        self.markers.clear();
        self.exceptions.clear();
        self.settled.clear();
        self.sources.clear();
        self.fates.clear();
        self.due = 0;
        self.forget_answers();
        self.spelled = table.len();
        self.count = table.len() as u32;
        for (first, rule) in (0..).zip(table.iter()) {
            let block = self.spelled_rule(first, rule, grammar);
            self.due |= self.calls(&block, &grammar.in_force.triggers);
            self.blocks.push(block);
        }
    }

    fn spelled_rule(&mut self, first: u32, rule: Rule<'_>, grammar: &Grammar) -> Block {
        let sentence = rule.sentence() as u8;
        let form = grammar.sentence(sentence);
        let start = self.conditions.len();
        let mut block = Block {
            first,
            subject: Place::alone(Term::NONE),
            verb: WordId(u16::MAX),
            complement: None,
            conditions: Span::EMPTY,
            markers: self.add_markers(rule, grammar),
            exceptions: Span::EMPTY,
            from: Span::EMPTY,
            cancelled_by: NONE,
            sentence,
            by_subject: true,
            new_subject: false,
            new_complement: false,
            subject_first: false,
            copied: false,
            opened: false,
        };
        let mut put = |run, term| {
            if run == form.subject {
                block.subject = Place::alone(term);
            } else if Some(run) == form.complement {
                block.complement = Some(Place::alone(term));
            } else if run == form.anchor {
                block.verb = term.word;
            } else {
                self.add_condition(run, term, start, form.is_taken(run));
            }
        };
        match rule.items_alone() {
            Some(parts) => parts
                .iter()
                .for_each(|part| put(part.run, Term::plain(part.word))),
            None => rule.items().for_each(|item| {
                let (word, negated) = (item.word, item.negated);
                put(item.run, Term { word, negated });
            }),
        }
        block.conditions = Span::between(start, self.conditions.len());
        block
    }

    /// Adds the words of a rule that only mark what the others are.
    fn add_markers(&mut self, rule: Rule<'_>, grammar: &Grammar) -> Span {
        let start = self.markers.len();
        if grammar.automaton.markers != 0 {
            let parts = rule.parts().iter();
            let markers = parts.filter(|part| part.kind == PartKind::Marker);
            self.markers.extend(markers.map(|part| MarkerRow {
                run: part.run,
                word: part.word,
            }));
        }
        Span::between(start, self.markers.len())
    }

    /// Adds a condition, or a word that the one before takes.
    fn add_condition(&mut self, run: u8, word: Term, start: usize, is_taken: bool) {
        let end = self.terms.len() as u32;
        match self.conditions[start..].last_mut() {
            Some(condition) if is_taken => {
                self.terms.push(word);
                condition.takes.end = end + 1;
            }
            _ => self.conditions.push(ConditionRow {
                run,
                word,
                takes: Span { start: end, end },
            }),
        }
    }

    /// The steps that rules call for.
    fn calls(&self, block: &Block, triggers: &Triggers) -> StepSet {
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
            if verb.itself & !due != 0 && self.lists.meet(block.subject, complement) {
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
            opened: false,
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
