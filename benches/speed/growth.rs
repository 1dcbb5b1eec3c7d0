//! How the time grows: with the text, not with the area, the stacks or the objects placed so far.

use std::hint::black_box;
use std::sync::Arc;

use spellboard::{Board, Grammar, Level, Reader, RuleTable};

use crate::boards::Words;
use crate::levels::level;
use crate::timing;

/// Fourteen words: four sentences and two words alone, as in most levels, each with its place on a
/// board of 9 by 9 blocks of tiles and its place in the block.
const TEXT: [(&str, i32, i32, i32); 14] = [
    ("BABA", 0, 0, 0),
    ("IS", 0, 0, 1),
    ("YOU", 0, 0, 2),
    ("FLAG", 6, 0, 0),
    ("IS", 6, 0, 1),
    ("WIN", 6, 0, 2),
    ("WALL", 0, 8, 0),
    ("IS", 0, 8, 1),
    ("STOP", 0, 8, 2),
    ("ROCK", 6, 8, 0),
    ("IS", 6, 8, 1),
    ("PUSH", 6, 8, 2),
    ("KEKE", 3, 4, 0),
    ("SINK", 8, 4, 0),
];

/// Checks every kind of growth and prints it.
pub fn check() {
    let grammar: Arc<Grammar> = Grammar::shipped().into();
    println!("\nthe larger of two boards in times of the smaller one      ratio   at most");
    for side in [1_000, 100_000] {
        let name = format!("the same 14 words on {side} x {side} tiles and on 10 x 10");
        let boards = [spread(side), spread(10)].map(|level| (level, 5));
        read(&name, &grammar, boards, 2.5);
    }
    let name = "a chain of 200 two-noun tiles and one of 14";
    read(name, &grammar, [200, 14].map(chain), 2.0 * 200.0 / 14.0);
    let name = "a stack of 2,000 nouns and one of 200";
    read(name, &grammar, [2_000, 200].map(stack), 20.0);
    build(&grammar);
}

/// The fourteen words on a square board.
fn spread(side: i32) -> Level {
    let words = TEXT.map(|(word, x, y, i)| (word, side / 9 * x + i, side / 9 * y));
    level(side, side, &words)
}

/// Two nouns on every tile of a chain joined by AND, and the number of rules.
fn chain(tiles: i32) -> (Level, usize) {
    let mut words = Vec::new();
    for i in 0..tiles {
        words.extend([("BABA", 2 * i, 0), ("KEKE", 2 * i, 0)]);
        words.push((if i + 1 < tiles { "AND" } else { "IS" }, 2 * i + 1, 0));
    }
    words.push(("YOU", 2 * tiles, 0));
    (level(2 * tiles + 1, 1, &words), 1 + 2 * tiles as usize)
}

/// Many nouns on one tile, and the number of rules.
fn stack(nouns: usize) -> (Level, usize) {
    let mut words = vec![("IS", 1, 0), ("YOU", 2, 0)];
    words.extend(vec![("BABA", 0, 0); nouns]);
    (level(3, 1, &words), 1 + nouns)
}

/// Times reading a large board against reading a small one.
fn read(name: &str, grammar: &Arc<Grammar>, boards: [(Level, usize); 2], most: f64) {
    let words = Words::of(grammar);
    let [large, small] = boards.map(|(level, rules)| {
        let board = Board::from_level(grammar.clone(), &level).expect("a sound level");
        let table = board.rules().expect("not too many rules");
        assert_eq!(table.len(), rules, "rules of {name}");
        if level.width < 10_000 {
            words.compare(&board, table);
        }
        board
    });
    let mut readers = [Reader::new(grammar), Reader::new(grammar)];
    let mut tables = [RuleTable::default(), RuleTable::default()];
    let [large_reader, small_reader] = &mut readers;
    let [large_table, small_table] = &mut tables;
    let compared = timing::compare(
        || black_box(large_reader.read(black_box(&large), large_table)).expect("not too many"),
        || black_box(small_reader.read(black_box(&small), small_table)).expect("not too many"),
    );
    report(name, compared.ratio, most);
}

/// Times building boards object by object, without reading them.
fn build(grammar: &Arc<Grammar>) {
    let kinds = ["text:BABA", "text:IS", "text:YOU", "baba"];
    let build = |objects: usize| {
        let mut board = Board::new(grammar.clone(), 100, 100).expect("a sound size");
        for i in 0..objects {
            let (x, y) = (i % 100, i / 100 % 100);
            let placed = board.place(kinds[i % 4], x as i32, y as i32);
            placed.expect("an object on the board");
        }
        black_box(board);
    };
    let compared = timing::compare(|| build(20_000), || build(2_000));
    report("placing 20,000 objects and 2,000", compared.ratio, 20.0);
}

fn report(name: &str, ratio: f64, most: f64) {
    println!("{name:<55} {ratio:>7.2} {most:>9.1}");
    assert!(ratio < most, "{name}: {ratio:.2} times");
}
