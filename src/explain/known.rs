//! What trials have to know of a board, whichever way they read it.

use std::cell::Cell;
use std::collections::{BTreeMap, HashSet};

use super::stretch::Lying;
use crate::board::{Block, Board};
use crate::diagnostic::nearest;
use crate::level::Kind;
use crate::lexicon::{Lexicon, WordId};
use crate::object::ObjectId;
use crate::rules::{Part, PartKind, Rule, RuleTable};

/// Rules, told apart by what they say and the blocks that spelled them: not by their runs.
type Spelled = HashSet<Vec<Said>>;

/// A word of a rule, whether it negates, whether it is a letter, and its block.
pub(super) type Said = (WordId, bool, bool, Option<ObjectId>);

fn said(part: &Part) -> Said {
    let Part {
        word, kind, object, ..
    } = *part;
    let negates = matches!(kind, PartKind::Negation | PartKind::NegationAfter);
    let is_letter = kind == PartKind::Letter;
    (word, negates, is_letter, object)
}

/// What rules say.
fn all_said<'r>(rules: impl Iterator<Item = Rule<'r>>) -> Spelled {
    rules
        .map(|rule| rule.parts().iter().map(said).collect())
        .collect()
}

/// What trials have to know of a board.
pub(super) struct Known {
    /// The rules of the whole board as it is.
    whole: Spelled,
    /// Words that lie somewhere on the board and without which letters do not spell some others.
    pub(super) needed: Vec<WordId>,
    /// Whether the board's rules make words of things.
    pub(super) settling: bool,
    /// All its text.
    pub(super) lying: Vec<Lying>,
    /// The text that is no word, and the word that each is most like.
    pub(super) meant: BTreeMap<String, Option<WordId>>,
    /// How many steps all trials took: words, those of [`Reader::steps`], and rules.
    pub(super) steps: Cell<usize>,
}

impl Known {
    /// Whether the board does not spell a rule yet. `says` is a place for what it says, to be used again.
    pub(super) fn is_new(&self, rule: &Rule<'_>, says: &mut Vec<Said>) -> bool {
        says.clear();
        says.extend(rule.parts().iter().map(said));
        !self.whole.contains(says)
    }

    /// What is to know of a board with some text, of which these are the rules; `lying` is all text,
    /// read or not.
    pub(super) fn new(
        board: &Board,
        (text, lying): (&[Block], Vec<Lying>),
        rules: &RuleTable,
    ) -> Known {
        let grammar = board.grammar();
        let mut needed: Vec<WordId> = text.iter().filter_map(|block| block.word).collect();
        needed.retain(|&word| grammar.enables_letters(word));
        needed.sort_unstable();
        needed.dedup();
        let meant = lying
            .iter()
            .filter_map(|text| match board.kind(text.object)? {
                Kind::Text(name) if grammar.lexicon().word(name).is_none() => Some(name.to_owned()),
                _ => None,
            });
        let mut meant: BTreeMap<String, Option<WordId>> = meant.map(|name| (name, None)).collect();
        for (name, word) in &mut meant {
            *word = most_like(name, grammar.lexicon());
        }
        let things = grammar.in_force.words;
        Known {
            whole: all_said(rules.iter()),
            needed,
            settling: things.is_some_and(|things| rules.mentions(things.complement)),
            lying,
            meant,
            steps: Cell::new(0),
        }
    }
}

/// The word that a text is most like.
fn most_like(text: &str, lexicon: &Lexicon) -> Option<WordId> {
    let names = lexicon.words().map(|word| lexicon.name(word));
    // One letter is like every other one.
    let names = names.filter(|name| name.chars().nth(1).is_some());
    nearest(text, names).and_then(|name| lexicon.word(name))
}
