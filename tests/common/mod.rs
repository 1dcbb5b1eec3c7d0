//! Boards as files: each states the rules it means, and what it spells is pinned in a snapshot.
//!
//! A drawn board (`.txt`) begins with a comment that says what it shows. Lines such as
//! `// rules: A IS B; C IS D` state the rules it means, base rules aside, so that no snapshot can
//! let a wrong rule pass. A level (`.json`) has these lines in its name.

use std::{collections::BTreeSet, error::Error, fs, panic::catch_unwind, path::Path};

use spellboard::{Board, Grammar, Level, Problems, Source, drawing};

/// What a board shows: its comment, and its drawing with its rules and their blocks.
pub struct Shown {
    pub comment: String,
    pub pinned: String,
}

/// Checks all boards below a folder of `tests`; `check` compares one with its snapshot, which is
/// named by `snapshot`, and gives its comment. No two boards of a folder have the same comment.
pub fn each(folder: &str, check: fn(&str) -> Result<String, Box<dyn Error>>) {
    let (mut failed, mut begun, mut pinned) = (String::new(), BTreeSet::new(), BTreeSet::new());
    for path in files(&format!("tests/{folder}")) {
        if path.contains("/boards/") || folder == "scenarios" {
            pinned.insert(snapshot(&path));
            let at = path.rsplit_once('/').unwrap_or_default().0.to_owned();
            failed += &match catch_unwind(|| check(&path).map_err(|error| error.to_string())) {
                Ok(Ok(comment)) if begun.insert((at, comment.clone())) => continue,
                Ok(Ok(comment)) => format!("{path}: another board here has its `{comment}`\n"),
                Ok(Err(error)) => format!("{path}: {error}\n"),
                Err(_) => format!("{path}: its snapshot differs, see above\n"),
            }
        }
    }
    for path in files(&format!("snapshots/{folder}")) {
        if path.ends_with(".snap.new") {
            if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
                std::fs::remove_file(&path).unwrap();
                continue;
            }
            failed += &format!("{path}: accept with `INSTA_UPDATE=always cargo test`, or delete\n");
        } else if !pinned.contains(&path) {
            failed += &format!("{path}: its board is gone, delete it\n");
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
}

/// Where the snapshot of a board lies.
pub fn snapshot(board: &str) -> String {
    let path = board
        .replacen("tests", "snapshots", 1)
        .replace("/boards", "");
    Path::new(&path)
        .with_extension("snap")
        .display()
        .to_string()
}

/// Reads a board, and compares its rules with those it states.
pub fn show(path: &str, [grammar, words]: [&str; 2]) -> Result<Shown, Box<dyn Error>> {
    let grammar = Grammar::load(grammar.as_ref(), &[words.as_ref()])?;
    let source = Source::load(path.as_ref()).map_err(Problems::from)?;
    let (board, text) = if path.ends_with(".json") {
        let level = Level::from_json(&source)?;
        let board = Board::from_level(grammar.into(), &level)?;
        (board, level.name.unwrap_or_default())
    } else {
        let board = drawing::read(&source, grammar.into())?;
        (board, source.text().to_owned())
    };
    let first = text.lines().next().unwrap_or_default();
    let comment = first
        .strip_prefix("// ")
        .ok_or("begin with `// ` and what it shows")?;
    let (grammar, mut read) = (board.grammar(), BTreeSet::new());
    let mut pinned = drawing::draw(&board).ok_or("too large to draw")? + "\n";
    for rule in board.rules()?.iter() {
        let (rule_text, direction) = (rule.text(grammar), rule.direction(grammar));
        pinned += &format!("{rule_text:20}");
        for part in rule.parts() {
            let tile = part.object.and_then(|block| board.tile(block));
            let word = grammar.lexicon().name(part.word);
            pinned += &tile.map_or_else(String::new, |tile| format!("  {word} {tile}"));
        }
        pinned += &direction.map_or("  base rule\n".into(), |way| format!("  {way:?}\n"));
        read.extend(direction.map(|_| rule_text));
    }
    let stated = text
        .lines()
        .filter_map(|line| line.strip_prefix("// rules:"));
    let stated = stated
        .flat_map(|line| line.split(';'))
        .map(|rule| rule.trim().to_owned());
    let stated: BTreeSet<String> = stated.filter(|rule| !rule.is_empty()).collect();
    if text.contains("\n// rules:") && stated != read {
        return Err(format!("it states {stated:?}\n  and spells {read:?}").into());
    }
    Ok(Shown {
        comment: comment.to_owned(),
        pinned,
    })
}

/// The files below a folder, sorted.
pub fn files(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found.sort();
    found
}
