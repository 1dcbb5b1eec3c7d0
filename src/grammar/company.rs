//! Which words are items of a run, and what can stand beside them.

use super::builder::Builder;
use super::runs::Run;
use crate::lexicon::{Accepts, Lexicon, RoleId, RoleSet, WordId};

/// What can stand beside an item; and whether it can stand behind another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Company {
    pub(super) negated: bool,
    pub(super) led: bool,
    pub(super) followed: bool,
    pub(super) later: bool,
}

/// The words that fit at a position.
pub(super) enum Fitting<'a> {
    Role(RoleId),
    Roles(RoleSet),
    Accepted(&'a Accepts),
    Words(&'a [WordId]),
}

impl Fitting<'_> {
    pub(super) fn fits(&self, lexicon: &Lexicon, word: WordId) -> bool {
        match self {
            Fitting::Role(role) => lexicon.roles(word).contains(*role),
            Fitting::Roles(roles) => lexicon.roles(word).meets(*roles),
            Fitting::Accepted(accepts) => lexicon.accepted(accepts, word),
            Fitting::Words(words) => words.contains(&word),
        }
    }
}

impl Builder<'_> {
    /// Words that fit in some way, by what can stand beside them.
    pub(super) fn by_company(
        &self,
        run: &Run,
        words: impl Iterator<Item = WordId>,
        fitting: &Fitting,
    ) -> Vec<(Company, Vec<WordId>)> {
        let beside = |part: &Option<Box<Run>>| part.as_ref().and_then(|part| part.beside);
        let (led, followed) = (beside(&run.led_by), beside(&run.followed_by));
        let mut found: Vec<(Company, Vec<WordId>)> = Vec::new();
        for word in words {
            let own = self.lexicon.roles(word);
            let of = match fitting {
                Fitting::Accepted(accepts) if accepts.words.contains(&word) => own,
                Fitting::Accepted(accepts) => accepts.roles,
                Fitting::Roles(roles) => *roles,
                Fitting::Role(_) | Fitting::Words(_) => run.of.unwrap_or_default(),
            };
            let as_item: RoleSet = own.iter().filter(|&role| of.contains(role)).collect();
            let fits = |limit: Option<RoleSet>| limit.is_none_or(|limit| limit.meets(as_item));
            let company = Company {
                negated: fits(run.negated),
                led: fits(led),
                followed: fits(followed),
                later: !own.meets(run.only_first),
            };
            match found.iter_mut().find(|(known, _)| *known == company) {
                Some((_, words)) => words.push(word),
                None => found.push((company, vec![word])),
            }
        }
        found
    }

    /// The words that are items only with something behind them: those that have no other place in
    /// the run, as an item or as what leads, joins or negates one.
    pub(super) fn only_followed(&self, run: &Run, fitting: &Fitting) -> Vec<WordId> {
        let lexicon = self.lexicon;
        let behind = run.followed_by.as_ref();
        let also = behind.map_or(RoleSet::default(), |behind| behind.also_behind);
        let leading = run.led_by.as_ref().and_then(|led_by| led_by.of);
        let of = [run.of, leading].into_iter().flatten();
        let beside = [run.joined_by, run.negated_by, run.negated_after];
        let others = of
            .flat_map(RoleSet::iter)
            .chain(beside.into_iter().flatten());
        let others: RoleSet = others.collect();
        let fits = |word: &WordId| {
            let roles = lexicon.roles(*word);
            let is_free = match fitting {
                Fitting::Accepted(accepts) => !lexicon.accepted(accepts, *word),
                // Only some of the words are looked at, each with its own list of what it accepts.
                Fitting::Words(words) => words.contains(word),
                Fitting::Role(_) | Fitting::Roles(_) => true,
            };
            is_free && roles.meets(also) && !roles.meets(others)
        };
        lexicon.words().filter(fits).collect()
    }
}
