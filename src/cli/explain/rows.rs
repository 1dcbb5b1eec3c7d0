//! The rows of the explanation for programs. The README says what the fields mean; they stay as they
//! are, and further ones may come.

use serde::Serialize;

use crate::cli::input::LevelPlace;

use crate::rules::PartKind;

/// A board.
#[derive(Serialize)]
pub(super) struct BoardRow<'a> {
    pub(super) name: Option<&'a str>,
    #[serde(flatten)]
    pub(super) place: LevelPlace<'a>,
    pub(super) width: i32,
    pub(super) height: i32,
    /// All its rules, which lines name by number.
    pub(super) rules: Vec<RuleRow>,
    pub(super) lines: Vec<LineRow<'a>>,
}

/// A rule that text spells, or that holds on every board.
#[derive(Serialize)]
pub(super) struct RuleRow {
    pub(super) text: String,
    pub(super) base: bool,
    /// The rule in force that cancels it, and those that make exceptions.
    pub(super) cancelled_by: Option<String>,
    pub(super) exceptions_by: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct LineRow<'a> {
    pub(super) direction: String,
    pub(super) read: bool,
    pub(super) tried: bool,
    pub(super) tiles: Vec<TileRow<'a>>,
    pub(super) rules: &'a [usize],
    pub(super) runs: Vec<Vec<RunRow<'a>>>,
    pub(super) readings: Vec<ReadingRow<'a>>,
    pub(super) would_say: &'a [String],
}

#[derive(Serialize)]
pub(super) struct TileRow<'a> {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) text: Vec<&'a str>,
    pub(super) things: Vec<&'a str>,
    pub(super) in_rule: bool,
    pub(super) used: bool,
    pub(super) fits: Vec<FitRow<'a>>,
    pub(super) mends: Vec<MendRow<'a>>,
}

#[derive(Serialize)]
pub(super) struct Place {
    pub(super) x: i32,
    pub(super) y: i32,
}

#[derive(Serialize)]
pub(super) struct WordsRow<'a> {
    pub(super) roles: Vec<&'a str>,
    pub(super) words: Vec<&'a str>,
}

#[derive(Serialize)]
pub(super) struct FitRow<'a> {
    pub(super) run: Option<NameRow<'a>>,
    #[serde(flatten)]
    pub(super) words: WordsRow<'a>,
    pub(super) with: &'a str,
    pub(super) makes: &'a [String],
    pub(super) in_place: bool,
}

#[derive(Serialize)]
pub(super) struct NameRow<'a> {
    pub(super) sentence: &'a str,
    pub(super) run: &'a str,
    pub(super) kind: PartKind,
}

#[derive(Serialize)]
pub(super) struct RunRow<'a> {
    pub(super) sentence: &'a str,
    pub(super) run: &'a str,
    pub(super) tiles: Vec<Place>,
}

#[derive(Serialize)]
pub(super) struct ReadingRow<'a> {
    pub(super) words: Vec<WordRow<'a>>,
    /// How many words stand before the whole sentence, and how many up to its end.
    pub(super) whole: Option<(usize, usize)>,
    pub(super) stops: Vec<StopRow<'a>>,
}

#[derive(Serialize)]
pub(super) struct WordRow<'a> {
    pub(super) word: &'a str,
    #[serde(flatten)]
    pub(super) name: NameRow<'a>,
    pub(super) tiles: Vec<Place>,
}

#[derive(Serialize)]
pub(super) struct StopRow<'a> {
    /// `null` at the edge of the board.
    pub(super) tile: Option<Place>,
    pub(super) side: &'static str,
    pub(super) complete: bool,
    pub(super) wanted: WordsRow<'a>,
    pub(super) runs: Vec<NameRow<'a>>,
}

#[derive(Serialize)]
pub(super) struct MendRow<'a> {
    #[serde(flatten)]
    pub(super) change: ChangeRow<'a>,
    pub(super) makes: &'a [String],
}

#[derive(Serialize)]
#[serde(tag = "mend", rename_all = "lowercase")]
pub(super) enum ChangeRow<'a> {
    Spelling {
        text: &'a str,
        word: &'a str,
    },
    Text {
        word: &'a str,
    },
    Spellings {
        words: Vec<SpellingRow<'a>>,
    },
    Corner {
        tiles: Vec<Place>,
        to: String,
    },
    Extra,
    Gap,
    Palette,
    Gaps,
    Split {
        words: Vec<&'a str>,
    },
    Apart {
        words: Vec<&'a str>,
    },
    Joined {
        word: &'a str,
    },
    Swapped,
    Between {
        #[serde(flatten)]
        words: WordsRow<'a>,
        with: &'a str,
    },
}

/// A word that a text is like, and where that text lies.
#[derive(Serialize)]
pub(super) struct SpellingRow<'a> {
    #[serde(flatten)]
    pub(super) at: Place,
    pub(super) word: &'a str,
}
