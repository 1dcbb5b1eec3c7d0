//! Problems as the protocol has them: ranges in the units of the client, by file.

use std::collections::BTreeMap;
use std::ops::Range;

use gen_lsp_types::{
    Diagnostic, DiagnosticRelatedInformation as Related, DiagnosticSeverity, Location,
};

use super::files::Overlay;
use super::text::{Encoding, Text};
use crate::cli::report::{self, in_full};
use crate::diagnostic::{Place, Problem, Severity};

/// The most problems of one file that are sent to the editor.
const MOST: usize = 1000;

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
        let mut message = in_full(problem);
        let mut related = Vec::new();
        for place in problem.places.iter().skip(1) {
            match self.location(place) {
                Some(location) if self.related => related.push(Related {
                    location,
                    message: place.label.clone(),
                }),
                _ => message += &format!("\n{}", report::related(place)),
            }
        }
        Diagnostic {
            range: problem
                .places
                .first()
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
