//! Steps in any number and order, with any parameters: what holds for the rules in force whatever
//! the grammar file says.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use spellboard::{Board, Grammar, Held, InForce, Source, WordId};

/// The grammar of the tests, but for its steps.
const GRAMMAR: &str = r#"(
    read: [Right, Down],
    reading: Outward,
    roles: {
        "who": "of a thing", "how": "of a look", "link": "joins them", "and": "joins words",
        "not": "negates", "where": "a place", "size": "before subjects",
    },
    words: { "IS": "link", "HAS": "link", "AND": "and", "NOT": "not" },
    sentences: { "claim": (
        anchor: "link",
        runs: [
            (name: "size", of: ["size"], negated_by: "not", optional: true),
            (name: "who", of: ["who"], joined_by: "and", negated_by: "not", each: true),
            (name: "where", of: ["where"], negated_by: "not", optional: true,
             takes: (name: "place", of: ["who", "how"], joined_by: "and", negated_by: "not")),
            (name: "link", of: ["link"]),
            (name: "how", of: ["who", "how"], joined_by: "and", negated_by: "not", each: true),
        ],
    ) },
    base: ["OWL IS SHY"],
    in_force: (all: (of: ["who"], except: ["ANY", "TEAM", "CREW"]), steps: [STEPS]),
)"#;

const WORDS: &str = r#"{ "words": [
    { "name": "OWL", "role": "who" }, { "name": "HEN", "role": "who" }, { "name": "FOX", "role": "who" },
    { "name": "ANY", "role": "who" }, { "name": "TEAM", "role": "who" }, { "name": "CREW", "role": "who" },
    { "name": "TINY", "role": "size" }, { "name": "NEAR", "role": "where" },
    { "name": "SHY", "role": "how" }, { "name": "CALM", "role": "how" }
] }"#;

fn grammar(steps: &str) -> Arc<Grammar> {
    let text = GRAMMAR.replace("STEPS", steps);
    let words = Source::new("own.json", WORDS);
    let grammar = Grammar::new(&Source::new("own.ron", text), &[words]);
    Arc::new(grammar.expect("a sound grammar"))
}

/// A list of words as the grammar file has it.
fn list(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    format!("[{}]", words.join(", "))
}

fn some(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    subsequence(words, 0..=words.len().min(2)).prop_map(|words| list(&words))
}

fn expand() -> impl Strategy<Value = String> {
    let word = select(vec![
        "word: \"ANY\", ",
        "word: \"OWL\", ",
        "word: \"TEAM\", ",
        "",
    ]);
    let spots = subsequence(vec!["Subject", "Complement", "Condition"], 1..=3).prop_shuffle();
    let to = select(vec![
        "All",
        "Others",
        "Words([\"HEN\", \"FOX\"])",
        "Known((of: [\"who\"], except: [\"ANY\"]))",
    ]);
    let left_alone = (
        some(&["ANY", "OWL"]),
        some(&["HAS", "IS"]),
        some(&["SHY", "HEN", "TEAM"]),
    );
    let step = (word, any::<bool>(), spots, to, any::<bool>(), left_alone);
    step.prop_map(|(word, negated, at, to, again, (except, not_with, not_to))| {
        // Without a word and a negation every word would stand for others.
        let negated = negated || word.is_empty();
        format!(
            "Expand(({word}negated: {negated}, at: [{}], to: {to}, again: {again}, except: {except}, \
             not_with: {not_with}, not_to: {not_to}))",
            at.join(", ")
        )
    })
}

fn step() -> impl Strategy<Value = String> {
    let verb = || select(vec!["IS", "HAS"]);
    let groups = select(vec!["[\"TEAM\"]", "[\"TEAM\", \"CREW\"]"]);
    let also = select(vec![
        "",
        "also: [(verb: \"IS\", complement: \"SHY\", verbs: [\"HAS\"])]",
    ]);
    let circular = some(&["NEAR"]);
    let lock = (
        verb(),
        some(&["TEAM", "HEN"]),
        some(&["SHY"]),
        some(&["HAS"]),
    );
    prop_oneof![
        4 => expand(),
        1 => verb().prop_map(|verb| format!("Copy(verb: \"{verb}\", most: 60)")),
        2 => (verb(), groups, some(&["ANY"])).prop_map(|(verb, groups, except)| {
            format!("Members(verb: \"{verb}\", groups: {groups}, except: {except})")
        }),
        2 => (also, circular).prop_map(|(also, circular)| match also {
            "" => format!("Cancel(circular: {circular})"),
            also => format!("Cancel({also}, circular: {circular})"),
        }),
        2 => lock.prop_map(|(verb, except, words, verbs)| format!(
            "Lock(verb: \"{verb}\", of: [\"who\"], except: {except}, words: {words}, verbs: {verbs})"
        )),
    ]
}

fn steps() -> impl Strategy<Value = String> {
    prop::collection::vec(step(), 1..7).prop_map(|steps| steps.join(",\n"))
}

/// A row of words: a sentence, maybe with a part too many or too few.
fn row() -> impl Strategy<Value = Vec<&'static str>> {
    let who = || select(vec!["OWL", "HEN", "FOX", "ANY", "TEAM", "CREW"]);
    let not = || select(vec![&[][..], &[], &["NOT"]]);
    let size = select(vec![&[][..], &[], &[], &["TINY"], &["NOT", "TINY"]]);
    let link = select(vec!["IS", "IS", "HAS"]);
    let said = || {
        select(vec![
            "SHY", "CALM", "SHY", "OWL", "HEN", "FOX", "ANY", "TEAM", "CREW",
        ])
    };
    let place = prop::option::weighted(0.3, (not(), said()));
    let more = prop::option::weighted(0.3, (not(), said()));
    ((size, not(), who()), place, link, (not(), said()), more).prop_map(
        |((size, not, who), place, link, (un, said), more)| {
            let mut row = [size, not, &[who]].concat();
            if let Some((not, place)) = place {
                row.extend([&["NEAR"], not, &[place][..]].concat());
            }
            row.push(link);
            row.extend([un, &[said]].concat());
            if let Some((un, said)) = more {
                row.extend([&["AND"], un, &[said]].concat());
            }
            row
        },
    )
}

/// A sentence without negations, words that stand for others, and things that are themselves.
fn plain_row() -> impl Strategy<Value = Vec<&'static str>> {
    let who = || select(vec!["OWL", "HEN", "FOX"]);
    let size = select(vec![&[][..], &["TINY"]]);
    let place = select(vec![
        &[][..],
        &["NEAR", "HEN"],
        &["NEAR", "SHY", "AND", "FOX"],
    ]);
    let said = || select(vec!["SHY", "CALM"]);
    let verb = select(vec!["IS", "HAS"]);
    (size, who(), place, verb, said()).prop_map(|(size, who, place, verb, said)| {
        [size, &[who], place, &[verb, said, "AND", "CALM"]].concat()
    })
}

/// Words with their tiles: rows of sentences with a gap between them.
fn objects() -> impl Strategy<Value = Vec<(&'static str, i32, i32)>> {
    rows_of(row())
}

fn rows_of(
    row: impl Strategy<Value = Vec<&'static str>>,
) -> impl Strategy<Value = Vec<(&'static str, i32, i32)>> {
    prop::collection::vec(row, 1..7).prop_map(|rows| {
        let rows = rows.into_iter().enumerate();
        let tiles = rows.flat_map(|(y, row)| {
            let words = row.into_iter().enumerate();
            words.map(move |(x, word)| (word, x as i32, 2 * y as i32))
        });
        tiles.collect()
    })
}

fn board(grammar: &Arc<Grammar>, objects: &[(&str, i32, i32)]) -> Board {
    let mut board = Board::new(grammar.clone(), 16, 14).expect("it has a size");
    for (word, x, y) in objects {
        let kind = format!("text:{word}");
        board.place(&kind, *x, *y).expect("it lies on the board");
    }
    board
}

/// The rules in force, unless they are too many or never settle.
fn texts(grammar: &Arc<Grammar>, objects: &[(&str, i32, i32)]) -> Result<Vec<String>, String> {
    let board = board(grammar, objects);
    let held = board.in_force().map_err(|error| error.to_string())?;
    Ok(held.texts(grammar))
}

/// The rules in force that say this, by text.
fn count<'a>(rules: impl Iterator<Item = Held<'a>>, grammar: &Grammar) -> Vec<String> {
    let mut texts: Vec<String> = rules.map(|rule| rule.text(grammar)).collect();
    texts.sort();
    texts
}

/// Compares every question about these words with a count over all rules.
fn compare(rules: &InForce, grammar: &Grammar) -> Result<(), TestCaseError> {
    let words: Vec<WordId> = grammar.lexicon().words().collect();
    let said = |rule: &Held<'_>| {
        let plain = |term: spellboard::Term| (!term.negated).then_some(term.word);
        let said = rule.complement().and_then(plain);
        plain(rule.subject())
            .zip(said)
            .filter(|_| rule.cancelled_by().is_none())
    };
    for verb in ["IS", "HAS"].map(|verb| grammar.lexicon().word(verb).expect("a verb")) {
        let of_verb: Vec<_> = rules.iter().filter(|rule| rule.verb() == verb).collect();
        let told: Vec<_> = of_verb
            .iter()
            .filter_map(|rule| Some((*rule, said(rule)?)))
            .collect();
        for &one in &words {
            let about = told.iter().filter(|(_, said)| said.0 == one).map(|it| it.0);
            prop_assert_eq!(count(rules.of(one, verb), grammar), count(about, grammar));
            let saying = told.iter().filter(|(_, said)| said.1 == one).map(|it| it.0);
            prop_assert_eq!(
                count(rules.saying(verb, one), grammar),
                count(saying, grammar)
            );
            let always = told.iter().filter(|(rule, _)| {
                rule.conditions().next().is_none() && rule.exceptions().next().is_none()
            });
            let always: BTreeSet<_> = always.map(|it| it.1).collect();
            let of_one = always
                .iter()
                .filter(|said| said.0 == one)
                .map(|said| said.1);
            let complements: Vec<WordId> = rules.complements(one, verb).collect();
            prop_assert_eq!(complements, of_one.collect::<Vec<_>>());
            let by_one = always
                .iter()
                .filter(|said| said.1 == one)
                .map(|said| said.0);
            let subjects: Vec<WordId> = rules.subjects(verb, one).collect();
            prop_assert_eq!(subjects, by_one.collect::<Vec<_>>());
            for &other in &words {
                let has = rules.has(one, verb, other);
                prop_assert_eq!(has, always.contains(&(one, other)));
                let when = told.iter().filter(|it| it.1 == (one, other)).map(|it| it.0);
                let asked = rules.when(one, verb, other);
                prop_assert_eq!(count(asked, grammar), count(when, grammar));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn placement_order_does_not_matter(steps in steps(), objects in objects(), seed in any::<u64>()) {
        let grammar = grammar(&steps);
        let mut shuffled = objects.clone();
        let mut random = seed | 1;
        for last in (1..shuffled.len()).rev() {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            shuffled.swap(last, (random % (last as u64 + 1)) as usize);
        }
        let held = texts(&grammar, &objects);
        let is_same = match (&held, texts(&grammar, &shuffled)) {
            (Ok(held), Ok(other)) => *held == other,
            (held, other) => held.is_err() == other.is_err(),
        };
        prop_assert!(is_same, "{:?}\n{:?}", held, texts(&grammar, &shuffled));
    }

    #[test]
    fn rules_lead_back_to_spelled_ones(steps in steps(), objects in objects()) {
        let grammar = grammar(&steps);
        let board = board(&grammar, &objects);
        let Ok(rules) = board.in_force() else { return Ok(()) };
        let spelled = board.rules().unwrap().len();
        for (index, rule) in rules.iter().enumerate() {
            prop_assert_eq!(rule.spelled(), (index < spelled).then_some(index));
            prop_assert_eq!(rule.from().next().is_none(), index < spelled);
            prop_assert!(rule.from().all(|from| from < index), "a rule comes of earlier ones");
            prop_assert!(rule.cancelled_by().is_none_or(|by| by < rules.len() && by != index));
            prop_assert!(rule.exceptions().all(|exception| exception.by() < rules.len()));
        }
    }

    #[test]
    fn questions_agree_with_a_count(steps in steps(), objects in objects()) {
        let grammar = grammar(&steps);
        let board = board(&grammar, &objects);
        let Ok(rules) = board.in_force() else { return Ok(()) };
        compare(rules, &grammar)?;
    }

    /// With nothing to do for any step, what is spelled holds, in the same words.
    #[test]
    fn what_no_step_is_about_is_as_it_was_spelled(
        steps in steps().prop_filter("a noun stands for others", |steps| {
            !steps.contains("word: \"OWL\", negated: false")
        }),
        objects in rows_of(plain_row()),
    ) {
        let grammar = grammar(&steps);
        let spelled = board(&grammar, &objects).rules().unwrap().texts(&grammar);
        prop_assert_eq!(texts(&grammar, &objects), Ok(spelled));
    }
}

/// A step that looks at several places does what steps for each of them do.
#[test]
fn places_are_looked_at_together() {
    let rows = "ANY NEAR ANY HAS ANY . OWL HEN";
    let tiles: Vec<_> = rows
        .split(' ')
        .enumerate()
        .map(|(x, word)| (word, x as i32, 0))
        .collect();
    let tiles: Vec<_> = tiles
        .into_iter()
        .filter(|(word, ..)| *word != ".")
        .collect();
    let step = |at: &str| format!("Expand((word: \"ANY\", at: [{at}], to: All))");
    let all = texts(&grammar(&step("Subject, Complement, Condition")), &tiles).unwrap();
    let wanted = [
        "ANY NEAR OWL AND HEN HAS ANY",
        "ANY NEAR OWL AND HEN HAS HEN",
        "ANY NEAR OWL AND HEN HAS OWL",
        "HEN NEAR OWL AND HEN HAS ANY",
        "HEN NEAR OWL AND HEN HAS HEN",
        "HEN NEAR OWL AND HEN HAS OWL",
        "OWL IS SHY",
        "OWL NEAR OWL AND HEN HAS ANY",
        "OWL NEAR OWL AND HEN HAS HEN",
        "OWL NEAR OWL AND HEN HAS OWL",
    ];
    assert_eq!(all, wanted);
    let apart = [step("Condition"), step("Complement"), step("Subject")].join(", ");
    assert_eq!(texts(&grammar(&apart), &tiles).unwrap(), wanted);
    let other_order = texts(&grammar(&step("Condition, Subject, Complement")), &tiles);
    assert_eq!(other_order.unwrap(), wanted);
}
