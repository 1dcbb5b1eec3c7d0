//! The levels of one file, one after the other.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use super::item::Item;
use super::lines::{self, Ongoing, Slip};
use super::names::Form;
use crate::diagnostic::Problem;
use crate::level::Level;
use crate::source::Source;

/// The most bytes of one level: a file, or a line of a file with a level a line.
const MOST_BYTES: usize = 64 << 20;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The levels of one file.
pub(super) struct Levels<'a> {
    pub(super) name: String,
    pub(super) reader: &'a mut dyn BufRead,
}

/// A line or a whole file, or why there is none.
pub(super) type Text = Result<Vec<u8>, Problem>;

impl Levels<'_> {
    /// Gives every level to `each`, in order.
    pub(super) fn read(
        &mut self,
        form: Option<Form>,
        each: &mut dyn FnMut(Item) -> io::Result<()>,
    ) -> io::Result<()> {
        // A byte order mark stands before everything else, blank lines included.
        if self
            .reader
            .fill_buf()
            .is_ok_and(|start| start.starts_with(BYTE_ORDER_MARK))
        {
            self.reader.consume(BYTE_ORDER_MARK.len());
        }
        match form {
            Some(Form::Lines) => self.lines(1, None, each),
            Some(form) => {
                let text = self.rest(Vec::new());
                each(self.item(form, text))
            }
            None => self.told_by_content(each),
        }
    }

    /// Whether the file begins as levels of the game do.
    pub(super) fn is_from_game(&mut self) -> bool {
        let start = self.reader.fill_buf();
        start.is_ok_and(Level::is_from_game)
    }

    /// Tells the form from the first line that is not blank: a board is not drawn with braces, and
    /// a level a line is complete at the end of its line.
    fn told_by_content(&mut self, each: &mut dyn FnMut(Item) -> io::Result<()>) -> io::Result<()> {
        let mut skipped = 0;
        let first = loop {
            match self.line() {
                Some(Ok(line)) if line.trim_ascii().is_empty() => skipped += 1,
                Some(Err(problem)) => return each(Item::failed(1, problem)),
                Some(Ok(line)) => break line,
                None => break Vec::new(),
            }
        };
        let is_json = first.trim_ascii_start().starts_with(b"{");
        if is_json {
            let whole = serde_json::from_slice::<serde::de::IgnoredAny>(&first);
            if !whole.is_err_and(|error| error.is_eof()) {
                return self.lines(skipped + 1, Some(Ok(first)), each);
            }
        }
        let form = if is_json { Form::Level } else { Form::Drawing };
        let mut start = vec![b'\n'; skipped];
        start.extend(first);
        let text = self.rest(start);
        each(self.item(form, text))
    }

    /// Gives a level for every line that is not blank; `first` was read before.
    fn lines(
        &mut self,
        mut number: usize,
        mut first: Option<Text>,
        each: &mut dyn FnMut(Item) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut is_empty = true;
        // Lines that were read ahead and hold no part of the level before them.
        let mut ahead = VecDeque::new();
        while let Some(line) = (first.take().or_else(|| ahead.pop_front())).or_else(|| self.line())
        {
            let start = number;
            number += 1;
            if line.as_ref().is_ok_and(|line| line.trim_ascii().is_empty()) {
                continue;
            }
            is_empty = false;
            let source = line.and_then(|line| Source::from_bytes(&*self.name, line));
            let read = match source {
                Ok(source) => Item::of(Form::Lines, source.on_line(start), start),
                Err(problem) => Item::failed(start, problem.on_line(start)),
            };
            let failed = read.text.as_ref().filter(|_| read.level.is_err());
            let slip = failed.and_then(|text| lines::slip(&text.source));
            each(match (slip, &read.text) {
                (Some(Slip::Marker), _) => continue,
                (Some(Slip::Unmerged(problem)), _) => Item::failed(start, problem),
                (Some(Slip::Open), Some(text)) if ahead.is_empty() => {
                    let more = self.read_ahead(&text.source, &mut ahead);
                    number += more;
                    match more {
                        0 => read,
                        _ => Item::failed(start, lines::several(&text.source, more + 1)),
                    }
                }
                _ => read,
            })?;
        }
        match is_empty {
            true => each(Item::failed(1, without_levels(&self.name))),
            false => Ok(()),
        }
    }

    /// How many of the next lines a level goes on over; when none, those that were read are kept.
    fn read_ahead(&mut self, start: &Source, ahead: &mut VecDeque<Text>) -> usize {
        let mut level = Ongoing::default();
        level.add(start.text().as_bytes());
        while let Some(line) = self.line() {
            ahead.push_back(line);
            let Some(Ok(line)) = ahead.back() else { break };
            level.add(line);
            if level.is_closed() && level.is_value() {
                let lines = ahead.len();
                ahead.clear();
                return lines;
            }
            if level.is_closed() || level.len() > MOST_BYTES || lines::is_level(line) {
                break;
            }
        }
        0
    }

    fn item(&self, form: Form, text: Text) -> Item {
        match text.and_then(|text| Source::from_bytes(&*self.name, text)) {
            Ok(source) => Item::of(form, source, 1),
            Err(problem) => Item::failed(1, problem),
        }
    }

    /// The next line without its end; `None` at the end of the file.
    fn line(&mut self) -> Option<Text> {
        let mut line = Vec::new();
        let read = (&mut *self.reader)
            .take(MOST_BYTES as u64 + 1)
            .read_until(b'\n', &mut line);
        match read {
            Ok(0) => None,
            Ok(_) if line.len() > MOST_BYTES && !line.ends_with(b"\n") => Some(
                self.reader
                    .skip_until(b'\n')
                    .map_err(|error| self.failed(&error))
                    .and(Err(self.too_long())),
            ),
            Ok(_) => {
                let ends = line
                    .iter()
                    .rev()
                    .take_while(|&&byte| matches!(byte, b'\n' | b'\r'))
                    .count();
                line.truncate(line.len() - ends);
                Some(Ok(line))
            }
            Err(error) => Some(Err(self.failed(&error))),
        }
    }

    /// Everything that is still to come, after `text`.
    pub(super) fn rest(&mut self, mut text: Vec<u8>) -> Text {
        if !text.is_empty() {
            text.push(b'\n');
        }
        let read = (&mut *self.reader)
            .take(MOST_BYTES as u64 + 1)
            .read_to_end(&mut text);
        match read {
            Ok(_) if text.len() > MOST_BYTES => Err(self.too_long()),
            Ok(_) => Ok(text),
            Err(error) => Err(self.failed(&error)),
        }
    }

    fn failed(&self, error: &io::Error) -> Problem {
        unreadable(&self.name, &error.to_string())
    }

    fn too_long(&self) -> Problem {
        let megabytes = MOST_BYTES >> 20;
        let problem = unreadable(
            &self.name,
            &format!("a level is longer than {megabytes} MiB"),
        );
        problem.help("put one level on each line of an .ndjson file")
    }
}

pub(super) fn unreadable(name: &str, why: &str) -> Problem {
    Problem::error(
        format!("this file cannot be read: {why}"),
        Source::new(name, "").whole(),
    )
}

/// For a file with a level a line that has no line.
fn without_levels(name: &str) -> Problem {
    let problem = Problem::error(
        "there is no level in this file",
        Source::new(name, "").whole(),
    );
    problem
        .help("each of its lines is a level: `{ \"width\": 1, \"height\": 1, \"objects\": [..] }`")
}
