//! Questions to a rule table. Those about a subject sort it once.

use super::{Rule, RuleTable};
use crate::grammar::Grammar;
use crate::lexicon::WordId;
use crate::object::ObjectId;

/// The three words of a rule that most questions are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Claim {
    pub(super) subject: Option<WordId>,
    pub(super) anchor: Option<WordId>,
    pub(super) complement: Option<WordId>,
    /// Whether the rule says no more than these words: no condition, no negation.
    pub(super) bare: bool,
}

impl RuleTable {
    /// The rules about a subject, sorted by their anchor and complement. The first question to a
    /// table sorts it; after that the answer takes a binary search.
    pub fn of(&self, subject: WordId) -> impl Iterator<Item = Rule<'_>> {
        let sorted = self.sorted();
        let start = sorted.partition_point(|(claim, _)| claim.subject < Some(subject));
        sorted[start..]
            .iter()
            .take_while(move |(claim, _)| claim.subject == Some(subject))
            .map(|&(_, rule)| Rule {
                table: self,
                index: rule as usize,
            })
    }

    /// Whether some rule says just this: a subject, the anchor that joins it to its complement, and the
    /// complement, without conditions and without negations. The first question to a table sorts it;
    /// after that the answer takes a binary search.
    pub fn has(&self, subject: WordId, anchor: WordId, complement: WordId) -> bool {
        let claim = Claim {
            subject: Some(subject),
            anchor: Some(anchor),
            complement: Some(complement),
            bare: true,
        };
        self.sorted()
            .binary_search_by_key(&claim, |&(claim, _)| claim)
            .is_ok()
    }

    /// What is said of a subject without conditions and without negations, as in "what is this noun":
    /// each word once, in the order of ids. [`RuleTable::has`] asks for one of them.
    pub fn complements(
        &self,
        subject: WordId,
        anchor: WordId,
    ) -> impl Iterator<Item = WordId> + '_ {
        let mut last = None;
        self.of(subject)
            .map(Rule::claim)
            .filter(move |claim| claim.anchor == Some(anchor) && claim.bare)
            .filter_map(|claim| claim.complement)
            .filter(move |&said| last.replace(said) != Some(said))
    }

    /// The rules with a complement, in the table's order.
    pub fn with(&self, complement: WordId) -> impl Iterator<Item = Rule<'_>> {
        self.iter()
            .filter(move |rule| rule.complement() == Some(complement))
    }

    /// The rules that a block is a word of, in the table's order. Joiners are words of none, see
    /// [`Rule::joiners`]; [`crate::Board::rules_at`] counts them too.
    pub fn spelled_by(&self, object: ObjectId) -> impl Iterator<Item = Rule<'_>> {
        self.iter()
            .filter(move |rule| rule.objects().any(|o| o == object))
    }

    /// The distinct rules as text, sorted.
    pub fn texts(&self, grammar: &Grammar) -> Vec<String> {
        let mut texts: Vec<String> = self.iter().map(|rule| rule.text(grammar)).collect();
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    fn sorted(&self) -> &[(Claim, u32)] {
        self.by_claim.get_or_init(|| {
            let claims = self.iter().map(Rule::claim);
            let mut sorted: Vec<(Claim, u32)> = claims.zip(0..).collect();
            sorted.sort_unstable();
            sorted
        })
    }
}
