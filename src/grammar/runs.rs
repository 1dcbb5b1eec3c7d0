//! The runs of a form of sentence, checked.

use std::collections::BTreeSet;

use super::checker::Checker;
use super::file::{Here, List, RunFile};
use super::limits::{Limit, Limited};
use crate::diagnostic::{Problem, list};
use crate::lexicon::{RoleId, RoleSet, WordId};
use crate::words_file::Roles;

/// How many words of a run that accept nothing are told.
const MOST_SILENT: usize = 8;

/// What to do about a word of the grammar that accepts nothing.
const OWNED: &str = "move it to a words file and give it `\"accepts\": [..]` there";

/// One run of a sentence.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    /// Its number among the runs of the sentence.
    pub(crate) number: u8,
    /// The roles of its words; `None` for what the word before it accepts.
    pub(crate) of: Option<RoleSet>,
    pub(crate) joined_by: Option<RoleId>,
    pub(crate) negated_by: Option<RoleId>,
    pub(crate) negated_after: Option<RoleId>,
    /// The roles of the items that can be negated, and of those that the run stands beside; all
    /// where there are none.
    pub(crate) negated: Option<RoleSet>,
    pub(crate) beside: Option<RoleSet>,
    /// Further roles that the run stands behind, of words that are items only with it.
    pub(crate) also_behind: RoleSet,
    /// The roles of words that no joiner and no other item stands right before.
    pub(crate) only_first: RoleSet,
    /// Items may stand side by side, without a joiner.
    pub(crate) side_by_side: bool,
    pub(crate) each: bool,
    pub(crate) optional: bool,
    /// Its word only marks what the others are.
    pub(crate) marker: bool,
    /// What may stand before an item and belongs to it, and what behind one.
    pub(crate) led_by: Option<Box<Run>>,
    pub(crate) followed_by: Option<Box<Run>>,
    pub(crate) takes: Option<Box<Run>>,
}

impl Run {
    /// Whether a word can stand in the run, by one of its roles.
    pub(super) fn reads(&self, role: RoleId) -> bool {
        let others = [self.joined_by, self.negated_by, self.negated_after];
        self.also_behind.contains(role)
            || self.of.is_some_and(|of| of.contains(role))
            || others.contains(&Some(role))
    }

    /// The run, those that belong to its items, and the one that it takes with those of that.
    pub(crate) fn all(&self) -> Vec<&Run> {
        let parts = [&self.led_by, &self.followed_by, &self.takes];
        let parts = parts.into_iter().flatten();
        [self]
            .into_iter()
            .chain(parts.flat_map(|run| run.all()))
            .collect()
    }

    /// Whether an item is a single word, by itself and always there.
    pub(super) fn is_single_word(&self) -> bool {
        let roles = [self.joined_by, self.negated_by, self.negated_after];
        let attached = self.led_by.is_some() || self.followed_by.is_some();
        roles == [None; 3] && !self.side_by_side && !self.optional && !attached
    }
}

/// What a run is to the run whose field it is in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Belongs<'a> {
    /// It is a run of the sentence.
    ToSentence,
    /// The items of the run of this name take it.
    Taken(&'a str),
    /// It stands before or behind an item.
    ToItem,
}

/// The runs of a sentence that are checked so far, by their numbers.
#[derive(Default)]
pub(super) struct Runs<'s> {
    pub(super) names: Vec<(String, &'s str)>,
    pub(super) each: Vec<bool>,
    /// Whether a run is a marker, or belongs to the items of another.
    pub(super) aside: Vec<bool>,
    /// The roles that fields for some of the items name.
    pub(super) limited: Vec<Limited<'s>>,
}

impl<'s> Checker<'s> {
    /// Checks a run.
    pub(super) fn run(
        &mut self,
        whole: &'s str,
        file: RunFile<'s>,
        belongs: Belongs<'_>,
        known: &mut Runs<'s>,
    ) -> Option<Run> {
        let name_text = file.name.text();
        let name = self.take(file.name)?;
        let name = self.name("run", &name, name_text)?;
        if let Some((_, first)) = known.names.iter().find(|(earlier, _)| *earlier == name) {
            self.twice("run", &name, name_text, first);
            return None;
        }
        let number = u8::try_from(known.names.len()).ok()?;
        known.names.push((name.clone(), name_text));
        let each = self.yes(file.each);
        known.each.push(each);
        known.aside.push(belongs == Belongs::ToItem);
        let of = self.of(file.of, belongs, &name, name_text);
        let joined_by = file.joined_by.and_then(|role| self.role(role));
        let negated_by = file.negated_by.and_then(|role| self.role(role));
        let negated_after = file.negated_after.and_then(|role| self.role(role));
        let negated = self.limit(Limit::Negated, file.negated, number, known);
        let beside = self.beside(file.beside, belongs);
        let beside = self.limit(Limit::Beside, beside, number, known);
        let also_behind = self.beside(file.also_behind, belongs);
        let also_behind = also_behind.and_then(|roles| self.role_set(roles));
        let only_first = self.limit(Limit::OnlyFirst, file.only_first, number, known);
        let side_by_side = self.yes(file.side_by_side);
        let led_by = self.attached(file.led_by, known);
        let followed_by = self.attached(file.followed_by, known);
        let optional = self.yes(file.optional);
        let takes = match file.takes {
            Some(takes) => {
                let takes = self.taken(*takes, &name, belongs, known);
                let heads = of.flatten().unwrap_or_default();
                self.check_heads(heads, takes.as_ref(), &name, whole);
                takes.map(Box::new)
            }
            None => None,
        };
        // What is wrong further on in a run is told as well.
        let of = of?;
        let run = Run {
            number,
            of,
            joined_by,
            negated_by,
            negated_after,
            negated,
            beside,
            also_behind: also_behind.unwrap_or_default(),
            only_first: only_first.unwrap_or_default(),
            side_by_side,
            each,
            optional,
            marker: false,
            led_by,
            followed_by,
            takes,
        };
        let marker = file
            .marker
            .is_some_and(|marker| self.marker(marker, &run, belongs));
        known.aside[usize::from(number)] |= marker;
        if belongs == Belongs::ToItem {
            self.check_attached(whole, &run);
        }
        Some(Run { marker, ..run })
    }

    /// The roles of the words of a run; `Some(None)` where it reads what the word before it accepts.
    fn of(
        &mut self,
        of: Option<List<'s, String>>,
        belongs: Belongs<'_>,
        name: &str,
        name_text: &str,
    ) -> Option<Option<RoleSet>> {
        match (of, belongs) {
            (Some(of), _) => self.roles_of_run(of).map(Some),
            (None, Belongs::Taken(_)) => Some(None),
            (None, _) => {
                let label = "name the roles that its words may have, `of: [..]`";
                let message = format!("the run `{name}` can read nothing");
                self.report(message, name_text, label);
                None
            }
        }
    }

    /// Whether a run is a marker, which must be a word by itself.
    fn marker(&mut self, marker: Here<'s, bool>, run: &Run, belongs: Belongs<'_>) -> bool {
        let text = marker.text();
        let is_marker = self.take(marker).unwrap_or(false);
        let optional = false;
        let listed = !Run {
            optional,
            ..run.clone()
        }
        .is_single_word();
        let part = belongs != Belongs::ToSentence;
        if is_marker && (run.each || listed || run.takes.is_some() || part) {
            let message = "a marker only marks what the other words are, and says nothing itself";
            let label = "it cannot have `each`, be joined or negated, take a run or be taken";
            self.report(message, text, label);
        }
        is_marker
    }

    /// Checks the run that the run `name` takes; that one must not be taken itself.
    fn taken(
        &mut self,
        takes: Here<'s, RunFile<'s>>,
        name: &str,
        belongs: Belongs<'_>,
        known: &mut Runs<'s>,
    ) -> Option<Run> {
        let text = takes.text();
        if belongs != Belongs::ToSentence {
            let label = "a run that is taken cannot take another one";
            self.report("this goes one run too deep", text, label);
            return None;
        }
        let takes = self.take(takes)?;
        self.run(text, takes, Belongs::Taken(name), known)
    }

    /// Checks a run that belongs to the items of another.
    fn attached(
        &mut self,
        run: Option<Box<Here<'s, RunFile<'s>>>>,
        known: &mut Runs<'s>,
    ) -> Option<Box<Run>> {
        let run = *run?;
        let text = run.text();
        let run = self.take(run)?;
        self.run(text, run, Belongs::ToItem, known).map(Box::new)
    }

    /// The roles of the items that a run stands beside, where it stands beside some.
    fn beside(
        &mut self,
        roles: Option<List<'s, String>>,
        belongs: Belongs<'_>,
    ) -> Option<List<'s, String>> {
        let roles = roles?;
        if belongs != Belongs::ToItem {
            let label = "only a run in `led_by` or `followed_by` stands beside items";
            self.report("this run stands by itself", roles.text(), label);
            return None;
        }
        Some(roles)
    }

    /// Reports what a run that belongs to the items of another cannot have.
    fn check_attached(&mut self, whole: &'s str, run: &Run) {
        let nested = run.led_by.is_some() || run.followed_by.is_some();
        if run.each || run.optional || nested {
            let label = "it cannot have `each`, `optional`, `led_by` or `followed_by`";
            let message =
                "these words belong to the item that they stand beside, and can always be left out";
            self.report(message, whole, label);
        }
    }

    /// The roles of a run's words. A run that no word of any file fits can never be read.
    fn roles_of_run(&mut self, of: List<'s, String>) -> Option<RoleSet> {
        let text = of.text();
        let before = self.problems.len();
        let roles = self.role_set(of)?;
        if self.problems.len() > before {
            return None;
        }
        // Of a role that could not be read, the cause is told already.
        if roles.is_empty() && self.words.roles != Roles::Some {
            self.report(
                "this run can read nothing",
                text,
                "name the roles that its words may have",
            );
        }
        Some(roles)
    }

    /// Reports the words of a run that takes what they accept, when they accept nothing: the words,
    /// where others do what the run asks for, or else the run.
    fn check_heads(&mut self, of: RoleSet, takes: Option<&Run>, name: &str, whole: &str) {
        if takes.is_none_or(|takes| takes.of.is_some()) {
            return;
        }
        let lexicon = &self.words.lexicon;
        let heads = lexicon
            .words()
            .filter(|word| lexicon.roles(*word).meets(of));
        let (fit, silent): (Vec<WordId>, Vec<WordId>) =
            heads.partition(|word| lexicon.accepts(*word).is_some());
        if fit.is_empty() && !silent.is_empty() {
            return self.report_run(&silent, name, whole);
        }
        for &word in silent.iter().take(MOST_SILENT) {
            let mut place = self.words.place(word);
            let label = match self.words.owns(word) {
                true => OWNED,
                false => "add `\"accepts\": [..]` to this entry",
            };
            // A word that several runs take is told once.
            place.label = label.to_owned();
            if (self.problems.iter()).any(|problem| problem.places[0] == place) {
                continue;
            }
            let message = format!(
                "`{}` accepts nothing, and the run `{name}` takes what its words accept",
                self.words.lexicon.name(word)
            );
            let problem = Problem::error(message, place);
            let run = self.source.place_of(whole, "this run");
            self.problems.push(problem.and(run));
        }
    }

    /// Reports a run that takes what its words accept, where none of them accepts anything.
    fn report_run(&mut self, silent: &[WordId], name: &str, whole: &str) {
        let lexicon = &self.words.lexicon;
        let names: BTreeSet<&str> = (silent.iter().take(MOST_SILENT))
            .map(|&word| lexicon.name(word))
            .collect();
        let verb = if names.len() == 1 {
            "accepts"
        } else {
            "accept"
        };
        let message = format!(
            "the run `{name}` takes what its words accept, but {} {verb} nothing",
            list(names)
        );
        let mut owned = silent.iter().filter(|&&word| self.words.owns(word));
        let help = match (owned.next(), silent.len()) {
            (Some(&word), _) => format!(
                "`{}` belongs to this grammar: move it to a words file and give it `\"accepts\": [..]` there, or \
                 name the roles of what is taken, `takes: (name: .., of: [..])`",
                lexicon.name(word)
            ),
            (None, 1) => "add `\"accepts\": [..]` to its entry in the words file".to_owned(),
            (None, _) => "add `\"accepts\": [..]` to their entries in the words file".to_owned(),
        };
        let problem = Problem::error(message, self.source.place_of(whole, ""));
        self.problems.push(problem.help(help));
    }
}
