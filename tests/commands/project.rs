//! A project in a folder of its own, and what commands print and write there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder that a test fills, and runs commands in.
pub struct Project {
    pub folder: PathBuf,
}

/// What a command printed, and how it ended.
#[derive(Debug)]
pub struct Ended {
    pub out: String,
    pub err: String,
    pub code: i32,
}

/// The smallest grammar that the tests need: `OWL IS SHY`.
const GRAMMAR: &str = r#"(
    read: [Right, Down],
    reading: Outward,
    roles: { "noun": "a thing", "property": "how it is", "verb": "joins them", "joiner": "lists" },
    words: { "IS": "verb", "AND": "joiner" },
    sentences: { "claim": (anchor: "verb", runs: [
        (name: "subject", of: ["noun"], joined_by: "joiner", each: true),
        (name: "verb", of: ["verb"]),
        (name: "complement", of: ["noun", "property"], joined_by: "joiner", each: true),
    ]) },
)
"#;

/// A words file: the name of each word with its role.
pub fn words(entries: &[(&str, &str)]) -> String {
    let entry =
        |(name, role): &(&str, &str)| format!("  {{ \"name\": \"{name}\", \"role\": \"{role}\" }}");
    let entries: Vec<String> = entries.iter().map(entry).collect();
    format!("{{ \"words\": [\n{}\n] }}\n", entries.join(",\n"))
}

impl Project {
    /// An empty folder.
    pub fn empty(name: &str) -> Project {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("commands")
            .join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        // Commands look for a project in the folders above, and stop where a repository begins.
        let boundary = Path::new(env!("CARGO_TARGET_TMPDIR")).join(".git");
        fs::create_dir_all(boundary).unwrap();
        Project { folder }
    }

    /// A project with a grammar, OWL, CAT, SHY and WISE.
    pub fn small(name: &str) -> Project {
        let project = Project::empty(name);
        project.write("grammar/core.ron", GRAMMAR);
        let entries = [
            ("OWL", "noun"),
            ("CAT", "noun"),
            ("SHY", "property"),
            ("WISE", "property"),
        ];
        project.write("content/words.json", &words(&entries));
        project
    }

    /// A small project with two scenarios and a level, the word SLY not known yet.
    pub fn with_boards(name: &str) -> Project {
        Project::small(name).with(&[
            ("tests/scenarios/core/shy.txt", "// Shy\nOWL IS SHY\n"),
            (
                "tests/scenarios/core/sly.txt",
                "// Sly\nOWL AND CAT IS WISE AND SLY\n",
            ),
            ("content/levels/first.txt", "CAT IS SLY\n"),
        ])
    }

    /// The project with files, by their paths and texts.
    pub fn with(self, files: &[(&str, &str)]) -> Project {
        files.iter().for_each(|(path, text)| self.write(path, text));
        self
    }

    /// The project in a folder of this one.
    pub fn inside(&self, folder: &str) -> Project {
        Project {
            folder: self.path(folder),
        }
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Writes a file as many editors save it: the whole of it takes the place of the old one.
    pub fn save(&self, path: &str, text: &str) {
        let (folder, name) = path.rsplit_once('/').unwrap_or((".", path));
        let aside = format!("{folder}/.{name}.new");
        self.write(&aside, text);
        fs::rename(self.path(&aside), self.path(path)).unwrap();
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub fn remove(&self, path: &str) {
        fs::remove_file(self.path(path)).unwrap();
    }

    /// Copies a folder of the repository.
    pub fn copy(&self, folder: &str) {
        copy(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join(folder),
            &self.path(folder),
        );
    }

    /// Runs git here.
    pub fn git(&self, args: &[&str]) {
        let mut git = Command::new("git");
        let settings = [
            "user.name=A",
            "user.email=a@example.org",
            "commit.gpgsign=false",
            "init.defaultBranch=main",
        ];
        git.args(settings.iter().flat_map(|setting| ["-c", setting]));
        let output = git.args(args).current_dir(&self.folder).output().unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    /// Commits everything as it is, in a repository that is made if there is none.
    pub fn commit(&self, message: &str) {
        if !self.path(".git").exists() {
            self.git(&["init", "-q"]);
        }
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
    }

    /// A command that runs here.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spellboard"));
        command
            .args(args)
            .current_dir(&self.folder)
            .stdin(Stdio::null());
        command
    }

    /// Runs a command to its end.
    pub fn run(&self, args: &[&str]) -> Ended {
        let output = self.command(args).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Ended {
            out: text(output.stdout),
            err: text(output.stderr),
            code: output.status.code().expect("the command ends by itself"),
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(fs::copy(path, target).unwrap()),
        }
    }
}

impl Ended {
    /// All that is checked at once, for a message that shows it all.
    pub fn assert(&self, out: &str, err: &str, code: i32) {
        assert_eq!(
            (self.out.as_str(), self.err.as_str(), self.code),
            (out, err, code)
        );
    }

    /// Fails unless all of this was said on standard error.
    pub fn says(&self, said: &[&str]) {
        for said in said {
            assert!(
                self.err.contains(said),
                "{said} is missing in\n{}",
                self.err
            );
        }
    }
}
