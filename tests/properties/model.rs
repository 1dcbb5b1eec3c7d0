//! Random grammars over a small vocabulary, as data that a test can read by itself.

use std::sync::Arc;

use proptest::prelude::*;
use spellboard::{Grammar, Source};

/// How many roles there are, and the words that have them.
const ROLES: usize = 6;
const WORDS: usize = 9;

/// A grammar that reads outward, with its words.
#[derive(Debug, Clone)]
pub struct Model {
    pub directions: Vec<&'static str>,
    pub sentences: Vec<Sentence>,
    /// The roles of each word.
    pub words: Vec<Vec<usize>>,
}

#[derive(Debug, Clone)]
pub struct Sentence {
    pub runs: Vec<Run>,
    /// The place of the anchor among the runs.
    pub anchor: usize,
}

#[derive(Debug, Clone)]
pub struct Run {
    pub of: Vec<usize>,
    pub joined_by: Option<usize>,
    pub negated_by: Option<usize>,
    pub negated_after: Option<usize>,
    pub side_by_side: bool,
    pub each: bool,
    pub optional: bool,
    pub led_by: Option<Box<Run>>,
    pub followed_by: Option<Box<Run>>,
    pub takes: Option<Box<Run>>,
}

impl Model {
    /// The name of a word.
    pub fn name(word: usize) -> String {
        format!("W{word}")
    }

    /// The words that have some of these roles.
    pub fn words_of<'a>(&'a self, roles: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
        let fits = |word: &usize| self.words[*word].iter().any(|role| roles.contains(role));
        (0..self.words.len()).filter(fits)
    }

    /// Whether a word can stand anywhere in a sentence. Others are as good as not there.
    pub fn is_read(&self, word: usize) -> bool {
        let reads = |run: &Run| {
            let negations = run.negated_by.iter().chain(&run.negated_after);
            let mut roles = run.of.iter().chain(&run.joined_by).chain(negations);
            roles.any(|role| self.words[word].contains(role))
        };
        let runs = self.sentences.iter().flat_map(|sentence| &sentence.runs);
        runs.flat_map(Run::all).any(reads)
    }

    /// The grammar that the engine makes of it, if it is a sound one.
    pub fn grammar(&self) -> Option<Arc<Grammar>> {
        let words = Source::new("words.json", self.words_file());
        let grammar = Grammar::new(&Source::new("model.ron", self.grammar_file()), &[words]);
        grammar.ok().map(Arc::new)
    }

    /// The grammar that reads the same sentences onward, as `reading` says, if it is a sound one.
    pub fn onward(&self, reading: &str) -> Option<Arc<Grammar>> {
        let file = self.grammar_file();
        let file = file.replace("reading: Outward", &format!("reading: {reading}"));
        let words = Source::new("words.json", self.words_file());
        let grammar = Grammar::new(&Source::new("model.ron", file), &[words]);
        grammar.ok().map(Arc::new)
    }

    fn words_file(&self) -> String {
        let word = |(word, roles): (usize, &Vec<usize>)| {
            let roles: Vec<String> = roles.iter().map(|role| format!(r#""r{role}""#)).collect();
            let (name, roles) = (Model::name(word), roles.join(", "));
            format!(r#"{{ "name": "{name}", "roles": [{roles}] }}"#)
        };
        let words: Vec<String> = self.words.iter().enumerate().map(word).collect();
        format!(r#"{{ "words": [{}] }}"#, words.join(", "))
    }

    fn grammar_file(&self) -> String {
        let roles: Vec<String> = (0..ROLES)
            .map(|role| format!(r#""r{role}": "a role""#))
            .collect();
        let sentence = |(index, sentence): (usize, &Sentence)| {
            let mut number = 0;
            let runs: Vec<String> = sentence
                .runs
                .iter()
                .map(|run| run.write(&mut number))
                .collect();
            let before = sentence.runs[..sentence.anchor].iter();
            let anchor: usize = before.map(|run| run.all().len()).sum();
            format!(
                r#""s{index}": (anchor: "n{anchor}", runs: [{}])"#,
                runs.join(", ")
            )
        };
        let sentences: Vec<String> = self.sentences.iter().enumerate().map(sentence).collect();
        format!(
            "(read: [{}], reading: Outward, roles: {{ {} }}, sentences: {{ {} }})",
            self.directions.join(", "),
            roles.join(", "),
            sentences.join(", ")
        )
    }
}

impl Run {
    /// The run and those that belong to its items, in the order of their numbers.
    pub fn all(&self) -> Vec<&Run> {
        let parts = [&self.led_by, &self.followed_by, &self.takes];
        let parts = parts.into_iter().flatten().flat_map(|run| run.all());
        [self].into_iter().chain(parts).collect()
    }

    /// The run as the grammar file has it; runs are named by their numbers.
    fn write(&self, number: &mut usize) -> String {
        let mut fields = vec![format!(r#"name: "n{number}""#)];
        *number += 1;
        let roles: Vec<String> = self.of.iter().map(|role| format!(r#""r{role}""#)).collect();
        fields.push(format!("of: [{}]", roles.join(", ")));
        let role = |name: &str, role: usize| format!(r#"{name}: "r{role}""#);
        fields.extend(self.joined_by.map(|joiner| role("joined_by", joiner)));
        fields.extend(self.negated_by.map(|negation| role("negated_by", negation)));
        fields.extend(
            self.negated_after
                .map(|negation| role("negated_after", negation)),
        );
        fields.extend(self.side_by_side.then(|| "side_by_side: true".to_owned()));
        fields.extend(self.each.then(|| "each: true".to_owned()));
        fields.extend(self.optional.then(|| "optional: true".to_owned()));
        let parts = [
            ("led_by", &self.led_by),
            ("followed_by", &self.followed_by),
            ("takes", &self.takes),
        ];
        for (name, part) in parts {
            let part = part.as_ref().map(|run| run.write(number));
            fields.extend(part.map(|run| format!("{name}: {run}")));
        }
        format!("({})", fields.join(", "))
    }
}

fn role() -> impl Strategy<Value = usize> {
    0..ROLES
}

prop_compose! {
    fn flat_run()(
        of in prop::collection::vec(role(), 1..3),
        joined_by in prop::option::of(role()),
        (negated_by, negated_after) in negations(),
        side_by_side in prop::bool::weighted(0.1),
        each in any::<bool>(),
        optional in prop::bool::weighted(0.2),
    ) -> Run {
        let of = distinct(of);
        Run { of, joined_by, negated_by, negated_after, side_by_side, each, optional, led_by: None, followed_by: None, takes: None }
    }
}

fn negations() -> impl Strategy<Value = (Option<usize>, Option<usize>)> {
    (
        prop::option::weighted(0.2, role()),
        prop::option::weighted(0.15, role()),
    )
}

prop_compose! {
    /// A run whose items have words that belong to them.
    fn dressed_run()(
        run in flat_run(),
        led_by in prop::option::weighted(0.15, flat_run()),
        followed_by in prop::option::weighted(0.15, flat_run()),
    ) -> Run {
        let part = |run: Option<Run>| run.map(|run| Box::new(Run { each: false, optional: false, ..run }));
        Run { led_by: part(led_by), followed_by: part(followed_by), ..run }
    }
}

prop_compose! {
    fn run()(run in dressed_run(), takes in prop::option::weighted(0.15, dressed_run())) -> Run {
        Run { takes: takes.map(Box::new), ..run }
    }
}

prop_compose! {
    fn sentence()(mut runs in prop::collection::vec(run(), 1..4), at in any::<prop::sample::Index>()) -> Sentence {
        let anchor = at.index(runs.len());
        let Run { of, each, takes, .. } = runs[anchor].clone();
        let (joined_by, negated_by, negated_after, side_by_side) = (None, None, None, false);
        let (led_by, followed_by, optional) = (None, None, false);
        let of = of[..1].to_vec();
        runs[anchor] = Run { of, joined_by, negated_by, negated_after, side_by_side, each, optional, led_by, followed_by, takes };
        Sentence { runs, anchor }
    }
}

prop_compose! {
    /// Grammars of which many are sound.
    pub fn model()(
        directions in prop::sample::subsequence(vec!["Right", "Down", "Left", "Up", "DownRight", "UpLeft"], 1..3),
        sentences in prop::collection::vec(sentence(), 1..3),
        words in prop::collection::vec((role(), prop::option::weighted(0.3, role())), WORDS),
    ) -> Model {
        let roles = |(one, other): (usize, Option<usize>)| distinct([one].into_iter().chain(other).collect());
        Model { directions, sentences, words: words.into_iter().map(roles).collect() }
    }
}

fn distinct(mut values: Vec<usize>) -> Vec<usize> {
    values.sort();
    values.dedup();
    values
}
