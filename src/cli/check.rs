//! `spellboard check`: every problem of a grammar, its words and levels.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::findings::Findings;
use super::report::{Format, number, tell};
use super::{LanguageArgs, Outcome, input};
use crate::project::LEVELS;

/// What to check.
#[derive(Args)]
#[command(after_help = "\
Examples:
  spellboard check --grammar mine.ron --words mine.json levels/*.json
  spellboard check --format github")]
pub(super) struct CheckArgs {
    #[command(flatten)]
    language: LanguageArgs,
    /// How problems are told.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Levels, drawn boards and levels of the game itself (.l), or folders of them [default: all of content/levels, where no
    /// grammar and no words are given].
    #[arg(value_name = "LEVELS")]
    levels: Vec<PathBuf>,
}

/// Runs the command.
pub(super) fn run(args: &CheckArgs, out: &mut dyn Write) -> io::Result<Outcome> {
    let mut findings = Findings::default();
    let (grammar, problems) = args.language.checked();
    findings.extend(problems);
    let files = args.language.words.len().max(1);
    let language = grammar.map(|grammar| (Arc::new(grammar), files));
    // The levels of a project are for its own language.
    let levels = match args.levels.is_empty() && !args.language.is_given() {
        true => input::levels_in(Path::new(LEVELS)),
        false => input::in_folders(&args.levels),
    };
    let mut count = 0;
    for path in &levels {
        let name = path.display().to_string();
        input::read(path, &mut |item| {
            count += 1;
            let grammar = language.as_ref().map(|(grammar, _)| grammar);
            findings.level(&item, grammar, &name);
            Ok(())
        })?;
    }
    let mut problems = findings.finish();
    problems.sort_by(|a, b| a.position().cmp(&b.position()));
    tell(&problems, args.format, out)?;
    let Some((grammar, files)) = language.filter(|_| problems.is_empty()) else {
        return Ok(Outcome::Problems);
    };
    if args.format != Format::Json {
        let words = grammar.lexicon().words().len();
        let (files, levels) = (number(files, "words file"), number(count, "level"));
        writeln!(
            out,
            "no problems: a grammar and {files} with {words} words in all, {levels}"
        )?;
    }
    Ok(Outcome::Fine)
}
