//! The engine against a reader that goes onward along one path at a time: for every choice of one word
//! from each tile of a line, sentence by sentence, as `grammar/README.md` says it.

use std::collections::BTreeSet;

use proptest::prelude::*;
use spellboard::Grammar;

use crate::cases;
use crate::lines::{Laid, Plan, SIZE, line, plan, words};
use crate::model::{Model, model};
use crate::paths::{Line, Part, Read, engine, once, rule, rules_of, without_direction};

/// Words of which role are given back, and before words of which roles.
type GiveBack = Option<(usize, Vec<usize>)>;

/// A choice of one word from each tile of a line without gaps.
struct Path<'a> {
    model: &'a Model,
    give_back: &'a GiveBack,
    tiles: Vec<Vec<(usize, usize)>>,
}

/// What is read from a start: how many words until the first that cannot go on, and the longest
/// sentence with its number.
struct Reading {
    stop: usize,
    longest: Option<(usize, Vec<(usize, Read)>)>,
}

impl Path<'_> {
    fn word(&self, at: usize) -> usize {
        self.tiles[at][0].1
    }

    fn is_negation(&self, at: usize) -> bool {
        self.model.is_negation(self.word(at))
    }

    /// The rules of every sentence, with its number.
    fn rules(&self) -> Vec<(usize, Vec<Part>)> {
        let (mut rules, mut starts) = (Vec::new(), BTreeSet::new());
        let mut next = Some(0);
        // No place is started from twice.
        while let Some(start) =
            next.filter(|&start| start < self.tiles.len() && starts.insert(start))
        {
            let Reading { stop, longest } = self.reading(start);
            if let Some((sentence, reads)) = longest {
                let found = rules_of(&reads);
                rules.extend(found.into_iter().map(|parts| (sentence, parts)));
            }
            next = self.next(start, stop);
        }
        rules
    }

    fn reading(&self, start: usize) -> Reading {
        let (mut stop, mut longest) = (start, None);
        let mut length = 0;
        for end in start + 1..=self.tiles.len() {
            let line = Line::new(self.model, &self.tiles[..end]);
            let mut is_whole = false;
            for (index, sentence) in self.model.sentences.iter().enumerate() {
                for reads in line.sentences(&sentence.runs, 0, 0, start) {
                    let own: usize = reads.iter().map(|(_, read)| read.length()).sum();
                    is_whole |= start + own == end;
                    if own > length {
                        (length, longest) = (own, Some((index, reads)));
                    }
                }
            }
            if !is_whole && !line.wants_more() {
                break;
            }
            stop = end;
        }
        Reading { stop, longest }
    }

    /// Where reading goes on once it stopped.
    fn next(&self, start: usize, stop: usize) -> Option<usize> {
        // Where a negation stopped it, the first word behind the negations.
        let stop = (stop..self.tiles.len()).find(|&at| !self.is_negation(at))?;
        if (start..stop).all(|at| self.is_negation(at)) {
            return Some(if stop == start { stop + 1 } else { stop });
        }
        let first = |at: usize| {
            let before = (start..at).rev().take_while(|&at| self.is_negation(at));
            at - before.count()
        };
        let own = first(stop);
        if let Some((role, before)) = self.give_back
            && self.model.has(self.word(stop), before)
            && self.model.has(self.word(own - 1), &[*role])
            && (own == stop || self.model.can_be_negated(self.word(stop)))
        {
            return Some(first(own - 1));
        }
        Some(own)
    }
}

/// Every choice of one word from each of some tiles.
fn choices(tiles: &[Vec<(usize, usize)>]) -> Vec<Vec<Vec<(usize, usize)>>> {
    let mut paths = vec![Vec::new()];
    for tile in tiles {
        let longer = |path: &Vec<Vec<_>>| -> Vec<Vec<Vec<_>>> {
            let with = |&word| [&path[..], &[vec![word]]].concat();
            tile.iter().map(with).collect()
        };
        paths = paths.iter().flat_map(longer).collect();
    }
    paths
}

/// A rule: its sentence, its direction, and its words.
type Found = (usize, usize, Vec<Part>);

/// What all paths of all lines spell, each rule once.
fn everything(
    model: &Model,
    give_back: &GiveBack,
    grammar: &Grammar,
    words: &[Laid],
) -> BTreeSet<Found> {
    let is_read = |&(_, word): &(usize, usize)| model.is_read(word);
    let mut rules = BTreeSet::new();
    for (direction, &way) in grammar.directions().iter().enumerate() {
        for tile in (0..SIZE.1).flat_map(|y| (0..SIZE.0).map(move |x| (x, y))) {
            let (mut tiles, own) = line(words, tile, way);
            // Every line once, from its first tile.
            if own > 0 {
                continue;
            }
            tiles.iter_mut().for_each(|tile| tile.retain(is_read));
            for part in tiles.split(Vec::is_empty) {
                for tiles in choices(part) {
                    let path = Path {
                        model,
                        give_back,
                        tiles,
                    };
                    let found = path.rules().into_iter();
                    rules.extend(found.map(|(sentence, parts)| (sentence, direction, parts)));
                }
            }
        }
    }
    rules
}

/// The items of a rule by their objects, each with its negations and the words that follow it.
fn units(parts: &[Part]) -> BTreeSet<Vec<usize>> {
    let items: BTreeSet<usize> = parts.iter().filter_map(|part| part.item).collect();
    let unit = |item| {
        let own = parts.iter().filter(|part| part.item == Some(item));
        own.map(|part| part.object).collect()
    };
    items.into_iter().map(unit).collect()
}

/// Whether all blocks of a rule are among those of a longer one, and its items among the items.
fn is_part(own: &[Part], other: &[Part]) -> bool {
    let objects = |parts: &[Part]| parts.iter().map(|part| part.object).collect();
    let (own_objects, others): (BTreeSet<usize>, BTreeSet<usize>) = (objects(own), objects(other));
    let (own, other) = (units(own), units(other));
    own.len() < other.len() && own_objects.is_subset(&others) && own.is_subset(&other)
}

/// The rules that are not part of another one of the same direction.
fn widest(all: &BTreeSet<Found>) -> BTreeSet<Found> {
    let is_kept = |(_, way, own): &&Found| {
        let mut others = all.iter().filter(|(_, other, _)| other == way);
        !others.any(|(.., other)| is_part(own, other))
    };
    all.iter().filter(is_kept).cloned().collect()
}

fn compare(
    model: &Model,
    give_back: &GiveBack,
    is_widest: bool,
    plan: &Plan,
) -> Result<(), TestCaseError> {
    let given = give_back.as_ref().map(|(role, before)| {
        let before: Vec<String> = before.iter().map(|role| format!("\"r{role}\"")).collect();
        format!("give_back: \"r{role}\", before: [{}]", before.join(", "))
    });
    let widest_field = is_widest.then(|| "widest: true".to_owned());
    let fields: Vec<String> = given.into_iter().chain(widest_field).collect();
    let reading = format!("Onward({})", fields.join(", "));
    let grammar = model.onward(&reading);
    prop_assume!(grammar.is_some());
    let grammar = grammar.expect("a sound grammar");
    let words = words(model, &grammar, plan);
    let mut all = everything(model, give_back, &grammar, &words);
    if is_widest {
        all = widest(&all);
    }
    let expected = all.iter();
    let expected = expected.map(|(sentence, way, parts)| rule(*sentence, *way, parts));
    let found = engine(&grammar, &words).map(without_direction);
    prop_assert_eq!(found, Some(once(expected)), "{}", reading);
    Ok(())
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn reading_every_path_onward_gives_the_same_rules(
        model in model().prop_map(Model::with_own_negations),
        plan in plan(),
        give_back in prop::sample::select(vec![None, Some((0, vec![1])), Some((2, vec![3, 4]))]),
    ) {
        compare(&model, &give_back, false, &plan)?;
        compare(&model, &give_back, true, &plan)?;
    }
}
