//! Lines that should hold a level each and do not: a level over several of them, and versions that git
//! could not merge.

use serde::de::IgnoredAny;

use crate::diagnostic::Problem;
use crate::mistaken::{KEEP_ONE, UNMERGED, UNMERGED_LINES};
use crate::source::Source;

/// Why a line holds no level, where that is told by how it starts or ends.
pub(super) enum Slip {
    /// Two versions start here.
    Unmerged(Problem),
    /// Two versions end here, or the second one starts.
    Marker,
    /// The level may go on in the next line.
    Open,
}

/// What is told of a line without a level.
pub(super) fn slip(source: &Source) -> Option<Slip> {
    let text = source.text();
    let [start, between, end] = UNMERGED;
    if text.starts_with(start) {
        let place = source.place_of(text, KEEP_ONE);
        return Some(Slip::Unmerged(Problem::error(UNMERGED_LINES, place)));
    }
    if text.starts_with(between) || text.starts_with(end) {
        return Some(Slip::Marker);
    }
    let whole = serde_json::from_str::<IgnoredAny>(text);
    whole
        .is_err_and(|error| error.is_eof())
        .then_some(Slip::Open)
}

/// Whether a line looks like a level of its own.
pub(super) fn is_level(line: &[u8]) -> bool {
    line.starts_with(b"{") && serde_json::from_slice::<IgnoredAny>(line).is_ok()
}

/// The problem of a level that starts on a line and goes on behind it.
pub(super) fn several(source: &Source, lines: usize) -> Problem {
    let label = "it starts here";
    let message = format!("this level goes over {lines} lines, and each line should be a level");
    let place = source.place_of(source.text(), label);
    let help = "write it on one line, or in a .json file of its own";
    Problem::error(message, place).help(help)
}

/// The text of a value that may go over several lines.
#[derive(Default)]
pub(super) struct Ongoing {
    text: Vec<u8>,
    open: usize,
    in_string: bool,
    is_escaped: bool,
}

impl Ongoing {
    /// Adds a line.
    pub(super) fn add(&mut self, line: &[u8]) {
        self.text.extend_from_slice(line);
        self.text.push(b'\n');
        for &byte in line {
            let escaped = std::mem::replace(&mut self.is_escaped, false);
            match byte {
                _ if escaped => {}
                b'\\' => self.is_escaped = self.in_string,
                b'"' => self.in_string = !self.in_string,
                b'{' | b'[' if !self.in_string => self.open += 1,
                b'}' | b']' if !self.in_string => self.open = self.open.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// Whether all that was opened is closed.
    pub(super) fn is_closed(&self) -> bool {
        self.open == 0
    }

    /// Whether the lines are one value.
    pub(super) fn is_value(&self) -> bool {
        serde_json::from_slice::<IgnoredAny>(&self.text).is_ok()
    }

    /// How long the lines are, in bytes.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }
}
