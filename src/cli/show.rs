//! `spellboard show`: the board in the terminal, with what is read on it.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anstyle::{AnsiColor, Style};
use clap::Args;
use unicode_width::UnicodeWidthStr;

use super::{LanguageArgs, Outcome, input, report};
use crate::board::Board;
use crate::diagnostic::{Problem, tidy};
use crate::drawing;
use crate::grammar::Grammar;
use crate::level::Kind;
use crate::object::ObjectId;
use crate::rules::Rule;
use crate::source::Source;

/// What to draw.
#[derive(Args)]
#[command(after_help = "\
Example:
  spellboard show board.txt

Text that stands in a rule is drawn [SO], text whose word nobody knows SO?.
Colours are used on a terminal only, and not where NO_COLOR is set.")]
pub(super) struct ShowArgs {
    #[command(flatten)]
    language: LanguageArgs,
    /// Levels and drawn boards, or `-` for standard input.
    #[arg(required = true, value_name = "LEVELS")]
    levels: Vec<PathBuf>,
}

const RULE: Style = AnsiColor::Green.on_default().bold();
const UNKNOWN: Style = AnsiColor::Red.on_default();
const FAINT: Style = Style::new().dimmed();

/// A piece of a tile as it is drawn: its text and its colours.
type Piece = (String, Style);

/// Runs the command.
pub(super) fn run(args: &ShowArgs, out: &mut dyn Write) -> io::Result<Outcome> {
    let mut problems: Vec<Problem> = Vec::new();
    match args.language.grammar() {
        Ok(grammar) => {
            let grammar = Arc::new(grammar);
            let mut first = true;
            for path in &args.levels {
                input::read(path, &mut |item| {
                    let drawn = item.level.and_then(|level| {
                        let name = level
                            .name
                            .clone()
                            .unwrap_or_else(|| path.display().to_string());
                        let failed =
                            |error: String| Problem::error(error, Source::new(&*name, "").whole());
                        let board = Board::from_level(grammar.clone(), &level)
                            .map_err(|e| failed(e.to_string()))?;
                        Ok((draw(&board).map_err(failed)?, name))
                    });
                    match drawn {
                        Ok((drawn, name)) => {
                            let gap = if first { "" } else { "\n" };
                            first = false;
                            let name = tidy(name);
                            writeln!(out, "{gap}{FAINT}{name}{FAINT:#}\n{drawn}")
                        }
                        Err(found) => {
                            problems.extend(found);
                            Ok(())
                        }
                    }
                })?;
            }
        }
        Err(found) => problems.extend(found),
    }
    out.flush()?;
    if problems.is_empty() {
        return Ok(Outcome::Fine);
    }
    report::print(&problems);
    Ok(Outcome::Problems)
}

/// The board and its rules, drawn.
fn draw(board: &Board) -> Result<String, String> {
    let rules = board.rules().map_err(|error| error.to_string())?;
    let marked = |rule: Rule| {
        rule.objects()
            .chain(rule.joiners().iter().copied())
            .collect::<Vec<_>>()
    };
    let in_rule: BTreeSet<ObjectId> = rules.iter().flat_map(marked).collect();
    let Some(tiles) = tiles(board, &in_rule) else {
        return Err(format!(
            "a board of {} by {} tiles is too large to draw",
            board.width(),
            board.height()
        ));
    };
    let mut drawn = lay_out(&tiles);
    drawn.push('\n');
    let texts: Vec<String> = rules
        .iter()
        .map(|rule| rule.text(board.grammar()))
        .collect();
    let longest = texts.iter().map(|text| text.width()).max().unwrap_or(0);
    for (rule, text) in rules.iter().zip(&texts) {
        let tiles = rule.objects().filter_map(|object| board.tile(object));
        let tiles: Vec<String> = tiles.map(|tile| tile.to_string()).collect();
        let place = if rule.is_base() {
            "on every board".to_owned()
        } else {
            tiles.join(" ")
        };
        let gap = " ".repeat(longest - text.width());
        drawn.push_str(&format!("{text}{gap}  {FAINT}{place}{FAINT:#}\n"));
    }
    Ok(drawn.trim_end().to_owned())
}

/// The pieces of every tile, row by row; `None` for a board that is too large to draw.
fn tiles(board: &Board, in_rule: &BTreeSet<ObjectId>) -> Option<Vec<Vec<Vec<Piece>>>> {
    let mut tiles: Vec<Vec<Vec<Piece>>> = drawing::tiles(board)?
        .iter()
        .map(|row| vec![Vec::new(); row.len()])
        .collect();
    for (object, at) in board.objects() {
        let Some(kind) = board.kind(object) else {
            continue;
        };
        let tile = &mut tiles[at.y as usize][at.x as usize];
        if !tile.is_empty() {
            tile.push(("|".to_owned(), FAINT));
        }
        tile.push(piece(board.grammar(), kind, in_rule.contains(&object)));
    }
    let empty = tiles.iter_mut().flatten().filter(|tile| tile.is_empty());
    empty.for_each(|tile| tile.push((".".to_owned(), FAINT)));
    Some(tiles)
}

fn piece(grammar: &Grammar, kind: Kind<'_>, in_rule: bool) -> Piece {
    match kind {
        Kind::Text(word) if in_rule => (format!("[{word}]"), RULE),
        Kind::Text(word) if grammar.lexicon().word(word).is_none() => (format!("{word}?"), UNKNOWN),
        Kind::Text(word) => (word.to_owned(), Style::new()),
        Kind::Thing(noun) if noun.chars().any(char::is_lowercase) => (noun.to_owned(), FAINT),
        Kind::Thing(noun) => (format!("*{noun}"), FAINT),
    }
}

/// Lays tiles out in columns of equal width.
fn lay_out(tiles: &[Vec<Vec<Piece>>]) -> String {
    let width = |tile: &[Piece]| tile.iter().map(|(text, _)| text.width()).sum::<usize>();
    let columns = tiles.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|x| tiles.iter().map(|row| width(&row[x])).max().unwrap_or(0))
        .collect();
    let mut drawn = String::new();
    for row in tiles {
        for (x, tile) in row.iter().enumerate() {
            for (text, style) in tile {
                drawn.push_str(&format!("{style}{text}{style:#}"));
            }
            if x + 1 < columns {
                drawn.push_str(&" ".repeat(widths[x] + 1 - width(tile)));
            }
        }
        drawn.push('\n');
    }
    drawn
}
