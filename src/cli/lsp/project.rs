//! A project, and the languages of its files: which grammar goes with which words.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::files::{Kind, Overlay, folder_of};
use super::language::{Known, Language};
use super::sites::{Means, Site, sites};
use crate::diagnostic::Problem;
use crate::project::{self, Files};

/// The grammar and words that the editor or the command line asks for.
#[derive(Debug, Clone, Default)]
pub(super) struct Chosen {
    pub(super) grammar: Option<String>,
    pub(super) words: Vec<String>,
}

impl Chosen {
    /// The same files, named as those of a project in a folder are.
    pub(super) fn within(&self, root: &Path) -> Chosen {
        let name = |name: &String| {
            let path = Path::new(name);
            let below = path.strip_prefix(root).or(path.strip_prefix("."));
            below.unwrap_or(path).to_string_lossy().into_owned()
        };
        Chosen {
            grammar: self.grammar.as_ref().map(name),
            words: self.words.iter().map(name).collect(),
        }
    }
}

/// A project in a folder: what is known of its languages.
#[derive(Debug)]
pub(super) struct Project {
    chosen: Chosen,
    known: BTreeMap<Language, Known>,
    /// The languages whose files were looked at since the last message.
    fresh: BTreeSet<Language>,
    /// The languages of the project, if they were asked for since the last message.
    listed: Option<Vec<Language>>,
    /// The languages whose files lie beside each other, by folder, as far as it was asked for since
    /// the last message.
    pairs: BTreeMap<String, Vec<Language>>,
    /// What was wrong with the levels that are not open, when they were last looked at.
    pub(super) closed_levels: Vec<Problem>,
}

impl Project {
    pub(super) fn new(chosen: Chosen) -> Project {
        Project {
            chosen,
            known: BTreeMap::new(),
            fresh: BTreeSet::new(),
            listed: None,
            pairs: BTreeMap::new(),
            closed_levels: Vec::new(),
        }
    }

    /// Forgets what may have changed since the last message.
    pub(super) fn begin(&mut self) {
        self.fresh.clear();
        self.listed = None;
        self.pairs.clear();
    }

    /// What is known of a language now.
    pub(super) fn known(&mut self, files: Overlay, language: &Language) -> &Known {
        if self.fresh.insert(language.clone()) {
            self.read(files, language);
        }
        &self.known[language]
    }

    fn read(&mut self, files: Overlay, language: &Language) {
        let sources = language.sources(files);
        let known = match self.known.remove(language) {
            Some(known) if known.is_of(&sources) => known,
            earlier => Known::new(sources, earlier.and_then(|known| known.last)),
        };
        self.known.insert(language.clone(), known);
    }

    /// What is read with where nothing else is said.
    fn default_language(&self) -> Language {
        let shipped = project::Language::shipped();
        let grammar = self.chosen.grammar.clone().unwrap_or(shipped.grammar);
        let words = match self.chosen.words.is_empty() {
            true => vec![shipped.words],
            false => self.chosen.words.clone(),
        };
        Language::new(grammar, words)
    }

    /// The languages of the project: the one that is read with by default, then one for each
    /// further grammar.
    pub(super) fn languages(&mut self, files: Overlay) -> Vec<Language> {
        if let Some(listed) = &self.listed {
            return listed.clone();
        }
        let languages = self.list(files);
        self.listed = Some(languages.clone());
        languages
    }

    fn list(&self, files: Overlay) -> Vec<Language> {
        let mut languages = vec![self.default_language()];
        let all = project::Language::all(&files).into_iter();
        let others =
            all.filter(|one| files.has(&one.grammar) && one.grammar != languages[0].grammar);
        let others: Vec<Language> = others.map(Language::from).collect();
        languages.extend(others);
        languages
    }

    /// What a file holds, and the languages that it is a part of or is read with.
    pub(super) fn look(
        &mut self,
        files: Overlay,
        name: &str,
        text: &str,
    ) -> Option<(Kind, Vec<Language>)> {
        let mut languages = self.languages(files);
        let kind = Kind::of(name, text, || {
            self.best_for_board(files, name, text).is_some()
        })?;
        let languages = match kind {
            Kind::Grammar | Kind::Words => {
                languages.retain(|language| language.has(name));
                if languages.is_empty() {
                    languages.push(self.for_file(files, name, text, kind));
                }
                languages
            }
            Kind::Level | Kind::Levels | Kind::Board => {
                let told = project::Language::of(&files, name);
                if told != project::Language::shipped() {
                    vec![told.into()]
                } else if in_levels(name) {
                    vec![self.default_language()]
                } else {
                    let best = self.best_for_board(files, name, text);
                    vec![best.unwrap_or_else(|| self.default_language())]
                }
            }
        };
        Some((kind, languages))
    }

    /// The grammars in a folder that have a words file of the same name beside them, or are called
    /// `grammar.ron` and have `words.json`.
    fn pairs(&mut self, files: Overlay, folder: &str) -> Vec<Language> {
        let known = self.pairs.get(folder).cloned();
        known.unwrap_or_else(|| {
            let pairs = pairs(&files.inside(folder));
            self.pairs.insert(folder.to_owned(), pairs.clone());
            pairs
        })
    }

    /// The language of a grammar or words file outside the usual folders.
    fn for_file(&mut self, files: Overlay, name: &str, text: &str, kind: Kind) -> Language {
        let beside = self.pairs(files, folder_of(name));
        if let Some(pair) = beside.into_iter().find(|pair| pair.has(name)) {
            return pair;
        }
        let words = self.default_language().words;
        let mut language = match kind {
            Kind::Grammar => Language::new(name.to_owned(), words),
            _ => self.fitting(files, name, text),
        };
        language.guessed_for = Some(name.to_owned());
        language
    }

    /// The language whose grammar knows most of the roles that a words file gives. Where most of
    /// its words are new, it adds to the language's words, otherwise it stands in for them.
    fn fitting(&mut self, files: Overlay, name: &str, text: &str) -> Language {
        let sites = sites(Kind::Words, text);
        let languages = self.languages(files);
        let mut best: Option<(usize, Language)> = None;
        for language in languages {
            let index = &self.known(files, &language).index;
            let count = |means: Means, is: &dyn Fn(&str) -> bool| {
                let those = sites.iter().filter(|site| site.means == means);
                those.filter(|site| is(&site.name)).count()
            };
            let roles = count(Means::Role, &|role| index.role(role).is_some());
            let (all, old) = (
                count(Means::Word, &|_| true),
                count(Means::Word, &|word| index.words.contains_key(word)),
            );
            if best.as_ref().is_none_or(|(most, _)| roles > *most) {
                let mut words = if 2 * old > all {
                    Vec::new()
                } else {
                    language.words
                };
                words.push(name.to_owned());
                best = Some((roles, Language::new(language.grammar, words)));
            }
        }
        best.map_or_else(|| self.default_language(), |(_, language)| language)
    }

    /// The language that knows most of the names on a board, if it knows half of them: one of the
    /// project's, or one whose files lie beside the board.
    fn best_for_board(&mut self, files: Overlay, name: &str, text: &str) -> Option<Language> {
        let names = sites(Kind::Board, text);
        let mut best: Option<(usize, Language)> = None;
        let mut languages = self.pairs(files, folder_of(name));
        languages.extend(self.languages(files));
        for language in languages {
            let known = self.known(files, &language);
            let is_known = |site: &&Site| known.has(&site.means, &site.name);
            let count = names.iter().filter(is_known).count();
            if best.as_ref().is_none_or(|(most, _)| count > *most) {
                best = Some((count, language));
            }
        }
        let (count, language) = best?;
        (count > 0 && 2 * count >= names.len()).then_some(language)
    }
}

/// Whether a file lies where levels are kept that are read with the language of the project.
fn in_levels(name: &str) -> bool {
    format!("/{name}").contains("/levels/")
}

/// Each grammar of a folder that has words beside it.
fn pairs(inside: &[String]) -> Vec<Language> {
    let pair = |grammar: &String| {
        let stem = grammar.strip_suffix(".ron")?;
        let general = stem
            .strip_suffix("grammar")
            .filter(|folder| folder.is_empty() || folder.ends_with('/'))
            .map(|folder| format!("{folder}words.json"));
        let mut words = std::iter::once(format!("{stem}.json")).chain(general);
        let words = words.find(|words| inside.contains(words))?;
        Some(Language::new(grammar.clone(), vec![words]))
    };
    inside.iter().filter_map(pair).collect()
}
