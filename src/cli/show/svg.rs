//! The board as a picture: each rule's tiles outlined in its colour, and a legend. Colours follow
//! the light or dark theme of whatever shows the picture; numbers say the same as colours do.

use svg::Document;
use svg::node::element::Definitions;
use svg::node::element::{
    Circle, Description, Group, Line, Pattern, Rectangle, Style, Text, Title,
};
use unicode_width::UnicodeWidthStr;

use super::marks::{Marked, Marks};
use crate::board::Board;
use crate::drawing;
use crate::level::Kind;
use crate::object::Tile;

/// Lengths in pixels: a tile's side, the space around everything, a line of the legend.
const TILE: f64 = 80.0;
const MARGIN: f64 = 24.0;
const LINE: f64 = 26.0;

/// The size of a word, and how wide one character of it is in times of that.
const FONT: f64 = 14.0;
const ADVANCE: f64 = 0.61;

/// Outlines on the same tile lie within each other, so far apart, and up to so many.
const LANE: f64 = 3.6;
const LANES: usize = 6;

/// How thick outlines are, and how round their corners.
const STROKE: f64 = 2.2;
const ROUND: f64 = 9.0;

/// The colours of rules, one after another; each can be told from the others and from both
/// backgrounds.
const COLOURS: [&str; 10] = [
    "#2f80ed", "#e8590c", "#12a150", "#c026d3", "#d69e00", "#0ea5b7", "#e11d48", "#7c5cff",
    "#6b8e00", "#b45309",
];

const STYLE: &str = "
text { font-family: ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #1b1f24; }
.paper { fill: #ffffff; } .board { fill: #f6f7f9; stroke: #c9ced6; } .grid { stroke: #e3e6eb; }
.block { fill: #ffffff; stroke: #b9c0ca; } .unknown { stroke: #d1242f; stroke-dasharray: 4 3; }
.thing, .faint { fill: #667080; } .thing { font-style: italic; } .badge { fill: #ffffff; }
@media (prefers-color-scheme: dark) {
text { fill: #e8ebef; }
.paper { fill: #14171c; } .board { fill: #1b1f26; stroke: #3a424e; } .grid { stroke: #2a303a; }
.block { fill: #272d37; stroke: #4a5462; } .unknown { stroke: #ff7b72; }
.thing, .faint { fill: #98a2b1; } .badge { fill: #ffffff; }
}
";

/// The picture; `None` for a board that is too large to draw.
pub(super) fn draw(board: &Board, marks: &Marks, name: &str) -> Option<String> {
    drawing::tiles(board)?;
    let (columns, rows) = (f64::from(board.width()), f64::from(board.height()));
    let legend = legend(marks, 2.0 * MARGIN + rows * TILE);
    let width = 2.0 * MARGIN + legend.width.max(columns * TILE);
    let texts: Vec<&str> = marks.list.iter().map(|rule| rule.text.as_str()).collect();
    let document = Document::new()
        .set("viewBox", format!("0 0 {width:.0} {:.0}", legend.bottom))
        .set("width", format!("{width:.0}"))
        .set("height", format!("{:.0}", legend.bottom))
        .set("role", "img")
        .add(Title::new(name))
        .add(Description::new().add(svg::node::Text::new(texts.join(", "))))
        .add(Style::new(STYLE))
        .add(grid())
        .add(rectangle(0.0, 0.0, width, legend.bottom, 12.0).set("class", "paper"))
        .add(rectangle(MARGIN, MARGIN, columns * TILE, rows * TILE, 6.0).set("class", "board"))
        .add(rectangle(MARGIN, MARGIN, columns * TILE, rows * TILE, 6.0).set("fill", "url(#grid)"))
        .add(objects(board))
        .add(outlines(marks))
        .add(legend.group);
    Some(document.to_string())
}

fn rectangle(x: f64, y: f64, width: f64, height: f64, round: f64) -> Rectangle {
    Rectangle::new()
        .set("x", number(x))
        .set("y", number(y))
        .set("width", number(width))
        .set("height", number(height))
        .set("rx", number(round))
}

/// A length with at most one digit behind the point.
fn number(length: f64) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Thin lines between the tiles.
fn grid() -> Definitions {
    let line = |x2: f64, y2: f64| {
        Line::new()
            .set("x1", 0)
            .set("y1", 0)
            .set("x2", number(x2))
            .set("y2", number(y2))
            .set("class", "grid")
    };
    let pattern = Pattern::new()
        .set("id", "grid")
        .set("x", number(MARGIN))
        .set("y", number(MARGIN))
        .set("width", number(TILE))
        .set("height", number(TILE))
        .set("patternUnits", "userSpaceOnUse")
        .add(line(TILE, 0.0))
        .add(line(0.0, TILE));
    Definitions::new().add(pattern)
}

/// The middle of a tile.
fn middle(tile: Tile) -> (f64, f64) {
    let at = |tile: i32| MARGIN + (f64::from(tile) + 0.5) * TILE;
    (at(tile.x), at(tile.y))
}

/// Every object; those of a stack stand above each other.
fn objects(board: &Board) -> Group {
    let mut objects: Vec<(Tile, Kind<'_>)> = board
        .objects()
        .filter_map(|(object, tile)| Some((tile, board.kind(object)?)))
        .collect();
    objects.sort_by_key(|(tile, _)| (tile.y, tile.x));
    let mut group = Group::new();
    for stack in objects.chunk_by(|(one, _), (other, _)| one == other) {
        let room = (TILE - 20.0) / stack.len() as f64;
        for (place, &(tile, kind)) in stack.iter().enumerate() {
            let (x, y) = middle(tile);
            let y = y + (place as f64 - (stack.len() - 1) as f64 / 2.0) * room;
            group = object(group, board, kind, (x, y), room);
        }
    }
    group
}

fn object(group: Group, board: &Board, kind: Kind<'_>, (x, y): (f64, f64), room: f64) -> Group {
    let (name, class) = match kind {
        Kind::Text(word) if board.grammar().lexicon().word(word).is_some() => (word, "block"),
        Kind::Text(word) => (word, "block unknown"),
        Kind::Thing(noun) => (noun, "thing"),
    };
    let inner = TILE - 28.0;
    let size = (inner / (name.width().max(1) as f64 * ADVANCE))
        .min(FONT)
        .min(room * 0.72);
    let text = text(name, x, y, size)
        .set("text-anchor", "middle")
        .set("class", class);
    let group = match kind {
        Kind::Thing(_) => group,
        Kind::Text(_) => {
            let (width, height) = (TILE - 14.0, (room - 2.0).min(34.0));
            let block = rectangle(x - width / 2.0, y - height / 2.0, width, height, 5.0);
            group.add(block.set("class", class))
        }
    };
    match kind {
        Kind::Thing(_) => group.add(text),
        Kind::Text(_) => group.add(text.set("class", "word")),
    }
}

/// A line of text with its middle at this height.
fn text(text: &str, x: f64, y: f64, size: f64) -> Text {
    Text::new(text)
        .set("x", number(x))
        .set("y", number(y + size * 0.35))
        .set("font-size", number(size))
}

/// The outlines of all rules, each in a lane that no rule on the same tiles has.
fn outlines(marks: &Marks) -> Group {
    let mut lanes: Vec<usize> = Vec::new();
    let (mut group, mut badges) = (Group::new().set("fill-opacity", "0.07"), Group::new());
    for (index, rule) in marks.rules.iter().enumerate() {
        let meets = |other: &Marked| other.tiles.iter().any(|tile| rule.tiles.contains(tile));
        let taken: Vec<usize> = (0..index)
            .filter(|&other| meets(&marks.rules[other]))
            .map(|other| lanes[other])
            .collect();
        let free = (0..LANES).find(|lane| !taken.contains(lane));
        let lane = free.unwrap_or(index % LANES);
        lanes.push(lane);
        group = outline(group, rule, index, lane);
        if let Some(&first) = rule.tiles.first() {
            let (x, y) = middle(first);
            let x = x - TILE / 2.0 + 9.0 + 15.0 * lane as f64;
            badges = badge(badges, index, (x, y - TILE / 2.0 + 4.0));
        }
    }
    Group::new().add(group).add(badges)
}

/// A frame around each unbroken part of a rule, and lines from part to part.
fn outline(mut group: Group, rule: &Marked, index: usize, lane: usize) -> Group {
    let side = TILE - 2.0 * (4.0 + LANE * lane as f64);
    let next = |one: &Tile, other: &Tile| (one.x - other.x).abs().max((one.y - other.y).abs()) == 1;
    let colour = COLOURS[index % COLOURS.len()];
    let mut before: Option<Tile> = None;
    for part in rule.tiles.chunk_by(next) {
        let (first, last) = (part[0], part[part.len() - 1]);
        if let Some(before) = before {
            group = group.add(bridge(before, first, side).set("stroke", colour));
        }
        let ((x1, y1), (x2, y2)) = (middle(first), middle(last));
        let (dx, dy) = (x2 - x1, y2 - y1);
        let (x, y) = ((x1 + x2) / 2.0, (y1 + y2) / 2.0);
        let length = dx.hypot(dy) + side;
        let frame = rectangle(x - length / 2.0, y - side / 2.0, length, side, ROUND)
            .set("fill", colour)
            .set("stroke", colour)
            .set("stroke-width", STROKE);
        let angle = dy.atan2(dx).to_degrees();
        group = group.add(match angle == 0.0 {
            true => frame,
            false => {
                let turn = [angle, x, y].map(number).join(" ");
                frame.set("transform", format!("rotate({turn})"))
            }
        });
        before = Some(last);
    }
    group
}

/// The edge of a frame drawn on to the next frame of the rule, past the words that it leaves out.
fn bridge(from: Tile, to: Tile, side: f64) -> Line {
    let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
    let distance = (x2 - x1).hypot(y2 - y1);
    let (dx, dy) = ((x2 - x1) / distance, (y2 - y1) / distance);
    let (edge, reach) = (side / 2.0, side / 2.0 - ROUND);
    let (across_x, across_y) = (-dy * edge, dx * edge);
    Line::new()
        .set("x1", number(x1 + dx * reach + across_x))
        .set("y1", number(y1 + dy * reach + across_y))
        .set("x2", number(x2 - dx * reach + across_x))
        .set("y2", number(y2 - dy * reach + across_y))
        .set("stroke-width", STROKE)
}

/// The number of a rule in a disc of its colour.
fn badge(group: Group, index: usize, (x, y): (f64, f64)) -> Group {
    let label = (index + 1).to_string();
    let size = if label.len() > 2 { 7.0 } else { 9.5 };
    let disc = Circle::new()
        .set("cx", number(x))
        .set("cy", number(y))
        .set("r", "7.5")
        .set("fill", COLOURS[index % COLOURS.len()]);
    let label = text(&label, x, y, size)
        .set("text-anchor", "middle")
        .set("font-weight", "bold")
        .set("class", "badge");
    group.add(disc).add(label)
}

/// The rules beneath the board.
struct Legend {
    group: Group,
    width: f64,
    bottom: f64,
}

fn legend(marks: &Marks, top: f64) -> Legend {
    let mut group = Group::new();
    let (mut y, mut width) = (top + LINE / 4.0, 0.0_f64);
    for rule in &marks.list {
        let index = rule.number.map(|number| number - 1);
        if let Some(index) = index.filter(|&index| index < marks.rules.len()) {
            group = badge(group, index, (MARGIN + 9.0, y));
        } else if let Some(number) = rule.number {
            let label = text(&number.to_string(), MARGIN + 9.0, y, 9.5);
            group = group.add(label.set("text-anchor", "middle").set("class", "faint"));
        }
        let x = MARGIN + 28.0;
        let end = x + rule.text.width() as f64 * FONT * ADVANCE + 18.0;
        let line = text(&rule.text, x, y, FONT);
        group = group.add(match rule.cancelled {
            true => line.set("text-decoration", "line-through"),
            false => line,
        });
        let notes = rule.notes.join("; ");
        group = group.add(text(&notes, end, y, 12.0).set("class", "faint"));
        width = width.max(end + notes.width() as f64 * 12.0 * ADVANCE - MARGIN);
        y += LINE;
    }
    Legend {
        group,
        width,
        bottom: y + MARGIN - LINE / 2.0,
    }
}
