//! Locks: what is itself becomes nothing else.
//!
//! Thousands of rules can be locks, where groups are themselves. So many are found only when something
//! is asked that they bear on, unless finding them may fail.

use std::sync::OnceLock;

use super::blocks::{ConditionRow, Span};
use super::fates::{Acting, Claim, Holds, Way};
use super::steps::Derivation;
use super::table::InForce;
use super::{Term, Unreadable};
use crate::grammar::Lock;
use crate::lexicon::WordId;

/// What locks keep out, and the locks.
#[derive(Debug, Clone, Default)]
pub(super) struct Locks {
    /// The verb with which something is itself, or becomes something else; `None` where no lock acts.
    verb: Option<WordId>,
    /// What that which is itself does not become, sorted.
    words: Vec<WordId>,
    /// Verbs that are kept out, whatever they say but for some words.
    verbs: Vec<WordId>,
    except: Vec<WordId>,
    found: OnceLock<Found>,
}

/// The locks that were found.
#[derive(Debug, Clone, Default)]
struct Found {
    /// Sorted by their keys.
    rows: Vec<LockRow>,
    /// The ways in which locks with exceptions hold: parts of the conditions.
    ways: Vec<Span>,
    conditions: Vec<ConditionRow>,
    /// How many exceptions are put behind others to find them.
    exceptions: usize,
}

/// A rule that says of something that it is itself.
#[derive(Debug, Clone, Copy)]
pub(super) struct LockRow {
    pub(super) subject: Term,
    pub(super) rule: u32,
    pub(super) holds: Holds,
}

impl LockRow {
    /// Locks are sorted by subject and rule.
    pub(super) fn key(&self) -> u64 {
        u64::from(self.subject.number()) << u32::BITS | u64::from(self.rule)
    }
}

impl Locks {
    pub(super) fn clear(&mut self) {
        self.verb = None;
        self.found.take();
    }

    /// Whether this is kept out even where it is said of the word itself.
    fn keeps_out_of_all(&self, verb: WordId, said: WordId) -> bool {
        self.verb.is_some() && self.verbs.contains(&verb) && !self.except.contains(&said)
    }

    /// Whether what this is said of would become something else.
    fn is_becoming(&self, verb: WordId, said: WordId) -> bool {
        self.verb == Some(verb) && self.words.binary_search(&said).is_ok()
    }
}

impl Derivation<'_> {
    /// Lets rules that say of something that it is itself act on others.
    pub(super) fn lock(&mut self, lock: &Lock) -> Result<(), Unreadable> {
        self.list_known(&lock.kept_out);
        self.words.extend_from_slice(&lock.words);
        self.words.sort_unstable();
        let found = match self.table.selves_can_wait(lock.verb) {
            true => OnceLock::new(),
            false => OnceLock::from(self.table.find_locks(lock.verb)?),
        };
        let locks = &mut self.table.fates.locks;
        locks.verb = Some(lock.verb);
        locks.words.clone_from(self.words);
        locks.verbs.clone_from(&lock.verbs);
        locks.except.clone_from(&lock.kept_out.except);
        locks.found = found;
        Ok(())
    }
}

impl InForce {
    /// Whether some lock acts.
    pub(super) fn has_locks(&self) -> bool {
        self.locks().is_some_and(|found| !found.rows.is_empty())
    }

    /// Whether locks may keep out what is said with a verb and a word.
    pub(super) fn locks_may_keep_out(&self, verb: WordId, said: WordId) -> bool {
        let locks = &self.fates.locks;
        (locks.keeps_out_of_all(verb, said) || locks.is_becoming(verb, said)) && self.has_locks()
    }

    /// The locks that keep out what is said.
    pub(super) fn acting_locks(&self, claim: Claim) -> impl Iterator<Item = Acting> + '_ {
        let locks = &self.fates.locks;
        let said = claim.complement.filter(|said| !said.negated);
        let is_kept_out = said.is_some_and(|said| {
            let keeps_out = locks.keeps_out_of_all(claim.verb, said.word)
                || locks.is_becoming(claim.verb, said.word);
            // What locks keeps nothing of itself out.
            keeps_out && (said != claim.subject || locks.verb != Some(claim.verb))
        });
        let found = if is_kept_out { self.locks() } else { None };
        let rows = found.map_or(&[][..], |found| &found.rows);
        let from = rows.partition_point(|lock| lock.subject < claim.subject);
        let own = rows[from..].iter();
        let own = own.take_while(move |lock| lock.subject == claim.subject);
        own.map(|lock| Acting {
            by: lock.rule,
            holds: lock.holds,
        })
    }

    /// The ways in which a lock holds.
    pub(super) fn ways_of_locks(&self, ways: Span) -> &[Span] {
        self.locks().map_or(&[], |found| ways.of(&found.ways))
    }

    /// The conditions of such a way.
    pub(super) fn conditions_of_locks(&self, conditions: Span) -> &[ConditionRow] {
        self.locks()
            .map_or(&[], |found| conditions.of(&found.conditions))
    }

    /// The locks, which are looked for when they are needed first. That this cannot fail was made
    /// sure of when they began to act.
    fn locks(&self) -> Option<&Found> {
        let Locks { verb, found, .. } = &self.fates.locks;
        let find = |verb| found.get_or_init(|| self.find_locks(verb).unwrap_or_default());
        verb.map(find)
    }

    /// Finds the locks that are not cancelled, and in which ways those hold that have exceptions.
    fn find_locks(&self, verb: WordId) -> Result<Found, Unreadable> {
        let mut found = Found::default();
        let selves = self.selves(verb);
        for same in selves.chunk_by(|one, next| one.subject == next.subject) {
            let itself = same[0].subject;
            let claim = Claim {
                subject: itself,
                verb,
                complement: Some(itself),
            };
            if self.is_denied_always(claim) {
                continue;
            }
            let made = self.exceptions_by_denials(claim).map(|(_, way)| way);
            let made: Vec<Way> = made.collect();
            let all: Vec<LockRow>;
            let own = match made.is_empty() {
                true => same,
                false => {
                    all = self.all_selves(verb, itself).collect();
                    &all
                }
            };
            for &lock in own {
                let holds = self.lock_holds(lock, &made, &mut found)?;
                found.rows.push(LockRow { holds, ..lock });
            }
        }
        Ok(found)
    }

    /// When a lock holds to which other rules make some exceptions.
    fn lock_holds(
        &self,
        lock: LockRow,
        made: &[Way],
        found: &mut Found,
    ) -> Result<Holds, Unreadable> {
        if made.is_empty() && lock.holds == Holds::Always {
            return Ok(Holds::Always);
        }
        let row = self.row(lock.rule);
        if made.is_empty() && !row.has_exceptions() {
            return Ok(Holds::Conditionally);
        }
        let own = self.conditions_in(Way::Of(row.conditions())).copied();
        let exceptions = row.exceptions().map(|part| self.exceptions_in(part));
        // Those of one part are kept already, whatever is put behind them.
        let parts = exceptions.iter().filter(|part| !part.is_empty());
        let behind: usize = parts.skip(1).map(Vec::len).sum();
        found.exceptions += behind + made.len();
        if self.exceptions.len() + self.shared + found.exceptions > Self::MOST_EXCEPTIONS {
            return Err(Unreadable::TooManyExceptions);
        }
        let exceptions = exceptions.into_iter().flatten();
        let kept_clear = exceptions.map(|exception| Way::of(exception.conditions));
        let kept_clear = kept_clear.chain(made.iter().copied());
        let kept = self.conditions.len() + found.conditions.len();
        let start = found.ways.len();
        let ways = self.ways_clear_of(own.collect(), kept_clear, kept)?;
        found.ways.extend(ways.put_behind(&mut found.conditions));
        Ok(Holds::InWaysOfLocks(Span::between(start, found.ways.len())))
    }
}
