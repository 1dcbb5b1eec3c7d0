//! `spellboard new`.

use crate::project::Project;

#[test]
fn a_new_project_passes_at_once() {
    let project = Project::empty("new");
    let ended = project.run(&["new", "garden"]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    ended.says(&[
        "next: `cd garden`, `spellboard show content/levels/first.txt`, `spellboard test`",
    ]);
    let garden = project.inside("garden");
    for line in ended.out.lines() {
        let (path, what) = line.split_once("  ").expect("a file and what it is for");
        assert!(project.path(path).is_file() && !what.is_empty(), "{line}");
    }
    assert_eq!(ended.out.lines().count(), 8);
    let ended = garden.run(&["check"]);
    ended.assert(
        "no problems: a grammar and 1 words file with 10 words in all, 1 level\n",
        "",
        0,
    );
    garden
        .run(&["test"])
        .assert("1 scenario: 1 as pinned\n", "", 0);
    let rules = "BEET IS WIN\nHEDGE IS STOP\nMOLE IS YOU\nTEXT IS PUSH\n";
    garden
        .run(&["rules", "content/levels/first.txt"])
        .assert(rules, "", 0);
    let schema = garden.run(&["schema", "words"]).out;
    assert_eq!(garden.read("content/words.schema.json"), schema);
}

#[test]
fn files_for_people_have_comments() {
    let project = Project::empty("new_comments");
    assert_eq!(project.run(&["new", "."]).code, 0);
    let starts = [
        ("grammar/core.ron", "// "),
        ("content/levels/first.txt", "// "),
        ("tests/scenarios/core/lists.txt", "// "),
        (".github/workflows/spellboard.yml", "# "),
        ("README.md", "# "),
    ];
    for (path, start) in starts {
        let text = project.read(path);
        let comments = text
            .lines()
            .filter(|line| line.trim_start().starts_with(start.trim()));
        assert!(
            text.starts_with(start) && (path == "README.md" || comments.count() > 2),
            "{path}"
        );
    }
    let words = project.read("content/words.json");
    assert!(
        words.starts_with("{ \"$schema\": \"words.schema.json\""),
        "{words}"
    );
}

/// What an author does first: a word, a level with it, a scenario, each broken once.
#[test]
fn an_author_goes_on_from_there() {
    let project = Project::empty("new_author");
    assert_eq!(project.run(&["new", "garden"]).code, 0);
    let garden = project.inside("garden");
    let words = garden.read("content/words.json");
    let word = "\"words\": [\n  { \"name\": \"WORM\", \"role\": \"noum\" },";
    garden.write("content/words.json", &words.replace("\"words\": [", word));
    let ended = garden.run(&["check"]);
    ended.says(&["content/words.json:2:29", "did you mean `noun`?"]);
    assert_eq!(ended.code, 1);
    garden.write(
        "content/words.json",
        &words.replace("\"words\": [", &word.replace("noum", "noun")),
    );
    garden.write(
        "tests/scenarios/core/worm.txt",
        "// Worms are pushed\n// rules: WORM IS PUSH\nWORM IS PUSH\n",
    );
    assert_eq!(garden.run(&["test"]).code, 1);
    assert_eq!(garden.run(&["test", "--update"]).code, 0);
    garden
        .run(&["test"])
        .assert("2 scenarios: 2 as pinned\n", "", 0);
}

#[test]
fn nothing_is_overwritten() {
    let project = Project::empty("new_again");
    project.write("garden/README.md", "mine");
    let ended = project.run(&["new", "garden"]);
    ended.says(&[
        "there is `README.md` here already",
        "--> garden",
        "nothing was written",
    ]);
    assert_eq!((ended.out.as_str(), ended.code), ("", 1));
    assert_eq!(project.read("garden/README.md"), "mine");
    assert!(!project.path("garden/grammar").exists());
    project.remove("garden/README.md");
    project.write("garden/LICENSE", "mine");
    assert_eq!(
        project.run(&["new", "garden"]).code,
        0,
        "other files are not in the way"
    );
    let ended = project.run(&["new", "garden"]);
    ended.says(&[
        "`README.md`, `grammar/core.ron`",
        "`snapshots` here already",
    ]);
    assert_eq!(ended.code, 1);
    let ended = project.run(&["new", "garden/LICENSE"]);
    ended.says(&["this is a file, a folder was expected"]);
    assert_eq!(ended.code, 1);
    assert_eq!(project.run(&["new"]).code, 2);
}
