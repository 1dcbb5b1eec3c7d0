//! The workflows for GitHub: what they have the command do is done, in a project with a change.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::project::Project;

/// The commands of a workflow that call the program, in their order.
fn calls(workflow: &str) -> Vec<String> {
    let run = workflow
        .lines()
        .filter_map(|line| line.trim().strip_prefix("run: "));
    run.filter(|call| call.starts_with("spellboard "))
        .map(str::to_owned)
        .collect()
}

/// The two workflows: the repository's own, and the one that a new project gets.
fn workflows(garden: &Project) -> [Vec<String>; 2] {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = fs::read_to_string(root.join(".github/workflows/check.yml")).unwrap();
    [
        calls(&own),
        calls(&garden.read(".github/workflows/spellboard.yml")),
    ]
}

/// Runs a call as the runners of GitHub do; gives how it ended.
fn run(garden: &Project, call: &str) -> i32 {
    let programs = Path::new(env!("CARGO_BIN_EXE_spellboard"))
        .parent()
        .unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("bash");
    shell.args(["-e", "-c", call]).current_dir(&garden.folder);
    shell
        .env("PATH", path)
        .env("BASE", "HEAD~1")
        .env("HEAD", "HEAD");
    shell.env("GITHUB_STEP_SUMMARY", garden.path("summary.md"));
    shell.output().unwrap().status.code().unwrap()
}

fn garden(name: &str) -> Project {
    let project = Project::empty(name);
    assert_eq!(project.run(&["new", "garden"]).code, 0);
    let garden = project.inside("garden");
    garden.commit("start");
    garden
}

#[test]
fn the_workflows_ask_for_everything_and_pass() {
    let garden = garden("workflow_pass");
    let level = garden.read("content/levels/first.txt");
    garden.write("content/levels/first.txt", &level.replace("STOP", "PUSH"));
    garden.commit("change");
    for calls in workflows(&garden) {
        let named: Vec<&str> = calls
            .iter()
            .filter_map(|call| call.split(' ').nth(1))
            .collect();
        assert_eq!(named, ["check", "test", "drop-check", "diff"]);
        for call in &calls {
            assert_eq!(run(&garden, call), 0, "{call}");
        }
        let summary = garden.read("summary.md");
        assert!(
            summary.contains(
                "`content/levels/first.txt` *edited* | `HEDGE IS PUSH` | `HEDGE IS STOP` |"
            ),
            "{summary}"
        );
        garden.remove("summary.md");
    }
}

#[test]
fn a_slip_and_a_file_that_is_no_data_fail_every_step() {
    let garden = garden("workflow_fail");
    let words = garden.read("content/words.json");
    garden.write("content/words.json", &words.replacen("noun", "nuon", 1));
    garden.write("notes.md", "not data");
    garden.commit("change");
    for calls in workflows(&garden) {
        for call in &calls {
            assert_eq!(run(&garden, call), 1, "{call}");
        }
        assert!(
            garden
                .read("summary.md")
                .contains("`nuon` is not a role of HEAD:grammar/core.ron")
        );
        garden.remove("summary.md");
    }
}
