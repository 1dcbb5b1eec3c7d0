//! Boards whose rules in force are there at once, and too many to tell: that is said instead of
//! gigabytes of text.

use std::process::Command;

const BOARD: &str = "tests/commands/crowded.txt";
const REAL: [&str; 4] = [
    "--grammar",
    "grammar/baba.ron",
    "--words",
    "content/baba.json",
];

#[test]
fn rules_with_too_many_exceptions_are_not_told() {
    for command in [
        &["rules", "--in-force"][..],
        &["rules", "--in-force", "--format", "json"],
        &["show", "--in-force"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_spellboard"))
            .args(command)
            .args(REAL)
            .arg(BOARD)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command:?}: {error}");
        assert!(
            error.contains("there are more than 1048576 exceptions to them")
                && error.contains(BOARD),
            "{command:?}: {error}"
        );
    }
}

#[test]
fn what_is_spelled_and_why_is_told_all_the_same() {
    let output = Command::new(env!("CARGO_BIN_EXE_spellboard"))
        .args(["explain", "--at", "14,6"])
        .args(REAL)
        .arg(BOARD)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success());
    assert!(
        told.contains(" and for ") && told.contains(" more"),
        "{told}"
    );
}
