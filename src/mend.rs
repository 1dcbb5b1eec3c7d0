//! Faults that hide others: each is mended as its author probably will, and what it hid is told too.

use std::ops::Range;

use crate::diagnostic::Problem;
use crate::source::Source;

/// How often files are mended and looked at again: as many faults can hide each other.
const MOST_ROUNDS: usize = 16;

/// A change of a text that lets the rest of it be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mend {
    /// The bytes that are replaced.
    pub(crate) span: Range<usize>,
    pub(crate) text: String,
}

impl Mend {
    /// Where a byte of the mended text stood before it was mended.
    fn back(mends: &[Mend], at: usize) -> usize {
        let (mut gained, mut lost) = (0, 0);
        for Mend { span, text } in mends {
            let start = span.start + gained - lost;
            if at < start {
                break;
            }
            if at < start + text.len() {
                return span.end.min(span.start + (at - start));
            }
            gained += text.len();
            lost += span.len();
        }
        at + lost - gained
    }

    /// Where a range of the mended text stood before it was mended.
    pub(crate) fn span_back(mends: &[Mend], span: Range<usize>) -> Range<usize> {
        let start = Mend::back(mends, span.start);
        // The end is behind a byte of the range, not before the next one.
        let end = match span.is_empty() {
            true => start,
            false => Mend::back(mends, span.end - 1) + 1,
        };
        start..end.max(start)
    }

    /// Whether a byte of the mended text was not there before.
    pub(crate) fn has_made(mends: &[Mend], at: usize) -> bool {
        let (mut gained, mut lost) = (0, 0);
        mends.iter().any(|Mend { span, text }| {
            let start = span.start + gained - lost;
            gained += text.len();
            lost += span.len();
            (start..start + text.len()).contains(&at)
        })
    }
}

/// All problems of files: `problems` and what the faults among them hide. `check` tells the problems
/// of files in the same order.
pub(crate) fn uncovered(
    mut files: Vec<Source>,
    mut problems: Vec<Problem>,
    check: impl Fn(&[Source]) -> Vec<Problem>,
) -> Vec<Problem> {
    let mut told: Vec<Problem> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        problems.retain(|problem| !told.iter().any(|earlier| is_same(earlier, problem)));
        let is_fault = |problem: &mut Problem| problem.mend.is_some();
        let faults: Vec<Problem> = problems.extract_if(.., is_fault).collect();
        if faults.is_empty() {
            break;
        }
        for file in &mut files {
            let in_file = |fault: &&Problem| fault.position().0 == file.name();
            let mends = faults.iter().filter(in_file);
            let mends: Vec<Mend> = mends.filter_map(|fault| fault.mend.clone()).collect();
            if !mends.is_empty() {
                *file = file.mended(mends);
            }
        }
        told.extend(faults);
        problems = check(&files);
    }
    problems.retain(|problem| !told.iter().any(|earlier| is_same(earlier, problem)));
    told.extend(problems);
    told
}

/// Whether two problems are one to their author. How it is mended depends on what was before.
fn is_same(a: &Problem, b: &Problem) -> bool {
    (&a.message, &a.places) == (&b.message, &b.places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_text_as_it_was() {
        let mend = |span: Range<usize>, text: &str| {
            let text = text.to_owned();
            Mend { span, text }
        };
        let mends = [mend(1..1, "xyz"), mend(3..5, ""), mend(6..8, "uvwxyz")];
        // 0123456789 becomes 0xyz125uvwxyz89.
        let source = Source::new("digits", "0123456789");
        let mended = source.mended(mends.to_vec());
        assert_eq!(mended.text(), "0xyz125uvwxyz89");
        for (at, digit) in mended.text().char_indices() {
            let made = Mend::has_made(&mends, at);
            assert_eq!(made, !digit.is_ascii_digit(), "{at}");
            if !made {
                let back = Mend::back(&mends, at);
                assert_eq!(digit, char::from(source.text().as_bytes()[back]), "{at}");
                let place = mended.place(at..at + 1, "");
                assert_eq!(place, source.place(back..back + 1, ""));
            }
        }
        let place = mended.place(13..15, "");
        assert_eq!((place.column, place.end_column), (9, 11));
        let twice = mended.mended(vec![mend(0..1, "")]);
        assert_eq!(twice.place(0..1, "").column, 2);
        assert!(twice.is_made_up(0) && !twice.is_made_up(4));
    }
}
