//! The file that pins what a scenario shows: a snapshot as the `insta` library writes it, so that
//! Rust tests and the command share their files.

use super::Shown;

/// The line before and behind the head of the file.
const RULE: &str = "---";

/// What the line of the comment starts with.
const COMMENT: &str = "description: ";

/// What YAML has a meaning for in the middle of a text, and at its start.
const SIGNS: &str = ":{}[],#`\"'\\";
const SIGNS_IN_FRONT: &str = "&*?|-<>=!%@.";

/// The texts that YAML takes for something else.
const NO_TEXTS: [&str; 4] = ["~", "true", "false", "null"];
const SWITCHES: [&str; 4] = ["yes", "no", "on", "off"];

/// The text of a snapshot file. `source` says what it belongs to.
pub(super) fn write(source: &str, shown: &Shown) -> String {
    let Shown { comment, text } = shown;
    let (source, comment, text) = (scalar(source), scalar(comment), text.trim_end());
    format!("{RULE}\nsource: {source}\n{COMMENT}{comment}\n{RULE}\n{text}\n")
}

/// What a snapshot file pins, and whether its comment is that of the scenario.
pub(super) fn read<'a>(file: &'a str, shown: &Shown) -> (&'a str, bool) {
    let Some(head) = file
        .strip_prefix(RULE)
        .filter(|rest| rest.starts_with(['\r', '\n']))
    else {
        return (file, false);
    };
    let comment = format!("{COMMENT}{}", scalar(&shown.comment));
    let mut same_comment = false;
    let mut at = file.len() - head.len();
    for line in head.split_inclusive('\n') {
        at += line.len();
        if line.trim_end() == RULE {
            break;
        }
        same_comment |= line.trim_end() == comment;
    }
    (&file[at..], same_comment)
}

/// Whether two texts are the same but for the ends of their lines and of the whole.
pub(super) fn is_same(pinned: &str, shown: &str) -> bool {
    pinned.trim_end().replace("\r\n", "\n") == shown.trim_end()
}

/// A text as YAML has it: bare where that cannot be mistaken for anything else.
fn scalar(text: &str) -> String {
    let number = text.parse::<f64>().is_ok() || text.starts_with("0x");
    let outer_blank = text.starts_with(' ') || text.ends_with(' ');
    let signs =
        text.starts_with(|c| SIGNS_IN_FRONT.contains(c)) || text.contains(|c| SIGNS.contains(c));
    if text.is_empty()
        || number
        || outer_blank
        || signs
        || means_something_else(text)
        || text.contains(needs_escape)
    {
        return quoted(text);
    }
    text.to_owned()
}

fn means_something_else(text: &str) -> bool {
    let spellings = |word: &str| {
        let (first, rest) = word.split_at(1);
        [
            word.to_owned(),
            first.to_uppercase() + rest,
            word.to_uppercase(),
        ]
    };
    let mut words = NO_TEXTS.iter().chain(&SWITCHES);
    words.any(|word| spellings(word).iter().any(|spelling| spelling == text))
}

/// Whether a character can only stand in quotes, escaped.
fn needs_escape(c: char) -> bool {
    matches!(c, '\0'..='\x06' | '\t' | '\n' | '\r' | '\x0e'..='\x1a' | '\x1c'..='\x1f')
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\x08' => quoted.push_str("\\b"),
            '\x0c' => quoted.push_str("\\f"),
            '\t' => quoted.push_str("\\t"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\0'..='\x1f' | '\x7f' => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
