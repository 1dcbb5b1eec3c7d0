//! `spellboard explain`: what was read where, where reading stopped, and what would mend it.

mod drawing;
mod fate;
mod json;
mod lacks;
mod notes;
mod phrases;
mod text;
mod tile;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::{LanguageArgs, Outcome, input, report};
use crate::board::Board;
use crate::diagnostic::{Problem, Problems};
use crate::explain::Explanation;
use crate::grammar::Grammar;
use crate::object::Tile;
use crate::source::Source;
use fate::Fates;

/// What to explain.
#[derive(Args)]
#[command(after_help = "\
Examples:
  spellboard explain board.txt
  spellboard explain --at 3,0 board.txt

Every row and column of text is drawn with the words of each run underlined and named. Where reading
stopped, it says what lies there (`found`), which words go on there (`wanted`), and which small change
makes a rule (`mend`); a tile with such a note is marked ^. Rules that others cancel are told of too.
Words that fit on tiles whose text stands in a rule are told with --at, and in JSON.")]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    language: LanguageArgs,
    /// Explain one tile alone, by its column and row from 0: which rules its text stands in, or why
    /// in none.
    #[arg(long, value_name = "X,Y", value_parser = tile_of, allow_hyphen_values = true)]
    at: Option<Tile>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Levels and drawn boards, folders of them, or `-` for standard input.
    #[arg(required = true, value_name = "LEVELS")]
    levels: Vec<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// A tile as the command line has it.
fn tile_of(text: &str) -> Result<Tile, String> {
    let numbers = text.split_once(',').and_then(|(x, y)| {
        let number = |text: &str| text.trim().parse::<i32>().ok();
        Some((number(x)?, number(y)?))
    });
    let wrong = "a column and a row from 0 belong here, as in 3,0";
    numbers
        .map(|(x, y)| Tile { x, y })
        .ok_or_else(|| wrong.to_owned())
}

/// A board with what is said of it.
struct Told<'a> {
    name: Option<&'a str>,
    /// How the board is called where it has no name.
    title: String,
    board: &'a Board,
    fates: Fates<'a>,
    explanation: Explanation,
    at: Option<Tile>,
}

/// Runs the command.
pub(super) fn run(args: &ExplainArgs, out: &mut dyn Write) -> io::Result<Outcome> {
    let mut problems = Vec::new();
    let mut printed = 0;
    match args.language.grammar() {
        Ok(grammar) => {
            let grammar = Arc::new(grammar);
            for path in &input::in_folders(&args.levels) {
                let title = path.display().to_string();
                input::read(path, &mut |item| {
                    match explain(&grammar, &title, item, args, printed, out)? {
                        Ok(()) => printed += 1,
                        Err(found) => problems.extend(found),
                    }
                    Ok(())
                })?;
            }
        }
        Err(found) => problems.extend(found),
    }
    if args.format == Format::Json {
        out.write_all(if printed > 0 { b"\n]\n" } else { b"[]\n" })?;
    }
    out.flush()?;
    if problems.is_empty() {
        return Ok(Outcome::Fine);
    }
    report::print(&problems);
    Ok(Outcome::Problems)
}

/// Explains a level, unless it cannot be read.
fn explain(
    grammar: &Arc<Grammar>,
    path: &str,
    item: input::Item,
    args: &ExplainArgs,
    printed: usize,
    out: &mut dyn Write,
) -> io::Result<Result<(), Problems>> {
    let title = item.title(path);
    let level = match item.level {
        Ok(level) => level,
        Err(problems) => return Ok(Err(problems)),
    };
    let name = level.name.as_deref();
    let failed = |error: String| {
        let problem = Problem::error(error, Source::new(&*title, "").whole());
        Ok(Err(Problems::from(problem)))
    };
    let board = match Board::from_level(grammar.clone(), &level) {
        Ok(board) => board,
        Err(error) => return failed(error.to_string()),
    };
    if let Some(Tile { x, y }) = args.at
        && !((0..board.width()).contains(&x) && (0..board.height()).contains(&y))
    {
        let (width, height) = (board.width(), board.height());
        return failed(format!(
            "there is no tile ({x}, {y}): the board is {width} wide and {height} high, and columns \
             and rows count from 0"
        ));
    }
    let explanation = match args.at {
        None => board.explain(),
        Some(tile) => board.explain_tile(tile),
    };
    let explanation = match explanation {
        Ok(explanation) => explanation,
        Err(error) => return failed(error.to_string()),
    };
    let rules = match board.rules() {
        Ok(rules) => rules,
        Err(error) => return failed(error.to_string()),
    };
    let told = Told {
        name,
        title: title.clone(),
        board: &board,
        fates: Fates {
            board: &board,
            rules,
            // Where rules cannot be derived, what is read is told all the same.
            in_force: board.in_force().ok(),
        },
        explanation,
        at: args.at,
    };
    match args.format {
        Format::Text => {
            if printed > 0 {
                writeln!(out)?;
            }
            text::print(&told, out)?;
        }
        Format::Json => {
            out.write_all(if printed > 0 { b",\n" } else { b"[\n" })?;
            serde_json::to_writer_pretty(out, &json::of(&told))?;
        }
    }
    Ok(Ok(()))
}
