//! Where a name is defined, and where it is used.

use crate::letter_case::{lower, upper};
use std::collections::BTreeSet;
use std::ops::Range;

use gen_lsp_types::Location;

use super::files::{Kind, Overlay, folder_of};
use super::index::Index;
use super::language::Language;
use super::look::Look;
use super::project::Project;
use super::sites::{Means, Site, sites};
use super::text::Text;
use crate::project::Files;

/// What a name stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    Role(String),
    Word(String),
    /// A form of sentence.
    Sentence(String),
    /// A run of a form of sentence.
    Run {
        sentence: String,
        name: String,
    },
}

/// A part of a file.
pub(super) type Spot = (String, Range<usize>);

impl Target {
    /// What the name at a site stands for, in a language; `grammar` has the sites of its grammar.
    pub(super) fn of(site: &Site, index: &Index, grammar: &[Site]) -> Target {
        let name = site.name.clone();
        match &site.means {
            Means::Role => Target::Role(name),
            Means::Thing => Target::Word(upper(&name)),
            Means::RoleOrWord if index.role(&name).is_some() => Target::Role(name),
            Means::Sentence => Target::Sentence(name),
            // An anchor is named by its run or, where no run has the name, by its role.
            Means::Run(sentence) => {
                let run = Target::Run {
                    sentence: sentence.clone(),
                    name: name.clone(),
                };
                match site.defines || defining(&run, grammar).is_some() {
                    true => run,
                    false => Target::Role(name),
                }
            }
            Means::Word | Means::RoleOrWord | Means::Words | Means::Object => Target::Word(name),
        }
    }
}

impl Target {
    /// Whether a text can name it at all, which most texts do not.
    fn may_be_in(&self, text: &str) -> bool {
        let (Target::Role(name)
        | Target::Word(name)
        | Target::Sentence(name)
        | Target::Run { name, .. }) = self;
        // Things are in lower case, and strings can have any character as an escape.
        text.contains(name.as_str()) || text.contains(&lower(name)) || text.contains("\\u")
    }
}

/// Where a grammar defines a run or a form of sentence.
fn defining(target: &Target, grammar: &[Site]) -> Option<Range<usize>> {
    let is_it = |site: &&Site| match (target, &site.means) {
        (Target::Run { sentence, name }, Means::Run(of)) => {
            site.defines && of == sentence && site.name == *name
        }
        (Target::Sentence(name), Means::Sentence) => site.name == *name,
        _ => false,
    };
    grammar.iter().find(is_it).map(|site| site.span.clone())
}

impl Project {
    /// What a site of a file stands for in a language.
    pub(super) fn target(&mut self, files: Overlay, language: &Language, site: &Site) -> Target {
        let known = self.known(files, language);
        let grammar = match site.means {
            Means::Run(_) => known.grammar_sites(),
            _ => Vec::new(),
        };
        Target::of(site, &known.index, &grammar)
    }

    /// Where a language defines something.
    pub(super) fn defined(
        &mut self,
        files: Overlay,
        language: &Language,
        target: &Target,
    ) -> Option<Spot> {
        let known = self.known(files, language);
        let (file, span) = match target {
            Target::Role(name) => (0, known.index.role(name)?.place.clone()),
            Target::Word(name) => {
                let word = known.index.words.get(name)?;
                (word.file, word.place.clone())
            }
            Target::Run { .. } | Target::Sentence(_) => {
                (0, defining(target, &known.grammar_sites())?)
            }
        };
        Some((known.source(file)?.name().to_owned(), span))
    }
}

impl Look<'_> {
    /// The name that the request is about.
    pub(super) fn site(&self) -> Option<Site> {
        let touches = |site: &Site| (site.span.start..=site.span.end).contains(&self.offset);
        sites(self.kind, self.text.as_str())
            .into_iter()
            .find(touches)
    }

    /// Where the name is defined, in each language of the file.
    pub(super) fn definition(&mut self) -> Vec<Location> {
        let Some(site) = self.site() else {
            return Vec::new();
        };
        let spots = self.definitions(&site);
        spots
            .iter()
            .filter_map(|spot| self.location(spot))
            .collect()
    }

    fn definitions(&mut self, site: &Site) -> Vec<Spot> {
        let mut spots: Vec<Spot> = Vec::new();
        for language in self.languages.clone() {
            let target = self.project.target(self.files, &language, site);
            let spot = self.project.defined(self.files, &language, &target);
            spots.extend(spot.filter(|spot| !spots.contains(spot)));
        }
        spots
    }

    /// Where the name is used, in all files that are read with the same definition of it.
    pub(super) fn references(&mut self, with_definition: bool) -> Vec<Location> {
        let Some(site) = self.site() else {
            return Vec::new();
        };
        let own = self.languages.clone();
        let target = self.project.target(self.files, &own[0], &site);
        let defined: BTreeSet<String> = self
            .definitions(&site)
            .into_iter()
            .map(|spot| spot.0)
            .collect();
        let mut locations = Vec::new();
        for name in self.candidates() {
            let raw = self.files.raw(&name).filter(|text| target.may_be_in(text));
            let Some(text) = raw.map(Text::new) else {
                continue;
            };
            let read = self.project.look(self.files, &name, text.as_str());
            let Some((kind, languages)) = read else {
                continue;
            };
            let mut shares =
                |language: &&Language| match self.project.defined(self.files, language, &target) {
                    Some((file, _)) => defined.contains(&file),
                    None => defined.is_empty() && own.contains(language),
                };
            let Some(language) = languages.iter().find(|language| shares(language)) else {
                continue;
            };
            for site in sites(kind, text.as_str()) {
                let is_meant = with_definition || !site.defines;
                if is_meant && self.project.target(self.files, language, &site) == target {
                    locations.push(self.location_in(&name, &text, site.span));
                }
            }
        }
        locations
    }

    /// The files of the project in which the name can stand.
    fn candidates(&self) -> Vec<String> {
        let folders = ["content", "grammar", "tests"];
        let mut names: Vec<String> = folders
            .iter()
            .flat_map(|folder| self.files.below(folder))
            .collect();
        names.extend(self.files.open());
        names.extend(self.files.inside(folder_of(&self.name)));
        let own = self.languages.iter();
        names.extend(own.flat_map(|language| {
            std::iter::once(&language.grammar)
                .chain(&language.words)
                .cloned()
        }));
        names.retain(|name| {
            [".ron", ".json", ".txt"]
                .iter()
                .any(|ending| name.ends_with(ending))
                || *name == self.name
        });
        names.sort();
        names.dedup();
        names
    }

    fn location(&self, (name, span): &Spot) -> Option<Location> {
        let text = self.files.text(name)?;
        Some(self.location_in(name, &text, span.clone()))
    }

    fn location_in(&self, name: &str, text: &Text, span: Range<usize>) -> Location {
        Location {
            uri: self.files.documents.uri(&self.files.root.join(name)).into(),
            range: text.range(span, self.client.encoding),
        }
    }

    /// Whether the file is a board of some kind.
    pub(super) fn is_board(&self) -> bool {
        matches!(self.kind, Kind::Board | Kind::Level)
    }
}
