//! How the words of a spelled rule were written: grammars can have several words that join, or that
//! negate, and rules in force are told in the words that their authors used.

use super::Term;
use crate::grammar::{Grammar, Run};
use crate::lexicon::WordId;
use crate::rules::{Item, PartKind};

/// How a word of a condition was written.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Written {
    /// What stands between it and the word before it in its run.
    pub(super) link: Link,
    /// What negates it.
    pub(super) negation: Option<Negation>,
}

/// What stands between two words of a run.
#[derive(Debug, Clone, Copy, Default)]
pub(super) enum Link {
    /// Nobody wrote the two next to each other: what usually joins the words of the run.
    #[default]
    Usual,
    /// Nothing: they stand side by side.
    Beside,
    /// A word.
    By(WordId),
}

/// A word that negates another one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Negation {
    pub(super) word: WordId,
    /// Whether it stands behind what it negates.
    pub(super) after: bool,
}

impl Written {
    /// How an item was written that has others of its run before it, or has none.
    pub(super) fn new(joiner: Option<WordId>, negation: Option<Negation>) -> Written {
        Written {
            link: joiner.map_or(Link::Beside, Link::By),
            negation,
        }
    }
}

impl Negation {
    /// What negates an item; of several words, that which they leave.
    pub(super) fn of(item: &Item<'_>) -> Option<Negation> {
        let behind = item.parted_behind;
        let parts = || item.parted.iter().chain(item.parts).chain(behind);
        let last = |kind| {
            let mut negations = parts().filter(move |part| part.kind == kind);
            let is_odd = negations.clone().count() % 2 == 1;
            negations.next_back().filter(|_| is_odd)
        };
        let before = last(PartKind::Negation);
        let negation = before.or_else(|| last(PartKind::NegationAfter))?;
        Some(Negation {
            word: negation.word,
            after: negation.kind == PartKind::NegationAfter,
        })
    }

    /// What usually negates the words of a run, or of any run where these have nothing.
    pub(super) fn usual(run: &Run, grammar: &Grammar) -> Option<Negation> {
        let roles = [(run.negated_by, false), (run.negated_after, true)];
        let own = roles
            .into_iter()
            .find_map(|(role, after)| Some((grammar.lexicon().first_word(role?)?, after)));
        let (word, after) = own.or_else(|| grammar.negation())?;
        Some(Negation { word, after })
    }
}

/// A word of a run with its negation.
pub(super) fn term(term: Term, written: Option<Negation>, run: &Run, grammar: &Grammar) -> String {
    let name = |word| grammar.lexicon().name(word);
    let written = written.or_else(|| Negation::usual(run, grammar));
    match written.filter(|_| term.negated) {
        Some(Negation { word, after: false }) => format!("{} {}", name(word), name(term.word)),
        Some(Negation { word, after: true }) => format!("{} {}", name(term.word), name(word)),
        None => name(term.word).to_owned(),
    }
}

/// The words of a run with what stands between them.
pub(super) fn joined(
    words: impl Iterator<Item = (Link, String)>,
    run: Option<&Run>,
    grammar: &Grammar,
) -> String {
    let mut text = String::new();
    for (link, word) in words {
        let usual = || grammar.lexicon().first_word(run?.joined_by?);
        let joiner = match link {
            Link::Usual => usual(),
            Link::Beside => None,
            Link::By(word) => Some(word),
        };
        if !text.is_empty() {
            text.push(' ');
            if let Some(joiner) = joiner {
                text += grammar.lexicon().name(joiner);
                text.push(' ');
            }
        }
        text += &word;
    }
    text
}
