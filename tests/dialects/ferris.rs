//! Ferris is You. Its program compares three, four, five or seven tiles with a list of shapes. What
//! it lacks are longer sentences, some shapes of those it has, and sentences at the edge; it reads
//! a part of such a sentence instead, or nothing.

use std::collections::{BTreeMap, BTreeSet};

use spellboard::{Direction, Level, LevelObject};

use crate::boards::{Case, Dialect};
use crate::faults::Faults;

const EDGE: &str = "a sentence of four words or more that ends on the last tile";
const SHAPE: &str = "a sentence of a shape that is not in the list";

/// The shapes in the list: `n` is a noun, `c` a noun or a property.
const SHAPES: [&str; 14] = [
    "n IS c",
    "n HAS n",
    "LONELY n IS c",
    "n IS c AND c",
    "n AND n IS c",
    "n HAS n AND n",
    "n ON n IS c",
    "n NEAR n IS c",
    "n FACING n IS c",
    "n IS c AND c AND c",
    "n AND n AND n IS c",
    "n HAS n AND n AND n",
    "n ON n AND n IS c",
    "n ON n IS c AND c",
];

/// A sentence as it lies on a board.
struct Sentence {
    words: Vec<String>,
    at_the_edge: bool,
    rules: BTreeSet<String>,
}

impl Sentence {
    fn has_shape(&self, dialect: &Dialect, shape: &str) -> bool {
        let lexicon = dialect.grammar.lexicon();
        let is = |word: &str, role: &str| {
            let role = lexicon.role(role).expect("a role of the grammar");
            let word = lexicon.word(word).expect("a word of the game");
            lexicon.roles(word).contains(role)
        };
        let shape: Vec<&str> = shape.split(' ').collect();
        let fits = |(word, &place): (&String, &&str)| match place {
            "n" => is(word, "noun"),
            "c" => is(word, "noun") || is(word, "property"),
            _ => word == place,
        };
        self.words.len() == shape.len() && self.words.iter().zip(&shape).all(fits)
    }

    /// Why the program does not read this sentence; `None` where it does.
    fn fault(&self, dialect: &Dialect) -> Option<&'static str> {
        if !SHAPES.iter().any(|shape| self.has_shape(dialect, shape)) {
            return Some(SHAPE);
        }
        (self.at_the_edge && self.words.len() > 3).then_some(EDGE)
    }

    /// Whether some part of the sentence spells a rule when it lies alone.
    fn holds(&self, dialect: &Dialect, rule: &str) -> bool {
        let ends = |start| (start + 3..=self.words.len()).map(move |end| (start, end));
        let mut parts = (0..self.words.len()).flat_map(ends);
        parts.any(|(start, end)| {
            let part = row(&self.words[start..end]);
            dialect.rules(&part).contains(rule)
        })
    }
}

/// A board with these words in a row.
fn row(words: &[String]) -> Level {
    let object = |(x, word): (i32, &String)| LevelObject {
        kind: format!("text:{word}"),
        x,
        y: 0,
    };
    Level {
        width: words.len() as i32,
        height: 1,
        objects: (0..).zip(words).map(object).collect(),
        ..Level::default()
    }
}

/// The sentences of a board without stacks.
fn sentences(dialect: &Dialect, level: &Level) -> Vec<Sentence> {
    let board = dialect.board(level);
    let rules = board.rules().expect("it can be read");
    let mut found: BTreeMap<_, (BTreeSet<usize>, BTreeSet<String>)> = BTreeMap::new();
    for rule in rules.iter().filter(|rule| !rule.is_base()) {
        let down = rule.direction(&dialect.grammar) == Some(Direction::Down);
        let anchor = rule.parts().iter().find(|part| part.word == rule.anchor());
        let anchor = anchor.and_then(|part| part.object).map(|it| it.index());
        let (blocks, texts) = found.entry((down, anchor)).or_default();
        let joiners = rule.joiners().iter().copied();
        blocks.extend(rule.objects().chain(joiners).map(|block| block.index()));
        texts.insert(rule.text(&dialect.grammar));
    }
    let sentence = |((down, _), (blocks, rules)): ((bool, _), (BTreeSet<usize>, _))| {
        let mut blocks: Vec<_> = blocks.into_iter().map(|it| &level.objects[it]).collect();
        let along = |block: &&LevelObject| if down { block.y } else { block.x };
        blocks.sort_by_key(along);
        let end = blocks.last().map(along).map(|last| last + 1);
        let word = |block: &LevelObject| block.kind["text:".len()..].to_owned();
        Sentence {
            words: blocks.into_iter().map(word).collect(),
            at_the_edge: end == Some(if down { level.height } else { level.width }),
            rules,
        }
    };
    found.into_iter().map(sentence).collect()
}

/// Counts what only one of the two reads, by the sentence that it is or is a part of.
fn compare(dialect: &Dialect, cases: &[Case]) -> Faults {
    let mut faults = Faults::default();
    for case in cases {
        let ours = dialect.rules(&case.level);
        let sentences = sentences(dialect, &case.level);
        for rule in ours.symmetric_difference(&case.rules) {
            let reasons = |of: &dyn Fn(&Sentence) -> bool| -> Vec<_> {
                let sentences = sentences.iter().filter(|sentence| of(sentence));
                sentences.map(|sentence| sentence.fault(dialect)).collect()
            };
            // The program must lack each sentence that spells it, or read a part of one it lacks.
            let fault = match ours.contains(rule) {
                true => reasons(&|it| it.rules.contains(rule))
                    .into_iter()
                    .reduce(Option::and)
                    .flatten(),
                false => reasons(&|it| it.holds(dialect, rule))
                    .into_iter()
                    .reduce(Option::or)
                    .flatten(),
            };
            faults.count(case.name(), rule, fault);
        }
    }
    faults
}

/// The start boards of the program's own tests, and its test level.
#[test]
fn its_own_levels() {
    let dialect = Dialect::load("ferris");
    let cases = dialect.levels("ferris.ndjson", "ferris.rules.ndjson");
    assert_eq!(cases.len(), 78);
    compare(&dialect, &cases).are(&[]);
}

#[test]
fn random_boards() {
    let dialect = Dialect::load("ferris");
    let cases = dialect.boards("ferris-random.ndjson");
    assert_eq!(cases.len(), 150);
    compare(&dialect, &cases).are(&[(EDGE, 57), (SHAPE, 14)]);
}
