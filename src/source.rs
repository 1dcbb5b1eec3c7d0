//! A data file's text, and the places in it.

use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use serde::de::Deserialize;

use crate::diagnostic::{Place, Problem, list, nearest, tidy};
use crate::mend::Mend;
use crate::notation::{Cause, Fault, Notation};

/// The longest line that is drawn under a message, in bytes.
const LONGEST_EXCERPT: usize = 16 * 1024;

/// What to do about a file in another encoding.
const SAVE_AS: &str = "save it as UTF-8";

/// A field that has one value, and the one that is for several.
const ONE_AND_SEVERAL: (&str, &str) = ("\"role\"", "roles");

/// The text of a data file, with the name that messages give it.
///
/// ```
/// let words = spellboard::Source::new("mine.json", r#"{ "words": [] }"#);
/// assert_eq!(words.name(), "mine.json");
/// ```
#[derive(Debug, Clone)]
pub struct Source {
    name: String,
    text: String,
    first_line: usize,
    /// The bytes at which lines start; made when the first place is asked for.
    line_starts: OnceLock<Vec<usize>>,
    /// What this was before it was mended, and how: places are those of its author.
    mended: Option<(Arc<Source>, Vec<Mend>)>,
}

impl Source {
    /// A file's text, already in memory. A byte order mark in front is dropped.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let mut text = text.into();
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        Source {
            name: name.into(),
            text,
            first_line: 1,
            line_starts: OnceLock::new(),
            mended: None,
        }
    }

    /// The same text as a part of a larger file in which it starts on this line, from 1.
    pub fn on_line(self, line: usize) -> Self {
        Source {
            first_line: line,
            ..self
        }
    }

    /// Reads a file. A missing file, a folder and text that is not UTF-8 are problems.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// fn length(path: &Path) -> Result<usize, Box<dyn std::error::Error>> {
    ///     Ok(spellboard::Source::load(path)?.text().len())
    /// }
    /// let error = length(Path::new("nowhere.json")).unwrap_err();
    /// assert_eq!(error.to_string(), "nowhere.json: this file cannot be read: there is no such file");
    /// ```
    pub fn load(path: &Path) -> Result<Self, Problem> {
        Self::from_bytes(path.display().to_string(), Self::bytes_of(path)?)
    }

    /// The bytes of a file, text or not.
    pub(crate) fn bytes_of(path: &Path) -> Result<Vec<u8>, Problem> {
        std::fs::read(path).map_err(|error| unreadable(path, &error))
    }

    /// Text from bytes that should be UTF-8, the encoding of every file that is read here.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, Problem> {
        let name = name.into();
        if is_utf16(&bytes) {
            let mut place = Source::new(&*name, "").whole();
            (place.line, place.column, place.end_column) = (1, 1, 2);
            let problem = Problem::error("this file is UTF-16, not UTF-8", place);
            return Err(problem.help(SAVE_AS));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(name, text)),
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let bytes = error.into_bytes();
                let text = String::from_utf8_lossy(&bytes[..good]).into_owned();
                let mut place = Source::new(&*name, text).whole();
                (place.line, place.column) = (1, 1);
                for line in String::from_utf8_lossy(&bytes[..good])
                    .split('\n')
                    .enumerate()
                {
                    (place.line, place.column) = (line.0 + 1, line.1.chars().count() + 1);
                }
                place.end_column = place.column + 1;
                let message = format!(
                    "this file is not UTF-8: byte {:#04x} stands here",
                    bytes[good]
                );
                Err(Problem::error(message, place).help(SAVE_AS))
            }
        }
    }

    /// The name that messages give the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text with changes of which none overlap: of those that do, the first is made.
    pub(crate) fn mended(&self, mut mends: Vec<Mend>) -> Source {
        mends.sort_by_key(|mend| mend.span.start);
        let mut made: Vec<Mend> = Vec::new();
        let (mut text, mut end) = (String::new(), 0);
        for mend in mends {
            if let Some(kept) = self.text.get(end..mend.span.start) {
                text += kept;
                text += &mend.text;
                end = mend.span.end;
                made.push(mend);
            }
        }
        text += self.text.get(end..).unwrap_or_default();
        Source {
            mended: Some((Arc::new(self.clone()), made)),
            first_line: self.first_line,
            ..Source::new(&*self.name, text)
        }
    }

    /// Whether a byte is in what was put in to mend the text.
    pub(crate) fn is_made_up(&self, at: usize) -> bool {
        self.mended.as_ref().is_some_and(|(before, mends)| {
            let back = Mend::span_back(mends, at..at).start;
            Mend::has_made(mends, at) || before.is_made_up(back)
        })
    }

    /// Where `part`, a slice of this text, stands in it. Text from elsewhere stands nowhere, which
    /// is taken for the start.
    pub(crate) fn span(&self, part: &str) -> Range<usize> {
        let offset = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        if offset > self.text.len() {
            return 0..0;
        }
        offset..(offset + part.len()).min(self.text.len())
    }

    /// The file as a whole, with no line of it.
    pub(crate) fn whole(&self) -> Place {
        Place {
            file: self.name.clone(),
            line: 0,
            column: 0,
            end_column: 0,
            excerpt: None,
            marked: 0..0,
            label: String::new(),
        }
    }

    /// The place of a range of bytes; a range over several lines is cut at the end of its first.
    pub(crate) fn place(&self, span: Range<usize>, label: impl Into<String>) -> Place {
        if let Some((before, mends)) = &self.mended {
            return before.place(Mend::span_back(mends, span), label);
        }
        let start = floor_char(&self.text, span.start);
        let line_starts = self.line_starts.get_or_init(|| {
            let ends = self.text.match_indices('\n').map(|(at, _)| at + 1);
            std::iter::once(0).chain(ends).collect()
        });
        let number = line_starts.partition_point(|&line| line <= start) - 1;
        let line_start = line_starts[number];
        let rest = &self.text[line_start..];
        let line = rest.split('\n').next().unwrap_or("").trim_end_matches('\r');
        let from = (start - line_start).min(line.len());
        let to = floor_char(line, span.end.saturating_sub(line_start)).max(from);
        let column = line[..from].chars().count() + 1;
        Place {
            file: self.name.clone(),
            line: self.first_line + number,
            column,
            end_column: column + line[from..to].chars().count(),
            excerpt: (line.len() <= LONGEST_EXCERPT).then(|| line.to_owned()),
            marked: from..to,
            label: tidy(label.into()),
        }
    }

    /// The place of `part`, a slice of this text.
    pub(crate) fn place_of(&self, part: &str, label: impl Into<String>) -> Place {
        self.place(self.span(part), label)
    }

    /// Reads the whole text as one value.
    pub(crate) fn parse<'a, N: Notation, T: Deserialize<'a>>(&'a self) -> Result<T, Problem> {
        N::parse_file(&self.text).map_err(|fault| self.problem(&self.text, *fault))
    }

    /// What a fault inside `part`, a slice of this text, means to its author.
    pub(crate) fn problem(&self, part: &str, fault: Fault) -> Problem {
        let offset = self.span(part).start;
        let moved = |span: Range<usize>| offset + span.start..offset + span.end;
        let (one, several) = ONE_AND_SEVERAL;
        let field = self.text[..offset].trim_end().trim_end_matches(':');
        let label = match fault.cause == Cause::Several && field.trim_end().ends_with(one) {
            true => format!("{}: did you mean `{several}`?", fault.label),
            false => fault.label,
        };
        let place = self.place(moved(fault.span), label);
        let mut problem = Problem::error(fault.message, place);
        if let Some((span, label)) = fault.also {
            problem = problem.and(self.place(moved(span), label));
        }
        problem.mend = fault.mend.map(|mend| Mend {
            span: moved(mend.span),
            ..mend
        });
        match fault.help {
            Some(help) => problem.help(help),
            None => problem,
        }
    }
}

/// Whether bytes are text in UTF-16: by its byte order mark, or because each second one is 0.
fn is_utf16(bytes: &[u8]) -> bool {
    let marked = matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
    let zeros = bytes.iter().take(4).map(|&byte| byte == 0);
    let zeros: Vec<bool> = zeros.collect();
    marked || zeros == [true, false, true, false] || zeros == [false, true, false, true]
}

/// The names of what lies in a folder, sorted.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Why a file could not be read at all, with the name that was probably meant.
fn unreadable(path: &Path, error: &std::io::Error) -> Problem {
    let place = Source::new(path.display().to_string(), "").whole();
    if path.is_dir() {
        let problem = Problem::error("this is a folder, a file was expected", place);
        let inside = names_in(path);
        let paths = inside.iter().map(|name| path.join(name));
        let files: Vec<String> = paths
            .filter(|path| path.is_file())
            .map(|path| path.display().to_string())
            .take(8)
            .collect();
        return match files.is_empty() {
            true => problem,
            false => problem.help(format!(
                "name a file in it, such as {}",
                list(files.iter().map(String::as_str))
            )),
        };
    }
    let problem = Problem::error(format!("this file cannot be read: {}", cause(error)), place);
    let folder = path.parent().map_or(Path::new(""), |folder| folder);
    let neighbours = match folder.as_os_str().is_empty() {
        true => names_in(Path::new(".")),
        false => names_in(folder),
    };
    let wanted = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    match nearest(&wanted, neighbours.iter().map(String::as_str)) {
        Some(name) if name != wanted => problem.help(format!(
            "did you mean `{}`?",
            path.with_file_name(name).display()
        )),
        _ => problem,
    }
}

/// What stopped a file from being read, in the same words on every system.
fn cause(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// The nearest start of a character at or before a byte.
pub(crate) fn floor_char(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_and_stop_at_the_end_of_the_line() {
        let source = Source::new("x", "one\r\n日本 two\r\nthree");
        let at = source.text().find("two").unwrap();
        let place = source.place(at..at + 40, "");
        assert_eq!((place.line, place.column), (2, 4));
        assert_eq!(place.excerpt.as_deref(), Some("日本 two"));
        assert_eq!(&"日本 two"[place.marked], "two");
        let end = source.place(source.text().len()..source.text().len(), "");
        assert_eq!((end.line, end.column), (3, 6));
    }
}
