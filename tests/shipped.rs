//! Every grammar of `grammar/` is whole: its words fit, it has scenarios, and people are told of it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The names of the files of a folder with an ending, without the ending.
fn names(folder: &str, ending: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let name = |entry: Result<fs::DirEntry, _>| entry.unwrap().file_name().into_string().unwrap();
    let files = entries.map(name);
    files
        .filter_map(|file| file.strip_suffix(ending).map(str::to_owned))
        .collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn grammars() -> BTreeSet<String> {
    let grammars = names("grammar", ".ron");
    assert!(grammars.len() >= 3, "{grammars:?}");
    grammars
}

/// The words file of a grammar: that of its name, or the one of the core language.
fn words(grammar: &str) -> PathBuf {
    let own = root().join(format!("content/{grammar}.json"));
    match own.exists() {
        true => own,
        false => root().join("content/words.json"),
    }
}

#[test]
fn each_grammar_fits_its_words() {
    for name in grammars() {
        let output = Command::new(env!("CARGO_BIN_EXE_spellboard"))
            .arg("check")
            .arg("--grammar")
            .arg(root().join(format!("grammar/{name}.ron")))
            .arg("--words")
            .arg(words(&name))
            .current_dir(root())
            .output()
            .unwrap();
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {messages}");
        assert!(messages.is_empty(), "{name}: {messages}");
    }
}

#[test]
fn each_words_file_belongs_to_a_grammar() {
    let used: BTreeSet<PathBuf> = grammars().iter().map(|name| words(name)).collect();
    for name in names("content", ".json") {
        let path = root().join(format!("content/{name}.json"));
        // The rest are schemas.
        if !name.ends_with(".schema") {
            assert!(used.contains(&path), "no grammar reads {}", path.display());
        }
    }
}

/// A grammar begins with what it reads, and scenarios show it.
#[test]
fn each_grammar_has_scenarios() {
    for name in grammars() {
        let text = fs::read_to_string(root().join(format!("grammar/{name}.ron"))).unwrap();
        assert!(text.starts_with("// "), "{name}: begin with what it reads");
        let folder = format!("tests/scenarios/{name}");
        let scenarios = names(&folder, ".txt");
        assert!(scenarios.len() >= 8, "{folder} has {}", scenarios.len());
    }
}

#[test]
fn each_grammar_is_told_of() {
    for (readme, link) in [("README.md", "grammar/"), ("grammar/README.md", "")] {
        let text = fs::read_to_string(root().join(readme)).unwrap();
        for name in grammars() {
            let link = format!("[`{name}.ron`]({link}{name}.ron)");
            assert!(text.contains(&link), "{readme} has no {link}");
        }
    }
}
