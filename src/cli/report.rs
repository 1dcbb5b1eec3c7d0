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
        let files = match files.len() {
            1 => "1 file".to_owned(),
            count => format!("{count} files"),
        };
        anstream::eprintln!("{} problems in {files}", problems.len());
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
    for (index, place) in problem.places.iter().enumerate() {
        let kind = if index == 0 {
            AnnotationKind::Primary
        } else {
            AnnotationKind::Context
        };
        group = add_place(group, place, kind);
    }
    if let Some(help) = &problem.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    Renderer::styled().render(&[group])
}

fn add_place<'a>(group: Group<'a>, place: &'a Place, kind: AnnotationKind) -> Group<'a> {
    match &place.excerpt {
        Some(excerpt) => {
            let mark = kind.span(place.marked.clone());
            let mark = if place.label.is_empty() {
                mark
            } else {
                mark.label(place.label.as_str())
            };
            let snippet = Snippet::source(excerpt.as_str()).path(place.file.as_str());
            group.element(snippet.line_start(place.line).annotation(mark))
        }
        None => {
            let origin = Origin::path(place.file.as_str());
            let group = group.element(match place.line {
                0 => origin,
                line => origin.line(line).char_column(place.column),
            });
            match place.label.as_str() {
                "" => group,
                label => group.element(Level::NOTE.message(label)),
            }
        }
    }
}
