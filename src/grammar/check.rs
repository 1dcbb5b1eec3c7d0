//! A grammar file and its words files become a sound grammar, or all that is wrong with them.

use std::collections::HashMap;

use super::base::BaseRule;
use super::derivation::Derivation;
use super::file::{Direction, GrammarFile, Here, List, Map, ReadingFile};
use super::forms::Sentence;
use super::speller::Spell;
use super::spoken::Spoken;
use crate::diagnostic::{Place, Problem, invisible};
use crate::lexicon::{Lexicon, RoleId, RoleSet};
use crate::mistaken::{FileKind, mistaken};
use crate::notation::Ron;
use crate::source::Source;
use crate::words_file::{LexiconBuilder, Roles, unknown_role};

/// A grammar in which every name is known, ready to be compiled.
pub(crate) struct Checked<'s> {
    pub(crate) lexicon: Lexicon,
    pub(crate) directions: Vec<Direction>,
    pub(crate) reading: Reading,
    pub(crate) sentences: Vec<Sentence>,
    pub(crate) spell: Option<Spell>,
    pub(crate) base: Vec<BaseRule<'s>>,
    pub(crate) in_force: Derivation,
    pub(crate) uses: Uses,
}

/// What a file says of the use of its roles, for those who ask whether they are of any.
#[derive(Default)]
pub(crate) struct Uses {
    /// Where each role is defined, by its id.
    pub(crate) roles: Vec<Place>,
    /// Where each word is defined, by its id.
    pub(crate) words: Vec<Place>,
    /// The roles that are named anywhere but as the role of a word.
    pub(crate) named: RoleSet,
    /// The roles that are not read, and that on purpose.
    pub(crate) unread: RoleSet,
    /// Whether other grammars read the words too.
    pub(crate) skips_others: bool,
}

/// How a line is gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// From every anchor both ways.
    Outward,
    /// From the first word on.
    Onward(GiveBack),
}

/// How reading onward goes on: a word of which roles the next sentence may begin with, before words
/// of which roles, and whether rules that are parts of others are left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct GiveBack {
    pub(crate) roles: RoleSet,
    pub(crate) before: RoleSet,
    pub(crate) widest: bool,
}

/// What the passes over the file share.
pub(super) struct Checker<'s> {
    pub(super) source: &'s Source,
    pub(super) words: LexiconBuilder,
    pub(super) problems: Vec<Problem>,
    pub(super) uses: Uses,
    /// What the sentences have a place for, where all of them are sound.
    pub(super) spoken: Option<Spoken>,
}

/// Checks a grammar and the words that belong to it; the problems come with whatever could be read.
/// `complete` says whether there are no further words, in files that could not be loaded.
pub(crate) fn check<'s>(
    grammar: &'s Source,
    words: &[Source],
    complete: bool,
) -> (Option<Checked<'s>>, Vec<Problem>) {
    let file = match grammar.parse::<Ron, GrammarFile>() {
        Ok(file) => file,
        Err(problem) => {
            let mut problems = vec![mistaken(grammar, FileKind::Grammar).unwrap_or(problem)];
            problems.extend(check_words(words));
            return (None, problems);
        }
    };
    let mut checker = Checker {
        source: grammar,
        words: LexiconBuilder::default(),
        problems: Vec::new(),
        uses: Uses::default(),
        spoken: None,
    };
    let checked = checker.file(file, words, complete);
    (checked, checker.problems)
}

/// Checks what can be checked of words without a grammar.
pub(crate) fn check_words(words: &[Source]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut builder = LexiconBuilder::new(Lexicon::default(), Roles::Some);
    for source in words {
        builder.add_file(source, "", &mut problems);
    }
    problems
}

impl<'s> Checker<'s> {
    fn file(
        &mut self,
        file: GrammarFile<'s>,
        words: &[Source],
        complete: bool,
    ) -> Option<Checked<'s>> {
        let directions = self.directions(file.read);
        self.roles(file.roles, file.skip_other_roles);
        self.own_words(file.words);
        let reading = self.reading(file.reading);
        for source in words {
            let grammar = self.source.name();
            self.words.add_file(source, grammar, &mut self.problems);
        }
        self.words.gaps.unnamed |= !complete;
        self.words.finish(&mut self.problems);
        let before = self.problems.len();
        let sentences = self.sentences(file.sentences, reading);
        let all_sound = self.problems.len() == before;
        let spell_text = file.spell.as_ref().map(|spell| spell.text());
        let readers = sentences.as_deref().unwrap_or_default();
        let spell = file.spell.and_then(|spell| self.spell(spell, readers));
        if let (Some(text), Some(Reading::Outward)) = (spell_text, reading) {
            let label = "use `reading: Onward(..)`, or leave `spell` out";
            let message = "letters are spelled only where reading goes onward";
            self.report(message, text, label);
        }
        self.unread(file.unread, readers);
        let base = self.base(file.base);
        let readers = sentences.as_deref().filter(|_| all_sound);
        if let Some(in_force) = &file.in_force {
            self.check_derivable(in_force.text(), readers.unwrap_or_default());
        }
        let in_force = file
            .in_force
            .and_then(|file| self.derivation(file, readers))
            .unwrap_or_default();
        self.uses.words = self.words.take_places();
        let lexicon = std::mem::take(&mut self.words.lexicon);
        let uses = std::mem::take(&mut self.uses);
        let (directions, reading, sentences) = (directions?, reading?, sentences?);
        Some(Checked {
            lexicon,
            directions,
            reading,
            sentences,
            spell,
            base,
            in_force,
            uses,
        })
    }

    /// Takes a value, or reports what is wrong with it.
    pub(super) fn take<T>(&mut self, at: Here<'s, T>) -> Option<T> {
        at.get(self.source, &mut self.problems)
    }

    pub(super) fn report(
        &mut self,
        message: impl Into<String>,
        part: &str,
        label: impl Into<String>,
    ) {
        self.problems
            .push(Problem::error(message, self.source.place_of(part, label)));
    }

    /// Reports a second use of a name, at both places.
    pub(super) fn twice(&mut self, what: &str, name: &str, part: &str, first: &str) {
        let problem = Problem::error(
            format!("the {what} `{name}` is given twice"),
            self.source.place_of(part, "leave one of the two out"),
        );
        self.problems
            .push(problem.and(self.source.place_of(first, "first given here")));
    }

    fn directions(&mut self, read: List<'s, Direction>) -> Option<Vec<Direction>> {
        let whole = read.text();
        let mut directions: Vec<(Direction, &str)> = Vec::new();
        let listed = self.take(read)?;
        let none = listed.is_empty();
        for at in listed {
            let text = at.text();
            let Some(direction) = self.take(at) else {
                continue;
            };
            match directions.iter().find(|(known, _)| *known == direction) {
                Some(&(_, first)) => self.twice("direction", text, text, first),
                None => directions.push((direction, text)),
            }
        }
        if none {
            self.report(
                "the grammar reads in no direction",
                whole,
                "for example `[Right, Down]`",
            );
        }
        Some(
            directions
                .into_iter()
                .map(|(direction, _)| direction)
                .collect(),
        )
    }

    /// The entries of a map whose names are all different and not empty.
    pub(super) fn named<T>(
        &mut self,
        what: &str,
        map: Map<'s, T>,
    ) -> Vec<(String, &'s str, Here<'s, T>)> {
        let mut entries = Vec::new();
        let mut first = HashMap::new();
        for (name, value) in self.take(map).map(|map| map.0).unwrap_or_default() {
            let text = name.text();
            let Some(name) = self.take(name) else {
                continue;
            };
            let Some(name) = self.name(what, &name, text) else {
                continue;
            };
            if let Some(first) = first.insert(name.clone(), text) {
                self.twice(what, &name, text, first);
            } else {
                entries.push((name, text, value));
            }
        }
        entries
    }

    /// A name without the blanks around it, which are reported.
    pub(super) fn name(&mut self, what: &str, name: &str, part: &str) -> Option<String> {
        let trimmed = name.trim();
        if trimmed.is_empty() {
            self.report(format!("a {what} has no name here"), part, "write one");
            return None;
        }
        if let Some(sign) = invisible(trimmed) {
            let message = format!("the name of this {what} has an invisible character in it");
            let label = format!("write it without U+{:04X}", u32::from(sign));
            self.report(message, part, label);
        }
        if trimmed != name {
            let label = format!("did you mean `{trimmed}`?");
            self.report(
                format!("the name of this {what} has a blank around it"),
                part,
                label,
            );
        }
        Some(trimmed.to_owned())
    }

    fn reading(&mut self, reading: Here<'s, ReadingFile<'s>>) -> Option<Reading> {
        let text = reading.text();
        let (give_back, before, widest) = match self.take(reading)? {
            ReadingFile::Outward => return Some(Reading::Outward),
            ReadingFile::Onward {
                give_back,
                before,
                widest,
            } => (give_back, before, widest),
        };
        let widest = widest.and_then(|it| self.take(it)).unwrap_or(false);
        if give_back.is_some() != before.is_some() {
            let label = "name both what is given back and before what, or neither";
            self.report("`give_back` and `before` belong together", text, label);
        }
        let both = give_back.is_some();
        let roles = give_back
            .and_then(|role| self.role(role))
            .into_iter()
            .collect();
        let before = before.and_then(|before| {
            let (text, problems) = (before.text(), self.problems.len());
            let roles = self.role_set(before)?;
            if both
                && roles.is_empty()
                && self.problems.len() == problems
                && self.words.roles != Roles::Some
            {
                let label = "name the roles before which the word is given back";
                self.report("a word is given back before nothing here", text, label);
            }
            Some(roles)
        });
        let before = before.unwrap_or_default();
        Some(Reading::Onward(GiveBack {
            roles,
            before,
            widest,
        }))
    }

    fn roles(&mut self, roles: Map<'s, String>, skip_others: Option<Here<'s, bool>>) {
        let whole = roles.text();
        let before = self.problems.len();
        let entries = self.named("role", roles);
        let all_named = self.problems.len() == before;
        if entries.is_empty() && all_named {
            self.report(
                "the grammar has no roles",
                whole,
                "words need a role to stand in a sentence",
            );
        }
        let mut lexicon = Lexicon::default();
        for (index, (name, text, meaning)) in entries.into_iter().enumerate() {
            self.take(meaning);
            if index == RoleSet::MOST {
                let most = RoleSet::MOST;
                self.report(
                    format!("a grammar has at most {most} roles"),
                    text,
                    "this is one too many",
                );
            } else if index < RoleSet::MOST {
                lexicon.add_role(&name);
                self.uses.roles.push(self.source.place_of(text, ""));
            }
        }
        let skips = skip_others.and_then(|skips| self.take(skips));
        self.uses.skips_others = skips == Some(true);
        let known = match skips {
            Some(true) => Roles::Own,
            _ if all_named => Roles::All,
            _ => Roles::Some,
        };
        self.words = LexiconBuilder::new(lexicon, known);
    }

    /// The role that a name in the file means, which is of use then.
    pub(super) fn role(&mut self, at: Here<'s, String>) -> Option<RoleId> {
        let text = at.text();
        let name = self.take(at)?;
        let role = self.role_named(&name, text);
        self.use_role(role);
        role
    }

    /// Notes that the file names a role.
    pub(super) fn use_role(&mut self, role: Option<RoleId>) {
        role.into_iter()
            .for_each(|role| self.uses.named.insert(role));
    }

    /// The role of a name, which is reported where there is none.
    pub(super) fn role_named(&mut self, name: &str, text: &str) -> Option<RoleId> {
        let role = self.words.lexicon.role(name.trim());
        if role.is_none() && self.words.roles != Roles::Some {
            let place = self.source.place_of(text, "");
            let problem = unknown_role(&self.words.lexicon, name, place, "this grammar");
            self.problems.push(problem);
        }
        role
    }

    /// The roles that a list in the file names, each once.
    pub(super) fn role_set(&mut self, list: List<'s, String>) -> Option<RoleSet> {
        let mut roles: Vec<(RoleId, &str)> = Vec::new();
        for at in self.take(list)? {
            let text = at.text();
            let Some(role) = self.role(at) else { continue };
            match roles.iter().find(|(known, _)| *known == role) {
                Some(&(_, first)) => {
                    let name = self.words.lexicon.role_name(role).to_owned();
                    self.twice("role", &name, text, first);
                }
                None => roles.push((role, text)),
            }
        }
        Some(roles.into_iter().map(|(role, _)| role).collect())
    }

    fn own_words(&mut self, words: Option<Map<'s, String>>) {
        let Some(words) = words else { return };
        let before = self.problems.len();
        let named = self.named("word", words);
        self.words.gaps.unnamed |= self.problems.len() > before;
        for (name, text, role) in named {
            let role_text = role.text();
            let role = self
                .take(role)
                .and_then(|role| self.role_named(&role, role_text));
            if let Some(role) = role {
                let place = self.source.place_of(text, "");
                self.words.add_owned(&name, role, place, &mut self.problems);
            } else {
                self.words.gaps.add(name);
            }
        }
    }
}
