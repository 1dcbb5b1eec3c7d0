//! Words that a board has and its grammar does not know, where other files of the project have them.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::diagnostic::Problem;
use crate::grammar::Grammar;
use crate::project::{Files, Folder, Language, Languages};
use crate::source::Source;

/// The words of a project that its main language does not have, each with the file that has it and with
/// what reads that file.
pub(super) struct Elsewhere(BTreeMap<String, Home>);

/// Where a word is at home.
#[derive(Debug, Clone)]
pub(super) struct Home {
    file: String,
    /// The grammar that is read with that file, if any is.
    grammar: Option<String>,
}

impl Elsewhere {
    /// The words of all grammars of the project but the main one, and of the words files that no grammar is
    /// read with.
    pub(super) fn of_project(files: &Folder) -> Elsewhere {
        let mut homes = BTreeMap::new();
        let (main, mut languages) = (Language::shipped(), Languages::new(files));
        let others = Language::all(files).into_iter();
        let others: Vec<Language> = others.filter(|language| *language != main).collect();
        for language in &others {
            if let Ok(grammar) = languages.grammar(language) {
                add(&mut homes, &grammar, Some(&language.grammar));
            }
        }
        let is_read = |path: &String| {
            *path == main.words || others.iter().any(|language| language.words == *path)
        };
        for path in files.words_files().iter().filter(|path| !is_read(path)) {
            let text = files.source(path).ok();
            let names = text.map(|source| names(&source)).unwrap_or_default();
            for name in names {
                let file = files.name(path);
                let grammar = None;
                homes.entry(name).or_insert(Home { file, grammar });
            }
        }
        Elsewhere(homes)
    }

    /// Where a word is at home, for people.
    pub(super) fn told(&self, word: &str) -> Option<String> {
        let Home { file, grammar } = self.0.get(word)?;
        Some(match grammar {
            Some(grammar) => format!("`{word}` is a word of {file}, which {grammar} reads"),
            None => format!("`{word}` is a word of {file}, which no grammar is read with"),
        })
    }
}

/// The names in a words file, as far as it can be read.
fn names(source: &Source) -> Vec<String> {
    let file: Value = serde_json::from_str(source.text()).unwrap_or_default();
    let entries = file["words"].as_array().into_iter().flatten();
    let names = entries.filter_map(|entry| entry["name"].as_str());
    names.map(str::to_owned).collect()
}

fn add(homes: &mut BTreeMap<String, Home>, grammar: &Grammar, path: Option<&str>) {
    let lexicon = grammar.lexicon();
    for word in lexicon.words() {
        let home = || Home {
            file: lexicon.definition(word).file.to_owned(),
            grammar: path.map(str::to_owned),
        };
        let name = lexicon.name(word).to_owned();
        homes.entry(name).or_insert_with(home);
    }
}

/// Says of unknown words where in the project they are at home. Boards of a language that was named are
/// let alone: whoever named it knows of the others.
pub(super) fn tell(problems: &mut [Problem], is_given: bool) {
    if is_given || !problems.iter().any(|problem| problem.is_unknown) {
        return;
    }
    let elsewhere = Elsewhere::of_project(&Folder::here());
    for problem in problems {
        let told = problem.unknown_word().and_then(|word| elsewhere.told(word));
        let Some(told) = told else {
            continue;
        };
        let known = "is no word of this grammar";
        problem.message = problem.message.replacen("is in no words file", known, 1);
        if let Some(place) = problem.places.first_mut() {
            place.label = told;
        }
        problem.help = Some(
            "`--grammar` and `--words` say what to read boards with; `--words` can be given more than once"
                .to_owned(),
        );
    }
}
