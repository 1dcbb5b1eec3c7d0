//! Reading onward, every path takes the longest sentence on it.

use crate::grammar::{Positions, StateSet, each};
use crate::onward::{Line, Lines, Reached};
use crate::trail::{Cell, Ending, Limit};

/// The paths of a reading.
pub(crate) struct Longest<'a> {
    pub(crate) lines: Lines<'a>,
    pub(crate) line: Line,
    /// The tile from which on every word is read, and not only given ones.
    pub(crate) free_from: u32,
    /// The blocks of given words.
    pub(crate) picked: &'a [u32],
}

impl Longest<'_> {
    /// Gives the steps of a reading, in the order of their tiles, the positions that lead to an
    /// end, and the positions where some path has its longest sentence. Says whether the states have to
    /// tell some paths apart, of which then `endings` has those in which sentences end.
    pub(crate) fn mark(
        &self,
        reached: &mut [Reached],
        limits: &mut Vec<Limit>,
        endings: &mut Vec<Ending>,
    ) -> bool {
        limits.clear();
        endings.clear();
        let mut is_forked = false;
        let states = &self.lines.grammar.states;
        let automaton = &self.lines.grammar.automaton;
        let Some(begin) = reached.first().map(|first| first.step.start) else {
            return false;
        };
        for index in (0..reached.len()).rev() {
            let (rest, ahead) = reached.split_at_mut(index + 1);
            let here = &mut rest[index];
            let from = ahead.partition_point(|next| next.step.start < here.step.end);
            let to = ahead.partition_point(|next| next.step.start <= here.step.end);
            let ahead = &ahead[from..to];
            let after = ahead
                .iter()
                .fold(0, |set: Positions, next| set | next.step.positions);
            let mut ending: StateSet = 0;
            for state in each(here.states) {
                let (fails, goes_on) = self.look_ahead(here.step.end, state, ahead);
                let complete = states.complete >> state & 1 == 1;
                let leads_on = |&at: &usize| automaton.follow[at] & after != 0;
                let positions = states.positions[state];
                if complete && fails {
                    ending |= 1 << state;
                    here.step.ends |= positions & automaton.last;
                    here.step.positions |= positions & automaton.last;
                }
                if goes_on {
                    here.step.positions |= each(positions)
                        .filter(leads_on)
                        .fold(0, |set, at| set | 1 << at);
                }
                here.fails |= StateSet::from(fails) << state;
                here.lives |= StateSet::from(goes_on || complete) << state;
            }
            self.limit(here, ending, limits);
            is_forked |= self.is_fork(here, ending);
            endings.push(Ending {
                cell: here.step.cell,
                start: here.step.start,
                states: ending,
            });
            if here.step.start == begin {
                here.step.begins = here.step.positions & automaton.first;
            }
        }
        is_forked
    }

    /// Whether a word of a step ends the sentence on some path and at the same position not on another.
    fn is_fork(&self, here: &Reached, ending: StateSet) -> bool {
        let states = &self.lines.grammar.states;
        let ends = |set: StateSet| {
            let positions = each(set).fold(0, |all, state| all | states.positions[state]);
            positions & self.lines.grammar.automaton.last
        };
        let going_on = here.states & states.complete & !ending;
        if ending == 0 || going_on == 0 || ends(ending) & ends(going_on) == 0 {
            return false;
        }
        let mut is_fork = false;
        self.choices(here.step.cell, here.step.picked, &mut |accepts| {
            is_fork |= ends(ending & accepts) & ends(going_on & accepts) != 0;
        });
        is_fork
    }

    /// Adds where the sentence ends on the paths through each block of a stack of several.
    fn limit(&self, here: &Reached, ending: StateSet, limits: &mut Vec<Limit>) {
        let Cell::Stack(stack) = here.step.cell else {
            return;
        };
        if self.lines.words.is_alone(stack) {
            return;
        }
        let states = &self.lines.grammar.states;
        for block in self.lines.words.blocks(stack) {
            let block = self.lines.blocks[block as usize];
            let Some(word) = block.word else { continue };
            let entered = states.of_block[usize::from(word.0)] & here.states & ending;
            let ends = each(entered).fold(0, |set, state| set | states.positions[state]);
            let ends = ends & self.lines.grammar.automaton.last;
            limits.push(Limit {
                object: block.object,
                begins: Positions::MAX,
                ends,
            });
        }
    }

    /// Whether some choice of words behind a state leads to no further end, and whether some leads
    /// to one.
    fn look_ahead(&self, tile: u32, state: usize, ahead: &[Reached]) -> (bool, bool) {
        let states = &self.lines.grammar.states;
        let (mut fails, mut lives, mut any) = (false, false, false);
        let mut choose = |accepts: StateSet, next: Option<&Reached>| {
            any = true;
            let entered = states.follow[state] & accepts;
            match next.filter(|_| entered != 0) {
                Some(next) => {
                    fails |= next.fails & entered & !states.complete != 0;
                    lives |= next.lives & entered != 0;
                }
                None => fails = true,
            }
        };
        if tile < self.free_from {
            for next in ahead {
                self.choices(next.step.cell, next.step.picked, &mut |accepts| {
                    choose(accepts, Some(next))
                });
            }
        } else {
            for cell in self.lines.cells(self.line, tile) {
                let next = ahead.iter().find(|next| next.step.cell == cell);
                self.choices(cell, (0, 0), &mut |accepts| choose(accepts, next));
            }
        }
        (fails || !any, lives)
    }

    /// Where each word of a place can lead.
    fn choices(&self, cell: Cell, picked: (u32, u32), choose: &mut dyn FnMut(StateSet)) {
        let accepts = &self.lines.grammar.states.of_block;
        let mut block = |block: u32| {
            let word = self.lines.blocks[block as usize].word;
            word.into_iter()
                .for_each(|word| choose(accepts[usize::from(word.0)]));
        };
        match cell {
            Cell::Spelled(id) => choose(self.lines.letters.spelled[id as usize].accepts),
            Cell::Stack(_) if picked.0 < picked.1 => {
                self.picked[picked.0 as usize..picked.1 as usize]
                    .iter()
                    .for_each(|&at| block(at));
            }
            Cell::Stack(stack) => self.lines.words.blocks(stack).for_each(block),
        }
    }
}
