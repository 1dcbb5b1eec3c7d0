//! Values of the file models that remember where in their file they stand.
//!
//! Neither serde_json nor ron keeps positions after loading, and both stop at the first fault.
//! [`At`] wraps a value of a file model: it keeps the slice of the text that the value was read
//! from, and a fault inside it spoils that value alone, so one run can report them all.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use crate::diagnostic::{Problem, list, nearest};
use crate::source::{Source, floor_char};

/// What stopped a value from being read: a range of bytes in the text it was read from.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) message: String,
    pub(crate) span: Range<usize>,
    pub(crate) label: String,
}

/// A way to write values down: JSON or RON.
pub(crate) trait Notation {
    /// The text of the next value, unread.
    fn slice<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'de str, D::Error>;
    /// Reads a value from the whole of `text`.
    fn parse<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Fault>;
}

/// The notation of words and levels.
#[derive(Debug)]
pub(crate) enum Json {}

/// The notation of grammars.
#[derive(Debug)]
pub(crate) enum Ron {}

impl Notation for Json {
    fn slice<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'de str, D::Error> {
        <&serde_json::value::RawValue>::deserialize(deserializer).map(|raw| raw.get())
    }

    fn parse<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Fault> {
        serde_json::from_str(text).map_err(|error| json_fault(text, &error))
    }
}

impl Notation for Ron {
    fn slice<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'de str, D::Error> {
        <&ron::value::RawValue>::deserialize(deserializer).map(|raw| ron_value(raw.get_ron()))
    }

    fn parse<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Fault> {
        ron_options()
            .from_str(text)
            .map_err(|error| ron_fault(text, &error))
    }
}

/// Authors write an optional field's value as it is, not as `Some(..)`.
fn ron_options() -> ron::Options {
    ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
}

/// What serde_json says, with the token it is about.
fn json_fault(text: &str, error: &serde_json::Error) -> Fault {
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or(&said).to_owned();
    let line_start = line_start(text, error.line());
    let end = floor_char(text, line_start + error.column());
    let span = match said.starts_with("missing field") {
        true => 0..text.len(),
        false => token_ending(text, end),
    };
    let (message, label) = plainer(&said);
    Fault {
        message,
        span,
        label,
    }
}

/// What ron says, with the token it is about.
fn ron_fault(text: &str, error: &ron::error::SpannedError) -> Fault {
    let offset = |position: ron::error::Position| {
        let start = line_start(text, position.line);
        let column = position.col.saturating_sub(1);
        text[start..]
            .char_indices()
            .nth(column)
            .map_or(text.len(), |(at, _)| start + at)
    };
    let start = offset(error.span.start);
    let end = offset(error.span.end);
    let span = match &error.code {
        ron::Error::MissingStructField { .. } => 0..text.len(),
        _ if end > start => start..end,
        _ => token_at(text, start),
    };
    let (message, label) = match &error.code {
        ron::Error::NoSuchStructField {
            expected, found, ..
        } => unknown("field", found, expected),
        ron::Error::NoSuchEnumVariant {
            expected, found, ..
        } => unknown("choice", found, expected),
        ron::Error::MissingStructField { field, .. } => {
            (format!("the field `{field}` is missing"), "here".to_owned())
        }
        ron::Error::DuplicateStructField { field, .. } => (
            format!("the field `{field}` is given twice"),
            "the second one".to_owned(),
        ),
        ron::Error::ExpectedComma => ("a comma is missing".to_owned(), "before this".to_owned()),
        other => (lower_first(&other.to_string()), String::new()),
    };
    Fault {
        message,
        span,
        label,
    }
}

/// serde's own sentences, said more plainly where they name what was expected.
fn plainer(said: &str) -> (String, String) {
    let names: Vec<&str> = said.split('`').skip(1).step_by(2).collect();
    if said.starts_with("unknown field") && !names.is_empty() {
        return unknown("field", names[0], &names[1..]);
    }
    if let (true, Some(name)) = (said.starts_with("missing field"), names.first()) {
        return (format!("the field `{name}` is missing"), "here".to_owned());
    }
    if let (true, Some(name)) = (said.starts_with("duplicate field"), names.first()) {
        return (
            format!("the field `{name}` is given twice"),
            "the second one".to_owned(),
        );
    }
    let rest = said
        .strip_prefix("invalid type: ")
        .or(said.strip_prefix("invalid value: "));
    if let Some((found, wanted)) = rest.and_then(|rest| rest.split_once(", expected ")) {
        let wanted = plain_type(wanted);
        return (
            format!("{wanted} is wanted here"),
            format!("this is {found}"),
        );
    }
    if said == "expected `,` or `}`" || said == "expected `,` or `]`" {
        return ("a comma is missing".to_owned(), "before this".to_owned());
    }
    (said.to_owned(), String::new())
}

/// What serde calls a type, for people who do not write Rust.
fn plain_type(wanted: &str) -> &str {
    match wanted {
        "i32" => "a whole number up to 2147483647",
        "a sequence" => "a list",
        "a boolean" => "`true` or `false`",
        _ => match wanted.strip_prefix("struct ") {
            Some(_) => "an object with named fields",
            None => wanted,
        },
    }
}

/// The message for a name that is none of those there are.
fn unknown(what: &str, found: &str, expected: &[&str]) -> (String, String) {
    let label = match (nearest(found, expected.iter().copied()), expected.len()) {
        (Some(name), _) => format!("did you mean `{name}`?"),
        (None, 0) => "nothing is expected here".to_owned(),
        (None, 1) => format!("only {} is expected here", list(expected.iter().copied())),
        (None, _) => format!("expected are {}", list(expected.iter().copied())),
    };
    (format!("there is no {what} `{found}`"), label)
}

fn lower_first(said: &str) -> String {
    let mut chars = said.chars();
    chars.next().map_or(String::new(), |first| {
        first.to_lowercase().chain(chars).collect()
    })
}

/// The byte at which a line starts; lines are counted from 1.
fn line_start(text: &str, line: usize) -> usize {
    match line {
        0 | 1 => 0,
        _ => text
            .match_indices('\n')
            .nth(line - 2)
            .map_or(text.len(), |(at, _)| at + 1),
    }
}

/// The word, string or sign that starts at a byte.
fn token_at(text: &str, start: usize) -> Range<usize> {
    let rest = &text[start..];
    let mut chars = rest.char_indices();
    let length = match chars.next() {
        None => 0,
        Some((_, '"')) => string_length(rest),
        Some((_, first)) if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
        Some((_, first)) => first.len_utf8(),
    };
    start..start + length
}

/// The word, string or sign whose last byte (or any byte, for a word) stands just before `end`.
fn token_ending(text: &str, end: usize) -> Range<usize> {
    let last = floor_char(text, end.saturating_sub(1));
    match text[last..].chars().next() {
        Some('"') => match text[..last].rfind('"') {
            Some(open) if string_length(&text[open..]) == last + 1 - open => open..last + 1,
            _ => token_at(text, last),
        },
        Some(c) if is_word(c) => {
            let start = text[..last]
                .rfind(|c| !is_word(c))
                .map_or(0, |at| floor_char(text, at) + 1);
            let start = (start..=last)
                .find(|&at| text.is_char_boundary(at))
                .unwrap_or(last);
            let from_quote = text[..start].ends_with('"');
            token_at(text, if from_quote { start - 1 } else { start })
        }
        Some(c) => last..last + c.len_utf8(),
        None => last..last,
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '+')
}

/// The length of the string that starts `text`, both quotes counted.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            '\n' => return at,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

/// A RON value without the comments and blanks around it.
fn ron_value(raw: &str) -> &str {
    let mut text = raw.trim();
    loop {
        let rest = if let Some(comment) = text.strip_prefix("//") {
            comment.split_once('\n').map_or("", |(_, rest)| rest)
        } else if let Some(comment) = text.strip_prefix("/*") {
            comment.split_once("*/").map_or("", |(_, rest)| rest)
        } else {
            break;
        };
        text = rest.trim();
    }
    match text.starts_with(|c: char| c == '"' || is_word(c)) {
        true => &text[token_at(text, 0)],
        false => text,
    }
}

/// A value of a file model, with the text it was read from.
pub(crate) struct At<'a, T, N> {
    text: &'a str,
    read: Result<T, Fault>,
    notation: PhantomData<N>,
}

impl<'a, T, N> At<'a, T, N> {
    /// The value; a fault in it is reported.
    pub(crate) fn get(self, source: &Source, problems: &mut Vec<Problem>) -> Option<T> {
        match self.read {
            Ok(value) => Some(value),
            Err(fault) => {
                problems.push(source.problem(self.text, fault));
                None
            }
        }
    }

    /// The text the value was read from.
    pub(crate) fn text(&self) -> &'a str {
        self.text
    }
}

impl<'a, 'de: 'a, T: Deserialize<'de>, N: Notation> Deserialize<'de> for At<'a, T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = N::slice(deserializer)?;
        Ok(At {
            text,
            read: N::parse(text),
            notation: PhantomData,
        })
    }
}

#[cfg(feature = "cli")]
impl<T: schemars::JsonSchema, N> schemars::JsonSchema for At<'_, T, N> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
}

/// The entries of a map in the order of the file, equal keys included. Loading into a map of any
/// kind would silently keep the last of them.
pub(crate) struct Entries<K, V>(pub(crate) Vec<(K, V)>);

impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for Entries<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder<K, V>(PhantomData<(K, V)>);

        impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for InOrder<K, V> {
            type Value = Entries<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(InOrder(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ron_values_are_cut_out_of_their_comments() {
        assert_eq!(ron_value("// a\n /* b */ Down // c\n"), "Down");
        assert_eq!(ron_value(" \"a // b\" /* c */"), "\"a // b\"");
        assert_eq!(ron_value("( a: 1 )"), "( a: 1 )");
    }
}
