//! The commands. Results go to standard output, everything else to standard error. The exit code
//! is 0 when all is well, 1 when there were problems, 2 for wrong usage.

mod boards;
mod changes;
mod changes_table;
mod check;
mod completions;
mod diff;
mod drop_check;
mod elsewhere;
mod explain;
mod findings;
mod git;
mod input;
mod json_list;
mod lexicons;
mod lsp;
mod new;
mod readings;
mod report;
mod rules;
mod schema;
mod show;
mod test;
mod watch;
mod words;

pub use schema::{level_schema, words_schema};

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::diagnostic::{Problem, Problems};
use crate::grammar::Grammar;
use crate::project::{Folder, Language, source_or_shipped};
use crate::source::Source;

/// Reads rules from words lying on a grid.
#[derive(Parser)]
#[command(
    version,
    about,
    after_help = "\
Example, with the words that are built in:
  echo \"TEXT IS YOU AND WIN\" > board.txt
  spellboard show board.txt

Exit codes: 0 fine, 1 problems found, 2 wrong usage."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print the rules that levels spell.
    Rules(rules::RulesArgs),
    /// Check grammars, their words and levels, and report every problem in them.
    Check(check::CheckArgs),
    /// Draw a board in the terminal, with the text that stands in a rule marked.
    Show(show::ShowArgs),
    /// Read everything again on each save, and show which rules came and went.
    Watch(watch::WatchArgs),
    /// Explain what is read on each line of text, where reading stops, and what would mend it.
    Explain(explain::ExplainArgs),
    /// List words with their roles, where they are defined, and what uses them.
    Words(words::WordsArgs),
    /// Show the rules that a change adds to the boards of a repository, and takes from them.
    Diff(diff::DiffArgs),
    /// List what an expansion touched, and fail if that is more than data.
    DropCheck(drop_check::DropCheckArgs),
    /// Start a project of your own: a grammar, words, a level, a scenario, a workflow.
    New(new::NewArgs),
    /// Compare what scenarios spell with what is pinned, and pin what has changed.
    Test(test::TestArgs),
    /// Serve an editor: problems as you type, completion, hovers, definitions, uses.
    Lsp(lsp::LspArgs),
    /// Print the JSON Schema of words files or level files, for editors.
    Schema(schema::SchemaArgs),
    /// Print a script that lets a shell complete commands, options and files.
    Completions(completions::CompletionsArgs),
}

/// The grammar and the words to read with.
#[derive(Args)]
struct LanguageArgs {
    /// The grammar file [default: grammar/core.ron, or else the one built in].
    #[arg(long, value_name = "FILE")]
    grammar: Option<PathBuf>,
    /// A words file; repeat it for several [default: content/words.json, or else the one built in].
    #[arg(long, value_name = "FILE")]
    words: Vec<PathBuf>,
}

/// What a command found.
enum Outcome {
    Fine,
    Problems,
}

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = BufWriter::new(anstream::stdout());
    let outcome = match cli.command {
        Command::Rules(args) => rules::run(&args, &mut out),
        Command::Check(args) => check::run(&args, &mut out),
        Command::Show(args) => show::run(&args, &mut out),
        Command::Watch(args) => watch::run(&args, &mut out),
        Command::Explain(args) => explain::run(&args, &mut out),
        Command::Words(args) => words::run(&args, &mut out),
        Command::Diff(args) => diff::run(&args, &mut out),
        Command::DropCheck(args) => drop_check::run(&args, &mut out),
        Command::New(args) => new::run(&args, &mut out),
        Command::Test(args) => test::run(&args, &mut out),
        Command::Lsp(args) => lsp::run(&args, &mut out),
        Command::Schema(args) => schema::run(&args, &mut out),
        Command::Completions(args) => completions::run(&args, &mut out),
    };
    match outcome.and_then(|outcome| out.flush().map(|()| outcome)) {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Problems) => ExitCode::from(1),
        // Whoever read the output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("error: the output cannot be written: {error}");
            ExitCode::from(1)
        }
    }
}

impl LanguageArgs {
    /// Whether the language was named, rather than left to the project.
    fn is_given(&self) -> bool {
        self.grammar.is_some() || !self.words.is_empty()
    }

    /// Checks the files of the language, or the built-in copies of those that are not there.
    fn checked(&self) -> (Option<Grammar>, Vec<Problem>) {
        let (here, shipped) = (Folder::here(), Language::shipped());
        let grammar = match &self.grammar {
            Some(path) => Source::load(path),
            None => source_or_shipped(&here, &shipped.grammar),
        };
        let words: Vec<_> = match self.words.is_empty() {
            true => vec![source_or_shipped(&here, &shipped.words)],
            false => (0..self.words.len())
                .map(|file| self.words_of(file))
                .collect(),
        };
        Grammar::of_files(grammar, words)
    }

    /// A words file by its number, unless it is one that is named before.
    fn words_of(&self, file: usize) -> Result<Source, Problem> {
        let same = |a: &PathBuf, b: &PathBuf| match (a.canonicalize(), b.canonicalize()) {
            (Ok(a), Ok(b)) => a == b,
            _ => false,
        };
        let path = &self.words[file];
        let earlier = self.words[..file].iter().any(|earlier| same(earlier, path));
        let source = Source::load(path)?;
        match earlier {
            true => Err(
                Problem::error("this words file is given twice", source.whole())
                    .help("name it once"),
            ),
            false => Ok(source),
        }
    }

    /// The paths of the language, for messages; of several words files the first.
    fn language(&self) -> Language {
        let shipped = Language::shipped();
        let named = |path: &PathBuf| path.display().to_string();
        Language {
            grammar: self.grammar.as_ref().map_or(shipped.grammar, named),
            words: self.words.first().map_or(shipped.words, named),
        }
    }

    /// Says so where a grammar has no steps from the spelled rules to those in force.
    fn note_without_steps(&self, grammar: &Grammar) {
        if grammar.in_force.is_empty() {
            let shipped = || PathBuf::from(Language::shipped().grammar);
            let path = self.grammar.clone().unwrap_or_else(shipped);
            anstream::eprintln!(
                "note: {} has no steps in `in_force`: what holds is what is spelled",
                path.display()
            );
        }
    }

    /// The grammar, checked and compiled.
    fn grammar(&self) -> Result<Grammar, Problems> {
        let (grammar, problems) = self.checked();
        Problems::none_or(problems, grammar)
    }
}
