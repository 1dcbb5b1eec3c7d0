//! The objects that the game itself knows: what lies on a board where a level does not change it.

use crate::letter_case::{lower, upper};
use std::collections::BTreeMap;

use serde::Deserialize;

use super::layers::Code;
use crate::level::Kind;

/// The file of the objects, which comes with the crate.
const SHIPPED: &str = include_str!("../../../content/game/objects.json");

/// What stands in front of the word in the name of a block.
pub(super) const TEXT: &str = "text_";

/// What a tile of the game's list looks like in settings.
pub(super) const TWO_NUMBERS: &str = "its column and row belong here, such as `1,0`";

/// The objects that the game itself knows.
#[derive(Debug)]
pub(super) struct Objects {
    pub(super) by_id: BTreeMap<&'static str, Object>,
    /// The names of what stands for a level of a map, and for the player of a map.
    pub(super) level: &'static str,
    pub(super) cursor: &'static str,
}

/// An object of the game's list.
#[derive(Debug)]
pub(super) struct Object {
    /// What stands for it in the layers.
    pub(super) code: Code,
    /// Its name, [`TEXT`] in front where it is a block.
    pub(super) name: &'static str,
}

#[derive(Deserialize)]
struct ObjectsFile<'a> {
    level: &'a str,
    cursor: &'a str,
    #[serde(borrow)]
    objects: Vec<ObjectEntry<'a>>,
}

#[derive(Deserialize)]
struct ObjectEntry<'a> {
    object: &'a str,
    name: &'a str,
    tile: [u8; 2],
}

impl Objects {
    pub(super) fn shipped() -> Objects {
        let file: ObjectsFile =
            serde_json::from_str(SHIPPED).expect("the shipped objects file is sound");
        let objects = file.objects.into_iter().map(|entry| {
            let code = Code::from_le_bytes(entry.tile);
            let object = Object {
                code,
                name: entry.name,
            };
            (entry.object, object)
        });
        Objects {
            by_id: objects.collect(),
            level: file.level,
            cursor: file.cursor,
        }
    }
}

/// The code of a tile that settings give as its column and row.
pub(super) fn code(tile: &str) -> Option<Code> {
    let (column, row) = tile.split_once(',')?;
    let number = |text: &str| text.trim().parse::<u8>().ok();
    Some(Code::from_le_bytes([number(column)?, number(row)?]))
}

/// What a level calls an object that the game calls so.
pub(super) fn kind(name: &str, is_text: bool) -> String {
    match is_text {
        true => Kind::Text(&upper(name.strip_prefix(TEXT).unwrap_or(name))).write(),
        false => Kind::Thing(&lower(name)).write(),
    }
}
