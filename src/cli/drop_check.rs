//! `spellboard drop-check`: whether an expansion is data alone.

use std::io::{self, Write};

use clap::Args;

use super::{Outcome, git};

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
    let (base, head) = git::range(&args.range);
    let touched = match touched(base, head) {
        Ok(touched) => touched,
        Err(error) => {
            anstream::eprintln!("error: {}", error.trim_end());
            anstream::eprintln!(
                "`spellboard drop-check` looks at commits of the git repository it runs in, `git log` lists them"
            );
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
        anstream::eprintln!("nothing was touched between {base} and {head}");
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

/// The paths that commits of `head` changed since it left `base`, in git's order. A path that one
/// commit changed and a later one put back counts: it was touched. Of a merge, only what differs
/// from all that was merged counts.
fn touched(base: &str, head: &str) -> Result<Vec<String>, String> {
    for revision in [base, head] {
        git::commit(revision)?;
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
    let mut paths = git::paths(&[&format[..], &[&range, "--"]].concat())?;
    paths.sort();
    paths.dedup();
    Ok(paths)
}
