//! `spellboard check`: every problem of a grammar, its words and levels.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::{LanguageArgs, Outcome, input, report};
use crate::diagnostic::Problem;
use crate::grammar::Grammar;

/// What to check.
#[derive(Args)]
#[command(after_help = "\
Example:
  spellboard check --grammar mine.ron --words mine.json levels/*.json")]
pub(super) struct CheckArgs {
    #[command(flatten)]
    language: LanguageArgs,
    /// Levels, drawn boards and level files of the game [default: all of content/levels].
    #[arg(value_name = "LEVELS")]
    levels: Vec<PathBuf>,
}

/// Runs the command.
pub(super) fn run(args: &CheckArgs, out: &mut dyn Write) -> io::Result<Outcome> {
    let mut problems: Vec<Problem> = Vec::new();
    let checked = args.language.sources().and_then(|(grammar, words)| {
        let words_files = words.len();
        Grammar::new(&grammar, &words).map(|grammar| (grammar, words_files))
    });
    let language = match checked {
        Ok((grammar, files)) => Some((grammar.lexicon().words().len(), files)),
        Err(found) => {
            problems.extend(found);
            None
        }
    };
    let levels = match args.levels.is_empty() {
        true => input::levels_in(Path::new("content/levels")),
        false => args.levels.clone(),
    };
    let mut count = 0;
    for path in &levels {
        input::read(path, &mut |item| {
            count += 1;
            problems.extend(item.level.err().into_iter().flatten());
            Ok(())
        })?;
    }
    problems.sort_by(|a, b| a.position().cmp(&b.position()));
    match language {
        Some((words, files)) if problems.is_empty() => {
            let files = if files == 1 {
                "1 words file".to_owned()
            } else {
                format!("{files} words files")
            };
            let levels = if count == 1 {
                "1 level".to_owned()
            } else {
                format!("{count} levels")
            };
            writeln!(
                out,
                "no problems: a grammar and {files} with {words} words in all, {levels}"
            )?;
            Ok(Outcome::Fine)
        }
        _ => {
            report::print(&problems);
            Ok(Outcome::Problems)
        }
    }
}
