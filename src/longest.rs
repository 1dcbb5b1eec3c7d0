//! Reading onward, every path takes the longest sentence on it.

use crate::grammar::{Positions, StateSet, each, union};
use crate::onward::{Lines, PickId, Reached, Row};
use crate::trail::{Cell, Ending, Limit, Step};

/// The paths of a reading, up to the last step on which a sentence is complete: nothing behind it
/// leads to an end.
pub(crate) struct Longest<'a> {
    pub(crate) lines: Lines<'a>,
    pub(crate) row: &'a Row,
    /// The tile from which on every word is read, and not only given ones.
    pub(crate) free_from: u32,
    pub(crate) reached: &'a [Reached],
}

/// What was found of the paths of a reading. It keeps its memory.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    /// The steps, with the positions that lead to an end, and those where some path has its longest
    /// sentence.
    pub(crate) steps: Vec<Step>,
    outlooks: Vec<Outlook>,
    pub(crate) limits: Vec<Limit>,
    /// Where the states have to tell some paths apart: those in which sentences end.
    pub(crate) endings: Vec<Ending>,
    pub(crate) is_forked: bool,
}

/// The states of a step from which some choice of words leads to no further end, and those from
/// which one leads to one.
#[derive(Debug, Clone, Copy, Default)]
struct Outlook {
    fails: StateSet,
    lives: StateSet,
}

impl Longest<'_> {
    /// Marks the steps of a reading.
    pub(crate) fn mark(&self, marks: &mut Marks) {
        marks.limits.clear();
        marks.endings.clear();
        marks.is_forked = false;
        let steps = self.reached.iter();
        let steps = steps.map(|reached| self.row.step(reached.pick, reached.is_given));
        marks.steps.clear();
        marks.steps.extend(steps);
        if self.mark_last(&mut marks.steps) {
            return;
        }
        marks.outlooks.clear();
        marks
            .outlooks
            .resize(self.reached.len(), Outlook::default());
        let first = self.lines.grammar.automaton.first;
        for index in (0..self.reached.len()).rev() {
            let here = &self.reached[index];
            let ending = self.look(index, marks);
            if ending != 0 {
                self.limit(here, ending, &mut marks.limits);
                marks.is_forked |= self.is_fork(here, ending);
                marks.endings.push(Ending {
                    cell: self.row.pick(here.pick).cell,
                    start: here.start,
                    states: ending,
                });
            }
            if here.start == self.reached[0].start {
                let step = &mut marks.steps[index];
                step.begins = step.positions & first;
            }
        }
    }

    /// Marks the steps of a reading in which no sentence is complete before the last one: they end there on
    /// all paths. `false` if it is not such a one.
    fn mark_last(&self, steps: &mut [Step]) -> bool {
        let Lines { grammar, .. } = self.lines;
        let states = &grammar.states;
        let before = &self.reached[..self.reached.len().saturating_sub(1)];
        if before.iter().any(|step| step.states & states.complete != 0) {
            return false;
        }
        for (step, reached) in steps.iter_mut().zip(self.reached) {
            step.positions = union(reached.states, &states.positions);
            if reached.start == self.reached[0].start {
                step.begins = step.positions & grammar.automaton.first;
            }
        }
        if let Some(last) = steps.last_mut() {
            last.ends = last.positions & grammar.automaton.last;
        }
        true
    }

    /// Finds what lies ahead of a step; gives the states in which sentences end there.
    fn look(&self, index: usize, marks: &mut Marks) -> StateSet {
        let states = &self.lines.grammar.states;
        let automaton = &self.lines.grammar.automaton;
        let here = &self.reached[index];
        let behind = &self.reached[index + 1..];
        let from = index + 1 + behind.partition_point(|next| next.start < here.end);
        let to = index + 1 + behind.partition_point(|next| next.start <= here.end);
        let (rest, outlooks) = marks.outlooks.split_at_mut(from);
        let ahead = Ahead {
            reached: &self.reached[from..to],
            outlooks: &outlooks[..to - from],
        };
        let (rest_of_steps, steps) = marks.steps.split_at_mut(from);
        let step = &mut rest_of_steps[index];
        let after = steps[..to - from]
            .iter()
            .fold(0, |set: Positions, next| set | next.positions);
        let mut ending: StateSet = 0;
        for state in each(here.states) {
            let (fails, goes_on) = self.look_ahead(here.end, state, ahead);
            let complete = states.complete >> state & 1 == 1;
            let leads_on = |&at: &usize| automaton.follow[at] & after != 0;
            let positions = states.positions[state];
            if complete && fails {
                ending |= 1 << state;
                step.ends |= positions & automaton.last;
                step.positions |= positions & automaton.last;
            }
            if goes_on {
                step.positions |= each(positions)
                    .filter(leads_on)
                    .fold(0, |set, at| set | 1 << at);
            }
            rest[index].fails |= StateSet::from(fails) << state;
            rest[index].lives |= StateSet::from(goes_on || complete) << state;
        }
        ending
    }

    /// Whether a word of a step ends the sentence on some path and at the same position not on another.
    fn is_fork(&self, here: &Reached, ending: StateSet) -> bool {
        let states = &self.lines.grammar.states;
        let ends = |set: StateSet| {
            let positions = each(set).fold(0, |all, state| all | states.positions[state]);
            positions & self.lines.grammar.automaton.last
        };
        let going_on = here.states & states.complete & !ending;
        if going_on == 0 || ends(ending) & ends(going_on) == 0 {
            return false;
        }
        let mut words = self.row.words(here.pick).iter();
        words.any(|word| ends(ending & word.accepts) & ends(going_on & word.accepts) != 0)
    }

    /// Adds where the sentence ends on the paths through each block of a stack of several.
    fn limit(&self, here: &Reached, ending: StateSet, limits: &mut Vec<Limit>) {
        let Cell::Stack(stack) = self.row.pick(here.pick).cell else {
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
    fn look_ahead(&self, tile: u32, state: usize, ahead: Ahead) -> (bool, bool) {
        let states = &self.lines.grammar.states;
        let (mut fails, mut lives, mut any) = (false, false, false);
        let mut choose = |pick: PickId, next: Option<&Outlook>| {
            for word in self.row.words(pick) {
                any = true;
                let entered = states.follow[state] & word.accepts;
                match next.filter(|_| entered != 0) {
                    Some(next) => {
                        fails |= next.fails & entered & !states.complete != 0;
                        lives |= next.lives & entered != 0;
                    }
                    None => fails = true,
                }
            }
        };
        if tile < self.free_from {
            for (next, outlook) in ahead.reached.iter().zip(ahead.outlooks) {
                choose(next.pick, Some(outlook));
            }
        } else {
            for pick in self.row.places(tile) {
                choose(pick, ahead.of(pick));
            }
        }
        (fails || !any, lives)
    }
}

/// The steps behind a step, and what lies ahead of them.
#[derive(Clone, Copy)]
struct Ahead<'a> {
    reached: &'a [Reached],
    outlooks: &'a [Outlook],
}

impl<'a> Ahead<'a> {
    /// What lies ahead of words, if they were reached.
    fn of(self, pick: PickId) -> Option<&'a Outlook> {
        let at = self.reached.iter().position(|next| next.pick == pick)?;
        Some(&self.outlooks[at])
    }
}
