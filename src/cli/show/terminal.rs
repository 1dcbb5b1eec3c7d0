//! The board in the terminal: text that stands in rules is marked, the numbers of its rules beneath.

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::marks::Marks;
use crate::board::Board;
use crate::drawing;
use crate::grammar::Grammar;
use crate::letter_case::has_lower;
use crate::level::Kind;

const UNKNOWN: Style = AnsiColor::Red.on_default();
const SEVERAL: Style = Style::new().bold();
pub(super) const FAINT: Style = Style::new().dimmed();

/// The colours of rules, one after another.
const COLOURS: [AnsiColor; 6] = [
    AnsiColor::Green,
    AnsiColor::Yellow,
    AnsiColor::Cyan,
    AnsiColor::Magenta,
    AnsiColor::Blue,
    AnsiColor::BrightGreen,
];

fn colour(rule: usize) -> Style {
    COLOURS[(rule - 1) % COLOURS.len()].on_default().bold()
}

/// A piece of a tile as it is drawn: its text and its colours.
type Piece = (String, Style);

/// A row of tiles, each with its objects.
type Row = Vec<Vec<Piece>>;

/// The board and its rules; `None` for a board that is too large to draw.
pub(super) fn draw(board: &Board, marks: &Marks) -> Option<String> {
    let (tiles, numbers) = rows(board, marks)?;
    let mut drawn = lay_out(&tiles, &numbers);
    drawn.push('\n');
    let numbers = marks.list.iter().filter_map(|rule| rule.number);
    let digits = numbers.max().map_or(0, |number| number.to_string().len());
    let texts = marks.list.iter().map(|rule| rule.text.width());
    let longest = texts.max().unwrap_or(0);
    for rule in &marks.list {
        let style = match rule.number {
            Some(number) if number <= marks.rules.len() => colour(number),
            _ => Style::new(),
        };
        let number = rule.number.map(|number| number.to_string());
        let number = number.unwrap_or_default();
        if digits > 0 {
            let before = " ".repeat(digits - number.width());
            drawn += &format!("{before}{style}{number}{style:#}  ");
        }
        let text = match rule.cancelled {
            true => Style::new().strikethrough(),
            false => Style::new(),
        };
        let gap = " ".repeat(longest - rule.text.width());
        let notes = rule.notes.join("; ");
        drawn += &format!(
            "{text}{}{text:#}{gap}  {FAINT}{notes}{FAINT:#}\n",
            rule.text
        );
    }
    Some(drawn.trim_end().to_owned())
}

/// The pieces of every tile, row by row, and the numbers of the rules on it.
fn rows(board: &Board, marks: &Marks) -> Option<(Vec<Row>, Vec<Row>)> {
    let empty = |row: &Vec<_>| vec![Vec::new(); row.len()];
    let mut tiles: Vec<Row> = drawing::tiles(board)?.iter().map(empty).collect();
    let mut numbers = tiles.clone();
    for (object, at) in board.objects() {
        let Some(kind) = board.kind(object) else {
            continue;
        };
        let (x, y) = (at.x as usize, at.y as usize);
        let rules = marks.of.get(&object).map_or(&[][..], |rules| rules);
        let tile: &mut Vec<Piece> = &mut tiles[y][x];
        if !tile.is_empty() {
            tile.push(("|".to_owned(), FAINT));
        }
        tile.push(piece(board.grammar(), kind, rules));
        if !rules.is_empty() && !numbers[y][x].is_empty() {
            numbers[y][x].push(("|".to_owned(), FAINT));
        }
        let start = numbers[y][x].len();
        for &rule in rules {
            if numbers[y][x].len() > start {
                numbers[y][x].push((" ".to_owned(), FAINT));
            }
            numbers[y][x].push((rule.to_string(), colour(rule)));
        }
    }
    for tile in tiles.iter_mut().flatten().filter(|tile| tile.is_empty()) {
        tile.push((".".to_owned(), FAINT));
    }
    // A bracket stands before the text that the numbers belong to.
    for tile in numbers.iter_mut().flatten().filter(|tile| !tile.is_empty()) {
        tile.insert(0, (" ".to_owned(), FAINT));
    }
    Some((tiles, numbers))
}

fn piece(grammar: &Grammar, kind: Kind<'_>, rules: &[usize]) -> Piece {
    match (kind, rules) {
        (Kind::Text(word), [rule]) => (format!("[{word}]"), colour(*rule)),
        (Kind::Text(word), [_, ..]) => (format!("[{word}]"), SEVERAL),
        (Kind::Text(word), []) if grammar.lexicon().word(word).is_none() => {
            (format!("{word}?"), UNKNOWN)
        }
        (Kind::Text(word), []) => (word.to_owned(), Style::new()),
        (Kind::Thing(noun), rules) => {
            let sign = if has_lower(noun) { "" } else { "*" };
            match rules {
                [] => (format!("{sign}{noun}"), FAINT),
                [rule] => (format!("[{sign}{noun}]"), colour(*rule)),
                _ => (format!("[{sign}{noun}]"), SEVERAL),
            }
        }
    }
}

/// Lays tiles out in columns of equal width, with the numbers of each row beneath it.
fn lay_out(tiles: &[Row], numbers: &[Row]) -> String {
    let width = |tile: &[Piece]| tile.iter().map(|(text, _)| text.width()).sum::<usize>();
    let columns = tiles.first().map_or(0, Vec::len);
    let rows = || tiles.iter().chain(numbers);
    let widths: Vec<usize> = (0..columns)
        .map(|x| rows().map(|row| width(&row[x])).max().unwrap_or(0))
        .collect();
    let mut drawn = String::new();
    for row in tiles.iter().zip(numbers).flat_map(|(tiles, numbers)| {
        let marked = numbers.iter().any(|tile| !tile.is_empty());
        [Some(tiles), marked.then_some(numbers)]
    }) {
        let Some(row) = row else {
            continue;
        };
        let last = row.iter().rposition(|tile| !tile.is_empty()).unwrap_or(0);
        for (x, tile) in row.iter().enumerate().take(last + 1) {
            for (text, style) in tile {
                drawn.push_str(&format!("{style}{text}{style:#}"));
            }
            if x < last {
                drawn.push_str(&" ".repeat(widths[x] + 1 - width(tile)));
            }
        }
        drawn.push('\n');
    }
    drawn
}
