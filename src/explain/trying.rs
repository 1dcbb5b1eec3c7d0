//! The words that are tried on the tiles of a line, and the changes that would make a rule there.

use super::fits::Fits;
use super::stretch::Stretch;
use super::trial::Trials;
use super::{Explainer, LineTile, Mend, together};
use crate::object::Tile;
use crate::rules::TooComplex;

impl Explainer<'_> {
    /// Finds what fits on tiles, and what mends.
    pub(super) fn try_words(
        &self,
        trials: &mut Trials<'_>,
        stretch: &Stretch,
        asked: Option<Tile>,
        tiles: &mut [LineTile],
    ) -> Result<(), TooComplex> {
        let is_asked = |at: usize| asked.is_none_or(|asked| stretch.tiles[at] == asked);
        let grammar = self.board.grammar();
        let mut words = stretch.blocks.iter().filter_map(|block| block.word);
        let mut fits = Fits {
            spelled: trials.count(stretch)?,
            trials,
            classes: &self.classes,
            stretch,
            has_letters: words.any(|word| grammar.is_letter(word)),
        };
        for (tile, found) in tiles.iter_mut().zip(fits.on(&is_asked)?) {
            tile.fits = found;
        }
        let used: Vec<bool> = tiles.iter().map(|tile| tile.is_used).collect();
        for (at, tile) in tiles.iter_mut().enumerate() {
            if is_asked(at) {
                tile.mends = fits.mends(at, &tile.fits, (&tile.things, tile.in_rule))?;
            }
            // What is said of a tile and the one behind it is said of both.
            if is_asked(at) || at + 1 < used.len() && is_asked(at + 1) {
                tile.mends.extend(fits.relaid(at, &|at| used[at])?);
            }
        }
        if let Some(first) = fits.first_misspelt(&is_asked) {
            tiles[first].mends.extend(fits.misspelt()?);
        }
        self.corners(trials, stretch, asked, tiles)
    }

    /// Finds sentences that go round a corner. They are told on the tile that is asked for, or else on
    /// the one where they turn.
    fn corners(
        &self,
        trials: &mut Trials<'_>,
        stretch: &Stretch,
        asked: Option<Tile>,
        tiles: &mut [LineTile],
    ) -> Result<(), TooComplex> {
        let is_lost = |tile: Tile| self.lost.contains(&tile);
        let mut found = together::corners(trials, stretch, false, &is_lost)?;
        if asked.is_some() {
            found.extend(together::corners(trials, stretch, true, &is_lost)?);
        }
        for (corner, mend) in found {
            let Mend::Corner { tiles: way, .. } = &mend else {
                continue;
            };
            let at = asked.filter(|asked| way.contains(asked)).unwrap_or(corner);
            let is_told = asked.is_none_or(|asked| asked == at);
            let tile = tiles.iter_mut().find(|tile| tile.tile == at);
            if let Some(tile) = tile.filter(|tile| is_told && !tile.mends.contains(&mend)) {
                tile.mends.push(mend);
            }
        }
        Ok(())
    }
}
