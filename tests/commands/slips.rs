//! Scenarios with a single slip in each, in `tests/commands/slips`: `spellboard test` tells it once. What
//! it says is pinned in `snapshots/slips`.

use std::fs;

use crate::project::Project;

#[test]
fn one_slip_is_told_once() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots/slips");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let mut paths: Vec<_> = fs::read_dir("tests/commands/slips")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    assert!(paths.len() > 5);
    for path in paths {
        let name = path.file_name().unwrap().to_str().unwrap();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let project = Project::small(&format!("slips_{stem}"));
        let text = fs::read_to_string(&path).unwrap();
        project.write(&format!("tests/scenarios/core/{name}"), &text);
        let ended = project.run(&["test"]);
        assert_eq!(ended.code, 1, "{name}");
        let is_problem = |line: &&str| line.starts_with("error: ") || line.starts_with("warning: ");
        assert_eq!(
            ended.err.lines().filter(is_problem).count(),
            1,
            "{name}:\n{}",
            ended.err
        );
        settings.bind(|| insta::assert_snapshot!(stem, ended.err));
    }
}
