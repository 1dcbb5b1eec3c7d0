//! Words, rules and places in English.

use crate::board::Board;
use crate::explain::{RunName, WordSet, examples};
use crate::grammar::{Direction, Grammar};
use crate::level::Kind;
use crate::lexicon::WordId;
use crate::object::{ObjectId, Tile};
use crate::rules::PartKind;

/// How many words stand for all words of a role, and how many rules for all that a change makes.
const EXAMPLES: usize = 3;

/// What people call a direction.
pub(super) fn way(direction: Direction) -> &'static str {
    match direction {
        Direction::Right => "rightwards",
        Direction::Left => "leftwards",
        Direction::Down => "downwards",
        Direction::Up => "upwards",
        Direction::DownRight => "down and right",
        Direction::DownLeft => "down and left",
        Direction::UpRight => "up and right",
        Direction::UpLeft => "up and left",
    }
}

/// The heading of a line of text.
pub(super) fn heading(direction: Direction, first: Tile) -> String {
    let way = way(direction);
    match direction.step() {
        (_, 0) => format!("row {}, {way} from {first}", first.y),
        (0, _) => format!("column {}, {way} from {first}", first.x),
        _ => format!("diagonal, {way} from {first}"),
    }
}

/// Some words: the roles with a few words each, and the words that belong to no such role.
pub(super) fn words(board: &Board, set: &WordSet) -> String {
    let lexicon = board.grammar().lexicon();
    let mut parts: Vec<String> = Vec::new();
    for &role in &set.roles {
        let all: Vec<WordId> = examples(board, |word| lexicon.roles(word).contains(role));
        parts.push(format!(
            "{} ({})",
            lexicon.role_name(role),
            few(board, &all)
        ));
    }
    if !set.words.is_empty() {
        let all = examples(board, |word| set.words.contains(&word));
        parts.push(few(board, &all));
    }
    or(&parts)
}

pub(super) fn few(board: &Board, words: &[WordId]) -> String {
    let lexicon = board.grammar().lexicon();
    let shown = if words.len() > EXAMPLES + 1 {
        EXAMPLES
    } else {
        words.len()
    };
    let names: Vec<&str> = words[..shown]
        .iter()
        .map(|&word| lexicon.name(word))
        .collect();
    let more = if shown < words.len() { ", .." } else { "" };
    format!("{}{more}", names.join(", "))
}

/// Joins parts: "a, b or c".
pub(super) fn or(parts: &[String]) -> String {
    joined(parts, "or")
}

/// Joins parts: "a, b and c".
pub(super) fn and(parts: &[String]) -> String {
    joined(parts, "and")
}

fn joined(parts: &[String], by: &str) -> String {
    match parts.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {by} {last}", rest.join(", ")),
    }
}

/// Rules in a row, of which the first few are shown.
pub(super) fn rules(texts: &[String]) -> String {
    match texts.len().saturating_sub(EXAMPLES) {
        0 => texts.join(", "),
        more => format!("{} and {more} more", texts[..EXAMPLES].join(", ")),
    }
}

/// What a word would be in a sentence: its run, or what it does between or before the run's items.
pub(super) fn place(grammar: &Grammar, run: RunName) -> String {
    let name = grammar.run_name(usize::from(run.sentence), usize::from(run.run));
    let name = name.unwrap_or_default();
    match run.kind {
        PartKind::Item | PartKind::Marker => name.to_owned(),
        PartKind::Letter => format!("{name}, a letter of it"),
        PartKind::Joiner => format!("{name}, joined by"),
        PartKind::Negation | PartKind::NegationAfter => format!("{name}, negated by"),
    }
}

/// The names of some text on one tile.
pub(super) fn names(board: &Board, text: &[ObjectId]) -> String {
    let name = |&object: &ObjectId| match board.kind(object) {
        Some(Kind::Text(name) | Kind::Thing(name)) => name,
        None => "",
    };
    text.iter().map(name).collect::<Vec<_>>().join("|")
}

/// What lies on a tile, one object after another.
pub(super) fn objects(board: &Board, text: &[ObjectId], things: &[ObjectId]) -> String {
    let parts: Vec<String> = match text {
        [] => things.iter().map(|&thing| object(board, thing)).collect(),
        text => text.iter().map(|&text| object(board, text)).collect(),
    };
    match parts.is_empty() {
        true => "nothing".to_owned(),
        false => parts.join(" and "),
    }
}

/// What an object is, with what its word can do.
fn object(board: &Board, object: ObjectId) -> String {
    let grammar = board.grammar();
    let lexicon = grammar.lexicon();
    let roles = |word: WordId| {
        let roles = lexicon.roles(word).iter();
        roles
            .map(|role| lexicon.role_name(role))
            .collect::<Vec<_>>()
            .join(", ")
    };
    match board.kind(object) {
        Some(Kind::Text(text)) => match lexicon.word(text) {
            None => format!("{text}, no word that this grammar knows"),
            Some(word) if !grammar.uses(word) => format!(
                "{text} ({}), which has no place in any sentence of this grammar",
                roles(word)
            ),
            Some(word) => format!("{text} ({})", roles(word)),
        },
        Some(Kind::Thing(noun)) => format!("{noun}, a thing and no text"),
        None => String::new(),
    }
}
