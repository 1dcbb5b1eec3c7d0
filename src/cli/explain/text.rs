//! The explanation for a person.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::Style;

use super::drawing::{self, FAINT, STOP};
use super::fate::Fates;
use super::notes::{Note, Teller};
use super::tile::Spelled;
use super::{Told, lacks, phrases, strays};
use crate::board::Board;
use crate::explain::Line;
use crate::object::{ObjectId, Tile};
use crate::rules::Rule;

pub(super) const HEADING: Style = Style::new().bold();

/// How many rules of a line are listed.
const MOST_RULES: usize = 20;

/// Prints what is said of a board.
pub(super) fn print(told: &Told<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{FAINT}{}{FAINT:#}", told.title)?;
    let page = Page {
        board: told.board,
        fates: told.fates,
        at: told.at,
    };
    let lines = &told.explanation.lines;
    match told.at {
        Some(at) => page.tile(at, lines, out),
        None => page.all(lines, out),
    }
}

/// What is printed about a board.
#[derive(Clone, Copy)]
struct Page<'a> {
    board: &'a Board,
    fates: Fates<'a>,
    at: Option<Tile>,
}

/// A line, and what is told of it.
struct Look<'l> {
    line: &'l Line,
    teller: Teller<'l>,
    notes: Vec<Note>,
    /// Where a word more makes a rule, though nothing is amiss: the words, and the tiles.
    more: Vec<(String, Vec<Tile>)>,
}

impl Look<'_> {
    /// Whether there is more to say of a line than that its words lie there.
    fn is_worth_drawing(&self) -> bool {
        let has_rules = !self.line.rules.is_empty() || !self.line.would_say.is_empty();
        has_rules || !self.notes.is_empty()
    }
}

/// Leaves out what was told of a tile by an earlier line, where this one adds nothing to it.
fn leave_told_out(looks: &mut [Look<'_>]) {
    let mut told: BTreeMap<Tile, Vec<String>> = BTreeMap::new();
    for look in looks {
        let tiles = &look.line.tiles;
        look.notes.retain(|note| {
            let Some(tile) = note.at.and_then(|at| tiles.get(at)) else {
                return true;
            };
            let is_first = !told.contains_key(&tile.tile);
            let mends = told.entry(tile.tile).or_default();
            let is_told = |mend: &String| mends.iter().any(|told| told.starts_with(mend.as_str()));
            let is_new = !note.mends.iter().all(is_told);
            mends.extend(note.mends.iter().cloned());
            is_first || is_new || !note.wanted.is_empty()
        });
    }
}

impl<'a> Page<'a> {
    /// Every line: first those with a drawing, then those of which nothing is read.
    fn all(self, lines: &[Line], out: &mut dyn Write) -> io::Result<()> {
        let mut looks: Vec<Look> = lines.iter().map(|line| self.look(line)).collect();
        leave_told_out(&mut looks);
        let (drawn, others): (Vec<Look>, Vec<Look>) =
            looks.into_iter().partition(Look::is_worth_drawing);
        for look in &drawn {
            self.line(look, out)?;
        }
        let others = others
            .iter()
            .filter(|look| has_words_side_by_side(look.line) || !look.more.is_empty());
        for (index, look) in others.enumerate() {
            if index == 0 {
                writeln!(out, "\n{HEADING}nothing is read{HEADING:#}")?;
            }
            self.short(look, out)?;
        }
        let drawn = drawn.iter().map(|look| look.line);
        strays::odd(self.board, self.spelled(&[]), (lines, drawn), out)?;
        strays::things(self.board, out)?;
        let base = self.fates.rules.iter().filter(|rule| rule.is_base());
        for (index, rule) in base.enumerate() {
            if index == 0 {
                writeln!(out, "\n{HEADING}on every board{HEADING:#}")?;
            }
            let text = rule.text(self.board.grammar());
            writeln!(out, "  {text}{}", self.fates.of(rule))?;
        }
        Ok(())
    }

    /// One tile, and the lines through it.
    fn tile(self, at: Tile, lines: &[Line], out: &mut dyn Write) -> io::Result<()> {
        let objects = self.board.objects().filter(|(_, tile)| *tile == at);
        let objects: Vec<ObjectId> = objects.map(|(object, _)| object).collect();
        let lies: Vec<String> = objects
            .iter()
            .map(|&object| phrases::objects(self.board, &[object], &[]))
            .collect();
        if lies.is_empty() {
            writeln!(out, "{at}  nothing")?;
        } else {
            let stands = |rule: &Rule<'_>| self.stands_in(*rule, at);
            let stands = match self.fates.rules.iter().filter(stands).count() {
                0 => "in no rule".to_owned(),
                1 => "in 1 rule".to_owned(),
                count => format!("in {count} rules"),
            };
            writeln!(out, "{at}  {}; {stands}", phrases::and(&lies))?;
        }
        let texts = |line: &Line| {
            let tiles = line.tiles.iter();
            tiles.filter(|tile| !tile.text.is_empty()).count()
        };
        // A word alone on its line is told of only where it has no company on any.
        let most = lines.iter().map(texts).max().unwrap_or(0);
        let near = |look: &Look| texts(look.line) >= most.clamp(1, 2) || look.is_worth_drawing();
        let looks = lines.iter().map(|line| self.look(line));
        let looks: Vec<Look> = looks.filter(near).collect();
        if looks.is_empty() {
            writeln!(out, "no text lies beside it")?;
        }
        looks.iter().try_for_each(|look| self.line(look, out))
    }

    /// Draws a line with its rules and notes.
    fn line(self, look: &Look<'_>, out: &mut dyn Write) -> io::Result<()> {
        let Look {
            line,
            teller,
            notes,
            more,
        } = look;
        let mut marked: Vec<usize> = notes.iter().filter_map(|note| note.at).collect();
        marked.extend(teller.only.filter(|only| !marked.contains(only)));
        let readings = teller.lacking();
        writeln!(out, "\n{HEADING}{}{HEADING:#}", heading(line))?;
        let drawn = drawing::draw(self.board, line, &readings, &marked);
        write!(out, "{drawn}")?;
        for &rule in line.rules.iter().take(MOST_RULES) {
            self.rule(rule, out)?;
        }
        if let more @ 1.. = line.rules.len().saturating_sub(MOST_RULES) {
            writeln!(out, "  {FAINT}reads{FAINT:#}   {more} more rules")?;
        }
        if !line.is_read {
            let says = phrases::rules(&line.would_say);
            let label = "not read this way";
            writeln!(out, "  {STOP}{label}{STOP:#}, or it would say {says}")?;
        }
        notes.iter().try_for_each(|note| print_note(note, out))?;
        if !line.is_tried {
            let why =
                "the board is so crowded that no words were tried here; ask for one tile with --at";
            writeln!(out, "  {FAINT}{why}{FAINT:#}")?;
        }
        print_more(more, "  ", out)
    }

    fn look<'l>(self, line: &'l Line) -> Look<'l>
    where
        'a: 'l,
    {
        let on = |at| line.tiles.iter().position(|tile| tile.tile == at);
        let teller = Teller {
            board: self.board,
            line,
            only: self.at.and_then(on),
            spelled: self.spelled(&line.rules),
        };
        Look {
            line,
            teller,
            notes: teller.notes(),
            more: teller.more(),
        }
    }

    fn spelled<'l>(self, numbers: &'l [usize]) -> Spelled<'l>
    where
        'a: 'l,
    {
        Spelled {
            rules: self.fates.rules,
            numbers,
            grammar: self.board.grammar(),
        }
    }

    /// A rule, what the tile that was asked for is in it, and what becomes of it.
    fn rule(self, rule: usize, out: &mut dyn Write) -> io::Result<()> {
        let Some(rule) = self.fates.rules.get(rule) else {
            return Ok(());
        };
        let text = rule.text(self.board.grammar());
        let part = self.at.map(|at| self.part_in(rule, at)).unwrap_or_default();
        let fate = self.fates.of(rule);
        writeln!(out, "  {FAINT}reads{FAINT:#}   {text}{part}{fate}")
    }

    /// What a tile is in a rule.
    fn part_in(self, rule: Rule<'_>, at: Tile) -> String {
        let grammar = self.board.grammar();
        let on_tile = |object: ObjectId| self.board.tile(object) == Some(at);
        let mut parts = rule.parts().iter();
        match parts.find(|part| part.object.is_some_and(on_tile)) {
            Some(part) => {
                let name = grammar.run_name(rule.sentence(), usize::from(part.run));
                format!(", here as {}", name.unwrap_or_default())
            }
            None if self.stands_in(rule, at) => ", joined here".to_owned(),
            None => ", without this tile".to_owned(),
        }
    }

    fn stands_in(self, rule: Rule<'_>, at: Tile) -> bool {
        let mut blocks = rule.objects().chain(rule.joiners().iter().copied());
        blocks.any(|object| self.board.tile(object) == Some(at))
    }

    /// A line of which nothing is read, in one row: its words, and what they lack.
    fn short(self, look: &Look<'_>, out: &mut dyn Write) -> io::Result<()> {
        let words = drawing::row(self.board, look.line);
        writeln!(out, "  {}: {words}", heading(look.line))?;
        if (0..look.line.tiles.len()).any(|at| look.teller.is_lost(at)) {
            for lacks in lacks::of(self.board, look.line) {
                writeln!(out, "    {FAINT}wanted{FAINT:#}  {lacks}")?;
            }
        }
        print_more(&look.more, "    ", out)
    }
}

/// The line's direction, and its first tile with text.
fn heading(line: &Line) -> String {
    let with_text = line.tiles.iter().find(|tile| !tile.text.is_empty());
    let first = with_text.or(line.tiles.first());
    let first = first.map_or(Tile { x: 0, y: 0 }, |tile| tile.tile);
    phrases::heading(line.direction, first)
}

fn has_words_side_by_side(line: &Line) -> bool {
    let pairs = line.tiles.windows(2);
    let mut both = pairs.filter(|pair| pair.iter().all(|tile| !tile.text.is_empty()));
    both.next().is_some()
}

fn print_more(more: &[(String, Vec<Tile>)], indent: &str, out: &mut dyn Write) -> io::Result<()> {
    for (words, tiles) in more {
        let tiles: Vec<String> = tiles.iter().map(Tile::to_string).collect();
        let tiles = tiles.join(" ");
        writeln!(out, "{indent}{FAINT}one more{FAINT:#} {tiles} {words}")?;
    }
    Ok(())
}

pub(super) fn print_note(note: &Note, out: &mut dyn Write) -> io::Result<()> {
    let (wanted, mend) = match note.in_rule {
        true => ("fits", "try"),
        false => ("wanted", "mend"),
    };
    writeln!(out, "  {STOP}{}{STOP:#}", note.place)?;
    writeln!(out, "    {FAINT}found {FAINT:#}  {}", note.found)?;
    for (label, texts) in [(wanted, &note.wanted), (mend, &note.mends)] {
        for text in texts {
            writeln!(out, "    {FAINT}{label:<6}{FAINT:#}  {text}")?;
        }
    }
    match note.more {
        0 => Ok(()),
        1 => writeln!(
            out,
            "    {FAINT}one more kind of word makes a rule there{FAINT:#}"
        ),
        more => writeln!(
            out,
            "    {FAINT}{more} more kinds of words make a rule there{FAINT:#}"
        ),
    }
}
