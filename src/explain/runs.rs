//! The runs that the rules of a line were read in.

use std::collections::BTreeMap;

use super::line::Run;
use crate::object::ObjectId;
use crate::rules::{PartKind, Rule};

/// The runs of a reading by tile: the number of the form of sentence, and that of the run.
pub(super) type Marks = BTreeMap<usize, (u8, u8)>;

/// The runs of some rules, in as many lists as it takes for no tile to be in two runs of one list.
/// `tile` gives the tiles of the line.
pub(super) fn of_rules(
    rules: &[Rule<'_>],
    tile: impl Fn(ObjectId) -> Option<usize>,
) -> Vec<Vec<Run>> {
    let mut lists: Vec<Marks> = Vec::new();
    for reading in rules.chunk_by(same_reading) {
        let marks = marks(reading, &tile);
        let agrees = |list: &&mut Marks| {
            let same = |(at, run): (&usize, &(u8, u8))| list.get(at).is_none_or(|own| own == run);
            marks.iter().all(same)
        };
        match lists.iter_mut().find(agrees) {
            Some(list) => list.extend(marks),
            None => lists.push(marks),
        }
    }
    lists.iter().map(spans).collect()
}

/// Whether two rules certainly are of one reading: the same joiners carried them.
pub(super) fn same_reading(one: &Rule<'_>, other: &Rule<'_>) -> bool {
    !one.joiners().is_empty() && std::ptr::eq(one.joiners(), other.joiners())
}

/// The tiles of the words of a reading, and of what joins them, with their runs.
pub(super) fn marks(reading: &[Rule<'_>], tile: impl Fn(ObjectId) -> Option<usize>) -> Marks {
    let mut marks = Marks::new();
    for rule in reading {
        let mut run = 0;
        for part in rule.parts() {
            // A letter stands in the run of its word.
            run = if part.kind == PartKind::Letter {
                run
            } else {
                part.run
            };
            if let Some(at) = part.object.and_then(&tile) {
                marks.entry(at).or_insert((rule.sentence() as u8, run));
            }
        }
    }
    // What joins items stands in the run of the item behind it.
    let joiners = reading.first().map_or(&[][..], |rule| rule.joiners());
    for at in joiners.iter().filter_map(|&joiner| tile(joiner)) {
        if let Some(&run) = marks.get(&(at + 1)) {
            marks.entry(at).or_insert(run);
        }
    }
    marks
}

/// Neighbouring tiles of the same run, together.
fn spans(marks: &Marks) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (&at, &(sentence, run)) in marks {
        match runs.last_mut() {
            Some(last) if (last.sentence, last.run, last.tiles.end) == (sentence, run, at) => {
                last.tiles.end = at + 1;
            }
            _ => runs.push(Run {
                sentence,
                run,
                tiles: at..at + 1,
            }),
        }
    }
    runs
}
