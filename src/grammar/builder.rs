//! The positions of one sentence, run by run, with what can follow each of them.

use super::company::{Company, Fitting};
use super::compile::{Automaton, Form, MOST_POSITIONS, Positions, Side, Slot, SlotKind};
use super::forms::Sentence;
use super::runs::Run;
use super::sets::each;
use crate::lexicon::{Accepts, Lexicon, WordId};

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
    /// Where it can begin behind another item.
    later: Positions,
    /// Where an item stands before which and behind which it can be negated, and that can be led and
    /// followed.
    negatable_before: Positions,
    negatable_behind: Positions,
    leadable: Positions,
    followable: Positions,
    optional: bool,
}

impl Fragment {
    const EMPTY: Fragment = Fragment {
        first: 0,
        last: 0,
        later: 0,
        negatable_before: 0,
        negatable_behind: 0,
        leadable: 0,
        followable: 0,
        optional: false,
    };

    /// Adds an item, and notes what can stand before it.
    fn add_item(&mut self, company: Company, item: Fragment) {
        self.first |= item.first;
        self.later |= if company.later { item.first } else { 0 };
        self.negatable_before |= if company.negated { item.first } else { 0 };
        self.leadable |= if company.led { item.first } else { 0 };
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
        let further = self.only_followed(run, &Fitting::Roles(roles));
        let is_head = |word: &WordId| lexicon.roles(*word).meets(roles) || further.contains(word);
        for word in lexicon.words().filter(is_head) {
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
            all.later |= fragment.later;
            all.negatable_before |= fragment.negatable_before;
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
        let mut negated = all.negatable_behind;
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

    /// Adds an item: one position for all words beside which the same can stand.
    fn items(&mut self, run: &Run, slot: Slot, fitting: Fitting) -> Option<Fragment> {
        let further = self.only_followed(run, &fitting);
        let lexicon = self.lexicon;
        let fits = |word: &WordId| fitting.fits(lexicon, *word) && !further.contains(word);
        let items = self.by_company(run, lexicon.words().filter(fits), &fitting);
        if items.is_empty() && further.is_empty() {
            return self.item(slot, fitting);
        }
        let mut all = Fragment::EMPTY;
        for (company, words) in items {
            let item = self.item(slot, Fitting::Words(&words))?;
            all.last |= item.last;
            all.negatable_behind |= if company.negated { item.last } else { 0 };
            all.followable |= if company.followed { item.last } else { 0 };
            all.add_item(company, item);
        }
        let also = run.followed_by.as_ref().map(|behind| behind.also_behind);
        let also = Fitting::Roles(also.unwrap_or_default());
        let slot = Slot {
            accepted: false,
            ..slot
        };
        for (company, words) in self.by_company(run, further.into_iter(), &also) {
            let item = self.item(slot, Fitting::Words(&words))?;
            all.followable |= item.last;
            all.add_item(company, item);
        }
        Some(all)
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
        let (mut first, mut later) = (items.first, items.later);
        let mut negated = items.negatable_before;
        if let Some(before) = run.led_by.as_ref().filter(|_| items.leadable != 0) {
            let before = self.attached(before, slot, Side::Before)?;
            self.link(before.last, items.leadable);
            first |= before.first;
            later |= before.first;
            negated |= before.first;
        }
        if let Some(role) = run.negated_by.filter(|_| negated != 0) {
            let slot = slot.beside(SlotKind::Negation, Side::Before);
            let negation = self.item(slot, Fitting::Role(role))?;
            first |= negation.first;
            later |= negation.first;
            self.link(negation.last, negated | negation.first);
        }
        if let Some(role) = run.joined_by {
            let slot = slot.beside(SlotKind::Joiner, Side::Middle);
            let joiner = self.item(slot, Fitting::Role(role))?;
            self.link(items.last, joiner.first);
            self.link(joiner.last, later);
        }
        if run.side_by_side {
            self.link(items.last, later);
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
            later: set,
            negatable_before: set,
            negatable_behind: set,
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
