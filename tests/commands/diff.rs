//! `spellboard diff`.

use serde_json::{Value, json};

use crate::project::{Project, words};

/// A repository with two scenarios and a level, the word SLY not known yet.
fn repository(name: &str) -> Project {
    let project = Project::with_boards(name);
    project.commit("start");
    project
}

const WORDS: [(&str, &str); 4] = [
    ("OWL", "noun"),
    ("CAT", "noun"),
    ("SHY", "property"),
    ("WISE", "property"),
];

fn with_sly() -> String {
    words(&[&WORDS[..], &[("SLY", "property")]].concat())
}

#[test]
fn a_word_adds_rules_to_the_boards_that_have_it() {
    let project = repository("diff_word");
    project.write("content/words.json", &with_sly());
    let table = "\
content/levels/first.txt      + CAT IS SLY
tests/scenarios/core/sly.txt  + CAT IS SLY
                              + OWL IS SLY
2 of 3 boards: 3 rules added, 0 taken
";
    let ended = project.run(&["diff"]);
    ended.assert(table, "", 0);
    project
        .run(&["diff", "HEAD..HEAD"])
        .assert("no rule of 3 boards has changed\n", "", 0);
    project.commit("SLY");
    project.run(&["diff", "HEAD~1"]).assert(table, "", 0);
    project
        .run(&["diff"])
        .assert("no rule of 3 boards has changed\n", "", 0);
}

#[test]
fn boards_that_are_gone_count() {
    let project = repository("diff_gone");
    project.remove("tests/scenarios/core/shy.txt");
    project.remove("tests/scenarios/core/sly.txt");
    let table = "\
tests/scenarios/core/shy.txt (gone)  - OWL IS SHY
tests/scenarios/core/sly.txt (gone)  - CAT IS WISE
                                     - OWL IS WISE
2 of 3 boards: 0 rules added, 3 taken
";
    project.run(&["diff"]).assert(table, "", 0);
}

#[test]
fn markdown_is_a_table_whatever_the_words_are() {
    let project = repository("diff_markdown");
    project.write(
        "content/words.json",
        &with_sly()
            .replace("SHY", "S`Y")
            .replace("\"CAT\"", "\"C<T\""),
    );
    project.commit("odd words");
    project.write("tests/scenarios/core/shy.txt", "// Shy\nOWL IS S`Y\n");
    project.write("content/levels/a|b.txt", "C<T IS SLY\n");
    project.commit("odd boards");
    let ended = project.run(&["diff", "HEAD~2..HEAD", "--format", "markdown"]);
    let (title, rest) = ended.out.split_once('\n').unwrap();
    assert!(
        title.starts_with("### Rules, from `HEAD~2` (") && title.contains(") to `HEAD` ("),
        "{title}"
    );
    // CAT is no word any more, so the list that it stands in is broken.
    let table = "
| board | added | taken |
|---|---|---|
| `content/levels/a\\|b.txt` *new* | `C<T IS SLY` |  |
| `tests/scenarios/core/shy.txt` *edited* | `` OWL IS S`Y `` | `OWL IS SHY` |
| `tests/scenarios/core/sly.txt` |  | `CAT IS WISE`<br>`OWL IS WISE` |

3 of 4 boards: 2 rules added, 3 taken.
";
    assert_eq!((rest, ended.err.as_str(), ended.code), (table, "", 0));
}

#[test]
fn json_has_everything() {
    let project = repository("diff_json");
    project.write("content/words.json", &with_sly());
    project.remove("tests/scenarios/core/shy.txt");
    let levels = "{\"name\":\"a\",\"width\":3,\"height\":1,\"objects\":[{\"kind\":\"text:OWL\",\"x\":0,\"y\":0},\
        {\"kind\":\"text:IS\",\"x\":1,\"y\":0},{\"kind\":\"text:SLY\",\"x\":2,\"y\":0}]}\n\
        {\"width\":1,\"height\":1,\"objects\":[]}\n";
    project.write("content/levels/more.ndjson", levels);
    project.commit("change");
    let ended = project.run(&["diff", "HEAD~1..HEAD", "--format", "json"]);
    let said: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(
        (said["base"]["name"].clone(), said["head"]["boards"].clone()),
        (json!("HEAD~1"), json!(4))
    );
    assert_eq!(said["base"]["commit"].as_str().map(str::len), Some(40));
    let change = |board: &str, change: &str, added: &[&str], taken: &[&str]| json!({ "board": board, "change": change, "added": added, "taken": taken });
    let boards = json!([
        change("content/levels/first.txt", "rules", &["CAT IS SLY"], &[]),
        change("content/levels/more.ndjson: a", "new", &["OWL IS SLY"], &[]),
        change("content/levels/more.ndjson: line 2", "new", &[], &[]),
        change("tests/scenarios/core/shy.txt", "gone", &[], &["OWL IS SHY"]),
        change(
            "tests/scenarios/core/sly.txt",
            "rules",
            &["CAT IS SLY", "OWL IS SLY"],
            &[]
        ),
    ]);
    assert_eq!(said["boards"], boards);
    assert_eq!((said["grammars"].clone(), ended.code), (json!([]), 0));
}

#[test]
fn base_rules_are_said_once() {
    let project = repository("diff_base");
    let grammar = project.read("grammar/core.ron");
    project.write(
        "grammar/core.ron",
        &grammar.replace("    ]) },\n)", "    ]) },\n    base: [\"OWL IS WISE\"],\n)"),
    );
    let ended = project.run(&["diff"]);
    ended.assert(
        "grammar/core.ron (on every board)  + OWL IS WISE\n0 of 3 boards: 0 rules added, 0 taken\n",
        "",
        0,
    );
}

#[test]
fn rules_in_force_are_compared_where_they_are_asked_for() {
    let project = repository("diff_in_force");
    let negated = project.read("grammar/core.ron");
    let negated = negated.replace(
        "joiner\": \"lists\"",
        "joiner\": \"lists\", \"un\": \"denies\"",
    );
    let negated = negated.replace("\"AND\": \"joiner\"", "\"AND\": \"joiner\", \"UN\": \"un\"");
    let negated = negated.replace(
        "\"property\"], joined_by",
        "\"property\"], negated_by: \"un\", joined_by",
    );
    let base = negated.replace("    ]) },\n)", "    ]) },\n    base: [\"OWL IS SHY\"],\n)");
    project.write("grammar/core.ron", &base);
    project.write(
        "tests/scenarios/core/shy.txt",
        "// Shy\nOWL IS UN SHY . CAT IS SHY . CAT IS UN SHY\n",
    );
    project.commit("no steps");
    let steps = base.replace(
        "SHY\"],\n)",
        "SHY\"],\n    in_force: (steps: [Cancel()]),\n)",
    );
    project.write("grammar/core.ron", &steps);
    project
        .run(&["diff"])
        .assert("no rule of 3 boards has changed\n", "", 0);
    let table = "\
tests/scenarios/core/shy.txt  - CAT IS SHY
                              + OWL IS SHY (cancelled)
1 of 3 boards: 1 rule added, 1 taken
";
    project.run(&["diff", "--in-force"]).assert(table, "", 0);
}

#[test]
fn each_side_is_read_with_its_own_words_and_grammar() {
    let project = repository("diff_sides");
    // The same sentence in other words: every rule changes, and nothing is unreadable.
    project.write(
        "grammar/core.ron",
        &project
            .read("grammar/core.ron")
            .replace("\"IS\"", "\"ARE\""),
    );
    project.write("content/words.json", &words(&WORDS).replace("OWL", "OWLS"));
    project.write("tests/scenarios/core/shy.txt", "// Shy\nOWLS ARE SHY\n");
    project.commit("other words");
    let ended = project.run(&["diff", "HEAD~1..HEAD"]);
    assert!(
        ended.out.contains("shy.txt (edited)  - OWL IS SHY\n"),
        "{}",
        ended.out
    );
    assert!(ended.out.contains("+ OWLS ARE SHY\n"), "{}", ended.out);
    assert_eq!((ended.err.as_str(), ended.code), ("", 0));
}

#[test]
fn a_side_that_does_not_load_is_said_and_the_rest_compared() {
    let project = repository("diff_broken");
    project.write("tests/mine/grammar.ron", &project.read("grammar/core.ron"));
    project.write("tests/mine/words.json", &words(&WORDS));
    project.write("tests/mine/boards/one.txt", "// One\nOWL IS SHY\n");
    let good = project.read("content/words.json");
    project.write("content/words.json", &good.replace("\"noun\"", "\"nuon\""));
    project.commit("a slip");
    project.write("content/words.json", &good);
    project.write("tests/mine/boards/one.txt", "// One\nOWL IS WISE\n");
    project.commit("mended");
    let ended = project.run(&["diff", "HEAD~1..HEAD"]);
    assert!(ended.out.starts_with("grammar/core.ron with content/words.json  ! can be used now and could not before: 3 boards are not compared\n"), "{}", ended.out);
    assert!(
        ended
            .out
            .contains("tests/mine/boards/one.txt (edited)        - OWL IS SHY\n"),
        "{}",
        ended.out
    );
    let end = "1 of 4 boards: 1 rule added, 1 taken; 3 not compared\n";
    assert!(ended.out.ends_with(end), "{}", ended.out);
    ended.says(&[
        "`nuon` is not a role of HEAD~1:grammar/core.ron (2 words have it)\n --> HEAD~1:content/words.json:2:28\n",
    ]);
    assert_eq!(
        ended.code, 0,
        "what was broken before is no fault of the change"
    );
    let ended = project.run(&["diff", "HEAD~2..HEAD~1"]);
    assert!(
        ended.out.contains("grammar/core.ron")
            && ended.out.contains("! cannot be used any more: 3 boards"),
        "{}",
        ended.out
    );
    ended.says(&["HEAD~1:content/words.json"]);
    assert_eq!(ended.code, 1);
    let ended = project.run(&["diff", "HEAD~2..HEAD~1", "--format", "markdown"]);
    assert!(
        ended.out.contains(
            "| `grammar/core.ron with content/words.json` `cannot be used any more: 3 boards are not compared` |  |  |\n"
        ),
        "{}",
        ended.out
    );
    assert!(
        ended
            .out
            .contains("HEAD~1:content/words.json:2:28: `nuon` is not a role"),
        "{}",
        ended.out
    );
}

#[test]
fn a_board_that_cannot_be_read_is_said_and_the_rest_compared() {
    let project = repository("diff_bad_board");
    project.write("tests/scenarios/core/shy.txt", "// Shy\nOwl IS SHY\n");
    project.write("content/levels/first.txt", "CAT IS WISE\n");
    std::fs::write(project.path("content/levels/latin.txt"), b"CAT IS \xe9\n").unwrap();
    project.commit("a slip");
    let ended = project.run(&["diff", "HEAD~1..HEAD"]);
    for said in [
        "content/levels/first.txt (edited)  + CAT IS WISE\n",
        "! cannot be read any more: HEAD:content/levels/latin.txt:1:8: this file is not UTF-8",
        "! cannot be read any more: HEAD:tests/scenarios/core/shy.txt:2:1: `Owl` is neither",
    ] {
        assert!(
            ended.out.contains(said),
            "{said} is missing in\n{}",
            ended.out
        );
    }
    ended.says(&["2 problems in 2 files"]);
    assert_eq!(ended.code, 1);
}

#[test]
fn the_change_begins_where_it_left_the_base() {
    let project = repository("diff_fork");
    project.git(&["checkout", "-q", "-b", "mine"]);
    project.write("tests/scenarios/core/mine.txt", "// Mine\nOWL IS WISE\n");
    project.commit("mine");
    project.git(&["checkout", "-q", "-"]);
    project.write(
        "tests/scenarios/core/theirs.txt",
        "// Theirs\nCAT IS WISE\n",
    );
    project.commit("theirs");
    project.git(&["branch", "-q", "theirs"]);
    for range in ["theirs..mine", "theirs...mine"] {
        let ended = project.run(&["diff", range]);
        let table = "tests/scenarios/core/mine.txt (new)  + OWL IS WISE\n1 of 4 boards: 1 rule added, 0 taken\n";
        ended.assert(table, "", 0);
    }
}

#[test]
fn a_project_in_a_folder_of_a_repository() {
    let project = repository("diff_folder");
    project.write(
        "games/garden/tests/scenarios/core/shy.txt",
        "// Shy\nBABA IS YOU\n",
    );
    project.commit("inside");
    let inside = project.inside("games/garden");
    inside.write("tests/scenarios/core/shy.txt", "// Shy\nBABA IS WIN\n");
    let ended = inside.run(&["diff"]);
    assert!(
        ended.out.contains("- BABA IS YOU\n")
            && ended.out.ends_with("1 of 1 board: 1 rule added, 1 taken\n"),
        "{}",
        ended.out
    );
}

#[test]
fn what_git_cannot_do_is_said() {
    let project = repository("diff_git");
    let ended = project.run(&["diff", "nowhere..HEAD"]);
    ended.says(&[
        "error: git knows no commit `nowhere`",
        "`git log` lists them",
    ]);
    assert_eq!((ended.out.as_str(), ended.code), ("", 1));
    let ended = project.run(&["diff", "--output=x..HEAD"]);
    assert_eq!(ended.code, 2);
    let output = project.command(&["diff"]).env("PATH", "").output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("git cannot be run"));
    assert_eq!(output.status.code(), Some(1));
    let output = project
        .command(&["diff"])
        .env("GIT_DIR", "/dev/null")
        .output()
        .unwrap();
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("git"),
        "{output:?}"
    );
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(project.run(&["diff", "--format", "html"]).code, 2);
}
