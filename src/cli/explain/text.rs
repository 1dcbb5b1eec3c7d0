//! The explanation for a person.

use std::collections::BTreeSet;
use std::io::{self, Write};

use anstyle::Style;

use super::drawing::{self, FAINT, STOP};
use super::fate::Fates;
use super::notes::{self, Note, Teller};
use super::tile::{Spelled, of_tile};
use super::{Told, lacks, phrases};
use crate::board::Board;
use crate::explain::Line;
use crate::level::Kind;
use crate::object::{ObjectId, Tile};
use crate::rules::Rule;

const HEADING: Style = Style::new().bold();

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

impl<'a> Page<'a> {
    /// Every line: first those with a drawing, then those of which nothing is read.
    fn all(self, lines: &[Line], out: &mut dyn Write) -> io::Result<()> {
        let (drawn, others): (Vec<&Line>, Vec<&Line>) =
            lines.iter().partition(|line| self.is_worth_drawing(line));
        for line in &drawn {
            self.line(line, out)?;
        }
        let others = others
            .into_iter()
            .filter(|line| has_words_side_by_side(line) || !self.teller(line).more().is_empty());
        for (index, line) in others.enumerate() {
            if index == 0 {
                writeln!(out, "\n{HEADING}nothing is read{HEADING:#}")?;
            }
            self.short(line, out)?;
        }
        self.odd(lines, &drawn, out)?;
        self.things(out)?;
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
        let near = |line: &&Line| texts(line) >= most.clamp(1, 2) || self.is_worth_drawing(line);
        let lines: Vec<&Line> = lines.iter().filter(near).collect();
        if lines.is_empty() {
            writeln!(out, "no text lies beside it")?;
        }
        lines.into_iter().try_for_each(|line| self.line(line, out))
    }

    /// Draws a line with its rules and notes.
    fn line(self, line: &Line, out: &mut dyn Write) -> io::Result<()> {
        let teller = self.teller(line);
        let notes = teller.notes();
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
        self.more(line, "  ", out)
    }

    fn teller<'l>(self, line: &'l Line) -> Teller<'l>
    where
        'a: 'l,
    {
        let on = |at| line.tiles.iter().position(|tile| tile.tile == at);
        Teller {
            board: self.board,
            line,
            only: self.at.and_then(on),
            spelled: self.spelled(&line.rules),
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

    /// Where a word more makes a rule, though nothing is amiss.
    fn more(self, line: &Line, indent: &str, out: &mut dyn Write) -> io::Result<()> {
        for (words, tiles) in self.teller(line).more() {
            let tiles: Vec<String> = tiles.iter().map(Tile::to_string).collect();
            let tiles = tiles.join(" ");
            writeln!(out, "{indent}{FAINT}one more{FAINT:#} {tiles} {words}")?;
        }
        Ok(())
    }

    /// Whether there is more to say of a line than that its words lie there.
    fn is_worth_drawing(self, line: &Line) -> bool {
        let has_rules = !line.rules.is_empty() || !line.would_say.is_empty();
        has_rules || !self.teller(line).notes().is_empty()
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

    /// Text that no sentence can have, where no line that was drawn told of it.
    fn odd(self, lines: &[Line], drawn: &[&Line], out: &mut dyn Write) -> io::Result<()> {
        let mut told: BTreeSet<Tile> = BTreeSet::new();
        for line in drawn.iter().filter(|line| line.is_read) {
            told.extend(line.tiles.iter().map(|tile| tile.tile));
        }
        let mut first = true;
        for tile in lines.iter().flat_map(|line| &line.tiles) {
            if !notes::is_odd(self.board, tile) || !told.insert(tile.tile) {
                continue;
            }
            if std::mem::take(&mut first) {
                writeln!(out, "\n{HEADING}text that cannot be read{HEADING:#}")?;
            }
            print_note(&of_tile((self.board, self.spelled(&[])), tile, false), out)?;
        }
        Ok(())
    }

    /// Things named by a word that sentences stand around: text was meant.
    fn things(self, out: &mut dyn Write) -> io::Result<()> {
        let lexicon = self.board.grammar().lexicon();
        let automaton = &self.board.grammar().automaton;
        let mut is_first = true;
        for (object, tile) in self.board.objects() {
            let Some(Kind::Thing(noun)) = self.board.kind(object) else {
                continue;
            };
            let name = noun.to_uppercase();
            let word = lexicon.word(&name);
            if word.is_none_or(|word| automaton.accepts[word.index()] & automaton.anchors == 0) {
                continue;
            }
            if std::mem::take(&mut is_first) {
                writeln!(
                    out,
                    "\n{HEADING}things that may be meant as text{HEADING:#}"
                )?;
            }
            writeln!(
                out,
                "  {STOP}{tile}{STOP:#} {noun}, a thing; the text is {name}"
            )?;
        }
        Ok(())
    }

    /// A line of which nothing is read, in one row: its words, and what they lack.
    fn short(self, line: &Line, out: &mut dyn Write) -> io::Result<()> {
        let words = drawing::row(self.board, line);
        writeln!(out, "  {}: {words}", heading(line))?;
        let teller = self.teller(line);
        if (0..line.tiles.len()).any(|at| teller.is_lost(at)) {
            for lacks in lacks::of(self.board, line) {
                writeln!(out, "    {FAINT}wanted{FAINT:#}  {lacks}")?;
            }
        }
        self.more(line, "    ", out)
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

fn print_note(note: &Note, out: &mut dyn Write) -> io::Result<()> {
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
