//! The letters of a board, tile by tile.

use crate::board::Block;
use crate::lexer::Place;

/// The number of a tile with letters: they are counted row by row, from left to right.
pub(super) type TileId = u32;

/// Letters by the tiles on which they lie. It keeps its memory from board to board.
#[derive(Debug, Default)]
pub(super) struct Laid {
    /// The letters by their places among the board's blocks, tile after tile.
    letters: Vec<(Place, u32)>,
    /// The tiles with letters, and where those of each end.
    tiles: Vec<(Place, u32)>,
    /// In the direction that was faced last, for each tile: the next one, and whether one comes before.
    next: Vec<Option<TileId>>,
    follows: Vec<bool>,
}

impl Laid {
    /// Forgets the letters of the board before.
    pub(super) fn forget(&mut self) {
        self.letters.clear();
        self.tiles.clear();
    }

    /// Adds a letter of the board.
    pub(super) fn add(&mut self, place: Place, block: u32) {
        self.letters.push((place, block));
    }

    /// Sorts the letters that were added by their tiles.
    pub(super) fn sort(&mut self) {
        self.letters.sort_unstable();
        for (&(place, _), end) in self.letters.iter().zip(1..) {
            match self.tiles.last_mut() {
                Some(tile) if tile.0 == place => tile.1 = end,
                _ => self.tiles.push((place, end)),
            }
        }
    }

    /// Finds of every tile which comes next in a direction.
    pub(super) fn face(&mut self, step: i64) {
        let tiles = &self.tiles;
        self.next.clear();
        self.follows.clear();
        self.follows.resize(tiles.len(), false);
        let mut at = 0;
        for &(place, _) in tiles {
            // Tiles are sorted, so those that come next are as well.
            let next = place.wrapping_add_signed(step);
            while tiles.get(at).is_some_and(|tile| tile.0 < next) {
                at += 1;
            }
            let is_next = tiles.get(at).is_some_and(|tile| tile.0 == next);
            self.next.push(is_next.then_some(at as TileId));
            if is_next {
                self.follows[at] = true;
            }
        }
    }

    /// All tiles with letters.
    pub(super) fn tiles(&self) -> impl Iterator<Item = TileId> + use<> {
        0..self.tiles.len() as TileId
    }

    /// Where a tile lies.
    pub(super) fn place(&self, tile: TileId) -> Place {
        self.tiles[tile as usize].0
    }

    /// The next tile in the direction that is faced, if letters lie there.
    pub(super) fn next(&self, tile: TileId) -> Option<TileId> {
        self.next[tile as usize]
    }

    /// Whether letters lie on the tile before, in the direction that is faced.
    pub(super) fn follows(&self, tile: TileId) -> bool {
        self.follows[tile as usize]
    }

    /// The letters on a tile.
    pub(super) fn letters<'t>(
        &self,
        tile: TileId,
        blocks: &'t [Block],
    ) -> impl Iterator<Item = &'t Block> {
        let before = tile.checked_sub(1);
        let from = before.map_or(0, |before| self.tiles[before as usize].1);
        let own = from as usize..self.tiles[tile as usize].1 as usize;
        self.letters[own]
            .iter()
            .map(|&(_, block)| &blocks[block as usize])
    }

    /// Whether letters lie somewhere.
    pub(super) fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Whether letters lie on a place.
    pub(super) fn lies_on(&self, place: Place) -> bool {
        self.tiles
            .binary_search_by_key(&place, |tile| tile.0)
            .is_ok()
    }
}
