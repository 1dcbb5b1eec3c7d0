//! Things that are read as words: which nouns the rules in force make words of.

use std::collections::BTreeSet;

use super::table::InForce;
use super::{Held, Term};
use crate::board::Board;
use crate::grammar::ThingsAsWords;
use crate::lexicon::WordId;
use crate::object::ObjectId;
use crate::rules::RuleTable;

impl InForce {
    /// Lists the words that things are read as, sorted. A rule with conditions makes no words of
    /// things: whether they hold is for whoever plays the board to say.
    ///
    /// A rule counts only where text spells its subject, or where it was derived from others: what
    /// a thing says of itself cannot make a word of it.
    pub(crate) fn words_of_things(
        &self,
        things: &ThingsAsWords,
        spelled: &RuleTable,
        board: &Board,
        words: &mut Vec<WordId>,
    ) {
        words.clear();
        let says = Term::plain(things.complement);
        let blocks = self.blocks.iter().filter(|block| block.verb == things.verb);
        for rule in blocks.flat_map(|block| self.rules_with(block, None, Some(says))) {
            let rule = Held {
                table: self,
                index: rule as usize,
            };
            let subject = rule.subject();
            if !subject.negated
                && rule.holds_always()
                && !self.is_said_by_thing(rule.index, spelled, board)
                && board.has_things(subject.word)
            {
                words.push(subject.word);
            }
        }
        words.sort_unstable();
        words.dedup();
        if let Some(unless) = things.unless {
            words.retain(|&word| !self.has(word, things.verb, unless));
        }
    }

    /// The rules that make words of some things, or keep them from it.
    pub(crate) fn rules_of_things(
        &self,
        things: &ThingsAsWords,
        words: &BTreeSet<WordId>,
    ) -> Vec<u32> {
        let says = |rule: &Held<'_>| {
            let said = rule.complement();
            let plain = said.is_some_and(|said| said.word == things.complement);
            let unless = things.unless.map(Term::plain);
            plain || said.is_some() && said == unless
        };
        let about = |rule: &Held<'_>| {
            let subject = rule.subject();
            rule.verb() == things.verb && !subject.negated && words.contains(&subject.word)
        };
        let rules = self.iter().filter(|rule| about(rule) && says(rule));
        rules.map(|rule| rule.index() as u32).collect()
    }

    /// Whether it is a thing that spells the subject of a rule.
    fn is_said_by_thing(&self, index: usize, spelled: &RuleTable, board: &Board) -> bool {
        if index < self.spelled {
            let block = spelled.get(index).and_then(|rule| rule.subject_block());
            let is_thing = |object: ObjectId| board.is_thing(object);
            return block.is_some_and(is_thing);
        }
        // Of several sources, one is about the same subject: that which makes it a member, or a copy.
        let row = self.row(index as u32);
        let same = |&from: &u32| self.row(from).subject.term == row.subject.term;
        let about = self.sources_of(row).find(same);
        about.is_some_and(|from| self.is_said_by_thing(from as usize, spelled, board))
    }
}
