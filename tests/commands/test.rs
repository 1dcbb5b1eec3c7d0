//! `spellboard test`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use spellboard::scenario::Suite;

use crate::project::Project;

const NEXT: &str = "read what has changed; if it is meant, `spellboard test --update` pins it\n";

/// A project with one scenario that is pinned.
fn pinned(name: &str) -> Project {
    let project = Project::small(name);
    let board = "// Owls are shy\n// rules: OWL IS SHY\nOWL IS SHY\n";
    project.write("tests/scenarios/core/shy.txt", board);
    assert_eq!(project.run(&["test", "--update"]).code, 0);
    project
}

#[test]
fn a_new_scenario_is_shown_then_pinned_then_as_pinned() {
    let project = Project::small("test_new");
    project.write(
        "tests/scenarios/core/shy.txt",
        "// Owls are shy\nOWL IS SHY\n",
    );
    let lines =
        "  + OWL IS SHY\n  +\n  + OWL IS SHY            OWL (0, 0)  IS (1, 0)  SHY (2, 0)  Right\n";
    let shown = format!("new tests/scenarios/core/shy.txt nothing is pinned yet\n{lines}");
    let ended = project.run(&["test"]);
    ended.assert(
        &format!("{shown}1 scenario: 0 as pinned, 1 not pinned yet\n"),
        NEXT,
        1,
    );
    assert!(!project.path("snapshots").exists());
    let ended = project.run(&["test", "--update"]);
    ended.assert(
        &format!("{shown}1 scenario: 0 as pinned, 1 new and pinned\n"),
        "",
        0,
    );
    let snapshot = "---\nsource: tests/scenarios/core/shy.txt\ndescription: Owls are shy\n---\nOWL IS SHY\n\n\
                    OWL IS SHY            OWL (0, 0)  IS (1, 0)  SHY (2, 0)  Right\n";
    assert_eq!(project.read("snapshots/scenarios/core/shy.snap"), snapshot);
    project
        .run(&["test"])
        .assert("1 scenario: 1 as pinned\n", "", 0);
}

#[test]
fn a_change_fails_and_stays_until_it_is_pinned() {
    let project = pinned("test_changed");
    let before = project.read("snapshots/scenarios/core/shy.snap");
    project.write(
        "tests/scenarios/core/shy.txt",
        "// Owls are shy\nOWL IS SHY AND WISE\n",
    );
    let ended = project.run(&["test"]);
    assert!(ended.out.contains(
        "changed tests/scenarios/core/shy.txt snapshots/scenarios/core/shy.snap differs"
    ));
    assert!(
        ended
            .out
            .contains("  - OWL IS SHY\n  + OWL IS SHY AND WISE\n"),
        "{}",
        ended.out
    );
    assert!(ended.out.contains("  + OWL IS WISE "), "{}", ended.out);
    assert!(ended.out.ends_with("1 scenario: 0 as pinned, 1 changed\n"));
    assert_eq!((ended.err.as_str(), ended.code), (NEXT, 1));
    assert_eq!(project.read("snapshots/scenarios/core/shy.snap"), before);
    let ended = project.run(&["test", "--update", "tests/scenarios/core/shy.txt"]);
    assert!(
        ended.out.contains("  + OWL IS WISE ") && ended.code == 0,
        "{ended:?}"
    );
    project
        .run(&["test"])
        .assert("1 scenario: 1 as pinned\n", "", 0);
}

#[test]
fn another_comment_is_a_change_too() {
    let project = pinned("test_comment");
    project.write(
        "tests/scenarios/core/shy.txt",
        "// An owl: shy\nOWL IS SHY\n",
    );
    let ended = project.run(&["test"]);
    assert!(
        ended.out.contains("comment tests/scenarios/core/shy.txt")
            && ended.out.contains("+ An owl: shy")
    );
    assert_eq!((ended.err.as_str(), ended.code), (NEXT, 1));
    assert_eq!(project.run(&["test", "--update"]).code, 0);
    let snapshot = project.read("snapshots/scenarios/core/shy.snap");
    assert!(
        snapshot.contains("description: \"An owl: shy\"\n"),
        "{snapshot}"
    );
    assert_eq!(project.run(&["test"]).code, 0);
}

#[test]
fn an_orphan_fails_and_update_removes_it() {
    let project = pinned("test_orphan");
    project.write(
        "tests/scenarios/core/wise.txt",
        "// Cats are wise\nCAT IS WISE\n",
    );
    assert_eq!(project.run(&["test", "--update"]).code, 0);
    project.remove("tests/scenarios/core/shy.txt");
    project.write("snapshots/scenarios/core/wise.snap.new", "left by a test");
    project.write("snapshots/others/kept.snap", "of another test");
    let ended = project.run(&["test"]);
    let orphans = "orphan snapshots/scenarios/core/shy.snap no scenario has it\n\
                   orphan snapshots/scenarios/core/wise.snap.new no scenario has it\n\
                   1 scenario: 1 as pinned, 2 snapshots without their scenarios\n";
    ended.assert(orphans, NEXT, 1);
    assert_eq!(project.run(&["test", "--update"]).code, 0);
    assert!(!project.path("snapshots/scenarios/core/shy.snap").exists());
    assert!(
        !project
            .path("snapshots/scenarios/core/wise.snap.new")
            .exists()
    );
    assert!(project.path("snapshots/others/kept.snap").exists());
    project
        .run(&["test"])
        .assert("1 scenario: 1 as pinned\n", "", 0);
}

#[test]
fn folders_of_a_like_name_are_let_alone() {
    let project = pinned("test_alike");
    project.write("snapshots/scenarios_of_others/kept.snap", "of another test");
    project.write("tests/scenarios_of_others/notes.txt", "no board");
    project.write("tests/scen/notes.txt", "no board");
    for folder in ["tests/scenarios_of_others", "tests/scen"] {
        let ended = project.run(&["test", "--update", folder]);
        assert!(
            ended.out.ends_with("0 scenarios: 0 as pinned\n"),
            "{}",
            ended.out
        );
        assert_eq!(ended.code, 1);
    }
    assert!(
        project
            .path("snapshots/scenarios_of_others/kept.snap")
            .exists()
    );
    assert!(project.path("snapshots/scenarios/core/shy.snap").exists());
    project
        .run(&["test"])
        .assert("1 scenario: 1 as pinned\n", "", 0);
}

#[test]
fn a_board_that_spells_other_rules_than_it_states_is_never_pinned() {
    let project = Project::small("test_stated");
    let board = "// Owls are shy\n// rules: OWL IS SHY; CAT IS OWL\nOWL IS SHY AND WISE\n";
    project.write("tests/scenarios/core/shy.txt", board);
    let level =
        r#"{ "name": "// A level\n// rules: CAT IS SHY", "width": 1, "height": 1, "objects": [] }"#;
    project.write("tests/scenarios/core/level.json", level);
    let ended = project.run(&["test", "--update"]);
    ended.says(&[
        "this board does not spell `CAT IS OWL`\n --> tests/scenarios/core/shy.txt:2:23\n",
        "this board spells `OWL IS WISE`, which it does not state\n --> tests/scenarios/core/shy.txt:2:1\n",
        "this board does not spell `CAT IS SHY`\n --> tests/scenarios/core/level.json:1:34\n",
        "3 problems in 2 files",
    ]);
    assert!(
        ended
            .out
            .ends_with("2 scenarios: 0 as pinned, 2 misstated\n"),
        "{}",
        ended.out
    );
    assert_eq!(ended.code, 1);
    assert!(!project.path("snapshots").exists());
}

#[test]
fn a_comment_that_nearly_states_rules_is_no_mere_comment() {
    let variants = [
        "// rule: OWL IS SLY",
        "// Rules: OWL IS SLY",
        "//rules: OWL IS SLY",
        "//  rules : OWL IS SLY",
        " // rules: OWL IS SLY",
        "// rules OWL IS SLY",
        "// Unknown: SLY",
    ];
    for (number, variant) in variants.iter().enumerate() {
        let project = Project::small(&format!("test_nearly_{number}"));
        let board = format!("// Owls are shy\n{variant}\nOWL IS SHY\n");
        project.write("tests/scenarios/core/shy.txt", &board);
        let ended = project.run(&["test", "--update"]);
        ended.says(&[
            "this comment states nothing\n --> tests/scenarios/core/shy.txt:2:",
            if number < 6 {
                "write `// rules:` at"
            } else {
                "write `// unknown:` at"
            },
        ]);
        let end = "1 scenario: 0 as pinned, 1 misstated\n";
        assert!(ended.out.ends_with(end) && ended.code == 1, "{ended:?}");
    }
    let project = Project::small("test_nearly_first");
    project.write(
        "tests/scenarios/core/shy.txt",
        "// rules: OWL IS SHY\nOWL IS SHY\n",
    );
    let ended = project.run(&["test"]);
    ended.says(&[
        "the first line says what the scenario shows",
        "on a line of its own",
    ]);
    assert_eq!(ended.code, 1);
    // Comments for people are let alone.
    let board =
        "// The rules: owls are shy\n// Rules: none of them is new\n// note: X\nOWL IS SHY\n";
    project.write("tests/scenarios/core/shy.txt", board);
    assert_eq!(project.run(&["test", "--update"]).code, 0);
}

#[test]
fn a_word_that_no_words_file_has_is_told_and_can_be_meant() {
    let project = Project::small("test_unknown");
    let board = "// Owls are shy\nOLW AND CAT IS SHY\n";
    project.write("tests/scenarios/core/shy.txt", board);
    project.run(&["test", "--update"]);
    let ended = project.run(&["test"]);
    ended.says(&[
        "warning: `OLW` is in no words file, so no sentence reads it\n --> tests/scenarios/core/shy.txt:2:1",
        "did you mean `OWL`?",
    ]);
    assert_eq!(
        (ended.out.as_str(), ended.code),
        ("1 scenario: 1 as pinned\n", 1)
    );
    let meant = board.replace("OLW", "// unknown: OLW\nOLW");
    project.write("tests/scenarios/core/shy.txt", &meant);
    project
        .run(&["test"])
        .assert("1 scenario: 1 as pinned\n", "", 0);
    project
        .run(&["check", "tests/scenarios/core/shy.txt"])
        .assert(
            "no problems: a grammar and 1 words file with 6 words in all, 1 level\n",
            "",
            0,
        );
    let level = r#"{ "name": "// A level\n// unknown: SLY", "width": 1, "height": 1, "objects": [{ "kind": "text:SLY", "x": 0, "y": 0 }] }"#;
    project.write("tests/scenarios/core/level.json", level);
    assert_eq!(project.run(&["test", "--update"]).code, 0);
    // What is stated of words that there are is out of date.
    project.write("tests/scenarios/core/shy.txt", &meant.replace("OLW", "OWL"));
    let ended = project.run(&["test"]);
    ended.says(&[
        "`OWL` is a word, and stated to be unknown\n --> tests/scenarios/core/shy.txt:2:13",
    ]);
    assert_eq!(ended.code, 1);
}

#[test]
fn a_rule_that_cannot_be_spelled_is_told_why() {
    let project = Project::small("test_stated_words");
    let grammar = project.read("grammar/core.ron");
    project.write(
        "grammar/core.ron",
        &grammar.replace("    ]) },\n)", "    ]) },\n    base: [\"OWL IS WISE\"],\n)"),
    );
    let board = "// Owls are shy\n// rules: OWL IS SHY; OLW IS WISE; OWL IS WISE\nOWL IS SHY\n";
    project.write("tests/scenarios/core/shy.txt", board);
    let ended = project.run(&["test"]);
    ended.says(&[
        "`OLW` is in no words file, so no board spells `OLW IS WISE`\n --> tests/scenarios/core/shy.txt:2:23",
        "did you mean `OWL`?",
        "`OWL IS WISE` is a base rule, which holds on every board\n --> tests/scenarios/core/shy.txt:2:36",
        "leave it out",
        "2 problems in 1 file",
    ]);
    assert!(
        ended
            .out
            .starts_with("misstated tests/scenarios/core/shy.txt it does not spell"),
        "{}",
        ended.out
    );
}

#[test]
fn whatever_is_wrong_is_said_once_and_the_rest_goes_on() {
    let project = pinned("test_wrong");
    project.write("tests/scenarios/core/bare.txt", "OWL IS SHY\n");
    project.write(
        "tests/scenarios/core/the_same.txt",
        "// Owls are shy\nOWL IS SHY\n",
    );
    project.write("tests/scenarios/core/bad.txt", "// Bad\nOwl IS SHY\n");
    project.write("tests/scenarios/core/both.json", "{}");
    project.write("tests/scenarios/core/both.txt", "// Both\nOWL IS SHY\n");
    project.write("tests/scenarios/core/board.ndjson", "{}");
    project.write("tests/scenarios/core/.board.txt.swp", "an editor's");
    project.write("tests/scenarios/core/README.md", "notes");
    project.write("tests/scenarios/no_such/one.txt", "// One\nOWL\n");
    project.write("tests/scenarios/no_such/two.txt", "// Two\nOWL\n");
    project.write("tests/mine/boards/one.txt", "// One\nOWL\n");
    project.write("tests/mine/grammar.ron", "(");
    project.write("tests/mine/words.json", "{ \"words\": [] }");
    let ended = project.run(&["test"]);
    ended.says(&[
        "this scenario does not say what it shows",
        "two scenarios of a folder say that they show the same",
        "`Owl` is neither a text block nor a thing",
        "this scenario and another one have the same snapshot",
        "this is neither a drawn board nor a level\n--> tests/scenarios/core/board.ndjson",
        "this file cannot be read: there is no such file\n--> grammar/no_such.ron\n = help: boards in tests/scenarios/NAME are read with",
        "tests/mine/grammar.ron:1",
        "9 problems in 8 files",
    ]);
    assert!(
        ended
            .out
            .ends_with("10 scenarios: 1 as pinned, 9 unreadable\n"),
        "{}",
        ended.out
    );
    assert_eq!(ended.code, 1);
}

#[test]
fn a_folder_without_scenarios_says_where_they_belong() {
    let project = Project::small("test_none");
    for args in [&["test"][..], &["test", "content"]] {
        let ended = project.run(args);
        ended.says(&[
            "there are no scenarios here",
            "tests/scenarios/NAME",
            "`spellboard new`",
        ]);
        assert_eq!((ended.out.as_str(), ended.code), ("", 1));
    }
    let ended = project.run(&["test", "test"]);
    ended.says(&["there is no such file", "test"]);
    assert_eq!((ended.out.as_str(), ended.code), ("", 1));
    assert_eq!(project.run(&["test", "--pin"]).code, 2);
}

#[test]
fn the_repository_passes_and_is_pinned_alike() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let project = Project::empty("test_repository");
    for folder in [
        "content",
        "grammar",
        "tests/scenarios",
        "tests/features",
        "tests/grammars",
    ] {
        project.copy(folder);
    }
    for test in ["tests/scenarios.rs", "tests/features.rs"] {
        project.write(test, "");
    }
    project.copy("snapshots");
    let ended = project.run(&["test"]);
    assert!(
        ended.out.ends_with(" as pinned\n") && ended.code == 0,
        "{ended:?}"
    );
    for suite in ["scenarios", "features"] {
        fs::remove_dir_all(project.path(&format!("snapshots/{suite}"))).unwrap();
    }
    assert_eq!(project.run(&["test", "--update"]).code, 0);
    let checked = Suite::open(root).unwrap().check();
    assert!(checked.scenarios.len() > 400);
    for scenario in checked.scenarios {
        let pinned = fs::read_to_string(root.join(&scenario.snapshot)).unwrap();
        assert_eq!(
            project.read(&scenario.snapshot),
            pinned,
            "{}",
            scenario.snapshot
        );
    }
}

/// Comments that YAML could take for something else.
fn odd_comments() -> BTreeSet<String> {
    let words = [
        "yes", "No", "NULL", "null", "~", "TRUE", "on", "12", "1e5", "0x1f", "-3", "inf", "y", "//",
    ];
    let mut comments: Vec<String> = words.map(str::to_owned).to_vec();
    let bytes = (0x01..0x7f)
        .filter(|byte| !b"\n\r".contains(byte))
        .map(char::from);
    for sign in bytes.chain(['\u{7f}', '\u{85}', '\u{a0}', 'é', '梟', '\u{feff}', '🦉']) {
        comments.extend([format!("{sign}a"), format!("a{sign}b"), format!("a{sign}")]);
    }
    comments.into_iter().collect()
}

/// Run by the next test, in a process of its own.
#[test]
#[ignore = "the next test runs it"]
fn insta_compares_or_pins() {
    let folder = std::env::var("PROJECT_OF_ODD_COMMENTS").unwrap();
    for scenario in Suite::open(Path::new(&folder)).unwrap().check().scenarios {
        let shown = scenario.shown.expect("it can be read");
        let path = Path::new(&folder).join(&scenario.snapshot);
        insta::with_settings!({
            snapshot_path => path.parent().unwrap(),
            prepend_module_to_snapshot => false,
            omit_expression => true,
            description => shown.comment.as_str(),
        }, { insta::assert_snapshot!(path.file_stem().unwrap().to_str().unwrap(), shown.text) });
    }
}

#[test]
fn insta_reads_and_writes_the_same_files() {
    let project = Project::small("test_insta");
    let mut count = 0;
    for (number, comment) in odd_comments().iter().enumerate() {
        let board =
            format!("// {comment}\n// unknown: 梟\n梟 OWL|IS . owl\nIS .  IS .\nSHY . SHY .\n");
        // A comment that is blank, or that another one is but for blanks, is refused: see above.
        if comment.trim() == comment {
            project.write(&format!("tests/scenarios/core/{number}.txt"), &board);
            count += 1;
        }
    }
    assert!(count > 300, "{count} comments");
    let ended = project.run(&["test", "--update"]);
    assert!(
        ended.code == 0 && ended.out.ends_with(&format!("{count} new and pinned\n")),
        "{ended:?}"
    );
    let insta = |update: &str| {
        let mut test = Command::new(std::env::current_exe().unwrap());
        test.args(["--exact", "test::insta_compares_or_pins", "--ignored"]);
        test.env("PROJECT_OF_ODD_COMMENTS", &project.folder)
            .env("INSTA_UPDATE", update);
        let output = test.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success() && said.contains("1 passed"),
            "{said}"
        );
    };
    insta("no");
    let folder = "snapshots/scenarios/core";
    let names: Vec<_> = fs::read_dir(project.path(folder))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    let file =
        |name: &std::ffi::OsStr| project.read(&format!("{folder}/{}", name.to_str().unwrap()));
    let ours: Vec<String> = names.iter().map(|name| file(name)).collect();
    names
        .iter()
        .for_each(|name| project.remove(&format!("{folder}/{}", name.to_str().unwrap())));
    insta("always");
    for (name, ours) in names.iter().zip(ours) {
        let theirs = file(name);
        let but_for_source = |text: &str| {
            text.lines()
                .filter(|line| !line.starts_with("source: "))
                .collect::<Vec<_>>()
                .join("\n")
        };
        assert_eq!(but_for_source(&ours), but_for_source(&theirs));
    }
    let ended = project.run(&["test"]);
    assert_eq!(
        ended.code, 0,
        "what insta wrote is as pinned: {}",
        ended.out
    );
}

/// The shipped words with the grammar that has negations, and rules in force.
fn with_negations(name: &str) -> Project {
    let file = |path: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        fs::read_to_string(path).unwrap()
    };
    let project = Project::empty(name);
    project.write("grammar/not.ron", &file("grammar/not.ron"));
    project.write("content/words.json", &file("content/words.json"));
    project
}

#[test]
fn rules_in_force_that_are_stated_have_to_hold() {
    let project = with_negations("test_in_force");
    let board = "BABA IS YOU AND WIN\n. . . . .\nBABA IS NOT WIN\n. . . . .\nTEXT IS NOT PUSH\n";
    let state = |held: &str| {
        let text = format!("// Some hold\n// in force: {held}\n{board}");
        project.write("tests/scenarios/not/some.txt", &text);
        project.run(&["test", "--update"])
    };
    let right = "BABA IS YOU; BABA IS NOT WIN; TEXT IS NOT PUSH";
    assert_eq!(state(right).code, 0);
    for (held, said) in [
        (
            "BABA IS YOU; BABA IS WIN; BABA IS NOT WIN; TEXT IS NOT PUSH",
            "`BABA IS WIN` is not in force, since `BABA IS NOT WIN` cancels it",
        ),
        (
            "BABA IS YOU; BABA IS NOT WIN; TEXT IS NOT PUSH; TEXT IS PUSH",
            "`TEXT IS PUSH` is not in force, since `TEXT IS NOT PUSH` cancels it",
        ),
        (
            "BABA IS YOU; BABA IS NOT WIN; TEXT IS NOT STOP",
            "on this board `TEXT IS NOT PUSH` is in force, not `TEXT IS NOT STOP`",
        ),
        (
            "BABA IS YOU; BABA IS NOT WIN; TEXT IS NOT PUSH; ROCK IS BABA",
            "`ROCK IS BABA` is not in force on this board",
        ),
        (
            "BABA IS NOT WIN; TEXT IS NOT PUSH",
            "`BABA IS YOU` is in force on this board, which it does not state",
        ),
    ] {
        let ended = state(held);
        ended.says(&[said, "--> tests/scenarios/not/some.txt:2:"]);
        assert_eq!(
            (ended.err.matches("error:").count(), ended.code),
            (1, 1),
            "{ended:?}"
        );
    }
    let base = "// Base\n// in force: BABA IS YOU; TEXT IS PUSH\nBABA IS YOU\n";
    project.write("tests/scenarios/not/some.txt", base);
    let ended = project.run(&["test"]);
    ended.says(&["`TEXT IS PUSH` is a base rule, which holds on every board"]);
    let slip = "// Slip\n//in force: BABA IS YOU\nBABA IS YOU\n";
    project.write("tests/scenarios/not/some.txt", slip);
    let ended = project.run(&["test"]);
    ended.says(&["this comment states nothing", "write `// in force:`"]);
}
