//! `spellboard lsp`: a language server for words files, grammars, levels and drawn boards.
//!
//! An editor starts it and talks to it over standard input and output. Its stages, one a file:
//!
//! ```text
//! server      messages in, replies out, from the first to the last
//! session     the open texts and projects, and what each message does to them
//! project     which grammar goes with which words, and what each file is read with
//! sites       where a file names roles, words and runs
//! diagnose    what is wrong, and report as the protocol has it
//! look        a place that a request is about; hover, complete and find answer it
//! ```

mod complete;
mod diagnose;
mod documents;
mod fields;
mod files;
mod find;
mod hover;
mod incoming;
mod index;
mod initialize;
mod language;
mod look;
mod offers;
mod project;
mod report;
mod server;
mod session;
mod sites;
mod text;
mod uri;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::Outcome;
use project::Chosen;

/// How to serve an editor.
#[derive(Args)]
#[command(after_help = "\
Example:
  spellboard lsp --grammar mine.ron --words mine.json

An editor starts it; the README of spellboard says how. Without flags a project is read as by the \
other commands, with grammar/core.ron and content/words.json; further grammars in grammar/ go with \
the words file of their name in content/, if there is one. Editors can also name the files as \
initialization options: { \"grammar\": \"mine.ron\", \"words\": [\"mine.json\"] }.")]
pub(super) struct LspArgs {
    /// The grammar file, from the project's folder [default: grammar/core.ron, or else the one
    /// built in].
    #[arg(long, value_name = "FILE")]
    grammar: Option<PathBuf>,
    /// A words file; repeat it for several [default: content/words.json, or else the one built in].
    #[arg(long, value_name = "FILE")]
    words: Vec<PathBuf>,
    /// Talk over standard input and output, as is always done.
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Runs the command.
pub(super) fn run(args: &LspArgs, _: &mut dyn Write) -> io::Result<Outcome> {
    let name = |path: &PathBuf| path.to_string_lossy().into_owned();
    let chosen = Chosen {
        grammar: args.grammar.as_ref().map(name),
        words: args.words.iter().map(name).collect(),
    };
    server::serve(chosen, &mut io::stdout().lock())
}
