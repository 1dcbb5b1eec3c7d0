//! Which rules were spelled already.

use std::hash::{BuildHasher, RandomState};

use super::Part;

/// The numbers of rules, found by their parts. It keeps its memory when it begins anew.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    /// In each slot the number of a rule and 1 more; 0 where it is free. A rule has the first free
    /// slot from that on which its parts lead to.
    slots: Vec<u32>,
    count: usize,
    /// An odd number that nobody knows beforehand, so that no board can be made whose rules all
    /// lead to one slot.
    factor: u64,
}

/// How many slots there are at first: a power of two, as it always is.
const FEWEST: usize = 64;

impl Default for Seen {
    fn default() -> Self {
        Seen {
            slots: Vec::new(),
            count: 0,
            factor: RandomState::new().hash_one(()) | 1,
        }
    }
}

impl Seen {
    /// Forgets all rules.
    pub(super) fn clear(&mut self) {
        self.slots.clear();
        self.slots.resize(FEWEST, 0);
        self.count = 0;
    }

    /// Adds a rule, unless one with the same parts was added; says whether it did. `parts` gives
    /// those of any rule by its number.
    pub(super) fn insert<'t>(&mut self, rule: u32, parts: impl Fn(u32) -> &'t [Part]) -> bool {
        if 2 * self.count >= self.slots.len() {
            self.grow(&parts);
        }
        let own = parts(rule);
        let mut slot = self.slot(own);
        while let Some(other) = self.slots[slot].checked_sub(1) {
            if parts(other) == own {
                return false;
            }
            slot = self.after(slot);
        }
        self.slots[slot] = rule + 1;
        self.count += 1;
        true
    }

    /// Doubles the slots.
    fn grow<'t>(&mut self, parts: impl Fn(u32) -> &'t [Part]) {
        let size = (2 * self.slots.len()).max(FEWEST);
        let rules = std::mem::replace(&mut self.slots, vec![0; size]);
        for rule in rules.into_iter().filter(|&rule| rule > 0) {
            let mut slot = self.slot(parts(rule - 1));
            while self.slots[slot] != 0 {
                slot = self.after(slot);
            }
            self.slots[slot] = rule;
        }
    }

    /// The slot that some parts lead to. Those of different rules differ in their blocks, or in what the
    /// blocks are read as.
    fn slot(&self, parts: &[Part]) -> usize {
        let spread = parts.iter().fold(0, |spread: u64, part| {
            let object = part.object.map_or(0, |object| object.index() as u64 + 1);
            (spread.rotate_left(23) ^ object ^ u64::from(part.run) << 32).wrapping_mul(self.factor)
        });
        (spread >> (u64::BITS - self.slots.len().trailing_zeros())) as usize
    }

    fn after(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }
}
