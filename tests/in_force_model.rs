//! The rules in force against a model that takes the steps of a grammar file as `grammar/README.md`
//! describes them: with a list of rules, one rule after another. It shares nothing with the engine but
//! how a board is read: it begins with what a grammar without steps gives.
//!
//! What the model leaves out: things that are read as words, what is said of those outside of a group's
//! being in another one, and how rules are numbered and ordered. Where it gets too many rules it stops.

use std::sync::{Arc, OnceLock};

use proptest::prelude::*;
use proptest::sample::select;
use spellboard::{Board, Grammar};

use boards::{file, placed, sound};
use model::Model;

#[path = "common/boards.rs"]
mod boards;
#[path = "in_force_model/denials.rs"]
mod denials;
#[path = "in_force_model/members.rs"]
mod members;
#[path = "in_force_model/model.rs"]
mod model;
#[path = "common/random_steps.rs"]
mod random_steps;
#[path = "in_force_model/rules.rs"]
mod rules;
#[path = "in_force_model/steps.rs"]
mod steps;

/// A grammar file, and the grammar with its steps and without any.
struct Stepping {
    file: String,
    steps: String,
    grammar: Arc<Grammar>,
    without: Arc<Grammar>,
}

impl Stepping {
    /// Compares what is in force on a board with the model; whether there was something to compare.
    fn compare(&self, board: impl Fn(&Arc<Grammar>) -> Board) -> Result<bool, TestCaseError> {
        let model = Model::told(&board(&self.without), &self.grammar, &steps::of(&self.file));
        let board = board(&self.grammar);
        let (Ok(held), Ok(model)) = (board.in_force(), model) else {
            return Ok(false);
        };
        let told = held.iter().map(|rule| rules::told(rule, &self.grammar));
        let mut told: Vec<String> = told.collect();
        told.sort();
        let missing: Vec<_> = model.iter().filter(|rule| !told.contains(rule)).collect();
        let further: Vec<_> = told.iter().filter(|rule| !model.contains(rule)).collect();
        prop_assert!(
            told == model,
            "missing {missing:#?}\nfurther {further:#?}\nin all {told:#?}\nsteps {}",
            self.steps
        );
        Ok(true)
    }
}

/// The shipped grammar of the real game, with its steps as they are, and in several other orders with
/// some of them twice.
fn real_games() -> &'static [Stepping] {
    static GRAMMARS: OnceLock<Vec<Stepping>> = OnceLock::new();
    GRAMMARS.get_or_init(|| {
        let (shipped, words) = (file("grammar/baba.ron"), file("content/baba.json"));
        let (before, steps, behind) = apart(&shipped);
        let with = |steps: &[String]| format!("{before}{}{behind}", steps.concat());
        let without = sound(&with(&[]), &words);
        let orders = 4 + ProptestConfig::default().cases as usize / 100;
        let mut random = 0x9E37_79B9_7F4A_7C15;
        let steppings = (0..orders).map(|order| {
            let mut own = steps.clone();
            if order > 0 {
                for _ in 0..order % 3 {
                    own.push(steps[below(&mut random, steps.len())].clone());
                }
                for last in (1..own.len()).rev() {
                    own.swap(last, below(&mut random, last + 1));
                }
            }
            Stepping {
                file: with(&own),
                steps: own.join("\n"),
                grammar: sound(&with(&own), &words),
                without: without.clone(),
            }
        });
        steppings.collect()
    })
}

/// A number below another one.
fn below(random: &mut u64, end: usize) -> usize {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    (*random >> 33) as usize % end
}

/// The text of a grammar file before its steps, each step, and the text behind them.
fn apart(file: &str) -> (&str, Vec<String>, &str) {
    let (begins, ends) = ("        steps: [\n", "\n        ],");
    let start = file.find(begins).expect("the steps") + begins.len();
    let end = start + file[start..].find(ends).expect("their end");
    let mut steps = vec![String::new()];
    let lines = file[start..end].lines().map(str::trim);
    for line in lines.filter(|line| !line.starts_with("//")) {
        let step = steps.last_mut().expect("there is one");
        *step += line;
        let count = |sign| step.matches(sign).count();
        if !step.is_empty() && count('(') == count(')') {
            steps.push(String::new());
        }
    }
    steps.retain(|step| !step.is_empty());
    (&file[..start], steps, &file[end..])
}

/// Rows of the real game's words: sentences, and maybe some things.
fn rows() -> impl Strategy<Value = Vec<(&'static str, i32, i32)>> {
    const NOUNS: [&str; 14] = [
        "BABA", "KEKE", "ROCK", "BABA", "KEKE", "ROCK", "FLAG", "ALL", "ALL", "GROUP", "GROUP",
        "GROUP2", "TEXT", "EMPTY",
    ];
    let term = |more: &[&'static str]| {
        let not = prop::option::weighted(0.3, Just("NOT"));
        (not, select([&NOUNS[..], more].concat()))
    };
    let terms = move |more: &[&'static str]| (term(more), prop::option::weighted(0.3, term(more)));
    let when = prop::option::weighted(0.2, (prop::option::of(Just("NOT")), Just("LONELY")));
    let relation = select(vec!["ON", "NEAR", "FEELING"]);
    let place = terms(&["YOU"]);
    let place = prop::option::weighted(0.4, (prop::option::of(Just("NOT")), relation, place));
    let verb = select(vec!["IS", "IS", "IS", "IS", "HAS", "WRITE", "MIMIC"]);
    let said = terms(&["YOU", "YOU", "PUSH", "REVERT", "YOU", "PUSH"]);
    let row = (when, terms(&[]), place, verb, said);
    let row = row.prop_map(|(when, who, place, verb, said)| {
        let term =
            |(not, word): (Option<&'static str>, &'static str)| not.into_iter().chain([word]);
        let terms = move |(one, more): ((_, _), Option<(_, _)>)| {
            let more = more
                .into_iter()
                .flat_map(move |it| ["AND"].into_iter().chain(term(it)));
            term(one).chain(more).collect::<Vec<_>>()
        };
        let mut row: Vec<&str> = when.into_iter().flat_map(term).collect();
        row.extend(terms(who));
        if let Some((not, relation, place)) = place {
            row.extend(not.into_iter().chain([relation]).chain(terms(place)));
        }
        row.push(verb);
        row.extend(terms(said));
        row
    });
    let things = prop::option::weighted(0.3, Just(vec!["keke", "rock", "jiji"]));
    (random_steps::rows_of(row), things).prop_map(|(mut objects, things)| {
        let things = things.into_iter().flatten().zip(0..);
        objects.extend(things.map(|(thing, x)| (thing, x, 13)));
        objects
    })
}

/// On half of all boards at least there has to be something to compare.
fn config() -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig {
        failure_persistence: None,
        max_global_rejects: usual.cases,
        ..usual
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_steps_do_what_the_model_says(
        steps in random_steps::steps(), objects in random_steps::objects(),
    ) {
        let stepping = Stepping {
            file: random_steps::grammar_file(&steps),
            grammar: random_steps::grammar(&steps),
            steps,
            without: random_steps::grammar(""),
        };
        prop_assume!(stepping.compare(|grammar| random_steps::board(grammar, &objects))?);
    }

    #[test]
    fn the_steps_of_the_real_game_do_what_the_model_says(
        order in 0..real_games().len(), objects in rows(),
    ) {
        let stepping = &real_games()[order];
        prop_assume!(stepping.compare(|grammar| placed(grammar, (33, 14), &objects))?);
    }
}
