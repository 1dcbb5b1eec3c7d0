//! The steps by which rules act on others: a negated complement cancels what it denies, and a lock
//! keeps out what a thing could become. Where the rule that acts has conditions, it makes an
//! exception.

use super::fates::{AlsoRow, Claim, KeptOut, LockRow};
use super::steps::Derivation;
use super::table::{Block, ConditionRow, InForce, Span};
use super::{Term, Unreadable};
use crate::grammar::{Also, Lock};
use crate::lexicon::WordId;

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
        for (index, block) in (0..).zip(blocks.iter()) {
            let said = block.complement.into_iter();
            let denied = said.flat_map(|said| lists.terms(said));
            let denied = denied.filter(|term| term.negated);
            let denials = denied.map(|term| (block.verb, term.word, index));
            fates.denials.extend(denials);
        }
        fates.denials.sort_unstable();
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
            let alone = self.table.alone(by)?;
            for way in self.table.ways(alone.conditions, alone.exceptions)? {
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
        for at in 0..self.table.fates.denials.len() {
            let (_, denied, block) = self.table.fates.denials[at];
            let block = self.table.blocks[block as usize];
            if !self.table.makes_simple_exceptions(&block, circular) {
                self.find_ways(&block, denied, circular)?;
            }
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
            let claim = row.claim();
            let alone = self.table.alone(rule)?;
            let conditions = self.table.without(alone.conditions, circular, denied);
            let is_circular = conditions.is_empty() && alone.exceptions.is_empty();
            let ways = match is_circular {
                true => Vec::new(),
                false => match self.table.ways(conditions, alone.exceptions) {
                    Err(_) if !self.table.acts_on_any(claim) => Vec::new(),
                    ways => ways?,
                },
            };
            self.table.file_ways(rule, ways);
        }
        Ok(())
    }

    /// Lets rules that say of something that it is itself act on others.
    pub(super) fn lock(&mut self, lock: &Lock) -> Result<(), Unreadable> {
        self.list_locks(lock)?;
        if self.table.fates.locks.is_empty() {
            return Ok(());
        }
        let mut kept_out = Vec::new();
        for block in &self.table.blocks {
            let may_become = block.verb == lock.verb;
            let even_itself = lock.verbs.contains(&block.verb);
            let said = block.complement.filter(|_| may_become || even_itself);
            let said = said
                .into_iter()
                .flat_map(|said| self.table.lists.terms(said));
            for said in said.filter(|said| !said.negated) {
                let complement = said.word;
                let becomes = may_become
                    && (self.is_known(complement, &lock.kept_out)
                        || lock.words.contains(&complement));
                let even_itself = even_itself && !lock.kept_out.except.contains(&complement);
                if becomes || even_itself {
                    kept_out.push(KeptOut {
                        verb: block.verb,
                        complement,
                        even_itself,
                    });
                }
            }
        }
        kept_out.sort_unstable();
        kept_out.dedup();
        let fates = &mut self.table.fates;
        fates.kept_out = kept_out;
        fates.locks_out = true;
        Ok(())
    }

    /// Lists the locks that are not cancelled, and finds in which ways they hold.
    fn list_locks(&mut self, lock: &Lock) -> Result<(), Unreadable> {
        let mut locks: Vec<(Term, u32)> = Vec::new();
        let table = &*self.table;
        for block in table.blocks.iter().filter(|it| it.verb == lock.verb) {
            let said = block.complement.filter(|_| !block.is_cancelled());
            let shared = said
                .into_iter()
                .flat_map(|said| table.lists.shared(block.subject, said));
            for subject in shared {
                let rules = table.rules_with(block, Some(subject), Some(subject));
                locks.extend(rules.map(|rule| (subject, rule)));
            }
        }
        locks.sort_unstable();
        let mut ways = Vec::new();
        for same in locks.chunk_by(|one, next| one.0 == next.0) {
            let claim = Claim {
                subject: same[0].0,
                verb: lock.verb,
                complement: Some(same[0].0),
            };
            if self.table.cancelling(claim).is_none() {
                self.list_locks_of(claim, same, &mut ways)?;
            }
        }
        for (rule, ways) in ways {
            self.table.file_ways(rule, ways);
        }
        self.table.fates.sort_ways();
        Ok(())
    }

    /// Lists the locks of one subject, with the ways in which they hold where they do not always.
    fn list_locks_of(
        &mut self,
        claim: Claim,
        locks: &[(Term, u32)],
        ways: &mut Vec<(u32, Vec<Span>)>,
    ) -> Result<(), Unreadable> {
        let made: Vec<(u32, [Span; 3])> = self.table.exceptions_by_others(claim).collect();
        for &(subject, rule) in locks {
            let always = made.is_empty() && self.table.row(rule).is_unconditional();
            if !always {
                let alone = self.table.alone(rule)?;
                let exceptions = self.table.except_all(alone.exceptions, &made)?;
                ways.push((rule, self.table.ways(alone.conditions, exceptions)?));
            }
            self.table.fates.locks.push(LockRow {
                subject,
                rule,
                always,
            });
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
            let made: Vec<(u32, [Span; 3])> =
                self.table.exceptions_by_others(row.claim()).collect();
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
        let is_plain = |place| self.lists.is_plain(place);
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

    fn file_ways(&mut self, rule: u32, ways: Vec<Span>) {
        let start = self.fates.ways.len();
        self.fates.ways.extend(ways);
        let own = Span::between(start, self.fates.ways.len());
        self.fates.other_ways.push((rule, own));
    }

    /// Further exceptions behind others of the same rule.
    fn except_all(
        &mut self,
        exceptions: Span,
        made: &[(u32, [Span; 3])],
    ) -> Result<Span, Unreadable> {
        made.iter().try_fold(exceptions, |exceptions, &(by, way)| {
            let way = self.joined_conditions(way);
            self.except(exceptions, by, way)
        })
    }
}
