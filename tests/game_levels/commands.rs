//! The commands take levels of the game as they are.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::writer::{EMPTY, Game, code};

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("game_levels")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a command in a folder, with the real game's grammar.
fn run(folder: &Path, args: &[&str], input: &[u8]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_spellboard"))
        .args(args)
        .arg("--grammar")
        .arg(root.join("grammar/baba.ron"))
        .arg("--words")
        .arg(root.join("content/baba.json"))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

/// What a command printed: results, and the rest.
fn said(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// A level with objects that it has changed, letters that spell a word of its palette, and a rule
/// that another cancels.
fn own() -> (Game, &'static str) {
    let (is, and, not, you) = (code(1, 3), code(6, 0), code(0, 5), code(11, 4));
    let letters: Vec<u16> = (1..=4).map(|column| code(column, 12)).collect();
    let rows: &[&[u16]] = &[
        &[code(0, 12), is, you, and, not, you],
        &[
            code(0, 12),
            is,
            letters[0],
            letters[1],
            letters[2],
            letters[3],
        ],
        &[code(1, 0), EMPTY, EMPTY, EMPTY, EMPTY, EMPTY],
    ];
    let settings = "[general]\nname=wolf\u{fc}\ncurrobjlist_total=7\n[tiles]\n\
        changed=object000,object120,object121,object122,object123,object124,\n\
        object000_name=keke\nobject120_name=text_keke\nobject120_type=0\n\
        object121_name=text_p\nobject121_type=5\nobject122_name=text_u\nobject122_type=5\n\
        object123_name=text_s\nobject123_type=5\nobject124_name=text_h\nobject124_type=5\n\
        [currobjlist]\n1object=object120\n2object=object121\n3object=object122\n4object=object123\n\
        5object=object124\n6object=object000\n7object=object046\n";
    (Game::of(&[rows]), settings)
}

#[test]
fn rules_show_and_check_take_a_level_and_its_settings() {
    let folder = folder("own");
    let (game, settings) = own();
    fs::write(folder.join("1level.l"), game.bytes()).unwrap();
    fs::write(folder.join("1level.ld"), settings).unwrap();
    let out = |args: &[&str]| {
        let output = run(&folder, args, b"");
        let (out, err) = said(&output);
        assert!(output.status.success() && err.is_empty(), "{args:?}: {err}");
        out
    };
    let mut printed = String::new();
    for args in [
        &["rules", "1level.l"] as &[&str],
        &["rules", "--in-force", "1level.l"],
        &["show", "1level.l"],
        &["show", "--in-force", "1level.l"],
        &["rules", "--format", "ndjson", "1level.l"],
        &["check", "1level.l"],
    ] {
        printed += &format!("$ spellboard {}\n{}\n", args.join(" "), out(args));
    }
    super::pinned("commands", &printed);
}

#[test]
fn settings_need_not_be_utf8() {
    let folder = folder("latin");
    fs::write(folder.join("1level.l"), Game::small().bytes()).unwrap();
    fs::write(
        folder.join("1level.ld"),
        b"[general]\r\nname=\xe4 first one\r\n",
    )
    .unwrap();
    let (out, err) = said(&run(&folder, &["show", "1level.l"], b""));
    assert!(out.starts_with("\u{e4} first one\n[BABA]"), "{out}");
    assert_eq!(err, "");
}

#[test]
fn a_level_without_settings_is_warned_of() {
    let folder = folder("alone");
    let bytes = Game::small().bytes();
    fs::write(folder.join("1level.l"), &bytes).unwrap();
    fs::write(folder.join("1level.bak"), &bytes).unwrap();
    let warning = "warning: this level is read without its settings";
    for (args, input, help) in [
        (
            ["rules", "1level.l"],
            &b""[..],
            "there is no 1level.ld beside it",
        ),
        (
            ["rules", "1level.bak"],
            b"",
            "there is no 1level.ld beside it",
        ),
        (["rules", "-"], &bytes, "name the .l file"),
    ] {
        let output = run(&folder, &args, input);
        let (out, err) = said(&output);
        assert!(output.status.success());
        assert!(out.contains("BABA IS YOU\n"), "{out}");
        assert!(err.starts_with(warning) && err.contains(help), "{err}");
    }
    // A level that is wrong says so, and nothing else.
    fs::write(folder.join("1level.l"), &bytes[..60]).unwrap();
    let output = run(&folder, &["check", "1level.l"], b"");
    let (_, err) = said(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err.contains("cut short") && err.contains("1level.l"),
        "{err}"
    );
    assert!(!err.contains("warning"), "{err}");
}

#[test]
fn what_is_no_level_is_refused() {
    let folder = folder("refused");
    fs::create_dir(folder.join("folder.l")).unwrap();
    fs::create_dir(folder.join("2level.ld")).unwrap();
    fs::write(folder.join("1level.l"), Game::small().bytes()).unwrap();
    fs::write(
        folder.join("1level.ld"),
        "[general]\nlevels=1\n[levels]\n0X=7\n0Y=1\n",
    )
    .unwrap();
    fs::write(folder.join("2level.l"), Game::small().bytes()).unwrap();
    fs::write(folder.join("4level.l"), Game::small().bytes()).unwrap();
    fs::write(folder.join("4level.ld"), b"\xff\xfe[\0t\0]\0").unwrap();
    let mut printed = String::new();
    let paths = [
        "folder.l",
        "1level.ld",
        "1level.l",
        "2level.l",
        "3level.l",
        "4level.l",
    ];
    for path in paths {
        let output = run(&folder, &["check", path], b"");
        assert_eq!(output.status.code(), Some(1), "{path}");
        printed += &format!("$ spellboard check {path}\n{}\n", said(&output).1);
    }
    super::pinned("refused", &printed);
}

/// Names in upper case are those of levels too, and settings without a level are told of.
#[test]
fn folders_lose_no_level() {
    let folder = folder("lost");
    fs::write(folder.join("1level.L"), Game::small().bytes()).unwrap();
    fs::write(folder.join("1level.LD"), "[general]\nname=one\n").unwrap();
    fs::write(folder.join("2level.ld"), "[general]\nname=two\n").unwrap();
    let mut printed = String::new();
    for command in ["check", "rules"] {
        let output = run(&folder, &[command, "."], b"");
        let (out, err) = said(&output);
        printed += &format!("$ spellboard {command} .\n{out}{err}\n");
    }
    super::pinned("lost", &printed);
}

/// Words that the level's author made up are named where the settings give them.
#[test]
fn words_that_nobody_knows_are_warned_of() {
    let folder = folder("unknown");
    let settings = "[tiles]\nchanged=object000,object058,object020\n\
        object000_name=moss\nobject020_name=text_moss\nobject058_name=text_yuo\n";
    fs::write(folder.join("1level.l"), Game::small().bytes()).unwrap();
    fs::write(folder.join("1level.ld"), settings).unwrap();
    let mut printed = String::new();
    for command in ["check", "rules", "show"] {
        let output = run(&folder, &[command, "1level.l"], b"");
        let (out, err) = said(&output);
        printed += &format!("$ spellboard {command} 1level.l\n{out}{err}\n");
    }
    super::pinned("unknown", &printed);
}

/// A project can keep levels of the game, and what changes in them is seen.
#[test]
fn projects_have_levels_of_the_game() {
    let folder = folder("project");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (from, to) in [
        ("grammar/core.ron", "grammar/core.ron"),
        ("content/words.json", "content/words.json"),
    ] {
        let to = folder.join(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(root.join(from), to).unwrap();
    }
    let levels = folder.join("content/levels");
    fs::create_dir_all(&levels).unwrap();
    fs::write(levels.join("1level.l"), Game::small().bytes()).unwrap();
    let settings = "[tiles]\nchanged=object058\nobject058_name=text_win\n";
    fs::write(levels.join("1level.ld"), "").unwrap();
    let command = |program: &str, args: &[&str]| {
        let output = Command::new(program)
            .args(args)
            .current_dir(&folder)
            .output();
        let output = output.unwrap();
        let (out, err) = said(&output);
        assert!(output.status.success(), "{args:?}: {err}");
        out
    };
    let git = |args: &[&str]| {
        let who = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
        command("git", &[&who[..], args].concat())
    };
    git(&["init", "-q"]);
    git(&["add", "-A"]);
    git(&["commit", "-q", "-m", "one"]);
    fs::write(levels.join("1level.ld"), settings).unwrap();
    git(&["commit", "-q", "-a", "-m", "two"]);
    let spellboard = env!("CARGO_BIN_EXE_spellboard");
    let diff = command(spellboard, &["diff", "HEAD~1..HEAD"]);
    assert!(diff.contains("content/levels/1level.l"), "{diff}");
    assert!(
        diff.contains("BABA IS WIN") && diff.contains("BABA IS YOU"),
        "{diff}"
    );
    let words = command(spellboard, &["words", "--name", "WIN"]);
    assert!(words.contains("1level"), "{words}");
    assert!(command(spellboard, &["check"]).contains("1 level"));
}
