//! Groups: what holds of a group holds of its members, and what is done to it is done to them.

use spellboard::{Term, WordId};

use crate::model::{Model, Stopped};
use crate::rules::{Conditions, Rule};

/// A word that stands in the place of a group.
#[derive(Clone)]
struct Member {
    term: Term,
    conditions: Conditions,
    exceptions: Vec<Conditions>,
}

/// That a word, or all but one, are in a group, or are not.
#[derive(Clone)]
struct Said {
    subject: Term,
    /// The groups that it came by, the last of which it is about.
    groups: Vec<WordId>,
    rule: Rule,
}

/// All that is said of who is in a group.
#[derive(Default)]
struct Sayings {
    inside: Vec<Said>,
    kept_out: Vec<Said>,
}

/// The step as it is written.
#[derive(Clone, Copy)]
struct Groups<'a> {
    verb: WordId,
    groups: &'a [WordId],
    except: &'a [String],
}

/// The most that is said of members.
const MOST: usize = 1000;

impl Model {
    /// Adds what rules about groups say of their members, and what is said with groups with them.
    pub fn members(
        &mut self,
        verb: &str,
        groups: &[String],
        except: &[String],
    ) -> Result<(), Stopped> {
        let names: Vec<WordId> = groups.iter().map(|group| self.word(group)).collect();
        let groups = Groups {
            verb: self.word(verb),
            groups: &names,
            except,
        };
        let sayings = self.sayings(groups)?;
        for at in 0..self.rules.len() {
            let rule = self.rules[at].clone();
            self.put_members(groups, &sayings, &rule);
            if self.rules.len() > MOST {
                return Err(Stopped::TooMany);
            }
        }
        Ok(())
    }

    /// Who is said to be in which group, and who is not: by rules, and by those that say so of all in
    /// another group.
    fn sayings(&self, groups: Groups<'_>) -> Result<Sayings, Stopped> {
        let is_group = |term: Term| groups.groups.contains(&term.word);
        let mut sayings = Sayings::default();
        let mut hands_on = Vec::new();
        for rule in self.rules.iter().filter(|rule| rule.verb == groups.verb) {
            let Some(to) = rule.complement.filter(|&said| is_group(said)) else {
                continue;
            };
            if rule.is_cancelled || rule.subject.word == to.word {
                continue;
            }
            if is_group(rule.subject) {
                hands_on.push(rule);
                continue;
            }
            let said = Said {
                subject: rule.subject,
                groups: vec![to.word],
                rule: rule.clone(),
            };
            sayings.add(said, to);
        }
        if hands_on.iter().any(|rule| rule.subject.negated) {
            return Err(Stopped::Outsiders);
        }
        let mut at = 0;
        while let Some(said) = sayings.inside.get(at).cloned() {
            for &rule in &hands_on {
                let to = rule.complement.expect("a group");
                let is_back = !to.negated && said.groups.contains(&to.word);
                if said.groups.last() == Some(&rule.subject.word) && !is_back {
                    sayings.add(said.handed_on(rule, to), to);
                }
            }
            at += 1;
            if sayings.inside.len() + sayings.kept_out.len() > MOST {
                return Err(Stopped::TooMany);
            }
        }
        Ok(sayings)
    }

    /// The members of a group, and when they are: those who are denied to be in it always are not.
    fn inside(&self, groups: Groups<'_>, sayings: &Sayings, group: WordId) -> Vec<Member> {
        let mut members = Vec::new();
        for said in sayings.inside.iter().filter(|said| said.is_about(group)) {
            for term in self.meant(groups, said.subject) {
                let kept_out = sayings.kept_out.iter();
                let kept_out = kept_out.filter(|it| it.is_about(group) && it.subject == term);
                let out: Vec<Conditions> = kept_out.flat_map(|it| it.rule.ways()).collect();
                if !out.contains(&Conditions::new()) {
                    members.push(Member {
                        term,
                        conditions: said.rule.conditions.clone(),
                        exceptions: [&said.rule.exceptions[..], &out].concat(),
                    });
                }
            }
        }
        members
    }

    /// The words of "all" outside of a group; one that is in it at times is outside but for them.
    fn outside(&self, groups: Groups<'_>, sayings: &Sayings, group: WordId) -> Vec<Member> {
        let inside = self.inside(groups, sayings, group);
        let mut outside = Vec::new();
        for word in self.list(&self.all) {
            let term = plain(word);
            let own = inside.iter().filter(|member| member.term == term);
            let ways = own.flat_map(|it| crate::rules::ways(&it.conditions, &it.exceptions));
            let exceptions: Vec<Conditions> = ways.collect();
            if !exceptions.contains(&Conditions::new()) {
                outside.push(Member {
                    term,
                    conditions: Conditions::new(),
                    exceptions,
                });
            }
        }
        outside
    }

    /// The words that are meant: one, or all others.
    fn meant(&self, groups: Groups<'_>, subject: Term) -> Vec<Term> {
        if !subject.negated {
            return vec![subject];
        }
        if self.is_of(subject.word, groups.except) {
            return Vec::new();
        }
        let others = self.list(&self.all).into_iter();
        others
            .filter(|word| *word != subject.word)
            .map(plain)
            .collect()
    }

    /// Adds a rule for each member, or for each two of them, where a rule is about groups.
    fn put_members(&mut self, groups: Groups<'_>, sayings: &Sayings, rule: &Rule) {
        let is_group = |term: &Term| groups.groups.contains(&term.word);
        let subject = Some(rule.subject).filter(is_group);
        let said = rule.complement.filter(is_group);
        let is_of_verb = rule.verb == groups.verb;
        let is_about_members = match (subject, said) {
            (None, None) => false,
            (Some(_), None) => true,
            (None, Some(_)) => !is_of_verb,
            // To be in a group is to be a member; that a group is itself is said of each of its members.
            (Some(subject), Some(said)) => !said.negated && (!is_of_verb || subject == said),
        };
        if !is_about_members {
            return;
        }
        let is_deniable = subject.is_some_and(|it| !it.negated) && said.is_some() && !is_of_verb;
        let exceptions = match is_deniable {
            true => self.exceptions_by_denials(rule),
            false => Some(rule.exceptions.clone()),
        };
        let Some(exceptions) = exceptions else {
            return;
        };
        let subjects = subject.map(|group| match group.negated {
            true => self.outside(groups, sayings, group.word),
            false => self.inside(groups, sayings, group.word),
        });
        let saids = said.map(|group| {
            let mut members = self.inside(groups, sayings, group.word);
            let negate = |member: &mut Member| member.term.negated = group.negated;
            members.iter_mut().for_each(negate);
            members
        });
        for subject in each(subjects) {
            for said in each(saids.clone()) {
                let mut derived = rule.derived();
                derived.exceptions.clone_from(&exceptions);
                for member in [&subject, &said].into_iter().flatten() {
                    derived.conditions.extend(member.conditions.iter().cloned());
                    derived.exceptions.extend(member.exceptions.iter().cloned());
                }
                derived.subject = subject.as_ref().map_or(rule.subject, |it| it.term);
                derived.complement = said.map(|it| it.term).or(rule.complement);
                self.rules.push(derived);
            }
        }
    }
}

impl Sayings {
    fn add(&mut self, said: Said, to: Term) {
        match to.negated {
            true => self.kept_out.push(said),
            false => self.inside.push(said),
        }
    }
}

impl Said {
    fn is_about(&self, group: WordId) -> bool {
        self.groups.last() == Some(&group)
    }

    /// What a rule says of all in a group, of one of them.
    fn handed_on(&self, rule: &Rule, to: Term) -> Said {
        let (own, before) = (rule, &self.rule);
        Said {
            subject: self.subject,
            groups: [&self.groups[..], &[to.word]].concat(),
            rule: Rule {
                conditions: [&own.conditions[..], &before.conditions].concat(),
                exceptions: [&own.exceptions[..], &before.exceptions].concat(),
                ..rule.clone()
            },
        }
    }
}

fn plain(word: WordId) -> Term {
    Term {
        word,
        negated: false,
    }
}

/// Each member, or nothing once where no member is asked for.
fn each(members: Option<Vec<Member>>) -> Vec<Option<Member>> {
    match members {
        Some(members) => members.into_iter().map(Some).collect(),
        None => vec![None],
    }
}
