//! From the layers and the settings of a level to the level.

use std::collections::BTreeMap;

use super::layers::{Code, EDGE, EMPTY, Layers};
use super::objects::{Objects, TEXT, kind};
use super::settings::{Settings, Spot};
use crate::diagnostic::{Place, Problem};
use crate::level::{Kind, Level, LevelObject};
use crate::source::Source;
use crate::words_file::fault_of;

/// What names of objects look like.
const ONE_WORD: &str = "a name is one word, without blanks and colons; `text_` is no part of it";

/// Puts a level together.
pub(super) struct Builder<'a, 'p> {
    /// The name of the file with the layers, and the settings beside it.
    file: &'a str,
    source: Option<&'a Source>,
    said: Settings<'a>,
    objects: &'a Objects,
    problems: &'p mut Vec<Problem>,
    /// The kinds that were asked for, by the id of the object; `None` where it has none.
    kinds: BTreeMap<String, Option<String>>,
    /// What lies on the board, the edge included.
    level: Level,
}

/// What an object is called, and where that is written.
struct Name<'a> {
    name: &'a str,
    is_text: bool,
    /// Whether the level says so itself.
    own: bool,
}

impl<'a, 'p> Builder<'a, 'p> {
    pub(super) fn new(
        file: &'a str,
        source: Option<&'a Source>,
        said: Settings<'a>,
        objects: &'a Objects,
        problems: &'p mut Vec<Problem>,
    ) -> Self {
        Builder {
            file,
            source,
            said,
            objects,
            problems,
            kinds: BTreeMap::new(),
            level: Level::default(),
        }
    }

    pub(super) fn level(mut self, layers: &Layers) -> Level {
        (self.level.width, self.level.height) = (layers.width as i32, layers.height as i32);
        self.level.name = self.said.name.map(str::to_owned);
        self.add_layers(layers);
        self.add_map();
        self.level.palette = self.palette();
        if self.has_edge(layers) {
            self.cut_edge();
        }
        self.level
    }

    /// Adds what lies in the layers.
    fn add_layers(&mut self, layers: &Layers) {
        let ids = self.ids();
        let mut unknown: BTreeMap<Code, (String, usize)> = BTreeMap::new();
        for (layer, codes) in (1..).zip(&layers.layers) {
            for ((x, y), code) in tiles(layers).zip(codes) {
                if [EMPTY, EDGE].contains(code) {
                    continue;
                }
                match ids.get(code) {
                    Some(id) => {
                        let kind = self.kind(id);
                        let object = kind.map(|kind| LevelObject { kind, x, y });
                        self.level.objects.extend(object);
                    }
                    None => {
                        let first = || (format!("layer {layer} at ({x}, {y})"), 0);
                        unknown.entry(*code).or_insert_with(first).1 += 1;
                    }
                }
            }
        }
        for (code, (first, count)) in unknown {
            let [column, row] = code.to_le_bytes();
            let further = match count {
                1 => String::new(),
                _ => format!(" and {} more times", count - 1),
            };
            let problem = Problem::error(
                format!("no object has the tile {column},{row}, which lies in {first}{further}"),
                self.whole(),
            );
            self.problems.push(match self.source {
                Some(_) => problem.help("[currobjlist] can say which object has it"),
                None => problem
                    .help("the level's .ld file, which names its own objects, belongs beside it"),
            });
        }
    }

    /// Adds what maps have besides: levels, what lies on their ways, and the player.
    fn add_map(&mut self) {
        for spot in std::mem::take(&mut self.said.levels) {
            self.add(self.objects.level.to_owned(), spot);
        }
        for (id, spot) in std::mem::take(&mut self.said.paths) {
            if self.name(id).is_none() {
                let place = self.place(id, "neither the game nor [currobjlist] has it");
                let message = format!("nobody knows the object `{id}`");
                self.problems.push(Problem::error(message, place));
            }
            if let Some(kind) = self.kind(id) {
                self.add(kind, spot);
            }
        }
        if let Some(spot) = self.said.cursor {
            let cursor = self.objects.cursor.to_owned();
            let is_there = |object: &LevelObject| {
                object.kind == cursor && (object.x.into(), object.y.into()) == (spot.x, spot.y)
            };
            if !self.level.objects.iter().any(is_there) {
                self.add(cursor, spot);
            }
        }
    }

    fn add(&mut self, kind: String, spot: Spot) {
        let tile = i32::try_from(spot.x).ok().zip(i32::try_from(spot.y).ok());
        let (width, height) = (self.level.width, self.level.height);
        let on_board = |(x, y): &(i32, i32)| (0..width).contains(x) && (0..height).contains(y);
        match tile.filter(on_board) {
            Some((x, y)) => self.level.objects.push(LevelObject { kind, x, y }),
            None => {
                let message = format!("({}, {}) lies outside the level", spot.x, spot.y);
                let label = format!("it has {width} x {height} tiles");
                let place = self.place(spot.said, &label);
                self.problems.push(Problem::error(message, place));
            }
        }
    }

    /// The words that letters may spell: the blocks of the palette, but for letters themselves.
    fn palette(&mut self) -> Option<Vec<String>> {
        let ids: Vec<&str> = self.said.palette.iter().map(|listed| listed.id).collect();
        let mut words = Vec::new();
        for &id in &ids {
            let change = self.said.changes.get(id);
            if change.is_some_and(|change| change.is_letter) {
                continue;
            }
            let kind = self.kind(id).unwrap_or_default();
            if let Ok(Kind::Text(word)) = Kind::parse(&kind)
                && fault_of(word).is_none()
                && !words.iter().any(|known| known == word)
            {
                words.push(word.to_owned());
            }
        }
        (!ids.is_empty()).then_some(words)
    }

    /// The ids of objects by what stands for them in the layers. The level may name objects that
    /// the game does not know, and give others another tile.
    fn ids(&self) -> BTreeMap<Code, String> {
        let known = self.objects.by_id.iter();
        let mut ids: BTreeMap<Code, String> = known
            .map(|(id, object)| (object.code, (*id).to_owned()))
            .collect();
        for listed in &self.said.palette {
            if let Some(code) = listed.code {
                ids.entry(code).or_insert_with(|| listed.id.to_owned());
            }
        }
        for (id, change) in &self.said.changes {
            if let Some(code) = change.code {
                ids.insert(code, id.clone());
            }
        }
        ids
    }

    /// The kind of an object; one that cannot be is reported, once.
    fn kind(&mut self, id: &str) -> Option<String> {
        if let Some(kind) = self.kinds.get(id) {
            return kind.clone();
        }
        let kind = self.name(id).and_then(|found| {
            let kind = kind(found.name, found.is_text);
            if Kind::parse(&kind).is_ok() {
                return Some(kind);
            }
            let place = match found.own {
                true => self.place(found.name, ONE_WORD),
                false => self.whole(),
            };
            let message = format!("no object of a level can be called `{}`", found.name);
            self.problems.push(Problem::error(message, place));
            None
        });
        self.kinds.insert(id.to_owned(), kind.clone());
        kind
    }

    /// What an object is called: what the level makes of it counts before what the game says, and
    /// the palette only where neither says anything.
    fn name(&self, id: &str) -> Option<Name<'a>> {
        let change = self.said.changes.get(id).copied().unwrap_or_default();
        let known = self.objects.by_id.get(id).map(|object| object.name);
        let mut listed = self.said.palette.iter();
        let listed = listed.find(|listed| listed.id == id);
        let before = known.or(listed.and_then(|listed| listed.name));
        let name = change.name.or(before)?;
        let is_text = before.unwrap_or(name).starts_with(TEXT);
        Some(Name {
            name,
            is_text: change.is_text.unwrap_or(is_text),
            own: change.name.is_some() || known.is_none(),
        })
    }

    /// Whether the outermost ring of the board is edge and nothing else.
    fn has_edge(&self, layers: &Layers) -> bool {
        let (width, height) = (self.level.width, self.level.height);
        let on_ring = |x, y| x == 0 || y == 0 || x == width - 1 || y == height - 1;
        let mut ring = tiles(layers)
            .zip(&layers.layers[0])
            .filter(|((x, y), _)| on_ring(*x, *y));
        let mut objects = self.level.objects.iter();
        width > 2
            && height > 2
            && ring.all(|(_, code)| *code == EDGE)
            && !objects.any(|object| on_ring(object.x, object.y))
    }

    fn cut_edge(&mut self) {
        self.level.width -= 2;
        self.level.height -= 2;
        for object in &mut self.level.objects {
            object.x -= 1;
            object.y -= 1;
        }
    }

    /// A place in the settings.
    fn place(&self, said: &str, label: &str) -> Place {
        match self.source {
            Some(source) => source.place_of(said, label),
            None => self.whole(),
        }
    }

    fn whole(&self) -> Place {
        Source::new(self.file, "").whole()
    }
}

/// The tiles of a layer, row by row.
fn tiles(layers: &Layers) -> impl Iterator<Item = (i32, i32)> {
    let (width, height) = (layers.width as i32, layers.height as i32);
    (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
}
