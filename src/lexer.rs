//! The lexer: blocks become stacks of words, one stack a tile, with the places in a sentence where
//! some word of the stack fits.

use crate::board::Block;
use crate::grammar::Marks;
use crate::numbers::{Factor, Numbering, Numbers};
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
    pub(crate) accepts: Marks,
    pub(crate) place: Place,
}

/// The last block of a stack, by its place among the board's blocks, and a mark if there are
/// others before it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Top(u32);

impl Top {
    /// No board has so many blocks: they would take some hundred gigabytes.
    const COVERS: u32 = 1 << 31;

    fn block(self) -> u32 {
        self.0 & !Self::COVERS
    }

    fn covers(self) -> bool {
        self.0 & Self::COVERS != 0
    }

    /// The blocks of some stacks; `None` if one of them has several.
    pub(crate) fn only<const N: usize>(tops: [Top; N]) -> Option<[usize; N]> {
        let all = Top(tops.iter().fold(0, |all, top| all | top.0));
        (!all.covers()).then(|| tops.map(|top| top.0 as usize))
    }
}

/// The words of a board, grouped by tile. It keeps its memory from board to board.
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// Where some word of a stack can stand, by the stack's number; 0 where there is none.
    accepts: Vec<Marks>,
    /// The last block of each stack.
    tops: Vec<Top>,
    /// The tile of each stack, where numbers are shared.
    places: Vec<Place>,
    /// The other blocks of the stacks that have several, in the order of words and ids.
    covered: Vec<(StackId, u32)>,
    /// The tiles where a sentence may have its anchor.
    anchors: Vec<Place>,
    /// Whether some word fits nowhere by itself.
    left_out: bool,
    stride: u64,
    /// How many numbers the board needs.
    used: usize,
    numbers: Numbers,
    factor: Factor,
}

impl Words {
    /// Groups blocks by tile. Words that fit nowhere are left out, as if nothing lay there.
    pub(crate) fn group(&mut self, blocks: &[Block], size: (i32, i32), anchors: Marks) {
        self.make_room(blocks.len() as u64, size);
        match self.numbers {
            Numbers::Own(own) => self.lay(blocks, anchors, own),
            Numbers::Shared(shared) => self.lay(blocks, anchors, shared),
        }
        if !self.anchors.is_sorted() {
            self.anchors.sort_unstable();
        }
        if !self.covered.is_empty() {
            self.sort_stacks(blocks);
        }
    }

    /// Sorts the blocks of each stack by their words, so that nothing depends on which was placed
    /// first.
    fn sort_stacks(&mut self, blocks: &[Block]) {
        self.covered.sort_unstable();
        for stack in self.covered.chunk_by_mut(|one, next| one.0 == next.0) {
            let top = &mut self.tops[stack[0].0 as usize];
            let key = |block: u32| (blocks[block as usize].word, block);
            stack.sort_unstable_by_key(|&(_, block)| key(block));
            let at = stack.partition_point(|&(_, block)| key(block) < key(top.block()));
            if at < stack.len() {
                let last = stack[stack.len() - 1].1;
                stack[at..].rotate_right(1);
                stack[at].1 = top.block();
                *top = Top(last | Top::COVERS);
            }
        }
    }

    fn make_room(&mut self, blocks: u64, (width, height): (i32, i32)) {
        self.forget();
        self.anchors.clear();
        self.covered.clear();
        self.left_out = false;
        self.stride = width as u64 + 2;
        let area = self.stride * (height as u64 + 2);
        (self.numbers, self.used) = Numbers::of(blocks, area, self.factor);
        if self.accepts.len() < self.used {
            self.accepts.resize(self.used, 0);
            self.tops.resize(self.used, Top::default());
        }
        if matches!(self.numbers, Numbers::Shared(_)) && self.places.len() < self.used {
            self.places.resize(self.used, 0);
        }
    }

    /// Forgets the words. Right after reading is the best time, as the next board then finds the
    /// memory at rest.
    pub(crate) fn forget(&mut self) {
        if self.used > 0 {
            self.accepts[..self.used].fill(0);
            self.used = 0;
        }
    }

    fn lay(&mut self, blocks: &[Block], anchors: Marks, numbers: impl Numbering) {
        let stacks = &mut self.accepts[..];
        let tops = &mut self.tops[..stacks.len()];
        for (index, block) in (0..).zip(blocks) {
            let accepts = block.accepts;
            if accepts == 0 {
                self.left_out = true;
                continue;
            }
            let place = place(block.tile, self.stride);
            let number = numbers.number(place, stacks, &self.places);
            let stack = stacks[number];
            let mut top = Top(index);
            if stack != 0 {
                top.0 |= Top::COVERS;
                cover(&mut self.covered, number, tops[number]);
            }
            if accepts & anchors != 0 && stack & anchors == 0 {
                self.anchors.push(place);
            }
            stacks[number] = stack | accepts;
            tops[number] = top;
            numbers.take(number, place, &mut self.places);
        }
    }

    /// Whether the board has words that fit nowhere by themselves, such as letters.
    pub(crate) fn has_left_out(&self) -> bool {
        self.left_out
    }

    /// The tiles on which a sentence may have its anchor: row by row, from left to right.
    pub(crate) fn anchors(&self) -> &[Place] {
        &self.anchors
    }

    /// How the stacks are numbered.
    pub(crate) fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// The stacks with their numbers, ready to be read.
    pub(crate) fn tiles<N: Numbering>(&self, numbers: N) -> Tiles<'_, N> {
        Tiles {
            accepts: &self.accepts,
            tops: &self.tops[..self.accepts.len()],
            places: &self.places,
            numbers,
        }
    }

    /// All stacks, in no order that means anything.
    pub(crate) fn stacks(&self) -> impl Iterator<Item = Stack> + '_ {
        let used = (0..self.used as StackId).map(|id| self.stack(id));
        used.filter(|stack| stack.accepts != 0)
    }

    /// A stack.
    pub(crate) fn stack(&self, id: StackId) -> Stack {
        Stack {
            accepts: self.accepts[id as usize],
            place: match self.numbers {
                Numbers::Own(_) => Place::from(id),
                Numbers::Shared(_) => self.places[id as usize],
            },
        }
    }

    /// The stack on a place that is on the board or one step off it.
    pub(crate) fn stack_at(&self, place: Place) -> Option<StackId> {
        let number = match self.numbers {
            Numbers::Own(own) => own.number(place, &self.accepts, &self.places),
            Numbers::Shared(shared) => shared.number(place, &self.accepts, &self.places),
        };
        (self.accepts[number] != 0).then_some(number as StackId)
    }

    /// Whether a stack has one word only.
    pub(crate) fn is_alone(&self, stack: StackId) -> bool {
        !self.tops[stack as usize].covers()
    }

    /// The only block of a stack, if it has no other.
    pub(crate) fn only(&self, stack: StackId) -> Option<u32> {
        let top = self.tops[stack as usize];
        (!top.covers()).then(|| top.block())
    }

    /// The blocks of a stack, by their places among the board's blocks, in the order of words and ids.
    pub(crate) fn blocks(&self, stack: StackId) -> impl Iterator<Item = u32> + '_ {
        let top = self.tops[stack as usize];
        let from = match top.covers() {
            true => self.covered.partition_point(|&(of, _)| of < stack),
            false => self.covered.len(),
        };
        let covered = self.covered[from..].iter();
        let covered = covered.take_while(move |&&(of, _)| of == stack);
        covered.map(|&(_, block)| block).chain([top.block()])
    }

    /// The difference between the numbers of a tile and the next one this way.
    pub(crate) fn step(&self, (dx, dy): (i32, i32)) -> i64 {
        i64::from(dy) * self.stride as i64 + i64::from(dx)
    }

    /// The number of a tile.
    pub(crate) fn place(&self, tile: Tile) -> Place {
        place(tile, self.stride)
    }

    /// The tile that has a number.
    pub(crate) fn tile(&self, place: Place) -> Tile {
        Tile {
            x: (place % self.stride) as i32 - 1,
            y: (place / self.stride) as i32 - 1,
        }
    }
}

fn place(tile: Tile, stride: u64) -> Place {
    (tile.y as u64 + 1) * stride + tile.x as u64 + 1
}

/// Keeps the block under a new one. That is rare, and the way of all other blocks is faster
/// without it.
#[cold]
fn cover(covered: &mut Vec<(StackId, u32)>, number: usize, top: Top) {
    covered.push((number as StackId, top.block()));
}

/// The words of a board, ready to be read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tiles<'a, N> {
    accepts: &'a [Marks],
    tops: &'a [Top],
    places: &'a [Place],
    numbers: N,
}

impl<N: Numbering> Tiles<'_, N> {
    fn number(&self, place: Place) -> usize {
        self.numbers.number(place, self.accepts, self.places)
    }

    /// Where some word on a tile can stand.
    pub(crate) fn accepts(&self, place: Place) -> Marks {
        self.accepts[self.number(place)]
    }

    /// The block on a tile that has some; `None` if it has several.
    pub(crate) fn only(&self, place: Place) -> Option<usize> {
        Top::only([self.top(place)]).map(|[block]| block)
    }

    /// The last block on a tile that has some.
    pub(crate) fn top(&self, place: Place) -> Top {
        self.tops[self.number(place)]
    }
}
