//! Why a board reads as it does: what was read on each line of text, where reading stopped, which
//! words would have gone on, and the smallest changes that make a rule.
//!
//! Nothing here is guessed. That a word fits on a tile is found by reading the line again with that
//! word, for every class of words that are read alike; what was read is what the reader itself
//! went through. Reading without explaining knows nothing of this.
//!
//! ```
//! use spellboard::{Grammar, Source, drawing};
//!
//! let words = r#"{ "words": [
//!     { "name": "OWL",  "role": "noun" },
//!     { "name": "WISE", "role": "property" },
//!     { "name": "PUSH", "role": "property" }
//! ] }"#;
//! let grammar = Grammar::with_words(&[Source::new("words.json", words)])?;
//! let board = drawing::read(&Source::new("board.txt", "OWL IS ."), grammar.into())?;
//!
//! let explanation = board.explain()?;
//! let line = &explanation.lines[0];
//! let lexicon = board.grammar().lexicon();
//! let wise = lexicon.word("WISE").expect("a word of the list");
//! let fit = line.tiles[2].fits.iter().find(|fit| fit.words.contains(wise, lexicon));
//! assert_eq!(fit.unwrap().makes, ["OWL IS TEXT"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod classes;
mod fits;
mod known;
mod line;
mod mends;
mod onward;
mod outward;
mod own;
mod relaid;
mod runs;
mod stretch;
mod together;
mod trial;
mod trying;

use std::collections::{BTreeMap, BTreeSet};

#[cfg(feature = "cli")]
pub(crate) use classes::examples;
pub use line::{Fit, Line, LineTile, Mend, ReadWord, Reading, Run, RunName, Stop, WordSet};

use crate::board::{Block, Board};
use crate::force::Unreadable;
use crate::grammar::Direction;
use crate::level::Kind;
use crate::object::{ObjectId, Tile};
use crate::reader::Reader;
use crate::rules::{Rule, RuleTable};
use classes::Classes;
use known::Known;
use own::OwnRules;
use stretch::{Lying, Stretch};
use trial::Trials;

/// Every direction along rows and columns: text can be meant to read in any of them.
const STRAIGHT: [Direction; 4] = [
    Direction::Right,
    Direction::Down,
    Direction::Left,
    Direction::Up,
];

/// What is said of the text of a board.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// Its lines of text: those of each direction of the grammar in turn, then those of other
    /// directions, along rows and columns or opposite to one of the grammar, in which a sentence
    /// lies that is not read.
    pub lines: Vec<Line>,
}

impl Board {
    /// Explains every line of text on the board.
    ///
    /// # Errors
    /// When the board is too complex to read, see [`Unreadable`]. Where it is only too crowded to read
    /// it again and again with a word more, lines say that they were not tried, see
    /// [`Line::is_tried`].
    pub fn explain(&self) -> Result<Explanation, Unreadable> {
        Explainer::new(self)?.explain(None)
    }

    /// Explains the lines through one tile, also where no text is near. What fits and what mends is said
    /// of that tile alone.
    ///
    /// # Errors
    /// As [`Board::explain`].
    pub fn explain_tile(&self, tile: Tile) -> Result<Explanation, Unreadable> {
        Explainer::new(self)?.explain(Some(tile))
    }
}

/// A board that was read, and what it takes to explain it.
struct Explainer<'b> {
    board: &'b Board,
    own: OwnRules<'b>,
    known: Known,
    classes: Classes,
    /// The things on each tile that are not read as words.
    things: BTreeMap<Tile, Vec<ObjectId>>,
    /// The tiles with text of which none stands in a rule.
    lost: BTreeSet<Tile>,
}

impl<'b> Explainer<'b> {
    fn new(board: &'b Board) -> Result<Self, Unreadable> {
        let rules = board.rules()?;
        let mut reader = Reader::new(board.grammar());
        reader.read(board, &mut RuleTable::default())?;
        let text = reader.text_of(board);
        let (lying, things) = lying(board, text);
        let known = Known::new(board, (text, lying), rules);
        let classes = Classes::new(board, text, known.settling);
        let own = OwnRules::new(board, rules);
        let tiles = known.lying.iter().map(|text| text.tile);
        let mut lost: BTreeSet<Tile> = tiles.collect();
        for text in &known.lying {
            if own.has(text.object) {
                lost.remove(&text.tile);
            }
        }
        Ok(Explainer {
            lost,
            board,
            own,
            known,
            classes,
            things,
        })
    }

    fn explain(&self, at: Option<Tile>) -> Result<Explanation, Unreadable> {
        let mut lines = Vec::new();
        let grammar = self.board.grammar();
        for &direction in grammar.directions() {
            let only = grammar.read_only(direction);
            let mut trials = Trials::new(self.board, &only, &self.known);
            for stretch in Stretch::all(self.board, direction, &self.known.lying, at) {
                lines.push(self.line(&mut trials, &stretch, at)?);
            }
        }
        for direction in unread_directions(grammar.directions()) {
            let only = grammar.read_only(direction);
            let mut trials = Trials::new(self.board, &only, &self.known);
            for stretch in Stretch::all(self.board, direction, &self.known.lying, at) {
                let in_rule = |object: ObjectId| self.own.has(object);
                let would_say = mends::would_say(&mut trials, &stretch, &in_rule, at);
                match would_say {
                    Ok(would_say) if !would_say.is_empty() => {
                        lines.push(self.unread(&stretch, would_say));
                    }
                    _ => {}
                }
            }
        }
        Ok(Explanation { lines })
    }

    /// Explains a line in a direction of the grammar; words are tried on the tile that is asked for,
    /// or on all.
    fn line(
        &self,
        trials: &mut Trials<'_>,
        stretch: &Stretch,
        asked: Option<Tile>,
    ) -> Result<Line, Unreadable> {
        let rules = self.own.of(trials, stretch);
        let all: Vec<Rule<'_>> = rules
            .iter()
            .filter_map(|&rule| self.own.rules.get(rule))
            .collect();
        let tile = |object| stretch.number(self.board.tile(object)?);
        let mut runs = runs::of_rules(&all, tile);
        if runs.is_empty() {
            runs.push(Vec::new());
        }
        let mut tiles = self.tiles(stretch, &rules);
        let is_tried = self.try_words(trials, stretch, asked, &mut tiles).is_ok();
        if !is_tried {
            // Half of what fits is no answer.
            tiles = self.tiles(stretch, &rules);
        }
        Ok(Line {
            direction: stretch.direction,
            is_read: true,
            is_tried,
            tiles,
            rules,
            runs,
            readings: self.readings(trials, stretch)?,
            would_say: Vec::new(),
        })
    }

    /// The tiles of a stretch that spells some rules, and what lies there.
    fn tiles(&self, stretch: &Stretch, rules: &[usize]) -> Vec<LineTile> {
        let own = |object: &ObjectId| self.own.is_in(*object, stretch, rules);
        let tiles = stretch.tiles.iter().zip(&stretch.text);
        let tile = |(&tile, text): (&Tile, &Vec<ObjectId>)| LineTile {
            tile,
            text: text.clone(),
            things: self.things.get(&tile).cloned().unwrap_or_default(),
            in_rule: text.iter().any(own),
            is_used: text.iter().any(|object| self.own.has(*object)),
            fits: Vec::new(),
            mends: Vec::new(),
        };
        tiles.map(tile).collect()
    }

    /// A line in another direction.
    fn unread(&self, stretch: &Stretch, would_say: Vec<String>) -> Line {
        Line {
            direction: stretch.direction,
            is_read: false,
            is_tried: true,
            tiles: self.tiles(stretch, &[]),
            rules: Vec::new(),
            runs: vec![Vec::new()],
            readings: Vec::new(),
            would_say,
        }
    }

    fn readings(
        &self,
        trials: &mut Trials<'_>,
        stretch: &Stretch,
    ) -> Result<Vec<Reading>, Unreadable> {
        let grammar = self.board.grammar();
        if grammar.resume.is_none() {
            return Ok(outward::readings(grammar, &self.classes, stretch));
        }
        let mut readings = Vec::new();
        trials.trace(stretch, &mut |followed| {
            let first = followed.lines.words.tile(followed.line.place);
            if stretch.laid(stretch.number_of_laid(first)) == first {
                readings.push(onward::reading(&self.classes, stretch, followed));
            }
        })?;
        Ok(readings)
    }
}

/// The directions in which text may lie that was meant to be read: those along rows and columns, and
/// the opposite of each that is read.
fn unread_directions(read: &[Direction]) -> Vec<Direction> {
    let opposites = read.iter().map(|direction| direction.opposite());
    let mut found: Vec<Direction> = Vec::new();
    for direction in STRAIGHT.into_iter().chain(opposites) {
        if !read.contains(&direction) && !found.contains(&direction) {
            found.push(direction);
        }
    }
    found
}

/// The text on a board, and the things that are none.
fn lying(board: &Board, text: &[Block]) -> (Vec<Lying>, BTreeMap<Tile, Vec<ObjectId>>) {
    let mut lying = Vec::new();
    let mut things: BTreeMap<Tile, Vec<ObjectId>> = BTreeMap::new();
    let blocks: BTreeMap<ObjectId, &Block> = text
        .iter()
        .filter(|block| block.word.is_some())
        .map(|block| (block.object, block))
        .collect();
    for (object, tile) in board.objects() {
        let block = blocks.get(&object).map(|&block| *block);
        let is_text = matches!(board.kind(object), Some(Kind::Text(_)));
        if is_text || block.is_some() {
            lying.push(Lying {
                tile,
                object,
                block,
            });
        } else {
            things.entry(tile).or_default().push(object);
        }
    }
    (lying, things)
}
