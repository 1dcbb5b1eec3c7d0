//! The words of a place in a rule: one alone, or a list of words that many rules share.

use super::Term;
use super::blocks::Span;
use crate::grammar::StepSet;

/// No list, or no word of one.
const NONE: u32 = u32::MAX;

/// A word of a list, and what comes with it to the rules that have it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Element {
    pub(super) term: Term,
    pub(super) conditions: Span,
    pub(super) exceptions: Span,
    /// The rules that put it there.
    pub(super) from: Span,
}

impl Element {
    /// A word that nothing comes with.
    pub(super) fn plain(term: Term) -> Element {
        Element {
            term,
            conditions: Span::EMPTY,
            exceptions: Span::EMPTY,
            from: Span::EMPTY,
        }
    }

    /// Whether it stands there always.
    pub(super) fn is_unconditional(&self) -> bool {
        self.conditions.is_empty() && self.exceptions.is_empty()
    }
}

/// The words of one place in a rule, or in a block of rules: a word alone, or those of a list, one
/// of which can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    alone: Term,
    list: u32,
    left_out: u32,
}

impl Place {
    /// A word alone.
    pub(super) const fn alone(term: Term) -> Place {
        Place {
            alone: term,
            list: NONE,
            left_out: NONE,
        }
    }

    /// The word, where it is alone.
    pub(super) fn only(self) -> Option<Term> {
        (self.list == NONE).then_some(self.alone)
    }
}

/// A list of words.
#[derive(Debug, Clone, Copy)]
struct List {
    words: Span,
    calls: ListCalls,
    /// Whether neither conditions nor exceptions come with any word of it.
    is_unconditional: bool,
    has_negated: bool,
}

/// The steps that words of a list call for, by the place that it is in.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ListCalls {
    pub(super) as_subject: StepSet,
    pub(super) as_complement: StepSet,
    /// What the conditions that come with them take.
    pub(super) taken: StepSet,
}

/// All lists of a table.
#[derive(Debug, Clone, Default)]
pub(super) struct Lists {
    lists: Vec<List>,
    pub(super) elements: Vec<Element>,
    /// The same elements, list by list, sorted by word and place.
    sorted: Vec<Listed>,
}

/// A word of a list and its place there, as one number to sort and to search by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Listed(u64);

impl Listed {
    fn new(term: Term, at: u32) -> Listed {
        Listed(u64::from(term.number()) << u32::BITS | u64::from(at))
    }

    fn term(self) -> Term {
        Term::of_number((self.0 >> u32::BITS) as u32)
    }

    fn at(self) -> u32 {
        self.0 as u32
    }
}

impl Lists {
    pub(super) fn clear(&mut self) {
        self.lists.clear();
        self.elements.clear();
        self.sorted.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// A place with a list of words, of which each calls for some steps.
    pub(super) fn add(
        &mut self,
        words: impl IntoIterator<Item = Element>,
        calls_of: impl Fn(&Element) -> ListCalls,
    ) -> Place {
        let start = self.elements.len();
        self.elements.extend(words);
        let words = Span::between(start, self.elements.len());
        let own = words.of(&self.elements);
        let listed = (0..).zip(own).map(|(at, it)| Listed::new(it.term, at));
        self.sorted.extend(listed);
        self.sorted[start..].sort_unstable();
        let mut calls = ListCalls::default();
        for of in own.iter().map(calls_of) {
            calls.as_subject |= of.as_subject;
            calls.as_complement |= of.as_complement;
            calls.taken |= of.taken;
        }
        self.lists.push(List {
            words,
            calls,
            is_unconditional: own.iter().all(Element::is_unconditional),
            has_negated: own.iter().any(|it| it.term.negated),
        });
        Place {
            alone: Term::NONE,
            list: self.lists.len() as u32 - 1,
            left_out: NONE,
        }
    }

    /// The same place with one of its words left out.
    pub(super) fn without(&self, place: Place, term: Term) -> Place {
        let first = self.listed(place, term).first();
        let left_out = first.map_or(NONE, |first| first.at());
        Place { left_out, ..place }
    }

    /// The steps that its words call for; none for a word alone.
    pub(super) fn calls(&self, place: Place) -> ListCalls {
        self.list(place)
            .map_or(ListCalls::default(), |list| list.calls)
    }

    /// Whether neither conditions nor exceptions come with any of its words.
    pub(super) fn is_unconditional(&self, place: Place) -> bool {
        self.list(place).is_none_or(|list| list.is_unconditional)
    }

    /// Whether a word is negated, or one of its list, left out or not.
    pub(super) fn has_negated(&self, place: Place) -> bool {
        self.list(place)
            .map_or(place.alone.negated, |list| list.has_negated)
    }

    /// How many words there are in a place, and one where a rule has no such place.
    pub(super) fn count_of(&self, place: Option<Place>) -> u32 {
        place.map_or(1, |place| self.count(place))
    }

    /// How many words there are.
    pub(super) fn count(&self, place: Place) -> u32 {
        match self.list(place) {
            Some(list) => list.words.len() - u32::from(place.left_out != NONE),
            None => 1,
        }
    }

    /// A word by its number.
    pub(super) fn element(&self, place: Place, at: u32) -> Element {
        match self.list(place) {
            Some(list) => {
                let at = at + u32::from(at >= place.left_out);
                self.elements[(list.words.start + at) as usize]
            }
            None => Element::plain(place.alone),
        }
    }

    /// All words, in their order.
    pub(super) fn words(&self, place: Place) -> impl Iterator<Item = Element> + '_ {
        (0..self.count(place)).map(move |at| self.element(place, at))
    }

    /// All different words, sorted.
    pub(super) fn terms(&self, place: Place) -> impl Iterator<Item = Term> + '_ {
        let mut before = None;
        let listed = self.sorted_of(place).iter();
        let listed = listed.filter(move |listed| listed.at() != place.left_out);
        let listed = listed.map(|listed| listed.term());
        let listed = listed.filter(move |&term| before.replace(term) != Some(term));
        place.only().into_iter().chain(listed)
    }

    /// The numbers of a word, in their order.
    pub(super) fn positions(&self, place: Place, term: Term) -> impl Iterator<Item = u32> + '_ {
        let alone = (place.only() == Some(term)).then_some(0);
        let same = self.listed(place, term).iter().map(|same| same.at());
        let same = same.filter(move |&at| at != place.left_out);
        let same = same.map(move |at| at - u32::from(at > place.left_out));
        alone.into_iter().chain(same)
    }

    /// Whether it has a word.
    pub(super) fn has(&self, place: Place, term: Term) -> bool {
        match place.only() {
            Some(only) => only == term,
            None => {
                let mut same = self.listed(place, term).iter();
                same.any(|same| same.at() != place.left_out)
            }
        }
    }

    /// Whether two places have a word in common.
    pub(super) fn meet(&self, one: Place, other: Place) -> bool {
        match (one.only(), other.only()) {
            (Some(one), _) => self.has(other, one),
            (_, Some(other)) => self.has(one, other),
            _ => self.shared(one, other).next().is_some(),
        }
    }

    /// The different words that two places have in common.
    pub(super) fn shared(&self, one: Place, other: Place) -> impl Iterator<Item = Term> + '_ {
        let alone = other.only().filter(|&term| self.has(one, term));
        let listed = other.only().is_none().then(|| self.terms(one));
        let listed = listed.into_iter().flatten();
        let listed = listed.filter(move |&term| self.has(other, term));
        alone.into_iter().chain(listed)
    }

    /// Where a word stands in a list, left out or not.
    fn listed(&self, place: Place, term: Term) -> &[Listed] {
        let sorted = self.sorted_of(place);
        let first = Listed::new(term, 0);
        let own = &sorted[sorted.partition_point(|&listed| listed < first)..];
        let last = Listed::new(term, u32::MAX);
        let behind = own.iter().position(|&listed| listed > last);
        &own[..behind.unwrap_or(own.len())]
    }

    fn sorted_of(&self, place: Place) -> &[Listed] {
        self.list(place)
            .map_or(&[], |list| list.words.of(&self.sorted))
    }

    fn list(&self, place: Place) -> Option<&List> {
        self.lists.get(place.list as usize)
    }
}
