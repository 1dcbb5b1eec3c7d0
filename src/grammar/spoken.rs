//! Which words have which place in the rules of a grammar: a step that waits for others never comes.

use super::forms::Sentence;
use super::runs::Run;
use crate::lexicon::{Lexicon, RoleId, RoleSet, WordId};

/// A place of a rule, as far as steps look there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Subject,
    Verb,
    Complement,
    Condition,
    /// A word that a condition takes.
    Taken,
}

/// How many places there are.
const PLACES: usize = Place::Taken as usize + 1;

/// The words that the rules of a grammar have a place for.
#[derive(Debug, Default)]
pub(super) struct Spoken([Said; PLACES]);

/// The words that can stand in one place.
#[derive(Debug, Default)]
struct Said {
    /// The roles that runs read, and those that words accept behind them.
    roles: RoleSet,
    /// Single words that others accept.
    words: Vec<WordId>,
}

impl Place {
    /// What messages call it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Place::Subject => "subject",
            Place::Verb => "anchor",
            Place::Complement => "complement",
            Place::Condition => "condition",
            Place::Taken => "word that a condition takes",
        }
    }

    /// The place of a run's items; none where they only mark what others are.
    fn of(run: &Run, sentence: &Sentence) -> Option<Place> {
        Some(match run.number {
            number if number == sentence.anchor => Place::Verb,
            number if number == sentence.subject => Place::Subject,
            number if Some(number) == sentence.complement => Place::Complement,
            number if sentence.is_taken(number) => Place::Taken,
            _ if run.marker => return None,
            _ => Place::Condition,
        })
    }
}

impl Spoken {
    pub(super) fn new(sentences: &[Sentence], lexicon: &Lexicon) -> Spoken {
        let mut spoken = Spoken::default();
        for sentence in sentences {
            for run in sentence.runs.iter().flat_map(Run::all) {
                let Some(place) = Place::of(run, sentence) else {
                    continue;
                };
                let said = &mut spoken.0[place as usize];
                said.add(run.of.unwrap_or_default());
                said.add(run.also_behind);
                if let Some(taken) = run.takes.as_deref().filter(|taken| taken.of.is_none())
                    && let Some(place) = Place::of(taken, sentence)
                {
                    spoken.0[place as usize].add_accepted(run.of.unwrap_or_default(), lexicon);
                }
            }
        }
        spoken
    }

    /// Whether any word can stand in a place.
    pub(super) fn has_any(&self, place: Place) -> bool {
        let Said { roles, words } = &self.0[place as usize];
        !roles.is_empty() || !words.is_empty()
    }

    /// Whether a word can stand in one of some places.
    pub(super) fn has(&self, word: WordId, places: &[Place], lexicon: &Lexicon) -> bool {
        let mut said = places.iter().map(|&place| &self.0[place as usize]);
        said.any(|said| lexicon.roles(word).meets(said.roles) || said.words.contains(&word))
    }

    /// Whether words of a role can stand in one of some places.
    pub(super) fn has_role(&self, role: RoleId, places: &[Place], lexicon: &Lexicon) -> bool {
        let mut words = lexicon.words();
        let is_of = |word: &WordId| lexicon.roles(*word).contains(role);
        let mut said = places.iter().map(|&place| &self.0[place as usize]);
        said.any(|said| said.roles.contains(role))
            || words.any(|word| is_of(&word) && self.has(word, places, lexicon))
    }
}

impl Said {
    fn add(&mut self, roles: RoleSet) {
        roles.iter().for_each(|role| self.roles.insert(role));
    }

    /// Adds what the words of some roles accept.
    fn add_accepted(&mut self, heads: RoleSet, lexicon: &Lexicon) {
        let heads = lexicon
            .words()
            .filter(|&word| lexicon.roles(word).meets(heads));
        for accepts in heads.filter_map(|head| lexicon.accepts(head)) {
            self.add(accepts.roles);
            self.words.extend(&accepts.words);
        }
    }
}
