//! What a grammar file says before its sentences: the directions, how lines are gone through, the roles,
//! and the words of its own.

use super::checker::Checker;
use super::file::{Direction, Here, List, Map, ReadingFile};
use crate::lexicon::{Lexicon, RoleSet};
use crate::words_file::{LexiconBuilder, Roles};

/// How a line is gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// From every anchor both ways.
    Outward,
    /// From the first word on.
    Onward(WaysOn),
}

/// How reading onward goes on: a word of which roles the next sentence may begin with, before words
/// of which roles, and whether rules that are parts of others are left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct WaysOn {
    pub(crate) given_back: RoleSet,
    pub(crate) before: RoleSet,
    pub(crate) widest: bool,
}

impl<'s> Checker<'s> {
    /// The directions, each once.
    pub(super) fn directions(&mut self, read: List<'s, Direction>) -> Option<Vec<Direction>> {
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

    /// How lines are gone through.
    pub(super) fn reading(&mut self, reading: Here<'s, ReadingFile<'s>>) -> Option<Reading> {
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
        let given_back = give_back
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
        Some(Reading::Onward(WaysOn {
            given_back,
            before,
            widest,
        }))
    }

    /// Takes the roles, with which the words can be read.
    pub(super) fn roles(&mut self, roles: Map<'s, String>, skip_others: Option<Here<'s, bool>>) {
        let whole = roles.text();
        let before = self.problems.len();
        let entries = self.named("role", roles);
        let all_named = self.problems.len() == before;
        let has_none = entries.is_empty();
        if has_none && all_named {
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
            // That there are none is told once, not of each word that needs one.
            _ if all_named && !has_none => Roles::All,
            _ => Roles::Some,
        };
        self.words = LexiconBuilder::new(lexicon, known);
    }

    /// Takes the words that belong to the grammar.
    pub(super) fn own_words(&mut self, words: Option<Map<'s, String>>) {
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
