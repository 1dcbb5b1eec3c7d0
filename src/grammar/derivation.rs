//! The steps from the spelled rules to those in force, checked.

use super::checker::Checker;
use super::file::{
    AllFile, AlsoFile, ExpandFile, Here, InForceFile, List, PlaceFile, StepFile, ThingsFile, ToFile,
};
use super::forms::Sentence;
use super::spoken::Spoken;
use super::triggers::{MOST_STEPS, Triggers};
use crate::diagnostic::list;
use crate::force::InForce;
use crate::lexicon::{RoleSet, WordId};
use crate::words_file::Roles;

/// How often a board is read until its rules settle, where the file does not say.
const MOST_ROUNDS: usize = 200;

pub(crate) use super::file::PlaceFile as Spot;

/// How the rules in force come of the spelled ones.
#[derive(Debug, Clone, Default)]
pub(crate) struct Derivation {
    /// When things are read as words.
    pub(crate) words: Option<ThingsAsWords>,
    pub(crate) all: Known,
    pub(crate) steps: Vec<Step>,
    /// What calls for each step.
    pub(crate) triggers: Triggers,
    /// The base rules as deriving starts with them.
    pub(crate) base: InForce,
    /// Whether what joins or negates words can be written in more than one way.
    pub(crate) is_worded: bool,
}

#[cfg(feature = "cli")]
impl Derivation {
    /// Whether the rules in force are always those that are spelled.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_none() && self.steps.is_empty()
    }
}

/// Things of which this is said are read as their nouns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ThingsAsWords {
    pub(crate) verb: WordId,
    pub(crate) complement: WordId,
    /// What must not be said of them.
    pub(crate) unless: Option<WordId>,
    /// How often a board is read until its rules settle.
    pub(crate) rounds: usize,
}

/// Words that lie on the board, as a block or as a thing.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    pub(crate) of: RoleSet,
    pub(crate) except: Vec<WordId>,
}

/// One step.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Expand(Expand),
    Copy {
        verb: WordId,
        most: usize,
    },
    Members(Groups),
    Cancel {
        also: Vec<Also>,
        /// Words of conditions that make no exception where they are about what is denied.
        circular: Vec<WordId>,
    },
    Lock(Lock),
}

/// Rules of a group are rules of its members.
#[derive(Debug, Clone)]
pub(crate) struct Groups {
    /// The verb that makes a member.
    pub(crate) verb: WordId,
    pub(crate) groups: Vec<WordId>,
    /// Words whose negation makes no members of the others.
    pub(crate) except: Vec<WordId>,
}

/// A thing that is itself cannot become another.
#[derive(Debug, Clone)]
pub(crate) struct Lock {
    pub(crate) verb: WordId,
    /// The complements that are kept out, where they are known.
    pub(crate) kept_out: Known,
    /// Further complements that are kept out.
    pub(crate) words: Vec<WordId>,
    /// Verbs that are kept out, whatever they say.
    pub(crate) verbs: Vec<WordId>,
}

/// A word that stands for others.
#[derive(Debug, Clone)]
pub(crate) struct Expand {
    pub(crate) word: Option<WordId>,
    pub(crate) negated: bool,
    pub(crate) to: StandsFor,
    pub(crate) at: Vec<PlaceFile>,
    /// Whether it is done again for the rules that later steps add.
    pub(crate) again: bool,
    pub(crate) except: Vec<WordId>,
    pub(crate) not_with: Vec<WordId>,
    pub(crate) not_to: Vec<WordId>,
}

/// What a word stands for.
#[derive(Debug, Clone)]
pub(crate) enum StandsFor {
    All,
    Others,
    Known(Known),
    Words(Vec<WordId>),
}

/// Further rules that a negated complement cancels.
#[derive(Debug, Clone)]
pub(crate) struct Also {
    pub(crate) verb: WordId,
    pub(crate) complement: WordId,
    pub(crate) verbs: Vec<WordId>,
}

impl<'s> Checker<'s> {
    /// Checks the steps; `sentences` are those of the grammar, where all of them are sound.
    pub(super) fn derivation(
        &mut self,
        file: Here<'s, InForceFile<'s>>,
        sentences: Option<&[Sentence]>,
    ) -> Option<Derivation> {
        self.spoken = sentences.map(|sentences| Spoken::new(sentences, &self.words.lexicon));
        let file = self.take(file)?;
        let has_all = file.all.is_some();
        let all = file.all.and_then(|all| self.known(all)).unwrap_or_default();
        let words = file.words.and_then(|words| self.things_as_words(words));
        let text = file.steps.text();
        let mut steps = Vec::new();
        for step in self.take(file.steps)? {
            let step = self.take(step).and_then(|step| self.step(step, has_all));
            steps.extend(step);
        }
        if steps.len() > MOST_STEPS {
            let message = format!("`in_force` has more than {MOST_STEPS} steps");
            self.report(message, text, "leave some out");
            return None;
        }
        let triggers = Triggers::new(&steps, self.words.lexicon.words().count());
        Some(Derivation {
            words,
            all,
            steps,
            triggers,
            base: InForce::default(),
            is_worded: false,
        })
    }

    fn things_as_words(&mut self, file: Here<'s, ThingsFile<'s>>) -> Option<ThingsAsWords> {
        let file = self.take(file)?;
        let (verb, complement) = (self.verb(file.verb), self.said(file.complement));
        Some(ThingsAsWords {
            verb: verb?,
            complement: complement?,
            unless: file.unless.and_then(|word| self.said(word)),
            rounds: self.bound(file.rounds).unwrap_or(MOST_ROUNDS),
        })
    }

    /// A bound that the file sets: at least 1.
    fn bound(&mut self, bound: Option<Here<'s, u32>>) -> Option<usize> {
        let bound = bound?;
        let text = bound.text();
        let bound = self.take(bound)?;
        if bound == 0 {
            self.report("a bound of 0 allows nothing", text, "at least 1 is needed");
        }
        Some(bound as usize)
    }

    fn known(&mut self, file: Here<'s, AllFile<'s>>) -> Option<Known> {
        let file = self.take(file)?;
        let of = self.some_roles(file.of)?;
        Some(Known {
            of,
            except: self.words_of(file.except),
        })
    }

    /// The words that a list names; none where there is no list.
    fn words_of(&mut self, list: Option<List<'s, String>>) -> Vec<WordId> {
        let named = list.and_then(|list| self.take(list)).unwrap_or_default();
        named
            .into_iter()
            .filter_map(|name| self.word(name))
            .collect()
    }

    /// The roles that a list names, which has to name some.
    fn some_roles(&mut self, list: List<'s, String>) -> Option<RoleSet> {
        let (text, before) = (list.text(), self.problems.len());
        let roles = self.role_set(list)?;
        let all_known = self.words.roles != Roles::Some && self.problems.len() == before;
        if roles.is_empty() && all_known {
            self.report(
                "no role is named here",
                text,
                "name one, such as that of nouns",
            );
        }
        Some(roles)
    }

    /// The words that a list names, each by `word`; the list has to have some.
    fn some_words(
        &mut self,
        list: List<'s, String>,
        word: fn(&mut Self, Here<'s, String>) -> Option<WordId>,
    ) -> Vec<WordId> {
        let text = list.text();
        let Some(named) = self.take(list) else {
            return Vec::new();
        };
        if named.is_empty() {
            self.report(
                "no word is named here",
                text,
                "name one, or leave the step out",
            );
        }
        named
            .into_iter()
            .filter_map(|name| word(self, name))
            .collect()
    }

    /// The word of a name that has to be a verb: what a sentence is anchored in.
    fn verb(&mut self, at: Here<'s, String>) -> Option<WordId> {
        let text = at.text();
        let word = self.word(at)?;
        self.check_spoken(word, text, true);
        Some(word)
    }

    /// The word of a name that has to be one of a sentence.
    fn said(&mut self, at: Here<'s, String>) -> Option<WordId> {
        let text = at.text();
        let word = self.word(at)?;
        self.check_spoken(word, text, false);
        Some(word)
    }

    fn check_spoken(&mut self, word: WordId, text: &str, as_verb: bool) {
        let Some(spoken) = &self.spoken else { return };
        let lexicon = &self.words.lexicon;
        let name = lexicon.name(word);
        if as_verb && !spoken.is_verb(word, lexicon) {
            let verbs = lexicon
                .words()
                .filter(|&word| spoken.is_verb(word, lexicon));
            let verbs = verbs.take(8).map(|word| lexicon.name(word));
            let label = format!("such words are {}", list(verbs));
            self.report(
                format!("`{name}` is the anchor of no sentence"),
                text,
                label,
            );
        } else if !spoken.is_read(word, lexicon) {
            let label = "so it calls for nothing: leave it out, or let a run read it";
            self.report(format!("no sentence reads the word `{name}`"), text, label);
        }
    }

    /// A step; `has_all` is whether the file says which words are all.
    fn step(&mut self, file: StepFile<'s>, has_all: bool) -> Option<Step> {
        Some(match file {
            StepFile::Expand(expand) => Step::Expand(self.expand(expand, has_all)?),
            StepFile::Copy { verb, most } => Step::Copy {
                verb: self.verb(verb)?,
                most: self.bound(most).unwrap_or(InForce::MOST_RULES),
            },
            StepFile::Members {
                verb,
                groups,
                except,
            } => Step::Members(Groups {
                verb: self.verb(verb)?,
                groups: self.some_words(groups, Self::said),
                except: self.words_of(except),
            }),
            StepFile::Cancel { also, circular } => {
                let also = also.and_then(|also| self.take(also)).unwrap_or_default();
                Step::Cancel {
                    also: also
                        .into_iter()
                        .filter_map(|also| self.also(also))
                        .collect(),
                    circular: self.words_of(circular),
                }
            }
            StepFile::Lock {
                verb,
                of,
                except,
                words,
                verbs,
            } => Step::Lock(Lock {
                verb: self.verb(verb)?,
                kept_out: Known {
                    of: self.role_set(of)?,
                    except: self.words_of(except),
                },
                words: self.words_of(words),
                verbs: self.words_of(verbs),
            }),
        })
    }

    fn also(&mut self, file: Here<'s, AlsoFile<'s>>) -> Option<Also> {
        let file = self.take(file)?;
        let (verb, complement) = (self.verb(file.verb), self.said(file.complement));
        let verbs = self.some_words(file.verbs, Self::verb);
        Some(Also {
            verb: verb?,
            complement: complement?,
            verbs,
        })
    }

    fn expand(&mut self, file: Here<'s, ExpandFile<'s>>, has_all: bool) -> Option<Expand> {
        let file = self.take(file)?;
        let word = file.word.and_then(|word| self.said(word));
        let to_text = file.to.text();
        let to = match self.take(file.to)? {
            ToFile::All => StandsFor::All,
            ToFile::Others => StandsFor::Others,
            ToFile::Known(known) => StandsFor::Known(self.known(known)?),
            ToFile::Words(words) => StandsFor::Words(self.some_words(words, Self::word)),
        };
        if !has_all && matches!(to, StandsFor::All | StandsFor::Others) {
            self.report(
                "`in_force` does not say which words are all",
                to_text,
                "add `all: (of: [..])` to it, with the roles of these words",
            );
        }
        let negated = self.yes(file.negated);
        let is_round = |word| matches!(&to, StandsFor::Words(words) if words.contains(&word));
        if let Some(word) = word.filter(|&word| !negated && is_round(word)) {
            let message = format!("`{}` stands for itself", self.words.lexicon.name(word));
            self.report(
                message,
                to_text,
                "leave it out here: it would go round and round",
            );
        }
        Some(Expand {
            word,
            negated,
            again: self.yes(file.again),
            to,
            at: self.spots(file.at)?,
            except: self.words_of(file.except),
            not_with: self.words_of(file.not_with),
            not_to: self.words_of(file.not_to),
        })
    }

    /// The places of a rule that a step looks at: some, and each once.
    fn spots(&mut self, list: List<'s, PlaceFile>) -> Option<Vec<PlaceFile>> {
        let text = list.text();
        let listed = self.take(list)?;
        if listed.is_empty() {
            let label = "name `Subject`, `Complement` or `Condition`";
            self.report("this step looks at no place of a rule", text, label);
        }
        let mut spots: Vec<(PlaceFile, &str)> = Vec::new();
        for at in listed {
            let text = at.text();
            let Some(spot) = self.take(at) else { continue };
            match spots.iter().find(|(known, _)| *known == spot) {
                Some(&(_, first)) => self.twice("place", text, text, first),
                None => spots.push((spot, text)),
            }
        }
        Some(spots.into_iter().map(|(spot, _)| spot).collect())
    }
}
