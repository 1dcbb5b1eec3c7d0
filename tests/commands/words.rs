//! `spellboard words`.

use serde_json::{Value, json};

use crate::project::{Project, words};

/// Two grammars with the same words but for one, two scenarios and a level.
fn project(name: &str) -> Project {
    let project = Project::small(name);
    let grammar = project.read("grammar/core.ron");
    let bare = grammar.replace(", \"property\"], joined_by", "], joined_by");
    project.with(&[
        ("grammar/bare.ron", &bare),
        ("tests/scenarios/core/shy.txt", "// Shy\nOWL IS SHY\n"),
        (
            "tests/scenarios/bare/thing.txt",
            "// A thing that is an owl\n. owl\n",
        ),
        ("content/levels/first.txt", "OWL AND OWL\n"),
    ])
}

#[test]
fn the_table_says_where_each_word_is_and_what_uses_it() {
    let project = project("words_table");
    let table = "\
word  roles     defined in            grammars    levels  scenarios
OWL   noun      content/words.json:2  bare, core  first   bare/thing, core/shy
CAT   noun      content/words.json:3  bare, core
SHY   property  content/words.json:4  core                core/shy
WISE  property  content/words.json:5  core
AND   joiner    grammar/bare.ron:5    bare
IS    verb      grammar/bare.ron:5    bare
AND   joiner    grammar/core.ron:5    core        first
IS    verb      grammar/core.ron:5    core                core/shy
";
    // Two words of one line stand in the order of their columns.
    let mut lines: Vec<&str> = table.lines().collect();
    lines.swap(5, 6);
    lines.swap(7, 8);
    let ended = project.run(&["words"]);
    assert_eq!(ended.out.lines().collect::<Vec<_>>(), lines);
    assert_eq!((ended.err.as_str(), ended.code), ("8 of 8 words\n", 0));
}

#[test]
fn filters_choose_words() {
    let project = project("words_filters");
    let names = |args: &[&str]| {
        let ended = project.run(&[&["words", "--format", "json"], args].concat());
        assert_eq!((ended.err.as_str(), ended.code), ("", 0));
        let rows: Vec<Value> = serde_json::from_str(&ended.out).unwrap();
        rows.iter()
            .map(|row| row["name"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(names(&["--role", "property"]), "SHY WISE");
    assert_eq!(
        names(&["--role", "property", "--role", "noun"]),
        "OWL CAT SHY WISE"
    );
    for (pattern, fitting) in [
        ("owl", "OWL"),
        ("*S*", "SHY WISE IS IS"),
        ("S*", "SHY"),
        ("*S", "IS IS"),
        ("W*S*E", "WISE"),
        ("W*W", ""),
        ("O*OWL", ""),
        ("OW", ""),
        ("*", "OWL CAT SHY WISE IS AND IS AND"),
    ] {
        assert_eq!(names(&["--name", pattern]), fitting, "{pattern}");
    }
    assert_eq!(names(&["--unused"]), "CAT WISE IS AND");
    assert_eq!(names(&["--unused", "--role", "noun"]), "CAT");
    let ended = project.run(&["words", "--name", "no*such"]);
    ended.assert("", "0 of 8 words\n", 0);
}

#[test]
fn json_names_every_board() {
    let project = project("words_json");
    for number in 0..4 {
        project.write(&format!("content/levels/{number}.txt"), "CAT\n");
    }
    let ended = project.run(&["words", "--name", "CAT", "--format", "json"]);
    let levels = ["0", "1", "2", "3"].map(|number| format!("content/levels/{number}.txt"));
    let row = json!([{
        "name": "CAT", "roles": ["noun"], "file": "content/words.json", "line": 3, "column": 13,
        "grammars": ["grammar/bare.ron", "grammar/core.ron"], "levels": levels, "scenarios": [],
    }]);
    assert_eq!(serde_json::from_str::<Value>(&ended.out).unwrap(), row);
    let ended = project.run(&["words", "--name", "CAT"]);
    assert!(ended.out.contains("  0, 1 +2\n"), "{}", ended.out);
}

#[test]
fn letters_and_palettes_use_the_words_that_they_name() {
    let project = Project::empty("words_letters");
    let grammar = "(
        read: [Right],
        reading: Onward(),
        roles: { \"noun\": \"a thing\", \"verb\": \"joins\", \"letter\": \"spells\" },
        words: { \"IS\": \"verb\" },
        sentences: { \"claim\": (anchor: \"verb\", runs: [
            (name: \"who\", of: [\"noun\"], each: true), (name: \"verb\", of: [\"verb\"]),
            (name: \"what\", of: [\"noun\"], each: true),
        ]) },
        spell: (letters: \"letter\"),
    )";
    project.write("grammar/core.ron", grammar);
    let entries = [
        ("OWL", "noun"),
        ("CAT", "noun"),
        ("ANT", "noun"),
        ("O", "letter"),
        ("W", "letter"),
        ("L", "letter"),
    ];
    project.write("content/words.json", &words(&entries));
    project.write("content/levels/spelled.txt", "O W L IS CAT\n");
    let palette = r#"{ "width": 1, "height": 1, "objects": [], "palette": ["ANT"] }"#;
    project.write("content/levels/palette.json", palette);
    let ended = project.run(&["words", "--format", "json"]);
    let rows: Vec<Value> = serde_json::from_str(&ended.out).unwrap();
    for row in rows {
        let level = if row["name"] == "ANT" {
            "palette.json"
        } else {
            "spelled.txt"
        };
        assert_eq!(
            row["levels"],
            json!([format!("content/levels/{level}")]),
            "{row}"
        );
        assert_eq!(row["grammars"], json!(["grammar/core.ron"]), "{row}");
    }
}

#[test]
fn a_language_of_its_own_and_the_built_in_one() {
    let project = project("words_given");
    project.write("mine.json", &words(&[("ANT", "noun"), ("SLY", "property")]));
    let ended = project.run(&["words", "--words", "mine.json", "--role", "noun"]);
    let table =
        "word  roles  defined in   grammars  levels  scenarios\nANT   noun   mine.json:2  core\n";
    ended.assert(table, "1 of 4 words\n", 0);
    let ended = project.run(&["words", "--grammar", "grammar/bare.ron", "--role", "noun"]);
    assert!(
        ended.out.contains("bare/thing") && !ended.out.contains("core"),
        "{}",
        ended.out
    );
    let elsewhere = Project::empty("words_elsewhere");
    let ended = elsewhere.run(&["words", "--name", "IS"]);
    assert!(
        ended.out.contains("grammar/core.ron:") && ended.code == 0,
        "{}",
        ended.out
    );
}

#[test]
fn problems_are_said_and_the_rest_listed() {
    let project = project("words_problems");
    project.write("grammar/bare.ron", "(");
    project.write("content/levels/bad.txt", "Owl\n");
    let ended = project.run(&["words", "--role", "nuon", "--role", "noun"]);
    assert!(
        ended.out.contains("OWL") && ended.out.contains("core"),
        "{}",
        ended.out
    );
    ended.says(&[
        "no grammar has the role `nuon`",
        "did you mean `noun`?",
        "grammar/bare.ron:1",
        "content/levels/bad.txt:1:1",
        "2 of 6 words",
    ]);
    assert_eq!(ended.code, 1);
    assert_eq!(project.run(&["words", "OWL"]).code, 2);
}

#[test]
fn a_name_that_no_word_has_is_told_what_it_is_like() {
    let project = project("words_like");
    for name in ["OLW", "olw"] {
        let ended = project.run(&["words", "--name", name]);
        ended.says(&["0 of 8 words", "no word has this name: did you mean OWL?"]);
        assert_eq!(ended.code, 0);
    }
    let ended = project.run(&["words", "--name", "X*"]);
    assert!(!ended.err.contains("did you mean"), "{}", ended.err);
}
