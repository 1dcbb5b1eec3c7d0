//! What the engine promises, as literal boards and rules.

use spellboard::harness::{Baba, LevelDef, new_baba};

fn board(width: i32, height: i32) -> Baba {
    new_baba(LevelDef {
        width,
        height,
        ..Default::default()
    })
}

/// Places one word a tile, to the right from the left edge of a row.
fn write(board: &mut Baba, y: i32, words: &[&str]) {
    for (x, word) in (0..).zip(words) {
        board.place(&format!("text:{word}"), x, y);
    }
}

#[test]
fn test_06_horizontal_rule() {
    let level: LevelDef =
        serde_json::from_str(include_str!("levels/horizontal_rule.json")).unwrap();
    assert_eq!(new_baba(level).rules(), ["BABA IS YOU", "TEXT IS PUSH"]);
}

#[test]
fn test_06_crossword_shared_is() {
    let mut board = board(3, 3);
    write(&mut board, 1, &["BABA", "IS", "YOU"]);
    board.place("text:FLAG", 1, 0);
    assert_eq!(board.rules(), ["BABA IS YOU", "TEXT IS PUSH"]);
    board.place("text:WIN", 1, 2);
    assert_eq!(
        board.rules(),
        ["BABA IS YOU", "FLAG IS WIN", "TEXT IS PUSH"]
    );
}

#[test]
fn test_06_and_distributes() {
    let mut board = board(7, 1);
    write(
        &mut board,
        0,
        &["BABA", "AND", "ROCK", "IS", "PUSH", "AND", "STOP"],
    );
    assert_eq!(
        board.rules(),
        [
            "BABA IS PUSH",
            "BABA IS STOP",
            "ROCK IS PUSH",
            "ROCK IS STOP",
            "TEXT IS PUSH"
        ]
    );
}

#[test]
fn test_06_stacked_text_all_combinations() {
    let mut board = board(3, 1);
    write(&mut board, 0, &["BABA", "IS", "YOU"]);
    board.place("text:ROCK", 0, 0);
    assert_eq!(
        board.rules(),
        ["BABA IS YOU", "ROCK IS YOU", "TEXT IS PUSH"]
    );
}

#[test]
fn test_06_default_text_is_push() {
    let mut board = board(3, 3);
    board.place("baba", 1, 1);
    assert_eq!(board.rules(), ["TEXT IS PUSH"]);
}

#[test]
#[should_panic(expected = "the tile (3, -1) is off the board, which is 3 wide and 2 high")]
fn placing_off_the_board_says_the_tile_and_the_size() {
    board(3, 2).place("baba", 3, -1);
}
