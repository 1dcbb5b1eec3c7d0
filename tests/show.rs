//! `spellboard show`, in the terminal and as a picture: each board of `tests/show` with its
//! snapshots. Look at a picture whose snapshot changes.

use std::path::Path;
use std::process::Command;

/// A board with the grammar and the words that read it.
const BOARDS: [(&str, &str, &str); 6] = [
    ("crossing", "grammar/core.ron", "content/words.json"),
    ("in_force", "grammar/baba.ron", "content/baba.json"),
    ("stacks", "grammar/baba.ron", "content/baba.json"),
    ("japanese", "grammar/japanese.ron", "content/japanese.json"),
    (
        "diagonal",
        "tests/grammars/diagonal/grammar.ron",
        "tests/grammars/diagonal/words.json",
    ),
    (
        "no_case",
        "tests/grammars/no_case/grammar.ron",
        "tests/grammars/no_case/words.json",
    ),
];

fn show(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_spellboard"))
        .arg("show")
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).unwrap()
}

/// The picture of a level, with these further arguments.
fn picture(level: &str, args: &[&str]) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("show");
    std::fs::create_dir_all(&folder).unwrap();
    // Tests run side by side, and boards of two folders can have the same name.
    let name = level.replace(['/', '\\', ':'], "_");
    let file = folder.join(name).with_extension("svg");
    let out = show(&[&["--svg", file.to_str().unwrap(), level], args].concat());
    assert_eq!(out, "", "the picture goes to its file");
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn boards_are_drawn() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots/show");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for (name, grammar, words) in BOARDS {
        let level = format!("tests/show/{name}.txt");
        let language = ["--in-force", "--grammar", grammar, "--words", words];
        settings.bind(|| {
            insta::assert_snapshot!(name, show(&[&[level.as_str()], &language[..]].concat()));
            insta::assert_snapshot!(format!("{name}.svg"), picture(&level, &language));
        });
    }
}

/// A picture is sound XML, whatever the words are: nothing of them ends a tag or an attribute.
#[test]
fn words_cannot_break_a_picture() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("show");
    std::fs::create_dir_all(&folder).unwrap();
    let level = folder.join("marks.txt");
    std::fs::write(&level, "</TEXT>&AMP;|\"'<!-- ]]> IS <x>\n").unwrap();
    let picture = picture(level.to_str().unwrap(), &[]);
    assert!(picture.contains("&lt;/TEXT&gt;&amp;AMP;"), "{picture}");
    assert!(
        !picture.contains("<!--") && !picture.contains("</TEXT>"),
        "{picture}"
    );
}

/// The picture of the README is the one that its command makes.
#[test]
fn the_picture_of_the_readme_is_fresh() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("content/levels/crossing.svg");
    let fresh = picture("content/levels/crossing.txt", &[]);
    assert!(
        std::fs::read_to_string(&file).is_ok_and(|shipped| shipped == fresh),
        "draw it again: spellboard show --svg content/levels/crossing.svg content/levels/crossing.txt"
    );
}
