//! `spellboard check` of a whole project.

use crate::project::{Project, words};

/// A small project with a second grammar that has words of its own.
fn two_grammars(name: &str) -> Project {
    let project = Project::small(name);
    let night = project.read("grammar/core.ron").replace("noun", "animal");
    project.write("grammar/night.ron", &night);
    let night = words(&[("BAT", "animal"), ("SHY", "property")]);
    project.write("content/night.json", &night);
    project.write("content/levels/first.txt", "OWL IS SHY\n");
    project
}

#[test]
fn every_grammar_of_a_project_is_checked_with_its_words() {
    let project = two_grammars("check_all");
    let fine = "no problems: 2 grammars and 2 words files with 10 words in all, 1 level\n";
    project.run(&["check"]).assert(fine, "", 0);
    let core = project.read("grammar/core.ron");
    project.write("grammar/night.ron", &core.replace("Right", "Rigth"));
    let ended = project.run(&["check"]);
    ended.says(&["--> grammar/night.ron:2:12", "did you mean `Right`?"]);
    assert_eq!((ended.out.as_str(), ended.code), ("", 1));
    // What was named is all that is looked at.
    let ended = project.run(&["check", "--grammar", "grammar/core.ron"]);
    ended.assert(
        "no problems: a grammar and 1 words file with 6 words in all, 0 levels\n",
        "",
        0,
    );
    let project = two_grammars("check_all_words");
    let night = project.read("content/night.json").replace("BAT", "bat");
    project.write("content/night.json", &night);
    let ended = project.run(&["check"]);
    ended.says(&["--> content/night.json:2:13"]);
    assert_eq!((ended.out.as_str(), ended.code), ("", 1));
    // So it is with levels: they and their language.
    let ended = project.run(&["check", "content/levels/first.txt"]);
    ended.assert(
        "no problems: a grammar and 1 words file with 6 words in all, 1 level\n",
        "",
        0,
    );
}

#[test]
fn words_that_no_grammar_reads_are_named() {
    let project = two_grammars("check_unread");
    project.write("content/word.json", &words(&[("bat", "animal")]));
    project.write("content/words.schema.json", "{}");
    let ended = project.run(&["check"]);
    ended.assert(
        "no problems: 2 grammars and 2 words files with 10 words in all, 1 level; no grammar is read with `content/word.json`\n",
        "",
        0,
    );
}

#[test]
fn what_two_grammars_share_is_told_once() {
    let project = Project::small("check_shared");
    project.write("grammar/also.ron", &project.read("grammar/core.ron"));
    let broken = project.read("content/words.json").replace("noun", "nuon");
    project.write("content/words.json", &broken);
    let ended = project.run(&["check"]);
    ended.says(&["`nuon` is not a role of grammar/core.ron (2 words have it)"]);
    assert!(!ended.err.contains("also.ron"), "{}", ended.err);
}

#[test]
fn a_grammar_without_words_of_its_own_is_told_where_they_go() {
    let project = Project::small("check_borrowed");
    let roles = [("noun", "someone"), ("property", "gift")];
    let mine = roles
        .iter()
        .fold(project.read("grammar/core.ron"), |grammar, (from, to)| {
            grammar.replace(from, to)
        });
    project.write("grammar/mine.ron", &mine);
    let ended = project.run(&["check"]);
    ended.says(&[
        "no word of content/words.json has a role of grammar/mine.ron",
        "grammar/mine.ron is read with content/words.json because there is no content/mine.json",
    ]);
    assert_eq!(ended.code, 1);
    project.write("content/mine.json", &words(&[("ANT", "someone")]));
    assert_eq!(project.run(&["check"]).code, 0);
}

#[test]
fn a_project_is_found_from_the_folders_in_it() {
    let project = two_grammars("check_above");
    project.write("tests/scenarios/core/shy.txt", "// Shy\nOWL IS SHY\n");
    project.run(&["test", "--update"]);
    let content = project.inside("content");
    let fine = "no problems: 2 grammars and 2 words files with 10 words in all, 1 level\n";
    content.run(&["check"]).assert(fine, "", 0);
    content
        .run(&["test"])
        .assert("1 scenario: 1 as pinned\n", "", 0);
    let levels = project.inside("content/levels");
    let rules = levels.run(&["rules", "first.txt"]);
    rules.assert("OWL IS SHY\n", "", 0);
    let bat = levels.run(&["words", "--name", "BAT"]);
    assert!(bat.out.contains("../../content/night.json:2"), "{bat:?}");
    // Paths lead there from here, as the shell has them.
    let broken = project.read("content/words.json").replace("noun", "nuon");
    project.write("content/words.json", &broken);
    let ended = levels.run(&["check"]);
    ended.says(&["--> ../../content/words.json:2:28"]);
    assert_eq!(ended.code, 1);
    // A project in a project is one of its own, and so is a repository.
    let inner = project.inside("inner");
    inner.write("content/words.json", &words(&[("ANT", "noun")]));
    inner.write("grammar/core.ron", &project.read("grammar/core.ron"));
    let said = inner.run(&["check"]).out;
    assert!(said.contains("1 words file with 3 words"), "{said}");
    let other = project.inside("other");
    other.write(".git/HEAD", "");
    let said = other.run(&["check"]).out;
    assert!(said.contains("the built-in grammar and words"), "{said}");
}

#[test]
fn what_is_built_in_is_said_to_be() {
    let project = Project::empty("check_built_in");
    let said = |ended: crate::project::Ended, end: &str| {
        assert!(ended.out.ends_with(end) && ended.code == 0, "{ended:?}");
    };
    let both = "; the built-in grammar and words serve, as there is no grammar/core.ron here\n";
    said(project.run(&["check"]), both);
    project.write(
        "mine.json",
        &words(&[("OWL", "noun"), ("PUSH", "property")]),
    );
    said(
        project.run(&["check", "--words", "mine.json"]),
        "; the built-in grammar serves, as there is no grammar/core.ron here\n",
    );
    project.write(
        "mine.ron",
        &Project::small("check_built_in_other").read("grammar/core.ron"),
    );
    said(
        project.run(&["check", "--grammar", "mine.ron", "--words", "mine.json"]),
        " 4 words in all, 0 levels\n",
    );
}

#[test]
fn a_file_that_is_gone_is_missed() {
    let project = Project::with_boards("check_gone");
    project.remove("content/levels/first.txt");
    project.remove("content/words.json");
    for command in ["check", "test"] {
        let ended = project.run(&[command]);
        ended.says(&[
            "there is no such file: grammar/core.ron is read with the built-in words",
            "--> content/words.json",
        ]);
        assert_eq!(ended.code, 1, "{ended:?}");
    }
    let project = Project::small("check_gone_grammar");
    project.remove("grammar/core.ron");
    let ended = project.run(&["check"]);
    ended.says(&[
        "there is no such file: content/words.json is read with the built-in grammar",
        "--> grammar/core.ron",
    ]);
    assert_eq!(ended.code, 1);
    // Words that another grammar is read with need no `core.ron`.
    let project = Project::small("check_other_grammar");
    project.write("grammar/mine.ron", &project.read("grammar/core.ron"));
    project.remove("grammar/core.ron");
    assert_eq!(project.run(&["check"]).code, 0);
}

/// A level of the real game's language, given to some command.
fn of_the_game(project: &Project, command: &[&str], level: &str) -> crate::project::Ended {
    let file = |path: &str| format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    let (grammar, words) = (file("grammar/baba.ron"), file("content/baba.json"));
    let language = ["--grammar", &grammar, "--words", &words, level];
    project.run(&[command, &language].concat())
}

#[test]
fn levels_whose_rules_never_settle_are_problems() {
    let project = Project::empty("check_settle");
    project.write("loop.txt", "ROCK IS WORD .\n. . . .\nrock IS NOT WORD\n");
    for command in ["check", "rules", "show"] {
        let ended = of_the_game(&project, &[command], "loop.txt");
        ended.says(&[
            "error: the rules of this board never settle: after 200 rounds",
            "--> loop.txt",
            "by ROCK IS WORD (0, 0) (1, 0) (2, 0); ROCK IS NOT WORD (0, 2) (1, 2) (2, 2) (3, 2)",
            "= help: a rule that makes things words unmakes itself",
        ]);
        assert_eq!(ended.code, 1);
    }
}

#[test]
fn a_spelled_rule_is_shown_with_its_exceptions() {
    let project = Project::empty("show_exceptions");
    project.write(
        "board.txt",
        "BABA IS YOU .\nBABA ON ROCK IS NOT YOU\nALL IS PUSH\n",
    );
    let ended = of_the_game(&project, &["show", "--in-force"], "board.txt");
    let shown = [
        "BABA IS YOU UNLESS{ON ROCK}  (0, 0) (1, 0) (2, 0); but for 2\n",
        "BABA ON ROCK IS NOT YOU      (0, 1)",
        "BABA IS PUSH                 from 3\n",
    ];
    for shown in shown {
        assert!(ended.out.contains(shown), "{}", ended.out);
    }
}

#[test]
fn files_of_a_folder_that_are_no_levels_are_passed_over_and_told() {
    let others = [
        (
            "package.json",
            r#"{ "name": "x", "private": true }"#.to_owned(),
        ),
        ("more.json", words(&[("BAT", "noun")])),
        (
            "words.schema.json",
            r#"{ "$defs": {}, "properties": { "width": {} } }"#.to_owned(),
        ),
    ];
    let told = |folder: &str| {
        format!(
            "passed over {folder}/more.json: it is a words file\n\
             passed over {folder}/package.json: it is JSON with none of the fields of a level\n\
             passed over {folder}/words.schema.json: it is a schema for editors\n"
        )
    };
    for folder in ["content/levels", "mine"] {
        let project = Project::small("check_mixed_folder");
        project.write(&format!("{folder}/first.txt"), "OWL IS SHY\n");
        for (name, text) in &others {
            project.write(&format!("{folder}/{name}"), text);
        }
        let fine = "no problems: a grammar and 1 words file with 6 words in all, 1 level\n";
        let told = told(folder);
        project.run(&["check", folder]).assert(fine, &told, 0);
        project
            .run(&["rules", folder])
            .assert("OWL IS SHY\n", &told, 0);
        if folder == "content/levels" {
            project.run(&["check"]).assert(fine, &told, 0);
        }
        // A file that is named is one that is meant, and a level with a slip in it is a level.
        let named = format!("{folder}/more.json");
        let ended = project.run(&["check", &named]);
        ended.says(&["this is a words file, not a level as JSON"]);
        assert_eq!(ended.code, 1, "{ended:?}");
        let slip = r#"{ "widht": 1, "height": 1, "objects": [] }"#;
        project.write(&format!("{folder}/slip.json"), slip);
        let ended = project.run(&["check", folder]);
        ended.says(&[&told, "slip.json:1:3", "did you mean `width`?"]);
        assert_eq!(ended.code, 1, "{ended:?}");
    }
}

#[test]
fn a_file_without_levels_is_told() {
    for text in ["", "\n\n", "\u{feff}"] {
        let project = Project::small("check_no_lines");
        project.write("levels/none.ndjson", text);
        for args in [["check", "levels"], ["rules", "levels/none.ndjson"]] {
            let ended = project.run(&args);
            ended.says(&["there is no level in this file", "--> levels/none.ndjson"]);
            assert_eq!(ended.code, 1, "{text:?}: {ended:?}");
        }
    }
}
