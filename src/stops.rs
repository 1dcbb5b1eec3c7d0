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
use crate::lexicon::WordId;
use crate::onward::{Given, Line, Lines, Reached, Start};
use crate::trail::{Cell, Step};

/// The paths that were followed so far, and those that stop now.
pub(crate) struct Stops<'a> {
    pub(crate) lines: Lines<'a>,
    pub(crate) line: Line,
    pub(crate) reached: &'a [Reached],
    pub(crate) picked: &'a [u32],
    /// How many more steps may be taken.
    pub(crate) budget: &'a mut usize,
    pub(crate) found: &'a mut dyn FnMut(Start),
}

/// A step that was reached, and the state that it is in.
type At = (usize, usize);

/// A way back over negations: those passed, from the first on, and what stands before them; `None`
/// where the reading begins with them.
struct Back {
    negations: Vec<Given>,
    before: Option<At>,
}

impl Stops<'_> {
    /// Gives the starts that come of the words of a step; of the first of a reading, `next` is where
    /// that goes on from the next word.
    pub(crate) fn at(&mut self, step: Step, next: Option<Start>) {
        if let Some(next) = next {
            let begin = self.lines.grammar.states.first;
            if self.stopping(step, begin).is_some() {
                (self.found)(next);
            }
            return;
        }
        let longest = self.lines.letters.longest();
        for index in (0..self.reached.len()).rev() {
            let before = self.reached[index];
            if before.step.start + longest < step.start {
                break;
            }
            if before.step.end == step.start {
                for state in each(before.states) {
                    let follow = self.lines.grammar.states.follow[state];
                    if let Some(words) = self.stopping(step, follow) {
                        self.stopped((index, state), words);
                    }
                }
            }
        }
    }

    /// The words of a step that none of some states can be reached with.
    fn stopping(&self, step: Step, states: StateSet) -> Option<Given> {
        let accepts = &self.lines.grammar.states.of_block;
        let stops = |block: &u32| {
            let word = self.lines.blocks[*block as usize].word;
            word.is_some_and(|word| accepts[usize::from(word.0)] & states == 0)
        };
        let blocks: Vec<u32> = match step.cell {
            Cell::Spelled(id) => {
                let stops = self.lines.letters.spelled[id as usize].accepts & states == 0;
                return stops.then_some(Given {
                    cell: step.cell,
                    start: step.start,
                    end: step.end,
                    blocks: Vec::new(),
                });
            }
            Cell::Stack(_) if step.picked.0 < step.picked.1 => {
                self.picked_by(step).iter().copied().filter(stops).collect()
            }
            Cell::Stack(stack) => self.lines.words.blocks(stack).filter(stops).collect(),
        };
        (!blocks.is_empty()).then_some(Given {
            cell: step.cell,
            start: step.start,
            end: step.end,
            blocks,
        })
    }

    fn picked_by(&self, step: Step) -> &[u32] {
        &self.picked[step.picked.0 as usize..step.picked.1 as usize]
    }

    /// The words of a step that was reached which lead to a state.
    fn entering(&self, (index, state): At) -> Option<Given> {
        let step = self.reached[index].step;
        let all = self.stopping(step, 0)?;
        self.filter(&all, |word| {
            self.lines.grammar.states.accepts[usize::from(word.0)] >> state & 1 == 1
        })
    }

    /// The words among some for which something holds.
    fn filter(&self, given: &Given, holds: impl Fn(WordId) -> bool) -> Option<Given> {
        if let Cell::Spelled(id) = given.cell {
            return holds(self.lines.letters.spelled[id as usize].word).then(|| given.clone());
        }
        let word = |block: &u32| self.lines.blocks[*block as usize].word;
        let blocks: Vec<u32> = given
            .blocks
            .iter()
            .copied()
            .filter(|block| word(block).is_some_and(&holds))
            .collect();
        (!blocks.is_empty()).then_some(Given { blocks, ..*given })
    }

    /// Words stop a path; negations among them are passed over to find the word that stops it.
    fn stopped(&mut self, at: At, words: Given) {
        let resume = self.lines.resume;
        if let Some(words) = self.filter(&words, |word| !resume.is_negation(word)) {
            self.stopped_by(at, Vec::new(), words);
        }
        let mut waiting: Vec<Vec<Given>> = Vec::new();
        waiting.extend(
            self.filter(&words, |word| resume.is_negation(word))
                .map(|negation| vec![negation]),
        );
        while let Some(negations) = waiting.pop() {
            if !self.spend(negations.len()) {
                return;
            }
            let tile = negations.last().map_or(0, |last| last.end);
            for cell in self.lines.cells(self.line, tile) {
                let end = tile + self.lines.length(cell);
                let step = Step::onto(cell, tile, end);
                let Some(all) = self.stopping(step, 0) else {
                    continue;
                };
                if let Some(words) = self.filter(&all, |word| !resume.is_negation(word)) {
                    self.stopped_by(at, negations.clone(), words);
                }
                if let Some(negation) = self.filter(&all, |word| resume.is_negation(word)) {
                    let mut negations = negations.clone();
                    negations.push(negation);
                    waiting.push(negations);
                }
            }
        }
    }

    /// Words that are no negations stop a path, behind negations that it did not read.
    fn stopped_by(&mut self, at: At, unread: Vec<Given>, words: Given) {
        let resume = self.lines.resume;
        let expecting = unread.is_empty() && resume.expecting >> at.1 & 1 == 1;
        let is_refused = |word| expecting && resume.is_accepted(word);
        if let Some(refused) = self.filter(&words, is_refused) {
            self.start(Vec::new(), None, Vec::new(), refused);
        }
        let Some(words) = self.filter(&words, |word| !is_refused(word)) else {
            return;
        };
        let backs = match unread.is_empty() {
            true => self.back(at),
            false => vec![Back {
                negations: unread,
                before: Some(at),
            }],
        };
        for Back { negations, before } in backs {
            match before {
                None => self.start(Vec::new(), None, Vec::new(), words.clone()),
                Some(before) => self.behind(before, negations, &words),
            }
        }
    }

    /// Words stop a path behind a word that it did read, and negations.
    fn behind(&mut self, before: At, negations: Vec<Given>, words: &Given) {
        let resume = self.lines.resume;
        let negated = !negations.is_empty();
        let all = self.entering(before);
        let backed = all
            .as_ref()
            .and_then(|all| self.filter(all, |word| resume.is_given_back(word)));
        let kept = all
            .as_ref()
            .and_then(|all| self.filter(all, |word| !resume.is_given_back(word)));
        let takes = self.filter(words, |word| resume.takes_back(word, negated));
        let others = self.filter(words, |word| !resume.takes_back(word, negated));
        if let (Some(backed), Some(takes)) = (&backed, &takes) {
            for own in self.own_negations(before) {
                self.start(own, Some(backed.clone()), negations.clone(), takes.clone());
            }
        }
        if kept.is_some() || backed.is_none() {
            takes
                .into_iter()
                .for_each(|takes| self.start(Vec::new(), None, negations.clone(), takes));
        }
        others
            .into_iter()
            .for_each(|others| self.start(Vec::new(), None, negations.clone(), others));
    }

    /// The ways back over the negations that a step with a state ends with.
    fn back(&mut self, at: At) -> Vec<Back> {
        let mut backs = Vec::new();
        let mut waiting = vec![(Vec::new(), Some(at))];
        while let Some((negations, before)) = waiting.pop() {
            let at = before.filter(|at| self.lines.resume.negating >> at.1 & 1 == 1);
            let (Some(at), true) = (at, self.spend(negations.len() + 1)) else {
                backs.push(Back {
                    negations: negations.into_iter().rev().collect(),
                    before,
                });
                continue;
            };
            let mut negations: Vec<Given> = negations;
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
    fn own_negations(&mut self, at: At) -> Vec<Vec<Given>> {
        let before = self.before(at);
        if before.is_empty() {
            return vec![Vec::new()];
        }
        let mut ways: Vec<Vec<Given>> = Vec::new();
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
        let start = self.reached[index].step.start;
        let follow = &self.lines.grammar.states.follow;
        let mut found = Vec::new();
        for (index, before) in self.reached[..index].iter().enumerate().rev() {
            if before.step.start + self.lines.letters.longest() < start {
                break;
            }
            if before.step.end == start {
                let states = each(before.states).filter(|&from| follow[from] >> state & 1 == 1);
                found.extend(states.map(|state| (index, state)));
            }
        }
        found
    }

    /// Gives a start. One in which every word of its tiles is given starts on the first tile.
    fn start(&mut self, own: Vec<Given>, word: Option<Given>, negations: Vec<Given>, stop: Given) {
        let then = stop.end;
        let given: Vec<Given> = own
            .into_iter()
            .chain(word)
            .chain(negations)
            .chain([stop])
            .collect();
        if !self.spend(given.len()) {
            return;
        }
        let whole = given.iter().all(|given| {
            let mut cells = self.lines.cells(self.line, given.start);
            let stack = match cells.next() {
                Some(Cell::Stack(stack)) => self.lines.words.blocks(stack).count(),
                _ => 0,
            };
            cells.next().is_none() && stack == given.blocks.len()
        });
        match given.first() {
            Some(first) if whole => (self.found)(Start {
                given: Vec::new(),
                then: first.start,
            }),
            _ => (self.found)(Start { given, then }),
        }
    }

    /// Takes steps off the budget; `false` when there are no more.
    fn spend(&mut self, steps: usize) -> bool {
        *self.budget = self.budget.saturating_sub(steps);
        *self.budget > 0
    }
}
