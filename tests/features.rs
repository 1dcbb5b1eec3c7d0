//! Every folder of `tests/features` shows one piece of the grammar format with a language of its
//! own: `grammar.ron`, whose first line says what it shows, `words.json`, and `boards`. What each
//! board spells is pinned in `snapshots/features`. See `tests/common` for what boards say.

mod common;

use std::{error::Error, fs};

#[test]
fn features() {
    common::each("features", check);
}

#[test]
fn every_feature_says_what_it_shows_and_has_boards() {
    let mut failed = String::new();
    let mut folders = 0;
    for folder in fs::read_dir("tests/features").expect("there are features") {
        let folder = folder.expect("it can be read").path();
        let grammar = fs::read_to_string(folder.join("grammar.ron")).unwrap_or_default();
        if !grammar.starts_with("// ") {
            failed += &format!("{}: begin the grammar with `// `\n", folder.display());
        }
        let boards = common::files(&folder.join("boards").display().to_string());
        if boards.is_empty() {
            failed += &format!("{}: it has no boards\n", folder.display());
        }
        for board in boards {
            let text = fs::read_to_string(&board).unwrap_or_default();
            if !text.contains("// rules:") {
                failed += &format!("{board}: it does not say `// rules:`\n");
            }
        }
        folders += 1;
    }
    assert!(failed.is_empty() && folders > 20, "{folders}\n{failed}");
}

/// Compares a board with its snapshot, and gives its comment.
fn check(path: &str) -> Result<String, Box<dyn Error>> {
    let folder = path
        .split_once("/boards/")
        .map_or(path, |(folder, _)| folder);
    let files = ["grammar.ron", "words.json"].map(|file| format!("{folder}/{file}"));
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
