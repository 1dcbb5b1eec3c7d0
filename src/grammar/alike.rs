//! Which words are read alike, wherever they lie.

use super::triggers::Calls;
use super::{Grammar, Positions, Resume, SlotKind, Speller, each, union};
use crate::lexicon::WordId;

impl Grammar {
    /// Whether two words have the same roles and are read alike on every tile. Letters are not
    /// compared: what they spell is another matter.
    pub(crate) fn reads_alike(&self, one: WordId, other: WordId) -> bool {
        let (a, b) = (one.index(), other.index());
        self.lexicon.roles(one) == self.lexicon.roles(other)
            && self.accepts[a] == self.accepts[b]
            && self.automaton.accepts[a] == self.automaton.accepts[b]
            && self.stop_alike(one, other)
    }

    /// Where a word can stand between neighbouring tiles with blocks that can stand there and there
    /// (see `Grammar::places`): words of which the same is left of their own places are read alike
    /// between them, if they also stop readings alike.
    pub(crate) fn open_between(&self, before: Positions, behind: Positions) -> Positions {
        if self.resume.is_some() {
            return self.states.first | union(before, &self.states.follow);
        }
        let automaton = &self.automaton;
        automaton.anchors | union(before, &automaton.follow) | union(behind, &automaton.precede)
    }

    /// Whether reading goes on alike where these words stop it.
    pub(crate) fn stop_alike(&self, one: WordId, other: WordId) -> bool {
        let resume = self.resume.as_ref();
        resume.is_none_or(|resume| resume.stops_alike(one, other))
    }

    /// Whether a word can be a whole sentence.
    pub(crate) fn has_sentences_of_one_word(&self) -> bool {
        self.automaton.first & self.automaton.last != 0
    }

    /// Whether a word that ends a sentence can be one by itself once this one stops it, alone or with the
    /// negations before it.
    pub(crate) fn sets_free(&self, word: WordId) -> bool {
        let takes_back = |resume: &Resume| resume.bearing(word) & Resume::TAKES_BACK != 0;
        let mut words = self.lexicon.words();
        self.resume.as_ref().is_some_and(takes_back)
            && (self.has_sentences_of_one_word()
                || words.any(|word| self.is_negation_and_more(word)))
    }

    /// Whether a word can be a negation, which belongs to the word that stops a sentence behind it.
    pub(crate) fn is_negation(&self, word: WordId) -> bool {
        let positions = self.automaton.accepts[word.index()];
        each(positions).any(|at| self.automaton.slots[at].kind == SlotKind::Negation)
    }

    /// Whether it can also be something else, which the next sentence can begin with.
    pub(crate) fn is_negation_and_more(&self, word: WordId) -> bool {
        let positions = self.automaton.accepts[word.index()];
        let is_more = |at: usize| self.automaton.slots[at].kind != SlotKind::Negation;
        self.is_negation(word) && each(positions).any(is_more)
    }

    /// Whether a word is a letter.
    pub(crate) fn is_letter(&self, word: WordId) -> bool {
        let is_letter = |speller: &Speller| speller.is_letter(word);
        self.speller.as_ref().is_some_and(is_letter)
    }

    /// Whether a letter spells some word by itself.
    pub(crate) fn spells_alone(&self, letter: WordId) -> bool {
        let spells = |speller: &Speller| {
            let node = speller.after(0, letter);
            node.is_some_and(|node| !speller.words(node).is_empty())
        };
        self.speller.as_ref().is_some_and(spells)
    }

    /// Whether letters spell some words only where a block with this one lies on the board.
    pub(crate) fn enables_letters(&self, word: WordId) -> bool {
        let enables = |speller: &Speller| speller.words_needed().any(|needed| needed == word);
        self.speller.as_ref().is_some_and(enables)
    }

    /// Whether a word calls for some step to the rules in force.
    pub(crate) fn calls_for_steps(&self, word: WordId) -> bool {
        let calls = self.in_force.triggers.words.get(word.index());
        calls.is_some_and(|calls| *calls != Calls::default())
    }

    /// How many words the shortest sentence has.
    pub(crate) fn shortest_sentence(&self) -> usize {
        let automaton = &self.automaton;
        let (mut reached, mut words) = (automaton.first, 1);
        // No sentence is longer than there are places, unless a place is repeated.
        while reached & automaton.last == 0 && words <= automaton.slots.len() {
            reached = union(reached, &automaton.follow);
            words += 1;
        }
        words
    }
}
