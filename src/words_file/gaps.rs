//! What is not known of words because something could not be read.

use std::collections::BTreeSet;

/// The words that are written down and could not be read: whoever names them is not at fault.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    pub(super) named: BTreeSet<String>,
    /// Whether there are some whose names are not known.
    pub(crate) unnamed: bool,
}

impl Gaps {
    /// Whether every word could be read.
    pub(crate) fn is_empty(&self) -> bool {
        self.named.is_empty() && !self.unnamed
    }

    /// Adds a word of which nothing but the name is known.
    pub(crate) fn add(&mut self, name: String) {
        self.named.insert(name);
    }

    /// Whether a word of this name may be among them.
    pub(crate) fn may_have(&self, name: &str) -> bool {
        self.unnamed || self.named.contains(name)
    }
}
