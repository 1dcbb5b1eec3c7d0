//! `spellboard watch`: everything is read again on each save.

mod saves;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;

use anstyle::Style;
use clap::Args;

use self::saves::{Watch, as_the_system};
use super::changes::Changes;
use super::changes_table::{summary, text};
use super::check::Looked;
use super::input::InFolders;
use super::readings::{Readings, Which};
use super::report::number;
use super::{LanguageArgs, Outcome, input, report};
use crate::diagnostic::{Problem, tidy};
use crate::project::{Folder, LEVELS, is_scenario};
use crate::scenario::Suite;

/// What to watch.
#[derive(Args)]
#[command(after_help = "\
Examples:
  spellboard watch
  spellboard watch --grammar mine.ron --words mine.json board.txt

Without files, all scenarios and levels of the project in this folder are watched, each with its grammar \
and words. What cannot be read, because it is half written, keeps the rules it had. Ctrl+C ends it.")]
pub(super) struct WatchArgs {
    #[command(flatten)]
    language: LanguageArgs,
    /// Show the rules in force instead of the spelled ones.
    #[arg(long)]
    in_force: bool,
    /// Levels, drawn boards and levels of the game itself (.l); with --grammar or --words alone, all
    /// of content/levels.
    #[arg(value_name = "LEVELS")]
    levels: Vec<PathBuf>,
}

const FAINT: Style = Style::new().dimmed();

/// Runs the command.
pub(super) fn run(args: &WatchArgs, out: &mut dyn Write) -> io::Result<Outcome> {
    let mut watch = match Watch::new(args) {
        Ok(watch) => watch,
        Err(error) => {
            anstream::eprintln!("error: {error}");
            return Ok(Outcome::Problems);
        }
    };
    let mut last = args.readings();
    report::print(&args.problems(&last)?);
    anstream::eprintln!(
        "watching {}, Ctrl+C ends it",
        number(last.boards.len(), "board")
    );
    loop {
        let saved = match watch.next_save() {
            Ok(saved) => saved,
            Err(error) => {
                anstream::eprintln!("error: {error}");
                return Ok(Outcome::Problems);
            }
        };
        let mut now = args.readings();
        let problems = args.problems(&now)?;
        let is_kept = !now.problems.is_empty();
        now.keep(&last);
        let changes = Changes::between(&last, &now);
        writeln!(out, "{FAINT}{}{FAINT:#}", named(saved))?;
        text(&changes, out)?;
        let end = match is_kept {
            true => "what cannot be read keeps its rules".to_owned(),
            false => report::in_short(&problems),
        };
        writeln!(out, "{}; {end}", summary(&changes))?;
        out.flush()?;
        report::print(&problems);
        last = now;
    }
}

/// Whether two problems are one: of a file with several levels, the level may be named or its line.
fn is_same(known: &Problem, problem: &Problem) -> bool {
    let (known_at, at) = (known.position(), problem.position());
    known_at == at || known.message == problem.message && at.0.starts_with(known_at.0)
}

/// The files that were saved, the first few of them by name.
fn named(saved: Vec<String>) -> String {
    const MOST: usize = 5;
    let more = saved.len().saturating_sub(MOST);
    let named: Vec<String> = saved.into_iter().take(MOST).map(tidy).collect();
    match more {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

impl WatchArgs {
    /// Whether files were named, rather than left to the project.
    fn is_given(&self) -> bool {
        self.language.is_given() || !self.levels.is_empty()
    }

    fn levels(&self) -> Vec<PathBuf> {
        match self.levels.is_empty() {
            true => InFolders::of(&Folder::here().path(LEVELS)).levels,
            false => InFolders::named(&self.levels).levels,
        }
    }

    fn readings(&self) -> Readings {
        let which = Which::asked_for(self.in_force);
        match self.is_given() {
            true => Readings::given(&self.language, &self.levels(), which),
            false => Readings::of(&Folder::here(), which),
        }
    }

    /// What `check` and `test` find wrong, and what no board could be read for.
    fn problems(&self, now: &Readings) -> io::Result<Vec<Problem>> {
        let (here, levels) = (Folder::here(), self.levels());
        let mut problems = match self.is_given() {
            true => Looked::at(&here, &self.language, &levels),
            false => Looked::at_project(&here, &levels),
        }?
        .problems;
        let mut add = |found: Vec<Problem>| {
            let is_new = |problem: &Problem| !problems.iter().any(|known| is_same(known, problem));
            let new: Vec<Problem> = found.into_iter().filter(is_new).collect();
            problems.extend(new);
        };
        let has_scenarios = now.boards.values().any(|board| is_scenario(&board.path));
        if has_scenarios && !self.is_given() {
            add(Suite::of(&here).check().problems);
        }
        add(now.problems.clone());
        problems.sort_by(|a, b| a.position().cmp(&b.position()));
        Ok(problems)
    }

    /// The files whose saves count, as the system calls them; `None` for those of a project.
    fn files(&self) -> Option<BTreeSet<PathBuf>> {
        let language = self.language.language();
        let mut files = self.levels();
        let settings: Vec<PathBuf> = files.iter().map(|file| input::settings_of(file)).collect();
        files.extend(settings);
        files.push(PathBuf::from(language.grammar));
        match self.language.words.is_empty() {
            true => files.push(PathBuf::from(language.words)),
            false => files.extend(self.language.words.iter().cloned()),
        }
        self.is_given()
            .then(|| files.iter().map(|file| as_the_system(file)).collect())
    }
}
