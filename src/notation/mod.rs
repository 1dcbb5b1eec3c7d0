//! Values of the file models that remember where in their file they stand.
//!
//! Neither serde_json nor ron keeps positions after loading, and both stop at the first fault.
//! [`At`] wraps a value of a file model: it keeps the slice of the text that the value was read
//! from, and a fault inside it spoils that value alone, so one run can report them all.

mod fault;
mod json;
#[cfg(feature = "cli")]
mod outline;
#[cfg(feature = "cli")]
mod outlining;
mod ron;
mod scan;
mod source;
mod syntax;
mod wanted;

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use crate::diagnostic::{Problem, list};
use crate::source::Source;
pub(crate) use fault::{Cause, Fault};
#[cfg(feature = "cli")]
pub(crate) use outline::{Form, Node, Outline, Spot};
use scan::Style;
pub(crate) use wanted::Named;
use wanted::{Wanted, wanted};

/// A way to write values down: JSON or RON.
pub(crate) trait Notation {
    /// What to say to the author of an empty file.
    const SMALLEST: &'static str;
    /// The text of the next value, unread.
    fn slice<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'de str, D::Error>;
    /// Reads a value from the whole of `text`.
    fn parse<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Box<Fault>>;

    /// Reads a value from the text of a file.
    fn parse_file<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Box<Fault>> {
        if text.trim().is_empty() {
            return Err(Box::new(Fault::empty(Self::SMALLEST)));
        }
        Self::parse(text).map_err(|fault| name_fields::<T>(text, fault))
    }
}

/// Says which fields a value has, where it is written without any.
fn name_fields<'de, T: Deserialize<'de>>(text: &str, mut fault: Box<Fault>) -> Box<Fault> {
    if let (Cause::Shape, Wanted::Fields(fields)) = (fault.cause, wanted::<T>()) {
        let names = list(fault::fields(fields));
        fault.help = Some(match fault::fields(fields).count() {
            1 if text.trim_start().starts_with('[') => {
                format!(
                    "put it in {names}: `{{ {}: [..] }}`",
                    names.replace('`', "\"")
                )
            }
            1 => format!("its field is {names}"),
            _ => format!("its fields are {names}"),
        });
    }
    fault
}

/// The notation of words and levels.
#[derive(Debug)]
pub(crate) enum Json {}

/// The notation of grammars.
#[derive(Debug)]
pub(crate) enum Ron {}

impl Notation for Json {
    const SMALLEST: &'static str = r#"the smallest words file is `{ "words": [] }`"#;

    fn slice<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'de str, D::Error> {
        <&serde_json::value::RawValue>::deserialize(deserializer).map(|raw| raw.get())
    }

    fn parse<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Box<Fault>> {
        // serde takes a list for an object, its fields in order.
        if text.trim_start().starts_with('[') {
            let fault = fault::mismatch(text, wanted::<T>(), Style::Json);
            if let Some(fault) = fault.filter(|fault| fault.cause == Cause::Shape) {
                return Err(Box::new(fault));
            }
        }
        serde_json::from_str(text).map_err(|error| Box::new(json::fault(text, &error, wanted::<T>)))
    }
}

impl Notation for Ron {
    const SMALLEST: &'static str = concat!(
        r#"the smallest grammar is `(read: [Right], reading: Outward, roles: {"link": "a link"}, "#,
        r#"words: {"LINKS": "link"}, sentences: {"claim": (anchor: "link", "#,
        r#"runs: [(name: "link", of: ["link"], each: true)])})`"#
    );

    fn slice<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'de str, D::Error> {
        <&::ron::value::RawValue>::deserialize(deserializer).map(|raw| ron_value(raw.get_ron()))
    }

    fn parse<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Box<Fault>> {
        ron_options()
            .from_str(text)
            .map_err(|error| Box::new(ron::fault(text, &error, wanted::<T>)))
    }

    fn parse_file<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Box<Fault>> {
        if scan::tokens(text, Style::Ron).next().is_none() {
            return Err(Box::new(Fault::empty(Self::SMALLEST)));
        }
        Self::parse(text).map_err(|mut fault| {
            if fault.cause == Cause::Shape {
                fault.message = "a grammar starts with `(`".to_owned();
            }
            fault
        })
    }
}

/// The names of the fields of the object that a JSON text is, with their quotes; `None` where it is none.
pub(crate) fn json_keys(text: &str) -> Option<Vec<&str>> {
    let object = text.trim_start().starts_with('{');
    let all = || scan::all_keys(text, Style::Json).map(|span| &text[span]);
    object.then(|| all().collect())
}

/// Authors write an optional field's value as it is, not as `Some(..)`.
fn ron_options() -> ::ron::Options {
    ::ron::Options::default().with_default_extension(::ron::extensions::Extensions::IMPLICIT_SOME)
}

/// A RON value without the comments and blanks around it.
fn ron_value(raw: &str) -> &str {
    let mut tokens = scan::tokens(raw, Style::Ron);
    let Some(first) = tokens.next() else {
        return raw;
    };
    let end = tokens.last().map_or(first.span.end, |last| last.span.end);
    &raw[first.span.start..end]
}

/// A value of a file model, with the text it was read from.
pub(crate) struct At<'a, T, N> {
    text: &'a str,
    read: Result<T, Box<Fault>>,
    notation: PhantomData<N>,
}

impl<'a, T, N> At<'a, T, N> {
    /// The value; a fault in it is reported.
    pub(crate) fn get(self, source: &Source, problems: &mut Vec<Problem>) -> Option<T> {
        // That this is missing is told already.
        if source.is_made_up(source.span(self.text).start) {
            return None;
        }
        match self.read {
            Ok(value) => Some(value),
            Err(fault) => {
                problems.push(source.problem(self.text, *fault));
                None
            }
        }
    }

    /// The value, where there is no fault in it.
    #[cfg(feature = "cli")]
    pub(crate) fn value(self) -> Option<T> {
        self.read.ok()
    }

    /// The text the value was read from.
    pub(crate) fn text(&self) -> &'a str {
        self.text
    }
}

impl<'a, 'de: 'a, T: Deserialize<'de>, N: Notation> Deserialize<'de> for At<'a, T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = N::slice(deserializer)?;
        Ok(At {
            text,
            read: N::parse(text).map_err(|fault| name_fields::<T>(text, fault)),
            notation: PhantomData,
        })
    }
}

/// Reads an optional field that is there, for use as `deserialize_with`: `null` is then a value
/// like any other, and has to be one that is wanted.
pub(crate) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

#[cfg(feature = "cli")]
impl<T: schemars::JsonSchema, N> schemars::JsonSchema for At<'_, T, N> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
}

#[cfg(feature = "cli")]
impl<K, V: schemars::JsonSchema> schemars::JsonSchema for Entries<K, V> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        <std::collections::BTreeMap<String, V>>::schema_name()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        <std::collections::BTreeMap<String, V>>::json_schema(generator)
    }
}

/// The entries of a map in the order of the file, equal keys included. Loading into a map of any
/// kind would silently keep the last of them.
pub(crate) struct Entries<K, V>(pub(crate) Vec<(K, V)>);

impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for Entries<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder<K, V>(PhantomData<(K, V)>);

        impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for InOrder<K, V> {
            type Value = Entries<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(InOrder(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_files_are_files() {
        let text = |help: &'static str| help.split('`').nth(1).unwrap_or_default();
        let grammar = Source::new("smallest.ron", text(Ron::SMALLEST));
        let words = Source::new("smallest.json", text(Json::SMALLEST));
        assert!(crate::Grammar::new(&grammar, &[words]).is_ok());
    }

    #[test]
    fn ron_values_are_cut_out_of_their_comments() {
        assert_eq!(ron_value("// a\n /* b */ Down // c\n"), "Down");
        assert_eq!(ron_value(" \"a // b\" /* c */"), "\"a // b\"");
        assert_eq!(ron_value("( a: 1 )"), "( a: 1 )");
    }
}
