//! Levels from files and standard input: a level, a file with a level a line, or a drawn board.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::game;
use super::lines::{self, Ongoing, Slip};
use crate::diagnostic::{Problem, Problems, tidy};
use crate::drawing;
use crate::level::Level;
use crate::project::Files;
use crate::source::Source;

/// The most bytes of one level: a file, or a line of a file with a level a line.
const MOST_BYTES: usize = 64 << 20;

/// Standard input, as a path and as messages name it.
const STANDARD_INPUT: (&str, &str) = ("-", "standard input");

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A level, or what is wrong with it.
pub(super) struct Item {
    /// The line it starts on.
    pub(super) line: usize,
    /// What it was read from, where it could be read.
    pub(super) text: Option<LevelText>,
    /// The files that it was read from, where it is a level of the game itself.
    pub(super) game: Option<game::GameFiles>,
    pub(super) level: Result<Level, Problems>,
}

/// The text of a level.
pub(super) struct LevelText {
    pub(super) source: Source,
    pub(super) is_drawn: bool,
    /// Whether its file has a level on every line.
    is_line: bool,
}

impl Item {
    /// For a level of which there is not even a text.
    pub(super) fn failed(line: usize, problem: Problem) -> Item {
        Item {
            line,
            text: None,
            game: None,
            level: Err(problem.into()),
        }
    }

    /// Whether its file has a level on every line.
    pub(super) fn is_line(&self) -> bool {
        self.text.as_ref().is_some_and(|text| text.is_line)
    }

    /// The name of its file, as messages have it.
    pub(super) fn file<'a>(&'a self, path: &'a str) -> &'a str {
        let text = self.text.as_ref();
        text.map_or(path, |text| text.source.name())
    }

    /// What to call the level: by its name, or else by its place.
    pub(super) fn title(&self, path: &str) -> String {
        let (level, file) = (self.level.as_ref().ok(), self.file(path));
        match level.and_then(|level| level.name.as_deref()) {
            Some(name) => tidy(name.to_owned()),
            None if self.is_line() => format!("{file}:{}", self.line),
            None => file.to_owned(),
        }
    }
}

/// How a file holds levels.
enum Form {
    /// One level as JSON.
    Level,
    /// A level as JSON on every line.
    Lines,
    /// A drawn board.
    Drawing,
}

/// Gives every level of a file to `each`, in order.
pub(super) fn read(path: &Path, each: &mut dyn FnMut(Item) -> io::Result<()>) -> io::Result<()> {
    let from_input = path == Path::new(STANDARD_INPUT.0);
    let name = if from_input {
        STANDARD_INPUT.1.to_owned()
    } else {
        path.display().to_string()
    };
    let mut reader: Box<dyn BufRead> = if from_input {
        Box::new(BufReader::new(io::stdin()))
    } else {
        // A folder opens like a file on some systems, so it is asked for first.
        match File::open(path) {
            Ok(file) if !path.is_dir() => Box::new(BufReader::new(file)),
            _ => {
                let problem = Source::load(path).err();
                let problem = problem.unwrap_or_else(|| unreadable(&name, "it cannot be opened"));
                return each(Item::failed(1, problem));
            }
        }
    };
    if path.extension().is_some_and(|end| end == game::SETTINGS) {
        return each(Item::failed(1, game::not_a_level(&name)));
    }
    let mut levels = Levels {
        name,
        reader: &mut *reader,
    };
    // What the game wrote is told from how it begins, whatever it is called.
    if !is_from_game(path) && !levels.is_from_game() {
        return levels.read(form_of(path), each);
    }
    each(match (levels.rest(Vec::new()), from_input) {
        (Err(problem), _) => Item::failed(1, problem),
        (Ok(bytes), true) => game::alone(&levels.name, &bytes),
        (Ok(bytes), false) => game::on_disk(path, &levels.name, &bytes),
    })
}

/// Gives every level of a file of a project to `each`, in order.
pub(super) fn read_in(
    files: &dyn Files,
    path: &str,
    each: &mut dyn FnMut(Item) -> io::Result<()>,
) -> io::Result<()> {
    if is_from_game(Path::new(path)) {
        return each(game::in_project(files, path));
    }
    match files.source(path) {
        Ok(source) => read_source(&source, each),
        Err(problem) => each(Item::failed(1, problem)),
    }
}

/// Gives every level of a text to `each`, in order. How it holds them is told from its name.
pub(super) fn read_source(
    source: &Source,
    each: &mut dyn FnMut(Item) -> io::Result<()>,
) -> io::Result<()> {
    read_bytes(source.name(), source.text().as_bytes(), each)
}

/// Gives every level of a file that is in memory to `each`, in order.
pub(super) fn read_bytes(
    name: &str,
    mut bytes: &[u8],
    each: &mut dyn FnMut(Item) -> io::Result<()>,
) -> io::Result<()> {
    if Level::is_from_game(bytes) {
        return each(game::alone(name, bytes));
    }
    Levels {
        name: name.to_owned(),
        reader: &mut bytes,
    }
    .read(form_of(Path::new(name)), each)
}

/// Whether a file holds levels, told from how its name ends.
pub(super) fn holds_levels(path: impl AsRef<Path>) -> bool {
    let path = path.as_ref();
    form_of(path).is_some() || is_from_game(path)
}

/// Whether a file holds a level of the game itself, told from how its name ends.
fn is_from_game(path: &Path) -> bool {
    path.extension() == Some(game::LAYERS.as_ref())
}

/// Whether a file holds levels, or what belongs to a level beside it.
pub(super) fn belongs_to_levels(path: &str) -> bool {
    let is_settings = Path::new(path).extension() == Some(game::SETTINGS.as_ref());
    is_settings || holds_levels(path)
}

fn form_of(path: &Path) -> Option<Form> {
    match path.extension()?.to_str()? {
        "json" => Some(Form::Level),
        "ndjson" | "jsonl" => Some(Form::Lines),
        "txt" => Some(Form::Drawing),
        _ => None,
    }
}

fn unreadable(name: &str, why: &str) -> Problem {
    Problem::error(
        format!("this file cannot be read: {why}"),
        Source::new(name, "").whole(),
    )
}

/// The levels of one file.
struct Levels<'a> {
    name: String,
    reader: &'a mut dyn BufRead,
}

/// A line or a whole file, or why there is none.
type Text = Result<Vec<u8>, Problem>;

impl Levels<'_> {
    fn read(
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
    fn is_from_game(&mut self) -> bool {
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
        // Lines that were read ahead and hold no part of the level before them.
        let mut ahead = VecDeque::new();
        while let Some(line) = (first.take().or_else(|| ahead.pop_front())).or_else(|| self.line())
        {
            let start = number;
            number += 1;
            if line.as_ref().is_ok_and(|line| line.trim_ascii().is_empty()) {
                continue;
            }
            let source = line.and_then(|line| Source::from_bytes(&*self.name, line));
            let read = match source {
                Ok(source) => item(Form::Lines, source.on_line(start), start),
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
        Ok(())
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
            Ok(source) => item(form, source, 1),
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
    fn rest(&mut self, mut text: Vec<u8>) -> Text {
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

/// The level of a text.
fn item(form: Form, source: Source, line: usize) -> Item {
    let level = match form {
        Form::Drawing => drawing::level(&source),
        Form::Level | Form::Lines => Level::from_json(&source),
    };
    let text = LevelText {
        source,
        is_drawn: matches!(form, Form::Drawing),
        is_line: matches!(form, Form::Lines),
    };
    Item {
        line,
        text: Some(text),
        game: None,
        level,
    }
}

/// The files that are named, with all levels in it for a folder that has some.
pub(super) fn in_folders(named: &[PathBuf]) -> Vec<PathBuf> {
    let files = |path: &PathBuf| match levels_in(path) {
        levels if levels.is_empty() => vec![path.clone()],
        levels => levels,
    };
    named.iter().flat_map(files).collect()
}

/// The names of all levels of a folder, sorted; none when there is no such folder.
pub(super) fn levels_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let mut levels: Vec<PathBuf> = paths.filter(|path| holds_levels(path)).collect();
    levels.sort();
    levels
}
