//! `spellboard words`: the lexicon as a table, with what uses each word.

use crate::letter_case::upper;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use anstyle::Style;
use clap::{Args, ValueEnum};
use unicode_width::UnicodeWidthStr;

use super::lexicons::{Key, Lexicons, Row};
use super::{LanguageArgs, Outcome, report};
use crate::diagnostic::{Problem, list, nearest};
use crate::project::Folder;
use crate::source::Source;

/// Which words to list.
#[derive(Args)]
#[command(after_help = "\
Examples:
  spellboard words --role property
  spellboard words --name 'W*' --unused

Without --grammar and --words, the words of every grammar in grammar/ are listed. A grammar uses a word \
that can stand in one of its sentences. A board uses a word that lies on it, as a block or as a thing, that \
its palette names, or that letters spell on it.")]
pub(super) struct WordsArgs {
    #[command(flatten)]
    language: LanguageArgs,
    /// Only words of this role; repeat it for words of any of several.
    #[arg(long)]
    role: Vec<String>,
    /// Only words whose name is like this; `*` stands for any letters.
    #[arg(long, value_name = "PATTERN")]
    name: Option<String>,
    /// Only words that no scenario and no level uses.
    #[arg(long)]
    unused: bool,
    /// How to print them; the table names two boards and counts the rest, JSON names all.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// Runs the command.
pub(super) fn run(args: &WordsArgs, out: &mut dyn Write) -> io::Result<Outcome> {
    let mut lexicons = Lexicons::default();
    let files = Folder::here();
    if args.language.is_given() {
        lexicons.add_given(&args.language, &files);
    } else {
        lexicons.add_project(&files);
    }
    let Lexicons {
        rows,
        roles,
        mut problems,
    } = lexicons;
    problems.extend(
        args.role
            .iter()
            .filter(|role| !roles.contains(*role))
            .map(|role| unknown_role(role, &roles)),
    );
    let all = rows.len();
    let like = args.like(&rows);
    let rows: Vec<Row> = rows.into_values().filter(|row| args.wants(row)).collect();
    match args.format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &rows)?;
            writeln!(out)?;
        }
        Format::Text => table(&rows, out)?,
    }
    out.flush()?;
    report::print(&problems);
    if let Format::Text = args.format {
        anstream::eprintln!("{} of {all} words", rows.len());
        if let Some(like) = like {
            anstream::eprintln!("no word has this name: did you mean {like}?");
        }
    }
    Ok(if problems.is_empty() {
        Outcome::Fine
    } else {
        Outcome::Problems
    })
}

impl WordsArgs {
    fn wants(&self, row: &Row) -> bool {
        let role = self.role.is_empty() || row.roles.iter().any(|role| self.role.contains(role));
        let name = self
            .name
            .as_ref()
            .is_none_or(|pattern| is_like(&row.name, &upper(pattern)));
        role && name && !(self.unused && row.is_used())
    }

    /// The word that was probably meant, where none has the name that is asked for.
    fn like(&self, rows: &BTreeMap<Key, Row>) -> Option<String> {
        let name = upper(self.name.as_ref()?);
        let mut names = rows.values().map(|row| row.name.as_str());
        let is_there = names.clone().any(|other| is_like(other, &name));
        let like = (!is_there).then(|| nearest(&name, &mut names)).flatten();
        like.map(str::to_owned)
    }
}

fn unknown_role(role: &str, roles: &BTreeSet<String>) -> Problem {
    let place = Source::new("--role", "").whole();
    let problem = Problem::error(format!("no grammar has the role `{role}`"), place);
    problem.help(match nearest(role, roles.iter().map(String::as_str)) {
        Some(known) => format!("did you mean `{known}`?"),
        None => format!("the roles are {}", list(roles.iter().map(String::as_str))),
    })
}

/// Whether a name is like a pattern, in which `*` stands for any letters.
fn is_like(name: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.split_once(part) {
            Some((_, behind)) => rest = behind,
            None => return false,
        }
    }
    rest.ends_with(last)
}

impl Row {
    fn is_used(&self) -> bool {
        !self.levels.is_empty() || !self.scenarios.is_empty()
    }

    fn cells(&self) -> [String; 6] {
        [
            self.name.clone(),
            self.roles.join(", "),
            format!("{}:{}", self.file, self.line),
            self.grammars
                .iter()
                .map(|path| short(path))
                .collect::<Vec<_>>()
                .join(", "),
            some(&self.levels),
            some(&self.scenarios),
        ]
    }
}

/// A path without the folders that say what it is, and without its ending.
fn short(path: &str) -> &str {
    let folders = [
        "grammar/",
        "content/levels/",
        "tests/levels/",
        "tests/scenarios/",
        "tests/",
    ];
    let path = folders
        .iter()
        .find_map(|folder| path.strip_prefix(folder))
        .unwrap_or(path);
    path.rsplit_once('.').map_or(path, |(path, _)| path)
}

/// The first two boards, and how many more there are.
fn some(boards: &BTreeSet<String>) -> String {
    let named: Vec<&str> = boards.iter().take(2).map(|path| short(path)).collect();
    match boards.len().saturating_sub(2) {
        0 => named.join(", "),
        more => format!("{} +{more}", named.join(", ")),
    }
}

/// Prints words as a table with a heading.
fn table(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    const FAINT: Style = Style::new().dimmed();
    if rows.is_empty() {
        return Ok(());
    }
    let heading = [
        "word",
        "roles",
        "defined in",
        "grammars",
        "levels",
        "scenarios",
    ]
    .map(str::to_owned);
    let cells: Vec<[String; 6]> = rows.iter().map(Row::cells).collect();
    let lines = || std::iter::once(&heading).chain(&cells);
    let widths: [usize; 6] =
        std::array::from_fn(|column| lines().map(|line| line[column].width()).max().unwrap_or(0));
    for (index, line) in lines().enumerate() {
        let padded = line
            .iter()
            .zip(widths)
            .map(|(cell, width)| format!("{cell}{}", " ".repeat(width - cell.width())));
        let line = padded.collect::<Vec<_>>().join("  ");
        let style = if index == 0 { FAINT } else { Style::new() };
        writeln!(out, "{style}{}{style:#}", line.trim_end())?;
    }
    Ok(())
}
