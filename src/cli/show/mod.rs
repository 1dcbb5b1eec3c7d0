//! `spellboard show`: the board with what is read on it, in the terminal or as a picture.

mod marks;
mod svg;
mod terminal;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::{LanguageArgs, Outcome, input, report};
use crate::board::Board;
use crate::diagnostic::{Problem, Problems, tidy};
use crate::source::Source;
use marks::Marks;

/// What to draw.
#[derive(Args)]
#[command(after_help = "\
Examples:
  spellboard show board.txt
  spellboard show --in-force board.txt
  spellboard show --svg board.svg board.txt

Text that stands in a rule is drawn [SO], with the numbers of its rules beneath; text whose word
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
    /// Levels, drawn boards and level files of the game, or `-` for standard input.
    #[arg(required = true, value_name = "LEVELS")]
    levels: Vec<PathBuf>,
}

/// Runs the command.
pub(super) fn run(args: &ShowArgs, out: &mut dyn Write) -> io::Result<Outcome> {
    let mut shown = Shown::default();
    match args.language.grammar() {
        Ok(grammar) => {
            let grammar = Arc::new(grammar);
            for path in &args.levels {
                input::read(path, &mut |item| {
                    let board = item.level.and_then(|level| {
                        let name = level.name.clone();
                        let name = name.unwrap_or_else(|| path.display().to_string());
                        let board = Board::from_level(grammar.clone(), &level);
                        let board = board.map_err(|e| failed(&name, e.to_string()))?;
                        let marks = Marks::of(&board, args.in_force);
                        let marks = marks.map_err(|e| failed(&name, e.to_string()))?;
                        Ok((board, marks, tidy(name)))
                    });
                    shown.level(board, args.svg.as_deref(), out)
                })?;
            }
        }
        Err(found) => shown.problems.extend(found),
    }
    out.flush()?;
    if shown.problems.is_empty() {
        return Ok(Outcome::Fine);
    }
    report::print(&shown.problems);
    Ok(Outcome::Problems)
}

fn failed(name: &str, error: String) -> Problem {
    Problem::error(error, Source::new(name, "").whole())
}

/// What was shown so far.
#[derive(Default)]
struct Shown {
    count: usize,
    problems: Vec<Problem>,
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
                self.problems.extend(found);
                return Ok(());
            }
        };
        let drawn = match picture {
            None => terminal::draw(&board, &marks),
            Some(_) if self.count > 0 => {
                let error = "a picture has room for one level".to_owned();
                let problem = failed(&name, error);
                self.problems
                    .push(problem.help("give `--svg` one file with one level"));
                return Ok(());
            }
            Some(_) => svg::draw(&board, &marks, &name),
        };
        let Some(drawn) = drawn else {
            let (width, height) = (board.width(), board.height());
            let error = format!("a board of {width} by {height} tiles is too large to draw");
            self.problems.push(failed(&name, error));
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
                    self.problems.push(failed(&name, error));
                }
                Ok(())
            }
        }
    }
}
