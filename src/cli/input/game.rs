//! Levels of the game itself: a file with the layers, and the settings in a second one beside it.

use std::path::Path;

use super::names::{layers_of, settings_of};
use crate::diagnostic::{Problem, Problems};
use crate::level::{Level, unknown_in_game};
use crate::lexicon::Lexicon;
use crate::project::Files;
use crate::source::{Source, is_utf16};

/// A level, or what is wrong with it, and the files that it was read from.
pub(super) struct GameLevel {
    pub(super) files: GameFiles,
    pub(super) level: Result<Level, Problems>,
}

/// The files of a level.
pub(in crate::cli) struct GameFiles {
    /// The name of the file with the layers.
    name: String,
    /// The settings, or how they could be had.
    settings: Result<Source, String>,
}

impl GameFiles {
    /// What is probably not as it was meant to be in a level that can be read.
    pub(in crate::cli) fn warnings(&self, level: &Level, lexicon: &Lexicon) -> Vec<Problem> {
        let whole = || Source::new(&*self.name, "").whole();
        match &self.settings {
            Ok(settings) => unknown_in_game(level, settings, &whole(), lexicon),
            Err(help) => {
                let message = "this level is read without its settings: its objects are those of \
                               the game itself";
                vec![Problem::warning(message, whole()).help(help)]
            }
        }
    }
}

/// Reads a level, and the settings beside it.
pub(super) fn on_disk(path: &Path, name: &str, bytes: &[u8]) -> Result<GameLevel, Problem> {
    let beside = settings_of(path);
    let is_there = !matches!(beside.try_exists(), Ok(false));
    let name_beside = beside.display().to_string();
    let settings = settings_beside(is_there, name_beside, || Source::bytes_of(&beside));
    level(name, bytes, settings)
}

/// Reads a level that came without a second file.
pub(super) fn alone(name: &str, bytes: &[u8]) -> Result<GameLevel, Problem> {
    let help = "name the .l file, with its .ld file beside it";
    level(name, bytes, Ok(Err(help.to_owned())))
}

/// Reads a level of a project.
pub(super) fn in_project(files: &dyn Files, path: &str) -> Result<GameLevel, Problem> {
    let beside = settings_of(Path::new(path)).display().to_string();
    let bytes = || files.bytes(&beside);
    let settings = settings_beside(files.has(&beside), files.name(&beside), bytes);
    level(&files.name(path), &files.bytes(path)?, settings)
}

/// Settings, or how they could be had; a problem with a file that is there and cannot be read.
type Beside = Result<Result<Source, String>, Problem>;

/// The settings beside a level, if there are any.
fn settings_beside(
    is_there: bool,
    name: String,
    bytes: impl FnOnce() -> Result<Vec<u8>, Problem>,
) -> Beside {
    match is_there {
        true => bytes().and_then(|bytes| settings(name, bytes)).map(Ok),
        false => Ok(Err(format!("there is no {name} beside it"))),
    }
}

fn level(name: &str, bytes: &[u8], settings: Beside) -> Result<GameLevel, Problem> {
    let settings = settings?;
    Ok(GameLevel {
        level: Level::from_game(name, bytes, settings.as_ref().ok()),
        files: GameFiles {
            name: name.to_owned(),
            settings,
        },
    })
}

/// The text of settings: UTF-8, or else Latin-1, which any bytes are but for those of UTF-16.
fn settings(name: String, bytes: Vec<u8>) -> Result<Source, Problem> {
    if is_utf16(&bytes) {
        return Source::from_bytes(name, bytes);
    }
    let latin = |bytes: &[u8]| bytes.iter().copied().map(char::from).collect();
    let text = String::from_utf8(bytes).unwrap_or_else(|error| latin(error.as_bytes()));
    Ok(Source::new(name, text))
}

/// What is wrong with settings that are given for a level.
pub(super) fn not_a_level(name: &str) -> Problem {
    let layers = layers_of(Path::new(name));
    let message = "this file holds the settings of a level, and no level";
    let problem = Problem::error(message, Source::new(name, "").whole());
    problem.help(format!("name the level: `{}`", layers.display()))
}
