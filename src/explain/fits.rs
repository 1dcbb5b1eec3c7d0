//! Which words fit on the tiles of a stretch: those of which one more there makes a rule. Every
//! class of words is tried, so nothing is claimed that a reading does not show, and nothing missed.

use std::collections::BTreeMap;

use super::classes::{Class, Classes};
use super::line::{Fit, RunName};
use super::runs;
use super::stretch::Stretch;
use super::trial::Trials;
use crate::board::Block;
use crate::grammar::Positions;
use crate::lexicon::WordId;
use crate::object::ObjectId;
use crate::rules::{Part, PartKind, Rule, TooComplex};

/// Tries words on one stretch.
pub(super) struct Fits<'t, 'b> {
    pub(super) trials: &'t mut Trials<'b>,
    pub(super) classes: &'t Classes,
    pub(super) stretch: &'t Stretch,
    /// How many rules it spells.
    pub(super) spelled: usize,
    /// Whether letters lie on it.
    pub(super) has_letters: bool,
}

/// Classes that stand in the same run, and an example of what that gives.
struct Found {
    classes: Vec<usize>,
    with: WordId,
    makes: Vec<String>,
}

impl Fits<'_, '_> {
    /// The words that fit on some tiles of the stretch: none on others.
    pub(super) fn on(
        &mut self,
        tiles: &dyn Fn(usize) -> bool,
    ) -> Result<Vec<Vec<Fit>>, TooComplex> {
        let grammar = self.trials.board.grammar();
        let read = |block: &&Block| block.accepts != 0 || self.has_letters;
        let words = self.stretch.blocks.iter().filter(read).count() + 1;
        (0..self.stretch.tiles.len())
            .map(
                |at| match words < grammar.shortest_sentence() || !tiles(at) {
                    true => Ok(Vec::new()),
                    false => self.at(at),
                },
            )
            .collect()
    }

    fn at(&mut self, at: usize) -> Result<Vec<Fit>, TooComplex> {
        let mut found: BTreeMap<Option<RunName>, Found> = BTreeMap::new();
        for alike in self.alike_at(at) {
            let with = self.example(&alike);
            let enables = self.classes.all[alike[0]].enables;
            let (makes, run) = self.makes(with, enables, at)?;
            if makes.is_empty() {
                continue;
            }
            let found = found.entry(run).or_insert_with(|| Found {
                classes: Vec::new(),
                with,
                makes: makes.clone(),
            });
            found.classes.extend(alike);
            if self.lies(with) && !self.lies(found.with) {
                (found.with, found.makes) = (with, makes);
            }
        }
        for found in found.values_mut() {
            found.classes.sort_unstable();
        }
        let mut fits = Vec::new();
        for (run, found) in found {
            fits.push(Fit {
                run,
                words: self.classes.words(&found.classes),
                with: found.with,
                in_place: self.is_in_place(found.with, at, &found.makes)?,
                makes: found.makes,
            });
        }
        Ok(fits)
    }

    /// The classes that can do anything on a tile, those that are read alike there together.
    fn alike_at(&self, at: usize) -> Vec<Vec<usize>> {
        let can_matter = |class: &&Class| self.can_matter(class, at);
        let is_free = self.stretch.blocks_at(at).next().is_none();
        self.alike((at.checked_sub(1), at + 1), is_free, &can_matter)
    }

    /// The same between two neighbouring tiles. Letters are left out.
    pub(super) fn alike_between(&self, before: usize, behind: usize) -> Vec<Vec<usize>> {
        self.alike((Some(before), behind), true, &|class| class.accepts != 0)
    }

    /// The classes that can do anything between two tiles. Where nothing else lies (`is_free`), words
    /// that no reading goes on with do nothing: they stop readings as an empty tile does, unless the
    /// word before begins the next sentence then.
    fn alike(
        &self,
        (before, behind): (Option<usize>, usize),
        is_free: bool,
        can_matter: &dyn Fn(&&Class) -> bool,
    ) -> Vec<Vec<usize>> {
        let grammar = self.trials.board.grammar();
        let places = |at: Option<usize>| {
            let blocks = at.into_iter().flat_map(|at| self.stretch.blocks_at(at));
            blocks
                .filter_map(|block| block.word)
                .fold(0, |set, word| set | grammar.places(word))
        };
        let has_letter = before.is_some_and(|at| self.has_letter(at)) || self.has_letter(behind);
        let frees_negation = before.is_some_and(|at| self.frees_negation(at));
        let open = match has_letter {
            // What letters spell can lead here too.
            true => Positions::MAX,
            false => grammar.open_between(places(before), places(Some(behind))),
        };
        let classes = &self.classes.all;
        let mut all: Vec<Vec<usize>> = Vec::new();
        for (index, class) in classes.iter().enumerate() {
            let goes_on = class.is_alone || class.places & open != 0;
            let frees = frees_negation || grammar.sets_free(class.words[0]);
            if !can_matter(&class) || is_free && !(goes_on || frees) {
                continue;
            }
            let is_alike = |others: &&mut Vec<usize>| {
                let other = &classes[others[0]];
                !(class.is_alone || other.is_alone)
                    && class.places & open == other.places & open
                    && grammar.stop_alike(class.words[0], other.words[0])
            };
            match all.iter_mut().find(is_alike) {
                Some(alike) => alike.push(index),
                None => all.push(vec![index]),
            }
        }
        all
    }

    /// Whether a word behind a tile can set negations free up to there, with which a sentence could begin.
    fn frees_negation(&self, at: usize) -> bool {
        let grammar = self.trials.board.grammar();
        for at in (0..=at).rev() {
            let words = || self.stretch.blocks_at(at).filter_map(|block| block.word);
            if words().any(|word| grammar.is_negation_and_more(word)) {
                return true;
            }
            if !words().any(|word| grammar.is_negation(word)) {
                return false;
            }
        }
        false
    }

    fn has_letter(&self, at: usize) -> bool {
        let grammar = self.trials.board.grammar();
        let mut blocks = self.stretch.blocks_at(at);
        blocks.any(|block| block.word.is_some_and(|word| grammar.is_letter(word)))
    }

    /// Whether a word of a class can do anything on a tile.
    fn can_matter(&self, class: &Class, at: usize) -> bool {
        let grammar = self.trials.board.grammar();
        if class.accepts != 0 || class.enables {
            return true;
        }
        let beside = || self.has_letter(at + 1) || at > 0 && self.has_letter(at - 1);
        class.is_letter && (beside() || grammar.spells_alone(class.words[0]))
    }

    /// A word of some classes that makes the clearest example: one of the board, but not of this
    /// line.
    pub(super) fn example(&self, classes: &[usize]) -> WordId {
        let is_here = |word: &&WordId| {
            let mut words = self.stretch.blocks.iter().map(|block| block.word);
            !words.any(|here| here == Some(**word))
        };
        let of_class = |&class: &usize| {
            let words = &self.classes.all[class].words;
            *words.iter().find(is_here).unwrap_or(&words[0])
        };
        let mut examples = classes.iter().map(of_class);
        let first = of_class(&classes[0]);
        examples.find(|&word| self.lies(word)).unwrap_or(first)
    }

    /// Whether a word lies on the board, or names a thing there.
    fn lies(&self, word: WordId) -> bool {
        self.classes.present.contains(&word)
    }

    /// The rules that appear with one more word on a tile, and the run that it stands in there.
    pub(super) fn makes(
        &mut self,
        word: WordId,
        enables: bool,
        at: usize,
    ) -> Result<(Vec<String>, Option<RunName>), TooComplex> {
        let Some(block) = self.trials.block(word, self.stretch.laid(at)) else {
            return Ok((Vec::new(), None));
        };
        let blocks = (&self.stretch.blocks[..], Some(block));
        let outcome = self.trials.compare(self.stretch, blocks, self.spelled)?;
        let run = self.run_of(block.object, &outcome.gained);
        let doubtful = self.trials.known.settling && outcome.changed || enables;
        let mentions = || {
            let things = self.trials.board.grammar().in_force.words;
            let complement = things.map(|things| things.complement);
            let mut gained = outcome
                .gained
                .iter()
                .filter_map(|&at| self.trials.table.get(at));
            gained.any(|rule| {
                rule.parts()
                    .iter()
                    .any(|part| Some(part.word) == complement)
            })
        };
        if doubtful || mentions() {
            let (tile, way) = (self.stretch.tiles[at], self.stretch.direction);
            let makes = self.trials.on_whole_board(word, tile, way);
            return Ok((makes, run));
        }
        Ok((self.trials.texts(&outcome.gained), run))
    }

    /// Whether one of some rules appears also with a word in place of the text on a tile.
    fn is_in_place(
        &mut self,
        word: WordId,
        at: usize,
        makes: &[String],
    ) -> Result<bool, TooComplex> {
        let tile = self.stretch.laid(at);
        let others = self
            .stretch
            .blocks
            .iter()
            .filter(|block| block.tile != tile);
        let others: Vec<Block> = others.copied().collect();
        if others.len() == self.stretch.blocks.len() {
            return Ok(true);
        }
        let blocks = (&others[..], self.trials.block(word, tile));
        let outcome = self.trials.compare(self.stretch, blocks, self.spelled)?;
        let appear = self.trials.texts(&outcome.gained);
        Ok(makes.iter().any(|text| appear.contains(text)))
    }

    /// The run in which a block stands in some rules of the last trial.
    fn run_of(&self, object: ObjectId, rules: &[usize]) -> Option<RunName> {
        let table = &self.trials.table;
        let rules = || rules.iter().filter_map(|&index| table.get(index));
        let own = |part: &Part| part.object == Some(object);
        let place = rules().find_map(|rule| {
            let parts = rule.parts();
            let at = parts.iter().position(own)?;
            // A letter stands in the run of its word.
            let is_word = |part: &&Part| part.kind != PartKind::Letter;
            let word = parts[..=at].iter().rfind(is_word);
            Some(RunName {
                sentence: rule.sentence() as u8,
                run: word.unwrap_or(&parts[at]).run,
                kind: parts[at].kind,
            })
        });
        if place.is_some() {
            return place;
        }
        let rule = rules().find(|rule| rule.joiners().contains(&object))?;
        let same = |other: &Rule<'_>| runs::same_reading(&rule, other);
        let reading: Vec<Rule<'_>> = table.iter().filter(same).collect();
        let tile = |object: ObjectId| {
            let laid = self.trials.tile(object)?;
            Some(self.stretch.number_of_laid(laid))
        };
        let &(sentence, run) = runs::marks(&reading, tile).get(&tile(object)?)?;
        Some(RunName {
            sentence,
            run,
            kind: PartKind::Joiner,
        })
    }
}
