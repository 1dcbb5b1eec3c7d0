//! Where settings name what lies on a board.

use super::ini::Ini;
use super::objects::{TEXT, kind as kind_of};
use super::settings::{OBJECTS, PALETTE};
use crate::source::Source;

/// The part of settings that gives objects of a kind their name.
pub(in crate::level) fn name_of<'a>(kind: &str, source: &'a Source) -> Option<&'a str> {
    let ini = Ini::read(source, &[OBJECTS, PALETTE], &mut Vec::new());
    let names = [OBJECTS, PALETTE].map(|section| ini.values(section, "name"));
    let names = names.concat();
    // A thing can be called like a block, and a block like a thing, but hardly is.
    let usual = |name: &&&str| kind_of(name, name.starts_with(TEXT)) == kind;
    let unusual = |name: &&&str| kind_of(name, !name.starts_with(TEXT)) == kind;
    let found = names.iter().find(usual);
    found.or_else(|| names.iter().find(unusual)).copied()
}
