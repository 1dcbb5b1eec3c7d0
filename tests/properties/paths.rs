//! The engine against a reader that tries everything: for every choice of one word from each tile of
//! a line, every way to read it by the runs of the grammar, of which the longest counts.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::cases;
use crate::lines::{Laid, board, line, plan, words};
use crate::model::{Model, Run, Sentence, model};

/// One word of a reading: the tile of the line, the object, its word, and the run it stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    tile: usize,
    object: usize,
    word: usize,
    run: usize,
}

/// An item with what belongs to it before and behind, and the run that it takes.
#[derive(Clone)]
struct Item {
    parts: Vec<Part>,
    taken: Option<Read>,
}

/// A run as it was read.
#[derive(Clone)]
struct Read {
    each: bool,
    items: Vec<Item>,
    /// What stands between them: nothing where they stand side by side.
    joiners: Vec<Option<Part>>,
}

/// Everything that is on a line.
struct Line<'a> {
    model: &'a Model,
    tiles: &'a [Vec<(usize, usize)>],
}

impl Line<'_> {
    /// The words of a tile that have some of these roles.
    fn fitting(&self, roles: &[usize], tile: usize, run: usize) -> Vec<Part> {
        let words = self.tiles.get(tile).into_iter().flatten();
        let fits = |word| self.model.words_of(roles).any(|fitting| fitting == word);
        words
            .filter(|&&(_, word)| fits(word))
            .map(|&(object, word)| Part {
                tile,
                object,
                word,
                run,
            })
            .collect()
    }

    /// Every way to read an item from a tile on, with the tile after it.
    fn items(&self, run: &Run, number: usize, tile: usize) -> Vec<(Item, usize)> {
        let mut found = Vec::new();
        for negation in self.fitting(run.negated_by.as_slice(), tile, number) {
            for (mut item, end) in self.items(run, number, tile + 1) {
                item.parts.insert(0, negation);
                found.push((item, end));
            }
        }
        for (before, start) in self.attached(run.led_by.as_deref(), number + 1, tile) {
            for part in self.fitting(&run.of, start, number) {
                let parts = [before.clone(), vec![part]].concat();
                for (parts, end) in self.with_behind(run, number, &parts, start + 1) {
                    found.extend(self.with_taken(run, number, &parts, end));
                }
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

    /// Every way to read what belongs to an item behind it.
    fn with_behind(
        &self,
        run: &Run,
        number: usize,
        parts: &[Part],
        tile: usize,
    ) -> Vec<(Vec<Part>, usize)> {
        let follows = number + 1 + run.led_by.iter().map(|run| run.all().len()).sum::<usize>();
        let mut found = Vec::new();
        for (behind, end) in self.attached(run.followed_by.as_deref(), follows, tile) {
            let mut waiting = vec![([parts, &behind].concat(), end)];
            while let Some((parts, end)) = waiting.pop() {
                for negation in self.fitting(run.negated_after.as_slice(), end, number) {
                    waiting.push(([&parts[..], &[negation]].concat(), end + 1));
                }
                found.push((parts, end));
            }
        }
        found
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
        let mut found = Vec::new();
        for (item, end) in self.items(run, number, tile) {
            let joiners = self.fitting(run.joined_by.as_slice(), end, number);
            let mut between: Vec<_> = joiners.into_iter().map(|it| (Some(it), end + 1)).collect();
            between.extend(run.side_by_side.then_some((None, end)));
            for (joiner, end) in between {
                for (mut read, end) in self.runs(run, number, end) {
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
    fn sentences(
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
            let line = Line {
                model: self.model,
                tiles: &path,
            };
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
        let choose =
            |rules: Vec<Vec<Part>>, (_, read): &(usize, Read)| joined(&rules, &read.choices());
        Some(longest.iter().fold(vec![Vec::new()], choose))
    }
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
    fn length(&self) -> usize {
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
type Rule = (usize, usize, Vec<(String, usize, usize)>);

/// What the engine reads.
fn engine(model: &Model, words: &[Laid]) -> Option<Vec<Rule>> {
    let grammar = model.grammar()?;
    let board = board(&grammar, words);
    let rule = |rule: spellboard::Rule| {
        let direction = rule.direction(&grammar);
        let direction = grammar
            .directions()
            .iter()
            .position(|&way| Some(way) == direction);
        let part = |part: &spellboard::Part| {
            let object = part.object.map_or(usize::MAX, |object| object.index());
            (
                grammar.lexicon().name(part.word).to_owned(),
                object,
                usize::from(part.run),
            )
        };
        (
            rule.sentence(),
            direction.unwrap_or(usize::MAX),
            rule.parts().iter().map(part).collect(),
        )
    };
    let mut rules: Vec<Rule> = board.rules().ok()?.iter().map(rule).collect();
    rules.sort();
    Some(rules)
}

/// What there is to read: for every anchor, direction and sentence each rule once.
fn everything(model: &Model, words: &[Laid]) -> Option<Vec<Rule>> {
    let grammar = model.grammar()?;
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
            let line = Line {
                model,
                tiles: &tiles,
            };
            for (index, sentence) in model.sentences.iter().enumerate() {
                let part = |part: &Part| (Model::name(part.word), part.object, part.run);
                let found = line.rules(sentence, anchor);
                rules.extend(
                    found
                        .iter()
                        .map(|rule| (index, direction, rule.iter().map(part).collect())),
                );
            }
        }
    }
    rules.sort();
    Some(rules)
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn reading_everything_gives_the_same_rules(model in model(), plan in plan()) {
        let grammar = model.grammar();
        prop_assume!(grammar.is_some());
        let words = words(&model, &grammar.expect("a sound grammar"), &plan);
        prop_assert_eq!(engine(&model, &words), everything(&model, &words));
    }
}
