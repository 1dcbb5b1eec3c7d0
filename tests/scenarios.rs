//! Pins what each board `tests/scenarios/<grammar>/<name>.txt` spells, in a snapshot of its name.
//!
//! A board begins with a comment that says what it shows. Lines such as `// rules: A IS B; C IS D`
//! state the rules it means, base rules aside, so that no snapshot can let a wrong rule pass.
//! `<grammar>` is `grammar/<grammar>.ron` with `content/words.json`, or a folder in `tests/grammars`.

use std::{collections::BTreeSet, error::Error, fs, panic::catch_unwind, path::Path};

use spellboard::{Grammar, Problems, Source, drawing};

#[test]
fn scenarios() {
    let (mut failed, mut begun) = (String::new(), BTreeSet::new());
    for path in files("tests/scenarios") {
        failed += &match catch_unwind(|| check(&path).map_err(|error| error.to_string())) {
            Ok(Ok(begin)) if begun.insert(begin.clone()) => continue,
            Ok(Ok(begin)) => format!("{path}: another board of this folder has its `{begin}`\n"),
            Ok(Err(error)) => format!("{path}: {error}\n"),
            Err(_) => format!("{path}: its snapshot differs, see above\n"),
        }
    }
    for path in files("snapshots") {
        let board = path
            .replacen("snapshots", "tests", 1)
            .replace(".snap", ".txt");
        if path.ends_with(".snap.new") {
            failed += &format!("{path}: accept with `INSTA_UPDATE=always cargo test`, or delete\n");
        } else if board.starts_with("tests/scenarios/") && !Path::new(&board).exists() {
            failed += &format!("{path}: its board is gone, delete it\n");
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
}

/// Compares the rules of a board with those it states, and with its snapshot; gives its comment.
fn check(path: &str) -> Result<String, Box<dyn Error>> {
    let source = Source::load(path.as_ref()).map_err(Problems::from)?;
    let text = source.text();
    let first = text.lines().next().unwrap_or_default();
    let comment = first
        .strip_prefix("// ")
        .ok_or("begin with `// ` and what it shows")?;
    let (folder, name) = path.rsplit_once('/').unwrap_or_default();
    let grammar = folder
        .split('/')
        .nth(2)
        .ok_or("put it in the folder of a grammar")?;
    let mut files = [
        format!("grammar/{grammar}.ron"),
        "content/words.json".to_owned(),
    ];
    if !Path::new(&files[0]).exists() {
        files = ["grammar.ron", "words.json"].map(|f| format!("tests/grammars/{grammar}/{f}"));
    }
    let grammar = Grammar::load(files[0].as_ref(), &[files[1].as_ref()])?;
    let board = drawing::read(&source, grammar.into())?;
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
    insta::with_settings!({
        snapshot_path => format!("../{}", folder.replacen("tests", "snapshots", 1)),
        prepend_module_to_snapshot => false,
        omit_expression => true,
        description => comment,
    }, { insta::assert_snapshot!(name.trim_end_matches(".txt"), pinned) });
    Ok(format!("{folder}: {comment}"))
}

/// The files below a folder, sorted.
fn files(folder: &str) -> Vec<String> {
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
