//! What was read onward: from each start as far as words lead, a whole sentence or not.

use super::classes::Classes;
use super::line::{ReadWord, Reading, RunName, Stop};
use super::stretch::Stretch;
use crate::grammar::{Positions, StateSet, each, union};
use crate::onward::{Followed, Reached};
use crate::trail::Cell;

/// A reading that was followed, as it is told of.
pub(super) fn reading(classes: &Classes, stretch: &Stretch, followed: Followed) -> Reading {
    Path::new(classes, stretch, followed).reading()
}

/// One way through the steps that were reached, which goes as far as any.
struct Path<'a> {
    classes: &'a Classes,
    stretch: &'a Stretch,
    followed: Followed<'a>,
    /// Its steps, each with the state that it leads to.
    steps: Vec<(Reached, usize)>,
}

impl<'a> Path<'a> {
    fn new(classes: &'a Classes, stretch: &'a Stretch, followed: Followed<'a>) -> Self {
        let mut path = Path {
            classes,
            stretch,
            followed,
            steps: Vec::new(),
        };
        let states = &followed.lines.grammar.states;
        let furthest = followed.reached.iter().map(|reached| reached.end).max();
        let mut next = furthest.and_then(|furthest| path.step_before(furthest, StateSet::MAX));
        while let Some((step, state)) = next {
            path.steps.push((step, state));
            let leads_on = |from: &usize| states.follow[*from] >> state & 1 == 1;
            let before = (0..states.follow.len()).filter(leads_on);
            let before = before.fold(0, |set: StateSet, from| set | 1 << from);
            next = path.step_before(step.start, before);
        }
        path.steps.reverse();
        path
    }

    /// A step that ends before a tile with one of some states, if possible with a whole sentence.
    fn step_before(&self, tile: u32, states: StateSet) -> Option<(Reached, usize)> {
        let complete = self.followed.lines.grammar.states.complete;
        let ending = self
            .followed
            .reached
            .iter()
            .filter(|reached| reached.end == tile);
        let found = ending
            .flat_map(|reached| each(reached.states & states).map(move |state| (*reached, state)));
        found.max_by_key(|&(_, state)| complete >> state & 1)
    }

    fn reading(&self) -> Reading {
        let grammar = self.followed.lines.grammar;
        let places = self.places();
        let words = self.steps.iter().zip(&places);
        let words: Vec<ReadWord> = words
            .filter_map(|(&(step, state), &place)| self.word(step, state, place))
            .collect();
        let complete = grammar.states.complete;
        let end = self
            .steps
            .iter()
            .rposition(|&(_, state)| complete >> state & 1 == 1);
        let sentence = words.first().map_or(0, |word| word.run.sentence);
        Reading {
            sentence,
            whole: end.map(|end| 0..end + 1),
            stops: vec![self.stop(end.is_some(), self.starts_surely(&words))],
            words,
        }
    }

    /// Whether reading starts there whatever comes behind these words. Where it was stopped, it goes
    /// on from the stopping word and negations before it, or from a word that is given back: those
    /// have to be read.
    fn starts_surely(&self, words: &[ReadWord]) -> bool {
        let resume = self.followed.lines.resume;
        let mut read = words.iter().filter(|word| !resume.is_negation(word.word));
        self.followed.is_first
            || read
                .next()
                .is_some_and(|first| !resume.is_given_back(first.word) || read.next().is_some())
    }

    /// The place of each step in a sentence.
    fn places(&self) -> Vec<usize> {
        let grammar = self.followed.lines.grammar;
        let automaton = &grammar.automaton;
        let mut allowed: Positions = Positions::MAX;
        let mut places = Vec::new();
        for &(_, state) in self.steps.iter().rev() {
            let all = grammar.states.positions[state];
            let all = if places.is_empty() && all & automaton.last != 0 {
                all & automaton.last
            } else {
                all
            };
            let place = (all & allowed).trailing_zeros() as usize;
            places.push(place);
            allowed = automaton.precede[place];
        }
        places.reverse();
        places
    }

    /// The number of a tile of the line on the stretch; `None` for one behind it.
    fn tile(&self, tile: u32) -> Option<usize> {
        let line = self.followed.line;
        let first = self.followed.lines.words.tile(line.place);
        let at = self.stretch.number_of_laid(first) + tile as usize;
        (at < self.stretch.tiles.len()).then_some(at)
    }

    fn word(&self, step: Reached, state: usize, place: usize) -> Option<ReadWord> {
        let lines = self.followed.lines;
        let (start, end) = (step.start, step.end);
        let start = self.tile(start)?;
        let tiles = start..start + (end - step.start) as usize;
        let run = RunName::of(lines.grammar.automaton.slots[place]);
        let row = self.followed.row;
        let (word, object) = match row.pick(step.pick).cell {
            Cell::Spelled(id) => {
                let spelled = &lines.letters.spelled[id as usize];
                (spelled.word, spelled.first)
            }
            Cell::Stack(_) => {
                let mut words = row.words(step.pick).iter().zip(row.blocks_of(step.pick));
                let (word, &block) = words.find(|(word, _)| word.accepts >> state & 1 == 1)?;
                (word.word, lines.blocks[block as usize].object)
            }
        };
        Some(ReadWord {
            tiles,
            word,
            object,
            run,
        })
    }

    fn stop(&self, is_end: bool, is_sure: bool) -> Stop {
        let grammar = self.followed.lines.grammar;
        let furthest = self
            .followed
            .reached
            .iter()
            .map(|reached| reached.end)
            .max();
        let last = self.followed.reached.iter();
        let last = last.filter(|reached| Some(reached.end) == furthest);
        let states = match furthest {
            Some(_) => last.fold(0, |set, last| {
                set | union(last.states, &grammar.states.follow)
            }),
            None => grammar.states.first,
        };
        let states = if is_sure { states } else { 0 };
        Stop {
            at: self.tile(furthest.unwrap_or(self.followed.begin)),
            before: false,
            is_end,
            wanted: self.classes.accepted(states),
            runs: RunName::of_places(grammar, union(states, &grammar.states.positions)),
        }
    }
}
