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
use super::check::Looked;
use super::readings::{Readings, Which};
use super::report::number;
use super::{LanguageArgs, Outcome, game, input, report};
use crate::diagnostic::{Problem, tidy};
use crate::project::{Files, Folder, LEVELS, is_aside, is_scenario};
use crate::scenario::Suite;

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
            true => input::levels_in(&Folder::here().path(LEVELS)),
            false => input::in_folders(&self.levels),
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
    /// The folder of the project as the system calls it.
    here: PathBuf,
    /// The files whose saves count, as the system calls them; `None` for those of a project.
    /// Those that are gone stay.
    files: Option<BTreeSet<PathBuf>>,
    watched: BTreeSet<PathBuf>,
    /// The folders of a project, by their way from its own: each can come and go as a whole.
    folders: BTreeSet<PathBuf>,
}

impl<'a> Watch<'a> {
    fn new(args: &'a WatchArgs) -> Result<Watch<'a>, String> {
        if args.levels.iter().any(|path| path == Path::new("-")) {
            return Err("standard input cannot be watched, name files".to_owned());
        }
        let files = args.files();
        let root = match files {
            Some(_) => PathBuf::from("."),
            None => Folder::here().path("."),
        };
        if files.is_none() && !FOLDERS.iter().any(|folder| root.join(folder).is_dir()) {
            return Err("there is no project in this folder: name levels, or start one with `spellboard new`".to_owned());
        }
        let (sender, events) = channel();
        // When nobody listens any more, the command is at its end.
        let watcher = notify::recommended_watcher(move |event| drop(sender.send(event)));
        let watcher = watcher.map_err(|error| error.to_string())?;
        let here = std::fs::canonicalize(root).map_err(|error| error.to_string())?;
        let mut watch = Watch {
            args,
            watcher,
            events,
            here,
            files,
            watched: BTreeSet::new(),
            folders: BTreeSet::new(),
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
                self.folders = folders_of(&self.here);
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
                None => counts(short, path.is_dir() || self.folders.contains(short)),
            };
            if counts {
                saved.insert(short.display().to_string());
            }
        }
        Ok(())
    }
}

/// The folders of a project that hold files, and those that these lie in.
fn folders_of(root: &Path) -> BTreeSet<PathBuf> {
    let files = Folder::new(root);
    let below = FOLDERS.iter().flat_map(|folder| files.below(folder));
    let above = |path: String| {
        Path::new(&path)
            .ancestors()
            .skip(1)
            .map(PathBuf::from)
            .collect()
    };
    below.flat_map::<Vec<PathBuf>, _>(above).collect()
}

/// Whether a file or folder of a project decides what its boards spell. What editors put beside it
/// does not.
fn counts(path: &Path, is_folder: bool) -> bool {
    let parts: Vec<String> = path
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    let (name, below) = (parts.last().map_or("", String::as_str), parts.first());
    let below = below.is_some_and(|first| FOLDERS.contains(&first.as_str()));
    if !below || parts.iter().any(|part| is_aside(part)) {
        return false;
    }
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
