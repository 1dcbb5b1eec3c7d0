//! What is wrong with a level file that could not be used.

use serde::Deserialize;

use super::Kind;
use crate::diagnostic::{Problem, Problems};
use crate::hidden::uncovered;
use crate::notation::{At, Cause, Fault, Json, Notation, present};
use crate::source::Source;
use crate::words_file::fault_of;

/// A list in pieces.
type List<'a, T> = At<'a, Vec<At<'a, T, Json>>, Json>;

/// Names, each with its place.
#[cfg(feature = "cli")]
type Names<'a> = Vec<At<'a, String, Json>>;

/// A level file in pieces, read only to say what is wrong with it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub(super) struct LevelPieces<'a> {
    #[serde(rename = "$schema")]
    schema: Option<At<'a, String, Json>>,
    name: Option<At<'a, String, Json>>,
    width: At<'a, i32, Json>,
    height: At<'a, i32, Json>,
    #[serde(default, deserialize_with = "present")]
    objects: Option<List<'a, ObjectPieces<'a>>>,
    palette: Option<List<'a, String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
struct ObjectPieces<'a> {
    kind: At<'a, String, Json>,
    x: At<'a, i32, Json>,
    y: At<'a, i32, Json>,
}

impl<'a> LevelPieces<'a> {
    /// The kinds of the objects that can be read, and the words of the palette.
    #[cfg(feature = "cli")]
    pub(super) fn names(self) -> (Names<'a>, Names<'a>) {
        let objects = self.objects.and_then(At::value).unwrap_or_default();
        let kinds = objects.into_iter().filter_map(At::value);
        let palette = self.palette.and_then(At::value).unwrap_or_default();
        (kinds.map(|object| object.kind).collect(), palette)
    }
}

/// All that is wrong with a level file that could not be used.
pub(super) fn problems_of(source: &Source) -> Problems {
    let mut problems = found_in(source);
    if problems.iter().any(|problem| problem.mend.is_some()) {
        problems = uncovered(vec![source.clone()], problems, |files| found_in(&files[0]));
        problems.sort_by(|a, b| a.position().cmp(&b.position()));
    }
    if problems.is_empty() {
        // Not reached as long as both models ask for the same; a level is never lost silently.
        problems.push(Problem::error("this level cannot be read", source.whole()));
    }
    match Problems::none_or::<()>(problems, None) {
        Err(problems) => problems,
        Ok(_) => unreachable!("no level was given"),
    }
}

/// What is wrong with a level file, as far as it can be read.
fn found_in(source: &Source) -> Vec<Problem> {
    let mut problems = Vec::new();
    match Json::parse_file::<LevelPieces>(source.text()) {
        Ok(level) => check_level(source, level, &mut problems),
        Err(fault) => problems.push(source.problem(source.text(), of_level(source, *fault))),
    }
    problems
}

/// What is known of a fault because a level should have been there.
fn of_level(source: &Source, fault: Fault) -> Fault {
    let has_objects = |text: &str| text.starts_with('[') && text.contains('{');
    let (message, help) = match fault.cause {
        Cause::Empty => (
            None,
            "the smallest level is `{ \"width\": 1, \"height\": 1 }`",
        ),
        Cause::Behind => (
            Some("the level ends before this"),
            "several levels go in an .ndjson file, each on a line of its own",
        ),
        Cause::Shape if has_objects(source.text().trim_start()) => (
            None,
            "one level is one object; several go in an .ndjson file, each on a line of its own",
        ),
        _ => return fault,
    };
    Fault {
        message: message.map_or(fault.message, str::to_owned),
        help: Some(help.to_owned()),
        ..fault
    }
}

fn check_level(source: &Source, level: LevelPieces, problems: &mut Vec<Problem>) {
    for text in [level.schema, level.name].into_iter().flatten() {
        text.get(source, problems);
    }
    let width = check_size(source, "width", level.width, problems);
    let height = check_size(source, "height", level.height, problems);
    let palette = level
        .palette
        .and_then(|palette| palette.get(source, problems));
    for word in palette.into_iter().flatten() {
        check_word(source, word, problems);
    }
    let objects = level
        .objects
        .and_then(|objects| objects.get(source, problems));
    for object in objects.into_iter().flatten() {
        if let Some(object) = object.get(source, problems) {
            check_object(source, object, (width, height), problems);
        }
    }
}

/// Reports a word of the palette that can be no word of any lexicon.
fn check_word(source: &Source, word: At<String, Json>, problems: &mut Vec<Problem>) {
    let text = word.text();
    let name = word.get(source, problems);
    if let Some((message, label)) = name.as_deref().and_then(fault_of) {
        problems.push(Problem::error(message, source.place_of(text, label)));
    }
}

fn check_object(
    source: &Source,
    object: ObjectPieces,
    (width, height): (Option<i32>, Option<i32>),
    problems: &mut Vec<Problem>,
) {
    let text = object.kind.text();
    let kind = object.kind.get(source, problems);
    if let Some(Err(error)) = kind.as_deref().map(Kind::parse) {
        let place = source.place_of(text, error.label);
        problems.push(Problem::error(error.message, place));
    }
    check_coordinate(source, "x", object.x, width, problems);
    check_coordinate(source, "y", object.y, height, problems);
}

/// A size in tiles, where it is one.
fn check_size(
    source: &Source,
    name: &str,
    at: At<i32, Json>,
    problems: &mut Vec<Problem>,
) -> Option<i32> {
    let text = at.text();
    let size = at.get(source, problems)?;
    if size < 1 {
        let label = "a board has at least one row and one column";
        problems.push(Problem::error(
            format!("the {name} is {size}"),
            source.place_of(text, label),
        ));
        return None;
    }
    Some(size)
}

fn check_coordinate(
    source: &Source,
    axis: &str,
    at: At<i32, Json>,
    size: Option<i32>,
    problems: &mut Vec<Problem>,
) {
    let text = at.text();
    let (Some(value), Some(size)) = (at.get(source, problems), size) else {
        return;
    };
    if !(0..size).contains(&value) {
        let message = format!("this object lies outside the board: {axis} is {value}");
        let label = match size {
            1 => format!("{axis} can only be 0 here"),
            _ => format!("{axis} goes from 0 to {} here", size - 1),
        };
        problems.push(Problem::error(message, source.place_of(text, label)));
    }
}
