//! `spellboard drop-check`: whether an expansion is data alone.

use std::io::{self, Write};
use std::process::Command;

use clap::Args;

use super::Outcome;

/// The folders that an expansion may touch.
const DATA: [&str; 4] = ["content/", "grammar/", "tests/", "snapshots/"];

/// Which commits to look at.
#[derive(Args)]
#[command(after_help = "\
Example:
  spellboard drop-check main..my-expansion")]
pub(super) struct DropCheckArgs {
    /// The commits of the expansion, as git names a range; BASE alone means BASE..HEAD.
    #[arg(value_name = "BASE..HEAD")]
    range: String,
}

/// Runs the command.
pub(super) fn run(args: &DropCheckArgs, out: &mut dyn Write) -> io::Result<Outcome> {
    let (base, head) = args.range.split_once("..").unwrap_or((&args.range, "HEAD"));
    let head = head.strip_prefix('.').unwrap_or(head);
    let touched = match touched(or_head(base), or_head(head)) {
        Ok(touched) => touched,
        Err(error) => {
            anstream::eprintln!("error: {}", error.trim_end());
            return Ok(Outcome::Problems);
        }
    };
    let is_data = |path: &String| DATA.iter().any(|folder| path.starts_with(folder));
    for path in &touched {
        writeln!(
            out,
            "{} {path}",
            if is_data(path) { "data " } else { "OTHER" }
        )?;
    }
    out.flush()?;
    let other: Vec<&String> = touched.iter().filter(|path| !is_data(path)).collect();
    if touched.is_empty() {
        anstream::eprintln!(
            "nothing was touched between {} and {}",
            or_head(base),
            or_head(head)
        );
    }
    if other.is_empty() {
        return Ok(Outcome::Fine);
    }
    anstream::eprintln!("error: this is more than a drop of data, it also touches");
    other
        .iter()
        .for_each(|path| anstream::eprintln!("  {path}"));
    anstream::eprintln!("a drop touches {} and nothing else", DATA.join(", "));
    Ok(Outcome::Problems)
}

fn or_head(revision: &str) -> &str {
    if revision.is_empty() {
        "HEAD"
    } else {
        revision
    }
}

/// The paths that commits of `head` changed since it left `base`, in git's order. A path that one
/// commit changed and a later one put back counts: it was touched. Of a merge, only what differs
/// from all that was merged counts.
fn touched(base: &str, head: &str) -> Result<Vec<String>, String> {
    for revision in [base, head] {
        git(&[
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &format!("{revision}^{{commit}}"),
        ])
        .map_err(|error| match error.is_empty() {
            true => format!("git knows no commit `{revision}`"),
            false => error,
        })?;
    }
    let range = format!("{base}..{head}");
    let format = [
        "log",
        "--format=",
        "--name-only",
        "--no-renames",
        "-c",
        "-z",
        "--end-of-options",
    ];
    let listed = git(&[&format[..], &[&range, "--"]].concat())?;
    let mut paths: Vec<String> = listed
        .split('\0')
        .filter(|path| !path.is_empty())
        .map(str::to_owned)
        .collect();
    paths.sort();
    paths.dedup();
    Ok(paths)
}

/// What git prints, or what it complains about.
fn git(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git").args(arguments).output();
    let output = output.map_err(|error| format!("git cannot be run: {error}"))?;
    let said = if output.status.success() {
        &output.stdout
    } else {
        &output.stderr
    };
    let said = String::from_utf8_lossy(said).into_owned();
    if output.status.success() {
        Ok(said)
    } else {
        Err(said)
    }
}
