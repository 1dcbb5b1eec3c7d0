//! Sentences become a position automaton (Glushkov): one position for each place in a sentence
//! where a word can stand, at most 64 in all, so that a set of positions is one machine word.

use super::forms::Sentence;
use super::runs::Run;
use super::union;
use crate::lexicon::{Accepts, Lexicon, RoleId, WordId};

/// A set of positions, one bit each.
pub(crate) type Positions = u64;

/// The most positions that a grammar can have.
pub(crate) const MOST_POSITIONS: usize = Positions::BITS as usize;

/// What a word at a position is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) sentence: u8,
    /// The number of its run, and of the run that takes that one (or the same number again).
    pub(crate) run: u8,
    pub(crate) outer: u8,
    pub(crate) kind: SlotKind,
    /// Every item of the run, and of the outer run, makes a rule of its own.
    pub(crate) each: bool,
    pub(crate) outer_each: bool,
    /// The run reads what the word before it accepts.
    pub(crate) accepted: bool,
    /// The position is of an item that takes a run behind it.
    pub(crate) takes: bool,
    /// The word only marks what the others are.
    pub(crate) marker: bool,
}

/// What a word does in its run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum SlotKind {
    Item,
    Joiner,
    Negation,
}

impl Slot {
    /// Whether the position is in a run that another one takes.
    pub(crate) fn is_inner(self) -> bool {
        self.run != self.outer
    }
}

/// The runs of a form of sentence that most questions to its rules are about.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Form {
    pub(crate) sentence: u8,
    /// The number of the run that has the anchor.
    pub(crate) anchor: u8,
    /// The run that a rule is about: the first with `each`, or else the first but the anchor.
    pub(crate) subject: u8,
    /// The run that says something of it: the last with `each`, or else the last but the anchor.
    pub(crate) complement: Option<u8>,
}

/// The sentences of a grammar, compiled.
#[derive(Debug, Clone)]
pub(crate) struct Automaton {
    pub(crate) slots: Vec<Slot>,
    /// Where the next word can stand, by position.
    pub(crate) follow: [Positions; MOST_POSITIONS],
    /// Where the word before can stand, by position.
    pub(crate) precede: [Positions; MOST_POSITIONS],
    /// Where each word can stand, by the word's id.
    pub(crate) accepts: Vec<Positions>,
    /// Where a sentence can begin, where it can end, and where its anchor stands.
    pub(crate) first: Positions,
    pub(crate) last: Positions,
    pub(crate) anchors: Positions,
    /// The positions of words that only mark what the others are.
    pub(crate) markers: Positions,
    /// The positions of each sentence.
    pub(crate) sentences: Vec<Positions>,
    /// The positions of sentences in which all that a shorter reading says, a longer one says too.
    pub(crate) growing: Positions,
    /// The form of sentence of each position, and the number of its run.
    pub(crate) forms: [Form; MOST_POSITIONS],
    pub(crate) runs: [u8; MOST_POSITIONS],
    /// Where the words on both sides of an anchor can stand.
    before: Positions,
    after: Positions,
    /// Whether an anchor can do without a word before it, or after it.
    leads: bool,
    ends: bool,
}

/// The positions of a part of a sentence: where it can begin and end, and whether it can be left
/// out.
#[derive(Clone, Copy)]
struct Fragment {
    first: Positions,
    last: Positions,
    optional: bool,
}

/// The words that fit at a position.
enum Fitting<'a> {
    Role(RoleId),
    Roles(crate::lexicon::RoleSet),
    Accepted(&'a Accepts),
    Words(&'a [WordId]),
}

impl Automaton {
    /// Compiles sentences; `None` when they need more than [`MOST_POSITIONS`].
    pub(crate) fn new(sentences: &[Sentence], lexicon: &Lexicon) -> Option<Self> {
        let mut automaton = Automaton {
            slots: Vec::new(),
            follow: [0; MOST_POSITIONS],
            precede: [0; MOST_POSITIONS],
            accepts: vec![0; lexicon.words().len()],
            first: 0,
            last: 0,
            anchors: 0,
            markers: 0,
            sentences: Vec::new(),
            growing: 0,
            forms: [Form::default(); MOST_POSITIONS],
            runs: [0; MOST_POSITIONS],
            before: 0,
            after: 0,
            leads: false,
            ends: false,
        };
        for (index, sentence) in sentences.iter().enumerate() {
            let index = u8::try_from(index).ok()?;
            Builder {
                automaton: &mut automaton,
                lexicon,
                sentence: index,
            }
            .sentence(sentence)?;
        }
        automaton.precede = automaton.reversed();
        automaton.before = union(automaton.anchors, &automaton.precede);
        automaton.after = union(automaton.anchors, &automaton.follow);
        automaton.leads = automaton.anchors & automaton.first != 0;
        automaton.ends = automaton.anchors & automaton.last != 0;
        Some(automaton)
    }

    /// Whether a sentence may have its anchor between two tiles, by what their words accept.
    /// Mostly it may not, and this tells so at once.
    pub(crate) fn has_anchor_between(&self, before: Positions, after: Positions) -> bool {
        (before & self.before != 0 || self.leads) && (after & self.after != 0 || self.ends)
    }

    fn reversed(&self) -> [Positions; MOST_POSITIONS] {
        let mut precede = [0; MOST_POSITIONS];
        for (from, &follow) in self.follow.iter().enumerate() {
            each(follow).for_each(|to| precede[to] |= 1 << from);
        }
        precede
    }
}

/// Adds the positions of one sentence.
struct Builder<'a> {
    automaton: &'a mut Automaton,
    lexicon: &'a Lexicon,
    sentence: u8,
}

impl Builder<'_> {
    fn sentence(&mut self, sentence: &Sentence) -> Option<()> {
        let mut all = Fragment {
            first: 0,
            last: 0,
            optional: true,
        };
        for run in &sentence.runs {
            let fragment = self.run(run)?;
            self.link(all.last, fragment.first);
            all.first |= if all.optional { fragment.first } else { 0 };
            all.last = fragment.last | if fragment.optional { all.last } else { 0 };
            all.optional &= fragment.optional;
        }
        self.automaton.first |= all.first;
        self.automaton.last |= all.last;
        let mut own = 0;
        for (position, slot) in self.automaton.slots.iter().enumerate() {
            if slot.sentence == self.sentence
                && slot.run == sentence.anchor
                && slot.kind == SlotKind::Item
            {
                self.automaton.anchors |= 1 << position;
            }
            if slot.sentence == self.sentence {
                own |= 1 << position;
            }
        }
        self.automaton.sentences.push(own);
        let fits = |run: &Run| match run.number == sentence.anchor {
            true => run.takes.is_none(),
            false => grows(run),
        };
        if sentence.runs.iter().all(fits) {
            self.automaton.growing |= own;
        }
        let form = Form {
            sentence: self.sentence,
            anchor: sentence.anchor,
            subject: sentence.subject,
            complement: sentence.complement,
        };
        each(own).for_each(|position| self.automaton.forms[position] = form);
        Some(())
    }

    /// Adds a run that no other run takes.
    fn run(&mut self, run: &Run) -> Option<Fragment> {
        let slot = Slot {
            sentence: self.sentence,
            run: run.number,
            outer: run.number,
            kind: SlotKind::Item,
            each: run.each,
            outer_each: run.each,
            accepted: false,
            takes: run.takes.is_some(),
            marker: run.marker,
        };
        let roles = run.of.unwrap_or_default();
        let items = match &run.takes {
            None => self.item(slot, Fitting::Roles(roles))?,
            Some(taken) if taken.of.is_some() => {
                let head = self.item(slot, Fitting::Roles(roles))?;
                self.taken(head, taken, slot, None)?
            }
            Some(taken) => self.heads(run, taken, slot)?,
        };
        self.joined(run, slot, items)
    }

    /// Adds the items of a run that takes what they accept: a copy of what follows for each list
    /// of accepted words.
    fn heads(&mut self, run: &Run, taken: &Run, slot: Slot) -> Option<Fragment> {
        let roles = run.of.unwrap_or_default();
        let mut lists: Vec<(&Accepts, Vec<WordId>)> = Vec::new();
        let lexicon = self.lexicon;
        for word in lexicon
            .words()
            .filter(|&word| lexicon.roles(word).meets(roles))
        {
            let Some(accepts) = lexicon.accepts(word) else {
                continue;
            };
            match lists.iter_mut().find(|(known, _)| *known == accepts) {
                Some((_, words)) => words.push(word),
                None => lists.push((accepts, vec![word])),
            }
        }
        let mut all = Fragment {
            first: 0,
            last: 0,
            optional: false,
        };
        for (accepts, words) in lists {
            let head = self.item(slot, Fitting::Words(&words))?;
            let fragment = self.taken(head, taken, slot, Some(accepts))?;
            all.first |= fragment.first;
            all.last |= fragment.last;
        }
        Some(all)
    }

    /// Adds the run that an item takes behind it.
    fn taken(
        &mut self,
        head: Fragment,
        run: &Run,
        outer: Slot,
        accepts: Option<&Accepts>,
    ) -> Option<Fragment> {
        let slot = Slot {
            run: run.number,
            each: run.each,
            accepted: accepts.is_some(),
            takes: false,
            ..outer
        };
        let fitting = match (run.of, accepts) {
            (None, Some(accepts)) => Fitting::Accepted(accepts),
            (roles, _) => Fitting::Roles(roles.unwrap_or_default()),
        };
        let items = self.item(slot, fitting)?;
        let taken = self.joined(run, slot, items)?;
        self.link(head.last, taken.first);
        let last = taken.last | if run.optional { head.last } else { 0 };
        Some(Fragment { last, ..head })
    }

    /// Adds the negations before items and the joiners between them.
    fn joined(&mut self, run: &Run, slot: Slot, items: Fragment) -> Option<Fragment> {
        let mut first = items.first;
        if let Some(role) = run.negated_by {
            let negation = self.item(
                Slot {
                    kind: SlotKind::Negation,
                    ..slot
                },
                Fitting::Role(role),
            )?;
            first |= negation.first;
            self.link(negation.last, first);
        }
        if let Some(role) = run.joined_by {
            let joiner = self.item(
                Slot {
                    kind: SlotKind::Joiner,
                    ..slot
                },
                Fitting::Role(role),
            )?;
            self.link(items.last, joiner.first);
            self.link(joiner.last, first);
        }
        Some(Fragment {
            first,
            last: items.last,
            optional: run.optional,
        })
    }

    /// Adds one position.
    fn item(&mut self, slot: Slot, fitting: Fitting) -> Option<Fragment> {
        let position = self.automaton.slots.len();
        if position == MOST_POSITIONS {
            return None;
        }
        self.automaton.slots.push(slot);
        self.automaton.runs[position] = slot.run;
        let set = 1 << position;
        self.automaton.markers |= if slot.marker { set } else { 0 };
        let lexicon = self.lexicon;
        for word in lexicon.words() {
            let fits = match &fitting {
                Fitting::Role(role) => lexicon.roles(word).contains(*role),
                Fitting::Roles(roles) => lexicon.roles(word).meets(*roles),
                Fitting::Accepted(accepts) => lexicon.accepted(accepts, word),
                Fitting::Words(words) => words.contains(&word),
            };
            if fits {
                self.automaton.accepts[usize::from(word.0)] |= set;
            }
        }
        Some(Fragment {
            first: set,
            last: set,
            optional: false,
        })
    }

    fn link(&mut self, from: Positions, to: Positions) {
        each(from).for_each(|position| self.automaton.follow[position] |= to);
    }
}

/// Whether more words in a run only mean more rules: it must be there, and each of its items makes
/// a rule that no word before it can turn round.
fn grows(run: &Run) -> bool {
    run.each && !run.optional && run.negated_by.is_none() && run.takes.is_none()
}

/// The positions of a set, one by one.
pub(crate) fn each(mut set: Positions) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let position = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(position)
    })
}
