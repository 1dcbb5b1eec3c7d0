//! What is told of a line: for each tile where something is amiss what lies there, what was wanted,
//! and what would mend it.

use std::collections::BTreeMap;

use super::tile::{Spelled, fitting, moves, news, of_tile};
use super::{lacks, phrases};
use crate::board::Board;
use crate::explain::{Line, LineTile, Reading, RunName, Stop, WordSet};
use crate::level::Kind;
use crate::object::Tile;

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
    /// The rules that the line spells already.
    pub(super) spelled: Spelled<'a>,
}

impl<'a> Teller<'a> {
    /// The notes in the order of the line's tiles.
    pub(super) fn notes(self) -> Vec<Note> {
        let mut spots: BTreeMap<Spot, Wanted> = BTreeMap::new();
        if !self.line.is_read {
            return Vec::new();
        }
        for at in 0..self.line.tiles.len() {
            let is_told = match self.only {
                None => self.is_amiss(at),
                Some(only) => only == at || only == at + 1 && self.is_lost(at),
            };
            if is_told {
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

    /// Where nothing is amiss, and a word more would make a rule all the same: the words, and the
    /// tiles.
    pub(super) fn more(self) -> Vec<(String, Vec<Tile>)> {
        let mut more: Vec<(String, Vec<Tile>)> = Vec::new();
        for (at, tile) in self.line.tiles.iter().enumerate() {
            if self.only.is_some() || tile.in_rule || self.is_amiss(at) {
                continue;
            }
            for fit in news(tile, self.spelled) {
                let words = fitting(self.board, fit);
                match more.iter_mut().find(|(other, _)| *other == words) {
                    Some((_, tiles)) => tiles.push(tile.tile),
                    None => more.push((words, vec![tile.tile])),
                }
            }
        }
        more
    }

    /// Whether text lies on a tile that stands in no rule of the board.
    pub(super) fn is_lost(self, at: usize) -> bool {
        let tile = self.line.tiles.get(at);
        tile.is_some_and(|tile| !tile.text.is_empty() && !tile.is_used)
    }

    /// Whether something is amiss on a tile: text that no sentence can have, or text in no rule where
    /// some change would bring it into one, or a tile beside such text.
    fn is_amiss(self, at: usize) -> bool {
        let tile = &self.line.tiles[at];
        let beside = at > 0 && self.is_lost(at - 1) || self.is_lost(at + 1);
        let can_change = news(tile, self.spelled).next().is_some()
            || tile.mends.iter().any(|mend| !mend.makes().is_empty());
        let is_free = tile.text.is_empty() && beside;
        is_odd(self.board, tile) || can_change && (self.is_lost(at) || is_free)
    }

    /// The readings to tell of: those that went somewhere or, if one tile was asked for, those that
    /// have to do with it.
    fn readings(self) -> impl Iterator<Item = &'a Reading> {
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

    /// The readings that lack something, to draw.
    pub(super) fn lacking(self) -> Vec<&'a Reading> {
        let lacks = |reading: &&Reading| {
            let mut stops = reading.stops.iter();
            reading.whole.is_none()
                && !reading.words.is_empty()
                && stops.any(|stop| self.is_told(reading, stop))
        };
        self.readings().filter(lacks).collect()
    }

    /// Whether it is worth telling that a reading stopped there: it lacks something on that side, or
    /// its last words came to nothing, and some of its words are in no rule; or a word lies there that
    /// stands in none.
    fn is_told(self, reading: &Reading, stop: &Stop) -> bool {
        let stops_at_lost = stop.at.is_some_and(|at| self.is_lost(at));
        let mut tiles = reading.words.iter().flat_map(|word| word.tiles.clone());
        let matters = self.only.is_some() || stops_at_lost || tiles.any(|at| self.is_lost(at));
        let lacks = match &reading.whole {
            None => !stop.is_end,
            Some(whole) if stop.before => whole.start > 0,
            Some(whole) => whole.end < reading.words.len(),
        };
        matters && (lacks || reading.whole.is_some() && stops_at_lost)
    }

    fn says_something(self, note: &Note) -> bool {
        let texts = (0..self.line.tiles.len()).filter(|&at| !self.line.tiles[at].text.is_empty());
        let has_company = texts.count() > 1;
        let is_told = |at: usize| has_company && self.is_lost(at);
        let asked = note.at.is_some() && note.at == self.only;
        asked || !note.wanted.is_empty() || !note.mends.is_empty() || note.at.is_some_and(is_told)
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
        let mut note = of_tile((board, self.spelled), &tiles[at], self.only == Some(at));
        let behind = tiles.get(at + 1);
        note.mends
            .splice(0..0, moves(board, (&tiles[at], behind), self.spelled));
        note.at = Some(at);
        if note.wanted.is_empty() {
            note.wanted = wanted.iter().map(|wanted| goes_on(board, wanted)).collect();
        }
        if note.wanted.is_empty() && self.only == Some(at) && !note.in_rule {
            note.wanted = lacks::of(board, self.line);
        }
        let is_odd = is_odd(board, &tiles[at]);
        if note.wanted.is_empty() && note.mends.is_empty() && self.is_lost(at) && !is_odd {
            note.wanted
                .push("nothing: no word here goes on with the words beside it".to_owned());
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
