//! A project: where its files lie, and which grammar and words each of its boards is read with.
//!
//! ```text
//! grammar/NAME.ron             a grammar, and content/NAME.json or else content/words.json its words
//! tests/grammars/NAME          grammar.ron and words.json of a grammar that only scenarios use
//! tests/scenarios/NAME/..      boards that are read with the grammar of that name
//! tests/../boards/..           boards that are read with grammar.ron and words.json beside `boards`
//! content/levels, tests/levels levels, read with grammar/core.ron and content/words.json
//! snapshots/..                 what each board below tests is pinned to
//! ```

mod files;
mod language;

#[cfg(feature = "cli")]
pub(crate) use files::is_aside;
pub(crate) use files::{Files, Folder};
#[cfg(feature = "cli")]
pub(crate) use language::source_or_shipped;
pub(crate) use language::{Language, Languages};

use std::path::Path;

/// The folder of everything that tests, and the one of what they are pinned to.
pub(crate) const TESTS: &str = "tests";
const SNAPSHOTS: &str = "snapshots";

/// The folder of the levels that are looked at where none are named.
#[cfg(feature = "cli")]
pub(crate) const LEVELS: &str = "content/levels";

/// The folder of scenarios that are read with the grammars of the project.
pub(crate) const SCENARIOS: &str = "tests/scenarios";

/// The folder of boards that are read with the grammar beside it.
const BOARDS: &str = "/boards/";

/// Whether a file holds a scenario, told from where it lies.
pub(crate) fn is_scenario(path: &str) -> bool {
    let of_a_grammar = path
        .strip_prefix(SCENARIOS)
        .is_some_and(|rest| rest.starts_with('/'));
    of_a_grammar || path.starts_with(TESTS) && path.contains(BOARDS)
}

/// The file or folder of snapshots that belongs to one below `tests`.
pub(crate) fn snapshot_of(path: &str) -> String {
    let rest = path.strip_prefix(TESTS).unwrap_or(path);
    let moved = format!("{SNAPSHOTS}{rest}/").replacen(BOARDS, "/", 1);
    let moved = moved.trim_end_matches('/');
    match path.ends_with(".txt") || path.ends_with(".json") {
        true => Path::new(moved)
            .with_extension("snap")
            .display()
            .to_string(),
        false => moved.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snapshots_lie_like_their_boards() {
        let pairs = [
            (
                "tests/scenarios/core/a.b.txt",
                "snapshots/scenarios/core/a.b.snap",
            ),
            (
                "tests/features/of/boards/one.json",
                "snapshots/features/of/one.snap",
            ),
            ("tests/features/of/boards", "snapshots/features/of"),
            ("tests/scenarios/core", "snapshots/scenarios/core"),
            ("tests", "snapshots"),
        ];
        for (path, snapshot) in pairs {
            assert_eq!(snapshot_of(path), snapshot);
        }
    }

    #[test]
    fn scenarios_are_told_by_their_folder() {
        for path in [
            "tests/scenarios/core/a.txt",
            "tests/features/of/boards/one.json",
        ] {
            assert!(is_scenario(path), "{path}");
        }
        for path in [
            "tests/scenarios.rs",
            "tests/features/of/grammar.ron",
            "content/boards/a.txt",
        ] {
            assert!(!is_scenario(path), "{path}");
        }
    }
}
