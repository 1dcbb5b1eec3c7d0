//! What the rules in force cost: in times of reading alone, on boards full of text, and with a
//! lexicon that a board hardly uses.

use std::hint::black_box;
use std::sync::Arc;

use spellboard::{Board, Grammar, InForce, Reader, RuleTable, Source};

use crate::grammars;
use crate::levels::{Random, level};
use crate::suite::Suite;
use crate::timing;

/// Reading and deriving may cost twice what reading costs; machines that do other things as well
/// get some room.
const MOST: f64 = 3.0;

/// The most for a board full of text, in microseconds: 200, with some room for machines that do
/// other things.
const MOST_MICROSECONDS: f64 = 600.0;

/// Words and how many there are of them among a hundred, for boards full of text.
const MIXTURES: [(&str, &[(&str, usize)]); 3] = [
    (
        "nouns, IS, AND and properties",
        &[
            ("BABA", 10),
            ("KEKE", 10),
            ("ROCK", 10),
            ("IS", 30),
            ("AND", 20),
            ("YOU", 10),
            ("PUSH", 10),
        ],
    ),
    (
        "negations, ALL, groups and copies",
        &[
            ("BABA", 10),
            ("KEKE", 10),
            ("ALL", 5),
            ("GROUP", 5),
            ("NOT", 10),
            ("IS", 25),
            ("AND", 10),
            ("YOU", 10),
            ("PUSH", 10),
            ("MIMIC", 5),
        ],
    ),
    (
        "conditions and negations",
        &[
            ("BABA", 15),
            ("KEKE", 15),
            ("ON", 10),
            ("NOT", 10),
            ("LONELY", 10),
            ("IS", 25),
            ("AND", 5),
            ("YOU", 10),
        ],
    ),
];

/// Times reading with deriving against reading alone, on the boards of a suite.
pub fn compare(suite: &Suite) {
    let grammar = grammars::real_game(&suite.grammar);
    let boards = grammars::boards(suite, &grammar);
    let (mut both, mut alone) = (Reader::new(&grammar), Reader::new(&grammar));
    let (mut rules, mut spelled) = (RuleTable::default(), RuleTable::default());
    let mut in_force = InForce::default();
    let compared = timing::compare(
        || {
            for board in &boards {
                both.read_in_force(black_box(board), &mut rules, &mut in_force)
                    .expect("a board that can be read");
                black_box(&in_force);
            }
        },
        || {
            for board in &boards {
                alone
                    .read(black_box(board), &mut spelled)
                    .expect("a board that can be read");
                black_box(&spelled);
            }
        },
    );
    grammars::print(suite, &compared);
    assert!(compared.ratio < MOST, "{} derives too slowly", suite.name);
}

/// Times boards of 33 by 18 tiles with a word on each.
pub fn full_boards() {
    let grammar = grammars::real_game(&Grammar::shipped());
    println!("\na word on each of 33 x 18 tiles         rules   in force   microseconds");
    let mixed = MIXTURES.map(|(name, mixture)| (name, full_board(&grammar, mixture)));
    let long = [
        (
            "a long sentence in each row",
            long_sentences(&grammar, false),
        ),
        ("the same with negations", long_sentences(&grammar, true)),
        ("what holds, but for exceptions", exceptions(&grammar)),
        ("every noun, negations, ALL, groups", every_noun(&grammar)),
        ("two words on every third tile", stacks(&grammar)),
        ("letters that spell every second word", letters(&grammar)),
    ];
    for (name, board) in mixed.into_iter().chain(long) {
        let mut reader = Reader::new(&grammar);
        let (mut rules, mut in_force) = (RuleTable::default(), InForce::default());
        let mut pass = || {
            reader
                .read_in_force(black_box(&board), &mut rules, &mut in_force)
                .expect("a board that can be read");
        };
        let microseconds = timing::one(&mut pass) / 1e3;
        let (spelled, held) = (rules.len(), in_force.len());
        println!("{name:<36} {spelled:>8} {held:>10} {microseconds:>14.1}");
        assert!(microseconds < MOST_MICROSECONDS, "{name}: takes too long");
    }
}

/// Times the same board with a lexicon of 40,000 further nouns and without.
pub fn unused_nouns() {
    let core = Grammar::shipped();
    let many: Vec<String> = (0..40_000)
        .map(|number| format!(r#"{{ "name": "N{number}", "role": "noun" }}"#))
        .collect();
    let many = format!(r#"{{ "words": [{}] }}"#, many.join(", "));
    let further = [Source::new("many.json", many)];
    let grammars = [&further[..], &[]].map(|words| grammars::real_game_with(&core, words));
    let [large, small] = grammars.map(|grammar| {
        let board = full_board(&grammar, MIXTURES[1].1);
        let (mut rules, mut in_force) = (RuleTable::default(), InForce::default());
        move || {
            let mut reader = Reader::new(board.grammar());
            reader
                .read_in_force(black_box(&board), &mut rules, &mut in_force)
                .expect("a board that can be read");
        }
    });
    let compared = timing::compare(large, small);
    println!(
        "rules in force, with 40,000 nouns that lie nowhere and without {:>4.2}       3.0",
        compared.ratio
    );
    assert!(compared.ratio < 3.0, "nouns that lie nowhere cost too much");
}

/// A sentence with as many subjects and complements as there is room for in each row.
fn long_sentences(grammar: &Arc<Grammar>, negated: bool) -> Board {
    let [nouns, properties] = ["noun", "property"].map(|role| words_of(grammar, role));
    let mut nouns = nouns.into_iter().cycle();
    let mut properties = properties.into_iter().take(12).cycle();
    let mut words = Vec::new();
    for y in 0..18 {
        let mut row: Vec<&str> = Vec::new();
        let joined: &[&str] = if negated { &["AND", "NOT"] } else { &["AND"] };
        while row.len() < 14 {
            row.extend(nouns.next().into_iter().chain(joined.iter().copied()));
        }
        row.extend(nouns.next());
        row.push("IS");
        while row.len() < 31 - joined.len() {
            row.extend(properties.next().into_iter().chain(joined.iter().copied()));
        }
        row.extend(properties.next());
        words.extend(row.into_iter().zip(0..).map(|(word, x)| (word, x, y)));
    }
    Board::from_level(grammar.clone(), &level(33, 18, &words)).expect("a sound level")
}

/// Rows in which all but some things are something, and rows in which they are not where they lie on
/// others: each of many thousand rules with dozens of exceptions.
fn exceptions(grammar: &Arc<Grammar>) -> Board {
    let nouns = words_of(grammar, "noun");
    let mut nouns = nouns.into_iter().cycle();
    let mut words = Vec::new();
    for y in 0..18 {
        let ends: &[&str] = match y % 2 {
            0 => &["IS", "YOU"],
            _ => &["ON", "BABA", "IS", "NOT", "YOU"],
        };
        let mut row: Vec<&str> = vec!["NOT"];
        row.extend(nouns.next());
        while row.len() + 3 + ends.len() <= 33 {
            row.extend(["AND", "NOT"].into_iter().chain(nouns.next()));
        }
        row.extend(ends);
        words.extend(row.into_iter().zip(0..).map(|(word, x)| (word, x, y)));
    }
    Board::from_level(grammar.clone(), &level(33, 18, &words)).expect("a sound level")
}

/// Random words, with all nouns among them: the dearest kind of words for what stands for others.
fn every_noun(grammar: &Arc<Grammar>) -> Board {
    let nouns = words_of(grammar, "noun");
    let others = MIXTURES[1].1.iter();
    let others = others.filter(|(word, _)| !nouns.contains(word));
    let mixture: Vec<(&str, usize)> = nouns
        .iter()
        .flat_map(|&noun| [(noun, 1)])
        .chain(others.map(|&(word, count)| (word, 5 * count)))
        .collect();
    full_board(grammar, &mixture)
}

/// Random words, and two of them on every third tile.
fn stacks(grammar: &Arc<Grammar>) -> Board {
    let mut random = Random(20_260_103);
    let bag = bag(MIXTURES[2].1);
    let mut words = Vec::new();
    for tile in 0..33 * 18 {
        let count = if random.below(3) == 0 { 2 } else { 1 };
        let stack = (0..count).map(|_| bag[random.below(bag.len())]);
        words.extend(stack.map(|word| (word, tile % 33, tile / 33)));
    }
    Board::from_level(grammar.clone(), &level(33, 18, &words)).expect("a sound level")
}

/// Random words, about every second of them spelled by its letters.
fn letters(grammar: &Arc<Grammar>) -> Board {
    let mut random = Random(20_260_104);
    let bag = bag(MIXTURES[2].1);
    let mut words = Vec::new();
    for y in 0..18 {
        let mut row: Vec<&str> = Vec::new();
        while row.len() < 33 {
            let word = bag[random.below(bag.len())];
            match random.below(2) {
                0 => row.push(word),
                _ => row.extend(word.split("").filter(|letter| !letter.is_empty())),
            }
        }
        words.extend(row.into_iter().zip(0..33).map(|(word, x)| (word, x, y)));
    }
    Board::from_level(grammar.clone(), &level(33, 18, &words)).expect("a sound level")
}

fn words_of<'g>(grammar: &'g Grammar, role: &str) -> Vec<&'g str> {
    let lexicon = grammar.lexicon();
    let role = lexicon.role(role).expect("a role of the real game");
    let words = lexicon.words();
    let words = words.filter(|&word| lexicon.roles(word).contains(role));
    words.map(|word| lexicon.name(word)).collect()
}

fn full_board(grammar: &Arc<Grammar>, mixture: &[(&str, usize)]) -> Board {
    let mut random = Random(20_260_102);
    let bag = bag(mixture);
    let words: Vec<(&str, i32, i32)> = (0..33 * 18)
        .map(|tile| (bag[random.below(bag.len())], tile % 33, tile / 33))
        .collect();
    Board::from_level(grammar.clone(), &level(33, 18, &words)).expect("a sound level")
}

/// Each word as often as a mixture has it.
fn bag<'m>(mixture: &[(&'m str, usize)]) -> Vec<&'m str> {
    let words = mixture.iter();
    words.flat_map(|&(word, count)| vec![word; count]).collect()
}
