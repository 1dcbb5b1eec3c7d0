//! Names for the ways in which a program departs from its own language.

use std::collections::BTreeMap;

/// How often each fault shows, with the boards on which it does.
#[derive(Default)]
pub struct Faults {
    rules: BTreeMap<&'static str, usize>,
    unexplained: Vec<String>,
}

impl Faults {
    /// Counts a rule on which the program differs; without a fault it is not explained.
    pub fn count(&mut self, board: &str, rule: &str, fault: Option<&'static str>) {
        match fault {
            Some(fault) => *self.rules.entry(fault).or_default() += 1,
            None => self.unexplained.push(format!("{board}: {rule}")),
        }
    }

    /// Fails if a rule was left unexplained, or if the faults show in other numbers than these.
    pub fn are(self, expected: &[(&'static str, usize)]) {
        let unexplained = self.unexplained.join("\n");
        assert!(unexplained.is_empty(), "not explained:\n{unexplained}");
        assert_eq!(self.rules, expected.iter().copied().collect());
    }
}
