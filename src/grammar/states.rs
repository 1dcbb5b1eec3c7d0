//! The position automaton made deterministic: a state is the set of positions that the same words
//! lead to, so that states of one tile belong to different words, and a word that no position of a
//! state goes on with stops every way that led there.
//!
//! Like positions, states keep to one machine word and are entered by words of their own: the next
//! states are those that follow, cut with those that a word can enter.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::compile::{Automaton, Positions};
use super::union;

/// A set of states, one bit each.
pub(crate) type StateSet = u64;

/// The most states that a grammar can have.
pub(crate) const MOST_STATES: usize = StateSet::BITS as usize;

/// The states of a grammar.
#[derive(Debug, Clone, Default)]
pub(crate) struct States {
    /// The positions that a state stands for.
    pub(crate) positions: Vec<Positions>,
    /// The states that the next word can lead to, by state.
    pub(crate) follow: Vec<StateSet>,
    /// The states that each word can lead to, by the word's id.
    pub(crate) accepts: Vec<StateSet>,
    /// The states that the first word of a sentence can lead to.
    pub(crate) first: StateSet,
    /// The states in which a sentence is complete.
    pub(crate) complete: StateSet,
    /// The states of an anchor, and those of the words before one and behind one.
    pub(crate) anchors: StateSet,
    pub(crate) before_anchor: StateSet,
    pub(crate) after_anchor: StateSet,
}

/// A state while states are made: its positions, and the words that lead to it, as classes.
type Key = (Positions, BTreeSet<usize>);

impl States {
    /// Makes an automaton deterministic; `None` when that takes more than [`MOST_STATES`].
    pub(crate) fn new(automaton: &Automaton) -> Option<Self> {
        let mut classes: Vec<Positions> = automaton.accepts.clone();
        classes.sort_unstable();
        classes.dedup();
        classes.retain(|&class| class != 0);
        let steps = Steps::new(automaton, &classes)?;
        let keys = steps.keys();
        if keys.len() > MOST_STATES {
            return None;
        }
        let enter = |class: usize| -> StateSet {
            keys.iter()
                .enumerate()
                .filter(|(_, key)| key.1.contains(&class))
                .fold(0, |set, (at, _)| set | 1 << at)
        };
        let next = |from: usize| -> StateSet {
            let reached = |key: &Key| {
                key.1
                    .iter()
                    .any(|&class| steps.targets[from][class] == key.0)
            };
            keys.iter()
                .enumerate()
                .filter(|(_, key)| reached(key))
                .fold(0, |set, (at, _)| set | 1 << at)
        };
        let is_complete = |(_, key): &(usize, &Key)| key.0 & automaton.last != 0;
        let complete = keys
            .iter()
            .enumerate()
            .filter(is_complete)
            .fold(0, |set, (at, _)| set | 1 << at);
        let of_word = |positions: &Positions| classes.binary_search(positions).map_or(0, enter);
        let mut states = States {
            positions: keys.iter().map(|key| key.0).collect(),
            follow: keys.iter().map(|key| next(steps.index[&key.0])).collect(),
            accepts: automaton.accepts.iter().map(of_word).collect(),
            first: next(0),
            complete,
            anchors: 0,
            before_anchor: 0,
            after_anchor: 0,
        };
        states.find_anchors(automaton);
        Some(states)
    }

    fn find_anchors(&mut self, automaton: &Automaton) {
        let all = 0..self.positions.len();
        let some = |holds: &dyn Fn(usize) -> bool| -> StateSet {
            all.clone()
                .filter(|&at| holds(at))
                .fold(0, |set, at| set | 1 << at)
        };
        let anchors = some(&|at| self.positions[at] & automaton.anchors != 0);
        let before = some(&|at| self.follow[at] & anchors != 0);
        (self.anchors, self.before_anchor) = (anchors, before);
        self.after_anchor = union(anchors, &self.follow);
    }

    /// Whether a sentence can have its anchor between words that can lead to some states.
    pub(crate) fn has_anchor_between(&self, before: StateSet, after: StateSet) -> bool {
        let begins = self.anchors & self.first != 0 || before & self.before_anchor != 0;
        let ends = self.anchors & self.complete != 0 || after & self.after_anchor != 0;
        begins && ends
    }
}

/// Where each class of words leads from every set of positions that can be reached; the first set
/// is the beginning of a sentence.
struct Steps {
    targets: Vec<Vec<Positions>>,
    index: HashMap<Positions, usize>,
}

impl Steps {
    /// Follows all classes of words; `None` as soon as there are more sets than states can be: some
    /// grammars have a set for every choice of their positions.
    fn new(automaton: &Automaton, classes: &[Positions]) -> Option<Self> {
        let mut steps = Steps {
            targets: Vec::new(),
            index: HashMap::new(),
        };
        let mut waiting = vec![automaton.first];
        let mut next = 0;
        while let Some(&reached) = waiting.get(next) {
            next += 1;
            let targets: Vec<Positions> = classes.iter().map(|class| reached & class).collect();
            for &target in targets.iter().filter(|&&target| target != 0) {
                steps.index.entry(target).or_insert_with(|| {
                    waiting.push(union(target, &automaton.follow));
                    waiting.len() - 1
                });
            }
            if steps.index.len() > MOST_STATES {
                return None;
            }
            steps.targets.push(targets);
        }
        Some(steps)
    }

    /// The states: sets of positions, each with classes of words that lead there from the same
    /// sets. Classes that do not are states of their own, although their positions are the same.
    fn keys(&self) -> Vec<Key> {
        let mut sources: BTreeMap<(Positions, usize), Vec<usize>> = BTreeMap::new();
        for (from, targets) in self.targets.iter().enumerate() {
            for (class, &target) in targets
                .iter()
                .enumerate()
                .filter(|(_, target)| **target != 0)
            {
                sources.entry((target, class)).or_default().push(from);
            }
        }
        let mut keys: BTreeMap<(Positions, Vec<usize>), BTreeSet<usize>> = BTreeMap::new();
        for ((target, class), from) in sources {
            keys.entry((target, from)).or_default().insert(class);
        }
        keys.into_iter()
            .map(|((positions, _), classes)| (positions, classes))
            .collect()
    }
}
