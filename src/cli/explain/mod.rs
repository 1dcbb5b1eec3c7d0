//! `spellboard explain`: what was read where, where reading stopped, and what would mend it.

mod drawing;
mod fate;
mod json;
mod lacks;
mod notes;
mod phrases;
mod rows;
mod strays;
mod text;
mod tile;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::elsewhere::Elsewhere;
use super::findings::{refused, unreadable};
use super::input::{InFolders, LevelPlace};
use super::json_list::JsonList;
use super::{LanguageArgs, Outcome, input, report};
use crate::board::Board;
use crate::diagnostic::Problem;
use crate::explain::Explanation;
use crate::force::Unreadable;
use crate::grammar::Grammar;
use crate::level::Level;
use crate::object::Tile;
use crate::project::Folder;
use fate::Fates;

/// What to explain.
#[derive(Args)]
#[command(after_help = "\
Examples:
  spellboard explain board.txt
  spellboard explain --at 3,0 board.txt

Every row and column of text is drawn with the words of each run underlined and named. Where reading \
stopped, it says what lies there (`found`), which words go on there (`wanted`), and which small change \
makes a rule (`mend`); a tile with such a note is marked ^. Rules that others cancel are told of too. \
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
    /// Levels, drawn boards and levels of the game itself (.l), folders of them, or `-` for standard input.
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
    place: LevelPlace<'a>,
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
    let mut list = JsonList::default();
    match args.language.grammar() {
        Ok(grammar) => {
            let mut explainer = Explainer {
                grammar: grammar.into(),
                args,
                list,
                printed: 0,
                problems,
                elsewhere: None,
            };
            for path in &InFolders::named(&args.levels).told() {
                let title = path.display().to_string();
                input::read(path, &mut |item| explainer.item(&title, item, out))?;
            }
            (problems, list) = (explainer.problems, explainer.list);
        }
        Err(found) => problems.extend(found),
    }
    if args.format == Format::Json {
        list.end(out)?;
    }
    out.flush()?;
    if problems.is_empty() {
        return Ok(Outcome::Fine);
    }
    report::print(&problems);
    Ok(Outcome::Problems)
}

/// Explains levels one by one.
struct Explainer<'a> {
    grammar: Arc<Grammar>,
    args: &'a ExplainArgs,
    /// What `--format json` prints.
    list: JsonList,
    printed: usize,
    problems: Vec<Problem>,
    /// The words that other files of the project have, once a board asks for them.
    elsewhere: Option<Elsewhere>,
}

impl Explainer<'_> {
    /// Explains a level, or notes why it cannot be.
    fn item(&mut self, path: &str, item: input::Item, out: &mut dyn Write) -> io::Result<()> {
        let level = match &item.level {
            Ok(level) => level,
            Err(problems) => {
                self.problems.extend(problems.clone());
                return Ok(());
            }
        };
        let board = match self.board(level) {
            Ok(board) => board,
            Err(error) => {
                self.problems.push(refused(&item, path, error));
                return Ok(());
            }
        };
        let place = item.place(path);
        let name = level.name.as_deref();
        match self.told((name, place), item.title(path), &board) {
            Ok(told) => self.print(&told, out),
            Err(error) => {
                self.problems.push(unreadable(&item, path, &error));
                Ok(())
            }
        }
    }

    /// The board of a level, on which the tile lies that was asked for.
    fn board(&self, level: &Level) -> Result<Board, String> {
        let board = Board::from_level(self.grammar.clone(), level);
        let board = board.map_err(|error| error.to_string())?;
        let (width, height) = (board.width(), board.height());
        match self.args.at {
            Some(Tile { x, y }) if !((0..width).contains(&x) && (0..height).contains(&y)) => {
                Err(format!(
                    "there is no tile ({x}, {y}): the board is {width} wide and {height} high, and \
                     columns and rows count from 0"
                ))
            }
            _ => Ok(board),
        }
    }

    fn told<'b>(
        &self,
        (name, place): (Option<&'b str>, LevelPlace<'b>),
        title: String,
        board: &'b Board,
    ) -> Result<Told<'b>, Unreadable> {
        let explanation = match self.args.at {
            None => board.explain(),
            Some(tile) => board.explain_tile(tile),
        };
        Ok(Told {
            name,
            place,
            title,
            board,
            explanation: explanation?,
            fates: Fates {
                board,
                rules: board.rules()?,
                // Where rules cannot be derived, what is read is told all the same.
                in_force: board.in_force().ok(),
            },
            at: self.args.at,
        })
    }

    fn print(&mut self, told: &Told<'_>, out: &mut dyn Write) -> io::Result<()> {
        self.printed += 1;
        match self.args.format {
            Format::Json => self.list.add(&json::of(told), out),
            Format::Text => {
                if self.printed > 1 {
                    writeln!(out)?;
                }
                text::print(told, out)?;
                // Whoever named the language knows of the others.
                if self.args.language.is_given() || !told.board.has_unknown_names() {
                    return Ok(());
                }
                let elsewhere = || Elsewhere::of_project(&Folder::here());
                let elsewhere = self.elsewhere.get_or_insert_with(elsewhere);
                strays::elsewhere((told.board, told.at), elsewhere, out)
            }
        }
    }
}
