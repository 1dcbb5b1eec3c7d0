//! The items of a rule: its words with all that belongs to each of them.

use super::rule::{Part, PartKind, Rule};
use crate::lexicon::WordId;

/// One item of a rule: a word with all that belongs to it.
///
/// ```
/// # use spellboard::{Grammar, Source, drawing};
/// let grammar = Source::new("own.ron", r#"(
///     read: [Right],
///     reading: Outward,
///     roles: { "who": "of a thing", "link": "joins them", "how": "of a look", "un": "opposite" },
///     words: { "LOOKS": "link", "UN": "un" },
///     sentences: { "claim": (anchor: "link", runs: [
///         (name: "who", of: ["who"], each: true),
///         (name: "link", of: ["link"]),
///         (name: "how", of: ["how"], negated_by: "un", each: true),
///     ]) },
/// )"#);
/// let words = Source::new("own.json", r#"{ "words": [
///     { "name": "OWL", "role": "who" }, { "name": "SHY", "role": "how" }
/// ] }"#);
/// let grammar = Grammar::new(&grammar, &[words])?;
/// let board = drawing::read(&Source::new("board.txt", "OWL LOOKS UN SHY"), grammar.into())?;
/// let rule = board.rules()?.iter().next().expect("one sentence, one rule");
/// assert_eq!(rule.text(board.grammar()), "OWL LOOKS UN SHY");
/// let negated: Vec<bool> = rule.items().map(|item| item.negated).collect();
/// assert_eq!(negated, [false, false, true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item<'a> {
    /// The word.
    pub word: WordId,
    /// The number of its run in the form of sentence.
    pub run: u8,
    /// Whether an odd number of negations stands before it and behind it.
    pub negated: bool,
    /// Its negations, its block, and the blocks of its further letters. Negations that are parted from
    /// it by words that lead or follow it are not among them.
    pub parts: &'a [Part],
    /// The negations that words which lead it part from it.
    pub parted: &'a [Part],
    /// The negations that words which follow it part from it.
    pub parted_behind: &'a [Part],
}

impl<'a> Rule<'a> {
    /// The rule's items, in the order of its sentence, without the words that only mark them. An
    /// item of a run that another one takes stands behind the word that takes it.
    pub fn items(self) -> impl Iterator<Item = Item<'a>> {
        self.items_joined().map(|(_, item)| item)
    }

    /// The rule's items, each with the word that joins it to the one before it.
    pub(crate) fn items_joined(self) -> impl Iterator<Item = (Option<WordId>, Item<'a>)> {
        let mut rest = self.parts();
        // Negations that words which lead an item part from it, until that item comes.
        let mut waiting: &[Part] = &[];
        std::iter::from_fn(move || {
            let own = |part: &Part| matches!(part.kind, PartKind::Item | PartKind::Negation);
            let (skipped, own) = rest.split_at(rest.iter().position(own)?);
            let mut skipped = skipped.iter();
            let joiner = skipped.find(|part| part.kind == PartKind::Joiner);
            let joiner = joiner.map(|part| part.word);
            rest = own;
            let at = rest.iter().position(|part| part.kind == PartKind::Item)?;
            let Part { word, run, .. } = rest[at];
            let negates = |part: &&Part| part.kind == PartKind::Negation && part.run == run;
            let before = rest[..at].iter().rev().take_while(negates).count();
            if at > before {
                waiting = &rest[..at - before];
            }
            let negates_it = |part: &&Part| part.kind == PartKind::NegationAfter && part.run == run;
            let own = |part: &&Part| part.kind == PartKind::Letter || negates_it(part);
            let behind = rest[at + 1..].iter().take_while(own).count();
            let (parts, after) = rest[at - before..].split_at(before + 1 + behind);
            let after_it = parts[before..].iter().filter(negates_it);
            let parted_behind = parted_behind(after, run);
            let is_own = waiting.first().is_some_and(|first| first.run == run);
            let parted = if is_own {
                std::mem::take(&mut waiting)
            } else {
                &[]
            };
            let negations = before + after_it.count() + parted.len() + parted_behind.len();
            rest = after;
            let item = Item {
                word,
                run,
                negated: negations % 2 == 1,
                parts,
                parted,
                parted_behind,
            };
            Some((joiner, item))
        })
    }

    /// The parts, where each of them is an item that stands alone. So it is in most rules, and this
    /// tells it sooner than [`Rule::items`].
    pub(crate) fn items_alone(self) -> Option<&'a [Part]> {
        let parts = self.parts();
        let alone = parts.iter().all(|part| part.kind == PartKind::Item);
        alone.then_some(parts)
    }

    /// The items as words with their runs and whether they are negated, where nothing belongs to one
    /// but negations right before it: so it is in nearly all others.
    pub(crate) fn plain_items(self) -> Option<impl Iterator<Item = (u8, WordId, bool)>> {
        let parts = self.parts();
        let is_before_own = |at: usize| {
            let next = parts.get(at + 1);
            next.is_some_and(|next| {
                next.run == parts[at].run
                    && matches!(next.kind, PartKind::Item | PartKind::Negation)
            })
        };
        let mut numbered = parts.iter().enumerate();
        let are_plain = numbered.all(|(at, part)| match part.kind {
            PartKind::Item | PartKind::Joiner | PartKind::Marker => true,
            PartKind::Negation => is_before_own(at),
            PartKind::NegationAfter | PartKind::Letter => false,
        });
        let mut negated = false;
        let items = parts.iter().filter_map(move |part| {
            negated ^= part.kind == PartKind::Negation;
            let is_item = part.kind == PartKind::Item;
            is_item.then(|| (part.run, part.word, std::mem::take(&mut negated)))
        });
        are_plain.then_some(items)
    }
}

/// The negations of an item of a run that words which follow it part from it, in the parts behind it.
fn parted_behind(after: &[Part], run: u8) -> &[Part] {
    let is_next = |part: &Part| part.kind == PartKind::Item && part.run == run;
    let end = after.iter().position(is_next).unwrap_or(after.len());
    let negates = |part: &Part| part.kind == PartKind::NegationAfter && part.run == run;
    let Some(start) = after[..end].iter().position(negates) else {
        return &[];
    };
    let count = after[start..end]
        .iter()
        .take_while(|part| negates(part))
        .count();
    &after[start..start + count]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::grammar::Grammar;
    use crate::source::Source;

    fn sound(grammar: &str, words: &str) -> Arc<Grammar> {
        let words = Source::new("own.json", words);
        let grammar = Grammar::new(&Source::new("own.ron", grammar), &[words]);
        Arc::new(grammar.expect("a sound grammar"))
    }

    /// Of each item of a board's first rule, whether it is negated, and how many parts are its own.
    fn negated(grammar: &Arc<Grammar>, board: &str) -> Vec<(bool, usize)> {
        let board = Source::new("board.txt", board);
        let board = crate::drawing::read(&board, grammar.clone()).expect("a board");
        let rules = board.rules().expect("not too complex");
        let rule = rules.iter().next().expect("a rule");
        let items = rule.items().map(|item| (item.negated, item.parts.len()));
        items.collect()
    }

    #[test]
    fn negations_before_words_that_lead_an_item_are_its_own() {
        let grammar = r#"(
            read: [Right],
            reading: Outward,
            roles: { "who": "of a thing", "link": "joins them", "how": "of a look", "un": "opposite" },
            sentences: { "claim": (anchor: "link", runs: [
                (name: "who", of: ["who"], negated_by: "un", each: true,
                 led_by: (name: "which", of: ["how"])),
                (name: "link", of: ["link"]),
            ]) },
        )"#;
        let words = r#"{ "words": [
            { "name": "OWL", "role": "who" }, { "name": "DIM", "role": "how" },
            { "name": "UN", "role": "un" }, { "name": "LOOKS", "role": "link" }
        ] }"#;
        let grammar = sound(grammar, words);
        let negated = |board: &str| negated(&grammar, board);
        let plain = (false, 1);
        assert_eq!(negated("DIM OWL LOOKS"), [plain, plain, plain]);
        assert_eq!(negated("UN DIM OWL LOOKS"), [plain, (true, 1), plain]);
        assert_eq!(negated("UN OWL LOOKS"), [(true, 2), plain]);
    }

    #[test]
    fn negations_behind_words_that_follow_an_item_are_its_own() {
        let grammar = r#"(
            read: [Right],
            reading: Outward,
            roles: { "who": "of a thing", "link": "joins them", "how": "of a look", "un": "opposite", "no": "too" },
            sentences: { "claim": (anchor: "link", runs: [
                (name: "who", of: ["who"], negated_after: "un", each: true,
                 followed_by: (name: "which", of: ["how"], negated_after: "no")),
                (name: "link", of: ["link"]),
            ]) },
        )"#;
        let words = r#"{ "words": [
            { "name": "OWL", "role": "who" }, { "name": "DIM", "role": "how" },
            { "name": "UN", "role": "un" }, { "name": "NO", "role": "no" }, { "name": "LOOKS", "role": "link" }
        ] }"#;
        let grammar = sound(grammar, words);
        let negated = |board: &str| negated(&grammar, board);
        let plain = (false, 1);
        assert_eq!(negated("OWL DIM LOOKS"), [plain, plain, plain]);
        assert_eq!(negated("OWL DIM UN LOOKS"), [(true, 1), plain, plain]);
        assert_eq!(
            negated("OWL DIM NO UN LOOKS"),
            [(true, 1), (true, 2), plain]
        );
        assert_eq!(negated("OWL DIM UN UN LOOKS"), [plain, plain, plain]);
        assert_eq!(negated("OWL UN LOOKS"), [(true, 2), plain]);
    }
}
