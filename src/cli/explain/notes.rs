//! What is told of a line: for each tile where something is amiss what lies there, what was wanted,
//! and what would mend it.

use std::collections::BTreeMap;

use super::{lacks, phrases};
use crate::board::Board;
use crate::explain::{Fit, Line, LineTile, Mend, Reading, RunName, Stop, WordSet};
use crate::level::Kind;

/// How many kinds of words that fit on a tile are told of, unless it is asked for.
const MOST_FITS: usize = 3;

/// What is told of one tile, or of the edge of the board.
#[derive(Debug)]
pub(super) struct Note {
    /// The number of the tile in its line; `None` at an edge.
    pub(super) at: Option<usize>,
    pub(super) place: String,
    pub(super) found: String,
    pub(super) wanted: Vec<String>,
    pub(super) mends: Vec<String>,
    /// How many more kinds of words fit there.
    pub(super) more: usize,
    /// Whether the text there stands in a rule, so that nothing is amiss.
    pub(super) in_rule: bool,
}

/// Where a note belongs: before the line, to a tile, or behind the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Spot {
    Before,
    Tile(usize),
    Behind,
}

/// Words that were wanted, and the runs that they would stand in.
type Wanted = Vec<(Vec<RunName>, WordSet)>;

/// Tells of a line.
#[derive(Clone, Copy)]
pub(super) struct Teller<'a> {
    pub(super) board: &'a Board,
    pub(super) line: &'a Line,
    /// The tile that was asked for; otherwise all that is amiss is told.
    pub(super) only: Option<usize>,
}

impl<'a> Teller<'a> {
    /// The notes in the order of the line's tiles.
    pub(super) fn notes(self) -> Vec<Note> {
        let mut spots: BTreeMap<Spot, Wanted> = BTreeMap::new();
        for (at, tile) in self.line.tiles.iter().enumerate() {
            let is_amiss = is_odd(self.board, tile)
                || !tile.in_rule && !tile.fits.is_empty() && !self.only_grows(at);
            if self.only.map_or(is_amiss, |only| only == at) {
                spots.entry(Spot::Tile(at)).or_default();
            }
        }
        for reading in self.readings() {
            for stop in reading
                .stops
                .iter()
                .filter(|stop| self.is_told(reading, stop))
            {
                let spot = match stop.at {
                    Some(at) => Spot::Tile(at),
                    None if stop.before => Spot::Before,
                    None => Spot::Behind,
                };
                let wanted = spots.entry(spot).or_default();
                let this = (stop.runs.clone(), stop.wanted.clone());
                if !this.1.is_empty() && !wanted.contains(&this) {
                    wanted.push(this);
                }
            }
        }
        let notes = spots
            .into_iter()
            .map(|(spot, wanted)| self.note(spot, &wanted));
        notes.filter(|note| self.says_something(note)).collect()
    }

    /// The tiles on which a word makes a whole sentence longer, with those words, where nothing is
    /// amiss.
    pub(super) fn growths(self) -> Vec<(String, String)> {
        let tiles = self.line.tiles.iter().enumerate();
        let grows = tiles.filter(|&(at, _)| self.only.is_none() && self.only_grows(at));
        let of = |(_, tile): (usize, &LineTile)| {
            let fits = tile.fits.iter().map(|fit| fitting(self.board, fit));
            (tile.tile.to_string(), fits.collect::<Vec<_>>().join("; "))
        };
        grows.map(of).collect()
    }

    /// Whether a tile lies at an end of a whole sentence with no text beyond it, so that words which
    /// fit there make it longer.
    fn only_grows(self, at: usize) -> bool {
        let tiles = &self.line.tiles;
        let has_text = |at: usize| tiles.get(at).is_some_and(|tile| !tile.text.is_empty());
        let beside = [at.checked_sub(1), Some(at + 1)];
        let beside: Vec<usize> = beside
            .into_iter()
            .flatten()
            .filter(|&at| has_text(at))
            .collect();
        let [beside] = beside[..] else {
            return false;
        };
        let tile = &tiles[at];
        let is_free = tile.text.is_empty() && tile.mends.is_empty() && !tile.fits.is_empty();
        is_free && tiles[beside].in_rule
    }

    /// The readings to tell of: those that went somewhere or, if one tile was asked for, those that
    /// have to do with it.
    pub(super) fn readings(self) -> impl Iterator<Item = &'a Reading> {
        self.line
            .readings
            .iter()
            .filter(move |reading| match self.only {
                None => reading.whole.is_some() || reading.words.len() > 1,
                Some(only) => {
                    let mut tiles = reading.words.iter().map(|word| &word.tiles);
                    let mut stops = reading.stops.iter().filter(|stop| !stop.is_end);
                    tiles.any(|tiles| tiles.contains(&only))
                        || stops.any(|stop| stop.at == Some(only))
                }
            })
    }

    /// Whether it is worth telling that a reading stopped there: it lacks something on that side, or
    /// a word lies there that stands in no rule, or its last words came to nothing.
    fn is_told(self, reading: &Reading, stop: &Stop) -> bool {
        let Some(whole) = &reading.whole else {
            return !stop.is_end;
        };
        let is_lost = |tile: &LineTile| !tile.text.is_empty() && !tile.in_rule;
        let has_tail = match stop.before {
            true => whole.start > 0,
            false => whole.end < reading.words.len(),
        };
        has_tail || stop.at.is_some_and(|at| is_lost(&self.line.tiles[at]))
    }

    fn says_something(self, note: &Note) -> bool {
        let asked = note.at.is_some() && note.at == self.only;
        let is_odd = |at: usize| is_odd(self.board, &self.line.tiles[at]);
        asked || !note.wanted.is_empty() || !note.mends.is_empty() || note.at.is_some_and(is_odd)
    }

    fn note(self, spot: Spot, wanted: &Wanted) -> Note {
        let board = self.board;
        let tiles = &self.line.tiles;
        let (Some(first), Some(last)) = (tiles.first(), tiles.last()) else {
            return edge(String::new(), board, wanted);
        };
        let at = match spot {
            Spot::Before => return edge(format!("before {}", first.tile), board, wanted),
            Spot::Behind => return edge(format!("behind {}", last.tile), board, wanted),
            Spot::Tile(at) => at,
        };
        let mut note = of_tile(board, &tiles[at], self.only == Some(at));
        note.at = Some(at);
        if note.wanted.is_empty() {
            note.wanted = wanted.iter().map(|wanted| goes_on(board, wanted)).collect();
        }
        if note.wanted.is_empty() && self.only.is_some() && !note.in_rule {
            note.wanted = lacks::of(board, self.line);
        }
        note
    }
}

/// What is told of the edge of the board.
fn edge(place: String, board: &Board, wanted: &Wanted) -> Note {
    Note {
        at: None,
        place,
        found: "the edge of the board".to_owned(),
        wanted: wanted.iter().map(|wanted| goes_on(board, wanted)).collect(),
        mends: Vec::new(),
        more: 0,
        in_rule: false,
    }
}

/// What is told of a tile by itself; all of it where it is asked for.
pub(super) fn of_tile(board: &Board, tile: &LineTile, asked: bool) -> Note {
    let most = if asked { usize::MAX } else { MOST_FITS };
    let rules = board.rules().ok();
    let is_spelled = |text: &String| {
        let mut rules = rules.iter().flat_map(|rules| rules.iter());
        rules.any(|rule| rule.text(board.grammar()) == *text)
    };
    // Where a rule is spelled already, a second block that spells it is no news.
    let is_news = |fit: &&Fit| !tile.in_rule || !fit.makes.iter().all(is_spelled);
    let mut fits: Vec<&Fit> = tile.fits.iter().filter(is_news).collect();
    // First those that make the longest rules.
    let length = |text: &String| text.split(' ').count();
    fits.sort_by_key(|fit| std::cmp::Reverse(fit.makes.iter().map(length).max()));
    let more = fits.len().saturating_sub(most);
    fits.truncate(most);
    Note {
        at: None,
        place: tile.tile.to_string(),
        found: phrases::objects(board, &tile.text, &tile.things),
        wanted: fits.iter().map(|fit| fitting(board, fit)).collect(),
        mends: mends(board, tile, &fits),
        more,
        in_rule: tile.in_rule,
    }
}

/// Whether text lies there that no sentence can have.
pub(super) fn is_odd(board: &Board, tile: &LineTile) -> bool {
    let grammar = board.grammar();
    tile.text.iter().any(|&object| match board.kind(object) {
        Some(Kind::Text(text)) => {
            let word = grammar.lexicon().word(text);
            word.is_none_or(|word| !grammar.uses(word))
        }
        _ => false,
    })
}

/// The words that make a rule.
fn fitting(board: &Board, fit: &Fit) -> String {
    let words = phrases::words(board, &fit.words);
    match fit.run {
        Some(run) => format!("{}: {words}", phrases::place(board.grammar(), run)),
        None => words,
    }
}

/// The words with which a reading goes on, though not yet to a rule.
pub(super) fn goes_on(board: &Board, (runs, words): &(Vec<RunName>, WordSet)) -> String {
    let name = |run: &RunName| {
        let name = board
            .grammar()
            .run_name(usize::from(run.sentence), usize::from(run.run));
        name.unwrap_or_default().to_owned()
    };
    let mut names: Vec<String> = runs.iter().map(name).collect();
    names.dedup();
    if let [run] = runs[..] {
        names = vec![phrases::place(board.grammar(), run)];
    }
    format!("{}: {}", phrases::or(&names), phrases::words(board, words))
}

/// What would make a rule, the nearest first.
fn mends(board: &Board, tile: &LineTile, fits: &[&Fit]) -> Vec<String> {
    let lexicon = board.grammar().lexicon();
    let mut mends = Vec::new();
    let mut is_named = false;
    for mend in &tile.mends {
        mends.push(match mend {
            Mend::Spelling { word, makes, .. } if makes.is_empty() => {
                format!("did you mean {}?", lexicon.name(*word))
            }
            Mend::Spelling { word, makes, .. } => {
                is_named = true;
                let (word, makes) = (lexicon.name(*word), phrases::rules(makes));
                format!("did you mean {word}? It makes {makes}")
            }
            Mend::Text { word, makes, .. } => {
                is_named = true;
                let (word, makes) = (lexicon.name(*word), phrases::rules(makes));
                format!("the text {word} here makes {makes}")
            }
            Mend::Extra { makes } => format!("without it: {}", phrases::rules(makes)),
            Mend::Gap { makes } => format!("without this gap: {}", phrases::rules(makes)),
        });
    }
    for fit in fits.iter().filter(|_| !is_named) {
        let how = match (tile.text.is_empty(), fit.in_place) {
            (true, _) => "here",
            (false, true) => "in its place",
            (false, false) => "on the same tile",
        };
        let (with, makes) = (lexicon.name(fit.with), phrases::rules(&fit.makes));
        mends.push(format!("{with} {how} makes {makes}"));
    }
    mends
}
