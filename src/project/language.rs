//! The grammar and the words that a board is read with, told from where the board lies.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{BOARDS, Files, SCENARIOS};
use crate::diagnostic::{Problem, Problems, Severity};
use crate::grammar::{Grammar, shipped_sources};
use crate::source::Source;

/// The folder of the grammars.
const GRAMMARS: &str = "grammar/";

/// A grammar file and its words file, by path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Language {
    pub(crate) grammar: String,
    pub(crate) words: String,
}

impl Language {
    /// The language of a board. A grammar that nobody has written is one whose file is missing.
    pub(crate) fn of(files: &dyn Files, board: &str) -> Language {
        if let Some((folder, _)) = board.split_once(BOARDS) {
            return Language::in_folder(folder);
        }
        let below = board
            .strip_prefix(SCENARIOS)
            .and_then(|rest| rest.strip_prefix('/'));
        let Some((name, _)) = below.and_then(|below| below.split_once('/')) else {
            return Language::shipped();
        };
        let own = Language::in_folder(&format!("tests/grammars/{name}"));
        let named = Language::named(files, name);
        match files.has(&own.grammar) && !is_there(files, &named.grammar) {
            true => own,
            false => named,
        }
    }

    /// A grammar with files of its own beside each other.
    fn in_folder(folder: &str) -> Language {
        Language {
            grammar: format!("{folder}/grammar.ron"),
            words: format!("{folder}/words.json"),
        }
    }

    /// A grammar of the project, by its name.
    pub(crate) fn named(files: &dyn Files, name: &str) -> Language {
        let own = format!("content/{name}.json");
        let words = match files.has(&own) {
            true => own,
            false => Language::shipped().words,
        };
        Language {
            grammar: format!("{GRAMMARS}{name}.ron"),
            words,
        }
    }

    /// The languages of all grammars of a project, or what is built in where it has none.
    #[cfg(feature = "cli")]
    pub(crate) fn all(files: &dyn Files) -> Vec<Language> {
        let paths = files.below(GRAMMARS.trim_end_matches('/'));
        let names = paths
            .iter()
            .filter_map(|path| path.strip_prefix(GRAMMARS)?.strip_suffix(".ron"));
        let mut all: Vec<Language> = names.map(|name| Language::named(files, name)).collect();
        if all.is_empty() {
            all.push(Language::shipped());
        }
        all
    }

    /// The languages that a whole project has to be sound in, the one that its levels are read with
    /// first. What is built in is only one of them where something is read with it.
    #[cfg(feature = "cli")]
    pub(crate) fn used(files: &dyn Files, has_levels: bool) -> Vec<Language> {
        let (main, mut all) = (Language::shipped(), Language::all(files));
        let others_read_its_words = all.iter().any(|one| one.words == main.words);
        let is_needed = has_levels || files.has(&main.words) && !others_read_its_words;
        if let Some(at) = all.iter().position(|one| *one == main) {
            all[..=at].rotate_right(1);
        } else if is_needed {
            all.insert(0, main);
        }
        all
    }

    /// What is read with where nothing else is said.
    pub(crate) fn shipped() -> Language {
        let [grammar, words] = shipped_sources().map(|source| source.name().to_owned());
        Language { grammar, words }
    }

    /// Reads the two files.
    pub(crate) fn grammar(&self, files: &dyn Files) -> Result<Grammar, Problems> {
        let (grammar, problems) = self.checked(files);
        Problems::none_or(problems, grammar)
    }

    /// Checks the two files.
    pub(crate) fn checked(&self, files: &dyn Files) -> (Option<Grammar>, Vec<Problem>) {
        let load =
            |path: &str| source_or_shipped(files, path).map_err(|problem| with_help(problem, path));
        let (grammar, mut problems) = Grammar::of_files(load(&self.grammar), [load(&self.words)]);
        if let Some((missing, mut lack)) = self.lack(files) {
            // Nobody here can mend what is built in.
            problems.retain(|problem| first_file(problem) != missing);
            if grammar.is_none() && problems.is_empty() {
                lack.severity = Severity::Error;
            }
            problems.insert(0, lack);
        }
        for problem in &mut problems {
            if let Some(why) = self.why_these_words(files, problem) {
                problem.help = Some(why);
            }
        }
        (grammar, problems)
    }

    /// That the project has one of the two files, and the other one is built in: which one, and what
    /// to say.
    pub(crate) fn lack(&self, files: &dyn Files) -> Option<(&str, Problem)> {
        let (has_grammar, has_words) = (files.has(&self.grammar), files.has(&self.words));
        let (there, missing, what) = match (has_grammar, has_words) {
            (true, false) => (&self.grammar, &self.words, "words"),
            (false, true) => (&self.words, &self.grammar, "grammar"),
            _ => return None,
        };
        or_shipped(files, missing)?;
        let there = files.name(there);
        let message = format!("there is no such file: {there} is read with the built-in {what}");
        let help = "bring it back or write it; `spellboard new` starts a project that has both";
        let place = Source::new(files.name(missing), "").whole();
        Some((missing, Problem::warning(message, place).help(help)))
    }

    /// Why a grammar is read with words that do not fit it, where a problem is about that.
    fn why_these_words(&self, files: &dyn Files, problem: &Problem) -> Option<String> {
        let main = Language::shipped();
        let name = self.grammar.strip_prefix(GRAMMARS)?.strip_suffix(".ron")?;
        let (grammar, words) = (files.name(&self.grammar), files.name(&self.words));
        let is_borrowed = self.words == main.words && self.grammar != main.grammar;
        let is_about_both = first_file(problem) == words && problem.message.contains(&grammar);
        (is_borrowed && is_about_both).then(|| {
            let own = files.name(&format!("content/{name}.json"));
            format!(
                "{grammar} is read with {words} because there is no {own}: its own words go there"
            )
        })
    }
}

/// The file that a problem is about.
fn first_file(problem: &Problem) -> &str {
    problem
        .places
        .first()
        .map_or("", |place| place.file.as_str())
}

/// What to do about a grammar that is not there, where the problem does not say it already.
fn with_help(problem: Problem, path: &str) -> Problem {
    match problem.help {
        None if path.starts_with(GRAMMARS) => problem.help(format!(
            "boards in {SCENARIOS}/NAME are read with the grammar {GRAMMARS}NAME.ron"
        )),
        _ => problem,
    }
}

/// The text of a file, or the copy that is built in of one that the project leaves out.
pub(crate) fn source_or_shipped(files: &dyn Files, path: &str) -> Result<Source, Problem> {
    or_shipped(files, path).map_or_else(|| files.source(path), Ok)
}

/// The copy that is built in of a file that the project leaves out.
fn or_shipped(files: &dyn Files, path: &str) -> Option<Source> {
    let mut shipped = shipped_sources().into_iter();
    shipped.find(|source| source.name() == path && !files.has(path))
}

/// Whether a file is there, in the project or built in.
fn is_there(files: &dyn Files, path: &str) -> bool {
    files.has(path) || or_shipped(files, path).is_some()
}

/// The grammars of a project, each read once.
pub(crate) struct Languages<'f> {
    files: &'f dyn Files,
    read: BTreeMap<Language, Result<Arc<Grammar>, Problems>>,
}

impl<'f> Languages<'f> {
    /// The grammars of a project, none of them read yet.
    pub(crate) fn new(files: &'f dyn Files) -> Self {
        Languages {
            files,
            read: BTreeMap::new(),
        }
    }

    /// The grammar of a language.
    pub(crate) fn grammar(&mut self, language: &Language) -> Result<Arc<Grammar>, Problems> {
        let files = self.files;
        let read = self.read.entry(language.clone());
        read.or_insert_with(|| language.grammar(files).map(Arc::new))
            .clone()
    }

    /// The files that are missing of the languages that were asked for, and that something built in
    /// stands in for.
    pub(crate) fn lacks(&self) -> Vec<Problem> {
        let sound = self.read.iter().filter(|(_, grammar)| grammar.is_ok());
        let lacks = sound.filter_map(|(language, _)| language.lack(self.files));
        lacks.map(|(_, lack)| lack).collect()
    }

    /// All that is wrong with the languages that were asked for.
    pub(crate) fn problems(self) -> impl Iterator<Item = Problems> {
        self.read.into_values().filter_map(Result::err)
    }
}
