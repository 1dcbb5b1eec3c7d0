//! Rules with negated complements: each cancels what it denies, or makes an exception to it where it
//! has conditions itself.

use super::blocks::{Block, ConditionRow, NONE, Span};
use super::fates::{AlsoRow, Claim, Way};
use super::steps::Derivation;
use super::table::InForce;
use super::ways::Parts;
use super::{Term, Unreadable};
use crate::grammar::Also;
use crate::lexicon::WordId;

/// The blocks with negated complements, by what they deny.
#[derive(Debug, Clone, Default)]
pub(super) struct Denials {
    rows: Vec<Denial>,
    /// By word: the first row that denies it, up to the last word that one denies.
    first: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Denial {
    verb: WordId,
    denied: WordId,
    block: u32,
    /// The next row that denies the same word, of a block behind this one.
    next: u32,
}

impl Denials {
    pub(super) fn clear(&mut self) {
        for row in self.rows.drain(..) {
            self.first[row.denied.index()] = NONE;
        }
    }

    /// Adds a block in front of those that deny the same word.
    fn put_first(&mut self, verb: WordId, denied: WordId, block: u32) {
        if denied.index() >= self.first.len() {
            self.first.resize(denied.index() + 1, NONE);
        }
        let first = &mut self.first[denied.index()];
        let next = std::mem::replace(first, self.rows.len() as u32);
        self.rows.push(Denial {
            verb,
            denied,
            block,
            next,
        });
    }

    /// The blocks with rules that deny what is said with a verb and a word, in their order.
    pub(super) fn of(&self, verb: WordId, denied: WordId) -> impl Iterator<Item = u32> + '_ {
        let row = |&at: &u32| self.rows.get(at as usize);
        let first = self.first.get(denied.index()).and_then(row);
        let rows = std::iter::successors(first, move |denial| row(&denial.next));
        let rows = rows.filter(move |denial| denial.verb == verb);
        rows.map(|denial| denial.block)
    }

    /// What each block denies.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, WordId)> + '_ {
        self.rows.iter().map(|denial| (denial.block, denial.denied))
    }
}

impl Derivation<'_> {
    /// Files the blocks with negated complements by what they deny.
    pub(super) fn file_denials(&mut self) {
        let InForce {
            blocks,
            lists,
            fates,
            ..
        } = &mut *self.table;
        fates.denials.clear();
        // The last one first, so that the first one leads on to those behind it.
        for (index, block) in blocks.iter().enumerate().rev() {
            let said = block.complement.filter(|&said| lists.has_negated(said));
            let said = said.into_iter().flat_map(|said| lists.terms(said));
            for denied in said.filter(|term| term.negated) {
                fates
                    .denials
                    .put_first(block.verb, denied.word, index as u32);
            }
        }
    }

    /// The exceptions of a rule in a block of its own, with those that rules make that deny it;
    /// `None` where one denies it always.
    pub(super) fn denied(&mut self, block: &Block) -> Result<Option<Span>, Unreadable> {
        let said = block.only_complement().filter(|said| !said.negated);
        let (Some(subject), Some(said)) = (block.subject.only(), said) else {
            return Ok(Some(block.exceptions));
        };
        let mut denying = Vec::new();
        for by in self.table.denying(subject, block.verb, said.word) {
            if self.table.row(by).is_unconditional() {
                return Ok(None);
            }
            denying.push(by);
        }
        let mut exceptions = block.exceptions;
        for by in denying {
            let row = self.table.row(by);
            let (conditions, made) = (row.conditions(), row.exceptions());
            let conditions = self.table.joined_conditions(conditions);
            for way in self.table.ways(conditions, made)? {
                exceptions = self.table.except(exceptions, by, way)?;
            }
        }
        Ok(Some(exceptions))
    }

    /// Lets rules with negated complements act on others.
    pub(super) fn cancel(&mut self, also: &[Also], circular: &[WordId]) -> Result<(), Unreadable> {
        self.file_denials();
        let fates = &mut self.table.fates;
        fates.cancels = true;
        for of in also {
            let row = |&on: &WordId| AlsoRow {
                on,
                verb: of.verb,
                complement: of.complement,
            };
            fates.also.extend(of.verbs.iter().map(row));
        }
        let table = &*self.table;
        let denials = table.fates.denials.iter();
        let denials = denials.map(|(block, denied)| (table.blocks[block as usize], denied));
        let makes_others =
            |(block, _): &(Block, WordId)| !table.makes_simple_exceptions(block, circular);
        let others: Vec<(Block, WordId)> = denials.filter(makes_others).collect();
        for (block, denied) in others {
            self.find_ways(&block, denied, circular)?;
        }
        self.table.fates.sort_ways();
        Ok(())
    }

    /// Finds in which ways the rules of a block that deny a word make exceptions.
    fn find_ways(
        &mut self,
        block: &Block,
        denied: WordId,
        circular: &[WordId],
    ) -> Result<(), Unreadable> {
        let said = Term {
            word: denied,
            negated: true,
        };
        let rules: Vec<u32> = self.table.rules_with(block, None, Some(said)).collect();
        for rule in rules {
            let row = self.table.row_of(block, rule);
            if row.is_unconditional() {
                continue;
            }
            let (claim, conditions, exceptions) = (row.claim(), row.conditions(), row.exceptions());
            let conditions = self.table.joined_conditions(conditions);
            let conditions = self.table.without(conditions, circular, denied);
            let is_circular = conditions.is_empty() && exceptions.iter().all(|it| it.is_empty());
            let ways = match is_circular {
                true => Vec::new(),
                false => match self.table.ways(conditions, exceptions) {
                    Err(_) if !self.table.acts_on_any(claim) => Vec::new(),
                    ways => ways?,
                },
            };
            self.table.file_ways(rule, ways);
        }
        Ok(())
    }

    /// Puts each rule in a block of its own, with what others make of it: for steps behind those by
    /// which rules act on others.
    pub(super) fn settle_fates(&mut self) -> Result<(), Unreadable> {
        let mut blocks = Vec::new();
        for rule in 0..self.table.count {
            if blocks.len() >= InForce::MOST_BLOCKS {
                return Err(Unreadable::TooManyDerived);
            }
            let row = self.table.row(rule);
            let cancelled_by = self.table.canceller(row);
            let made: Vec<(u32, Way)> = self.table.exceptions_by_others(row.claim()).collect();
            let mut alone = self.table.alone(rule)?;
            alone.exceptions = self.table.except_all(alone.exceptions, &made)?;
            alone.cancelled_by = cancelled_by.unwrap_or(alone.cancelled_by);
            blocks.push(alone);
        }
        self.table.blocks = blocks;
        self.table.fates.clear();
        Ok(())
    }
}

impl InForce {
    /// Whether each rule of a block makes its exceptions by all of its conditions.
    fn makes_simple_exceptions(&self, block: &Block, circular: &[WordId]) -> bool {
        let is_circular = |condition: &ConditionRow| circular.contains(&condition.word.word);
        let is_plain = |place| self.lists.is_unconditional(place);
        block.exceptions.is_empty()
            && is_plain(block.subject)
            && block.complement.is_none_or(is_plain)
            && !block
                .conditions
                .of(&self.conditions)
                .iter()
                .any(is_circular)
    }

    /// Whether a rule that denies something finds a rule to act on.
    fn acts_on_any(&self, denial: Claim) -> bool {
        let Some(denied) = denial.complement else {
            return false;
        };
        let said = Term::plain(denied.word);
        let is_denied = |block: &Block| {
            let is_said = block.verb == denial.verb
                && block
                    .complement
                    .is_some_and(|place| self.lists.has(place, said));
            let is_also = self.fates.also.iter().any(|also| {
                (also.on, also.verb, also.complement) == (block.verb, denial.verb, denied.word)
            });
            (is_said || is_also) && self.lists.has(block.subject, denial.subject)
        };
        self.blocks.iter().any(is_denied)
    }

    fn file_ways(&mut self, rule: u32, ways: Vec<Parts>) {
        let start = self.fates.ways.len();
        self.fates.ways.extend(ways);
        let own = Span::between(start, self.fates.ways.len());
        self.fates.other_ways.push((rule, own));
    }

    /// Further exceptions behind others of the same rule.
    fn except_all(&mut self, exceptions: Span, made: &[(u32, Way)]) -> Result<Span, Unreadable> {
        made.iter().try_fold(exceptions, |exceptions, &(by, way)| {
            let conditions = match way {
                Way::Of(parts) => self.joined_conditions(parts),
                Way::OfLock(part) => {
                    let start = self.conditions.len();
                    let found = self.conditions_of_locks(part).to_vec();
                    self.conditions.extend(found);
                    Span::between(start, self.conditions.len())
                }
            };
            self.except(exceptions, by, [conditions, Span::EMPTY])
        })
    }
}
