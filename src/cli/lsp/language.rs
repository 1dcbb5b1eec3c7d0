//! A language: a grammar and the words files that go with it, and what is known of them.

use std::sync::Arc;

use super::files::{Kind, Overlay};
use super::index::Index;
use super::sites::{Means, Site, sites};
use crate::diagnostic::Problems;
use crate::grammar::Grammar;
use crate::project::{self, source_or_shipped};
use crate::source::Source;

/// A grammar file and its words files, by name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Language {
    pub(super) grammar: String,
    pub(super) words: Vec<String>,
    /// The file for which nothing says that it belongs to these: what is wrong with the others is
    /// not its fault.
    pub(super) guessed_for: Option<String>,
}

/// What is known of a language.
#[derive(Debug)]
pub(super) struct Known {
    /// The grammar file, then the words files.
    pub(super) sources: Vec<Source>,
    pub(super) index: Index,
    pub(super) grammar: Result<Arc<Grammar>, Problems>,
    /// The grammar as it was when it could last be used.
    pub(super) last: Option<Arc<Grammar>>,
}

impl From<project::Language> for Language {
    fn from(language: project::Language) -> Self {
        Language::new(language.grammar, vec![language.words])
    }
}

impl Language {
    pub(super) fn new(grammar: String, words: Vec<String>) -> Self {
        Language {
            grammar,
            words,
            guessed_for: None,
        }
    }

    /// Whether a file is one of the language's.
    pub(super) fn has(&self, name: &str) -> bool {
        self.grammar == name || self.words.iter().any(|words| words == name)
    }

    /// The texts of its files. A file that is not there, and comes with the crate, is that one.
    pub(super) fn sources(&self, files: Overlay) -> Result<Vec<Source>, Problems> {
        let mut problems = Vec::new();
        let names = std::iter::once(&self.grammar).chain(&self.words);
        let mut sources = Vec::new();
        for name in names {
            match source_or_shipped(&files, name) {
                Ok(source) => sources.push(source),
                Err(problem) => problems.push(problem),
            }
        }
        Problems::none_or(problems, Some(sources))
    }
}

impl Known {
    pub(super) fn new(sources: Result<Vec<Source>, Problems>, last: Option<Arc<Grammar>>) -> Known {
        let (sources, grammar) = match sources {
            Ok(sources) => {
                let grammar = Grammar::new(&sources[0], &sources[1..]).map(Arc::new);
                (sources, grammar)
            }
            Err(problems) => (Vec::new(), Err(problems)),
        };
        let index = match sources.split_first() {
            Some((grammar, words)) => Index::new(grammar, words),
            None => Index::default(),
        };
        let last = grammar.as_ref().ok().cloned().or(last);
        Known {
            sources,
            index,
            grammar,
            last,
        }
    }

    /// Whether these are the texts that it was made from.
    pub(super) fn is_of(&self, sources: &Result<Vec<Source>, Problems>) -> bool {
        let same = |a: &Source, b: &Source| a.text() == b.text();
        match (sources, &self.grammar) {
            (Ok(sources), _) if sources.len() == self.sources.len() => {
                sources.iter().zip(&self.sources).all(|(a, b)| same(a, b))
            }
            (Err(now), Err(then)) => now == then,
            _ => false,
        }
    }

    /// The sites of the grammar file.
    pub(super) fn grammar_sites(&self) -> Vec<Site> {
        let grammar = self.sources.first();
        grammar.map_or_else(Vec::new, |source| sites(Kind::Grammar, source.text()))
    }

    /// Whether a word or the noun of a thing is known.
    pub(super) fn has(&self, means: &Means, name: &str) -> bool {
        match means {
            Means::Thing => self.index.words.contains_key(&name.to_uppercase()),
            _ => self.index.words.contains_key(name),
        }
    }
}
