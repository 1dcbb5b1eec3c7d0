//! The readings of one line: from a start all paths are followed at once, as sets of states, and the
//! words that stop them give further starts.

use std::ops::Range;

use super::row::{PickId, Row};
use super::starts::{Start, StartId, Starts};
use super::{Line, Lines};
use crate::grammar::{StateSet, union};
use crate::rules::TooComplex;
use crate::stops::Stops;

/// The most steps that reading a board may take, restarts included: some tenths of a second.
const MOST_STEPS: usize = 1 << 22;

/// One step of a reading, with the states that its words can lead to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reached {
    pub(crate) pick: PickId,
    /// Whether the reading was given the words to start with.
    pub(crate) is_given: bool,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) states: StateSet,
    /// Those that some negation right before leads to.
    pub(crate) negated: StateSet,
}

/// The states that words can lead to from the paths that arrive before them.
#[derive(Debug, Clone, Copy, Default)]
struct Arriving {
    states: StateSet,
    /// Those from the paths that end with a negation.
    negated: StateSet,
    /// Whether any path arrives.
    any: bool,
}

/// A reading that was followed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Read {
    /// The tile that it starts on, and the one from which on it reads any words.
    pub(super) begin: u32,
    pub(super) free_from: u32,
    /// Whether it is the first of its line.
    pub(super) is_first: bool,
    /// How many of its steps come before the last on which a sentence is complete, that one included.
    pub(super) complete: usize,
}

/// The starts of a line, and the paths from the last one that was followed. It keeps its memory from
/// line to line.
#[derive(Debug, Default)]
pub(super) struct Readings {
    pub(super) row: Row,
    starts: Starts,
    /// How many of the starts were followed.
    followed: usize,
    /// The steps of the paths, by the tiles that they begin on.
    pub(super) reached: Vec<Reached>,
    /// The paths that arrive on each tile.
    arriving: Vec<Arriving>,
    /// How many more steps may be taken.
    budget: usize,
}

impl Readings {
    /// Begins a board.
    pub(super) fn restart(&mut self) {
        self.budget = MOST_STEPS;
    }

    /// How many steps were taken since the board was begun.
    pub(super) fn steps(&self) -> usize {
        MOST_STEPS - self.budget
    }

    /// Begins a line: its first word is where the first reading starts.
    pub(super) fn begin(&mut self, lines: Lines, line: Line) {
        self.row.take(lines, line);
        self.begin_row(u32::MAX);
    }

    /// Begins a line of which only whole sentences are wanted; `false` if it can have none.
    pub(super) fn begin_sentences(&mut self, lines: Lines, line: Line) -> bool {
        self.row.take(lines, line);
        let longest = lines.letters.longest();
        let last = self.row.last_beginning(&lines.grammar.states, longest);
        if let Some(last) = last {
            self.begin_row(last);
        }
        last.is_some()
    }

    /// Begins the row that was taken; no reading starts behind a last tile.
    fn begin_row(&mut self, last: u32) {
        self.starts.begin(self.row.length(), last);
        self.followed = 0;
    }

    /// The tile of the next start, if that is one with any words.
    pub(super) fn next_free(&self) -> Option<u32> {
        match self.starts.get(self.starts.found(self.followed)?) {
            Start::Free(tile) => Some(tile),
            Start::Given(..) => None,
        }
    }

    /// The next start was followed elsewhere, and gave one on another tile.
    pub(super) fn pass_next(&mut self, next: Option<u32>) {
        self.followed += 1;
        if let Some(tile) = next {
            self.starts.add(self.starts.free(tile), tile);
        }
    }

    /// Follows all paths from the next start; `None` when all were followed.
    pub(super) fn follow_next(&mut self, lines: Lines) -> Result<Option<Read>, TooComplex> {
        let Some(start) = self.starts.found(self.followed) else {
            return Ok(None);
        };
        let is_first = self.followed == 0;
        self.followed += 1;
        let (begin, free_from) = self.follow(lines, start)?;
        let complete = lines.grammar.states.complete;
        let is_whole = |reached: &Reached| reached.states & complete != 0;
        let last = self.reached.iter().rposition(is_whole);
        Ok(Some(Read {
            begin,
            free_from,
            is_first,
            complete: last.map_or(0, |last| last + 1),
        }))
    }

    /// Follows all paths from a start, and adds the starts that their stops give. Gives the tile on
    /// which it starts, and the one from which on it reads any words.
    fn follow(&mut self, lines: Lines, start: StartId) -> Result<(u32, u32), TooComplex> {
        self.reached.clear();
        let mut arriving = Arriving {
            states: lines.grammar.states.first,
            negated: 0,
            any: true,
        };
        let (mut begin, mut start) = (None, start);
        loop {
            let (pick, then) = match self.starts.get(start) {
                Start::Given(pick, then) => (pick, then),
                Start::Free(tile) => {
                    if arriving.any {
                        self.go_on(lines, tile, arriving)?;
                    }
                    return Ok((begin.unwrap_or(tile), tile));
                }
            };
            if arriving.any {
                match begin {
                    None => self.stop_first(lines, pick, then)?,
                    Some(_) => {
                        let last = self.reached.len().saturating_sub(1);
                        self.stop(lines, pick, last..self.reached.len(), false)?;
                    }
                }
                arriving = self.reach(lines, pick, true, arriving).unwrap_or_default();
            }
            begin = begin.or(Some(self.row.pick(pick).start));
            start = then;
        }
    }

    /// Follows all paths from a tile on.
    fn go_on(&mut self, lines: Lines, from: u32, arriving: Arriving) -> Result<(), TooComplex> {
        self.arriving.clear();
        self.arriving.push(arriving);
        let (mut tile, mut near) = (from, 0);
        let longest = lines.letters.longest();
        while let Some(&arriving) = self.arriving.get((tile - from) as usize) {
            if arriving.any {
                let picks = self.row.places(tile);
                if self.reached.is_empty() {
                    for pick in picks.clone() {
                        let next = self.starts.free(self.row.pick(pick).end);
                        self.stop_first(lines, pick, next)?;
                    }
                } else {
                    // Steps lie by their tiles: those before these are too far away to end here.
                    let is_far = |step: &Reached| step.start + longest < tile;
                    while self.reached.get(near).is_some_and(is_far) {
                        near += 1;
                    }
                    let before = near..self.reached.len();
                    for pick in picks.clone() {
                        self.stop(lines, pick, before.clone(), true)?;
                    }
                    self.settle(lines, tile, before);
                }
                for pick in picks {
                    if let Some(next) = self.reach(lines, pick, false, arriving) {
                        self.arrive((self.row.pick(pick).end - from) as usize, next);
                    }
                }
            }
            tile += 1;
        }
        Ok(())
    }

    /// Adds a step onto words, if they lead anywhere; gives what comes behind it.
    fn reach(
        &mut self,
        lines: Lines,
        pick: PickId,
        is_given: bool,
        arriving: Arriving,
    ) -> Option<Arriving> {
        let own = self.row.pick(pick);
        let states = arriving.states & own.accepts;
        if states == 0 {
            return None;
        }
        self.reached.push(Reached {
            pick,
            is_given,
            start: own.start,
            end: own.end,
            states,
            negated: arriving.negated & own.accepts,
        });
        let follow = &lines.grammar.states.follow;
        Some(Arriving {
            states: union(states, follow),
            negated: union(states & lines.resume.negating, follow),
            any: true,
        })
    }

    /// Adds paths that arrive on a tile.
    fn arrive(&mut self, at: usize, paths: Arriving) {
        while self.arriving.len() < at {
            self.arriving.push(Arriving::default());
        }
        match self.arriving.get_mut(at) {
            Some(all) => {
                all.states |= paths.states;
                all.negated |= paths.negated;
                all.any = true;
            }
            None => self.arriving.push(paths),
        }
    }

    /// Adds the start that the first words of a reading give, if some of them begin no sentence: there
    /// reading goes on from the next word.
    fn stop_first(&mut self, lines: Lines, pick: PickId, next: StartId) -> Result<(), TooComplex> {
        if self.row.has_stopping(pick, lines.grammar.states.first) {
            self.starts.add(next, self.row.pick(pick).end);
        }
        self.budget = self.budget.saturating_sub(1);
        match self.budget {
            0 => Err(TooComplex),
            _ => Ok(()),
        }
    }

    /// Adds the starts that come of words which stop some path, behind steps some of which end before
    /// them.
    fn stop(
        &mut self,
        lines: Lines,
        pick: PickId,
        before: Range<usize>,
        is_free: bool,
    ) -> Result<(), TooComplex> {
        let Readings {
            row,
            starts,
            reached,
            budget,
            ..
        } = self;
        *budget = budget.saturating_sub(1);
        Stops {
            lines,
            row,
            starts,
            reached,
            is_free,
            budget,
        }
        .at(pick, before);
        match self.budget {
            0 => Err(TooComplex),
            _ => Ok(()),
        }
    }

    /// All words of a tile were tried behind the steps that end there. What stops behind a state on a pick
    /// is the same in every reading, unless negations come before it: these belong to the words that are
    /// read again.
    fn settle(&mut self, lines: Lines, tile: u32, before: Range<usize>) {
        for before in &self.reached[before] {
            if before.end == tile {
                let states = before.states & !before.negated & !lines.resume.negating;
                self.row.settle(before.pick, states);
            }
        }
    }
}
