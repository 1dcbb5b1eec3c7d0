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

use crate::grammar::{StateSet, each};
use crate::onward::{Lines, PickId, Reached, Row, StartId, Starts, Word};

/// The paths that were followed so far, and those that stop now.
pub(crate) struct Stops<'a> {
    pub(crate) lines: Lines<'a>,
    pub(crate) row: &'a mut Row,
    /// Gets the starts that are found.
    pub(crate) starts: &'a mut Starts,
    pub(crate) reached: &'a [Reached],
    /// The states of each pick behind which all stops were found before, unless negations come
    /// before it.
    pub(crate) settled: &'a [StateSet],
    /// How many more steps may be taken.
    pub(crate) budget: &'a mut usize,
}

/// A step that was reached, and the state that it is in.
type At = (usize, usize);

impl<'a> Stops<'a> {
    /// Finds the starts that come of the first words of a reading; `next` is where that goes on from
    /// the next word.
    pub(crate) fn at_first(&mut self, words: PickId, next: StartId) {
        let begin = self.lines.grammar.states.first;
        if self.row.stopping(words, begin).is_some() {
            self.starts.add(next);
        }
    }

    /// Finds the starts that come of words behind the steps that were reached.
    pub(crate) fn at(&mut self, words: PickId) {
        let start = self.row.pick(words).start;
        let longest = self.lines.letters.longest();
        for index in (0..self.reached.len()).rev() {
            let before = self.reached[index];
            if before.start + longest < start {
                break;
            }
            if before.end == start {
                let settled = self.settled.get(before.pick as usize);
                let settled = settled.map_or(0, |settled| settled & !before.negated);
                for state in each(before.states & !settled) {
                    let follow = self.lines.grammar.states.follow[state];
                    if let Some(words) = self.row.stopping(words, follow) {
                        self.stopped((index, state), words);
                    }
                }
            }
        }
    }

    /// Of some words those that are negations, and the others.
    fn by_negation(&mut self, words: PickId) -> [Option<PickId>; 2] {
        let resume = self.lines.resume;
        self.row.split(words, |word| resume.is_negation(word.word))
    }

    /// The words of a step that was reached which lead to a state.
    fn entering(&mut self, (index, state): At) -> Option<PickId> {
        self.row.leading(self.reached[index].pick, 1 << state)
    }

    /// Words stop a path; negations among them are passed over to find the word that stops it.
    fn stopped(&mut self, at: At, words: PickId) {
        let [negations, others] = self.by_negation(words);
        if let Some(words) = others {
            self.stopped_by(at, &[], words);
        }
        let mut waiting: Vec<Vec<PickId>> = Vec::new();
        waiting.extend(negations.map(|negation| vec![negation]));
        while let Some(passed) = waiting.pop() {
            if !self.spend(passed.len()) {
                return;
            }
            let tile = passed.last().map_or(0, |&last| self.row.pick(last).end);
            for words in self.row.places(tile) {
                let [negations, others] = self.by_negation(words);
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
        let is_refused = |word: &Word| expecting && resume.is_accepted(word.word);
        let [refused, words] = self.row.split(words, is_refused);
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
        let resume = self.lines.resume;
        let negated = !negations.is_empty();
        let takes_back = |word: &Word| resume.takes_back(word.word, negated);
        let [takes, others] = self.row.split(words, takes_back);
        if let Some(takes) = takes {
            self.taking_back(before, negations, takes);
        }
        if let Some(others) = others {
            self.start(&[], None, negations, others);
        }
    }

    /// Words before which some are given back stop a path.
    fn taking_back(&mut self, before: At, negations: &[PickId], takes: PickId) {
        let resume = self.lines.resume;
        let all = self.entering(before);
        let is_given_back = |word: &Word| resume.is_given_back(word.word);
        let [backed, kept] = all.map_or([None; 2], |all| self.row.split(all, is_given_back));
        if backed.is_some() {
            for own in self.own_negations(before) {
                self.start(&own, backed, negations, takes);
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
            passed.extend(self.entering(at));
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
        let given = own.iter().chain(&word).chain(negations).chain([&stop]);
        if !self.spend(given.clone().count()) {
            return;
        }
        let all = given.clone().all(|&words| self.row.is_all(words));
        let first = given.clone().next().filter(|_| all);
        let start = match first {
            Some(&first) => self.starts.free(self.row.pick(first).start),
            None => {
                let end = self.starts.free(self.row.pick(stop).end);
                let starts = &mut *self.starts;
                given.rfold(end, |then, &words| starts.given(words, then))
            }
        };
        self.starts.add(start);
    }

    /// Takes steps off the budget; `false` when there are no more.
    fn spend(&mut self, steps: usize) -> bool {
        *self.budget = self.budget.saturating_sub(steps);
        *self.budget > 0
    }
}
