//! The answers to the questions that are asked of rules in force: found once for all, and looked up.

use super::Term;
use super::blocks::{Block, Span};
use super::fates::Claim;
use super::lists::Place;
use super::table::InForce;
use crate::lexicon::WordId;
use std::sync::Mutex;

/// What is said plainly in the rules of a table, group by group of the same verb and complement.
#[derive(Debug, Clone, Default)]
pub(super) struct Answers {
    /// All subjects, sorted.
    pub(super) subjects: Vec<WordId>,
    /// Sorted by verb and complement.
    groups: Vec<Group>,
    /// The blocks of group after group.
    pub(super) blocks: Vec<u32>,
    /// The subjects of which something holds always, of group after group; sorted in each.
    always: Vec<WordId>,
    /// What is said in which block, while answers are looked for; and of which words.
    said: Vec<(WordId, WordId, u32)>,
    holds: Vec<bool>,
}

/// The answers to the questions of an earlier board, whose memory serves the next one.
#[derive(Debug, Default)]
pub(super) struct Spare(Mutex<Answers>);

/// Memory is nothing that a copy needs.
impl Clone for Spare {
    fn clone(&self) -> Self {
        Spare::default()
    }
}

/// The most rules for which answers are got ready before anything is asked.
const MOST_READY: usize = 1 << 11;

/// What is said with a verb and a complement.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    pub(super) verb: WordId,
    pub(super) complement: WordId,
    pub(super) blocks: Span,
    always: Span,
}

impl InForce {
    pub(super) fn answers(&self) -> &Answers {
        self.answers.get_or_init(|| self.find_answers())
    }

    /// Gets the answers ready, so that no question takes memory, where that takes little time.
    pub(crate) fn get_ready(&self) {
        if self.len() <= MOST_READY {
            self.answers();
        }
    }

    /// Forgets the answers, but not their memory.
    pub(super) fn forget_answers(&mut self) {
        if let Some(answers) = self.answers.take() {
            self.spare = Spare(Mutex::new(answers));
        }
    }

    fn find_answers(&self) -> Answers {
        let spare = self.spare.0.lock();
        let mut answers =
            spare.map_or_else(|_| Answers::default(), |mut it| std::mem::take(&mut *it));
        answers.clear();
        self.list_subjects(&mut answers.subjects);
        let words = answers.subjects.last().map_or(0, |last| last.index() + 1);
        let mut holds = std::mem::take(&mut answers.holds);
        holds.resize(words, false);
        let mut said = std::mem::take(&mut answers.said);
        for (index, block) in (0..).zip(&self.blocks) {
            let place = block.complement.filter(|_| !block.is_cancelled());
            let terms = place.into_iter().flat_map(|place| self.lists.terms(place));
            let plain = terms.filter(|term| !term.negated);
            said.extend(plain.map(|term| (block.verb, term.word, index)));
        }
        said.sort_unstable();
        for same in said.chunk_by(|one, next| (one.0, one.1) == (next.0, next.1)) {
            let (verb, complement, _) = same[0];
            let start = answers.blocks.len();
            answers
                .blocks
                .extend(same.iter().map(|&(_, _, block)| block));
            let blocks = Span::between(start, answers.blocks.len());
            let start = answers.always.len();
            self.add_always((verb, complement), blocks, &mut answers, &mut holds);
            answers.groups.push(Group {
                verb,
                complement,
                blocks,
                always: Span::between(start, answers.always.len()),
            });
        }
        (answers.said, answers.holds) = (said, holds);
        answers
    }

    /// Lists all words that rules are about, sorted.
    fn list_subjects(&self, subjects: &mut Vec<WordId>) {
        let alone = self.blocks.iter().filter_map(|block| block.subject.only());
        let listed = self.lists.elements.iter().map(|element| element.term);
        subjects.extend(alone.chain(listed).map(|term| term.word));
        subjects.sort_unstable();
        subjects.dedup();
    }

    /// Adds the subjects of which something holds always that some blocks say. `holds` is false for
    /// every word, before and after.
    fn add_always(
        &self,
        (verb, said): (WordId, WordId),
        blocks: Span,
        answers: &mut Answers,
        holds: &mut [bool],
    ) {
        let said = Term::plain(said);
        for &block in blocks.of(&answers.blocks) {
            let block = &self.blocks[block as usize];
            if !self.may_hold_always(block, said) {
                continue;
            }
            let subjects = self.lists.words(block.subject);
            for subject in subjects.filter(|subject| subject.is_unconditional()) {
                holds[subject.term.word.index()] |= !subject.term.negated;
            }
        }
        let denied = Term {
            negated: true,
            ..said
        };
        let mut others_act = self.acts_otherwise(verb, said.word);
        let denials = self.blocks_denying(verb, said.word);
        for block in denials.filter(|_| self.fates.cancels) {
            let block = &self.blocks[block as usize];
            if !self.may_hold_always(block, denied) {
                others_act = true;
                continue;
            }
            for subject in self.lists.words(block.subject) {
                let term = subject.term;
                match subject.is_unconditional() {
                    true if term.negated || term.word.index() >= holds.len() => {}
                    true => holds[term.word.index()] = false,
                    false => others_act = true,
                }
            }
        }
        for &subject in &answers.subjects {
            let claim = Claim {
                subject: Term::plain(subject),
                verb,
                complement: Some(said),
            };
            let holds = std::mem::take(&mut holds[subject.index()]);
            if holds && !(others_act && self.is_acted_on(claim)) {
                answers.always.push(subject);
            }
        }
    }

    /// Whether something is said in a block of rules with neither conditions nor exceptions but
    /// those of their subjects.
    fn may_hold_always(&self, block: &Block, said: Term) -> bool {
        let always = |place: Place| {
            let mut numbers = self.lists.positions(place, said);
            numbers.any(|at| self.lists.element(place, at).is_unconditional())
        };
        block.conditions.is_empty()
            && block.exceptions.is_empty()
            && block.complement.is_some_and(always)
    }
}

impl Answers {
    fn clear(&mut self) {
        self.subjects.clear();
        self.groups.clear();
        self.blocks.clear();
        self.always.clear();
        self.said.clear();
        self.holds.clear();
    }

    pub(super) fn group(&self, verb: WordId, complement: WordId) -> Option<&Group> {
        let key = |group: &Group| (group.verb, group.complement);
        let at = self.groups.binary_search_by_key(&(verb, complement), key);
        at.ok().map(|at| &self.groups[at])
    }

    /// The groups of a verb.
    pub(super) fn with(&self, verb: WordId) -> impl Iterator<Item = &Group> {
        let from = self.groups.partition_point(|group| group.verb < verb);
        let groups = self.groups[from..].iter();
        groups.take_while(move |group| group.verb == verb)
    }

    pub(super) fn always(&self, group: &Group) -> &[WordId] {
        group.always.of(&self.always)
    }
}
