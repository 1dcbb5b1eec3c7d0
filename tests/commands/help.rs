//! What `--help` says, of every command.

use std::process::Command;

/// The width of the terminal.
const WIDTH: usize = 72;

fn help(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_spellboard"))
        .args(args)
        .arg("--help")
        .env("COLUMNS", WIDTH.to_string())
        .output()
        .unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn commands() -> Vec<String> {
    let help = help(&[]);
    let list = help.split("Commands:\n").nth(1).unwrap();
    let list = list.split("\n\n").next().unwrap().lines();
    let names = list.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names = names.filter(|name| !name.is_empty() && *name != "help");
    names.map(str::to_owned).collect()
}

#[test]
fn every_command_has_an_example() {
    assert!(commands().len() > 10);
    for command in commands() {
        let help = help(&[&command]);
        let has_example = help.contains(&format!("\n  spellboard {command} "))
            || help.contains(&format!("| spellboard {command} "))
            || help.contains(&format!("\n  spellboard {command}\n"));
        assert!(has_example, "{help}");
    }
}

/// A line ends where the next word would not fit, and nowhere else.
#[test]
fn paragraphs_go_from_margin_to_margin() {
    for command in commands() {
        let help = help(&[&command]);
        let lines: Vec<&str> = help.lines().collect();
        for pair in lines.windows(2) {
            let is_text = |line: &str| !line.is_empty() && !line.starts_with(' ');
            let first = pair[1].split(' ').next().unwrap_or_default();
            if is_text(pair[0]) && is_text(pair[1]) && !pair[0].ends_with(':') {
                let with_next = pair[0].chars().count() + 1 + first.chars().count();
                assert!(with_next > WIDTH, "{command}: {pair:?}");
            }
        }
    }
}
