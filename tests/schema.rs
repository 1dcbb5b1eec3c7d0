//! The JSON Schemas for editors are what the engine would write today.

use std::fs;

use spellboard::Grammar;
use spellboard::cli::{level_schema, words_schema};

fn pinned(name: &str, schema: &str) {
    let path = format!("{}/content/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
    assert_eq!(
        fs::read_to_string(path).unwrap().replace("\r\n", "\n"),
        schema,
        "run `cargo run -- schema {name} > content/{name}.schema.json`"
    );
}

#[test]
fn the_words_schema_has_the_roles_of_the_grammar() {
    let schema = words_schema(&Grammar::shipped());
    pinned("words", &schema);
    assert!(
        Grammar::shipped()
            .lexicon()
            .role_names()
            .all(|role| schema.contains(&format!("\"{role}\"")))
    );
}

#[test]
fn the_level_schema_is_current() {
    pinned("level", &level_schema());
}
