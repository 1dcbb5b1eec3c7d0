//! The `.ld` text beside a `.l` file: the level's name, and what it calls its objects.
//!
//! Sections such as `[tiles]` with lines `key=value`. `[tiles]` renames objects of the game's own
//! list (`object061_name=..`), `[currobjlist]` lists the objects that the level has at hand
//! (`5name=..`, `5tile=9,1`, `5object=object020`), `[levels]` and `[paths]` put things on a map
//! (`0X=..`, `0Y=..`), and `[general]` has the rest.

use std::collections::BTreeMap;

use crate::diagnostic::Problem;
use crate::source::Source;

/// The lines of one section that begin with the same number, or with the same object.
type Entries<'a> = BTreeMap<&'a str, BTreeMap<&'a str, &'a str>>;

/// What a level says of itself.
#[derive(Debug, Default)]
pub(super) struct Settings<'a> {
    pub(super) general: BTreeMap<&'a str, &'a str>,
    /// What objects are called here, by their keys.
    pub(super) renamed: Entries<'a>,
    /// The objects at hand, by their numbers.
    pub(super) at_hand: Entries<'a>,
    pub(super) levels: Entries<'a>,
    pub(super) paths: Entries<'a>,
}

/// Reads the text; problems with it are added to `problems`.
pub(super) fn read<'a>(source: &'a Source, problems: &mut Vec<Problem>) -> Settings<'a> {
    let mut settings = Settings::default();
    let mut section = "";
    for line in source.text().lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(';') || line.starts_with("--") {
            continue;
        }
        if let Some(name) = line.strip_prefix('[') {
            match name.strip_suffix(']') {
                Some(name) => section = name,
                None => problems.push(problem(source, line, "a section ends with `]`")),
            }
            continue;
        }
        let Some((key, value)) = line.split_once('=') else {
            problems.push(problem(source, line, "this is no `key=value`"));
            continue;
        };
        let number = key.find(|c: char| !c.is_ascii_digit()).unwrap_or(key.len());
        let by_number = key.split_at(number);
        let (entries, (entry, field)) = match section {
            "general" => {
                settings.general.insert(key, value);
                continue;
            }
            "tiles" => match key.split_once('_') {
                Some(parts) => (&mut settings.renamed, parts),
                None => continue,
            },
            "currobjlist" => (&mut settings.at_hand, by_number),
            "levels" => (&mut settings.levels, by_number),
            "paths" => (&mut settings.paths, by_number),
            _ => continue,
        };
        if !entry.is_empty() {
            entries.entry(entry).or_default().insert(field, value);
        }
    }
    settings
}

pub(super) fn problem(source: &Source, part: &str, label: &str) -> Problem {
    let message = "this line of a level's settings cannot be read";
    Problem::error(message, source.place_of(part, label))
}

/// Two numbers with a comma between them.
pub(super) fn pair(value: &str) -> Option<(u8, u8)> {
    let (x, y) = value.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}
