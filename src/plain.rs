//! Reading onward through a line in which every tile has one word: there is one path.
//!
//! It gives what [`crate::onward`] and [`crate::stops`] give, and needs neither sets of states nor
//! a memory of starts: on one path, reading only ever goes on further to the right.

use crate::board::Block;
use crate::grammar::{MOST_POSITIONS, Positions, Side, SlotKind, StateId, StateSet, States, union};
use crate::lexer::Tiles;
use crate::numbers::Numbering;
use crate::onward::{Line, Lines};
use crate::rules::{Part, PartKind, RuleTable, TooComplex};
use crate::spelling::Spelling;
use crate::trail::{Cell, Ground, Step, mark_whole};

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
    /// Its class, see [`States`].
    class: u32,
    /// The positions in a sentence that it stands at.
    positions: Positions,
    /// Its place among the board's blocks.
    block: u32,
    /// The state that it led to.
    state: StateId,
}

impl Plain {
    /// Takes the words of a line; `false` if several lie on one of its tiles.
    pub(crate) fn take(&mut self, line: Line, tiles: Tiles<impl Numbering>) -> bool {
        self.row.clear();
        self.last_anchor = 0;
        let mut place = line.place;
        loop {
            let accepts = tiles.accepts(place);
            if accepts == 0 {
                return true;
            }
            let Some(block) = tiles.only(place) else {
                return false;
            };
            if accepts & States::ANCHOR != 0 {
                self.last_anchor = self.row.len();
            }
            let block = block as u32;
            self.row.push(Word {
                class: States::class(accepts),
                positions: 0,
                block,
                state: States::NONE,
            });
            place = place.wrapping_add_signed(line.step);
        }
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
                self.spell(lines, line, (start, complete), spelling, table)?;
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
            if states.is_complete(state) {
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
        let is_in = |at: usize, states: StateSet| states >> self.row[at].state & 1 == 1;
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

    /// Adds the rules of a sentence.
    fn spell(
        &mut self,
        lines: Lines,
        line: Line,
        (start, end): (usize, usize),
        spelling: &mut Spelling,
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        let automaton = &lines.grammar.automaton;
        let mut next: Positions = automaton.last;
        for word in self.row[start..end].iter_mut().rev() {
            word.positions = lines.grammar.states.positions[usize::from(word.state)] & next;
            next = union(word.positions, &automaton.precede);
        }
        if let &[one, two, three] = &self.row[start..end]
            && let Some(parts) = alone(lines, [one, two, three])
        {
            let form = automaton.forms[one.positions.trailing_zeros() as usize % MOST_POSITIONS];
            return table.add(form, line.direction, parts);
        }
        self.trail.clear();
        let steps = (start as u32..).zip(&self.row[start..end]);
        let stack = |at: u32| {
            let place = line.place.wrapping_add_signed(line.step * i64::from(at));
            lines.words.stack_at(place).unwrap_or_default()
        };
        self.trail.extend(steps.map(|(at, word)| Step {
            cell: Cell::Stack(stack(at)),
            picked: (0, 0),
            positions: word.positions,
            begins: 0,
            ends: 0,
            start: at,
            end: at + 1,
        }));
        mark_whole(&mut self.trail);
        let ground = Ground {
            automaton,
            words: lines.words,
            blocks: lines.blocks,
            spelled: &[],
            picked: &[],
            limits: &[],
        };
        spelling.spell(line.direction, ground, &mut self.trail, table)
    }
}

/// The parts of the one rule of a sentence of three items.
fn alone(lines: Lines, words: [Word; 3]) -> Option<[Part; 3]> {
    let automaton = &lines.grammar.automaton;
    let part = |read: Word| {
        let position = read.positions.trailing_zeros() as usize % MOST_POSITIONS;
        let slot = automaton.slots[position];
        let is_item = slot.kind == SlotKind::Item && slot.side == Side::Middle && !slot.marker;
        let Block { word, object, .. } = lines.blocks[read.block as usize];
        let (word, object) = (word?, Some(object));
        let (run, kind) = (automaton.runs[position], PartKind::Item);
        (is_item && read.positions.is_power_of_two()).then_some(Part {
            word,
            run,
            kind,
            object,
        })
    };
    let [one, two, three] = words;
    Some([part(one)?, part(two)?, part(three)?])
}
