//! Changes in several places at once: every misspelt word of a line, and a sentence that goes round a
//! corner laid straight.

use super::fits::Fits;
use super::line::Mend;
use super::stretch::Stretch;
use super::trial::Trials;
use crate::board::Block;
use crate::grammar::Direction;
use crate::level::Kind;
use crate::lexicon::WordId;
use crate::object::{ObjectId, Tile};
use crate::rules::{Rule, TooComplex};

impl Fits<'_, '_> {
    /// What the texts of the line that are no words make together, each as the word that it is most
    /// like, where no single one of them makes it.
    pub(super) fn misspelt(&mut self) -> Result<Option<Mend>, TooComplex> {
        if self.trials.known.settling {
            return Ok(None);
        }
        let mut words: Vec<(Tile, WordId)> = Vec::new();
        let mut blocks = self.stretch.blocks.clone();
        let mut fresh: Vec<ObjectId> = Vec::new();
        for (at, word) in self.meant() {
            let tile = self.stretch.laid(at);
            let Some(block) = self.trials.further_block(word, tile, words.len()) else {
                return Ok(None);
            };
            words.push((self.stretch.tiles[at], word));
            fresh.push(block.object);
            blocks.push(block);
        }
        if words.len() < 2 {
            return Ok(None);
        }
        blocks.sort_by_key(|block| block.object);
        let has_two = |rule: &Rule<'_>| {
            let has = |object: &&ObjectId| objects(rule).any(|other| other == **object);
            fresh.iter().filter(has).count() > 1
        };
        let size = self.stretch.size();
        let makes = self.trials.gained(&blocks, size, &has_two)?;
        Ok((!makes.is_empty()).then_some(Mend::Spellings { words, makes }))
    }

    /// The first of some tiles with a text that is no word, and is like one.
    pub(super) fn first_misspelt(&self, is_asked: &dyn Fn(usize) -> bool) -> Option<usize> {
        let mut meant = self.meant().map(|(at, _)| at);
        meant.find(|&at| is_asked(at))
    }

    /// The texts of the line that are no words: their tiles, and the words that they are most like.
    fn meant(&self) -> impl Iterator<Item = (usize, WordId)> {
        let board = self.trials.board;
        let meant = &self.trials.known.meant;
        let word = move |object: &ObjectId| match board.kind(*object) {
            Some(Kind::Text(text)) => meant.get(text).copied().flatten(),
            _ => None,
        };
        let tiles = self.stretch.text.iter().enumerate();
        tiles.flat_map(move |(at, text)| text.iter().filter_map(word).map(move |word| (at, word)))
    }
}

/// A way along one line up to a tile, and from there along another one.
struct Corner<'s> {
    before: &'s Stretch,
    behind: &'s Stretch,
    tile: Tile,
}

impl Corner<'_> {
    /// The tiles of the way, as long as text lies on each.
    fn tiles(&self) -> Option<Vec<Tile>> {
        let (at, from) = (
            self.before.number(self.tile)?,
            self.behind.number(self.tile)?,
        );
        let has_text = |at: &usize| self.before.has_text(*at);
        let before: Vec<usize> = (0..=at).rev().take_while(has_text).collect();
        let has_text = |at: &usize| self.behind.has_text(*at);
        let behind = (from + 1..self.behind.tiles.len()).take_while(has_text);
        let before = before.into_iter().rev().map(|at| self.before.tiles[at]);
        Some(
            before
                .chain(behind.map(|at| self.behind.tiles[at]))
                .collect(),
        )
    }
}

/// The corners on tiles of a line at which a sentence may turn: the line as it comes, and one that goes
/// on in another direction that is read; or, with `into`, another line as it comes and then this one.
pub(super) fn corners(
    trials: &mut Trials<'_>,
    stretch: &Stretch,
    into: bool,
    is_lost: &dyn Fn(Tile) -> bool,
) -> Result<Vec<(Tile, Mend)>, TooComplex> {
    let mut found = Vec::new();
    if trials.known.settling {
        return Ok(found);
    }
    let board = trials.board;
    let directions = board.grammar().directions();
    let others = || {
        directions
            .iter()
            .filter(|&&other| turns(stretch.direction, other))
    };
    for (at, &tile) in stretch.tiles.iter().enumerate() {
        let next = if into {
            Some(at + 1)
        } else {
            at.checked_sub(1)
        };
        let arm = next.and_then(|next| stretch.tiles.get(next).copied());
        if !stretch.has_text(at) || !arm.is_some_and(is_lost) {
            continue;
        }
        for &other in others() {
            let (dx, dy) = other.step();
            let step = if into { -1 } else { 1 };
            let beside = Tile {
                x: tile.x + step * dx,
                y: tile.y + step * dy,
            };
            if !is_lost(beside) {
                continue;
            }
            let crossing = Stretch::all(board, other, &trials.known.lying, Some(tile));
            for crossing in &crossing {
                let (before, behind) = match into {
                    false => (stretch, crossing),
                    true => (crossing, stretch),
                };
                let corner = Corner {
                    before,
                    behind,
                    tile,
                };
                found.extend(
                    straight(trials, &corner, stretch.direction, is_lost)?.map(|mend| (tile, mend)),
                );
            }
        }
    }
    Ok(found)
}

/// Whether one direction leads round a corner into another.
fn turns(direction: Direction, other: Direction) -> bool {
    other != direction && other != direction.opposite()
}

/// What the text round a corner spells if it is laid straight in the direction of the trials: rules with words on both sides of the
/// corner, where none of these stands in any rule.
fn straight(
    trials: &mut Trials<'_>,
    corner: &Corner<'_>,
    direction: Direction,
    is_lost: &dyn Fn(Tile) -> bool,
) -> Result<Option<Mend>, TooComplex> {
    let Some(tiles) = corner.tiles() else {
        return Ok(None);
    };
    let mut blocks: Vec<Block> = Vec::new();
    for (at, &tile) in tiles.iter().enumerate() {
        let laid = Stretch::laid_on(direction, tiles.len(), at);
        let here = trials.known.lying.iter().filter(|text| text.tile == tile);
        let here = here.filter_map(|text| text.block);
        blocks.extend(here.map(|block| Block {
            tile: laid,
            ..block
        }));
    }
    blocks.sort_by_key(|block| block.object);
    let turn = tiles.iter().position(|&tile| tile == corner.tile);
    let board = trials.board;
    let goes_round = |rule: &Rule<'_>| {
        let tiles_of = || objects(rule).filter_map(|object| board.tile(object));
        let number = |tile: Tile| tiles.iter().position(|&other| other == tile);
        let mut numbers = tiles_of().map(number);
        let has_before = numbers.any(|at| at < turn);
        let has_behind = tiles_of().map(number).any(|at| at > turn);
        let mut arms = tiles_of().filter(|&tile| tile != corner.tile);
        has_before && has_behind && arms.all(is_lost)
    };
    let size = Stretch::size_of(direction, tiles.len());
    let makes = trials.gained(&blocks, size, &goes_round)?;
    let to = corner.behind.direction;
    let mend = Mend::Corner { tiles, to, makes };
    Ok((!mend.makes().is_empty()).then_some(mend))
}

/// The blocks of a rule, joiners too.
fn objects<'r>(rule: &'r Rule<'_>) -> impl Iterator<Item = ObjectId> + 'r {
    rule.objects().chain(rule.joiners().iter().copied())
}
