//! What is said of a name under the pointer, and which rules the text of a board spells there.

use std::collections::BTreeSet;
use std::sync::Arc;

use gen_lsp_types::{Hover, MarkupContent, MarkupKind};

use super::fields::Shape;
use super::files::Kind;
use super::find::Target;
use super::language::Language;
use super::look::Look;
use super::sites::{Means, Site};
use crate::board::Board;
use crate::diagnostic::nearest;
use crate::drawing;
use crate::level::Level;
use crate::notation::{Outline, Spot};
use crate::object::Tile;
use crate::project::Files;
use crate::rules::Rule;
use crate::source::Source;

/// The most rules and words that are listed.
const MOST: usize = 20;

impl Look<'_> {
    /// What is known of the place that the request is about.
    pub(super) fn hover(&mut self) -> Option<Hover> {
        let site = self.site();
        let mut paragraphs = match &site {
            Some(site) => self.about_site(site),
            None => self.about_field().into_iter().collect(),
        };
        if self.is_board() {
            paragraphs.extend(self.about_rules(site.as_ref()));
        }
        if paragraphs.is_empty() {
            return None;
        }
        let text = paragraphs.join("\n\n");
        let (kind, value) = match self.client.markdown {
            true => (MarkupKind::Markdown, text),
            false => (MarkupKind::PlainText, text.replace(['`', '*'], "")),
        };
        let range = site.map(|site| self.text.range(site.span, self.client.encoding));
        Some(Hover {
            contents: MarkupContent { kind, value }.into(),
            range,
        })
    }

    /// What each language of the file says of a name; what several say alike is said once.
    fn about_site(&mut self, site: &Site) -> Vec<String> {
        let mut said: Vec<String> = Vec::new();
        let mut roles: Vec<(String, Vec<&str>)> = Vec::new();
        let languages = self.languages.clone();
        for language in &languages {
            let target = self.project.target(self.files, language, site);
            let about = match &target {
                Target::Role(name) => {
                    let about = self.about_role(language, name);
                    match roles.iter_mut().find(|(known, _)| *known == about) {
                        Some((_, grammars)) => grammars.push(&language.grammar),
                        None => roles.push((about, vec![&language.grammar])),
                    }
                    continue;
                }
                Target::Word(name) => self.about_word(language, name, site),
                Target::Sentence(name) => format!("`{name}`: a form of sentence"),
                Target::Run { sentence, name } => {
                    format!("`{name}`: a run of the sentence `{sentence}`")
                }
            };
            if !said.contains(&about) {
                said.push(about);
            }
        }
        let roles = roles.into_iter();
        said.extend(roles.map(|(about, grammars)| format!("{about} {}", grammars.join(", "))));
        said
    }

    /// What a grammar says of a role, up to the grammar's name.
    fn about_role(&mut self, language: &Language, name: &str) -> String {
        let index = &self.project.known(self.files, language).index;
        let Some(role) = index.role(name) else {
            return format!("`{name}` is not a role of");
        };
        let has_role = |roles: &[String]| roles.iter().any(|role| role == name);
        let words = index.words.iter().filter(|(_, word)| has_role(&word.roles));
        let words: Vec<&str> = words.map(|(word, _)| word.as_str()).collect();
        let with_it = match words.len() {
            0 => "No word has it yet".to_owned(),
            count => format!("{}: {}", counted(count, "word"), shortened(&words, ", ")),
        };
        format!("`{name}`: {}\n\n{with_it}\n\nA role of", role.meaning)
    }

    fn about_word(&mut self, language: &Language, name: &str, site: &Site) -> String {
        let known = self.project.known(self.files, language);
        let Some(word) = known.index.words.get(name) else {
            if site.means == Means::Thing {
                return format!("`{}`: a thing; no word names it", site.name);
            }
            let words = known.index.words.keys().map(String::as_str);
            let meant = nearest(name, words).map(|meant| format!("; did you mean `{meant}`?"));
            let meant = meant.unwrap_or_default();
            return format!(
                "`{name}` is no word of {}{meant}",
                language.words.join(", ")
            );
        };
        let meaning = |role: &String| match known.index.role(role) {
            Some(known) => format!("`{role}`: {}", known.meaning),
            None => format!("`{role}`, which is no role of {}", language.grammar),
        };
        let roles: Vec<String> = word.roles.iter().map(meaning).collect();
        let thing = match site.means {
            Means::Thing => format!("`{}`: a thing, named by ", site.name),
            _ => String::new(),
        };
        let mut about = format!("{thing}**{name}**, {}", roles.join("\n\nand "));
        if !word.accepts.is_empty() {
            about += &format!("\n\nAccepts {}", word.accepts.join(", "));
        }
        let Some(file) = known.source(word.file) else {
            return about;
        };
        let before = file.text().bytes().take(word.place.start);
        let line = before.filter(|&byte| byte == b'\n').count() + 1;
        let file = file.name().to_owned();
        match self.files.has(&file) {
            true => about + &format!("\n\nDefined in {file}, line {line}"),
            false => about + &format!("\n\nDefined in the built-in {file}"),
        }
    }

    /// What a field of a file is for.
    fn about_field(&self) -> Option<String> {
        let text = self.text.as_str();
        let outline = match self.kind {
            Kind::Grammar => Outline::ron(text),
            Kind::Words | Kind::Level => Outline::json(text),
            Kind::Levels | Kind::Board => return None,
        };
        let shape = Shape::of(self.kind)?;
        let (name, about) = match outline.spot(self.offset) {
            Spot::Key(node) => {
                let node = &outline.nodes()[node];
                let name = outline.string(node.key.clone()?);
                let about = shape.at(&outline, node.parent?)?.about_field(&name)?;
                (name, about)
            }
            Spot::Value(node) | Spot::Tag(node) => {
                let value = &outline.nodes()[node];
                let name = outline.string(value.tag.clone().unwrap_or(value.span.clone()));
                let about = shape.before_tag(&outline, node)?.about_choice(&name)?;
                (name, about)
            }
            Spot::In(_) | Spot::Outside => return None,
        };
        Some(format!("`{name}`: {about}"))
    }

    /// The rules that the text of the board spells at a tile, and in its row.
    fn about_rules(&mut self, site: Option<&Site>) -> Vec<String> {
        let language = self.languages[0].clone();
        let Some(grammar) = self.project.known(self.files, &language).last.clone() else {
            return Vec::new();
        };
        let source = Source::new(self.name.as_str(), self.text.as_str());
        let level = match self.kind {
            Kind::Board => drawing::level(&source),
            _ => Level::from_json(&source),
        };
        let tile = site.and_then(|site| site.tile);
        let row = tile.map(|tile| tile.y).or_else(|| self.drawn_row());
        let (Ok(level), Some(row)) = (level, row) else {
            return Vec::new();
        };
        let Ok(board) = Board::from_level(Arc::clone(&grammar), &level) else {
            return Vec::new();
        };
        match board.rules() {
            Ok(rules) => rules_at(&board, rules.iter(), tile, row),
            Err(error) => vec![error.to_string()],
        }
    }

    /// The row of a drawn board whose line the request is about.
    fn drawn_row(&self) -> Option<i32> {
        if self.kind != Kind::Board {
            return None;
        }
        let text = self.text.as_str();
        let start = text[..self.offset].rfind('\n').map_or(0, |end| end + 1);
        let line = text[start..].split('\n').next().unwrap_or_default();
        let line = line.as_ptr() as usize..line.as_ptr() as usize + line.len();
        let mut tiles = drawing::drawn(text);
        let on_line = tiles.find(|(_, tile)| line.contains(&(tile.as_ptr() as usize)));
        on_line.map(|(tile, _)| tile.y)
    }
}

/// The rules that a tile takes part in, and the others that its row does.
fn rules_at<'r>(
    board: &Board,
    rules: impl Iterator<Item = Rule<'r>>,
    tile: Option<Tile>,
    row: i32,
) -> Vec<String> {
    let (mut here, mut in_row) = (Vec::new(), Vec::new());
    for rule in rules {
        let text = rule.text(board.grammar());
        let tiles: Vec<Tile> = rule
            .objects()
            .filter_map(|object| board.tile(object))
            .collect();
        let joiners = rule
            .joiners()
            .iter()
            .filter_map(|&object| board.tile(object));
        let all: BTreeSet<Tile> = tiles.iter().copied().chain(joiners).collect();
        let places: Vec<String> = tiles.iter().map(Tile::to_string).collect();
        let line = format!("- `{text}`  {}", places.join(" "));
        if tile.is_some_and(|tile| all.contains(&tile)) {
            here.push(line);
        } else if all.iter().any(|tile| tile.y == row) {
            in_row.push(line);
        }
    }
    let titled = |title: &str, lines: &[String]| {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        (!lines.is_empty()).then(|| format!("{title}\n{}", shortened(&lines, "\n")))
    };
    let mut said: Vec<String> = Vec::new();
    said.extend(titled("Rules of this tile:", &here));
    let title = if here.is_empty() {
        "Rules of this row:"
    } else {
        "Further rules of this row:"
    };
    said.extend(titled(title, &in_row));
    if said.is_empty() {
        said.push("This row takes part in no rule".to_owned());
    }
    said
}

/// A list that is not too long.
fn shortened(items: &[&str], between: &str) -> String {
    let shown = items[..items.len().min(MOST)].join(between);
    match items.len() {
        0..=MOST => shown,
        count => format!("{shown}{between}and {} more", count - MOST),
    }
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
