//! The grammar of the real game reads as the game's own parser does.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use spellboard::{Board, Grammar, Level, Source, Unreadable, drawing};

#[derive(Deserialize)]
struct Case {
    name: String,
    level: Level,
    palette: Option<Vec<String>>,
    rules: Vec<String>,
    clean_rules: Option<Vec<String>>,
    spelled: Option<Vec<Spelled>>,
    in_force: Option<Vec<String>>,
    /// Why the game gives the level up.
    level_destroyed: Option<String>,
}

/// A rule of the game with the blocks that it attaches, as places among the level's objects.
#[derive(Deserialize)]
struct Spelled {
    rule: String,
    objects: Vec<usize>,
}

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(file)
}

fn grammar() -> Arc<Grammar> {
    let path = |file: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let words = path("content/baba.json");
    Arc::new(
        Grammar::load(&path("grammar/baba.ron"), &[&words])
            .unwrap_or_else(|problems| panic!("{problems}")),
    )
}

fn check(file: &str) {
    let grammar = grammar();
    let base: BTreeSet<String> = grammar.base_rules().texts(&grammar).into_iter().collect();
    let text = fs::read_to_string(data(file)).unwrap();
    let mut wrong = Vec::new();
    let mut read = 0;
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        if case.level_destroyed.is_some() {
            continue;
        }
        read += 1;
        let palette = case.palette.or(case.level.palette.clone());
        let level = Level {
            palette,
            ..case.level
        };
        let board = Board::from_level(grammar.clone(), &level).unwrap();
        let rules: BTreeSet<String> = board.rules().unwrap().texts(&grammar).into_iter().collect();
        let expected: BTreeSet<String> = case
            .clean_rules
            .unwrap_or(case.rules)
            .into_iter()
            .chain(base.iter().cloned())
            .collect();
        if rules != expected {
            wrong.push(difference(&case.name, &rules, &expected));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {read} boards differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// How our rules of a board differ from the game's.
fn difference<T: Ord + Debug>(name: &str, ours: &BTreeSet<T>, theirs: &BTreeSet<T>) -> String {
    let extra: Vec<_> = ours.difference(theirs).collect();
    let missing: Vec<_> = theirs.difference(ours).collect();
    format!("{name}: extra {extra:?}, missing {missing:?}")
}

#[test]
fn the_hand_picked_boards() {
    check("real-game-cases.ndjson");
}

/// Boards that tell readers apart.
#[test]
fn further_boards() {
    check("real-game-further.ndjson");
}

#[test]
fn the_random_boards() {
    check("real-game-random.ndjson");
}

/// A drawn board with what the game's own parser reads on it.
#[derive(Deserialize)]
struct Drawn {
    name: String,
    rows: Vec<String>,
    rules: BTreeSet<String>,
    clean_rules: Option<BTreeSet<String>>,
}

/// Sentences of all words of the game, letters with and without notes, stacks, single lines.
#[test]
fn the_random_boards_of_all_words() {
    let grammar = grammar();
    let base = grammar.base_rules().texts(&grammar);
    let text = fs::read_to_string(data("real-game-all-words.ndjson")).unwrap();
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for line in text.lines() {
        let case: Drawn = serde_json::from_str(line).unwrap();
        let source = Source::new(case.name.as_str(), case.rows.join("\n"));
        let board = drawing::read(&source, grammar.clone()).unwrap();
        let ours: BTreeSet<_> = board.rules().unwrap().texts(&grammar).into_iter().collect();
        let mut theirs = case.clean_rules.unwrap_or(case.rules);
        theirs.extend(base.iter().cloned());
        compared += 1;
        if ours != theirs {
            wrong.push(difference(&case.name, &ours, &theirs));
        }
    }
    assert_eq!(compared, 313, "boards were compared");
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Boards on which the blocks differ although the rules are the same, and why.
const OTHER_BLOCKS: [(&str, &str); 2] = [
    (
        "letters/BABA IS Y O|O U",
        "of two equal letters on a tile the game takes one, here each spells a rule",
    ),
    (
        "artefact/BABA NOT NOT ROCK NOT ON FLAG IS YOU",
        "the game loses the two negations of the noun it gives back, which cancel anyway",
    ),
];

/// The game attaches a rule's own words, conditions and parameters, and every AND and NOT of the
/// sentence. A rule here has its own words and negations, and its reading has the joiners.
#[test]
fn the_blocks_that_spelled_each_rule() {
    let grammar = grammar();
    let text = fs::read_to_string(data("real-game-cases.ndjson")).unwrap();
    let mut wrong = Vec::new();
    let mut compared = 0;
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        let Some(spelled) = case.spelled.filter(|_| case.clean_rules.is_none()) else {
            continue;
        };
        let explained = OTHER_BLOCKS.iter().any(|(name, _)| *name == case.name);
        if explained || case.level_destroyed.is_some() {
            continue;
        }
        let board = Board::from_level(grammar.clone(), &case.level).unwrap();
        let table = board.rules().unwrap();
        let ours: Vec<(String, BTreeSet<usize>, BTreeSet<usize>)> = table
            .iter()
            .filter(|rule| !rule.is_base())
            .map(|rule| {
                let own: BTreeSet<usize> = rule.objects().map(|object| object.index()).collect();
                let joiners = rule.joiners().iter().map(|object| object.index());
                (
                    rule.text(&grammar),
                    own.clone(),
                    own.iter().copied().chain(joiners).collect(),
                )
            })
            .collect();
        compared += ours.len();
        for theirs in &spelled {
            let blocks: BTreeSet<usize> = theirs.objects.iter().copied().collect();
            if !ours
                .iter()
                .any(|(rule, own, _)| *rule == theirs.rule && own.is_subset(&blocks))
            {
                wrong.push(format!(
                    "{}: {} {:?}",
                    case.name, theirs.rule, theirs.objects
                ));
            }
        }
        for (rule, own, all) in &ours {
            let same = |theirs: &&Spelled| {
                theirs.rule == *rule && own.iter().all(|object| theirs.objects.contains(object))
            };
            if !spelled.iter().any(|theirs| same(&theirs)) {
                wrong.push(format!("{}: ours is {rule} {own:?} of {all:?}", case.name));
            }
        }
    }
    assert!(compared > 400, "rules were compared: {compared}");
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// The rules in force of every hand-picked board are the game's own, exceptions included.
#[test]
fn the_rules_in_force() {
    let grammar = grammar();
    let text = fs::read_to_string(data("real-game-cases.ndjson")).unwrap();
    let mut wrong = Vec::new();
    let mut compared = 0;
    let mut destroyed = 0;
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        if case.clean_rules.is_some() {
            continue;
        }
        let board = Board::from_level(grammar.clone(), &case.level).unwrap();
        if let Some(why) = case.level_destroyed {
            assert_eq!(why, "infinity", "{}", case.name);
            let error = board.in_force().unwrap_err();
            assert!(
                matches!(error, Unreadable::NeverSettles { rounds: 200, .. }),
                "{error}"
            );
            destroyed += 1;
            continue;
        }
        let ours: BTreeSet<String> = board
            .in_force()
            .unwrap()
            .texts(&grammar)
            .into_iter()
            .collect();
        let theirs: BTreeSet<String> = case.in_force.unwrap_or_default().into_iter().collect();
        compared += 1;
        if ours != theirs {
            wrong.push(difference(&case.name, &ours, &theirs));
        }
    }
    assert_eq!(destroyed, 1, "boards that the game gives up");
    assert!(compared > 400, "boards were compared: {compared}");
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// A drawn board with the rules in force that the game's own parser derives.
#[derive(Deserialize)]
struct Derived {
    name: String,
    rows: Vec<String>,
    in_force: Option<Vec<String>>,
    /// Why the game gives the level up.
    level_destroyed: Option<String>,
}

/// In the game a group inside of another one hands on all conditions of the members before this one
/// as well, so that what holds depends on their order on the board.
const SHARED: &str = "conditions of one member reach those behind it";
/// In the game, who is in a group twice is outside of it where either rule does not hold.
const TWICE: &str = "who is always inside is outside too";
/// In the game, not (A and B) is not A and not B.
const BOTH: &str = "an exception to an exception with two conditions";

/// In the game only the first rule counts that makes words of the things of a noun, and where that
/// one has conditions, a later one without has no say.
const FIRST: &str = "the first rule that makes words has conditions";

/// Boards whose rules in force are not the game's, and why.
const OTHER_RULES: [(&str, &str); 11] = [
    ("faults/conditions of one member reach another", SHARED),
    ("faults/the members of two groups", SHARED),
    ("faults/inside and outside at once", TWICE),
    ("faults/not lonely and not idle at once", BOTH),
    ("faults/a lock with an exception", BOTH),
    ("groups 2", SHARED),
    ("groups 12", SHARED),
    ("groups 27", SHARED),
    ("three groups 2", BOTH),
    ("words of groups 2", FIRST),
    (
        "things/LONELY ROCK IS WORD ; ROCK IS WORD ; rock IS YOU",
        FIRST,
    ),
];

/// A rule and its exceptions; their order, and how often one is written, means nothing.
fn tidy(rule: &str) -> (String, BTreeSet<BTreeSet<String>>) {
    let mut parts = rule.split(" UNLESS{");
    let claim = parts.next().unwrap_or_default().to_owned();
    let conditions = |exception: &str| {
        let conditions = exception.trim_end_matches('}').split(" ; ");
        conditions.map(str::to_owned).collect()
    };
    (claim, parts.map(conditions).collect())
}

/// The rules in force of random boards, and of small ones on which the game does what one would not
/// expect, are the game's own.
#[test]
fn the_rules_in_force_of_random_boards() {
    let grammar = grammar();
    let text = fs::read_to_string(data("real-game-in-force.ndjson")).unwrap();
    let (mut wrong, mut compared, mut destroyed) = (Vec::new(), 0, 0);
    for line in text.lines() {
        let case: Derived = serde_json::from_str(line).unwrap();
        let source = Source::new(case.name.as_str(), case.rows.join("\n"));
        let board = drawing::read(&source, grammar.clone()).unwrap();
        if let Some(why) = case.level_destroyed {
            assert_eq!(why, "infinity", "{}", case.name);
            let error = board.in_force().unwrap_err();
            let never = matches!(
                error,
                Unreadable::NeverSettles { .. } | Unreadable::MembersNeverSettle { .. }
            );
            assert!(never, "{}: {error}", case.name);
            destroyed += 1;
            continue;
        }
        compared += 1;
        let ours = board.in_force().unwrap().texts(&grammar);
        let ours: BTreeSet<_> = ours.iter().map(|rule| tidy(rule)).collect();
        let theirs = case.in_force.unwrap_or_default();
        let theirs: BTreeSet<_> = theirs.iter().map(|rule| tidy(rule)).collect();
        let other = OTHER_RULES.iter().find(|(name, _)| *name == case.name);
        if (ours == theirs) == other.is_some() {
            let differ = difference(&case.name, &ours, &theirs);
            wrong.push(format!("{differ}; {other:?}"));
        }
    }
    assert_eq!((compared, destroyed), (767, 9), "boards were compared");
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
