//! Pins what each board `tests/scenarios/<grammar>/<name>.txt` spells, in a snapshot of its name.
//!
//! `<grammar>` is `grammar/<grammar>.ron`, or a folder in `tests/grammars`. The words are those of
//! `content/<grammar>.json`, or else `content/words.json`. See `tests/common` for what boards say.

mod common;

use std::{error::Error, path::Path};

#[test]
fn scenarios() {
    common::each("scenarios", check);
}

/// Compares a board with its snapshot, and gives its comment.
fn check(path: &str) -> Result<String, Box<dyn Error>> {
    let grammar = path.split('/').nth(2).unwrap_or_default();
    let mut files = [
        format!("grammar/{grammar}.ron"),
        format!("content/{grammar}.json"),
    ];
    if !Path::new(&files[0]).exists() {
        files = ["grammar.ron", "words.json"].map(|f| format!("tests/grammars/{grammar}/{f}"));
    } else if !Path::new(&files[1]).exists() {
        files[1] = "content/words.json".to_owned();
    }
    let common::Shown { comment, pinned } = common::show(path, [&files[0], &files[1]])?;
    let snapshot = common::snapshot(path);
    let (folder, name) = snapshot.rsplit_once('/').unwrap_or_default();
    insta::with_settings!({
        snapshot_path => format!("../{folder}"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
        description => comment.as_str(),
    }, { insta::assert_snapshot!(name.trim_end_matches(".snap"), pinned) });
    Ok(comment)
}
