//! `spellboard check`: every problem of the grammars, words and levels of a project.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::elsewhere;
use super::findings::{Findings, at_new_places};
use super::input::InFolders;
use super::report::{Format, number, tell};
use super::{LanguageArgs, Outcome, input};
use crate::diagnostic::{Problem, list};
use crate::grammar::Grammar;
use crate::project::{Files, Folder, LEVELS, Language};

/// What to check.
#[derive(Args)]
#[command(after_help = "\
Without levels, --grammar and --words, every grammar in grammar/ is checked, each with its words, in this \
folder or the nearest one above that has a project.

Examples:
  spellboard check --grammar mine.ron --words mine.json levels/*.json
  spellboard check --format github")]
pub(super) struct CheckArgs {
    #[command(flatten)]
    language: LanguageArgs,
    /// How problems are told.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Levels, drawn boards and levels of the game itself (.l), or folders of them [default: all of content/levels, where no
    /// grammar and no words are given].
    #[arg(value_name = "LEVELS")]
    levels: Vec<PathBuf>,
}

/// What was looked at, and what is wrong with it.
#[derive(Default)]
pub(super) struct Looked {
    pub(super) problems: Vec<Problem>,
    /// The paths of the files.
    grammars: BTreeSet<String>,
    words_files: BTreeSet<String>,
    /// Where each word is defined, and its name.
    words: BTreeSet<(String, usize, usize, String)>,
    levels: usize,
    /// The words files that no grammar is read with.
    unread: Vec<String>,
    /// What is built in that stands in for files, and the first of those.
    built_in: Option<(&'static str, String)>,
}

/// Runs the command.
pub(super) fn run(args: &CheckArgs, out: &mut dyn Write) -> io::Result<Outcome> {
    let here = Folder::here();
    let mut looked = match args.language.is_given() || !args.levels.is_empty() {
        true => Looked::at(
            &here,
            &args.language,
            &InFolders::named(&args.levels).told(),
        ),
        false => Looked::at_project(&here, &InFolders::of(&here.path(LEVELS)).told()),
    }?;
    elsewhere::tell(&mut looked.problems, args.language.is_given());
    tell(&looked.problems, args.format, out)?;
    if !looked.problems.is_empty() {
        return Ok(Outcome::Problems);
    }
    if args.format != Format::Json {
        writeln!(out, "no problems: {looked}")?;
    }
    Ok(Outcome::Fine)
}

impl Looked {
    /// Looks at every grammar of a project with its words, and at levels that are read with the
    /// language of the project.
    pub(super) fn at_project(files: &Folder, levels: &[PathBuf]) -> io::Result<Looked> {
        let mut looked = Looked::default();
        let (mut places, mut main, mut read) = (BTreeSet::new(), None, BTreeSet::new());
        for language in Language::used(files, !levels.is_empty()) {
            let (grammar, problems) = language.checked(files);
            read.insert(language.words.clone());
            looked.problems.extend(at_new_places(&mut places, problems));
            let is_main = language == Language::shipped();
            if let Some(grammar) = grammar {
                looked.add(&grammar, &language.grammar, [language.words]);
                main = main.or(is_main.then(|| Arc::new(grammar)));
            }
            if is_main {
                looked.built_in = built_in(files, true, true);
            }
        }
        looked.unread = files.words_files();
        looked.unread.retain(|path| !read.contains(path));
        looked.look(levels, main.as_ref())
    }

    /// Looks at the language that a command was given, and at levels.
    pub(super) fn at(
        files: &Folder,
        given: &LanguageArgs,
        levels: &[PathBuf],
    ) -> io::Result<Looked> {
        let mut looked = Looked::default();
        let grammar;
        (grammar, looked.problems) = given.checked();
        let grammar = grammar.map(Arc::new);
        let Language {
            grammar: path,
            words,
        } = given.language();
        if let Some(grammar) = &grammar {
            let named = given.words.iter().map(|path| path.display().to_string());
            looked.add(
                grammar,
                &path,
                named.chain(given.words.is_empty().then_some(words)),
            );
        }
        looked.built_in = built_in(files, given.grammar.is_none(), given.words.is_empty());
        looked.look(levels, grammar.as_ref())
    }

    /// Counts what a language has.
    fn add(&mut self, grammar: &Grammar, path: &str, words: impl IntoIterator<Item = String>) {
        self.grammars.insert(path.to_owned());
        self.words_files.extend(words);
        let lexicon = grammar.lexicon();
        self.words.extend(lexicon.words().map(|word| {
            let at = lexicon.definition(word);
            let name = lexicon.name(word).to_owned();
            (at.file.to_owned(), at.line, at.column, name)
        }));
    }

    /// Looks at levels.
    fn look(mut self, levels: &[PathBuf], grammar: Option<&Arc<Grammar>>) -> io::Result<Looked> {
        let mut findings = Findings::default();
        for path in levels {
            let name = path.display().to_string();
            input::read(path, &mut |item| {
                self.levels += 1;
                findings.level(&item, grammar, &name);
                Ok(())
            })?;
        }
        self.problems.extend(findings.finish());
        self.problems
            .sort_by(|a, b| a.position().cmp(&b.position()));
        Ok(self)
    }
}

/// What is built in that stands in for files of the project, of those that are not given.
fn built_in(files: &Folder, grammar: bool, words: bool) -> Option<(&'static str, String)> {
    let main = Language::shipped();
    let grammar = grammar && !files.has(&main.grammar);
    let words = words && !files.has(&main.words);
    match (grammar, words) {
        (true, true) => Some(("grammar and words serve", main.grammar)),
        (true, false) => Some(("grammar serves", main.grammar)),
        (false, true) => Some(("words serve", main.words)),
        (false, false) => None,
    }
}

impl fmt::Display for Looked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grammars = match self.grammars.len() {
            1 => "a grammar".to_owned(),
            grammars => number(grammars, "grammar"),
        };
        let files = number(self.words_files.len(), "words file");
        let (words, levels) = (self.words.len(), number(self.levels, "level"));
        write!(
            f,
            "{grammars} and {files} with {words} words in all, {levels}"
        )?;
        if let Some((what, missing)) = &self.built_in {
            write!(f, "; the built-in {what}, as there is no {missing} here")?;
        }
        if !self.unread.is_empty() {
            let unread = list(self.unread.iter().map(String::as_str));
            write!(f, "; no grammar is read with {unread}")?;
        }
        Ok(())
    }
}
