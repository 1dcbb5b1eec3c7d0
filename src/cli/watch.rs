//! `spellboard watch`: everything is read again on each save.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anstyle::Style;
use clap::Args;
use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use super::boards::decides;
use super::changes::Changes;
use super::changes_table::{summary, text};
use super::readings::{Readings, Which};
use super::report::number;
use super::{LanguageArgs, Outcome, game, input, report};
use crate::diagnostic::tidy;
use crate::project::{Folder, LEVELS, is_aside};

/// What to watch.
#[derive(Args)]
#[command(after_help = "\
Examples:
  spellboard watch
  spellboard watch --grammar mine.ron --words mine.json board.txt

Without files, all scenarios and levels of the project in this folder are watched, each with its grammar
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

/// How long no file may change before everything is read: programs write a file in several steps.
const QUIET: Duration = Duration::from_millis(80);

/// How long to wait for that at most.
const PATIENCE: Duration = Duration::from_secs(2);

const FAINT: Style = Style::new().dimmed();

/// The folders of a project that hold what is watched.
const FOLDERS: [&str; 3] = ["content", "grammar", "tests"];

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
    report::print(&last.problems);
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
        let problems = std::mem::take(&mut now.problems);
        now.keep(&last);
        let changes = Changes::between(&last, &now);
        writeln!(out, "{FAINT}{}{FAINT:#}", named(saved))?;
        text(&changes, out)?;
        let end = if problems.is_empty() {
            "no problems"
        } else {
            "what cannot be read keeps its rules"
        };
        writeln!(out, "{}; {end}", summary(&changes))?;
        out.flush()?;
        report::print(&problems);
        last = now;
    }
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
            true => input::levels_in(Path::new(LEVELS)),
            false => self.levels.clone(),
        }
    }

    fn readings(&self) -> Readings {
        let which = Which::asked_for(self.in_force);
        match self.is_given() {
            true => Readings::given(&self.language, &self.levels(), which),
            false => Readings::of(&Folder::new(""), which),
        }
    }

    /// The files whose saves count, as the system calls them; `None` for those of a project.
    fn files(&self) -> Option<BTreeSet<PathBuf>> {
        let language = self.language.language();
        let mut files = self.levels();
        let settings: Vec<PathBuf> = files.iter().map(|file| game::settings_of(file)).collect();
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

/// Tells when files are saved.
struct Watch<'a> {
    args: &'a WatchArgs,
    watcher: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    /// This folder as the system calls it.
    here: PathBuf,
    /// The files whose saves count, as the system calls them; `None` for those of a project.
    /// Those that are gone stay.
    files: Option<BTreeSet<PathBuf>>,
    watched: BTreeSet<PathBuf>,
}

impl<'a> Watch<'a> {
    fn new(args: &'a WatchArgs) -> Result<Watch<'a>, String> {
        if args.levels.iter().any(|path| path == Path::new("-")) {
            return Err("standard input cannot be watched, name files".to_owned());
        }
        let files = args.files();
        if files.is_none() && !FOLDERS.iter().any(|folder| Path::new(folder).is_dir()) {
            return Err("there is no project in this folder: name levels, or start one with `spellboard new`".to_owned());
        }
        let (sender, events) = channel();
        // When nobody listens any more, the command is at its end.
        let watcher = notify::recommended_watcher(move |event| drop(sender.send(event)));
        let watcher = watcher.map_err(|error| error.to_string())?;
        let here = std::fs::canonicalize(".").map_err(|error| error.to_string())?;
        let mut watch = Watch {
            args,
            watcher,
            events,
            here,
            files,
            watched: BTreeSet::new(),
        };
        watch.watch_folders()?;
        Ok(watch)
    }

    /// Watches the folders that hold the files, also those that are new.
    fn watch_folders(&mut self) -> Result<(), String> {
        let mut folders: BTreeSet<(PathBuf, bool)> = BTreeSet::new();
        match &self.files {
            Some(files) => {
                let parents = files.iter().filter_map(|file| file.parent());
                folders.extend(parents.map(|parent| (parent.to_owned(), false)));
            }
            None => {
                folders.extend(FOLDERS.map(|folder| (self.here.join(folder), true)));
                folders.insert((self.here.clone(), false));
            }
        }
        self.watched.retain(|folder| folder.is_dir());
        for (folder, below) in folders {
            if !folder.is_dir() || !self.watched.insert(folder.clone()) {
                continue;
            }
            let mode = if below {
                RecursiveMode::Recursive
            } else {
                RecursiveMode::NonRecursive
            };
            self.watcher
                .watch(&folder, mode)
                .map_err(|error| format!("{} cannot be watched: {error}", folder.display()))?;
        }
        Ok(())
    }

    /// Waits until files are saved and then left alone for a moment, and gives their paths.
    fn next_save(&mut self) -> Result<Vec<String>, String> {
        let gone = |_| "the files cannot be watched any more".to_owned();
        let mut saved = BTreeSet::new();
        while saved.is_empty() {
            let event = self.events.recv().map_err(gone)?;
            self.add(event, &mut saved)?;
        }
        let end = Instant::now() + PATIENCE;
        while let Ok(event) = self.events.recv_timeout(QUIET) {
            self.add(event, &mut saved)?;
            if Instant::now() > end {
                break;
            }
        }
        self.watch_folders()?;
        Ok(saved.into_iter().collect())
    }

    /// Adds the files that an event is about, as far as they count.
    fn add(
        &mut self,
        event: notify::Result<Event>,
        saved: &mut BTreeSet<String>,
    ) -> Result<(), String> {
        let event = event.map_err(|error| error.to_string())?;
        if let Some(files) = &mut self.files {
            files.extend(self.args.files().into_iter().flatten());
        }
        if event.need_rescan() {
            saved.insert("many files".to_owned());
        }
        // Reading a file is an event too, and no save.
        let is_read = match event.kind {
            EventKind::Access(AccessKind::Close(AccessMode::Write)) => false,
            kind => kind.is_access(),
        };
        for path in event.paths.iter().filter(|_| !is_read) {
            let short = path.strip_prefix(&self.here).unwrap_or(path);
            let counts = match &self.files {
                Some(files) => files.contains(path),
                None => counts(short),
            };
            if counts {
                saved.insert(short.display().to_string());
            }
        }
        Ok(())
    }
}

/// Whether a file of a project decides what its boards spell. What editors put beside it does not;
/// a folder does, since it can come and go as a whole.
fn counts(path: &Path) -> bool {
    let parts: Vec<String> = path
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    let (name, below) = (parts.last().map_or("", String::as_str), parts.first());
    let below = below.is_some_and(|first| FOLDERS.contains(&first.as_str()));
    if !below || parts.iter().any(|part| is_aside(part)) {
        return false;
    }
    let is_folder = !name.contains('.') && !name.chars().all(|c| c.is_ascii_digit());
    let is_data = name.ends_with(".ron") || input::belongs_to_levels(name);
    is_folder || is_data && decides(&parts.join("/"))
}

/// A path as events have it.
fn as_the_system(path: &Path) -> PathBuf {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let folder = std::fs::canonicalize(parent.unwrap_or(Path::new(".")));
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}
