//! The whole table of rules with objects, tiles and runs, as `--format json` has it.

use serde::Serialize;

use crate::board::Board;
use crate::cli::input::LevelPlace;
use crate::force::{Held, InForce};
use crate::grammar::Grammar;
use crate::object::Tile;
use crate::rules::{Part, PartKind, Rule, RuleTable};

/// A level as `--format json` has it.
#[derive(Serialize)]
pub(super) struct Table<'a> {
    name: Option<&'a str>,
    #[serde(flatten)]
    place: LevelPlace<'a>,
    width: i32,
    height: i32,
    rules: Vec<Row<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force: Option<Vec<HeldRow>>,
}

/// A rule of the second table: by number, the spelled rule it is, the rules of this table it came
/// from, the one that cancelled it, and those that made its exceptions.
#[derive(Serialize)]
struct HeldRow {
    text: String,
    spelled: Option<usize>,
    from: Vec<usize>,
    cancelled_by: Option<usize>,
    exceptions_by: Vec<usize>,
}

#[derive(Serialize)]
struct Row<'a> {
    text: String,
    base: bool,
    sentence: &'a str,
    direction: Option<String>,
    words: Vec<Cell<'a>>,
    /// The objects that joined words of its reading.
    joiners: Vec<usize>,
}

#[derive(Serialize)]
struct Cell<'a> {
    word: &'a str,
    run: &'a str,
    kind: PartKind,
    object: Option<usize>,
    x: Option<i32>,
    y: Option<i32>,
}

impl<'a> Table<'a> {
    /// The table of a level; `named` is the level's name, and where it is.
    pub(super) fn new(
        named: (Option<&'a str>, LevelPlace<'a>),
        board: &'a Board,
        rules: &RuleTable,
        in_force: Option<&InForce>,
    ) -> Self {
        let (name, place) = named;
        let rows = rules.iter().map(|rule| Row::new(rule, board));
        let held = |rule| HeldRow::new(rule, board.grammar());
        Table {
            name,
            place,
            width: board.width(),
            height: board.height(),
            rules: rows.collect(),
            in_force: in_force.map(|rules| rules.iter().map(held).collect()),
        }
    }
}

impl HeldRow {
    fn new(rule: Held<'_>, grammar: &Grammar) -> Self {
        HeldRow {
            text: rule.text(grammar),
            spelled: rule.spelled(),
            from: rule.from().collect(),
            cancelled_by: rule.cancelled_by(),
            exceptions_by: rule.exceptions().map(|exception| exception.by()).collect(),
        }
    }
}

impl<'a> Row<'a> {
    fn new(rule: Rule<'_>, board: &'a Board) -> Self {
        let (sentence, grammar) = (rule.sentence(), board.grammar());
        let cell = |part: &Part| {
            let tile: Option<Tile> = part.object.and_then(|object| board.tile(object));
            let run = grammar.run_name(sentence, usize::from(part.run));
            Cell {
                word: grammar.lexicon().name(part.word),
                run: run.unwrap_or_default(),
                kind: part.kind,
                object: part.object.map(|object| object.index()),
                x: tile.map(|tile| tile.x),
                y: tile.map(|tile| tile.y),
            }
        };
        let direction = rule.direction(grammar);
        Row {
            text: rule.text(grammar),
            base: rule.is_base(),
            sentence: grammar.sentence_name(sentence).unwrap_or_default(),
            direction: direction.map(|direction| format!("{direction:?}")),
            words: rule.parts().iter().map(cell).collect(),
            joiners: rule.joiners().iter().map(|object| object.index()).collect(),
        }
    }
}
