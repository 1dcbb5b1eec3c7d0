//! Rules of one word: a row, a column and every other line through its tile read the same of it.

use std::collections::HashSet;

use super::{Part, RuleTable};

impl RuleTable {
    /// From a rule on, leaves out the rules of one word that a block has spelled before in another
    /// direction.
    pub(crate) fn keep_alone_once(&mut self, from: usize) {
        let mut known: HashSet<Part> = HashSet::new();
        let is_new = |(index, parts): (usize, &[Part])| match parts {
            [part] if index >= from => known.insert(*part),
            _ => true,
        };
        let parts = self.iter().map(|rule| rule.parts());
        let kept: Vec<bool> = parts.enumerate().map(is_new).collect();
        if kept.contains(&false) {
            self.retain(&kept);
        }
    }
}
