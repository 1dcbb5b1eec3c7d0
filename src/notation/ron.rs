//! What ron says, with the token it is about, for people who know only the grammar file.

use std::ops::Range;

use ron::Error;

use super::fault::{Cause, Fault, mismatch, missing, token_at, twice, unknown, unknown_field};
use super::scan::{self, Before, Kind, Style, Token};
use super::syntax::{behind, common, cut_off, no_colon, no_comma, out_of_place, unclosed};
use super::wanted::Wanted;

const STYLE: Style = Style::Ron;

/// What an error of ron means.
pub(super) fn fault(
    text: &str,
    error: &ron::error::SpannedError,
    wanted: impl Fn() -> Wanted,
) -> Fault {
    let start = offset(text, error.span.start);
    let end = offset(text, error.span.end);
    let span = match end > start && !text[start..end].trim().is_empty() {
        true => start..end,
        false => token_at(text, STYLE, start),
    };
    match &error.code {
        Error::NoSuchStructField {
            expected, found, ..
        } => unknown_field(text, span, found, expected, STYLE),
        Error::NoSuchEnumVariant {
            expected,
            found,
            outer,
        } => {
            let outer = outer.as_deref().unwrap_or("choice");
            let outer = outer.strip_suffix("File").unwrap_or(outer).to_lowercase();
            unknown(span, &outer, found, expected)
        }
        Error::MissingStructField { field, .. } => missing(text, field, STYLE),
        Error::DuplicateStructField { field, .. } => twice(text, field, STYLE, start),
        Error::ExceededRecursionLimit => Fault::new(span, "this is nested too deeply", ""),
        Error::Message(said) => {
            let other = || Fault::new(span.clone(), said.as_str(), "");
            mismatch(text, wanted(), STYLE).unwrap_or_else(other)
        }
        code => {
            let other = || syntax(text, code, span.clone(), (start, wanted()));
            mismatch(text, wanted(), STYLE).unwrap_or_else(other)
        }
    }
}

/// What to add where a field is missing; of a field that takes one of a few names, with these.
pub(super) fn to_add(field: &str) -> String {
    match field {
        "reading" => "add `reading: Outward` or `reading: Onward()` to this".to_owned(),
        "read" => "add the directions to this, such as `read: [Right, Down]`".to_owned(),
        "at" => "add `at: [..]` to this, with `Subject`, `Complement` or `Condition`".to_owned(),
        "to" => "add `to: ..` to this: `All`, `Others`, `Known(..)` or `Words([..])`".to_owned(),
        _ => format!("add `{field}: ..` to this"),
    }
}

/// The byte at a position, of which both parts are counted from 1.
fn offset(text: &str, position: ron::error::Position) -> usize {
    let start = scan::line_start(text, position.line);
    let column = position.col.saturating_sub(1);
    let mut chars = text[start..].char_indices();
    chars.nth(column).map_or(text.len(), |(at, _)| start + at)
}

/// A text that is no RON.
fn syntax(text: &str, code: &Error, span: Range<usize>, (stop, wanted): (usize, Wanted)) -> Fault {
    let before = scan::before(text, STYLE, stop);
    if let Some(fault) = unclosed(text, &before) {
        return fault;
    }
    let at_end = scan::tokens(&text[span.end..], STYLE).next().is_none();
    let end = scan::before(text, STYLE, text.len());
    let Some(found) = before.found.clone().filter(|_| *code != Error::Eof) else {
        return cut_off(text, &end);
    };
    if at_end && !end.open.is_empty() {
        return cut_off(text, &end);
    }
    let is_bare = |name: &Token| name.kind == Kind::Word && name.span.start == 0;
    let name = before.last.as_ref().filter(|last| is_bare(last));
    if let (Some(name), Wanted::Choice(_), "(") = (name, wanted, &text[found.span.clone()]) {
        let message = format!("nothing follows `{}`", &text[name.span.clone()]);
        return Fault::new(found.span.start..text.len(), message, "leave this out");
    }
    let is_control = text[found.span.clone()].chars().all(char::is_control);
    if *code == Error::TrailingCharacters && !is_control {
        return behind("the grammar ends before this", found.span, &before);
    }
    if let Some(fault) = common(text, stop, &before) {
        return fault;
    }
    match &text[found.span.clone()] {
        sign @ ("#" | "/") => {
            let message = format!("a `{sign}` means nothing here");
            Fault::new(found.span, message, "comments start with `//`")
        }
        sign if sign.starts_with('\'') => {
            Fault::new(found.span, "a text stands in double quotes", "write `\"`")
        }
        _ => unfit(text, code, span, found.span, &before),
    }
}

/// A token that cannot stand where it does.
fn unfit(
    text: &str,
    code: &Error,
    span: Range<usize>,
    found: Range<usize>,
    before: &Before,
) -> Fault {
    let token = &text[found.clone()];
    let is_named = text[found.end..].trim_start().starts_with(':');
    match code {
        Error::ExpectedStructLike => no_group(text, found),
        Error::ExpectedDifferentStructName { .. } => {
            Fault::new(found, "no name stands before this `(`", "leave it out")
        }
        Error::ExpectedComma
        | Error::ExpectedArrayEnd
        | Error::ExpectedMapEnd
        | Error::ExpectedStructLikeEnd => no_comma(text, found, before),
        Error::ExpectedMapColon => no_colon(text, found),
        Error::ExpectedIdentifier if token == "(" => no_comma(text, found, before),
        Error::ExpectedIdentifier if is_named => {
            let label = format!("did you mean `{}`?", token.trim_matches('"'));
            Fault::new(found, "the name of a field has no quotes", label)
        }
        Error::ExpectedIdentifier => {
            let label = "a name and a `:` belong in front of this";
            Fault::new(found, "the name of a field is wanted here", label)
        }
        Error::InvalidEscape(_) => {
            let start = text[..span.end].rfind('\\').unwrap_or(span.start);
            let message = "this escape is no character";
            Fault::new(start..span.end, message, "a backslash is written `\\\\`")
        }
        Error::InvalidIdentifier(_) | Error::SuggestRawIdentifier(_) => {
            let message = format!("`{token}` is no name");
            Fault::new(found, message, "a name is letters and `_`")
        }
        Error::ExpectedNamedStructLike(_) => {
            let message = "a group of named fields in `( )` is wanted here";
            Fault::new(found, message, "write `(`").cause(Cause::Shape)
        }
        Error::UnexpectedChar(_) | Error::Eof => no_value(text, found, before),
        other => Fault::new(span, lower_first(&other.to_string()), ""),
    }
}

/// A name that has to have a group of fields behind it, and has none.
fn no_group(text: &str, found: Range<usize>) -> Fault {
    match scan::tokens(text, STYLE).next() {
        Some(Token {
            kind: Kind::Word,
            span,
        }) => {
            let label = format!("write `{}()`", &text[span.clone()]);
            Fault::new(span, "a group of fields in `( )` is missing", label)
        }
        _ => Fault::new(found, "a `(` is missing", "before this"),
    }
}

/// Something else where a value is wanted.
fn no_value(text: &str, span: Range<usize>, before: &Before) -> Fault {
    let found = &text[span.clone()];
    let last = before.last.as_ref().map(|last| &text[last.span.clone()]);
    match found {
        "," | ")" | "]" | "}" if matches!(last, Some(":" | "(" | "[" | "{" | ",")) => {
            Fault::new(span, "a value is missing", "before this")
        }
        _ => out_of_place(text, span),
    }
}

fn lower_first(said: &str) -> String {
    let mut chars = said.chars();
    let first = chars.next().into_iter().flat_map(char::to_lowercase);
    first.chain(chars).collect()
}
