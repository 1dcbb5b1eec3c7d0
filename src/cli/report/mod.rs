//! Problems, drawn for a person: the message, the place, the line with what is meant underlined. And
//! the same for programs, and for the pages of a pull request.

mod github;
mod json;

use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::diagnostic::{Place, Problem, Severity};

/// How problems are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// Drawn, on standard error.
    Text,
    /// One JSON document.
    Json,
    /// Annotations of a pull request on GitHub, one a line.
    Github,
}

/// Tells problems in a format. What is for programs goes to `out`.
pub(super) fn tell(problems: &[Problem], format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => print(problems),
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &json::Document::new(problems))?;
            writeln!(out)?;
        }
        Format::Github => {
            for problem in problems {
                writeln!(out, "{}", github::annotation(problem))?;
            }
            if problems.len() > 1 {
                writeln!(out, "{}", count(problems))?;
            }
        }
    }
    Ok(())
}

/// Prints problems to standard error, and how many they are. Colours are for terminals only.
pub(super) fn print(problems: &[Problem]) {
    for problem in problems {
        anstream::eprintln!("{}\n", render(problem));
    }
    if problems.len() > 1 {
        anstream::eprintln!("{}", count(problems));
    }
}

/// How many errors and warnings there are.
pub(super) fn in_short(problems: &[Problem]) -> String {
    let errors = |problem: &&Problem| problem.severity == Severity::Error;
    let errors = problems.iter().filter(errors).count();
    match (errors, problems.len() - errors) {
        (0, 0) => "no problems".to_owned(),
        (errors, 0) => number(errors, "error"),
        (0, warnings) => number(warnings, "warning"),
        (errors, warnings) => format!(
            "{} and {}",
            number(errors, "error"),
            number(warnings, "warning")
        ),
    }
}

/// How many problems there are, in how many files.
fn count(problems: &[Problem]) -> String {
    let mut files: Vec<&str> = problems
        .iter()
        .map(|problem| problem.position().0)
        .collect();
    files.sort_unstable();
    files.dedup();
    let files = number(files.len(), "file");
    let errors = |problem: &&Problem| problem.severity == Severity::Error;
    let errors = problems.iter().filter(errors).count();
    let said = match (errors, problems.len() - errors) {
        (problems, 0) => format!("{problems} problems"),
        (0, warnings) => format!("{warnings} warnings"),
        (errors, warnings) => format!(
            "{} and {}",
            number(errors, "error"),
            number(warnings, "warning")
        ),
    };
    format!("{said} in {files}")
}

/// A problem's level by name.
fn level(problem: &Problem) -> &'static str {
    match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// What is wrong and the way out, for those who see the place anyway.
pub(super) fn in_full(problem: &Problem) -> String {
    let mut said = problem.message.clone();
    let label = problem.places.first().map(|place| place.label.as_str());
    if let Some(label) = label.filter(|label| !label.is_empty()) {
        said += &format!("; {label}");
    }
    if let Some(help) = &problem.help {
        said += &format!("\n{help}");
    }
    said
}

/// A further place of a problem, and what is said of it.
pub(super) fn related(place: &Place) -> String {
    let Place {
        file, line, label, ..
    } = place;
    format!("{file}:{line}: {label}")
}

/// So many of something, in words.
pub(super) fn number(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

fn render(problem: &Problem) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = level
        .primary_title(problem.message.as_str())
        .elements([] as [Origin; 0]);
    let same_line = |a: &Place, b: &Place| (&a.file, a.line) == (&b.file, b.line);
    let mut kind = AnnotationKind::Primary;
    for places in problem.places.chunk_by(same_line) {
        group = add_line(group, places, kind);
        kind = AnnotationKind::Context;
    }
    if let Some(help) = &problem.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    Renderer::styled().render(&[group])
}

/// Adds places of one line, `first` being the kind of mark that the first of them gets.
fn add_line<'a>(mut group: Group<'a>, places: &'a [Place], first: AnnotationKind) -> Group<'a> {
    let Some(start) = places.first() else {
        return group;
    };
    if let Some(excerpt) = &start.excerpt {
        let kinds = std::iter::once(first).chain(std::iter::repeat(AnnotationKind::Context));
        let marks = places.iter().zip(kinds).map(|(place, kind)| {
            let mark = kind.span(place.marked.clone());
            match place.label.as_str() {
                "" => mark,
                label => mark.label(label),
            }
        });
        let snippet = Snippet::source(excerpt.as_str()).path(start.file.as_str());
        return group.element(snippet.line_start(start.line).annotations(marks));
    }
    for place in places {
        let origin = Origin::path(place.file.as_str());
        group = group.element(match place.line {
            0 => origin,
            line => origin.line(line).char_column(place.column),
        });
        if !place.label.is_empty() {
            group = group.element(Level::NOTE.message(place.label.as_str()));
        }
    }
    group
}
