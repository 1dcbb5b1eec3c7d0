//! Reading onward: from the first word of a line the longest sentence, then on from the word that
//! stopped it.
//!
//! A line begins on a tile with words whose previous tile has none. Through the stacks and the
//! spelled words of a line lead many paths; they are followed at once, as sets of states. Every
//! word that a state has no way on with stops the paths that led there, and reading goes on from
//! that stop (see [`crate::stops`]). No start is read twice.

mod lines;
mod readings;
mod tracing;

use crate::longest::Longest;
use crate::numbers::Numbers;
use crate::plain::Plain;
use crate::rules::{RuleTable, TooComplex};
use crate::spelling::Spelling;
use crate::trail::{Ending, Forks, Ground, Limit, Step, prune};

pub(crate) use lines::{Line, Lines};
pub(crate) use readings::{Given, Reached, Start};
pub(crate) use tracing::Followed;

use readings::Readings;

/// Reads boards onward, and keeps its memory from board to board.
#[derive(Debug, Default)]
pub(crate) struct Onward {
    lines: Vec<Line>,
    readings: Readings,
    limits: Vec<Limit>,
    endings: Vec<Ending>,
    trail: Vec<Step>,
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
        let mut once = false;
        for index in 0..self.lines.len() {
            let line = self.lines[index];
            let plain = &mut self.plain;
            let one_path = match lines.words.numbers() {
                Numbers::Own(own) => plain.take(line, lines.words.tiles(own)),
                Numbers::Shared(shared) => plain.take(line, lines.words.tiles(shared)),
            };
            // Reading could go on behind the row with a word that letters spell there.
            if one_path && !lines.spelled_within(line, plain.length() + 1) {
                plain.read(lines, line, spelling, table)?;
                continue;
            }
            if !once {
                // Starts that differ can lead into the same sentence.
                table.spell_once(true);
                once = true;
            }
            self.read_line(lines, line, spelling, table)?;
        }
        // On one path no sentence is read within another.
        if !once {
            return Ok(());
        }
        table.spell_once(false);
        match lines.resume.widest {
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
        self.readings.begin();
        while let Some(start) = self.readings.follow_next(lines, line)? {
            self.spell(lines, line, start.then, spelling, table)?;
        }
        Ok(())
    }

    /// Adds the rules of the longest sentences on the paths that were followed.
    fn spell(
        &mut self,
        lines: Lines,
        line: Line,
        free_from: u32,
        spelling: &mut Spelling,
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        let Lines {
            grammar,
            words,
            letters,
            blocks,
            ..
        } = lines;
        let automaton = &grammar.automaton;
        let longest = Longest {
            lines,
            line,
            free_from,
            picked: &self.readings.picked,
        };
        let is_forked = longest.mark(
            &mut self.readings.reached,
            &mut self.limits,
            &mut self.endings,
        );
        let forks = Forks {
            states: &grammar.states,
            endings: &self.endings,
        };
        for sentence in 0..grammar.sentence_count() {
            let own = automaton.sentences[sentence];
            self.trail.clear();
            self.trail
                .extend(self.readings.reached.iter().map(|reached| Step {
                    positions: reached.step.positions & own,
                    begins: reached.step.begins & own,
                    ends: reached.step.ends & own,
                    ..reached.step
                }));
            prune(&mut self.trail, automaton);
            if !self.trail.is_empty() {
                let ground = Ground {
                    automaton,
                    words,
                    blocks,
                    spelled: &letters.spelled,
                    picked: &self.readings.picked,
                    limits: &self.limits,
                    forks: is_forked.then_some(forks),
                };
                spelling.spell(line.direction, ground, &mut self.trail, table)?;
            }
        }
        Ok(())
    }
}
