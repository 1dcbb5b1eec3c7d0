//! Sentences of three words, each of them an item in a run of its own. Most are like that, and each
//! choice of their words makes one rule.

use crate::board::Block;
use crate::grammar::{Form, Grammar, StateId};
use crate::rules::{Part, PartKind, RuleTable, TooComplex};

/// The form of such a sentence, and the runs of its words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Short {
    form: Form,
    runs: [u8; 3],
}

impl Short {
    /// The sentence whose words lead to some states; `None` if it is another kind of sentence: of two
    /// items in one run each may make a rule.
    // Small boards have little else: as calls, this and the next take a tenth of the time of reading them.
    #[inline(always)]
    pub(crate) fn of(grammar: &Grammar, led: [StateId; 3]) -> Option<Self> {
        let [one, two, three] = led;
        let stand = |state| grammar.states.stand(state);
        let (one, two, three) = (stand(one), stand(two), stand(three));
        let form = grammar.automaton.forms[usize::from(one.position?)];
        let runs = [one.item?, two.item?, three.item?];
        (runs[0] != runs[1] && runs[1] != runs[2]).then_some(Short { form, runs })
    }

    /// Adds the rule of three blocks.
    #[inline(always)]
    pub(crate) fn spell(
        self,
        direction: u8,
        blocks: [&Block; 3],
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        let part = |at: usize| {
            let &Block { word, object, .. } = blocks[at];
            Some(Part {
                word: word?,
                run: self.runs[at],
                kind: PartKind::Item,
                object: Some(object),
            })
        };
        match (part(0), part(1), part(2)) {
            (Some(one), Some(two), Some(three)) => {
                table.add(self.form, direction, [one, two, three])
            }
            _ => Ok(()),
        }
    }
}
