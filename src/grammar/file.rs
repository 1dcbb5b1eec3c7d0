//! The grammar file as RON has it. Each field's line shows how it is written.

use serde::Deserialize;

use crate::notation::{At, Entries, Ron};

/// A value of a grammar file, with its place.
pub(crate) type Here<'a, T> = At<'a, T, Ron>;

/// A list of values, each with its place.
pub(crate) type List<'a, T> = Here<'a, Vec<Here<'a, T>>>;

/// A map in the order of the file, each name and value with its place.
pub(crate) type Map<'a, T> = Here<'a, Entries<Here<'a, String>, Here<'a, T>>>;

/// A whole grammar file.
#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub(crate) struct GrammarFile<'a> {
    /// The directions lines are read in: `read: [Right, Down]`.
    pub(crate) read: List<'a, Direction>,
    /// How a line is gone through: `reading: Outward`, or `reading: Onward()`.
    pub(crate) reading: Here<'a, ReadingFile<'a>>,
    /// The roles that words can have, each with a line that says what it is: `"name": "of a thing"`.
    pub(crate) roles: Map<'a, String>,
    /// Roles whose words no sentence reads, and that on purpose: `unread: ["decoration"]`.
    pub(crate) unread: Option<List<'a, String>>,
    /// Whether words files may have words of further roles, for other grammars: `skip_other_roles: true`.
    pub(crate) skip_other_roles: Option<Here<'a, bool>>,
    /// The words that belong to the grammar, each with its role: `"WITH": "link"`.
    pub(crate) words: Option<Map<'a, String>>,
    /// The forms of sentence, by name: `"claim": (anchor: "link", runs: [..])`.
    pub(crate) sentences: Map<'a, SentenceFile<'a>>,
    /// Which words are letters, and what they spell together: `spell: (letters: "letter")`.
    pub(crate) spell: Option<Here<'a, SpellFile<'a>>>,
    /// The rules that hold on every board: `base: ["SKY WITH BLUE"]`.
    pub(crate) base: Option<List<'a, String>>,
    /// How the rules in force come of the spelled ones: `in_force: (steps: [Cancel()])`.
    pub(crate) in_force: Option<Here<'a, InForceFile<'a>>>,
}

/// How the rules in force come of the spelled ones.
#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub(crate) struct InForceFile<'a> {
    /// When things are read as their nouns: `words: (verb: "IS", complement: "WORD")`.
    pub(crate) words: Option<Here<'a, ThingsFile<'a>>>,
    /// Which known words "all" and "the others" mean: `all: (of: ["noun"], except: ["SKY"])`.
    pub(crate) all: Option<Here<'a, AllFile<'a>>>,
    /// What is done, one after another: `steps: [Cancel(), Lock(verb: "WITH", of: ["noun"])]`.
    pub(crate) steps: List<'a, StepFile<'a>>,
    /// What stands before the conditions of an exception, `UNLESS` without it: `exception: "BUT"`.
    pub(crate) exception: Option<Here<'a, String>>,
}

/// When things are read as words: where this is said of them.
#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub(crate) struct ThingsFile<'a> {
    /// The verb that says so: `verb: "IS"`.
    pub(crate) verb: Here<'a, String>,
    /// What it says: `complement: "WORD"`.
    pub(crate) complement: Here<'a, String>,
    /// Another complement, which keeps the things of which it is said from being read:
    /// `unless: "TORN"`.
    pub(crate) unless: Option<Here<'a, String>>,
    /// How often a board is read until its rules settle, 200 times without it: `rounds: 200`.
    pub(crate) rounds: Option<Here<'a, u32>>,
}

/// The words that "all" means: those that lie on the board, as a block or as a thing.
#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub(crate) struct AllFile<'a> {
    /// Their roles: `of: ["noun"]`.
    pub(crate) of: List<'a, String>,
    /// Words that are left out: `except: ["SKY"]`.
    pub(crate) except: Option<List<'a, String>>,
}

/// One step from the spelled rules to those in force.
#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub(crate) enum StepFile<'a> {
    /// A word stands for others: `Expand((word: "ALL", to: All, at: [Subject]))`.
    Expand(Here<'a, ExpandFile<'a>>),
    /// A verb gives its subject the rules of its complement: `Copy(verb: "MIMIC")`.
    Copy {
        /// The verb.
        verb: Here<'a, String>,
        /// The most rules that are copied: `most: 250`.
        most: Option<Here<'a, u32>>,
    },
    /// Rules of a group are rules of its members: `Members(verb: "IS", groups: ["GROUP"])`.
    Members {
        /// The verb that makes a member.
        verb: Here<'a, String>,
        /// The words of the groups.
        groups: List<'a, String>,
        /// Words whose negation makes no members of the others: `except: ["ALL"]`.
        except: Option<List<'a, String>>,
    },
    /// A rule with a negated complement cancels the same rule without: `Cancel()`.
    Cancel {
        /// Further rules that it cancels: `also: [(verb: "IS", complement: "TEXT", verbs: ["WRITE"])]`.
        also: Option<List<'a, AlsoFile<'a>>>,
        /// Words of conditions that make no exception where they are about the very word that is
        /// denied: `circular: ["FEELING"]`.
        circular: Option<List<'a, String>>,
    },
    /// A thing that is itself cannot become another: `Lock(verb: "IS", of: ["noun"])`.
    Lock {
        /// The verb.
        verb: Here<'a, String>,
        /// The roles of the complements that are kept out, where they lie on the board.
        of: List<'a, String>,
        /// Complements that are not kept out: `except: ["GROUP"]`.
        except: Option<List<'a, String>>,
        /// Further complements that are kept out: `words: ["REVERT"]`.
        words: Option<List<'a, String>>,
        /// Further verbs that are kept out, whatever they say: `verbs: ["WRITE"]`.
        verbs: Option<List<'a, String>>,
    },
}

/// A word that stands for others.
#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub(crate) struct ExpandFile<'a> {
    /// The word; any word where it is left out: `word: "ALL"`.
    pub(crate) word: Option<Here<'a, String>>,
    /// Whether it has to be negated: `negated: true`.
    pub(crate) negated: Option<Here<'a, bool>>,
    /// What it stands for: `to: All`, `to: Others` or `to: Words(["TEXT"])`.
    pub(crate) to: Here<'a, ToFile<'a>>,
    /// Where in the rule: `at: [Subject, Complement, Condition]`.
    pub(crate) at: List<'a, PlaceFile>,
    /// Whether it is done again for the rules that later steps add: `again: true`.
    pub(crate) again: Option<Here<'a, bool>>,
    /// Words that do not stand for others: `except: ["GROUP"]`.
    pub(crate) except: Option<List<'a, String>>,
    /// Verbs of rules that are left alone: `not_with: ["IS"]`.
    pub(crate) not_with: Option<List<'a, String>>,
    /// Complements of rules that are left alone: `not_to: ["GROUP"]`.
    pub(crate) not_to: Option<List<'a, String>>,
}

/// What a word stands for.
#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(bound(deserialize = "'de: 'a"))]
pub(crate) enum ToFile<'a> {
    /// All known words, as `all` says which.
    All,
    /// All known words but this one.
    Others,
    /// All known words of some roles, but some: `Known((of: ["noun"], except: ["ALL"]))`.
    Known(Here<'a, AllFile<'a>>),
    /// These words.
    Words(List<'a, String>),
}

/// A place of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub(crate) enum PlaceFile {
    /// What the rule is about.
    Subject,
    /// What is said of it.
    Complement,
    /// A word that a condition takes. There the words take the place of the one that stands for them.
    Condition,
}

/// Further rules that a negated complement cancels.
#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub(crate) struct AlsoFile<'a> {
    /// The verb of the rule that cancels.
    pub(crate) verb: Here<'a, String>,
    /// Its complement.
    pub(crate) complement: Here<'a, String>,
    /// The verbs of the rules about the same subject that it cancels.
    pub(crate) verbs: List<'a, String>,
}

/// How neighbouring letters are read as the word they spell.
#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub(crate) struct SpellFile<'a> {
    /// The role of letters: `letters: "letter"`.
    pub(crate) letters: Here<'a, String>,
    /// The fewest letters of a word: `shortest: 2`. Without it one letter is enough.
    pub(crate) shortest: Option<Here<'a, u32>>,
    /// Roles whose words are spelled otherwise: `except: {"note": (shortest: 1, longest: true)}`.
    pub(crate) except: Option<Map<'a, SpellRoleFile<'a>>>,
}

/// How the words of one role are spelled.
#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub(crate) struct SpellRoleFile<'a> {
    /// The fewest letters of a word: `shortest: 1`.
    pub(crate) shortest: Option<Here<'a, u32>>,
    /// The fewest where no letter lies on the tile before: `shortest_first: 1`.
    pub(crate) shortest_first: Option<Here<'a, u32>>,
    /// Whether only those with the longest name of all that begin on a tile count: `longest: true`.
    pub(crate) longest: Option<Here<'a, bool>>,
    /// Whether the palette of a level, where it has one, has to list them: `palette: false`.
    pub(crate) palette: Option<Here<'a, bool>>,
    /// A word of which a block must lie on the board: `with: "SING"`.
    pub(crate) with: Option<Here<'a, String>>,
}

/// One form of sentence.
#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub(crate) struct SentenceFile<'a> {
    /// The run that reading starts from, by its name: `anchor: "link"`.
    pub(crate) anchor: Here<'a, String>,
    /// The run that a rule is about, by its name: `subject: "who"`. Without it that is the first
    /// with `each`.
    pub(crate) subject: Option<Here<'a, String>>,
    /// The run that says something of it, by its name: `complement: "what"`. Without it that is the
    /// last with `each`, or else the last that is a single word.
    pub(crate) complement: Option<Here<'a, String>>,
    /// The runs of the sentence, in reading order: `runs: [(name: "who", of: ["name"]), ..]`.
    pub(crate) runs: List<'a, RunFile<'a>>,
}

/// One run of a sentence: one word or, with `joined_by`, several.
#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub(crate) struct RunFile<'a> {
    /// What the run is called: `name: "who"`.
    pub(crate) name: Here<'a, String>,
    /// The roles that its words may have: `of: ["name", "colour"]`. A run that is taken can leave
    /// it out; it then reads what the word before it accepts.
    pub(crate) of: Option<List<'a, String>>,
    /// The role of the word that joins two items: `joined_by: "joiner"`. Without it the run has one.
    pub(crate) joined_by: Option<Here<'a, String>>,
    /// The role of a word that may stand before an item, any number of times, and turns it into
    /// its opposite each time: `negated_by: "negation"`.
    pub(crate) negated_by: Option<Here<'a, String>>,
    /// The role of a word that may stand behind an item, any number of times, and turns it into its
    /// opposite each time: `negated_after: "negation"`.
    pub(crate) negated_after: Option<Here<'a, String>>,
    /// The roles of the items that can be negated, all where it is left out: `negated: ["name"]`.
    pub(crate) negated: Option<List<'a, String>>,
    /// The roles of words that are only the first item of a list, with none before them:
    /// `only_first: ["colour"]`.
    pub(crate) only_first: Option<List<'a, String>>,
    /// Whether items may stand side by side too, without a joiner: `side_by_side: true`.
    pub(crate) side_by_side: Option<Here<'a, bool>>,
    /// Whether every item makes a rule of its own: `each: true`. Otherwise the run stays together.
    pub(crate) each: Option<Here<'a, bool>>,
    /// Whether the run can be left out: `optional: true`.
    pub(crate) optional: Option<Here<'a, bool>>,
    /// Whether its word only marks what the others are, as a particle does: `marker: true`.
    pub(crate) marker: Option<Here<'a, bool>>,
    /// In a run that leads or follows items, the roles of those items, all where it is left out:
    /// `beside: ["name"]`.
    pub(crate) beside: Option<List<'a, String>>,
    /// In a run that follows items, the roles of further words, which are items only where it
    /// follows them: `also_behind: ["colour"]`.
    pub(crate) also_behind: Option<List<'a, String>>,
    /// A run that may stand before an item and belongs to it: `led_by: (name: "look", of: ["colour"])`.
    pub(crate) led_by: Option<Box<Here<'a, RunFile<'a>>>>,
    /// A run that may stand behind an item and belongs to it: `followed_by: (name: "end", of: ["end"])`.
    pub(crate) followed_by: Option<Box<Here<'a, RunFile<'a>>>>,
    /// A run that every item takes behind it: `takes: (name: "place", joined_by: "joiner")`.
    pub(crate) takes: Option<Box<Here<'a, RunFile<'a>>>>,
}

/// A direction in which lines are read: from each tile to the next one this way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub enum Direction {
    /// Along a row, to the right.
    Right,
    /// Down a column.
    Down,
    /// Along a row, to the left.
    Left,
    /// Up a column.
    Up,
    /// Aslant, to the next column and the next row.
    DownRight,
    /// Aslant, to the column before and the next row.
    DownLeft,
    /// Aslant, to the next column and the row before.
    UpRight,
    /// Aslant, to the column and the row before.
    UpLeft,
}

impl Direction {
    /// The step from a tile to the next: columns to the right, rows down.
    ///
    /// ```
    /// assert_eq!(spellboard::Direction::DownLeft.step(), (-1, 1));
    /// ```
    pub fn step(self) -> (i32, i32) {
        match self {
            Direction::Right => (1, 0),
            Direction::Down => (0, 1),
            Direction::Left => (-1, 0),
            Direction::Up => (0, -1),
            Direction::DownRight => (1, 1),
            Direction::DownLeft => (-1, 1),
            Direction::UpRight => (1, -1),
            Direction::UpLeft => (-1, -1),
        }
    }

    /// The direction back.
    pub(crate) fn opposite(self) -> Direction {
        match self {
            Direction::Right => Direction::Left,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Up => Direction::Down,
            Direction::DownRight => Direction::UpLeft,
            Direction::DownLeft => Direction::UpRight,
            Direction::UpRight => Direction::DownLeft,
            Direction::UpLeft => Direction::DownRight,
        }
    }
}

/// How a line is gone through.
#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub(crate) enum ReadingFile<'a> {
    /// From every anchor both ways, the longest run back, then the longest run on: `Outward`.
    Outward,
    /// From the first word on, the longest sentence, then on from the word that stopped it:
    /// `Onward()`, or `Onward(give_back: "noun", before: ["verb"])`.
    Onward {
        /// The role of a word that the next sentence may begin with, although this one has it.
        give_back: Option<Here<'a, String>>,
        /// The roles of the stopping words before which it is given back.
        before: Option<List<'a, String>>,
        /// Whether a rule is left out whose blocks are all among those of another one that is read
        /// in the same direction: `widest: true`.
        widest: Option<Here<'a, bool>>,
    },
}
