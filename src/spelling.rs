//! From a reading to its rules: one for each choice of an item from every run with `each`.

use crate::board::Block;
use crate::grammar::{Automaton, Grammar, Positions};
use crate::lexer::Words;
use crate::lexicon::WordId;
use crate::reader::{Step, union};
use crate::rules::{Claim, Part, RuleTable, TooManyRules};
use crate::threads::Threads;

/// Spells the rules of one reading after another, and keeps its memory.
#[derive(Debug, Default)]
pub(crate) struct Spelling {
    form: Form,
    /// The blocks that can be chosen, group after group.
    choices: Vec<Part>,
    groups: Vec<Group>,
}

/// What all rules of a reading share.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Form {
    sentence: u8,
    direction: u8,
    subject: u8,
    anchor: u8,
    complement: Option<u8>,
}

/// A range of choices of which every rule has one.
#[derive(Debug, Clone, Copy)]
struct Group {
    run: u8,
    start: u32,
    end: u32,
    chosen: u32,
}

impl Spelling {
    /// Makes ready for a reading of a sentence.
    pub(crate) fn start(&mut self, grammar: &Grammar, sentence: u8, direction: u8) {
        let form = grammar.sentence(sentence);
        self.form = Form {
            sentence,
            direction,
            subject: form.subject as u8,
            anchor: form.anchor as u8,
            complement: form.complement.map(|run| run as u8),
        };
    }

    /// Adds the rules of a reading to the table. `middle` is the place of the anchor in it.
    pub(crate) fn spell(
        &mut self,
        grammar: &Grammar,
        words: &Words,
        blocks: &[Block],
        trail: &mut [Step],
        middle: usize,
        table: &mut RuleTable,
    ) -> Result<(), TooManyRules> {
        let automaton = &grammar.automaton;
        let single = |step: &Step| step.positions.is_power_of_two();
        if !trail.iter().all(single) {
            prune(trail, middle, automaton);
            if !trail.iter().all(single) {
                return Threads {
                    form: self.form,
                    automaton,
                    words,
                    blocks,
                    trail,
                }
                .spell(table);
            }
        }
        self.group(automaton, words, blocks, trail);
        self.multiply(table)
    }

    /// Sorts the words of a reading in which every tile has one position into groups: the items of
    /// a run with `each` are one group, every tile of another run is a group of its own.
    fn group(&mut self, automaton: &Automaton, words: &Words, blocks: &[Block], trail: &[Step]) {
        self.choices.clear();
        self.groups.clear();
        for step in trail {
            let slot = automaton.slots[step.positions.trailing_zeros() as usize];
            if slot.each && slot.joiner {
                continue;
            }
            let start = self.choices.len() as u32;
            self.choices
                .extend(fitting(automaton, words, blocks, *step, step.positions));
            let end = self.choices.len() as u32;
            match self.groups.last_mut() {
                Some(group) if slot.each && group.run == slot.run => group.end = end,
                _ => self.groups.push(Group {
                    run: slot.run,
                    start,
                    end,
                    chosen: start,
                }),
            }
        }
    }

    /// Adds a rule for every way to choose one of each group, the last group changing fastest.
    fn multiply(&mut self, table: &mut RuleTable) -> Result<(), TooManyRules> {
        let Spelling {
            form,
            choices,
            groups,
        } = self;
        loop {
            let parts = groups.iter().map(|group| choices[group.chosen as usize]);
            form.add(parts, table)?;
            let turned = groups.iter_mut().rev().find_map(|group| {
                group.chosen += 1;
                (group.chosen < group.end).then_some(()).or_else(|| {
                    group.chosen = group.start;
                    None
                })
            });
            if turned.is_none() {
                return Ok(());
            }
        }
    }
}

impl Form {
    /// Adds one rule to the table.
    pub(crate) fn add(
        self,
        parts: impl Iterator<Item = Part> + Clone,
        table: &mut RuleTable,
    ) -> Result<(), TooManyRules> {
        let word = |run: u8| {
            parts
                .clone()
                .find(|part| part.run == run)
                .map(|part| part.word)
        };
        let nowhere = WordId(u16::MAX);
        let claim = Claim {
            subject: word(self.subject).unwrap_or(nowhere),
            anchor: word(self.anchor).unwrap_or(nowhere),
            complement: self.complement.and_then(word),
        };
        table.push(self.sentence, self.direction, claim, parts)
    }
}

/// The words of a step that fit at one of `positions`, as parts of a rule.
pub(crate) fn fitting<'a>(
    automaton: &'a Automaton,
    words: &'a Words,
    blocks: &'a [Block],
    step: Step,
    positions: Positions,
) -> impl Iterator<Item = Part> + 'a {
    let slot = automaton.slots[positions.trailing_zeros() as usize];
    words.blocks(step.stack).filter_map(move |block| {
        let Block { word, object, .. } = blocks[block as usize];
        let word = word.filter(|word| automaton.accepts[usize::from(word.0)] & positions != 0)?;
        Some(Part {
            word,
            run: slot.run,
            joiner: slot.joiner,
            object: Some(object),
        })
    })
}

/// Keeps the positions that lead to a beginning, before the anchor, or to an end, after it.
fn prune(trail: &mut [Step], middle: usize, automaton: &Automaton) {
    let mut reach = 0;
    for step in &mut trail[..middle] {
        step.positions &= automaton.first | reach;
        reach = union(step.positions, &automaton.follow);
    }
    reach = 0;
    for step in trail[middle + 1..].iter_mut().rev() {
        step.positions &= automaton.last | reach;
        reach = union(step.positions, &automaton.precede);
    }
}
