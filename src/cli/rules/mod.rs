//! `spellboard rules`: the rules that levels spell.

mod table;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::elsewhere;
use super::findings::{Findings, refused, unreadable};
use super::input::InFolders;
use super::json_list::JsonList;
use super::{LanguageArgs, Outcome, input, report};
use crate::board::Board;
use crate::diagnostic::{Problem, Problems, Severity};
use crate::force::{InForce, Unreadable};
use crate::grammar::Grammar;
use crate::level::Level;
use crate::reader::Reader;
use crate::rules::RuleTable;
use table::Table;

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
    /// A level (.json), a file with a level a line (.ndjson), a drawn board (.txt), a level of the
    /// game itself (.l, with its .ld beside it), a folder of them, or `-` for standard input, which may
    /// be any of them.
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
    if args.in_force {
        args.language.note_without_steps(&grammar);
    }
    let levels = InFolders::named(&args.levels).told();
    let progress = progress();
    let mut printer = Printer {
        grammar: grammar.clone(),
        reader: Reader::new(&grammar),
        rules: RuleTable::default(),
        format: args.format,
        in_force: args.in_force.then(InForce::default),
        texts: Vec::new(),
        is_given: args.language.is_given(),
        several: levels.len() > 1,
        printed: 0,
        list: JsonList::default(),
        only: None,
        findings: Findings::default(),
    };
    for path in &levels {
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
    /// The texts of the level's rules, but for `--format json`.
    texts: Vec<String>,
    format: Format,
    /// Whether the language was named.
    is_given: bool,
    /// Whether levels have to be told apart.
    several: bool,
    printed: usize,
    /// What `--format json` prints.
    list: JsonList,
    /// The title and the rules of the first level, as long as nobody has to tell it from others.
    only: Option<(String, String)>,
    findings: Findings,
}

/// A level as `--format ndjson` has it.
#[derive(Serialize)]
struct Line<'a> {
    name: Option<&'a str>,
    /// Where the level is, unless it is of the only file and its name says which one it is.
    #[serde(flatten)]
    place: Option<input::LevelPlace<'a>>,
    rules: Vec<String>,
}

/// A level that cannot be read, as `--format ndjson` has it.
#[derive(Serialize)]
struct ErrorLine<'a> {
    /// Its file, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: usize,
    error: String,
}

impl Printer<'_> {
    fn print(&mut self, path: &str, item: &input::Item, out: &mut dyn Write) -> io::Result<()> {
        let level = match &item.level {
            Ok(level) => level,
            Err(problems) => return self.failed((path, item), problems.clone(), out),
        };
        match self.read(path, item, level) {
            Ok(board) => {
                self.findings.unknown_names(item, &board);
                self.level(path, item, &board, out)
            }
            Err(problems) => self.failed((path, item), problems, out),
        }
    }

    fn read(&mut self, path: &str, item: &input::Item, level: &Level) -> Result<Board, Problems> {
        let board = Board::from_level(self.grammar.clone(), level)
            .map_err(|error| refused(item, path, error))?;
        let read = match &mut self.in_force {
            Some(in_force) => self.reader.read_in_force(&board, &mut self.rules, in_force),
            None => self.reader.read(&board, &mut self.rules),
        };
        let read = read.and_then(|()| self.tell());
        read.map_err(|error| unreadable(item, path, &error))?;
        Ok(board)
    }

    /// Puts the level's rules into words, as far as they are not told one by one.
    fn tell(&mut self) -> Result<(), Unreadable> {
        match (&self.in_force, self.format) {
            (Some(rules), Format::Json) => rules.check_each_can_be_told()?,
            (None, Format::Json) => (),
            (Some(rules), _) => self.texts = rules.told(&self.grammar)?,
            (None, _) => self.texts = self.rules.texts(&self.grammar),
        }
        Ok(())
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
        let place = item.place(path);
        self.printed += 1;
        match self.format {
            Format::Text => {
                let title = item.title(path);
                let texts = std::mem::take(&mut self.texts);
                let rules = texts.iter().map(|rule| format!("{rule}\n")).collect();
                self.text(title, rules, out)
            }
            Format::Ndjson => write_line(
                out,
                &Line {
                    name,
                    place: (self.several || name.is_none()).then_some(place),
                    rules: std::mem::take(&mut self.texts),
                },
            ),
            Format::Json => {
                let table = Table::new((name, place), board, &self.rules, self.in_force.as_ref());
                self.list.add(&table, out)
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

    fn failed(
        &mut self,
        (path, item): (&str, &input::Item),
        problems: Problems,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if self.format == Format::Ndjson {
            let error = problems
                .iter()
                .map(Problem::to_string)
                .collect::<Vec<_>>()
                .join("; ");
            let line = ErrorLine {
                file: self.several.then(|| item.file(path)),
                line: item.line,
                error,
            };
            write_line(out, &line)?;
        }
        self.findings.extend(problems);
        Ok(())
    }

    fn finish(self, out: &mut dyn Write) -> io::Result<Outcome> {
        if self.format == Format::Json {
            self.list.end(out)?;
        }
        if let Some((_, rules)) = &self.only {
            out.write_all(rules.as_bytes())?;
        }
        let failed = self.findings.has_errors();
        let mut problems = self.findings.finish();
        elsewhere::tell(&mut problems, self.is_given);
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
