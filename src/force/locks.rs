//! Locks: what is itself becomes nothing else.

use std::collections::BTreeMap;

use super::blocks::{Block, Span};
use super::fates::{Acting, Claim};
use super::lists::Place;
use super::steps::Derivation;
use super::table::InForce;
use super::{Term, Unreadable};
use crate::grammar::Lock;
use crate::lexicon::WordId;

/// The rules that say of something that it is itself, and what they keep out.
#[derive(Debug, Clone, Default)]
pub(super) struct Locks {
    /// Sorted by their keys; nothing is kept out where there are none.
    rows: Vec<LockRow>,
    /// The verb with which something is itself, or becomes something else.
    verb: Option<WordId>,
    /// What it does not become, sorted.
    words: Vec<WordId>,
    /// Verbs that are kept out, whatever they say but for some words.
    verbs: Vec<WordId>,
    except: Vec<WordId>,
}

/// A rule that says of something that it is itself.
#[derive(Debug, Clone, Copy)]
struct LockRow {
    subject: Term,
    rule: u32,
    always: bool,
}

impl LockRow {
    /// Locks are sorted by subject and rule.
    fn key(&self) -> u64 {
        u64::from(self.subject.number()) << u32::BITS | u64::from(self.rule)
    }
}

impl Locks {
    pub(super) fn clear(&mut self) {
        self.rows.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether what is said with a verb and a word may be kept out.
    pub(super) fn may_keep_out(&self, verb: WordId, said: WordId) -> bool {
        !self.is_empty() && (self.keeps_out_of_all(verb, said) || self.is_becoming(verb, said))
    }

    /// The locks that keep out what is said.
    pub(super) fn acting(&self, claim: Claim) -> impl Iterator<Item = Acting> + '_ {
        let said = claim.complement.filter(|said| !said.negated);
        let is_kept_out = said.is_some_and(|said| {
            self.keeps_out_of_all(claim.verb, said.word)
                || said != claim.subject && self.is_becoming(claim.verb, said.word)
        });
        let rows = if is_kept_out { &self.rows[..] } else { &[] };
        let from = rows.partition_point(|lock| lock.subject < claim.subject);
        let own = rows[from..].iter();
        let own = own.take_while(move |lock| lock.subject == claim.subject);
        own.map(|lock| Acting {
            by: lock.rule,
            always: lock.always,
        })
    }

    /// Whether this is kept out even where it is said of the word itself.
    fn keeps_out_of_all(&self, verb: WordId, said: WordId) -> bool {
        self.verbs.contains(&verb) && !self.except.contains(&said)
    }

    /// Whether what this is said of would become something else.
    fn is_becoming(&self, verb: WordId, said: WordId) -> bool {
        self.verb == Some(verb) && self.words.binary_search(&said).is_ok()
    }
}

impl Derivation<'_> {
    /// Lets rules that say of something that it is itself act on others.
    pub(super) fn lock(&mut self, lock: &Lock) -> Result<(), Unreadable> {
        let rows = self.find_locks(lock.verb)?;
        if rows.is_empty() {
            return Ok(());
        }
        self.list_known(&lock.kept_out);
        self.words.extend_from_slice(&lock.words);
        self.words.sort_unstable();
        let locks = &mut self.table.fates.locks;
        locks.rows = rows;
        locks.verb = Some(lock.verb);
        locks.words.clone_from(self.words);
        locks.verbs.clone_from(&lock.verbs);
        locks.except.clone_from(&lock.kept_out.except);
        Ok(())
    }

    /// Finds the locks that are not cancelled, and files in which ways those hold that have
    /// exceptions.
    fn find_locks(&mut self, verb: WordId) -> Result<Vec<LockRow>, Unreadable> {
        let (mut locks, mut ways) = (Vec::new(), Vec::new());
        let selves = self.table.selves(verb);
        for same in selves.chunk_by(|one, next| one.subject == next.subject) {
            let itself = same[0].subject;
            let claim = Claim {
                subject: itself,
                verb,
                complement: Some(itself),
            };
            if self.table.cancelling(claim).is_some() {
                continue;
            }
            let before = locks.len();
            let made: Vec<(u32, [Span; 3])> = self.table.exceptions_by_others(claim).collect();
            match made.is_empty() {
                true => locks.extend_from_slice(same),
                false => locks.extend(self.table.all_selves(verb, itself).map(|rule| LockRow {
                    subject: itself,
                    rule,
                    always: false,
                })),
            }
            for lock in &locks[before..] {
                if !lock.always && (!made.is_empty() || self.table.row(lock.rule).has_exceptions())
                {
                    ways.push((lock.rule, self.ways_of_lock(lock.rule, &made)?));
                }
            }
        }
        for (rule, ways) in ways {
            self.table.file_ways(rule, ways);
        }
        self.table.fates.sort_ways();
        Ok(locks)
    }

    /// The ways in which a lock holds to which others make some exceptions.
    fn ways_of_lock(
        &mut self,
        rule: u32,
        made: &[(u32, [Span; 3])],
    ) -> Result<Vec<Span>, Unreadable> {
        let alone = self.table.alone(rule)?;
        let exceptions = self.table.except_all(alone.exceptions, made)?;
        self.table.ways(alone.conditions, exceptions)
    }
}

impl InForce {
    /// The rules that say of something with a verb that it is itself, sorted. Where many blocks say
    /// so of the same two lists, what the first of them locks always need not be locked once more.
    fn selves(&self, verb: WordId) -> Vec<LockRow> {
        let mut selves = Vec::new();
        let mut conditional = BTreeMap::<([Place; 2], bool), Vec<(Term, u32)>>::new();
        for block in self.blocks.iter().filter(|block| block.verb == verb) {
            let Some(said) = block.complement.filter(|_| !block.is_cancelled()) else {
                continue;
            };
            let are_lists = block.subject.only().is_none() && said.only().is_none();
            if !are_lists || !block.is_always() {
                selves.extend(self.selves_of(block, said));
                continue;
            }
            let of_lists = conditional.entry(([block.subject, said], block.by_subject));
            let of_lists = of_lists.or_insert_with(|| {
                let own = self.selves_of(block, said);
                let (always, others): (Vec<_>, Vec<_>) = own.partition(|lock| lock.always);
                selves.extend(always);
                let numbered = others
                    .iter()
                    .map(|lock| (lock.subject, lock.rule - block.first));
                numbered.collect()
            });
            selves.extend(of_lists.iter().map(|&(subject, at)| LockRow {
                subject,
                rule: block.first + at,
                always: false,
            }));
        }
        selves.sort_unstable_by_key(LockRow::key);
        selves
    }

    /// The rules of a block that say of something that it is itself; of those that lock one word
    /// always, the first.
    fn selves_of<'a>(
        &'a self,
        block: &'a Block,
        said: Place,
    ) -> impl Iterator<Item = LockRow> + 'a {
        let is_always = move |place: Place, at: u32| {
            block.is_always() && self.lists.element(place, at).is_unconditional()
        };
        let shared = self.lists.shared(block.subject, said);
        shared.flat_map(move |itself| {
            let subjects = self.lists.positions(block.subject, itself);
            let rows = subjects.flat_map(move |subject_at| {
                let subject_always = is_always(block.subject, subject_at);
                let saids = self.lists.positions(said, itself);
                saids.map(move |said_at| LockRow {
                    subject: itself,
                    rule: self.rule_at(block, subject_at, said_at),
                    always: subject_always && is_always(said, said_at),
                })
            });
            let mut is_locked = false;
            rows.filter(move |lock| {
                let is_repeated = lock.always && is_locked;
                is_locked |= lock.always;
                !is_repeated
            })
        })
    }

    /// All rules that say with a verb that something is itself, in the order of their numbers.
    fn all_selves(&self, verb: WordId, itself: Term) -> impl Iterator<Item = u32> + '_ {
        let blocks = self.blocks.iter();
        let blocks = blocks.filter(move |block| block.verb == verb && !block.is_cancelled());
        blocks.flat_map(move |block| self.rules_with(block, Some(itself), Some(itself)))
    }
}
