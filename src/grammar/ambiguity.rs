//! Whether some row of words can be read in two ways, and the shortest such row.

use std::collections::{HashMap, VecDeque};

use super::Grammar;
use super::compile::{Automaton, each};
use crate::diagnostic::Problem;
use crate::lexicon::{Lexicon, WordId};

/// Two positions that the same words can lead to, and whether the ways there differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Pair {
    one: usize,
    other: usize,
    differ: bool,
}

/// A row of words with two ways to read it: a position for each word.
struct Row {
    words: Vec<WordId>,
    one: Vec<usize>,
    other: Vec<usize>,
}

impl Grammar {
    /// The problem of a grammar that reads some row in two ways.
    pub(super) fn ambiguity(&self) -> Option<Problem> {
        let row = shortest(&self.automaton, &self.lexicon)?;
        let words: Vec<&str> = row
            .words
            .iter()
            .map(|&word| self.lexicon.name(word))
            .collect();
        let words = words.join(" ");
        let sentence = |ways: &[usize]| usize::from(self.automaton.slots[ways[0]].sentence);
        let mut place = self.sentences[sentence(&row.one)].place.clone();
        place.label = format!("`{words}` is the shortest such row");
        let problem = Problem::error("this grammar reads one row in two ways", place);
        let (one, other) = (
            self.way(&row.words, &row.one),
            self.way(&row.words, &row.other),
        );
        Some(problem.help(format!(
            "it is read as {one}; and as {other}: give the words other roles, or the runs other words between them"
        )))
    }

    /// A way to read a row: each word with the run it stands in.
    fn way(&self, words: &[WordId], positions: &[usize]) -> String {
        let read = words.iter().zip(positions).map(|(&word, &at)| {
            let slot = self.automaton.slots[at];
            let run = self.run_name(usize::from(slot.sentence), usize::from(slot.run));
            format!("{} ({})", self.lexicon.name(word), run.unwrap_or_default())
        });
        let sentence = usize::from(self.automaton.slots[positions[0]].sentence);
        let name = self.sentence_name(sentence).unwrap_or_default();
        format!("{name}: {}", read.collect::<Vec<_>>().join(" "))
    }
}

/// The shortest row with two ways, found by following two ways at once, breadth first.
fn shortest(automaton: &Automaton, lexicon: &Lexicon) -> Option<Row> {
    let shared = shared_words(automaton, lexicon);
    let mut came_from: HashMap<Pair, Option<Pair>> = HashMap::new();
    let mut waiting = VecDeque::new();
    let mut reach = |from: Option<Pair>, ones: u64, others: u64, waiting: &mut VecDeque<Pair>| {
        for one in each(ones) {
            for other in each(others).filter(|&other| shared.contains_key(&(one, other))) {
                let differ = one != other || from.is_some_and(|from| from.differ);
                let pair = Pair { one, other, differ };
                came_from.entry(pair).or_insert_with(|| {
                    waiting.push_back(pair);
                    from
                });
            }
        }
    };
    reach(None, automaton.first, automaton.first, &mut waiting);
    let mut found = None;
    while let Some(pair) = waiting.pop_front() {
        let complete = automaton.last >> pair.one & automaton.last >> pair.other & 1 == 1;
        if pair.differ && complete {
            found = Some(pair);
            break;
        }
        let (ones, others) = (automaton.follow[pair.one], automaton.follow[pair.other]);
        reach(Some(pair), ones, others, &mut waiting);
    }
    let mut row = Row {
        words: Vec::new(),
        one: Vec::new(),
        other: Vec::new(),
    };
    let mut at = Some(found?);
    while let Some(pair) = at {
        row.words.insert(0, shared[&(pair.one, pair.other)]);
        row.one.insert(0, pair.one);
        row.other.insert(0, pair.other);
        at = came_from[&pair];
    }
    Some(row)
}

/// A word for every two positions that share one.
fn shared_words(automaton: &Automaton, lexicon: &Lexicon) -> HashMap<(usize, usize), WordId> {
    let mut classes = HashMap::new();
    for word in lexicon.words() {
        classes
            .entry(automaton.accepts[usize::from(word.0)])
            .or_insert(word);
    }
    let mut words: Vec<(u64, WordId)> = classes.into_iter().collect();
    words.sort_unstable_by_key(|&(_, word)| word);
    let mut shared = HashMap::new();
    for (positions, word) in words {
        for one in each(positions) {
            for other in each(positions) {
                shared.entry((one, other)).or_insert(word);
            }
        }
    }
    shared
}
