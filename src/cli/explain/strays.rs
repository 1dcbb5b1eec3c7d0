//! What is told of a board beside its lines: text that no sentence can have, and things that may be
//! meant as text; and words that other files of the project have.

use crate::letter_case::upper;
use std::collections::BTreeSet;
use std::io::{self, Write};

use super::drawing::STOP;
use super::notes;
use super::text::{HEADING, print_note};
use super::tile::{Spelled, of_tile};
use crate::board::Board;
use crate::cli::elsewhere::Elsewhere;
use crate::explain::Line;
use crate::level::Kind;
use crate::object::Tile;

/// Text that no sentence can have, where no line that was drawn told of it.
pub(super) fn odd<'l>(
    board: &Board,
    spelled: Spelled<'_>,
    (lines, drawn): (&[Line], impl Iterator<Item = &'l Line>),
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut told: BTreeSet<Tile> = BTreeSet::new();
    for line in drawn.filter(|line| line.is_read) {
        told.extend(line.tiles.iter().map(|tile| tile.tile));
    }
    let mut is_first = true;
    for tile in lines.iter().flat_map(|line| &line.tiles) {
        if !notes::is_odd(board, tile) || !told.insert(tile.tile) {
            continue;
        }
        if std::mem::take(&mut is_first) {
            writeln!(out, "\n{HEADING}text that cannot be read{HEADING:#}")?;
        }
        print_note(&of_tile((board, spelled), tile, false), out)?;
    }
    Ok(())
}

/// Things named by a word that sentences stand around: text was meant.
pub(super) fn things(board: &Board, out: &mut dyn Write) -> io::Result<()> {
    let lexicon = board.grammar().lexicon();
    let automaton = &board.grammar().automaton;
    let mut is_first = true;
    for (object, tile) in board.objects() {
        let Some(Kind::Thing(noun)) = board.kind(object) else {
            continue;
        };
        let name = upper(noun);
        let word = lexicon.word(&name);
        if word.is_none_or(|word| automaton.accepts[word.index()] & automaton.anchors == 0) {
            continue;
        }
        if std::mem::take(&mut is_first) {
            let heading = "things that may be meant as text";
            writeln!(out, "\n{HEADING}{heading}{HEADING:#}")?;
        }
        let says = format!("{noun}, a thing; the text is {name}");
        writeln!(out, "  {STOP}{tile}{STOP:#} {says}")?;
    }
    Ok(())
}

/// Text that is no word of the board's grammar, and is one of other files of the project.
pub(super) fn elsewhere(
    (board, at): (&Board, Option<Tile>),
    elsewhere: &Elsewhere,
    out: &mut dyn Write,
) -> io::Result<()> {
    let here = board
        .objects()
        .filter(|(_, tile)| at.is_none_or(|at| at == *tile));
    let text = here.filter_map(|(object, _)| match board.kind(object) {
        Some(Kind::Text(text)) => Some(text),
        _ => None,
    });
    let lexicon = board.grammar().lexicon();
    let unknown: BTreeSet<&str> = text.filter(|text| lexicon.word(text).is_none()).collect();
    for (index, told) in unknown
        .iter()
        .filter_map(|text| elsewhere.told(text))
        .enumerate()
    {
        if index == 0 {
            let heading = "words of other files";
            writeln!(out, "\n{HEADING}{heading}{HEADING:#}")?;
        }
        writeln!(out, "  {told}")?;
    }
    Ok(())
}
