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

/// A way back over negations: those passed, from the first on, and what stands before them; `None`
/// where the reading begins with them.
struct Back {
    negations: Vec<PickId>,
    before: Option<At>,
}

impl Stops<'_> {
    /// Finds the starts that come of the first words of a reading; `next` is where that goes on from
    /// the next word.
    pub(crate) fn at_first(&mut self, words: PickId, next: StartId) {
        let begin = self.lines.grammar.states.first;
        if self.stopping(words, begin).is_some() {
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
                    if let Some(words) = self.stopping(words, follow) {
                        self.stopped((index, state), words);
                    }
                }
            }
        }
    }

    /// Those of some words that none of some states can be reached with.
    fn stopping(&mut self, words: PickId, states: StateSet) -> Option<PickId> {
        self.row.filter(words, |word| word.accepts & states == 0)
    }

    /// Of some words those that are negations, and the others.
    fn by_negation(&mut self, words: PickId) -> [Option<PickId>; 2] {
        let is_negation = |word: &Word| self.lines.resume.is_negation(word.word);
        let negations = self.row.filter(words, is_negation);
        [negations, self.row.filter(words, |word| !is_negation(word))]
    }

    /// The words of a step that was reached which lead to a state.
    fn entering(&mut self, (index, state): At) -> Option<PickId> {
        let words = self.reached[index].pick;
        self.row
            .filter(words, |word| word.accepts >> state & 1 == 1)
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
        if let Some(refused) = self.row.filter(words, is_refused) {
            self.start(&[], None, &[], refused);
        }
        let Some(words) = self.row.filter(words, |word| !is_refused(word)) else {
            return;
        };
        if !unread.is_empty() || !self.is_negating(at) {
            return self.behind(at, unread, words);
        }
        for Back { negations, before } in self.back(at) {
            match before {
                None => self.start(&[], None, &[], words),
                Some(before) => self.behind(before, &negations, words),
            }
        }
    }

    /// Words stop a path behind a word that it did read, and negations.
    fn behind(&mut self, before: At, negations: &[PickId], words: PickId) {
        let resume = self.lines.resume;
        let negated = !negations.is_empty();
        let takes_back = |word: &Word| resume.takes_back(word.word, negated);
        if let Some(takes) = self.row.filter(words, takes_back) {
            self.taking_back(before, negations, takes);
        }
        if let Some(others) = self.row.filter(words, |word| !takes_back(word)) {
            self.start(&[], None, negations, others);
        }
    }

    /// Words before which some are given back stop a path.
    fn taking_back(&mut self, before: At, negations: &[PickId], takes: PickId) {
        let is_given_back = |word: &Word| self.lines.resume.is_given_back(word.word);
        let all = self.entering(before);
        let backed = all.and_then(|all| self.row.filter(all, is_given_back));
        let kept = all.and_then(|all| self.row.filter(all, |word| !is_given_back(word)));
        if backed.is_some() {
            for own in self.own_negations(before) {
                self.start(&own, backed, negations, takes);
            }
        }
        if kept.is_some() || backed.is_none() {
            self.start(&[], None, negations, takes);
        }
    }

    /// Whether only negations lead to the state of a step.
    fn is_negating(&self, at: At) -> bool {
        self.lines.resume.negating >> at.1 & 1 == 1
    }

    /// The ways back over the negations that a step with a state ends with.
    fn back(&mut self, at: At) -> Vec<Back> {
        let mut backs = Vec::new();
        let mut waiting = vec![(Vec::new(), Some(at))];
        while let Some((negations, before)) = waiting.pop() {
            let at = before.filter(|&at| self.is_negating(at));
            let (Some(at), true) = (at, self.spend(negations.len() + 1)) else {
                backs.push(Back {
                    negations: negations.into_iter().rev().collect(),
                    before,
                });
                continue;
            };
            let mut negations: Vec<PickId> = negations;
            negations.extend(self.entering(at));
            let before = self.before(at);
            if before.is_empty() {
                waiting.push((negations, None));
            } else {
                waiting.extend(
                    before
                        .into_iter()
                        .map(|before| (negations.clone(), Some(before))),
                );
            }
        }
        backs
    }

    /// The negations that stand before a word, on each way that leads there.
    fn own_negations(&mut self, at: At) -> Vec<Vec<PickId>> {
        let before = self.before(at);
        if before.is_empty() {
            return vec![Vec::new()];
        }
        let mut ways: Vec<Vec<PickId>> = Vec::new();
        for at in before {
            for back in self.back(at) {
                if !ways.contains(&back.negations) {
                    ways.push(back.negations);
                }
            }
        }
        ways
    }

    /// The steps that lead to a step with a state.
    fn before(&self, (index, state): At) -> Vec<At> {
        let start = self.reached[index].start;
        let follow = &self.lines.grammar.states.follow;
        let mut found = Vec::new();
        for (index, before) in self.reached[..index].iter().enumerate().rev() {
            if before.start + self.lines.letters.longest() < start {
                break;
            }
            if before.end == start {
                let states = each(before.states).filter(|&from| follow[from] >> state & 1 == 1);
                found.extend(states.map(|state| (index, state)));
            }
        }
        found
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
