//! The README is true: its changes apply, and its commands print what it says, one after another.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// A fenced block of the README.
struct Block {
    language: String,
    text: String,
    /// What a comment before it says: the file that it is, or the file that it goes into.
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

fn run(command: &mut Command, input: &str) -> String {
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
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_readme_is_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = fs::remove_dir_all(&folder);
    for part in ["content", "grammar"] {
        copy(&root.join(part), &folder.join(part));
    }
    run(
        Command::new("git")
            .args(["init", "-q"])
            .current_dir(&folder),
        "",
    );
    let programs = Path::new(env!("CARGO_BIN_EXE_spellboard"))
        .parent()
        .unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let mut commands = 0;
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
                run(
                    Command::new("git")
                        .args(["apply", "-C1", "-"])
                        .current_dir(&folder),
                    &text,
                );
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
                assert_eq!(run(&mut shell, ""), expected, "{command}");
                commands += 1;
            }
            _ => {}
        }
    }
    assert!(commands > 4, "the README shows commands: {commands}");
}
