//! The level file: what lies where on a board.

mod check;
#[cfg(feature = "game-levels")]
mod game;
#[cfg(feature = "cli")]
mod indented;
#[cfg(feature = "cli")]
mod unknown;

use serde::{Deserialize, Deserializer, Serialize};

use crate::diagnostic::{Problems, invisible, tidy};
use crate::letter_case::{has_lower, has_upper, lower, upper};
use crate::mistaken::{FileKind, mistaken};
use crate::notation::Named;
use crate::source::Source;
use crate::words_file::fault_of;

#[cfg(feature = "cli")]
pub(crate) use indented::indented;
#[cfg(feature = "cli")]
pub(crate) use unknown::{unknown_in_game, unknown_names};

/// A level as its file has it: a size in tiles, and objects with a tile each.
///
/// ```
/// use spellboard::{Level, Source};
///
/// let file = r#"{ "width": 3, "height": 1, "objects": [{ "kind": "text:OWL", "x": 2, "y": 0 }] }"#;
/// let level = Level::from_json(&Source::new("owl.json", file))?;
/// assert_eq!((level.width, level.height, level.objects[0].x), (3, 1, 2));
/// # Ok::<(), spellboard::Problems>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "cli",
    derive(schemars::JsonSchema),
    schemars(description = "A level: a size in tiles, and objects with a tile each.")
)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The schema that editors check the file against.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The level's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Tiles in a row, at least 1.
    #[cfg_attr(feature = "cli", schemars(range(min = 1)))]
    pub width: i32,
    /// Tiles in a column, at least 1.
    #[cfg_attr(feature = "cli", schemars(range(min = 1)))]
    pub height: i32,
    /// What lies on the board, any number of objects on a tile.
    #[serde(default, deserialize_with = "objects")]
    pub objects: Vec<LevelObject>,
    /// The words that letters may spell in this level; all of them where it is left out.
    #[cfg_attr(feature = "cli", schemars(inner(regex(pattern = crate::words_file::WORD))))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub palette: Option<Vec<String>>,
}

/// One object of a level.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LevelObject {
    /// `text:` and a word in upper case for a block that carries the word, or the noun of a thing
    /// in lower case.
    #[cfg_attr(
        feature = "cli",
        schemars(regex(pattern = r"^(text:([^\s\p{Ll}]|[ა-ჿ])+|([^\s\p{Lu}:]|[Ა-Ჿ])+)$"))
    )]
    pub kind: String,
    /// The column, 0 at the left.
    #[cfg_attr(feature = "cli", schemars(range(min = 0)))]
    pub x: i32,
    /// The row, 0 at the top.
    #[cfg_attr(feature = "cli", schemars(range(min = 0)))]
    pub y: i32,
}

/// Reads a level's objects, of which none may be a list.
fn objects<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<LevelObject>, D::Error> {
    let objects = Vec::<Named<LevelObject>>::deserialize(deserializer)?;
    Ok(objects.into_iter().map(|Named(object)| object).collect())
}

impl Level {
    /// Reads a level from JSON.
    ///
    /// # Errors
    /// Everything that is wrong with it; nothing of a level with an error is used.
    pub fn from_json(source: &Source) -> Result<Level, Problems> {
        match serde_json::from_str(source.text()) {
            Ok(Named::<Level>(level)) if level.is_sound() => Ok(level),
            _ => match mistaken(source, FileKind::Level) {
                Some(problem) => Err(problem.into()),
                None => Err(check::problems_of(source)),
            },
        }
    }

    /// Whether the size is positive, every object has a proper kind and lies on the board, and the
    /// palette lists words.
    fn is_sound(&self) -> bool {
        let on_board =
            |o: &LevelObject| (0..self.width).contains(&o.x) && (0..self.height).contains(&o.y);
        self.width > 0
            && self.height > 0
            && self
                .objects
                .iter()
                .all(|o| on_board(o) && Kind::parse(&o.kind).is_ok())
            && self
                .palette
                .iter()
                .flatten()
                .all(|word| fault_of(word).is_none())
    }
}

/// What an object is, told from its kind as files write it.
///
/// ```
/// use spellboard::Kind;
///
/// assert_eq!(Kind::parse("text:OWL"), Ok(Kind::Text("OWL")));
/// assert_eq!(Kind::parse("owl"), Ok(Kind::Thing("owl")));
/// assert_eq!(
///     Kind::parse("object:OWL").unwrap_err().to_string(),
///     "`object:OWL` is neither a thing nor a text block; did you mean `owl`?",
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind<'a> {
    /// A block that carries a word: `text:` in front, the word in upper case.
    Text(&'a str),
    /// A thing, named by its noun in lower case.
    Thing(&'a str),
}

/// Why a kind is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindError {
    /// What is wrong.
    pub(crate) message: String,
    /// What was probably meant.
    pub(crate) label: String,
}

impl std::fmt::Display for KindError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}; {}", self.message, self.label)
    }
}

impl std::error::Error for KindError {}

/// What stands before the word in the kind of a text block.
pub(crate) const TEXT_PREFIX: &str = "text:";

/// What the two kinds look like.
const TWO_FORMS: &str = "a thing is its noun in lower case, a block is `text:` and its word";

impl<'a> Kind<'a> {
    /// Tells what a kind says.
    ///
    /// # Errors
    /// Where it is neither a thing nor a text block, with what was probably meant.
    pub fn parse(kind: &'a str) -> Result<Kind<'a>, KindError> {
        match kind.strip_prefix(TEXT_PREFIX) {
            Some("") => Err(KindError::new(
                "no word follows `text:`",
                "a word in upper case belongs here",
            )),
            _ if kind.is_empty() => Err(KindError::new("a kind cannot be empty", TWO_FORMS)),
            _ if kind.chars().any(|c| c.is_whitespace() || c.is_control()) => {
                Err(KindError::blank(kind))
            }
            _ if invisible(kind).is_some() => Err(KindError::invisible(kind)),
            Some(word) if has_lower(word) => Err(KindError::new(
                format!("the word of `{kind}` is in lower case"),
                format!("did you mean `{TEXT_PREFIX}{}`?", upper(word)),
            )),
            Some(word) => Ok(Kind::Text(word)),
            None if kind.contains(':') || has_upper(kind) => Err(KindError::neither(kind)),
            None => Ok(Kind::Thing(kind)),
        }
    }

    /// The kind as files write it.
    pub(crate) fn write(self) -> String {
        match self {
            Kind::Text(word) => format!("{TEXT_PREFIX}{word}"),
            Kind::Thing(noun) => noun.to_owned(),
        }
    }
}

impl KindError {
    pub(crate) fn new(message: impl Into<String>, label: impl Into<String>) -> Self {
        KindError {
            message: tidy(message.into()),
            label: tidy(label.into()),
        }
    }

    /// For a kind with a character in it that nobody can see.
    pub(crate) fn invisible(kind: &str) -> Self {
        let message = format!("`{kind}` has an invisible character in it");
        let sign = invisible(kind).map_or(0, u32::from);
        KindError::new(message, format!("write it without U+{sign:04X}"))
    }

    /// For a kind with a blank or a control character in it.
    fn blank(kind: &str) -> Self {
        let control = |c: char| c.is_control() && !c.is_whitespace();
        if kind.chars().any(control) {
            let message = format!("the kind `{kind}` has a control character in it");
            return KindError::new(message, "write it with letters");
        }
        let parts: Vec<&str> = kind.split(':').map(str::trim).collect();
        let meant = parts.join(":");
        let label = match (meant != kind).then(|| Kind::parse(&meant)) {
            None => "an object has one name, without blanks".to_owned(),
            Some(Ok(_)) => format!("did you mean `{meant}`?"),
            Some(Err(error)) => error.label,
        };
        KindError::new(format!("the kind `{kind}` has a blank in it"), label)
    }

    /// For a kind that has neither form.
    fn neither(kind: &str) -> Self {
        let (prefix, name) = kind.split_once(':').unwrap_or(("", kind));
        let thing = lower(name);
        let block = format!("{TEXT_PREFIX}{}", upper(name));
        let label = if thing.is_empty() || thing.contains(':') {
            TWO_FORMS.to_owned()
        } else if TEXT_PREFIX.starts_with(&prefix.to_lowercase()) && !prefix.is_empty() {
            format!("did you mean `{block}`?")
        } else if prefix.is_empty() {
            format!("did you mean the block `{block}` or the thing `{thing}`?")
        } else {
            format!("did you mean `{thing}`?")
        };
        KindError::new(
            format!("`{kind}` is neither a thing nor a text block"),
            label,
        )
    }
}
