//! The engine against a reader that tries everything: for every choice of one word from each tile of
//! a line, every way to read it by the runs of the grammar, of which the longest counts.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use spellboard::Grammar;

use crate::cases;
use crate::lines::{Laid, board, line, plan, words};
use crate::model::{Model, Run, Sentence, model};

/// One word of a reading: the tile of the line, the object, its word, the run it stands in, and the
/// object of the item that it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    pub tile: usize,
    pub object: usize,
    pub word: usize,
    pub run: usize,
    /// `None` for a joiner.
    pub item: Option<usize>,
}

/// An item with what belongs to it before and behind, and the run that it takes.
#[derive(Clone)]
struct Item {
    parts: Vec<Part>,
    taken: Option<Read>,
}

/// A run as it was read.
#[derive(Clone)]
pub struct Read {
    each: bool,
    items: Vec<Item>,
    /// What stands between them: nothing where they stand side by side.
    joiners: Vec<Option<Part>>,
}

/// Everything that is on a line.
pub struct Line<'a> {
    model: &'a Model,
    tiles: &'a [Vec<(usize, usize)>],
    /// Whether some reading came to the end of the line and wanted a word there.
    wants_more: Cell<bool>,
}

impl Line<'_> {
    pub fn new<'a>(model: &'a Model, tiles: &'a [Vec<(usize, usize)>]) -> Line<'a> {
        Line {
            model,
            tiles,
            wants_more: Cell::new(false),
        }
    }

    /// Whether some reading came to the end of the line and wanted a word there.
    pub fn wants_more(&self) -> bool {
        self.wants_more.get()
    }

    /// The words of a tile that fit.
    fn fitting(&self, tile: usize, run: usize, fits: impl Fn(usize) -> bool) -> Vec<Part> {
        if tile == self.tiles.len() && (0..self.model.words.len()).any(&fits) {
            self.wants_more.set(true);
        }
        let words = self.tiles.get(tile).into_iter().flatten();
        let words = words.filter(|&&(_, word)| fits(word));
        let part = |&(object, word): &(usize, usize)| Part {
            tile,
            object,
            word,
            run,
            item: Some(object),
        };
        words.map(part).collect()
    }

    /// Every way to read an item from a tile on, with the tile after it: the first of its run, or
    /// one behind others.
    fn items(&self, run: &Run, number: usize, tile: usize, is_first: bool) -> Vec<(Item, usize)> {
        let mut found = Vec::new();
        for (negations, start) in self.negations(run.negated_by, number, tile) {
            for (leading, start) in self.attached(run.led_by.as_deref(), number + 1, start) {
                let fits = |word: usize| match (leading.is_empty(), &run.led_by) {
                    (false, Some(led_by)) => self.model.is_one_of(&led_by.beside, word),
                    _ => negations.is_empty() || self.model.is_one_of(&run.negated, word),
                };
                let before = (&negations[..], &leading[..]);
                let bare = !is_first && negations.is_empty() && leading.is_empty();
                let fits = |word| fits(word) && !(bare && self.model.has(word, &run.only_first));
                let own = |word| self.model.has(word, &run.of) && fits(word);
                for item in self.fitting(start, number, own) {
                    found.extend(self.with_behind(run, number, (before, item), false));
                }
                let further = |word| self.model.is_further(run, word) && fits(word);
                for item in self.fitting(start, number, further) {
                    found.extend(self.with_behind(run, number, (before, item), true));
                }
            }
        }
        found
    }

    /// Every number of negations from a tile on.
    fn negations(
        &self,
        role: Option<usize>,
        number: usize,
        tile: usize,
    ) -> Vec<(Vec<Part>, usize)> {
        let mut found = vec![(Vec::new(), tile)];
        let negates = |word| self.model.has(word, role.as_slice());
        for negation in self.fitting(tile, number, negates) {
            for (further, end) in self.negations(role, number, tile + 1) {
                found.push(([&[negation], &further[..]].concat(), end));
            }
        }
        found
    }

    /// Every way to read on behind the word of an item, which may need something that follows it.
    fn with_behind(
        &self,
        run: &Run,
        number: usize,
        ((negating, leading), item): ((&[Part], &[Part]), Part),
        is_further: bool,
    ) -> Vec<(Item, usize)> {
        let led_by = run.led_by.as_ref();
        let follows = number + 1 + led_by.map_or(0, |run| run.all().len());
        let followed_by = run.followed_by.as_deref();
        let is_beside = |part: &&Run| is_further || self.model.is_one_of(&part.beside, item.word);
        let can_be_negated = self.model.is_one_of(&run.negated, item.word);
        let mut found = Vec::new();
        for (following, end) in self.attached(followed_by.filter(is_beside), follows, item.tile + 1)
        {
            if is_further && following.is_empty() {
                continue;
            }
            let negation = run.negated_after;
            let negation = negation.filter(|_| can_be_negated || !following.is_empty());
            for (negations, end) in self.negations(negation, number, end) {
                let own = |parts: &[Part]| belonging(parts, item);
                let (negating, following) = (own(negating), own(&following));
                let behind = [following, own(&negations)].concat();
                let parts = [&negating[..], leading, &[item], &behind].concat();
                found.extend(self.with_taken(run, number, &parts, end));
            }
        }
        found
    }

    /// Every way to read a run that belongs to an item, or not to read it.
    fn attached(&self, run: Option<&Run>, number: usize, tile: usize) -> Vec<(Vec<Part>, usize)> {
        let reads = run.map_or(Vec::new(), |run| self.runs(run, number, tile));
        let reads = reads
            .into_iter()
            .map(|(read, end)| (read.choices().remove(0), end));
        [(Vec::new(), tile)].into_iter().chain(reads).collect()
    }

    /// Every way to read the run that an item takes.
    fn with_taken(
        &self,
        run: &Run,
        number: usize,
        parts: &[Part],
        tile: usize,
    ) -> Vec<(Item, usize)> {
        let item = |taken| Item {
            parts: parts.to_vec(),
            taken,
        };
        let Some(taken) = &run.takes else {
            return vec![(item(None), tile)];
        };
        let number = number + run.all().len() - taken.all().len();
        let reads = self.runs(taken, number, tile).into_iter();
        let reads = reads.map(|(read, end)| (item(Some(read)), end));
        let nothing = taken.optional.then(|| (item(None), tile));
        reads.chain(nothing).collect()
    }

    /// Every way to read a run from a tile on, with the tile after it.
    fn runs(&self, run: &Run, number: usize, tile: usize) -> Vec<(Read, usize)> {
        self.rest(run, number, tile, true)
    }

    /// Every way to read a run from an item on, the first one or a later one.
    fn rest(&self, run: &Run, number: usize, tile: usize, is_first: bool) -> Vec<(Read, usize)> {
        let mut found = Vec::new();
        for (item, end) in self.items(run, number, tile, is_first) {
            let joins = |word| self.model.has(word, run.joined_by.as_slice());
            let joiners = self.fitting(end, number, joins).into_iter();
            let joiners = joiners.map(|part| Part { item: None, ..part });
            let mut between: Vec<_> = joiners.map(|it| (Some(it), end + 1)).collect();
            between.extend(run.side_by_side.then_some((None, end)));
            for (joiner, end) in between {
                // A joiner wants an item, even where no word could be one there.
                if joiner.is_some() && end == self.tiles.len() {
                    self.wants_more.set(true);
                }
                for (mut read, end) in self.rest(run, number, end, false) {
                    read.items.insert(0, item.clone());
                    read.joiners.insert(0, joiner);
                    found.push((read, end));
                }
            }
            let read = Read {
                each: run.each,
                items: vec![item],
                joiners: Vec::new(),
            };
            found.push((read, end));
        }
        found
    }

    /// Every way to read the rest of a sentence from a tile on: what each run reads, by the run's
    /// place.
    pub fn sentences(
        &self,
        runs: &[Run],
        at: usize,
        number: usize,
        tile: usize,
    ) -> Vec<Vec<(usize, Read)>> {
        let Some(run) = runs.get(at) else {
            return vec![Vec::new()];
        };
        let after = number + run.all().len();
        let mut found = Vec::new();
        for (read, end) in self.runs(run, number, tile) {
            for mut rest in self.sentences(runs, at + 1, after, end) {
                rest.insert(0, (at, read.clone()));
                found.push(rest);
            }
        }
        if run.optional {
            found.extend(self.sentences(runs, at + 1, after, tile));
        }
        found
    }

    /// The rules of a sentence with its anchor on a tile: of the longest sentence on every path.
    fn rules(&self, sentence: &Sentence, anchor: usize) -> BTreeSet<Vec<Part>> {
        let mut rules = BTreeSet::new();
        for path in self.paths(anchor) {
            let line = Line::new(self.model, &path);
            rules.extend(line.longest(sentence, anchor).into_iter().flatten());
        }
        rules
    }

    /// Every way to choose one word of each tile, as far as words lie around the anchor.
    fn paths(&self, anchor: usize) -> Vec<Vec<Vec<(usize, usize)>>> {
        let after = self.tiles[anchor..].iter().position(Vec::is_empty);
        let before = self.tiles[..anchor].iter().rposition(Vec::is_empty);
        let end = after.map_or(self.tiles.len(), |after| anchor + after);
        let start = before.map_or(0, |before| before + 1);
        let mut paths = vec![vec![Vec::new(); start]];
        for tile in &self.tiles[start..end] {
            let with = |path: &Vec<Vec<_>>| -> Vec<Vec<Vec<_>>> {
                let with = |&word| [&path[..], &[vec![word]]].concat();
                tile.iter().map(with).collect()
            };
            paths = paths.iter().flat_map(with).collect();
        }
        paths
    }

    /// The rules of the longest sentence on a line with one word a tile.
    fn longest(&self, sentence: &Sentence, anchor: usize) -> Option<Vec<Vec<Part>>> {
        let read = |start| self.sentences(&sentence.runs, 0, 0, start);
        let is_anchored = |reads: &Vec<(usize, Read)>| {
            let mut reads = reads.iter().filter(|(run, _)| *run == sentence.anchor);
            reads.any(|(_, read)| read.items[0].parts[0].tile == anchor)
        };
        let all = (0..=anchor).flat_map(read).filter(is_anchored);
        let longest =
            all.max_by_key(|reads| reads.iter().map(|(_, read)| read.length()).sum::<usize>())?;
        Some(rules_of(&longest))
    }
}

/// Words that belong to an item.
fn belonging(parts: &[Part], item: Part) -> Vec<Part> {
    let item = Some(item.object);
    parts.iter().map(|&part| Part { item, ..part }).collect()
}

/// The rules of a sentence.
pub fn rules_of(reads: &[(usize, Read)]) -> Vec<Vec<Part>> {
    let choose = |rules: Vec<Vec<Part>>, (_, read): &(usize, Read)| joined(&rules, &read.choices());
    reads.iter().fold(vec![Vec::new()], choose)
}

impl Read {
    /// The ways in which rules have this run: one for each item, or all of it together.
    fn choices(&self) -> Vec<Vec<Part>> {
        if self.each {
            return self.items.iter().flat_map(Item::choices).collect();
        }
        let mut all = self.items[0].choices();
        for (joiner, item) in self.joiners.iter().zip(&self.items[1..]) {
            all = joined(
                &joined(&all, &[joiner.iter().copied().collect()]),
                &item.choices(),
            );
        }
        all
    }

    /// How many words it has.
    pub fn length(&self) -> usize {
        let length = |item: &Item| item.parts.len() + item.taken.as_ref().map_or(0, Read::length);
        self.joiners.iter().flatten().count() + self.items.iter().map(length).sum::<usize>()
    }
}

impl Item {
    fn choices(&self) -> Vec<Vec<Part>> {
        let taken = self.taken.as_ref().map_or(vec![Vec::new()], Read::choices);
        joined(std::slice::from_ref(&self.parts), &taken)
    }
}

/// Every one of some beginnings with every one of some ends.
fn joined(beginnings: &[Vec<Part>], ends: &[Vec<Part>]) -> Vec<Vec<Part>> {
    let with_ends = |beginning: &Vec<Part>| {
        ends.iter()
            .map(|end| [&beginning[..], end].concat())
            .collect::<Vec<_>>()
    };
    beginnings.iter().flat_map(with_ends).collect()
}

/// A rule for comparison: the number of its sentence and of its direction, then word, object and
/// run of every part.
pub type Rule = (usize, usize, Vec<(String, usize, usize)>);

/// A rule that was read.
pub fn rule(sentence: usize, direction: usize, parts: &[Part]) -> Rule {
    let part = |part: &Part| (Model::name(part.word), part.object, part.run);
    (sentence, direction, parts.iter().map(part).collect())
}

/// What the engine reads.
pub fn engine(grammar: &Arc<Grammar>, words: &[Laid]) -> Option<Vec<Rule>> {
    let board = board(grammar, words);
    let rule = |rule: spellboard::Rule| {
        let way = rule.direction(grammar)?;
        let direction = grammar.directions().iter().position(|&other| other == way);
        let part = |part: &spellboard::Part| {
            let name = grammar.lexicon().name(part.word).to_owned();
            Some((name, part.object?.index(), usize::from(part.run)))
        };
        let parts: Option<_> = rule.parts().iter().map(part).collect();
        Some((rule.sentence(), direction?, parts?))
    };
    let rules = board.rules().ok()?;
    rules.iter().map(rule).collect()
}

/// What there is to read: for every anchor, direction and sentence each rule once.
fn everything(model: &Model, grammar: &Grammar, words: &[Laid]) -> Vec<Rule> {
    let tiles: BTreeSet<(i32, i32)> = words.iter().map(|&(_, x, y)| (x, y)).collect();
    let is_read = |&(_, word): &(usize, usize)| model.is_read(word);
    let mut rules = Vec::new();
    for &tile in &tiles {
        for (direction, &way) in grammar.directions().iter().enumerate() {
            let (mut tiles, anchor) = line(words, tile, way);
            tiles.iter_mut().for_each(|tile| tile.retain(is_read));
            if tiles[anchor].is_empty() {
                continue;
            }
            let line = Line::new(model, &tiles);
            for (index, sentence) in model.sentences.iter().enumerate() {
                let found = line.rules(sentence, anchor);
                rules.extend(found.iter().map(|parts| rule(index, direction, parts)));
            }
        }
    }
    once(rules)
}

/// Rules of which those of one word are there once: they are read in every direction, and have none.
pub fn once(rules: impl IntoIterator<Item = Rule>) -> Vec<Rule> {
    let mut rules = without_direction(rules);
    rules.dedup();
    rules
}

/// Rules of which those of one word have no direction, sorted.
pub fn without_direction(rules: impl IntoIterator<Item = Rule>) -> Vec<Rule> {
    let rule = |(sentence, direction, parts): Rule| {
        let direction = if parts.len() == 1 { 0 } else { direction };
        (sentence, direction, parts)
    };
    let mut rules: Vec<Rule> = rules.into_iter().map(rule).collect();
    rules.sort();
    rules
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn reading_everything_gives_the_same_rules(model in model(), plan in plan()) {
        let grammar = model.grammar();
        prop_assume!(grammar.is_some());
        let grammar = grammar.expect("a sound grammar");
        let words = words(&model, &grammar, &plan);
        let found = engine(&grammar, &words).map(without_direction);
        prop_assert_eq!(found, Some(everything(&model, &grammar, &words)));
    }
}
