//! The editor shows what `spellboard check` says, about everything in `tests/refused`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use crate::client::{Client, folder};
use crate::entries;

/// A grammar and its words, for entries that have none of their own.
fn language() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused/language")
}

/// The files of bad data in a project of their own, as `check` and the server are told of them.
struct Bad {
    folder: PathBuf,
    grammar: Option<String>,
    words: Vec<String>,
    levels: Vec<String>,
}

impl Bad {
    fn new(entry: &Path) -> Bad {
        let name = entry.file_stem().unwrap().to_str().unwrap();
        let mut bad = Bad {
            folder: folder(&format!("refused/{name}")),
            grammar: None,
            words: Vec::new(),
            levels: Vec::new(),
        };
        fs::create_dir_all(bad.folder.join("content/levels")).unwrap();
        let files = match entry.is_dir() {
            true => entries(entry.to_str().unwrap()),
            false => vec![entry.to_owned()],
        };
        files.iter().for_each(|file| bad.add(file));
        // What has no language of its own is read with one that is sound.
        if bad.grammar.is_none() {
            bad.add(&language().join("grammar.ron"));
        }
        if bad.words.is_empty() {
            bad.add(&language().join("words.json"));
        }
        bad
    }

    fn add(&mut self, file: &Path) {
        let text = fs::read(file).unwrap();
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        let has_words = String::from_utf8_lossy(&text).contains("\"words\"");
        let path = if name.ends_with(".ron") {
            self.grammar = Some(name.clone());
            name
        } else if name.ends_with(".json") && has_words {
            self.words.push(name.clone());
            name
        } else {
            let path = format!("content/levels/{name}");
            self.levels.push(path.clone());
            path
        };
        fs::write(self.folder.join(path), text).unwrap();
    }

    /// What `check` says: the message and the place of each problem.
    fn checked(&self) -> BTreeSet<String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spellboard"));
        command.arg("check").current_dir(&self.folder);
        if let Some(grammar) = &self.grammar {
            command.args(["--grammar", grammar]);
        }
        for words in &self.words {
            command.args(["--words", words]);
        }
        let output = command.args(&self.levels).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let mut problems = BTreeSet::new();
        let mut message = "";
        for line in said.lines() {
            if let Some(place) = line.trim_start().strip_prefix("--> ") {
                if !message.is_empty() {
                    problems.insert(format!("{place} {message}"));
                }
                message = "";
            } else if let Some((_, said)) = line.split_once(": ")
                && (line.starts_with("error: ") || line.starts_with("warning: "))
            {
                message = said;
            }
        }
        problems
    }

    /// What the server says of the same files, all of them open.
    fn served(&self) -> BTreeSet<String> {
        let mut client = Client::start(&self.folder);
        // In these units columns are what `check` counts.
        client.initialize(&json!({
            "capabilities": { "general": { "positionEncodings": ["utf-32"] } },
            "initializationOptions": { "grammar": self.grammar, "words": self.words },
        }));
        let files = self.grammar.iter().chain(&self.words).chain(&self.levels);
        let mut opened = false;
        for file in files {
            if let Ok(text) = fs::read_to_string(self.folder.join(file)) {
                // Editors keep a byte order mark out of the text.
                client.open(file, text.trim_start_matches('\u{feff}'));
                opened = true;
            }
        }
        if !opened {
            client.open("content/levels/aside.txt", "a");
        }
        let mut problems = BTreeSet::new();
        for (file, diagnostics) in &client.diagnostics {
            for diagnostic in diagnostics.as_array().unwrap() {
                let start = &diagnostic["range"]["start"];
                let place = |part: &str| start[part].as_u64().unwrap() + 1;
                let message = diagnostic["message"].as_str().unwrap();
                problems.insert(format!(
                    "{file}:{}:{} {message}",
                    place("line"),
                    place("character")
                ));
            }
        }
        client.end();
        problems
    }
}

#[test]
fn the_editor_shows_what_check_says() {
    let mut count = 0;
    for entry in entries("tests/refused") {
        // An editor gives no arguments.
        if entry == language() || entry.join("args").exists() {
            continue;
        }
        let bad = Bad::new(&entry);
        let (checked, served) = (bad.checked(), bad.served());
        assert!(!checked.is_empty(), "{}", entry.display());
        // The server says more of each: labels and ways out.
        let is_said = |problem: &String| {
            let (place, message) = problem.split_once(' ').unwrap();
            let file = place.split(':').next().unwrap();
            if !bad.folder.join(file).exists() {
                // A file that is built in is in no editor.
                return served.iter().any(|said| said.contains(message));
            }
            let whole = format!("{file}:1:1");
            let place = if file == place { &whole } else { place };
            let start = format!("{place} {message}");
            served.iter().any(|said| said.starts_with(&start))
        };
        let unsaid: Vec<&String> = checked.iter().filter(|problem| !is_said(problem)).collect();
        assert!(
            unsaid.is_empty() && checked.len() == served.len(),
            "{}: {unsaid:#?} of {checked:#?} is not in {served:#?}",
            entry.display()
        );
        count += checked.len();
    }
    assert!(count > 150, "{count}");
}
