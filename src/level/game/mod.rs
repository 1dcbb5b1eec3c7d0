//! Levels of the game itself: a `.l` file with its layers, and the `.ld` text beside it.

mod layers;
mod settings;

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{Kind, Level, LevelObject};
use crate::diagnostic::{Problem, Problems};
use crate::source::Source;
use layers::{Layer, Wrong};
use settings::{Settings, pair};

/// The objects of the game, which levels name by the code of their tile.
const OBJECTS: &str = include_str!("../../../content/game/objects.json");

/// How the game's names mark what carries a word.
const TEXT: &str = "text_";

/// The codes of the border and of an empty tile.
const BORDER: u16 = 0;
const EMPTY: u16 = u16::MAX;

#[derive(Deserialize)]
struct ObjectsFile<'a> {
    #[serde(borrow)]
    objects: Vec<ObjectEntry<'a>>,
}

#[derive(Deserialize)]
struct ObjectEntry<'a> {
    object: &'a str,
    name: &'a str,
    tile: (u8, u8),
}

/// What an object is called, and whether it carries a word.
#[derive(Debug, Clone, Copy)]
struct Named<'a> {
    name: &'a str,
    is_text: bool,
}

/// What the codes of a level mean.
#[derive(Default)]
struct Names<'a> {
    by_code: BTreeMap<u16, Named<'a>>,
    by_object: BTreeMap<&'a str, Named<'a>>,
    /// The words that letters may spell, where the level lists its objects.
    palette: Option<Vec<String>>,
}

fn code((x, y): (u8, u8)) -> u16 {
    u16::from(y) << 8 | u16::from(x)
}

impl<'a> Named<'a> {
    fn new(name: &'a str) -> Self {
        let is_text = name.starts_with(TEXT);
        Named { name, is_text }
    }

    /// The kind that the object has in a level.
    fn kind(self) -> String {
        match self.is_text {
            true => format!("text:{}", self.word()),
            false => self.name.to_lowercase(),
        }
    }

    fn word(self) -> String {
        let word = self.name.strip_prefix(TEXT).unwrap_or(self.name);
        word.to_uppercase()
    }
}

impl Level {
    /// Reads a level of the game: the bytes of its `.l` file, named `name`, and the text of the
    /// `.ld` file beside it. Without that text the objects have the names that the game gives them.
    ///
    /// The border around the level is left out. Words that letters may spell are those of the
    /// objects that the level has at hand, where it lists them.
    ///
    /// # Errors
    /// When a file is cut short or not of this format, or when an object has no name; nothing of
    /// such a level is used.
    pub fn from_game(
        name: &str,
        bytes: &[u8],
        settings: Option<&Source>,
    ) -> Result<Level, Problems> {
        let file = Source::new(name, "");
        let layers = layers::read(bytes).map_err(|Wrong { at, why }| {
            let message = format!("this level file cannot be read at byte {at}: {why}");
            let help = "save the level anew in the game's editor";
            Problems::from(Problem::error(message, file.whole()).help(help))
        })?;
        let mut problems = Vec::new();
        let settings_text = settings;
        let settings = settings.map(|source| settings::read(source, &mut problems));
        let settings = settings.unwrap_or_default();
        let names = Names::of(&settings, settings_text, &mut problems);
        let (width, height) = (layers[0].width - 2, layers[0].height - 2);
        let mut level = Level {
            name: settings.general.get("name").map(|&name| name.to_owned()),
            width,
            height,
            ..Level::default()
        };
        level.add_layers(&layers, &names, &file, settings_text, &mut problems);
        if let Some(source) = settings_text {
            level.add_things(&settings, &names, source, &mut problems);
        }
        level.palette = names.palette;
        Problems::none_or(problems, Some(level))
    }

    /// Puts the objects of the layers on the board.
    fn add_layers(
        &mut self,
        layers: &[Layer],
        names: &Names<'_>,
        file: &Source,
        settings: Option<&Source>,
        problems: &mut Vec<Problem>,
    ) {
        let mut told = BTreeSet::new();
        for layer in layers {
            for (code, place) in layer.codes.iter().zip(0..) {
                let (x, y) = (place % layer.width - 1, place / layer.width - 1);
                let on_board = (0..self.width).contains(&x) && (0..self.height).contains(&y);
                if !on_board || [BORDER, EMPTY].contains(code) {
                    continue;
                }
                let named = names.by_code.get(code);
                let kind = named.map(|named| named.kind());
                match kind.filter(|kind| Kind::parse(kind).is_ok()) {
                    Some(kind) => self.objects.push(LevelObject { kind, x, y }),
                    None if told.insert(*code) => {
                        let named = named.map(|named| named.name);
                        problems.push(nameless(named, *code, (x, y), file, settings));
                    }
                    None => {}
                }
            }
        }
    }

    /// Puts the things on the board that a map has besides its layers.
    fn add_things(
        &mut self,
        settings: &Settings<'_>,
        names: &Names<'_>,
        source: &Source,
        problems: &mut Vec<Problem>,
    ) {
        let count = |key: &str| {
            settings
                .general
                .get(key)
                .and_then(|count| count.parse().ok())
        };
        let mut things: Vec<(&str, &str, &str)> = Vec::new();
        let placed = [(&settings.levels, "levels"), (&settings.paths, "paths")];
        for (entries, key) in placed {
            let count: usize = count(key).unwrap_or(usize::MAX);
            for (number, entry) in entries {
                let in_use = number.parse().is_ok_and(|number: usize| number < count);
                if let (true, Some(x), Some(y)) = (in_use, field(entry, 'X'), field(entry, 'Y')) {
                    let object = entry.get("object").and_then(|key| names.by_object.get(key));
                    let name = object.map_or(LEVEL_THING, |named| named.name);
                    things.push((name, x, y));
                }
            }
        }
        let at = |key: &str| settings.general.get(key).copied();
        if let (Some(x), Some(y)) = (at("selectorX"), at("selectorY"))
            && x != "-1"
        {
            things.push((MAP_CURSOR, x, y));
        }
        for (name, x, y) in things {
            let number = |text: &str, most: i32| {
                let inner = text.trim().parse::<i32>().ok().map(|number| number - 1);
                inner.filter(|number| (0..most).contains(number))
            };
            match (number(x, self.width), number(y, self.height)) {
                (Some(column), Some(row)) => self.objects.push(LevelObject {
                    kind: name.to_lowercase(),
                    x: column,
                    y: row,
                }),
                (None, _) => problems.push(settings::problem(source, x, "no column of the level")),
                (_, None) => problems.push(settings::problem(source, y, "no row of the level")),
            }
        }
    }
}

/// The value of a field with a name of one letter.
fn field<'a>(entry: &BTreeMap<&str, &'a str>, name: char) -> Option<&'a str> {
    let mut fields = entry.iter();
    let (_, value) = fields.find(|(field, _)| field.chars().eq([name]))?;
    Some(value)
}

/// What lies on a map where a level begins, and where the player is on it.
const LEVEL_THING: &str = "level";
const MAP_CURSOR: &str = "cursor";

impl<'a> Names<'a> {
    /// The names of the game's own objects, and those that a level gives.
    fn of(
        settings: &Settings<'a>,
        source: Option<&Source>,
        problems: &mut Vec<Problem>,
    ) -> Names<'a> {
        let mut names = Names::default();
        let mut codes: BTreeMap<&str, u16> = BTreeMap::new();
        // The file comes with the crate, and a test reads it.
        let file: Option<ObjectsFile> = serde_json::from_str(OBJECTS).ok();
        for entry in file.into_iter().flat_map(|file| file.objects) {
            codes.insert(entry.object, code(entry.tile));
            names.add(entry.object, code(entry.tile), Named::new(entry.name));
        }
        let mut tile = |value: &str| {
            let tile = pair(value).map(code);
            if let (None, Some(source)) = (tile, source) {
                problems.push(settings::problem(
                    source,
                    value,
                    "a tile is two numbers: `9,1`",
                ));
            }
            tile
        };
        let mut at_hand = Vec::new();
        for entry in settings.at_hand.values() {
            let Some(&name) = entry.get("name") else {
                continue;
            };
            let object = entry.get("object").copied().unwrap_or_default();
            let of_object = codes.get(object).copied();
            if let Some(code) = entry
                .get("tile")
                .and_then(|value| tile(value))
                .or(of_object)
            {
                codes.insert(object, code);
                names.add(object, code, Named::new(name));
                at_hand.push(code);
            }
        }
        for (&object, entry) in &settings.renamed {
            let own = codes.get(object).copied();
            let Some(code) = entry.get("tile").and_then(|value| tile(value)).or(own) else {
                continue;
            };
            let before = names.by_code.get(&code).copied();
            let name = entry.get("name").copied();
            let Some(mut named) = name.map(Named::new).or(before) else {
                continue;
            };
            if let Some(&kind) = entry.get("unittype") {
                named.is_text = kind == "text";
            }
            names.add(object, code, named);
        }
        names.set_palette(&at_hand);
        names
    }

    fn add(&mut self, object: &'a str, code: u16, named: Named<'a>) {
        self.by_code.insert(code, named);
        if !object.is_empty() {
            self.by_object.insert(object, named);
        }
    }

    fn set_palette(&mut self, at_hand: &[u16]) {
        let named = at_hand.iter().filter_map(|code| self.by_code.get(code));
        let words = named
            .filter(|named| named.is_text)
            .map(|named| named.word());
        let words: BTreeSet<String> = words.collect();
        self.palette = (!at_hand.is_empty()).then(|| words.into_iter().collect());
    }
}

/// An object whose code has no name, or one that no kind can have.
fn nameless(
    name: Option<&str>,
    code: u16,
    (x, y): (i32, i32),
    file: &Source,
    settings: Option<&Source>,
) -> Problem {
    let [column, row] = [code & 0xff, code >> 8];
    let object = format!("the object of tile {column},{row} at ({x}, {y})");
    match (name, settings) {
        (Some(name), Some(source)) if source.text().contains(name) => {
            let message = format!("{object} cannot be called `{name}`");
            let at = source.text().find(name).unwrap_or_default();
            let part = &source.text()[at..at + name.len()];
            let label = "a name is one word, without blanks and colons";
            Problem::error(message, source.place_of(part, label))
        }
        (_, Some(source)) => {
            let help = format!("`[currobjlist]` of {} should list it", source.name());
            Problem::error(format!("{object} has no name"), file.whole()).help(help)
        }
        (_, None) => {
            let help = "the level's `.ld` file, which names its own objects, should lie beside it";
            Problem::error(format!("{object} has no name"), file.whole()).help(help)
        }
    }
}
