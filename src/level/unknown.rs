//! Names on a board that no word has: probably slips of the pen, although the board can be read.

use crate::letter_case::{lower, upper};
use std::collections::{BTreeMap, BTreeSet};

use super::check::LevelPieces;
use super::{Kind, Level, TEXT_PREFIX, game};
use crate::alike::same_looks;
use crate::diagnostic::{Place, Problem, nearest};
use crate::drawing;
use crate::lexicon::Lexicon;
use crate::notation::{Json, Notation};
use crate::source::Source;

/// What an unknown name is the name of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Of {
    Block,
    Thing,
    /// A word that letters may spell.
    Spelled,
}

/// How a name is written down.
#[derive(Debug, Clone, Copy)]
enum Written {
    /// On a drawn board.
    Drawn,
    /// In a level file, where words of blocks have a prefix.
    File,
    /// In the settings of a level of the game.
    Game,
}

/// The unknown names of a level that can be read, each as a warning at the first place where it
/// stands in its text, drawn or not. A thing is named only where a known one is like it: scenery needs
/// no word. Those that are expected are left out.
pub(crate) fn unknown_names(
    source: &Source,
    is_drawn: bool,
    lexicon: &Lexicon,
    expected: &BTreeSet<&str>,
) -> Vec<Problem> {
    let mut said: BTreeSet<(Of, String)> = BTreeSet::new();
    let written = if is_drawn {
        Written::Drawn
    } else {
        Written::File
    };
    let mut problems = Vec::new();
    for (of, name, part) in named(source, is_drawn) {
        let mut is_new = || said.insert((of, name.clone()));
        let is_known = is_known(of, &name, lexicon) || expected.contains(name.as_str());
        if !is_known && is_new() {
            problems.extend(unknown(
                of,
                &name,
                lexicon,
                (source.place_of(part, ""), written),
            ));
        }
    }
    problems
}

/// The unknown names of a level of the game, each as a warning where its settings give it, or else
/// for the file with its layers as a whole.
pub(crate) fn unknown_in_game(
    level: &Level,
    settings: &Source,
    layers: &Place,
    lexicon: &Lexicon,
) -> Vec<Problem> {
    let mut names = BTreeMap::new();
    for object in &level.objects {
        match Kind::parse(&object.kind) {
            Ok(Kind::Text(word)) => names.insert((Of::Block, word), object.kind.as_str()),
            Ok(Kind::Thing(noun)) => names.insert((Of::Thing, noun), object.kind.as_str()),
            Err(_) => None,
        };
    }
    let unknown = names.into_iter().filter_map(|((of, name), kind)| {
        let place = match game::name_of(kind, settings) {
            Some(part) => settings.place_of(part, ""),
            None => layers.clone(),
        };
        let is_unknown = !is_known(of, name, lexicon);
        is_unknown.then(|| unknown(of, name, lexicon, (place, Written::Game)))?
    });
    let mut problems: Vec<Problem> = unknown.collect();
    problems.sort_by(|a, b| a.position().cmp(&b.position()));
    problems
}

/// Every name in the text of a level: of what, the name, and the part of the text that has it.
fn named(source: &Source, is_drawn: bool) -> Vec<(Of, String, &str)> {
    let mut named = Vec::new();
    let mut object = |kind: &str, part| match Kind::parse(kind) {
        Ok(Kind::Text(word)) => named.push((Of::Block, word.to_owned(), part)),
        Ok(Kind::Thing(noun)) => named.push((Of::Thing, noun.to_owned(), part)),
        Err(_) => {}
    };
    if is_drawn {
        for (_, tile) in drawing::drawn(source.text()) {
            for name in drawing::names(tile) {
                if let Ok(kind) = drawing::kind(name) {
                    object(&kind.write(), name);
                }
            }
        }
        return named;
    }
    let Ok(level) = Json::parse::<LevelPieces>(source.text()) else {
        return named;
    };
    let (kinds, palette) = level.names();
    for at in kinds {
        let text = at.text();
        if let Some(kind) = at.value() {
            object(&kind, text);
        }
    }
    for at in palette {
        let text = at.text();
        named.extend(at.value().map(|word| (Of::Spelled, word, text)));
    }
    named
}

fn is_known(of: Of, name: &str, lexicon: &Lexicon) -> bool {
    match of {
        Of::Thing => lexicon.word(&upper(name)).is_some(),
        Of::Block | Of::Spelled => lexicon.word(name).is_some(),
    }
}

/// The warning for an unknown name, as it is written at a place; `None` for one that nobody has to know.
fn unknown(
    of: Of,
    name: &str,
    lexicon: &Lexicon,
    (mut place, written): (Place, Written),
) -> Option<Problem> {
    let words = || lexicon.words().map(|word| lexicon.name(word));
    let prefix = match written {
        Written::File => TEXT_PREFIX,
        Written::Drawn | Written::Game => "",
    };
    let sign = match written {
        Written::Drawn => drawing::sign_meant(name),
        Written::File | Written::Game => None,
    };
    let block = (of == Of::Thing)
        .then(|| block_meant(name, lexicon))
        .flatten();
    let like = nearest(name, words());
    let message = match of {
        Of::Thing => format!("no word names the thing `{name}`"),
        Of::Block => format!("`{name}` is in no words file, so no sentence reads it"),
        Of::Spelled => format!("`{name}` is in no words file, so no letters spell it"),
    };
    let looks = like.and_then(|like| same_looks(name, like));
    place.label = match (like, of) {
        _ if sign.is_some() => sign?,
        _ if block.is_some() => format!("did you mean `{prefix}{}`?", block?),
        (Some(like), _) if looks.is_some() => {
            let (here, there) = looks.map(|(here, there)| (u32::from(here), u32::from(there)))?;
            format!("`{like}` looks the same, with U+{there:04X} for U+{here:04X}")
        }
        (Some(like), Of::Thing) => format!("did you mean `{}`?", lower(like)),
        (Some(like), Of::Block) => format!("did you mean `{prefix}{like}`?"),
        (Some(like), Of::Spelled) => format!("did you mean `{like}`?"),
        (None, Of::Thing) => return None,
        (None, _) => "add it to the words, or leave it out".to_owned(),
    };
    Some(Problem {
        is_unknown: of != Of::Thing,
        ..Problem::warning(message, place)
    })
}

/// The word of a block that is written as a thing, as in `text_owl`.
fn block_meant(name: &str, lexicon: &Lexicon) -> Option<String> {
    let rest = name.strip_prefix(TEXT_PREFIX.trim_end_matches(':'))?;
    let word = upper(rest.strip_prefix(['_', '-', '.', '/'])?);
    let words = lexicon.words().map(|word| lexicon.name(word));
    let like = nearest(&word, words).map(str::to_owned);
    Some(like.unwrap_or(word)).filter(|word| !word.is_empty())
}
