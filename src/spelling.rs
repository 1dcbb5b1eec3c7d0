//! From a reading to its rules: one for each choice of an item from every run with `each`.

use crate::grammar::{MOST_POSITIONS, Positions, Side, Slot, SlotKind};
use crate::items::Items;
use crate::object::ObjectId;
use crate::rules::{Part, RuleTable, TooComplex};
use crate::threads::{Memory, Threads};
use crate::trail::{Ground, Step, is_single, prune};

/// Spells the rules of one reading after another, and keeps its memory.
#[derive(Debug, Default)]
pub(crate) struct Spelling {
    items: Items,
    /// The words that can be chosen, choice after choice.
    parts: Vec<Part>,
    choices: Vec<Span>,
    groups: Vec<Group>,
    /// The choices of the word that takes the items that follow.
    heads: Vec<Span>,
    /// Where the choices of the last item begin.
    last: usize,
    joiners: Vec<ObjectId>,
    threads: Memory,
    reach: Vec<Positions>,
}

/// A range of parts, or of choices.
type Span = (u32, u32);

/// A range of choices of which every rule has one.
#[derive(Debug, Clone, Copy)]
struct Group {
    outer: u8,
    start: u32,
    end: u32,
    chosen: u32,
}

impl Spelling {
    /// Adds the rules of a reading to the table.
    pub(crate) fn spell(
        &mut self,
        direction: u8,
        ground: Ground,
        trail: &mut Vec<Step>,
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        if !is_single(trail) {
            prune(trail, ground.automaton, &mut self.reach);
        }
        self.spell_pruned(direction, ground, trail, table)
    }

    /// Adds the rules of a reading whose steps have no positions but those that lead from a
    /// beginning to an end.
    pub(crate) fn spell_pruned(
        &mut self,
        direction: u8,
        ground: Ground,
        trail: &[Step],
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        let all_end = |last: &Step| ground.all_end(*last);
        if ground.forks.is_none() && is_single(trail) && trail.last().is_none_or(all_end) {
            return self.spell_single(direction, ground, trail, table);
        }
        self.begin(direction, ground, trail, table);
        self.follow(ground, trail, table)
    }

    /// Adds the rules of a reading in which every tile has one position.
    pub(crate) fn spell_single(
        &mut self,
        direction: u8,
        ground: Ground,
        trail: &[Step],
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        let Some(first) = trail.first() else {
            return Ok(());
        };
        if self.items.take(ground, trail) {
            let form = ground.automaton.forms[first.positions.trailing_zeros() as usize];
            table.begin(form, direction, self.items.joiners());
            return self.items.multiply(table);
        }
        self.begin(direction, ground, trail, table);
        if self.group(ground, trail) {
            return self.multiply(table);
        }
        self.follow(ground, trail, table)
    }

    /// Adds the rules of a reading in which words of some place stand at several positions.
    fn follow(
        &mut self,
        ground: Ground,
        trail: &[Step],
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        let memory = &mut self.threads;
        Threads {
            ground,
            trail,
            memory,
        }
        .spell(table)
    }

    /// Begins the rules of a reading.
    fn begin(&mut self, direction: u8, ground: Ground, trail: &[Step], table: &mut RuleTable) {
        let first = trail.first().map_or(0, |step| step.positions);
        let form = ground.automaton.forms[first.trailing_zeros() as usize % MOST_POSITIONS];
        self.joiners.clear();
        ground.joiners(trail, &mut self.joiners);
        table.begin(form, direction, &self.joiners);
    }

    /// Sorts the words of a reading in which every tile has one position into groups of choices:
    /// the items of a run with `each` are one group, every tile of another run is a group of its
    /// own. `false` where that does not do: some word beside an item can be chosen among several blocks, or of
    /// a run and the one it takes only one makes a rule of each item.
    fn group(&mut self, ground: Ground, trail: &[Step]) -> bool {
        self.parts.clear();
        self.choices.clear();
        self.groups.clear();
        let mut before = (0, 0);
        let slot_of =
            |step: &Step| ground.automaton.slots[step.positions.trailing_zeros() as usize];
        for (index, step) in trail.iter().enumerate() {
            let mut slot = slot_of(step);
            // A head that takes nothing here stands alone.
            let mut next = trail[index + 1..].iter().map(slot_of);
            slot.takes &= next
                .find(|next| next.inner || next.side != Side::Behind)
                .is_some_and(|next| next.inner);
            let fits = match (slot.outer_each, slot.each) {
                (false, false) => self.kept(ground, *step, slot),
                (true, true) => self.chosen(ground, *step, slot, &mut before),
                _ => false,
            };
            if !fits {
                return false;
            }
        }
        true
    }

    /// Adds a word of a run that stays together.
    fn kept(&mut self, ground: Ground, step: Step, slot: Slot) -> bool {
        let start = self.choices.len() as u32;
        self.read(ground, step, slot, (0, 0), false);
        let end = self.choices.len() as u32;
        self.groups.push(Group {
            outer: slot.outer,
            start,
            end,
            chosen: start,
        });
        true
    }

    /// Adds a word of a run of which each item makes a rule of its own. `before` are the parts
    /// right before it that belong to it.
    fn chosen(&mut self, ground: Ground, step: Step, slot: Slot, before: &mut Span) -> bool {
        let start = self.choices.len();
        if slot.side != Side::Middle {
            let from = self.parts.len() as u32;
            self.read(ground, step, slot, (0, 0), false);
            let single = self.choices.len() == start + 1;
            self.choices.truncate(start);
            let own = (from, self.parts.len() as u32);
            match slot.side {
                Side::Before if before.0 < before.1 => before.1 = own.1,
                Side::Before => *before = own,
                _ => self.append(own, slot.takes),
            }
            return single;
        }
        match slot.kind {
            SlotKind::Item => {
                self.last = start;
                self.read(ground, step, slot, std::mem::take(before), slot.inner);
            }
            _ => return true,
        }
        if slot.takes {
            self.heads.clear();
            self.heads.extend(self.choices.drain(start..));
            return true;
        }
        let end = self.choices.len() as u32;
        match self.groups.last_mut() {
            Some(group) if group.outer == slot.outer => group.end = end,
            _ => self.groups.push(Group {
                outer: slot.outer,
                start: start as u32,
                end,
                chosen: start as u32,
            }),
        }
        true
    }

    /// Adds a word to the item before it, of which there may be several to choose from. `to_head`
    /// when that takes what follows.
    fn append(&mut self, own: Span, to_head: bool) {
        let Spelling {
            parts,
            choices,
            heads,
            last,
            ..
        } = self;
        let items = if to_head {
            &mut heads[..]
        } else {
            &mut choices[*last..]
        };
        for item in items {
            let start = parts.len() as u32;
            parts.extend_from_within(item.0 as usize..item.1 as usize);
            parts.extend_from_within(own.0 as usize..own.1 as usize);
            *item = (start, parts.len() as u32);
        }
    }

    /// Adds a choice for every word of a step that fits, together with the words before it that
    /// belong to it and, once for each of them, the words that take it.
    fn read(&mut self, ground: Ground, step: Step, slot: Slot, before: Span, headed: bool) {
        let Spelling {
            parts,
            choices,
            heads,
            ..
        } = self;
        let nothing = [(0, 0)];
        let heads: &[Span] = if headed { heads } else { &nothing };
        ground.fitting(step, step.positions, slot, |part, letters| {
            for &(from, to) in heads {
                let start = parts.len() as u32;
                parts.extend_from_within(from as usize..to as usize);
                parts.extend_from_within(before.0 as usize..before.1 as usize);
                parts.push(part);
                parts.extend_from_slice(letters);
                choices.push((start, parts.len() as u32));
            }
        });
    }

    /// Adds a rule for every way to choose one of each group, the last group changing fastest.
    fn multiply(&mut self, table: &mut RuleTable) -> Result<(), TooComplex> {
        loop {
            for group in &self.groups {
                let (start, end) = self.choices[group.chosen as usize];
                table.extend(self.parts[start as usize..end as usize].iter().copied());
            }
            table.push()?;
            let turned = self.groups.iter_mut().rev().any(|group| {
                group.chosen += 1;
                let turned = group.chosen < group.end;
                if !turned {
                    group.chosen = group.start;
                }
                turned
            });
            if !turned {
                return Ok(());
            }
        }
    }
}
