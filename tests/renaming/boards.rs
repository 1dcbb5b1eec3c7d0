//! Boards to read under both names.

use std::fs;
use std::path::Path;

use proptest::test_runner::TestRng;
use serde_json::Value;
use spellboard::{Grammar, Level, LevelObject};

use crate::names::below;

/// The boards of `tests/data` that are in the language of the real game.
pub fn data() -> Vec<Level> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let files = ["cases", "further", "random"];
    let mut levels = Vec::new();
    for file in files.map(|file| folder.join(format!("real-game-{file}.ndjson"))) {
        for line in fs::read_to_string(file).expect("it can be read").lines() {
            let mut case: Value = serde_json::from_str(line).expect("a case");
            let mut level: Level = serde_json::from_value(case["level"].take()).expect("a level");
            let palette = case["palette"].as_array();
            let words = palette.map(|words| {
                words
                    .iter()
                    .filter_map(|it| Some(it.as_str()?.to_owned()))
                    .collect()
            });
            level.palette = words.or(level.palette);
            levels.push(level);
        }
    }
    assert!(levels.len() > 1800, "{} boards", levels.len());
    levels
}

/// Whether no block of a level carries any of these words.
pub fn lacks(level: &Level, words: &[String]) -> bool {
    let mut carried = level
        .objects
        .iter()
        .filter_map(|object| object.kind.strip_prefix("text:"));
    !carried.any(|word| words.iter().any(|known| known == word))
}

/// Boards with sentences of any words, in rows and columns, some spelled with letters.
pub fn random(grammar: &Grammar, count: usize, rng: &mut TestRng) -> Vec<Level> {
    (0..count).map(|_| board(grammar, rng)).collect()
}

/// A word of a role.
fn word(grammar: &Grammar, role: &str, rng: &mut TestRng) -> String {
    let lexicon = grammar.lexicon();
    let role = lexicon.role(role).expect("a role of the grammar");
    let words: Vec<_> = lexicon
        .words()
        .filter(|&word| lexicon.roles(word).contains(role))
        .collect();
    lexicon.name(words[below(words.len(), rng)]).to_owned()
}

fn board(grammar: &Grammar, rng: &mut TestRng) -> Level {
    let (width, height) = (6 + below(8, rng) as i32, 3 + below(6, rng) as i32);
    let mut level = Level {
        width,
        height,
        ..Level::default()
    };
    // A few nouns come again and again, so that rules have to do with each other.
    let nouns: Vec<String> = (0..3).map(|_| word(grammar, "noun", rng)).collect();
    let letters = below(3, rng) == 0;
    for _ in 0..2 + below(5, rng) {
        let mut words = sentence(grammar, &nouns, rng);
        if letters {
            let at = below(words.len(), rng);
            let spelled: Vec<String> = words[at].chars().map(String::from).collect();
            words.splice(at..at + 1, spelled);
        }
        let (x, y) = (
            below(width as usize, rng) as i32,
            below(height as usize, rng) as i32,
        );
        let down = below(3, rng) == 0;
        for (at, word) in (0..).zip(words) {
            let (x, y) = if down { (x, at) } else { (at, y) };
            place(&mut level, format!("text:{word}"), x, y);
        }
    }
    for _ in 0..below(6, rng) {
        let noun = &nouns[below(nouns.len(), rng)];
        let (x, y) = (
            below(width as usize, rng) as i32,
            below(height as usize, rng) as i32,
        );
        place(&mut level, noun.to_lowercase(), x, y);
    }
    if letters && below(2, rng) == 0 {
        level.palette = Some(nouns);
    }
    level
}

/// Places an object, unless it would lie outside.
fn place(level: &mut Level, kind: String, x: i32, y: i32) {
    if x < level.width && y < level.height {
        level.objects.push(LevelObject { kind, x, y });
    }
}

/// A sentence, now and then with a word too many.
fn sentence(grammar: &Grammar, nouns: &[String], rng: &mut TestRng) -> Vec<String> {
    let mut words = Vec::new();
    let chance = |one_in: usize, rng: &mut TestRng| below(one_in, rng) == 0;
    let noun = |rng: &mut TestRng| nouns[below(nouns.len(), rng)].clone();
    if chance(6, rng) {
        words.push(word(grammar, "state", rng));
    }
    if chance(4, rng) {
        words.push("NOT".to_owned());
    }
    words.push(noun(rng));
    if chance(5, rng) {
        words.extend(["AND".to_owned(), noun(rng)]);
    }
    if chance(4, rng) {
        words.extend([word(grammar, "relation", rng), noun(rng)]);
    }
    for _ in 0..1 + below(2, rng) {
        let verb = if chance(3, rng) {
            word(grammar, "verb", rng)
        } else {
            "IS".to_owned()
        };
        words.push(verb);
        if chance(4, rng) {
            words.push("NOT".to_owned());
        }
        let role = ["noun", "property", "property", "note"][below(4, rng)];
        words.push(if chance(3, rng) {
            noun(rng)
        } else {
            word(grammar, role, rng)
        });
        if chance(3, rng) {
            words.push("AND".to_owned());
        }
    }
    words
}
