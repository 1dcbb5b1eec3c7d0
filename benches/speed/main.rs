//! How fast boards are read, in times of a plain hand-written parser, and that reading costs what
//! it should: in proportion to the text, whatever the area and however high the stacks.
//!
//! `SPELLBOARD_LEVELS` can name a further file of levels, one a line, and `SPELLBOARD_WORDS` its
//! words; without that, a word of which there are things is a noun and any other a property.

mod boards;
mod grammars;
mod growth;
mod in_force;
mod levels;
mod suite;
mod timing;
mod yardstick;

use std::env;
use std::hint::black_box;
use std::path::Path;

use levels::Random;
use spellboard::{Grammar, Level, Reader, RuleTable};
use suite::Suite;

/// What random boards are made from.
const SEED: u64 = 20_260_101;

/// The most that reading may take in times of the yardstick: enough for machines that do other
/// things as well.
const MOST: f64 = 20.0;

fn main() {
    // The random boards come first, and are left out where real levels are asked for.
    let mut suites = vec![(random(), Some(2208))];
    let counts = [("ferris", 275), ("baba-is-auto", 92)];
    suites.extend(counts.map(|(name, rules)| (shipped(name), Some(rules))));
    suites.extend(
        env::var("SPELLBOARD_LEVELS")
            .ok()
            .map(|path| (named(Path::new(&path)), None)),
    );
    println!("boards                 count   words   rules   ratio   engine   yardstick");
    for (suite, rules) in suites.iter().rev() {
        compare(suite, *rules);
    }
    println!("(ratio: engine / yardstick; times in ns a board; seed of the random boards {SEED})");
    println!("\nthe grammar of the real game           ratio     real        core");
    for (suite, _) in suites[1..].iter().rev() {
        grammars::compare(suite);
    }
    println!("\nreading and deriving                   ratio     both     reading");
    for (suite, _) in suites[1..].iter().rev() {
        in_force::compare(suite);
    }
    in_force::full_boards();
    growth::check();
    in_force::unused_nouns();
}

/// The levels that the caller named.
fn named(path: &Path) -> Suite {
    let levels = levels::load(path);
    let grammar = match env::var("SPELLBOARD_WORDS") {
        Ok(words) => levels::grammar(Path::new(&words)),
        Err(_) => levels::grammar_of(&levels),
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Suite::new(&name, &grammar, &levels)
}

/// Levels of the test data.
fn shipped(name: &str) -> Suite {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let levels = levels::load(&folder.join(format!("{name}.ndjson")));
    let grammar = levels::grammar(&folder.join(format!("{name}.words.json")));
    Suite::new(name, &grammar, &levels)
}

fn random() -> Suite {
    let grammar = Grammar::shipped();
    let lexicon = grammar.lexicon();
    let with_role = |name: &str| -> Vec<&str> {
        let role = lexicon.role(name).expect("a role of the core grammar");
        let words = lexicon
            .words()
            .filter(|&word| lexicon.roles(word).contains(role));
        words.map(|word| lexicon.name(word)).collect()
    };
    let (nouns, properties) = (with_role("noun"), with_role("property"));
    let mut random = Random(SEED);
    let levels: Vec<Level> = (0..200)
        .map(|_| random.level(&nouns, &properties))
        .collect();
    Suite::new("random", &grammar.clone().into(), &levels)
}

/// Times the engine against the yardstick, from the placed objects to the rules with their ids;
/// `rules` is the number of rules that all boards spell together.
fn compare(suite: &Suite, rules: Option<usize>) {
    let found = suite.check();
    assert_eq!(found, rules.unwrap_or(found), "rules of {}", suite.name);
    let mut reader = Reader::new(&suite.grammar);
    let mut table = RuleTable::default();
    let mut yardstick = suite.words.yardstick();
    let mut plain = Vec::new();
    let compared = timing::compare(
        || {
            for pair in &suite.pairs {
                let read = reader.read(black_box(&pair.board), &mut table);
                read.expect("not too many rules");
                black_box(&table);
            }
        },
        || {
            for pair in &suite.pairs {
                yardstick.read(black_box(&pair.placed), pair.size(), &mut plain);
                black_box(&plain);
            }
        },
    );
    let boards = suite.pairs.len();
    println!(
        "{:<20} {boards:>7} {:>7.1} {found:>7} {:>7.2} {:>8.0} {:>11.0}",
        suite.name,
        suite.words_per_board(),
        compared.ratio,
        compared.first / boards as f64,
        compared.second / boards as f64,
    );
    assert!(compared.ratio < MOST, "{} reads too slowly", suite.name);
}
