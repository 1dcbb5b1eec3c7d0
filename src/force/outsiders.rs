//! Those outside of a group, who can be members of another one, or be kept out of it.

use std::collections::BTreeSet;

use super::blocks::NONE;
use super::membership::{HandsOn, Said, Sayings};
use super::steps::Derivation;
use super::{Term, Unreadable};
use crate::lexicon::WordId;

/// How often it is asked who is outside of a group, until the answer stays the same.
const MOST_ROUNDS: usize = 10;

/// Groups and words that are in them, or are found to be by those outside of others.
type Inside = BTreeSet<(WordId, WordId)>;

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
        let named = sayings.inside[..named].iter();
        let named = named.filter(|said| !said.subject.negated);
        let named: Inside = named.map(|said| (said.group, said.subject.word)).collect();
        let plain = self.plain_words();
        for (at, word) in self.settle_outsiders(&rules, &named, &plain)? {
            let rule = &rules[at];
            let by = self.table.alone(rule.by)?;
            let said = Said {
                subject: Term::plain(word),
                group: rule.to.word,
                conditions: by.conditions,
                exceptions: by.exceptions,
                by: rule.by,
                before: NONE,
            };
            sayings.add(said, rule.to.negated)?;
        }
        Ok(())
    }

    /// Who is outside of the group of which rule. Only members that rules name are inside, and in a
    /// group of which rules speak to those outside of others, only those they reach; who that is may
    /// change who is outside.
    fn settle_outsiders(
        &self,
        rules: &[HandsOn],
        named: &Inside,
        plain: &[WordId],
    ) -> Result<BTreeSet<(usize, WordId)>, Unreadable> {
        let is_spoken_of = |group| rules.iter().any(|rule| rule.to.word == group);
        let mut inside = named.clone();
        let mut before = None;
        for _ in 0..MOST_ROUNDS {
            let outsiders: BTreeSet<(usize, WordId)> = rules
                .iter()
                .enumerate()
                .flat_map(|(at, rule)| plain.iter().map(move |&word| (at, rule, word)))
                .filter(|&(_, rule, word)| !inside.contains(&(rule.from.word, word)))
                .map(|(at, _, word)| (at, word))
                .collect();
            let reached: Inside = outsiders
                .iter()
                .map(|&(at, word)| (rules[at].to.word, word))
                .collect();
            if before.as_ref() == Some(&reached) {
                return Ok(outsiders);
            }
            inside = named.clone();
            inside.retain(|&(group, _)| !is_spoken_of(group));
            inside.extend(&reached);
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
