//! Reading onward through a line in which every tile has one word: there is one path.
//!
//! It gives what [`crate::onward`] and [`crate::stops`] give, and needs neither sets of states nor
//! a memory of starts: on one path, reading only ever goes on further to the right.

use std::ops::Range;

use crate::board::Block;
use crate::grammar::{Form, Grammar, StateId, StateSet, States, union};
use crate::lexer::Tiles;
use crate::numbers::Numbering;
use crate::onward::{Line, Lines};
use crate::rules::{Part, PartKind, RuleTable, TooComplex};
use crate::spelling::Spelling;
use crate::trail::{Ground, Step, mark_whole};

/// The words of such a line, and how far reading is.
#[derive(Debug, Default)]
pub(crate) struct Plain {
    row: Vec<Word>,
    /// The last word that can be an anchor: no sentence begins behind it.
    last_anchor: usize,
    trail: Vec<Step>,
}

/// One word of the row.
#[derive(Debug, Clone, Copy)]
struct Word {
    /// Its place among the board's blocks.
    block: u32,
    /// Its class, see [`States`].
    class: u16,
    /// The state that it led to.
    state: StateId,
}

impl Plain {
    /// Takes the words of a line; `false` if several lie on one of its tiles.
    pub(crate) fn take(&mut self, line: Line, tiles: Tiles<impl Numbering>) -> bool {
        let row = &mut self.row;
        row.clear();
        let (mut place, mut last_anchor) = (line.place, 0);
        loop {
            let accepts = tiles.accepts(place);
            if accepts == 0 {
                self.last_anchor = last_anchor;
                return true;
            }
            let Some(block) = tiles.only(place) else {
                return false;
            };
            if accepts & States::ANCHOR != 0 {
                last_anchor = row.len();
            }
            row.push(Word {
                block: block as u32,
                class: States::class(accepts),
                state: States::NONE,
            });
            place = place.wrapping_add_signed(line.step);
        }
    }

    /// How many words were taken.
    pub(crate) fn length(&self) -> u32 {
        self.row.len() as u32
    }

    /// Adds the rules of the row to a table.
    pub(crate) fn read(
        &mut self,
        lines: Lines,
        line: Line,
        spelling: &mut Spelling,
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        let mut start = 0;
        while start <= self.last_anchor && start < self.row.len() {
            let (stop, complete) = self.follow(lines, start);
            if complete > start {
                self.spell(lines, line, start..complete, spelling, table)?;
            }
            if stop == self.row.len() {
                break;
            }
            let next = self.resume(lines, start, stop);
            if next <= start {
                break;
            }
            start = next;
        }
        Ok(())
    }

    /// Follows the path from a start; gives the word that stops it, or the end of the row, and the
    /// end of the longest sentence, or the start where there is none.
    fn follow(&mut self, lines: Lines, start: usize) -> (usize, usize) {
        let states = &lines.grammar.states;
        let mut state = States::NONE;
        let mut complete = start;
        for (at, read) in (start..).zip(&mut self.row[start..]) {
            state = states.next(state, read.class);
            if state == States::NONE {
                return (at, complete);
            }
            read.state = state;
            if states.stand(state).is_complete {
                complete = at + 1;
            }
        }
        (self.row.len(), complete)
    }

    /// Where reading goes on after the path from a start was stopped, see [`crate::stops`].
    fn resume(&self, lines: Lines, start: usize, stop: usize) -> usize {
        let resume = lines.resume;
        let word = |at: usize| lines.blocks[self.row[at].block as usize].word;
        let is =
            |at: usize, holds: &dyn Fn(crate::lexicon::WordId) -> bool| word(at).is_some_and(holds);
        let is_in = |at: usize, states: StateSet| States::is_among(self.row[at].state, states);
        if stop == start {
            return start + 1;
        }
        let unread =
            (stop..self.row.len()).take_while(|&at| is(at, &|word| resume.is_negation(word)));
        let stopping = stop + unread.count();
        if stopping == self.row.len() {
            return stopping;
        }
        let refused = stopping == stop
            && is_in(stop - 1, resume.expecting)
            && is(stopping, &|word| resume.is_accepted(word));
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
        let takes_back = is(stopping, &|word| {
            resume.takes_back(word, negations < stopping)
        });
        match takes_back && is(before, &|word| resume.is_given_back(word)) {
            true => own(before),
            false => negations,
        }
    }

    /// Adds the rules of a sentence. Most have three words and make one rule.
    fn spell(
        &mut self,
        lines: Lines,
        line: Line,
        words: Range<usize>,
        spelling: &mut Spelling,
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        let short = <[Word; 3]>::try_from(&self.row[words.clone()]).ok();
        match short.and_then(|words| alone(lines, words)) {
            Some((form, parts)) => table.add(form, line.direction, parts),
            None => self.spell_long(lines, line, words, spelling, table),
        }
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
        let steps = (words.start as u32..).zip(&self.row[words]);
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

/// The one rule of a sentence of three items, each in a run of its own: of two in one run each may
/// make a rule.
fn alone(lines: Lines, words: [Word; 3]) -> Option<(Form, [Part; 3])> {
    let Grammar {
        automaton, states, ..
    } = lines.grammar;
    let part = |read: Word| {
        let Block { word, object, .. } = lines.blocks[read.block as usize];
        Some(Part {
            word: word?,
            run: states.stand(read.state).item?,
            kind: PartKind::Item,
            object: Some(object),
        })
    };
    let [one, two, three] = words;
    let form = automaton.forms[usize::from(states.stand(one.state).position?)];
    let parts = [part(one)?, part(two)?, part(three)?];
    let apart = parts[0].run != parts[1].run && parts[1].run != parts[2].run;
    apart.then_some((form, parts))
}
