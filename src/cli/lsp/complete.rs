//! What can be written at a place: roles, words, fields and choices.

use std::ops::Range;

use gen_lsp_types::{CompletionItem, CompletionItemKind, Documentation, TextEdit};

use super::fields::{self, Choice, Shape};
use super::files::Kind;
use super::look::Look;
use super::offers::{Offer, choices};
use super::sites::{Means, meaning};
use crate::notation::{Form, Outline, Spot};
use crate::scenario::{IN_FORCE, STATED};

/// A place where a name can be written.
struct Gap {
    /// What it takes the place of.
    span: Range<usize>,
    /// Whether the name needs quotes there.
    bare: bool,
}

impl Look<'_> {
    /// What can be written at the place that the request is about.
    pub(super) fn completion(&mut self) -> Vec<CompletionItem> {
        let (gap, offers) = match self.kind {
            Kind::Grammar => self.in_outline(|text| Outline::ron(text)),
            Kind::Words | Kind::Level => self.in_outline(|text| Outline::json(text)),
            Kind::Board => self.on_board(),
            Kind::Levels => return Vec::new(),
        };
        let range = self.text.range(gap.span, self.client.encoding);
        let item = |(number, offer): (usize, Offer)| {
            let written = offer.written.unwrap_or_else(|| match gap.bare {
                true => format!("\"{}\"", offer.name),
                false => offer.name.clone(),
            });
            let documentation = (!offer.about.is_empty()).then(|| Documentation::from(offer.about));
            let edit = TextEdit {
                range,
                new_text: written,
            };
            CompletionItem {
                label: offer.name,
                kind: Some(offer.kind),
                detail: (!offer.detail.is_empty()).then_some(offer.detail),
                documentation,
                sort_text: Some(format!("{number:05}")),
                text_edit: Some(edit.into()),
                ..CompletionItem::default()
            }
        };
        offers.into_iter().enumerate().map(item).collect()
    }

    fn in_outline(&mut self, read: impl for<'t> Fn(&'t str) -> Outline<'t>) -> (Gap, Vec<Offer>) {
        let text = self.text.as_str().to_owned();
        let outline = read(&text);
        match outline.spot(self.offset) {
            Spot::Key(node) => self.name_in(&outline, node, outline.nodes()[node].parent),
            Spot::Value(node) => {
                let parent = outline.nodes()[node].parent;
                let is_name = parent.is_some_and(|group| outline.has_names(group));
                match outline.nodes()[node].key {
                    None if is_name => self.name_in(&outline, node, parent),
                    _ => self.value_at(&outline, node),
                }
            }
            Spot::Tag(node) => {
                let span = outline.nodes()[node].tag.clone();
                let shape = Shape::of(self.kind);
                let shape = shape.and_then(|shape| shape.before_tag(&outline, node));
                let mut offers = shape.map_or_else(Vec::new, choices);
                // The group is there already.
                offers
                    .iter_mut()
                    .for_each(|offer| offer.written = Some(offer.name.clone()));
                let gap = Gap {
                    span: span.unwrap_or(self.offset..self.offset),
                    bare: true,
                };
                (gap, offers)
            }
            Spot::In(group) if fields::is_list(&outline, group) || !outline.has_names(group) => {
                self.item_in(&outline, group)
            }
            Spot::In(group) => {
                let gap = self.empty_gap();
                let offers = self.fields(&outline, group, None);
                (gap, offers)
            }
            Spot::Outside => (self.empty_gap(), Vec::new()),
        }
    }

    fn empty_gap(&self) -> Gap {
        Gap {
            span: self.offset..self.offset,
            bare: true,
        }
    }

    /// The name of a field, which is written in part.
    fn name_in(
        &mut self,
        outline: &Outline,
        node: usize,
        group: Option<usize>,
    ) -> (Gap, Vec<Offer>) {
        let key = outline.nodes()[node].key.clone();
        let span = key.clone().unwrap_or(outline.nodes()[node].span.clone());
        let is_quoted = self.text.as_str()[span.clone()].starts_with('"');
        let gap = self.gap(outline, span, false);
        let mut offers = group.map_or_else(Vec::new, |group| {
            self.fields(outline, group, key.is_some().then_some(node))
        });
        if is_quoted || key.is_some() {
            offers
                .iter_mut()
                .for_each(|offer| offer.written = Some(offer.name.clone()));
        }
        (gap, offers)
    }

    /// The fields that a group can have, but for those that it has already.
    fn fields(&mut self, outline: &Outline, group: usize, at: Option<usize>) -> Vec<Offer> {
        // The names of some groups are roles.
        let path = outline.path(group);
        let mut path: Vec<&str> = path.iter().map(|name| &**name).collect();
        path.push("");
        if let Some((means, false)) = meaning(self.kind, &path, true) {
            return self.named(&means);
        }
        let own = at.and_then(|node| outline.nodes()[node].key.clone());
        let own = own.map(|key| outline.string(key));
        let present = fields::present(outline, group);
        let shape = Shape::of(self.kind).and_then(|shape| shape.at(outline, group));
        let mut choices = shape.map_or_else(Vec::new, Shape::fields);
        choices.retain(|field| {
            Some(field.name) == own.as_deref() || !present.iter().any(|name| name == field.name)
        });
        choices.sort_by_key(|field| !field.needed);
        let json = self.kind != Kind::Grammar;
        let offer = |field: Choice| Offer {
            name: field.name.to_owned(),
            detail: if field.needed { "needed" } else { "" }.to_owned(),
            about: field.about.to_owned(),
            kind: CompletionItemKind::Field,
            written: Some(match json {
                true => format!("\"{}\": ", field.name),
                false => format!("{}: ", field.name),
            }),
        };
        choices.into_iter().map(offer).collect()
    }

    /// A value that is written in part, or missing behind its name.
    fn value_at(&mut self, outline: &Outline, node: usize) -> (Gap, Vec<Offer>) {
        let value = &outline.nodes()[node];
        let path = outline.path(node);
        let path: Vec<&str> = path.iter().map(|name| &**name).collect();
        let means = meaning(self.kind, &path, false);
        let many = matches!(means, Some((Means::Words, _)));
        let gap = match value.form {
            Form::Missing => self.empty_gap(),
            _ => self.gap(outline, value.span.clone(), many),
        };
        let shape = Shape::of(self.kind).and_then(|shape| shape.at(outline, node));
        (gap, self.offers(shape, means))
    }

    /// A value of a list that is not begun yet.
    fn item_in(&mut self, outline: &Outline, group: usize) -> (Gap, Vec<Offer>) {
        let path = outline.path(group);
        let path: Vec<&str> = path.iter().map(|name| &**name).collect();
        let shape = Shape::of(self.kind).and_then(|shape| shape.at(outline, group));
        let means = meaning(self.kind, &path, false);
        let offers = self.offers(shape.map(Shape::item), means);
        (self.empty_gap(), offers)
    }

    /// The choices that a place has or, where any text can stand, the names with its meaning.
    fn offers(&mut self, shape: Option<Shape>, means: Option<(Means, bool)>) -> Vec<Offer> {
        let choices = shape.map_or_else(Vec::new, choices);
        match means {
            _ if !choices.is_empty() => choices,
            Some((Means::Run(sentence), false)) => self.runs(&sentence),
            Some((means, false)) => self.named(&means),
            _ => Vec::new(),
        }
    }

    /// What is written there of a name: between its quotes and, where `many` names stand there,
    /// between blanks.
    fn gap(&self, outline: &Outline, span: Range<usize>, many: bool) -> Gap {
        let text = self.text.as_str();
        let inner = outline.inner(span.clone());
        if !text[span.clone()].starts_with(['"', 'r']) || self.offset < inner.start {
            return Gap { span, bare: true };
        }
        let at = self.offset.min(inner.end);
        let blank = text[inner.start..at].rfind(char::is_whitespace);
        let start = blank.filter(|_| many).map_or(0, |at| at + 1);
        let ends = |c: char| c.is_whitespace() || "\",]})".contains(c);
        let end = text[at..inner.end].find(ends).unwrap_or(inner.end - at);
        Gap {
            span: inner.start + start..at + end,
            bare: false,
        }
    }

    /// The words and things of a drawn board, and the words of the rules that it states.
    fn on_board(&mut self) -> (Gap, Vec<Offer>) {
        let text = self.text.as_str();
        let line = text[..self.offset].rfind('\n').map_or(0, |end| end + 1);
        let (before, after) = (&text[line..self.offset], &text[self.offset..]);
        let is_comment = before.split_whitespace().any(|name| name.starts_with("//"));
        let is_held = before.starts_with(IN_FORCE);
        let ends = |c: char| c.is_whitespace() || "|;*".contains(c) || is_held && "{}".contains(c);
        let start = before.rfind(ends).map_or(line, |at| line + at + 1);
        let end = after.find(ends).map_or(text.len(), |at| self.offset + at);
        let gap = Gap {
            span: start..end,
            bare: false,
        };
        let offers = match is_comment {
            true if is_held || before.starts_with(STATED) => self.named(&Means::Word),
            true => Vec::new(),
            false => self.named(&Means::Thing),
        };
        (gap, offers)
    }
}
