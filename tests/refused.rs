//! Everything in `tests/refused` is bad data that `spellboard check` has to refuse: a file, or a
//! folder of files that belong together. What it says is pinned whole in `snapshots/refused`.
//!
//! A `.ron` file is a grammar, a `.json` file with `"words"` in it a words file, and any other file
//! holds levels.

#![cfg(feature = "cli")]

use std::{fs, panic::catch_unwind, path::Path, process::Command};

#[test]
fn refused() {
    let (mut failed, refused) = (String::new(), entries("tests/refused"));
    for path in &refused {
        failed += &match catch_unwind(|| check(path)) {
            Ok(Ok(())) => continue,
            Ok(Err(why)) => format!("{path}: {why}\n"),
            Err(_) => format!("{path}: its snapshot differs, see above\n"),
        }
    }
    for path in entries("snapshots/refused") {
        if path.ends_with(".snap.new") {
            failed += &format!("{path}: accept with `INSTA_UPDATE=always cargo test`, or delete\n");
        } else if !refused.iter().any(|entry| name(entry) == name(&path)) {
            failed += &format!("{path}: what was refused is gone, delete it\n");
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
}

/// Compares what is said about an entry with its snapshot.
fn check(path: &str) -> Result<(), String> {
    let files = if Path::new(path).is_dir() {
        entries(path)
    } else {
        vec![path.to_owned()]
    };
    let mut args = vec!["check".to_owned()];
    for file in files {
        let text = fs::read(&file).map_err(|error| error.to_string())?;
        if file.ends_with(".ron") {
            args.push("--grammar".to_owned());
        } else if file.ends_with(".json") && String::from_utf8_lossy(&text).contains("\"words\"") {
            args.push("--words".to_owned());
        }
        args.push(file);
    }
    let spellboard = env!("CARGO_BIN_EXE_spellboard");
    let output = Command::new(spellboard)
        .args(&args)
        .output()
        .map_err(|error| error.to_string())?;
    if output.status.code() != Some(1) || !output.stdout.is_empty() {
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        return Err(format!("it was not refused, {}: {said:?}", output.status));
    }
    insta::with_settings!({
        snapshot_path => "../snapshots/refused",
        prepend_module_to_snapshot => false,
        omit_expression => true,
        description => format!("spellboard {}", args.join(" ")),
    }, { insta::assert_snapshot!(name(path), String::from_utf8_lossy(&output.stderr)) });
    Ok(())
}

/// The name of a file without its folders and endings.
fn name(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or_default();
    file.split('.').next().unwrap_or_default()
}

/// What lies in a folder, sorted.
fn entries(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| format!("{folder}/{}", entry.file_name().to_string_lossy()));
    let mut paths: Vec<String> = paths.collect();
    paths.sort();
    paths
}
