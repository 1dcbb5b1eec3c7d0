//! Rules by a key: all with the same key, in the order of their numbers, in a few steps.

/// No rule.
const NONE: u32 = u32::MAX;

/// Chains of rule numbers by the hash of a key. Rules with other keys can be in a chain as well:
/// whoever asks compares.
#[derive(Debug, Default)]
pub(super) struct Chains {
    heads: Vec<u32>,
    next: Vec<u32>,
    shift: u32,
}

impl Chains {
    /// Files rules under their keys, out of `count` rules altogether.
    pub(super) fn fill(
        &mut self,
        count: usize,
        keyed: impl DoubleEndedIterator<Item = (u64, u32)>,
    ) {
        let bits = usize::BITS - count.leading_zeros() + 1;
        self.shift = u64::BITS - bits;
        self.heads.clear();
        self.heads.resize(1 << bits, NONE);
        self.next.resize(count, NONE);
        for (key, rule) in keyed.rev() {
            let head = &mut self.heads[spread(key) >> self.shift];
            self.next[rule as usize] = std::mem::replace(head, rule);
        }
    }

    /// The rules that may have a key, in the order of their numbers.
    pub(super) fn of(&self, key: u64) -> impl Iterator<Item = u32> + '_ {
        let some = |rule: u32| (rule != NONE).then_some(rule);
        let head = some(self.heads[spread(key) >> self.shift]);
        std::iter::successors(head, move |&rule| some(self.next[rule as usize]))
    }
}

/// Spreads keys that differ in few bits: multiplication by the golden ratio in 64 bits.
fn spread(key: u64) -> usize {
    key.wrapping_mul(0x9E37_79B9_7F4A_7C15) as usize
}
