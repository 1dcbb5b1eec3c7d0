//! Where the files of a project are kept.

use std::fs;
use std::path::{Path, PathBuf};

use super::SCENARIOS;
use crate::diagnostic::Problem;
use crate::source::Source;

/// The files of a project. Paths lead from its folder, with `/` between their parts.
pub(crate) trait Files {
    /// The paths of all files below a folder, sorted; none when there is no such folder. Hidden
    /// files and the copies that editors make are left out.
    fn below(&self, folder: &str) -> Vec<String>;

    /// Whether there is a file of this path.
    fn has(&self, path: &str) -> bool;

    /// The text of a file.
    fn source(&self, path: &str) -> Result<Source, Problem>;

    /// What messages call a file.
    fn name(&self, path: &str) -> String {
        path.to_owned()
    }

    /// The bytes of a file, text or not.
    #[cfg(feature = "cli")]
    fn bytes(&self, path: &str) -> Result<Vec<u8>, Problem> {
        self.source(path).map(|source| source.text().into())
    }
}

/// A project in a folder.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    root: PathBuf,
}

impl Folder {
    /// The project in a folder; the empty path means the one where the command runs.
    pub(crate) fn new(root: impl Into<PathBuf>) -> Folder {
        Folder { root: root.into() }
    }

    /// The project in which a command runs: that of this folder, or else the nearest above, looked
    /// for as git looks for its repository. Where there is none, this folder.
    pub(crate) fn here() -> Folder {
        Folder::new(nearest().unwrap_or_default())
    }

    /// A path of the project as the system, and messages, have it.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// The files of words, whether a grammar is read with them or not.
    #[cfg(feature = "cli")]
    pub(crate) fn words_files(&self) -> Vec<String> {
        let is_words = |path: &String| {
            let name = path.strip_prefix("content/").unwrap_or(path);
            let is_data = name.ends_with(".json") && !name.ends_with(".schema.json");
            is_data && !name.contains('/')
        };
        self.below("content").into_iter().filter(is_words).collect()
    }

    fn add_below(&self, folder: &str, found: &mut Vec<String>) {
        let entries = fs::read_dir(self.path(folder)).into_iter().flatten();
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if is_aside(&name) {
                continue;
            }
            let path = format!("{folder}/{name}");
            // A link to a folder could lead round in a ring, so it is not followed.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => self.add_below(&path, found),
                _ => found.push(path),
            }
        }
    }
}

impl Files for Folder {
    fn below(&self, folder: &str) -> Vec<String> {
        let mut found = Vec::new();
        self.add_below(folder, &mut found);
        found.sort();
        found
    }

    fn has(&self, path: &str) -> bool {
        self.path(path).is_file()
    }

    fn source(&self, path: &str) -> Result<Source, Problem> {
        Source::load(&self.path(path))
    }

    fn name(&self, path: &str) -> String {
        self.path(path).display().to_string()
    }

    #[cfg(feature = "cli")]
    fn bytes(&self, path: &str) -> Result<Vec<u8>, Problem> {
        Source::bytes_of(&self.path(path))
    }
}

/// The way from here up to the nearest folder that holds a project; a repository is not left.
fn nearest() -> Option<PathBuf> {
    let mut folder = std::env::current_dir().ok()?;
    let mut way = PathBuf::new();
    loop {
        if holds_project(&way) {
            return Some(way);
        }
        if way.join(".git").exists() || !folder.pop() {
            return None;
        }
        way.push("..");
    }
}

/// Whether a folder has words, a grammar, or scenarios.
fn holds_project(folder: &Path) -> bool {
    let is_grammar = |entry: fs::DirEntry| entry.path().extension() == Some("ron".as_ref());
    let grammars = fs::read_dir(folder.join("grammar")).into_iter().flatten();
    folder.join("content/words.json").is_file()
        || folder.join(SCENARIOS).is_dir()
        || grammars.flatten().any(is_grammar)
}

/// Whether a file of this name is none of the project's: hidden, or an editor's copy of another.
pub(crate) fn is_aside(name: &str) -> bool {
    name.starts_with('.')
        || name.ends_with('~')
        || Path::new(name).extension().is_some_and(|end| end == "swp")
}
