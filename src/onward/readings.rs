//! The readings of one line: from a start all paths are followed at once, as sets of states, and the
//! words that stop them give further starts.

use std::collections::HashSet;

use super::{Line, Lines};
use crate::grammar::{StateSet, union};
use crate::rules::TooComplex;
use crate::stops::Stops;
use crate::trail::{Cell, Step};

/// The most steps that reading a board may take, restarts included: some tenths of a second.
const MOST_STEPS: usize = 1 << 22;

/// Where a reading starts: words that are given, then any words from a tile on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Start {
    pub(crate) given: Vec<Given>,
    pub(crate) then: u32,
}

/// Words of one place that a reading is given to start with.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Given {
    pub(crate) cell: Cell,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Blocks of a stack, by their places among the board's blocks.
    pub(crate) blocks: Vec<u32>,
}

/// One step of a reading, with the states that its words can lead to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reached {
    pub(crate) step: Step,
    pub(crate) states: StateSet,
    /// The states from which some choice of words leads to no further end, and those that lead to
    /// one.
    pub(crate) fails: StateSet,
    pub(crate) lives: StateSet,
}

/// The starts of a line, and the paths from the last one that was followed. It keeps its memory from
/// line to line.
#[derive(Debug, Default)]
pub(super) struct Readings {
    starts: Vec<Start>,
    /// How many of the starts were followed.
    followed: usize,
    known: HashSet<Start>,
    pub(super) reached: Vec<Reached>,
    /// The states that words can lead to, by the tile they begin on; `None` where no path is.
    arriving: Vec<Option<StateSet>>,
    pub(super) picked: Vec<u32>,
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
    pub(super) fn begin(&mut self) {
        self.known.clear();
        self.starts.clear();
        self.starts.push(Start::default());
        self.followed = 0;
    }

    /// Follows all paths from the next start, and gives it; `None` when all were followed.
    pub(super) fn follow_next(
        &mut self,
        lines: Lines,
        line: Line,
    ) -> Result<Option<Start>, TooComplex> {
        let Some(start) = self.starts.get_mut(self.followed) else {
            return Ok(None);
        };
        let start = std::mem::take(start);
        self.followed += 1;
        self.follow(lines, line, &start)?;
        self.reached.sort_by_key(|reached| reached.step.start);
        Ok(Some(start))
    }

    /// Follows all paths from a start, and adds the starts that their stops give.
    fn follow(&mut self, lines: Lines, line: Line, start: &Start) -> Result<(), TooComplex> {
        let states = &lines.grammar.states;
        self.reached.clear();
        self.picked.clear();
        let mut arriving = states.first;
        for (index, given) in start.given.iter().enumerate() {
            let from = self.picked.len() as u32;
            self.picked.extend(&given.blocks);
            let picked = (from, self.picked.len() as u32);
            let step = Step {
                picked,
                ..Step::onto(given.cell, given.start, given.end)
            };
            let next = (index == 0).then(|| Start {
                given: start.given[1..].to_vec(),
                then: start.then,
            });
            self.stop(lines, line, step, next)?;
            let entered = arriving & accepts(lines, given);
            if entered == 0 {
                return Ok(());
            }
            self.reached.push(Reached {
                step,
                states: entered,
                fails: 0,
                lives: 0,
            });
            arriving = union(entered, &states.follow);
        }
        self.go_on(lines, line, start.then, arriving)
    }

    /// Follows all paths from a tile on.
    fn go_on(
        &mut self,
        lines: Lines,
        line: Line,
        from: u32,
        arriving: StateSet,
    ) -> Result<(), TooComplex> {
        self.arriving.clear();
        self.arriving.push(Some(arriving));
        let mut tile = from;
        while let Some(&arriving) = self.arriving.get((tile - from) as usize) {
            if let Some(arriving) = arriving {
                let first = tile == from && self.reached.is_empty();
                for cell in lines.cells(line, tile) {
                    let end = tile + lines.length(cell);
                    let step = Step::onto(cell, tile, end);
                    let next = first.then(|| Start {
                        given: Vec::new(),
                        then: end,
                    });
                    self.stop(lines, line, step, next)?;
                    let entered = arriving & lines.accepts(cell);
                    if entered != 0 {
                        self.reached.push(Reached {
                            step,
                            states: entered,
                            fails: 0,
                            lives: 0,
                        });
                        let next = union(entered, &lines.grammar.states.follow);
                        let at = (end - from) as usize;
                        if self.arriving.len() <= at {
                            self.arriving.resize(at + 1, None);
                        }
                        *self.arriving[at].get_or_insert(0) |= next;
                    }
                }
            }
            tile += 1;
        }
        Ok(())
    }

    /// Adds the starts that come of the words of a step that stop some path; for the first step of a
    /// reading, `next` is where that goes on from the next word.
    fn stop(
        &mut self,
        lines: Lines,
        line: Line,
        step: Step,
        next: Option<Start>,
    ) -> Result<(), TooComplex> {
        let Readings {
            starts,
            known,
            reached,
            picked,
            budget,
            ..
        } = self;
        let mut found = |start: Start| {
            // The first start of the line is never in the set of known ones.
            let first = start.given.is_empty() && start.then == 0;
            if !first && known.insert(start.clone()) {
                starts.push(start);
            }
        };
        *budget = budget.saturating_sub(1);
        Stops {
            lines,
            line,
            reached,
            picked,
            budget,
            found: &mut found,
        }
        .at(step, next);
        if *budget == 0 {
            Err(TooComplex)
        } else {
            Ok(())
        }
    }
}

/// The states that given words can lead to.
fn accepts(lines: Lines, given: &Given) -> StateSet {
    let accepts = &lines.grammar.states.of_block;
    match given.cell {
        Cell::Stack(_) => given.blocks.iter().fold(0, |set, &block| {
            let word = lines.blocks[block as usize].word;
            set | word.map_or(0, |word| accepts[usize::from(word.0)])
        }),
        spelled => lines.accepts(spelled),
    }
}
