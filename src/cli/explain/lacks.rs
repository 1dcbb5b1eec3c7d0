//! What a line lacks of which nothing is read.

use super::{notes, phrases};
use crate::board::Board;
use crate::explain::{Line, Reading, Stop, examples};
use crate::level::Kind;
use crate::lexicon::WordId;

/// The word that sentences stand around or, for each such word that a line has, what has to stand
/// beside it.
pub(super) fn of(board: &Board, line: &Line) -> Vec<String> {
    let grammar = board.grammar();
    let anchors = grammar.automaton.anchors;
    let is_anchor = |word: WordId| grammar.automaton.accepts[word.index()] & anchors != 0;
    let texts = line.tiles.iter().flat_map(|tile| &tile.text);
    let mut words = texts.filter_map(|&object| match board.kind(object)? {
        Kind::Text(text) => grammar.lexicon().word(text),
        Kind::Thing(_) => None,
    });
    if !words.any(is_anchor) {
        let anchors = examples(board, is_anchor);
        let one_of = if anchors.len() > 1 { "one of " } else { "" };
        let few = phrases::few(board, &anchors);
        return vec![format!("{one_of}{few} on this line")];
    }
    let mut lacks: Vec<String> = Vec::new();
    for reading in &line.readings {
        let lack = match &reading.words[..] {
            [] if lacks.is_empty() => begins_nothing(board, line, reading),
            [word] if is_anchor(word.word) => Some(stands_alone(board, word.word, reading)),
            _ => None,
        };
        lacks.extend(lack.filter(|lack| !lacks.contains(lack)));
    }
    lacks
}

/// A word that no sentence begins with.
fn begins_nothing(board: &Board, line: &Line, reading: &Reading) -> Option<String> {
    let stop = reading.stops.first()?;
    let tile = line.tiles.get(stop.at?)?;
    let found = phrases::objects(board, &tile.text, &[]);
    let wanted = notes::goes_on(board, &(stop.runs.clone(), stop.wanted.clone()));
    Some(format!("{wanted}; {found} begins no sentence"))
}

/// A word that sentences stand around, with nothing that fits on some side.
fn stands_alone(board: &Board, word: WordId, reading: &Reading) -> String {
    let name = board.grammar().lexicon().name(word);
    let side = |stop: &Stop| {
        let wanted = notes::goes_on(board, &(stop.runs.clone(), stop.wanted.clone()));
        let side = if stop.before { "before" } else { "behind" };
        format!("{side} {name} {wanted}")
    };
    let sides = reading.stops.iter().filter(|stop| !stop.is_end).map(side);
    phrases::and(&sides.collect::<Vec<_>>())
}
