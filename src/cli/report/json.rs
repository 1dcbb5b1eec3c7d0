//! Problems as one JSON document, for programs.

use serde::Serialize;

use crate::diagnostic::{Place, Problem, Severity};

/// All problems, and how many of each level they are.
#[derive(Serialize)]
pub(crate) struct Document<'a> {
    errors: usize,
    warnings: usize,
    problems: Vec<Row<'a>>,
}

/// A problem and the place to mend first.
#[derive(Serialize)]
struct Row<'a> {
    level: &'static str,
    message: &'a str,
    #[serde(flatten)]
    place: Option<Marked<'a>>,
    /// The way out, where the label does not say it already.
    help: Option<&'a str>,
    /// Places that belong to it.
    related: Vec<Marked<'a>>,
}

/// A place; without line and columns it is the file as a whole.
#[derive(Serialize)]
struct Marked<'a> {
    file: &'a str,
    line: Option<usize>,
    column: Option<usize>,
    /// The column behind the last character.
    end_column: Option<usize>,
    /// What is underlined, on lines that are short enough to print.
    text: Option<&'a str>,
    label: Option<&'a str>,
}

impl<'a> Document<'a> {
    pub(crate) fn new(problems: &'a [Problem]) -> Self {
        let is_error = |problem: &&Problem| problem.severity == Severity::Error;
        let errors = problems.iter().filter(is_error).count();
        Document {
            errors,
            warnings: problems.len() - errors,
            problems: problems.iter().map(Row::new).collect(),
        }
    }
}

impl<'a> Row<'a> {
    fn new(problem: &'a Problem) -> Self {
        Row {
            level: super::level(problem),
            message: &problem.message,
            place: problem.places.first().map(Marked::new),
            help: problem.help.as_deref(),
            related: problem.places.iter().skip(1).map(Marked::new).collect(),
        }
    }
}

impl<'a> Marked<'a> {
    fn new(place: &'a Place) -> Self {
        let in_line = |number: usize| (place.line > 0).then_some(number);
        Marked {
            file: &place.file,
            line: in_line(place.line),
            column: in_line(place.column),
            end_column: in_line(place.end_column),
            text: place.marked_text(),
            label: Some(place.label.as_str()).filter(|label| !label.is_empty()),
        }
    }
}
