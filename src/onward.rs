//! Reading onward: from the first word of a line the longest sentence, then on from the word that
//! stopped it.
//!
//! A line begins on a tile with words whose previous tile has none. Through the stacks and the
//! spelled words of a line lead many paths; they are followed at once, as sets of states. Every
//! word that a state has no way on with stops the paths that led there, and reading goes on from
//! that stop (see [`crate::stops`]). No start is read twice.

mod lines;
mod readings;
mod row;
mod starts;
mod tracing;

use crate::grammar::{Positions, States};
use crate::longest::{Longest, Marks};
use crate::numbers::Numbers;
use crate::plain::{Passed, Plain};
use crate::rules::{RuleTable, TooComplex};
use crate::short::Short;
use crate::spelling::Spelling;
use crate::trail::{Forks, Ground, Step, prune};

pub(crate) use lines::{Line, Lines};
pub(crate) use readings::Reached;
pub(crate) use row::{PickId, Row};
pub(crate) use starts::Starts;
pub(crate) use tracing::Followed;

use readings::{Read, Readings};

/// Reads boards onward, and keeps its memory from board to board.
#[derive(Debug, Default)]
pub(crate) struct Onward {
    lines: Vec<Line>,
    readings: Readings,
    marks: Marks,
    trail: Vec<Step>,
    reach: Vec<Positions>,
    plain: Plain,
}

impl Onward {
    /// Adds the rules of all lines of a board to a table, by the tile of the line's first word (row,
    /// column), then the direction in the order of the file, then the order of reading.
    pub(crate) fn read(
        &mut self,
        lines: Lines,
        spelling: &mut Spelling,
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        self.readings.restart();
        let from = table.len();
        self.lines.clear();
        match lines.words.numbers() {
            _ if !lines.letters.is_empty() => lines.find(&mut self.lines),
            Numbers::Own(own) => lines.find_by_anchors(lines.words.tiles(own), &mut self.lines),
            Numbers::Shared(shared) => {
                lines.find_by_anchors(lines.words.tiles(shared), &mut self.lines)
            }
        }
        self.lines.sort_unstable();
        self.lines.dedup();
        let mut one_path = true;
        for index in 0..self.lines.len() {
            let line = self.lines[index];
            let path = &mut self.plain.path;
            let is_plain = match lines.words.numbers() {
                Numbers::Own(own) => path.take(line, lines.words.tiles(own)),
                Numbers::Shared(shared) => path.take(line, lines.words.tiles(shared)),
            };
            // Reading could go on behind the row with a word that letters spell there.
            if is_plain && !lines.spelled_within(line, path.length() + 1) {
                self.plain.read(lines, line, spelling, table)?;
                continue;
            }
            one_path = false;
            // Starts that differ can lead into the same sentence.
            table.spell_once(true);
            self.read_line(lines, line, spelling, table)?;
            table.spell_once(false);
        }
        // On one path no sentence is read within another, unless a word that is given back is one.
        let may_overlap = !one_path || lines.grammar.has_sentences_of_one_word();
        match lines.resume.widest && may_overlap {
            true => table.keep_widest(from, lines.grammar),
            false => Ok(()),
        }
    }

    /// How many steps the last reading took.
    pub(crate) fn steps(&self) -> usize {
        self.readings.steps()
    }

    /// Reads one line from its first word and from every stop.
    fn read_line(
        &mut self,
        lines: Lines,
        line: Line,
        spelling: &mut Spelling,
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        if !self.readings.begin_sentences(lines, line) {
            return Ok(());
        }
        self.plain.path.take_row(lines, &self.readings.row);
        loop {
            if let Some(tile) = self.readings.next_free() {
                let passed = self.plain.read_from(lines, line, tile, spelling, table)?;
                if let Passed::To(next) = passed {
                    self.readings.pass_next(next);
                    continue;
                }
            }
            let Some(read) = self.readings.follow_next(lines)? else {
                return Ok(());
            };
            if read.complete > 0 && !self.spell_short(lines, line, read, table)? {
                self.spell(lines, line, read, spelling, table)?;
            }
        }
    }

    /// Adds the rules of the sentences of a reading, if all have the same three states, and are the
    /// longest on their paths; `false` if they are not like that.
    fn spell_short(
        &self,
        lines: Lines,
        line: Line,
        read: Read,
        table: &mut RuleTable,
    ) -> Result<bool, TooComplex> {
        let &[one, two, three] = &self.readings.reached[..read.complete] else {
            return Ok(false);
        };
        let complete = lines.grammar.states.complete;
        let follows = one.end == two.start && two.end == three.start;
        if (one.states | two.states) & complete != 0 || !follows {
            return Ok(false);
        }
        let led = [one, two, three].map(|step| States::only(step.states));
        let [Some(first), Some(second), Some(third)] = led else {
            return Ok(false);
        };
        let row = &self.readings.row;
        let blocks = [one, two, three].map(|step| row.blocks_leading(step.pick, step.states));
        let (Some(short), [Some(first), Some(mut second), Some(third)]) =
            (Short::of(lines.grammar, [first, second, third]), blocks)
        else {
            return Ok(false);
        };
        // Where the second word can be several, rules have another order.
        let (Some(second), None) = (second.next(), second.next()) else {
            return Ok(false);
        };
        for first in first {
            for third in third.clone() {
                let blocks = [first, second, third].map(|block| &lines.blocks[block as usize]);
                short.spell(line.direction, blocks, table)?;
            }
        }
        Ok(true)
    }

    /// Adds the rules of the longest sentences on the paths that were followed.
    fn spell(
        &mut self,
        lines: Lines,
        line: Line,
        read: Read,
        spelling: &mut Spelling,
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        let grammar = lines.grammar;
        let automaton = &grammar.automaton;
        let row = &self.readings.row;
        Longest {
            lines,
            row,
            free_from: read.free_from,
            reached: &self.readings.reached[..read.complete],
        }
        .mark(&mut self.marks);
        let marks = &self.marks;
        let forks = Forks {
            states: &grammar.states,
            endings: &marks.endings,
        };
        for sentence in 0..grammar.sentence_count() {
            let own = automaton.sentences[sentence];
            self.trail.clear();
            self.trail.extend(marks.steps.iter().map(|step| Step {
                positions: step.positions & own,
                begins: step.begins & own,
                ends: step.ends & own,
                ..*step
            }));
            prune(&mut self.trail, automaton, &mut self.reach);
            if !self.trail.is_empty() {
                let ground = Ground {
                    automaton,
                    words: lines.words,
                    blocks: lines.blocks,
                    spelled: &lines.letters.spelled,
                    picked: row.blocks(),
                    limits: &marks.limits,
                    forks: marks.is_forked.then_some(forks),
                };
                spelling.spell_pruned(line.direction, ground, &self.trail, table)?;
            }
        }
        Ok(())
    }
}
