//! Which fields and choices a file can have at a place, asked of the models of the files.

use std::sync::OnceLock;

use serde_json::Value;

use super::files::Kind;
use crate::cli::schema::Shapes;
use crate::notation::{Form, Outline};

/// What can stand at a place: a part of the schema of its file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    whole: &'static Value,
    part: &'static Value,
}

/// A field, or one of several values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    pub(super) name: &'static str,
    /// What it is for.
    pub(super) about: &'static str,
    /// Whether it must be there.
    pub(super) needed: bool,
    /// How the group of fields that follows it opens, if one does.
    pub(super) opens: &'static str,
}

impl Shape {
    /// The shape of a whole file.
    pub(super) fn of(kind: Kind) -> Option<Shape> {
        static SHAPES: OnceLock<Shapes> = OnceLock::new();
        let shapes = SHAPES.get_or_init(Shapes::new);
        let whole = match kind {
            Kind::Grammar => &shapes.grammar,
            Kind::Words => &shapes.words,
            Kind::Level => &shapes.level,
            Kind::Levels | Kind::Board => return None,
        };
        Some(Shape { whole, part: whole })
    }

    /// The shape of a value of an outline, whatever stands right before it.
    pub(super) fn before_tag(self, outline: &Outline, node: usize) -> Option<Shape> {
        let value = &outline.nodes()[node];
        let Some(parent) = value.parent else {
            return Some(self);
        };
        let group = self.at(outline, parent)?;
        match &value.key {
            Some(key) => group.field(&outline.string(key.clone())),
            None => Some(group.item()),
        }
    }

    /// The shape of a value of an outline.
    pub(super) fn at(self, outline: &Outline, node: usize) -> Option<Shape> {
        let value = &outline.nodes()[node];
        let shape = self.before_tag(outline, node)?;
        match &value.tag {
            Some(tag) => shape.variant(&outline.string(tag.clone())),
            None => Some(shape),
        }
    }

    /// The shape of a field of a group.
    pub(super) fn field(self, name: &str) -> Option<Shape> {
        let named = &self.part["properties"][name];
        let part = if named.is_null() {
            &self.part["additionalProperties"]
        } else {
            named
        };
        part.is_object().then(|| self.resolved(part))
    }

    /// The shape of what a list has in it. A group that is no list has itself in it: in RON the
    /// only value of a variant stands in brackets of its own.
    pub(super) fn item(self) -> Shape {
        match &self.part["items"] {
            Value::Null => self,
            items => self.resolved(items),
        }
    }

    /// The shape of the fields behind a name, as in `Onward(..)`.
    fn variant(self, name: &str) -> Option<Shape> {
        let variants = self.part["oneOf"].as_array()?.iter();
        let mut fields = variants.map(|variant| &variant["properties"][name]);
        let fields = fields.find(|fields| fields.is_object())?;
        Some(self.resolved(fields))
    }

    /// Follows a part to where it is described. What can be left out is described as itself.
    fn resolved(self, part: &'static Value) -> Shape {
        let mut part = part;
        if let Some(options) = part["anyOf"].as_array() {
            let is_it = |option: &&Value| option["type"] != "null";
            part = options.iter().find(is_it).unwrap_or(part);
        }
        if let Some(reference) = part["$ref"].as_str() {
            let pointer = reference.trim_start_matches('#');
            part = self.whole.pointer(pointer).unwrap_or(part);
        }
        Shape { part, ..self }
    }

    /// What one of several values means.
    pub(super) fn about_choice(self, name: &str) -> Option<&'static str> {
        let choice = self
            .choices()
            .into_iter()
            .find(|choice| choice.name == name);
        choice
            .map(|choice| choice.about)
            .filter(|about| !about.is_empty())
    }

    /// What the field of a group is for.
    pub(super) fn about_field(self, name: &str) -> Option<&'static str> {
        self.part["properties"][name]["description"].as_str()
    }

    /// The fields that people write by hand.
    pub(super) fn fields(self) -> Vec<Choice> {
        let fields = self.part["properties"].as_object().into_iter().flatten();
        let needed = self.part["required"].as_array();
        let is_needed = |name: &str| needed.is_some_and(|all| all.iter().any(|one| one == name));
        let by_hand = fields.filter(|(name, _)| !name.starts_with('$'));
        let choice = by_hand.map(|(name, field)| Choice {
            name,
            about: field["description"].as_str().unwrap_or_default(),
            needed: is_needed(name),
            opens: "",
        });
        choice.collect()
    }

    /// The values that can stand here, where there are only some.
    pub(super) fn choices(self) -> Vec<Choice> {
        let choice = |name, about: &'static Value, opens| Choice {
            name,
            about: about.as_str().unwrap_or_default(),
            needed: false,
            opens,
        };
        let types = &self.part["type"];
        let is_truth = |one: &Value| *one == "boolean";
        if is_truth(types) || types.as_array().is_some_and(|all| all.iter().any(is_truth)) {
            return ["true", "false"]
                .map(|name| choice(name, &Value::Null, ""))
                .to_vec();
        }
        let mut choices = Vec::new();
        let plain = self.part["enum"].as_array().into_iter().flatten();
        choices.extend(plain.filter_map(|name| Some(choice(name.as_str()?, &Value::Null, ""))));
        for variant in self.part["oneOf"].as_array().into_iter().flatten() {
            let about = &variant["description"];
            choices.extend(
                variant["const"]
                    .as_str()
                    .map(|name| choice(name, about, "")),
            );
            let several = variant["enum"].as_array().into_iter().flatten();
            choices.extend(several.filter_map(|name| Some(choice(name.as_str()?, about, ""))));
            let fields = variant["properties"].as_object().into_iter().flatten();
            choices.extend(fields.map(|(name, fields)| {
                // The fields of a variant stand right behind it, a model of its own in brackets
                // of its own.
                let opens = if fields["$ref"].is_string() {
                    "(("
                } else {
                    "("
                };
                choice(name, about, opens)
            }));
        }
        choices
    }
}

/// The names that a group has already.
pub(super) fn present(outline: &Outline, group: usize) -> Vec<String> {
    let nodes = outline.children(group).map(|index| &outline.nodes()[index]);
    let named = nodes.filter_map(|node| node.key.clone());
    named.map(|key| outline.string(key).into_owned()).collect()
}

/// Whether a value is a list.
pub(super) fn is_list(outline: &Outline, node: usize) -> bool {
    matches!(outline.nodes()[node].form, Form::Group(b'[', _))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the fields without a word about them, in a part of a schema.
    fn silent(part: &Value, found: &mut Vec<String>) {
        for (name, field) in part["properties"].as_object().into_iter().flatten() {
            let is_variant = field.get("properties").is_some() || field.get("$ref").is_some();
            if field["description"].is_null() && !is_variant && !name.starts_with('$') {
                found.push(name.clone());
            }
        }
        let parts = part.as_object().into_iter().flatten().map(|(_, part)| part);
        let items = part.as_array().into_iter().flatten();
        parts.chain(items).for_each(|part| silent(part, found));
    }

    #[test]
    fn something_is_said_of_every_field() {
        for kind in [Kind::Grammar, Kind::Words, Kind::Level] {
            let shape = Shape::of(kind).unwrap();
            assert!(!shape.fields().is_empty());
            let mut found = Vec::new();
            silent(shape.whole, &mut found);
            // Variants of a model of their own are described as variants.
            found.retain(|name| !name.starts_with(char::is_uppercase));
            assert!(found.is_empty(), "{kind:?}: {found:?}");
        }
    }
}
