//! Reading outward where paths differ: words are stacked, or one word can stand at several
//! positions. Every choice of words through the stacks is a path of its own, and each path takes
//! the longest sentence on it.

use crate::grammar::{Positions, union};
use crate::lexer::{Place, StackId};
use crate::object::ObjectId;
use crate::rules::TooComplex;
use crate::trail::{Ground, Step};

/// The most sets of positions that the words of one tile can lead to.
const MOST_NODES: usize = 1 << 10;

/// One way from an anchor.
pub(crate) struct Side<'a> {
    pub(crate) ground: Ground<'a>,
    pub(crate) step: i64,
    /// The next positions this way and the other way, and where a sentence ends this way.
    pub(crate) next: &'a [Positions],
    pub(crate) back: &'a [Positions],
    pub(crate) ends: Positions,
}

/// The steps of a way, the nearest first, with the positions at which some path has its longest
/// sentence; and those at which paths through single blocks have theirs.
pub(crate) struct Way {
    pub(crate) steps: Vec<(Step, Positions)>,
    pub(crate) limits: Vec<(ObjectId, Positions)>,
}

/// Positions that the same words lead to.
#[derive(Debug, Clone, Copy)]
struct Node {
    positions: Positions,
    /// Whether some choice of words ahead leads to no end, and whether some leads to one.
    fails: bool,
    lives: bool,
}

/// The words of a tile, with all that they lead to.
struct Level {
    stack: StackId,
    nodes: Vec<Node>,
}

impl Side<'_> {
    /// The steps from an anchor, the nearest first, with the positions that lead to an end, and
    /// the positions at which some path has its longest sentence. The anchor itself is the first
    /// step. `None` where no path leads to an end.
    pub(crate) fn steps(
        &self,
        place: Place,
        stack: StackId,
        anchor: Positions,
    ) -> Result<Option<Way>, TooComplex> {
        let mut levels = self.levels(place, stack, anchor)?;
        let mut steps = Vec::new();
        let mut limits = Vec::new();
        let mut reach = 0;
        for index in (0..levels.len()).rev() {
            let (rest, after) = levels.split_at_mut(index + 1);
            let level = &mut rest[index];
            for node in 0..level.nodes.len() {
                level.nodes[node] = self.settle(level.nodes[node], after.first());
            }
            let complete = |node: &&Node| node.positions & self.ends != 0 && node.fails;
            let ends = level.nodes.iter().filter(complete);
            let ends = ends.fold(0, |set, node| set | node.positions & self.ends);
            let lives = level.nodes.iter().filter(|node| node.lives);
            let positions = lives.fold(0, |set, node| set | node.positions) & (ends | reach);
            reach = union(positions, self.back);
            if positions != 0 {
                steps.push((Step::of(level.stack, positions), ends));
            }
        }
        for pair in levels.windows(2) {
            self.limit(&pair[0], &pair[1], &mut limits);
        }
        steps.reverse();
        let reached = steps
            .first()
            .is_some_and(|(step, _)| step.positions & anchor != 0);
        Ok((reached && levels[0].nodes[0].lives).then_some(Way { steps, limits }))
    }

    /// Adds where the sentence ends on the paths through each block of a stack of several.
    fn limit(&self, before: &Level, level: &Level, limits: &mut Vec<(ObjectId, Positions)>) {
        if self.ground.words.is_alone(level.stack) {
            return;
        }
        for block in self.ground.words.blocks(level.stack) {
            let block = self.ground.blocks[block as usize];
            let Some(word) = block.word else { continue };
            let accepts = self.ground.automaton.accepts[usize::from(word.0)];
            let ends = before.nodes.iter().fold(0, |ends, from| {
                let positions = union(from.positions, self.next) & accepts;
                let node = level.nodes.iter().find(|node| node.positions == positions);
                ends | node
                    .filter(|node| node.fails)
                    .map_or(0, |node| node.positions & self.ends)
            });
            limits.push((block.object, ends));
        }
    }

    /// Goes from the anchor as far as words fit.
    fn levels(
        &self,
        mut place: Place,
        stack: StackId,
        anchor: Positions,
    ) -> Result<Vec<Level>, TooComplex> {
        let node = |positions: Positions| Node {
            positions,
            fails: false,
            lives: false,
        };
        let mut levels = vec![Level {
            stack,
            nodes: vec![node(anchor)],
        }];
        loop {
            place = place.wrapping_add_signed(self.step);
            let Some(stack) = self.ground.words.stack_at(place) else {
                return Ok(levels);
            };
            let mut nodes: Vec<Node> = Vec::new();
            for from in &levels[levels.len() - 1].nodes {
                let next = union(from.positions, self.next);
                for positions in self.accepts(stack).map(|accepts| accepts & next) {
                    if positions != 0 && !nodes.iter().any(|known| known.positions == positions) {
                        nodes.push(node(positions));
                    }
                }
            }
            if nodes.len() > MOST_NODES {
                return Err(TooComplex);
            }
            levels.push(Level { stack, nodes });
            if levels[levels.len() - 1].nodes.is_empty() {
                return Ok(levels);
            }
        }
    }

    /// Where each word of a stack can stand.
    fn accepts(&self, stack: StackId) -> impl Iterator<Item = Positions> + '_ {
        let blocks = self.ground.words.blocks(stack);
        let words = blocks.filter_map(|block| self.ground.blocks[block as usize].word);
        words.map(|word| self.ground.automaton.accepts[usize::from(word.0)])
    }

    /// Looks ahead from a node: at the words of the next tile, if there is one.
    fn settle(&self, node: Node, ahead: Option<&Level>) -> Node {
        let complete = node.positions & self.ends != 0;
        let Some(level) = ahead else {
            return Node {
                fails: true,
                lives: complete,
                ..node
            };
        };
        let (mut fails, mut lives) = (false, complete);
        let next = union(node.positions, self.next);
        for positions in self.accepts(level.stack).map(|accepts| accepts & next) {
            match level
                .nodes
                .iter()
                .find(|ahead| ahead.positions == positions)
            {
                Some(ahead) => {
                    fails |= ahead.fails && ahead.positions & self.ends == 0;
                    lives |= ahead.lives;
                }
                None => fails = true,
            }
        }
        Node {
            fails,
            lives,
            ..node
        }
    }
}
