//! `spellboard show`: the board with what is read on it, in the terminal or as a picture.

mod marks;
mod svg;
mod terminal;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::elsewhere;
use super::findings::{Findings, refused, unreadable};
use super::input::InFolders;
use super::{LanguageArgs, Outcome, input, report};
use crate::board::Board;
use crate::diagnostic::{Problem, Problems};
use crate::grammar::Grammar;
use crate::source::Source;
use marks::Marks;

/// What to draw.
#[derive(Args)]
#[command(after_help = "\
Examples:
  spellboard show board.txt
  spellboard show --in-force board.txt
  spellboard show --svg board.svg board.txt

Text that stands in a rule is drawn [SO], with the numbers of its rules beneath; text whose word \
nobody knows is drawn SO?. Colours are used on a terminal only, and not where NO_COLOR is set.")]
pub(super) struct ShowArgs {
    #[command(flatten)]
    language: LanguageArgs,
    /// Also list the rules that these lead to, and those that others cancel.
    #[arg(long)]
    in_force: bool,
    /// Draw one level as a picture into this file instead.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Levels, drawn boards and levels of the game itself (.l), folders of them, or `-` for standard
    /// input.
    #[arg(required = true, value_name = "LEVELS")]
    levels: Vec<PathBuf>,
}

/// Runs the command.
pub(super) fn run(args: &ShowArgs, out: &mut dyn Write) -> io::Result<Outcome> {
    let mut shown = Shown::default();
    match args.language.grammar() {
        Ok(grammar) => {
            let grammar = Arc::new(grammar);
            if args.in_force {
                args.language.note_without_steps(&grammar);
            }
            for path in &InFolders::named(&args.levels).told() {
                let path_name = path.display().to_string();
                input::read(path, &mut |item| {
                    let board = read(&grammar, &item, &path_name, args.in_force);
                    let board = board.map(|(board, marks)| (board, marks, item.title(&path_name)));
                    if let Ok((board, ..)) = &board {
                        shown.findings.unknown_names(&item, board);
                    }
                    shown.level(board, args.svg.as_deref(), out)
                })?;
            }
        }
        Err(found) => shown.findings.extend(found),
    }
    out.flush()?;
    let failed = shown.findings.has_errors();
    let mut problems = shown.findings.finish();
    elsewhere::tell(&mut problems, args.language.is_given());
    report::print(&problems);
    Ok(match failed {
        true => Outcome::Problems,
        false => Outcome::Fine,
    })
}

/// The board of a level, with what is read on it.
fn read(
    grammar: &Arc<Grammar>,
    item: &input::Item,
    path: &str,
    in_force: bool,
) -> Result<(Board, Marks), Problems> {
    let level = item.level.as_ref().map_err(Clone::clone)?;
    let board = Board::from_level(grammar.clone(), level);
    let board = board.map_err(|error| refused(item, path, error))?;
    let marks = Marks::of(&board, in_force).map_err(|error| unreadable(item, path, &error))?;
    Ok((board, marks))
}

fn failed(name: &str, error: String) -> Problem {
    Problem::error(error, Source::new(name, "").whole())
}

/// What was shown so far.
#[derive(Default)]
struct Shown {
    count: usize,
    findings: Findings,
}

impl Shown {
    fn level(
        &mut self,
        board: Result<(Board, Marks, String), Problems>,
        picture: Option<&Path>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (board, marks, name) = match board {
            Ok(board) => board,
            Err(found) => {
                self.findings.extend(found);
                return Ok(());
            }
        };
        let drawn = match picture {
            None => terminal::draw(&board, &marks),
            Some(_) if self.count > 0 => {
                let error = "a picture has room for one level".to_owned();
                let problem = failed(&name, error);
                let help = "give `--svg` one file with one level";
                self.findings.extend([problem.help(help)]);
                return Ok(());
            }
            Some(_) => svg::draw(&board, &marks, &name),
        };
        let Some(drawn) = drawn else {
            let (width, height) = (board.width(), board.height());
            let error = format!("a board of {width} by {height} tiles is too large to draw");
            self.findings.extend([failed(&name, error)]);
            return Ok(());
        };
        self.count += 1;
        match picture {
            None => {
                let gap = if self.count > 1 { "\n" } else { "" };
                let faint = terminal::FAINT;
                writeln!(out, "{gap}{faint}{name}{faint:#}\n{drawn}")
            }
            Some(path) => {
                if let Err(error) = std::fs::write(path, drawn) {
                    let error = format!("this picture cannot be written: {error}");
                    let name = path.display().to_string();
                    self.findings.extend([failed(&name, error)]);
                }
                Ok(())
            }
        }
    }
}
