//! `spellboard diff`: the rules that a change of data adds to boards, and takes from them.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::boards::decides;
use super::changes::Changes;
use super::changes_table::{markdown, summary, text};
use super::git::{self, Commit};
use super::readings::{Readings, Which};
use super::{Outcome, report};
use crate::project::Folder;

/// What to compare.
#[derive(Args)]
#[command(after_help = "\
Examples:
  spellboard diff main..my-expansion
  spellboard diff

Every scenario of tests/ and every level of content/levels is read twice, each time with the words and \
grammars of its side, by this version of spellboard. With BASE..HEAD, the sides are HEAD and the commit \
where it left BASE; without, they are HEAD and the files as they are now. A side may have problems: what \
cannot be read is said, and the rest compared.

Exit codes: 0 compared, 1 the later side has problems or git failed, 2 wrong usage.")]
pub(super) struct DiffArgs {
    /// The commits of the change, as git names a range; BASE alone means BASE..HEAD.
    #[arg(value_name = "BASE..HEAD")]
    range: Option<String>,
    /// Compare the rules in force instead of the spelled ones: what holds once negated rules, groups,
    /// locks and the like have done their work.
    #[arg(long)]
    in_force: bool,
    /// How to print the changes: a table for the terminal, one for reviews, or for programs.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Markdown,
    Json,
}

/// A side of the comparison.
struct Side {
    /// What people call it.
    name: String,
    /// Its number; `None` for the files as they are.
    commit: Option<String>,
    readings: Readings,
}

/// The comparison as `--format json` has it.
#[derive(Serialize)]
struct Comparison<'a> {
    base: SideRow<'a>,
    head: SideRow<'a>,
    #[serde(flatten)]
    changes: &'a Changes,
}

#[derive(Serialize)]
struct SideRow<'a> {
    name: &'a str,
    commit: Option<&'a str>,
    boards: usize,
    problems: Vec<String>,
}

/// Runs the command.
pub(super) fn run(args: &DiffArgs, out: &mut dyn Write) -> io::Result<Outcome> {
    let (base, head) = match sides(args.range.as_deref(), Which::asked_for(args.in_force)) {
        Ok(sides) => sides,
        Err(error) => {
            anstream::eprintln!("error: {error}");
            anstream::eprintln!(
                "`spellboard diff` compares commits of the git repository it runs in, `git log` lists them"
            );
            return Ok(Outcome::Problems);
        }
    };
    let changes = Changes::between(&base.readings, &head.readings);
    match args.format {
        Format::Text => {
            text(&changes, out)?;
            writeln!(out, "{}", summary(&changes))?;
        }
        Format::Markdown => {
            writeln!(
                out,
                "### Rules, from {} to {}\n",
                base.title(),
                head.title()
            )?;
            markdown(&changes, out)?;
            writeln!(
                out,
                "{}{}.",
                if changes.is_empty() { "" } else { "\n" },
                summary(&changes)
            )?;
            for side in [&base, &head] {
                side.problems_as_markdown(out)?;
            }
        }
        Format::Json => {
            let comparison = Comparison {
                base: base.row(),
                head: head.row(),
                changes: &changes,
            };
            serde_json::to_writer_pretty(&mut *out, &comparison)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    for side in [&base, &head] {
        report::print(&side.readings.problems);
    }
    Ok(match head.readings.problems.is_empty() {
        true => Outcome::Fine,
        false => Outcome::Problems,
    })
}

/// Reads both sides.
fn sides(range: Option<&str>, which: Which) -> Result<(Side, Side), String> {
    let Some(range) = range else {
        let head = git::commit("HEAD")?;
        let files = Readings::of(&Folder::here(), which);
        let now = Side {
            name: "the files as they are".to_owned(),
            commit: None,
            readings: files,
        };
        return Ok((Side::of("HEAD", head, which)?, now));
    };
    let (base, head) = git::range(range);
    Ok((
        Side::of(base, git::fork(base, head)?, which)?,
        Side::of(head, git::commit(head)?, which)?,
    ))
}

impl Side {
    fn of(name: &str, commit: String, which: Which) -> Result<Side, String> {
        let files = Commit::read(&commit, name, decides)?;
        let readings = Readings::of(&files, which);
        Ok(Side {
            name: name.to_owned(),
            commit: Some(commit),
            readings,
        })
    }

    /// Its name and its number, as a sentence has them.
    fn title(&self) -> String {
        match &self.commit {
            Some(commit) => format!("`{}` ({})", self.name, &commit[..commit.len().min(10)]),
            None => self.name.clone(),
        }
    }

    fn row(&self) -> SideRow<'_> {
        SideRow {
            name: &self.name,
            commit: self.commit.as_deref(),
            boards: self.readings.boards.len(),
            problems: self
                .readings
                .problems
                .iter()
                .map(ToString::to_string)
                .collect(),
        }
    }

    fn problems_as_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let problems = &self.readings.problems;
        if problems.is_empty() {
            return Ok(());
        }
        writeln!(out, "\nProblems of {}:\n\n```text", self.title())?;
        problems
            .iter()
            .try_for_each(|problem| writeln!(out, "{problem}"))?;
        writeln!(out, "```")
    }
}
