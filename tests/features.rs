//! Every folder of `tests/features` shows one piece of the grammar format with a language of its
//! own: `grammar.ron`, whose first line says what it shows, `words.json`, and `boards`. What each
//! board spells is pinned in `snapshots/features`. See `spellboard::scenario` for what boards say.

mod common;

use std::{fs, path::PathBuf};

use spellboard::scenario::{Scenario, Shown};

#[test]
fn features() {
    common::each("tests/features", compare);
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
        let boards = fs::read_dir(folder.join("boards"));
        let boards: Vec<PathBuf> = boards
            .into_iter()
            .flatten()
            .flatten()
            .map(|board| board.path())
            .collect();
        if boards.is_empty() {
            failed += &format!("{}: it has no boards\n", folder.display());
        }
        for board in boards {
            let text = fs::read_to_string(&board).unwrap_or_default();
            if !text.contains("// rules:") {
                failed += &format!("{}: it does not say `// rules:`\n", board.display());
            }
        }
        folders += 1;
    }
    assert!(failed.is_empty() && folders > 20, "{folders}\n{failed}");
}

/// Compares what a board shows with its snapshot; insta notes this file as the source.
fn compare(scenario: &Scenario, shown: &Shown) {
    let (folder, name) = common::place(scenario);
    insta::with_settings!({
        snapshot_path => folder,
        prepend_module_to_snapshot => false,
        omit_expression => true,
        description => shown.comment.as_str(),
    }, { insta::assert_snapshot!(name, shown.text) });
}
