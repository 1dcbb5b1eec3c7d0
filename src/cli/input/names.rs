//! Which files hold levels, told from how their names end.

use std::path::{Path, PathBuf};

use crate::mistaken;
use crate::source::Source;

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
    ends_with(path, LAYERS)
}

/// Whether a file holds the settings of a level of the game.
pub(super) fn has_settings(path: &Path) -> bool {
    ends_with(path, SETTINGS)
}

/// Whether a name ends so, in upper or lower case: some systems do not tell them apart.
fn ends_with(path: &Path, end: &str) -> bool {
    let own = path.extension();
    own.is_some_and(|own| own.eq_ignore_ascii_case(end))
}

/// Where the settings of a level of the game lie.
pub(in crate::cli) fn settings_of(layers: &Path) -> PathBuf {
    beside(layers, SETTINGS)
}

/// Where the layers lie to which settings belong.
pub(super) fn layers_of(settings: &Path) -> PathBuf {
    beside(settings, LAYERS)
}

/// The file of the same name with another end, which is in upper case where the first is.
fn beside(path: &Path, end: &str) -> PathBuf {
    let own = path.extension().and_then(|own| own.to_str());
    let is_upper = own.is_some_and(|own| own == own.to_ascii_uppercase());
    match is_upper {
        true => path.with_extension(end.to_ascii_uppercase()),
        false => path.with_extension(end),
    }
}

/// How a file holds levels of our own; `None` where its name does not tell.
pub(super) fn form_of(path: &Path) -> Option<Form> {
    match &*path.extension()?.to_str()?.to_ascii_lowercase() {
        "json" => Some(Form::Level),
        "ndjson" | "jsonl" => Some(Form::Lines),
        "txt" => Some(Form::Drawing),
        _ => None,
    }
}

/// What a JSON file is that is no level at all; `None` for any other file.
pub(in crate::cli) fn no_level(
    path: &Path,
    read: impl FnOnce() -> Option<Source>,
) -> Option<&'static str> {
    let is_json = form_of(path) == Some(Form::Level);
    let source = is_json.then(read).flatten()?;
    mistaken::no_level(&source)
}

/// The levels of some folders, and the files in them that only look like levels by their names.
#[derive(Default)]
pub(in crate::cli) struct InFolders {
    pub(in crate::cli) levels: Vec<PathBuf>,
    /// Each with what it is.
    passed_over: Vec<(PathBuf, &'static str)>,
}

impl InFolders {
    /// The files that are named, with all levels in it for a folder that has some.
    pub(in crate::cli) fn named(named: &[PathBuf]) -> InFolders {
        let mut all = InFolders::default();
        for path in named {
            let known = all.levels.len();
            all.add(path);
            if all.levels.len() == known {
                all.levels.push(path.clone());
            }
        }
        all
    }

    /// All levels of a folder, sorted; none when there is no such folder.
    pub(in crate::cli) fn of(folder: &Path) -> InFolders {
        let mut all = InFolders::default();
        all.add(folder);
        all
    }

    fn add(&mut self, folder: &Path) {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            if has_settings(&path) {
                let is_alone = matches!(layers_of(&path).try_exists(), Ok(false));
                self.passed_over.extend(
                    is_alone.then_some((path, "the settings of a level that is not there")),
                );
                continue;
            }
            if !holds_levels(&path) {
                continue;
            }
            match no_level(&path, || Source::load(&path).ok()) {
                Some(other) => self.passed_over.push((path, other)),
                None => self.levels.push(path),
            }
        }
    }

    /// The levels; which files were passed over, and why, goes to standard error.
    pub(in crate::cli) fn told(self) -> Vec<PathBuf> {
        for (path, other) in self.passed_over {
            anstream::eprintln!("passed over {}: it is {other}", path.display());
        }
        self.levels
    }
}
