//! Drawn boards: a level for people to read and write.
//!
//! One row a line, its tiles separated by blanks: `.` is an empty tile, `OWL|IS|owl` a stack, a
//! name in upper case a text block and one in lower case a thing. A name in a script without letter
//! case is a text block; a `*` in front makes it a thing. What follows a `//` at the start of a line or
//! behind a blank is a comment. Lines with a comment alone, and empty lines before and after the board,
//! do not count.

use crate::letter_case::{has_lower, has_upper, lower, upper};
use std::sync::Arc;

use crate::board::Board;
use crate::diagnostic::{Problem, Problems, invisible};
use crate::grammar::Grammar;
use crate::level::{Kind, KindError, Level, LevelObject};
use crate::mistaken::{FileKind, mistaken, unmerged};
use crate::object::Tile;
use crate::source::Source;

/// The sign of an empty tile, the one between the objects of a stack, and the one before a thing
/// whose name could be a word.
const EMPTY: &str = ".";
const STACKED: char = '|';
const THING: char = '*';

/// What starts a comment.
const COMMENT: &str = "//";

/// The most tiles of a board that is drawn.
const MOST_TILES: i64 = 1 << 20;

/// Reads a drawn board as a level.
///
/// ```
/// use spellboard::{Source, drawing};
///
/// let level = drawing::level(&Source::new("board.txt", "OWL IS|AND .\n. owl|*3 WISE // who?\n"))?;
/// assert_eq!((level.width, level.height), (3, 2));
/// let kinds: Vec<&str> = level.objects.iter().map(|object| object.kind.as_str()).collect();
/// assert_eq!(kinds, ["text:OWL", "text:IS", "text:AND", "owl", "3", "text:WISE"]);
/// # Ok::<(), spellboard::Problems>(())
/// ```
///
/// # Errors
/// Everything that is wrong with the drawing, with its places.
pub fn level(source: &Source) -> Result<Level, Problems> {
    if let Some(problem) = unmerged(source) {
        return Err(problem.into());
    }
    let mut problems = Vec::new();
    let mut level = Level::default();
    for (Tile { x, y }, tile) in drawn(source.text()) {
        (level.width, level.height) = (level.width.max(x + 1), y + 1);
        for name in names(tile) {
            match kind(name) {
                Ok(kind) => level.objects.push(LevelObject {
                    kind: kind.write(),
                    x,
                    y,
                }),
                Err(error) => {
                    let place = source.place_of(name, error.label);
                    problems.push(Problem::error(error.message, place));
                }
            }
        }
    }
    if level.height == 0 {
        let help = "draw one row a line, with `.` for an empty tile";
        problems.push(Problem::error("there is no board in this text", source.whole()).help(help));
    }
    // A board that can be drawn is not taken for anything else.
    let other = (!problems.is_empty()).then(|| mistaken(source, FileKind::Board));
    match other.flatten() {
        Some(problem) => Err(problem.into()),
        None => Problems::none_or(problems, Some(level)),
    }
}

/// The rows of a drawing as they are written.
pub(crate) fn rows(text: &str) -> impl Iterator<Item = &str> {
    let is_board = |line: &&str| !line.trim_start().starts_with(COMMENT);
    let is_blank = |line: &&str| line.trim().is_empty();
    text.lines().filter(is_board).skip_while(is_blank)
}

/// The tiles of a drawing as they are written, each with where it lies.
pub(crate) fn drawn(text: &str) -> impl Iterator<Item = (Tile, &str)> {
    (0..).zip(rows(text)).flat_map(|(y, line)| {
        let names = line.split_whitespace();
        let tiles = (0..).zip(names.take_while(|name| !name.starts_with(COMMENT)));
        tiles.map(move |(x, tile)| (Tile { x, y }, tile))
    })
}

/// The names on a tile as it is written.
pub(crate) fn names(tile: &str) -> impl Iterator<Item = &str> {
    let names = (tile != EMPTY).then(|| tile.split(STACKED));
    names.into_iter().flatten()
}

/// Reads a drawn board.
///
/// ```
/// use spellboard::{Grammar, Source, drawing};
///
/// let board = drawing::read(&Source::new("board.txt", ". . owl"), Grammar::shipped().into())?;
/// assert_eq!((board.width(), board.height(), board.objects().count()), (3, 1, 1));
/// # Ok::<(), spellboard::Problems>(())
/// ```
///
/// # Errors
/// Everything that is wrong with the drawing, with its places.
pub fn read(source: &Source, grammar: Arc<Grammar>) -> Result<Board, Problems> {
    let level = level(source)?;
    Board::from_level(grammar, &level)
        .map_err(|error| Problem::error(error.to_string(), source.whole()).into())
}

/// The object that a name in a drawing stands for.
pub(crate) fn kind(name: &str) -> Result<Kind<'_>, KindError> {
    let wrong = |message: &str, label: &str| Err(KindError::new(message, label));
    if name.is_empty() {
        return wrong(
            "a place in this stack is empty",
            "a name belongs on both sides of `|`",
        );
    }
    if name == EMPTY {
        return wrong(
            "an empty tile cannot be part of a stack",
            "leave it out of the stack",
        );
    }
    if name.chars().any(char::is_control) {
        return wrong(
            "a name has a control character in it",
            "write it with letters",
        );
    }
    if invisible(name).is_some() {
        return Err(KindError::invisible(name));
    }
    let (upper, lower) = (has_upper(name), has_lower(name));
    match name.strip_prefix(THING) {
        Some("") => wrong(
            "no name follows the `*`",
            "a thing's name belongs behind it",
        ),
        _ if upper && lower && name.contains(COMMENT) => Err(KindError::new(
            "this comment begins within a name",
            before_comment(name),
        )),
        _ if lower && name.contains(':') => Err(with_prefix(name)),
        _ if upper && lower => Err(KindError::new(
            format!("`{name}` is neither a text block nor a thing"),
            meant(name.trim_start_matches(THING)),
        )),
        Some(thing) if upper => Err(KindError::new(
            format!("`{name}` is a thing in upper case"),
            meant(thing),
        )),
        Some(thing) => Kind::parse(thing),
        None if lower => Kind::parse(name),
        None => Ok(Kind::Text(name)),
    }
}

/// What was probably meant by a name that nothing has: a comment, or an empty tile as others draw
/// them.
#[cfg(feature = "cli")]
pub(crate) fn sign_meant(name: &str) -> Option<String> {
    let is_rule = |sign: char| name.chars().all(|c| c == sign);
    if name.contains(COMMENT) {
        return Some(before_comment(name));
    }
    let parts = || name.split([',', ';']).filter(|part| !part.is_empty());
    if name.contains([',', ';']) && parts().nth(1).is_some() {
        let tiles: Vec<&str> = parts().collect();
        let tiles = tiles.join(" ");
        return Some(format!(
            "blanks stand between tiles: did you mean `{tiles}`?"
        ));
    }
    if is_rule('-') || is_rule('_') || is_rule('·') {
        return Some(format!("an empty tile is `{EMPTY}`"));
    }
    let is_comment = name.starts_with(['#', ';']) || name.starts_with("/*");
    is_comment.then(|| format!("comments start with `{COMMENT}`, an empty tile is `{EMPTY}`"))
}

/// What to say of a comment without a blank before it.
fn before_comment(name: &str) -> String {
    let meant = name.replacen(COMMENT, &format!(" {COMMENT}"), 1);
    format!("a blank is missing before `{COMMENT}`: did you mean `{meant}`?")
}

/// For a name that is written as level files write a kind.
fn with_prefix(name: &str) -> KindError {
    let (prefix, bare) = name.rsplit_once(':').unwrap_or(("", name));
    let neither = |label| {
        let message = format!("`{name}` is neither a text block nor a thing");
        KindError::new(message, label)
    };
    match prefix {
        _ if bare.is_empty() => neither(meant(prefix)),
        "text" => KindError::new(
            "a drawn board has the word alone, without `text:`",
            format!("did you mean `{}`?", upper(bare)),
        ),
        _ => neither(meant(bare)),
    }
}

/// The two names that one can have been meant for.
fn meant(name: &str) -> String {
    let (block, thing) = (upper(name), lower(name));
    format!("did you mean the block `{block}` or the thing `{thing}`?")
}

/// A board's tiles as they are drawn, row by row; `None` for a board of more than a million tiles.
///
/// ```
/// use spellboard::{Grammar, Source, drawing};
///
/// let board = drawing::read(&Source::new("board.txt", "IS|owl ."), Grammar::shipped().into())?;
/// assert_eq!(drawing::tiles(&board).unwrap(), [["IS|owl", "."]]);
/// # Ok::<(), spellboard::Problems>(())
/// ```
pub fn tiles(board: &Board) -> Option<Vec<Vec<String>>> {
    if i64::from(board.width()) * i64::from(board.height()) > MOST_TILES {
        return None;
    }
    let mut tiles = vec![vec![String::new(); board.width() as usize]; board.height() as usize];
    for (object, at) in board.objects() {
        let tile = &mut tiles[at.y as usize][at.x as usize];
        if !tile.is_empty() {
            tile.push(STACKED);
        }
        match board.kind(object) {
            Some(Kind::Text(word)) => tile.push_str(word),
            Some(Kind::Thing(noun)) => {
                if !has_lower(noun) {
                    tile.push(THING);
                }
                tile.push_str(noun);
            }
            None => {}
        }
    }
    let empty = tiles.iter_mut().flatten().filter(|tile| tile.is_empty());
    empty.for_each(|tile| tile.push_str(EMPTY));
    Some(tiles)
}

/// Draws a board with its columns aligned; `None` for a board of more than a million tiles.
///
/// ```
/// use spellboard::{Grammar, Source, drawing};
///
/// let board = drawing::read(&Source::new("board.txt", "IS .\n. owl"), Grammar::shipped().into())?;
/// assert_eq!(drawing::draw(&board).unwrap(), "IS .\n.  owl\n");
/// # Ok::<(), spellboard::Problems>(())
/// ```
pub fn draw(board: &Board) -> Option<String> {
    let tiles = tiles(board)?;
    let length = |tile: &String| tile.chars().count();
    let columns = 0..board.width() as usize;
    let widths: Vec<usize> = columns
        .map(|x| tiles.iter().map(|row| length(&row[x])).max().unwrap_or(0))
        .collect();
    let mut drawing = String::new();
    for row in &tiles {
        let mut line = String::new();
        for (tile, width) in row.iter().zip(&widths) {
            line.push_str(tile);
            line.extend(std::iter::repeat_n(' ', width + 1 - length(tile)));
        }
        drawing.push_str(line.trim_end());
        drawing.push('\n');
    }
    Some(drawing)
}
