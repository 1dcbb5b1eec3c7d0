//! Who is a member of which group, and when.

use std::collections::BTreeMap;

use super::blocks::{NONE, Span};
use super::lists::Element;
use super::steps::Derivation;
use super::table::InForce;
use super::{Term, Unreadable};
use crate::grammar::Groups;
use crate::lexicon::WordId;

/// What a rule says of who is in a group: a word, or all but this one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Said {
    pub(super) subject: Term,
    pub(super) group: WordId,
    pub(super) conditions: Span,
    pub(super) exceptions: Span,
    pub(super) by: u32,
    /// What was said of another group that this one takes its members from.
    pub(super) before: u32,
}

/// A rule by which those in a group, or outside of it, are in another one or out of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct HandsOn {
    pub(super) from: Term,
    pub(super) to: Term,
    pub(super) by: u32,
}

/// All that rules say of groups.
#[derive(Debug, Default)]
pub(super) struct Sayings {
    /// Who is in.
    pub(super) inside: Vec<Said>,
    /// Who is not.
    pub(super) kept_out: Vec<Said>,
    pub(super) hands_on: Vec<HandsOn>,
}

/// The members of each group, and when they are.
pub(super) type Members = BTreeMap<WordId, Vec<Element>>;

impl Sayings {
    /// Adds what a rule says of who is in a group, or is not.
    pub(super) fn add(&mut self, said: Said, negated: bool) -> Result<(), Unreadable> {
        let sayings = match negated {
            true => &mut self.kept_out,
            false => &mut self.inside,
        };
        if sayings.len() >= InForce::MOST_BLOCKS {
            return Err(Unreadable::TooManyDerived);
        }
        sayings.push(said);
        Ok(())
    }

    /// The rules by which something came to be said, the first of them first.
    fn ways_to(&self, said: &Said) -> Vec<u32> {
        let before = |said: &&Said| self.inside.get(said.before as usize);
        let way = std::iter::successors(Some(said), before);
        let mut rules: Vec<u32> = way.map(|said| said.by).collect();
        rules.reverse();
        rules
    }

    /// Whether something came by way of a group.
    fn came_by(&self, mut at: usize, group: WordId) -> bool {
        loop {
            let said = &self.inside[at];
            if said.group == group || said.before == NONE {
                return said.group == group;
            }
            at = said.before as usize;
        }
    }
}

impl Derivation<'_> {
    /// Finds the members of all groups. Who is kept out of one is found last: those who are said to
    /// be in it count for the rules that take them on to another.
    pub(super) fn find_members(&mut self, groups: &Groups) -> Result<Members, Unreadable> {
        let mut sayings = self.sayings(groups)?;
        let named = sayings.inside.len();
        self.hand_on(&mut sayings)?;
        self.add_outsiders(&mut sayings, named)?;
        self.admit(groups, &sayings)
    }

    /// What each rule says of groups.
    fn sayings(&mut self, groups: &Groups) -> Result<Sayings, Unreadable> {
        let mut sayings = Sayings::default();
        let is_group = |said: &Term| groups.groups.contains(&said.word);
        for index in 0..self.table.blocks.len() {
            let block = self.table.blocks[index];
            let to = block.only_complement().filter(is_group);
            let Some(to) = to.filter(|_| block.verb == groups.verb) else {
                continue;
            };
            for by in self.table.rules_of(&block) {
                let from = self.table.row_of(&block, by).subject.term;
                if is_group(&from) {
                    let is_other = from.word != to.word;
                    let hands_on = is_other.then_some(HandsOn { from, to, by });
                    sayings.hands_on.extend(hands_on);
                    continue;
                }
                let alone = self.table.alone(by)?;
                let said = Said {
                    subject: from,
                    group: to.word,
                    conditions: alone.conditions,
                    exceptions: alone.exceptions,
                    by,
                    before: NONE,
                };
                sayings.add(said, to.negated)?;
            }
        }
        Ok(sayings)
    }

    /// Who is in a group that is in another one is in that too, or out of one that it is out of.
    fn hand_on(&mut self, sayings: &mut Sayings) -> Result<(), Unreadable> {
        let hands_on = sayings.hands_on.clone();
        let mut at = 0;
        while let Some(&said) = sayings.inside.get(at) {
            for rule in &hands_on {
                let is_of = rule.from == Term::plain(said.group);
                if !is_of || !rule.to.negated && sayings.came_by(at, rule.to.word) {
                    continue;
                }
                let row = self.table.alone(rule.by)?;
                let next = Said {
                    group: rule.to.word,
                    conditions: self.table.join_conditions(row.conditions, said.conditions),
                    exceptions: self
                        .table
                        .join_exceptions(row.exceptions, said.exceptions)?,
                    by: rule.by,
                    before: at as u32,
                    ..said
                };
                sayings.add(next, rule.to.negated)?;
            }
            at += 1;
        }
        Ok(())
    }

    /// Lets those in who are not kept out.
    fn admit(&mut self, groups: &Groups, sayings: &Sayings) -> Result<Members, Unreadable> {
        let mut kept_out = BTreeMap::<(Term, WordId), Vec<Said>>::new();
        for &said in &sayings.kept_out {
            let of = kept_out.entry((said.subject, said.group)).or_default();
            of.push(said);
        }
        let mut members = Members::new();
        let mut count = 0;
        for said in &sayings.inside {
            let start = self.table.sources.len();
            self.table.sources.extend(sayings.ways_to(said));
            let from = Span::between(start, self.table.sources.len());
            for word in self.words_of(groups, said.subject) {
                let term = Term::plain(word);
                let of = kept_out.get(&(term, said.group));
                let exceptions = self.kept_out(said.exceptions, of.map_or(&[], Vec::as_slice))?;
                let Some(exceptions) = exceptions else {
                    continue;
                };
                count += 1;
                if count > InForce::MOST_BLOCKS {
                    return Err(Unreadable::TooManyDerived);
                }
                members.entry(said.group).or_default().push(Element {
                    term,
                    conditions: said.conditions,
                    exceptions,
                    from,
                });
            }
        }
        Ok(members)
    }

    /// The words that are meant: one, or all others.
    fn words_of(&mut self, groups: &Groups, subject: Term) -> Vec<WordId> {
        if !subject.negated {
            return vec![subject.word];
        }
        if groups.except.contains(&subject.word) {
            return Vec::new();
        }
        let mut words = self.plain_words();
        words.retain(|&word| word != subject.word);
        words
    }

    /// The exceptions of who is in a group together with those of the rules that keep it out; `None`
    /// where one does so always.
    fn kept_out(&mut self, exceptions: Span, by: &[Said]) -> Result<Option<Span>, Unreadable> {
        let mut all = exceptions;
        for said in by {
            for way in self.table.ways(said.conditions, said.exceptions)? {
                if way.is_empty() {
                    return Ok(None);
                }
                all = self.table.except(all, said.by, way)?;
            }
        }
        Ok(Some(all))
    }

    /// The words that "all" means.
    pub(super) fn plain_words(&mut self) -> Vec<WordId> {
        self.list_known(&self.grammar.in_force.all);
        self.words.clone()
    }
}
