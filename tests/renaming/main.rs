//! The engine knows no name. The real game's words and roles get other names, picked at random; then
//! every board spells the same rules, renamed, from the same blocks, and the same are in force.

mod boards;
mod files;
mod names;

use std::collections::hash_map::RandomState;
use std::env;
use std::hash::{BuildHasher, Hasher};
use std::mem::discriminant;
use std::sync::Arc;

use proptest::test_runner::{RngAlgorithm, TestRng};
use spellboard::{Board, Grammar, Level, PartKind, RuleTable, Source, Unreadable};

use files::{Files, GRAMMAR, WORDS};
use names::Names;

/// How many times everything is renamed.
const TIMES: u64 = 3;
/// How many boards are made at random for each time, besides those of the data.
const RANDOM: usize = 300;

/// A generator with a seed of its own each time, which a failure prints; the variable
/// `SPELLBOARD_SEED` gives the seed to try again.
fn with_seeds(check: impl Fn(&mut TestRng) -> Compared) {
    let given = env::var("SPELLBOARD_SEED").ok();
    let given: Option<u64> = given.map(|seed| seed.parse().expect("a number"));
    for time in 0..TIMES {
        let fresh = || {
            RandomState::new()
                .build_hasher()
                .finish()
                .wrapping_add(time)
        };
        let seed = given.unwrap_or_else(fresh);
        println!("SPELLBOARD_SEED={seed}");
        let bytes: Vec<u8> = (0..4u64)
            .flat_map(|part| seed.wrapping_add(part).to_le_bytes())
            .collect();
        let compared = check(&mut TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
        println!("{compared:?}");
        assert!(
            compared.boards > 1500 && compared.rules > 3000 && compared.derived > 200,
            "{compared:?}"
        );
    }
}

/// How much was compared: boards, their spelled rules without base rules, those of them with
/// letters, and the boards on which other rules are in force than are spelled.
#[derive(Debug, Default)]
struct Compared {
    boards: usize,
    rules: usize,
    with_letters: usize,
    derived: usize,
}

fn grammar(files: &Files) -> Arc<Grammar> {
    let grammar = Source::new(GRAMMAR, &*files.grammar);
    let words = Source::new(WORDS, &*files.words);
    Arc::new(Grammar::new(&grammar, &[words]).unwrap_or_else(|problems| panic!("{problems}")))
}

/// The spelled rules as text, each with the blocks that spelled it and that joined its words.
fn spelled(table: &RuleTable, grammar: &Grammar, names: &Names) -> Vec<(String, Vec<usize>)> {
    let rule = |rule: spellboard::Rule<'_>| {
        let blocks = rule.objects().chain(rule.joiners().iter().copied());
        let blocks = blocks.map(|block| block.index()).collect();
        (names.rule(&rule.text(grammar)), blocks)
    };
    table.iter().map(rule).collect()
}

/// The distinct rules in force, or that there are none because the board never settles.
fn held(board: &Board, names: &Names) -> Result<Vec<String>, std::mem::Discriminant<Unreadable>> {
    let rules = board.in_force().map_err(|error| discriminant(&error))?;
    let texts = rules.texts(board.grammar());
    let mut texts: Vec<String> = texts.iter().map(|text| names.rule(text)).collect();
    texts.sort_unstable();
    Ok(texts)
}

/// Reads each level under both names.
fn compare(names: &Names, levels: impl Iterator<Item = Level>) -> Compared {
    let files = Files::load();
    let same = Names::default();
    let (before, after) = (grammar(&files), grammar(&files.renamed(names)));
    let mut compared = Compared::default();
    for level in levels {
        let renamed = names.level(&level);
        let first = Board::from_level(before.clone(), &level).expect("a sound level");
        let second = Board::from_level(after.clone(), &renamed).expect("a sound level");
        let drawn = || serde_json::to_string(&renamed).unwrap_or_default();
        match (first.rules(), second.rules()) {
            (Ok(one), Ok(other)) => {
                let letters = |rule: &spellboard::Rule<'_>| {
                    let mut parts = rule.parts().iter();
                    parts.any(|part| part.kind == PartKind::Letter)
                };
                compared.with_letters += one.iter().filter(letters).count();
                compared.rules += one.iter().filter(|rule| !rule.is_base()).count();
                let (one, other) = (spelled(one, &before, names), spelled(other, &after, &same));
                assert_eq!(one, other, "spelled on {}", drawn());
            }
            (one, other) => assert_eq!(one.is_err(), other.is_err(), "{}", drawn()),
        }
        let (one, other) = (held(&first, names), held(&second, &same));
        assert_eq!(one, other, "in force on {}", drawn());
        let texts = first.rules().map(|rules| rules.texts(&before));
        compared.derived +=
            usize::from(texts.ok() != first.in_force().map(|it| it.texts(&before)).ok());
        compared.boards += 1;
    }
    compared
}

/// Words swap their names, and so do roles: IS may be called BABA, and a noun's role `verb`. No
/// letters lie on these boards, since the names of those would spell other words.
#[test]
fn any_name_can_be_any_other() {
    with_seeds(|rng| {
        let files = Files::load();
        let names = Names::swapped(&files, rng);
        let random = boards::random(&grammar(&files), RANDOM, rng);
        let levels = boards::data().into_iter().chain(random);
        let letters = files.words_of("letter");
        compare(
            &names,
            levels.filter(|level| boards::lacks(level, &letters)),
        )
    });
}

/// Every character of a word becomes another one, of scripts with and without letter case, so
/// letters spell the same words; roles get names of characters picked at random.
#[test]
fn words_can_be_of_any_script() {
    with_seeds(|rng| {
        let files = Files::load();
        let names = Names::of_other_characters(&files, rng);
        let renamed = files.renamed(&names);
        let old = names.old_names_in(&renamed);
        assert!(old.is_empty(), "not renamed: {old:?}");
        let random = boards::random(&grammar(&files), RANDOM, rng);
        let compared = compare(&names, boards::data().into_iter().chain(random));
        assert!(compared.with_letters > 200, "{compared:?}");
        compared
    });
}
