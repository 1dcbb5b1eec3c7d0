//! Classes of words: those of one class are read alike wherever they lie, so trying one tells of
//! all.

use std::collections::BTreeSet;

use super::line::WordSet;
use crate::board::{Block, Board};
use crate::grammar::{Grammar, Marks, Positions, ThingsAsWords};
use crate::lexicon::{RoleId, WordId};

/// Words that are read alike.
#[derive(Debug, Clone)]
pub(super) struct Class {
    /// The first ones make the best examples.
    pub(super) words: Vec<WordId>,
    /// What they can do on a board.
    pub(super) accepts: Marks,
    /// The positions or, where reading goes onward, the states that they can lead to.
    pub(super) places: Positions,
    pub(super) is_letter: bool,
    /// Whether its word can do more than stand in a sentence: no other is read alike anywhere.
    pub(super) is_alone: bool,
    /// Whether letters spell certain words only where this one lies on the board, and it does not.
    pub(super) enables: bool,
}

/// What words are sorted by to find one that people will think of: those that lie on the board or
/// name a thing there come first, those of base rules, which are special in some way, last.
fn rank(board: &Board, present: &BTreeSet<WordId>, word: WordId) -> (bool, bool, WordId) {
    let is_special = board.grammar().base_rules().mentions(word);
    (!present.contains(&word), is_special, word)
}

/// The words for which something holds, so sorted.
#[cfg(feature = "cli")]
pub(crate) fn examples(board: &Board, holds: impl Fn(WordId) -> bool) -> Vec<WordId> {
    let present: BTreeSet<WordId> = board.known_words().collect();
    let all = board.grammar().lexicon().words();
    let mut all: Vec<WordId> = all.filter(|&word| holds(word)).collect();
    all.sort_by_key(|&word| rank(board, &present, word));
    all
}

/// The words of a lexicon, by class.
#[derive(Debug)]
pub(super) struct Classes {
    pub(super) all: Vec<Class>,
    /// The words that lie on the board or name a thing there.
    pub(super) present: BTreeSet<WordId>,
    /// The classes that the words of each role are in.
    of_role: Vec<(RoleId, Vec<usize>)>,
}

impl Classes {
    /// Sorts the words of a grammar. Words on which it depends which things are words are in classes of
    /// their own where rules of the board make words of things (`settling`), or one word more can
    /// bring such a rule.
    pub(super) fn new(board: &Board, text: &[Block], settling: bool) -> Classes {
        let grammar = board.grammar();
        let read: BTreeSet<WordId> = text.iter().filter_map(|block| block.word).collect();
        let present: BTreeSet<WordId> = board.known_words().collect();
        let enables = |word| grammar.enables_letters(word) && !read.contains(&word);
        let things = grammar.in_force.words;
        let may_settle = things.is_some_and(|things| {
            settling
                || read
                    .iter()
                    .any(|&word| word == things.complement || grammar.is_letter(word))
        });
        let alone = |word| {
            let decides = |things: ThingsAsWords| things.complement == word || things.verb == word;
            grammar.is_letter(word)
                || enables(word)
                || things.is_some_and(decides)
                || may_settle && (present.contains(&word) || grammar.calls_for_steps(word))
        };
        let mut classes: Vec<Class> = Vec::new();
        for word in grammar.lexicon().words() {
            let is_alone = alone(word);
            let alike = |class: &&mut Class| {
                !is_alone && !class.is_alone && grammar.reads_alike(class.words[0], word)
            };
            match classes.iter_mut().find(alike) {
                Some(class) => class.words.push(word),
                None => classes.push(Class {
                    words: vec![word],
                    accepts: grammar.accepts[word.index()],
                    places: grammar.places(word),
                    is_letter: grammar.is_letter(word),
                    is_alone,
                    enables: enables(word),
                }),
            }
        }
        for class in &mut classes {
            class.words.sort_by_key(|&word| rank(board, &present, word));
        }
        Classes {
            of_role: of_role(grammar, &classes),
            all: classes,
            present,
        }
    }

    /// The words of some classes, given by number and sorted.
    pub(super) fn words(&self, classes: &[usize]) -> WordSet {
        let has = |class: &usize| classes.binary_search(class).is_ok();
        let whole = self.of_role.iter().filter(|(_, of)| of.iter().all(has));
        let mut words: Vec<WordId> = Vec::new();
        let roles: Vec<&(RoleId, Vec<usize>)> = whole.collect();
        let in_role = |class: &usize| roles.iter().any(|(_, of)| of.contains(class));
        for &class in classes.iter().filter(|class| !in_role(class)) {
            words.extend(&self.all[class].words);
        }
        words.sort_unstable();
        let roles = roles.into_iter().map(|(role, _)| *role).collect();
        WordSet { roles, words }
    }

    /// The words that can stand in some of these places, see `Grammar::places`.
    pub(super) fn accepted(&self, places: Positions) -> WordSet {
        let fits = |class: &Class| class.places & places != 0;
        let classes = self.all.iter().enumerate();
        let fitting: Vec<usize> = classes
            .filter(|(_, class)| fits(class))
            .map(|(index, _)| index)
            .collect();
        self.words(&fitting)
    }
}

/// The classes of each role's words. Words of one class have the same roles.
fn of_role(grammar: &Grammar, classes: &[Class]) -> Vec<(RoleId, Vec<usize>)> {
    let lexicon = grammar.lexicon();
    let roles = lexicon.role_names().filter_map(|name| lexicon.role(name));
    let of = |role: RoleId| {
        let has = |(_, class): &(usize, &Class)| lexicon.roles(class.words[0]).contains(role);
        let found = classes.iter().enumerate().filter(has);
        (role, found.map(|(index, _)| index).collect())
    };
    let of_role = roles.map(of);
    of_role
        .filter(|(_, classes): &(_, Vec<_>)| !classes.is_empty())
        .collect()
}
