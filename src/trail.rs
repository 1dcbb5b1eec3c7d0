//! The trail of a reading: its words tile by tile, with the positions in a sentence they stand at.

use crate::board::Block;
use crate::grammar::{Automaton, MOST_POSITIONS, Positions, Slot, StateSet, States, union};
use crate::letters::{Spelled, SpelledId};
use crate::lexer::{StackId, Words};
use crate::lexicon::WordId;
use crate::object::ObjectId;
use crate::rules::{Part, PartKind};

/// Words that stand in one place of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Cell {
    /// The stack of a tile, of which each word can be read.
    Stack(StackId),
    /// A word that letters spell.
    Spelled(SpelledId),
}

/// One step of a reading.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    pub(crate) cell: Cell,
    /// Which blocks of a stack are read, as a range of [`Ground::picked`]; all where it is empty.
    pub(crate) picked: (u32, u32),
    pub(crate) positions: Positions,
    /// The positions at which a sentence begins here, and at which one ends.
    pub(crate) begins: Positions,
    pub(crate) ends: Positions,
    /// The tiles of the line that the words stand on: from one, up to another.
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Step {
    /// A step onto the words of some tiles; where in a sentence they stand is found later.
    pub(crate) fn onto(cell: Cell, start: u32, end: u32) -> Self {
        Step {
            cell,
            picked: (0, 0),
            positions: 0,
            begins: 0,
            ends: 0,
            start,
            end,
        }
    }

    /// A step onto all words of a tile; the trail numbers its tiles later.
    pub(crate) fn of(stack: StackId, positions: Positions) -> Self {
        Step {
            positions,
            ..Step::onto(Cell::Stack(stack), 0, 1)
        }
    }
}

/// What steps point into.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) automaton: &'a Automaton,
    pub(crate) words: &'a Words,
    pub(crate) blocks: &'a [Block],
    pub(crate) spelled: &'a [Spelled],
    pub(crate) picked: &'a [u32],
    /// Where single blocks of a stack begin or end a sentence; other blocks do what their step says.
    pub(crate) limits: &'a [Limit],
    /// What tells paths apart that are not known by their positions.
    pub(crate) forks: Option<Forks<'a>>,
}

/// Where a sentence ends at a position on some paths only, though the same block stands there on all of
/// them: it depends on the words before, so on the state that a path is in.
#[derive(Clone, Copy)]
pub(crate) struct Forks<'a> {
    pub(crate) states: &'a States,
    /// The states in which sentences end, by step.
    pub(crate) endings: &'a [Ending],
}

/// The states in which sentences end on the words of a step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ending {
    pub(crate) cell: Cell,
    pub(crate) start: u32,
    pub(crate) states: StateSet,
}

/// The number of a state.
pub(crate) type State = u8;

impl Forks<'_> {
    /// The state before the first word.
    pub(crate) const BEGIN: State = State::MAX;

    /// The state that a path is in behind a word; `from` is the one before it, unless it is the first.
    pub(crate) fn next(self, from: State, cell: Cell, word: WordId) -> State {
        let accepts = match cell {
            Cell::Stack(_) => self.states.of_block[word.index()],
            Cell::Spelled(_) => self.states.accepts[word.index()],
        };
        let follow = self.states.follow.get(usize::from(from));
        let next = follow.unwrap_or(&self.states.first) & accepts;
        next.trailing_zeros() as State
    }

    /// Whether sentences end on a step in a state.
    pub(crate) fn ends(self, step: Step, state: State) -> bool {
        let own = |ending: &&Ending| ending.cell == step.cell && ending.start == step.start;
        let ending = self.endings.iter().find(own);
        ending
            .is_some_and(|ending| ending.states.checked_shr(u32::from(state)).unwrap_or(0) & 1 == 1)
    }
}

/// Where a sentence begins and ends on the paths through one block of a stack, a part of what it
/// does on those through any of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limit {
    pub(crate) object: ObjectId,
    pub(crate) begins: Positions,
    pub(crate) ends: Positions,
}

impl<'a> Ground<'a> {
    /// Gives the words of a step that fit at any of some positions, which are all alike, as parts
    /// of a rule: the word's own part and, for a spelled word, its further letters.
    pub(crate) fn fitting(
        self,
        step: Step,
        positions: Positions,
        slot: Slot,
        mut each: impl FnMut(Part, &'a [Part]),
    ) {
        let part = |word, object| Part {
            word,
            run: slot.run,
            kind: slot.into(),
            object: Some(object),
        };
        let fits = |word: WordId| self.automaton.accepts[usize::from(word.0)] & positions != 0;
        match step.cell {
            Cell::Spelled(id) => {
                let spelled = &self.spelled[id as usize];
                if fits(spelled.word) {
                    let run = slot.run;
                    each(
                        Part {
                            run,
                            ..part(spelled.word, spelled.first)
                        },
                        &spelled.rest,
                    );
                }
            }
            Cell::Stack(_) if step.picked.0 < step.picked.1 => {
                for &block in &self.picked[step.picked.0 as usize..step.picked.1 as usize] {
                    let Block { word, object, .. } = self.blocks[block as usize];
                    word.filter(|&word| fits(word))
                        .into_iter()
                        .for_each(|word| each(part(word, object), &[]));
                }
            }
            Cell::Stack(stack) => {
                for block in self.words.blocks(stack) {
                    let Block { word, object, .. } = self.blocks[block as usize];
                    word.filter(|&word| fits(word))
                        .into_iter()
                        .for_each(|word| each(part(word, object), &[]));
                }
            }
        }
    }

    /// Where a sentence begins and ends on the paths through a block of a step.
    pub(crate) fn limit(self, step: Step, object: Option<ObjectId>) -> (Positions, Positions) {
        let limit = self
            .limits
            .iter()
            .find(|limit| Some(limit.object) == object);
        limit.map_or((step.begins, step.ends), |limit| (limit.begins, limit.ends))
    }

    /// Whether sentences end on the last step of a trail whichever of its words is chosen.
    pub(crate) fn all_end(self, last: Step) -> bool {
        let slot = self.automaton.slots[last.ends.trailing_zeros() as usize % MOST_POSITIONS];
        let mut all_end = true;
        self.fitting(last, last.ends, slot, |part, _| {
            let (_, ends) = self.limit(last, part.object);
            all_end &= ends & last.ends != 0;
        });
        all_end
    }

    /// The blocks that join items on a trail.
    pub(crate) fn joiners(self, trail: &[Step], objects: &mut Vec<ObjectId>) {
        for step in trail {
            let slots = crate::grammar::each(step.positions);
            let joiners = slots
                .filter(|&at| self.automaton.slots[at].kind == crate::grammar::SlotKind::Joiner);
            let positions = joiners.fold(0, |set: Positions, at| set | 1 << at);
            if positions != 0 {
                let slot = self.automaton.slots[positions.trailing_zeros() as usize];
                self.fitting(*step, positions, slot, |part, letters| {
                    objects.extend([part].iter().chain(letters).filter_map(|part| part.object));
                });
            }
        }
    }
}

impl From<Slot> for PartKind {
    fn from(slot: Slot) -> Self {
        match slot.kind {
            crate::grammar::SlotKind::Item if slot.marker => PartKind::Marker,
            crate::grammar::SlotKind::Item => PartKind::Item,
            crate::grammar::SlotKind::Joiner => PartKind::Joiner,
            crate::grammar::SlotKind::Negation => PartKind::Negation,
            crate::grammar::SlotKind::NegationAfter => PartKind::NegationAfter,
        }
    }
}

/// Marks the one sentence of a trail, which begins on its first step and ends on its last.
pub(crate) fn mark_whole(trail: &mut [Step]) {
    if let Some(first) = trail.first_mut() {
        first.begins = first.positions;
    }
    if let Some(last) = trail.last_mut() {
        last.ends = last.positions;
    }
}

/// Keeps the positions that lead from a beginning to an end, and the steps that have any. `reach` is
/// memory for where these positions lead.
pub(crate) fn prune(trail: &mut Vec<Step>, automaton: &Automaton, reach: &mut Vec<Positions>) {
    let last = trail.iter().map(|step| step.end).max();
    let (Some(first), Some(last)) = (trail.first(), last) else {
        return;
    };
    let begin = first.start;
    reach.clear();
    reach.resize((last - begin) as usize + 1, 0);
    let tile = |at: u32| (at - begin) as usize;
    for step in trail.iter_mut() {
        step.positions &= step.begins | reach[tile(step.start)];
        reach[tile(step.end)] |= union(step.positions, &automaton.follow);
    }
    reach.fill(0);
    for step in trail.iter_mut().rev() {
        step.positions &= step.ends | reach[tile(step.end)];
        step.begins &= step.positions;
        step.ends &= step.positions;
        reach[tile(step.start)] |= union(step.positions, &automaton.precede);
    }
    trail.retain(|step| step.positions != 0);
}

/// Whether a trail is one sentence: every step has a single position and leads to the next one.
pub(crate) fn is_single(trail: &[Step]) -> bool {
    let inside = trail.len().saturating_sub(1);
    trail.iter().all(|step| step.positions.is_power_of_two())
        && trail.iter().skip(1).all(|step| step.begins == 0)
        && trail[..inside].iter().all(|step| step.ends == 0)
        && trail.windows(2).all(|pair| pair[0].end == pair[1].start)
}
