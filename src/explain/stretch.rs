//! Stretches: the text of a line with gaps of one tile at most, and a tile at both ends. Whatever
//! lies on them is read without regard to any other text of its direction, even with a word more.

use crate::board::{Block, Board};
use crate::grammar::Direction;
use crate::object::{ObjectId, Tile};

/// Text that lies on a board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lying {
    pub(super) tile: Tile,
    pub(super) object: ObjectId,
    /// The word, where the grammar knows it.
    pub(super) block: Option<Block>,
}

/// The tiles of a stretch in the order of its direction, and what lies there.
#[derive(Debug, Clone)]
pub(super) struct Stretch {
    pub(super) direction: Direction,
    pub(super) tiles: Vec<Tile>,
    /// The text of each tile.
    pub(super) text: Vec<Vec<ObjectId>>,
    /// The words that are read, in the order of ids. They are laid on a board that has room for the
    /// stretch alone, see [`Stretch::laid`].
    pub(super) blocks: Vec<Block>,
}

impl Stretch {
    /// Every stretch of a direction; with a tile, only those that it belongs to. In that case there
    /// is always one.
    pub(super) fn all(
        board: &Board,
        direction: Direction,
        lying: &[Lying],
        at: Option<Tile>,
    ) -> Vec<Stretch> {
        let mut sorted: Vec<(i64, i64, &Lying)> = lying
            .iter()
            .map(|text| {
                let (line, along) = position(direction, text.tile);
                (line, along, text)
            })
            .collect();
        sorted.sort_by_key(|&(line, along, text)| (line, along, text.object));
        let joined = |a: &(i64, i64, &Lying), b: &(i64, i64, &Lying)| a.0 == b.0 && b.1 - a.1 <= 2;
        let chunks = sorted.chunk_by(joined);
        let of = |texts: &[(i64, i64, &Lying)]| Stretch::of(board, direction, texts);
        let mut found: Vec<Stretch> = chunks.map(of).collect();
        if let Some(at) = at {
            found.retain(|stretch| stretch.tiles.contains(&at));
            if found.is_empty() {
                found.push(Stretch::alone(direction, at));
            }
        }
        let (dx, dy) = direction.step();
        found.sort_by_key(|stretch| {
            let Tile { x, y } = stretch.tiles[0];
            if dx == 0 { (x, y * dy) } else { (y, x * dx) }
        });
        found
    }

    fn of(board: &Board, direction: Direction, texts: &[(i64, i64, &Lying)]) -> Stretch {
        let (dx, dy) = direction.step();
        let first = texts[0].2.tile;
        let length = texts[texts.len() - 1].1 - texts[0].1 + 1;
        let tile = |at: i64| Tile {
            x: first.x + at as i32 * dx,
            y: first.y + at as i32 * dy,
        };
        let on_board = |tile: &Tile| {
            (0..board.width()).contains(&tile.x) && (0..board.height()).contains(&tile.y)
        };
        let tiles: Vec<Tile> = (-1..=length).map(tile).filter(on_board).collect();
        let mut stretch = Stretch {
            direction,
            text: vec![Vec::new(); tiles.len()],
            tiles,
            blocks: Vec::new(),
        };
        for (_, _, text) in texts {
            let Some(at) = stretch.number(text.tile) else {
                continue;
            };
            stretch.text[at].push(text.object);
            let tile = stretch.laid(at);
            let laid = |block| Block { tile, ..block };
            stretch.blocks.extend(text.block.map(laid));
        }
        stretch.blocks.sort_by_key(|block| block.object);
        stretch
    }

    /// A tile with no text on it or beside it.
    fn alone(direction: Direction, tile: Tile) -> Stretch {
        Stretch {
            direction,
            tiles: vec![tile],
            text: vec![Vec::new()],
            blocks: Vec::new(),
        }
    }

    /// The number of a tile of the board; `None` for one that is not on the stretch.
    pub(super) fn number(&self, tile: Tile) -> Option<usize> {
        let (line, along) = position(self.direction, tile);
        let (own, first) = position(self.direction, self.tiles[0]);
        let at = usize::try_from(along - first).ok()?;
        (line == own && at < self.tiles.len()).then_some(at)
    }

    /// Where a tile is on a board that has room for the stretch alone.
    pub(super) fn laid(&self, at: usize) -> Tile {
        Stretch::laid_on(self.direction, self.tiles.len(), at)
    }

    /// Where a tile is on a board that has room for a line of some length.
    pub(super) fn laid_on(direction: Direction, length: usize, at: usize) -> Tile {
        let along = |step: i32| match step {
            0 => 0,
            1 => at as i32,
            _ => (length - 1 - at) as i32,
        };
        let (dx, dy) = direction.step();
        Tile {
            x: along(dx),
            y: along(dy),
        }
    }

    /// The number of a tile of that board.
    pub(super) fn number_of_laid(&self, tile: Tile) -> usize {
        let last = self.tiles.len() as i32 - 1;
        let (dx, dy) = self.direction.step();
        let at = match (dx, dy) {
            (0, 1) => tile.y,
            (0, _) => last - tile.y,
            (1, _) => tile.x,
            _ => last - tile.x,
        };
        at as usize
    }

    /// The size of that board.
    pub(super) fn size(&self) -> (i32, i32) {
        Stretch::size_of(self.direction, self.tiles.len())
    }

    /// The size of a board that has room for a line of some length.
    pub(super) fn size_of(direction: Direction, length: usize) -> (i32, i32) {
        let (dx, dy) = direction.step();
        let side = |step: i32| if step == 0 { 1 } else { length as i32 };
        (side(dx), side(dy))
    }

    /// Whether text lies on a tile.
    pub(super) fn has_text(&self, at: usize) -> bool {
        self.text.get(at).is_some_and(|text| !text.is_empty())
    }

    /// The blocks on a tile that are read.
    pub(super) fn blocks_at(&self, at: usize) -> impl Iterator<Item = &Block> {
        let tile = (at < self.tiles.len()).then(|| self.laid(at));
        let here = move |block: &&Block| Some(block.tile) == tile;
        self.blocks.iter().filter(here)
    }
}

/// The line of a tile, and how far along it the tile is.
fn position(direction: Direction, tile: Tile) -> (i64, i64) {
    let (dx, dy) = direction.step();
    let (dx, dy) = (i64::from(dx), i64::from(dy));
    let (x, y) = (i64::from(tile.x), i64::from(tile.y));
    let along = if dx == 0 { y * dy } else { x * dx };
    (x * dy - y * dx, along)
}
