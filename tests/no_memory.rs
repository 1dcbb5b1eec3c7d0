//! Questions to the rules in force take no memory.

use std::path::Path;
use std::sync::Arc;

use allocation_counter::measure;
use spellboard::{Board, Grammar, InForce, Reader, RuleTable, Source, WordId, drawing};

const BOARD: &str = "\
NOT BABA IS PUSH AND FLAG . BABA IS YOU
BABA ON ROCK AND NEAR FLAG IS NOT YOU .
KEKE HAS ALL . rock . LONELY KEKE HAS LOVE
KEKE NEAR FLAG AND ON BABA IS WIN . . .
ROCK IS GROUP . GROUP IS STOP . JIJI MIMIC BABA
FLAG IS FLAG . BABA IS NOT PUSH . . .
ROCK WRITE BABA AND YOU . ROCK IS NOT TEXT
LONELY KEKE IS NOT TEXT . KEKE WRITE BABA
KEKE ON FLAG WRITE NOT BABA . LONELY FLAG IS FLAG
";

fn grammar() -> Arc<Grammar> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (grammar, words) = ("grammar/baba.ron", "content/baba.json");
    let grammar = Grammar::load(&root.join(grammar), &[&root.join(words)]);
    grammar.expect("the shipped grammar").into()
}

fn board(grammar: &Arc<Grammar>, text: &str) -> Board {
    drawing::read(&Source::new("board.txt", text), grammar.clone()).expect("a board")
}

/// Asks everything of these words; how many rules and words came in answer.
fn ask(rules: &InForce, words: &[WordId]) -> usize {
    let mut found = 0;
    let of_rule = |rule: spellboard::Held<'_>| {
        let own = rule.conditions().map(|it| 1 + it.takes().len());
        let exceptions = rule.exceptions().flat_map(|it| it.conditions());
        own.sum::<usize>() + exceptions.map(|it| 1 + it.takes().len()).sum::<usize>()
    };
    for &verb in words {
        for &one in words {
            found += rules.complements(one, verb).count();
            found += rules.subjects(verb, one).count();
            found += rules.saying(verb, one).map(of_rule).sum::<usize>();
            found += rules.of(one, verb).map(of_rule).sum::<usize>();
            for &other in words {
                found += usize::from(rules.has(one, verb, other));
                found += rules.when(one, verb, other).map(of_rule).sum::<usize>();
            }
        }
    }
    found
}

#[test]
fn questions_take_no_memory() {
    let grammar = grammar();
    let words = [
        "BABA", "KEKE", "ROCK", "FLAG", "JIJI", "IS", "HAS", "WRITE", "YOU", "PUSH", "STOP", "WIN",
    ];
    let word = |name: &&str| grammar.lexicon().word(name).expect("a word of the game");
    let words: Vec<WordId> = words.iter().map(word).collect();

    // A board's own table, at the first question.
    let board = board(&grammar, BOARD);
    let rules = board.in_force().expect("not too complex");
    let mut found = 0;
    let taken = measure(|| found = ask(rules, &words));
    assert!(found > 50, "{found}");
    assert_eq!(taken.count_total, 0);

    // A table that a reader fills again and again, from the second time on.
    let mut reader = Reader::new(&grammar);
    let (mut spelled, mut held) = (RuleTable::default(), InForce::default());
    for turn in 0..3 {
        let read = reader.read_in_force(&board, &mut spelled, &mut held);
        read.expect("not too complex");
        let taken = measure(|| assert_eq!(ask(&held, &words), found));
        assert_eq!(taken.count_total == 0, turn > 0, "{taken:?}");
    }
}
