//! Which tiles each rule is marked on.

use std::collections::BTreeMap;

use crate::board::Board;
use crate::object::{ObjectId, Tile};
use crate::rules::Rule;

/// The rules that text spells, numbered from 1, and where they are marked.
pub(super) struct Marks {
    /// The rules that hold on every board.
    pub(super) base: Vec<String>,
    pub(super) rules: Vec<Marked>,
    /// The numbers of the rules that each block stands in.
    pub(super) of: BTreeMap<ObjectId, Vec<usize>>,
}

/// A rule that text spells.
pub(super) struct Marked {
    pub(super) text: String,
    /// The tiles of its words, in the order of the sentence.
    pub(super) words: Vec<Tile>,
    /// The same with the words that join two of them, in the order of reading.
    pub(super) tiles: Vec<Tile>,
}

impl Marks {
    /// The marks of a board that can be read.
    pub(super) fn of(board: &Board) -> Marks {
        let mut marks = Marks {
            base: Vec::new(),
            rules: Vec::new(),
            of: BTreeMap::new(),
        };
        let rules = board.rules().into_iter().flat_map(|rules| rules.iter());
        for rule in rules {
            let text = rule.text(board.grammar());
            if rule.is_base() {
                marks.base.push(text);
                continue;
            }
            let number = marks.rules.len() + 1;
            let blocks = blocks(rule, board);
            for &(_, object) in &blocks {
                marks.of.entry(object).or_default().push(number);
            }
            let tile = |object| board.tile(object);
            let mut tiles: Vec<Tile> = blocks.iter().filter_map(|&(_, o)| tile(o)).collect();
            tiles.dedup();
            marks.rules.push(Marked {
                text,
                words: rule.objects().filter_map(tile).collect(),
                tiles,
            });
        }
        marks
    }
}

/// The blocks of a rule by how far along its line they lie: its words, and what joins two of them.
/// A word that joins them to words of other rules only is left out.
fn blocks(rule: Rule<'_>, board: &Board) -> Vec<(i32, ObjectId)> {
    let (dx, dy) = rule
        .direction(board.grammar())
        .map_or((1, 0), |direction| direction.step());
    let along = |object: ObjectId| {
        board
            .tile(object)
            .map_or(0, |tile| tile.x * dx + tile.y * dy)
    };
    let mut blocks: Vec<(i32, ObjectId)> = rule.objects().map(|o| (along(o), o)).collect();
    blocks.sort();
    let ends = blocks.first().zip(blocks.last());
    if let Some((&(first, _), &(last, _))) = ends {
        let joiners = rule.joiners().iter().map(|&object| (along(object), object));
        blocks.extend(joiners.filter(|(at, _)| (first..last).contains(at)));
    }
    blocks.sort();
    blocks.dedup();
    blocks
}
