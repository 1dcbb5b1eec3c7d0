//! What words accept behind them: a list of roles and single words.

use super::{LexiconBuilder, Roles};
use crate::diagnostic::{Place, Problem, list, nearest};
use crate::lexicon::{Accepts, Lexicon};
use crate::notation::{At, Json};
use crate::source::Source;

/// What an entry says that its word accepts, by name; a list without any name is reported.
pub(super) fn accepted(
    source: &Source,
    accepts: At<Vec<At<String, Json>>, Json>,
    problems: &mut Vec<Problem>,
) -> Option<Vec<(String, Place)>> {
    let place = source.place_of(
        accepts.text(),
        "name roles and words here, or leave `accepts` out",
    );
    let accepts = accepts.get(source, problems)?;
    if accepts.is_empty() {
        problems.push(Problem::error("this word accepts nothing", place));
    }
    let named = |at: At<String, Json>| {
        let place = source.place_of(at.text(), "");
        Some((at.get(source, problems)?, place))
    };
    Some(accepts.into_iter().filter_map(named).collect())
}

/// The roles and words that the names of a list mean; unknown and repeated names are reported.
pub(super) fn settled(
    words: &LexiconBuilder,
    named: Vec<(String, Place)>,
    problems: &mut Vec<Problem>,
) -> Accepts {
    let lexicon = &words.lexicon;
    let mut list = Accepts::default();
    for (index, (name, place)) in named.iter().enumerate() {
        let first = named[..index].iter().find(|(earlier, _)| earlier == name);
        match (lexicon.role(name), lexicon.word(name), first) {
            // It may be a word that could not be read, or the role of one.
            (None, None, _) if words.gaps.may_have(name) || words.roles != Roles::All => {}
            (None, None, _) => problems.push(neither(lexicon, name, place.clone())),
            (_, _, Some((_, first))) => problems.push(listed_twice(name, place.clone(), first)),
            (Some(role), _, None) => list.roles.insert(role),
            (None, Some(word), None) => list.words.push(word),
        }
    }
    list.words.sort_unstable();
    list
}

/// The problem of a name that nothing has.
fn neither(lexicon: &Lexicon, name: &str, mut place: Place) -> Problem {
    let words = lexicon.words().map(|word| lexicon.name(word));
    place.label = match nearest(name, lexicon.role_names().chain(words)) {
        Some(known) => format!("did you mean `{known}`?"),
        None => format!("the roles are {}", list(lexicon.role_names())),
    };
    Problem::error(format!("`{name}` is neither a role nor a word"), place)
}

/// The problem of a name that a list has twice.
pub(super) fn listed_twice(name: &str, mut place: Place, first: &Place) -> Problem {
    let mut first = first.clone();
    place.label = "leave one of the two out".to_owned();
    first.label = "first given here".to_owned();
    Problem::error(format!("`{name}` is given twice in one list"), place).and(first)
}
