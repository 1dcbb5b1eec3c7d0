//! What serde_json says, with the token it is about, for people who know only JSON.

use std::ops::Range;

use super::fault::{Cause, Fault, mismatch, missing, token_at, twice, unknown_field};
use super::scan::{self, Before, Kind, Style, Token};
use super::syntax::{behind, common, cut_off, no_colon, no_comma, out_of_place, unclosed};
use super::wanted::Wanted;
use crate::diagnostic::nearest;

const STYLE: Style = Style::Json;

/// What serde_json's complaints about the inside of a string have in them.
const IN_STRINGS: [&str; 4] = ["control character", "escape", "code point", "surrogate"];

/// What an error of serde_json means.
pub(super) fn fault(text: &str, error: &serde_json::Error, wanted: impl Fn() -> Wanted) -> Fault {
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or(&said);
    let line = scan::line_start(text, error.line());
    let stop = crate::source::floor_char(text, (line + error.column()).saturating_sub(1));
    if error.is_data() {
        return data(text, said, stop, wanted());
    }
    // A file of quite another form is no object in which a comma is missing.
    let shape = mismatch(text, wanted(), STYLE).filter(|fault| fault.cause == Cause::Shape);
    shape.unwrap_or_else(|| syntax(text, said, stop))
}

/// A value that can be read, and is not the one that is wanted.
fn data(text: &str, said: &str, stop: usize, wanted: Wanted) -> Fault {
    let names: Vec<&str> = said.split('`').skip(1).step_by(2).collect();
    let name = names.first().copied().unwrap_or_default();
    if said.starts_with("unknown field") {
        let fields = match wanted {
            Wanted::Fields(fields) => fields,
            _ => &[],
        };
        return unknown_field(text, token_at(text, STYLE, stop), name, fields, STYLE);
    }
    if said.starts_with("missing field") {
        return missing(text, name, STYLE);
    }
    if said.starts_with("duplicate field") {
        return twice(text, name, STYLE, stop);
    }
    let other = || Fault::new(token_at(text, STYLE, stop), said, "");
    mismatch(text, wanted, STYLE).unwrap_or_else(other)
}

/// A text that is no JSON.
fn syntax(text: &str, said: &str, stop: usize) -> Fault {
    if said.starts_with("recursion limit") {
        let span = token_at(text, STYLE, stop);
        return Fault::new(span, "this is nested too deeply", "");
    }
    let before = scan::before(text, STYLE, stop);
    if let Some(fault) = unclosed(text, &before) {
        return fault;
    }
    let found = before.found.clone().filter(|_| !said.starts_with("EOF"));
    let Some(Token { kind, span }) = found else {
        return cut_off(text, &scan::before(text, STYLE, text.len()));
    };
    if kind == Kind::Comment || &text[span.clone()] == "#" {
        return Fault::new(span, "JSON has no comments", "leave it out");
    }
    let is_control = text[span.clone()].chars().all(char::is_control);
    if said == "trailing characters" && !is_control {
        return behind("the file ends before this", span, &before);
    }
    let inside = kind == Kind::Text && IN_STRINGS.iter().any(|known| said.contains(known));
    let fault = match inside {
        true => Some(in_string(text, said, stop)),
        false => common(text, stop, &before),
    };
    if let Some(fault) = fault {
        return fault;
    }
    match said {
        // A word that starts well and goes on badly.
        _ if kind == Kind::Word && span.start < stop => no_value(text, span, &before),
        "expected ident" => {
            let word = before.last.clone().filter(|last| last.kind == Kind::Word);
            no_value(text, word.map_or(span, |word| word.span), &before)
        }
        "expected `:`" => no_colon(text, span),
        "expected `,` or `}`" | "expected `,` or `]`" => no_comma(text, span, &before),
        "key must be a string" => no_key(text, span, &before),
        "invalid number" | "number out of range" => no_number(text, span),
        _ => no_value(text, span, &before),
    }
}

/// A character that cannot stand in a string.
fn in_string(text: &str, said: &str, stop: usize) -> Fault {
    let at = |start: usize| {
        let first = text[start..].chars().next();
        start..start + first.map_or(0, char::len_utf8)
    };
    if said.starts_with("control character") {
        let here = at(stop + text[stop..].find(char::is_control).unwrap_or(0));
        let (message, label) = match &text[here.clone()] {
            "\t" => ("a tab stands in this string", "write `\\t`, or a blank"),
            _ => ("a control character stands in this string", "leave it out"),
        };
        return Fault::new(here, message, label);
    }
    let escape = text[..stop].rfind('\\').unwrap_or(stop)..at(stop).end;
    if said == "invalid escape" {
        let message = format!("JSON knows no `{}`", &text[escape.clone()]);
        return Fault::new(escape, message, "a backslash is written `\\\\`");
    }
    let message = "this escape is no whole character";
    Fault::new(escape, message, "write the character itself")
}

/// A comma behind which nothing follows, marked at the comma.
fn trailing_comma(text: &str, span: &Range<usize>, before: &Before) -> Option<Fault> {
    let last = before.last.as_ref()?;
    let closes = matches!(&text[span.clone()], "}" | "]");
    (closes && &text[last.span.clone()] == ",").then(|| {
        let message = "nothing follows this comma";
        Fault::new(last.span.clone(), message, "leave it out")
    })
}

/// Something else where the name of a field is wanted.
fn no_key(text: &str, span: Range<usize>, before: &Before) -> Fault {
    if let Some(fault) = trailing_comma(text, &span, before) {
        return fault;
    }
    let found = &text[span.clone()];
    match found {
        "{" if before.last.as_ref().map(|last| last.span.start) == before.open.last().copied() => {
            let label = "a list of objects stands in `[ ]`";
            Fault::new(span, "the name of a field is wanted here", label)
        }
        "{" => no_comma(text, span, before),
        "'" => single_quote(span),
        _ if found.chars().all(scan::is_word) => {
            let label = format!("did you mean `\"{found}\"`?");
            Fault::new(span, "the name of a field stands in quotes", label)
        }
        "[" | "(" => {
            let label = "a name in quotes and a `:` belong in front of this";
            Fault::new(span, "the name of a field is wanted here", label)
        }
        _ => out_of_place(text, span),
    }
}

/// Something else where a value is wanted.
fn no_value(text: &str, span: Range<usize>, before: &Before) -> Fault {
    if let Some(fault) = trailing_comma(text, &span, before) {
        return fault;
    }
    let found = &text[span.clone()];
    let first = found.chars().next().unwrap_or_default();
    match found {
        "," | "}" | "]" => Fault::new(span, "a value is missing", "before this"),
        "'" => single_quote(span),
        "(" => {
            let label = "a list stands in `[ ]`, an object in `{ }`";
            Fault::new(span, "JSON has no values in `( )`", label)
        }
        "None" | "nil" | "undefined" => {
            let message = format!("JSON has no `{found}`");
            Fault::new(span, message, "did you mean `null`?")
        }
        _ if first.is_numeric() || "+-.".contains(first) => no_number(text, span),
        _ if found.chars().all(scan::is_word) => match nearest(found, ["true", "false", "null"]) {
            Some(meant) => {
                let message = format!("JSON has no `{found}`");
                Fault::new(span, message, format!("did you mean `{meant}`?"))
            }
            None => {
                let label = format!("did you mean `\"{found}\"`?");
                Fault::new(span, "a text stands in quotes", label)
            }
        },
        _ => out_of_place(text, span),
    }
}

fn single_quote(span: Range<usize>) -> Fault {
    Fault::new(span, "JSON has no strings in single quotes", "write `\"`")
}

/// A number that JSON does not know.
fn no_number(text: &str, span: Range<usize>) -> Fault {
    let found = &text[span.clone()];
    let meant: Option<i64> = found.parse().ok();
    let label = match meant {
        Some(meant) if meant.to_string() != found => format!("did you mean `{meant}`?"),
        _ => "numbers look like `12` or `-3`".to_owned(),
    };
    Fault::new(span, format!("`{found}` is no number of JSON"), label)
}
