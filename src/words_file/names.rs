//! What can be the name of a word.

use crate::diagnostic::invisible;
use crate::letter_case::{has_lower, upper};

/// Why a name cannot be a word: blocks carry it in upper case, and drawn boards write it bare.
pub(crate) fn fault_of(name: &str) -> Option<(String, String)> {
    if name.is_empty() {
        return Some((
            "a word cannot be empty".to_owned(),
            "name it as its block reads".to_owned(),
        ));
    }
    if name.chars().any(char::is_control) {
        let label = "a word is written with letters and signs".to_owned();
        return Some((
            format!("the word `{name}` has a control character in it"),
            label,
        ));
    }
    if let Some(sign) = invisible(name) {
        let label = format!("write it without U+{:04X}", u32::from(sign));
        return Some((
            format!("the word `{name}` has an invisible character in it"),
            label,
        ));
    }
    if name.chars().any(char::is_whitespace) {
        let bare = name.trim();
        let label = match bare.is_empty() || bare.contains(char::is_whitespace) {
            true => "a word is written without blanks".to_owned(),
            false => format!("did you mean `{}`?", upper(bare)),
        };
        return Some((format!("the word `{name}` has a blank in it"), label));
    }
    if has_lower(name) {
        let label = format!("did you mean `{}`?", upper(name));
        return Some((format!("the word `{name}` is in lower case"), label));
    }
    if name.contains('|') || name.starts_with('*') || name == "." || name.starts_with("//") {
        let label = "drawn boards need `|`, `.`, a leading `*` and a leading `//` for themselves"
            .to_owned();
        return Some((
            format!("`{name}` cannot be drawn, so it cannot be a word"),
            label,
        ));
    }
    None
}
