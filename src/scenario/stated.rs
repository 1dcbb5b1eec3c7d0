//! What the lines behind a scenario's first one state: the rules that are meant, and the words that
//! are unknown on purpose.

use std::collections::BTreeSet;

use super::shown::COMMENT;
use crate::diagnostic::{Place, Problem, nearest};
#[cfg(feature = "cli")]
use crate::level::unknown_names;
use crate::lexicon::Lexicon;
use crate::source::Source;

/// What the lines start with that state which rules are meant.
pub(crate) const STATED: &str = "// rules:";

/// What the lines start with that state which rules are in force.
pub(crate) const IN_FORCE: &str = "// in force:";

/// What the lines start with that state which words no words file has, on purpose.
const UNKNOWN: &str = "// unknown:";

/// All that lines start with which state something.
const MARKS: [&str; 3] = [STATED, IN_FORCE, UNKNOWN];

/// The lines of a scenario.
pub(super) struct Lines<'a> {
    pub(super) source: &'a Source,
    /// The text of a drawn board; the name of a level, which its text has with escapes.
    pub(super) said: &'a str,
}

impl<'a> Lines<'a> {
    /// What the lines list that begin with a mark; `None` where there is no such line.
    fn listed(&self, mark: &str) -> Option<BTreeSet<&'a str>> {
        listed(self.said, mark)
    }

    /// Where a part of the lines stands, some of it behind a mark.
    pub(super) fn place(&self, mark: &str, part: &str, label: impl Into<String>) -> Place {
        let text = self.source.text();
        if std::ptr::eq(self.said, text) {
            return self.source.place_of(part, label);
        }
        let start = text.find(mark).unwrap_or_default();
        match text[start..].find(part) {
            Some(at) => self
                .source
                .place(start + at..start + at + part.len(), label),
            None => self.source.whole(),
        }
    }

    /// The rules that are stated, each with a part of the lines; `None` where there are none such lines.
    pub(super) fn stated(&self) -> Option<BTreeSet<&'a str>> {
        self.listed(STATED)
    }

    /// The rules that are stated to be in force; `None` where there are none such lines.
    pub(super) fn in_force(&self) -> Option<BTreeSet<&'a str>> {
        self.listed(IN_FORCE)
    }

    /// Where a stated rule, or a part of one, stands.
    pub(super) fn stated_at(&self, part: &str, label: impl Into<String>) -> Place {
        self.place(STATED, part, label)
    }

    /// Where the rules are stated behind a mark.
    pub(super) fn statement(&self, mark: &str, label: &str) -> Place {
        let lines = self.said.lines().skip(1);
        let own = lines
            .filter_map(|line| line.get(..mark.len()))
            .find(|start| *start == mark);
        self.place(mark, own.unwrap_or(mark), label)
    }

    /// Comments that state nothing, and nearly do.
    pub(super) fn near_misses(&self) -> Vec<Problem> {
        let lines = self.said.lines().enumerate();
        let problems = lines.filter_map(|(line, text)| self.near_miss(line == 0, text));
        problems.collect()
    }

    fn near_miss(&self, is_first: bool, line: &str) -> Option<Problem> {
        let start = line.find(COMMENT.trim_end())?;
        let comment = &line[start + COMMENT.trim_end().len()..];
        let (key, behind) = match comment.split_once([':', '：']) {
            Some(parts) => parts,
            None => comment.trim().split_once(' ')?,
        };
        let bare = |mark: &'static str| mark.trim_matches(|c: char| !c.is_alphabetic());
        let like = nearest(key.trim(), MARKS.map(bare))?;
        let mark = MARKS.into_iter().find(|mark| bare(mark) == like)?;
        let is_stated = !is_first && line.starts_with(mark);
        // Words are written without lower case, and what is said to people is not.
        if is_stated || behind.chars().any(char::is_lowercase) {
            return None;
        }
        let end = line.len() - behind.len();
        let part = line[start..end].trim_end();
        let label = match is_first {
            true => "the first line says what the scenario shows".to_owned(),
            false => format!("write `{mark}` at the start of the line"),
        };
        let problem = Problem::error("this comment states nothing", self.place("", part, label));
        Some(match is_first {
            true => problem.help(format!("put `{mark}` on a line of its own behind it")),
            false => problem,
        })
    }

    /// The words that are stated to be unknown, and are not.
    pub(super) fn known_after_all(&self, lexicon: &Lexicon) -> Vec<Problem> {
        let stated = self.listed(UNKNOWN).unwrap_or_default().into_iter();
        let known = stated.filter(|word| lexicon.word(word).is_some());
        let problem = |word| {
            let message = format!("`{word}` is a word, and stated to be unknown");
            Problem::error(message, self.place(UNKNOWN, word, "leave it out"))
        };
        known.map(problem).collect()
    }

    /// A warning for each name on the board that no word has, but for those that are stated.
    #[cfg(not(feature = "cli"))]
    pub(super) fn unknown_names(&self, _: bool, _: &Lexicon) -> Vec<Problem> {
        Vec::new()
    }

    /// A warning for each name on the board that no word has, but for those that are stated.
    #[cfg(feature = "cli")]
    pub(super) fn unknown_names(&self, is_drawn: bool, lexicon: &Lexicon) -> Vec<Problem> {
        unknown_names(
            self.source,
            is_drawn,
            lexicon,
            &unknown_on_purpose(self.said),
        )
    }
}

fn listed<'a>(said: &'a str, mark: &str) -> Option<BTreeSet<&'a str>> {
    let behind = said.lines().skip(1);
    let lines: Vec<&str> = behind.filter_map(|line| line.strip_prefix(mark)).collect();
    let parts = lines.iter().flat_map(|line| parts(line)).map(str::trim);
    let listed = parts.filter(|part| !part.is_empty()).collect();
    (!lines.is_empty()).then_some(listed)
}

/// The parts of a line between semicolons; those in braces part the conditions of an exception.
fn parts(line: &str) -> Vec<&str> {
    let mut depth = 0;
    let ends = |c: char| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        c == ';' && depth <= 0
    };
    line.split(ends).collect()
}

/// The words that the lines of a board state to be in no words file.
#[cfg(feature = "cli")]
pub(crate) fn unknown_on_purpose(said: &str) -> BTreeSet<&str> {
    listed(said, UNKNOWN).unwrap_or_default()
}
