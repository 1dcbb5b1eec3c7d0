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
    /// The roles of the items that can be negated; all where there are none.
    pub negated: Option<Vec<usize>>,
    /// Of a run that belongs to items: the roles of those that it stands beside; all where there are
    /// none.
    pub beside: Option<Vec<usize>>,
    /// Of a run that follows items: the roles of further words that are items only with it.
    pub also_behind: Vec<usize>,
    /// The roles of words that neither a joiner nor another item stands right before.
    pub only_first: Vec<usize>,
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
        (0..self.words.len()).filter(|&word| self.has(word, roles))
    }

    /// Whether a word has one of some roles.
    pub fn has(&self, word: usize, roles: &[usize]) -> bool {
        self.words[word].iter().any(|role| roles.contains(role))
    }

    /// Whether a word has one of some roles, or all words will do.
    pub fn is_one_of(&self, roles: &Option<Vec<usize>>, word: usize) -> bool {
        roles.as_ref().is_none_or(|roles| self.has(word, roles))
    }

    /// Whether a word is an item of a run only with what follows it: it has no other place there.
    pub fn is_further(&self, run: &Run, word: usize) -> bool {
        let follows = |behind: &Run| self.has(word, &behind.also_behind);
        let leads = |before: &Run| self.has(word, &before.of);
        let beside = [run.joined_by, run.negated_by, run.negated_after];
        run.followed_by.as_deref().is_some_and(follows)
            && !self.has(word, &run.of)
            && !run.led_by.as_deref().is_some_and(leads)
            && !beside.iter().any(|role| self.has(word, role.as_slice()))
    }

    /// Whether a word can stand anywhere in a sentence. Others are as good as not there.
    pub fn is_read(&self, word: usize) -> bool {
        let mut runs = self.sentences.iter().flat_map(|sentence| &sentence.runs);
        runs.any(|run| self.reads(run, word))
    }

    /// Whether a word can stand anywhere in a run: what stands beside items only counts where some
    /// word is such an item.
    fn reads(&self, run: &Run, word: usize) -> bool {
        let is_item = |word: usize| self.has(word, &run.of);
        let is_further = |word: usize| self.is_further(run, word);
        let all = 0..self.words.len();
        let has_further = all.clone().any(is_further);
        let has_items = has_further || all.clone().any(is_item);
        let some = |roles: &Option<Vec<usize>>, fits: &dyn Fn(usize) -> bool| {
            let mut items = all.clone().filter(|&word| fits(word));
            !has_items || items.any(|word| self.is_one_of(roles, word))
        };
        let any = |word: usize| is_item(word) || is_further(word);
        let led_by = run.led_by.as_deref();
        let led_by = led_by.filter(|part| some(&part.beside, &any));
        let followed_by = run.followed_by.as_deref();
        let followed_by = followed_by.filter(|part| has_further || some(&part.beside, &is_item));
        let before = led_by.is_some() || some(&run.negated, &any);
        let behind = followed_by.is_some() || some(&run.negated, &is_item);
        let negations = [
            run.negated_by.filter(|_| before),
            run.negated_after.filter(|_| behind),
        ];
        let beside = [run.joined_by].into_iter().chain(negations).flatten();
        let mut parts = [led_by, followed_by, run.takes.as_deref()]
            .into_iter()
            .flatten();
        any(word)
            || beside.into_iter().any(|role| self.has(word, &[role]))
            || parts.any(|part| self.reads(part, word))
    }

    /// The same model where negations are words of a role of their own, as onward reading has them, and
    /// every role has a word of its own.
    pub fn with_own_negations(mut self) -> Model {
        const NEGATION: usize = ROLES - 1;
        let other = |role: &mut usize| *role %= NEGATION;
        for run in self.sentences.iter_mut().flat_map(|it| &mut it.runs) {
            run.change_all(&mut |run| {
                run.of.iter_mut().for_each(other);
                run.also_behind.iter_mut().for_each(other);
                run.only_first.iter_mut().for_each(other);
                let limits = [&mut run.negated, &mut run.beside];
                limits.into_iter().flatten().flatten().for_each(other);
                let beside = [&mut run.joined_by, &mut run.negated_after];
                beside.into_iter().flatten().for_each(other);
                run.of = distinct(std::mem::take(&mut run.of));
                run.negated_by = run.negated_by.map(|_| NEGATION);
            });
        }
        for (index, roles) in self.words.iter_mut().enumerate() {
            roles.iter_mut().for_each(other);
            *roles = distinct(std::mem::take(roles));
            if index < ROLES {
                *roles = vec![index];
            }
        }
        self
    }

    /// Whether a word turns the next one into its opposite, in some run.
    pub fn is_negation(&self, word: usize) -> bool {
        let mut runs = self.all_runs();
        runs.any(|run| self.has(word, run.negated_by.as_slice()))
    }

    /// Whether some run has a place for a word right behind a negation.
    pub fn can_be_negated(&self, word: usize) -> bool {
        let leads = |before: &Run| self.has(word, &before.of);
        let is_item = |run: &Run| self.has(word, &run.of) || self.is_further(run, word);
        self.all_runs().any(|run| {
            run.negated_by.is_some()
                && (is_item(run) && self.is_one_of(&run.negated, word)
                    || run.led_by.as_deref().is_some_and(leads))
        })
    }

    fn all_runs(&self) -> impl Iterator<Item = &Run> {
        let runs = self.sentences.iter().flat_map(|sentence| &sentence.runs);
        runs.flat_map(Run::all)
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
    /// A run of single words.
    fn of(of: Vec<usize>) -> Run {
        Run {
            of,
            joined_by: None,
            negated_by: None,
            negated_after: None,
            negated: None,
            beside: None,
            also_behind: Vec::new(),
            only_first: Vec::new(),
            side_by_side: false,
            each: false,
            optional: false,
            led_by: None,
            followed_by: None,
            takes: None,
        }
    }

    /// The run and those that belong to its items, in the order of their numbers.
    pub fn all(&self) -> Vec<&Run> {
        let parts = [&self.led_by, &self.followed_by, &self.takes];
        let parts = parts.into_iter().flatten().flat_map(|run| run.all());
        [self].into_iter().chain(parts).collect()
    }

    /// Changes the run and those that belong to its items.
    fn change_all(&mut self, change: &mut dyn FnMut(&mut Run)) {
        change(self);
        let parts = [&mut self.led_by, &mut self.followed_by, &mut self.takes];
        for run in parts.into_iter().flatten() {
            run.change_all(change);
        }
    }

    /// The run as the grammar file has it; runs are named by their numbers.
    fn write(&self, number: &mut usize) -> String {
        let mut fields = vec![format!(r#"name: "n{number}""#)];
        *number += 1;
        let roles = |name: &str, roles: &[usize]| {
            let roles: Vec<String> = roles.iter().map(|role| format!(r#""r{role}""#)).collect();
            format!("{name}: [{}]", roles.join(", "))
        };
        fields.push(roles("of", &self.of));
        fields.extend(self.negated.as_deref().map(|of| roles("negated", of)));
        fields.extend(self.beside.as_deref().map(|of| roles("beside", of)));
        let also = Some(&self.also_behind[..]).filter(|also| !also.is_empty());
        fields.extend(also.map(|also| roles("also_behind", also)));
        let first = Some(&self.only_first[..]).filter(|first| !first.is_empty());
        fields.extend(first.map(|first| roles("only_first", first)));
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
        negated in limit(),
        only_first in limit(),
        side_by_side in prop::bool::weighted(0.1),
        each in any::<bool>(),
        optional in prop::bool::weighted(0.2),
    ) -> Run {
        let of = distinct(of);
        let negated = limited(&of, negated).filter(|_| negated_by.or(negated_after).is_some());
        let is_list = joined_by.is_some() || side_by_side;
        let only_first = limited(&of, only_first).filter(|_| is_list).unwrap_or_default();
        Run { only_first, joined_by, negated_by, negated_after, negated, side_by_side, each, optional, ..Run::of(of) }
    }
}

/// Which of the roles of a run something is for: the others it is not for.
fn limit() -> impl Strategy<Value = Option<prop::sample::Index>> {
    prop::option::weighted(0.4, any::<prop::sample::Index>())
}

fn limited(of: &[usize], limit: Option<prop::sample::Index>) -> Option<Vec<usize>> {
    limit.map(|limit| vec![*limit.get(of)])
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
        led_by in prop::option::weighted(0.2, flat_run()),
        followed_by in prop::option::weighted(0.25, flat_run()),
        beside in (limit(), limit()),
        also_behind in prop::option::weighted(0.5, role()),
    ) -> Run {
        let part = |run: Option<Run>, beside| {
            let run = run?;
            Some(Box::new(Run { each: false, optional: false, beside, ..run }))
        };
        let led_by = part(led_by, limited(&run.of, beside.0));
        let mut followed_by = part(followed_by, limited(&run.of, beside.1));
        if let Some(followed_by) = &mut followed_by {
            followed_by.also_behind.extend(also_behind);
        }
        Run { led_by, followed_by, ..run }
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
        runs[anchor] = Run { each, takes, ..Run::of(of[..1].to_vec()) };
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
