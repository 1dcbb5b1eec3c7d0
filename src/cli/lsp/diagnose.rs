//! What is wrong with the files of a project: the problems that `spellboard check` reports, for the
//! texts as they stand in the editor.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::{fs, io};

use super::files::{Kind, Overlay};
use super::language::Language;
use super::project::Project;
use crate::cli::findings::{Findings, at_new_places};
use crate::cli::input;
use crate::diagnostic::{Problem, Severity};
use crate::grammar::Grammar;
use crate::project::{Files, LEVELS, is_scenario};
use crate::scenario;
use crate::source::Source;

impl Project {
    /// All that is wrong with the grammars and words of the project, its open files, and, as it was
    /// when `everything` was last asked for, its other levels.
    pub(super) fn problems(&mut self, files: Overlay, everything: bool) -> Vec<Problem> {
        let all = self.languages(files).into_iter();
        let mut languages: Vec<(Language, Option<String>)> = all.map(|one| (one, None)).collect();
        let mut boards = Vec::new();
        for name in files.open() {
            let Some(text) = files.text(&name) else {
                continue;
            };
            if let Some((kind, of_file)) = self.look(files, &name, text.as_str()) {
                if !matches!(kind, Kind::Grammar | Kind::Words) {
                    boards.push((name.clone(), of_file[0].clone()));
                }
                languages.extend(of_file.into_iter().map(|one| (one, Some(name.clone()))));
            }
        }
        let mut problems = self.of_languages(files, languages);
        if everything {
            self.closed_levels = self.of_closed_levels(files);
        }
        for (name, language) in &boards {
            let grammar = self.known(files, language).grammar.as_ref();
            let source = files.source(name);
            problems.extend(match source {
                Ok(source) => of_board(&source, grammar),
                Err(problem) => vec![problem],
            });
        }
        let is_open: BTreeSet<String> = files.open().collect();
        let closed = self.closed_levels.iter();
        let closed = closed.filter(|problem| !is_open.contains(problem.position().0));
        problems.extend(closed.cloned());
        problems
    }

    /// What is wrong with languages, each once. A file of several of them has the same problems in
    /// each, maybe in other words, so of those at one place only one language's count.
    /// With each language comes the open file that is read with it, where that is why it is here.
    fn of_languages(
        &mut self,
        files: Overlay,
        languages: Vec<(Language, Option<String>)>,
    ) -> Vec<Problem> {
        let mut done = BTreeSet::new();
        let mut places = BTreeSet::new();
        let mut problems = Vec::new();
        for (language, reader) in languages {
            if !done.insert(language.clone()) {
                continue;
            }
            let found = &self.known(files, &language).problems;
            let counts = |problem: &&Problem| {
                let guessed = language.guessed_for.as_deref();
                guessed.is_none_or(|name| name == problem.position().0)
            };
            let found = found.iter().filter(counts).cloned().collect();
            let mut found = at_new_places(&mut places, found);
            found.extend(language.lack(files));
            let names = language
                .words
                .iter()
                .chain([&language.grammar])
                .chain(&reader);
            let there = names.into_iter().find(|name| files.has(name));
            problems.extend(found.into_iter().map(|problem| match there {
                Some(there) if !files.has(problem.position().0) => elsewhere(problem, there),
                _ => problem,
            }));
        }
        problems
    }

    fn of_closed_levels(&mut self, files: Overlay) -> Vec<Problem> {
        let names = files.below(LEVELS).into_iter();
        let closed = names.filter(|name| files.documents.at(&files.root.join(name)).is_none());
        let is_other = |name: &String| input::no_level(name.as_ref(), || files.source(name).ok());
        let levels = closed.filter(|name| input::holds_levels(name) && is_other(name).is_none());
        let language = self.languages(files).swap_remove(0);
        let grammar = self.known(files, &language).grammar.as_ref();
        levels
            .flat_map(|name| of_file(files, &name, grammar))
            .collect()
    }
}

/// What is wrong with the levels of a file on disk.
fn of_file(files: Overlay, name: &str, grammar: Option<&Arc<Grammar>>) -> Vec<Problem> {
    let path = files.root.join(name);
    match fs::read(&path) {
        // A level of the game is no text, and has a second file beside it.
        Ok(_) if path.extension().is_some_and(|ending| ending == "l") => {
            collected(name, grammar, |each| input::read(&path, each))
        }
        Ok(bytes) => collected(name, grammar, |each| input::read_bytes(name, &bytes, each)),
        Err(_) => files.source(name).err().into_iter().collect(),
    }
}

/// What is wrong with a level or a drawn board. A scenario is also asked for the rules it states.
fn of_board(source: &Source, grammar: Option<&Arc<Grammar>>) -> Vec<Problem> {
    let mut problems = collected(source.name(), grammar, |each| {
        input::read_source(source, each)
    });
    let sound = !problems
        .iter()
        .any(|problem| problem.severity == Severity::Error);
    if let Some(grammar) = grammar.filter(|_| sound && is_scenario(source.name())) {
        // A scenario may state that some of its words are unknown.
        problems = scenario::problems(source, grammar.clone());
    }
    problems
}

/// What is wrong with levels that are read one by one.
fn collected(
    name: &str,
    grammar: Option<&Arc<Grammar>>,
    read: impl FnOnce(&mut dyn FnMut(input::Item) -> io::Result<()>) -> io::Result<()>,
) -> Vec<Problem> {
    let mut findings = Findings::default();
    let read = read(&mut |item| {
        findings.level(&item, grammar, name);
        Ok(())
    });
    if let Err(error) = read {
        let place = Source::new(name, "").whole();
        findings.extend([Problem::error(error.to_string(), place)]);
    }
    findings.finish()
}

/// A problem of a file that is not there, or is built in, as one of a file that needs it.
fn elsewhere(problem: Problem, file: &str) -> Problem {
    let (name, line, _) = problem.position();
    let message = match line {
        0 => format!("{name}: {}", problem.message),
        _ => format!("in the built-in {name}, line {line}: {}", problem.message),
    };
    let label = problem.places.first().map(|place| place.label.clone());
    let mut place = Source::new(file, "").whole();
    place.label = label.unwrap_or_default();
    let moved = match problem.severity {
        Severity::Error => Problem::error(message, place),
        Severity::Warning => Problem::warning(message, place),
    };
    match problem.help {
        Some(help) => moved.help(help),
        None => moved,
    }
}
