//! A board that would take too much time or memory is refused, and says why.

use std::sync::Arc;

use spellboard::{Board, Grammar, RuleTable, Unreadable};

#[test]
fn a_board_that_spells_too_many_rules_says_so() {
    let mut board = Board::new(Arc::new(Grammar::shipped()), 3, 1).expect("it has a size");
    let stacked = (1..).find(|side| side * side > RuleTable::MOST_RULES);
    for _ in 0..stacked.expect("some square is larger") {
        board
            .place("text:ROCK", 0, 0)
            .expect("it lies on the board");
        board
            .place("text:PUSH", 2, 0)
            .expect("it lies on the board");
    }
    board.place("text:IS", 1, 0).expect("it lies on the board");
    assert_eq!(board.rules().err(), Some(Unreadable::TooComplex));
    assert_eq!(
        Unreadable::TooComplex.to_string(),
        "this board is too complex to read: its text spells more than 1048576 rules, has more \
         than 4194304 words in them, or can be read in too many ways"
    );
}
