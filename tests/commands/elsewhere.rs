//! Words that a board's grammar does not know, and other files of the project have.

use crate::project::{Project, words};

/// A project with a second grammar, whose words are its own, and a words file that no grammar is read with.
fn with_others(name: &str) -> Project {
    let project = Project::small(name);
    let core = project.read("grammar/core.ron");
    project.write("grammar/night.ron", &core);
    let night = words(&[("BAT", "noun"), ("DARK", "property")]);
    project.write("content/night.json", &night);
    project.write("content/spare.json", &words(&[("LAZY", "property")]));
    project.write("content/levels/one.txt", "OWL IS DARK AND LAZY AND SYH\n");
    project
}

#[test]
fn unknown_words_are_told_where_they_are_at_home() {
    let project = with_others("elsewhere");
    let night = "`DARK` is no word of this grammar, so no sentence reads it\n --> content/levels/one.txt:1:8";
    let said = [
        night,
        "`DARK` is a word of content/night.json, which grammar/night.ron reads",
        "`LAZY` is a word of content/spare.json, which no grammar is read with",
        "`SYH` is in no words file, so no sentence reads it",
        "did you mean `SHY`?",
    ];
    let level = "content/levels/one.txt";
    for args in [
        &["check"][..],
        &["check", level],
        &["rules", level],
        &["show", level],
    ] {
        project.run(args).says(&said);
    }
    // Whoever names the language knows of the others.
    let ended = project.run(&["rules", "--words", "content/words.json", level]);
    ended.says(&["`DARK` is in no words file, so no sentence reads it"]);
}

#[test]
fn explanations_tell_it_too() {
    let project = with_others("elsewhere_explained");
    let level = "content/levels/one.txt";
    let told = "\nwords of other files\n  `DARK` is a word of content/night.json, which grammar/night.ron reads\n";
    let lazy = "  `LAZY` is a word of content/spare.json, which no grammar is read with\n";
    let ended = project.run(&["explain", level]);
    assert!(
        ended.out.ends_with(&format!("{told}{lazy}")),
        "{}",
        ended.out
    );
    let ended = project.run(&["explain", "--at", "2,0", level]);
    assert!(ended.out.ends_with(told), "{}", ended.out);
    let ended = project.run(&["explain", "--at", "6,0", level]);
    assert!(!ended.out.contains("words of other files"), "{}", ended.out);
}
