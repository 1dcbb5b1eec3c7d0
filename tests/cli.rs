//! The command as its users meet it: what it prints where, and how it ends.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spellboard"));
    command.args(args).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

fn run(args: &[&str]) -> Output {
    command(args).stdin(Stdio::null()).output().unwrap()
}

/// Runs the command with `input` on its standard input.
fn pipe(args: &[&str], input: &[u8]) -> Output {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("the command ends by itself")
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let all = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = all.join(name);
    // Commands look for a project in the folders above, and stop where a repository begins.
    std::fs::create_dir_all(all.join(".git")).unwrap();
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

const FIVE: &str = "BABA IS PUSH\nBABA IS STOP\nROCK IS PUSH\nROCK IS STOP\nTEXT IS PUSH\n";

#[test]
fn rules_of_a_sentence_on_standard_input() {
    let output = pipe(&["rules", "-"], b"BABA AND ROCK IS PUSH AND STOP\n");
    assert_eq!(
        (out(&output).as_str(), err(&output).as_str(), code(&output)),
        (FIVE, "", 0)
    );
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_do_not_matter() {
    let output = pipe(
        &["rules", "-"],
        b"\xef\xbb\xbfBABA AND ROCK IS PUSH AND STOP\r\n. . .\r\n",
    );
    assert_eq!((out(&output).as_str(), code(&output)), (FIVE, 0));
    let level = b"\xef\xbb\xbf\r\n{\r\n\"width\": 1,\r\n\"height\": 1,\r\n\"objects\": []\r\n}\r\n";
    let output = pipe(&["rules", "-"], level);
    assert_eq!(
        (out(&output).as_str(), err(&output).as_str(), code(&output)),
        ("TEXT IS PUSH\n", "", 0)
    );
}

#[test]
fn without_the_data_files_the_built_in_copies_serve() {
    let elsewhere = folder("elsewhere");
    std::fs::write(
        elsewhere.join("board.txt"),
        "BABA AND ROCK IS PUSH AND STOP",
    )
    .unwrap();
    let output = command(&["rules", "board.txt"])
        .current_dir(&elsewhere)
        .output()
        .unwrap();
    assert_eq!((out(&output).as_str(), code(&output)), (FIVE, 0));
}

#[test]
fn lines_of_several_files_say_which() {
    let here = folder("several");
    let level = |name: &str, text: &str| {
        std::fs::write(here.join(name), text).unwrap();
        here.join(name).to_str().unwrap().to_owned()
    };
    let one = level("one.json", r#"{ "name": "One", "width": 1, "height": 1 }"#);
    let two = level(
        "two.ndjson",
        "{ \"name\": \"Two\", \"width\": 1, \"height\": 1 }\n{}\n",
    );
    let output = run(&["rules", "--format", "ndjson", &one, &two]);
    assert_eq!(output.status.code(), Some(1));
    let out = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let place = |line: &serde_json::Value| (line["file"].clone(), line["line"].clone());
    let places: Vec<_> = lines.iter().map(place).collect();
    let expected = [(&one, 1), (&two, 1), (&two, 2)];
    assert_eq!(
        places,
        expected.map(|(file, line)| (file.as_str().into(), line.into()))
    );
    assert_eq!(
        lines[2]["error"]
            .as_str()
            .map(|error| error.contains("`width`")),
        Some(true)
    );
}

#[test]
fn every_level_of_a_batch_gives_one_line_in_order() {
    let lines = concat!(
        "{\"name\":\"a\",\"width\":3,\"height\":1,\"objects\":[{\"kind\":\"text:BABA\",\"x\":0,\"y\":0},",
        "{\"kind\":\"text:IS\",\"x\":1,\"y\":0},{\"kind\":\"text:YOU\",\"x\":2,\"y\":0}]}\n",
        "\n",
        "{\"name\":\"b\",\"width\":3,\"hight\":1,\"objects\":[]}\n",
        "{\"width\":1,\"height\":1,\"objects\":[]}"
    );
    let output = pipe(&["rules", "--format", "ndjson", "-"], lines.as_bytes());
    let expected = [
        r#"{"name":"a","rules":["BABA IS YOU","TEXT IS PUSH"]}"#,
        r#"{"line":3,"error":"standard input:3:23: there is no field `hight`; did you mean `height`?"}"#,
        r#"{"name":null,"file":"standard input","line":4,"rules":["TEXT IS PUSH"]}"#,
    ];
    assert_eq!(out(&output).lines().collect::<Vec<_>>(), expected);
    assert_eq!((err(&output).as_str(), code(&output)), ("", 1));
}

#[test]
fn the_whole_table_names_runs_objects_and_tiles() {
    let output = run(&[
        "rules",
        "--format",
        "json",
        "tests/levels/horizontal_rule.json",
    ]);
    let tables: serde_json::Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(tables[0]["rules"][0]["base"], true);
    let rule = &tables[0]["rules"][1];
    assert_eq!(
        (&rule["text"], &rule["direction"]),
        (&"BABA IS YOU".into(), &"Right".into())
    );
    let word = serde_json::json!({ "word": "YOU", "run": "complement", "kind": "item", "object": 2, "x": 2, "y": 0 });
    assert_eq!(rule["words"][2], word);
    assert_eq!(tables[0]["rules"].as_array().unwrap().len(), 2);
}

#[test]
fn unreadable_input_is_refused_and_the_rest_goes_on() {
    let output = run(&[
        "rules",
        "no_such.json",
        "tests",
        "content/levels/crossing.txt",
    ]);
    assert!(out(&output).contains("BABA IS ROCK"));
    assert!(
        err(&output).contains("no_such.json") && err(&output).contains("there is no such file")
    );
    assert!(err(&output).contains("this is a folder, a file was expected"));
    assert_eq!(code(&output), 1);
    let output = pipe(&["rules", "-"], b"BABA IS\n\xff YOU");
    assert!(err(&output).contains("not UTF-8") && err(&output).contains("standard input:2:1"));
    assert_eq!((out(&output).as_str(), code(&output)), ("", 1));
    let output = run(&["rules", "content/levels/crosing.txt"]);
    assert!(err(&output).contains("did you mean `content/levels/crossing.txt`?"));
}

#[test]
fn a_line_of_a_hundred_megabytes_is_refused_and_the_next_one_read() {
    let mut input = b"{\"name\":\"".to_vec();
    input.resize(100 << 20, b'x');
    input.extend(
        b"\",\"width\":1,\"height\":1,\"objects\":[]}\n{\"width\":1,\"height\":1,\"objects\":[]}\n",
    );
    let path = folder("long").join("long.ndjson");
    std::fs::write(&path, &input).unwrap();
    let output = run(&["rules", "--format", "ndjson", path.to_str().unwrap()]);
    let printed = out(&output);
    let lines: Vec<&str> = printed.lines().collect();
    assert!(
        lines[0].starts_with("{\"line\":1,\"error\":") && lines[0].contains("longer than 64 MiB")
    );
    assert!(lines.len() == 2 && lines[1].starts_with("{\"name\":null,\"file\":"));
    assert!(lines[1].ends_with("\"line\":2,\"rules\":[\"TEXT IS PUSH\"]}"));
    assert_eq!(code(&output), 1);
    let output = pipe(&["rules", "-"], &vec![b'X'; 100 << 20]);
    assert!(err(&output).contains("longer than 64 MiB") && err(&output).len() < 1000);
    assert_eq!((out(&output).as_str(), code(&output)), ("", 1));
}

#[test]
fn a_very_large_board_takes_no_more_than_its_objects() {
    let level = concat!(
        "{\"width\":100000,\"height\":100000,\"objects\":[{\"kind\":\"text:BABA\",\"x\":99999,\"y\":99997},",
        "{\"kind\":\"text:IS\",\"x\":99999,\"y\":99998},{\"kind\":\"text:YOU\",\"x\":99999,\"y\":99999}]}"
    );
    let output = pipe(&["rules", "-"], level.as_bytes());
    assert_eq!(
        (out(&output).as_str(), code(&output)),
        ("BABA IS YOU\nTEXT IS PUSH\n", 0)
    );
    let output = pipe(&["show", "-"], level.as_bytes());
    assert!(err(&output).contains("100000 by 100000 tiles is too large to draw"));
    assert_eq!(code(&output), 1);
}

#[test]
fn show_marks_text_in_rules_and_uses_no_colours_in_a_file() {
    let output = pipe(&["show", "-"], b"BABA IS YOU\nWHO rock .");
    assert!(
        out(&output).contains("[BABA] [IS] [YOU]\n 1      1    1\nWHO?   rock .\n"),
        "{}",
        out(&output)
    );
    assert!(!out(&output).contains('\u{1b}'));
}

#[test]
fn check_reports_every_problem_of_every_file() {
    let folder = folder("check");
    let (words, level) = (folder.join("words.json"), folder.join("level.json"));
    std::fs::write(&words, "{ \"words\": [\n{ \"name\": \"BABA\", \"role\": \"nuon\" },\n{ \"name\": \"PUSH\", \"role\": \"property\" },\n{ \"name\": \"IS\", \"role\": \"noun\" }\n] }").unwrap();
    std::fs::write(&level, "{ \"width\": 0, \"height\": 1, \"objects\": [\n{ \"kind\": \"object:ROCK\", \"x\": 0, \"y\": 0 }] }").unwrap();
    let output = run(&[
        "check",
        "--words",
        words.to_str().unwrap(),
        level.to_str().unwrap(),
    ]);
    for said in [
        "`nuon` is not a role of grammar/core.ron",
        "did you mean `noun`?",
        "the word `IS` belongs to the grammar",
        "the width is 0",
        "did you mean `rock`?",
        "4 problems in 2 files",
    ] {
        assert!(
            err(&output).contains(said),
            "{said} is missing in\n{}",
            err(&output)
        );
    }
    assert_eq!((out(&output).as_str(), code(&output)), ("", 1));
    let output = run(&["check"]);
    assert!(
        out(&output).starts_with("no problems: "),
        "{}",
        err(&output)
    );
    assert_eq!(code(&output), 0);
}

#[test]
fn wrong_usage_ends_with_two() {
    for args in [
        &["rules"][..],
        &["rules", "--format", "xml", "-"],
        &["rule", "-"],
        &[],
    ] {
        assert_eq!(code(&run(args)), 2, "{args:?}");
    }
}

fn git(folder: &Path, args: &[&str]) {
    let identity = [
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@example.org",
        "-c",
        "commit.gpgsign=false",
    ];
    let status = Command::new("git")
        .args(identity)
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(status.status.success(), "{}", err(&status));
}

#[test]
fn drop_check_lets_data_pass_and_names_anything_else() {
    let repository = folder("drops");
    let commit = |path: &str, message: &str| {
        let path = repository.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, message).unwrap();
        git(&repository, &["add", "."]);
        git(&repository, &["commit", "-q", "-m", message]);
    };
    let check = |range: &str| {
        command(&["drop-check", range])
            .current_dir(&repository)
            .output()
            .unwrap()
    };
    git(&repository, &["init", "-q"]);
    commit("src/engine.rs", "one");
    commit("content/words.json", "two");
    commit("snapshots/a b.snap", "three");
    let output = check("HEAD~2..HEAD");
    assert_eq!(
        out(&output),
        "data  content/words.json\ndata  snapshots/a b.snap\n"
    );
    assert_eq!((err(&output).as_str(), code(&output)), ("", 0));
    commit("src/engine.rs", "four");
    commit("contents.md", "five");
    let output = check("HEAD~4..HEAD");
    assert!(
        err(&output).contains("  contents.md\n  src/engine.rs\n"),
        "{}",
        err(&output)
    );
    assert_eq!(code(&output), 1);
    assert_eq!(code(&check("HEAD..HEAD")), 0);
    let output = check("nowhere..HEAD");
    assert!(err(&output).contains("git knows no commit `nowhere`"));
    assert_eq!(code(&output), 1);
}

#[test]
fn an_unknown_word_is_a_warning_and_changes_no_rule() {
    let output = pipe(&["rules", "-"], b"BABBA BABA IS YOU // a comment\n");
    assert_eq!(out(&output), "BABA IS YOU\nTEXT IS PUSH\n");
    assert!(err(&output).contains("warning: `BABBA` is in no words file"));
    assert!(err(&output).contains("did you mean `BABA`?") && !err(&output).contains("COMMENT"));
    assert_eq!(code(&output), 0);
    let output = pipe(&["check", "-"], b"BABBA BABA IS YOU\n");
    assert!(err(&output).contains("--> standard input:1:1"));
    assert_eq!((out(&output).as_str(), code(&output)), ("", 1));
}

#[test]
fn a_level_without_a_name_goes_by_its_line() {
    let lines = b"{\"width\":1,\"height\":1}\n\n{\"name\":\"b\",\"width\":1,\"height\":1}\n";
    let output = pipe(&["rules", "-"], lines);
    let expected = "standard input:1:\nTEXT IS PUSH\n\nb:\nTEXT IS PUSH\n";
    assert_eq!(out(&output), expected);
    let output = pipe(&["rules", "--format", "json", "-"], lines);
    let tables: serde_json::Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(
        (&tables[0]["file"], &tables[1]["line"]),
        (&"standard input".into(), &3.into())
    );
}

#[test]
fn a_grammar_without_steps_says_so_where_rules_in_force_are_wanted() {
    for command in ["rules", "show"] {
        let core = pipe(&[command, "--in-force", "-"], b"BABA IS YOU\n");
        assert!(err(&core).starts_with("note: grammar/core.ron has no steps in `in_force`"));
        let grammar = ["--grammar", "grammar/not.ron", "-"];
        let not = pipe(
            &[&[command, "--in-force"], &grammar[..]].concat(),
            b"BABA IS YOU\n",
        );
        assert_eq!((code(&core), err(&not).as_str()), (0, ""));
    }
}
