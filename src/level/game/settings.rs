//! What a level's settings say of its objects, and which it has besides those of the layers.

use std::collections::BTreeMap;

use super::ini::{Entry, Ini};
use super::layers::Code;
use super::objects::{TWO_NUMBERS, code};
use crate::diagnostic::{Problem, list};
use crate::source::Source;

const GENERAL: &str = "general";
pub(super) const OBJECTS: &str = "tiles";
pub(super) const PALETTE: &str = "currobjlist";
const LEVELS: &str = "levels";
const PATHS: &str = "paths";

/// The kinds of objects.
const KINDS: [&str; 2] = ["text", "object"];

/// The number of those blocks that carry letters.
const LETTER: i64 = 5;

/// What a level's settings say.
#[derive(Debug, Default)]
pub(super) struct Settings<'a> {
    pub(super) name: Option<&'a str>,
    /// What the level makes of objects of the game, by their id.
    pub(super) changes: BTreeMap<String, Change<'a>>,
    /// The objects that the author put in the level's palette; none where there is no palette.
    pub(super) palette: Vec<Listed<'a>>,
    /// Where the levels of a map lie.
    pub(super) levels: Vec<Spot<'a>>,
    /// The ids of the objects that lie on the ways of a map, as far as they are seen.
    pub(super) paths: Vec<(&'a str, Spot<'a>)>,
    /// Where the player of a map begins.
    pub(super) cursor: Option<Spot<'a>>,
}

/// What a level makes of an object of the game.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Change<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) is_text: Option<bool>,
    pub(super) is_letter: bool,
    pub(super) code: Option<Code>,
}

/// An object of the palette.
#[derive(Debug, Clone, Copy)]
pub(super) struct Listed<'a> {
    pub(super) id: &'a str,
    pub(super) name: Option<&'a str>,
    pub(super) code: Option<Code>,
}

/// A tile of the level, and where its settings say so.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot<'a> {
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) said: &'a str,
}

impl<'a> Settings<'a> {
    /// Reads the settings, and reports what is wrong with them.
    pub(super) fn read(source: &'a Source, problems: &mut Vec<Problem>) -> Settings<'a> {
        let wanted = [GENERAL, OBJECTS, PALETTE, LEVELS, PATHS];
        let ini = Ini::read(source, &wanted, problems);
        let mut reader = Reader {
            source,
            ini,
            problems,
        };
        Settings {
            name: reader.value(GENERAL, "name"),
            changes: reader.changes(),
            palette: reader.palette(),
            levels: reader.levels(),
            paths: reader.paths(),
            cursor: reader.cursor(),
        }
    }
}

struct Reader<'a, 'p> {
    source: &'a Source,
    ini: Ini<'a>,
    problems: &'p mut Vec<Problem>,
}

impl<'a> Reader<'a, '_> {
    fn value(&self, section: &str, field: &str) -> Option<&'a str> {
        self.ini.get(section, field).map(|entry| entry.value)
    }

    fn number(&mut self, section: &str, field: &str) -> Option<i64> {
        self.ini.number(section, field, self.problems)
    }

    /// The changed objects. Those that the lists of changed objects leave out are what is left of
    /// earlier changes, and no longer count.
    fn changes(&mut self) -> BTreeMap<String, Change<'a>> {
        let lists = self.number(OBJECTS, "changed_count").unwrap_or(1).max(1);
        let further = (2..=lists)
            .map(|number| format!("changed{number}"))
            .map_while(|field| self.value(OBJECTS, &field));
        let full = self.value(OBJECTS, "changed").into_iter().chain(further);
        let ids = |list: &'a str| list.split(',').map(str::trim).filter(|id| !id.is_empty());
        let mut changed: Vec<String> = full.flat_map(ids).map(str::to_owned).collect();
        let short = self.value(OBJECTS, "changed_short").into_iter();
        changed.extend(short.flat_map(ids).map(|number| format!("object{number}")));
        let changed = changed.into_iter().map(|id| {
            let change = self.change(&id);
            (id, change)
        });
        changed.collect()
    }

    fn change(&mut self, id: &str) -> Change<'a> {
        let field = |name: &str| format!("{id}_{name}");
        let is_text = self.ini.get(OBJECTS, &field("unittype")).and_then(|entry| {
            let is_kind = KINDS.iter().position(|kind| *kind == entry.value);
            if is_kind.is_none() {
                let label = format!("{} belong here", list(KINDS).replace(" and ", " or "));
                self.wrong(entry.value, "this is no kind of object", &label);
            }
            is_kind.map(|kind| kind == 0)
        });
        Change {
            name: self.value(OBJECTS, &field("name")),
            is_text,
            is_letter: self.number(OBJECTS, &field("type")) == Some(LETTER),
            code: self.code(OBJECTS, &field("tile")),
        }
    }

    fn code(&mut self, section: &str, field: &str) -> Option<Code> {
        let entry = self.ini.get(section, field)?;
        let code = code(entry.value);
        if code.is_none() {
            self.wrong(entry.value, "this is no tile", TWO_NUMBERS);
        }
        code
    }

    fn palette(&mut self) -> Vec<Listed<'a>> {
        let rows = self.rows(PALETTE, "currobjlist_total", 1);
        let rows = rows.into_iter().filter_map(|(row, _)| {
            Some(Listed {
                id: self.value(PALETTE, &format!("{row}object"))?,
                name: self.value(PALETTE, &format!("{row}name")),
                code: self.code(PALETTE, &format!("{row}tile")),
            })
        });
        rows.collect()
    }

    fn levels(&mut self) -> Vec<Spot<'a>> {
        let rows = self.rows(LEVELS, LEVELS, 0);
        rows.into_iter()
            .filter_map(|row| self.spot(LEVELS, row))
            .collect()
    }

    /// The ways of a map that are seen from the beginning.
    fn paths(&mut self) -> Vec<(&'a str, Spot<'a>)> {
        let mut paths = Vec::new();
        for (row, entry) in self.rows(PATHS, PATHS, 0) {
            let seen = self.number(PATHS, &format!("{row}style")).unwrap_or(0) > 0;
            let object = self.value(PATHS, &format!("{row}object"));
            if let (true, Some(object)) = (seen, object) {
                let spot = self.spot(PATHS, (row, entry));
                paths.extend(spot.map(|spot| (object, spot)));
            }
        }
        paths
    }

    /// Where the player of a map begins; 0 and below stand for nowhere.
    fn cursor(&mut self) -> Option<Spot<'a>> {
        let said = self.value(GENERAL, "selectorX")?;
        let x = self.number(GENERAL, "selectorX").filter(|&x| x > 0)?;
        let y = self.number(GENERAL, "selectorY").filter(|&y| y > 0)?;
        Some(Spot { x, y, said })
    }

    /// The rows of a section, as many as the level says it has; what follows is left of earlier
    /// ones. The rows are numbered from `first`.
    fn rows(&mut self, section: &str, count: &str, first: i64) -> Vec<(i64, Entry<'a>)> {
        let Some(said) = self.value(GENERAL, count) else {
            return Vec::new();
        };
        // All of them count where it is not told how many do, so that each is looked at.
        let told = self.number(GENERAL, count);
        let total = told.unwrap_or(i64::MAX);
        let rows = self.ini.rows(section);
        let counted = rows.range(first..first.max(first.saturating_add(total)));
        let counted: Vec<_> = counted.map(|(row, entry)| (*row, *entry)).collect();
        if told.is_some() && total > 0 && (counted.len() as i64) < total {
            let message = format!("[{section}] has {} of these", counted.len());
            self.wrong(said, &message, "this many should be there");
        }
        counted
    }

    fn spot(&mut self, section: &str, (row, entry): (i64, Entry<'a>)) -> Option<Spot<'a>> {
        let mut coordinate = |field: String| {
            if self.ini.get(section, &field).is_none() {
                let message = format!("there is no `{field}` in [{section}]");
                self.wrong(entry.key, &message, "it lies on no tile");
            }
            self.number(section, &field)
        };
        let (x, y) = (coordinate(format!("{row}X")), coordinate(format!("{row}Y")));
        let said = self.value(section, &format!("{row}X"))?;
        Some(Spot { x: x?, y: y?, said })
    }

    fn wrong(&mut self, said: &str, message: &str, label: &str) {
        let place = self.source.place_of(said, label);
        self.problems.push(Problem::error(message, place));
    }
}
