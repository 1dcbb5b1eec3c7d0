//! `spellboard rules`: the rules that levels spell.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::findings::{Findings, unreadable};
use super::{LanguageArgs, Outcome, input, report};
use crate::board::Board;
use crate::diagnostic::{Problem, Problems, Severity};
use crate::force::{Held, InForce};
use crate::grammar::Grammar;
use crate::level::Level;
use crate::object::Tile;
use crate::reader::Reader;
use crate::rules::{Part, PartKind, Rule, RuleTable};

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
        only: None,
        findings: Findings::default(),
    };
    for path in &args.levels {
        input::read(path, &mut |item| {
            progress.inc(1);
            printer.print(&path.display().to_string(), &item, out)
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
    /// The title and the rules of the first level, as long as nobody has to tell it from others.
    only: Option<(String, String)>,
    findings: Findings,
}

/// A level as `--format ndjson` has it.
#[derive(Serialize)]
struct Line<'a> {
    name: Option<&'a str>,
    /// Where the level is, unless its name says which one it is.
    #[serde(flatten)]
    place: Option<LevelPlace<'a>>,
    rules: Vec<String>,
}

/// The file that a level is in, and the line that it starts on.
#[derive(Serialize)]
struct LevelPlace<'a> {
    file: &'a str,
    line: usize,
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
    #[serde(flatten)]
    place: LevelPlace<'a>,
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
    fn print(&mut self, path: &str, item: &input::Item, out: &mut dyn Write) -> io::Result<()> {
        let level = match &item.level {
            Ok(level) => level,
            Err(problems) => return self.failed(item.line, problems.clone(), out),
        };
        match self.read(path, item, level) {
            Ok(board) => {
                self.findings.unknown_names(item, &board);
                self.level(path, item, &board, out)
            }
            Err(problems) => self.failed(item.line, problems, out),
        }
    }

    fn read(&mut self, path: &str, item: &input::Item, level: &Level) -> Result<Board, Problems> {
        let board = Board::from_level(self.grammar.clone(), level)
            .map_err(|error| unreadable(item, path, error))?;
        let read = match &mut self.in_force {
            Some(in_force) => self.reader.read_in_force(&board, &mut self.rules, in_force),
            None => self.reader.read(&board, &mut self.rules),
        };
        read.map_err(|error| unreadable(item, path, error))?;
        Ok(board)
    }

    fn level(
        &mut self,
        path: &str,
        item: &input::Item,
        board: &Board,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let level = item.level.as_ref().ok();
        let name = level.and_then(|level| level.name.as_deref());
        let place = LevelPlace {
            file: item.file(path),
            line: item.line,
        };
        self.printed += 1;
        match self.format {
            Format::Text => {
                let title = item.title(path);
                let rules: String = self
                    .texts()
                    .iter()
                    .map(|rule| format!("{rule}\n"))
                    .collect();
                self.text(title, rules, out)
            }
            Format::Ndjson => write_line(
                out,
                &Line {
                    name,
                    place: name.is_none().then_some(place),
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
                    place,
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

    /// Prints the rules of a level under its title, or notes them as long as it is the only one.
    fn text(&mut self, title: String, rules: String, out: &mut dyn Write) -> io::Result<()> {
        if !self.several && self.printed == 1 {
            self.only = Some((title, rules));
            return Ok(());
        }
        let gap = if self.printed > 1 { "\n" } else { "" };
        if let Some((title, rules)) = self.only.take() {
            write!(out, "{title}:\n{rules}")?;
        }
        write!(out, "{gap}{title}:\n{rules}")
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
        self.findings.extend(problems);
        Ok(())
    }

    fn finish(self, out: &mut dyn Write) -> io::Result<Outcome> {
        if self.format == Format::Json {
            out.write_all(if self.printed > 0 { b"\n]\n" } else { b"[]\n" })?;
        }
        if let Some((_, rules)) = &self.only {
            out.write_all(rules.as_bytes())?;
        }
        let failed = self.findings.has_errors();
        let mut problems = self.findings.finish();
        if self.format == Format::Ndjson {
            // What could not be read stands in its place on standard output.
            problems.retain(|problem| problem.severity == Severity::Warning);
        }
        out.flush()?;
        report::print(&problems);
        Ok(match failed {
            true => Outcome::Problems,
            false => Outcome::Fine,
        })
    }
}

fn write_line(out: &mut dyn Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    writeln!(out)
}
