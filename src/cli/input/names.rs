//! Which files hold levels, told from how their names end.

use std::path::{Path, PathBuf};

/// How the names of the two files of a level of the game end: its layers, and its settings.
const LAYERS: &str = "l";
const SETTINGS: &str = "ld";

/// How a file holds levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// One level as JSON.
    Level,
    /// A level as JSON on every line.
    Lines,
    /// A drawn board.
    Drawing,
}

/// Whether a file holds levels.
pub(in crate::cli) fn holds_levels(path: impl AsRef<Path>) -> bool {
    let path = path.as_ref();
    form_of(path).is_some() || is_from_game(path)
}

/// Whether a file holds levels, or what belongs to a level beside it.
pub(in crate::cli) fn belongs_to_levels(path: &str) -> bool {
    has_settings(Path::new(path)) || holds_levels(path)
}

/// Whether a file holds a level of the game itself.
pub(super) fn is_from_game(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == LAYERS)
}

/// Whether a file holds the settings of a level of the game.
pub(super) fn has_settings(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == SETTINGS)
}

/// Where the settings of a level of the game lie.
pub(in crate::cli) fn settings_of(layers: &Path) -> PathBuf {
    layers.with_extension(SETTINGS)
}

/// Where the layers lie to which settings belong.
pub(super) fn layers_of(settings: &Path) -> PathBuf {
    settings.with_extension(LAYERS)
}

/// How a file holds levels of our own; `None` where its name does not tell.
pub(super) fn form_of(path: &Path) -> Option<Form> {
    match path.extension()?.to_str()? {
        "json" => Some(Form::Level),
        "ndjson" | "jsonl" => Some(Form::Lines),
        "txt" => Some(Form::Drawing),
        _ => None,
    }
}

/// The files that are named, with all levels in it for a folder that has some.
pub(in crate::cli) fn in_folders(named: &[PathBuf]) -> Vec<PathBuf> {
    let files = |path: &PathBuf| match levels_in(path) {
        levels if levels.is_empty() => vec![path.clone()],
        levels => levels,
    };
    named.iter().flat_map(files).collect()
}

/// The names of all levels of a folder, sorted; none when there is no such folder.
pub(in crate::cli) fn levels_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let mut levels: Vec<PathBuf> = paths.filter(|path| holds_levels(path)).collect();
    levels.sort();
    levels
}
