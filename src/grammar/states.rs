//! The position automaton made deterministic: a state is the set of positions that the same words
//! lead to, so that states of one tile belong to different words, and a word that no position of a
//! state goes on with stops every way that led there.
//!
//! Like positions, states keep to one (wide) machine word and are entered by words of their own: the
//! next states are those that follow, cut with those that a word can enter. Where there is one path
//! a table tells the next state at once, and a board knows of its words only their marks.

mod table;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::compile::{Automaton, Positions};
use super::resume::Bearing;
use super::sets::union;
use crate::lexicon::WordId;

use table::{Class, Stand};

/// A set of states, one bit each.
pub(crate) type StateSet = u128;

/// Where the words of one path have led: the number of a state, counted from 1; 0 at the beginning
/// of a sentence, and where no state goes on.
pub(crate) type StateId = u8;

/// What a word on a board can do. Where reading goes outward these are its positions, of which a
/// grammar then has no more than fit; where it goes onward, one bit each: stand in a sentence at all, be its anchor, stand
/// before an anchor, and stand behind one. In the bits above these are the word's class and what it can be
/// to a sentence that it stops; those of a tile with several words mean nothing.
pub(crate) type Marks = u64;

const STANDS: Marks = 1;
const ANCHOR: Marks = 2;
const BEFORE: Marks = 4;
const BEHIND: Marks = 8;
const MARKS: u32 = 4;
const CLASS_BITS: u32 = 16;

/// The most states that a grammar can have.
pub(crate) const MOST_STATES: usize = StateSet::BITS as usize;

/// The states of a grammar.
#[derive(Debug, Clone, Default)]
pub(crate) struct States {
    /// The positions that a state stands for.
    pub(crate) positions: Vec<Positions>,
    /// The states that the next word can lead to, by state.
    pub(crate) follow: Vec<StateSet>,
    /// The states that each word can lead to, by the word's id; and those that a block of it can
    /// lead to, which are none where it is a letter.
    pub(crate) accepts: Vec<StateSet>,
    pub(crate) of_block: Vec<StateSet>,
    /// The words of each class.
    classes: Vec<Class>,
    /// The next state by the state and the word's class, in so many bits.
    next: Vec<StateId>,
    class_bits: u32,
    /// What each state says of the word that led to it.
    stands: Vec<Stand>,
    /// The states that the first word of a sentence can lead to.
    pub(crate) first: StateSet,
    /// The states in which a sentence is complete.
    pub(crate) complete: StateSet,
    /// The states of an anchor, and those of the words before one and behind one.
    anchors: StateSet,
    before_anchor: StateSet,
    after_anchor: StateSet,
    /// Whether an anchor can do without a word before it, or behind it.
    leads: bool,
    ends: bool,
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
        let accepts: Vec<StateSet> = automaton.accepts.iter().map(of_word).collect();
        let follow: Vec<StateSet> = keys.iter().map(|key| next(steps.index[&key.0])).collect();
        let mut states = States {
            positions: keys.iter().map(|key| key.0).collect(),
            of_block: accepts.clone(),
            accepts,
            follow,
            first: next(0),
            complete,
            ..States::default()
        };
        states.find_anchors(automaton);
        states.tabulate(automaton);
        Some(states)
    }

    /// Blocks of a word lead nowhere.
    pub(super) fn leave_out_block(&mut self, word: WordId) {
        self.of_block[usize::from(word.0)] = 0;
    }

    /// What each word can do on a board, by the word's id, as marks.
    pub(super) fn marks(&self, bearing: impl Fn(WordId) -> Bearing) -> Vec<Marks> {
        let mark = |set: StateSet, mark: Marks| if set != 0 { mark } else { 0 };
        let class = |set| Marks::from(self.class_of(set));
        let marks = |(at, &set): (usize, &StateSet)| {
            let bearing = Marks::from(bearing(WordId(at as u16)));
            mark(
                set,
                STANDS | class(set) << MARKS | bearing << (MARKS + CLASS_BITS),
            ) | mark(set & self.anchors, ANCHOR)
                | mark(set & self.before_anchor, BEFORE)
                | mark(set & self.after_anchor, BEHIND)
        };
        self.of_block.iter().enumerate().map(marks).collect()
    }

    /// The mark of an anchor.
    pub(crate) const ANCHOR: Marks = ANCHOR;

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
        self.leads = anchors & self.first != 0;
        self.ends = anchors & self.complete != 0;
    }

    /// Whether some word with these states can be the anchor of a sentence.
    pub(crate) fn is_anchor(&self, word: StateSet) -> bool {
        word & self.anchors != 0
    }

    /// Whether a sentence can begin with its anchor.
    pub(crate) fn begin_with_anchor(&self) -> bool {
        self.leads
    }

    /// Whether a sentence can have its anchor between words with some states.
    pub(crate) fn is_anchor_between(&self, before: StateSet, behind: StateSet) -> bool {
        (self.leads || before & self.before_anchor != 0)
            && (self.ends || behind & self.after_anchor != 0)
    }

    /// Whether a sentence can have its anchor between words with some marks.
    pub(crate) fn has_anchor_between(&self, before: Marks, behind: Marks) -> bool {
        (before & BEFORE != 0 || self.leads) && (behind & BEHIND != 0 || self.ends)
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
