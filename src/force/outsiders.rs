//! Those outside of a group, who can be members of another one, or be kept out of it.

use std::collections::{BTreeMap, BTreeSet};

use super::blocks::NONE;
use super::membership::{HandsOn, Said, Sayings};
use super::steps::Derivation;
use super::{Term, Unreadable};
use crate::lexicon::WordId;

/// How often it is asked who is outside of a group, until the answer stays the same.
const MOST_ROUNDS: usize = 10;

/// By group, which of the words that "all" means are in it, or are found to be by those outside of
/// others.
type Inside = BTreeMap<WordId, Vec<bool>>;

impl Derivation<'_> {
    /// Who is outside of a group that says something of all those is in another one, or is kept out
    /// of it. These are not handed on. `named` counts the members that rules name.
    pub(super) fn add_outsiders(
        &mut self,
        sayings: &mut Sayings,
        named: usize,
    ) -> Result<(), Unreadable> {
        let about_outsiders = |rule: &&HandsOn| rule.from.negated;
        let rules: Vec<HandsOn> = sayings
            .hands_on
            .iter()
            .filter(about_outsiders)
            .copied()
            .collect();
        if rules.is_empty() {
            return Ok(());
        }
        let plain = self.plain_words();
        let groups = rules.iter().flat_map(|rule| [rule.from.word, rule.to.word]);
        let mut named_inside: Inside = groups.map(|it| (it, vec![false; plain.len()])).collect();
        let named = sayings.inside[..named].iter();
        for said in named.filter(|said| !said.subject.negated) {
            let group = named_inside.get_mut(&said.group);
            let word = plain.binary_search(&said.subject.word);
            if let (Some(group), Ok(word)) = (group, word) {
                group[word] = true;
            }
        }
        let inside = self.settle_outsiders(&rules, &named_inside)?;
        for rule in &rules {
            let is_inside = inside[&rule.from.word].iter();
            let outsiders = plain.iter().zip(is_inside).filter(|(_, inside)| !**inside);
            for (&word, _) in outsiders {
                let said = Said {
                    subject: Term::plain(word),
                    group: rule.to.word,
                    conditions: rule.conditions,
                    exceptions: rule.exceptions,
                    by: rule.by,
                    before: NONE,
                };
                sayings.add(said, rule.to.negated)?;
            }
        }
        Ok(())
    }

    /// Who is inside of which group. Only members that rules name are, and in a group of which rules
    /// speak to those outside of others, only those they reach; who that is may change who is outside.
    fn settle_outsiders(&self, rules: &[HandsOn], named: &Inside) -> Result<Inside, Unreadable> {
        let ways = rules.iter().map(|rule| (rule.from.word, rule.to.word));
        let ways: BTreeSet<(WordId, WordId)> = ways.collect();
        let mut inside = named.clone();
        let mut before = None;
        for _ in 0..MOST_ROUNDS {
            let mut reached = Inside::new();
            for &(from, to) in &ways {
                let from = &inside[&from];
                let to = reached.entry(to).or_insert_with(|| vec![false; from.len()]);
                for (reached, is_inside) in to.iter_mut().zip(from) {
                    *reached |= !is_inside;
                }
            }
            if before.as_ref() == Some(&reached) {
                return Ok(inside);
            }
            inside.clone_from(named);
            inside.extend(reached.clone());
            before = Some(reached);
        }
        let words = rules.iter().flat_map(|rule| [rule.from.word, rule.to.word]);
        let lexicon = self.grammar.lexicon();
        let groups: BTreeSet<String> = words.map(|word| lexicon.name(word).to_owned()).collect();
        let groups = groups.into_iter().collect();
        let rules = self.roots(rules.iter().map(|rule| rule.by));
        Err(Unreadable::MembersNeverSettle { groups, rules })
    }
}
