//! Text laid otherwise: a word more between two tiles, two tiles swapped, a stack taken apart, a text
//! that is several words or half of one, and all gaps closed. Each is tried by reading it.

use std::ops::Range;

use super::fits::Fits;
use super::line::Mend;
use super::stretch::Stretch;
use crate::board::Block;
use crate::level::Kind;
use crate::lexicon::{Lexicon, WordId};
use crate::object::ObjectId;
use crate::rules::{Rule, TooComplex};

/// The blocks on the tiles of a line.
type Cells = Vec<Vec<Block>>;

/// The most words that a text is taken for, or that a stack is laid side by side with.
const MOST_WORDS: usize = 4;

impl Fits<'_, '_> {
    /// What makes a rule if the text on a tile and behind it is laid otherwise. Only text that stands
    /// in no rule of the board is moved: `is_used` tells of others.
    pub(super) fn relaid(
        &mut self,
        at: usize,
        is_used: &dyn Fn(usize) -> bool,
    ) -> Result<Vec<Mend>, TooComplex> {
        let mut mends = Vec::new();
        let (here, behind) = (self.stretch.has_text(at), self.stretch.has_text(at + 1));
        // What things spell may change with every move.
        if self.trials.known.settling {
            return Ok(mends);
        }
        if here && !is_used(at) {
            mends.extend(self.split(at)?);
            mends.extend(self.apart(at)?);
        }
        if here && behind && !(is_used(at) && is_used(at + 1)) {
            mends.extend(self.joined(at)?);
            // Beside text that is no word another word makes no more than in its place.
            if [at, at + 1]
                .iter()
                .all(|&at| self.stretch.blocks_at(at).next().is_some())
            {
                mends.extend(self.swapped(at)?);
                mends.extend(self.between(at)?);
            }
        }
        let mut texts = (0..self.stretch.tiles.len()).filter(|&at| self.stretch.has_text(at));
        if self.first_gap() == Some(at) && texts.any(|at| !is_used(at)) {
            mends.extend(self.without_gaps()?);
        }
        Ok(mends)
    }

    fn cells(&self) -> Cells {
        let tiles = 0..self.stretch.tiles.len();
        let blocks = |at| self.stretch.blocks_at(at).copied().collect();
        tiles.map(blocks).collect()
    }

    /// The rules that appear when a line is laid so and that have to do with some of its tiles.
    fn laid(&mut self, cells: &Cells, moved: Range<usize>) -> Result<Vec<String>, TooComplex> {
        let direction = self.stretch.direction;
        let on = |(at, blocks): (usize, &Vec<Block>)| {
            let tile = Stretch::laid_on(direction, cells.len(), at);
            let blocks = blocks.iter().map(move |block| Block { tile, ..*block });
            blocks.collect::<Vec<Block>>()
        };
        let mut blocks: Vec<Block> = cells.iter().enumerate().flat_map(on).collect();
        blocks.sort_by_key(|block| block.object);
        let size = Stretch::size_of(direction, cells.len());
        let moved = cells[moved].iter().flatten().map(|block| block.object);
        let moved: Vec<ObjectId> = moved.collect();
        let is_moved = |rule: &Rule<'_>| {
            let joiners = rule.joiners().iter().copied();
            rule.objects()
                .chain(joiners)
                .any(|object| moved.contains(&object))
        };
        self.trials.gained(&blocks, size, &is_moved)
    }

    /// New blocks with some words, one a tile.
    fn blocks(&self, words: &[WordId]) -> Option<Cells> {
        let tile = self.stretch.laid(0);
        let block = |(at, &word)| Some(vec![self.trials.further_block(word, tile, at)?]);
        words.iter().enumerate().map(block).collect()
    }

    /// A text that is no word but several, one behind the other.
    fn split(&mut self, at: usize) -> Result<Option<Mend>, TooComplex> {
        let board = self.trials.board;
        let lexicon = board.grammar().lexicon();
        let &[object] = &self.stretch.text[at][..] else {
            return Ok(None);
        };
        let Some(Kind::Text(text)) = board.kind(object) else {
            return Ok(None);
        };
        let mut words = Vec::new();
        if lexicon.word(text).is_some() || !take_apart(text, lexicon, &mut words) {
            return Ok(None);
        }
        let Some(blocks) = self.blocks(&words) else {
            return Ok(None);
        };
        let mut cells = self.cells();
        cells.splice(at..=at, blocks);
        let makes = self.laid(&cells, at..at + words.len())?;
        let mend = |makes| Mend::Split { words, makes };
        Ok((!makes.is_empty()).then_some(makes).map(mend))
    }

    /// The words of a stack, side by side in some order.
    fn apart(&mut self, at: usize) -> Result<Option<Mend>, TooComplex> {
        let stack: Vec<Block> = self.stretch.blocks_at(at).copied().collect();
        if !(2..=MOST_WORDS).contains(&stack.len()) {
            return Ok(None);
        }
        for order in orders(stack.len()) {
            let mut cells = self.cells();
            cells.splice(at..=at, order.iter().map(|&block| vec![stack[block]]));
            let makes = self.laid(&cells, at..at + stack.len())?;
            if !makes.is_empty() {
                let words = order.iter().filter_map(|&block| stack[block].word);
                let words = words.collect();
                return Ok(Some(Mend::Apart { words, makes }));
            }
        }
        Ok(None)
    }

    /// Two texts that are one word together.
    fn joined(&mut self, at: usize) -> Result<Option<Mend>, TooComplex> {
        let board = self.trials.board;
        let text = |at: usize| match self.stretch.text[at][..] {
            [object] => match board.kind(object) {
                Some(Kind::Text(text)) => Some(text),
                _ => None,
            },
            _ => None,
        };
        let name = text(at).zip(text(at + 1)).map(|(a, b)| format!("{a}{b}"));
        let word = name.and_then(|name| board.grammar().lexicon().word(&name));
        let Some((word, blocks)) = word.and_then(|word| Some((word, self.blocks(&[word])?))) else {
            return Ok(None);
        };
        let mut cells = self.cells();
        cells.splice(at..=at + 1, blocks);
        let makes = self.laid(&cells, at..at + 1)?;
        let mend = |makes| Mend::Joined { word, makes };
        Ok((!makes.is_empty()).then_some(makes).map(mend))
    }

    /// Two neighbours in the other order.
    fn swapped(&mut self, at: usize) -> Result<Option<Mend>, TooComplex> {
        let mut cells = self.cells();
        cells.swap(at, at + 1);
        let makes = self.laid(&cells, at..at + 2)?;
        let mend = |makes| Mend::Swapped { makes };
        Ok((!makes.is_empty()).then_some(makes).map(mend))
    }

    /// A word more between two neighbours: for all words of the same roles that do, one is shown.
    fn between(&mut self, at: usize) -> Result<Vec<Mend>, TooComplex> {
        let mut found: Vec<(Vec<usize>, WordId, Vec<String>)> = Vec::new();
        let lexicon = self.trials.board.grammar().lexicon();
        for alike in self.alike_between(at, at + 1) {
            let with = self.example(&alike);
            if self.classes.all[alike[0]].enables {
                continue;
            }
            let Some(blocks) = self.blocks(&[with]) else {
                continue;
            };
            let mut cells = self.cells();
            cells.splice(at + 1..at + 1, blocks);
            let makes = self.laid(&cells, at + 1..at + 2)?;
            if makes.is_empty() {
                continue;
            }
            let roles = lexicon.roles(with);
            match found
                .iter_mut()
                .find(|other| lexicon.roles(other.1) == roles)
            {
                Some(other) => other.0.extend(alike),
                None => found.push((alike, with, makes)),
            }
        }
        let mend = |(mut classes, with, makes): (Vec<usize>, _, _)| {
            classes.sort_unstable();
            let words = self.classes.words(&classes);
            Mend::Between { words, with, makes }
        };
        Ok(found.into_iter().map(mend).collect())
    }

    /// The first of several gaps.
    fn first_gap(&self) -> Option<usize> {
        let has_text = |at: usize| self.stretch.has_text(at);
        let is_gap = |&at: &usize| at > 0 && !has_text(at) && has_text(at - 1) && has_text(at + 1);
        let mut gaps = (0..self.stretch.tiles.len()).filter(is_gap);
        let first = gaps.next()?;
        gaps.next().map(|_| first)
    }

    /// The text without any gap.
    fn without_gaps(&mut self) -> Result<Option<Mend>, TooComplex> {
        let mut cells = self.cells();
        let mut at = 0;
        cells.retain(|_| {
            at += 1;
            self.stretch.has_text(at - 1)
        });
        let makes = self.laid(&cells, 0..cells.len())?;
        let mend = |makes| Mend::Gaps { makes };
        Ok((!makes.is_empty()).then_some(makes).map(mend))
    }
}

/// Takes a text for words, the longest first; `false` where it is none.
fn take_apart(text: &str, lexicon: &Lexicon, words: &mut Vec<WordId>) -> bool {
    if text.is_empty() {
        return words.len() > 1;
    }
    if words.len() == MOST_WORDS {
        return false;
    }
    let ends = text
        .char_indices()
        .map(|(at, letter)| at + letter.len_utf8());
    let ends: Vec<usize> = ends.skip(1).collect();
    ends.into_iter().rev().any(|end| {
        let Some(word) = lexicon.word(&text[..end]) else {
            return false;
        };
        words.push(word);
        let is_taken = take_apart(&text[end..], lexicon, words);
        if !is_taken {
            words.pop();
        }
        is_taken
    })
}

/// Every order of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |order: &Vec<usize>| {
            let rest = (0..count).filter(|one| !order.contains(one));
            let longer = rest.map(|one| [&order[..], &[one]].concat());
            longer.collect::<Vec<Vec<usize>>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}
