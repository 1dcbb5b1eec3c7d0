//! The questions that are asked of the rules in force: by word, without allocation.

use super::held::Held;
use super::table::InForce;
use crate::lexicon::WordId;

/// A rule by three of its words and by whether it holds always, with its number.
type Answer = (u64, u32);

/// The rules in force that say something plain of a plain subject, in two orders.
#[derive(Debug, Clone)]
pub(super) struct Questions {
    /// By subject, verb and complement.
    of: Vec<Answer>,
    /// By verb, complement and subject.
    saying: Vec<Answer>,
}

/// Three words in one number that sorts as they do; the last bit is for conditions.
fn key(first: WordId, second: WordId, third: WordId) -> u64 {
    let [first, second, third] = [first, second, third].map(|word| u64::from(word.0));
    (first << 32 | second << 16 | third) << 1
}

/// The answers from one key up to another one.
fn between(answers: &[Answer], from: u64, to: u64) -> &[Answer] {
    let start = answers.partition_point(|&(key, _)| key < from);
    let count = answers[start..].partition_point(|&(key, _)| key <= to);
    &answers[start..start + count]
}

/// The last words of the keys of rules that hold always, each once.
fn last_words(answers: &[Answer]) -> impl Iterator<Item = WordId> + '_ {
    let mut before = None;
    let always = answers.iter().filter(|(key, _)| key & 1 == 0);
    always.filter_map(move |&(key, _)| {
        let word = WordId((key >> 1) as u16);
        (before.replace(word) != Some(word)).then_some(word)
    })
}

/// The least and the greatest word.
const ANY: [WordId; 2] = [WordId(0), WordId(u16::MAX)];

/// What a simulator asks, by the ids of words. The first question sorts the table; after that an
/// answer takes a binary search and no memory.
///
/// ```
/// # use spellboard::{Grammar, Source, drawing};
/// let grammar = Source::new("own.ron", r#"(
///     read: [Right],
///     reading: Outward,
///     roles: { "who": "of a thing", "link": "joins them", "how": "of a look", "if": "condition" },
///     words: { "IS": "link", "HAS": "link", "LONELY": "if" },
///     sentences: { "claim": (anchor: "link", runs: [
///         (name: "when", of: ["if"], optional: true),
///         (name: "who", of: ["who"], each: true),
///         (name: "link", of: ["link"]),
///         (name: "how", of: ["who", "how"], each: true),
///     ]) },
/// )"#);
/// let words = Source::new("own.json", r#"{ "words": [
///     { "name": "OWL", "role": "who" }, { "name": "EGG", "role": "who" },
///     { "name": "SHY", "role": "how" }, { "name": "BOLD", "role": "how" }
/// ] }"#);
/// let grammar = Grammar::new(&grammar, &[words])?;
/// let lines = "OWL HAS EGG\nEGG IS SHY\nLONELY OWL IS BOLD";
/// let board = drawing::read(&Source::new("board.txt", lines), grammar.into())?;
/// let rules = board.in_force()?;
///
/// let word = |name| board.grammar().lexicon().word(name).expect("a word of the list");
/// let (owl, egg, is, has) = (word("OWL"), word("EGG"), word("IS"), word("HAS"));
/// let (shy, bold) = (word("SHY"), word("BOLD"));
/// assert!(rules.has(egg, is, shy));
/// assert!(!rules.has(owl, is, bold), "only where it is lonely");
/// assert_eq!(rules.when(owl, is, bold).next().unwrap().conditions().len(), 1);
/// assert_eq!(rules.complements(owl, has).collect::<Vec<_>>(), [egg]);
/// assert_eq!(rules.subjects(is, shy).collect::<Vec<_>>(), [egg]);
/// assert_eq!(rules.saying(is, bold).count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl InForce {
    /// Whether this holds now, without any condition or exception: "has this noun that property".
    pub fn has(&self, subject: WordId, verb: WordId, complement: WordId) -> bool {
        let key = key(subject, verb, complement);
        !between(&self.questions().of, key, key).is_empty()
    }

    /// The rules in force that say this of the subject, each with the conditions under which it
    /// holds; those that hold always come first.
    pub fn when(
        &self,
        subject: WordId,
        verb: WordId,
        complement: WordId,
    ) -> impl Iterator<Item = Held<'_>> {
        let key = key(subject, verb, complement);
        self.held(between(&self.questions().of, key, key | 1))
    }

    /// What holds of a subject with a verb without any condition: what it is, what it has. Each
    /// word once, in the order of ids.
    pub fn complements(&self, subject: WordId, verb: WordId) -> impl Iterator<Item = WordId> + '_ {
        let [from, to] = ANY.map(|any| key(subject, verb, any));
        last_words(between(&self.questions().of, from, to | 1))
    }

    /// The subjects of which this holds without any condition: all nouns with a property. Each
    /// word once, in the order of ids.
    pub fn subjects(&self, verb: WordId, complement: WordId) -> impl Iterator<Item = WordId> + '_ {
        let [from, to] = ANY.map(|any| key(verb, complement, any));
        last_words(between(&self.questions().saying, from, to | 1))
    }

    /// The rules in force that say this of any subject, by subject; each with its conditions.
    pub fn saying(&self, verb: WordId, complement: WordId) -> impl Iterator<Item = Held<'_>> {
        let [from, to] = ANY.map(|any| key(verb, complement, any));
        self.held(between(&self.questions().saying, from, to | 1))
    }

    fn held<'a>(&'a self, answers: &'a [Answer]) -> impl Iterator<Item = Held<'a>> {
        answers.iter().map(|&(_, index)| Held {
            table: self,
            index: index as usize,
        })
    }

    fn questions(&self) -> &Questions {
        self.questions.get_or_init(|| {
            let plain = |rule: Held<'_>| {
                let row = rule.row();
                let said = row.said().filter(|_| !row.subject.negated)?;
                let words = [row.subject.word, row.verb, said];
                (!row.is_cancelled()).then_some((words, rule.index as u32, rule.holds_always()))
            };
            let answers = |order: [usize; 3]| {
                let answer = |(words, index, always): ([WordId; 3], u32, bool)| {
                    let [first, second, third] = order.map(|at| words[at]);
                    (key(first, second, third) | u64::from(!always), index)
                };
                let answers = self.iter().filter_map(plain).map(answer);
                let mut answers: Vec<Answer> = answers.collect();
                answers.sort_unstable();
                answers
            };
            Questions {
                of: answers([0, 1, 2]),
                saying: answers([1, 2, 0]),
            }
        })
    }
}
