//! The names that a place can have: roles, words, runs, and the choices of a field.

use gen_lsp_types::CompletionItemKind;

use super::fields::{Choice, Shape};
use super::index::Word;
use super::language::Language;
use super::look::Look;
use super::sites::{Means, Site, sites};
use crate::letter_case::lower;
use crate::level::TEXT_PREFIX;

/// A name that can be written, and what is said of it.
pub(super) struct Offer {
    pub(super) name: String,
    pub(super) detail: String,
    pub(super) about: String,
    pub(super) kind: CompletionItemKind,
    /// What is written where it is not just the name.
    pub(super) written: Option<String>,
}

impl Look<'_> {
    /// The names that can stand where some meaning is wanted, of every language of the file.
    pub(super) fn named(&mut self, means: &Means) -> Vec<Offer> {
        let mut offers: Vec<Offer> = Vec::new();
        for language in self.languages.clone() {
            let new = self.named_in(&language, means);
            let is_new = |offer: &Offer| !offers.iter().any(|known| known.name == offer.name);
            let new: Vec<Offer> = new.into_iter().filter(is_new).collect();
            offers.extend(new);
        }
        offers
    }

    fn named_in(&mut self, language: &Language, means: &Means) -> Vec<Offer> {
        let known = self.project.known(self.files, language);
        let roles = known.index.roles.iter().map(|role| Offer {
            name: role.name.clone(),
            detail: role.meaning.clone(),
            about: String::new(),
            kind: CompletionItemKind::EnumMember,
            written: None,
        });
        let word = |name: String, roles: &[String]| Offer {
            name,
            detail: roles.join(", "),
            about: String::new(),
            kind: CompletionItemKind::Constant,
            written: None,
        };
        let words = known.index.words.iter();
        let names_thing = |name: &str| {
            let grammar = known.last.as_ref();
            grammar.is_none_or(|grammar| grammar.names_things(name))
        };
        let thing = |(name, entry): (&String, &Word)| {
            names_thing(name).then(|| word(lower(name), &entry.roles))
        };
        let plain = words
            .clone()
            .map(|(name, entry)| word(name.clone(), &entry.roles));
        match means {
            Means::Role => roles.collect(),
            Means::RoleOrWord => roles.chain(plain).collect(),
            Means::Word | Means::Words => plain.collect(),
            Means::Thing => plain.chain(words.filter_map(thing)).collect(),
            Means::Object => {
                let block = |(name, entry): (&String, &Word)| {
                    word(format!("{TEXT_PREFIX}{name}"), &entry.roles)
                };
                words
                    .clone()
                    .map(block)
                    .chain(words.filter_map(thing))
                    .collect()
            }
            Means::Sentence | Means::Run(_) => Vec::new(),
        }
    }

    /// The runs of a form of sentence.
    pub(super) fn runs(&self, sentence: &str) -> Vec<Offer> {
        let sites = sites(self.kind, self.text.as_str());
        let is_run = |site: &Site| site.defines && site.means == Means::Run(sentence.to_owned());
        let offer = |site: Site| Offer {
            name: site.name,
            detail: "run".to_owned(),
            about: String::new(),
            kind: CompletionItemKind::Variable,
            written: None,
        };
        sites.into_iter().filter(is_run).map(offer).collect()
    }
}

/// The values that can stand at a place, as they are written in RON.
pub(super) fn choices(shape: Shape) -> Vec<Offer> {
    let offer = |choice: Choice| Offer {
        name: choice.name.to_owned(),
        detail: String::new(),
        about: choice.about.to_owned(),
        kind: CompletionItemKind::EnumMember,
        written: Some(format!("{}{}", choice.name, choice.opens)),
    };
    shape.choices().into_iter().map(offer).collect()
}
