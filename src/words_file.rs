//! The words file: JSON that becomes part of a lexicon, or all that is wrong with it.

use serde::Deserialize;

use crate::diagnostic::{Place, Problem, list, nearest};
use crate::lexicon::{Accepts, Lexicon, RoleId, RoleSet, WordId};
use crate::notation::{At, Json};
use crate::source::Source;

/// Builds a lexicon from the grammar's own words and the words files, and says what is wrong.
#[derive(Debug, Default)]
pub(crate) struct LexiconBuilder {
    pub(crate) lexicon: Lexicon,
    /// Where each word is defined, by its id.
    places: Vec<Place>,
    /// How many of the words are the grammar's own.
    owned: usize,
    /// What words accept, by name: any word of any file can stand in such a list.
    accepts: Vec<(WordId, Vec<(String, Place)>)>,
}

/// The words file: every word of the content, one entry a line.
#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub(crate) struct WordsFile<'a> {
    /// The schema that editors check the file against.
    #[serde(rename = "$schema")]
    schema: Option<At<'a, String, Json>>,
    /// The words.
    words: At<'a, Vec<At<'a, WordEntry<'a>, Json>>, Json>,
}

/// What a word looks like, see [`fault_of`].
#[cfg(feature = "cli")]
pub(crate) const WORD: &str = r"^(?!\.$|\*|//)[^\s|\p{Ll}]+$";

/// One word: its name and its role or roles.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "cli",
    derive(schemars::JsonSchema),
    schemars(extend("oneOf" = [{ "required": ["role"] }, { "required": ["roles"] }]))
)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub(crate) struct WordEntry<'a> {
    /// The word in upper case, as blocks carry it.
    #[cfg_attr(feature = "cli", schemars(extend("pattern" = WORD)))]
    name: At<'a, String, Json>,
    /// What the word can do in a sentence: a role of the grammar.
    role: Option<At<'a, String, Json>>,
    /// The roles of a word that has several.
    #[cfg_attr(feature = "cli", schemars(extend("minItems" = 1, "uniqueItems" = true)))]
    roles: Option<At<'a, Vec<At<'a, String, Json>>, Json>>,
    /// What may stand behind the word, where it takes something: roles, and single words.
    #[cfg_attr(feature = "cli", schemars(extend("minItems" = 1, "uniqueItems" = true)))]
    accepts: Option<At<'a, Vec<At<'a, String, Json>>, Json>>,
}

impl LexiconBuilder {
    /// Starts from the roles of a grammar.
    pub(crate) fn new(lexicon: Lexicon) -> Self {
        LexiconBuilder {
            lexicon,
            ..Self::default()
        }
    }

    /// Adds a word that the grammar owns.
    pub(crate) fn add_owned(
        &mut self,
        name: &str,
        role: RoleId,
        place: Place,
        problems: &mut Vec<Problem>,
    ) {
        if self
            .add(name, RoleSet::from_iter([role]), place, problems)
            .is_some()
        {
            self.owned += 1;
        }
    }

    /// Adds the words of a words file. `grammar` is the name of the file that has the roles.
    pub(crate) fn add_file(&mut self, source: &Source, grammar: &str, problems: &mut Vec<Problem>) {
        let file = match source.parse::<Json, WordsFile>() {
            Ok(file) => file,
            Err(problem) => return problems.push(problem),
        };
        if let Some(schema) = file.schema {
            schema.get(source, problems);
        }
        for entry in file.words.get(source, problems).unwrap_or_default() {
            let whole = entry.text();
            if let Some(entry) = entry.get(source, problems) {
                self.add_entry(source, whole, entry, grammar, problems);
            }
        }
    }

    fn add_entry(
        &mut self,
        source: &Source,
        whole: &str,
        entry: WordEntry,
        grammar: &str,
        problems: &mut Vec<Problem>,
    ) {
        let place = source.place_of(entry.name.text(), "");
        let name = entry.name.get(source, problems);
        if let (Some(_), Some(roles)) = (&entry.role, &entry.roles) {
            let label = "a word has either one role or several";
            let place = source.place_of(roles.text(), label);
            return problems.push(Problem::error(
                "this word has both `role` and `roles`",
                place,
            ));
        }
        let mut named: Vec<At<String, Json>> = entry.role.into_iter().collect();
        named.extend(
            entry
                .roles
                .and_then(|roles| roles.get(source, problems))
                .into_iter()
                .flatten(),
        );
        if named.is_empty() {
            let known = list(self.lexicon.role_names());
            let problem = Problem::error("this word has no role", source.place_of(whole, ""));
            return problems
                .push(problem.help(format!("give it a `\"role\"`; {grammar} has {known}")));
        }
        let roles = self.roles_of(source, named, grammar, problems);
        let accepts = entry
            .accepts
            .and_then(|accepts| accepted(source, accepts, problems));
        if let (Some(name), false) = (name, roles.is_empty()) {
            let word = self.add(&name, roles, place, problems);
            self.accepts.extend(word.zip(accepts));
        }
    }

    /// The roles that an entry names; unknown ones and repeated ones are reported.
    fn roles_of(
        &self,
        source: &Source,
        named: Vec<At<String, Json>>,
        grammar: &str,
        problems: &mut Vec<Problem>,
    ) -> RoleSet {
        let mut roles: Vec<(RoleId, Place)> = Vec::new();
        for at in named {
            let place = source.place_of(at.text(), "");
            let Some(name) = at.get(source, problems) else {
                continue;
            };
            let Some(role) = self.lexicon.role(&name) else {
                problems.push(self.unknown_role(&name, place, grammar));
                continue;
            };
            match roles.iter().find(|(known, _)| *known == role) {
                Some((_, first)) => problems.push(listed_twice(&name, place, first)),
                None => roles.push((role, place)),
            }
        }
        roles.into_iter().map(|(role, _)| role).collect()
    }

    /// The problem of a name that is no role of the grammar.
    pub(crate) fn unknown_role(&self, name: &str, mut place: Place, grammar: &str) -> Problem {
        place.label = match nearest(name, self.lexicon.role_names()) {
            Some(known) => format!("did you mean `{known}`?"),
            None => format!("its roles are {}", list(self.lexicon.role_names())),
        };
        Problem::error(format!("`{name}` is not a role of {grammar}"), place)
    }

    /// Adds a word, unless its name is no name or is taken.
    fn add(
        &mut self,
        name: &str,
        roles: RoleSet,
        mut place: Place,
        problems: &mut Vec<Problem>,
    ) -> Option<WordId> {
        if let Some((message, label)) = fault_of(name) {
            place.label = label;
            problems.push(Problem::error(message, place));
            return None;
        }
        if let Some(earlier) = self.lexicon.word(name) {
            let index = usize::from(earlier.0);
            let mut first = self.places[index].clone();
            let (message, label) = match index < self.owned {
                true => (
                    format!("the word `{name}` belongs to the grammar"),
                    "content cannot define it again: leave it out here",
                ),
                false => (
                    format!("the word `{name}` is given twice"),
                    "leave one of the two out",
                ),
            };
            place.label = label.to_owned();
            first.label = "first given here".to_owned();
            problems.push(Problem::error(message, place).and(first));
            return None;
        }
        if self.lexicon.role(name).is_some() {
            place.label =
                "rename one of the two, lists of what a word accepts name both".to_owned();
            problems.push(Problem::error(
                format!("`{name}` is both a word and a role"),
                place,
            ));
            return None;
        }
        let word = self.lexicon.add_word(name, roles, &place);
        match word {
            Some(_) => self.places.push(place),
            None => problems.push(Problem::error(
                "a lexicon holds at most 65,535 words",
                place,
            )),
        }
        word
    }

    /// Settles what words accept, once all words are known.
    pub(crate) fn finish(self, problems: &mut Vec<Problem>) -> Lexicon {
        let LexiconBuilder {
            mut lexicon,
            accepts,
            ..
        } = self;
        for (word, named) in accepts {
            let list = settled(&lexicon, named, problems);
            lexicon.set_accepts(word, list);
        }
        lexicon
    }
}

/// What an entry says that its word accepts, by name; a list without any name is reported.
fn accepted(
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
fn settled(lexicon: &Lexicon, named: Vec<(String, Place)>, problems: &mut Vec<Problem>) -> Accepts {
    let mut list = Accepts::default();
    for (index, (name, place)) in named.iter().enumerate() {
        let first = named[..index].iter().find(|(earlier, _)| earlier == name);
        match (lexicon.role(name), lexicon.word(name), first) {
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
fn listed_twice(name: &str, mut place: Place, first: &Place) -> Problem {
    let mut first = first.clone();
    place.label = "leave one of the two out".to_owned();
    first.label = "first given here".to_owned();
    Problem::error(format!("`{name}` is given twice in one list"), place).and(first)
}

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
    if name.chars().any(char::is_whitespace) {
        let label = "a word is written without blanks".to_owned();
        return Some((format!("the word `{name}` has a blank in it"), label));
    }
    if name.chars().any(char::is_lowercase) {
        let label = format!("did you mean `{}`?", name.to_uppercase());
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
