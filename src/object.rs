//! Objects by id, tiles, and why an object cannot be put on one.

use std::fmt;
use std::num::NonZeroU32;

use crate::level::KindError;

/// An object of a board. Ids count up from the first object placed and are never used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(NonZeroU32);

impl ObjectId {
    /// The id of the object that was placed after `index` others.
    pub(crate) fn new(index: usize) -> Option<Self> {
        u32::try_from(index + 1)
            .ok()
            .and_then(NonZeroU32::new)
            .map(ObjectId)
    }

    /// How many objects were placed before this one.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A tile: its column from the left and its row from the top, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// Why an object cannot be placed or moved.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlaceError {
    /// The tile is not on the board.
    OffBoard {
        /// The tile that was asked for.
        tile: Tile,
        /// The board's width in tiles.
        width: i32,
        /// The board's height in tiles.
        height: i32,
    },
    /// The kind is neither a thing nor a text block.
    Kind(KindError),
    /// A size below one tile.
    Size {
        /// The width that was asked for.
        width: i32,
        /// The height that was asked for.
        height: i32,
    },
    /// There is no such object, or no longer.
    NoObject,
    /// More objects than there are ids (some four thousand million).
    Full,
}

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlaceError::OffBoard {
                tile,
                width,
                height,
            } => {
                write!(
                    f,
                    "the tile {tile} is off the board, which is {width} wide and {height} high"
                )
            }
            PlaceError::Kind(error) => error.fmt(f),
            PlaceError::Size { width, height } => {
                write!(
                    f,
                    "a board of {width} by {height} tiles: at least 1 by 1 is needed"
                )
            }
            PlaceError::NoObject => f.write_str("there is no such object on the board"),
            PlaceError::Full => f.write_str("the board has no id left for another object"),
        }
    }
}

impl std::error::Error for PlaceError {}
