//! `spellboard watch`: the command runs, files are edited, and what it prints is read.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::project::{Project, words};

/// The longest time that an answer may take, on a machine with much else to do.
const PATIENCE: Duration = Duration::from_secs(30);

/// The command while it runs; it is ended when the test is.
struct Watching {
    child: Child,
    out: Lines,
    err: Lines,
}

/// The lines that are printed on one of the two outputs.
struct Lines(Receiver<String>);

impl Lines {
    fn of(stream: impl Read + Send + 'static) -> Lines {
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Lines(lines)
    }

    /// Everything that is printed until a line has this in it, that line last.
    fn until(&mut self, end: &str) -> Vec<String> {
        let (start, mut printed) = (Instant::now(), Vec::new());
        while start.elapsed() < PATIENCE {
            let Ok(line) = self.0.recv_timeout(PATIENCE) else {
                break;
            };
            printed.push(line);
            if printed.last().is_some_and(|line| line.contains(end)) {
                return printed;
            }
        }
        panic!("`{end}` was not printed, but\n{}", printed.join("\n"));
    }
}

impl Watching {
    /// Starts the command, and waits until it watches.
    fn start(project: &Project, args: &[&str]) -> Watching {
        let mut command = project.command(&[&["watch"], args].concat());
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let out = Lines::of(child.stdout.take().unwrap());
        let mut err = Lines::of(child.stderr.take().unwrap());
        err.until("watching ");
        Watching { child, out, err }
    }

    /// What is printed on standard output until a line has this in it.
    fn until(&mut self, end: &str) -> Vec<String> {
        self.out.until(end)
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_new_word_brings_rules() {
    let project = Project::with_boards("watch_word");
    let mut watching = Watching::start(&project, &[]);
    let before = project.read("content/words.json");
    let sly = before.replace(
        "[\n",
        "[\n  { \"name\": \"SLY\", \"role\": \"property\" },\n",
    );
    project.save("content/words.json", &sly);
    let printed = [
        "content/words.json",
        "content/levels/first.txt      + CAT IS SLY",
        "tests/scenarios/core/sly.txt  + CAT IS SLY",
        "                              + OWL IS SLY",
        "2 of 3 boards: 3 rules added, 0 taken; no problems",
    ];
    assert_eq!(watching.until("boards:"), printed);
    // The next save is compared with this one, not with the start.
    project.save("content/words.json", &before);
    assert!(
        watching
            .until("boards:")
            .contains(&"content/levels/first.txt      - CAT IS SLY".to_owned())
    );
    project.save("content/words.json", &before);
    assert_eq!(
        watching.until("no rule")[1..],
        ["no rule of 3 boards has changed; 2 warnings"]
    );
}

#[test]
fn half_written_files_take_no_rules_away() {
    let project = Project::with_boards("watch_half");
    let mut watching = Watching::start(&project, &[]);
    for path in [
        "content/words.json",
        "grammar/core.ron",
        "tests/scenarios/core/shy.txt",
        "content/levels/first.txt",
    ] {
        let whole = project.read(path);
        let half = if path.ends_with(".txt") {
            "Ow".to_owned()
        } else {
            whole[..whole.len() / 2].to_owned()
        };
        project.save(path, &half);
        let kept = "no rule of 3 boards has changed; what cannot be read keeps its rules";
        assert_eq!(watching.until("no rule"), [path, kept]);
        watching.err.until(&format!("--> {path}:"));
        project.save(path, &whole);
        let mended = "no rule of 3 boards has changed; 2 warnings";
        assert_eq!(watching.until("no rule"), [path, mended]);
    }
    // A change that comes with a slip is seen once the slip is mended.
    project.save("tests/scenarios/core/shy.txt", "// Shy\nOwl IS WISE\n");
    watching.until("keeps its rules");
    project.save("tests/scenarios/core/shy.txt", "// Shy\nOWL IS WISE\n");
    let printed = watching.until("boards:");
    assert!(
        printed.contains(&"tests/scenarios/core/shy.txt (edited)  - OWL IS SHY".to_owned()),
        "{printed:?}"
    );
}

#[test]
fn a_file_with_half_a_level_keeps_all_its_levels() {
    let project = Project::with_boards("watch_lines");
    let level = |name: &str, word: &str| {
        format!(
            "{{\"name\":\"{name}\",\"width\":3,\"height\":1,\"objects\":[{{\"kind\":\"text:OWL\",\"x\":0,\"y\":0}},\
             {{\"kind\":\"text:IS\",\"x\":1,\"y\":0}},{{\"kind\":\"text:{word}\",\"x\":2,\"y\":0}}]}}\n"
        )
    };
    let two = level("a", "SHY") + &level("b", "WISE");
    project.write("content/levels/more.ndjson", &two);
    let mut watching = Watching::start(&project, &[]);
    project.save("content/levels/more.ndjson", &two[..two.len() - 30]);
    assert_eq!(
        watching.until("keeps its rules").last().unwrap(),
        "no rule of 5 boards has changed; what cannot be read keeps its rules"
    );
    project.save(
        "content/levels/more.ndjson",
        &(level("a", "SHY") + &level("b", "SHY")),
    );
    let printed = watching.until("boards:");
    assert!(
        printed.contains(&"content/levels/more.ndjson: b (edited)  - OWL IS WISE".to_owned()),
        "{printed:?}"
    );
    assert!(
        printed.ends_with(&["1 of 5 boards: 1 rule added, 1 taken; 2 warnings".to_owned()]),
        "{printed:?}"
    );
}

#[test]
fn files_are_saved_by_renaming_and_come_and_go() {
    let project = Project::with_boards("watch_rename");
    let mut watching = Watching::start(&project, &[]);
    // As many editors save: a new file takes the place of the old one.
    project.save("tests/scenarios/core/.shy.txt.tmp", "// Shy\nOWL IS WISE\n");
    fs::rename(
        project.path("tests/scenarios/core/.shy.txt.tmp"),
        project.path("tests/scenarios/core/shy.txt"),
    )
    .unwrap();
    let printed = watching.until("boards:");
    assert!(
        printed.contains(&"tests/scenarios/core/shy.txt (edited)  - OWL IS SHY".to_owned()),
        "{printed:?}"
    );
    project.remove("tests/scenarios/core/shy.txt");
    let printed = watching.until("boards:");
    assert!(
        printed.contains(&"tests/scenarios/core/shy.txt (gone)  - OWL IS WISE".to_owned()),
        "{printed:?}"
    );
    // A whole folder appears at once.
    project.write("aside/boards/one.txt", "// One\nCAT IS WISE\n");
    project.write("aside/grammar.ron", &project.read("grammar/core.ron"));
    project.save(
        "aside/words.json",
        &words(&[("CAT", "noun"), ("WISE", "property")]),
    );
    fs::rename(project.path("aside"), project.path("tests/mine")).unwrap();
    let printed = watching.until("tests/mine/boards/one.txt (new)");
    assert!(
        printed.iter().any(|line| line.ends_with("+ CAT IS WISE")),
        "{printed:?}"
    );
    watching.until("boards:");
    project.save("tests/mine/boards/one.txt", "// One\nCAT IS CAT\n");
    watching.until("+ CAT IS CAT");
}

#[test]
fn what_is_no_data_is_let_alone() {
    let project = Project::with_boards("watch_aside");
    let mut watching = Watching::start(&project, &[]);
    for path in [
        "content/.words.json.swp",
        "content/words.json~",
        "content/4913",
        "content/sedTdzMS9",
        "README.md",
        "tests/notes.md",
    ] {
        project.write(path, "an editor's");
    }
    let _ = project.read("content/words.json");
    std::thread::sleep(Duration::from_millis(400));
    project.save("content/levels/first.txt", "CAT IS SHY\n");
    assert_eq!(watching.until("boards:")[0], "content/levels/first.txt");
}

#[test]
fn what_check_and_test_find_wrong_is_told() {
    let project = Project::with_boards("watch_findings");
    let sly = words(&[
        ("OWL", "noun"),
        ("CAT", "noun"),
        ("SHY", "property"),
        ("WISE", "property"),
        ("SLY", "property"),
    ]);
    project.write("content/words.json", &sly);
    let mut watching = Watching::start(&project, &[]);
    let shy = project.read("tests/scenarios/core/shy.txt");
    let stated = shy.replace("// Shy\n", "// Shy\n// rules: OWL IS WISE\n");
    project.save("tests/scenarios/core/shy.txt", &stated);
    watching.until("no rule of 3 boards has changed; 1 error");
    watching
        .err
        .until("this board spells `OWL IS SHY`, not `OWL IS WISE`");
    watching.err.until("--> tests/scenarios/core/shy.txt:2:11");
    project.save("tests/scenarios/core/shy.txt", &shy);
    watching.until("; no problems");
    // A word is lost that a board uses.
    project.save("content/words.json", &sly.replace("\"SLY\"", "\"SPRY\""));
    watching.until("boards: 0 rules added, 3 taken; ");
    watching.err.until("`SLY` is in no words file");
    project.save("content/words.json", &sly);
    watching.until("; no problems");
    project.remove("content/words.json");
    watching.until("boards: 0 rules added, 6 taken; ");
    watching
        .err
        .until("grammar/core.ron is read with the built-in words");
}

#[test]
fn a_project_is_watched_from_a_folder_in_it() {
    let project = Project::with_boards("watch_above");
    let mut watching = Watching::start(&project.inside("content"), &[]);
    project.save("content/levels/first.txt", "CAT IS SHY\n");
    let printed = watching.until("boards:");
    assert_eq!(
        printed[..2],
        [
            "content/levels/first.txt",
            "content/levels/first.txt (edited)  + CAT IS SHY"
        ]
    );
}

#[test]
fn files_of_ones_own_are_watched_without_a_project() {
    let project = Project::small("watch_own");
    let mine = project.inside("mine");
    mine.write(
        "words/mine.json",
        &words(&[("ANT", "noun"), ("SLY", "property")]),
    );
    mine.write("board.txt", "ANT IS SLY\n");
    let grammar = project.path("grammar/core.ron");
    let mut watching = Watching::start(
        &mine,
        &[
            "--grammar",
            grammar.to_str().unwrap(),
            "--words",
            "words/mine.json",
            "./board.txt",
        ],
    );
    mine.save("board.txt", "ANT IS SLY AND ANT\n");
    let printed = watching.until("board:");
    assert_eq!(
        printed[..2],
        ["board.txt", "./board.txt (edited)  + ANT IS ANT"]
    );
    let board = mine.read("board.txt");
    mine.save("words/mine.json", &words(&[("ANT", "noun")]));
    watching.until("- ANT IS SLY");
    watching.until("board:");
    mine.save("board.txt", "ANT IS ANT\n");
    watching.until("+ ANT IS ANT");
    let other = project
        .read("grammar/core.ron")
        .replace("\"IS\"", "\"ARE\"");
    project.save("grammar/core.ron", &other);
    watching.until("- ANT IS ANT");
    mine.save(
        "board.txt",
        &board.replace("IS", "ARE").replace("SLY", "ANT"),
    );
    watching.until("+ ANT ARE ANT");
}

#[test]
fn without_anything_to_watch_it_ends() {
    let project = Project::empty("watch_nothing");
    let ended = project.run(&["watch"]);
    ended.says(&["there is no project in this folder", "`spellboard new`"]);
    assert_eq!((ended.out.as_str(), ended.code), ("", 1));
    let ended = project.run(&["watch", "-"]);
    ended.says(&["standard input cannot be watched"]);
    assert_eq!((ended.out.as_str(), ended.code), ("", 1));
}
