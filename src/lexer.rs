//! The lexer: blocks become stacks of words, one stack a tile, with the places in a sentence where
//! some word of the stack fits.

use std::collections::HashMap;

use crate::board::Block;
use crate::grammar::Positions;
use crate::object::Tile;

/// The number of a tile, counted row by row with a border of one tile all round, so that a step
/// from any tile of the board leads to a number of its own.
pub(crate) type Place = u64;

/// The number of a stack.
pub(crate) type StackId = u32;

/// The words on one tile that fit anywhere.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stack {
    /// Where some word of the stack can stand.
    pub(crate) accepts: Positions,
    pub(crate) place: Place,
    /// The first block of the stack, by its place among the board's blocks.
    first: u32,
}

/// The words of a board, grouped by tile. It keeps its memory from board to board.
#[derive(Debug, Default)]
pub(crate) struct Words {
    stacks: Vec<Stack>,
    /// The next block of the same stack, by block; [`NONE`] after the last.
    next: Vec<u32>,
    /// The stacks in which a sentence may have its anchor, in the order of their tiles.
    anchors: Vec<(Place, StackId)>,
    /// The stack of each place plus one, 0 for none: while the board is not large for its text.
    dense: Vec<StackId>,
    /// The stack of each place: on large boards with little text.
    sparse: HashMap<Place, StackId>,
    is_dense: bool,
    stride: u64,
}

/// No block, or no stack.
const NONE: u32 = u32::MAX;

/// Up to how many tiles for each block the map of tiles is dense. Beyond that, memory and time
/// would follow the area instead of the text.
const DENSE_TILES_PER_BLOCK: u64 = 64;

impl Words {
    /// Groups blocks by tile. `accepts` says by word where it can stand, as positions or as states;
    /// words that fit nowhere are left out, as if nothing lay there.
    pub(crate) fn group(
        &mut self,
        blocks: &[Block],
        size: (i32, i32),
        accepts: &[u64],
        anchors: u64,
    ) {
        self.clear();
        self.stride = size.0 as u64 + 2;
        let area = self.stride * (size.1 as u64 + 2);
        self.is_dense = area <= DENSE_TILES_PER_BLOCK * (blocks.len() as u64 + 64);
        if self.is_dense && self.dense.len() < area as usize {
            self.dense.resize(area as usize, 0);
        }
        self.next.resize(blocks.len(), NONE);
        // From the last to the first, so that each stack lists its blocks in the order of ids.
        for (index, block) in blocks.iter().enumerate().rev() {
            let Some(word) = block.word else { continue };
            let accepts = accepts[usize::from(word.0)];
            if accepts != 0 {
                self.add(index as u32, accepts, self.place(block.tile), anchors);
            }
        }
        self.anchors.sort_unstable();
    }

    fn add(&mut self, block: u32, accepts: Positions, place: Place, anchors: Positions) {
        let new = self.stacks.len() as StackId;
        let known = match self.is_dense {
            true => {
                let cell = &mut self.dense[place as usize];
                match *cell {
                    0 => {
                        *cell = new + 1;
                        NONE
                    }
                    stack => stack - 1,
                }
            }
            false => match self.sparse.insert(place, new) {
                Some(stack) => {
                    self.sparse.insert(place, stack);
                    stack
                }
                None => NONE,
            },
        };
        let id = if known == NONE {
            self.stacks.push(Stack {
                accepts: 0,
                place,
                first: NONE,
            });
            new
        } else {
            known
        };
        let stack = &mut self.stacks[id as usize];
        if accepts & anchors != 0 && stack.accepts & anchors == 0 {
            self.anchors.push((place, id));
        }
        stack.accepts |= accepts;
        self.next[block as usize] = stack.first;
        stack.first = block;
    }

    /// Forgets the words, at the cost of their number.
    fn clear(&mut self) {
        match self.is_dense {
            true => self
                .stacks
                .iter()
                .for_each(|stack| self.dense[stack.place as usize] = 0),
            false => self.sparse.clear(),
        }
        self.stacks.clear();
        self.anchors.clear();
    }

    /// The stacks in which a sentence may have its anchor: row by row, from left to right.
    pub(crate) fn anchors(&self) -> &[(Place, StackId)] {
        &self.anchors
    }

    /// All stacks, in no order that means anything.
    pub(crate) fn stacks(&self) -> impl Iterator<Item = Stack> + '_ {
        self.stacks.iter().copied()
    }

    /// A stack.
    pub(crate) fn stack(&self, id: StackId) -> Stack {
        self.stacks[id as usize]
    }

    /// The stack on a place that is on the board or one step off it.
    pub(crate) fn stack_at(&self, place: Place) -> Option<StackId> {
        match self.is_dense {
            true => self.dense[place as usize].checked_sub(1),
            false => self.sparse.get(&place).copied(),
        }
    }

    /// The blocks of a stack, by their places among the board's blocks, in the order of ids.
    pub(crate) fn blocks(&self, stack: StackId) -> impl Iterator<Item = u32> + '_ {
        let mut block = self.stacks[stack as usize].first;
        std::iter::from_fn(move || {
            let this = (block != NONE).then_some(block)?;
            block = self.next[this as usize];
            Some(this)
        })
    }

    /// The difference between the numbers of a tile and the next one this way.
    pub(crate) fn step(&self, (dx, dy): (i32, i32)) -> i64 {
        i64::from(dy) * self.stride as i64 + i64::from(dx)
    }

    /// The number of a tile.
    pub(crate) fn place(&self, tile: Tile) -> Place {
        (tile.y as u64 + 1) * self.stride + tile.x as u64 + 1
    }
}
