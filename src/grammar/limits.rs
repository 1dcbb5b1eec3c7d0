//! Fields of a run that are for some of its items only: each role that they name has to be one of
//! an item, or the field does nothing.

use super::checker::Checker;
use super::file::List;
use super::runs::{Run, Runs};
use crate::diagnostic::{list, nearest};
use crate::lexicon::{RoleId, RoleSet};

/// A field that names the roles of some items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    /// Those that can be negated.
    Negated,
    /// Those that are only the first of a list.
    OnlyFirst,
    /// Those that the run stands beside, of the run that it belongs to.
    Beside,
}

impl Limit {
    fn field(self) -> &'static str {
        match self {
            Limit::Negated => "negated",
            Limit::OnlyFirst => "only_first",
            Limit::Beside => "beside",
        }
    }
}

/// A role that such a field names: the number of the run, and the place.
pub(super) struct Limited<'s> {
    limit: Limit,
    run: u8,
    role: RoleId,
    text: &'s str,
}

impl<'s> Checker<'s> {
    /// The roles that a field names, which are looked at when all runs are known.
    pub(super) fn limit(
        &mut self,
        limit: Limit,
        roles: Option<List<'s, String>>,
        run: u8,
        known: &mut Runs<'s>,
    ) -> Option<RoleSet> {
        let roles = self.different_roles(roles?)?;
        let limited = |&(role, text): &(RoleId, &'s str)| Limited {
            limit,
            run,
            role,
            text,
        };
        known.limited.extend(roles.iter().map(limited));
        Some(roles.into_iter().map(|(role, _)| role).collect())
    }

    /// Reports the roles that such fields name and no item has.
    pub(super) fn check_limits(&mut self, runs: &[Run], known: &Runs<'s>) {
        let all: Vec<&Run> = runs.iter().flat_map(Run::all).collect();
        let mut idle = None;
        for limited in &known.limited {
            let own = |run: &&&Run| match limited.limit {
                Limit::Beside => [&run.led_by, &run.followed_by]
                    .into_iter()
                    .flatten()
                    .any(|part| part.number == limited.run),
                _ => run.number == limited.run,
            };
            let Some(run) = all.iter().find(own) else {
                continue;
            };
            let name = &known.names[usize::from(run.number)].0;
            let field = limited.limit.field();
            if let Some(lacking) = lacking(limited.limit, run) {
                let own = Some((limited.limit, limited.run));
                if std::mem::replace(&mut idle, own) != own {
                    let message = format!("`{field}` does nothing in the run `{name}`");
                    self.report(message, limited.text, lacking);
                }
                continue;
            }
            let items = self.roles_of_items(run, &all);
            if items.is_empty() || self.is_of_an_item(limited, items) {
                continue;
            }
            let role_name = |role| self.words.lexicon.role_name(role);
            let role = role_name(limited.role);
            let message =
                format!("`{field}` names `{role}`, but no item of the run `{name}` has this role");
            let items = || items.iter().map(role_name);
            let label = match nearest(role, items()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("its items are of {}", list(items())),
            };
            self.report(message, limited.text, label);
        }
    }

    /// The roles by which words are items of a run; none where that is not known.
    fn roles_of_items(&self, run: &Run, all: &[&Run]) -> RoleSet {
        let also = run.followed_by.as_ref().map(|behind| behind.also_behind);
        let mut roles = also.unwrap_or_default();
        let mut add = |of: RoleSet| of.iter().for_each(|role| roles.insert(role));
        if let Some(of) = run.of {
            add(of);
            return roles;
        }
        if !self.words.gaps.is_empty() {
            return RoleSet::default();
        }
        let takes = |head: &&&Run| {
            let taken = head.takes.as_deref();
            taken.is_some_and(|taken| taken.number == run.number)
        };
        let lexicon = &self.words.lexicon;
        let heads = all.iter().find(takes).map(|head| {
            let also = head.followed_by.as_ref().map(|behind| behind.also_behind);
            (head.of.unwrap_or_default(), also.unwrap_or_default())
        });
        let (of, also) = heads.unwrap_or_default();
        for word in lexicon.words() {
            let own = lexicon.roles(word);
            let accepts = lexicon
                .accepts(word)
                .filter(|_| own.meets(of) || own.meets(also));
            if let Some(accepts) = accepts {
                add(accepts.roles);
                accepts
                    .words
                    .iter()
                    .for_each(|&word| add(lexicon.roles(word)));
            }
        }
        roles
    }

    /// Whether some item has the role that a field names.
    fn is_of_an_item(&self, limited: &Limited<'s>, items: RoleSet) -> bool {
        let lexicon = &self.words.lexicon;
        let is_both = |word| {
            let own = lexicon.roles(word);
            own.contains(limited.role) && own.meets(items)
        };
        // Whatever else a word is, it is only the first by this role.
        items.contains(limited.role)
            || limited.limit == Limit::OnlyFirst && lexicon.words().any(is_both)
    }
}

/// What a run has to have for a field to do something, where it has not.
fn lacking(limit: Limit, run: &Run) -> Option<&'static str> {
    let is_negated = run.negated_by.or(run.negated_after).is_some();
    let is_list = run.joined_by.is_some() || run.side_by_side;
    match limit {
        Limit::Negated if !is_negated => Some("it has neither `negated_by` nor `negated_after`"),
        Limit::OnlyFirst if !is_list => Some("it has neither `joined_by` nor `side_by_side`"),
        _ => None,
    }
}
