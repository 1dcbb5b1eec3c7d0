//! The steps of a grammar file, as they are written.

use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    in_force: InForceFile,
}

#[derive(Deserialize)]
pub struct InForceFile {
    #[serde(default)]
    pub all: Kind,
    pub steps: Vec<Step>,
}

/// The steps, and what "all" means.
pub fn of(grammar: &str) -> InForceFile {
    let implicit = ron::extensions::Extensions::IMPLICIT_SOME;
    let options = ron::Options::default().with_default_extension(implicit);
    let file: File = options.from_str(grammar).expect("a grammar file");
    file.in_force
}

/// Words of some roles, but for some.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Kind {
    pub of: Vec<String>,
    pub except: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Spot {
    Condition,
    Complement,
    Subject,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum StandsFor {
    All,
    Others,
    Known(Kind),
    Words(Vec<String>),
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Expand {
    pub word: Option<String>,
    #[serde(default)]
    pub negated: bool,
    pub at: Vec<Spot>,
    pub to: StandsFor,
    #[serde(default)]
    pub again: bool,
    #[serde(default)]
    pub except: Vec<String>,
    #[serde(default)]
    pub not_with: Vec<String>,
    #[serde(default)]
    pub not_to: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Also {
    pub verb: String,
    pub complement: String,
    pub verbs: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum Step {
    Expand(Expand),
    Copy {
        verb: String,
        most: Option<usize>,
    },
    Members {
        verb: String,
        groups: Vec<String>,
        #[serde(default)]
        except: Vec<String>,
    },
    Cancel {
        #[serde(default)]
        also: Vec<Also>,
        #[serde(default)]
        circular: Vec<String>,
    },
    Lock {
        verb: String,
        of: Vec<String>,
        #[serde(default)]
        except: Vec<String>,
        #[serde(default)]
        words: Vec<String>,
        #[serde(default)]
        verbs: Vec<String>,
    },
}
