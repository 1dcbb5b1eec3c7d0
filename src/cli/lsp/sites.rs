//! The sites of a file: where it names roles, words and runs, and what each name means there.
//!
//! A half-written file has sites too, so they are found in its shape and not in what its reader
//! makes of it.

use crate::letter_case::has_lower;
use std::ops::Range;

use super::files::Kind;
use crate::drawing;
use crate::level::TEXT_PREFIX;
use crate::notation::{Form, Outline};
use crate::object::Tile;
use crate::scenario::{IN_FORCE, STATED};

/// A name in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Site {
    /// Its place, without quotes.
    pub(super) span: Range<usize>,
    pub(super) name: String,
    pub(super) means: Means,
    /// Whether it is here that the name is given its meaning.
    pub(super) defines: bool,
    /// Where the object lies that has this name.
    pub(super) tile: Option<Tile>,
}

/// What a name means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Means {
    Role,
    Word,
    /// A thing, by its noun in lower case.
    Thing,
    /// A word, or all words of a role.
    RoleOrWord,
    /// A form of sentence.
    Sentence,
    /// A run of the form of sentence of this name.
    Run(String),
    /// Words with blanks between them.
    Words,
    /// A block or a thing, as level files write it.
    Object,
}

/// What a name means by the names that lead to it, the last of which it is itself where `is_name`
/// says so; and whether it defines that.
pub(super) fn meaning(kind: Kind, path: &[&str], is_name: bool) -> Option<(Means, bool)> {
    match kind {
        Kind::Grammar => in_grammar(path, is_name),
        Kind::Words if !is_name => match path {
            ["words", "name"] => Some((Means::Word, true)),
            ["words", "role" | "roles"] => Some((Means::Role, false)),
            ["words", "accepts"] => Some((Means::RoleOrWord, false)),
            _ => None,
        },
        Kind::Level if !is_name => match path {
            ["objects", "kind"] => Some((Means::Object, false)),
            ["palette"] => Some((Means::Word, false)),
            _ => None,
        },
        _ => None,
    }
}

fn in_grammar(path: &[&str], is_name: bool) -> Option<(Means, bool)> {
    let field = path.last().copied().unwrap_or_default();
    let run = |sentence: &&str| Means::Run((*sentence).to_owned());
    Some(match (path, is_name) {
        (["roles", _], true) => (Means::Role, true),
        (["words", _], true) => (Means::Word, true),
        (["words", _], false) => (Means::Role, false),
        (["sentences", _], true) => (Means::Sentence, true),
        (["spell", "except", _], true) => (Means::Role, false),
        (_, true) => return None,
        (["sentences", sentence, "anchor"], _) => (run(sentence), false),
        (["sentences", sentence, .., "name"], _) => (run(sentence), true),
        (["sentences", _, ..], _) => match field {
            "of" | "joined_by" | "negated_by" | "negated_after" | "negated" | "only_first"
            | "beside" | "also_behind" => (Means::Role, false),
            _ => return None,
        },
        (["reading", _] | ["unread"] | ["spell", "letters"], _) => (Means::Role, false),
        (["spell", "except", _, "with"], _) => (Means::Word, false),
        (["base"], _) => (Means::Words, false),
        (["in_force", .., "of"], _) => (Means::Role, false),
        (["in_force", ..], _) => (Means::Word, false),
        _ => return None,
    })
}

/// All sites of a text, in its order.
pub(super) fn sites(kind: Kind, text: &str) -> Vec<Site> {
    match kind {
        Kind::Board => on_board(text),
        Kind::Levels => Vec::new(),
        Kind::Grammar => in_outline(kind, text, &Outline::ron(text)),
        Kind::Words | Kind::Level => in_outline(kind, text, &Outline::json(text)),
    }
}

fn in_outline(kind: Kind, text: &str, outline: &Outline) -> Vec<Site> {
    let mut sites = Vec::new();
    for (index, node) in outline.nodes().iter().enumerate() {
        let path = outline.path(index);
        let path: Vec<&str> = path.iter().map(|name| &**name).collect();
        let mut add = |span: &Range<usize>, is_name: bool| {
            if let Some((means, defines)) = meaning(kind, &path, is_name) {
                let name = outline.string(span.clone()).trim().to_owned();
                let span = outline.inner(span.clone());
                let site = Site {
                    span,
                    name,
                    means,
                    defines,
                    tile: None,
                };
                add_site(text, site, || tile(text, outline, index), &mut sites);
            }
        };
        if let Some(key) = &node.key {
            add(key, true);
        }
        if matches!(node.form, Form::Text | Form::OpenText) {
            add(&node.span, false);
        }
    }
    sites
}

/// Adds a site, or those of the names that it is made of.
fn add_site(text: &str, site: Site, tile: impl Fn() -> Option<Tile>, sites: &mut Vec<Site>) {
    match site.means {
        Means::Words => sites.extend(words(text, site.span)),
        Means::Object => {
            let tile = tile();
            let written = &text[site.span.clone()];
            let (skipped, means) = match site.name.strip_prefix(TEXT_PREFIX) {
                Some(_) if written.starts_with(TEXT_PREFIX) => (TEXT_PREFIX.len(), Means::Word),
                Some(_) => (0, Means::Word),
                None => (0, Means::Thing),
            };
            let name = site.name.strip_prefix(TEXT_PREFIX).unwrap_or(&site.name);
            sites.push(Site {
                span: site.span.start + skipped..site.span.end,
                name: name.to_owned(),
                means,
                tile,
                ..site
            });
        }
        _ => sites.push(site),
    }
}

/// The words of a part of a text that has blanks between them.
fn words(text: &str, span: Range<usize>) -> impl Iterator<Item = Site> {
    text[span].split_whitespace().map(|word| Site {
        span: span_of(text, word),
        name: word.to_owned(),
        means: Means::Word,
        defines: false,
        tile: None,
    })
}

/// Where the object lies that a value of a level file belongs to.
fn tile(text: &str, outline: &Outline, node: usize) -> Option<Tile> {
    let object = outline.nodes()[node].parent?;
    let number = |field: &str| -> Option<i32> {
        let mut fields = outline
            .children(object)
            .map(|index| &outline.nodes()[index]);
        let found = fields.find(|node| {
            let key = node.key.clone();
            key.is_some_and(|key| outline.string(key) == field)
        });
        text[found?.span.clone()].trim().parse().ok()
    };
    Some(Tile {
        x: number("x")?,
        y: number("y")?,
    })
}

/// The names of a drawn board, and the words of the rules that its first lines state.
fn on_board(text: &str) -> Vec<Site> {
    let stated = text.lines().filter_map(|line| {
        let held = || line.strip_prefix(IN_FORCE);
        line.strip_prefix(STATED).or_else(held)
    });
    let mut sites: Vec<Site> = stated
        .flat_map(|line| line.split([';', '}']))
        .flat_map(|part| match part.split_once('{') {
            // The word before a brace is no word of the board: it says that an exception follows.
            Some((rule, exception)) => [
                rule.rsplit_once(' ').map_or("", |(rule, _)| rule),
                exception,
            ],
            None => [part, ""],
        })
        .filter(|part| !part.is_empty())
        .flat_map(|part| words(text, span_of(text, part)))
        .collect();
    for (tile, written) in drawing::drawn(text) {
        for name in drawing::names(written).filter(|name| !name.is_empty()) {
            let bare = name.trim_start_matches('*');
            let is_thing = bare.len() < name.len() || has_lower(name);
            sites.push(Site {
                span: span_of(text, bare),
                name: bare.to_owned(),
                means: if is_thing { Means::Thing } else { Means::Word },
                defines: false,
                tile: Some(tile),
            });
        }
    }
    sites
}

/// Where a slice of a text stands in it.
fn span_of(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};

    /// Every grammar of the repository.
    fn grammars(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                grammars(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "ron") {
                found.push(path);
            }
        }
    }

    #[test]
    fn every_string_of_every_grammar_has_a_meaning() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut found = Vec::new();
        for folder in ["grammar", "tests/features", "tests/grammars"] {
            grammars(&root.join(folder), &mut found);
        }
        assert!(found.len() > 20, "{found:?}");
        for path in found {
            let text = std::fs::read_to_string(&path).unwrap();
            let outline = Outline::ron(&text);
            for (index, node) in outline.nodes().iter().enumerate() {
                let names = outline.path(index);
                let names: Vec<&str> = names.iter().map(|name| &**name).collect();
                let key = node.key.clone().map(|key| &text[key]);
                let of_author = key.is_some_and(|key| key.starts_with('"'));
                let is_prose = names.len() == 2 && names[0] == "roles";
                let known = |is_name| meaning(Kind::Grammar, &names, is_name).is_some();
                let file = path.display();
                assert!(!of_author || known(true), "{file}: the name {names:?}");
                assert!(
                    node.form != Form::Text || is_prose || known(false),
                    "{file}: {names:?} names something: say in `in_grammar` what"
                );
            }
        }
    }
}
