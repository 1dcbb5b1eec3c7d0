//! What is wrong where a text breaks the rules of its notation, the same way in both.

use std::ops::Range;

use super::fault::{Cause, Fault};
use super::scan::{self, Before, Kind, Token};

/// A string, comment or bracket without its other end, where one is the cause of a stop.
pub(super) fn unclosed(text: &str, before: &Before) -> Option<Fault> {
    let Token { kind, span } = before.stray.clone()?;
    let fault = |length, message: &str, label: &str| {
        Fault::new(span.start..span.start + length, message, label)
    };
    let sign = &text[span.start..span.start + 1];
    if let Some(fault) = unopened(text, before).filter(|_| kind == Kind::OpenText) {
        return Some(fault);
    }
    Some(match (kind, before.open.last()) {
        (Kind::OpenText, _) => fault(
            1,
            "this string does not end on its line",
            "a `\"` is missing behind it",
        ),
        (Kind::Comment, _) => fault(
            2,
            "this comment does not end",
            "a `*/` is missing behind it",
        ),
        (_, Some(&open)) => {
            let bracket = text.as_bytes()[open];
            let missing = scan::closing(bracket);
            let label = format!("a `{missing}` is missing before it, or it is one too many");
            fault(1, &format!("this `{sign}` does not match"), &label)
                .and(open..open + 1, still_open(bracket))
        }
        (_, None) => fault(1, &format!("this `{sign}` closes nothing"), "leave it out"),
    })
}

/// What to say of an opening bracket without its other end.
pub(super) fn still_open(bracket: u8) -> &'static str {
    match bracket {
        b'(' => "the `(` opened here is still open",
        b'[' => "the `[` opened here is still open",
        _ => "the `{` opened here is still open",
    }
}

/// For a text that ends in the middle of a value.
pub(super) fn cut_off(text: &str, before: &Before) -> Fault {
    let end = text.trim_end().len();
    let closing = |&at: &usize| scan::closing(text.as_bytes()[at]);
    let missing: Vec<String> = (before.open.iter().rev().take(8).map(closing))
        .map(|sign| format!("`{sign}`"))
        .collect();
    match (before.open.last(), missing.split_last()) {
        (Some(&open), Some((last, rest))) => {
            let message = match rest.is_empty() {
                true => format!("the text ends too early: a {last} is missing"),
                false => format!(
                    "the text ends too early: {} and {last} are missing",
                    rest.join(", ")
                ),
            };
            let label = still_open(text.as_bytes()[open]);
            Fault::new(end..end, message, "").and(open..open + 1, label)
        }
        _ => Fault::new(
            end..end,
            "the text ends too early",
            "a value is missing here",
        ),
    }
}

/// What goes wrong at a token in both notations; `None` where only one of them can say.
pub(super) fn common(text: &str, stop: usize, before: &Before) -> Option<Fault> {
    if let Some(blank) = text[stop..].chars().next().filter(|&c| is_odd_blank(c)) {
        let span = stop..stop + blank.len_utf8();
        let message = "this character only looks like a blank";
        return Some(Fault::new(span, message, "write a plain blank instead"));
    }
    let Some(found) = &before.found else {
        return Some(cut_off(text, before));
    };
    if let Some(fault) = unopened(text, before) {
        return Some(fault);
    }
    let last = before.last.as_ref();
    let is = |token: &Token, sign| token.kind == Kind::Sign && &text[token.span.clone()] == sign;
    let comma = last.filter(|last| is(last, ",") && is(found, ","));
    comma.map(|_| {
        let message = "nothing stands between these commas";
        Fault::new(found.span.clone(), message, "leave one of the two out")
    })
}

/// A word and a string side by side, because one of the two lacks a quote.
fn unopened(text: &str, before: &Before) -> Option<Fault> {
    let found = before.found.as_ref()?;
    let adjacent = |last: &&Token| last.span.end == found.span.start;
    let last = before.last.as_ref().filter(adjacent);
    let (span, label) = match (last.map(|last| last.kind), found.kind) {
        (Some(Kind::Text), Kind::Word) => (last?, "does this string end where it should?"),
        (Some(Kind::Word), Kind::Text | Kind::OpenText) => (last?, "does a string start here?"),
        (_, Kind::Word) if text[found.span.end..].starts_with('"') => {
            (found, "does a string start here?")
        }
        _ => return None,
    };
    let message = "a `\"` is missing on this line";
    let lacks = scan::lacks_quote(text, found.span.start);
    lacks.then(|| Fault::new(span.span.clone(), message, label))
}

/// Whether people take a character for a blank and notations do not.
fn is_odd_blank(c: char) -> bool {
    !c.is_ascii() && (c.is_whitespace() || matches!(c, '\u{200b}'..='\u{200d}' | '\u{feff}'))
}

/// What is wrong where a comma or a bracket has to follow, and something else does.
pub(super) fn no_comma(text: &str, span: Range<usize>, before: &Before) -> Fault {
    let bracket = |at: usize| text.as_bytes()[at];
    match (before.open.last(), &text[span.clone()]) {
        // An object in an object, or a group in a group, has a name in front.
        (Some(&open), "{" | "(") if bracket(open) == bracket(span.start) => {
            let message = format!("a `{}` is missing", scan::closing(bracket(open)));
            let label = still_open(bracket(open));
            Fault::new(span, message, "before this").and(open..open + 1, label)
        }
        (Some(&open), ":") if is_first(text, open, before) && holds_fields(text, open, before) => {
            let message = "these named fields need parentheses of their own";
            let label = "write `((`, and `))` behind the last of them";
            Fault::new(open..open + 1, message, label).and(span, "this follows a name")
        }
        (Some(&open), ":") if is_first(text, open, before) => {
            let message = "names with values stand in `{ }`";
            Fault::new(open..open + 1, message, "write `{`").and(span, "this follows a name")
        }
        (_, ":") => out_of_place(text, span),
        (Some(&open), _)
            if follows_comma(text, before) && scan::name_before(text, open).is_some() =>
        {
            let name = scan::name_before(text, open).unwrap_or_default();
            let message = format!("`{name}( )` holds a single value");
            let label = format!("write several as a list, `{name}([..])`");
            Fault::new(span, message, label)
        }
        (_, ";" | "." | "、" | "，") => Fault::new(span, "a comma is wanted here", "write `,`"),
        _ => {
            let fault = Fault::new(span.clone(), "a comma is missing", "before this");
            match is_next(text, &span, before) {
                true => fault.mend(span.start..span.start, ", "),
                false => fault,
            }
        }
    }
}

/// Whether fields with names stand in the parentheses of a name, as in `Name(field: ..)`.
fn holds_fields(text: &str, open: usize, before: &Before) -> bool {
    let is_field = before.last.as_ref().map(|last| last.kind) == Some(Kind::Word);
    is_field && scan::name_before(text, open).is_some()
}

/// Whether the last token is a comma.
fn follows_comma(text: &str, before: &Before) -> bool {
    let last = before.last.as_ref();
    last.is_some_and(|last| &text[last.span.clone()] == ",")
}

/// Whether what stands at `span` is surely the next value of what is open: it has a name, or is like the
/// one before it in a list.
fn is_next(text: &str, span: &Range<usize>, before: &Before) -> bool {
    let sign = |at: usize| text[at..].chars().next().unwrap_or_default();
    let is_named = text[span.end..].trim_start().starts_with(':');
    let in_list = before.open.last().is_some_and(|&open| sign(open) == '[');
    let last = before.last.as_ref().map(|last| sign(last.span.start));
    let is_alike = matches!(
        (last, sign(span.start)),
        (Some('"'), '"') | (Some('}'), '{') | (Some(')'), '(') | (Some(']'), '[')
    );
    is_named || (in_list && is_alike)
}

/// Whether the last token stands right behind an opening bracket.
fn is_first(text: &str, open: usize, before: &Before) -> bool {
    let between = |last: &Token| text.get(open + 1..last.span.start);
    before
        .last
        .as_ref()
        .and_then(between)
        .is_some_and(|text| text.trim().is_empty())
}

/// A sign that means nothing where it stands.
pub(super) fn out_of_place(text: &str, span: Range<usize>) -> Fault {
    let sign = &text[span.clone()];
    let meant = match sign {
        "“" | "”" | "„" | "«" | "»" | "‘" | "’" | "‚" | "＂" => Some("\""),
        "：" => Some(":"),
        "，" | "、" => Some(","),
        _ => None,
    };
    let label = meant.map_or("leave it out".to_owned(), |meant| {
        format!("write `{meant}`")
    });
    Fault::new(span, format!("`{sign}` cannot stand here"), label)
}

/// What is wrong where a colon has to follow a name, and something else does.
pub(super) fn no_colon(text: &str, span: Range<usize>) -> Fault {
    match &text[span.clone()] {
        "," | "}" => Fault::new(span, "a colon and a value are missing", "before this"),
        "=" | ";" | "：" => Fault::new(span, "a colon is wanted here", "write `:`"),
        _ => Fault::new(span, "a colon is missing", "before this"),
    }
}

/// Something behind the value that should have been all.
pub(super) fn behind(message: &str, span: Range<usize>, before: &Before) -> Fault {
    let fault = Fault::new(span, message, "").cause(Cause::Behind);
    match &before.last {
        Some(last) => fault.and(last.span.clone(), "it ends here"),
        None => fault,
    }
}
