//! `spellboard test`: whether scenarios still show what is pinned.

use std::io::{self, Write};
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use clap::Args;
use similar::{ChangeTag, TextDiff};

use super::report::number;
use super::{Outcome, report};
use crate::diagnostic::tidy;
use crate::scenario::{Checked, Finding, Scenario, Suite};

/// Which scenarios to read.
#[derive(Args)]
#[command(after_help = "\
Examples:
  spellboard test
  spellboard test tests/scenarios/core --update

A scenario is a drawn board (.txt) or a level (.json) in tests/scenarios/NAME, NAME being that of its \
grammar in grammar/NAME.ron. What it spells is pinned in a snapshot, snapshots/scenarios/NAME/..snap.")]
pub(super) struct TestArgs {
    /// A project, a folder of its scenarios, or one of them [default: the project of this folder].
    #[arg(value_name = "DIR", default_value = ".", hide_default_value = true)]
    folder: PathBuf,
    /// Show what has changed, pin it, and remove the snapshots whose scenario is gone.
    #[arg(long)]
    update: bool,
}

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const FAINT: Style = Style::new().dimmed();

/// How many of the scenarios there are of each kind.
#[derive(Default)]
struct Count {
    as_pinned: usize,
    new: usize,
    changed: usize,
    comments: usize,
    misstated: usize,
    unreadable: usize,
    orphans: usize,
    /// What could not be written or removed.
    failed: usize,
}

/// Runs the command.
pub(super) fn run(args: &TestArgs, out: &mut dyn Write) -> io::Result<Outcome> {
    let suite = match Suite::open(&args.folder) {
        Ok(suite) => suite,
        Err(problem) => {
            report::print(&[problem]);
            return Ok(Outcome::Problems);
        }
    };
    let checked = suite.check();
    let mut count = Count::default();
    for scenario in &checked.scenarios {
        count.add(&scenario.finding);
        print(out, scenario, args.update)?;
        if args.update {
            let pinned = suite.pin(scenario).map(|_| ());
            count.failed += usize::from(failed(&scenario.snapshot, pinned));
        }
    }
    for path in &checked.orphans {
        count.orphans += 1;
        heading(out, "orphan", path, "no scenario has it", args.update)?;
        if args.update {
            count.failed += usize::from(failed(path, suite.remove(path)));
        }
    }
    writeln!(out, "{}", count.summary(args.update))?;
    out.flush()?;
    Ok(finish(&checked, &count, args.update))
}

/// Shows how a scenario differs from what is pinned, if it does.
fn print(out: &mut dyn Write, scenario: &Scenario, update: bool) -> io::Result<()> {
    let (path, snapshot) = (&scenario.path, &scenario.snapshot);
    let shown = scenario.shown.as_ref();
    let text = shown.map_or("", |shown| &shown.text);
    match &scenario.finding {
        Finding::AsPinned => Ok(()),
        Finding::New => {
            heading(out, "new", path, "nothing is pinned yet", update)?;
            changes(out, "", text)
        }
        Finding::Changed { pinned } => {
            heading(out, "changed", path, &format!("{snapshot} differs"), update)?;
            changes(out, pinned, text)
        }
        Finding::OtherComment => {
            heading(
                out,
                "comment",
                path,
                &format!("{snapshot} has another one"),
                update,
            )?;
            let comment = shown.map_or(String::new(), |shown| tidy(shown.comment.clone()));
            writeln!(out, "  {GOOD}+ {comment}{GOOD:#}")
        }
        Finding::Misstated => {
            let why = "it does not spell what it states";
            heading(out, "misstated", path, why, false)
        }
        Finding::Unreadable => writeln!(out, "{BAD}unreadable{BAD:#} {path}"),
    }
}

/// One line about a scenario or a snapshot; `--update` settles what it says.
fn heading(out: &mut dyn Write, what: &str, path: &str, why: &str, update: bool) -> io::Result<()> {
    let style = if update { GOOD } else { BAD };
    writeln!(out, "{style}{what}{style:#} {path} {FAINT}{why}{FAINT:#}")
}

/// The lines that differ, each with what stands around it.
fn changes(out: &mut dyn Write, pinned: &str, shown: &str) -> io::Result<()> {
    let (pinned, shown) = (pinned.replace("\r\n", "\n"), shown.trim_end());
    let diff = TextDiff::from_lines(pinned.as_str(), shown);
    for (index, group) in diff.grouped_ops(2).iter().enumerate() {
        if index > 0 {
            writeln!(out, "    ..")?;
        }
        for change in group.iter().flat_map(|part| diff.iter_changes(part)) {
            let (sign, style) = match change.tag() {
                ChangeTag::Delete => ("-", BAD),
                ChangeTag::Insert => ("+", GOOD),
                ChangeTag::Equal => (" ", Style::new()),
            };
            let line = change.value().trim_end();
            let line = format!("{sign} {line}");
            writeln!(out, "  {style}{}{style:#}", line.trim_end())?;
        }
    }
    Ok(())
}

/// Whether a snapshot could not be changed, which is reported.
fn failed(path: &str, result: io::Result<()>) -> bool {
    if let Err(error) = &result {
        anstream::eprintln!("error: {path} cannot be changed: {error}");
    }
    result.is_err()
}

fn finish(checked: &Checked, count: &Count, update: bool) -> Outcome {
    report::print(&checked.problems);
    let open = count.new + count.changed + count.comments + count.orphans;
    if open > 0 && !update {
        anstream::eprintln!(
            "read what has changed; if it is meant, `spellboard test --update` pins it"
        );
    }
    let settled = update && count.failed == 0;
    match checked.problems.is_empty() && (open == 0 || settled) {
        true => Outcome::Fine,
        false => Outcome::Problems,
    }
}

impl Count {
    fn add(&mut self, finding: &Finding) {
        *match finding {
            Finding::AsPinned => &mut self.as_pinned,
            Finding::New => &mut self.new,
            Finding::Changed { .. } => &mut self.changed,
            Finding::OtherComment => &mut self.comments,
            Finding::Misstated => &mut self.misstated,
            Finding::Unreadable => &mut self.unreadable,
        } += 1;
    }

    fn summary(&self, update: bool) -> String {
        let unpinned = self.misstated + self.unreadable;
        let total = self.as_pinned + self.new + self.changed + self.comments + unpinned;
        let mut said = vec![format!("{} as pinned", self.as_pinned)];
        let mut say = |count: usize, before: &str, after: &str| {
            if count > 0 {
                said.push(format!("{count} {}", if update { after } else { before }));
            }
        };
        say(self.changed, "changed", "changed and pinned");
        say(self.new, "not pinned yet", "new and pinned");
        say(
            self.comments,
            "with another comment",
            "with another comment, pinned",
        );
        say(self.misstated, "misstated", "misstated");
        say(self.unreadable, "unreadable", "unreadable");
        match self.orphans {
            1 => say(1, "snapshot without its scenario", "snapshot removed"),
            orphans => say(
                orphans,
                "snapshots without their scenarios",
                "snapshots removed",
            ),
        }
        format!("{}: {}", number(total, "scenario"), said.join(", "))
    }
}
