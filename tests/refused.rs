//! Everything in `tests/refused` is bad data that `spellboard check` has to refuse: a file, or a
//! folder of files that belong together. What it says is pinned whole in `snapshots/refused`.
//!
//! A `.ron` file is a grammar, a `.json` file with `"words"` in it a words file, and any other file
//! holds levels; a file `args` has the arguments of the command, one a line. What an entry does not
//! have is taken from `tests/refused/language`, so that no change of the shipped words and grammars
//! changes a message. Every format says the same.

#![cfg(feature = "cli")]

use std::{
    fs,
    panic::catch_unwind,
    path::Path,
    process::{Command, Output},
};

use spellboard::{Grammar, Level, Problem, Problems, Source};

#[test]
fn refused() {
    let (mut failed, mut refused) = (String::new(), entries("tests/refused"));
    refused.retain(|path| path != LANGUAGE);
    for path in &refused {
        failed += &match catch_unwind(|| check(path)) {
            Ok(Ok(())) => continue,
            Ok(Err(why)) => format!("{path}: {why}\n"),
            Err(_) => format!("{path}: its snapshot differs, see above\n"),
        }
    }
    for path in entries("snapshots/refused") {
        if path.ends_with(".snap.new") {
            if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
                std::fs::remove_file(&path).unwrap();
                continue;
            }
            failed += &format!("{path}: accept with `INSTA_UPDATE=always cargo test`, or delete\n");
        } else if !refused.iter().any(|entry| name(entry) == name(&path)) {
            failed += &format!("{path}: what was refused is gone, delete it\n");
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
}

/// A grammar and its words, for entries that have none of their own.
const LANGUAGE: &str = "tests/refused/language";

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
        if file.ends_with("/args") {
            args = vec!["check".to_owned()];
            args.extend(String::from_utf8_lossy(&text).lines().map(str::to_owned));
            break;
        }
        if file.ends_with(".ron") {
            args.push("--grammar".to_owned());
        } else if file.ends_with(".json") && String::from_utf8_lossy(&text).contains("\"words\"") {
            args.push("--words".to_owned());
        }
        args.push(file);
    }
    for (flag, file) in [("--grammar", "grammar.ron"), ("--words", "words.json")] {
        if !args.iter().any(|arg| arg == flag) {
            args.extend([flag.to_owned(), format!("{LANGUAGE}/{file}")]);
        }
    }
    let output = spellboard(&args)?;
    if output.status.code() != Some(1) || !output.stdout.is_empty() {
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        return Err(format!("it was not refused, {}: {said:?}", output.status));
    }
    let said = String::from_utf8_lossy(&output.stderr);
    insta::with_settings!({
        snapshot_path => "../snapshots/refused",
        prepend_module_to_snapshot => false,
        omit_expression => true,
        description => format!("spellboard {}", args.join(" ")),
    }, { insta::assert_snapshot!(name(path), said) });
    let drawn = drawn(&said);
    for (format, read) in [("json", in_json as fn(&str) -> _), ("github", in_commands)] {
        let mut args = args.clone();
        args.extend(["--format".to_owned(), format.to_owned()]);
        let output = spellboard(&args)?;
        let told = read(&String::from_utf8_lossy(&output.stdout));
        let same = |(a, b): (&Told, &Told)| {
            (&a.level, &a.place) == (&b.level, &b.place) && a.message.starts_with(&b.message)
        };
        let all_same = told.len() == drawn.len() && told.iter().zip(&drawn).all(same);
        if output.status.code() != Some(1) || drawn.is_empty() || !all_same {
            let code = output.status;
            return Err(format!("{format}, {code}: {told:#?} is not {drawn:#?}"));
        }
    }
    Ok(())
}

fn spellboard(args: &[String]) -> Result<Output, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spellboard"));
    command
        .args(args)
        .output()
        .map_err(|error| error.to_string())
}

/// What every format says of a problem.
#[derive(Debug)]
struct Told {
    level: String,
    message: String,
    /// The file; with line and column behind it unless it is meant as a whole.
    place: String,
}

/// The problems that are drawn.
fn drawn(said: &str) -> Vec<Told> {
    let (mut all, mut title) = (Vec::new(), None);
    for line in said.lines() {
        match line.split_once(": ") {
            Some((level @ ("error" | "warning"), message)) => title = Some((level, message)),
            _ => {
                let place = line.trim_start().strip_prefix("--> ");
                let told = place.and_then(|place| Some((place, title.take()?)));
                all.extend(told.map(|(place, (level, message))| Told {
                    level: level.to_owned(),
                    message: message.to_owned(),
                    place: place.to_owned(),
                }));
            }
        }
    }
    all
}

/// The problems of a JSON document. It counts them, and what is underlined ends where it says.
fn in_json(document: &str) -> Vec<Told> {
    let document: serde_json::Value = serde_json::from_str(document).unwrap();
    let rows = document["problems"].as_array().unwrap();
    let count = |level: &str| rows.iter().filter(|row| row["level"] == level).count();
    assert_eq!(document["errors"], count("error"));
    assert_eq!(document["warnings"], count("warning"));
    let told = |row: &serde_json::Value| {
        let text = |field: &str| row[field].as_str().unwrap().to_owned();
        let number = |field: &str| row[field].as_u64();
        if let Some(marked) = row["text"].as_str() {
            let end = number("column").unwrap() + marked.chars().count() as u64;
            assert_eq!(number("end_column"), Some(end), "{row}");
        }
        let place = match (number("line"), number("column")) {
            (Some(line), Some(column)) => format!("{}:{line}:{column}", text("file")),
            _ => text("file"),
        };
        let (level, message) = (text("level"), text("message"));
        Told {
            level,
            message,
            place,
        }
    };
    rows.iter().map(told).collect()
}

/// The problems of workflow commands.
fn in_commands(said: &str) -> Vec<Told> {
    let told = |line: &str| {
        let (command, message) = line.strip_prefix("::")?.split_once("::")?;
        let (level, properties) = command.split_once(' ')?;
        let properties = properties
            .split(',')
            .map(|one| one.split_once('=').unwrap());
        let properties: Vec<(&str, &str)> = properties.collect();
        let place = ["file", "line", "col"].iter().filter_map(|part| {
            let (_, value) = properties.iter().find(|(name, _)| name == part)?;
            Some(value.replace("%3A", ":").replace("%2C", ","))
        });
        Some(Told {
            level: level.to_owned(),
            message: message.replace("%0A", "\n").replace("%25", "%"),
            place: place.collect::<Vec<_>>().join(":"),
        })
    };
    said.lines().filter_map(told).collect()
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

/// Words of the libraries that read the files, and of Rust: their authors know neither.
const JARGON: [&str; 14] = [
    "EOF",
    "RON",
    "struct",
    "sequence",
    "variant",
    "integer",
    "invalid",
    "unexpected",
    "Pieces",
    "Entry",
    "expected `",
    "floating",
    "column",
    "recursion",
];

/// Every way to lose, double or change a character of a sound file is sound still, or refused with
/// a place in the file and in words for its author.
#[test]
fn a_slip_in_any_place_is_named() {
    let grammar = r#"( // é
    read: [Right], reading: Outward,
    roles: { "noun": "a thing", "verb": "says" },
    words: { "IS": "verb" },
    sentences: { "claim": (anchor: "verb", runs: [
        (name: "verb", of: ["verb"]), (name: "who", of: ["noun"], each: true),
    ]) },
)"#;
    let words = r#"{ "words": [
        { "name": "PUSH", "role": "noun" },
        { "name": "梟", "roles": ["noun", "verb"] }
    ] }"#;
    let level = r#"{ "name": "é", "width": 3, "height": 1, "palette": ["A", "B"], "objects": [
        { "kind": "text:IS", "x": 0, "y": 0 },
        { "kind": "rock", "x": 2, "y": 0 }
    ] }"#;
    let core = Source::new("core.ron", grammar);
    for (text, slip) in slips(grammar) {
        let words = [Source::new("words.json", words)];
        let read = Grammar::new(&Source::new("core.ron", &*text), &words);
        is_named(&slip, &text, read.err());
    }
    for (text, slip) in slips(words) {
        let read = Grammar::new(&core, &[Source::new("words.json", &*text)]);
        is_named(&slip, &text, read.err());
    }
    for (text, slip) in slips(level) {
        let read = Level::from_json(&Source::new("level.json", &*text));
        is_named(&slip, &text, read.err());
    }
}

/// A text with one slip in it, for every slip, and what the slip is.
fn slips(text: &str) -> impl Iterator<Item = (String, String)> {
    let signs = [
        "", "\"", ",", ":", "(", ")", "[", "]", "{", "}", "\\", "\n", "\t", "/", "é", "7",
    ];
    text.char_indices().flat_map(move |(at, c)| {
        let (before, after) = (&text[..at], &text[at + c.len_utf8()..]);
        let changed = signs.map(|sign| {
            let slip = format!("{c:?} at byte {at} is now {sign:?}");
            (format!("{before}{sign}{after}"), slip)
        });
        let cut = (before.to_owned(), format!("cut at byte {at}"));
        changed.into_iter().chain([cut])
    })
}

fn is_named(slip: &str, text: &str, problems: Option<Problems>) {
    for problem in problems.iter().flat_map(Problems::iter) {
        let said = problem.to_string();
        let known = |word: &&str| said.contains(*word) && !text.contains(*word);
        let jargon = JARGON.iter().find(|word| known(word));
        assert_eq!(jargon, None, "{slip}: {said}");
        assert!(is_placed(problem), "{slip}: {problem:?}");
    }
}

/// Whether the places of a problem can be drawn.
fn is_placed(problem: &Problem) -> bool {
    problem.places.iter().all(|place| {
        let marked = place
            .excerpt
            .as_ref()
            .map(|line| line.get(place.marked.clone()));
        place.line > 0 && place.column > 0 && marked.flatten().is_some()
    })
}
