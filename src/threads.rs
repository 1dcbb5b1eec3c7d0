//! Readings in which words of some place stand at several positions: the words of a stack differ,
//! a word has several roles, or letters spell several words.

use std::collections::HashSet;

use crate::grammar::{Positions, Side, Slot, SlotKind, each};
use crate::lexicon::WordId;
use crate::object::ObjectId;
use crate::rules::{Part, RuleTable, TooComplex};
use crate::trail::{Forks, Ground, State, Step};

/// All ways through such a reading, followed at once. They part only where they choose different
/// words for a rule, so the cost is at most the distinct rules times the length of the line.
pub(crate) struct Threads<'a> {
    pub(crate) ground: Ground<'a>,
    pub(crate) trail: &'a [Step],
}

/// How far a thread is with its rule, as bits: an item of the outer run is chosen; the thread is in
/// that item, or in a run that stays together; an item of the inner run is chosen; the word just
/// read belongs to an item that will be chosen; or to one that will not; or it is an item that is
/// chosen, or belongs to one.
type Mode = u8;

const CHOSEN: Mode = 1;
const TAKEN: Mode = 2;
const INNER: Mode = 4;
const COMMITTED: Mode = 8;
const PASSING: Mode = 16;
const FRESH: Mode = 32;

/// Where threads are: their mode, the state that they are in where states tell them apart, and their
/// positions.
type Nodes = Vec<(Way, Positions)>;
type Way = (Mode, State);

/// The position that a word is chosen at, the word, and its block.
type Choice = (usize, WordId, Option<ObjectId>);

/// The threads that have chosen the same words up to a step, by what they did at that step.
struct Thread {
    step: usize,
    /// How many of the parts chosen before still count, and the parts chosen at this step.
    keep: usize,
    parts: Vec<Part>,
    nodes: Nodes,
}

impl Threads<'_> {
    /// Adds the rules of the reading to the table, each set of blocks once.
    pub(crate) fn spell(&self, table: &mut RuleTable) -> Result<(), TooComplex> {
        let mut seen = HashSet::new();
        let mut parts: Vec<Part> = Vec::new();
        let mut waiting = self.beginnings();
        while let Some(thread) = waiting.pop() {
            table.spend()?;
            parts.truncate(thread.keep);
            parts.extend_from_slice(&thread.parts);
            if self.ends(&thread) && seen.insert(parts.clone()) {
                table.extend(parts.iter().copied());
                table.push()?;
            }
            let after = self.after(thread.step);
            let arrivals = after.map(|next| (next, self.advance(&thread, next)));
            self.branch(parts.len(), arrivals.collect(), &mut waiting);
        }
        Ok(())
    }

    /// The threads of all steps on which sentences begin.
    fn beginnings(&self) -> Vec<Thread> {
        let mut waiting = Vec::new();
        let begin = |(step, at): (usize, &Step)| {
            (step, vec![((0, Forks::BEGIN), at.begins & at.positions)])
        };
        let arrivals = self.trail.iter().enumerate().map(begin);
        self.branch(0, arrivals.collect(), &mut waiting);
        for thread in &mut waiting {
            let object = thread.parts.first().and_then(|part| part.object);
            let (begins, _) = self.ground.limit(self.trail[thread.step], object);
            for (_, positions) in &mut thread.nodes {
                *positions &= begins;
            }
        }
        waiting.retain(|thread| thread.nodes.iter().any(|(_, positions)| *positions != 0));
        waiting
    }

    /// The steps that begin where one ends.
    fn after(&self, step: usize) -> std::ops::Range<usize> {
        let end = self.trail[step].end;
        let from = step + self.trail[step..].partition_point(|step| step.start < end);
        from..from + self.trail[from..].partition_point(|step| step.start == end)
    }

    /// Whether the sentence of a thread ends on its step.
    fn ends(&self, thread: &Thread) -> bool {
        let step = self.trail[thread.step];
        let object = thread.parts.first().and_then(|part| part.object);
        let (_, ends) = self.ground.limit(step, object);
        thread.nodes.iter().any(|&((mode, state), positions)| {
            let ends = match self.ground.forks {
                Some(forks) if !forks.ends(step, state) => 0,
                _ => ends,
            };
            each(positions & ends).any(|at| is_done(self.ground.automaton.slots[at], mode))
        })
    }

    /// Where threads arrive on a next step, with the mode they bring.
    fn advance(&self, thread: &Thread, next: usize) -> Nodes {
        let automaton = self.ground.automaton;
        let mut arrivals = Nodes::new();
        for &((mode, state), positions) in &thread.nodes {
            for from in each(positions) {
                for to in each(automaton.follow[from] & self.trail[next].positions) {
                    if let Some(mode) = carry(automaton.slots[from], mode, automaton.slots[to]) {
                        add(&mut arrivals, (mode, state), 1 << to);
                    }
                }
            }
        }
        arrivals
    }

    /// Adds the threads that go on from arrivals on steps. Of the steps of one tile those threads
    /// come first, so are followed last, that pass over them without a choice, then one for each
    /// word.
    fn branch(&self, keep: usize, arrivals: Vec<(usize, Nodes)>, waiting: &mut Vec<Thread>) {
        let cell = |arrival: &(usize, Nodes)| self.trail[arrival.0].cell;
        let tiles = arrivals.chunk_by(|one, other| cell(one) == cell(other));
        for tile in tiles.rev() {
            let (mut passing, mut choosing) = (Vec::new(), Vec::new());
            for (step, arrivals) in tile {
                self.arrive(*step, keep, arrivals, &mut passing, &mut choosing);
            }
            choosing.sort_by_key(|&(choice, _)| choice);
            waiting.extend(passing.into_iter().rev());
            waiting.extend(choosing.into_iter().rev().map(|(_, thread)| thread));
        }
    }

    /// Adds what threads that arrive on a step do there.
    fn arrive(
        &self,
        step: usize,
        keep: usize,
        arrivals: &[(Way, Positions)],
        passing: &mut Vec<Thread>,
        choosing: &mut Vec<(Choice, Thread)>,
    ) {
        let mut pass_on = Nodes::new();
        let mut choices: Vec<(usize, Nodes)> = Vec::new();
        let slots = &self.ground.automaton.slots;
        for &((mode, state), positions) in arrivals {
            for at in each(positions) {
                let (pass, choose) = act(slots[at], mode);
                if let Some(mode) = pass {
                    self.pass(step, (mode, state), at, &mut pass_on);
                }
                let Some(mode) = choose else { continue };
                let way = (mode, state);
                let kind = |at: usize| (slots[at].run, slots[at].kind);
                match choices.iter_mut().find(|(of, _)| kind(*of) == kind(at)) {
                    Some((_, nodes)) => add(nodes, way, 1 << at),
                    None => choices.push((at, vec![(way, 1 << at)])),
                }
            }
        }
        let thread = |parts, nodes| Thread {
            step,
            keep,
            parts,
            nodes,
        };
        if !pass_on.is_empty() {
            passing.push(thread(Vec::new(), pass_on));
        }
        for (at, nodes) in choices {
            let all = nodes.iter().fold(0, |set, (_, positions)| set | positions);
            let accepts = &self.ground.automaton.accepts;
            let choose = |part: Part, letters: &[Part]| {
                let accepts = accepts[usize::from(part.word.0)];
                let mut fits = Nodes::new();
                for &((mode, state), set) in nodes.iter().filter(|(_, set)| set & accepts != 0) {
                    let state = self.state(step, state, part);
                    add(&mut fits, (mode, state), set & accepts);
                }
                let nodes = fits;
                let parts = [part].iter().chain(letters).copied().collect();
                choosing.push(((at, part.word, part.object), thread(parts, nodes)));
            };
            self.ground
                .fitting(self.trail[step], all, slots[at], choose);
        }
    }

    /// Adds where a thread is that passes over the words of a step at a position.
    fn pass(&self, step: usize, (mode, state): Way, at: usize, nodes: &mut Nodes) {
        if self.ground.forks.is_none() {
            return add(nodes, (mode, state), 1 << at);
        }
        let slot = self.ground.automaton.slots[at];
        self.ground
            .fitting(self.trail[step], 1 << at, slot, |part, _| {
                add(nodes, (mode, self.state(step, state, part)), 1 << at);
            });
    }

    /// The state of a thread behind a word, where states tell threads apart.
    fn state(&self, step: usize, from: State, part: Part) -> State {
        let forks = self.ground.forks;
        forks.map_or(from, |forks| {
            forks.next(from, self.trail[step].cell, part.word)
        })
    }
}

fn add(nodes: &mut Nodes, way: Way, positions: Positions) {
    match nodes.iter_mut().find(|(of, _)| *of == way) {
        Some((_, known)) => *known |= positions,
        None => nodes.push((way, positions)),
    }
}

/// Whether a rule can be complete behind a word: of runs with `each` an item is chosen.
fn is_done(slot: Slot, mode: Mode) -> bool {
    let inner = !(slot.inner && slot.each && mode & TAKEN != 0) || mode & INNER != 0;
    inner && (!slot.outer_each || mode & CHOSEN != 0)
}

/// The mode in which a thread arrives at the next word; `None` where it has to choose first.
fn carry(from: Slot, mode: Mode, to: Slot) -> Option<Mode> {
    let mut pending = match from.side {
        Side::Before => mode & (COMMITTED | PASSING),
        Side::Middle | Side::Behind => 0,
    };
    if to.side == Side::Behind {
        pending |= mode & FRESH;
    }
    if to.inner {
        let kept = if from.inner {
            CHOSEN | TAKEN | INNER
        } else {
            CHOSEN | TAKEN
        };
        return Some(mode & kept | pending);
    }
    if from.inner && from.each && mode & TAKEN != 0 && mode & INNER == 0 {
        return None;
    }
    if to.outer == from.outer {
        let taken = if to.side == Side::Behind { TAKEN } else { 0 };
        return Some(mode & (CHOSEN | taken) | pending);
    }
    (!from.outer_each || mode & CHOSEN != 0).then_some(0)
}

/// What a thread can do with a word: pass over it, or choose it for the rule, each with the mode
/// it then has.
fn act(slot: Slot, mode: Mode) -> (Option<Mode>, Option<Mode>) {
    let (chosen, each, choose) = match slot.inner {
        false => (mode & CHOSEN, slot.outer_each, CHOSEN | TAKEN),
        true if mode & TAKEN == 0 => return (Some(mode & CHOSEN), None),
        true => (mode & INNER, slot.each, INNER),
    };
    let base = if slot.inner || slot.side == Side::Behind {
        mode & (CHOSEN | TAKEN | INNER)
    } else {
        mode & CHOSEN
    };
    if !each {
        let is_item = slot.kind == SlotKind::Item && slot.side == Side::Middle;
        let taken = if slot.inner || is_item { TAKEN } else { 0 };
        return (None, Some(base | taken));
    }
    let only_pass = chosen != 0 || mode & PASSING != 0;
    match (slot.side, slot.kind) {
        (Side::Before, _) if mode & COMMITTED != 0 => (None, Some(base | COMMITTED)),
        (Side::Before, _) if only_pass => (Some(base | PASSING), None),
        (Side::Before, _) => (Some(base | PASSING), Some(base | COMMITTED)),
        (Side::Behind, _) if mode & FRESH != 0 => (None, Some(base | FRESH)),
        (Side::Behind, _) => (Some(base), None),
        (Side::Middle, SlotKind::Item) if mode & COMMITTED != 0 => {
            (None, Some(base | choose | FRESH))
        }
        (Side::Middle, SlotKind::Item) if only_pass => (Some(base), None),
        (Side::Middle, SlotKind::Item) => (Some(base), Some(base | choose | FRESH)),
        (Side::Middle, _) => (Some(base), None),
    }
}
