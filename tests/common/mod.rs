//! Boards as files, each pinned in a snapshot: see `spellboard::scenario`, which reads them.

use std::{panic::catch_unwind, path::Path};

use spellboard::scenario::{Finding, Scenario, Shown, Suite};

/// Has every board below a folder of `tests` compared with its snapshot, and fails for whatever
/// `spellboard test` fails for.
pub fn each(folder: &str, compare: fn(&Scenario, &Shown)) {
    let suite = Suite::open(Path::new(folder)).unwrap_or_else(|problem| panic!("{problem}"));
    let update = std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always");
    for scenario in suite.check().scenarios {
        // The failures are collected below, whatever insta does about this one.
        if let Some(shown) = &scenario.shown {
            let _ = catch_unwind(|| compare(&scenario, shown));
        }
        if update && scenario.finding == Finding::OtherComment {
            suite.pin(&scenario).unwrap();
        }
    }
    let pending = |path: &&String| update && path.ends_with(".snap.new");
    for path in suite.check().orphans.iter().filter(pending) {
        suite.remove(path).unwrap();
    }
    let checked = suite.check();
    let mut failed = String::new();
    for Scenario { path, finding, .. } in &checked.scenarios {
        if *finding != Finding::AsPinned {
            failed += &format!("{path}: {finding:?}\n");
        }
    }
    for path in &checked.orphans {
        failed += &format!("{path}: no scenario has this snapshot\n");
    }
    for problem in &checked.problems {
        failed += &format!("{problem}\n");
    }
    let next = "`spellboard test` shows what differs, `INSTA_UPDATE=always cargo test` pins it";
    assert!(failed.is_empty(), "\n{failed}{next}");
}

/// Where insta keeps the snapshot of a board, from the folder of the test, and under which name.
pub fn place(scenario: &Scenario) -> (String, &str) {
    let (folder, name) = scenario.snapshot.rsplit_once('/').unwrap_or_default();
    (format!("../{folder}"), name.trim_end_matches(".snap"))
}
