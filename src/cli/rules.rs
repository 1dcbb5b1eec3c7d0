//! `spellboard rules`: the rules that levels spell.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::{LanguageArgs, Outcome, input, report};
use crate::board::Board;
use crate::diagnostic::{Problem, Problems, tidy};
use crate::force::{Held, InForce};
use crate::grammar::Grammar;
use crate::level::Level;
use crate::object::Tile;
use crate::reader::Reader;
use crate::rules::{Part, PartKind, Rule, RuleTable};
use crate::source::Source;

/// What to print the rules of.
#[derive(Args)]
#[command(after_help = "\
Example:
  echo \"OWL AND CAT IS SHY AND WISE\" | spellboard rules --words mine.json -")]
pub(super) struct RulesArgs {
    #[command(flatten)]
    language: LanguageArgs,
    /// How to print them: the distinct rules sorted; the whole table with objects, tiles and runs;
    /// or one line a level.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Print the rules in force instead of the spelled ones: what holds once negated rules, groups,
    /// locks and the like have done their work, as the grammar file says.
    #[arg(long)]
    in_force: bool,
    /// A level (.json), a file with a level a line (.ndjson), a drawn board (.txt), or `-` for
    /// standard input, which may be any of them.
    #[arg(required = true, value_name = "LEVELS")]
    levels: Vec<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Ndjson,
}

/// Runs the command.
pub(super) fn run(args: &RulesArgs, out: &mut dyn Write) -> io::Result<Outcome> {
    let grammar = match args.language.grammar() {
        Ok(grammar) => Arc::new(grammar),
        Err(problems) => {
            report::print(&problems.into_iter().collect::<Vec<_>>());
            return Ok(Outcome::Problems);
        }
    };
    let progress = progress();
    let mut printer = Printer {
        grammar: grammar.clone(),
        reader: Reader::new(&grammar),
        rules: RuleTable::default(),
        format: args.format,
        in_force: args.in_force.then(InForce::default),
        several: args.levels.len() > 1,
        printed: 0,
        problems: Vec::new(),
    };
    for path in &args.levels {
        input::read(path, &mut |item| {
            progress.inc(1);
            printer.print(path.display().to_string(), item, out)
        })?;
    }
    progress.finish_and_clear();
    printer.finish(out)
}

/// Counts the levels on standard error, when that is a terminal and there are many.
fn progress() -> ProgressBar {
    let style = ProgressStyle::with_template("{human_pos} levels, {per_sec}");
    let progress = ProgressBar::new_spinner();
    style
        .into_iter()
        .for_each(|style| progress.set_style(style));
    progress
}

/// Reads levels one by one and prints their rules.
struct Printer<'g> {
    grammar: Arc<Grammar>,
    reader: Reader<'g>,
    rules: RuleTable,
    /// The rules in force, where they are asked for.
    in_force: Option<InForce>,
    format: Format,
    /// Whether levels have to be told apart.
    several: bool,
    printed: usize,
    problems: Vec<Problem>,
}

/// A level as `--format ndjson` has it.
#[derive(Serialize)]
struct Line<'a> {
    name: Option<&'a str>,
    rules: Vec<String>,
}

/// A level that cannot be read, as `--format ndjson` has it.
#[derive(Serialize)]
struct ErrorLine {
    line: usize,
    error: String,
}

/// A level as `--format json` has it.
#[derive(Serialize)]
struct Table<'a> {
    name: Option<&'a str>,
    width: i32,
    height: i32,
    rules: Vec<Row<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force: Option<Vec<HeldRow>>,
}

/// A rule of the second table: by number, the spelled rule it is, the rules of this table it came
/// from, the one that cancelled it, and those that made its exceptions.
#[derive(Serialize)]
struct HeldRow {
    text: String,
    spelled: Option<usize>,
    from: Vec<usize>,
    cancelled_by: Option<usize>,
    exceptions_by: Vec<usize>,
}

#[derive(Serialize)]
struct Row<'a> {
    text: String,
    base: bool,
    sentence: &'a str,
    direction: Option<String>,
    words: Vec<Cell<'a>>,
    /// The objects that joined words of its reading.
    joiners: Vec<usize>,
}

#[derive(Serialize)]
struct Cell<'a> {
    word: &'a str,
    run: &'a str,
    kind: PartKind,
    object: Option<usize>,
    x: Option<i32>,
    y: Option<i32>,
}

impl Printer<'_> {
    fn print(&mut self, path: String, item: input::Item, out: &mut dyn Write) -> io::Result<()> {
        let line = item.line;
        let read = item.level.and_then(|level| {
            let board = self.read(&path, &level)?;
            Ok((level, board))
        });
        match read {
            Ok((level, board)) => self.level(&path, &level, &board, out),
            Err(problems) => self.failed(line, problems, out),
        }
    }

    fn read(&mut self, path: &str, level: &Level) -> Result<Board, Problems> {
        let problem = |error: String| {
            let name = level.name.as_deref().unwrap_or(path);
            Problem::error(error, Source::new(name, "").whole())
        };
        let board =
            Board::from_level(self.grammar.clone(), level).map_err(|e| problem(e.to_string()))?;
        let read = match &mut self.in_force {
            Some(in_force) => self.reader.read_in_force(&board, &mut self.rules, in_force),
            None => self.reader.read(&board, &mut self.rules),
        };
        read.map_err(|error| problem(error.to_string()))?;
        Ok(board)
    }

    fn level(
        &mut self,
        path: &str,
        level: &Level,
        board: &Board,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let name = level.name.as_deref();
        self.printed += 1;
        match self.format {
            Format::Text => {
                if self.several || self.printed > 1 {
                    let gap = if self.printed > 1 { "\n" } else { "" };
                    writeln!(out, "{gap}{}:", tidy(name.unwrap_or(path).to_owned()))?;
                }
                self.texts()
                    .iter()
                    .try_for_each(|rule| writeln!(out, "{rule}"))
            }
            Format::Ndjson => write_line(
                out,
                &Line {
                    name,
                    rules: self.texts(),
                },
            ),
            Format::Json => {
                let rules = self
                    .rules
                    .iter()
                    .map(|rule| self.row(rule, board))
                    .collect();
                let table = Table {
                    name,
                    width: board.width(),
                    height: board.height(),
                    rules,
                    in_force: self.held(),
                };
                out.write_all(if self.printed > 1 { b",\n" } else { b"[\n" })?;
                Ok(serde_json::to_writer_pretty(out, &table)?)
            }
        }
    }

    fn texts(&self) -> Vec<String> {
        match &self.in_force {
            Some(rules) => rules.texts(&self.grammar),
            None => self.rules.texts(&self.grammar),
        }
    }

    /// The second table, where it is asked for.
    fn held(&self) -> Option<Vec<HeldRow>> {
        let row = |rule: Held<'_>| HeldRow {
            text: rule.text(&self.grammar),
            spelled: rule.spelled(),
            from: rule.from().collect(),
            cancelled_by: rule.cancelled_by(),
            exceptions_by: rule.exceptions().map(|exception| exception.by()).collect(),
        };
        self.in_force
            .as_ref()
            .map(|rules| rules.iter().map(row).collect())
    }

    fn row(&self, rule: Rule<'_>, board: &Board) -> Row<'_> {
        let sentence = rule.sentence();
        let cell = |part: &Part| {
            let tile: Option<Tile> = part.object.and_then(|object| board.tile(object));
            Cell {
                word: self.grammar.lexicon().name(part.word),
                run: self
                    .grammar
                    .run_name(sentence, usize::from(part.run))
                    .unwrap_or_default(),
                kind: part.kind,
                object: part.object.map(|object| object.index()),
                x: tile.map(|tile| tile.x),
                y: tile.map(|tile| tile.y),
            }
        };
        Row {
            text: rule.text(&self.grammar),
            base: rule.is_base(),
            sentence: self.grammar.sentence_name(sentence).unwrap_or_default(),
            direction: rule
                .direction(&self.grammar)
                .map(|direction| format!("{direction:?}")),
            words: rule.parts().iter().map(cell).collect(),
            joiners: rule.joiners().iter().map(|object| object.index()).collect(),
        }
    }

    fn failed(&mut self, line: usize, problems: Problems, out: &mut dyn Write) -> io::Result<()> {
        if self.format == Format::Ndjson {
            let error = problems
                .iter()
                .map(Problem::to_string)
                .collect::<Vec<_>>()
                .join("; ");
            write_line(out, &ErrorLine { line, error })?;
        }
        self.problems.extend(problems);
        Ok(())
    }

    fn finish(self, out: &mut dyn Write) -> io::Result<Outcome> {
        if self.format == Format::Json {
            out.write_all(if self.printed > 0 { b"\n]\n" } else { b"[]\n" })?;
        }
        if self.problems.is_empty() {
            return Ok(Outcome::Fine);
        }
        if self.format != Format::Ndjson {
            report::print(&self.problems);
        }
        Ok(Outcome::Problems)
    }
}

fn write_line(out: &mut dyn Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    writeln!(out)
}
