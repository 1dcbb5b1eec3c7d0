//! Words that stand for others.

use super::blocks::{Block, Span};
use super::lists::{Element, Place};
use super::steps::Derivation;
use super::table::InForce;
use super::wording::Written;
use super::{Term, Unreadable};
use crate::grammar::{Expand, Spot, StandsFor, Step, StepSet};

impl Derivation<'_> {
    /// Adds what rules say of the words that a word of them stands for. `number` is that of the step.
    pub(super) fn expand(&mut self, number: usize, expand: &Expand) -> Result<(), Unreadable> {
        let step = 1 << number;
        let mark = 1 << self.first_like(number, expand);
        self.list_words(expand);
        if expand.at.contains(&Spot::Complement) {
            self.file_denials();
        }
        let mut words = None;
        // What is said at one place of the rules that another place has led to is said as well.
        let spots = [Spot::Condition, Spot::Complement, Spot::Subject];
        for spot in spots.iter().filter(|spot| expand.at.contains(spot)) {
            self.split_for(step, expand)?;
            for index in 0..self.table.blocks.len() {
                if is_left_alone(expand, &self.table.blocks[index]) {
                    continue;
                }
                match spot {
                    Spot::Subject => self.expand_subject((mark, expand), index, &mut words)?,
                    Spot::Complement => {
                        self.expand_complement((mark, expand), index, &mut words)?;
                    }
                    Spot::Condition => self.expand_conditions(expand, index),
                }
            }
        }
        Ok(())
    }

    /// The number of the first step that does the same as one: what is written twice is done once.
    fn first_like(&self, number: usize, expand: &Expand) -> usize {
        let mut before = self.grammar.in_force.steps[..number].iter();
        let is_same = |step: &Step| matches!(step, Step::Expand(other) if other == expand);
        before.position(is_same).unwrap_or(number)
    }

    /// Lists what a word stands for.
    fn list_words(&mut self, expand: &Expand) {
        match &expand.to {
            StandsFor::All | StandsFor::Others => self.list_known(&self.grammar.in_force.all),
            StandsFor::Known(known) => self.list_known(known),
            StandsFor::Words(words) => self.words.clone_from(words),
        }
    }

    /// Splits the blocks that this step does not do the same with all rules of.
    fn split_for(&mut self, step: StepSet, expand: &Expand) -> Result<(), Unreadable> {
        let at_complement = expand.at.contains(&Spot::Complement);
        let at_condition = expand.at.contains(&Spot::Condition);
        let is_split = |table: &InForce, block: &Block| {
            let complement = block.complement;
            let stands_at = |place: Option<Place>| {
                place
                    .and_then(Place::only)
                    .is_some_and(|term| stands(expand, term))
            };
            let differs = || {
                let said = complement.filter(|said| said.only().is_none());
                let said = said.filter(|_| !expand.not_to.is_empty());
                said.is_some_and(|said| {
                    let left_alone = |it: Term| expand.not_to.contains(&it.word);
                    table.lists.terms(said).any(left_alone)
                })
            };
            let is_denied = || {
                let said = block.only_complement().filter(|said| !said.negated);
                let mut by = said
                    .into_iter()
                    .flat_map(|it| table.blocks_denying(block.verb, it.word));
                by.next().is_some()
            };
            let stands_in_conditions = || at_condition && table.takes_any(block.conditions, expand);
            table.lists_call(block, step)
                || (stands_at(Some(block.subject)) || stands_in_conditions()) && differs()
                || at_complement && stands_at(complement) && is_denied()
        };
        if self.table.split(is_split)? && at_complement {
            self.file_denials();
        }
        Ok(())
    }

    /// What a rule says of a subject that stands for others, it says of them. It does so once: the
    /// same step can be taken again, for the rules that were added since.
    fn expand_subject(
        &mut self,
        (mark, expand): (StepSet, &Expand),
        index: usize,
        words: &mut Option<Place>,
    ) -> Result<(), Unreadable> {
        let block = self.table.blocks[index];
        let subject = block.subject.only().filter(|&term| stands(expand, term));
        let Some(subject) = subject.filter(|_| block.opened & mark == 0) else {
            return Ok(());
        };
        self.table.blocks[index].opened |= mark;
        let subject = self.stood_for(expand, subject, words);
        let derived = self.table.derived(&block, &[block.first]);
        self.add(Block {
            subject,
            by_subject: block.complement.is_none(),
            new_subject: true,
            ..derived
        })
    }

    /// What is said with a word that stands for others is said with them, as far as the rule is
    /// not denied itself.
    fn expand_complement(
        &mut self,
        (mark, expand): (StepSet, &Expand),
        index: usize,
        words: &mut Option<Place>,
    ) -> Result<(), Unreadable> {
        let block = self.table.blocks[index];
        let said = block.only_complement().filter(|&term| stands(expand, term));
        let Some(said) = said.filter(|_| block.said_opened & mark == 0) else {
            return Ok(());
        };
        self.table.blocks[index].said_opened |= mark;
        let Some(exceptions) = self.denied(&block)? else {
            return Ok(());
        };
        let complement = Some(self.stood_for(expand, said, words));
        let derived = self.table.derived(&block, &[block.first]);
        self.add(Block {
            complement,
            exceptions,
            by_subject: true,
            new_complement: true,
            ..derived
        })
    }

    /// The place of the words that a term stands for; `words` keeps the list of all.
    fn stood_for(&mut self, expand: &Expand, term: Term, words: &mut Option<Place>) -> Place {
        let triggers = &self.grammar.in_force.triggers;
        let all = *words.get_or_insert_with(|| {
            let listed = self
                .words
                .iter()
                .map(|&word| Element::plain(Term::plain(word)));
            self.table.add_list(listed, triggers)
        });
        match &expand.to {
            StandsFor::Others => self.table.lists.without(all, Term::plain(term.word)),
            _ => all,
        }
    }

    /// Puts words in the place of those in conditions that stand for them.
    fn expand_conditions(&mut self, expand: &Expand, index: usize) {
        if !self
            .table
            .takes_any(self.table.blocks[index].conditions, expand)
        {
            return;
        }
        let InForce {
            blocks,
            conditions,
            terms,
            written,
            ..
        } = &mut *self.table;
        let own = blocks[index].conditions;
        let start = conditions.len() as u32;
        for condition in own.start..own.end {
            let mut condition = conditions[condition as usize];
            let first = terms.len() as u32;
            for term in condition.takes.start..condition.takes.end {
                let (term, own) = (terms[term as usize], written[term as usize]);
                if stands(expand, term) {
                    let others = matches!(expand.to, StandsFor::Others);
                    let words = self.words.iter().copied();
                    let words = words.filter(|&word| !others || word != term.word);
                    terms.extend(words.map(Term::plain));
                } else {
                    terms.push(term);
                }
                if written.len() < terms.len() {
                    written.push(own);
                }
                written.resize(terms.len(), Written::default());
            }
            let end = terms.len() as u32;
            condition.takes = Span { start: first, end };
            conditions.push(condition);
        }
        let end = conditions.len() as u32;
        blocks[index].conditions = Span { start, end };
        let triggers = &self.grammar.in_force.triggers;
        self.table.due |= self.table.calls(&self.table.blocks[index], triggers);
    }
}

impl InForce {
    /// Whether some conditions take a word that stands for others.
    fn takes_any(&self, conditions: Span, expand: &Expand) -> bool {
        let conditions = conditions.of(&self.conditions).iter();
        let mut taken = conditions.flat_map(|condition| condition.takes.of(&self.terms));
        taken.any(|&term| stands(expand, term))
    }
}

/// Whether a step leaves rules alone.
fn is_left_alone(expand: &Expand, block: &Block) -> bool {
    let said = block.only_complement();
    expand.not_with.contains(&block.verb)
        || said.is_some_and(|said| expand.not_to.contains(&said.word))
}

/// Whether a word of a rule stands for others.
fn stands(expand: &Expand, term: Term) -> bool {
    term.negated == expand.negated
        && expand.word.is_none_or(|word| word == term.word)
        && !expand.except.contains(&term.word)
}
