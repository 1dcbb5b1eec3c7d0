//! What the passes over a grammar file share: taking values, names and roles, and reporting what is
//! wrong with them.

use std::collections::HashMap;

use super::attached::Attached;
use super::check::Uses;
use super::file::{Here, List, Map};
use super::spoken::Spoken;
use crate::diagnostic::{Problem, invisible};
use crate::lexicon::{RoleId, RoleSet};
use crate::source::Source;
use crate::words_file::{LexiconBuilder, Roles, unknown_role};

/// What the passes over the file share.
pub(super) struct Checker<'s> {
    pub(super) source: &'s Source,
    pub(super) words: LexiconBuilder,
    pub(super) problems: Vec<Problem>,
    pub(super) uses: Uses,
    /// What the sentences have a place for, where all of them are sound.
    pub(super) spoken: Option<Spoken>,
    /// The runs that belong to the items of others than a subject's run.
    pub(super) attached: Vec<Attached<'s>>,
}

impl<'s> Checker<'s> {
    /// Takes a value, or reports what is wrong with it.
    pub(super) fn take<T>(&mut self, at: Here<'s, T>) -> Option<T> {
        at.get(self.source, &mut self.problems)
    }

    /// Whether a file says so; no where it says nothing.
    pub(super) fn yes(&mut self, said: Option<Here<'s, bool>>) -> bool {
        said.and_then(|said| self.take(said)).unwrap_or(false)
    }

    pub(super) fn report(
        &mut self,
        message: impl Into<String>,
        part: &str,
        label: impl Into<String>,
    ) {
        // That this is missing is told already.
        if !self.source.is_made_up(self.source.span(part).start) {
            self.problems
                .push(Problem::error(message, self.source.place_of(part, label)));
        }
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
        let roles = self.different_roles(list)?;
        Some(roles.into_iter().map(|(role, _)| role).collect())
    }

    /// The roles that a list in the file names, each once and with its place.
    pub(super) fn different_roles(
        &mut self,
        list: List<'s, String>,
    ) -> Option<Vec<(RoleId, &'s str)>> {
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
        Some(roles)
    }
}
