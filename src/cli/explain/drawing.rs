//! A line of text as a drawing: its words, and under them each run, underlined and named.

use crate::letter_case::has_lower;
use std::ops::Range;

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use crate::board::Board;
use crate::explain::{Line, LineTile, Reading};
use crate::level::Kind;
use crate::object::ObjectId;

pub(super) const FAINT: Style = Style::new().dimmed();
pub(super) const STOP: Style = AnsiColor::Red.on_default().bold();
const UNKNOWN: Style = AnsiColor::Red.on_default();
const READ: Style = AnsiColor::Green.on_default().bold();
const WHOLE: Style = AnsiColor::Green.on_default();
const PART: Style = AnsiColor::Yellow.on_default();

/// The widest drawing; longer lines go on below.
const WIDTH: usize = 100;

/// A run under its words.
struct Span {
    name: String,
    tiles: Range<usize>,
    /// Whether it belongs to a rule rather than to a reading that lacks something.
    is_whole: bool,
}

/// Draws a line: all runs of its rules, the readings given, and a mark under some of its tiles.
pub(super) fn draw(board: &Board, line: &Line, readings: &[&Reading], marked: &[usize]) -> String {
    let shown = shown(line, marked);
    let rows = rows(board, line, readings);
    let words: Vec<(String, Style)> = line.tiles.iter().map(|tile| word(board, tile)).collect();
    let mut widths: Vec<usize> = words.iter().map(|(word, _)| word.width()).collect();
    for span in rows.iter().flatten() {
        // A name has to fit under its words, with a gap to the next one.
        let tiles = widths[span.tiles.clone()].iter();
        let width: usize = tiles.map(|width| width + 2).sum::<usize>() - 2;
        widths[span.tiles.end - 1] += span.name.width().max(2).saturating_sub(width);
    }
    let mut drawn = String::new();
    for chunk in chunks(shown, &widths) {
        let mut put = |row: &mut dyn FnMut(usize) -> (String, Style)| {
            drawn += &cells(chunk.clone(), &widths, row);
        };
        put(&mut |at| words[at].clone());
        for row in &rows {
            drawn += &spans(row, chunk.clone(), &widths);
        }
        if marked.iter().any(|at| chunk.contains(at)) {
            let width = |at: usize| words[at].0.width().max(1);
            drawn += &cells(
                chunk.clone(),
                &widths,
                &mut |at| match marked.contains(&at) {
                    true => ("^".repeat(width(at)), STOP),
                    false => (String::new(), STOP),
                },
            );
        }
    }
    drawn
}

/// The words of a line in one row.
pub(super) fn row(board: &Board, line: &Line) -> String {
    let shown = line.tiles[shown(line, &[])].iter();
    shown
        .map(|tile| word(board, tile).0)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The tiles to draw: the empty ones at the ends only where they are marked.
fn shown(line: &Line, marked: &[usize]) -> Range<usize> {
    let is_shown = |at: usize| !line.tiles[at].text.is_empty() || marked.contains(&at);
    let mut all = (0..line.tiles.len()).filter(|&at| is_shown(at));
    let first = all.next().unwrap_or(0);
    first..all.next_back().unwrap_or(first) + 1
}

/// Cuts a drawing that is too wide into parts.
fn chunks(shown: Range<usize>, widths: &[usize]) -> Vec<Range<usize>> {
    let mut chunks: Vec<Range<usize>> = Vec::new();
    let mut room = 0;
    for at in shown {
        match chunks.last_mut() {
            Some(chunk) if widths[at] + 2 <= room => chunk.end = at + 1,
            _ => {
                chunks.push(at..at + 1);
                room = WIDTH;
            }
        }
        room = room.saturating_sub(widths[at] + 2);
    }
    chunks
}

/// The runs to draw, row by row.
fn rows(board: &Board, line: &Line, readings: &[&Reading]) -> Vec<Vec<Span>> {
    let grammar = board.grammar();
    let name = |sentence: u8, run: u8| {
        let name = grammar.run_name(usize::from(sentence), usize::from(run));
        name.unwrap_or_default().to_owned()
    };
    let mut rows: Vec<Vec<Span>> = Vec::new();
    for runs in &line.runs {
        let span = |run: &crate::explain::Run| Span {
            name: name(run.sentence, run.run),
            tiles: run.tiles.clone(),
            is_whole: true,
        };
        rows.push(runs.iter().map(span).collect());
    }
    for reading in readings {
        let mut row: Vec<Span> = Vec::new();
        for word in &reading.words {
            let name = name(word.run.sentence, word.run.run);
            match row.last_mut() {
                Some(last) if last.name == name => last.tiles.end = word.tiles.end,
                _ => row.push(Span {
                    name,
                    tiles: word.tiles.clone(),
                    is_whole: false,
                }),
            }
        }
        // Readings side by side share a row.
        let free = |other: &&mut Vec<Span>| {
            let end = row.first().map_or(0, |span| span.tiles.start);
            other
                .iter()
                .all(|span| !span.is_whole && span.tiles.end <= end)
        };
        match rows.iter_mut().find(free).filter(|row| !row.is_empty()) {
            Some(other) => other.extend(row),
            None => rows.push(row),
        }
    }
    rows.retain(|row| !row.is_empty());
    rows
}

/// One row of cells.
fn cells(
    chunk: Range<usize>,
    widths: &[usize],
    cell: &mut dyn FnMut(usize) -> (String, Style),
) -> String {
    let mut row = String::from(" ");
    let mut gap = 1;
    for at in chunk {
        let (text, style) = cell(at);
        if !text.is_empty() {
            row += &format!("{}{style}{text}{style:#}", " ".repeat(gap));
            gap = 0;
        }
        gap += widths[at] + 2 - text.width();
    }
    row.push('\n');
    row
}

/// Two rows: the lines under the words of each run, and its name.
fn spans(row: &[Span], chunk: Range<usize>, widths: &[usize]) -> String {
    let (mut lines, mut names) = (String::from(" "), String::from(" "));
    let (mut line_gap, mut name_gap) = (1, 1);
    let mut next = chunk.start;
    for span in row {
        let tiles = span.tiles.start.max(chunk.start)..span.tiles.end.min(chunk.end);
        if tiles.is_empty() {
            continue;
        }
        let before: usize = widths[next..tiles.start]
            .iter()
            .map(|width| width + 2)
            .sum();
        let width: usize = widths[tiles.clone()].iter().map(|width| width + 2).sum();
        let style = if span.is_whole { WHOLE } else { PART };
        let stroke = if span.is_whole { "─" } else { "╌" };
        let long = (width - 2).max(2);
        let line = format!("└{}┘", stroke.repeat(long - 2));
        let fits = tiles.start == span.tiles.start && span.name.width() <= long;
        let name = if fits { &*span.name } else { ".." };
        lines += &format!("{}{style}{line}{style:#}", " ".repeat(line_gap + before));
        names += &format!("{}{style}{name}{style:#}", " ".repeat(name_gap + before));
        (line_gap, name_gap) = (width - long, width - name.width());
        next = tiles.end;
    }
    match next == chunk.start {
        true => String::new(),
        false => format!("{lines}\n{names}\n"),
    }
}

/// What lies on a tile, as drawn boards have it.
fn word(board: &Board, tile: &LineTile) -> (String, Style) {
    let name = |&object: &ObjectId| match board.kind(object) {
        Some(Kind::Text(text)) if board.grammar().lexicon().word(text).is_none() => {
            format!("{text}?")
        }
        Some(Kind::Text(text)) => text.to_owned(),
        Some(Kind::Thing(noun)) if has_lower(noun) => noun.to_owned(),
        Some(Kind::Thing(noun)) => format!("*{noun}"),
        None => String::new(),
    };
    let all = |objects: &[ObjectId]| objects.iter().map(name).collect::<Vec<_>>().join("|");
    match (&tile.text[..], &tile.things[..]) {
        ([], []) => (".".to_owned(), FAINT),
        ([], things) => (all(things), FAINT),
        (text, _) => {
            let drawn = all(text);
            let style = match tile.in_rule {
                true => READ,
                false if drawn.ends_with('?') => UNKNOWN,
                false => Style::new(),
            };
            (drawn, style)
        }
    }
}
