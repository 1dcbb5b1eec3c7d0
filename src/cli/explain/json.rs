//! The explanation for programs: what is said of a board, as rows.

use std::ops::Range;

use super::Told;
use super::rows::{
    BoardRow, ChangeRow, FitRow, LineRow, MendRow, NameRow, Place, ReadingRow, RuleRow, RunRow,
    SpellingRow, StopRow, TileRow, WordRow, WordsRow,
};
use crate::board::Board;
use crate::explain::{Fit, Line, LineTile, Mend, ReadWord, Reading, Run, RunName, Stop, WordSet};
use crate::level::Kind;
use crate::lexicon::WordId;
use crate::object::{ObjectId, Tile};
use crate::rules::Rule;

/// Everything that is said of a board.
pub(super) fn of<'a>(told: &'a Told<'_>) -> BoardRow<'a> {
    let board = told.board;
    let held = |index: usize| {
        let held = told.fates.held(index);
        held.map(|held| held.text(board.grammar()))
            .unwrap_or_default()
    };
    let rule = |rule: Rule<'_>| {
        let own = told.fates.held(rule.index());
        let exceptions = own.into_iter().flat_map(|own| own.exceptions());
        RuleRow {
            text: rule.text(board.grammar()),
            base: rule.is_base(),
            cancelled_by: own.and_then(|own| own.cancelled_by()).map(held),
            exceptions_by: exceptions.map(|exception| held(exception.by())).collect(),
        }
    };
    let lines = told.explanation.lines.iter();
    BoardRow {
        name: told.name,
        place: told.place,
        width: board.width(),
        height: board.height(),
        rules: told.fates.rules.iter().map(rule).collect(),
        lines: lines.map(|line| Rows { board, line }.line()).collect(),
    }
}

/// Writes one line.
#[derive(Clone, Copy)]
struct Rows<'a> {
    board: &'a Board,
    line: &'a Line,
}

impl<'a> Rows<'a> {
    fn line(self) -> LineRow<'a> {
        let Line {
            direction,
            is_read,
            is_tried,
            tiles,
            rules,
            runs,
            readings,
            would_say,
        } = self.line;
        let list = |runs: &'a Vec<Run>| runs.iter().map(|run| self.run(run)).collect();
        LineRow {
            direction: format!("{direction:?}"),
            read: *is_read,
            tried: *is_tried,
            tiles: tiles.iter().map(|tile| self.tile(tile)).collect(),
            rules,
            runs: runs.iter().map(list).collect(),
            readings: readings
                .iter()
                .map(|reading| self.reading(reading))
                .collect(),
            would_say,
        }
    }

    fn tile(self, tile: &'a LineTile) -> TileRow<'a> {
        let name = |&object: &ObjectId| match self.board.kind(object) {
            Some(Kind::Text(name) | Kind::Thing(name)) => name,
            None => "",
        };
        TileRow {
            x: tile.tile.x,
            y: tile.tile.y,
            text: tile.text.iter().map(name).collect(),
            things: tile.things.iter().map(name).collect(),
            in_rule: tile.in_rule,
            used: tile.is_used,
            fits: tile.fits.iter().map(|fit| self.fit(fit)).collect(),
            mends: tile.mends.iter().map(|mend| self.mend(mend)).collect(),
        }
    }

    fn fit(self, fit: &'a Fit) -> FitRow<'a> {
        FitRow {
            run: fit.run.map(|run| self.name(run)),
            words: self.words(&fit.words),
            with: self.word(fit.with),
            makes: &fit.makes,
            in_place: fit.in_place,
        }
    }

    fn mend(self, mend: &'a Mend) -> MendRow<'a> {
        MendRow {
            change: self.change(mend),
            makes: mend.makes(),
        }
    }

    fn change(self, mend: &'a Mend) -> ChangeRow<'a> {
        let word = |&word: &WordId| self.word(word);
        let all = |words: &'a [WordId]| words.iter().map(word).collect();
        match mend {
            Mend::Spelling { text, word: it, .. } => ChangeRow::Spelling {
                text,
                word: word(it),
            },
            Mend::Text { word: it, .. } => ChangeRow::Text { word: word(it) },
            Mend::Spellings { words, .. } => {
                let row = |(at, it): &'a (Tile, WordId)| SpellingRow {
                    at: place(*at),
                    word: word(it),
                };
                ChangeRow::Spellings {
                    words: words.iter().map(row).collect(),
                }
            }
            Mend::Corner { tiles, to, .. } => ChangeRow::Corner {
                tiles: tiles.iter().map(|&tile| place(tile)).collect(),
                to: format!("{to:?}"),
            },
            Mend::Extra { .. } => ChangeRow::Extra,
            Mend::Gap { .. } => ChangeRow::Gap,
            Mend::Palette { .. } => ChangeRow::Palette,
            Mend::Gaps { .. } => ChangeRow::Gaps,
            Mend::Split { words, .. } => ChangeRow::Split { words: all(words) },
            Mend::Apart { words, .. } => ChangeRow::Apart { words: all(words) },
            Mend::Joined { word: it, .. } => ChangeRow::Joined { word: word(it) },
            Mend::Swapped { .. } => ChangeRow::Swapped,
            Mend::Between { words, with, .. } => ChangeRow::Between {
                words: self.words(words),
                with: word(with),
            },
        }
    }

    fn reading(self, reading: &'a Reading) -> ReadingRow<'a> {
        let word = |word: &'a ReadWord| WordRow {
            word: self.word(word.word),
            name: self.name(word.run),
            tiles: self.places(&word.tiles),
        };
        ReadingRow {
            words: reading.words.iter().map(word).collect(),
            whole: reading.whole.as_ref().map(|whole| (whole.start, whole.end)),
            stops: reading.stops.iter().map(|stop| self.stop(stop)).collect(),
        }
    }

    fn stop(self, stop: &'a Stop) -> StopRow<'a> {
        StopRow {
            tile: stop.at.map(|at| place(self.line.tiles[at].tile)),
            side: if stop.before { "before" } else { "behind" },
            complete: stop.is_end,
            wanted: self.words(&stop.wanted),
            runs: stop.runs.iter().map(|&run| self.name(run)).collect(),
        }
    }

    fn run(self, run: &'a Run) -> RunRow<'a> {
        RunRow {
            sentence: self.sentence_name(run.sentence),
            run: self.run_name(run.sentence, run.run),
            tiles: self.places(&run.tiles),
        }
    }

    fn name(self, name: RunName) -> NameRow<'a> {
        NameRow {
            sentence: self.sentence_name(name.sentence),
            run: self.run_name(name.sentence, name.run),
            kind: name.kind,
        }
    }

    fn sentence_name(self, sentence: u8) -> &'a str {
        let grammar = self.board.grammar();
        grammar
            .sentence_name(usize::from(sentence))
            .unwrap_or_default()
    }

    fn run_name(self, sentence: u8, run: u8) -> &'a str {
        let grammar = self.board.grammar();
        let name = grammar.run_name(usize::from(sentence), usize::from(run));
        name.unwrap_or_default()
    }

    fn words(self, set: &'a WordSet) -> WordsRow<'a> {
        let lexicon = self.board.grammar().lexicon();
        WordsRow {
            roles: set
                .roles
                .iter()
                .map(|&role| lexicon.role_name(role))
                .collect(),
            words: set.words.iter().map(|&word| self.word(word)).collect(),
        }
    }

    fn word(self, word: WordId) -> &'a str {
        self.board.grammar().lexicon().name(word)
    }

    fn places(self, tiles: &Range<usize>) -> Vec<Place> {
        let tiles = self.line.tiles[tiles.clone()].iter();
        tiles.map(|tile| place(tile.tile)).collect()
    }
}

fn place(Tile { x, y }: Tile) -> Place {
    Place { x, y }
}
