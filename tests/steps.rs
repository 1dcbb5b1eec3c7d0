//! Steps in any number and order, with any parameters: what holds for the rules in force whatever
//! the grammar file says.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::select;
use spellboard::{Grammar, Held, InForce, WordId};

use random_steps::{board, grammar, objects, rows_of, steps};

#[path = "common/boards.rs"]
mod boards;
#[path = "common/random_steps.rs"]
mod random_steps;

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
    let tiles = row_of("ANY NEAR ANY HAS ANY . OWL HEN", 0);
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

/// The words of a row with their tiles.
fn row_of(row: &'static str, y: i32) -> Vec<(&'static str, i32, i32)> {
    let words = row.split(' ').zip(0..).filter(|(word, _)| *word != ".");
    words.map(|(word, x)| (word, x, y)).collect()
}

/// What is in force with some steps where two rows lie on the board.
fn held(steps: &[&str], rows: [&'static str; 2]) -> Vec<String> {
    let tiles = [row_of(rows[0], 0), row_of(rows[1], 2)].concat();
    texts(&grammar(&steps.join(", ")), &tiles).unwrap()
}

#[test]
fn each_step_lets_a_word_stand_for_others() {
    let steps = [
        "Expand((word: \"ANY\", at: [Subject], to: Words([\"HEN\"])))",
        "Expand((word: \"ANY\", at: [Subject], to: Words([\"FOX\"])))",
    ];
    let wanted = ["ANY IS CALM", "FOX IS CALM", "HEN IS CALM", "OWL IS SHY"];
    assert_eq!(held(&steps, ["ANY IS CALM", "."]), wanted);
}

#[test]
fn what_is_cancelled_makes_no_member() {
    let steps = [
        "Lock(verb: \"IS\", of: [\"who\"])",
        "Members(verb: \"IS\", groups: [\"TEAM\"])",
    ];
    let wanted = ["FOX IS FOX", "OWL IS SHY", "TEAM IS CALM"];
    assert_eq!(
        held(&steps, ["FOX IS FOX AND TEAM", "TEAM IS CALM"]),
        wanted
    );
}

#[test]
fn rules_that_are_left_alone_keep_the_words_of_their_conditions() {
    let steps = [
        "Expand((word: \"ANY\", at: [Complement], to: All))",
        "Expand((word: \"TEAM\", at: [Condition], to: All, not_to: [\"HEN\"]))",
    ];
    let wanted = [
        "OWL IS SHY",
        "OWL NEAR OWL AND HEN HAS ANY",
        "OWL NEAR OWL AND HEN HAS OWL",
        "OWL NEAR TEAM HAS HEN",
    ];
    assert_eq!(held(&steps, ["OWL NEAR TEAM HAS ANY", "HEN"]), wanted);
}

#[test]
fn words_that_come_into_conditions_stand_for_others_too() {
    let steps = [
        "Expand((word: \"ANY\", at: [Condition], to: Words([\"TEAM\"])))",
        "Expand((word: \"TEAM\", at: [Condition], to: All))",
    ];
    let wanted = ["OWL IS SHY", "OWL NEAR OWL AND FOX IS CALM"];
    assert_eq!(held(&steps, ["OWL NEAR ANY IS CALM", "FOX"]), wanted);
}
