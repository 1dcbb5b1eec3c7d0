//! Text from files: read, and told to be UTF-8, or why it cannot be had.

use std::path::Path;

use super::Source;
use crate::diagnostic::{Problem, list, nearest};

/// What to do about a file in another encoding.
const SAVE_AS: &str = "save it as UTF-8";

impl Source {
    /// Reads a file.
    ///
    /// # Errors
    /// Where there is no such file, for a folder, and for text that is not UTF-8.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// fn length(path: &Path) -> Result<usize, Box<dyn std::error::Error>> {
    ///     Ok(spellboard::Source::load(path)?.text().len())
    /// }
    /// let error = length(Path::new("nowhere.json")).unwrap_err();
    /// assert_eq!(error.to_string(), "nowhere.json: this file cannot be read: there is no such file");
    /// ```
    pub fn load(path: &Path) -> Result<Self, Problem> {
        Self::from_bytes(path.display().to_string(), Self::bytes_of(path)?)
    }

    /// The bytes of a file, text or not.
    pub(crate) fn bytes_of(path: &Path) -> Result<Vec<u8>, Problem> {
        std::fs::read(path).map_err(|error| unreadable(path, &error))
    }

    /// Text from bytes that should be UTF-8, the encoding of every file that is read here.
    ///
    /// # Errors
    /// For other bytes, with the place of the first.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, Problem> {
        let name = name.into();
        if is_utf16(&bytes) {
            let mut place = Source::new(&*name, "").whole();
            (place.line, place.column, place.end_column) = (1, 1, 2);
            let problem = Problem::error("this file is UTF-16, not UTF-8", place);
            return Err(problem.help(SAVE_AS));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(name, text)),
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let bytes = error.into_bytes();
                let text = String::from_utf8_lossy(&bytes[..good]).into_owned();
                let mut place = Source::new(&*name, text).whole();
                (place.line, place.column) = (1, 1);
                for line in String::from_utf8_lossy(&bytes[..good])
                    .split('\n')
                    .enumerate()
                {
                    (place.line, place.column) = (line.0 + 1, line.1.chars().count() + 1);
                }
                place.end_column = place.column + 1;
                let message = format!(
                    "this file is not UTF-8: byte {:#04x} stands here",
                    bytes[good]
                );
                Err(Problem::error(message, place).help(SAVE_AS))
            }
        }
    }
}

/// Whether bytes are text in UTF-16: by its byte order mark, or because each second one is 0.
pub(crate) fn is_utf16(bytes: &[u8]) -> bool {
    let marked = matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
    let zeros = bytes.iter().take(4).map(|&byte| byte == 0);
    let zeros: Vec<bool> = zeros.collect();
    marked || zeros == [true, false, true, false] || zeros == [false, true, false, true]
}

/// The names of what lies in a folder, sorted.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Why a file could not be read at all, with the name that was probably meant.
fn unreadable(path: &Path, error: &std::io::Error) -> Problem {
    let place = Source::new(path.display().to_string(), "").whole();
    if path.is_dir() {
        let problem = Problem::error("this is a folder, a file was expected", place);
        let inside = names_in(path);
        let paths = inside.iter().map(|name| path.join(name));
        let files: Vec<String> = paths
            .filter(|path| path.is_file())
            .map(|path| path.display().to_string())
            .take(8)
            .collect();
        return match files.is_empty() {
            true => problem,
            false => problem.help(format!(
                "name a file in it, such as {}",
                list(files.iter().map(String::as_str))
            )),
        };
    }
    let problem = Problem::error(format!("this file cannot be read: {}", cause(error)), place);
    let folder = path.parent().map_or(Path::new(""), |folder| folder);
    let neighbours = match folder.as_os_str().is_empty() {
        true => names_in(Path::new(".")),
        false => names_in(folder),
    };
    let wanted = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    match nearest(&wanted, neighbours.iter().map(String::as_str)) {
        Some(name) if name != wanted => problem.help(format!(
            "did you mean `{}`?",
            path.with_file_name(name).display()
        )),
        _ => problem,
    }
}

/// What stopped a file from being read, in the same words on every system.
fn cause(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}
