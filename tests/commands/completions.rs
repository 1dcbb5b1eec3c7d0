//! `spellboard completions`, and the help of every command.

use std::process::Command;

use crate::project::Project;

/// The names of all commands, as the help lists them.
fn commands(project: &Project) -> Vec<String> {
    let help = project.run(&["--help"]).out;
    let (_, listed) = help.split_once("Commands:\n").expect("it lists them");
    let (listed, _) = listed.split_once("\n\n").expect("options follow");
    let lines = listed
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = lines.map(|line| line.split_whitespace().next().unwrap().to_owned());
    names.filter(|name| name != "help").collect()
}

#[test]
fn every_shell_completes_every_command() {
    let project = Project::empty("completions");
    let commands = commands(&project);
    assert!(commands.len() > 8, "{commands:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ended = project.run(&["completions", shell]);
        assert_eq!((ended.err.as_str(), ended.code), ("", 0));
        for command in &commands {
            assert!(
                ended.out.contains(command.as_str()),
                "{shell} does not know {command}"
            );
        }
    }
    assert_eq!(project.run(&["completions", "dos"]).code, 2);
    assert_eq!(project.run(&["completions"]).code, 2);
}

#[test]
fn bash_completes_as_a_person_would_type() {
    let project = Project::empty("completions_bash");
    project.write("complete.bash", &project.run(&["completions", "bash"]).out);
    let ask = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
        let script = format!(
            "source complete.bash; COMP_WORDS=({} '{last}'); COMP_CWORD={}; \
             _spellboard spellboard '{last}' '{before}'; echo \"${{COMPREPLY[@]}}\"",
            words[..words.len() - 1].join(" "),
            words.len() - 1,
        );
        let output = Command::new("bash")
            .args(["-c", &script])
            .current_dir(&project.folder)
            .output();
        let output = output.expect("the tests need bash, as .ci/run does");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    assert_eq!(ask("spellboard dr"), "drop-check");
    assert_eq!(ask("spellboard diff --format "), "text markdown json");
    assert_eq!(ask("spellboard test --up"), "--update");
}

#[test]
fn every_command_has_help_with_an_example() {
    let project = Project::empty("completions_help");
    for command in commands(&project) {
        let ended = project.run(&[&command, "--help"]);
        assert_eq!((ended.err.as_str(), ended.code), ("", 0));
        let (_, examples) = ended
            .out
            .split_once("Example")
            .unwrap_or_else(|| panic!("{command} shows no example"));
        assert!(
            examples.contains(&format!("spellboard {command}")),
            "{command}: {examples}"
        );
        assert_eq!(
            project.run(&[&command, "--no-such-option"]).code,
            2,
            "{command}"
        );
    }
}
