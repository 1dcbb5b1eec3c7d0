//! What has changed between two readings of a project.

use std::collections::BTreeSet;

use serde::Serialize;

use super::readings::{Reading, Readings, Silence};

/// All that has changed.
#[derive(Debug, Default, Serialize)]
pub(super) struct Changes {
    /// Rules that hold on every board of a grammar, or no longer do.
    pub(super) grammars: Vec<GrammarChange>,
    /// The boards that spell other rules than before, sorted by name.
    pub(super) boards: Vec<BoardChange>,
    /// How many boards there are before the change or after it.
    pub(super) of: usize,
}

/// What has changed on every board of a grammar.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct GrammarChange {
    pub(super) grammar: String,
    /// The words file that it is read with.
    pub(super) words: String,
    /// How many boards are read with it.
    pub(super) boards: usize,
    pub(super) change: Change,
    pub(super) added: Vec<String>,
    pub(super) taken: Vec<String>,
}

/// What has changed on a board.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct BoardChange {
    pub(super) board: String,
    pub(super) change: Change,
    pub(super) added: Vec<String>,
    pub(super) taken: Vec<String>,
    /// Why it cannot be read any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cause: Option<String>,
}

/// The kind of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Change {
    /// It is the same board, or grammar, with other rules.
    Rules,
    /// The board itself is another one.
    Edited,
    /// It was not there before.
    New,
    /// It is not there any more.
    Gone,
    /// It could be read before.
    Unreadable,
    /// It could not be read before, so nobody knows its rules of then.
    Readable,
    /// It can be read neither before nor after, and is not compared.
    NeverReadable,
}

impl Changes {
    /// Compares a project before and after a change.
    pub(super) fn between(before: &Readings, after: &Readings) -> Changes {
        let names: BTreeSet<&String> = before.boards.keys().chain(after.boards.keys()).collect();
        let of = names.len();
        let change = |name: &String| board(name, before.boards.get(name), after.boards.get(name));
        let paths: BTreeSet<&String> = before.base.keys().chain(after.base.keys()).collect();
        let grammars = paths
            .into_iter()
            .filter_map(|path| grammar(path, before, after));
        Changes {
            grammars: grammars.collect(),
            boards: names.into_iter().filter_map(change).collect(),
            of,
        }
    }

    /// How many boards are not compared, because their grammar and words cannot be used on both sides.
    pub(super) fn not_compared(&self) -> usize {
        let unusable = |change: &&GrammarChange| {
            let GrammarChange { change, .. } = change;
            matches!(
                change,
                Change::Unreadable | Change::Readable | Change::NeverReadable
            )
        };
        let unusable = self.grammars.iter().filter(unusable);
        unusable.map(|change| change.boards).sum()
    }

    /// Whether there is nothing to say.
    pub(super) fn is_empty(&self) -> bool {
        self.grammars.is_empty() && self.boards.is_empty()
    }
}

fn grammar(path: &str, before: &Readings, after: &Readings) -> Option<GrammarChange> {
    let none = BTreeSet::new();
    let (change, old, new) = match (before.base.get(path), after.base.get(path)) {
        (Some(Some(old)), Some(Some(new))) => (Change::Rules, old, new),
        (Some(Some(_)), Some(None)) => (Change::Unreadable, &none, &none),
        (Some(None), Some(Some(_))) => (Change::Readable, &none, &none),
        (Some(None), Some(None)) => (Change::NeverReadable, &none, &none),
        (None, Some(Some(new))) => (Change::New, &none, new),
        (None, Some(None)) => (Change::Unreadable, &none, &none),
        (Some(Some(old)), None) => (Change::Gone, old, &none),
        (Some(None), None) | (None, None) => return None,
    };
    let (added, taken) = (difference(new, old), difference(old, new));
    if change == Change::Rules && added.is_empty() && taken.is_empty() {
        return None;
    }
    let side = if after.base.contains_key(path) {
        after
    } else {
        before
    };
    let boards = side
        .boards
        .values()
        .filter(|reading| reading.grammar == path)
        .count();
    Some(GrammarChange {
        grammar: path.to_owned(),
        words: side.words.get(path).cloned().unwrap_or_default(),
        boards,
        change,
        added,
        taken,
    })
}

fn board(name: &str, before: Option<&Reading>, after: Option<&Reading>) -> Option<BoardChange> {
    let none = BTreeSet::new();
    let mut cause = None;
    let (change, old, new) = match (
        before.map(|it| it.rules.as_ref()),
        after.map(|it| it.rules.as_ref()),
    ) {
        // What is wrong with a grammar is said once, not for each of its boards.
        (Some(Err(Silence::Grammar)), _) | (_, Some(Err(Silence::Grammar))) => return None,
        (before, after) if before == after => return None,
        (_, Some(Err(Silence::Board(why)))) => {
            cause = Some(why.clone());
            (Change::Unreadable, &none, &none)
        }
        (Some(Ok(old)), Some(Ok(new))) => (Change::Rules, old, new),
        (Some(Err(_)), Some(Ok(new))) => (Change::Readable, &none, new),
        (None, Some(Ok(new))) => (Change::New, &none, new),
        (Some(old), None) => (Change::Gone, old.unwrap_or(&none), &none),
        (None, None) => return None,
    };
    let is_edited = before.map(|it| &it.level) != after.map(|it| &it.level);
    let change = match change {
        Change::Rules if is_edited => Change::Edited,
        change => change,
    };
    let (added, taken) = (difference(new, old), difference(old, new));
    Some(BoardChange {
        board: name.to_owned(),
        change,
        added,
        taken,
        cause,
    })
}

/// The rules of one set that another one lacks.
fn difference(of: &BTreeSet<String>, without: &BTreeSet<String>) -> Vec<String> {
    of.difference(without).cloned().collect()
}
