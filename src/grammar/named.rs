//! The words and roles that steps name: each has to have a place where its step looks for it.

use super::checker::Checker;
use super::derivation::Known;
use super::file::{AllFile, Here, List};
use super::spoken::Place;
use crate::diagnostic::list;
use crate::lexicon::{Lexicon, RoleSet, WordId};
use crate::words_file::Roles;

/// How many words a message names as examples.
const EXAMPLES: usize = 8;

/// Where words can stand that others stand for.
pub(super) const ANYWHERE: [Place; 3] = [Place::Subject, Place::Complement, Place::Taken];

impl<'s> Checker<'s> {
    /// The word of a name, which has to have one of some places in a rule.
    pub(super) fn word_at(&mut self, at: Here<'s, String>, places: &[Place]) -> Option<WordId> {
        let text = at.text();
        let word = self.word(at)?;
        self.check_spoken(word, text, places);
        Some(word)
    }

    fn check_spoken(&mut self, word: WordId, text: &str, places: &[Place]) {
        let Some(spoken) = &self.spoken else { return };
        let lexicon = &self.words.lexicon;
        // That a step looks nowhere is told already.
        if places.is_empty() || spoken.has(word, places, lexicon) {
            return;
        }
        let name = lexicon.name(word);
        let message = match places {
            [Place::Verb] => format!("`{name}` is the anchor of no sentence"),
            _ => format!("`{name}` can be no {}", names(places)),
        };
        let others = lexicon
            .words()
            .filter(|&other| spoken.has(other, places, lexicon));
        let label = such_words(others, lexicon);
        self.report(message, text, label);
    }

    /// The words that a list names; none where there is no list.
    pub(super) fn words_at(
        &mut self,
        list: Option<List<'s, String>>,
        places: &[Place],
    ) -> Vec<WordId> {
        let named = list.and_then(|list| self.take(list)).unwrap_or_default();
        let named = self.each_once(named, places);
        named.into_iter().map(|(word, _)| word).collect()
    }

    /// The words that a list names, which has to name some.
    pub(super) fn some_words(&mut self, list: List<'s, String>, places: &[Place]) -> Vec<WordId> {
        let text = list.text();
        let Some(named) = self.take(list) else {
            return Vec::new();
        };
        if named.is_empty() {
            self.report(
                "no word is named here",
                text,
                "name one, or leave the step out",
            );
        }
        let named = self.each_once(named, places);
        named.into_iter().map(|(word, _)| word).collect()
    }

    /// The words of some names, each once and with its place in the file.
    fn each_once(
        &mut self,
        named: Vec<Here<'s, String>>,
        places: &[Place],
    ) -> Vec<(WordId, &'s str)> {
        let mut words: Vec<(WordId, &str)> = Vec::new();
        for name in named {
            let text = name.text();
            let Some(word) = self.word(name) else {
                continue;
            };
            match words.iter().find(|(known, _)| *known == word) {
                Some(&(_, first)) => {
                    let name = self.words.lexicon.name(word).to_owned();
                    self.twice("word", &name, text, first);
                }
                None => {
                    self.check_spoken(word, text, places);
                    words.push((word, text));
                }
            }
        }
        words
    }

    /// The words of some roles, but for those in `except`.
    pub(super) fn known(&mut self, file: Here<'s, AllFile<'s>>, places: &[Place]) -> Option<Known> {
        let file = self.take(file)?;
        let (text, before) = (file.of.text(), self.problems.len());
        let of = self.roles_at(file.of, places)?;
        let all_known = self.knows_roles() && self.problems.len() == before;
        if of.is_empty() && all_known {
            self.report(
                "no role is named here",
                text,
                "name one, such as that of nouns",
            );
        }
        let except = self.excepted(file.except, of, places);
        Some(Known { of, except })
    }

    /// Whether the file's roles are all there are.
    pub(super) fn knows_roles(&self) -> bool {
        self.words.roles != Roles::Some
    }

    /// The roles that a list names, whose words have to have one of some places in a rule.
    pub(super) fn roles_at(&mut self, list: List<'s, String>, places: &[Place]) -> Option<RoleSet> {
        let roles = self.different_roles(list)?;
        for &(role, text) in &roles {
            let lexicon = &self.words.lexicon;
            let spoken = self.spoken.as_ref();
            let is_spoken = spoken.is_none_or(|spoken| spoken.has_role(role, places, lexicon));
            if places.is_empty() || is_spoken {
                continue;
            }
            let name = lexicon.role_name(role);
            let message = format!("words of the role `{name}` can be no {}", names(places));
            self.report(message, text, "name the roles of words that can");
        }
        Some(roles.into_iter().map(|(role, _)| role).collect())
    }

    /// The words that are left out of those of some roles.
    pub(super) fn excepted(
        &mut self,
        list: Option<List<'s, String>>,
        of: RoleSet,
        places: &[Place],
    ) -> Vec<WordId> {
        let named = list.and_then(|list| self.take(list)).unwrap_or_default();
        let words = self.each_once(named, places);
        for &(word, text) in &words {
            let lexicon = &self.words.lexicon;
            let spoken = self.spoken.as_ref();
            let is_told = spoken.is_none_or(|spoken| !spoken.has(word, places, lexicon));
            if !is_told && !of.is_empty() && !lexicon.roles(word).meets(of) {
                let message = format!("`{}` has none of the roles in `of`", lexicon.name(word));
                self.report(message, text, "leave it out: it is not meant without this");
            }
        }
        words.into_iter().map(|(word, _)| word).collect()
    }
}

/// The names of places: "subject, complement or condition".
fn names(places: &[Place]) -> String {
    let names: Vec<&str> = places.iter().map(|place| place.name()).collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => (*only).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// Which words would do.
fn such_words(words: impl Iterator<Item = WordId>, lexicon: &Lexicon) -> String {
    let words: Vec<&str> = words.map(|word| lexicon.name(word)).collect();
    match words.get(..EXAMPLES) {
        _ if words.is_empty() => "no word can: leave it out, or let a run read it".to_owned(),
        Some(first) if words.len() > EXAMPLES => {
            let first: Vec<String> = first.iter().map(|word| format!("`{word}`")).collect();
            format!("such words are {}, ..", first.join(", "))
        }
        _ => format!("such words are {}", list(words)),
    }
}
