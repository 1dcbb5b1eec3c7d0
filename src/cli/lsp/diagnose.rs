//! What is wrong with the files of a project: the problems that `spellboard check` reports, for the
//! texts as they stand in the editor.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::sync::Arc;

use gen_lsp_types::{
    Diagnostic, DiagnosticRelatedInformation as Related, DiagnosticSeverity, Location,
};

use super::files::{Kind, Overlay};
use super::project::{Language, Project};
use super::text::{Encoding, Text};
use crate::cli::input;
use crate::diagnostic::{Place, Problem, Severity};
use crate::grammar::Grammar;
use crate::project::{Files, is_scenario};
use crate::scenario;
use crate::source::Source;

/// The folder of the levels that are looked at although nobody has opened them.
const LEVELS: &str = "content/levels";

/// The most problems of one file that are sent to the editor.
const MOST: usize = 1000;

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
            let grammar = self.known(files, language).grammar.as_ref().ok().cloned();
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
            let Err(found) = &self.known(files, &language).grammar else {
                continue;
            };
            let is_new = |problem: &&Problem| {
                let (file, line, column) = problem.position();
                let guessed = language.guessed_for.as_deref();
                guessed.is_none_or(|name| name == file)
                    && !places.contains(&(file.to_owned(), line, column))
            };
            let found: Vec<Problem> = found.iter().filter(is_new).cloned().collect();
            places.extend(found.iter().map(|problem| {
                let (file, line, column) = problem.position();
                (file.to_owned(), line, column)
            }));
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
        let levels = closed.filter(|name| input::holds_levels(name));
        let problems = levels.flat_map(|name| match fs::read(files.root.join(&name)) {
            Ok(bytes) => of_levels(&name, &bytes),
            Err(_) => files.source(&name).err().into_iter().collect(),
        });
        problems.collect()
    }
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
    let moved = Problem::error(message, place);
    match problem.help {
        Some(help) => moved.help(help),
        None => moved,
    }
}

/// What is wrong with a level or a drawn board. A scenario is also asked for the rules it states.
fn of_board(source: &Source, grammar: Option<Arc<Grammar>>) -> Vec<Problem> {
    if let Some(grammar) = grammar.filter(|_| is_scenario(source.name())) {
        return scenario::problems(source, grammar);
    }
    of_levels(source.name(), source.text().as_bytes())
}

/// What is wrong with the levels of a file.
fn of_levels(name: &str, bytes: &[u8]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let read = input::read_bytes(name, bytes, &mut |item| {
        problems.extend(item.level.err().into_iter().flatten());
        Ok(())
    });
    match read {
        Ok(()) => problems,
        Err(error) => vec![Problem::error(
            error.to_string(),
            Source::new(name, "").whole(),
        )],
    }
}

/// Writes problems as the protocol has them.
pub(super) struct Writer<'a> {
    pub(super) files: Overlay<'a>,
    pub(super) encoding: Encoding,
    /// Whether the client shows further places of a problem.
    pub(super) related: bool,
    texts: BTreeMap<String, Option<Lines>>,
}

/// A text with the bytes at which the lines start that places count.
struct Lines {
    text: Text,
    starts: Vec<usize>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(files: Overlay<'a>, encoding: Encoding, related: bool) -> Self {
        Writer {
            files,
            encoding,
            related,
            texts: BTreeMap::new(),
        }
    }

    /// The diagnostics of every file that has problems, by its URI.
    pub(super) fn write(&mut self, problems: &[Problem]) -> BTreeMap<String, Vec<Diagnostic>> {
        let mut written: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
        for problem in problems {
            let file = problem.position().0;
            let uri = self.uri(file);
            let diagnostics = written.entry(uri).or_default();
            if diagnostics.len() < MOST {
                diagnostics.push(self.diagnostic(problem));
            }
        }
        for diagnostics in written.values_mut() {
            diagnostics.sort_by_key(|diagnostic| diagnostic.range.start);
        }
        written
    }

    fn uri(&self, file: &str) -> String {
        self.files.documents.uri(&self.files.root.join(file))
    }

    fn diagnostic(&mut self, problem: &Problem) -> Diagnostic {
        let first = problem.places.first();
        let mut message = problem.message.clone();
        if let Some(label) = first
            .map(|place| &place.label)
            .filter(|label| !label.is_empty())
        {
            message = format!("{message}; {label}");
        }
        if let Some(help) = &problem.help {
            message = format!("{message}\n{help}");
        }
        let mut related = Vec::new();
        for place in problem.places.iter().skip(1) {
            match self.location(place) {
                Some(location) if self.related => related.push(Related {
                    location,
                    message: place.label.clone(),
                }),
                _ => {
                    let Place {
                        file, line, label, ..
                    } = place;
                    message = format!("{message}\n{file}:{line}: {label}");
                }
            }
        }
        Diagnostic {
            range: first
                .and_then(|place| self.range(place))
                .unwrap_or_default(),
            severity: Some(match problem.severity {
                Severity::Error => DiagnosticSeverity::Error,
                Severity::Warning => DiagnosticSeverity::Warning,
            }),
            source: Some("spellboard".to_owned()),
            message: message.into(),
            related_information: (!related.is_empty()).then_some(related),
            ..Diagnostic::default()
        }
    }

    fn location(&mut self, place: &Place) -> Option<Location> {
        let range = self.range(place)?;
        let uri = self.uri(&place.file).into();
        Some(Location { uri, range })
    }

    /// The range of a place; `None` where its file is not there.
    fn range(&mut self, place: &Place) -> Option<gen_lsp_types::Range> {
        let (files, encoding) = (self.files, self.encoding);
        let texts = self.texts.entry(place.file.clone());
        let lines = texts.or_insert_with(|| Lines::of(files, &place.file));
        let lines = lines.as_ref()?;
        Some(lines.text.range(lines.span(place), encoding))
    }
}

impl Lines {
    fn of(files: Overlay, name: &str) -> Option<Lines> {
        let text = files.text(name)?;
        let mark = '\u{feff}';
        // A place does not count the byte order mark in front.
        let start = if text.as_str().starts_with(mark) {
            mark.len_utf8()
        } else {
            0
        };
        let ends = text.as_str().match_indices('\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(start).chain(ends).collect();
        Some(Lines { text, starts })
    }

    /// The bytes that a place marks: from its column on, as far as its mark goes.
    fn span(&self, place: &Place) -> Range<usize> {
        let line = place.line.checked_sub(1);
        let Some(&start) = line.and_then(|line| self.starts.get(line)) else {
            return 0..0;
        };
        let mut chars = self.text.as_str()[start..].char_indices();
        let skipped = chars.nth(place.column.saturating_sub(1));
        let start = skipped.map_or(self.text.as_str().len(), |(at, _)| start + at);
        start..start + place.marked.len()
    }
}
