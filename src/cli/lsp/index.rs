//! What a language defines, and where: its roles with their meaning, its words with their roles.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::notation::{Form, Node, Outline};
use crate::source::Source;

/// The roles and words of a grammar and its words files, as far as they are written.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// In the order of the grammar file.
    pub(super) roles: Vec<Role>,
    pub(super) words: BTreeMap<String, Word>,
}

/// A role of a grammar.
#[derive(Debug)]
pub(super) struct Role {
    pub(super) name: String,
    /// What the grammar says that it is.
    pub(super) meaning: String,
    pub(super) place: Range<usize>,
}

/// A word of a language.
#[derive(Debug)]
pub(super) struct Word {
    pub(super) roles: Vec<String>,
    /// The roles and words that may stand behind it, where its entry says so.
    pub(super) accepts: Vec<String>,
    /// The number of the file that defines it: the grammar's is 0.
    pub(super) file: usize,
    pub(super) place: Range<usize>,
}

impl Index {
    /// Reads a grammar and then its words files, but for those that are not to be had.
    pub(super) fn new<'s>(files: impl Iterator<Item = Option<&'s Source>>) -> Index {
        let mut index = Index::default();
        for (file, source) in files.enumerate() {
            match (file, source) {
                (_, None) => {}
                (0, Some(grammar)) => index.add_grammar(&Outline::ron(grammar.text())),
                (_, Some(words)) => index.add_words(file, &Outline::json(words.text())),
            }
        }
        index
    }

    /// What the grammar says that a role is.
    pub(super) fn role(&self, name: &str) -> Option<&Role> {
        self.roles.iter().find(|role| role.name == name)
    }

    fn add_grammar(&mut self, outline: &Outline) {
        for (number, node) in outline.nodes().iter().enumerate() {
            let (Some(key), Some(map)) = (&node.key, node.parent) else {
                continue;
            };
            if outline.nodes()[map].parent != Some(0) {
                continue;
            }
            let name = outline.string(key.clone()).trim().to_owned();
            let place = outline.inner(key.clone());
            let value = outline.string(node.span.clone()).trim().to_owned();
            match outline.path(number).first().map(|field| &**field) {
                Some("roles") => self.roles.push(Role {
                    name,
                    meaning: value,
                    place,
                }),
                Some("words") => self.add_word(
                    name,
                    Word {
                        roles: vec![value],
                        accepts: Vec::new(),
                        file: 0,
                        place,
                    },
                ),
                _ => {}
            }
        }
    }

    fn add_words(&mut self, file: usize, outline: &Outline) {
        for (number, node) in outline.nodes().iter().enumerate() {
            let field = node.key.clone().map(|key| outline.string(key));
            if field.as_deref() != Some("name") || outline.path(number).len() != 2 {
                continue;
            }
            let Some(entry) = node.parent else { continue };
            let mut roles = strings(outline, entry, "role");
            roles.extend(strings(outline, entry, "roles"));
            let word = Word {
                roles,
                accepts: strings(outline, entry, "accepts"),
                file,
                place: outline.inner(node.span.clone()),
            };
            self.add_word(outline.string(node.span.clone()).into_owned(), word);
        }
    }

    /// Adds a word; of two entries of one name the first counts.
    fn add_word(&mut self, name: String, word: Word) {
        if !name.is_empty() {
            self.words.entry(name).or_insert(word);
        }
    }
}

/// The strings of a field: its value, or what its list has in it.
fn strings(outline: &Outline, entry: usize, field: &str) -> Vec<String> {
    let node = |index: usize| &outline.nodes()[index];
    let is_field = |index: &usize| {
        let key = node(*index).key.clone();
        key.is_some_and(|key| outline.string(key) == field)
    };
    let text = |node: &Node| outline.string(node.span.clone()).into_owned();
    let is_text = |node: &Node| matches!(node.form, Form::Text | Form::OpenText);
    let mut found = Vec::new();
    for value in outline.children(entry).filter(is_field) {
        if is_text(node(value)) {
            found.push(text(node(value)));
        }
        let items = outline.children(value).map(node);
        found.extend(items.filter(|item| is_text(item)).map(text));
    }
    found
}
