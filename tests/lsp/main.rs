//! `spellboard lsp` as editors meet it. A session is a file in `tests/lsp/sessions`: what a person
//! does in an editor, command by command; what the server answers is pinned in `snapshots/lsp`.

#![cfg(feature = "cli")]

mod broken;
mod client;
mod refused;
mod session;

use std::fs;
use std::path::Path;

/// The files of a folder of the repository, sorted.
fn entries(folder: &str) -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn sessions() {
    let sessions = entries("tests/lsp/sessions");
    assert!(sessions.len() > 5, "{sessions:?}");
    let mut pinned = Vec::new();
    for path in sessions {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        let shown = session::play(&name, &text);
        insta::with_settings!({
            snapshot_path => "../../snapshots/lsp",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, { insta::assert_snapshot!(name.as_str(), shown) });
        pinned.push(format!("{name}.snap"));
    }
    let snapshots = entries("snapshots/lsp");
    let names = snapshots
        .iter()
        .map(|path| path.file_name().unwrap().to_str().unwrap());
    assert!(
        names.eq(pinned.iter()),
        "a snapshot has no session: {snapshots:?}"
    );
}
