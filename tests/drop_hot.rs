//! The first expansion drop: HOT.

use spellboard::harness::{LevelDef, new_baba};

#[test]
fn test_06x_hot_word() {
    let mut board = new_baba(LevelDef {
        width: 5,
        height: 1,
        ..Default::default()
    });
    for (x, word) in (0..).zip(["LAVA", "IS", "HOT", "AND", "PUSH"]) {
        board.place(&format!("text:{word}"), x, 0);
    }
    assert_eq!(
        board.rules(),
        ["LAVA IS HOT", "LAVA IS PUSH", "TEXT IS PUSH"]
    );
}
