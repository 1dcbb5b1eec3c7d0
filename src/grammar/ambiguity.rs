//! Whether some row of words can be read in two ways, and the shortest such row.

use super::Grammar;
use super::compile::{Automaton, MOST_POSITIONS, Positions};
use super::sets::each;
use crate::diagnostic::Problem;
use crate::lexicon::{Lexicon, WordId};

/// Two positions that the same words can lead to, and whether the ways there differ.
#[derive(Debug, Clone, Copy)]
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

/// The shortest row with two ways, found by following two ways at once, breadth first. There are
/// two pairs for every two positions, and each is visited once.
fn shortest(automaton: &Automaton, lexicon: &Lexicon) -> Option<Row> {
    let mut pairs = Pairs {
        shared: shared(automaton),
        seen: [[0; MOST_POSITIONS]; 2],
        found: Vec::new(),
    };
    pairs.reach(None, automaton.first, automaton.first);
    let mut next = 0;
    while let Some(&(pair, _)) = pairs.found.get(next) {
        let complete = automaton.last >> pair.one & automaton.last >> pair.other & 1 == 1;
        if pair.differ && complete {
            return pairs.row(next, automaton, lexicon);
        }
        let (ones, others) = (automaton.follow[pair.one], automaton.follow[pair.other]);
        pairs.reach(Some(next), ones, others);
        next += 1;
    }
    None
}

/// The pairs that were reached.
struct Pairs {
    /// By position: those that some word of it can stand at as well.
    shared: [Positions; MOST_POSITIONS],
    /// The other positions of the pairs so far, by whether the ways differ and the one position.
    seen: [[Positions; MOST_POSITIONS]; 2],
    /// The pairs in the order they were reached, each with the number of the one before it.
    found: Vec<(Pair, Option<usize>)>,
}

impl Pairs {
    /// Adds the pairs of two sets that words lead to, unless they are known.
    fn reach(&mut self, from: Option<usize>, ones: Positions, others: Positions) {
        let differed = from.is_some_and(|from| self.found[from].0.differ);
        for one in each(ones) {
            for other in each(others & self.shared[one]) {
                let differ = differed || one != other;
                let seen = &mut self.seen[usize::from(differ)][one];
                if *seen >> other & 1 == 0 {
                    *seen |= 1 << other;
                    self.found.push((Pair { one, other, differ }, from));
                }
            }
        }
    }

    /// The row that led to a pair; a word of every two positions on the way.
    fn row(&self, last: usize, automaton: &Automaton, lexicon: &Lexicon) -> Option<Row> {
        let mut row = Row {
            words: Vec::new(),
            one: Vec::new(),
            other: Vec::new(),
        };
        let mut at = Some(last);
        while let Some((pair, from)) = at.map(|at| self.found[at]) {
            let both = 1 << pair.one | 1 << pair.other;
            let stands = |word: &WordId| automaton.accepts[usize::from(word.0)] & both == both;
            row.words.push(lexicon.words().find(stands)?);
            row.one.push(pair.one);
            row.other.push(pair.other);
            at = from;
        }
        row.words.reverse();
        row.one.reverse();
        row.other.reverse();
        Some(row)
    }
}

/// By position: the positions that share a word with it.
fn shared(automaton: &Automaton) -> [Positions; MOST_POSITIONS] {
    let mut shared = [0; MOST_POSITIONS];
    for &positions in &automaton.accepts {
        each(positions).for_each(|position| shared[position] |= positions);
    }
    shared
}
