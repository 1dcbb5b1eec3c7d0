//! Base rules: sentences that hold on every board, read as if their words lay on one.

use super::Grammar;
use super::checker::Checker;
use super::file::List;
use crate::board::{Block, Text};
use crate::diagnostic::{Place, Problem, nearest};
use crate::letter_case::upper;
use crate::lexicon::WordId;
use crate::object::{ObjectId, Tile};
use crate::reader::Reader;
use crate::rules::RuleTable;

/// A rule that holds on every board, still as the words of its sentence.
pub(crate) struct BaseRule<'s> {
    pub(crate) words: Vec<WordId>,
    text: &'s str,
    pub(crate) place: Place,
}

impl<'s> Checker<'s> {
    /// The base rules whose words are known.
    pub(super) fn base(&mut self, base: Option<List<'s, String>>) -> Vec<BaseRule<'s>> {
        let rules = base.and_then(|base| self.take(base)).unwrap_or_default();
        let mut checked: Vec<BaseRule<'s>> = Vec::new();
        for at in rules {
            let text = at.text();
            let Some(sentence) = self.take(at) else {
                continue;
            };
            if sentence.trim().is_empty() {
                self.report(
                    "this base rule is empty",
                    text,
                    "write a sentence, or leave it out",
                );
                continue;
            }
            if let Some(meant) = self.in_upper_case(&sentence) {
                let label = format!("did you mean `\"{meant}\"`?");
                self.report("the words of this base rule are in lower case", text, label);
                continue;
            }
            let words: Vec<Option<WordId>> = sentence
                .split_whitespace()
                .map(|name| self.base_word(name, text))
                .collect();
            let Some(words) = words.into_iter().collect::<Option<Vec<_>>>() else {
                continue;
            };
            match checked.iter().find(|earlier| earlier.words == words) {
                Some(earlier) => self.twice("base rule", sentence.trim(), text, earlier.text),
                None => checked.push(BaseRule {
                    words,
                    text,
                    place: self.source.place_of(text, ""),
                }),
            }
        }
        checked
    }

    /// A sentence with several unknown words in upper case, where all its words are known then.
    fn in_upper_case(&self, sentence: &str) -> Option<String> {
        let is_known = |name: &str| self.words.lexicon.word(name).is_some();
        let names = || sentence.split_whitespace();
        let meant: Vec<String> = names().map(upper).collect();
        let is_meant = meant.iter().all(|name| is_known(name));
        let unknown = names().filter(|name| !is_known(name)).count();
        (unknown > 1 && is_meant).then(|| meant.join(" "))
    }

    fn base_word(&mut self, name: &str, rule: &str) -> Option<WordId> {
        let word = self.words.lexicon.word(name);
        if word.is_none() && !self.words.gaps.may_have(name) {
            let lexicon = &self.words.lexicon;
            let label = match nearest(name, lexicon.words().map(|word| lexicon.name(word))) {
                Some(known) => format!("did you mean `{known}`?"),
                None => "add it to the words, or leave this base rule out".to_owned(),
            };
            let part = rule
                .find(name)
                .map_or(rule, |start| &rule[start..start + name.len()]);
            self.report(
                format!("the word `{name}` of this base rule is in no words file"),
                part,
                label,
            );
        }
        word
    }
}

impl Grammar {
    /// Reads a base rule as if its words lay in a line of the grammar's first direction.
    pub(super) fn read_base_rule(
        &self,
        rule: &BaseRule,
        table: &mut RuleTable,
        problems: &mut Vec<Problem>,
    ) {
        let (dx, dy) = self.directions[0].step();
        let length = rule.words.len() as i32;
        let start = |step: i32| if step < 0 { length - 1 } else { 0 };
        let tile = |i: i32| Tile {
            x: start(dx) + dx * i,
            y: start(dy) + dy * i,
        };
        let block = |(i, &word): (usize, &WordId)| {
            Some(Block {
                accepts: self.accepts[usize::from(word.0)],
                word: Some(word),
                tile: tile(i as i32),
                object: ObjectId::new(i)?,
            })
        };
        let blocks: Vec<Block> = rule.words.iter().enumerate().filter_map(block).collect();
        let text = Text {
            blocks: &blocks,
            size: (length, length),
            palette: None,
        };
        let mut read = RuleTable::default();
        let spelled = Reader::new(self).read_text(text, &mut read);
        let used = |block: &Block| {
            let objects = read
                .iter()
                .flat_map(|rule| rule.objects().chain(rule.joiners().iter().copied()));
            objects.into_iter().any(|object| object == block.object)
        };
        if spelled.is_err() || blocks.is_empty() || !blocks.iter().all(used) {
            let mut place = rule.place.clone();
            place.label = "every word of it has to stand in one sentence".to_owned();
            problems.push(Problem::error(
                "the grammar cannot read this base rule",
                place,
            ));
        }
        table.append(&read);
    }
}
