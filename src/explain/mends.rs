//! Small changes that make a rule: a word that was meant, a text for a thing, a gap closed, and
//! lines that lie in a direction which is not read.

use super::fits::Fits;
use super::line::{Fit, Mend};
use super::stretch::Stretch;
use super::trial::Trials;
use crate::board::Block;
use crate::diagnostic::nearest;
use crate::letter_case::upper;
use crate::level::Kind;
use crate::lexicon::WordId;
use crate::object::{ObjectId, Tile};
use crate::rules::TooComplex;

impl Fits<'_, '_> {
    /// The mends on a tile where these words fit. `things` are the things on it, and `in_rule` says
    /// whether its text stands in a rule.
    pub(super) fn mends(
        &mut self,
        at: usize,
        fits: &[Fit],
        (things, in_rule): (&[ObjectId], bool),
    ) -> Result<Vec<Mend>, TooComplex> {
        let mut mends = Vec::new();
        let board = self.trials.board;
        for &object in &self.stretch.text[at] {
            if let Some(Kind::Text(text)) = board.kind(object)
                && board.grammar().lexicon().word(text).is_none()
            {
                mends.extend(self.spelling(at, fits, text)?);
            }
        }
        let has_text = self.stretch.has_text(at);
        let is_first = has_text && !(0..at).any(|at| self.stretch.has_text(at));
        if is_first && self.has_letters && board.text().palette.is_some() {
            let makes = self.trials.without_palette(self.stretch)?;
            mends.extend((!makes.is_empty()).then_some(Mend::Palette { makes }));
        }
        for &thing in things.iter().filter(|_| !has_text) {
            mends.extend(self.text_of_thing(at, fits, thing)?);
        }
        let makes = if in_rule {
            Vec::new()
        } else {
            self.without(at)?
        };
        match (makes.is_empty(), has_text) {
            (true, _) => {}
            (false, true) => mends.push(Mend::Extra { makes }),
            (false, false) => mends.push(Mend::Gap { makes }),
        }
        Ok(mends)
    }

    /// The known word that a text is most like: one that fits, or else any.
    fn spelling(
        &mut self,
        at: usize,
        fits: &[Fit],
        text: &str,
    ) -> Result<Option<Mend>, TooComplex> {
        let lexicon = self.trials.board.grammar().lexicon();
        let fitting = lexicon
            .words()
            .filter(|&word| fits.iter().any(|fit| fit.words.contains(word, lexicon)));
        let name = |word| lexicon.name(word);
        let fitting = nearest(text, fitting.map(name)).and_then(|name| lexicon.word(name));
        let meant = self.trials.known.meant.get(text).copied().flatten();
        let Some(word) = fitting.or(meant) else {
            return Ok(None);
        };
        Ok(Some(Mend::Spelling {
            text: text.to_owned(),
            word,
            makes: self.rules_with(at, word)?,
        }))
    }

    /// The text that names a thing, where it fits.
    fn text_of_thing(
        &mut self,
        at: usize,
        fits: &[Fit],
        thing: ObjectId,
    ) -> Result<Option<Mend>, TooComplex> {
        let board = self.trials.board;
        let Some(Kind::Thing(noun)) = board.kind(thing) else {
            return Ok(None);
        };
        let lexicon = board.grammar().lexicon();
        let word = lexicon.word(&upper(noun));
        let fits = |word: &WordId| fits.iter().any(|fit| fit.words.contains(*word, lexicon));
        let Some(word) = word.filter(fits) else {
            return Ok(None);
        };
        let makes = self.rules_with(at, word)?;
        Ok(Some(Mend::Text { thing, word, makes }))
    }

    /// The rules that appear with one more word on a tile.
    fn rules_with(&mut self, at: usize, word: WordId) -> Result<Vec<String>, TooComplex> {
        let mut classes = self.classes.all.iter();
        let class = classes.find(|class| class.words.contains(&word));
        let enables = class.is_some_and(|class| class.enables);
        Ok(self.makes(word, enables, at)?.0)
    }

    /// What the words on both sides of a tile spell side by side.
    fn without(&mut self, at: usize) -> Result<Vec<String>, TooComplex> {
        let has_text = |at: usize| self.stretch.blocks_at(at).next().is_some();
        if at == 0 || !has_text(at - 1) || !has_text(at + 1) {
            return Ok(Vec::new());
        }
        let here = self.stretch.laid(at);
        let others = self
            .stretch
            .blocks
            .iter()
            .filter(|block| block.tile != here);
        let closer = |block: &Block| {
            let number = self.stretch.number_of_laid(block.tile);
            let number = if number > at { number - 1 } else { number };
            let tile = self.stretch.laid(number);
            Block { tile, ..*block }
        };
        let blocks: Vec<Block> = others.map(closer).collect();
        let outcome = self
            .trials
            .compare(self.stretch, (&blocks, None), self.spelled)?;
        Ok(self.trials.texts(&outcome.gained))
    }
}

/// What a stretch in a direction that is not read would spell if it were. A sentence counts only if
/// it stands around a word that stands in no rule and, where a tile is asked for, has a word there.
pub(super) fn would_say(
    trials: &mut Trials<'_>,
    stretch: &Stretch,
    in_rule: &dyn Fn(ObjectId) -> bool,
    asked: Option<Tile>,
) -> Result<Vec<String>, TooComplex> {
    let grammar = trials.board.grammar();
    if stretch.blocks.len() < grammar.shortest_sentence() {
        return Ok(Vec::new());
    }
    let blocks = (&stretch.blocks[..], None);
    let mut gained = trials.compare(stretch, blocks, 0)?.gained;
    gained.retain(|&index| {
        let Some(rule) = trials.table.get(index) else {
            return false;
        };
        let on = |tile| {
            rule.objects()
                .any(|object| trials.board.tile(object) == Some(tile))
        };
        if asked.is_some_and(|tile| !on(tile)) {
            return false;
        }
        let anchor = grammar.sentence(rule.sentence() as u8).anchor;
        let mut parts = rule.parts().iter().filter(|part| part.run == anchor);
        parts.any(|part| part.object.is_some_and(|object| !in_rule(object)))
    });
    Ok(trials.texts(&gained))
}
