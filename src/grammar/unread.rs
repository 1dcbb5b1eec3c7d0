//! Roles and words that no sentence reads: probably slips, unless the grammar says so.

use super::Grammar;
use super::check::Uses;
use super::checker::Checker;
use super::file::{Here, List};
use super::forms::Sentence;
use super::runs::Run;
use crate::diagnostic::{Place, Problem, list};
use crate::lexicon::{RoleId, RoleSet, WordId};

/// How many words a message names.
const MOST_NAMED: usize = 4;

impl<'s> Checker<'s> {
    /// Takes the roles that are not read on purpose; `sentences` are those that are sound.
    pub(super) fn unread(&mut self, unread: Option<List<'s, String>>, sentences: &[Sentence]) {
        let named = self.uses.named;
        let mut seen: Vec<(RoleId, &str)> = Vec::new();
        for at in unread.and_then(|list| self.take(list)).unwrap_or_default() {
            let text = at.text();
            let Some(role) = self.unread_role(at) else {
                continue;
            };
            let name = self.words.lexicon.role_name(role).to_owned();
            if let Some(&(_, first)) = seen.iter().find(|(known, _)| *known == role) {
                self.twice("role", &name, text, first);
            } else if let Some((sentence, run)) = reader(role, sentences) {
                let message = format!("the role `{name}` is read");
                let label = format!("by the run `{run}` of `{sentence}`: leave it out here");
                self.report(message, text, label);
            }
            seen.push((role, text));
        }
        self.uses.unread = seen.into_iter().map(|(role, _)| role).collect();
        self.uses.named = named;
    }

    fn unread_role(&mut self, at: Here<'s, String>) -> Option<RoleId> {
        let text = at.text();
        let name = self.take(at)?;
        self.role_named(&name, text)
    }
}

/// The sentence and the run that read a role, if any do.
fn reader(role: RoleId, sentences: &[Sentence]) -> Option<(&str, &str)> {
    sentences.iter().find_map(|sentence| {
        let mut runs = sentence.runs.iter().flat_map(Run::all);
        let run = runs.find(|run| run.reads(role))?;
        Some((
            sentence.name.as_str(),
            sentence.run_names[usize::from(run.number)].as_str(),
        ))
    })
}

impl Grammar {
    /// Warnings for the roles and the words that no sentence reads.
    pub(super) fn unread(&self, uses: &Uses) -> Vec<Problem> {
        let lexicon = self.lexicon();
        let mut named = uses.named;
        let lists = lexicon.words().filter_map(|word| lexicon.accepts(word));
        lists.for_each(|list| list.roles.iter().for_each(|role| named.insert(role)));
        let mut problems = Vec::new();
        let roles = (0..).map(RoleId).zip(&uses.roles);
        for (role, place) in roles.filter(|(role, _)| !uses.unread.contains(*role)) {
            let has_role = |word: &WordId| lexicon.roles(*word).contains(role);
            let words: Vec<WordId> = lexicon.words().filter(has_role).collect();
            let unused: Vec<WordId> = words
                .iter()
                .copied()
                .filter(|&word| !self.uses(word))
                .collect();
            let place_of = |word: WordId| uses.words.get(word.index()).cloned();
            if !named.contains(role) {
                problems.push(self.unread_role(role, place.clone(), words.is_empty(), &unused));
            } else if let Some(place) = unused.first().copied().and_then(place_of) {
                problems.push(self.unread_words(role, place, &unused));
            }
        }
        problems.extend(self.untaken(uses));
        problems
    }

    /// The warning for words that some run reads, though none takes what they accept.
    fn untaken(&self, uses: &Uses) -> Option<Problem> {
        let lexicon = self.lexicon();
        let takes = |run: &Run| run.takes.as_ref().is_some_and(|taken| taken.of.is_none());
        let runs = self.sentences.iter().flat_map(|sentence| &sentence.runs);
        let heads: Vec<RoleSet> = runs
            .filter(|run| takes(run))
            .filter_map(|run| run.of)
            .collect();
        let is_taken = |roles: RoleSet| heads.iter().any(|of| of.meets(roles));
        let words = lexicon.words().filter(|&word| {
            let idle = lexicon.accepts(word).is_some() && !is_taken(lexicon.roles(word));
            idle && self.uses(word)
        });
        let words: Vec<WordId> = words.collect();
        // Words files that other grammars read too may say more than one of them needs.
        if uses.skips_others {
            return None;
        }
        let mut place = uses.words.get(words.first()?.index())?.clone();
        place.label = "leave `accepts` out, or let a run take what these words accept".to_owned();
        let message = format!("no run takes what {} accept", self.names(&words));
        let message = match words[..] {
            [_] => message + "s",
            _ => message,
        };
        Some(Problem::warning(message, place))
    }

    /// The warning for a role that no run reads.
    fn unread_role(
        &self,
        role: RoleId,
        mut place: Place,
        is_bare: bool,
        unused: &[WordId],
    ) -> Problem {
        let name = self.lexicon().role_name(role);
        if is_bare {
            place.label = "leave it out, or let a run read it and give it words".to_owned();
            return Problem::warning(format!("nothing uses the role `{name}`"), place);
        }
        place.label = match unused {
            [] => "its words are read by other roles of theirs".to_owned(),
            [word] => format!("its word {} breaks every sentence", self.names(&[*word])),
            words => format!("its words break every sentence: {}", self.names(words)),
        };
        let problem = Problem::warning(format!("no run reads the role `{name}`"), place);
        problem.help(format!(
            "let a run read it; or say `unread: [\"{name}\"]`, if that is meant"
        ))
    }

    /// The warning for words of a role that some run reads, though not these.
    fn unread_words(&self, role: RoleId, mut place: Place, unused: &[WordId]) -> Problem {
        let role = self.lexicon().role_name(role);
        place.label = format!("no run and no word accepts it as a `{role}`");
        let message = match unused {
            [_] => format!("no sentence reads the word {}", self.names(unused)),
            _ => format!("no sentence reads the words {}", self.names(unused)),
        };
        Problem::warning(message, place)
    }

    /// Some words by name, and how many there are besides.
    fn names(&self, words: &[WordId]) -> String {
        let name = |word: &WordId| self.lexicon().name(*word);
        match words.len().saturating_sub(MOST_NAMED) {
            0 => list(words.iter().map(name)),
            more => {
                let some: Vec<String> = words[..MOST_NAMED]
                    .iter()
                    .map(|word| format!("`{}`", name(word)))
                    .collect();
                format!("{} and {more} more", some.join(", "))
            }
        }
    }
}
