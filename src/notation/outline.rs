//! The shape of a text, however little of it is written: its groups, names and values, with places.
//!
//! Editors ask about texts that are being written, which the readers of both notations refuse. Here
//! nothing is refused: what does not close is taken to close where something else has to begin.

use std::borrow::Cow;
use std::ops::Range;

use super::outlining::Outlining;
use super::scan::Style;

/// The shape of a text.
#[derive(Debug)]
pub(crate) struct Outline<'t> {
    pub(super) text: &'t str,
    pub(super) style: Style,
    /// In the order of the text, groups before what is in them.
    pub(super) nodes: Vec<Node>,
}

/// A value of a text, or the place for one behind a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) form: Form,
    /// A group goes to its closing bracket, or to where something else begins.
    pub(crate) span: Range<usize>,
    /// The name in front, with its quotes: `"role": ..` or `of: ..`.
    pub(crate) key: Option<Range<usize>>,
    /// The group that it is in.
    pub(crate) parent: Option<usize>,
    /// What stands right before a group: `Onward(..)`.
    pub(crate) tag: Option<Range<usize>>,
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// A group by its opening bracket, and whether it is closed.
    Group(u8, bool),
    /// A string, with its quotes.
    Text,
    /// A string without its second quote; it goes to the end of its line.
    OpenText,
    /// A name without quotes, or a number.
    Word,
    /// Nothing yet, behind a name and its colon.
    Missing,
}

/// What stands at a byte of a text, or would stand there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Spot {
    /// The name of a value.
    Key(usize),
    /// What stands right before a group.
    Tag(usize),
    /// A value that is no group.
    Value(usize),
    /// Nothing yet, in a group.
    In(usize),
    /// Nothing yet, and no group around it.
    Outside,
}

impl<'t> Outline<'t> {
    /// The shape of a JSON text.
    pub(crate) fn json(text: &'t str) -> Self {
        Outlining::read(text, Style::Json)
    }

    /// The shape of a RON text.
    pub(crate) fn ron(text: &'t str) -> Self {
        Outlining::read(text, Style::Ron)
    }

    /// All values, in the order of the text.
    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// What a value has in it, by number.
    pub(crate) fn children(&self, group: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.nodes[group].span.end;
        (group + 1..self.nodes.len())
            .take_while(move |&index| self.nodes[index].span.start < end)
            .filter(move |&index| self.nodes[index].parent == Some(group))
    }

    /// The names that lead to a value, its own included, from the outermost one on.
    pub(crate) fn path(&self, node: usize) -> Vec<Cow<'t, str>> {
        let mut path = Vec::new();
        let mut at = Some(node);
        while let Some(node) = at.map(|index| &self.nodes[index]) {
            path.extend(node.key.clone().map(|key| self.string(key)));
            at = node.parent;
        }
        path.reverse();
        path
    }

    /// A string or a name as it is meant: without quotes and escapes.
    pub(crate) fn string(&self, span: Range<usize>) -> Cow<'t, str> {
        let raw = &self.text[span];
        let read = match self.style {
            _ if !raw.contains('\\') && !raw.starts_with('r') => None,
            Style::Json => serde_json::from_str::<String>(raw).ok(),
            Style::Ron => ron::from_str::<String>(raw).ok(),
        };
        read.map_or_else(|| Cow::Borrowed(bare(raw)), Cow::Owned)
    }

    /// Where a string stands without its quotes.
    pub(crate) fn inner(&self, span: Range<usize>) -> Range<usize> {
        let raw = &self.text[span.clone()];
        let inner = bare(raw);
        let start = span.start + (inner.as_ptr() as usize - raw.as_ptr() as usize);
        start..start + inner.len()
    }

    /// What stands at a byte, or would stand there.
    pub(crate) fn spot(&self, at: usize) -> Spot {
        let touches = |span: &Range<usize>| (span.start..=span.end).contains(&at);
        let mut inside = Spot::Outside;
        for (index, node) in self.nodes.iter().enumerate() {
            if node.key.as_ref().is_some_and(touches) {
                return Spot::Key(index);
            }
            if node.tag.as_ref().is_some_and(touches) {
                return Spot::Tag(index);
            }
            let Form::Group(_, closed) = node.form else {
                let start = node.key.as_ref().map_or(node.span.start, |key| key.end + 1);
                if touches(&(start..node.span.end)) {
                    return Spot::Value(index);
                }
                continue;
            };
            if node.span.start < at && (at < node.span.end || !closed && at == node.span.end) {
                inside = Spot::In(index);
            }
        }
        inside
    }

    /// Whether what stands in a group bare is a name to be, not a value.
    pub(crate) fn has_names(&self, group: usize) -> bool {
        let node = &self.nodes[group];
        match node.form {
            Form::Group(b'{', _) => true,
            // What follows the name of a variant is either its fields or its only value.
            Form::Group(b'(', _) => {
                let first = self.children(group).next();
                node.tag.is_none() || first.is_none_or(|first| self.nodes[first].key.is_some())
            }
            _ => false,
        }
    }
}

/// A string without its quotes, a RON name without its `r#`.
fn bare(raw: &str) -> &str {
    let hashed = raw.strip_prefix('r').unwrap_or(raw).trim_matches('#');
    let body = if hashed.starts_with('"') { hashed } else { raw };
    let body = body.strip_prefix('"').unwrap_or(body);
    body.strip_suffix('"').unwrap_or(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every value with the names that lead to it, and every name without a value.
    fn paths(outline: &Outline) -> Vec<String> {
        let leaves = outline.nodes.iter().enumerate();
        let leaves = leaves.filter(|(_, node)| !matches!(node.form, Form::Group(..)));
        let shown = leaves.map(|(index, node)| {
            let path = outline.path(index).join("/");
            format!(
                "{path}={}",
                &outline.text[outline.inner(node.span.clone())].trim()
            )
        });
        shown.collect()
    }

    #[test]
    fn whole_texts_have_every_value_in_its_place() {
        let json = r#"{ "a": "\"b", "c": [ { "d": 1 }, { "e": {} } ] }"#;
        assert_eq!(paths(&Outline::json(json)), ["a=\\\"b", "c/d=1"]);
        let ron = "(a: Right, b: {\"x\": (c: [\"y\", \"z\"])}, d: On(e: \"f\", g: (h: 2)), i: W([\"v\"]))";
        let expected = ["a=Right", "b/x/c=y", "b/x/c=z", "d/e=f", "d/g/h=2", "i=v"];
        assert_eq!(paths(&Outline::ron(ron)), expected);
    }

    #[test]
    fn half_written_texts_keep_the_rest_in_its_place() {
        let json =
            "{ \"w\": [\n{ \"n\": \"A\", \"r\": \"no\n{ \"n\": \"B\", \"r\": },\n{ \"n\": \"C\"";
        let expected = ["w/n=A", "w/r=no", "w/n=B", "w/r=", "w/n=C"];
        assert_eq!(paths(&Outline::json(json)), expected);
        let ron = "(s: {\"c\": (r: [(n: \"a\", of: [\"x\", j: \"y\"), (n: \"b\", of: ";
        let expected = [
            "s/c/r/n=a",
            "s/c/r/of=x",
            "s/c/r/j=y",
            "s/c/r/n=b",
            "s/c/r/of=",
        ];
        assert_eq!(paths(&Outline::ron(ron)), expected);
        for text in [
            "", ")", "]}", ":", ",:", "\"", "(", "{\"a\":", "((((", "a:(b:[c:",
        ] {
            Outline::ron(text);
            Outline::json(text);
        }
    }

    #[test]
    fn spots_tell_names_values_and_what_is_between() {
        let text = r#"{ "a": "b", "c": , "d": [ ] }"#;
        let outline = Outline::json(text);
        let spot = |of: &str| outline.spot(text.find(of).unwrap());
        assert_eq!(spot("a\":"), Spot::Key(1));
        assert_eq!(spot("b\","), Spot::Value(1));
        assert_eq!(spot(" , "), Spot::Value(2));
        assert_eq!(spot(" ]"), Spot::In(3));
        assert_eq!(spot("}"), Spot::In(0));
        assert_eq!(outline.spot(0), Spot::Outside);
        assert!(outline.has_names(0) && !outline.has_names(3));
    }

    #[test]
    fn strings_are_read_without_quotes_and_escapes() {
        let text = "(a: r#\"b\"#, c: \"\\u{e9}\", d: \"f\")";
        let outline = Outline::ron(text);
        let strings = outline.nodes[1..]
            .iter()
            .map(|node| outline.string(node.span.clone()));
        assert_eq!(strings.collect::<Vec<_>>(), ["b", "é", "f"]);
        assert_eq!(&text[outline.inner(outline.nodes[1].span.clone())], "b");
    }
}
