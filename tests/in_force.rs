//! What always holds of the rules in force, on random boards of the real game's words.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use proptest::prelude::*;
use spellboard::{Board, Grammar};

use boards::{drawn, file, placed, real_game, sound};

#[path = "common/boards.rs"]
mod boards;

fn grammar() -> Arc<Grammar> {
    static GRAMMAR: OnceLock<Arc<Grammar>> = OnceLock::new();
    GRAMMAR.get_or_init(real_game).clone()
}

const PLAIN: [&str; 12] = [
    "BABA", "KEKE", "ROCK", "IS", "IS", "HAS", "AND", "YOU", "PUSH", "ON", "LONELY", "FLAG",
];
const SPECIAL: [&str; 12] = [
    "NOT", "NOT", "ALL", "GROUP", "MIMIC", "TEXT", "EMPTY", "WRITE", "WORD", "WORD", "rock", "keke",
];

/// Words with their tiles, on a board 8 wide and 6 high.
fn objects(words: Vec<&'static str>) -> impl Strategy<Value = Vec<(&'static str, i32, i32)>> {
    prop::collection::vec((prop::sample::select(words), 0..8, 0..6), 0..60)
}

fn board(objects: &[(&str, i32, i32)]) -> Board {
    placed(&grammar(), (8, 6), objects)
}

fn all() -> Vec<&'static str> {
    [&PLAIN[..], &SPECIAL[..]].concat()
}

proptest! {
    #[test]
    fn placement_order_does_not_matter(objects in objects(all()), seed in any::<u64>()) {
        let mut shuffled = objects.clone();
        let length = shuffled.len().max(1);
        for index in 0..shuffled.len() {
            shuffled.swap(index, (seed as usize).wrapping_mul(index + 7) % length);
        }
        let texts = |objects: &[(&str, i32, i32)]| -> Result<Vec<String>, spellboard::Unreadable> {
            let board = board(objects);
            let rules = board.in_force()?;
            Ok(rules.iter().map(|rule| rule.text(&grammar())).collect())
        };
        prop_assert_eq!(texts(&objects), texts(&shuffled));
    }

    #[test]
    fn without_special_words_the_spelled_rules_are_in_force(objects in objects(PLAIN.to_vec())) {
        // X IS X is a lock without any special word; leave such boards out.
        let board = board(&objects);
        let spelled = board.rules().unwrap().texts(&grammar());
        prop_assume!(spelled.iter().all(|rule| {
            let words: Vec<&str> = rule.split(' ').collect();
            words[words.len() - 2] != "IS" || !words[..words.len() - 2].contains(&words[words.len() - 1])
        }));
        prop_assert_eq!(board.in_force().unwrap().texts(&grammar()), spelled);
    }

    #[test]
    fn every_derived_rule_leads_back_to_spelled_ones(objects in objects(all())) {
        let board = board(&objects);
        let Ok(rules) = board.in_force() else {
            return Ok(());
        };
        let spelled = board.rules().unwrap().len();
        for (index, rule) in rules.iter().enumerate() {
            prop_assert_eq!(rule.spelled(), (index < spelled).then_some(index));
            prop_assert_eq!(rule.from().next().is_none(), index < spelled);
            prop_assert!(rule.from().all(|from| from < index), "a rule comes of earlier ones");
            prop_assert!(rule.cancelled_by().is_none_or(|by| by < rules.len() && by != index));
        }
    }

    #[test]
    fn questions_agree_with_the_table(objects in objects(all())) {
        let board = board(&objects);
        let Ok(rules) = board.in_force() else {
            return Ok(());
        };
        let grammar = grammar();
        let texts = rules.texts(&grammar);
        let held = rules.iter().filter(|rule| rule.cancelled_by().is_none());
        let each: BTreeSet<String> = held.map(|rule| rule.text(&grammar)).collect();
        prop_assert_eq!(&texts, &Vec::from_iter(each));
        let word = |name| grammar.lexicon().word(name).unwrap();
        for subject in ["BABA", "KEKE", "ROCK", "FLAG"] {
            for complement in ["YOU", "PUSH", "ROCK"] {
                let text = format!("{subject} IS {complement}");
                let has = rules.has(word(subject), word("IS"), word(complement));
                prop_assert_eq!(has, texts.contains(&text), "{}", text);
                let listed = rules.complements(word(subject), word("IS")).any(|it| it == word(complement));
                prop_assert_eq!(has, listed, "{}", text);
                let mut subjects = rules.subjects(word("IS"), word(complement));
                prop_assert_eq!(has, subjects.any(|it| it == word(subject)), "{}", text);
                let when: Vec<String> = rules
                    .when(word(subject), word("IS"), word(complement))
                    .map(|rule| rule.text(&grammar))
                    .collect();
                let about = |rule: &spellboard::Held<'_>| {
                    rule.cancelled_by().is_none()
                        && rule.subject().word == word(subject)
                        && !rule.subject().negated
                        && rule.complement().is_some_and(|it| it.word == word(complement) && !it.negated)
                        && rule.verb() == word("IS")
                };
                let mut all: Vec<String> = rules.iter().filter(about).map(|rule| rule.text(&grammar)).collect();
                prop_assert_eq!(when.contains(&text), has, "{}", text);
                let mut when_sorted = when.clone();
                when_sorted.sort();
                all.sort();
                prop_assert_eq!(when_sorted, all, "{}", text);
            }
        }
    }
}

/// A grammar with looks of animals: as a run of their own, or as words that lead an animal.
fn of_looks(runs: &str) -> Arc<Grammar> {
    let grammar = r#"(
        read: [Right, Down],
        reading: Outward,
        roles: {
            "animal": "who", "mood": "how", "be": "joins them", "look": "a condition",
            "joiner": "joins two words", "not": "turns the next word round",
        },
        words: { "IS": "be", "LIKES": "be", "AND": "joiner", "NOT": "not" },
        sentences: { "claim": (anchor: "be", runs: [
            RUNS
            (name: "be", of: ["be"]),
            (name: "what", of: ["animal", "mood"], joined_by: "joiner", negated_by: "not", each: true),
        ]) },
        base: ["OWL IS CALM"],
        in_force: (all: (of: ["animal"], except: ["EVERYBODY", "FLOCK"]), steps: [
            Expand((word: "EVERYBODY", at: [Subject, Complement], to: All)),
            Members(verb: "IS", groups: ["FLOCK"]),
            Copy(verb: "LIKES", most: 250),
            Cancel(),
            Lock(verb: "IS", of: ["animal"]),
        ]),
    )"#;
    let role = |(name, role)| format!(r#"{{ "name": "{name}", "role": "{role}" }}"#);
    let words = LOOKING.iter().copied().map(role).collect::<Vec<_>>();
    let words = format!(r#"{{ "words": [{}] }}"#, words.join(", "));
    sound(&grammar.replace("RUNS", runs), &words)
}

const LOOKING: [(&str, &str); 8] = [
    ("OWL", "animal"),
    ("HEN", "animal"),
    ("EVERYBODY", "animal"),
    ("FLOCK", "animal"),
    ("SHY", "mood"),
    ("CALM", "mood"),
    ("WHITE", "look"),
    ("TINY", "look"),
];

proptest! {
    #[test]
    fn words_that_lead_a_subject_are_conditions_as_those_of_a_run_are(
        lines in prop::collection::vec(
            (0..4usize, 0..4usize, any::<bool>(), any::<bool>(), 0..6usize), 0..10,
        ),
    ) {
        let own = of_looks(r#"(name: "look", of: ["look"], joined_by: "joiner", optional: true),
            (name: "who", of: ["animal"], each: true),"#);
        let leading = of_looks(r#"(name: "who", of: ["animal"], each: true,
            led_by: (name: "look", of: ["look"], joined_by: "joiner")),"#);
        let looks = ["", "WHITE ", "TINY ", "WHITE AND TINY "];
        let line = |&(look, who, likes, not, what): &(usize, usize, bool, bool, usize)| {
            let (who, what) = (LOOKING[who].0, LOOKING[what].0);
            let (be, not) = (if likes { "LIKES" } else { "IS" }, if not { "NOT " } else { "" });
            format!("{}{who} {be} {not}{what}", looks[look])
        };
        let rows: Vec<String> = lines.iter().map(line).collect();
        let drawing = rows.join("\n.\n") + "\n. . . . . . . OWL";
        let held = |grammar: &Arc<Grammar>| {
            let board = drawn(grammar, &drawing);
            let rules = board.in_force().map_err(|error| error.to_string())?;
            let told = |rule: spellboard::Held<'_>| (rule.text(grammar), rule.cancelled_by());
            Ok::<_, String>(rules.iter().map(told).collect::<Vec<_>>())
        };
        prop_assert_eq!(held(&leading), held(&own), "{}", drawing);
    }
}

/// A board of the real game's data, as it is drawn.
#[derive(serde::Deserialize)]
struct Drawn {
    name: String,
    rows: Vec<String>,
}

/// Every question, for every three words that some rules of a board have in these places, against a
/// count over all its rules.
#[test]
fn questions_agree_with_a_count() {
    let boards = file("tests/data/real-game-in-force.ndjson");
    let mut asked = 0;
    for line in boards.lines() {
        let Drawn { name, rows } = serde_json::from_str(line).unwrap();
        let board = drawn(&grammar(), &rows.join("\n"));
        if let Ok(rules) = board.in_force() {
            asked += count(rules, &name);
        }
    }
    assert!(asked > 10_000, "questions were asked: {asked}");
}

/// Compares the answers of one table with a count; how many questions it asked.
fn count(rules: &spellboard::InForce, name: &str) -> usize {
    let plain: Vec<_> = rules
        .iter()
        .filter_map(|rule| {
            let said = rule.complement().filter(|said| !said.negated)?;
            let is_plain = rule.cancelled_by().is_none() && !rule.subject().negated;
            let always = rule.conditions().count() + rule.exceptions().count() == 0;
            is_plain.then_some((
                rule.subject().word,
                rule.verb(),
                said.word,
                always,
                rule.index(),
            ))
        })
        .collect();
    let all = rules.iter();
    let subjects: BTreeSet<_> = all.map(|rule| rule.subject().word).collect();
    let verbs: BTreeSet<_> = rules.iter().map(|rule| rule.verb()).collect();
    let said = rules.iter().filter_map(|rule| rule.complement());
    let said: BTreeSet<_> = said.map(|said| said.word).collect();
    let sorted = |mut numbers: Vec<usize>| {
        numbers.sort_unstable();
        numbers
    };
    for &verb in &verbs {
        for &subject in &subjects {
            let listed: Vec<_> = rules.complements(subject, verb).collect();
            let always = plain
                .iter()
                .filter(|it| (it.0, it.1, it.3) == (subject, verb, true));
            let counted: BTreeSet<_> = always.map(|it| it.2).collect();
            assert_eq!(listed, Vec::from_iter(counted), "{name}: complements");
            for &said in &said {
                let about: Vec<_> = plain
                    .iter()
                    .filter(|it| (it.0, it.1, it.2) == (subject, verb, said))
                    .collect();
                let has = rules.has(subject, verb, said);
                assert_eq!(has, about.iter().any(|it| it.3), "{name}: has");
                let when: Vec<_> = rules.when(subject, verb, said).collect();
                assert!(
                    when.is_sorted_by_key(|rule| !rule.holds_always()),
                    "{name}: when"
                );
                let when = when.iter().map(|rule| rule.index()).collect();
                assert_eq!(
                    sorted(when),
                    sorted(about.iter().map(|it| it.4).collect()),
                    "{name}: when"
                );
            }
        }
        for &said in &said {
            let about: Vec<_> = plain
                .iter()
                .filter(|it| (it.1, it.2) == (verb, said))
                .collect();
            let listed: Vec<_> = rules.subjects(verb, said).collect();
            let counted: BTreeSet<_> = about.iter().filter(|it| it.3).map(|it| it.0).collect();
            assert_eq!(listed, Vec::from_iter(counted), "{name}: subjects");
            let saying: Vec<_> = rules.saying(verb, said).collect();
            assert!(
                saying.is_sorted_by_key(|rule| rule.subject().word),
                "{name}: saying"
            );
            let saying = saying.iter().map(|rule| rule.index()).collect();
            assert_eq!(
                sorted(saying),
                sorted(about.iter().map(|it| it.4).collect()),
                "{name}: saying"
            );
        }
    }
    verbs.len() * (subjects.len() * (1 + 2 * said.len()) + 2 * said.len())
}

#[test]
fn exceptions_do_not_depend_on_what_was_placed_first() {
    let sentence = [("BABA", 0), ("ON", 1), ("IS", 3), ("NOT", 4), ("YOU", 5)];
    let mut words = vec![("BABA", 0, 0), ("IS", 1, 0), ("YOU", 2, 0)];
    words.extend(sentence.map(|(word, x)| (word, x, 2)));
    let texts = |stack: [&'static str; 3]| {
        let stack = stack.map(|word| (word, 2, 2));
        let board = board(&[&words[..], &stack].concat());
        board.in_force().unwrap().texts(&grammar())
    };
    let texts = [
        texts(["ROCK", "FLAG", "KEKE"]),
        texts(["KEKE", "ROCK", "FLAG"]),
        texts(["FLAG", "KEKE", "ROCK"]),
    ];
    let exceptions = "BABA IS YOU UNLESS{ON FLAG} UNLESS{ON KEKE} UNLESS{ON ROCK}";
    assert!(texts[0].iter().any(|text| text == exceptions), "{texts:?}");
    assert_eq!(texts[0], texts[1]);
    assert_eq!(texts[0], texts[2]);
}

/// A grammar with a joiner of two letters, a marker, and negations that cancel.
const MARKED: &str = r#"(
    read: [Right],
    reading: Onward(),
    roles: {
        "when": "a condition", "who": "of a thing", "mark": "marks it", "link": "joins them",
        "how": "of a look", "joiner": "joins two words", "un": "opposite", "letter": "a letter",
    },
    words: { "LOOKS": "link", "ET": "joiner", "UN": "un", "EVER": "mark", "NOW": "mark" },
    sentences: { "claim": (anchor: "link", runs: [
        (name: "when", of: ["when"], joined_by: "joiner", negated_by: "un", optional: true),
        (name: "who", of: ["who"], each: true),
        (name: "mark", of: ["mark"], marker: true, optional: true),
        (name: "link", of: ["link"]),
        (name: "how", of: ["how"], negated_by: "un", each: true),
    ]) },
    spell: (letters: "letter"),
    in_force: (all: (of: ["who"]), steps: [
        Expand((word: "ALL", at: [Subject], to: Others)),
        Cancel(),
    ]),
)"#;

fn marked_board(drawing: &str) -> Board {
    let words = r#"{ "words": [
        { "name": "OWL", "role": "who" }, { "name": "HEN", "role": "who" }, { "name": "ALL", "role": "who" },
        { "name": "SHY", "role": "how" }, { "name": "WET", "role": "when" }, { "name": "DRY", "role": "when" },
        { "name": "E", "role": "letter" }, { "name": "T", "role": "letter" },
        { "name": "N", "role": "letter" }, { "name": "O", "role": "letter" }, { "name": "W", "role": "letter" }
    ] }"#;
    drawn(&sound(MARKED, words), drawing)
}

/// The rules in force of a drawing, cancelled ones with a minus.
fn marked(drawing: &str) -> Vec<String> {
    let board = marked_board(drawing);
    let rules = board.in_force().unwrap();
    let text = |rule: spellboard::Held<'_>| {
        let sign = if rule.cancelled_by().is_some() {
            "- "
        } else {
            ""
        };
        format!("{sign}{}", rule.text(board.grammar()))
    };
    rules.iter().map(text).collect()
}

#[test]
fn letters_of_a_joiner_negate_nothing() {
    let joined = "WET ET DRY OWL LOOKS SHY";
    assert_eq!(marked("WET ET DRY OWL LOOKS SHY"), [joined]);
    assert_eq!(marked("WET E T DRY OWL LOOKS SHY"), [joined]);
    let negated = "WET ET UN DRY OWL LOOKS SHY";
    assert_eq!(marked("WET E T UN DRY OWL LOOKS SHY"), [negated]);
}

#[test]
fn a_marker_is_no_condition_and_stays_with_what_is_derived() {
    let all = marked("ALL EVER LOOKS SHY hen owl\n. . . . . .\nHEN LOOKS UN SHY . .");
    assert_eq!(
        all,
        [
            "ALL EVER LOOKS SHY",
            "HEN LOOKS UN SHY",
            "OWL EVER LOOKS SHY",
            "- HEN EVER LOOKS SHY"
        ]
    );
    let spelled = marked("OWL N O W LOOKS SHY\n. . . . . .\nOWL EVER LOOKS UN SHY . .");
    assert_eq!(spelled, ["- OWL NOW LOOKS SHY", "OWL EVER LOOKS UN SHY"]);

    let board = marked_board("OWL EVER LOOKS SHY");
    let word = |name| board.grammar().lexicon().word(name).unwrap();
    let (owl, looks, shy) = (word("OWL"), word("LOOKS"), word("SHY"));
    assert!(board.rules().unwrap().has(owl, looks, shy));
    assert!(board.in_force().unwrap().has(owl, looks, shy));
}
