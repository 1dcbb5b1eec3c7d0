//! The grammar and words files, and how they are renamed: as texts, whatever their fields mean.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::names::Names;

pub const GRAMMAR: &str = "grammar/baba.ron";
pub const WORDS: &str = "content/baba.json";

/// A grammar file and its words file.
pub struct Files {
    pub grammar: String,
    pub words: String,
}

impl Files {
    pub fn load() -> Files {
        let read = |file: &str| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"))
        };
        Files {
            grammar: read(GRAMMAR),
            words: read(WORDS),
        }
    }

    fn list(&self) -> Value {
        serde_json::from_str(&self.words).expect("a words file")
    }

    /// The names of all words, those of the grammar file included.
    pub fn words(&self) -> Vec<String> {
        let list = self.list();
        let words = list["words"].as_array().expect("it has words");
        let name = |word: &Value| word["name"].as_str().expect("it has a name").to_owned();
        let mut names: Vec<String> = words.iter().map(name).collect();
        names.extend(keys(&self.grammar, "    words: {"));
        names
    }

    /// The words of a role, by what their entries say.
    pub fn words_of(&self, role: &str) -> Vec<String> {
        let list = self.list();
        let words = list["words"].as_array().expect("it has words").iter();
        let has = |word: &&Value| {
            let roles = word["roles"].as_array();
            word["role"] == role || roles.is_some_and(|roles| roles.iter().any(|it| it == role))
        };
        let name = |word: &Value| word["name"].as_str().expect("it has a name").to_owned();
        words.filter(has).map(name).collect()
    }

    pub fn roles(&self) -> Vec<String> {
        keys(&self.grammar, "    roles: {")
    }

    /// The files with new names.
    pub fn renamed(&self, names: &Names) -> Files {
        let mut list = self.list();
        let words = list["words"].as_array_mut().expect("it has words");
        for word in words.iter_mut() {
            rename(word, names);
        }
        Files {
            grammar: renamed_literals(&self.grammar, names),
            words: list.to_string(),
        }
    }
}

/// The keys of a map of the grammar file, which has an entry a line.
fn keys(grammar: &str, head: &str) -> Vec<String> {
    let lines = grammar.lines().skip_while(|line| *line != head).skip(1);
    let entries = lines.take_while(|line| line.trim() != "},");
    let keys: Vec<String> = entries
        .filter_map(|line| Some(literals(line).first()?.to_string()))
        .collect();
    assert!(!keys.is_empty(), "{head}");
    keys
}

/// Renames the texts of a value, but not its keys.
fn rename(value: &mut Value, names: &Names) {
    match value {
        Value::String(text) => *text = names.text(text),
        Value::Array(list) => list.iter_mut().for_each(|value| rename(value, names)),
        Value::Object(fields) => fields.values_mut().for_each(|value| rename(value, names)),
        _ => {}
    }
}

/// The pieces of a text between quotes, and those outside, in turns; comments are outside.
fn pieces(text: &str) -> Vec<&str> {
    let (mut pieces, mut start, mut inside) = (Vec::new(), 0, false);
    let mut rest = text.char_indices();
    while let Some((at, c)) = rest.next() {
        assert!(c != '\\', "no text is escaped");
        if c == '"' {
            pieces.push(&text[start..at]);
            (start, inside) = (at + 1, !inside);
        } else if !inside && text[at..].starts_with("//") {
            rest.find(|(_, c)| *c == '\n');
        }
    }
    pieces.push(&text[start..]);
    pieces
}

/// The texts between quotes.
pub fn literals(text: &str) -> Vec<&str> {
    pieces(text).into_iter().skip(1).step_by(2).collect()
}

fn renamed_literals(text: &str, names: &Names) -> String {
    let piece = |(index, piece): (usize, &str)| match index % 2 {
        1 => names.text(piece),
        _ => piece.to_owned(),
    };
    let pieces: Vec<String> = pieces(text).into_iter().enumerate().map(piece).collect();
    pieces.join("\"")
}
