//! The numbers of stacks: by them the lexer keeps what lies on a tile, in as little memory as the
//! text needs, however large the board.

use std::hash::{BuildHasher, RandomState};

use crate::grammar::Marks;
use crate::lexer::{Place, StackId};

/// Which stack lies on a tile.
pub(crate) trait Numbering: Copy {
    /// The number of the stack on a tile; where there is none, a number that is free.
    fn number(self, place: Place, stacks: &[Marks], places: &[Place]) -> usize;

    /// Gives a number to a tile.
    fn take(self, number: usize, place: Place, places: &mut [Place]);
}

/// How the stacks of a board are numbered.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Numbers {
    Own(Own),
    Shared(Shared),
}

/// Every tile has a number of its own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Own;

/// Many tiles share few numbers, and a stack has the first free one from that of its tile on. A
/// factor spreads the tiles over the numbers. It is another one for every lexer, so that no level
/// can be made that puts all its text in one place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shared {
    factor: Factor,
    bits: u32,
}

/// An odd number that nobody knows beforehand.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Factor(u64);

impl Default for Factor {
    fn default() -> Self {
        Factor(RandomState::new().hash_one(()) | 1)
    }
}

/// Up to how many tiles for each block every tile has its own number. Where there is less text,
/// memory and time would follow the area instead of the text.
const TILES_PER_BLOCK: u64 = 32;

/// How many numbers there are for each block where they are shared: enough that most are free.
const NUMBERS_PER_BLOCK: u64 = 4;

impl Numbers {
    /// The numbering for a board, and how many numbers it takes.
    pub(crate) fn of(blocks: u64, area: u64, factor: Factor) -> (Self, usize) {
        if area <= (TILES_PER_BLOCK * (blocks + 16)).min(StackId::MAX.into()) {
            return (Numbers::Own(Own), area as usize);
        }
        let count = (NUMBERS_PER_BLOCK * (blocks + 4)).next_power_of_two();
        let bits = count.trailing_zeros();
        (Numbers::Shared(Shared { factor, bits }), count as usize)
    }
}

impl Default for Numbers {
    fn default() -> Self {
        Numbers::Own(Own)
    }
}

impl Numbering for Own {
    fn number(self, place: Place, _: &[Marks], _: &[Place]) -> usize {
        place as usize
    }

    fn take(self, _: usize, _: Place, _: &mut [Place]) {}
}

impl Numbering for Shared {
    fn number(self, place: Place, stacks: &[Marks], places: &[Place]) -> usize {
        let spread = place.wrapping_mul(self.factor.0);
        let mut number = (spread >> (u64::BITS - self.bits)) as usize;
        while stacks[number] != 0 && places[number] != place {
            number = (number + 1) & ((1 << self.bits) - 1);
        }
        number
    }

    fn take(self, number: usize, place: Place, places: &mut [Place]) {
        places[number] = place;
    }
}
