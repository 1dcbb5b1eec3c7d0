//! Grammars and boards as tests write them down.
#![allow(dead_code, reason = "no test needs all of them")]

use std::path::Path;
use std::sync::Arc;

use spellboard::{Board, Grammar, Source, drawing};

/// A grammar that has to be sound, with its words.
pub fn sound(grammar: &str, words: &str) -> Arc<Grammar> {
    let words = Source::new("own.json", words);
    let grammar = Grammar::new(&Source::new("own.ron", grammar), &[words]);
    Arc::new(grammar.expect("a sound grammar"))
}

/// A file of the project.
pub fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(path).expect("a file of the project")
}

/// The shipped grammar of the real game.
pub fn real_game() -> Arc<Grammar> {
    sound(&file("grammar/baba.ron"), &file("content/baba.json"))
}

/// A board as it is drawn.
pub fn drawn(grammar: &Arc<Grammar>, drawing: &str) -> Board {
    let drawing = Source::new("board.txt", drawing);
    drawing::read(&drawing, grammar.clone()).expect("a board")
}

/// A board with objects on its tiles; a word in lower case is a thing.
pub fn placed(
    grammar: &Arc<Grammar>,
    (width, height): (i32, i32),
    objects: &[(&str, i32, i32)],
) -> Board {
    let mut board = Board::new(grammar.clone(), width, height).expect("it has a size");
    for (word, x, y) in objects {
        let kind = match word.chars().all(char::is_lowercase) {
            true => (*word).to_owned(),
            false => format!("text:{word}"),
        };
        board.place(&kind, *x, *y).expect("it lies on the board");
    }
    board
}
