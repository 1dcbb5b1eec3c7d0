//! The words, strings and signs of a text, told apart without knowing what it should hold.
//!
//! Only a text that could not be read is scanned, to find the place that an author has to mend.

use std::ops::Range;

/// How a notation writes strings and comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Json,
    Ron,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a number.
    Word,
    /// A string with its quotes.
    Text,
    /// A string that does not end where it should.
    OpenText,
    /// A comment; in RON only one that does not end.
    Comment,
    /// Any other character.
    Sign,
}

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Range<usize>,
}

/// The tokens of a text, in order. RON's comments are left out.
pub(super) fn tokens(text: &str, style: Style) -> impl Iterator<Item = Token> {
    let mut at = 0;
    let next = move || {
        let rest = text.get(at..)?.trim_start();
        let start = text.len() - rest.len();
        let (kind, length) = token(rest, style)?;
        at = start + length;
        let span = start..at;
        Some(Token { kind, span })
    };
    let seen = move |token: &Token| {
        let comment = token.kind == Kind::Comment && style == Style::Ron;
        !comment || is_open_comment(&text[token.span.clone()])
    };
    std::iter::from_fn(next).filter(seen)
}

/// The kind and the length of the token that starts a text.
fn token(text: &str, style: Style) -> Option<(Kind, usize)> {
    let first = text.chars().next()?;
    let length = |of: usize| if of == 0 { first.len_utf8() } else { of };
    Some(match (first, style) {
        ('"', Style::Json) => json_string(text),
        ('"', Style::Ron) => ron_string(text),
        ('r', Style::Ron) if raw_string(text).is_some() => {
            (Kind::Text, raw_string(text).unwrap_or(text.len()))
        }
        ('\'', Style::Ron) => (Kind::Word, length(character(text).unwrap_or(0))),
        ('/', _) if text.starts_with("//") || text.starts_with("/*") => {
            (Kind::Comment, comment(text))
        }
        _ if is_word(first) => {
            let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
            (Kind::Word, end)
        }
        _ => (Kind::Sign, first.len_utf8()),
    })
}

/// Whether a name or a number can have this character.
pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '+' | '$')
}

/// Where the string that starts `text` ends: behind its second quote, if it has one.
fn string_end(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return Some(at + 1),
            _ => escaped = c == '\\' && !escaped,
        }
    }
    None
}

/// A JSON string ends on its line.
fn json_string(text: &str) -> (Kind, usize) {
    let line = text.find('\n').unwrap_or(text.len());
    match string_end(&text[..line]) {
        Some(end) => (Kind::Text, end),
        None => (Kind::OpenText, text[..line].trim_end().len()),
    }
}

/// A RON string may have several lines. One that ends right before a name has swallowed the quote
/// that should have started another string.
fn ron_string(text: &str) -> (Kind, usize) {
    let line = text.find('\n').unwrap_or(text.len());
    let open = (Kind::OpenText, text[..line].trim_end().len());
    match string_end(text) {
        None => open,
        Some(end) if end > line => match text[end..].chars().next() {
            Some(c) if !c.is_whitespace() && !",)]}:/".contains(c) => open,
            _ => (Kind::Text, end),
        },
        Some(end) => (Kind::Text, end),
    }
}

/// The length of a RON string like `r#"..."#`.
fn raw_string(text: &str) -> Option<usize> {
    let hashes = text[1..].len() - text[1..].trim_start_matches('#').len();
    let body = text[1 + hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(2 + hashes + body.find(&end)? + end.len())
}

/// The length of a RON character like `'x'`.
fn character(text: &str) -> Option<usize> {
    let skipped = if text.starts_with("'\\") { 3 } else { 2 };
    let (end, quote) = text.char_indices().nth(skipped)?;
    (quote == '\'').then_some(end + 1)
}

/// The length of the comment that starts a text. Comments in `/* */` can hold others.
fn comment(text: &str) -> usize {
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    let (mut at, mut depth) = (2, 1);
    while depth > 0 {
        let rest = &text[at..];
        let Some(next) = rest.find("/*").into_iter().chain(rest.find("*/")).min() else {
            return text.len();
        };
        depth += if rest[next..].starts_with("/*") {
            1
        } else {
            -1
        };
        at += next + 2;
    }
    at
}

/// Whether a comment is one in `/* */` without its end.
fn is_open_comment(comment: &str) -> bool {
    let count = |sign| comment.matches(sign).count();
    comment.starts_with("/*") && count("/*") > count("*/")
}

/// A text up to some byte: its last two tokens and its open brackets.
#[derive(Debug, Default)]
pub(super) struct Before {
    /// The last token that ends at or before the byte.
    pub(super) last: Option<Token>,
    /// The token that the byte stands in, or the first one behind it.
    pub(super) found: Option<Token>,
    /// The brackets that are open, outermost first.
    pub(super) open: Vec<usize>,
    /// The first string or comment that does not end, or bracket that closes nothing.
    pub(super) stray: Option<Token>,
}

/// Scans a text up to the token at a byte.
pub(super) fn before(text: &str, style: Style, stop: usize) -> Before {
    let mut before = Before::default();
    for token in tokens(text, style) {
        let behind = token.span.end > stop;
        let sign = text.as_bytes()[token.span.start];
        let stray = match token.kind {
            Kind::OpenText => true,
            Kind::Comment => style == Style::Ron,
            Kind::Sign if b")]}".contains(&sign) => {
                let open = before.open.last().map(|&at| text.as_bytes()[at]);
                open.map(closing) != Some(char::from(sign))
            }
            _ => false,
        };
        if stray {
            before.stray = Some(token.clone());
        }
        if behind || stray {
            before.found = Some(token);
            return before;
        }
        match sign {
            _ if token.kind != Kind::Sign => {}
            b'(' | b'[' | b'{' => before.open.push(token.span.start),
            b')' | b']' | b'}' => {
                before.open.pop();
            }
            _ => {}
        }
        before.last = Some(token);
    }
    before
}

/// The name right before an opening bracket.
pub(super) fn name_before(text: &str, open: usize) -> Option<&str> {
    let before = text[..open].trim_end();
    let name = before.trim_end_matches(is_word).len();
    Some(&before[name..]).filter(|name| !name.is_empty())
}

/// The bracket that closes another.
pub(super) fn closing(open: u8) -> char {
    match open {
        b'(' => ')',
        b'[' => ']',
        _ => '}',
    }
}

/// The places where a field is named in a value that starts with a bracket, with their quotes.
pub(super) fn keys(text: &str, style: Style, name: &str) -> Vec<Range<usize>> {
    let is_it = |key: &Range<usize>| text[key.clone()].trim_matches('"') == name;
    all_keys(text, style).filter(is_it).collect()
}

/// The places where fields are named in a value that starts with a bracket, with their quotes.
pub(super) fn all_keys(text: &str, style: Style) -> impl Iterator<Item = Range<usize>> {
    let (mut depth, mut last) = (0, None);
    tokens(text, style).filter_map(move |Token { kind, span }| {
        let before = last.replace(span.clone());
        match &text[span] {
            ":" if kind == Kind::Sign && depth == 1 => return before,
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        None
    })
}

/// A field with its value, from its key on, and the comma behind it; of a last one without, the comma
/// before.
pub(super) fn field(text: &str, style: Style, key: Range<usize>) -> Range<usize> {
    let mut depth = 0;
    let mut end = key.end;
    for token in tokens(&text[key.end..], style) {
        let span = key.end + token.span.start..key.end + token.span.end;
        match (&text[span.clone()], depth) {
            (",", 0) => return key.start..span.end,
            (")" | "]" | "}", 0) => break,
            ("(" | "[" | "{", _) => depth += 1,
            (")" | "]" | "}", _) => depth -= 1,
            _ => {}
        }
        end = span.end;
    }
    let before = text[..key.start].trim_end();
    let start = before.strip_suffix(',').map_or(key.start, str::len);
    start..end
}

/// The byte at which a line starts; lines are counted from 1.
pub(super) fn line_start(text: &str, line: usize) -> usize {
    let mut ends = text.match_indices('\n').map(|(at, _)| at + 1);
    match line {
        0 | 1 => 0,
        _ => ends.nth(line - 2).unwrap_or(text.len()),
    }
}

/// Whether the line that a byte stands in has an odd number of quotes.
pub(super) fn lacks_quote(text: &str, at: usize) -> bool {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].split('\n').next().unwrap_or_default();
    let quotes = line.matches('"').count() - line.matches("\\\"").count();
    !quotes.is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned(text: &str, style: Style) -> Vec<&str> {
        let spans = tokens(text, style).map(|token| token.span);
        spans.map(|span| &text[span]).collect()
    }

    #[test]
    fn tokens_are_told_apart() {
        let json = r#"{"a\"b": -1.5, // c"#;
        let expected = ["{", r#""a\"b""#, ":", "-1.5", ",", "// c"];
        assert_eq!(scanned(json, Style::Json), expected);
        let ron = "( /* a /* b */ c */ r#\"x\"y\"#: '\"', // d\n \"two\nlines\", Down";
        let expected = [
            "(",
            "r#\"x\"y\"#",
            ":",
            "'\"'",
            ",",
            "\"two\nlines\"",
            ",",
            "Down",
        ];
        assert_eq!(scanned(ron, Style::Ron), expected);
        let open = "(\"one, \n\"two\")";
        assert_eq!(scanned(open, Style::Ron)[1], "\"one,");
        assert_eq!(scanned("'", Style::Ron), ["'"]);
        assert_eq!(scanned("日'本", Style::Ron), ["日", "'", "本"]);
        assert_eq!(scanned("/* a", Style::Ron), ["/* a"]);
    }

    #[test]
    fn keys_are_found_at_their_own_depth() {
        let json = r#"{ "a": { "b": 1 }, "b": "a", "a": [ "a" ] }"#;
        assert_eq!(keys(json, Style::Json, "a").len(), 2);
        assert_eq!(keys(json, Style::Json, "b").len(), 1);
    }
}
