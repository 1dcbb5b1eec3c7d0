//! A grammar file and its words files become a sound grammar, or all that is wrong with them.

use super::base::BaseRule;
use super::checker::Checker;
use super::derivation::Derivation;
use super::file::{Direction, GrammarFile};
use super::forms::Sentence;
use super::head::Reading;
use super::speller::Spell;
use crate::diagnostic::{Place, Problem};
use crate::lexicon::{Lexicon, RoleSet};
use crate::mistaken::{FileKind, mistaken};
use crate::notation::Ron;
use crate::source::Source;
use crate::words_file::{LexiconBuilder, Roles};

/// A grammar in which every name is known, ready to be compiled.
pub(crate) struct Checked<'s> {
    pub(crate) lexicon: Lexicon,
    pub(crate) directions: Vec<Direction>,
    pub(crate) reading: Reading,
    pub(crate) sentences: Vec<Sentence>,
    pub(crate) spell: Option<Spell>,
    pub(crate) base: Vec<BaseRule<'s>>,
    pub(crate) in_force: Derivation,
    pub(crate) uses: Uses,
}

/// What a file says of the use of its roles, for those who ask whether they are of any.
#[derive(Default)]
pub(crate) struct Uses {
    /// Where each role is defined, by its id.
    pub(crate) roles: Vec<Place>,
    /// Where each word is defined, by its id.
    pub(crate) words: Vec<Place>,
    /// The roles that are named anywhere but as the role of a word.
    pub(crate) named: RoleSet,
    /// The roles that are not read, and that on purpose.
    pub(crate) unread: RoleSet,
    /// Whether other grammars read the words too.
    pub(crate) skips_others: bool,
}

/// Checks a grammar and the words that belong to it; the problems come with whatever could be read.
/// `complete` says whether there are no further words, in files that could not be loaded.
pub(crate) fn check<'s>(
    grammar: &'s Source,
    words: &[Source],
    complete: bool,
) -> (Option<Checked<'s>>, Vec<Problem>) {
    let file = match grammar.parse::<Ron, GrammarFile>() {
        Ok(file) => file,
        Err(problem) => {
            let mut problems = vec![mistaken(grammar, FileKind::Grammar).unwrap_or(problem)];
            problems.extend(check_words(words));
            return (None, problems);
        }
    };
    let mut checker = Checker {
        source: grammar,
        words: LexiconBuilder::default(),
        problems: Vec::new(),
        uses: Uses::default(),
        spoken: None,
        attached: Vec::new(),
    };
    let checked = checker.file(file, words, complete);
    (checked, checker.problems)
}

/// Checks what can be checked of words without a grammar.
pub(crate) fn check_words(words: &[Source]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut builder = LexiconBuilder::new(Lexicon::default(), Roles::Some);
    for source in words {
        builder.add_file(source, "", &mut problems);
    }
    problems
}

impl<'s> Checker<'s> {
    fn file(
        &mut self,
        file: GrammarFile<'s>,
        words: &[Source],
        complete: bool,
    ) -> Option<Checked<'s>> {
        let directions = self.directions(file.read);
        self.roles(file.roles, file.skip_other_roles);
        self.own_words(file.words);
        let reading = self.reading(file.reading);
        for source in words {
            let grammar = self.source.name();
            self.words.add_file(source, grammar, &mut self.problems);
        }
        self.words.gaps.unnamed |= !complete;
        self.words.finish(&mut self.problems);
        let before = self.problems.len();
        let sentences = self.sentences(file.sentences, reading);
        let all_sound = self.problems.len() == before;
        let spell_text = file.spell.as_ref().map(|spell| spell.text());
        let readers = sentences.as_deref().unwrap_or_default();
        let spell = file.spell.and_then(|spell| self.spell(spell, readers));
        if let (Some(text), Some(Reading::Outward)) = (spell_text, reading) {
            let label = "use `reading: Onward(..)`, or leave `spell` out";
            let message = "letters are spelled only where reading goes onward";
            self.report(message, text, label);
        }
        self.unread(file.unread, readers);
        let base = self.base(file.base);
        let readers = sentences.as_deref().filter(|_| all_sound);
        if let Some(in_force) = &file.in_force {
            self.check_derivable(in_force.text());
        }
        let in_force = file
            .in_force
            .and_then(|file| self.derivation(file, readers))
            .unwrap_or_default();
        self.uses.words = self.words.take_places();
        let lexicon = std::mem::take(&mut self.words.lexicon);
        let uses = std::mem::take(&mut self.uses);
        let (directions, reading, sentences) = (directions?, reading?, sentences?);
        Some(Checked {
            lexicon,
            directions,
            reading,
            sentences,
            spell,
            base,
            in_force,
            uses,
        })
    }
}
