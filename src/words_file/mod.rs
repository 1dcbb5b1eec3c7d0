//! The words file: JSON that becomes part of a lexicon, or all that is wrong with it.

mod accepts;
mod file;
mod gaps;
mod names;
mod spells;
mod strangers;

use crate::diagnostic::{Place, Problem, list, stray_letter};
use crate::lexicon::{Lexicon, RoleId, RoleSet, WordId};
use crate::mistaken::{FileKind, mistaken};
use crate::notation::{At, Json};
use crate::source::Source;
use accepts::{accepted, listed_twice, settled};
#[cfg(feature = "cli")]
pub(crate) use file::WORD;
use file::WordEntry;
pub(crate) use file::WordsFile;
use gaps::Gaps;
pub(crate) use names::fault_of;
use spells::spelled;
use strangers::Strangers;
pub(crate) use strangers::unknown_role;

/// Builds a lexicon from the grammar's own words and the words files, and says what is wrong.
#[derive(Debug, Default)]
pub(crate) struct LexiconBuilder {
    pub(crate) lexicon: Lexicon,
    /// What is known of the roles that words may have.
    pub(crate) roles: Roles,
    /// Where each word is defined, by its id.
    places: Vec<Place>,
    /// How many of the words are the grammar's own.
    owned: usize,
    /// What words accept, by name: any word of any file can stand in such a list.
    accepts: Vec<(WordId, Vec<(String, Place)>)>,
    /// The words that say what they add to others as letters.
    spells: Vec<(WordId, Place)>,
    pub(crate) gaps: Gaps,
    is_full: bool,
}

/// What is known of the roles that words may have.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Roles {
    /// Those of the grammar, and no others.
    #[default]
    All,
    /// Those of the grammar; words of others are for other grammars.
    Own,
    /// Only some of them could be read.
    Some,
}

impl LexiconBuilder {
    /// Starts from the roles of a grammar.
    pub(crate) fn new(lexicon: Lexicon, roles: Roles) -> Self {
        LexiconBuilder {
            lexicon,
            roles,
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
        let roles = RoleSet::from_iter([role]);
        if self.add(name, roles, place, problems).is_some() {
            self.owned += 1;
        }
    }

    /// Adds the words of a words file. `grammar` is the name of the file that has the roles.
    pub(crate) fn add_file(&mut self, source: &Source, grammar: &str, problems: &mut Vec<Problem>) {
        let file = match source.parse::<Json, WordsFile>() {
            Ok(file) => file,
            Err(problem) => {
                self.gaps.unnamed = true;
                return problems.push(mistaken(source, FileKind::Words).unwrap_or(problem));
            }
        };
        if let Some(schema) = file.schema {
            schema.get(source, problems);
        }
        let Some(entries) = file.words.get(source, problems) else {
            self.gaps.unnamed = true;
            return;
        };
        let mut strangers = Strangers::default();
        for entry in entries {
            let whole = entry.text();
            match entry.get(source, problems) {
                Some(entry) => {
                    self.add_entry((source, whole), entry, grammar, &mut strangers, problems);
                }
                None => self.gaps.unnamed = true,
            }
        }
        if self.roles == Roles::All {
            self.gaps.unnamed |= strangers.report(source, &self.lexicon, grammar, problems);
        }
    }

    fn add_entry(
        &mut self,
        (source, whole): (&Source, &str),
        entry: WordEntry,
        grammar: &str,
        strangers: &mut Strangers,
        problems: &mut Vec<Problem>,
    ) {
        let place = source.place_of(entry.name.text(), "");
        let name = entry.name.get(source, problems);
        match &name {
            Some(name) => self.gaps.named.insert(name.clone()),
            None => std::mem::replace(&mut self.gaps.unnamed, true),
        };
        if let (Some(_), Some(roles)) = (&entry.role, &entry.roles) {
            let label = "a word has either one role or several";
            let place = source.place_of(roles.text(), label);
            let message = "this word has both `role` and `roles`";
            return problems.push(Problem::error(message, place));
        }
        let before = problems.len();
        let mut named: Vec<At<String, Json>> = entry.role.into_iter().collect();
        let several = entry.roles.and_then(|roles| roles.get(source, problems));
        named.extend(several.into_iter().flatten());
        // What is wrong with its roles is told already.
        if named.is_empty() && problems.len() > before {
            return;
        }
        if named.is_empty() {
            let problem = Problem::error("this word has no role", source.place_of(whole, ""));
            let mut help = "give it a `\"role\"`".to_owned();
            if self.roles != Roles::Some {
                help += &format!("; {grammar} has {}", list(self.lexicon.role_names()));
            }
            return problems.push(problem.help(help));
        }
        let roles = self.roles_of(source, named, strangers, problems);
        let accepts = entry
            .accepts
            .and_then(|accepts| accepted(source, accepts, problems));
        let spells = entry
            .spells
            .and_then(|spells| spelled(source, spells, problems));
        let is_for_others = roles.is_empty() && self.roles == Roles::Own;
        match name {
            Some(name) if !roles.is_empty() || is_for_others => {
                let word = self.add(&name, roles, place, problems);
                if word.is_some() {
                    self.gaps.named.remove(&name);
                }
                if let Some((word, (text, place))) = word.zip(spells) {
                    self.lexicon.set_spelled(word, &text);
                    self.spells.push((word, place));
                }
                // Nobody reads what follows a word that is for other grammars.
                self.accepts
                    .extend(word.zip(accepts).filter(|_| !is_for_others));
            }
            Some(name) => self.check_name(&name, place, problems),
            None => {}
        }
    }

    /// The roles that an entry names; repeated ones are reported, and unknown ones noted.
    fn roles_of(
        &self,
        source: &Source,
        named: Vec<At<String, Json>>,
        strangers: &mut Strangers,
        problems: &mut Vec<Problem>,
    ) -> RoleSet {
        let mut roles: Vec<(String, Place)> = Vec::new();
        for at in named {
            let place = source.place_of(at.text(), "");
            let Some(name) = at.get(source, problems) else {
                continue;
            };
            match roles.iter().find(|(known, _)| *known == name) {
                Some((_, first)) => problems.push(listed_twice(&name, place, first)),
                None => roles.push((name, place)),
            }
        }
        let mut known = RoleSet::default();
        for (name, place) in roles {
            match self.lexicon.role(&name) {
                Some(role) => known.insert(role),
                None => strangers.add(name, place),
            }
        }
        strangers.seen(!known.is_empty());
        known
    }

    /// Reports a name that is no name: which word is meant is not known then.
    fn check_name(&mut self, name: &str, mut place: Place, problems: &mut Vec<Problem>) {
        if let Some((message, label)) = fault_of(name) {
            place.label = label;
            problems.push(Problem::error(message, place));
            self.gaps.unnamed = true;
        }
    }

    /// Adds a word, unless its name is no name or is taken.
    fn add(
        &mut self,
        name: &str,
        roles: RoleSet,
        mut place: Place,
        problems: &mut Vec<Problem>,
    ) -> Option<WordId> {
        if fault_of(name).is_some() {
            self.check_name(name, place, problems);
            return None;
        }
        if let Some(earlier) = self.lexicon.word(name) {
            problems.push(self.given_twice(name, earlier, place));
            return None;
        }
        if self.lexicon.role(name).is_some() {
            let message = format!("`{name}` is both a word and a role");
            let label = "rename one of the two, lists of what a word accepts name both";
            place.label = label.to_owned();
            problems.push(Problem::error(message, place));
            return None;
        }
        let word = self.lexicon.add_word(name, roles, &place);
        match word {
            Some(_) => {
                problems.extend(strange_letter(name, &place));
                self.places.push(place);
            }
            None if !self.is_full => {
                self.is_full = true;
                place.label = "this is one too many, and so are all behind it".to_owned();
                let message = "a lexicon holds at most 65,535 words";
                problems.push(Problem::error(message, place));
            }
            None => {}
        }
        self.gaps.unnamed |= word.is_none();
        word
    }

    /// The problem of a word that there is already.
    fn given_twice(&self, name: &str, earlier: WordId, mut place: Place) -> Problem {
        let mut first = self.places[earlier.index()].clone();
        let (message, label) = match self.owns(earlier) {
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
        Problem::error(message, place).and(first)
    }

    /// The words that say what they add to others as letters, and where they do.
    pub(crate) fn take_spells(&mut self) -> Vec<(WordId, Place)> {
        std::mem::take(&mut self.spells)
    }

    /// Where a word is defined.
    pub(crate) fn place(&self, word: WordId) -> Place {
        self.places[word.index()].clone()
    }

    /// Whether a word is the grammar's own.
    pub(crate) fn owns(&self, word: WordId) -> bool {
        word.index() < self.owned
    }

    /// Where each word is defined, by its id.
    pub(crate) fn take_places(&mut self) -> Vec<Place> {
        std::mem::take(&mut self.places)
    }

    /// Settles what words accept, once all words are known.
    pub(crate) fn finish(&mut self, problems: &mut Vec<Problem>) {
        for (word, named) in std::mem::take(&mut self.accepts) {
            let list = settled(self, named, problems);
            self.lexicon.set_accepts(word, list);
        }
    }
}

/// The warning for a word with a letter that only looks like one of the script of the others.
fn strange_letter(name: &str, place: &Place) -> Option<Problem> {
    let letter = stray_letter(name)?;
    let mut place = place.clone();
    place.label = format!("its `{letter}` is U+{:04X}", u32::from(letter));
    let message = format!("the word `{name}` has a letter of another script that looks alike");
    Some(Problem::warning(message, place))
}
