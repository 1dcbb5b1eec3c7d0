//! Which tiles each rule is marked on.

use std::collections::BTreeMap;

use crate::board::Board;
use crate::force::{Held, Unreadable};
use crate::object::{ObjectId, Tile};
use crate::rules::Rule;

/// The rules of a board, and where they are marked.
pub(super) struct Marks {
    /// The rules that text spells, numbered from 1.
    pub(super) rules: Vec<Marked>,
    /// The numbers of the rules that each block stands in.
    pub(super) of: BTreeMap<ObjectId, Vec<usize>>,
    /// All rules: those of every board, the spelled ones, and where they are asked for those that
    /// are derived.
    pub(super) list: Vec<Listed>,
}

/// A rule that text spells.
pub(super) struct Marked {
    /// The tiles of its words and of what joins two of them, in the order of reading.
    pub(super) tiles: Vec<Tile>,
}

/// A rule as it is listed.
pub(super) struct Listed {
    /// Its number; none for a rule that holds on every board.
    pub(super) number: Option<usize>,
    pub(super) text: String,
    /// Where it comes from, and what becomes of it.
    pub(super) notes: Vec<String>,
    /// Whether another rule cancelled it.
    pub(super) cancelled: bool,
}

impl Marks {
    /// The marks of a board that can be read.
    pub(super) fn of(board: &Board, in_force: bool) -> Result<Marks, Unreadable> {
        let mut marks = Marks {
            rules: Vec::new(),
            of: BTreeMap::new(),
            list: Vec::new(),
        };
        for rule in board.rules()?.iter() {
            marks.add(rule, board);
        }
        if in_force {
            let rules = board.in_force()?;
            rules.check_each_can_be_told()?;
            for rule in rules.iter() {
                marks.add_held(rule, board);
            }
        }
        Ok(marks)
    }

    /// Lists a spelled rule and marks its blocks.
    fn add(&mut self, rule: Rule<'_>, board: &Board) {
        let number = (!rule.is_base()).then_some(self.rules.len() + 1);
        let tile = |object| board.tile(object);
        let words = rule.objects().filter_map(tile).map(|tile| tile.to_string());
        let note = match number {
            Some(_) => words.collect::<Vec<_>>().join(" "),
            None => "on every board".to_owned(),
        };
        self.list.push(Listed {
            number,
            text: rule.text(board.grammar()),
            notes: vec![note],
            cancelled: false,
        });
        if let Some(number) = number {
            let blocks = blocks(rule, board);
            for &(_, object) in &blocks {
                self.of.entry(object).or_default().push(number);
            }
            let mut tiles: Vec<Tile> = blocks.iter().filter_map(|&(_, o)| tile(o)).collect();
            tiles.dedup();
            self.rules.push(Marked { tiles });
        }
    }

    /// Lists a derived rule, or says what became of a spelled one.
    fn add_held(&mut self, rule: Held<'_>, board: &Board) {
        if rule.spelled().is_none() {
            let number = self.list.iter().rev().find_map(|rule| rule.number);
            let from: Vec<String> = rule.from().map(|from| self.name(from)).collect();
            self.list.push(Listed {
                number: Some(number.unwrap_or(0) + 1),
                text: rule.text(board.grammar()),
                notes: vec![format!("from {}", from.join(" and "))],
                cancelled: false,
            });
        }
        let mut notes = Vec::new();
        if let Some(by) = rule.cancelled_by() {
            notes.push(format!("cancelled by {}", self.name(by)));
        } else if rule.exceptions().next().is_some() {
            let by: Vec<String> = rule.exceptions().map(|it| self.name(it.by())).collect();
            notes.push(format!("but for {}", by.join(", ")));
        }
        let listed = &mut self.list[rule.index()];
        listed.text = rule.text(board.grammar());
        listed.cancelled = rule.cancelled_by().is_some();
        listed.notes.extend(notes);
    }

    /// A rule in a note: its number, or its text where it has none.
    fn name(&self, index: usize) -> String {
        match self.list.get(index) {
            Some(rule) => match rule.number {
                Some(number) => number.to_string(),
                None => rule.text.clone(),
            },
            // A rule further down the list: numbers go on from there.
            None => {
                let last = self.list.iter().rev().find_map(|rule| rule.number);
                (last.unwrap_or(0) + 1 + index - self.list.len()).to_string()
            }
        }
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
