//! Roles of a words file that the grammar does not have.

use crate::diagnostic::{Place, Problem, list, nearest};
use crate::lexicon::Lexicon;
use crate::source::Source;

/// How many words of one unknown role are shown behind the first.
const MOST_SHOWN: usize = 3;

/// The unknown roles of a words file, in its order, each with where it stands.
#[derive(Debug, Default)]
pub(super) struct Strangers {
    roles: Vec<(String, Vec<Place>)>,
    /// How many words have a role of the grammar.
    known: usize,
    words: usize,
}

impl Strangers {
    pub(super) fn add(&mut self, name: String, place: Place) {
        match self.roles.iter_mut().find(|(known, _)| *known == name) {
            Some((_, places)) => places.push(place),
            None => self.roles.push((name, vec![place])),
        }
    }

    /// Counts a word, which has a role of the grammar or has none.
    pub(super) fn seen(&mut self, is_known: bool) {
        self.words += 1;
        self.known += usize::from(is_known);
    }

    /// Reports each role once, or the file as a whole where it is for quite another grammar; says
    /// whether it is.
    pub(super) fn report(
        self,
        source: &Source,
        lexicon: &Lexicon,
        grammar: &str,
        problems: &mut Vec<Problem>,
    ) -> bool {
        let like = |role: &str| nearest(role, lexicon.role_names()).is_some();
        let is_foreign = self.known == 0 && self.words > 1;
        if is_foreign && !self.roles.iter().any(|(role, _)| like(role)) {
            let Some((_, places)) = self.roles.into_iter().next() else {
                return false;
            };
            let place = Place {
                label: format!("its roles are {}", list(lexicon.role_names())),
                ..places[0].clone()
            };
            let message = format!("no word of {} has a role of {grammar}", source.name());
            let help = "are these words for another grammar? give that one with `--grammar`";
            problems.push(Problem::error(message, place).help(help));
            return true;
        }
        for (role, places) in self.roles {
            problems.push(gathered(&role, places, lexicon, grammar));
        }
        false
    }
}

/// One problem for all words of an unknown role.
fn gathered(role: &str, places: Vec<Place>, lexicon: &Lexicon, grammar: &str) -> Problem {
    let count = places.len();
    let mut places = places.into_iter();
    let first = places
        .next()
        .unwrap_or_else(|| Source::new(grammar, "").whole());
    let mut problem = unknown_role(lexicon, role, first, grammar);
    if count > 1 {
        problem.message += &format!(" ({count} words have it)");
    }
    for mut place in places.take(MOST_SHOWN) {
        place.label = "here as well".to_owned();
        problem = problem.and(place);
    }
    match nearest(role, lexicon.role_names()) {
        None if !role.trim().is_empty() => problem.help(format!(
            "add it to the roles of {grammar}; or say `skip_other_roles: true` there, if other grammars read these words too"
        )),
        _ => problem,
    }
}

/// The problem of a name that is no role of the grammar.
pub(crate) fn unknown_role(
    lexicon: &Lexicon,
    name: &str,
    mut place: Place,
    grammar: &str,
) -> Problem {
    let word = lexicon.word(name.trim());
    let roles = word.map(|word| {
        lexicon
            .roles(word)
            .iter()
            .map(|role| lexicon.role_name(role))
    });
    let roles: Vec<&str> = roles.into_iter().flatten().collect();
    let several = several(lexicon, name);
    place.label = match (&roles[..], nearest(name, lexicon.role_names())) {
        _ if !several.is_empty() => {
            let quoted: Vec<String> = several.iter().map(|role| format!("\"{role}\"")).collect();
            format!("did you mean `\"roles\": [{}]`?", quoted.join(", "))
        }
        ([role], _) => format!("did you mean its role `{role}`?"),
        ([_, ..], _) => format!(
            "did you mean one of its roles, {}?",
            list(roles.iter().copied())
        ),
        (_, Some(known)) => format!("did you mean `{known}`?"),
        (_, None) => format!("its roles are {}", list(lexicon.role_names())),
    };
    let message = match (name.trim().is_empty(), roles.is_empty()) {
        (true, _) => "a role has no name here".to_owned(),
        (false, true) => format!("`{name}` is not a role of {grammar}"),
        (false, false) => format!("`{name}` is a word, not a role of {grammar}"),
    };
    Problem::error(message, place)
}

/// The roles of a name that is several of them, one behind the other; none where it is not.
fn several<'n>(lexicon: &Lexicon, name: &'n str) -> Vec<&'n str> {
    let parts = name.split([',', ';', '|', '/', '+', '&', ' ']);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let all_known = parts.iter().all(|part| lexicon.role(part).is_some());
    match parts.len() > 1 && all_known {
        true => parts,
        false => Vec::new(),
    }
}
