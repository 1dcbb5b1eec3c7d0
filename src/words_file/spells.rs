//! What letters add to the words that they spell.

use crate::diagnostic::{Place, Problem, invisible};
use crate::letter_case::{has_lower, upper};
use crate::notation::{At, Json};
use crate::source::Source;

/// What an entry says that its letter adds to words; what no word can have in it is reported.
pub(super) fn spelled(
    source: &Source,
    spells: At<String, Json>,
    problems: &mut Vec<Problem>,
) -> Option<(String, Place)> {
    let mut place = source.place_of(spells.text(), "");
    let text = spells.get(source, problems)?;
    let Some((message, label)) = fault_of(&text) else {
        return Some((text, place));
    };
    place.label = label;
    problems.push(Problem::error(message, place));
    None
}

fn fault_of(text: &str) -> Option<(&'static str, String)> {
    let hidden = |c: char| c.is_whitespace() || c.is_control() || c == '|';
    if text.is_empty() {
        let label = "write what its block shows, or leave `spells` out";
        return Some(("this letter adds nothing to a word", label.to_owned()));
    }
    if text.contains(hidden) || invisible(text).is_some() {
        let label = "words have no blanks, no invisible characters and no `|`";
        return Some(("no word has this in it", label.to_owned()));
    }
    has_lower(text).then(|| {
        let label = format!("did you mean `{}`?", upper(text));
        ("no word has this in it: words are in upper case", label)
    })
}
