//! New names for words and roles.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::Rng;
use proptest::test_runner::TestRng;
use spellboard::{Level, LevelObject};

use crate::files::{Files, literals};

/// Which name each word and each role has from now on; the others keep theirs.
#[derive(Debug, Default)]
pub struct Names {
    words: BTreeMap<String, String>,
    roles: BTreeMap<String, String>,
}

/// Shuffles a list: every order is as likely.
fn shuffle<T>(list: &mut [T], rng: &mut TestRng) {
    for end in (1..list.len()).rev() {
        list.swap(end, below(end + 1, rng));
    }
}

/// A number below another.
pub fn below(end: usize, rng: &mut TestRng) -> usize {
    (rng.next_u64() % end as u64) as usize
}

/// The characters of new names: Latin, Greek and Cyrillic capitals and letters without case. Not
/// among them are those that old names are made of.
fn characters(used: &BTreeSet<char>, rng: &mut TestRng) -> Vec<char> {
    let scripts = [
        'А'..='Я',
        'Β'..='Ρ',
        'À'..='Ö',
        'א'..='ת',
        'ء'..='غ',
        'あ'..='ん',
        '一'..='十',
        '가'..='갛',
    ];
    let mut all: Vec<char> = scripts.into_iter().flatten().collect();
    all.retain(|c| !used.contains(c));
    shuffle(&mut all, rng);
    all
}

impl Names {
    /// Words take the names of words, roles those of roles.
    pub fn swapped(files: &Files, rng: &mut TestRng) -> Names {
        let swap = |names: Vec<String>, rng: &mut TestRng| {
            let mut new = names.clone();
            shuffle(&mut new, rng);
            names.into_iter().zip(new).collect()
        };
        Names {
            words: swap(files.words(), rng),
            roles: swap(files.roles(), rng),
        }
    }

    /// Each character of a word becomes a new one; roles become some new characters each.
    pub fn of_other_characters(files: &Files, rng: &mut TestRng) -> Names {
        let words = files.words();
        let used: BTreeSet<char> = words.iter().flat_map(|word| word.chars()).collect();
        let new = characters(&used, rng);
        let of: BTreeMap<char, char> = used.iter().copied().zip(new.clone()).collect();
        let word = |name: String| {
            let renamed = name.chars().map(|c| of[&c]).collect();
            (name, renamed)
        };
        let mut rest = new[used.len()..].iter();
        let role = |name: String| {
            let length = 1 + below(3, rng);
            let renamed: String = rest.by_ref().take(length).collect();
            assert!(!renamed.is_empty(), "there are enough characters");
            (name, renamed)
        };
        Names {
            words: words.into_iter().map(word).collect(),
            roles: files.roles().into_iter().map(role).collect(),
        }
    }

    pub fn word<'n>(&'n self, name: &'n str) -> &'n str {
        self.words.get(name).map_or(name, String::as_str)
    }

    pub fn role<'n>(&'n self, name: &'n str) -> &'n str {
        self.roles.get(name).map_or(name, String::as_str)
    }

    /// A text of a grammar or words file: a role, a word, or a sentence of words.
    pub fn text(&self, text: &str) -> String {
        let words: Vec<&str> = text.split(' ').collect();
        match words.iter().all(|word| self.words.contains_key(*word)) {
            true => words
                .iter()
                .map(|word| self.word(word))
                .collect::<Vec<_>>()
                .join(" "),
            false => self.role(text).to_owned(),
        }
    }

    /// A rule as text, with its exceptions: `UNLESS{a ; b}`.
    pub fn rule(&self, rule: &str) -> String {
        let word = |token: &str| {
            let (before, inner) = match token.strip_prefix("UNLESS{") {
                Some(inner) => ("UNLESS{", inner),
                None => ("", token),
            };
            let (inner, after) = match inner.strip_suffix('}') {
                Some(inner) => (inner, "}"),
                None => (inner, ""),
            };
            format!("{before}{}{after}", self.word(inner))
        };
        let words: Vec<String> = rule.split(' ').map(word).collect();
        words.join(" ")
    }

    /// A level whose blocks, things and palette have the new names.
    pub fn level(&self, level: &Level) -> Level {
        let kind = |kind: &str| match kind.strip_prefix("text:") {
            Some(word) => format!("text:{}", self.word(word)),
            None => match self.words.get(&kind.to_uppercase()) {
                Some(noun) => noun.to_lowercase(),
                None => kind.to_owned(),
            },
        };
        let object = |object: &LevelObject| LevelObject {
            kind: kind(&object.kind),
            ..object.clone()
        };
        let palette = level.palette.as_ref();
        Level {
            objects: level.objects.iter().map(object).collect(),
            palette: palette.map(|words| words.iter().map(|word| self.text(word)).collect()),
            ..level.clone()
        }
    }

    /// The old names of words and roles that still stand in files.
    pub fn old_names_in(&self, files: &Files) -> Vec<String> {
        let old: BTreeSet<&String> = self.words.keys().chain(self.roles.keys()).collect();
        let mut found = literals(&files.grammar);
        found.extend(literals(&files.words));
        // The keys of the words file.
        found.retain(|text| !["words", "name", "role", "roles", "accepts"].contains(text));
        let tokens = found
            .into_iter()
            .flat_map(|text| match self.text(text) == text {
                true => vec![text],
                false => text.split(' ').collect(),
            });
        tokens
            .filter(|token| old.iter().any(|old| old == token))
            .map(str::to_owned)
            .collect()
    }
}
