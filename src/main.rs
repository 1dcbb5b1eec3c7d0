//! The `spellboard` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    spellboard::cli::main()
}
