//! The engine is blind: no word and no role of the data stands in its source.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use spellboard::{Grammar, Source};

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no {ending} files under {folder}");
    found
}

/// The names of the words of every words file, with whether they are nouns of `words.json`.
fn content() -> Vec<(String, bool)> {
    let mut words = Vec::new();
    for path in files("content", ".json") {
        let value: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        for word in value["words"].as_array().into_iter().flatten() {
            let noun = path.ends_with("words.json") && word["role"] == "noun";
            words.push((word["name"].as_str().unwrap().to_owned(), noun));
        }
    }
    words
}

/// The roles and own words of every shipped grammar.
fn of_grammars() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for path in files("grammar", ".ron") {
        let text = fs::read_to_string(&path).unwrap();
        let words = files("content", ".json")
            .into_iter()
            .filter(|path| fs::read_to_string(path).unwrap().contains("\"words\": ["));
        let grammar = words
            .map(|path| Source::load(&path).unwrap())
            .find_map(|words| Grammar::new(&Source::new("grammar", &*text), &[words]).ok())
            .unwrap_or_else(|| panic!("no words file fits {}", path.display()));
        let lexicon = grammar.lexicon();
        names.extend(lexicon.role_names().map(str::to_owned));
        names.extend(lexicon.words().map(|word| lexicon.name(word).to_owned()));
    }
    names
}

/// The words of a line as people read it: `snake_case` and `CamelCase` count word by word.
fn words_of(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_lower = false;
    for c in line.chars() {
        if !c.is_alphabetic() || (c.is_uppercase() && after_lower) {
            words.push(String::new());
        }
        after_lower = c.is_lowercase();
        words
            .last_mut()
            .unwrap()
            .extend(c.to_uppercase().filter(|c| c.is_alphabetic()));
    }
    words
}

/// The string literals of a line of Rust.
fn literals(line: &str) -> Vec<&str> {
    let code = line.split("//").next().unwrap();
    code.split('"').skip(1).step_by(2).collect()
}

#[test]
fn the_engine_spells_no_noun() {
    let nouns: BTreeSet<String> = content()
        .into_iter()
        .filter(|(_, noun)| *noun)
        .map(|(name, _)| name)
        .collect();
    assert!(nouns.len() > 20, "the shipped list has nouns: {nouns:?}");
    let mut found = Vec::new();
    for path in files("src", ".rs")
        .iter()
        .filter(|path| !path.ends_with("harness.rs"))
    {
        for (number, line) in (1..).zip(fs::read_to_string(path).unwrap().lines()) {
            for word in words_of(line).iter().filter(|word| nouns.contains(*word)) {
                found.push(format!("{}:{number} names the noun {word}", path.display()));
            }
        }
    }
    assert!(
        found.is_empty(),
        "words live in content/:\n{}",
        found.join("\n")
    );
}

#[test]
fn the_engine_holds_no_word_or_role_as_text() {
    let mut names = of_grammars();
    names.extend(content().into_iter().map(|(name, _)| name));
    assert!(names.len() > 50, "words and roles were found: {names:?}");
    let mut found = Vec::new();
    for path in files("src", ".rs") {
        for (number, line) in (1..).zip(fs::read_to_string(&path).unwrap().lines()) {
            for text in literals(line)
                .into_iter()
                .filter(|text| names.contains(*text))
            {
                found.push(format!("{}:{number} holds \"{text}\"", path.display()));
            }
        }
    }
    assert!(
        found.is_empty(),
        "words and roles live in content/ and grammar/:\n{}",
        found.join("\n")
    );
}
