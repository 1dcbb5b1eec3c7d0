//! What is told of a line: for each tile where something is amiss what lies there, what was wanted,
//! and what would mend it.

use std::collections::BTreeMap;

use super::{lacks, phrases};
use crate::board::Board;
use crate::explain::{Fit, Line, LineTile, Mend, Reading, RunName, Stop, WordSet};
use crate::grammar::Grammar;
use crate::level::Kind;
use crate::lexicon::WordId;
use crate::object::Tile;
use crate::rules::RuleTable;

/// How many kinds of words that fit on a tile are told of, unless it is asked for.
const MOST_FITS: usize = 3;

/// How many moves of text are told of on one tile.
const MOST_MOVES: usize = 4;

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

/// Rules of a board, by number.
#[derive(Clone, Copy)]
pub(super) struct Spelled<'a> {
    pub(super) rules: &'a RuleTable,
    pub(super) numbers: &'a [usize],
    pub(super) grammar: &'a Grammar,
}

impl Spelled<'_> {
    /// Whether one of the rules has this text.
    fn contains(self, text: &str) -> bool {
        let mut rules = self.numbers.iter().filter_map(|&rule| self.rules.get(rule));
        rules.any(|rule| rule.text(self.grammar) == text)
    }
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

/// What is told of a tile by itself; all of it where it is asked for.
pub(super) fn of_tile(
    (board, spelled): (&Board, Spelled<'_>),
    tile: &LineTile,
    asked: bool,
) -> Note {
    let most = if asked { usize::MAX } else { MOST_FITS };
    // Of text in a rule only what was asked for is told.
    let is_told = |_: &&Fit| asked || !tile.in_rule;
    let mut fits: Vec<&Fit> = news(tile, spelled).filter(is_told).collect();
    // First those that stand in the rule themselves, and make the longest.
    let length = |text: &String| text.split(' ').count();
    let longest = |fit: &Fit| fit.makes.iter().map(length).max();
    fits.sort_by_key(|fit| (fit.run.is_none(), std::cmp::Reverse(longest(fit))));
    let more = fits.len().saturating_sub(most);
    fits.truncate(most);
    Note {
        at: None,
        place: tile.tile.to_string(),
        found: phrases::objects(board, &tile.text, &tile.things),
        wanted: fits.iter().map(|fit| fitting(board, fit)).collect(),
        mends: mends(board, tile, (&fits, spelled)),
        more,
        in_rule: tile.in_rule,
    }
}

/// What fits on a tile and makes a rule that is not spelled yet.
fn news<'t>(tile: &'t LineTile, spelled: Spelled<'t>) -> impl Iterator<Item = &'t Fit> {
    let fits = tile.fits.iter();
    fits.filter(move |fit| fit.makes.iter().any(|text| !spelled.contains(text)))
}

/// What is new of some rules, as text; `None` where nothing is.
fn new_rules(makes: &[String], spelled: Spelled<'_>) -> Option<String> {
    let new = makes.iter().filter(|text| !spelled.contains(text));
    let new: Vec<String> = new.cloned().collect();
    (!new.is_empty()).then(|| phrases::rules(&new))
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

/// What would make a rule without a move, the nearest first.
fn mends(board: &Board, tile: &LineTile, (fits, spelled): (&[&Fit], Spelled<'_>)) -> Vec<String> {
    let lexicon = board.grammar().lexicon();
    let mut mends = Vec::new();
    let is_several = |mend: &Mend| matches!(mend, Mend::Split { .. } | Mend::Joined { .. });
    let mut is_named = tile.mends.iter().any(is_several);
    for mend in &tile.mends {
        let Some(makes) = new_rules(mend.makes(), spelled) else {
            if let (Mend::Spelling { word, .. }, false) = (mend, is_named) {
                mends.push(format!("did you mean {}?", lexicon.name(*word)));
            }
            continue;
        };
        match mend {
            Mend::Spelling { word, .. } => {
                is_named = true;
                let word = lexicon.name(*word);
                mends.push(format!("did you mean {word}? It makes {makes}"));
            }
            Mend::Text { word, .. } => {
                is_named = true;
                let word = lexicon.name(*word);
                mends.push(format!("the text {word} here makes {makes}"));
            }
            Mend::Extra { .. } => mends.push(format!("without it: {makes}")),
            Mend::Gap { .. } => mends.push(format!("without this gap: {makes}")),
            Mend::Palette { .. } => {
                is_named = true;
                mends.push(format!(
                    "if the palette had the words that these letters spell: {makes}"
                ));
            }
            Mend::Gaps { .. } => mends.push(format!("without the gaps: {makes}")),
            _ => {}
        }
    }
    for fit in fits.iter().filter(|_| !is_named) {
        let how = match (tile.text.is_empty(), fit.in_place) {
            (true, _) => "here",
            (false, true) => "in its place",
            (false, false) => "on the same tile",
        };
        let Some(makes) = new_rules(&fit.makes, spelled) else {
            continue;
        };
        mends.push(format!("{} {how} makes {makes}", lexicon.name(fit.with)));
    }
    mends
}

/// What makes a rule if text is moved: that of a tile, and of the one behind it.
fn moves(
    board: &Board,
    (tile, behind): (&LineTile, Option<&LineTile>),
    spelled: Spelled<'_>,
) -> Vec<String> {
    let lexicon = board.grammar().lexicon();
    let all = |words: &[WordId]| {
        let names: Vec<&str> = words.iter().map(|&word| lexicon.name(word)).collect();
        names.join(" ")
    };
    let here = phrases::names(board, &tile.text);
    let behind = behind.map_or(String::new(), |tile| phrases::names(board, &tile.text));
    let said = |mend: &Mend| {
        let makes = new_rules(mend.makes(), spelled)?;
        Some(match mend {
            Mend::Split { words, .. } => {
                format!("did you mean {}? It makes {makes}", all(words))
            }
            Mend::Joined { word, .. } => {
                let word = lexicon.name(*word);
                format!("did you mean {word}, for {here} {behind}? It makes {makes}")
            }
            Mend::Apart { words, .. } => format!("side by side, {}: {makes}", all(words)),
            Mend::Swapped { .. } => format!("in the order {behind} {here}: {makes}"),
            Mend::Between { with, .. } => {
                let with = lexicon.name(*with);
                format!("{with} between {here} and {behind} makes {makes}")
            }
            _ => return None,
        })
    };
    let mut said: Vec<String> = tile.mends.iter().filter_map(said).collect();
    said.truncate(MOST_MOVES);
    said
}
