//! A file of another kind than the one that is wanted: words where the grammar is meant, two versions
//! that git could not merge, and so on.

use crate::diagnostic::{Problem, nearest};
use crate::drawing;
use crate::notation::json_keys;
use crate::source::Source;

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileKind {
    Grammar,
    Words,
    /// A level as JSON.
    Level,
    /// A drawn board.
    Board,
    /// What editors check JSON files against.
    Schema,
    /// What a scenario is compared with.
    Snapshot,
    /// A picture or a page.
    Markup,
}

impl FileKind {
    /// What people call such a file.
    fn name(self) -> &'static str {
        match self {
            FileKind::Grammar => "a grammar",
            FileKind::Words => "a words file",
            FileKind::Level => "a level as JSON",
            FileKind::Board => "a drawn board",
            FileKind::Schema => "a schema for editors",
            FileKind::Snapshot => "a snapshot",
            FileKind::Markup => "SVG, HTML or other XML",
        }
    }

    /// The names of fields that only such a file has.
    fn fields(self) -> &'static [&'static str] {
        match self {
            FileKind::Grammar => &["sentences", "roles", "reading"],
            FileKind::Words => &["\"words\""],
            FileKind::Level => &["\"objects\"", "\"width\"", "\"height\""],
            FileKind::Schema => &["\"$defs\"", "\"properties\""],
            FileKind::Board | FileKind::Snapshot | FileKind::Markup => &[],
        }
    }

    /// Where such a file belongs, instead of where another one is wanted.
    fn place(self, wanted: FileKind) -> &'static str {
        match (self, wanted) {
            (FileKind::Grammar, _) => "give it with `--grammar`",
            (FileKind::Words, _) => "give it with `--words`",
            (FileKind::Schema, _) => "give a file that is checked against it",
            (FileKind::Snapshot, _) => "give the scenario that it shows",
            (FileKind::Markup, _) => "give a file that spellboard reads",
            (FileKind::Level, FileKind::Board) => "let its name end in `.json`",
            (FileKind::Board, FileKind::Level) => "let its name end in `.txt`",
            (FileKind::Level | FileKind::Board, _) => "levels are named without an option",
        }
    }
}

/// The problem of a text that is no file of the wanted kind, and one of another; `None` where it is
/// just one with faults in it.
pub(crate) fn mistaken(source: &Source, wanted: FileKind) -> Option<Problem> {
    if let Some(problem) = unmerged(source) {
        return Some(problem);
    }
    let Some((found, sign)) = other_kind(source, wanted) else {
        return unnamed(source, wanted);
    };
    let message = format!("this is {}, not {}", found.name(), wanted.name());
    let place = source.place_of(sign, found.place(wanted));
    Some(Problem::error(message, place))
}

/// What a text is that is no level at all, for people; `None` for a level, whatever is wrong with it.
#[cfg(feature = "cli")]
pub(crate) fn no_level(source: &Source) -> Option<&'static str> {
    if unmerged(source).is_some() {
        return None;
    }
    let other = other_kind(source, FileKind::Level).map(|(found, _)| found.name());
    let is_unnamed = || unnamed(source, FileKind::Level).is_some();
    other.or_else(|| is_unnamed().then_some("JSON with none of the fields of a level"))
}

/// What a text is instead of a file of the wanted kind, and what of it tells.
fn other_kind(source: &Source, wanted: FileKind) -> Option<(FileKind, &str)> {
    let (found, sign) = kind_of(source, wanted)?;
    // A schema has the fields of what it describes.
    let is_wanted = found != FileKind::Schema && field(source.text(), wanted).is_some();
    (found != wanted && !is_wanted).then_some((found, sign))
}

/// The problem of an object that has fields, and none of those of the wanted kind.
fn unnamed(source: &Source, wanted: FileKind) -> Option<Problem> {
    let (known, example) = match wanted {
        FileKind::Words => (
            wanted.fields(),
            r#"a words file is `{ "words": [{ "name": "..", "role": ".." }, ..] }`"#,
        ),
        FileKind::Level => (
            wanted.fields(),
            r#"a level is `{ "width": 1, "height": 1, "objects": [{ "kind": "..", "x": 0, "y": 0 }, ..] }`; several go in an .ndjson file"#,
        ),
        _ => return None,
    };
    let keys = json_keys(source.text())?;
    let first = keys.first()?;
    // That quotes are missing is another fault.
    if !keys.iter().all(|key| key.len() > 1 && key.ends_with('"')) {
        return None;
    }
    let bare = |key: &str| key.trim_matches('"').to_owned();
    let known: Vec<String> = known.iter().map(|name| bare(name)).collect();
    let is_known = |key: &&str| nearest(&bare(key), known.iter().map(String::as_str)).is_some();
    if keys.iter().any(is_known) {
        return None;
    }
    let message = format!("this is not {}: it has none of its fields", wanted.name());
    let label = match keys.len() {
        1 => "this is its only field",
        _ => "this is its first field",
    };
    Some(Problem::error(message, source.place_of(first, label)).help(example))
}

/// How the lines start that git puts around and between two versions.
pub(crate) const UNMERGED: [&str; 3] = ["<<<<<<< ", "=======", ">>>>>>> "];

/// What to say of two versions.
pub(crate) const UNMERGED_LINES: &str = "two versions of these lines wait to be merged";
pub(crate) const KEEP_ONE: &str = "keep one of the two, and leave the lines of git out";

/// The problem of a text in which git left two versions, since it could not merge them.
pub(crate) fn unmerged(source: &Source) -> Option<Problem> {
    let mut lines = source.text().lines();
    let start = lines.find(|line| line.starts_with(UNMERGED[0]))?;
    let mut rest = lines.skip_while(|line| !line.starts_with(UNMERGED[1]));
    rest.next()?;
    let end = rest.find(|line| line.starts_with(UNMERGED[2]))?;
    let place = source.place_of(start, KEEP_ONE);
    let problem = Problem::error(UNMERGED_LINES, place);
    Some(problem.and(source.place_of(end, "up to here")))
}

/// What snapshots start with.
const FRONT: &str = "---\n";

/// The start of a text that is markup: its first tag.
fn markup(text: &str) -> Option<&str> {
    let tag = text.trim_start();
    let length = tag.find(|c: char| c.is_whitespace() || c == '>')?;
    let is_tag = tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '?' || c == '!');
    is_tag.then_some(&tag[..length])
}

/// What a text holds, and what of it tells. Whoever wants a board knows whether it is one.
fn kind_of(source: &Source, wanted: FileKind) -> Option<(FileKind, &str)> {
    let text = source.text();
    let lines = text.lines().map(str::trim);
    let start = lines
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .find_map(|line| line.chars().next())?;
    let kinds: &[FileKind] = match start {
        '(' => &[FileKind::Grammar],
        '<' => return Some((FileKind::Markup, markup(text)?)),
        '-' if text.starts_with(FRONT) => {
            let is_snapshot = text.contains("\nsource: ") && text.contains("\n---\n");
            return is_snapshot.then_some((FileKind::Snapshot, &text[..FRONT.len() - 1]));
        }
        '[' if wanted == FileKind::Words => &[FileKind::Level],
        '{' => &[FileKind::Schema, FileKind::Words, FileKind::Level],
        _ if wanted == FileKind::Board => return None,
        _ => {
            let mut tiles = drawing::drawn(text).map(|(_, tile)| tile);
            let first = tiles.next()?;
            let has_data =
                |tile: &str| tile.contains(['{', '}', '[', ']', '(', ')', '"', ':', ',']);
            // A word alone may be the start of anything.
            let is_board =
                tiles.next().is_some() && !drawing::drawn(text).any(|(_, tile)| has_data(tile));
            let is_board = is_board && drawing::level(source).is_ok();
            return is_board.then_some((FileKind::Board, first));
        }
    };
    let mut kinds = kinds.iter();
    kinds.find_map(|&kind| Some((kind, field(text, kind)?)))
}

/// The first field of a text that only files of a kind have.
fn field(text: &str, kind: FileKind) -> Option<&str> {
    kind.fields().iter().find_map(|name| {
        let mut found = text.match_indices(name);
        let is_field = |at: usize| text[at + name.len()..].trim_start().starts_with(':');
        let (at, _) = found.find(|&(at, _)| is_field(at))?;
        Some(&text[at..at + name.len()])
    })
}
