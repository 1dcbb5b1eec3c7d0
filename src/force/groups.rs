//! Groups: a rule about a group is one about each of its members.

use std::collections::BTreeMap;

use super::membership::Members;
use super::steps::Derivation;
use super::table::{Row, Span};
use super::{Term, Unreadable};
use crate::grammar::Groups;

/// A word in the place of a group, with what makes it a member.
#[derive(Debug, Clone)]
struct Stands {
    term: Term,
    conditions: Span,
    exceptions: Span,
    from: Vec<u32>,
}

/// The groups of a rule, subject and complement.
type Places = [Option<Term>; 2];

/// The words in the place of each group, as a subject and as a complement.
type Standing = BTreeMap<(usize, Term), Vec<Stands>>;

impl Derivation<'_> {
    /// Adds what rules about groups say of their members, and what is said with groups with them.
    pub(super) fn members(&mut self, groups: &Groups) -> Result<(), Unreadable> {
        self.file_denials();
        let members = self.find_members(groups)?;
        let mut standing = Standing::new();
        for index in 0..self.rows().len() {
            let Some(places) = places(groups, &self.rows()[index]) else {
                continue;
            };
            for (at, group) in places.into_iter().enumerate() {
                let Some(group) = group.filter(|&group| !standing.contains_key(&(at, group)))
                else {
                    continue;
                };
                let words = match (at, group.negated) {
                    (0, true) => self.outside(group, &members)?,
                    _ => inside(group, &members),
                };
                standing.insert((at, group), words);
            }
            if let Some(exceptions) = self.exceptions_of_pairs(groups, index, places)? {
                self.put_members(index, exceptions, places, &standing)?;
            }
        }
        Ok(())
    }

    /// The words outside of a group. A member under conditions is outside but for them.
    fn outside(&mut self, group: Term, members: &Members) -> Result<Vec<Stands>, Unreadable> {
        let mut outside = Vec::new();
        for word in self.plain_words() {
            let mut exceptions = Span::EMPTY;
            let mut is_inside = false;
            for member in members.of(group.word).filter(|member| member.word == word) {
                for way in self.table.ways(member.conditions, member.exceptions)? {
                    is_inside |= way.is_empty();
                    exceptions = self.table.except(exceptions, member.by, way)?;
                }
            }
            if !is_inside {
                outside.push(Stands {
                    term: Term::plain(word),
                    conditions: Span::EMPTY,
                    exceptions,
                    from: Vec::new(),
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
        index: usize,
        places: Places,
    ) -> Result<Option<Span>, Unreadable> {
        let row = &self.rows()[index];
        match places {
            [Some(subject), Some(_)] if !subject.negated && row.verb != groups.verb => {
                self.denied(index as u32)
            }
            _ => Ok(Some(row.exceptions)),
        }
    }

    /// Adds a rule for each word in the place of the group, or of each group.
    fn put_members(
        &mut self,
        index: usize,
        exceptions: Span,
        places: Places,
        standing: &Standing,
    ) -> Result<(), Unreadable> {
        let row = Row {
            exceptions,
            ..self.rows()[index]
        };
        let itself = [row.subject, row.complement.unwrap_or(Term::NONE)].map(|term| {
            [Stands {
                term,
                conditions: Span::EMPTY,
                exceptions: Span::EMPTY,
                from: Vec::new(),
            }]
        });
        let words = |at: usize| match places[at] {
            Some(group) => standing[&(at, group)].as_slice(),
            None => &itself[at],
        };
        for subject in words(0) {
            for said in words(1) {
                let from = [&[index as u32][..], &subject.from, &said.from].concat();
                let mut derived = self.table.derived(&from);
                derived.subject = subject.term;
                derived.complement = row.complement.map(|_| said.term);
                // The conditions of a member come first, but for those of a rule with a group.
                let [first, second] = match places[1].is_some() {
                    true => [row.conditions, subject.conditions],
                    false => [subject.conditions, row.conditions],
                };
                let joined = self.table.join_conditions(first, second);
                derived.conditions = self.table.join_conditions(joined, said.conditions);
                let joined = self
                    .table
                    .join_exceptions(row.exceptions, subject.exceptions)?;
                derived.exceptions = self.table.join_exceptions(joined, said.exceptions)?;
                self.add(derived)?;
            }
        }
        Ok(())
    }
}

/// The groups in the place of whose members a rule is; `None` where it is not about members.
fn places(groups: &Groups, row: &Row) -> Option<Places> {
    let is_group = |term: &Term| groups.groups.contains(&term.word);
    let subject = Some(row.subject).filter(is_group);
    let said = row.complement.filter(is_group);
    let is_about = match (subject, said) {
        (None, None) => false,
        (Some(_), None) => true,
        // To be a group is to be a member; that a group is itself is said of its members.
        (Some(subject), Some(said)) if row.verb == groups.verb => subject == said && !said.negated,
        // What is denied of a group and a group takes only their own rule away.
        (Some(_), Some(said)) => !said.negated,
        (None, Some(_)) => row.verb != groups.verb,
    };
    is_about.then_some([subject, said])
}

/// The members of a group, negated where the group is.
fn inside(group: Term, members: &Members) -> Vec<Stands> {
    let stands = members.of(group.word).map(|member| Stands {
        term: Term {
            word: member.word,
            negated: group.negated,
        },
        conditions: member.conditions,
        exceptions: member.exceptions,
        from: members.sources(member),
    });
    stands.collect()
}
