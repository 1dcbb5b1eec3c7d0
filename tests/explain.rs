//! `spellboard explain`: each board of `tests/explain` with its snapshot, answers for single tiles,
//! and the JSON form. That what is claimed is true is a matter of `tests/properties/explain.rs`.

#![cfg(feature = "cli")]

use std::process::{Command, Output};

const CORE: [&str; 2] = ["grammar/core.ron", "content/words.json"];
const REAL: [&str; 2] = ["grammar/baba.ron", "content/baba.json"];

/// A board with the grammar and the words that read it.
const BOARDS: [(&str, [&str; 2]); 9] = [
    ("tests/explain/mends.txt", CORE),
    ("tests/explain/slips.txt", CORE),
    ("tests/explain/together.txt", CORE),
    ("tests/explain/fates.txt", REAL),
    ("tests/explain/derived.txt", REAL),
    ("tests/explain/stacks.txt", REAL),
    ("tests/explain/letters.txt", REAL),
    ("tests/explain/palette.json", REAL),
    (
        "tests/show/japanese.txt",
        ["grammar/japanese.ron", "content/japanese.json"],
    ),
];

/// A board, its grammar, and a tile to ask for.
const TILES: [(&str, [&str; 2], &str); 9] = [
    // A word in rules of both ways, and a joiner.
    ("content/levels/crossing.txt", CORE, "1,1"),
    ("content/levels/crossing.txt", CORE, "3,1"),
    // A word in no rule, a thing, a gap, and nothing far from all text.
    ("tests/explain/mends.txt", CORE, "0,3"),
    ("tests/explain/mends.txt", CORE, "2,1"),
    ("tests/explain/mends.txt", CORE, "2,2"),
    ("tests/explain/mends.txt", CORE, "4,0"),
    // A word behind a corner, and one of several that are misspelt.
    ("tests/explain/together.txt", CORE, "1,1"),
    ("tests/explain/together.txt", CORE, "2,5"),
    // A word of a rule that another one cancels.
    ("tests/explain/fates.txt", REAL, "0,3"),
];

fn run([grammar, words]: [&str; 2], args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_spellboard"))
        .args(["explain", "--grammar", grammar, "--words", words])
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

fn explain(language: [&str; 2], args: &[&str]) -> String {
    let output = run(language, args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).unwrap()
}

fn pinned(name: &str, told: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots/explain");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, told));
}

fn stem(level: &str) -> &str {
    let file = level.rsplit('/').next().unwrap();
    file.split('.').next().unwrap()
}

#[test]
fn boards_are_explained() {
    for (level, language) in BOARDS {
        pinned(stem(level), &explain(language, &[level]));
    }
}

#[test]
fn tiles_are_explained() {
    for (level, language, tile) in TILES {
        let name = format!("{}_{}", stem(level), tile.replace(',', "_"));
        pinned(&name, &explain(language, &["--at", tile, level]));
    }
}

/// The JSON form says the same, and stays as it is.
#[test]
fn programs_are_told_the_same() {
    let level = "tests/explain/gap.txt";
    let told = explain(CORE, &["--format", "json", level]);
    let boards: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(boards[0]["lines"][0]["tiles"][2]["mends"][0]["mend"], "gap");
    pinned("gap.json", &told);
}

#[test]
fn what_cannot_be_explained_is_said() {
    let level = "content/levels/hello.txt";
    let output = run(CORE, &["--at", "4,0", level, "tests/explain/missing.txt"]);
    assert_eq!(output.status.code(), Some(1));
    pinned("refused", &String::from_utf8(output.stderr).unwrap());
    let output = run(CORE, &["--at", "4;0", level]);
    assert_eq!(output.status.code(), Some(2));
}
