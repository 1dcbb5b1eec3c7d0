//! Which spelled rules some rules in force come from, as messages name them.

use std::collections::BTreeSet;

use super::table::InForce;
use crate::board::Board;
use crate::rules::{Rule, RuleTable};

impl InForce {
    /// The spelled rules that some rules come from, each text once, with the tiles of its words.
    pub(crate) fn roots(
        &self,
        rules: impl IntoIterator<Item = u32>,
        spelled: &RuleTable,
        board: &Board,
    ) -> Vec<String> {
        let mut known = BTreeSet::new();
        let mut waiting: Vec<u32> = rules.into_iter().collect();
        while let Some(rule) = waiting.pop() {
            if known.insert(rule) && rule as usize >= self.spelled {
                waiting.extend(self.sources_of(self.row(rule)));
            }
        }
        let roots = known
            .into_iter()
            .map_while(|rule| spelled.get(rule as usize));
        let mut texts = BTreeSet::new();
        let first = roots.filter(|rule| texts.insert(rule.text(board.grammar())));
        first.map(|rule| with_tiles(rule, board)).collect()
    }
}

fn with_tiles(rule: Rule<'_>, board: &Board) -> String {
    let tiles = rule.objects().filter_map(|object| board.tile(object));
    tiles.fold(rule.text(board.grammar()), |text, tile| {
        format!("{text} {tile}")
    })
}
