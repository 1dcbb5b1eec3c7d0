//! The README is true: its changes apply, and its commands print what it says, one after another.
//!
//! A change is put where one of the lines beside it stands, whatever has become of the others: words
//! and roles come and go without the README being told.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// A fenced block of the README.
struct Block {
    language: String,
    text: String,
    /// What a comment before it says: the file that it is, the file that it goes into, or the exit
    /// code of its command, where that is not 0.
    mark: String,
}

fn blocks(readme: &str) -> Vec<Block> {
    let (mut blocks, mut open, mut mark) = (Vec::new(), None, String::new());
    for line in readme.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => {
                let (language, mark) = (language.to_owned(), std::mem::take(&mut mark));
                open = Some(Block {
                    language,
                    text: String::new(),
                    mark,
                });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => block.text += &format!("{line}\n"),
            (None, None) => {
                let comment = line
                    .strip_prefix("<!-- ")
                    .and_then(|line| line.strip_suffix(" -->"));
                mark = comment.unwrap_or_default().to_owned();
            }
        }
    }
    blocks
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(path, target).unwrap();
        }
    }
}

fn run(command: &mut Command, input: &str, code: i32) -> String {
    let command = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{said}");
    String::from_utf8(output.stdout).unwrap()
}

/// Makes the changes of a diff to the files of a folder.
fn apply(diff: &str, folder: &Path) {
    for file in diff.split("--- a/").skip(1) {
        let mut hunks = file.split("\n@@ -");
        let name = hunks.next().unwrap().lines().next().unwrap();
        let mut text = fs::read_to_string(folder.join(name)).unwrap();
        for hunk in hunks {
            text = changed(&text, hunk)
                .unwrap_or_else(|why| panic!("README.md, a change of {name}: {why}"));
        }
        fs::write(folder.join(name), text).unwrap();
    }
}

/// A text with the change of a hunk in it: where most of the lines beside the change stand, and of
/// several such places at the one nearest to the line that the hunk names.
fn changed(text: &str, hunk: &str) -> Result<String, String> {
    let (head, hunk) = hunk.split_once('\n').unwrap();
    let number: usize = head.split([',', ' ']).next().unwrap().parse().unwrap();
    let hunk: Vec<&str> = hunk.lines().collect();
    let of = |sign| hunk.iter().filter_map(move |line| line.strip_prefix(sign));
    let is_change = |line: &&str| line.starts_with(['+', '-']);
    let first = hunk.iter().position(is_change).expect("a change");
    let last = hunk.iter().rposition(is_change).expect("a change");
    let (before, behind) = (&hunk[..first], &hunk[last + 1..]);
    assert!(
        hunk[first..=last].iter().all(is_change),
        "one change a hunk"
    );

    let mut lines: Vec<&str> = text.lines().collect();
    let gone: Vec<&str> = of('-').collect();
    let alike = |a: Option<&&str>, b: &str| {
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
        let (a, b): (Vec<String>, Vec<String>) = (words(a.unwrap_or(&"")), words(b));
        !b.is_empty() && a == b
    };
    let beside = |at: usize| {
        let above = before.iter().rev().enumerate();
        let above = above
            .filter(|(i, line)| alike(at.checked_sub(i + 1).and_then(|at| lines.get(at)), line));
        let below = behind.iter().enumerate();
        let below = below.filter(|(i, line)| alike(lines.get(at + gone.len() + i), line));
        above.count() + below.count()
    };
    let fits = |at: &usize| {
        let here = gone.iter().enumerate();
        here.clone().all(|(i, line)| alike(lines.get(at + i), line))
    };
    let rank = |at: &usize| {
        (
            beside(*at),
            usize::MAX - number.abs_diff(at + 1 - before.len().min(*at)),
        )
    };
    let at = (0..=lines.len())
        .filter(fits)
        .filter(|&at| !gone.is_empty() || beside(at) > 0)
        .max_by_key(rank)
        .ok_or_else(|| format!("no line beside it is there any more:\n{}", hunk.join("\n")))?;
    lines.splice(at..at + gone.len(), of('+'));
    Ok(lines.join("\n") + "\n")
}

#[test]
fn a_change_outlives_what_stands_beside_it() {
    let hunk = "1,2 +1,3 @@\n one\n+two\n three";
    for (text, expected) in [
        ("one\nthree\n", "one\ntwo\nthree\n"),
        ("zero\none\nother\n", "zero\none\ntwo\nother\n"),
        ("other\n  three\nfour\n", "other\ntwo\n  three\nfour\n"),
        ("one\n-\none\nthree\n", "one\n-\none\ntwo\nthree\n"),
        ("one\n-\none\n", "one\ntwo\n-\none\n"),
    ] {
        assert_eq!(changed(text, hunk).unwrap(), expected);
    }
    assert!(changed("other\n", hunk).unwrap_err().contains("+two"));
    let hunk = "1 +1 @@\n-a\n+b";
    assert_eq!(changed("c\na\n", hunk).unwrap(), "c\nb\n");
    assert!(changed("b\n", hunk).is_err());
}

#[test]
fn the_readme_is_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = fs::remove_dir_all(&folder);
    for part in ["content", "grammar"] {
        copy(&root.join(part), &folder.join(part));
    }
    let programs = Path::new(env!("CARGO_BIN_EXE_spellboard"))
        .parent()
        .unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let (mut commands, mut changes) = (0, 0);
    for Block {
        language,
        text,
        mark,
    } in blocks(&fs::read_to_string(root.join("README.md")).unwrap())
    {
        if let Some(name) = mark.strip_prefix("file: ") {
            fs::write(folder.join(name), &text).unwrap();
        }
        if let Some(name) = mark.strip_prefix("into: ") {
            // The lines go to the end of the list of runs.
            let file = fs::read_to_string(folder.join(name)).unwrap();
            let (before, after) = file.split_once("            ],\n").unwrap();
            fs::write(
                folder.join(name),
                format!("{before}{text}            ],\n{after}"),
            )
            .unwrap();
        }
        match language.as_str() {
            "diff" => {
                apply(&text, &folder);
                changes += 1;
            }
            "console" => {
                let (command, expected) = text.split_once('\n').unwrap();
                let command = command
                    .strip_prefix("$ ")
                    .expect("a console block starts with a command");
                let mut shell = Command::new("sh");
                shell
                    .args(["-c", command])
                    .current_dir(&folder)
                    .env("PATH", &path);
                let code = mark.strip_prefix("exits with ");
                let code = code.map_or(0, |code| code.parse().expect("an exit code"));
                assert_eq!(run(&mut shell, "", code), expected, "{command}");
                commands += 1;
            }
            _ => {}
        }
    }
    assert!(commands > 4, "the README shows commands: {commands}");
    assert!(changes > 2, "the README shows changes: {changes}");
}
