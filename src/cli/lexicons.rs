//! The words of a project, where each is defined, and what uses it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use super::LanguageArgs;
use super::boards::{Found, boards};
use crate::board::Board;
use crate::diagnostic::Problem;
use crate::grammar::Grammar;
use crate::lexicon::WordId;
use crate::project::{Folder, Language, Languages};

/// Where a word is defined: file, line, column; and its name.
pub(super) type Key = (String, usize, usize, String);

/// A word, and what uses it.
#[derive(Debug, Default, Serialize)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) roles: Vec<String>,
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) grammars: BTreeSet<String>,
    pub(super) levels: BTreeSet<String>,
    pub(super) scenarios: BTreeSet<String>,
}

/// Everything that was read.
#[derive(Default)]
pub(super) struct Lexicons {
    pub(super) rows: BTreeMap<Key, Row>,
    pub(super) roles: BTreeSet<String>,
    pub(super) problems: Vec<Problem>,
}

impl Lexicons {
    /// Adds the words of every grammar of a project, and the boards that are read with them.
    pub(super) fn add_project(&mut self, files: &Folder) {
        let mut languages = Languages::new(files);
        let all = Language::all(files);
        let mut wrong = Vec::new();
        for language in &all {
            match languages.grammar(language) {
                Ok(grammar) => self.add_words(&language.grammar, &grammar),
                Err(problems) => wrong.extend(problems),
            }
        }
        // Boards may be read with further grammars; what is wrong with those is of no concern here.
        for found in boards(files, &mut languages) {
            if all.contains(&found.language) {
                self.add_board(found);
            }
        }
        self.problems.extend(wrong);
    }

    /// Adds the words of the language that the command was given, and the boards of its grammar.
    pub(super) fn add_given(&mut self, given: &LanguageArgs, files: &Folder) {
        let grammar = match given.grammar() {
            Ok(grammar) => Arc::new(grammar),
            Err(problems) => return self.problems.extend(problems),
        };
        let path = given.language().grammar;
        self.add_words(&path, &grammar);
        for found in boards(files, &mut Languages::new(files)) {
            if found.language.grammar == path {
                self.add_board(Found {
                    grammar: Some(grammar.clone()),
                    ..found
                });
            }
        }
    }

    fn add_words(&mut self, path: &str, grammar: &Grammar) {
        let lexicon = grammar.lexicon();
        self.roles.extend(lexicon.role_names().map(str::to_owned));
        for word in lexicon.words() {
            let key = key(grammar, word);
            let row = self.rows.entry(key.clone()).or_default();
            (row.file, row.line, row.column, row.name) = key;
            for role in lexicon
                .roles(word)
                .iter()
                .map(|role| lexicon.role_name(role))
            {
                if !row.roles.iter().any(|known| known == role) {
                    row.roles.push(role.to_owned());
                }
            }
            if grammar.uses(word) {
                row.grammars.insert(path.to_owned());
            }
        }
    }

    fn add_board(&mut self, found: Found) {
        let Found {
            name,
            is_scenario,
            grammar,
            level,
            ..
        } = found;
        let level = match level {
            Ok(level) => level,
            Err(problems) => return self.problems.extend(problems),
        };
        let Some(grammar) = grammar else { return };
        // A board that is too complex to read still has its words.
        let Ok(board) = Board::from_level(grammar, &level) else {
            return;
        };
        let grammar = board.grammar();
        let mut words: BTreeSet<WordId> = board.known_words().collect();
        let named = level.palette.iter().flatten();
        words.extend(named.filter_map(|name| grammar.lexicon().word(name)));
        if let Ok(rules) = board.rules() {
            let spelled = rules.iter().filter(|rule| !rule.is_base());
            words.extend(
                spelled.flat_map(|rule| rule.items().map(|item| item.word).collect::<Vec<_>>()),
            );
        }
        for word in words {
            if let Some(row) = self.rows.get_mut(&key(grammar, word)) {
                let boards = if is_scenario {
                    &mut row.scenarios
                } else {
                    &mut row.levels
                };
                boards.insert(name.clone());
            }
        }
    }
}

fn key(grammar: &Grammar, word: WordId) -> Key {
    let at = grammar.lexicon().definition(word);
    (
        at.file.to_owned(),
        at.line,
        at.column,
        grammar.lexicon().name(word).to_owned(),
    )
}
