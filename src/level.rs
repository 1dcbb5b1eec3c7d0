//! The level file: what lies where on a board.

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Problem, Problems, tidy};
use crate::notation::{At, Json};
use crate::source::Source;

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
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
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
    #[serde(default)]
    pub objects: Vec<LevelObject>,
    /// The words that letters may spell in this level; all of them where it is left out.
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
        schemars(regex(pattern = r"^(text:[^\s\p{Ll}]+|[^\s\p{Lu}:]+)$"))
    )]
    pub kind: String,
    /// The column, 0 at the left.
    #[cfg_attr(feature = "cli", schemars(range(min = 0)))]
    pub x: i32,
    /// The row, 0 at the top.
    #[cfg_attr(feature = "cli", schemars(range(min = 0)))]
    pub y: i32,
}

impl Level {
    /// Reads a level from JSON. Everything that is wrong with it is reported, and nothing of a
    /// level with an error is used.
    pub fn from_json(source: &Source) -> Result<Level, Problems> {
        match serde_json::from_str::<Level>(source.text()) {
            Ok(level) if level.is_sound() => Ok(level),
            _ => Err(problems_of(source)),
        }
    }

    /// Whether the size is positive and every object has a proper kind and lies on the board.
    fn is_sound(&self) -> bool {
        let on_board =
            |o: &LevelObject| (0..self.width).contains(&o.x) && (0..self.height).contains(&o.y);
        self.width > 0
            && self.height > 0
            && self
                .objects
                .iter()
                .all(|o| on_board(o) && Kind::parse(&o.kind).is_ok())
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
const TEXT_PREFIX: &str = "text:";

impl<'a> Kind<'a> {
    /// Tells what a kind says.
    pub fn parse(kind: &'a str) -> Result<Kind<'a>, KindError> {
        let blank = kind.chars().any(|c| c.is_whitespace() || c.is_control());
        match kind.strip_prefix(TEXT_PREFIX) {
            Some("") => Err(KindError::new(
                "no word follows `text:`",
                "a word in upper case belongs here",
            )),
            _ if kind.is_empty() => Err(KindError::new(
                "a kind cannot be empty",
                "a thing is its noun in lower case, a block is `text:` and its word",
            )),
            _ if blank => Err(KindError::new(
                format!("the kind `{kind}` has a blank in it"),
                "an object has one name, without blanks",
            )),
            Some(word) if word.chars().any(char::is_lowercase) => Err(KindError::new(
                format!("the word of `{kind}` is in lower case"),
                format!("did you mean `{TEXT_PREFIX}{}`?", word.to_uppercase()),
            )),
            Some(word) => Ok(Kind::Text(word)),
            None if kind.contains(':') || kind.chars().any(char::is_uppercase) => {
                Err(KindError::neither(kind))
            }
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

    /// For a kind that has neither form.
    fn neither(kind: &str) -> Self {
        let (prefix, name) = kind.split_once(':').unwrap_or(("", kind));
        let thing = name.to_lowercase();
        let block = format!("{TEXT_PREFIX}{}", name.to_uppercase());
        let label = if thing.is_empty() || thing.contains(':') {
            "a thing is its noun in lower case, a block is `text:` and its word".to_owned()
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

/// A list of words in pieces.
type Words<'a> = Vec<At<'a, String, Json>>;

/// A level file in pieces, read only to say what is wrong with it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
struct LevelPieces<'a> {
    #[serde(rename = "$schema")]
    schema: Option<At<'a, String, Json>>,
    name: Option<At<'a, Option<String>, Json>>,
    width: At<'a, i32, Json>,
    height: At<'a, i32, Json>,
    objects: Option<At<'a, Vec<At<'a, ObjectPieces<'a>, Json>>, Json>>,
    palette: Option<At<'a, Option<Words<'a>>, Json>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
struct ObjectPieces<'a> {
    kind: At<'a, String, Json>,
    x: At<'a, i32, Json>,
    y: At<'a, i32, Json>,
}

/// All that is wrong with a level file that could not be used.
fn problems_of(source: &Source) -> Problems {
    let mut problems = Vec::new();
    match source.parse::<Json, LevelPieces>() {
        Ok(level) => check_level(source, level, &mut problems),
        Err(problem) => problems.push(problem),
    }
    if problems.is_empty() {
        // Not reached as long as both models ask for the same; a level is never lost silently.
        problems.push(Problem::error("this level cannot be read", source.whole()));
    }
    match Problems::none_or::<Level>(problems, None) {
        Err(problems) => problems,
        Ok(_) => unreachable!("no level was given"),
    }
}

fn check_level(source: &Source, level: LevelPieces, problems: &mut Vec<Problem>) {
    for text in [level.schema].into_iter().flatten() {
        text.get(source, problems);
    }
    level.name.and_then(|name| name.get(source, problems));
    let width = check_size(source, "width", level.width, problems);
    let height = check_size(source, "height", level.height, problems);
    let palette = level
        .palette
        .and_then(|palette| palette.get(source, problems))
        .flatten();
    for word in palette.into_iter().flatten() {
        word.get(source, problems);
    }
    for object in level
        .objects
        .and_then(|objects| objects.get(source, problems))
        .unwrap_or_default()
    {
        let Some(object) = object.get(source, problems) else {
            continue;
        };
        let kind = object.kind.text();
        if let Some(Err(error)) = object
            .kind
            .get(source, problems)
            .map(|k| Kind::parse(&k).map(|_| ()))
        {
            problems.push(Problem::error(
                error.message,
                source.place_of(kind, error.label),
            ));
        }
        check_coordinate(source, "x", object.x, width, problems);
        check_coordinate(source, "y", object.y, height, problems);
    }
}

/// A size in tiles, where it is one.
fn check_size(
    source: &Source,
    name: &str,
    at: At<i32, Json>,
    problems: &mut Vec<Problem>,
) -> Option<i32> {
    let text = at.text();
    let size = at.get(source, problems)?;
    if size < 1 {
        let label = "a board has at least one row and one column";
        problems.push(Problem::error(
            format!("the {name} is {size}"),
            source.place_of(text, label),
        ));
        return None;
    }
    Some(size)
}

fn check_coordinate(
    source: &Source,
    axis: &str,
    at: At<i32, Json>,
    size: Option<i32>,
    problems: &mut Vec<Problem>,
) {
    let text = at.text();
    let (Some(value), Some(size)) = (at.get(source, problems), size) else {
        return;
    };
    if !(0..size).contains(&value) {
        let message = format!("this object lies outside the board: {axis} is {value}");
        let label = format!("{axis} goes from 0 to {} here", size - 1);
        problems.push(Problem::error(message, source.place_of(text, label)));
    }
}
