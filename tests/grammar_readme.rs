//! The examples of `grammar/README.md` are right: its first comment says how they are written.

use std::{error::Error, fs};

use serde_json::{Value, json};
use spellboard::{Board, Grammar, Level, Source, drawing};

/// The files that the examples change, whole and as they are since the last heading.
#[derive(Default)]
struct Page {
    whole: [String; 2],
    now: [String; 2],
    /// The board that waits for its rules, and whether it is a level.
    board: Option<(String, bool)>,
}

#[test]
fn every_example_is_right() {
    let text = fs::read_to_string("grammar/README.md").expect("it can be read");
    let (mut page, mut failed, mut examples) = (Page::default(), String::new(), 0);
    let mut lines = (1..).zip(text.lines());
    while let Some((number, line)) = lines.next() {
        if line.starts_with('#') {
            page.now = page.whole.clone();
        }
        let Some(kind) = line.strip_prefix("```") else {
            continue;
        };
        let block: Vec<&str> = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| *line != "```")
            .collect();
        examples += usize::from(matches!(kind, "rules" | "held" | "refused"));
        if let Err(error) = page.block(kind, &block) {
            failed += &format!("grammar/README.md:{number}: {error}\n");
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
    assert!(examples > 40, "examples were run: {examples}");
    assert!(page.board.is_none(), "the last board has no rules");
}

impl Page {
    fn block(&mut self, kind: &str, block: &[&str]) -> Result<(), Box<dyn Error>> {
        if self.board.is_some() && !matches!(kind, "rules" | "held") {
            return Err("the board before it has no rules".into());
        }
        match kind {
            "ron" if block.contains(&"(") => {
                self.whole[0] = block.join("\n");
                self.now[0] = self.whole[0].clone();
            }
            "ron" => self.now[0] = changed_grammar(&self.now[0], block)?,
            "words" if block[0].starts_with("{ \"words\"") => {
                self.whole[1] = block.join("\n");
                self.now[1] = self.whole[1].clone();
            }
            "words" => self.now[1] = changed_words(&self.now[1], block)?,
            "board" | "level" => self.board = Some((block.join("\n"), kind == "level")),
            "rules" | "held" => {
                let (board, is_level) = self.board.take().ok_or("it has no board")?;
                let board = read(self.grammar()?, board, is_level)?;
                let rules = match kind {
                    "held" => board.in_force()?.texts(board.grammar()),
                    _ => board.rules()?.texts(board.grammar()),
                };
                if rules != block {
                    return Err(format!("the board spells {rules:#?}").into());
                }
            }
            "refused" => {
                let refused = self.grammar().err().ok_or("it is not refused")?.to_string();
                if !block.iter().all(|line| refused.contains(line)) {
                    return Err(format!("it is refused with: {refused}").into());
                }
            }
            "sh" => {}
            _ => return Err(format!("no example is called `{kind}`").into()),
        }
        Ok(())
    }

    fn grammar(&self) -> Result<Grammar, spellboard::Problems> {
        let [grammar, words] = &self.now;
        Grammar::new(
            &Source::new("grammar", grammar),
            &[Source::new("words", words)],
        )
    }
}

fn read(grammar: Grammar, board: String, is_level: bool) -> Result<Board, Box<dyn Error>> {
    let source = Source::new("board", board);
    Ok(if is_level {
        Board::from_level(grammar.into(), &Level::from_json(&source)?)?
    } else {
        drawing::read(&source, grammar.into())?
    })
}

/// A grammar in which each line of a block has taken the place of the one that begins alike. Other
/// lines come before the next one that has a place, or else behind the last, or else at the end.
fn changed_grammar(grammar: &str, block: &[&str]) -> Result<String, Box<dyn Error>> {
    let head = |line: &str| {
        let end = if line.trim().starts_with('(') {
            ','
        } else {
            ':'
        };
        let head = line.trim().split(end).next();
        head.unwrap_or_default().to_owned()
    };
    let mut lines: Vec<String> = grammar.lines().map(str::to_owned).collect();
    let (mut new, mut behind) = (Vec::new(), None);
    for line in block.iter().map(|line| (*line).to_owned()) {
        if let Some(at) = lines.iter().position(|known| head(known) == head(&line)) {
            lines[at] = line;
            behind = Some(at + 1 + new.len());
            lines.splice(at..at, new.drain(..));
        } else {
            new.push(line);
        }
    }
    let end = lines.iter().rposition(|line| line == ")");
    let at = behind.or(end).ok_or("there is no grammar to change")?;
    lines.splice(at..at, new);
    Ok(lines.join("\n"))
}

/// A words file in which each word of a block is new, or has taken the place of the one before.
fn changed_words(words: &str, block: &[&str]) -> Result<String, Box<dyn Error>> {
    let mut file: Value = serde_json::from_str(words)?;
    let words = file["words"].as_array_mut().ok_or("there are no words")?;
    for line in block {
        let word: Value = serde_json::from_str(line.trim_end_matches(','))?;
        words.retain(|known| known["name"] != word["name"]);
        words.push(word);
    }
    Ok(json!(file).to_string())
}

/// Every field of the two formats has a heading.
#[test]
fn every_field_is_explained() {
    let text = fs::read_to_string("grammar/README.md").expect("it can be read");
    let headings: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
    let format = fs::read_to_string("src/grammar/file.rs").expect("it can be read");
    let fields = format.lines().filter_map(|line| {
        let line = line.trim();
        let line = line.strip_prefix("pub(crate) ").unwrap_or(line);
        let (name, _) = line.strip_suffix(',')?.split_once(": ")?;
        name.chars()
            .all(|c| c.is_lowercase() || c == '_')
            .then(|| name.to_owned())
    });
    let mut fields: Vec<String> = fields.collect();
    let schema = fs::read_to_string("content/words.schema.json").expect("it can be read");
    let schema: Value = serde_json::from_str(&schema).expect("it is JSON");
    for object in [&schema, &schema["$defs"]["WordEntry"]] {
        let properties = object["properties"].as_object().expect("it has fields");
        fields.extend(properties.keys().cloned());
    }
    assert!(fields.len() > 25, "{fields:?}");
    fields.retain(|field| !headings.iter().any(|at| at.contains(&format!("`{field}`"))));
    assert!(fields.is_empty(), "no heading has {fields:?}");
}
