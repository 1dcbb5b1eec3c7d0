//! Reads the scenarios of a folder, compares them with their snapshots, and pins them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use super::{Checked, Finding, Scenario, Shown, Suite, pin};
use crate::diagnostic::{Place, Problem, Problems};
use crate::project::{self, Files, Folder, Language, Languages, SCENARIOS, TESTS, snapshot_of};
use crate::source::Source;

/// What the snapshot ends in that `insta` leaves for a person to decide about.
const PENDING: &str = ".snap.new";

impl Suite {
    /// Opens the scenarios of a project's folder, of a folder below its `tests`, or one of them.
    ///
    /// # Errors
    /// When there is no such folder or file, or it belongs to no project.
    pub fn open(path: &Path) -> Result<Suite, Problem> {
        if !path.exists() {
            return Err(Source::load(path)
                .err()
                .unwrap_or_else(|| nothing_here(path)));
        }
        let (here, is_here) = (Folder::here(), path == Path::new("."));
        if path.join(TESTS).is_dir() {
            let root = if is_here { Path::new("") } else { path };
            return Ok(Suite::of(&Folder::new(root)));
        }
        let whole = || {
            fs::canonicalize(path)
                .ok()
                .and_then(|path| below_tests(&path))
        };
        let above = || (is_here && here.path(TESTS).is_dir()).then(|| Suite::of(&here));
        below_tests(path)
            .or_else(whole)
            .or_else(above)
            .ok_or_else(|| nothing_here(path))
    }

    /// All scenarios of a project.
    pub(crate) fn of(files: &Folder) -> Suite {
        Suite {
            files: files.clone(),
            part: TESTS.to_owned(),
        }
    }

    /// Reads every scenario and compares it with its snapshot.
    pub fn check(&self) -> Checked {
        let mut pass = Pass {
            files: &self.files,
            languages: Languages::new(&self.files),
            comments: BTreeMap::new(),
            problems: Vec::new(),
        };
        let boards = self.boards();
        let mut scenarios: Vec<Scenario> = Vec::new();
        let mut snapshots = BTreeSet::new();
        for path in &boards {
            let snapshot = snapshot_of(path);
            let taken = !snapshots.insert(snapshot.clone());
            let read = match pass.path_problem(path, taken) {
                Some(problem) => Err(pass.wrong(problem)),
                None => pass.scenario(path, &snapshot),
            };
            let (shown, finding) = match read {
                Ok((shown, finding)) => (Some(shown), finding),
                Err(finding) => (None, finding),
            };
            scenarios.push(Scenario {
                path: path.clone(),
                snapshot,
                shown,
                finding,
            });
        }
        let mut problems = pass.languages.lacks();
        problems.extend(pass.problems);
        problems.extend(pass.languages.problems().flatten());
        if boards.is_empty() {
            problems.push(nothing_here(&self.files.path(&self.part)));
        }
        Checked {
            scenarios,
            orphans: self.orphans(&boards, &snapshots),
            problems,
        }
    }

    /// Pins what a scenario shows now; false when there is nothing to pin.
    ///
    /// # Errors
    /// When the snapshot cannot be written.
    pub fn pin(&self, scenario: &Scenario) -> io::Result<bool> {
        let Some(shown) = scenario
            .shown
            .as_ref()
            .filter(|_| scenario.finding != Finding::AsPinned)
        else {
            return Ok(false);
        };
        let path = self.files.path(&scenario.snapshot);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, pin::write(&self.pinned_by(&scenario.path), shown))?;
        Ok(true)
    }

    /// Removes a snapshot whose scenario is gone.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(&self, orphan: &str) -> io::Result<()> {
        fs::remove_file(self.files.path(orphan))
    }

    /// What a snapshot file names as its source: the Rust test of its folder where the project has
    /// one, as `insta` does, or else the scenario.
    fn pinned_by(&self, scenario: &str) -> String {
        let test = format!("{}.rs", suite_of(scenario));
        if self.files.has(&test) {
            test
        } else {
            scenario.to_owned()
        }
    }

    /// The files that should be scenarios, sorted.
    fn boards(&self) -> Vec<String> {
        if self.files.has(&self.part) {
            return vec![self.part.clone()];
        }
        let is_board = |path: &String| project::is_scenario(path) && !path.ends_with(".md");
        self.files
            .below(&self.part)
            .into_iter()
            .filter(is_board)
            .collect()
    }

    /// The snapshots that no scenario of this folder has. Other tests may keep theirs in folders of
    /// `snapshots` without scenarios; those are let alone.
    fn orphans(&self, boards: &[String], snapshots: &BTreeSet<String>) -> Vec<String> {
        let mut suites: BTreeSet<&str> = boards.iter().map(|board| suite_of(board)).collect();
        suites.insert(SCENARIOS);
        let mut found = BTreeSet::new();
        for suite in suites {
            if is_within(&self.part, suite) {
                found.extend(self.files.below(&snapshot_of(&self.part)));
            } else if is_within(suite, &self.part) {
                found.extend(self.files.below(&snapshot_of(suite)));
            }
        }
        found.retain(|path| {
            path.ends_with(PENDING) || path.ends_with(".snap") && !snapshots.contains(path)
        });
        found.into_iter().collect()
    }
}

/// Whether a path is a folder or lies below it.
fn is_within(path: &str, folder: &str) -> bool {
    let below = path.strip_prefix(folder);
    below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
}

/// The folder of `tests` that a file below it belongs to.
fn suite_of(path: &str) -> &str {
    let below = path
        .strip_prefix(TESTS)
        .and_then(|rest| rest.strip_prefix('/'))
        .unwrap_or_default();
    let name = below.split('/').next().unwrap_or_default();
    &path[..TESTS.len() + 1 + name.len()]
}

/// The project that a path below its `tests` belongs to.
fn below_tests(path: &Path) -> Option<Suite> {
    let parts: Vec<Component> = path.components().collect();
    let at = parts.iter().rposition(|part| part.as_os_str() == TESTS)?;
    let (root, part) = parts.split_at(at);
    let names: Vec<String> = part
        .iter()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    let up_and_down = part.contains(&Component::ParentDir);
    (!up_and_down).then(|| Suite {
        files: Folder::new(root.iter().collect::<PathBuf>()),
        part: names.join("/"),
    })
}

fn nothing_here(path: &Path) -> Problem {
    let place = Source::new(path.display().to_string(), "").whole();
    let help = format!(
        "a scenario is a drawn board (.txt) or a level (.json) in {SCENARIOS}/NAME, NAME being that of its \
         grammar; `spellboard new` starts a project with one"
    );
    Problem::error("there are no scenarios here", place).help(help)
}

/// What reading the scenarios one after another needs.
struct Pass<'f> {
    files: &'f Folder,
    languages: Languages<'f>,
    /// Where each comment of each folder stands.
    comments: BTreeMap<(String, String), Place>,
    problems: Vec<Problem>,
}

impl Pass<'_> {
    /// What is wrong with a scenario before it is read.
    fn path_problem(&self, path: &str, taken: bool) -> Option<Problem> {
        let place = || Source::new(self.files.path(path).display().to_string(), "").whole();
        if !path.ends_with(".txt") && !path.ends_with(".json") {
            let problem = Problem::error("this is neither a drawn board nor a level", place());
            return Some(problem.help("a scenario ends in .txt or .json, notes about them in .md"));
        }
        let problem = Problem::error(
            "this scenario and another one have the same snapshot",
            place(),
        );
        taken.then(|| problem.help("give it another name"))
    }

    /// Notes what is wrong, where there is nothing to compare.
    fn wrong(&mut self, problems: impl Into<Problems>) -> Finding {
        self.problems.extend(problems.into());
        Finding::Unreadable
    }

    fn scenario(&mut self, path: &str, snapshot: &str) -> Result<(Shown, Finding), Finding> {
        let grammar = self.languages.grammar(&Language::of(self.files, path));
        let source = match self.files.source(path) {
            Ok(source) => source,
            Err(problem) => return Err(self.wrong(problem)),
        };
        // What is wrong with a grammar is reported once, not for each of its boards.
        let grammar = grammar.map_err(|_| Finding::Unreadable)?;
        let (shown, problems) = Shown::read(&source, grammar);
        self.problems.extend(problems);
        let shown = shown?;
        if let Some(problem) = self.same_comment(path, &source, &shown) {
            return Err(self.wrong(problem));
        }
        if !self.files.has(snapshot) {
            return Ok((shown, Finding::New));
        }
        match self.files.source(snapshot) {
            Ok(pinned) => {
                let finding = compare(pinned.text(), &shown);
                Ok((shown, finding))
            }
            Err(problem) => Err(self.wrong(problem)),
        }
    }

    /// No two scenarios of a folder have the same comment: it would not say what each is for.
    fn same_comment(&mut self, path: &str, source: &Source, shown: &Shown) -> Option<Problem> {
        let (folder, _) = path.rsplit_once('/').unwrap_or_default();
        let place = match source.text().find(&shown.comment) {
            Some(at) => source.place(at..at + shown.comment.len(), ""),
            None => source.whole(),
        };
        let key = (folder.to_owned(), shown.comment.clone());
        let Some(first) = self.comments.get(&key) else {
            self.comments.insert(key, place);
            return None;
        };
        let problem = Problem::error(
            "two scenarios of a folder say that they show the same",
            place,
        );
        Some(
            problem
                .and(first.clone())
                .help("say what is special about this one, or leave it out"),
        )
    }
}

fn compare(pinned: &str, shown: &Shown) -> Finding {
    let (text, same_comment) = pin::read(pinned, shown);
    match pin::is_same(text, &shown.text) {
        true if same_comment => Finding::AsPinned,
        true => Finding::OtherComment,
        false => Finding::Changed {
            pinned: text.trim_end().to_owned(),
        },
    }
}
