//! What is said of one line of text.

use std::ops::Range;

use crate::grammar::{Direction, Grammar, Positions, Slot, each};
use crate::lexicon::{Lexicon, RoleId, WordId};
use crate::object::{ObjectId, Tile};
use crate::rules::PartKind;

/// A line of text in one direction: its words, and gaps of one tile between them. Its tiles are
/// those with text, those gaps, and where they are on the board the tile before the first word and
/// the one behind the last.
#[derive(Debug, Clone)]
pub struct Line {
    /// The direction in which its tiles follow each other.
    pub direction: Direction,
    /// Whether the grammar reads this direction. A line in another one is here because it would
    /// spell something, see [`Line::would_say`].
    pub is_read: bool,
    /// Whether words were tried on its tiles, for [`LineTile::fits`] and [`LineTile::mends`]: not on
    /// boards so crowded that it would take more than some seconds. One tile alone can still be asked
    /// for, see [`crate::Board::explain_tile`].
    pub is_tried: bool,
    /// Its tiles, in the direction of the line.
    pub tiles: Vec<LineTile>,
    /// The numbers of the rules that it spells, in the board's rule table.
    pub rules: Vec<usize>,
    /// The runs that these rules were read in. Where two sentences read one word in different runs,
    /// the second has its runs in a further list.
    pub runs: Vec<Vec<Run>>,
    /// Everything that was read, whole sentences or not, in the order of reading.
    pub readings: Vec<Reading>,
    /// The rules that it would spell in a direction that the grammar reads; empty for one that it
    /// does read.
    pub would_say: Vec<String>,
}

/// A tile of a [`Line`].
#[derive(Debug, Clone)]
pub struct LineTile {
    /// Where it is.
    pub tile: Tile,
    /// Its text: blocks, and things that are read as words.
    pub text: Vec<ObjectId>,
    /// The things on it that are not read.
    pub things: Vec<ObjectId>,
    /// Whether some word on it stands in a rule of this line.
    pub in_rule: bool,
    /// Whether some word on it stands in a rule of the board, of this line or of another.
    pub is_used: bool,
    /// The words of which one more block on this tile makes a rule, by the run it then stands in.
    pub fits: Vec<Fit>,
    /// Small changes that make a rule.
    pub mends: Vec<Mend>,
}

/// Words that fit on a tile.
#[derive(Debug, Clone)]
pub struct Fit {
    /// The run that they would stand in; `None` where a rule appears that is read around them.
    pub run: Option<RunName>,
    /// The words.
    pub words: WordSet,
    /// One of the words.
    pub with: WordId,
    /// The rules that appear with that word.
    pub makes: Vec<String>,
    /// Whether one of these also appears where the word takes the place of the text there.
    pub in_place: bool,
}

/// The run of a sentence that a word stands in, and what it does there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunName {
    /// The number of the form of sentence.
    pub sentence: u8,
    /// The number of the run, for [`crate::Grammar::run_name`].
    pub run: u8,
    /// What the word does in the run.
    pub kind: PartKind,
}

/// Neighbouring tiles of a line whose words stand in one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The number of the form of sentence.
    pub sentence: u8,
    /// The number of the run, for [`crate::Grammar::run_name`].
    pub run: u8,
    /// Its tiles, as a range of [`Line::tiles`].
    pub tiles: Range<usize>,
}

/// Some words of a lexicon: every word that has one of the roles, and single words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WordSet {
    /// Roles all of whose words belong to the set.
    pub roles: Vec<RoleId>,
    /// The words that have none of these roles.
    pub words: Vec<WordId>,
}

impl WordSet {
    /// Whether a word belongs to the set.
    pub fn contains(&self, word: WordId, lexicon: &Lexicon) -> bool {
        let roles = lexicon.roles(word);
        self.roles.iter().any(|&role| roles.contains(role)) || self.words.contains(&word)
    }

    /// Whether the set has no word.
    pub fn is_empty(&self) -> bool {
        self.roles.is_empty() && self.words.is_empty()
    }
}

/// Words that were read together: around an anchor where the grammar reads outward, from one start
/// where it reads onward. Of several ways through a stack the one that goes furthest is kept.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The number of the form of sentence.
    pub sentence: u8,
    /// The words in the order of the line; none where reading stopped at the first word.
    pub words: Vec<ReadWord>,
    /// The words that make a whole sentence, the longest there is; `None` where it lacks something.
    pub whole: Option<Range<usize>>,
    /// Where reading stopped: behind the last word, and outward also before the first.
    pub stops: Vec<Stop>,
}

/// A word of a [`Reading`].
#[derive(Debug, Clone)]
pub struct ReadWord {
    /// Its tile or, spelled by letters, its tiles, as a range of [`Line::tiles`].
    pub tiles: Range<usize>,
    /// The word.
    pub word: WordId,
    /// The block, or that of the first letter.
    pub object: ObjectId,
    /// The run it was read in.
    pub run: RunName,
}

/// Where a [`Reading`] stopped.
#[derive(Debug, Clone)]
pub struct Stop {
    /// The tile as a number of [`Line::tiles`]; `None` at the edge of the board.
    pub at: Option<usize>,
    /// Whether it is before the words of the reading rather than behind them.
    pub before: bool,
    /// Whether the sentence is whole on this side.
    pub is_end: bool,
    /// The words with which reading would have gone on.
    pub wanted: WordSet,
    /// The runs that these would stand in.
    pub runs: Vec<RunName>,
}

/// A small change that makes a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mend {
    /// The text on the tile is no word that the grammar knows, but is like one.
    Spelling {
        /// The text.
        text: String,
        /// The word.
        word: WordId,
        /// The rules that appear with it; none where the word makes no rule either.
        makes: Vec<String>,
    },
    /// Several texts of the line, of which one is on the tile, are no words that the grammar knows, but
    /// are like some, and make a rule together.
    Spellings {
        /// The words, each with the tile of the text that is like it.
        words: Vec<(Tile, WordId)>,
        /// The rules that appear with all of them, and with no single one.
        makes: Vec<String>,
    },
    /// A thing lies where the text that names it would make a rule.
    Text {
        /// The thing.
        thing: ObjectId,
        /// The word that names it.
        word: WordId,
        /// The rules that appear.
        makes: Vec<String>,
    },
    /// The text on the tile stands in no rule, and without it the words on both sides make one side
    /// by side.
    Extra {
        /// The rules that appear without it.
        makes: Vec<String>,
    },
    /// Nothing lies between two words that make a rule side by side.
    Gap {
        /// The rules that appear without the gap.
        makes: Vec<String>,
    },
    /// Letters of the line spell words that are not in the level's palette; with them the line, which
    /// begins here, makes a rule.
    Palette {
        /// The rules that appear with these words in the palette.
        makes: Vec<String>,
    },
    /// Without all gaps of the line, of which this is the first, its words make a rule.
    Gaps {
        /// The rules that appear without the gaps.
        makes: Vec<String>,
    },
    /// The text on the tile is no word, but several one behind the other.
    Split {
        /// The words, each to lie on a tile of its own.
        words: Vec<WordId>,
        /// The rules that appear.
        makes: Vec<String>,
    },
    /// The words that lie on the tile make a rule side by side.
    Apart {
        /// The words in that order.
        words: Vec<WordId>,
        /// The rules that appear.
        makes: Vec<String>,
    },
    /// The text on the tile and that on the next are one word together.
    Joined {
        /// The word.
        word: WordId,
        /// The rules that appear.
        makes: Vec<String>,
    },
    /// The text on the tile and that on the next make a rule in the other order.
    Swapped {
        /// The rules that appear.
        makes: Vec<String>,
    },
    /// The words make a rule that goes round a corner: a sentence never turns.
    Corner {
        /// The tiles of the words one after another, as they would have to lie on one line.
        tiles: Vec<Tile>,
        /// The direction behind the corner.
        to: Direction,
        /// The rules that appear if they do.
        makes: Vec<String>,
    },
    /// One word more between the text on the tile and that on the next makes a rule.
    Between {
        /// The words that do.
        words: WordSet,
        /// One of them.
        with: WordId,
        /// The rules that appear with it.
        makes: Vec<String>,
    },
}

impl Mend {
    /// The rules that appear.
    pub fn makes(&self) -> &[String] {
        match self {
            Mend::Spelling { makes, .. }
            | Mend::Spellings { makes, .. }
            | Mend::Corner { makes, .. }
            | Mend::Text { makes, .. }
            | Mend::Extra { makes }
            | Mend::Gap { makes }
            | Mend::Palette { makes }
            | Mend::Gaps { makes }
            | Mend::Split { makes, .. }
            | Mend::Apart { makes, .. }
            | Mend::Joined { makes, .. }
            | Mend::Swapped { makes }
            | Mend::Between { makes, .. } => makes,
        }
    }
}

impl RunName {
    pub(super) fn of(slot: Slot) -> RunName {
        RunName {
            sentence: slot.sentence,
            run: slot.run,
            kind: slot.into(),
        }
    }

    /// The runs of some places in sentences.
    pub(super) fn of_places(grammar: &Grammar, places: Positions) -> Vec<RunName> {
        let slots = each(places).map(|place| grammar.automaton.slots[place]);
        let mut runs: Vec<RunName> = slots.map(RunName::of).collect();
        runs.sort();
        runs.dedup();
        runs
    }
}
