//! The files of a project as the editor has them: open texts first, then what is on disk.

use std::fs;
use std::path::Path;

use super::documents::Documents;
use super::text::Text;
use crate::diagnostic::Problem;
use crate::notation::Outline;
use crate::project::{Files, Folder, is_aside, is_scenario};
use crate::source::Source;

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A grammar (RON).
    Grammar,
    /// Words (JSON).
    Words,
    /// A level (JSON).
    Level,
    /// A level on every line (JSON).
    Levels,
    /// A drawn board.
    Board,
}

/// The files below a folder, open texts included.
#[derive(Debug, Clone, Copy)]
pub(super) struct Overlay<'a> {
    pub(super) root: &'a Path,
    pub(super) documents: &'a Documents,
}

impl Overlay<'_> {
    /// The path of a file as messages name it: from the project's folder on.
    pub(super) fn name(&self, path: &Path) -> String {
        let below = path.strip_prefix(self.root).unwrap_or(path);
        let name = below.to_string_lossy();
        if cfg!(windows) {
            name.replace('\\', "/")
        } else {
            name.into_owned()
        }
    }

    /// The text of a file as it is written; `None` where there is no such file.
    pub(super) fn text(&self, name: &str) -> Option<Text> {
        match self.documents.at(&self.root.join(name)) {
            Some((_, document)) => Some(document.text.clone()),
            None => self.raw(name).map(Text::new),
        }
    }

    /// The text of a file, without the places of its lines.
    pub(super) fn raw(&self, name: &str) -> Option<String> {
        let path = self.root.join(name);
        if let Some((_, document)) = self.documents.at(&path) {
            return Some(document.text.as_str().to_owned());
        }
        let bytes = fs::read(path).ok()?;
        let text = String::from_utf8(bytes);
        Some(text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    /// The files right in a folder, sorted.
    pub(super) fn inside(&self, folder: &str) -> Vec<String> {
        let path = self.root.join(folder);
        let on_disk = fs::read_dir(&path).into_iter().flatten().flatten();
        let mut found: Vec<String> = on_disk
            .filter(|entry| !is_aside(&entry.file_name().to_string_lossy()))
            .map(|entry| self.name(&entry.path()))
            .collect();
        found.extend(
            self.open()
                .filter(|open| open.rsplit_once('/').map_or("", |(folder, _)| folder) == folder),
        );
        found.sort();
        found.dedup();
        found
    }

    /// The names of all open texts of the project.
    pub(super) fn open(&self) -> impl Iterator<Item = String> {
        let below = |path: &Path| path.starts_with(self.root).then(|| self.name(path));
        self.documents
            .iter()
            .filter_map(move |(_, document)| below(&document.path))
    }
}

/// The folder of a file.
pub(super) fn folder_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

impl Files for Overlay<'_> {
    fn below(&self, folder: &str) -> Vec<String> {
        let mut found = Folder::new(self.root).below(folder);
        let prefix = format!("{folder}/");
        found.extend(self.open().filter(|name| name.starts_with(&prefix)));
        found.sort();
        found.dedup();
        found
    }

    fn has(&self, name: &str) -> bool {
        let path = self.root.join(name);
        self.documents.at(&path).is_some() || path.is_file()
    }

    fn source(&self, name: &str) -> Result<Source, Problem> {
        let path = self.root.join(name);
        if let Some((_, document)) = self.documents.at(&path) {
            return Ok(Source::new(name, document.text.as_str()));
        }
        match fs::read(&path) {
            Ok(bytes) if path.is_file() => Source::from_bytes(name, bytes),
            _ => Source::load(&path),
        }
    }
}

impl Kind {
    /// What a file holds, told from where it lies and what it says; `None` for any other file.
    /// What `is_board` says of a text decides about those that lie anywhere.
    pub(super) fn of(name: &str, text: &str, is_board: impl FnOnce() -> bool) -> Option<Kind> {
        let (_, file) = name.rsplit_once('/').unwrap_or(("", name));
        let has_levels = format!("/{name}").contains("/levels/") || is_scenario(name);
        match file.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "ron" => is_grammar(name, file, text).then_some(Kind::Grammar),
            "json" if has_levels => Some(Kind::Level),
            "json" => of_json(name, file, text),
            "ndjson" | "jsonl" if has_levels => Some(Kind::Levels),
            "txt" if has_levels => Some(Kind::Board),
            "txt" => is_board().then_some(Kind::Board),
            // What is new has no ending yet.
            _ if !file.contains('.') && name.contains(':') => is_board().then_some(Kind::Board),
            _ => None,
        }
    }
}

/// The names of the fields of a whole file.
fn fields(outline: &Outline) -> Vec<String> {
    let nodes = outline.nodes().iter();
    let fields = nodes.filter(|node| node.parent == Some(0));
    let named = fields.filter_map(|node| node.key.clone());
    named.map(|key| outline.string(key).into_owned()).collect()
}

fn is_grammar(name: &str, file: &str, text: &str) -> bool {
    const FIELDS: [&str; 4] = ["read", "reading", "roles", "sentences"];
    let by_place = format!("/{name}").contains("/grammar/") || file == "grammar.ron";
    by_place || {
        let outline = Outline::ron(text);
        let fields = fields(&outline);
        FIELDS
            .iter()
            .any(|known| fields.iter().any(|field| field == known))
    }
}

fn of_json(name: &str, file: &str, text: &str) -> Option<Kind> {
    let fields = fields(&Outline::json(text));
    let has = |known: &str| fields.iter().any(|field| field == known);
    let by_place = format!("/{name}").contains("/content/") || file == "words.json";
    if has("words") {
        Some(Kind::Words)
    } else if has("objects") || has("width") && has("height") {
        Some(Kind::Level)
    } else {
        (by_place && !file.ends_with(".schema.json")).then_some(Kind::Words)
    }
}
