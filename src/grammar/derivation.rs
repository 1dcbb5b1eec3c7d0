//! The steps from the spelled rules to those in force, checked.

use super::checker::Checker;
use super::file::{
    AlsoFile, ExpandFile, Here, InForceFile, List, PlaceFile, StepFile, ThingsFile, ToFile,
};
use super::forms::Sentence;
use super::named::ANYWHERE;
use super::spoken::{Place, Spoken};
use super::triggers::{MOST_STEPS, Triggers};
use crate::diagnostic::invisible;
use crate::force::InForce;
use crate::lexicon::{RoleSet, WordId};

/// How often a board is read until its rules settle, where the file does not say.
const MOST_ROUNDS: usize = 200;

/// What stands before the conditions of an exception, where the file does not say.
const EXCEPTION: &str = "UNLESS";

pub(crate) use super::file::PlaceFile as Spot;

/// How the rules in force come of the spelled ones.
#[derive(Debug, Clone)]
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
    /// What stands before the conditions of an exception.
    pub(crate) exception: String,
}

impl Default for Derivation {
    fn default() -> Self {
        Derivation {
            words: None,
            all: Known::default(),
            steps: Vec::new(),
            triggers: Triggers::default(),
            base: InForce::default(),
            is_worded: false,
            exception: EXCEPTION.to_owned(),
        }
    }
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
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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
#[derive(Debug, Clone, PartialEq, Eq)]
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
#[derive(Debug, Clone, PartialEq, Eq)]
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
        let all = file.all.and_then(|all| self.known(all, &ANYWHERE));
        let all = all.unwrap_or_default();
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
        let exception = file.exception.and_then(|at| self.sign(at));
        Some(Derivation {
            words,
            all,
            triggers: Triggers::new(&steps, self.words.lexicon.words().count()),
            steps,
            exception: exception.unwrap_or_else(|| EXCEPTION.to_owned()),
            ..Derivation::default()
        })
    }

    /// What stands before the conditions of an exception: one word, which no brace ends.
    fn sign(&mut self, at: Here<'s, String>) -> Option<String> {
        let text = at.text();
        let sign = self.take(at)?;
        let parts = |sign: char| sign.is_whitespace() || matches!(sign, '{' | '}' | ';');
        if sign.is_empty() || sign.contains(parts) {
            let label = "write one word, without blanks, braces and semicolons";
            self.report("exceptions cannot be told so", text, label);
            return None;
        }
        if let Some(sign) = invisible(&sign) {
            let label = format!("write it without U+{:04X}", u32::from(sign));
            self.report("this word has an invisible character in it", text, label);
        }
        Some(sign)
    }

    fn things_as_words(&mut self, file: Here<'s, ThingsFile<'s>>) -> Option<ThingsAsWords> {
        let file = self.take(file)?;
        let verb = self.word_at(file.verb, &[Place::Verb]);
        let complement = self.word_at(file.complement, &[Place::Complement]);
        let unless = file.unless.and_then(|at| {
            let (text, word) = (at.text(), self.word_at(at, &[Place::Complement])?);
            if Some(word) == complement {
                let name = self.words.lexicon.name(word);
                let message = format!("`{name}` would keep every thing from being read");
                self.report(message, text, "name another complement, or leave it out");
            }
            Some(word)
        });
        Some(ThingsAsWords {
            verb: verb?,
            complement: complement?,
            unless,
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

    /// A step; `has_all` is whether the file says which words are all.
    fn step(&mut self, file: StepFile<'s>, has_all: bool) -> Option<Step> {
        Some(match file {
            StepFile::Expand(expand) => Step::Expand(self.expand(expand, has_all)?),
            StepFile::Copy { verb, most } => Step::Copy {
                verb: self.word_at(verb, &[Place::Verb])?,
                most: self.bound(most).unwrap_or(InForce::MOST_RULES),
            },
            StepFile::Members {
                verb,
                groups,
                except,
            } => Step::Members(Groups {
                verb: self.word_at(verb, &[Place::Verb])?,
                groups: self.some_words(groups, &[Place::Subject, Place::Complement]),
                except: self.words_at(except, &[Place::Subject]),
            }),
            StepFile::Cancel { also, circular } => {
                let also = also.and_then(|also| self.take(also)).unwrap_or_default();
                Step::Cancel {
                    also: also
                        .into_iter()
                        .filter_map(|also| self.also(also))
                        .collect(),
                    circular: self.words_at(circular, &[Place::Condition]),
                }
            }
            StepFile::Lock {
                verb,
                of,
                except,
                words,
                verbs,
            } => {
                let (text, before) = (of.text(), self.problems.len());
                let verb = self.word_at(verb, &[Place::Verb]);
                let of = self.roles_at(of, &[Place::Complement])?;
                let except = self.excepted(except, of, &[Place::Complement]);
                let words = self.words_at(words, &[Place::Complement]);
                let verbs = self.words_at(verbs, &[Place::Verb]);
                let is_nothing = of.is_empty() && words.is_empty() && verbs.is_empty();
                if is_nothing && self.problems.len() == before && self.knows_roles() {
                    let label = "name roles here, or `words` or `verbs` beside it";
                    self.report("this lock keeps nothing out", text, label);
                }
                let kept_out = Known { of, except };
                Step::Lock(Lock {
                    verb: verb?,
                    kept_out,
                    words,
                    verbs,
                })
            }
        })
    }

    fn also(&mut self, file: Here<'s, AlsoFile<'s>>) -> Option<Also> {
        let file = self.take(file)?;
        let verb = self.word_at(file.verb, &[Place::Verb]);
        let complement = self.word_at(file.complement, &[Place::Complement]);
        let verbs = self.some_words(file.verbs, &[Place::Verb]);
        Some(Also {
            verb: verb?,
            complement: complement?,
            verbs,
        })
    }

    fn expand(&mut self, file: Here<'s, ExpandFile<'s>>, has_all: bool) -> Option<Expand> {
        let file = self.take(file)?;
        let at = self.spots(file.at)?;
        let spoken = self.spoken.as_ref();
        let is_there = |place: &Place| spoken.is_none_or(|spoken| spoken.has_any(*place));
        let places: Vec<Place> = at.iter().map(|&at| place(at)).filter(is_there).collect();
        let word = file.word.and_then(|word| self.word_at(word, &places));
        let to_text = file.to.text();
        let to = match self.take(file.to)? {
            ToFile::All => StandsFor::All,
            ToFile::Others => StandsFor::Others,
            ToFile::Known(known) => StandsFor::Known(self.known(known, &places)?),
            ToFile::Words(words) => StandsFor::Words(self.some_words(words, &places)),
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
            at,
            except: self.words_at(file.except, &places),
            not_with: self.words_at(file.not_with, &[Place::Verb]),
            not_to: self.words_at(file.not_to, &[Place::Complement]),
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
                None => {
                    self.check_spot(place(spot), text);
                    spots.push((spot, text));
                }
            }
        }
        Some(spots.into_iter().map(|(spot, _)| spot).collect())
    }

    /// Reports a place that the rules of the grammar do not have.
    fn check_spot(&mut self, place: Place, text: &str) {
        let spoken = self.spoken.as_ref();
        if spoken.is_some_and(|spoken| !spoken.has_any(place)) {
            let message = format!("no sentence has a {}", place.name());
            self.report(message, text, "leave it out, or let a sentence have one");
        }
    }
}

/// Where words stand that a step looks for.
fn place(at: PlaceFile) -> Place {
    match at {
        PlaceFile::Subject => Place::Subject,
        PlaceFile::Complement => Place::Complement,
        PlaceFile::Condition => Place::Taken,
    }
}
