//! The `spellboard` command.
fn main() {}
