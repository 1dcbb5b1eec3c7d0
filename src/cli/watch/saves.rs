//! When files are saved: what the system tells of them, as far as it decides what boards spell.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use super::WatchArgs;
use crate::cli::boards::decides;
use crate::cli::input;
use crate::project::{Files, Folder, is_aside};

/// How long no file may change before everything is read: programs write a file in several steps.
const QUIET: Duration = Duration::from_millis(80);

/// How long to wait for that at most.
const PATIENCE: Duration = Duration::from_secs(2);

/// The folders of a project that hold what is watched.
const FOLDERS: [&str; 3] = ["content", "grammar", "tests"];

/// Tells when files are saved.
pub(super) struct Watch<'a> {
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
    pub(super) fn new(args: &'a WatchArgs) -> Result<Watch<'a>, String> {
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
    pub(super) fn next_save(&mut self) -> Result<Vec<String>, String> {
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
pub(super) fn as_the_system(path: &Path) -> PathBuf {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let folder = std::fs::canonicalize(parent.unwrap_or(Path::new(".")));
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}
