//! The words file as data.

use serde::Deserialize;

use crate::notation::{At, Json};

/// The words file: every word of the content, one entry a line.
#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub(crate) struct WordsFile<'a> {
    /// The schema that editors check the file against.
    #[serde(rename = "$schema")]
    pub(super) schema: Option<At<'a, String, Json>>,
    /// The words.
    pub(super) words: At<'a, Vec<At<'a, WordEntry<'a>, Json>>, Json>,
}

/// What a word looks like, see [`fault_of`]. Georgian letters have no case, although they count as
/// lower case.
#[cfg(feature = "cli")]
pub(crate) const WORD: &str = r"^(?!\.$|\*|//)([^\s|\p{Ll}]|[ა-ჿ])+$";

/// One word: its name and its role or roles.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "cli",
    derive(schemars::JsonSchema),
    schemars(extend("oneOf" = [{ "required": ["role"] }, { "required": ["roles"] }]))
)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub(crate) struct WordEntry<'a> {
    /// The word in upper case, as blocks carry it.
    #[cfg_attr(feature = "cli", schemars(extend("pattern" = WORD)))]
    pub(super) name: At<'a, String, Json>,
    /// What the word can do in a sentence: a role of the grammar.
    pub(super) role: Option<At<'a, String, Json>>,
    /// The roles of a word that has several.
    #[cfg_attr(feature = "cli", schemars(extend("minItems" = 1, "uniqueItems" = true)))]
    pub(super) roles: Option<At<'a, Vec<At<'a, String, Json>>, Json>>,
    /// What may stand behind the word, where it takes something: roles, and single words.
    #[cfg_attr(feature = "cli", schemars(extend("minItems" = 1, "uniqueItems" = true)))]
    pub(super) accepts: Option<At<'a, Vec<At<'a, String, Json>>, Json>>,
    /// Of a letter, what its block adds to the words that letters spell; its name, where it is left out.
    #[cfg_attr(feature = "cli", schemars(extend("minLength" = 1)))]
    pub(super) spells: Option<At<'a, String, Json>>,
}
