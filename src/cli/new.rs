//! `spellboard new`: a project to start from.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::{Outcome, level_schema, report, words_schema};
use crate::diagnostic::{Problem, Problems, list};
use crate::grammar::Grammar;
use crate::scenario::Suite;
use crate::source::Source;

/// Where to start.
#[derive(Args)]
#[command(after_help = "\
Example:
  spellboard new garden

Writes a grammar, words, a level, a scenario with its snapshot, and a workflow for GitHub, each with \
comments that say how to go on. Nothing is overwritten.")]
pub(super) struct NewArgs {
    /// The folder of the project; it is made if there is none.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// A file of the project, and what it is for.
struct File {
    path: &'static str,
    text: String,
    what: &'static str,
}

const GRAMMAR: (&str, &str) = ("grammar/core.ron", include_str!("new/core.ron"));
const WORDS: (&str, &str) = ("content/words.json", include_str!("new/words.json"));

/// Runs the command.
pub(super) fn run(args: &NewArgs, out: &mut dyn Write) -> io::Result<Outcome> {
    let folder = &args.folder;
    let written = files().and_then(|files| {
        nothing_in_the_way(folder, &files)?;
        files.iter().try_for_each(|file| write(folder, file))?;
        pin(folder)?;
        Ok(files)
    });
    let files = match written {
        Ok(files) => files,
        Err(problems) => {
            report::print(&problems.into_iter().collect::<Vec<_>>());
            return Ok(Outcome::Problems);
        }
    };
    for File { path, what, .. } in &files {
        writeln!(out, "{}  {what}", folder.join(path).display())?;
    }
    out.flush()?;
    let folder = folder.display();
    anstream::eprintln!(
        "next: `cd {folder}`, `spellboard show content/levels/first.txt`, `spellboard test`"
    );
    Ok(Outcome::Fine)
}

/// The files of a project but for the snapshot.
fn files() -> Result<Vec<File>, Problems> {
    let file = |path, text: &str, what| File {
        path,
        text: text.to_owned(),
        what,
    };
    let words = Source::new(WORDS.0, WORDS.1);
    let grammar = Grammar::new(&Source::new(GRAMMAR.0, GRAMMAR.1), &[words])?;
    Ok(vec![
        file("README.md", include_str!("new/README.md"), "how to go on"),
        file(GRAMMAR.0, GRAMMAR.1, "how sentences are made"),
        file(WORDS.0, WORDS.1, "the words"),
        file(
            "content/words.schema.json",
            &words_schema(&grammar),
            "lets editors complete words files",
        ),
        file(
            "content/level.schema.json",
            &level_schema(),
            "lets editors complete levels",
        ),
        file(
            "content/levels/first.txt",
            include_str!("new/level.txt"),
            "a level",
        ),
        file(
            "tests/scenarios/core/lists.txt",
            include_str!("new/scenario.txt"),
            "what has to stay as it is",
        ),
        file(
            ".github/workflows/spellboard.yml",
            include_str!("new/workflow.yml"),
            "checks every change on GitHub",
        ),
    ])
}

/// Whether the folder can be used and has none of the files yet.
fn nothing_in_the_way(folder: &Path, files: &[File]) -> Result<(), Problems> {
    let there = |path: &Path| path.symlink_metadata().is_ok();
    let mut taken: Vec<&str> = files.iter().map(|file| file.path).collect();
    taken.push("snapshots");
    taken.retain(|path| there(&folder.join(path)));
    let message = match () {
        () if there(folder) && !folder.is_dir() => {
            "this is a file, a folder was expected".to_owned()
        }
        () if !taken.is_empty() => format!("there is {} here already", list(taken)),
        () => return Ok(()),
    };
    let problem = Problem::error(
        message,
        Source::new(folder.display().to_string(), "").whole(),
    );
    Err(problem
        .help("nothing was written: name a folder that does not exist yet")
        .into())
}

fn write(folder: &Path, file: &File) -> Result<(), Problems> {
    let path = folder.join(file.path);
    let write = || {
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        let mut new = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&path)?;
        new.write_all(file.text.as_bytes())
    };
    write().map_err(|error| cannot_be_written(&path, &error))
}

/// Pins what the scenarios spell.
fn pin(folder: &Path) -> Result<(), Problems> {
    let suite = Suite::open(folder)?;
    for scenario in suite.check().scenarios {
        let pinned = suite.pin(&scenario);
        pinned.map_err(|error| cannot_be_written(&folder.join(&scenario.snapshot), &error))?;
    }
    Ok(())
}

fn cannot_be_written(path: &Path, error: &io::Error) -> Problems {
    let place = Source::new(path.display().to_string(), "").whole();
    Problem::error(format!("this file cannot be written: {error}"), place).into()
}
