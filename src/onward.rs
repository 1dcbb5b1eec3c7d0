//! Reading onward: from the first word of a line the longest sentence, then on from the word that
//! stopped it.
//!
//! A line begins on a tile with words whose previous tile has none. Through the stacks and the
//! spelled words of a line lead many paths; they are followed at once, as sets of states. Every
//! word that a state has no way on with stops the paths that led there, and reading goes on from
//! that stop (see [`crate::stops`]). No start is read twice.

mod tracing;

use std::collections::HashSet;

use crate::board::Block;
use crate::grammar::{Grammar, Resume, StateSet, States, union};
use crate::letters::Letters;
use crate::lexer::{Place, Tiles, Words};
use crate::longest::Longest;
use crate::numbers::{Numbering, Numbers};
use crate::plain::Plain;
use crate::rules::{RuleTable, TooComplex};
use crate::spelling::Spelling;
use crate::stops::Stops;
use crate::trail::{Cell, Ending, Forks, Ground, Limit, Step, prune};

pub(crate) use tracing::Followed;

/// The most steps that reading a board may take, restarts included: some tenths of a second.
const MOST_STEPS: usize = 1 << 22;

/// Everything that lines are read from.
#[derive(Clone, Copy)]
pub(crate) struct Lines<'a> {
    pub(crate) grammar: &'a Grammar,
    pub(crate) resume: &'a Resume,
    pub(crate) words: &'a Words,
    pub(crate) letters: &'a Letters,
    pub(crate) blocks: &'a [Block],
}

/// A line: its first tile and its direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Line {
    pub(crate) place: Place,
    pub(crate) direction: u8,
    pub(crate) step: i64,
}

/// Where a reading starts: words that are given, then any words from a tile on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Start {
    pub(crate) given: Vec<Given>,
    pub(crate) then: u32,
}

/// Words of one place that a reading is given to start with.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Given {
    pub(crate) cell: Cell,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Blocks of a stack, by their places among the board's blocks.
    pub(crate) blocks: Vec<u32>,
}

/// One step of a reading, with the states that its words can lead to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reached {
    pub(crate) step: Step,
    pub(crate) states: StateSet,
    /// The states from which some choice of words leads to no further end, and those that lead to
    /// one.
    pub(crate) fails: StateSet,
    pub(crate) lives: StateSet,
}

/// Reads boards onward, and keeps its memory from board to board.
#[derive(Debug, Default)]
pub(crate) struct Onward {
    lines: Vec<Line>,
    starts: Vec<Start>,
    /// How many of the starts were followed.
    followed: usize,
    known: HashSet<Start>,
    reached: Vec<Reached>,
    /// The states that words can lead to, by the tile they begin on; `None` where no path is.
    arriving: Vec<Option<StateSet>>,
    picked: Vec<u32>,
    limits: Vec<Limit>,
    endings: Vec<Ending>,
    trail: Vec<Step>,
    plain: Plain,
    /// How many more steps may be taken.
    budget: usize,
}

impl<'a> Lines<'a> {
    /// The tile of a line, so many steps from its first.
    fn place(self, line: Line, tile: u32) -> Place {
        line.place.wrapping_add_signed(line.step * i64::from(tile))
    }

    /// The words that begin on a tile of a line.
    pub(crate) fn cells(self, line: Line, tile: u32) -> impl Iterator<Item = Cell> + 'a {
        let place = self.place(line, tile);
        let stack = self.words.stack_at(place).map(Cell::Stack);
        let spelled = self
            .letters
            .begin_at(line.direction, place)
            .iter()
            .map(|&id| Cell::Spelled(id));
        stack.into_iter().chain(spelled)
    }

    /// How many tiles words take.
    pub(crate) fn length(self, cell: Cell) -> u32 {
        match cell {
            Cell::Stack(_) => 1,
            Cell::Spelled(id) => self.letters.spelled[id as usize].length(),
        }
    }

    /// The states that some word of a place can lead to.
    fn accepts(self, cell: Cell) -> StateSet {
        match cell {
            Cell::Stack(stack) => {
                let of_block = &self.grammar.states.of_block;
                let blocks = self.words.blocks(stack);
                let words = blocks.filter_map(|block| self.blocks[block as usize].word);
                words.fold(0, |set, word| set | of_block[usize::from(word.0)])
            }
            Cell::Spelled(id) => self.letters.spelled[id as usize].accepts,
        }
    }

    /// A line from its first tile on which some word can begin a sentence. Tiles before it are left
    /// out one by one, even where letters that begin there spell a word; the game does the same.
    fn at_first_word(self, mut line: Line) -> Option<Line> {
        let first = self.grammar.states.first;
        loop {
            if !self.goes_on(line) {
                return None;
            }
            let mut cells = self.cells(line, 0);
            if cells.any(|cell| self.accepts(cell) & first != 0) {
                return Some(line);
            }
            line.place = self.place(line, 1);
        }
    }

    /// Whether a line has words or letters on its first tile.
    fn goes_on(self, line: Line) -> bool {
        self.cells(line, 0).next().is_some() || self.letters.lies_on(line.place)
    }

    /// Where lines begin in a direction, in no order that means anything.
    fn beginnings(self, direction: u8) -> impl Iterator<Item = Line> + 'a {
        let way = self.grammar.directions()[usize::from(direction)];
        let step = self.words.step(way.step());
        let places = self.words.stacks().map(|stack| stack.place);
        let at = places.chain(self.letters.beginnings(direction));
        let found = at.map(move |place| Line {
            place,
            direction,
            step,
        });
        found.filter(move |&line| self.begins(line))
    }

    /// Whether a line begins on a tile: no word lies or ends on the tile before, and behind a word
    /// that begins here another one does, unless one word makes a sentence.
    fn begins(self, line: Line) -> bool {
        let before = line.place.wrapping_add_signed(-line.step);
        let states = &self.grammar.states;
        let whole = states.first & states.complete;
        self.words.stack_at(before).is_none()
            && !self.letters.end_at(line.direction, before)
            && self.cells(line, 0).any(|cell| {
                let behind = self.length(cell);
                self.accepts(cell) & whole != 0 || self.cells(line, behind).next().is_some()
            })
    }
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
        self.budget = MOST_STEPS;
        let from = table.len();
        self.lines.clear();
        match lines.words.numbers() {
            _ if !lines.letters.is_empty() => self.find_lines(lines),
            Numbers::Own(own) => self.find_plain_lines(lines, lines.words.tiles(own)),
            Numbers::Shared(shared) => self.find_plain_lines(lines, lines.words.tiles(shared)),
        }
        self.lines.sort_unstable();
        self.lines.dedup();
        let mut once = false;
        for index in 0..self.lines.len() {
            let line = self.lines[index];
            let plain = &mut self.plain;
            let one_path = lines.letters.is_empty()
                && match lines.words.numbers() {
                    Numbers::Own(own) => plain.take(line, lines.words.tiles(own)),
                    Numbers::Shared(shared) => plain.take(line, lines.words.tiles(shared)),
                };
            if one_path {
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
        MOST_STEPS - self.budget
    }

    /// Finds where lines begin.
    fn find_lines(&mut self, lines: Lines) {
        for direction in 0..lines.grammar.directions().len() as u8 {
            let begins = lines.beginnings(direction);
            self.lines
                .extend(begins.filter_map(|line| lines.at_first_word(line)));
        }
    }

    /// Finds where lines begin on a board without letters: those in which some sentence can have
    /// its anchor. The first such anchor of a line finds it.
    fn find_plain_lines(&mut self, lines: Lines, tiles: Tiles<impl Numbering>) {
        let states = &lines.grammar.states;
        for (direction, way) in (0..).zip(lines.grammar.directions()) {
            let step = lines.words.step(way.step());
            for &anchor in lines.words.anchors() {
                let mut place = anchor;
                let mut here = tiles.accepts(place);
                let mut after = tiles.accepts(place.wrapping_add_signed(step));
                let mut before = tiles.accepts(place.wrapping_add_signed(-step));
                if !states.has_anchor_between(before, after) {
                    continue;
                }
                while before != 0 {
                    place = place.wrapping_add_signed(-step);
                    (after, here) = (here, before);
                    before = tiles.accepts(place.wrapping_add_signed(-step));
                    if here & States::ANCHOR != 0 && states.has_anchor_between(before, after) {
                        break;
                    }
                }
                if before == 0 {
                    self.lines.push(Line {
                        place,
                        direction,
                        step,
                    });
                }
            }
        }
    }

    /// Reads one line from its first word and from every stop.
    fn read_line(
        &mut self,
        lines: Lines,
        line: Line,
        spelling: &mut Spelling,
        table: &mut RuleTable,
    ) -> Result<(), TooComplex> {
        self.begin();
        while let Some(start) = self.follow_next(lines, line)? {
            self.spell(lines, line, start.then, spelling, table)?;
        }
        Ok(())
    }

    /// Begins a line: its first word is where the first reading starts.
    fn begin(&mut self) {
        self.known.clear();
        self.starts.clear();
        self.starts.push(Start::default());
        self.followed = 0;
    }

    /// Follows all paths from the next start, and gives it; `None` when all were followed.
    fn follow_next(&mut self, lines: Lines, line: Line) -> Result<Option<Start>, TooComplex> {
        let Some(start) = self.starts.get_mut(self.followed) else {
            return Ok(None);
        };
        let start = std::mem::take(start);
        self.followed += 1;
        self.follow(lines, line, &start)?;
        self.reached.sort_by_key(|reached| reached.step.start);
        Ok(Some(start))
    }

    /// Follows all paths from a start, and adds the starts that their stops give.
    fn follow(&mut self, lines: Lines, line: Line, start: &Start) -> Result<(), TooComplex> {
        let states = &lines.grammar.states;
        self.reached.clear();
        self.picked.clear();
        let mut arriving = states.first;
        for (index, given) in start.given.iter().enumerate() {
            let from = self.picked.len() as u32;
            self.picked.extend(&given.blocks);
            let picked = (from, self.picked.len() as u32);
            let step = Step {
                cell: given.cell,
                picked,
                positions: 0,
                begins: 0,
                ends: 0,
                start: given.start,
                end: given.end,
            };
            let next = (index == 0).then(|| Start {
                given: start.given[1..].to_vec(),
                then: start.then,
            });
            self.stop(lines, line, step, next)?;
            let entered = arriving & accepts(lines, given);
            if entered == 0 {
                return Ok(());
            }
            self.reached.push(Reached {
                step,
                states: entered,
                fails: 0,
                lives: 0,
            });
            arriving = union(entered, &states.follow);
        }
        self.go_on(lines, line, start.then, arriving)
    }

    /// Follows all paths from a tile on.
    fn go_on(
        &mut self,
        lines: Lines,
        line: Line,
        from: u32,
        arriving: StateSet,
    ) -> Result<(), TooComplex> {
        self.arriving.clear();
        self.arriving.push(Some(arriving));
        let mut tile = from;
        while let Some(&arriving) = self.arriving.get((tile - from) as usize) {
            if let Some(arriving) = arriving {
                let first = tile == from && self.reached.is_empty();
                for cell in lines.cells(line, tile) {
                    let (start, end) = (tile, tile + lines.length(cell));
                    let step = Step {
                        cell,
                        picked: (0, 0),
                        positions: 0,
                        begins: 0,
                        ends: 0,
                        start,
                        end,
                    };
                    let next = first.then(|| Start {
                        given: Vec::new(),
                        then: end,
                    });
                    self.stop(lines, line, step, next)?;
                    let entered = arriving & lines.accepts(cell);
                    if entered != 0 {
                        self.reached.push(Reached {
                            step,
                            states: entered,
                            fails: 0,
                            lives: 0,
                        });
                        let next = union(entered, &lines.grammar.states.follow);
                        let at = (end - from) as usize;
                        if self.arriving.len() <= at {
                            self.arriving.resize(at + 1, None);
                        }
                        *self.arriving[at].get_or_insert(0) |= next;
                    }
                }
            }
            tile += 1;
        }
        Ok(())
    }

    /// Adds the starts that come of the words of a step that stop some path; for the first step of a
    /// reading, `next` is where that goes on from the next word.
    fn stop(
        &mut self,
        lines: Lines,
        line: Line,
        step: Step,
        next: Option<Start>,
    ) -> Result<(), TooComplex> {
        let Onward {
            starts,
            known,
            reached,
            picked,
            budget,
            ..
        } = self;
        let mut found = |start: Start| {
            // The first start of the line is never in the set of known ones.
            let first = start.given.is_empty() && start.then == 0;
            if !first && known.insert(start.clone()) {
                starts.push(start);
            }
        };
        *budget = budget.saturating_sub(1);
        Stops {
            lines,
            line,
            reached,
            picked,
            budget,
            found: &mut found,
        }
        .at(step, next);
        if *budget == 0 {
            Err(TooComplex)
        } else {
            Ok(())
        }
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
            picked: &self.picked,
        };
        let is_forked = longest.mark(&mut self.reached, &mut self.limits, &mut self.endings);
        let forks = Forks {
            states: &grammar.states,
            endings: &self.endings,
        };
        for sentence in 0..grammar.sentence_count() {
            let own = automaton.sentences[sentence];
            self.trail.clear();
            self.trail.extend(self.reached.iter().map(|reached| Step {
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
                    picked: &self.picked,
                    limits: &self.limits,
                    forks: is_forked.then_some(forks),
                };
                spelling.spell(line.direction, ground, &mut self.trail, table)?;
            }
        }
        Ok(())
    }
}

/// The states that given words can lead to.
fn accepts(lines: Lines, given: &Given) -> StateSet {
    let accepts = &lines.grammar.states.of_block;
    match given.cell {
        Cell::Stack(_) => given.blocks.iter().fold(0, |set, &block| {
            let word = lines.blocks[block as usize].word;
            set | word.map_or(0, |word| accepts[usize::from(word.0)])
        }),
        spelled => lines.accepts(spelled),
    }
}
