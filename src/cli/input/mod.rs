//! Levels from files and standard input: a level, a file with a level a line, or a drawn board.

mod game;
mod item;
mod levels;
mod lines;
mod names;

pub(super) use item::{Item, LevelPlace};
pub(super) use names::{InFolders, belongs_to_levels, holds_levels, no_level, settings_of};

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use crate::level::Level;
use crate::project::Files;
use crate::source::Source;
use levels::{Levels, unreadable};
use names::{form_of, has_settings, is_from_game};

/// Standard input, as a path and as messages name it.
const STANDARD_INPUT: (&str, &str) = ("-", "standard input");

/// Gives every level of a file to `each`, in order.
pub(super) fn read(path: &Path, each: &mut dyn FnMut(Item) -> io::Result<()>) -> io::Result<()> {
    let from_input = path == Path::new(STANDARD_INPUT.0);
    let name = if from_input {
        STANDARD_INPUT.1.to_owned()
    } else {
        path.display().to_string()
    };
    let mut reader: Box<dyn BufRead> = if from_input {
        Box::new(BufReader::new(io::stdin()))
    } else {
        // A folder opens like a file on some systems, so it is asked for first.
        match File::open(path) {
            Ok(file) if !path.is_dir() => Box::new(BufReader::new(file)),
            _ => {
                let problem = Source::load(path).err();
                let problem = problem.unwrap_or_else(|| unreadable(&name, "it cannot be opened"));
                return each(Item::failed(1, problem));
            }
        }
    };
    if has_settings(path) {
        return each(Item::failed(1, game::not_a_level(&name)));
    }
    let mut levels = Levels {
        name,
        reader: &mut *reader,
    };
    // What the game wrote is told from how it begins, whatever it is called.
    if !is_from_game(path) && !levels.is_from_game() {
        return levels.read(form_of(path), each);
    }
    let level = match levels.rest(Vec::new()) {
        Ok(bytes) if from_input => game::alone(&levels.name, &bytes),
        Ok(bytes) => game::on_disk(path, &levels.name, &bytes),
        Err(problem) => Err(problem),
    };
    each(Item::of_game(level))
}

/// Gives every level of a file of a project to `each`, in order.
pub(super) fn read_in(
    files: &dyn Files,
    path: &str,
    each: &mut dyn FnMut(Item) -> io::Result<()>,
) -> io::Result<()> {
    if is_from_game(Path::new(path)) {
        return each(Item::of_game(game::in_project(files, path)));
    }
    match files.source(path) {
        Ok(source) => read_source(&source, each),
        Err(problem) => each(Item::failed(1, problem)),
    }
}

/// Gives every level of a text to `each`, in order. How it holds them is told from its name.
pub(super) fn read_source(
    source: &Source,
    each: &mut dyn FnMut(Item) -> io::Result<()>,
) -> io::Result<()> {
    read_bytes(source.name(), source.text().as_bytes(), each)
}

/// Gives every level of a file that is in memory to `each`, in order.
pub(super) fn read_bytes(
    name: &str,
    mut bytes: &[u8],
    each: &mut dyn FnMut(Item) -> io::Result<()>,
) -> io::Result<()> {
    if Level::is_from_game(bytes) {
        return each(Item::of_game(game::alone(name, bytes)));
    }
    Levels {
        name: name.to_owned(),
        reader: &mut bytes,
    }
    .read(form_of(Path::new(name)), each)
}
