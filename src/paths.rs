//! Reading outward where paths differ: words are stacked, or one word can stand at several
//! positions. Every choice of words through the stacks is a path of its own, and each path takes
//! the longest sentence on it.
//!
//! Paths are followed together as long as their words lead to the same positions. What they lead
//! to is a node; a word that leads from node to node is a step of the trail, which is numbered by
//! nodes instead of tiles, so that nothing on the trail leads from one path to another.

use crate::grammar::{Positions, union};
use crate::lexer::{Place, StackId};
use crate::rules::TooComplex;
use crate::trail::{Cell, Ground, Step};

/// The most nodes of one tile, and the most links to them.
const MOST_NODES: usize = 1 << 10;
const MOST_LINKS: usize = 1 << 18;

/// A word from which all paths go both ways.
#[derive(Clone, Copy)]
pub(crate) struct Middle {
    pub(crate) place: Place,
    pub(crate) stack: StackId,
    pub(crate) positions: Positions,
}

/// One of the two ways: the step to the next tile, the next positions, and where a sentence ends.
#[derive(Clone, Copy)]
struct Way<'a> {
    step: i64,
    next: &'a [Positions],
    ends: Positions,
}

/// Positions that the same words lead to.
#[derive(Clone, Copy)]
struct Node {
    positions: Positions,
    /// Whether some words on the next tile, or on later ones, lead to no end.
    fails: bool,
    /// Whether there is an end here or further on.
    lives: bool,
}

/// Some words of a tile, which lead from one node to another.
struct Link {
    from: usize,
    to: usize,
    picked: (u32, u32),
}

/// All that the words of a tile lead to.
struct Level {
    stack: StackId,
    nodes: Vec<Node>,
    links: Vec<Link>,
}

/// Fills the trail with the longest sentence of every path through a word, and gives the blocks
/// that its steps pick.
pub(crate) fn fill(
    ground: Ground,
    middle: Middle,
    step: i64,
    trail: &mut Vec<Step>,
    picked: &mut Vec<u32>,
) -> Result<(), TooComplex> {
    let automaton = ground.automaton;
    let back = Way {
        step: -step,
        next: &automaton.precede,
        ends: automaton.first,
    };
    let on = Way {
        step,
        next: &automaton.follow,
        ends: automaton.last,
    };
    trail.clear();
    picked.clear();
    let before = levels(ground, middle, back, picked)?;
    let after = levels(ground, middle, on, picked)?;
    let start = count(&before) - 1;
    let mut here = Step {
        start: start as u32,
        end: start as u32 + 1,
        ..Step::of(middle.stack, middle.positions)
    };
    here.begins = ends(before[0].nodes[0], back);
    here.ends = ends(after[0].nodes[0], on);
    add_back(&before, back, trail);
    trail.push(here);
    add_on(&after, on, start as u32 + 1, trail);
    Ok(())
}

/// Goes one way as far as words fit.
fn levels(
    ground: Ground,
    middle: Middle,
    way: Way,
    picked: &mut Vec<u32>,
) -> Result<Vec<Level>, TooComplex> {
    let mut levels = vec![Level {
        stack: middle.stack,
        nodes: vec![node(middle.positions)],
        links: Vec::new(),
    }];
    let mut place = middle.place;
    loop {
        place = place.wrapping_add_signed(way.step);
        let last = levels.len() - 1;
        let Some(stack) = ground.words.stack_at(place) else {
            levels[last]
                .nodes
                .iter_mut()
                .for_each(|node| node.fails = true);
            break;
        };
        let kinds = kinds(ground, stack, picked);
        let level = level(&mut levels[last].nodes, stack, &kinds, way);
        if level.nodes.len() > MOST_NODES || level.links.len() > MOST_LINKS {
            return Err(TooComplex);
        }
        if level.nodes.is_empty() {
            break;
        }
        levels.push(level);
    }
    settle(&mut levels, way);
    Ok(levels)
}

/// The words of a stack in the order of ids, those together that can stand in the same places, as
/// ranges of picked blocks.
fn kinds(ground: Ground, stack: StackId, picked: &mut Vec<u32>) -> Vec<(Positions, (u32, u32))> {
    let accepts = |block: u32| {
        let word = ground.blocks[block as usize].word;
        word.map_or(0, |word| ground.automaton.accepts[usize::from(word.0)])
    };
    let blocks: Vec<u32> = ground.words.blocks(stack).collect();
    let mut kinds = Vec::new();
    for alike in blocks.chunk_by(|&one, &other| accepts(one) == accepts(other)) {
        let start = picked.len() as u32;
        picked.extend(alike);
        kinds.push((accepts(alike[0]), (start, picked.len() as u32)));
    }
    kinds
}

/// Goes from nodes to the next tile.
fn level(from: &mut [Node], stack: StackId, kinds: &[(Positions, (u32, u32))], way: Way) -> Level {
    let mut level = Level {
        stack,
        nodes: Vec::new(),
        links: Vec::new(),
    };
    for (index, from) in from.iter_mut().enumerate() {
        let next = union(from.positions, way.next);
        for &(accepts, picked) in kinds {
            let positions = accepts & next;
            if positions == 0 {
                from.fails = true;
                continue;
            }
            let known = level
                .nodes
                .iter()
                .position(|node| node.positions == positions);
            let to = known.unwrap_or(level.nodes.len());
            if known.is_none() {
                level.nodes.push(node(positions));
            }
            level.links.push(Link {
                from: index,
                to,
                picked,
            });
        }
    }
    level
}

/// Tells of every node where the words behind it lead, from the last tile to the first.
fn settle(levels: &mut [Level], way: Way) {
    for index in (0..levels.len()).rev() {
        for node in &mut levels[index].nodes {
            node.lives |= node.positions & way.ends != 0;
        }
        let (before, here) = levels.split_at_mut(index);
        let Some(before) = before.last_mut() else {
            return;
        };
        for link in &here[0].links {
            let to = here[0].nodes[link.to];
            let from = &mut before.nodes[link.from];
            from.lives |= to.lives;
            from.fails |= to.fails && to.positions & way.ends == 0;
        }
    }
}

fn node(positions: Positions) -> Node {
    Node {
        positions,
        fails: false,
        lives: false,
    }
}

/// The positions of a node at which some path has its longest sentence.
fn ends(node: Node, way: Way) -> Positions {
    if node.fails {
        node.positions & way.ends
    } else {
        0
    }
}

/// How many nodes there are.
fn count(levels: &[Level]) -> usize {
    levels.iter().map(|level| level.nodes.len()).sum()
}

/// Adds the steps before the middle, the farthest first. Nodes are numbered from the farthest on.
fn add_back(levels: &[Level], way: Way, trail: &mut Vec<Step>) {
    let mut number = 0;
    for far in levels.iter().skip(1).rev() {
        let nearer = number + far.nodes.len();
        let from = trail.len();
        trail.extend(steps(far).map(|(link, step)| Step {
            begins: ends(far.nodes[link.to], way),
            start: (number + link.to) as u32,
            end: (nearer + link.from) as u32,
            ..step
        }));
        trail[from..].sort_by_key(|step| step.start);
        number = nearer;
    }
}

/// Adds the steps behind the middle, whose node has a number.
fn add_on(levels: &[Level], way: Way, number: u32, trail: &mut Vec<Step>) {
    let mut number = number as usize;
    for pair in levels.windows(2) {
        let [near, far] = pair else { continue };
        let farther = number + near.nodes.len();
        trail.extend(steps(far).map(|(link, step)| Step {
            ends: ends(far.nodes[link.to], way),
            start: (number + link.from) as u32,
            end: (farther + link.to) as u32,
            ..step
        }));
        number = farther;
    }
}

/// The links of a level that lead to an end, each with its step.
fn steps(level: &Level) -> impl Iterator<Item = (&Link, Step)> {
    let links = level.links.iter().filter(|link| level.nodes[link.to].lives);
    links.map(|link| (link, step(level, link)))
}

fn step(level: &Level, link: &Link) -> Step {
    Step {
        cell: Cell::Stack(level.stack),
        picked: link.picked,
        ..Step::of(level.stack, level.nodes[link.to].positions)
    }
}
