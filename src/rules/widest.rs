//! Rules that are parts of others: through the stacks of a line lead many paths, and what one reads
//! another may read within a longer sentence.

use super::{MOST_STEPS, Rule, RuleTable, TooComplex};
use crate::grammar::Grammar;
use crate::object::ObjectId;

/// The blocks of an item, of its negations, and of all that stands behind it and belongs to it.
type Unit = Vec<Option<ObjectId>>;

impl RuleTable {
    /// From a rule on, leaves out those whose blocks are all among those of another one that was
    /// read in the same direction, each item with the same negations and words behind it.
    pub(crate) fn keep_widest(&mut self, from: usize, grammar: &Grammar) -> Result<(), TooComplex> {
        let rules: Vec<Rule<'_>> = self.iter().skip(from).collect();
        // Where the units of each rule begin; units are looked at only where one rule may be part of
        // another, which then is longer.
        let mut begins: Vec<(u8, Option<ObjectId>, usize)> = Vec::new();
        for (index, &rule) in rules.iter().enumerate() {
            let direction = rule.reading().direction;
            let own = starts(rule, grammar).map(|start| (direction, start, index));
            begins.extend(own);
        }
        begins.sort_unstable();
        let mut kept = vec![true; self.len()];
        let mut steps = 0;
        for (index, &rule) in rules.iter().enumerate() {
            let Some(start) = starts(rule, grammar).next() else {
                continue;
            };
            let key = (rule.reading().direction, start);
            let first = begins.partition_point(|&(direction, start, _)| (direction, start) < key);
            let same = |begin: &&(u8, Option<ObjectId>, usize)| (begin.0, begin.1) == key;
            let length = rule.parts().len();
            let mut own: Option<Vec<Unit>> = None;
            for &(_, _, other) in begins[first..].iter().take_while(same) {
                steps += 1;
                if steps > MOST_STEPS {
                    return Err(TooComplex);
                }
                if rules[other].parts().len() <= length {
                    continue;
                }
                let own = own.get_or_insert_with(|| units(rule, grammar));
                let other = rules[other];
                let other_units = units(other, grammar);
                let is_part = own.len() < other_units.len()
                    && own.iter().all(|it| other_units.contains(it))
                    && rule
                        .objects()
                        .all(|object| other.objects().any(|it| it == object));
                kept[from + index] &= !is_part;
            }
        }
        if kept.contains(&false) {
            self.retain(&kept);
        }
        Ok(())
    }

    /// Leaves out the rules that are not kept.
    pub(super) fn retain(&mut self, kept: &[bool]) {
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

/// The first block of each unit of a rule.
fn starts(rule: Rule<'_>, grammar: &Grammar) -> impl Iterator<Item = Option<ObjectId>> {
    let sentence = grammar.sentence(rule.sentence() as u8);
    let items = rule.items().enumerate();
    let units = items.filter(|(at, item)| *at == 0 || !sentence.follows(item.run));
    units.filter_map(|(_, item)| Some(item.parts.first()?.object))
}

/// The units of a rule.
fn units(rule: Rule<'_>, grammar: &Grammar) -> Vec<Unit> {
    let sentence = grammar.sentence(rule.sentence() as u8);
    let mut units: Vec<Unit> = Vec::new();
    for item in rule.items() {
        let parts = item
            .parts
            .iter()
            .chain(item.parted)
            .chain(item.parted_behind);
        let blocks = parts.map(|part| part.object);
        match units.last_mut().filter(|_| sentence.follows(item.run)) {
            Some(unit) => unit.extend(blocks),
            None => units.push(blocks.collect()),
        }
    }
    units
}
