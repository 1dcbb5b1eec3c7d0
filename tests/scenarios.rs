//! Pins what each board `tests/scenarios/<grammar>/<name>.txt` spells, in a snapshot of its name.
//!
//! `<grammar>` is `grammar/<grammar>.ron`, or a folder in `tests/grammars`. The words are those of
//! `content/<grammar>.json`, or else `content/words.json`. `spellboard test` does the same.

mod common;

use spellboard::scenario::{Scenario, Shown};

#[test]
fn scenarios() {
    common::each("tests/scenarios", compare);
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
