//! A grammar file and its words files become a sound grammar, or all that is wrong with them.

use std::collections::HashMap;

use super::file::{Direction, GrammarFile, Here, List, Map, Reading, RunFile, SentenceFile};
use crate::diagnostic::{Place, Problem, list, nearest};
use crate::lexicon::{Lexicon, LexiconBuilder, RoleId, RoleSet, WordId};
use crate::notation::Ron;
use crate::source::Source;

/// A grammar in which every name is known, ready to be compiled.
pub(crate) struct Checked {
    pub(crate) lexicon: Lexicon,
    pub(crate) directions: Vec<Direction>,
    pub(crate) sentences: Vec<Sentence>,
    pub(crate) base: Vec<BaseRule>,
}

/// One form of sentence.
#[derive(Debug, Clone)]
pub(crate) struct Sentence {
    pub(crate) name: String,
    /// The place of the anchor in `runs`.
    pub(crate) anchor: usize,
    /// The run that a rule is about: the first with `each`, or else the first but the anchor.
    pub(crate) subject: usize,
    /// The run that says something of it: the last with `each`, or else the last but the anchor.
    pub(crate) complement: Option<usize>,
    pub(crate) runs: Vec<Run>,
}

/// One run of a sentence.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub(crate) name: String,
    pub(crate) of: RoleSet,
    pub(crate) joined_by: Option<RoleId>,
    pub(crate) each: bool,
}

/// A rule that holds on every board, still as the words of its sentence.
pub(crate) struct BaseRule {
    pub(crate) words: Vec<WordId>,
    pub(crate) place: Place,
}

/// What the passes over the file share.
struct Checker<'s> {
    source: &'s Source,
    words: LexiconBuilder,
    problems: Vec<Problem>,
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
        let Reading::Outward = file
            .reading
            .get(self.source, &mut self.problems)
            .unwrap_or(Reading::Outward);
        self.roles(file.roles);
        self.own_words(file.words);
        let sentences = self.sentences(file.sentences);
        for source in words {
            self.words
                .add_file(source, self.source.name(), &mut self.problems);
        }
        // A words file that could not be read in full is the cause of any word that is missing.
        let all_known = self.problems.is_empty();
        let base = self.base(file.base, all_known);
        let lexicon = std::mem::take(&mut self.words.lexicon);
        Some(Checked {
            lexicon,
            directions: directions?,
            sentences: sentences?,
            base,
        })
    }

    /// Takes a value, or reports what is wrong with it.
    fn take<T>(&mut self, at: Here<'s, T>) -> Option<T> {
        at.get(self.source, &mut self.problems)
    }

    fn report(&mut self, message: impl Into<String>, part: &str, label: impl Into<String>) {
        self.problems
            .push(Problem::error(message, self.source.place_of(part, label)));
    }

    /// Reports a second use of a name, at both places.
    fn twice(&mut self, what: &str, name: &str, part: &str, first: &str) {
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
    fn named<T>(&mut self, what: &str, map: Map<'s, T>) -> Vec<(String, &'s str, Here<'s, T>)> {
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
    fn role(&mut self, at: Here<'s, String>) -> Option<RoleId> {
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

    fn sentences(&mut self, sentences: Map<'s, SentenceFile<'s>>) -> Option<Vec<Sentence>> {
        let whole = sentences.text();
        let entries = self.named("sentence", sentences);
        if entries.is_empty() {
            self.report(
                "the grammar has no sentences",
                whole,
                "at least one form is needed",
            );
        }
        let mut checked = Vec::new();
        for (name, text, sentence) in entries {
            let Some(sentence) = self.take(sentence) else {
                continue;
            };
            checked.extend(self.sentence(name, text, sentence));
        }
        Some(checked)
    }

    fn sentence(&mut self, name: String, at: &str, sentence: SentenceFile<'s>) -> Option<Sentence> {
        let mut runs: Vec<Run> = Vec::new();
        let mut names: Vec<&str> = Vec::new();
        for run in self.take(sentence.runs)? {
            let Some(run) = self.take(run) else { continue };
            let text = run.name.text();
            let Some(run) = self.run(run) else { continue };
            match runs.iter().position(|earlier| earlier.name == run.name) {
                Some(earlier) => self.twice("run", &run.name, text, names[earlier]),
                None => {
                    runs.push(run);
                    names.push(text);
                }
            }
        }
        if runs.is_empty() {
            self.report(
                format!("the sentence `{name}` has no runs"),
                at,
                "at least its anchor is needed",
            );
            return None;
        }
        let anchor = self.anchor(sentence.anchor, &runs)?;
        let others: Vec<usize> = (0..runs.len()).filter(|&run| run != anchor).collect();
        let with_each = || others.iter().copied().filter(|&run| runs[run].each);
        let subject = with_each()
            .next()
            .or(others.first().copied())
            .unwrap_or(anchor);
        let complement = with_each().next_back().or(others.last().copied());
        let complement = complement.filter(|&run| run != subject);
        Some(Sentence {
            name,
            anchor,
            subject,
            complement,
            runs,
        })
    }

    fn run(&mut self, run: RunFile<'s>) -> Option<Run> {
        let name = self.take(run.name);
        let of = run.of.text();
        let mut roles = RoleSet::default();
        let mut named = 0;
        for role in self.take(run.of)? {
            named += 1;
            self.role(role)
                .into_iter()
                .for_each(|role| roles.insert(role));
        }
        if named == 0 {
            self.report(
                "this run can read nothing",
                of,
                "name the roles that its words may have",
            );
        }
        let joined_by = run.joined_by.and_then(|role| self.role(role));
        let each = run.each.and_then(|each| self.take(each)).unwrap_or(false);
        Some(Run {
            name: name?,
            of: roles,
            joined_by,
            each,
        })
    }

    /// The anchor's place among the runs. It is named by its run or, where no run has the name, by
    /// the role that only one run reads.
    fn anchor(&mut self, at: Here<'s, String>, runs: &[Run]) -> Option<usize> {
        let text = at.text();
        let name = self.take(at)?;
        let by_name = runs.iter().position(|run| run.name == name);
        let by_role = || {
            let role = RoleSet::from_iter([self.words.lexicon.role(&name)?]);
            let mut readers = runs.iter().enumerate().filter(|(_, run)| run.of == role);
            match (readers.next(), readers.next()) {
                (Some((index, _)), None) => Some(index),
                _ => None,
            }
        };
        let Some(anchor) = by_name.or_else(by_role) else {
            let names = || runs.iter().map(|run| run.name.as_str());
            let label = match nearest(&name, names()) {
                Some(known) => format!("did you mean `{known}`?"),
                None => format!("the runs are {}", list(names())),
            };
            self.report(
                format!("the anchor `{name}` is no run of this sentence"),
                text,
                label,
            );
            return None;
        };
        if runs[anchor].joined_by.is_some() {
            let label = format!("leave `joined_by` out of the run `{}`", runs[anchor].name);
            self.report(
                "an anchor is a single word, reading starts from it",
                text,
                label,
            );
            return None;
        }
        Some(anchor)
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
