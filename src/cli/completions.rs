//! `spellboard completions`: what a shell needs to complete the commands.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use super::{Cli, Outcome};

/// For which shell.
#[derive(Args)]
#[command(after_help = "\
Examples:
  spellboard completions bash > ~/.local/share/bash-completion/completions/spellboard
  spellboard completions zsh > \"${fpath[1]}/_spellboard\"
  spellboard completions fish > ~/.config/fish/completions/spellboard.fish")]
pub(super) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs the command.
pub(super) fn run(args: &CompletionsArgs, out: &mut dyn Write) -> io::Result<Outcome> {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "spellboard", &mut script);
    out.write_all(&script)?;
    Ok(Outcome::Fine)
}
