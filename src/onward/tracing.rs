//! Reading onward for an explanation: every reading as it was followed, whether it came to a sentence
//! or not, and nothing is spelled.

use super::{Line, Lines, Onward, Reached, Row};
use crate::rules::TooComplex;

/// One reading as it was followed: from a start, all steps that were reached, in the order of their
/// tiles.
#[derive(Clone, Copy)]
pub(crate) struct Followed<'a> {
    pub(crate) lines: Lines<'a>,
    pub(crate) line: Line,
    pub(crate) row: &'a Row,
    /// The tile on which it starts, and whether it is the first of its line.
    pub(crate) begin: u32,
    pub(crate) is_first: bool,
    pub(crate) reached: &'a [Reached],
}

impl Onward {
    /// Gives every reading of the lines of one direction, and spells nothing. A word that no sentence
    /// begins with, at the beginning of a line, is a reading that reaches nothing. Readings that do
    /// not get through the words that they are given are left out.
    pub(crate) fn trace(
        &mut self,
        lines: Lines,
        direction: u8,
        each: &mut dyn FnMut(Followed),
    ) -> Result<(), TooComplex> {
        self.readings.restart();
        for mut line in lines.beginnings(direction) {
            let first = lines.at_first_word(line);
            let end = first.map(|line| line.place);
            while Some(line.place) != end && lines.goes_on(line) {
                let followed = Followed {
                    lines,
                    line,
                    row: &self.readings.row,
                    begin: 0,
                    is_first: true,
                    reached: &[],
                };
                if lines.cells(line, 0).next().is_some() {
                    each(followed);
                }
                line.place = lines.place(line, 1);
            }
            if let Some(line) = first {
                self.trace_line(lines, line, each)?;
            }
        }
        Ok(())
    }

    fn trace_line(
        &mut self,
        lines: Lines,
        line: Line,
        each: &mut dyn FnMut(Followed),
    ) -> Result<(), TooComplex> {
        self.readings.begin(lines, line);
        while let Some(read) = self.readings.follow_next(lines)? {
            let ends = self.readings.reached.iter().map(|reached| reached.end);
            let furthest = ends.max();
            if furthest.is_none_or(|furthest| furthest < read.free_from) {
                continue;
            }
            each(Followed {
                lines,
                line,
                row: &self.readings.row,
                begin: read.begin,
                is_first: read.is_first,
                reached: &self.readings.reached,
            });
        }
        Ok(())
    }
}
