//! A language: a grammar and the words files that go with it, and what is known of them.

use crate::letter_case::upper;
use std::sync::Arc;

use super::files::{Kind, Overlay};
use super::index::Index;
use super::sites::{Means, Site, sites};
use crate::diagnostic::Problem;
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
    /// The grammar file, then the words files, or why they cannot be read.
    files: Vec<Result<Source, Problem>>,
    pub(super) index: Index,
    /// The grammar, if it can be used.
    pub(super) grammar: Option<Arc<Grammar>>,
    /// All that is wrong with the files, warnings as well.
    pub(super) problems: Vec<Problem>,
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

    /// That one of its files is missing, and is read as it is built in.
    pub(super) fn lack(&self, files: Overlay) -> Option<Problem> {
        let [words] = &self.words[..] else {
            return None;
        };
        let language = project::Language {
            grammar: self.grammar.clone(),
            words: words.clone(),
        };
        language.lack(&files).map(|(_, problem)| problem)
    }

    /// The texts of its files. A file that is not there, and comes with the crate, is that one.
    pub(super) fn sources(&self, files: Overlay) -> Vec<Result<Source, Problem>> {
        let names = std::iter::once(&self.grammar).chain(&self.words);
        let sources = names.map(|name| source_or_shipped(&files, name));
        sources.collect()
    }
}

impl Known {
    pub(super) fn new(files: Vec<Result<Source, Problem>>, last: Option<Arc<Grammar>>) -> Known {
        let index = Index::new(files.iter().map(|file| file.as_ref().ok()));
        let (grammar, words) = (files[0].clone(), files[1..].iter().cloned());
        let (grammar, problems) = Grammar::of_files(grammar, words);
        let grammar = grammar.map(Arc::new);
        let last = grammar.clone().or(last);
        Known {
            files,
            index,
            grammar,
            problems,
            last,
        }
    }

    /// Whether these are the files that it was made from.
    pub(super) fn is_of(&self, files: &[Result<Source, Problem>]) -> bool {
        let same = |(a, b): (&Result<Source, Problem>, &Result<Source, Problem>)| match (a, b) {
            (Ok(a), Ok(b)) => a.text() == b.text(),
            (Err(a), Err(b)) => a == b,
            _ => false,
        };
        files.len() == self.files.len() && files.iter().zip(&self.files).all(same)
    }

    /// A file by its number: the grammar's is 0. `None` for one that cannot be read.
    pub(super) fn source(&self, file: usize) -> Option<&Source> {
        self.files.get(file)?.as_ref().ok()
    }

    /// The sites of the grammar file.
    pub(super) fn grammar_sites(&self) -> Vec<Site> {
        let grammar = self.source(0);
        grammar.map_or_else(Vec::new, |source| sites(Kind::Grammar, source.text()))
    }

    /// Whether a word or the noun of a thing is known.
    pub(super) fn has(&self, means: &Means, name: &str) -> bool {
        match means {
            Means::Thing => self.index.words.contains_key(&upper(name)),
            _ => self.index.words.contains_key(name),
        }
    }
}
