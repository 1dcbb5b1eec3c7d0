//! Rules that are parts of others: through the stacks of a line lead many paths, and what one reads
//! another may read within a longer sentence.

use std::collections::HashMap;

use super::{MOST_STEPS, Rule, RuleTable, TooComplex};
use crate::grammar::Grammar;
use crate::object::ObjectId;

/// The blocks of an item, with all that stands behind it and belongs to it.
type Unit = Vec<Option<ObjectId>>;

impl RuleTable {
    /// From a rule on, leaves out those whose blocks are all among those of another one that was
    /// read in the same direction, each item with the same negations and words behind it.
    pub(crate) fn keep_widest(&mut self, from: usize, grammar: &Grammar) -> Result<(), TooComplex> {
        let rules = self.iter().skip(from);
        let rules: Vec<(u8, Vec<Unit>)> = rules
            .map(|rule| (rule.reading().direction, units(rule, grammar)))
            .collect();
        let mut by_unit: HashMap<(u8, &Unit), Vec<usize>> = HashMap::new();
        for (index, (direction, units)) in rules.iter().enumerate() {
            for unit in units {
                by_unit.entry((*direction, unit)).or_default().push(index);
            }
        }
        let mut kept = vec![true; self.len()];
        let mut steps = 0;
        for (index, (direction, own)) in rules.iter().enumerate() {
            let key = own.first().map(|first| (*direction, first));
            let others = key.and_then(|key| by_unit.get(&key));
            let others = others.into_iter().flatten();
            for (_, other) in others.map(|&other| &rules[other]) {
                steps += 1;
                if steps > MOST_STEPS {
                    return Err(TooComplex);
                }
                let is_part = own.len() < other.len() && own.iter().all(|it| other.contains(it));
                kept[from + index] &= !is_part;
            }
        }
        if kept.contains(&false) {
            self.retain(&kept);
        }
        Ok(())
    }

    /// Leaves out the rules that are not kept.
    fn retain(&mut self, kept: &[bool]) {
        let (entries, parts) = (self.entries.clone(), std::mem::take(&mut self.parts));
        self.entries.clear();
        let (mut start, mut joined) = (0, 0);
        for (index, (entry, kept)) in entries.into_iter().zip(kept).enumerate() {
            // Joiners belong to the first rule of their reading that is left.
            while let Some(reading) = self.joined.get_mut(joined) {
                if reading.rule as usize > index {
                    break;
                }
                reading.rule = self.entries.len() as u32;
                joined += 1;
            }
            if *kept {
                self.parts
                    .extend_from_slice(&parts[start..entry.end as usize]);
                self.close(entry.reading);
            }
            start = entry.end as usize;
        }
    }
}

/// The units of a rule.
fn units(rule: Rule<'_>, grammar: &Grammar) -> Vec<Unit> {
    let sentence = grammar.sentence(rule.sentence() as u8);
    let mut units: Vec<Unit> = Vec::new();
    for item in rule.items() {
        let blocks = item.parts.iter().map(|part| part.object);
        match units.last_mut().filter(|_| sentence.follows(item.run)) {
            Some(unit) => unit.extend(blocks),
            None => units.push(blocks.collect()),
        }
    }
    units
}
