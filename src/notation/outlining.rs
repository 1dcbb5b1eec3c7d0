//! How the outline of a text is made, token by token.

use std::ops::Range;

use super::outline::{Form, Node, Outline};
use super::scan::{self, Kind, Style, Token};

/// An outline that is being made.
pub(super) struct Outlining<'t> {
    outline: Outline<'t>,
    /// The groups that are open, outermost first.
    open: Vec<usize>,
    /// A name whose value has not come yet.
    key: Option<Range<usize>>,
    /// A name right before a group.
    tag: Option<Range<usize>>,
    /// Where the last token ended.
    end: usize,
}

impl<'t> Outlining<'t> {
    pub(super) fn read(text: &'t str, style: Style) -> Outline<'t> {
        let nodes = Vec::new();
        let mut outlining = Outlining {
            outline: Outline { text, style, nodes },
            open: Vec::new(),
            key: None,
            tag: None,
            end: 0,
        };
        let is_seen = |token: &Token| token.kind != Kind::Comment;
        let mut tokens = scan::tokens(text, style).filter(is_seen).peekable();
        while let Some(token) = tokens.next() {
            let next = tokens.peek().map(|next| &text[next.span.clone()]);
            outlining.token(&token, next.unwrap_or_default());
            outlining.end = token.span.end;
        }
        outlining.missing(text.len());
        outlining.close(0, text.len());
        outlining.outline
    }

    fn token(&mut self, token: &Token, next: &str) {
        let span = token.span.clone();
        match (token.kind, self.outline.text.as_bytes()[span.start]) {
            (Kind::Sign, bracket @ (b'(' | b'[' | b'{')) => self.open(bracket, span.start),
            (Kind::Sign, bracket @ (b')' | b']' | b'}')) => self.shut(bracket, span),
            (Kind::Sign, b',') => self.missing(span.start),
            (Kind::Sign | Kind::Comment, _) => {}
            (Kind::Text | Kind::Word, _) if next == ":" => self.name(span),
            (Kind::Word, _) if next == "(" => self.tag = Some(span),
            (Kind::Word, _) => self.push(Form::Word, span),
            (Kind::Text, _) => self.push(Form::Text, span),
            (Kind::OpenText, _) => self.push(Form::OpenText, span),
        }
    }

    fn push(&mut self, form: Form, span: Range<usize>) {
        let tag = self.tag.take();
        self.outline.nodes.push(Node {
            form,
            span,
            key: self.key.take(),
            parent: self.open.last().copied(),
            tag,
        });
    }

    fn bracket(&self, group: usize) -> Option<u8> {
        match self.outline.nodes[group].form {
            Form::Group(bracket, _) => Some(bracket),
            _ => None,
        }
    }

    fn open(&mut self, bracket: u8, start: usize) {
        // An object right in an object, without a name, begins the next one.
        if let Some(&last) = self.open.last()
            && self.key.is_none()
            && bracket != b'['
            && self.bracket(last) == Some(bracket)
            && self.outline.nodes[last].tag.is_none()
            && self.open.len() > 1
        {
            self.close(self.open.len() - 1, self.end);
        }
        self.push(Form::Group(bracket, false), start..start);
        self.open.push(self.outline.nodes.len() - 1);
    }

    /// A name with a colon cannot stand in a list, so the list is over.
    fn name(&mut self, span: Range<usize>) {
        self.missing(span.start);
        let in_list = |group: &usize| self.bracket(*group) == Some(b'[');
        let lists = self.open.iter().rev().take_while(|group| in_list(group));
        let depth = self.open.len() - lists.count();
        if depth > 0 {
            self.close(depth, self.end);
        }
        self.key = Some(span);
    }

    /// Notes a name that has no value before `end`.
    fn missing(&mut self, end: usize) {
        if let Some(key) = &self.key {
            let start = (key.end + 1).min(end);
            self.push(Form::Missing, start..end);
        }
    }

    /// Closes the groups up to the one that a bracket closes, if there is one.
    fn shut(&mut self, bracket: u8, span: Range<usize>) {
        self.missing(span.start);
        let is_its =
            |&group: &usize| self.bracket(group).map(scan::closing) == Some(char::from(bracket));
        if let Some(depth) = self.open.iter().rposition(is_its) {
            self.close(depth + 1, span.start);
            let group = &mut self.outline.nodes[self.open[depth]];
            group.span.end = span.end;
            if let Form::Group(_, closed) = &mut group.form {
                *closed = true;
            }
            self.open.truncate(depth);
        }
    }

    /// Ends all groups but the outermost few.
    fn close(&mut self, depth: usize, end: usize) {
        for group in self.open.drain(depth..) {
            let node = &mut self.outline.nodes[group];
            node.span.end = end.max(node.span.start + 1);
        }
    }
}
