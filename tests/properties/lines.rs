//! Small boards that often spell sentences of a random grammar.

use proptest::prelude::*;
use spellboard::{Board, Direction, Grammar};
use std::sync::Arc;

use crate::model::{Model, Run};

/// A word by its number, and where it lies.
pub type Laid = (usize, i32, i32);

/// What a board is made of: choices from which a sentence comes, and words that lie somewhere.
pub type Plan = (Vec<usize>, Vec<Laid>);

/// The size of all boards.
pub const SIZE: (i32, i32) = (8, 4);

/// Plans for boards with one sentence and some words over and around it.
pub fn plan() -> impl Strategy<Value = Plan> {
    let word = (0..9usize, 0..SIZE.0, 0..SIZE.1);
    (
        prop::collection::vec(any::<usize>(), 40),
        prop::collection::vec(word, 0..14),
    )
}

/// The words of a plan: its sentence lies in the first direction of the grammar.
pub fn words(model: &Model, grammar: &Grammar, (choices, further): &Plan) -> Vec<Laid> {
    let mut choices = choices.iter().copied().cycle();
    let mut choose = |end: usize| choices.next().unwrap_or(0) % end;
    let sentence = &model.sentences[choose(model.sentences.len())];
    let mut words = Vec::new();
    for run in &sentence.runs {
        write(model, run, &mut choose, &mut words);
    }
    let (dx, dy) = grammar.directions()[0].step();
    let start = |step: i32, size: i32| {
        if step < 0 {
            size - 1
        } else {
            choose(2) as i32 * step
        }
    };
    let mut start = start;
    let (x, y) = (start(dx, SIZE.0), start(dy, SIZE.1));
    let laid = (0..)
        .zip(words)
        .map(|(i, word)| (word, x + i * dx, y + i * dy));
    let on_board = |&(_, x, y): &Laid| (0..SIZE.0).contains(&x) && (0..SIZE.1).contains(&y);
    laid.chain(further.iter().copied())
        .filter(on_board)
        .collect()
}

/// Writes a run with a few items.
fn write(
    model: &Model,
    run: &Run,
    choose: &mut impl FnMut(usize) -> usize,
    words: &mut Vec<usize>,
) {
    if run.optional && choose(2) == 0 {
        return;
    }
    let word = |roles: &[usize], choose: &mut dyn FnMut(usize) -> usize| {
        let fitting: Vec<usize> = model.words_of(roles).collect();
        fitting.get(choose(fitting.len().max(1))).copied()
    };
    let listed = run.joined_by.is_some() || run.side_by_side;
    let further = if listed { choose(3) } else { 0 };
    for item in 0..=further {
        if item > 0 && !(run.side_by_side && choose(2) == 0) {
            words.extend(run.joined_by.and_then(|joiner| word(&[joiner], choose)));
        }
        for _ in 0..run.negated_by.map_or(0, |_| choose(3)) {
            words.extend(
                run.negated_by
                    .and_then(|negation| word(&[negation], choose)),
            );
        }
        if let Some(before) = run.led_by.as_deref().filter(|_| choose(2) == 0) {
            write(model, before, choose, words);
        }
        let behind = run.followed_by.as_deref();
        let also = behind.map_or(&[][..], |behind| &behind.also_behind);
        match choose(3) == 0 && !also.is_empty() {
            true => words.extend(word(also, choose)),
            false => words.extend(word(&run.of, choose)),
        }
        if let Some(behind) = behind.filter(|_| choose(2) == 0) {
            write(model, behind, choose, words);
        }
        for _ in 0..run.negated_after.map_or(0, |_| choose(3)) {
            let negation = run.negated_after.and_then(|role| word(&[role], choose));
            words.extend(negation);
        }
        if let Some(taken) = &run.takes {
            write(model, taken, choose, words);
        }
    }
}

/// The board of some words; an object's number is its place among them.
pub fn board(grammar: &Arc<Grammar>, words: &[Laid]) -> Board {
    let mut board = Board::new(grammar.clone(), SIZE.0, SIZE.1).expect("a sound size");
    for &(word, x, y) in words {
        let kind = format!("text:{}", Model::name(word));
        board.place(&kind, x, y).expect("a tile of the board");
    }
    board
}

/// The words on each tile of the line through a tile, in a direction, and the tile's place in it.
pub fn line(
    words: &[Laid],
    (x, y): (i32, i32),
    direction: Direction,
) -> (Vec<Vec<(usize, usize)>>, usize) {
    let (dx, dy) = direction.step();
    let on_board =
        |i: i32| (0..SIZE.0).contains(&(x + i * dx)) && (0..SIZE.1).contains(&(y + i * dy));
    let first = (0..).find(|back| !on_board(-back - 1)).unwrap_or(0);
    let tile = |i: i32| {
        let here = |&(_, &(_, a, b)): &(usize, &Laid)| (a, b) == (x + i * dx, y + i * dy);
        let on_tile = words.iter().enumerate().filter(here);
        on_tile
            .map(|(object, &(word, ..))| (object, word))
            .collect()
    };
    let tiles = (-first..).take_while(|&i| on_board(i)).map(tile).collect();
    (tiles, first as usize)
}
