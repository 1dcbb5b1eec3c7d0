//! Who is a member of which group, and when.

use std::collections::BTreeMap;

use super::blocks::{NONE, Span};
use super::lists::Element;
use super::steps::Derivation;
use super::table::InForce;
use super::ways::Parts;
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
    pub(super) conditions: Span,
    pub(super) exceptions: Span,
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

/// What keeps a word out of a group.
#[derive(Debug)]
struct KeptOut<'a> {
    key: (WordId, Term),
    by: &'a [Said],
    /// The rules with the conditions under which they keep out, once these are found; none inside
    /// where one does so always.
    ways: Option<Option<Vec<(u32, Parts)>>>,
    /// The exceptions that this makes where there are no others, once they are made.
    alone: Option<Span>,
}

impl KeptOut<'_> {
    fn new(by: &[Said]) -> KeptOut<'_> {
        KeptOut {
            key: (by[0].group, by[0].subject),
            by,
            ways: None,
            alone: None,
        }
    }
}

impl Sayings {
    /// Adds what a rule says of who is in a group, or is not.
    pub(super) fn add(&mut self, said: Said, negated: bool) -> Result<(), Unreadable> {
        let sayings = match negated {
            true => &mut self.kept_out,
            false => &mut self.inside,
        };
        if sayings.len() >= InForce::MOST_MEMBERS {
            return Err(Unreadable::TooManyMembers);
        }
        sayings.push(said);
        Ok(())
    }

    /// The rules by which something came to be said, the last of them first.
    fn way_to<'a>(&'a self, said: &'a Said) -> impl Iterator<Item = u32> + 'a {
        let before = |said: &&Said| self.inside.get(said.before as usize);
        let way = std::iter::successors(Some(said), before);
        way.map(|said| said.by)
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
        self.count_members(groups, &sayings)?;
        let named = sayings.inside.len();
        self.hand_on(&mut sayings)?;
        self.add_outsiders(&mut sayings, named)?;
        self.admit(groups, &mut sayings)
    }

    /// What each rule says of groups.
    fn sayings(&mut self, groups: &Groups) -> Result<Sayings, Unreadable> {
        let mut sayings = Sayings::default();
        let is_group = |said: &Term| groups.groups.contains(&said.word);
        for index in 0..self.table.blocks.len() {
            let block = self.table.blocks[index];
            let to = block.only_complement().filter(is_group);
            let is_said = block.verb == groups.verb && !block.is_cancelled();
            let Some(to) = to.filter(|_| is_said) else {
                continue;
            };
            for by in self.table.rules_of(&block) {
                let row = self.table.row_of(&block, by);
                let from = row.subject.term;
                if is_group(&from) && from.word == to.word {
                    continue;
                }
                let (conditions, exceptions) = (row.conditions(), row.exceptions());
                let conditions = self.table.joined_conditions(conditions);
                let exceptions = self.table.joined_exceptions(exceptions)?;
                if is_group(&from) {
                    sayings.hands_on.push(HandsOn {
                        from,
                        to,
                        conditions,
                        exceptions,
                        by,
                    });
                    continue;
                }
                let said = Said {
                    subject: from,
                    group: to.word,
                    conditions,
                    exceptions,
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
                let next = Said {
                    group: rule.to.word,
                    conditions: self.table.join_conditions(rule.conditions, said.conditions),
                    exceptions: self
                        .table
                        .join_exceptions(rule.exceptions, said.exceptions)?,
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
    fn admit(&mut self, groups: &Groups, sayings: &mut Sayings) -> Result<Members, Unreadable> {
        let key = |said: &Said| (said.group, said.subject);
        sayings.kept_out.sort_by_key(key);
        let kept_out = sayings.kept_out.chunk_by(|one, next| key(one) == key(next));
        let mut kept_out: Vec<KeptOut> = kept_out.map(KeptOut::new).collect();
        let plain = self.plain_words();
        let used = self.used_groups(groups);
        let used_by = |said: &&Said| used.contains(&said.group);
        let mut members = Members::new();
        let mut count = 0;
        for said in sayings.inside.iter().filter(used_by) {
            let from = self.table.sources.len();
            self.table.sources.extend(sayings.way_to(said));
            self.table.sources[from..].reverse();
            let from = Span::between(from, self.table.sources.len());
            let of_group = members.entry(said.group).or_default();
            for word in words_of(groups, said.subject, &plain) {
                let term = Term::plain(word);
                let key = (said.group, term);
                let of = kept_out.binary_search_by_key(&key, |it| it.key);
                let exceptions = match of {
                    Ok(at) => self.exceptions_of(said, &mut kept_out[at])?,
                    Err(_) => Some(said.exceptions),
                };
                let Some(exceptions) = exceptions else {
                    continue;
                };
                count += 1;
                if count > InForce::MOST_MEMBERS {
                    return Err(Unreadable::TooManyMembers);
                }
                of_group.push(Element {
                    term,
                    conditions: said.conditions,
                    exceptions,
                    from,
                });
            }
        }
        Ok(members)
    }

    /// The exceptions of who is in a group together with those of the rules that keep it out; `None`
    /// where one does so always.
    fn exceptions_of(
        &mut self,
        said: &Said,
        kept_out: &mut KeptOut,
    ) -> Result<Option<Span>, Unreadable> {
        if kept_out.ways.is_none() {
            kept_out.ways = Some(self.ways_out(kept_out.by)?);
        }
        let Some(ways) = kept_out.ways.iter().flatten().next() else {
            return Ok(None);
        };
        // Most members bring none, and then they are the same for all ways into the group.
        if let Some(alone) = kept_out.alone.filter(|_| said.exceptions.is_empty()) {
            self.table.share(ways.len())?;
            return Ok(Some(alone));
        }
        let all = ways.iter().try_fold(said.exceptions, |all, &(by, way)| {
            self.table.except(all, by, way)
        })?;
        if said.exceptions.is_empty() {
            kept_out.alone = Some(all);
        }
        Ok(Some(all))
    }

    /// The conditions under which some rules keep out; `None` where one does so always.
    fn ways_out(&mut self, by: &[Said]) -> Result<Option<Vec<(u32, Parts)>>, Unreadable> {
        let mut out = Vec::new();
        for said in by {
            let exceptions = [said.exceptions, Span::EMPTY, Span::EMPTY];
            for way in self.table.ways(said.conditions, exceptions)? {
                if way.iter().all(|it| it.is_empty()) {
                    return Ok(None);
                }
                out.push((said.by, way));
            }
        }
        Ok(Some(out))
    }

    /// The words that "all" means.
    pub(super) fn plain_words(&mut self) -> Vec<WordId> {
        self.list_known(&self.grammar.in_force.all);
        self.words.clone()
    }
}

/// The words that are meant: one, or all others.
fn words_of<'a>(
    groups: &Groups,
    subject: Term,
    plain: &'a [WordId],
) -> impl Iterator<Item = WordId> + use<'a> {
    let alone = (!subject.negated).then_some(subject.word);
    let is_none = !subject.negated || groups.except.contains(&subject.word);
    let others = if is_none { &[] } else { plain };
    let others = others
        .iter()
        .copied()
        .filter(move |&word| word != subject.word);
    alone.into_iter().chain(others)
}
