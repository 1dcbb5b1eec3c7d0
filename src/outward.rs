//! Reading outward: from every anchor, once in every direction of the grammar, the longest way back
//! and the longest way on: at most anchors x directions x the words of a line.

use crate::board::Block;
use crate::grammar::{Direction, MOST_NARROW, Marks, Narrow, Positions, each, union};
use crate::lexer::{Place, Tiles, Top};
use crate::numbers::{Numbering, Numbers};
use crate::paths::{self, Middle};
use crate::rules::{Part, PartKind, RuleTable, TooComplex};
use crate::spelling::Spelling;
use crate::trail::{Cell, Ground, Step, mark_whole};

/// How many directions there are, each of which a grammar names once at most.
const MOST_DIRECTIONS: usize = 8;

/// Reads a board outward.
pub(crate) struct Outward<'a> {
    pub(crate) directions: &'a [Direction],
    pub(crate) narrow: &'a Narrow,
    pub(crate) ground: Ground<'a>,
    pub(crate) trail: &'a mut Vec<Step>,
    pub(crate) picked: &'a mut Vec<u32>,
    pub(crate) spelling: &'a mut Spelling,
    pub(crate) table: &'a mut RuleTable,
}

/// An anchor of a sentence, and the line that it is read in.
#[derive(Clone, Copy)]
struct Anchor {
    place: Place,
    position: usize,
    direction: u8,
    step: i64,
}

impl Outward<'_> {
    pub(crate) fn read(&mut self) -> Result<(), TooComplex> {
        let words = self.ground.words;
        match words.numbers() {
            Numbers::Own(own) => self.read_tiles(words.tiles(own)),
            Numbers::Shared(shared) => self.read_tiles(words.tiles(shared)),
        }
    }

    /// Reads in every direction from every tile with an anchor, for every sentence that has its
    /// anchor there.
    fn read_tiles(&mut self, tiles: Tiles<impl Numbering>) -> Result<(), TooComplex> {
        let (words, narrow) = (self.ground.words, self.narrow);
        let mut steps = [0; MOST_DIRECTIONS];
        for (step, direction) in steps.iter_mut().zip(self.directions) {
            *step = words.step(direction.step());
        }
        let steps = &steps[..self.directions.len()];
        for &place in words.anchors() {
            let anchors = tiles.accepts(place) & narrow.anchors;
            for (direction, &step) in (0..).zip(steps) {
                let before = tiles.accepts(place.wrapping_add_signed(-step));
                let after = tiles.accepts(place.wrapping_add_signed(step));
                if narrow.has_anchor_between(before, after) {
                    for position in each(anchors) {
                        let anchor = Anchor {
                            place,
                            position,
                            direction,
                            step,
                        };
                        self.read_anchor(tiles, anchor, before, after)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads from one anchor. Most sentences have one word on either side of it, and then there is
    /// no need for a trail.
    fn read_anchor(
        &mut self,
        tiles: Tiles<impl Numbering>,
        anchor: Anchor,
        before: Marks,
        after: Marks,
    ) -> Result<(), TooComplex> {
        match self.short(tiles, anchor, before, after) {
            Some(parts) => {
                let form = self.ground.automaton.forms[anchor.position];
                self.table.add(form, anchor.direction, parts)
            }
            None => self.read_long(anchor),
        }
    }

    /// The words of the longest reading, if they are three and each is alone on its tile. `before`
    /// and `after` are what the words beside the anchor accept.
    fn short(
        &self,
        tiles: Tiles<impl Numbering>,
        anchor: Anchor,
        before: Marks,
        after: Marks,
    ) -> Option<[Part; 3]> {
        let narrow = self.narrow;
        let before = single(before & narrow.precede[anchor.position])?;
        let after = single(after & narrow.follow[anchor.position])?;
        let here = anchor.place;
        let left = here.wrapping_add_signed(-anchor.step);
        let right = here.wrapping_add_signed(anchor.step);
        let further_left = tiles.accepts(left.wrapping_add_signed(-anchor.step));
        let further_right = tiles.accepts(right.wrapping_add_signed(anchor.step));
        let further = further_left & narrow.precede[before] | further_right & narrow.follow[after];
        let complete = narrow.first >> before & narrow.last >> after & 1 == 1;
        let marked = narrow.markers >> before | narrow.markers >> after;
        if further != 0 || !complete || marked & 1 == 1 {
            return None;
        }
        let blocks = Top::only([tiles.top(left), tiles.top(here), tiles.top(right)])?;
        Some([
            self.part(blocks[0], before)?,
            self.part(blocks[1], anchor.position)?,
            self.part(blocks[2], after)?,
        ])
    }

    /// The item that a block makes at a position.
    fn part(&self, block: usize, position: usize) -> Option<Part> {
        let Block { word, object, .. } = self.ground.blocks[block];
        Some(Part {
            word: word?,
            run: self.ground.automaton.runs[position],
            kind: PartKind::Item,
            object: Some(object),
        })
    }

    /// Reads the longest sentences round an anchor, whatever they are.
    #[inline(never)]
    fn read_long(&mut self, anchor: Anchor) -> Result<(), TooComplex> {
        let Some(is_simple) = self.fill_trail(anchor) else {
            return Ok(());
        };
        let Anchor {
            place,
            position,
            direction,
            step,
        } = anchor;
        let mut ground = self.ground;
        if is_simple {
            return self
                .spelling
                .spell_single(direction, ground, self.trail, self.table);
        }
        let Some(stack) = ground.words.stack_at(place) else {
            return Ok(());
        };
        let middle = Middle {
            place,
            stack,
            positions: 1 << position,
        };
        paths::fill(ground, middle, step, self.trail, self.picked)?;
        ground.picked = self.picked;
        self.spelling
            .spell(direction, ground, self.trail, self.table)
    }

    /// Fills the trail with the longest reading round an anchor; `None` where there is none. Gives
    /// whether it says all there is: every tile has one position, and one word unless a shorter
    /// reading through another word would say nothing else.
    fn fill_trail(&mut self, anchor: Anchor) -> Option<bool> {
        let Ground {
            automaton, words, ..
        } = self.ground;
        self.trail.clear();
        let narrow = self.narrow;
        self.walk(anchor, -anchor.step, &narrow.precede, narrow.first)?;
        self.trail.reverse();
        let stack = words.stack_at(anchor.place)?;
        self.trail.push(Step::of(stack, 1 << anchor.position));
        self.walk(anchor, anchor.step, &narrow.follow, narrow.last)?;
        let grows = automaton.growing >> anchor.position & 1 == 1;
        let simple = |step: &Step| match step.cell {
            Cell::Stack(stack) => {
                step.positions.is_power_of_two() && (grows || words.is_alone(stack))
            }
            Cell::Spelled(_) => false,
        };
        for (start, step) in (0..).zip(&mut *self.trail) {
            (step.start, step.end) = (start, start + 1);
        }
        mark_whole(self.trail);
        Some(self.trail.iter().all(simple))
    }

    /// Goes from the anchor as far as words fit and keeps what leads up to the last complete end;
    /// `None` when there is none.
    fn walk(&mut self, anchor: Anchor, step: i64, next: &[Marks], ends: Marks) -> Option<()> {
        let words = self.ground.words;
        let mut place = anchor.place;
        let mut positions: Marks = 1 << anchor.position;
        let mut complete = (positions & ends != 0).then_some(self.trail.len());
        loop {
            place = place.wrapping_add_signed(step);
            let Some(stack) = words.stack_at(place) else {
                break;
            };
            positions = words.stack(stack).accepts & union(positions, next);
            if positions == 0 {
                break;
            }
            self.trail.push(Step::of(stack, Positions::from(positions)));
            if positions & ends != 0 {
                complete = Some(self.trail.len());
            }
        }
        self.trail.truncate(complete?);
        Some(())
    }
}

/// The position of a set that has one.
fn single(set: Marks) -> Option<usize> {
    // The remainder is there for the compiler, which then need not check the position again.
    set.is_power_of_two()
        .then(|| set.trailing_zeros() as usize % MOST_NARROW)
}
