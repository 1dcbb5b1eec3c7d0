//! Reading onward where every tile has one word, or several that are read alike: there is one path.
//!
//! It gives what [`crate::onward`] and [`crate::stops`] give, and needs no sets of states. Where a
//! whole line is like that it needs no memory of starts either: on one path, reading only ever goes
//! on further to the right.

mod path;

use std::ops::Range;

use crate::grammar::{Resume, StateSet, States, union};
use crate::onward::{Line, Lines};
use crate::rules::{RuleTable, TooComplex};
use crate::short::Short;
use crate::spelling::Spelling;
use crate::trail::{Ground, Step, mark_whole};

use path::{Path, Word};

/// The words of a line, and memory for reading them.
#[derive(Debug, Default)]
pub(crate) struct Plain {
    pub(crate) path: Path,
    trail: Vec<Step>,
}

/// What came of reading from a tile on.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Passed {
    /// There may be several paths.
    Several,
    /// There was one; reading goes on from a tile, if anywhere.
    To(Option<u32>),
}

impl Plain {
    /// Adds the rules of the row to a table, where every tile has one word.
    pub(crate) fn read(
        &mut self,
        lines: Lines,
        line: Line,
        spelling: &mut Spelling,
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        let mut start = 0;
        while start <= self.path.last_anchor && start < self.path.words.len() {
            let (stop, complete) = self.follow(lines, start);
            if complete > start {
                self.spell(lines, line, start..complete, spelling, table)?;
            }
            let stopping = self.stopping(start, stop);
            if stopping == self.path.words.len() {
                break;
            }
            let next = self.resume(lines, start, stop, stopping);
            if next <= start {
                break;
            }
            start = next;
        }
        Ok(())
    }

    /// Adds the rules of the reading from a tile on, if there is one path to where reading goes on;
    /// gives that tile.
    pub(crate) fn read_from(
        &mut self,
        lines: Lines,
        line: Line,
        start: u32,
        spelling: &mut Spelling,
        table: &mut RuleTable,
    ) -> Result<Passed, TooComplex> {
        let start = start as usize;
        if start >= self.path.words.len() {
            return Ok(Passed::Several);
        }
        let (stop, complete) = self.follow(lines, start);
        let stopping = self.stopping(start, stop);
        if self.path.words.get(stopping).is_some_and(Word::is_several) {
            return Ok(Passed::Several);
        }
        if complete > start {
            self.spell(lines, line, start..complete, spelling, table)?;
        }
        if stopping == self.path.words.len() {
            return Ok(Passed::To(None));
        }
        let next = self.resume(lines, start, stop, stopping);
        Ok(Passed::To(Some(next as u32)))
    }

    /// Follows the path from a start; gives the word that stops it, or the end of the row, and the
    /// end of the longest sentence, or the start where there is none.
    // Starts are many and short, so a call for each takes a tenth of the time of a plain board.
    #[inline(always)]
    fn follow(&mut self, lines: Lines, start: usize) -> (usize, usize) {
        let states = &lines.grammar.states;
        let mut state = States::NONE;
        let mut complete = start;
        for (at, read) in (start..).zip(&mut self.path.words[start..]) {
            state = states.next(state, read.class);
            if state == States::NONE {
                return (at, complete);
            }
            read.state = state;
            if states.stand(state).is_complete {
                complete = at + 1;
            }
        }
        (self.path.words.len(), complete)
    }

    /// The word that stops the path from a start, which comes behind negations that it did not read;
    /// or the end of the row.
    #[inline(always)]
    fn stopping(&self, start: usize, stop: usize) -> usize {
        if stop == start {
            return stop;
        }
        let is_unread = |word: &&Word| word.bearing & Resume::NEGATION != 0;
        stop + self.path.words[stop..].iter().take_while(is_unread).count()
    }

    /// Where reading goes on after the path from a start was stopped, see [`crate::stops`].
    #[inline(always)]
    fn resume(&self, lines: Lines, start: usize, stop: usize, stopping: usize) -> usize {
        let resume = lines.resume;
        let is_in =
            |at: usize, states: StateSet| States::is_among(self.path.words[at].state, states);
        if stop == start {
            return start + 1;
        }
        let refused = stopping == stop
            && is_in(stop - 1, resume.expecting)
            && self.path.words[stopping].bearing & Resume::ACCEPTED != 0;
        // The first of the negations right before a word that was read.
        let own = |at: usize| {
            let negations = (start..at)
                .rev()
                .take_while(|&at| is_in(at, resume.negating));
            at - negations.count()
        };
        let negations = if stopping > stop { stop } else { own(stop) };
        if refused || negations == start {
            return stopping;
        }
        let before = negations - 1;
        let taking_back = Resume::taking_back(negations < stopping);
        let takes_back = self.path.words[stopping].bearing & taking_back != 0;
        match takes_back && self.path.words[before].bearing & Resume::GIVEN_BACK != 0 {
            true => own(before),
            false => negations,
        }
    }

    /// Adds the rules of a sentence. Most have three words and make one rule.
    #[inline(always)]
    fn spell(
        &mut self,
        lines: Lines,
        line: Line,
        words: Range<usize>,
        spelling: &mut Spelling,
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        if self.spell_short(lines, line, words.clone(), table)? {
            return Ok(());
        }
        self.spell_long(lines, line, words, spelling, table)
    }

    /// Adds the rules of a sentence of three words; `false` if it is not such a one.
    #[inline(always)]
    fn spell_short(
        &self,
        lines: Lines,
        line: Line,
        words: Range<usize>,
        table: &mut RuleTable,
    ) -> Result<bool, TooComplex> {
        let [one, two, three] = &self.path.words[words] else {
            return Ok(false);
        };
        let Some(short) = Short::of(lines.grammar, [one.state, two.state, three.state]) else {
            return Ok(false);
        };
        let block = |at: u32| &lines.blocks[at as usize];
        // Nearly all are like that, and on small boards they take half of the time of reading.
        if [one, two, three].iter().all(|word| word.is_alone()) {
            let blocks = [block(one.block), block(two.block), block(three.block)];
            short.spell(line.direction, blocks, table)?;
            return Ok(true);
        }
        // Where the second word can be several, rules have another order.
        let &[two] = self.path.blocks(two) else {
            return Ok(false);
        };
        for &one in self.path.blocks(one) {
            for &three in self.path.blocks(three) {
                short.spell(line.direction, [one, two, three].map(block), table)?;
            }
        }
        Ok(true)
    }

    /// Adds the rules of a sentence, whatever it is.
    #[inline(never)]
    fn spell_long(
        &mut self,
        lines: Lines,
        line: Line,
        words: Range<usize>,
        spelling: &mut Spelling,
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        let automaton = &lines.grammar.automaton;
        self.trail.clear();
        let steps = (words.start as u32..).zip(&self.path.words[words]);
        self.trail.extend(steps.map(|(at, word)| {
            let place = line.place.wrapping_add_signed(line.step * i64::from(at));
            let stack = lines.words.stack_at(place).unwrap_or_default();
            Step {
                start: at,
                end: at + 1,
                ..Step::of(stack, lines.grammar.states.positions_of(word.state))
            }
        }));
        let mut next = automaton.last;
        for step in self.trail.iter_mut().rev() {
            step.positions &= next;
            next = union(step.positions, &automaton.precede);
        }
        mark_whole(&mut self.trail);
        let ground = Ground {
            automaton,
            words: lines.words,
            blocks: lines.blocks,
            spelled: &[],
            picked: &[],
            limits: &[],
            forks: None,
        };
        spelling.spell(line.direction, ground, &mut self.trail, table)
    }
}
