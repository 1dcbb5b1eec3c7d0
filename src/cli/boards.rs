//! The boards of a project: its scenarios, and its levels.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::input;
use crate::diagnostic::{Problem, Problems, tidy};
use crate::grammar::Grammar;
use crate::level::Level;
use crate::project::{Files, LEVELS, Language, Languages, is_scenario};
use crate::source::Source;

/// Where all levels of a project lie, those of its tests included.
const ALL_LEVELS: [&str; 2] = [LEVELS, "tests/levels"];

/// A board of a project, with what it is read with.
pub(super) struct Found {
    /// Its path, and the level where a file has several.
    pub(super) name: String,
    pub(super) path: String,
    pub(super) is_scenario: bool,
    pub(super) language: Language,
    /// Its grammar; `None` for one that cannot be used.
    pub(super) grammar: Option<Arc<Grammar>>,
    pub(super) level: Result<Level, Problems>,
}

/// Whether a file decides what the boards of a project spell.
pub(super) fn decides(path: &str) -> bool {
    let folders = ["content/", "grammar/", "tests/grammars/", "tests/levels/"];
    let beside_boards = path.starts_with("tests/")
        && (path.ends_with("/grammar.ron") || path.ends_with("/words.json"));
    is_scenario(path) || beside_boards || folders.iter().any(|folder| path.starts_with(folder))
}

/// Reads every board of a project, in the order of their names.
pub(super) fn boards(files: &dyn Files, languages: &mut Languages) -> Vec<Found> {
    let mut paths: Vec<String> = ALL_LEVELS
        .iter()
        .flat_map(|folder| files.below(folder))
        .collect();
    paths.extend(
        files
            .below("tests")
            .into_iter()
            .filter(|path| is_scenario(path)),
    );
    let source = |path: &str| files.source(path).ok();
    paths.retain(|path| {
        let other = || input::no_level(path.as_ref(), || source(path));
        input::holds_levels(path) && (is_scenario(path) || other().is_none())
    });
    paths.sort();
    let mut boards = Vec::new();
    for path in paths {
        let language = Language::of(files, &path);
        let grammar = languages.grammar(&language).ok();
        boards.extend(in_file(
            &path,
            items(files, &path),
            &language,
            grammar.as_ref(),
        ));
    }
    boards
}

/// Reads the boards of some files with one language.
pub(super) fn boards_in(
    paths: &[PathBuf],
    language: &Language,
    grammar: Option<&Arc<Grammar>>,
) -> Vec<Found> {
    let mut boards = Vec::new();
    for path in paths {
        let mut items = Vec::new();
        let read = input::read(path, &mut |item| {
            items.push(item);
            Ok(())
        });
        let path = path.display().to_string();
        items.extend(
            read.err()
                .map(|error| unreadable(&path, &error.to_string())),
        );
        boards.extend(in_file(&path, items, language, grammar));
    }
    boards
}

/// The boards of a file, each with a name of its own.
fn in_file(
    path: &str,
    items: Vec<input::Item>,
    language: &Language,
    grammar: Option<&Arc<Grammar>>,
) -> Vec<Found> {
    let (several, mut names) = (items.len() > 1, BTreeSet::new());
    let named = |input::Item { line, level, .. }| {
        let mut name = path.to_owned();
        if several {
            let of_level = level
                .as_ref()
                .ok()
                .and_then(|level: &Level| level.name.clone());
            let of_level = of_level.unwrap_or_else(|| format!("line {line}"));
            name = format!("{path}: {}", tidy(of_level));
        }
        if !names.insert(name.clone()) {
            name = format!("{name} (line {line})");
        }
        Found {
            name,
            path: path.to_owned(),
            is_scenario: is_scenario(path),
            language: language.clone(),
            grammar: grammar.cloned(),
            level,
        }
    };
    items.into_iter().map(named).collect()
}

/// The levels of a file.
fn items(files: &dyn Files, path: &str) -> Vec<input::Item> {
    let mut items = Vec::new();
    let read = input::read_in(files, path, &mut |item| {
        items.push(item);
        Ok(())
    });
    items.extend(read.err().map(|error| unreadable(path, &error.to_string())));
    items
}

fn unreadable(path: &str, why: &str) -> input::Item {
    let problem = Problem::error(why, Source::new(path, "").whole());
    input::Item::failed(1, problem)
}
