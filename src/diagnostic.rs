//! A problem in someone's data: what is wrong, where, and what was probably meant.

use std::fmt;
use std::ops::Range;

pub(crate) use crate::alike::{invisible, nearest, stray_letter};
use crate::alike::{is_ignorable, joins};
use crate::mend::Mend;

/// How much a [`Problem`] matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The data cannot be used as it stands.
    Error,
    /// The data can be used, but something in it is probably not what was meant.
    Warning,
}

/// A place in a file, with the line it stands in so that it can be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file's name, as its reader was given it.
    pub file: String,
    /// The line, from 1; 0 when the file as a whole is meant.
    pub line: usize,
    /// The column in characters, from 1; 0 when the file as a whole is meant.
    pub column: usize,
    /// The column behind the last character that is meant; 0 when the file as a whole is.
    pub end_column: usize,
    /// The text of the line, where there is one and it is short enough to print.
    pub excerpt: Option<String>,
    /// What to underline, as a range of bytes in `excerpt`.
    pub marked: Range<usize>,
    /// What to say beside the underline; empty for nothing.
    pub label: String,
}

impl Place {
    /// What is underlined; `None` where nothing is, or the line is too long to print.
    ///
    /// ```
    /// use spellboard::{Grammar, Source};
    ///
    /// let words = Source::new("mine.json", r#"{ "words": [
    ///     { "name": "PUSH", "role": "property" },
    ///     { "name": "OWL",  "role": "nuon" }
    /// ] }"#);
    /// let problems = Grammar::with_words(&[words]).unwrap_err();
    /// let place = &problems.iter().next().unwrap().places[0];
    /// assert_eq!(place.marked_text(), Some(r#""nuon""#));
    /// assert_eq!((place.line, place.column, place.end_column), (3, 31, 37));
    /// ```
    pub fn marked_text(&self) -> Option<&str> {
        let text = self.excerpt.as_ref()?.get(self.marked.clone())?;
        Some(text).filter(|text| !text.is_empty())
    }
}

/// One thing wrong with the data, for the person who wrote it.
///
/// `{}` prints it as one line, `file:line:column: message; label`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong, in one sentence without a final stop.
    pub message: String,
    /// Where: the place to mend first, then places that belong to it.
    pub places: Vec<Place>,
    /// The way out, where the label of the first place does not say it already.
    pub help: Option<String>,
    /// What lets the rest of the file be read, where this hides it.
    pub(crate) mend: Option<Mend>,
    /// Whether it is about a name on a board that no word has, see [`Problem::unknown_word`].
    pub(crate) is_unknown: bool,
}

impl Problem {
    /// An error at one place.
    pub(crate) fn error(message: impl Into<String>, place: Place) -> Self {
        Problem {
            severity: Severity::Error,
            message: tidy(message.into()),
            places: vec![place],
            help: None,
            mend: None,
            is_unknown: false,
        }
    }

    /// A warning at one place.
    pub(crate) fn warning(message: impl Into<String>, place: Place) -> Self {
        Problem {
            severity: Severity::Warning,
            ..Problem::error(message, place)
        }
    }

    /// The same problem with a second place that belongs to it.
    pub(crate) fn and(mut self, place: Place) -> Self {
        self.places.push(place);
        self
    }

    /// The same problem with a way out.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(tidy(help.into()));
        self
    }

    /// The name that no word has, where the problem is about one: the first in its message.
    #[cfg(feature = "cli")]
    pub(crate) fn unknown_word(&self) -> Option<&str> {
        let name = self.message.split('`').nth(1);
        name.filter(|_| self.is_unknown)
    }

    /// The same problem for a text that is one line of a larger file.
    #[cfg(feature = "cli")]
    pub(crate) fn on_line(mut self, line: usize) -> Self {
        let places = self.places.iter_mut().filter(|place| place.line > 0);
        places.for_each(|place| place.line += line - 1);
        self
    }

    /// What problems are sorted by: file, line, column.
    pub(crate) fn position(&self) -> (&str, usize, usize) {
        self.places
            .first()
            .map_or(("", 0, 0), |p| (p.file.as_str(), p.line, p.column))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.places.first() {
            match place.line {
                0 => write!(f, "{}: ", place.file)?,
                line => write!(f, "{}:{}:{}: ", place.file, line, place.column)?,
            }
        }
        f.write_str(&self.message)?;
        if let Some(label) = self
            .places
            .first()
            .map(|p| &p.label)
            .filter(|l| !l.is_empty())
        {
            write!(f, "; {label}")?;
        }
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Problem {}

/// Everything that is wrong with some data: at least one [`Problem`], in the order of the files
/// that were read, and within a file from top to bottom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// `value` when nothing is wrong, otherwise all that is.
    pub(crate) fn none_or<T>(problems: Vec<Problem>, value: Option<T>) -> Result<T, Problems> {
        let wrong = problems.iter().any(|p| p.severity == Severity::Error);
        match value {
            Some(value) if !wrong => Ok(value),
            _ => Err(Problems(problems)),
        }
    }

    /// The problems, one by one.
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.0.iter()
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Problems(vec![problem])
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// A sentence that is safe to print: names in it come from files, so it is cut where it is far too
/// long, and shows the control characters that a terminal would act on.
pub(crate) fn tidy(sentence: String) -> String {
    const LONGEST: usize = 400;
    // What belongs to the sign before it can be seen there.
    let is_hidden = |c: char| c.is_control() || (is_ignorable(c) && !joins(c));
    if sentence.len() <= LONGEST && !sentence.chars().any(is_hidden) {
        return sentence;
    }
    let shown = sentence.chars().flat_map(|c| {
        let escaped = is_hidden(c).then(|| c.escape_default());
        escaped
            .into_iter()
            .flatten()
            .chain((!is_hidden(c)).then_some(c))
    });
    let mut shown: String = shown.take(LONGEST + 1).collect();
    if shown.chars().count() > LONGEST {
        shown.pop();
        shown.push('…');
    }
    shown
}

/// Joins names for a message: "`a`, `b` and `c`".
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_joined_as_a_person_would() {
        assert_eq!(list([]), "");
        assert_eq!(list(["a"]), "`a`");
        assert_eq!(list(["a", "b", "c"]), "`a`, `b` and `c`");
    }
}
