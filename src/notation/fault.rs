//! What stopped a value from being read, said to the person who wrote it.

use std::borrow::Cow;
use std::ops::Range;

use super::scan::{self, Kind, Style, Token};
use super::wanted::Wanted;
use crate::diagnostic::{list, nearest};
use crate::mend::Mend;

/// What stopped a value from being read: a range of bytes in the text it was read from.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) message: String,
    pub(crate) span: Range<usize>,
    pub(crate) label: String,
    /// A second place that belongs to it, and what to say there.
    pub(crate) also: Option<(Range<usize>, &'static str)>,
    pub(crate) help: Option<String>,
    pub(crate) cause: Cause,
    /// What lets the rest of the text be read.
    pub(crate) mend: Option<Mend>,
}

/// What a fault is about, where the reader of a whole file has more to say of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// There is nothing in the text.
    Empty,
    /// Something stands behind the value.
    Behind,
    /// The value is not an object with named fields.
    Shape,
    /// The value is a list where one text is wanted.
    Several,
    Other,
}

impl Fault {
    pub(super) fn new(
        span: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Self {
        Fault {
            message: message.into(),
            span,
            label: label.into(),
            also: None,
            help: None,
            cause: Cause::Other,
            mend: None,
        }
    }

    pub(super) fn and(mut self, span: Range<usize>, label: &'static str) -> Self {
        self.also = Some((span, label));
        self
    }

    pub(super) fn mend(mut self, span: Range<usize>, text: impl Into<String>) -> Self {
        let text = text.into();
        self.mend = Some(Mend { span, text });
        self
    }

    pub(super) fn cause(self, cause: Cause) -> Self {
        Fault { cause, ..self }
    }

    /// For a text with nothing in it, and what could be in it.
    pub(super) fn empty(help: &str) -> Self {
        let mut fault = Fault::new(0..0, "this file is empty", "").cause(Cause::Empty);
        fault.help = Some(help.to_owned());
        fault
    }
}

/// The message and label for a name that is none of those there are.
pub(super) fn unknown(
    span: Range<usize>,
    what: &str,
    found: &str,
    expected: &[&'static str],
) -> Fault {
    let names = || list(fields(expected));
    let label = match (
        nearest(found, expected.iter().copied()),
        fields(expected).count(),
    ) {
        (Some(name), _) => format!("did you mean `{name}`?"),
        (None, 0) => "nothing is expected here".to_owned(),
        (None, 1) => format!("only {} is expected here", names()),
        (None, _) => format!("expected are {}", names()),
    };
    Fault::new(span, format!("there is no {what} `{found}`"), label)
}

/// A field that is none of those there are. It is mended as the one that it is like, unless that is
/// there already.
pub(super) fn unknown_field(
    text: &str,
    span: Range<usize>,
    found: &str,
    expected: &[&'static str],
    style: Style,
) -> Fault {
    let free = |name: &&str| scan::keys(text, style, name).is_empty();
    let meant = nearest(found, expected.iter().copied()).filter(free);
    let fault = unknown(span.clone(), "field", found, expected);
    match (meant, style) {
        (Some(name), Style::Json) => fault.mend(span, format!("\"{name}\"")),
        (Some(name), Style::Ron) => fault.mend(span, name),
        (None, _) => fault.mend(scan::field(text, style, span), ""),
    }
}

/// The fields that people write by hand.
pub(super) fn fields(known: &[&'static str]) -> impl Iterator<Item = &'static str> {
    let by_hand = |name: &&str| !name.starts_with('$');
    known.iter().copied().filter(by_hand)
}

/// A field that has to be there and is not. The value is marked where it starts.
pub(super) fn missing(text: &str, field: &str, style: Style) -> Fault {
    let label = match style {
        Style::Json => format!("add `\"{field}\": ..` to this"),
        Style::Ron => super::ron::to_add(field),
    };
    let mut tokens = scan::tokens(text, style).map(|token| token.span);
    let start = tokens.next().map_or(0, |first| first.start);
    let message = format!("the field `{field}` is missing");
    let fault = Fault::new(start..text.len(), message, label);
    // Nobody asks for what stands there: it is known to be made up.
    let mut open = scan::tokens(text, style).filter(|token| token.kind == Kind::Sign);
    let open = open.next().map_or(text.len(), |open| open.span.end);
    let first = scan::tokens(&text[open..], style).next();
    let is_empty = first.is_none_or(|first| matches!(&text[open..][first.span], ")" | "}"));
    let made_up = match (style, is_empty) {
        (Style::Json, true) => format!("\"{field}\": 0"),
        (Style::Json, false) => format!("\"{field}\": 0, "),
        (Style::Ron, _) => format!("{field}: 0, "),
    };
    fault.mend(open..open, made_up)
}

/// A field that is given twice; `stop` is in or behind the second time.
pub(super) fn twice(text: &str, field: &str, style: Style, stop: usize) -> Fault {
    let message = format!("the field `{field}` is given twice");
    let label = "leave one of the two out";
    match &scan::keys(text, style, field)[..] {
        [first, second, ..] => Fault::new(second.clone(), message, label)
            .and(first.clone(), "first given here")
            .mend(scan::field(text, style, second.clone()), ""),
        _ => Fault::new(token_at(text, style, stop), message, label),
    }
}

/// The token that a byte stands in, or the next one.
pub(super) fn token_at(text: &str, style: Style, at: usize) -> Range<usize> {
    let token = scan::tokens(text, style).find(|token| token.span.end > at);
    token.map_or(text.len()..text.len(), |token| token.span)
}

/// A value that is of another kind than the one that is wanted; `None` when it is of that kind.
pub(super) fn mismatch(text: &str, wanted: Wanted, style: Style) -> Option<Fault> {
    let Token { span, kind } = scan::tokens(text, style).next()?;
    let value = text[span.start..].trim_end();
    let first = value.chars().next()?;
    let next = text[span.end..].trim_start().chars().next();
    let json = style == Style::Json;
    let fits = match wanted {
        Wanted::Fields(_) if json => first == '{',
        // A RON value can start with the name of its type.
        Wanted::Fields(_) => first == '(' || (kind == Kind::Word && next == Some('(')),
        Wanted::Names => first == '{',
        Wanted::List => first == '[',
        Wanted::Text => kind == Kind::Text,
        Wanted::Number(..) | Wanted::Truth => false,
        Wanted::Choice(_) => kind == Kind::Word,
        Wanted::Other => true,
    };
    let is_value = matches!(kind, Kind::Text | Kind::Word) || "([{".contains(first);
    if fits || !is_value {
        return None;
    }
    let alone = "([{".contains(first) || next.is_none() || !matches!(wanted, Wanted::Fields(_));
    let whole = match alone {
        true => span.start..span.start + value.len(),
        false => span.clone(),
    };
    let message = format!("{} is wanted here", called(value, wanted, style));
    let meant = instead(value, wanted, style);
    let is_several = meant.is_none() && first == '[';
    let label = match (alone, json) {
        (true, _) => meant.unwrap_or_else(|| format!("this is {}", found(value, style))),
        (false, true) => "a `{` is missing before this".to_owned(),
        (false, false) => "a `(` is missing before this".to_owned(),
    };
    let fault = Fault::new(whole, message, label);
    Some(match wanted {
        Wanted::Fields(_) => fault.cause(Cause::Shape),
        Wanted::Text if is_several => fault.cause(Cause::Several),
        _ => fault,
    })
}

/// What people who do not write Rust call the kind of a value.
fn called(value: &str, wanted: Wanted, style: Style) -> Cow<'static, str> {
    let digits = |value: &str| value.chars().all(|c| c.is_ascii_digit());
    let below = value.strip_prefix('-').is_some_and(digits);
    let called = match (wanted, style) {
        (Wanted::Fields(_), Style::Json) => "an object with named fields",
        (Wanted::Fields(_), Style::Ron) => "a group of named fields in `( )`",
        (Wanted::Names, _) => "a map in `{ }`",
        (Wanted::List, _) => "a list",
        (Wanted::Text, _) => "a text in quotes",
        (Wanted::Number(_, most), _) if digits(value) => {
            return format!("a whole number up to {most}").into();
        }
        (Wanted::Number(least, _), _) if below => {
            return format!("a whole number from {least} on").into();
        }
        (Wanted::Number(..), _) => "a whole number",
        (Wanted::Truth, _) => "`true` or `false`",
        (Wanted::Choice(_), _) => "a name without quotes",
        (Wanted::Other, _) => "something else",
    };
    called.into()
}

/// What a value is.
fn found(value: &str, style: Style) -> String {
    let kind = match (value.chars().next(), style) {
        (Some('{'), Style::Json) => "an object",
        (Some('{'), Style::Ron) => "a map in `{ }`",
        (Some('('), _) => "a group in `( )`",
        (Some('['), _) => "a list",
        (Some('"' | 'r'), _) if value.ends_with(['"', '#']) => "a text",
        _ => return short(value).map_or("something else".to_owned(), |value| format!("`{value}`")),
    };
    match value {
        "null" => value.to_owned(),
        _ => kind.to_owned(),
    }
}

/// What was probably meant by a value of another kind.
fn instead(value: &str, wanted: Wanted, style: Style) -> Option<String> {
    if wanted == Wanted::List && value.starts_with(['{', '(']) {
        return Some("a list stands in `[ ]`, with nothing in front of its values".to_owned());
    }
    if wanted == Wanted::Names && value.starts_with(['[', '{', '(']) {
        let first = scan::tokens(value, style).nth(1)?;
        let name = short(&value[first.span]).filter(|_| first.kind == Kind::Text)?;
        let meant = format!("each name has a value: did you mean `{{ {name}: .. }}`?");
        return Some(meant);
    }
    let value = short(value).filter(|value| *value != "null")?;
    let bare = value.trim_matches('"');
    let quoted = bare.len() + 2 == value.len();
    let simple = quoted || value.chars().all(scan::is_word);
    match wanted {
        Wanted::List if simple && quoted => Some(format!("did you mean `[{value}]`?")),
        Wanted::List if simple && style == Style::Ron => Some(format!("did you mean `[{value}]`?")),
        Wanted::Text if value.starts_with('[') => {
            let only = value.strip_prefix('[')?.strip_suffix(']')?.trim();
            let is_text = only.len() > 2 && only.starts_with('"') && only.ends_with('"');
            let is_one = is_text && !only[1..only.len() - 1].contains(['"', '\\']);
            is_one.then(|| format!("did you mean `{only}`?"))
        }
        Wanted::Text if simple => Some(format!("did you mean `\"{value}\"`?")),
        Wanted::Number(least, most) => {
            let number = whole_number(bare)?;
            let fits = (least..=most).contains(&number);
            fits.then(|| match quoted && bare == number.to_string() {
                true => "leave the quotes out".to_owned(),
                false => format!("did you mean `{number}`?"),
            })
        }
        Wanted::Truth => truth(bare).map(|meant| match meant == bare {
            true => "leave the quotes out".to_owned(),
            false => format!("did you mean `{meant}`?"),
        }),
        Wanted::Choice(names) if quoted => {
            let meant = nearest(bare, names.iter().copied());
            meant.map(|name| format!("did you mean `{name}`, without quotes?"))
        }
        _ => None,
    }
}

/// What is said to be true or false in other words.
fn truth(written: &str) -> Option<&'static str> {
    match written.to_lowercase().as_str() {
        "yes" | "on" => Some("true"),
        "no" | "off" => Some("false"),
        other => nearest(other, ["true", "false"]),
    }
}

/// The whole number that is written, also with nothing but zeros behind its point.
fn whole_number(written: &str) -> Option<i64> {
    let Some((whole, rest)) = written.split_once('.') else {
        return written.parse().ok();
    };
    let is_zero = !rest.is_empty() && rest.chars().all(|digit| digit == '0');
    whole.parse().ok().filter(|_| is_zero)
}

/// A value that is short enough to be repeated in a message.
fn short(value: &str) -> Option<&str> {
    (value.len() <= 40 && !value.contains('\n')).then_some(value)
}
