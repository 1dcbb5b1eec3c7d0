//! Changes of a text, and where in it things stood before.

use std::ops::Range;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

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
