//! The rules of readings that are nothing but items and what joins them, every tile with one
//! position: most that have more than three words. A choice is a single word here, so choosing is
//! cheap.

use crate::board::Block;
use crate::grammar::{Positions, Side, Slot, SlotKind};
use crate::lexer::StackId;
use crate::lexicon::WordId;
use crate::object::ObjectId;
use crate::rules::{Part, RuleTable, TooComplex};
use crate::trail::{Cell, Ground, Step};

/// The words of such a reading, and the memory for the next one.
#[derive(Debug, Default)]
pub(crate) struct Items {
    /// The words that can be chosen, group after group.
    parts: Vec<Part>,
    groups: Vec<Group>,
    joiners: Vec<ObjectId>,
}

/// A range of words of which every rule has one.
#[derive(Debug, Clone, Copy)]
struct Group {
    start: u32,
    end: u32,
    chosen: u32,
}

impl Items {
    /// Takes the words of a reading; `false` if there is more to it than items and joiners.
    pub(crate) fn take(&mut self, ground: Ground, trail: &[Step]) -> bool {
        self.parts.clear();
        self.groups.clear();
        self.joiners.clear();
        let mut run = None;
        for step in trail {
            let slot = ground.automaton.slots[step.positions.trailing_zeros() as usize];
            let Some(stack) = stack_of(step, slot) else {
                return false;
            };
            let start = self.parts.len();
            self.add_words(ground, stack, step.positions, slot);
            if slot.kind == SlotKind::Joiner {
                let joiners = self.parts[start..].iter();
                self.joiners.extend(joiners.filter_map(|part| part.object));
            }
            if slot.kind == SlotKind::Joiner && slot.each {
                self.parts.truncate(start);
                continue;
            }
            let end = self.parts.len() as u32;
            match self.groups.last_mut() {
                Some(group) if slot.each && run == Some(slot.run) => group.end = end,
                _ => self.groups.push(Group {
                    start: start as u32,
                    end,
                    chosen: start as u32,
                }),
            }
            run = Some(slot.run);
        }
        true
    }

    fn add_words(&mut self, ground: Ground, stack: StackId, positions: Positions, slot: Slot) {
        if let Some(block) = ground.words.only(stack) {
            return self.add_word(ground, block, positions, slot);
        }
        for block in ground.words.blocks(stack) {
            self.add_word(ground, block, positions, slot);
        }
    }

    fn add_word(&mut self, ground: Ground, block: u32, positions: Positions, slot: Slot) {
        let Block { word, object, .. } = ground.blocks[block as usize];
        let fits = |word: &WordId| ground.automaton.accepts[usize::from(word.0)] & positions != 0;
        if let Some(word) = word.filter(fits) {
            self.parts.push(Part {
                word,
                run: slot.run,
                kind: slot.into(),
                object: Some(object),
            });
        }
    }

    /// The blocks that join items.
    pub(crate) fn joiners(&self) -> &[ObjectId] {
        &self.joiners
    }

    /// Adds a rule for every way to choose one of each group, the last group changing fastest.
    pub(crate) fn multiply(&mut self, table: &mut RuleTable) -> Result<(), TooComplex> {
        let Items { parts, groups, .. } = self;
        loop {
            table.extend(groups.iter().map(|group| parts[group.chosen as usize]));
            table.push()?;
            if !groups.iter_mut().rev().any(Group::turn) {
                return Ok(());
            }
        }
    }
}

impl Group {
    /// Chooses the next word; `false` after the last, when it starts again.
    fn turn(&mut self) -> bool {
        self.chosen += 1;
        let turned = self.chosen < self.end;
        if !turned {
            self.chosen = self.start;
        }
        turned
    }
}

/// The stack that a step reads as a whole, unless its words have to do with others.
fn stack_of(step: &Step, slot: Slot) -> Option<StackId> {
    let alone = slot.side == Side::Middle && !slot.takes && !slot.inner;
    match step.cell {
        Cell::Stack(stack) if alone && step.picked.0 == step.picked.1 => Some(stack),
        _ => None,
    }
}
