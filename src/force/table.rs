//! The rules in force as they are kept: one row a rule, and lists that rows share.

use crate::grammar::{Grammar, StepSet, Triggers};
use crate::lexicon::WordId;
use crate::rules::{PartKind, Rule, RuleTable};

use super::exceptions::ExceptionRow;
use super::questions::Questions;
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

    pub(super) fn is_empty(self) -> bool {
        self.start == self.end
    }

    pub(super) fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.start as usize..self.end as usize]
    }
}

/// A rule.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) subject: Term,
    pub(super) verb: WordId,
    pub(super) complement: Option<Term>,
    pub(super) conditions: Span,
    /// The words that only mark what the others are.
    pub(super) markers: Span,
    /// While rules are derived, the last exception and one more; later a part of the list.
    pub(super) exceptions: Span,
    /// The rules that it was derived from.
    pub(super) from: Span,
    pub(super) cancelled_by: u32,
    pub(super) sentence: u8,
    /// Whether it is the copy of another subject's rule.
    pub(super) copied: bool,
    /// Whether its subject stood for others, and they have got rules of their own.
    pub(super) opened: bool,
}

impl Row {
    /// Whether it says something of its subject, and not the opposite.
    pub(super) fn said(&self) -> Option<WordId> {
        self.complement
            .filter(|complement| !complement.negated)
            .map(|complement| complement.word)
    }

    /// Whether it has neither conditions nor exceptions.
    pub(super) fn is_unconditional(&self) -> bool {
        self.conditions.is_empty() && self.exceptions.is_empty()
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled_by != NONE
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
    pub(super) rows: Vec<Row>,
    /// How many rules are spelled; they come first.
    pub(super) spelled: usize,
    pub(super) conditions: Vec<ConditionRow>,
    pub(super) terms: Vec<Term>,
    pub(super) markers: Vec<MarkerRow>,
    pub(super) exceptions: Vec<ExceptionRow>,
    /// The exceptions of rule after rule; filled when all are known.
    pub(super) settled: Vec<ExceptionRow>,
    /// The rules that others were derived from.
    pub(super) sources: Vec<u32>,
    /// The steps that the rules call for.
    pub(super) due: StepSet,
    pub(super) questions: OnceLock<Questions>,
}

impl InForce {
    /// The most rules that can be in force on a board, cancelled ones included.
    pub const MOST_RULES: usize = 1 << 16;
    /// The most exceptions that they can have together, and the most conditions of all.
    pub const MOST_EXCEPTIONS: usize = 1 << 20;
    /// The most ways in which a rule that makes exceptions can hold, where it has some itself: each
    /// way keeps clear of each of them.
    pub const MOST_WAYS: usize = 1 << 8;

    /// Starts with the spelled rules.
    pub(super) fn restart(&mut self, table: &RuleTable, grammar: &Grammar) {
        self.rows.clear();
        self.conditions.clear();
        self.terms.clear();
        self.markers.clear();
        self.exceptions.clear();
        self.settled.clear();
        self.sources.clear();
        self.due = 0;
        self.questions.take();
        self.spelled = table.len();
        for rule in table.iter() {
            let row = self.spelled_row(rule, grammar);
            self.due |= self.calls(&row, &grammar.in_force.triggers);
            self.rows.push(row);
        }
    }

    fn spelled_row(&mut self, rule: Rule<'_>, grammar: &Grammar) -> Row {
        let form = grammar.sentence(rule.sentence() as u8);
        let start = self.conditions.len() as u32;
        let mut row = Row {
            subject: Term::NONE,
            verb: WordId(u16::MAX),
            complement: None,
            conditions: Span::EMPTY,
            markers: self.add_markers(rule, grammar),
            exceptions: Span::EMPTY,
            from: Span::EMPTY,
            cancelled_by: NONE,
            sentence: rule.sentence() as u8,
            copied: false,
            opened: false,
        };
        for item in rule.items() {
            let term = Term {
                word: item.word,
                negated: item.negated,
            };
            if item.run == form.subject {
                row.subject = term;
            } else if Some(item.run) == form.complement {
                row.complement = Some(term);
            } else if item.run == form.anchor {
                row.verb = item.word;
            } else {
                self.add_condition(item.run, term, start, form.is_taken(item.run));
            }
        }
        row.conditions = Span {
            start,
            end: self.conditions.len() as u32,
        };
        row
    }

    /// Adds the words of a rule that only mark what the others are.
    fn add_markers(&mut self, rule: Rule<'_>, grammar: &Grammar) -> Span {
        let start = self.markers.len() as u32;
        if grammar.automaton.markers != 0 {
            let parts = rule.parts().iter();
            let markers = parts.filter(|part| part.kind == PartKind::Marker);
            self.markers.extend(markers.map(|part| MarkerRow {
                run: part.run,
                word: part.word,
            }));
        }
        let end = self.markers.len() as u32;
        Span { start, end }
    }

    /// Adds a condition, or a word that the one before takes.
    fn add_condition(&mut self, run: u8, word: Term, start: u32, is_taken: bool) {
        let end = self.terms.len() as u32;
        match self.conditions[start as usize..].last_mut() {
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

    /// The steps that a rule calls for.
    pub(super) fn calls(&self, row: &Row, triggers: &Triggers) -> StepSet {
        if triggers.words.is_empty() {
            return 0;
        }
        let of = |term: Term| &triggers.words[term.word.index()];
        let mut due = of(row.subject).subject[usize::from(row.subject.negated)];
        due |= triggers.words[row.verb.index()].verb;
        if let Some(complement) = row.complement {
            due |= of(complement).complement[usize::from(complement.negated)];
            if complement.negated {
                due |= triggers.denial;
            }
            if complement == row.subject {
                due |= triggers.words[row.verb.index()].itself;
            }
        }
        for condition in row.conditions.of(&self.conditions) {
            let taken = condition.takes.of(&self.terms).iter();
            due = taken.fold(due, |due, &term| {
                due | of(term).taken[usize::from(term.negated)]
            });
        }
        due
    }

    /// Adds a derived rule.
    pub(super) fn add(&mut self, row: Row, triggers: &Triggers) -> Result<(), Unreadable> {
        if self.rows.len() >= Self::MOST_RULES {
            return Err(Unreadable::TooManyDerived);
        }
        self.due |= self.calls(&row, triggers);
        self.rows.push(row);
        Ok(())
    }

    /// A rule derived from others, the first of which gives all that is not said.
    pub(super) fn derived(&mut self, from: &[u32]) -> Row {
        let start = self.sources.len() as u32;
        self.sources.extend_from_slice(from);
        let end = self.sources.len() as u32;
        Row {
            from: Span { start, end },
            opened: false,
            ..self.rows[from[0] as usize]
        }
    }

    /// The conditions of two rules together.
    pub(super) fn join_conditions(&mut self, first: Span, second: Span) -> Span {
        match (first.is_empty(), second.is_empty()) {
            (_, true) => first,
            (true, false) => second,
            (false, false) => {
                let start = self.conditions.len() as u32;
                for span in [first, second] {
                    let range = span.start as usize..span.end as usize;
                    self.conditions.extend_from_within(range);
                }
                Span {
                    start,
                    end: self.conditions.len() as u32,
                }
            }
        }
    }
}
