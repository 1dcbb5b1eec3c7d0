//! Readings in which words of some place stand at several positions: the words of a stack differ,
//! a word has several roles, or letters spell several words.

use std::ops::Range;

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
    pub(crate) memory: &'a mut Memory,
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

/// Where a thread is: its mode, the state that it is in where states tell threads apart, and its
/// positions.
#[derive(Debug, Clone, Copy)]
struct Node {
    way: Way,
    positions: Positions,
}
type Way = (Mode, State);

/// The position that a word is chosen at, the word, and its block.
type Choice = (usize, WordId, Option<ObjectId>);

/// A range of nodes, or of parts.
type Span = (usize, usize);

/// The threads that have chosen the same words up to a step, by what they did at that step.
#[derive(Debug, Clone, Copy)]
struct Thread {
    step: usize,
    /// How many of the parts chosen before still count, and the parts chosen at this step.
    keep: usize,
    parts: Span,
    nodes: Span,
}

/// Threads that are not followed yet, and memory for the one that is.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// Each with how many nodes and parts it and those before it need at most.
    waiting: Vec<(Thread, (usize, usize))>,
    nodes: Vec<Node>,
    parts: Vec<Part>,
    /// The parts that the thread that is followed has chosen, and its nodes.
    chosen: Vec<Part>,
    here: Vec<Node>,
    arrivals: Vec<Node>,
    /// What can be chosen on a step: the position that stands for each choice, and the nodes with it.
    kinds: Vec<usize>,
    choosing: Vec<(usize, Node)>,
    /// The threads that go on from a tile: those that chose nothing there, and the others.
    passing: Vec<Thread>,
    choices: Vec<(Choice, Thread)>,
}

impl Memory {
    fn clear(&mut self) {
        self.waiting.clear();
        self.nodes.clear();
        self.parts.clear();
        self.chosen.clear();
    }

    /// Takes the next thread to be followed.
    fn next(&mut self) -> Option<Thread> {
        let (thread, _) = self.waiting.pop()?;
        let (nodes, parts) = (thread.nodes, thread.parts);
        self.here.clear();
        self.here.extend_from_slice(&self.nodes[nodes.0..nodes.1]);
        self.chosen.truncate(thread.keep);
        self.chosen.extend_from_slice(&self.parts[parts.0..parts.1]);
        let needed = self.waiting.last().map_or((0, 0), |(_, needed)| *needed);
        self.nodes.truncate(needed.0);
        self.parts.truncate(needed.1);
        Some(thread)
    }

    /// Puts the threads that go on from a tile behind those that wait: the last are followed first.
    fn wait(&mut self) {
        self.choices.sort_by_key(|&(choice, _)| choice);
        let needed = (self.nodes.len(), self.parts.len());
        let choices = self.choices.drain(..).map(|(_, thread)| thread);
        let threads = self.passing.drain(..).rev().chain(choices.rev());
        self.waiting.extend(threads.map(|thread| (thread, needed)));
    }

    /// The thread on a step whose nodes were added last, from one on, and its parts.
    fn thread(&self, step: usize, (nodes, parts): (usize, usize)) -> Thread {
        Thread {
            step,
            keep: self.chosen.len(),
            parts: (parts, self.parts.len()),
            nodes: (nodes, self.nodes.len()),
        }
    }
}

impl Threads<'_> {
    /// Adds the rules of the reading to the table, each set of blocks once.
    pub(crate) fn spell(&mut self, table: &mut RuleTable) -> Result<(), TooComplex> {
        if table.spells_once() {
            return self.follow(table);
        }
        table.spell_once(true);
        let result = self.follow(table);
        table.spell_once(false);
        result
    }

    fn follow(&mut self, table: &mut RuleTable) -> Result<(), TooComplex> {
        self.memory.clear();
        self.begin();
        while let Some(thread) = self.memory.next() {
            table.spend()?;
            if self.ends(thread) {
                table.extend(self.memory.chosen.iter().copied());
                table.push()?;
            }
            self.branch(self.after(thread.step), Self::advance);
        }
        Ok(())
    }

    /// Adds the threads of all steps on which sentences begin.
    fn begin(&mut self) {
        self.branch(0..self.trail.len(), |threads, step| {
            let Step {
                begins, positions, ..
            } = threads.trail[step];
            let way = (0, Forks::BEGIN);
            add(&mut threads.memory.arrivals, 0, way, begins & positions);
        });
        let (ground, trail) = (self.ground, self.trail);
        let Memory {
            waiting,
            nodes,
            parts,
            ..
        } = &mut *self.memory;
        waiting.retain(|(thread, _)| {
            let parts = &parts[thread.parts.0..thread.parts.1];
            let object = parts.first().and_then(|part| part.object);
            let (begins, _) = ground.limit(trail[thread.step], object);
            let nodes = &mut nodes[thread.nodes.0..thread.nodes.1];
            nodes.iter_mut().for_each(|node| node.positions &= begins);
            nodes.iter().any(|node| node.positions != 0)
        });
    }

    /// The steps that begin where one ends.
    fn after(&self, step: usize) -> Range<usize> {
        let end = self.trail[step].end;
        let from = step + self.trail[step..].partition_point(|step| step.start < end);
        from..from + self.trail[from..].partition_point(|step| step.start == end)
    }

    /// Whether the sentence of the thread that is followed ends on its step.
    fn ends(&self, thread: Thread) -> bool {
        let step = self.trail[thread.step];
        let first = self.memory.chosen.get(thread.keep);
        let (_, ends) = self.ground.limit(step, first.and_then(|part| part.object));
        self.memory.here.iter().any(|node| {
            let (mode, state) = node.way;
            let ends = match self.ground.forks {
                Some(forks) if !forks.ends(step, state) => 0,
                _ => ends,
            };
            each(node.positions & ends).any(|at| is_done(self.ground.automaton.slots[at], mode))
        })
    }

    /// Finds where the thread that is followed arrives on a next step, with the mode it brings.
    fn advance(&mut self, next: usize) {
        let automaton = self.ground.automaton;
        let next = self.trail[next].positions;
        let Memory { here, arrivals, .. } = &mut *self.memory;
        for node in &*here {
            let (mode, state) = node.way;
            for from in each(node.positions) {
                for to in each(automaton.follow[from] & next) {
                    if let Some(mode) = carry(automaton.slots[from], mode, automaton.slots[to]) {
                        add(arrivals, 0, (mode, state), 1 << to);
                    }
                }
            }
        }
    }

    /// Adds the threads that go on over some steps, on each of which `arrive` finds those that arrive. Of the
    /// steps of one tile those threads come first, so are followed last, that pass over them
    /// without a choice, then one for each word.
    fn branch(&mut self, steps: Range<usize>, arrive: impl Fn(&mut Self, usize)) {
        let trail = self.trail;
        let tiles = trail[steps.clone()].chunk_by(|one, other| one.cell == other.cell);
        let mut end = steps.end;
        for tile in tiles.rev() {
            let start = end - tile.len();
            for step in start..end {
                self.memory.arrivals.clear();
                arrive(self, step);
                self.act(step);
            }
            self.memory.wait();
            end = start;
        }
    }

    /// Adds what threads that arrive on a step do there.
    fn act(&mut self, step: usize) {
        let slots = &self.ground.automaton.slots;
        let from = self.memory.nodes.len();
        self.memory.kinds.clear();
        self.memory.choosing.clear();
        for index in 0..self.memory.arrivals.len() {
            let node = self.memory.arrivals[index];
            let (mode, state) = node.way;
            for at in each(node.positions) {
                let (pass, choose) = act(slots[at], mode);
                if let Some(mode) = pass {
                    self.pass(step, (mode, state), at, from);
                }
                if let Some(mode) = choose {
                    self.can_choose((mode, state), at);
                }
            }
        }
        if self.memory.nodes.len() > from {
            let thread = self.memory.thread(step, (from, self.memory.parts.len()));
            self.memory.passing.push(thread);
        }
        self.choose(step);
    }

    /// Adds a node that can choose the words of a step at a position.
    fn can_choose(&mut self, way: Way, at: usize) {
        let slots = &self.ground.automaton.slots;
        let Memory {
            kinds, choosing, ..
        } = &mut *self.memory;
        let kind = |at: usize| (slots[at].run, slots[at].kind);
        let known = kinds.iter().find(|&&of| kind(of) == kind(at)).copied();
        let of = known.unwrap_or(at);
        if known.is_none() {
            kinds.push(at);
        }
        let positions = 1 << at;
        let mut own = choosing.iter_mut();
        match own.find(|(other, node)| *other == of && node.way == way) {
            Some((_, node)) => node.positions |= positions,
            None => choosing.push((of, Node { way, positions })),
        }
    }

    /// Adds a thread for each word of a step that can be chosen.
    fn choose(&mut self, step: usize) {
        let (ground, trail) = (self.ground, self.trail);
        for index in 0..self.memory.kinds.len() {
            let of = self.memory.kinds[index];
            let slot = ground.automaton.slots[of];
            let memory = &mut *self.memory;
            let own = memory.choosing.iter().filter(|(other, _)| *other == of);
            let all = own.fold(0, |set, (_, node)| set | node.positions);
            ground.fitting(trail[step], all, slot, |part, letters| {
                let accepts = ground.automaton.accepts[part.word.index()];
                let from = (memory.nodes.len(), memory.parts.len());
                let own = memory.choosing.iter().filter(|(other, _)| *other == of);
                for (_, node) in own.filter(|(_, node)| node.positions & accepts != 0) {
                    let (mode, state) = node.way;
                    let state = next_state(ground, trail[step], state, part);
                    let positions = node.positions & accepts;
                    add(&mut memory.nodes, from.0, (mode, state), positions);
                }
                memory.parts.push(part);
                memory.parts.extend_from_slice(letters);
                let thread = memory.thread(step, from);
                let choice = (of, part.word, part.object);
                memory.choices.push((choice, thread));
            });
        }
    }

    /// Adds where a thread is that passes over the words of a step at a position to the nodes from
    /// one on.
    fn pass(&mut self, step: usize, (mode, state): Way, at: usize, from: usize) {
        let (ground, step) = (self.ground, self.trail[step]);
        let nodes = &mut self.memory.nodes;
        if ground.forks.is_none() {
            return add(nodes, from, (mode, state), 1 << at);
        }
        let slot = ground.automaton.slots[at];
        ground.fitting(step, 1 << at, slot, |part, _| {
            let state = next_state(ground, step, state, part);
            add(nodes, from, (mode, state), 1 << at);
        });
    }
}

/// The state of a thread behind a word, where states tell threads apart.
fn next_state(ground: Ground, step: Step, from: State, part: Part) -> State {
    let forks = ground.forks;
    forks.map_or(from, |forks| forks.next(from, step.cell, part.word))
}

/// Adds positions to those nodes, from one on, that a way leads to.
fn add(nodes: &mut Vec<Node>, from: usize, way: Way, positions: Positions) {
    match nodes[from..].iter_mut().find(|node| node.way == way) {
        Some(node) => node.positions |= positions,
        None => nodes.push(Node { way, positions }),
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
