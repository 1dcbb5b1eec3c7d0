//! The lexicon: which words there are, and the roles of each.

use std::collections::HashMap;

use serde::Deserialize;

use crate::diagnostic::{Place, Problem, list, nearest};
use crate::notation::{At, Json};
use crate::source::Source;

/// A word of a [`Lexicon`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WordId(pub(crate) u16);

/// A role of a grammar: what a word can do in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoleId(pub(crate) u8);

/// The roles of a word, or those that a place in a sentence asks for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct RoleSet(u64);

impl RoleSet {
    /// The most roles that a grammar can have.
    pub const MOST: usize = u64::BITS as usize;

    /// Whether a role is in the set.
    pub fn contains(self, role: RoleId) -> bool {
        self.0 >> role.0 & 1 == 1
    }

    /// Whether the two sets share a role.
    pub fn meets(self, other: RoleSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the set has no role.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The roles of the set in the order of the grammar file.
    pub fn iter(self) -> impl Iterator<Item = RoleId> {
        (0..64).map(RoleId).filter(move |&role| self.contains(role))
    }

    pub(crate) fn insert(&mut self, role: RoleId) {
        self.0 |= 1 << role.0;
    }
}

impl FromIterator<RoleId> for RoleSet {
    fn from_iter<I: IntoIterator<Item = RoleId>>(roles: I) -> Self {
        let mut set = RoleSet::default();
        roles.into_iter().for_each(|role| set.insert(role));
        set
    }
}

/// The words that a grammar reads, its own and those of the content, each with its roles.
///
/// ```
/// let grammar = spellboard::Grammar::shipped();
/// let lexicon = grammar.lexicon();
/// let word = lexicon.words().next().expect("the grammar owns words");
/// assert_eq!(lexicon.word(lexicon.name(word)), Some(word));
/// assert_eq!(lexicon.word("no such word"), None);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Lexicon {
    words: Vec<Word>,
    by_name: HashMap<Box<str>, WordId>,
    roles: Vec<Box<str>>,
}

#[derive(Debug, Clone)]
struct Word {
    name: Box<str>,
    roles: RoleSet,
}

impl Lexicon {
    /// The word of this name, in upper case as blocks carry it.
    pub fn word(&self, name: &str) -> Option<WordId> {
        self.by_name.get(name).copied()
    }

    /// A word's name.
    ///
    /// # Panics
    /// When the word is of another, larger lexicon.
    pub fn name(&self, word: WordId) -> &str {
        &self.words[usize::from(word.0)].name
    }

    /// A word's roles.
    ///
    /// # Panics
    /// When the word is of another, larger lexicon.
    pub fn roles(&self, word: WordId) -> RoleSet {
        self.words[usize::from(word.0)].roles
    }

    /// All words: those of the grammar, then those of the content, in the order of the files.
    pub fn words(&self) -> impl ExactSizeIterator<Item = WordId> + use<> {
        (0..self.words.len()).map(|index| WordId(index as u16))
    }

    /// The role of this name.
    pub fn role(&self, name: &str) -> Option<RoleId> {
        let index = self.roles.iter().position(|role| **role == *name)?;
        u8::try_from(index).ok().map(RoleId)
    }

    /// A role's name.
    ///
    /// # Panics
    /// When the role is of another, larger grammar.
    pub fn role_name(&self, role: RoleId) -> &str {
        &self.roles[usize::from(role.0)]
    }

    /// The names of all roles, in the order of the grammar file.
    pub fn role_names(&self) -> impl Iterator<Item = &str> {
        self.roles.iter().map(|role| &**role)
    }

    /// Adds a role; more than [`RoleSet::MOST`] are the caller's problem to report.
    pub(crate) fn add_role(&mut self, name: &str) {
        self.roles.push(name.into());
    }
}

/// Builds a lexicon from the grammar's own words and the words files, and says what is wrong.
#[derive(Debug, Default)]
pub(crate) struct LexiconBuilder {
    pub(crate) lexicon: Lexicon,
    /// Where each word is defined, by its id.
    places: Vec<Place>,
    /// How many of the words are the grammar's own.
    owned: usize,
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
    #[cfg_attr(feature = "cli", schemars(extend("pattern" = r"^(?!\.$|\*|//)[^\s|\p{Ll}]+$")))]
    name: At<'a, String, Json>,
    /// What the word can do in a sentence: a role of the grammar.
    role: Option<At<'a, String, Json>>,
    /// The roles of a word that has several.
    roles: Option<At<'a, Vec<At<'a, String, Json>>, Json>>,
}

impl LexiconBuilder {
    /// Starts from the roles of a grammar.
    pub(crate) fn new(lexicon: Lexicon) -> Self {
        LexiconBuilder {
            lexicon,
            places: Vec::new(),
            owned: 0,
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
        if self.add(name, RoleSet::from_iter([role]), place, problems) {
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
            let Some(entry) = entry.get(source, problems) else {
                continue;
            };
            let place = source.place_of(entry.name.text(), "");
            let name = entry.name.get(source, problems);
            let mut named: Vec<At<String, Json>> = Vec::new();
            match (entry.role, entry.roles) {
                (Some(_), Some(roles)) => {
                    let label = "a word has either one role or several";
                    let message = "this word has both `role` and `roles`";
                    problems.push(Problem::error(
                        message,
                        source.place_of(roles.text(), label),
                    ));
                    continue;
                }
                (Some(role), None) => named.push(role),
                (None, Some(roles)) => {
                    named.extend(roles.get(source, problems).unwrap_or_default())
                }
                (None, None) => {}
            }
            if named.is_empty() {
                let known = list(self.lexicon.role_names());
                let problem = Problem::error("this word has no role", source.place_of(whole, ""));
                problems.push(problem.help(format!("give it a `\"role\"`; {grammar} has {known}")));
                continue;
            }
            let roles = self.roles_of(source, named, grammar, problems);
            if let (Some(name), false) = (name, roles.is_empty()) {
                self.add(&name, roles, place, problems);
            }
        }
    }

    /// The roles that an entry names; unknown ones are reported.
    fn roles_of(
        &self,
        source: &Source,
        named: Vec<At<String, Json>>,
        grammar: &str,
        problems: &mut Vec<Problem>,
    ) -> RoleSet {
        let mut roles = RoleSet::default();
        for at in named {
            let text = at.text();
            let Some(name) = at.get(source, problems) else {
                continue;
            };
            match self.lexicon.role(&name) {
                Some(role) => roles.insert(role),
                None => problems.push(self.unknown_role(&name, source.place_of(text, ""), grammar)),
            }
        }
        roles
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
    ) -> bool {
        if let Some((message, label)) = fault_of(name) {
            place.label = label;
            problems.push(Problem::error(message, place));
            return false;
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
            return false;
        }
        let index = match u16::try_from(self.lexicon.words.len()) {
            Ok(index) if index < u16::MAX => index,
            _ => {
                problems.push(Problem::error(
                    "a lexicon holds at most 65,535 words",
                    place,
                ));
                return false;
            }
        };
        self.lexicon.words.push(Word {
            name: name.into(),
            roles,
        });
        self.lexicon.by_name.insert(name.into(), WordId(index));
        self.places.push(place);
        true
    }
}

/// Why a name cannot be a word: blocks carry it in upper case, and drawn boards write it bare.
fn fault_of(name: &str) -> Option<(String, String)> {
    if name.is_empty() {
        return Some((
            "a word cannot be empty".to_owned(),
            "name it as its block reads".to_owned(),
        ));
    }
    if name.chars().any(|c| c.is_whitespace() || c.is_control()) {
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
