//! Changes as a table for the terminal, and as one for Markdown.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::changes::{BoardChange, Change, Changes, GrammarChange};
use super::report::number;
use crate::diagnostic::tidy;

const ADDED: Style = AnsiColor::Green.on_default();
const TAKEN: Style = AnsiColor::Red.on_default();
const FAINT: Style = Style::new().dimmed();

/// A row of the table: what has changed, a remark about it, and how.
struct Row<'a> {
    /// What has changed is written in a file like this, or stands for several boards.
    name: String,
    remark: &'static str,
    added: &'a [String],
    taken: &'a [String],
    /// Why it cannot be read.
    cause: Option<String>,
}

/// Prints changes as a table: each board or grammar once, a line for each of its rules.
pub(super) fn text(changes: &Changes, out: &mut dyn Write) -> io::Result<()> {
    let rows = rows(changes);
    let label = |row: &Row| match row.remark {
        "" => tidy(row.name.clone()),
        remark => format!("{} ({remark})", tidy(row.name.clone())),
    };
    let labels: Vec<String> = rows.iter().map(label).collect();
    let width = labels.iter().map(|label| label.width()).max().unwrap_or(0);
    for (row, label) in rows.iter().zip(&labels) {
        let lines = lines(row);
        for (index, (sign, style, text)) in lines.iter().enumerate() {
            let label = if index == 0 { label } else { "" };
            let gap = " ".repeat(width - label.width());
            writeln!(out, "{label}{gap}  {style}{sign} {text}{style:#}")?;
        }
    }
    Ok(())
}

/// The lines of a row: a sign, its colour, and a rule.
fn lines(row: &Row) -> Vec<(&'static str, Style, String)> {
    let rules = |sign, style, rules: &[String]| {
        let line = move |rule: &String| (sign, style, tidy(rule.clone()));
        rules.iter().map(line).collect::<Vec<_>>()
    };
    let mut lines = rules("-", TAKEN, row.taken);
    lines.extend(rules("+", ADDED, row.added));
    lines.extend(row.cause.iter().map(|cause| ("!", TAKEN, cause.clone())));
    if lines.is_empty() {
        lines.push((" ", FAINT, "no rules".to_owned()));
    }
    lines
}

/// Prints changes as a Markdown table: a row for each board or grammar.
pub(super) fn markdown(changes: &Changes, out: &mut dyn Write) -> io::Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    writeln!(out, "| board | added | taken |\n|---|---|---|")?;
    for row in rows(changes) {
        let remark = match row.remark {
            "" => String::new(),
            remark => format!(" *{remark}*"),
        };
        let list = |rules: &[String]| {
            rules
                .iter()
                .map(|rule| code(rule))
                .collect::<Vec<_>>()
                .join("<br>")
        };
        let cause = row
            .cause
            .as_ref()
            .map_or(String::new(), |cause| format!(" {}", code(cause)));
        let (added, taken) = (list(row.added), list(row.taken));
        writeln!(
            out,
            "| {}{remark}{cause} | {added} | {taken} |",
            code(&row.name)
        )?;
    }
    Ok(())
}

/// A text as code in a Markdown table, whatever signs it has.
fn code(text: &str) -> String {
    let text = tidy(text.to_owned()).replace('|', "\\|");
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let mark = "`".repeat(longest + 1);
    match longest {
        0 => format!("{mark}{text}{mark}"),
        _ => format!("{mark} {text} {mark}"),
    }
}

/// One sentence about all changes.
pub(super) fn summary(changes: &Changes) -> String {
    let count = |rules: fn(&BoardChange) -> &Vec<String>| {
        changes
            .boards
            .iter()
            .map(|board| rules(board).len())
            .sum::<usize>()
    };
    let (added, taken) = (count(|board| &board.added), count(|board| &board.taken));
    let of = number(changes.of, "board");
    let lost = match changes.not_compared() {
        0 => String::new(),
        lost => format!("; {lost} not compared"),
    };
    match changes.is_empty() {
        true => format!("no rule of {of} has changed"),
        false => {
            let boards = changes.boards.len();
            format!(
                "{boards} of {of}: {} added, {taken} taken{lost}",
                number(added, "rule")
            )
        }
    }
}

fn rows(changes: &Changes) -> Vec<Row<'_>> {
    let grammars = changes.grammars.iter().map(grammar_row);
    grammars
        .chain(changes.boards.iter().map(board_row))
        .collect()
}

fn grammar_row(change: &GrammarChange) -> Row<'_> {
    let GrammarChange {
        grammar,
        words,
        boards,
        change,
        added,
        taken,
    } = change;
    let (remark, cause) = match change {
        Change::Rules | Change::Edited => ("on every board", None),
        Change::New => ("new, on every board", None),
        Change::Gone => ("gone", None),
        Change::Unreadable => ("", Some("cannot be used any more")),
        Change::Readable => ("", Some("can be used now and could not before")),
        Change::NeverReadable => ("", Some("can be used neither before nor after")),
    };
    let boards = match boards {
        0 => "no board is read with it".to_owned(),
        1 => "1 board is not compared".to_owned(),
        boards => format!("{boards} boards are not compared"),
    };
    let cause = cause.map(|cause| format!("{cause}: {boards}"));
    // Which of its files is at fault is said with the problems.
    let name = match cause {
        Some(_) => format!("{grammar} with {words}"),
        None => grammar.clone(),
    };
    Row {
        name,
        remark,
        added,
        taken,
        cause,
    }
}

fn board_row(change: &BoardChange) -> Row<'_> {
    let BoardChange {
        board,
        change,
        added,
        taken,
        cause,
    } = change;
    let remark = match change {
        Change::Rules | Change::Unreadable | Change::NeverReadable => "",
        Change::Edited => "edited",
        Change::New => "new",
        Change::Gone => "gone",
        Change::Readable => "could not be read before",
    };
    let cause = cause
        .as_ref()
        .map(|cause| format!("cannot be read any more: {cause}"));
    Row {
        name: board.clone(),
        remark,
        added,
        taken,
        cause,
    }
}
