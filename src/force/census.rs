//! How many members groups have at least, counted before they are found: a board with too many of
//! them, or of rules about them, is refused at once.

use std::collections::{BTreeMap, BTreeSet};

use super::Unreadable;
use super::groups::groupings;
use super::membership::Sayings;
use super::steps::Derivation;
use super::table::InForce;
use crate::grammar::Groups;
use crate::lexicon::WordId;

/// For each group, how many ways lead to each other one that takes its members, itself included.
type WaysOn = BTreeMap<WordId, BTreeMap<WordId, u64>>;

/// By group, how many members it has at least.
type Least = BTreeMap<WordId, u64>;

impl Derivation<'_> {
    /// Refuses a board with more members than are kept, or more rules about them, as far as that
    /// can be told by counting. `sayings` are those of rules.
    pub(super) fn count_members(
        &mut self,
        groups: &Groups,
        sayings: &Sayings,
    ) -> Result<(), Unreadable> {
        let ways_on = ways_on(sayings)?;
        let least = self.least_members(groups, sayings, &ways_on);
        let used = self.used_groups(groups);
        let members = least.iter().filter(|(group, _)| used.contains(group));
        let members = members.fold(0, |all: u64, (_, &count)| all.saturating_add(count));
        if members > InForce::MOST_MEMBERS as u64 {
            return Err(Unreadable::TooManyMembers);
        }
        match self.least_rules(groups, &least) > InForce::MOST_RULES as u64 {
            true => Err(Unreadable::TooManyDerived),
            false => Ok(()),
        }
    }

    /// The groups in the place of whose members some rule is.
    pub(super) fn used_groups(&self, groups: &Groups) -> BTreeSet<WordId> {
        let blocks = self.table.blocks.iter();
        let groupings = blocks.filter_map(|block| groupings(groups, block));
        groupings
            .flatten()
            .flatten()
            .map(|group| group.word)
            .collect()
    }

    /// How many members each group has at least: those who may be kept out are left out.
    fn least_members(&mut self, groups: &Groups, sayings: &Sayings, ways_on: &WaysOn) -> Least {
        let plain = self.plain_words();
        let mut least = Least::new();
        for &group in &groups.groups {
            let hands_on = sayings.hands_on.iter();
            let mut out = hands_on.filter(|rule| rule.to.negated && rule.to.word == group);
            if out.next().is_some() {
                continue;
            }
            let kept_out = sayings.kept_out.iter().filter(|said| said.group == group);
            let kept_out: BTreeSet<WordId> = kept_out.map(|said| said.subject.word).collect();
            let is_free = |word: &WordId| !kept_out.contains(word);
            let free = plain.iter().filter(|word| is_free(word)).count() as u64;
            let mut count = 0_u64;
            for said in &sayings.inside {
                let ways = ways_on.get(&said.group).and_then(|on| on.get(&group));
                let word = said.subject.word;
                let words = match said.subject.negated {
                    false => u64::from(is_free(&word)),
                    true if groups.except.contains(&word) => 0,
                    true => free - u64::from(is_free(&word) && plain.binary_search(&word).is_ok()),
                };
                let ways = ways.copied().unwrap_or_default();
                count = count.saturating_add(ways.saturating_mul(words));
            }
            least.insert(group, count);
        }
        least
    }

    /// How many rules there are at least with those about members, but for those outside of a group.
    fn least_rules(&self, groups: &Groups, least: &Least) -> u64 {
        let lists = &self.table.lists;
        let mut rules = u64::from(self.table.count);
        for block in &self.table.blocks {
            let Some([subject, said]) = groupings(groups, block) else {
                continue;
            };
            let may_be_denied = subject.zip(said).is_some_and(|(_, said)| {
                let mut denying = self.table.blocks_denying(block.verb, said.word);
                denying.next().is_some()
            });
            if may_be_denied || subject.is_some_and(|subject| subject.negated) {
                continue;
            }
            let count = |group: WordId| least.get(&group).copied().unwrap_or_default();
            let subjects = match subject {
                Some(group) => count(group.word),
                None => u64::from(lists.count(block.subject)),
            };
            let said = match said {
                Some(group) => count(group.word),
                None => u64::from(lists.count_of(block.complement)),
            };
            rules = rules.saturating_add(subjects.saturating_mul(said));
        }
        rules
    }
}

/// In how many ways members are handed on, unless that makes more sayings than are kept.
fn ways_on(sayings: &Sayings) -> Result<WaysOn, Unreadable> {
    let mut named = BTreeMap::<WordId, u64>::new();
    for said in &sayings.inside {
        *named.entry(said.group).or_default() += 1;
    }
    let mut rules = BTreeMap::<[WordId; 2], u64>::new();
    let hands_on = sayings.hands_on.iter();
    for rule in hands_on.filter(|rule| !rule.from.negated && !rule.to.negated) {
        *rules.entry([rule.from.word, rule.to.word]).or_default() += 1;
    }
    let mut all = 0_u64;
    let mut ways_on = WaysOn::new();
    for (&group, &named) in &named {
        let on = ways_on.entry(group).or_default();
        // Each way by the groups that it came by, and how many rules lead along it.
        let mut ways = vec![(vec![group], 1_u64)];
        while let Some((came_by, count)) = ways.pop() {
            all = all.saturating_add(named.saturating_mul(count));
            if all > InForce::MOST_MEMBERS as u64 {
                return Err(Unreadable::TooManyMembers);
            }
            let last = came_by[came_by.len() - 1];
            *on.entry(last).or_default() += count;
            for (&[from, to], &more) in &rules {
                if from == last && !came_by.contains(&to) {
                    let next = [&came_by[..], &[to]].concat();
                    ways.push((next, count.saturating_mul(more)));
                }
            }
        }
    }
    Ok(ways_on)
}
