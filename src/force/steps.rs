//! The steps from the spelled rules to those in force.

use super::chains::Chains;
use super::table::{ConditionRow, InForce, NONE, Row, Span};
use super::{Term, Unreadable};
use crate::board::Board;
use crate::grammar::{Expand, Grammar, Known, Spot, StandsFor, Step};
use crate::lexicon::WordId;
use crate::rules::RuleTable;

/// Derives the rules in force of one board after another, and keeps its memory.
#[derive(Debug, Default)]
pub(crate) struct Deriver {
    /// The words that lie on the board, as blocks or as things, or that letters spell; sorted.
    known: Vec<WordId>,
    /// What a word stands for, and the members of a group.
    words: Vec<WordId>,
    members: Vec<(WordId, u32)>,
    pub(super) by_subject: Chains,
    pub(super) denials: Chains,
}

/// The rules of one board while they are derived.
pub(super) struct Derivation<'a> {
    pub(super) grammar: &'a Grammar,
    pub(super) known: &'a [WordId],
    words: &'a mut Vec<WordId>,
    members: &'a mut Vec<(WordId, u32)>,
    pub(super) by_subject: &'a mut Chains,
    pub(super) denials: &'a mut Chains,
    pub(super) table: &'a mut InForce,
}

impl Deriver {
    /// Derives the rules in force from the spelled ones. `spelled` gives the words that letters
    /// spell.
    pub(crate) fn derive(
        &mut self,
        board: &Board,
        spelled: impl Iterator<Item = WordId>,
        rules: &RuleTable,
        table: &mut InForce,
    ) -> Result<(), Unreadable> {
        let grammar = board.grammar();
        table.restart(rules, grammar);
        if table.due == 0 {
            return Ok(());
        }
        self.known.clear();
        self.known.extend(board.known_words().chain(spelled));
        self.known.sort_unstable();
        self.known.dedup();
        Derivation {
            grammar,
            known: &self.known,
            words: &mut self.words,
            members: &mut self.members,
            by_subject: &mut self.by_subject,
            denials: &mut self.denials,
            table,
        }
        .take_all_steps()
    }
}

impl Derivation<'_> {
    fn take_all_steps(&mut self) -> Result<(), Unreadable> {
        let grammar = self.grammar;
        for (number, step) in grammar.in_force.steps.iter().enumerate() {
            // A step can call for those behind it.
            if self.table.due & (1 << number) == 0 {
                continue;
            }
            match step {
                Step::Expand(expand) => self.expand(expand)?,
                Step::Copy { verb, most } => self.copy(*verb, *most)?,
                Step::Members { verb, groups } => {
                    for &group in groups {
                        self.members(*verb, group)?;
                    }
                }
                Step::Cancel { also } => self.cancel(also)?,
                Step::Lock(lock) => self.lock(lock)?,
            }
        }
        self.table.settle_exceptions();
        Ok(())
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.table.rows
    }

    fn add(&mut self, row: Row) -> Result<(), Unreadable> {
        self.table.add(row, &self.grammar.in_force.triggers)
    }

    /// Whether a word is known and of the right kind.
    pub(super) fn is_known(&self, word: WordId, known: &Known) -> bool {
        self.grammar.lexicon().roles(word).meets(known.of)
            && !known.except.contains(&word)
            && self.known.binary_search(&word).is_ok()
    }

    /// Lists the known words of some kind.
    fn list_known(&mut self, known: &Known) {
        let lexicon = self.grammar.lexicon();
        let fits =
            |word: &&WordId| lexicon.roles(**word).meets(known.of) && !known.except.contains(word);
        self.words.clear();
        self.words.extend(self.known.iter().filter(fits));
    }

    fn expand(&mut self, expand: &Expand) -> Result<(), Unreadable> {
        match &expand.to {
            StandsFor::All | StandsFor::Others => self.list_known(&self.grammar.in_force.all),
            StandsFor::Known(known) => self.list_known(known),
            StandsFor::Words(words) => self.words.clone_from(words),
        }
        for index in 0..self.rows().len() {
            let row = self.rows()[index];
            let left_alone = expand.not_with.contains(&row.verb)
                || row
                    .complement
                    .is_some_and(|said| expand.not_to.contains(&said.word));
            if left_alone {
                continue;
            }
            let from = [index as u32, NONE];
            for spot in &expand.at {
                match spot {
                    Spot::Subject if stands(expand, row.subject) => {
                        self.put_words(expand, row.subject, from, |row, word| {
                            row.subject = Term::plain(word);
                        })?;
                    }
                    Spot::Subject => {}
                    Spot::Complement => {
                        let said = row.complement.filter(|&said| stands(expand, said));
                        if let Some(said) = said {
                            self.put_words(expand, said, from, |row, word| {
                                row.complement = Some(Term::plain(word));
                            })?;
                        }
                    }
                    Spot::Condition => self.expand_conditions(expand, index),
                }
            }
        }
        Ok(())
    }

    /// Adds a rule for each word that a term stands for.
    fn put_words(
        &mut self,
        expand: &Expand,
        term: Term,
        from: [u32; 2],
        put: impl Fn(&mut Row, WordId),
    ) -> Result<(), Unreadable> {
        let others = matches!(expand.to, StandsFor::Others);
        for index in 0..self.words.len() {
            let word = self.words[index];
            if others && word == term.word {
                continue;
            }
            let mut row = self.table.derived(from);
            put(&mut row, word);
            self.add(row)?;
        }
        Ok(())
    }

    /// Puts words in the place of those in conditions that stand for them.
    fn expand_conditions(&mut self, expand: &Expand, index: usize) {
        let InForce {
            rows,
            conditions,
            terms,
            ..
        } = &mut *self.table;
        let own = rows[index].conditions;
        let takes = |condition: &ConditionRow| {
            let mut taken = condition.takes.of(terms).iter();
            taken.any(|&term| stands(expand, term))
        };
        if !own.of(conditions).iter().any(takes) {
            return;
        }
        let start = conditions.len() as u32;
        for condition in own.start..own.end {
            let mut condition = conditions[condition as usize];
            let first = terms.len() as u32;
            for term in condition.takes.start..condition.takes.end {
                let term = terms[term as usize];
                if stands(expand, term) {
                    let others = matches!(expand.to, StandsFor::Others);
                    let words = self.words.iter().copied();
                    let words = words.filter(|&word| !others || word != term.word);
                    terms.extend(words.map(Term::plain));
                } else {
                    terms.push(term);
                }
            }
            let end = terms.len() as u32;
            condition.takes = Span { start: first, end };
            conditions.push(condition);
        }
        let end = conditions.len() as u32;
        rows[index].conditions = Span { start, end };
    }

    /// The numbers of the rules that say something with a verb and are not cancelled.
    fn saying(&self, verb: WordId) -> Vec<u32> {
        let says = |&index: &u32| {
            let row = &self.rows()[index as usize];
            row.verb == verb && !row.is_cancelled() && row.said().is_some()
        };
        (0..self.rows().len() as u32).filter(says).collect()
    }

    fn copy(&mut self, verb: WordId, most: usize) -> Result<(), Unreadable> {
        let before = self.rows().len();
        self.file_denials();
        let keyed = (0..before as u32).map(|index| {
            let subject = self.table.rows[index as usize].subject;
            (super::denials::subject_key(subject), index)
        });
        self.by_subject.fill(before, keyed);
        let by_subject = std::mem::take(self.by_subject);
        let mut copies = 0;
        for index in self.saying(verb) {
            let row = self.rows()[index as usize];
            let Some(exceptions) = self.denied(index).filter(|_| !row.subject.negated) else {
                continue;
            };
            let Some(model) = row.complement else {
                continue;
            };
            for other in by_subject.of(super::denials::subject_key(model)) {
                let of_model = self.rows()[other as usize];
                if of_model.subject != model || of_model.verb == verb || of_model.copied {
                    continue;
                }
                copies += 1;
                if copies > most {
                    let verb = self.grammar.lexicon().name(verb).to_owned();
                    return Err(Unreadable::TooManyCopies { verb, most });
                }
                let mut copy = self.table.derived([other, index]);
                copy.subject = row.subject;
                copy.copied = true;
                copy.conditions = self.table.join_conditions(copy.conditions, row.conditions);
                for &by in &exceptions {
                    copy.exceptions = self.table.except(copy.exceptions, by)?;
                }
                self.add(copy)?;
            }
        }
        *self.by_subject = by_subject;
        Ok(())
    }

    /// Finds the members of a group, with the rule that makes each one.
    fn find_members(&mut self, verb: WordId, group: WordId) {
        self.members.clear();
        self.file_denials();
        for index in self.saying(verb) {
            let row = self.rows()[index as usize];
            if row.said() != Some(group) || self.denied(index).is_none() {
                continue;
            }
            match row.subject.negated {
                false if row.subject.word != group => self.members.push((row.subject.word, index)),
                false => {}
                true => {
                    let others = self.words.iter().filter(|&&word| word != row.subject.word);
                    self.members.extend(others.map(|&word| (word, index)));
                }
            }
        }
    }

    fn members(&mut self, verb: WordId, group: WordId) -> Result<(), Unreadable> {
        self.list_known(&self.grammar.in_force.all);
        self.find_members(verb, group);
        let mut members: Vec<WordId> = self.members.iter().map(|&(word, _)| word).collect();
        members.sort_unstable();
        self.words
            .retain(|word| members.binary_search(word).is_err());
        for index in 0..self.rows().len() {
            let row = self.rows()[index];
            if row.subject.word == group && !row.subject.negated {
                self.put_members(index)?;
            } else if row.subject.word == group {
                for at in 0..self.words.len() {
                    let mut outside = self.table.derived([index as u32, NONE]);
                    outside.subject = Term::plain(self.words[at]);
                    self.add(outside)?;
                }
            }
            let of_group = |said: &Term| said.word == group && row.verb != verb;
            if let Some(said) = row.complement.filter(of_group) {
                self.put_members_said(index, said)?;
            }
        }
        Ok(())
    }

    /// A rule about the group is one about each member, under the conditions of its membership.
    fn put_members(&mut self, index: usize) -> Result<(), Unreadable> {
        for at in 0..self.members.len() {
            let (member, by) = self.members[at];
            let mut row = self.table.derived([index as u32, by]);
            let conditions = self.rows()[by as usize].conditions;
            row.subject = Term::plain(member);
            row.conditions = self.table.join_conditions(row.conditions, conditions);
            self.add(row)?;
        }
        Ok(())
    }

    /// What is said with the group is said with each member.
    fn put_members_said(&mut self, index: usize, said: Term) -> Result<(), Unreadable> {
        for at in 0..self.members.len() {
            let (word, by) = self.members[at];
            let mut row = self.table.derived([index as u32, by]);
            row.complement = Some(Term { word, ..said });
            self.add(row)?;
        }
        Ok(())
    }
}

/// Whether a word of a rule stands for others.
fn stands(expand: &Expand, term: Term) -> bool {
    term.negated == expand.negated
        && expand.word.is_none_or(|word| word == term.word)
        && !expand.except.contains(&term.word)
}
