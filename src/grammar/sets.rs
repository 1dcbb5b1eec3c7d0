//! Sets of small numbers, one bit each.

use std::ops::{BitAnd, BitOr};

/// A machine word as a set of the numbers of its bits.
pub(crate) trait Bits: Copy + PartialEq + Default + BitAnd<Output = Self> {
    /// The lowest number of a set that has some.
    fn lowest(self) -> usize;

    /// The set without its lowest number.
    fn without_lowest(self) -> Self;
}

impl Bits for u64 {
    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }

    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }
}

impl Bits for u128 {
    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }

    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }
}

/// The numbers of a set, one by one.
pub(crate) fn each<B: Bits>(mut set: B) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let one = (set != B::default()).then(|| set.lowest())?;
        set = set.without_lowest();
        Some(one)
    })
}

/// All that belongs to any number of a set, where `next` is what belongs to each.
pub(crate) fn union<B: Bits, T: Copy + Default + BitOr<Output = T>>(set: B, next: &[T]) -> T {
    each(set).fold(T::default(), |all, one| all | next[one])
}
