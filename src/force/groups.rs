//! Groups: a rule about a group is one about each of its members.

use std::collections::BTreeMap;

use super::blocks::{Block, Span};
use super::lists::{Element, Place};
use super::membership::Members;
use super::steps::Derivation;
use super::{Term, Unreadable};
use crate::grammar::Groups;

/// The groups of a rule, subject and complement.
pub(super) type Groupings = [Option<Term>; 2];

/// The words in the place of each group, as a subject and as a complement.
type Standing = BTreeMap<(usize, Term), Place>;

impl Derivation<'_> {
    /// Adds what rules about groups say of their members, and what is said with groups with them.
    /// `number` is that of the step.
    pub(super) fn members(&mut self, number: usize, groups: &Groups) -> Result<(), Unreadable> {
        let step = 1 << number;
        self.table
            .split(|table, block| table.lists_call(block, step))?;
        self.file_denials();
        let members = self.find_members(groups)?;
        let mut standing = Standing::new();
        for index in 0..self.table.blocks.len() {
            let block = self.table.blocks[index];
            let Some(groupings) = groupings(groups, &block) else {
                continue;
            };
            for (at, group) in groupings.into_iter().enumerate() {
                let group = group.filter(|&group| !standing.contains_key(&(at, group)));
                if let Some(group) = group {
                    let words = match (at, group.negated) {
                        (0, true) => self.outside(group, &members)?,
                        _ => inside(group, &members),
                    };
                    let triggers = &self.grammar.in_force.triggers;
                    standing.insert((at, group), self.table.add_list(words, triggers));
                }
            }
            if let Some(exceptions) = self.exceptions_of_pairs(groups, &block, groupings)? {
                self.put_members(&block, exceptions, groupings, &standing)?;
            }
        }
        Ok(())
    }

    /// The words outside of a group. A member under conditions is outside but for them.
    fn outside(&mut self, group: Term, members: &Members) -> Result<Vec<Element>, Unreadable> {
        let mut inside = BTreeMap::<Term, Vec<Element>>::new();
        for member in members.get(&group.word).into_iter().flatten() {
            inside.entry(member.term).or_default().push(*member);
        }
        let mut outside = Vec::new();
        for word in self.plain_words() {
            let term = Term::plain(word);
            let mut exceptions = Span::EMPTY;
            let mut is_inside = false;
            for member in inside.get(&term).into_iter().flatten() {
                // The last of the rules that made it a member makes the exception.
                let by = member.from.of(&self.table.sources).last().copied();
                let by = by.unwrap_or_default();
                let made = [member.exceptions, Span::EMPTY, Span::EMPTY];
                for way in self.table.ways(member.conditions, made)? {
                    is_inside |= way.iter().all(|it| it.is_empty());
                    exceptions = self.table.except(exceptions, by, way)?;
                }
            }
            if !is_inside {
                outside.push(Element {
                    exceptions,
                    ..Element::plain(term)
                });
            }
        }
        Ok(outside)
    }

    /// The exceptions of a rule about two groups, which can be denied itself; that of those outside
    /// of one, or of who is a member, cannot.
    fn exceptions_of_pairs(
        &mut self,
        groups: &Groups,
        block: &Block,
        groupings: Groupings,
    ) -> Result<Option<Span>, Unreadable> {
        match groupings {
            [Some(subject), Some(_)] if !subject.negated && block.verb != groups.verb => {
                self.denied(block)
            }
            _ => Ok(Some(block.exceptions)),
        }
    }

    /// Adds a rule for each word in the place of the group, or of each group.
    fn put_members(
        &mut self,
        block: &Block,
        exceptions: Span,
        groupings: Groupings,
        standing: &Standing,
    ) -> Result<(), Unreadable> {
        let place = |at: usize| groupings[at].map(|group| standing[&(at, group)]);
        let [subject, complement] = [place(0), place(1)];
        let derived = self.table.derived(block, &[block.first]);
        self.add(Block {
            subject: subject.unwrap_or(block.subject),
            complement: complement.or(block.complement),
            exceptions,
            by_subject: complement.is_some() || block.complement.is_none(),
            new_subject: subject.is_some(),
            new_complement: complement.is_some(),
            // The conditions of a member come first, but for those of a rule with a group.
            subject_first: match (subject, complement) {
                (_, None) => true,
                (Some(_), Some(_)) => false,
                (None, Some(_)) => block.subject_first,
            },
            ..derived
        })
    }
}

/// The groups in the place of whose members a rule is; `None` where it is not about members.
pub(super) fn groupings(groups: &Groups, block: &Block) -> Option<Groupings> {
    let is_group = |term: &Term| groups.groups.contains(&term.word);
    let subject = block.subject.only().filter(is_group);
    let said = block.only_complement().filter(is_group);
    let is_about = match (subject, said) {
        (None, None) => false,
        (Some(_), None) => true,
        // To be a group is to be a member; that a group is itself is said of its members.
        (Some(subject), Some(said)) if block.verb == groups.verb => {
            subject == said && !said.negated
        }
        // What is denied of a group and a group takes only their own rule away.
        (Some(_), Some(said)) => !said.negated,
        (None, Some(_)) => block.verb != groups.verb,
    };
    is_about.then_some([subject, said])
}

/// The members of a group, negated where the group is.
fn inside(group: Term, members: &Members) -> Vec<Element> {
    let members = members.get(&group.word).into_iter().flatten();
    let inside = members.map(|member| Element {
        term: Term {
            negated: group.negated,
            ..member.term
        },
        ..*member
    });
    inside.collect()
}
