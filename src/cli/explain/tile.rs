//! What is told of one tile: what lies there, what fits, and which changes make a rule.

use super::notes::Note;
use super::phrases;
use crate::board::Board;
use crate::explain::{Fit, LineTile, Mend};
use crate::grammar::Grammar;
use crate::lexicon::WordId;
use crate::object::Tile;
use crate::rules::RuleTable;

/// How many kinds of words that fit on a tile are told of, unless it is asked for.
const MOST_FITS: usize = 3;

/// How many moves of text are told of on one tile.
const MOST_MOVES: usize = 4;

/// Rules of a board, by number.
#[derive(Clone, Copy)]
pub(super) struct Spelled<'a> {
    pub(super) rules: &'a RuleTable,
    pub(super) numbers: &'a [usize],
    pub(super) grammar: &'a Grammar,
}

impl Spelled<'_> {
    /// Whether one of the rules has this text.
    pub(super) fn contains(self, text: &str) -> bool {
        let mut rules = self.numbers.iter().filter_map(|&rule| self.rules.get(rule));
        rules.any(|rule| rule.text(self.grammar) == text)
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
pub(super) fn news<'t>(tile: &'t LineTile, spelled: Spelled<'t>) -> impl Iterator<Item = &'t Fit> {
    let fits = tile.fits.iter();
    fits.filter(move |fit| fit.makes.iter().any(|text| !spelled.contains(text)))
}

/// What is new of some rules, as text; `None` where nothing is.
fn new_rules(makes: &[String], spelled: Spelled<'_>) -> Option<String> {
    let new = makes.iter().filter(|text| !spelled.contains(text));
    let new: Vec<String> = new.cloned().collect();
    (!new.is_empty()).then(|| phrases::rules(&new))
}

/// The words that make a rule.
pub(super) fn fitting(board: &Board, fit: &Fit) -> String {
    let words = phrases::words(board, &fit.words);
    match fit.run {
        Some(run) => format!("{}: {words}", phrases::place(board.grammar(), run)),
        None => words,
    }
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
            Mend::Spellings { words, .. } => {
                let place = |(at, word): &(Tile, WordId)| match *at == tile.tile {
                    true => format!("{} here", lexicon.name(*word)),
                    false => format!("{} on {at}", lexicon.name(*word)),
                };
                let words: Vec<String> = words.iter().map(place).collect();
                mends.push(format!("{}: {makes}", phrases::and(&words)));
            }
            Mend::Corner { tiles, to, .. } => {
                let way = phrases::way(*to);
                let last = tiles.last().copied().unwrap_or(tile.tile);
                mends.push(format!(
                    "a sentence turns no corner; straight on, instead of {way} to {last}: {makes}"
                ));
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
pub(super) fn moves(
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
