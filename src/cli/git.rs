//! What git knows: commits, and the files of a project as one of them has them.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::diagnostic::Problem;
use crate::project::{Files, Folder, is_aside};
use crate::source::Source;

/// What git prints when it is given `input` to read, or what it complains about.
fn git(arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    run(Command::new("git").args(arguments), input)
}

fn run(command: &mut Command, input: &[u8]) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("git cannot be run: {error}");
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        // Git writes while it reads, so both ends have to be served at once. When it stops reading
        // before the end, it says itself why.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
        child.wait_with_output()
    });
    let output = output.map_err(failed)?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8_lossy(&output.stderr)
            .trim_end()
            .to_owned()),
    }
}

/// A range of commits as git writes it: `BASE..HEAD`, or `BASE` alone for `BASE..HEAD`. Three dots
/// mean what two do here: what HEAD did since it left BASE.
pub(super) fn range(text: &str) -> (&str, &str) {
    let (base, head) = text.split_once("..").unwrap_or((text, ""));
    (
        or_head(base),
        or_head(head.strip_prefix('.').unwrap_or(head)),
    )
}

fn or_head(revision: &str) -> &str {
    if revision.is_empty() {
        "HEAD"
    } else {
        revision
    }
}

/// The paths that git prints with a zero byte behind each.
pub(super) fn paths(arguments: &[&str]) -> Result<Vec<String>, String> {
    git(arguments, b"").map(|printed| split(&printed))
}

fn split(printed: &[u8]) -> Vec<String> {
    let parts = printed
        .split(|&byte| byte == 0)
        .filter(|part| !part.is_empty());
    parts
        .map(|part| String::from_utf8_lossy(part).into_owned())
        .collect()
}

/// Every file of a commit below the project's folder, by its path from there, with the number of its text.
fn files_of(commit: &str) -> Result<Vec<(String, String)>, String> {
    let compare = [
        "diff",
        "--cached",
        "--raw",
        "--relative",
        "--no-renames",
        "--no-abbrev",
        "-z",
    ];
    let mut command = Command::new("git");
    // Compared with an index that is not there, all that a commit has is gone.
    command
        .args(compare)
        .args([commit, "--"])
        .env("GIT_INDEX_FILE", "no index at all")
        .current_dir(Folder::here().path("."));
    let listed = split(&run(&mut command, b"")?);
    let entry = |parts: &[String]| {
        let [about, path] = parts else { return None };
        // Modes and numbers before and after; links and other repositories have modes of their own.
        let about: Vec<&str> = about.split_whitespace().collect();
        match about[..] {
            [":100644" | ":100755", _, number, ..] => Some((path.clone(), number.to_owned())),
            _ => None,
        }
    };
    Ok(listed.chunks(2).filter_map(entry).collect())
}

/// The number of a commit.
pub(super) fn commit(revision: &str) -> Result<String, String> {
    let named = format!("{revision}^{{commit}}");
    let found = git(
        &[
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &named,
        ],
        b"",
    );
    let number = found.map_err(|error| match error.is_empty() {
        true => format!("git knows no commit `{revision}`"),
        false => error,
    })?;
    Ok(String::from_utf8_lossy(&number).trim().to_owned())
}

/// The commit where `head` left `base`; `base` itself where the two have nothing in common.
pub(super) fn fork(base: &str, head: &str) -> Result<String, String> {
    let (base, head) = (commit(base)?, commit(head)?);
    let found = git(&["merge-base", &base, &head], b"").unwrap_or_default();
    let found = String::from_utf8_lossy(&found).trim().to_owned();
    Ok(if found.is_empty() { base } else { found })
}

/// The files of the project as a commit has them.
pub(super) struct Commit {
    /// What messages call it.
    name: String,
    files: BTreeMap<String, Vec<u8>>,
}

impl Commit {
    /// Reads those files of a commit that are asked for by their path.
    pub(super) fn read(
        commit: &str,
        name: &str,
        wanted: fn(&str) -> bool,
    ) -> Result<Commit, String> {
        let mut entries = files_of(commit)?;
        entries.retain(|(path, _)| wanted(path) && !path.split('/').any(is_aside));
        let numbers: String = entries
            .iter()
            .map(|(_, number)| format!("{number}\n"))
            .collect();
        let printed = git(&["cat-file", "--batch"], numbers.as_bytes())?;
        let mut rest = &printed[..];
        let mut files = BTreeMap::new();
        for (path, _) in entries {
            let text;
            (text, rest) =
                next_file(rest).ok_or_else(|| format!("git has not got {path} of {commit}"))?;
            files.insert(path, text.to_vec());
        }
        Ok(Commit {
            name: name.to_owned(),
            files,
        })
    }
}

/// The first of the files that git prints one after another, and the rest: `number kind size`, a
/// line end, the file, a line end.
fn next_file(printed: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = printed.iter().position(|&byte| byte == b'\n')?;
    let head = std::str::from_utf8(&printed[..end]).ok()?;
    let size: usize = head.rsplit(' ').next()?.parse().ok()?;
    let text = printed.get(end + 1..end + 1 + size)?;
    Some((text, printed.get(end + size + 2..)?))
}

impl Files for Commit {
    fn below(&self, folder: &str) -> Vec<String> {
        let folder = format!("{folder}/");
        let after = self.files.range(folder.clone()..);
        let below = after
            .map(|(path, _)| path)
            .take_while(|path| path.starts_with(&folder));
        below.cloned().collect()
    }

    fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    fn source(&self, path: &str) -> Result<Source, Problem> {
        Source::from_bytes(self.name(path), self.bytes(path)?)
    }

    fn name(&self, path: &str) -> String {
        format!("{}:{path}", self.name)
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, Problem> {
        let bytes = self.files.get(path).cloned();
        bytes.ok_or_else(|| {
            let place = Source::new(self.name(path), "").whole();
            Problem::error("there is no such file", place)
        })
    }
}
