//! A level as it was read, with what it was read from.

use serde::Serialize;

use super::game::{GameFiles, GameLevel};
use super::names::Form;
use crate::diagnostic::{Problem, Problems, tidy};
use crate::drawing;
use crate::level::Level;
use crate::source::Source;

/// A level, or what is wrong with it.
pub(in crate::cli) struct Item {
    /// The line it starts on.
    pub(in crate::cli) line: usize,
    /// What it was read from, where it could be read.
    pub(in crate::cli) text: Option<LevelText>,
    /// The files that it was read from, where it is a level of the game itself.
    pub(in crate::cli) game: Option<GameFiles>,
    pub(in crate::cli) level: Result<Level, Problems>,
}

/// The text of a level.
pub(in crate::cli) struct LevelText {
    pub(in crate::cli) source: Source,
    form: Form,
}

impl LevelText {
    /// Whether the level is a drawn board.
    pub(in crate::cli) fn is_drawn(&self) -> bool {
        self.form == Form::Drawing
    }
}

impl Item {
    /// For a level of which there is not even a text.
    pub(in crate::cli) fn failed(line: usize, problem: Problem) -> Item {
        Item {
            line,
            text: None,
            game: None,
            level: Err(problem.into()),
        }
    }

    /// The level of a text.
    pub(super) fn of(form: Form, source: Source, line: usize) -> Item {
        let level = match form {
            Form::Drawing => drawing::level(&source),
            Form::Level | Form::Lines => Level::from_json(&source),
        };
        Item {
            line,
            text: Some(LevelText { source, form }),
            game: None,
            level,
        }
    }

    /// A level of the game itself.
    pub(super) fn of_game(level: Result<GameLevel, Problem>) -> Item {
        match level {
            Ok(GameLevel { files, level }) => Item {
                line: 1,
                text: None,
                game: Some(files),
                level,
            },
            Err(problem) => Item::failed(1, problem),
        }
    }

    /// Whether its file has a level on every line.
    pub(in crate::cli) fn is_line(&self) -> bool {
        let text = self.text.as_ref();
        text.is_some_and(|text| text.form == Form::Lines)
    }

    /// The name of its file, as messages have it.
    pub(in crate::cli) fn file<'a>(&'a self, path: &'a str) -> &'a str {
        let text = self.text.as_ref();
        text.map_or(path, |text| text.source.name())
    }

    /// Where it is, for programs.
    pub(in crate::cli) fn place<'a>(&'a self, path: &'a str) -> LevelPlace<'a> {
        LevelPlace {
            file: self.file(path),
            line: self.line,
        }
    }

    /// What to call the level: by its name, or else by its place.
    pub(in crate::cli) fn title(&self, path: &str) -> String {
        let (level, file) = (self.level.as_ref().ok(), self.file(path));
        match level.and_then(|level| level.name.as_deref()) {
            Some(name) => tidy(name.to_owned()),
            None if self.is_line() => format!("{file}:{}", self.line),
            None => file.to_owned(),
        }
    }
}

/// The file that a level is in, and the line that it starts on.
#[derive(Clone, Copy, Serialize)]
pub(in crate::cli) struct LevelPlace<'a> {
    file: &'a str,
    line: usize,
}
