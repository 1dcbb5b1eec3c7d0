//! Levels of the game itself, as modders have them: a file `NAME.l` with the layers of the board,
//! and its settings `NAME.ld`, a text beside it.
//!
//! # The layers
//!
//! Numbers have their least byte first. The file begins with `ACHTUNG!` and a version (two bytes,
//! 256 to 261); then come blocks with a name and a size, four bytes each. Of these only `LAYR` is
//! read, and nothing behind it: the number of layers (two bytes), and each layer with
//!
//! | bytes | what |
//! |---|---|
//! | 4, 4 | width and height in tiles |
//! | 4 | width and height of a tile in pixels; from version 258 on |
//! | 2, 8, 8, 2, 1, 4 | tileset and collision, offset, scrolling, wrapping, visibility, opacity |
//! | 0, 2 or 3 | tileset and animation of the further blocks: 2 in version 260, 3 in 261 |
//! | 1 | the number of blocks |
//! | 4, 4, .. | the block `MAIN`: its size, and zlib data of two bytes a tile, row by row |
//! | 4, 1, 4, 4, .. | a block `DATA`: the size of a number, the usual number, its size, zlib data |
//!
//! The code of a tile is 65535 where nothing lies, 0 for the edge of the board, and else the column
//! and the row, a byte each, at which an object stands in the game's sheet of tiles:
//! `content/game/objects.json`. Objects that share a tile lie in several layers. `DATA` holds the
//! ways that objects face, which nothing here asks for, so it is not unpacked.
//!
//! The outermost ring of a board is edge, and no part of the [`Level`]. Where anything else lies on
//! the ring it stays, so that nothing is lost.
//!
//! # The settings
//!
//! Lines `key=value` in sections; to keys and sections upper and lower case are the same:
//!
//! - `[general]`: `name`; how many rows the sections below have (`currobjlist_total`, `levels`,
//!   `paths`), what is beyond being left of earlier ones; `selectorX` and `selectorY`, where the
//!   player of a map begins.
//! - `[tiles]`: `changed`, `changed2` and so on, and `changed_short`, list the objects that the level
//!   has made something else of: `object012_name`, `_unittype` (`text` or `object`), `_type` (5 is a
//!   letter) and `_tile`. What is said of other objects is left of earlier changes, and not heeded
//!   by the game either. How objects look is not read.
//! - `[currobjlist]`: the palette of the level's author: `1object`, `1name`, `1tile` and so on. Its
//!   text blocks are the words that letters may spell; without it they may spell every word.
//! - `[levels]` and `[paths]`: the levels of a map, and objects on its ways, with `0X`, `0Y` and
//!   `0object`. A way that is hidden at first (`0style=0`) is not there yet.
//!
//! Nothing else that settings have (icons, images, signs and the like) takes part in rules.
//!
//! Settings that are not UTF-8 are read as Latin-1.
//!
//! # Sources
//!
//! This was put together from public programs that read or write such files: ShootMe's level editor
//! (`Map/Reader.cs`, `Map/Writer.cs`: the layers byte by byte), the level reader of RocketRace's bot
//! and the one of its successor (`src/cogs/reader.py`: settings, maps), and the game's own scripts as
//! repositories of mods have them (which changes count, and which words letters may spell).
//! `content/game/README.md` names them all in full.

mod build;
mod bytes;
mod ini;
mod layers;
#[cfg(feature = "cli")]
mod names;
mod objects;
mod settings;

use super::Level;
use crate::diagnostic::{Problem, Problems};
use crate::source::Source;
use build::Builder;
#[cfg(feature = "cli")]
pub(super) use names::name_of;
use objects::Objects;
use settings::Settings;

impl Level {
    /// Reads a level of the game: the bytes of its `.l` file, named `name`, and its settings, the
    /// text of the `.ld` file beside it. Without settings every object is what the game itself makes
    /// of it, which is hardly what the level's author sees.
    ///
    /// The edge around the level is left out. Words that letters may spell are those of the level's
    /// palette, where it has one.
    ///
    /// ```
    /// use spellboard::Level;
    ///
    /// let problems = Level::from_game("0level.l", b"ACHTUNG!\x05\x02", None).unwrap_err();
    /// assert_eq!(
    ///     problems.to_string(),
    ///     "0level.l: the version of this level, at byte 8, is 517; known are 256 to 261",
    /// );
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong with the two files, but for what follows a fault in the layers.
    /// Nothing of a level with an error is used.
    pub fn from_game(
        name: &str,
        bytes: &[u8],
        settings: Option<&Source>,
    ) -> Result<Level, Problems> {
        let mut problems = Vec::new();
        let layers = layers::read(bytes).map_err(|why| {
            let whole = Source::new(name, "").whole();
            problems.push(Problem::error(why, whole));
        });
        let said = settings.map(|source| Settings::read(source, &mut problems));
        let level = layers.ok().map(|layers| {
            let said = said.unwrap_or_default();
            let objects = Objects::shipped();
            Builder::new(name, settings, said, &objects, &mut problems).level(&layers)
        });
        problems.sort_by(|a, b| a.position().cmp(&b.position()));
        Problems::none_or(problems, level)
    }

    /// Whether a file begins as a level of the game does.
    ///
    /// ```
    /// assert!(spellboard::Level::is_from_game(b"ACHTUNG!\x05\x01"));
    /// assert!(!spellboard::Level::is_from_game(b"{ \"width\": 1 }"));
    /// ```
    pub fn is_from_game(bytes: &[u8]) -> bool {
        bytes.starts_with(&layers::MAGIC)
    }
}
