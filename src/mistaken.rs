//! A file of another kind than the one that is wanted: words where the grammar is meant, two versions
//! that git could not merge, and so on.

use crate::diagnostic::Problem;
use crate::drawing;
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
        }
    }

    /// The names of fields that only such a file has.
    fn fields(self) -> &'static [&'static str] {
        match self {
            FileKind::Grammar => &["sentences", "roles", "reading"],
            FileKind::Words => &["\"words\""],
            FileKind::Level => &["\"objects\"", "\"width\"", "\"height\""],
            FileKind::Schema => &["\"$defs\"", "\"properties\""],
            FileKind::Board => &[],
        }
    }

    /// Where such a file belongs, instead of where another one is wanted.
    fn place(self, wanted: FileKind) -> &'static str {
        match (self, wanted) {
            (FileKind::Grammar, _) => "give it with `--grammar`",
            (FileKind::Words, _) => "give it with `--words`",
            (FileKind::Schema, _) => "give a file that is checked against it",
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
    let (found, sign) = kind_of(source, wanted)?;
    // A schema has the fields of what it describes.
    let is_wanted = found != FileKind::Schema && field(source.text(), wanted).is_some();
    if found == wanted || is_wanted {
        return None;
    }
    let message = format!("this is {}, not {}", found.name(), wanted.name());
    let place = source.place_of(sign, found.place(wanted));
    Some(Problem::error(message, place))
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

/// What a text holds, and what of it tells. Whoever wants a board knows whether it is one.
fn kind_of(source: &Source, wanted: FileKind) -> Option<(FileKind, &str)> {
    let text = source.text();
    let lines = text.lines().map(str::trim);
    let start = lines
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .find_map(|line| line.chars().next())?;
    let kinds: &[FileKind] = match start {
        '(' => &[FileKind::Grammar],
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
