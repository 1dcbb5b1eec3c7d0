//! Where reading goes on when words stop it.
//!
//! The word that stops a path is the first that no state goes on with; negations just before it
//! belong to it. Reading goes on
//! 1. from the word alone, where one was expected that the word before accepts, and this one only
//!    other words accept;
//! 2. from the word alone, where nothing but negations was read before it, and from the next word,
//!    where nothing was;
//! 3. from the word before, with its negations, where the grammar gives that back before this one;
//! 4. otherwise from the word, with the negations just before it.

use std::ops::Range;

use crate::grammar::{Resume, each};
use crate::onward::{Lines, PickId, Reached, Row, Starts};

/// The paths that were followed so far, and those that stop now.
pub(crate) struct Stops<'a> {
    pub(crate) lines: Lines<'a>,
    pub(crate) row: &'a mut Row,
    /// Gets the starts that are found.
    pub(crate) starts: &'a mut Starts,
    pub(crate) reached: &'a [Reached],
    /// Whether all words of their tile are tried, so that what was found before is left out.
    pub(crate) is_free: bool,
    /// How many more steps may be taken.
    pub(crate) budget: &'a mut usize,
}

/// A step that was reached, and the state that it is in.
type At = (usize, usize);

impl<'a> Stops<'a> {
    /// Finds the starts that come of words behind steps, some of which end before them.
    pub(crate) fn at(&mut self, words: PickId, before: Range<usize>) {
        let own = self.row.pick(words);
        let (start, going_on) = (own.start, own.before);
        for index in before.rev() {
            let before = &self.reached[index];
            // Most words go on from all states of most steps.
            let mut open = before.states & !going_on;
            if open == 0 || before.end != start {
                continue;
            }
            if self.is_free {
                open &= !self.row.pick(before.pick).settled | before.negated;
            }
            for state in each(open) {
                let words = self.row.stopping(words, state);
                self.stopped((index, state), words);
            }
        }
    }

    /// The words of a step that was reached which lead to a state.
    fn entering(&mut self, (index, state): At) -> PickId {
        self.row.leading(self.reached[index].pick, state)
    }

    /// Words stop a path; negations among them are passed over to find the word that stops it.
    fn stopped(&mut self, at: At, words: PickId) {
        let [negations, others] = self.row.split(words, Resume::NEGATION);
        if let Some(words) = others {
            self.stopped_by(at, &[], words);
        }
        if let Some(negations) = negations {
            self.stopped_behind(at, negations);
        }
    }

    /// Words stop a path behind negations that it did not read.
    fn stopped_behind(&mut self, at: At, negations: PickId) {
        let mut waiting: Vec<Vec<PickId>> = vec![vec![negations]];
        while let Some(passed) = waiting.pop() {
            if !self.spend(passed.len()) {
                return;
            }
            let tile = passed.last().map_or(0, |&last| self.row.pick(last).end);
            for words in self.row.places(tile) {
                let [negations, others] = self.row.split(words, Resume::NEGATION);
                if let Some(words) = others {
                    self.stopped_by(at, &passed, words);
                }
                waiting.extend(negations.map(|negation| [&passed[..], &[negation]].concat()));
            }
        }
    }

    /// Words that are no negations stop a path, behind negations that it did not read.
    fn stopped_by(&mut self, at: At, unread: &[PickId], words: PickId) {
        let resume = self.lines.resume;
        let expecting = unread.is_empty() && resume.expecting >> at.1 & 1 == 1;
        let [refused, words] = match expecting {
            true => self.row.split(words, Resume::ACCEPTED),
            false => [None, Some(words)],
        };
        if let Some(refused) = refused {
            self.start(&[], None, &[], refused);
        }
        let Some(words) = words else { return };
        if !unread.is_empty() {
            return self.behind(at, unread, words);
        }
        self.back(at, |stops, negations, before| match before {
            None => stops.start(&[], None, &[], words),
            Some(before) => stops.behind(before, negations, words),
        });
    }

    /// Words stop a path behind a word that it did read, and negations.
    fn behind(&mut self, before: At, negations: &[PickId], words: PickId) {
        let taking_back = Resume::taking_back(!negations.is_empty());
        let [takes, others] = self.row.split(words, taking_back);
        if let Some(takes) = takes {
            self.taking_back(before, negations, takes);
        }
        if let Some(others) = others {
            self.start(&[], None, negations, others);
        }
    }

    /// Words before which some are given back stop a path.
    fn taking_back(&mut self, before: At, negations: &[PickId], takes: PickId) {
        let all = self.entering(before);
        let [backed, kept] = self.row.split(all, Resume::GIVEN_BACK);
        if backed.is_some() {
            match self.reached[before.0].negated >> before.1 & 1 {
                0 => self.start(&[], backed, negations, takes),
                _ => {
                    for own in self.own_negations(before) {
                        self.start(&own, backed, negations, takes);
                    }
                }
            }
        }
        if kept.is_some() || backed.is_none() {
            self.start(&[], None, negations, takes);
        }
    }

    /// Gives the ways back over the negations that a step with a state ends with: those passed, from the
    /// first on, and what stands before them; `None` where the reading begins with them.
    fn back(&mut self, at: At, mut each: impl FnMut(&mut Self, &[PickId], Option<At>)) {
        let negating = self.lines.resume.negating;
        let is_negating = |at: &At| negating >> at.1 & 1 == 1;
        if !is_negating(&at) {
            return each(self, &[], Some(at));
        }
        // Each way with how many negations were passed on it; these are the first of `passed`.
        let (mut waiting, mut passed) = (vec![(0, Some(at))], Vec::new());
        while let Some((count, before)) = waiting.pop() {
            passed.truncate(count);
            let at = before.filter(is_negating);
            let (Some(at), true) = (at, self.spend(count + 1)) else {
                passed.reverse();
                each(self, &passed, before);
                passed.reverse();
                continue;
            };
            passed.push(self.entering(at));
            let (count, waited) = (passed.len(), waiting.len());
            waiting.extend(self.before(at).map(|before| (count, Some(before))));
            if waiting.len() == waited {
                waiting.push((count, None));
            }
        }
    }

    /// The negations that stand before a word, on each way that leads there.
    fn own_negations(&mut self, at: At) -> Vec<Vec<PickId>> {
        let mut ways: Vec<Vec<PickId>> = Vec::new();
        for before in self.before(at) {
            self.back(before, |_, negations, _| {
                if !ways.iter().any(|way| way == negations) {
                    ways.push(negations.to_vec());
                }
            });
        }
        if ways.is_empty() {
            ways.push(Vec::new());
        }
        ways
    }

    /// The steps that lead to a step with a state.
    fn before(&self, (index, state): At) -> impl Iterator<Item = At> + use<'a> {
        let (start, longest) = (self.reached[index].start, self.lines.letters.longest());
        let follow = &self.lines.grammar.states.follow;
        let before = self.reached[..index].iter().enumerate().rev();
        before
            .take_while(move |(_, before)| before.start + longest >= start)
            .filter(move |(_, before)| before.end == start)
            .flat_map(move |(index, before)| {
                let states =
                    each(before.states).filter(move |&from| follow[from] >> state & 1 == 1);
                states.map(move |state| (index, state))
            })
    }

    /// Adds a start with given words. One in which every word of its tiles is given starts on the
    /// first tile.
    fn start(&mut self, own: &[PickId], word: Option<PickId>, negations: &[PickId], stop: PickId) {
        if word.is_none() && negations.is_empty() {
            return self.start_with(stop);
        }
        let given = own.iter().chain(&word).chain(negations).chain([&stop]);
        if !self.spend(given.clone().count()) {
            return;
        }
        let all = given.clone().all(|&words| self.row.is_all(words));
        let tile = given.clone().next();
        let tile = tile.map_or(0, |&first| self.row.pick(first).start);
        let start = match all {
            true => self.starts.free(tile),
            false => {
                let end = self.starts.free(self.row.pick(stop).end);
                let starts = &mut *self.starts;
                given.rfold(end, |then, &words| starts.given(words, then))
            }
        };
        self.starts.add(start, tile);
    }

    /// Adds a start with the words that stop a path alone, as most are.
    fn start_with(&mut self, stop: PickId) {
        if self.spend(1) {
            let (tile, end) = (self.row.pick(stop).start, self.row.pick(stop).end);
            let start = match self.row.is_all(stop) {
                true => self.starts.free(tile),
                false => self.starts.given(stop, self.starts.free(end)),
            };
            self.starts.add(start, tile);
        }
    }

    /// Takes steps off the budget; `false` when there are no more.
    fn spend(&mut self, steps: usize) -> bool {
        *self.budget = self.budget.saturating_sub(steps);
        *self.budget > 0
    }
}
