//! A data file's text, and the places in it.

mod file;

#[cfg(feature = "cli")]
pub(crate) use file::is_utf16;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::diagnostic::{Place, tidy};
use crate::mend::Mend;

/// The longest line that is drawn under a message, in bytes.
const LONGEST_EXCERPT: usize = 16 * 1024;

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
