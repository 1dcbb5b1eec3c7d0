//! Rows of a drawn board that are indented: people may mean them to begin further right, and blanks
//! before a row do not count.

use crate::diagnostic::{Place, Problem};
use crate::drawing;
use crate::source::Source;

/// The columns of a text from one tab stop to the next.
const TAB: usize = 8;

/// How many rows are shown behind the first.
const MOST_SHOWN: usize = 3;

/// The warning for rows of a drawing that begin where no other row has its first tile. Where columns
/// are flush on their right, first tiles begin in different columns of the text, and still share some.
pub(crate) fn indented(source: &Source) -> Option<Problem> {
    let first = |row| Some((indent(row), row.split_whitespace().next()?));
    let rows: Vec<(usize, &str)> = drawing::rows(source.text()).filter_map(first).collect();
    let least = rows.iter().map(|(indent, _)| *indent).min()?;
    let flush = rows.iter().filter(|(indent, _)| *indent == least);
    let end = flush
        .map(|(indent, tile)| indent + tile.chars().count())
        .max()?;
    let beyond = rows.iter().filter(|(indent, _)| *indent >= end);
    let mut places = beyond.map(|(_, tile)| source.place_of(tile, "here as well"));
    let place = Place {
        label: "draw `.` for each empty tile before it".to_owned(),
        ..places.next()?
    };
    let message = "this row is indented, and still begins in the first column of the board";
    let problem = Problem::warning(message, place);
    Some(places.take(MOST_SHOWN).fold(problem, Problem::and))
}

/// The column of a text in which a row of it begins.
fn indent(row: &str) -> usize {
    let blanks = row.chars().take_while(|c| c.is_whitespace());
    blanks.fold(0, |column, blank| match blank {
        '\t' => (column / TAB + 1) * TAB,
        _ => column + 1,
    })
}
