//! Scenarios: boards as files, each with a line that says what it shows and with what it spells
//! pinned in a snapshot.
//!
//! A drawn board (`.txt`) begins with a comment that says what it shows; a level (`.json`) has it
//! at the start of its name. Lines such as `// rules: A IS B; C IS D` behind it state the rules that
//! are meant, base rules aside, so that no snapshot can let a wrong rule pass; `// in force: A IS C` states
//! those that hold once the steps of the grammar are taken; `// unknown: A; B` states which words on the board no words file has, on purpose. Snapshots are the files of the `insta`
//! library: a project can pin them from Rust tests and from the command.

mod compared;
mod held;
mod pin;
mod shown;
mod stated;
mod suite;

#[cfg(feature = "cli")]
use std::sync::Arc;

use crate::diagnostic::Problem;
#[cfg(feature = "cli")]
use crate::grammar::Grammar;
use crate::project::Folder;
#[cfg(feature = "cli")]
use crate::source::Source;

pub use shown::Shown;
#[cfg(feature = "cli")]
pub(crate) use stated::{IN_FORCE, STATED, unknown_on_purpose};

/// What is wrong with a scenario, whatever is pinned.
#[cfg(feature = "cli")]
pub(crate) fn problems(source: &Source, grammar: Arc<Grammar>) -> Vec<Problem> {
    let (_, problems) = Shown::read(source, grammar);
    problems
}

/// A folder of scenarios, or one of them.
///
/// ```
/// use std::path::Path;
/// use spellboard::scenario::{Finding, Suite};
///
/// let suite = Suite::open(Path::new("tests/scenarios/core"))?;
/// let checked = suite.check();
/// assert!(checked.scenarios.iter().all(|scenario| scenario.finding == Finding::AsPinned));
/// assert!(checked.problems.is_empty() && checked.orphans.is_empty());
/// # Ok::<(), spellboard::Problem>(())
/// ```
#[derive(Debug)]
pub struct Suite {
    files: Folder,
    /// The folder or the one scenario, below `tests`.
    part: String,
}

/// All that is known about a folder of scenarios.
#[derive(Debug, Default)]
pub struct Checked {
    /// Every scenario, sorted by path.
    pub scenarios: Vec<Scenario>,
    /// Snapshots whose scenario is gone, and those that wait for a decision (`.snap.new`), sorted.
    pub orphans: Vec<String>,
    /// Everything that is wrong with scenarios and with the files they are read with.
    pub problems: Vec<Problem>,
}

/// A scenario, and what was found about it.
#[derive(Debug)]
pub struct Scenario {
    /// The path of its file, from the project's folder.
    pub path: String,
    /// The path of its snapshot.
    pub snapshot: String,
    /// What it shows; `None` where it cannot be read.
    pub shown: Option<Shown>,
    /// How that compares with the snapshot.
    pub finding: Finding,
}

/// How what a scenario shows compares with what is pinned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// They are the same.
    AsPinned,
    /// Nothing is pinned yet.
    New,
    /// The rules, their blocks or the board are others than those that are pinned.
    Changed {
        /// What is pinned.
        pinned: String,
    },
    /// Its comment alone is another one.
    OtherComment,
    /// It does not spell the rules that it states, or what it states is not understood: the problems
    /// say more.
    Misstated,
    /// There is nothing to compare: the problems say why.
    Unreadable,
}
