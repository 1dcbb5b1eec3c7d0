//! `spellboard schema`: JSON Schemas of the files that authors edit, so that editors complete and
//! underline them.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use schemars::{Schema, schema_for};
use serde_json::Value;

use super::{LanguageArgs, Outcome, report};
use crate::grammar::{Grammar, GrammarFile};
use crate::level::Level;
use crate::words_file::WordsFile;

/// Which schema to print.
#[derive(Args)]
#[command(after_help = "\
Example:
  spellboard schema words > content/words.schema.json")]
pub(super) struct SchemaArgs {
    #[command(flatten)]
    language: LanguageArgs,
    /// The kind of file.
    #[arg(value_enum)]
    file: FileKind,
}

#[derive(Clone, Copy, ValueEnum)]
enum FileKind {
    /// Words files, with the roles of the grammar.
    Words,
    /// Level files.
    Level,
}

/// Runs the command.
pub(super) fn run(args: &SchemaArgs, out: &mut dyn Write) -> io::Result<Outcome> {
    let schema = match args.file {
        FileKind::Level => level_schema(),
        FileKind::Words => match args.language.grammar() {
            Ok(grammar) => words_schema(&grammar),
            Err(problems) => {
                report::print(&problems.into_iter().collect::<Vec<_>>());
                return Ok(Outcome::Problems);
            }
        },
    };
    write!(out, "{schema}")?;
    Ok(Outcome::Fine)
}

/// The schema of level files.
///
/// ```
/// assert!(spellboard::cli::level_schema().contains("\"width\""));
/// ```
pub fn level_schema() -> String {
    pretty(&schema_for!(Level))
}

/// The schema of words files for a grammar: its roles are the only ones.
///
/// ```
/// let grammar = spellboard::Grammar::shipped();
/// let schema = spellboard::cli::words_schema(&grammar);
/// assert!(grammar.lexicon().role_names().all(|role| schema.contains(role)));
/// ```
pub fn words_schema(grammar: &Grammar) -> String {
    let mut schema = schema_for!(WordsFile);
    let roles: Vec<Value> = grammar.lexicon().role_names().map(Value::from).collect();
    for at in ["role/enum", "roles/items/enum"] {
        let pointer = format!("/$defs/WordEntry/properties/{at}");
        let (parent, name) = pointer.rsplit_once('/').unwrap_or_default();
        if let Some(parent) = schema.pointer_mut(parent).and_then(Value::as_object_mut) {
            parent.insert(name.to_owned(), Value::from(roles.clone()));
        }
    }
    pretty(&schema)
}

/// What the files of each kind look like, for the language server.
pub(super) struct Shapes {
    pub(super) grammar: Value,
    pub(super) words: Value,
    pub(super) level: Value,
}

impl Shapes {
    pub(super) fn new() -> Shapes {
        Shapes {
            grammar: schema_for!(GrammarFile).to_value(),
            words: schema_for!(WordsFile).to_value(),
            level: schema_for!(Level).to_value(),
        }
    }
}

fn pretty(schema: &Schema) -> String {
    format!("{:#}\n", schema.as_value())
}
