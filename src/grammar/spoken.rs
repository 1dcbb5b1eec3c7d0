//! Which words have a place in the sentences of a grammar: a step that waits for others never comes.

use super::forms::Sentence;
use super::runs::Run;
use crate::lexicon::{Lexicon, RoleSet, WordId};

/// The words that sentences have a place for.
#[derive(Debug, Default)]
pub(super) struct Spoken {
    /// The roles of the words that sentences are anchored in.
    verbs: RoleSet,
    /// The roles that runs read, and those that words accept behind them.
    roles: RoleSet,
    /// Single words that others accept.
    words: Vec<WordId>,
}

impl Spoken {
    pub(super) fn new(sentences: &[Sentence], lexicon: &Lexicon) -> Spoken {
        let mut spoken = Spoken::default();
        let add =
            |set: &mut RoleSet, roles: RoleSet| roles.iter().for_each(|role| set.insert(role));
        for sentence in sentences {
            for run in sentence.runs.iter().flat_map(Run::all) {
                let of = run.of.unwrap_or_default();
                add(&mut spoken.roles, of);
                if run.number == sentence.anchor {
                    add(&mut spoken.verbs, of);
                }
            }
        }
        for accepts in lexicon.words().filter_map(|word| lexicon.accepts(word)) {
            add(&mut spoken.roles, accepts.roles);
            spoken.words.extend(&accepts.words);
        }
        spoken
    }

    /// Whether a sentence can be anchored in a word.
    pub(super) fn is_verb(&self, word: WordId, lexicon: &Lexicon) -> bool {
        lexicon.roles(word).meets(self.verbs)
    }

    /// Whether a word can be an item of a run.
    pub(super) fn is_read(&self, word: WordId, lexicon: &Lexicon) -> bool {
        lexicon.roles(word).meets(self.roles) || self.words.contains(&word)
    }
}
