//! Texts as the protocol counts in them: lines from 0, and characters in the units that client and
//! server agreed on.

use std::ops::Range;

use gen_lsp_types::{self as lsp, Position, PositionEncodingKind};
use serde_json::Value;

use crate::source::floor_char;

/// What the characters of a line are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes.
    Utf8,
    /// What every client knows: a character outside the basic plane counts as two.
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// The first of a client's encodings that is known here.
    pub(super) fn agreed(capabilities: &Value) -> Encoding {
        let offered = capabilities.pointer("/general/positionEncodings");
        let offered = offered.and_then(Value::as_array).into_iter().flatten();
        let known = offered.filter_map(|name| match name.as_str()? {
            "utf-8" => Some(Encoding::Utf8),
            "utf-16" => Some(Encoding::Utf16),
            "utf-32" => Some(Encoding::Utf32),
            _ => None,
        });
        known.into_iter().next().unwrap_or(Encoding::Utf16)
    }

    /// As the protocol has it.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn length(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
            Encoding::Utf32 => text.chars().count(),
        }
    }

    /// The byte before which so many units stand, or the end of the text.
    fn byte(self, text: &str, units: usize) -> usize {
        if self == Encoding::Utf8 || text.is_ascii() {
            return floor_char(text, units);
        }
        let mut left = units;
        for (at, c) in text.char_indices() {
            let length = if self == Encoding::Utf16 {
                c.len_utf16()
            } else {
                1
            };
            if left < length {
                return at;
            }
            left -= length;
        }
        text.len()
    }
}

/// A text with the bytes at which its lines start.
#[derive(Debug, Clone)]
pub(super) struct Text {
    text: String,
    starts: Vec<usize>,
}

impl Text {
    pub(super) fn new(text: String) -> Self {
        let starts = line_starts(&text);
        Text { text, starts }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// A line without its end; nothing behind the last one.
    fn line(&self, line: usize) -> Range<usize> {
        let Some(&start) = self.starts.get(line) else {
            return self.text.len()..self.text.len();
        };
        let end = self
            .starts
            .get(line + 1)
            .copied()
            .unwrap_or(self.text.len());
        let whole = &self.text[start..end];
        start..start + whole.trim_end_matches(['\n', '\r']).len()
    }

    /// The byte at a position. One behind the end of its line or text means that end.
    pub(super) fn offset(&self, position: Position, encoding: Encoding) -> usize {
        let line = self.line(position.line as usize);
        line.start + encoding.byte(&self.text[line.clone()], position.character as usize)
    }

    /// The position of a byte.
    pub(super) fn position(&self, offset: usize, encoding: Encoding) -> Position {
        let offset = floor_char(&self.text, offset);
        let number = self.starts.partition_point(|&start| start <= offset) - 1;
        let line = self.line(number);
        let before = &self.text[line.start..offset.min(line.end)];
        Position {
            line: number as u32,
            character: encoding.length(before) as u32,
        }
    }

    /// The range of some bytes.
    pub(super) fn range(&self, span: Range<usize>, encoding: Encoding) -> lsp::Range {
        lsp::Range {
            start: self.position(span.start, encoding),
            end: self.position(span.end.max(span.start), encoding),
        }
    }

    /// Puts other text in the place of a range.
    pub(super) fn replace(&mut self, range: lsp::Range, text: &str, encoding: Encoding) {
        let (start, end) = (range.start.min(range.end), range.end.max(range.start));
        let span = self.offset(start, encoding)..self.offset(end, encoding);
        self.text.replace_range(span, text);
        self.starts = line_starts(&self.text);
    }
}

/// A line ends with `\n`, `\r\n` or `\r`.
fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends = |at: &usize| match bytes[*at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    let behind = (0..bytes.len()).filter(ends).map(|at| at + 1);
    std::iter::once(0).chain(behind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a\tb\r\n日本 x\r🦉owl\n\ne\u{301}";

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn positions_of_every_character_lead_back_to_it() {
        let text = Text::new(TEXT.to_owned());
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            for (offset, c) in TEXT.char_indices().filter(|(_, c)| !"\r\n".contains(*c)) {
                let position = text.position(offset, encoding);
                assert_eq!(
                    text.offset(position, encoding),
                    offset,
                    "{encoding:?} {c:?}"
                );
            }
        }
    }

    #[test]
    fn characters_are_counted_in_the_units_of_the_encoding() {
        let text = Text::new(TEXT.to_owned());
        let (x, owl) = (TEXT.find('x').unwrap(), TEXT.find("owl").unwrap());
        let positions = |offset| {
            [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32]
                .map(|encoding| text.position(offset, encoding))
        };
        assert_eq!(positions(x), [at(1, 7), at(1, 3), at(1, 3)]);
        assert_eq!(positions(owl), [at(2, 4), at(2, 2), at(2, 1)]);
        let end = TEXT.len();
        assert_eq!(positions(end), [at(4, 3), at(4, 2), at(4, 2)]);
    }

    #[test]
    fn positions_outside_mean_the_nearest_inside() {
        let text = Text::new(TEXT.to_owned());
        let offset = |line, character| text.offset(at(line, character), Encoding::Utf16);
        assert_eq!(offset(0, 99), 3);
        assert_eq!(offset(99, 0), TEXT.len());
        // The middle of a character is its start.
        assert_eq!(offset(2, 1), TEXT.find('🦉').unwrap());
    }

    #[test]
    fn edits_replace_ranges() {
        let mut text = Text::new("one\r\ntwo".to_owned());
        let range = |from, to| lsp::Range {
            start: from,
            end: to,
        };
        text.replace(range(at(0, 3), at(1, 1)), " 🦉\n", Encoding::Utf16);
        assert_eq!(text.as_str(), "one 🦉\nwo");
        text.replace(range(at(0, 6), at(0, 4)), "", Encoding::Utf16);
        assert_eq!(text.as_str(), "one \nwo");
        assert_eq!(text.offset(at(1, 1), Encoding::Utf16), 6);
    }
}
