//! Problems, drawn for a person: the message, the place, the line with what is meant underlined.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::diagnostic::{Place, Problem, Severity};

/// Prints problems to standard error, and how many they are. Colours are for terminals only.
pub(super) fn print(problems: &[Problem]) {
    for problem in problems {
        anstream::eprintln!("{}\n", render(problem));
    }
    let mut files: Vec<&str> = problems
        .iter()
        .map(|problem| problem.position().0)
        .collect();
    files.sort_unstable();
    files.dedup();
    if problems.len() > 1 {
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
        anstream::eprintln!("{said} in {files}");
    }
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
