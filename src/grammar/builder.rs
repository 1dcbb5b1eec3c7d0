//! The positions of one sentence, run by run, with what can follow each of them.

use super::compile::{Automaton, Form, MOST_POSITIONS, Positions, Side, Slot, SlotKind};
use super::forms::Sentence;
use super::runs::Run;
use super::sets::each;
use crate::lexicon::{Accepts, Lexicon, RoleId, RoleSet, WordId};

/// Adds the positions of one sentence.
pub(super) struct Builder<'a> {
    pub(super) automaton: &'a mut Automaton,
    pub(super) lexicon: &'a Lexicon,
    pub(super) sentence: u8,
}

/// The positions of a part of a sentence: where it can begin and end, and whether it can be left
/// out.
#[derive(Clone, Copy)]
struct Fragment {
    first: Positions,
    last: Positions,
    /// Where an item stands that can be negated, led and followed.
    negatable: Positions,
    leadable: Positions,
    followable: Positions,
    optional: bool,
}

impl Fragment {
    const EMPTY: Fragment = Fragment {
        first: 0,
        last: 0,
        negatable: 0,
        leadable: 0,
        followable: 0,
        optional: false,
    };
}

/// The words that fit at a position.
enum Fitting<'a> {
    Role(RoleId),
    Roles(RoleSet),
    Accepted(&'a Accepts),
    Words(&'a [WordId]),
}

impl Fitting<'_> {
    fn fits(&self, lexicon: &Lexicon, word: WordId) -> bool {
        match self {
            Fitting::Role(role) => lexicon.roles(word).contains(*role),
            Fitting::Roles(roles) => lexicon.roles(word).meets(*roles),
            Fitting::Accepted(accepts) => lexicon.accepted(accepts, word),
            Fitting::Words(words) => words.contains(&word),
        }
    }
}

impl Builder<'_> {
    pub(super) fn sentence(&mut self, sentence: &Sentence) -> Option<()> {
        let mut all = Fragment {
            optional: true,
            ..Fragment::EMPTY
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
            side: Side::Middle,
            inner: false,
            each: run.each,
            outer_each: run.each,
            accepted: false,
            takes: run.takes.is_some(),
            marker: run.marker,
        };
        let roles = run.of.unwrap_or_default();
        let items = match &run.takes {
            None => self.whole_item(run, slot, Fitting::Roles(roles))?,
            Some(taken) if taken.of.is_some() => {
                let head = self.whole_item(run, slot, Fitting::Roles(roles))?;
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
        let mut all = Fragment::EMPTY;
        for (accepts, words) in lists {
            let head = self.whole_item(run, slot, Fitting::Words(&words))?;
            let fragment = self.taken(head, taken, slot, Some(accepts))?;
            all.first |= fragment.first;
            all.last |= fragment.last;
            all.negatable |= fragment.negatable;
            all.leadable |= fragment.leadable;
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
            inner: true,
            each: run.each,
            accepted: accepts.is_some(),
            takes: false,
            ..outer
        };
        let fitting = match (run.of, accepts) {
            (None, Some(accepts)) => Fitting::Accepted(accepts),
            (roles, _) => Fitting::Roles(roles.unwrap_or_default()),
        };
        let items = self.whole_item(run, slot, fitting)?;
        let taken = self.joined(run, slot, items)?;
        self.link(head.last, taken.first);
        let last = taken.last | if run.optional { head.last } else { 0 };
        Some(Fragment { last, ..head })
    }

    /// Adds an item with what belongs to it behind it.
    fn whole_item(&mut self, run: &Run, slot: Slot, fitting: Fitting) -> Option<Fragment> {
        let mut all = self.items(run, slot, fitting)?;
        let mut negated = all.negatable;
        if let Some(behind) = run.followed_by.as_ref().filter(|_| all.followable != 0) {
            let behind = self.attached(behind, slot, Side::Behind)?;
            self.link(all.followable, behind.first);
            all.last |= behind.last;
            negated |= behind.last;
        }
        if let Some(role) = run.negated_after.filter(|_| negated != 0) {
            let slot = slot.beside(SlotKind::NegationAfter, Side::Behind);
            let negation = self.item(slot, Fitting::Role(role))?;
            all.last |= negation.last;
            self.link(negated | negation.last, negation.first);
        }
        Some(all)
    }

    /// Adds an item: one position for each kind of words that can stand beside it.
    fn items(&mut self, run: &Run, slot: Slot, fitting: Fitting) -> Option<Fragment> {
        let lexicon = self.lexicon;
        let of = match &fitting {
            Fitting::Accepted(accepts) => accepts.roles,
            _ => run.of.unwrap_or_default(),
        };
        let beside = |run: &Option<Box<Run>>| run.as_ref().and_then(|run| run.beside);
        let limits = [run.negated, beside(&run.led_by), beside(&run.followed_by)];
        let kind = |word: WordId| {
            let roles = lexicon.roles(word).iter().filter(|&role| of.contains(role));
            let roles = RoleSet::from_iter(roles);
            limits.map(|limit| limit.is_none_or(|limit| limit.meets(roles)))
        };
        let mut kinds: Vec<([bool; 3], Vec<WordId>)> = Vec::new();
        for word in lexicon.words().filter(|&word| fitting.fits(lexicon, word)) {
            let kind = kind(word);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, words)) => words.push(word),
                None => kinds.push((kind, vec![word])),
            }
        }
        let only_followed = self.only_followed(run, &fitting);
        if kinds.is_empty() && only_followed.is_empty() {
            return self.item(slot, fitting);
        }
        let mut all = Fragment::EMPTY;
        for ([negated, led, followed], words) in kinds {
            let item = self.item(slot, Fitting::Words(&words))?;
            let only = |holds: bool| if holds { item.first } else { 0 };
            all.first |= item.first;
            all.last |= item.last;
            all.negatable |= only(negated);
            all.leadable |= only(led);
            all.followable |= only(followed);
        }
        if !only_followed.is_empty() {
            let slot = Slot {
                accepted: false,
                ..slot
            };
            let item = self.item(slot, Fitting::Words(&only_followed))?;
            all.first |= item.first;
            all.followable |= item.first;
        }
        Some(all)
    }

    /// The words that are items only with something behind them: those that have no other place
    /// in the run.
    fn only_followed(&self, run: &Run, fitting: &Fitting) -> Vec<WordId> {
        let lexicon = self.lexicon;
        let behind = run.followed_by.as_ref();
        let also = behind.map_or(RoleSet::default(), |behind| behind.also_behind);
        let leads = |word| {
            let leading = run.led_by.as_ref().and_then(|led_by| led_by.of);
            leading.is_some_and(|of| lexicon.roles(word).meets(of))
        };
        let fits = |&word: &WordId| {
            lexicon.roles(word).meets(also) && !fitting.fits(lexicon, word) && !leads(word)
        };
        lexicon.words().filter(fits).collect()
    }

    /// Adds a run that belongs to the items of another.
    fn attached(&mut self, run: &Run, beside: Slot, side: Side) -> Option<Fragment> {
        let slot = Slot {
            run: run.number,
            side,
            accepted: false,
            ..beside
        };
        let roles = run.of.unwrap_or_default();
        let items = self.whole_item(run, slot, Fitting::Roles(roles))?;
        self.joined(run, slot, items)
    }

    /// Adds what stands before items, and the joiners between them.
    fn joined(&mut self, run: &Run, slot: Slot, items: Fragment) -> Option<Fragment> {
        let mut first = items.first;
        let mut negated = items.negatable;
        if let Some(before) = run.led_by.as_ref().filter(|_| items.leadable != 0) {
            let before = self.attached(before, slot, Side::Before)?;
            self.link(before.last, items.leadable);
            first |= before.first;
            negated |= before.first;
        }
        if let Some(role) = run.negated_by.filter(|_| negated != 0) {
            let slot = slot.beside(SlotKind::Negation, Side::Before);
            let negation = self.item(slot, Fitting::Role(role))?;
            first |= negation.first;
            self.link(negation.last, negated | negation.first);
        }
        if let Some(role) = run.joined_by {
            let slot = slot.beside(SlotKind::Joiner, Side::Middle);
            let joiner = self.item(slot, Fitting::Role(role))?;
            self.link(items.last, joiner.first);
            self.link(joiner.last, first);
        }
        if run.side_by_side {
            self.link(items.last, first);
        }
        Some(Fragment {
            first,
            optional: run.optional,
            ..items
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
            if fitting.fits(lexicon, word) {
                self.automaton.accepts[usize::from(word.0)] |= set;
            }
        }
        Some(Fragment {
            first: set,
            last: set,
            negatable: set,
            leadable: set,
            followable: set,
            optional: false,
        })
    }

    fn link(&mut self, from: Positions, to: Positions) {
        each(from).for_each(|position| self.automaton.follow[position] |= to);
    }
}

/// Whether more words in a run only mean more rules: it must be there, and each of its items makes
/// a rule that no word beside it can turn round.
fn grows(run: &Run) -> bool {
    let alone = run.led_by.is_none() && run.followed_by.is_none() && run.takes.is_none();
    let negated = run.negated_by.or(run.negated_after).is_some();
    run.each && !run.optional && alone && !negated
}
