//! A grammar file and its words files become a sound grammar, or all that is wrong with them.

use std::collections::HashMap;

use super::file::{Direction, GrammarFile, Here, List, Map, ReadingFile, SpellFile};
use super::forms::Sentence;
use crate::diagnostic::{Place, Problem, nearest};
use crate::lexicon::{Lexicon, RoleId, RoleSet, WordId};
use crate::notation::Ron;
use crate::source::Source;
use crate::words_file::LexiconBuilder;

/// A grammar in which every name is known, ready to be compiled.
pub(crate) struct Checked {
    pub(crate) lexicon: Lexicon,
    pub(crate) directions: Vec<Direction>,
    pub(crate) reading: Reading,
    pub(crate) sentences: Vec<Sentence>,
    pub(crate) spell: Option<Spell>,
    pub(crate) base: Vec<BaseRule>,
}

/// How a line is gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// From every anchor both ways.
    Outward,
    /// From the first word on.
    Onward(GiveBack),
}

/// A word of which roles the next sentence may begin with, and before words of which roles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct GiveBack {
    pub(crate) roles: RoleSet,
    pub(crate) before: RoleSet,
}

/// How neighbouring letters are read as the word they spell.
#[derive(Debug, Clone)]
pub(crate) struct Spell {
    pub(crate) letters: RoleId,
    pub(crate) shortest: u32,
    /// Roles whose words are spelled otherwise.
    pub(crate) except: Vec<(RoleId, SpellRole)>,
}

/// How the words of one role are spelled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SpellRole {
    pub(crate) shortest: u32,
    /// Whether only the longest of those that begin on a tile counts.
    pub(crate) longest: bool,
    /// A word of which a block must lie on the board.
    pub(crate) with: Option<WordId>,
}

/// A rule that holds on every board, still as the words of its sentence.
pub(crate) struct BaseRule {
    pub(crate) words: Vec<WordId>,
    pub(crate) place: Place,
}

/// What the passes over the file share.
pub(super) struct Checker<'s> {
    pub(super) source: &'s Source,
    pub(super) words: LexiconBuilder,
    pub(super) problems: Vec<Problem>,
}

/// Checks a grammar and the words that belong to it; the problems come with whatever could be read.
pub(crate) fn check(grammar: &Source, words: &[Source]) -> (Option<Checked>, Vec<Problem>) {
    let file = match grammar.parse::<Ron, GrammarFile>() {
        Ok(file) => file,
        Err(problem) => return (None, vec![problem]),
    };
    let mut checker = Checker {
        source: grammar,
        words: LexiconBuilder::default(),
        problems: Vec::new(),
    };
    let checked = checker.file(file, words);
    (checked, checker.problems)
}

impl<'s> Checker<'s> {
    fn file(&mut self, file: GrammarFile<'s>, words: &[Source]) -> Option<Checked> {
        let directions = self.directions(file.read);
        self.roles(file.roles);
        self.own_words(file.words);
        let reading = self.reading(file.reading);
        for source in words {
            self.words
                .add_file(source, self.source.name(), &mut self.problems);
        }
        self.words.lexicon = std::mem::take(&mut self.words).finish(&mut self.problems);
        let sentences = self.sentences(file.sentences, reading);
        let spell = file.spell.and_then(|spell| self.spell(spell));
        // A words file that could not be read in full is the cause of any word that is missing.
        let all_known = self.problems.is_empty();
        let base = self.base(file.base, all_known);
        let lexicon = std::mem::take(&mut self.words.lexicon);
        let (directions, reading, sentences) = (directions?, reading?, sentences?);
        Some(Checked {
            lexicon,
            directions,
            reading,
            sentences,
            spell,
            base,
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
        for at in self.take(read)? {
            let text = at.text();
            let Some(direction) = self.take(at) else {
                continue;
            };
            match directions.iter().find(|(known, _)| *known == direction) {
                Some(&(_, first)) => self.twice("direction", text, text, first),
                None => directions.push((direction, text)),
            }
        }
        if directions.is_empty() {
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
            if name.trim().is_empty() || name.trim() != name {
                self.report(
                    format!("this is no name for a {what}"),
                    text,
                    "blanks around it, or nothing in it",
                );
            } else if let Some(first) = first.insert(name.clone(), text) {
                self.twice(what, &name, text, first);
            } else {
                entries.push((name, text, value));
            }
        }
        entries
    }

    fn reading(&mut self, reading: Here<'s, ReadingFile<'s>>) -> Option<Reading> {
        let (give_back, before) = match self.take(reading)? {
            ReadingFile::Outward => return Some(Reading::Outward),
            ReadingFile::Onward { give_back, before } => (give_back, before),
        };
        let roles = give_back
            .and_then(|role| self.role(role))
            .into_iter()
            .collect();
        let before = before
            .and_then(|before| self.take(before))
            .unwrap_or_default();
        let before = before
            .into_iter()
            .filter_map(|role| self.role(role))
            .collect();
        Some(Reading::Onward(GiveBack { roles, before }))
    }

    fn spell(&mut self, spell: Here<'s, SpellFile<'s>>) -> Option<Spell> {
        let spell = self.take(spell)?;
        let letters = self.role(spell.letters);
        let shortest = spell
            .shortest
            .and_then(|shortest| self.take(shortest))
            .unwrap_or(1);
        let mut except = Vec::new();
        for (name, text, file) in spell
            .except
            .map(|map| self.named("role", map))
            .unwrap_or_default()
        {
            let role = self.words.lexicon.role(&name);
            if role.is_none() {
                let place = self.source.place_of(text, "");
                self.problems
                    .push(self.words.unknown_role(&name, place, "this grammar"));
            }
            let Some((role, file)) = role.zip(self.take(file)) else {
                continue;
            };
            let shortest = file
                .shortest
                .and_then(|shortest| self.take(shortest))
                .unwrap_or(shortest);
            let longest = file
                .longest
                .and_then(|longest| self.take(longest))
                .unwrap_or(false);
            let with = file.with.and_then(|with| self.word(with));
            except.push((
                role,
                SpellRole {
                    shortest,
                    longest,
                    with,
                },
            ));
        }
        Some(Spell {
            letters: letters?,
            shortest,
            except,
        })
    }

    /// The word that a name in the file means.
    fn word(&mut self, at: Here<'s, String>) -> Option<WordId> {
        let text = at.text();
        let name = self.take(at)?;
        let lexicon = &self.words.lexicon;
        let word = lexicon.word(&name);
        if word.is_none() {
            let label = match nearest(&name, lexicon.words().map(|word| lexicon.name(word))) {
                Some(known) => format!("did you mean `{known}`?"),
                None => "add it to the words".to_owned(),
            };
            self.report(
                format!("the word `{name}` is in no words file"),
                text,
                label,
            );
        }
        word
    }

    fn roles(&mut self, roles: Map<'s, String>) {
        let whole = roles.text();
        let entries = self.named("role", roles);
        if entries.is_empty() {
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
            }
        }
        self.words = LexiconBuilder::new(lexicon);
    }

    /// The role that a name in the file means.
    pub(super) fn role(&mut self, at: Here<'s, String>) -> Option<RoleId> {
        let text = at.text();
        let name = self.take(at)?;
        let role = self.words.lexicon.role(&name);
        if role.is_none() {
            let place = self.source.place_of(text, "");
            self.problems
                .push(self.words.unknown_role(&name, place, "this grammar"));
        }
        role
    }

    fn own_words(&mut self, words: Option<Map<'s, String>>) {
        let Some(words) = words else { return };
        for (name, text, role) in self.named("word", words) {
            if let Some(role) = self.role(role) {
                let place = self.source.place_of(text, "");
                self.words.add_owned(&name, role, place, &mut self.problems);
            }
        }
    }

    /// The base rules, if all words are known.
    fn base(&mut self, base: Option<List<'s, String>>, all_known: bool) -> Vec<BaseRule> {
        let rules = base.and_then(|base| self.take(base)).unwrap_or_default();
        if !all_known {
            return Vec::new();
        }
        let mut checked = Vec::new();
        for at in rules {
            let text = at.text();
            let Some(sentence) = self.take(at) else {
                continue;
            };
            let words: Vec<Option<WordId>> = sentence
                .split_whitespace()
                .map(|name| self.base_word(name, text))
                .collect();
            if let Some(words) = words.into_iter().collect() {
                checked.push(BaseRule {
                    words,
                    place: self.source.place_of(text, ""),
                });
            }
        }
        checked
    }

    fn base_word(&mut self, name: &str, rule: &str) -> Option<WordId> {
        let word = self.words.lexicon.word(name);
        if word.is_none() {
            let lexicon = &self.words.lexicon;
            let label = match nearest(name, lexicon.words().map(|word| lexicon.name(word))) {
                Some(known) => format!("did you mean `{known}`?"),
                None => "add it to the words, or leave this base rule out".to_owned(),
            };
            let part = rule
                .find(name)
                .map_or(rule, |start| &rule[start..start + name.len()]);
            self.report(
                format!("the word `{name}` of this base rule is in no words file"),
                part,
                label,
            );
        }
        word
    }
}
