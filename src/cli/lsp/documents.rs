//! The texts that are open in the editor, saved or not.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gen_lsp_types::TextDocumentContentChangeEvent as Change;

use super::text::{Encoding, Text};
use super::uri;

/// The open texts, by URI.
#[derive(Debug, Default)]
pub(super) struct Documents {
    open: BTreeMap<String, Document>,
    /// Where texts are taken to lie that are in no file yet.
    pub(super) unsaved: PathBuf,
}

/// An open text.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) path: PathBuf,
    pub(super) version: i32,
    pub(super) text: Text,
}

impl Documents {
    /// Opens a text, or gives an open one anew.
    pub(super) fn open(&mut self, uri: &str, version: i32, text: String) {
        let path = self.path(uri);
        let text = Text::new(text);
        let document = Document {
            path,
            version,
            text,
        };
        self.open.insert(uri.to_owned(), document);
    }

    /// Changes an open text; `false` when it is not open.
    pub(super) fn change(
        &mut self,
        uri: &str,
        version: i32,
        changes: Vec<Change>,
        encoding: Encoding,
    ) -> bool {
        let Some(document) = self.open.get_mut(uri) else {
            return false;
        };
        document.version = version;
        for change in changes {
            match change {
                Change::TextDocumentContentChangePartial(part) => {
                    document.text.replace(part.range, &part.text, encoding);
                }
                Change::TextDocumentContentChangeWholeDocument(whole) => {
                    document.text = Text::new(whole.text);
                }
            }
        }
        true
    }

    /// Closes a text: from now on its file counts.
    pub(super) fn close(&mut self, uri: &str) -> bool {
        self.open.remove(uri).is_some()
    }

    /// Every open text with its URI.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Document)> {
        self.open
            .iter()
            .map(|(uri, document)| (uri.as_str(), document))
    }

    pub(super) fn get(&self, uri: &str) -> Option<&Document> {
        self.open.get(uri)
    }

    /// The open text of a file, with its URI.
    pub(super) fn at(&self, path: &Path) -> Option<(&str, &Document)> {
        self.iter().find(|(_, document)| document.path == path)
    }

    /// The path of a URI. A text in no file has one too, of a file that is not there.
    pub(super) fn path(&self, uri: &str) -> PathBuf {
        uri::to_path(uri).unwrap_or_else(|| self.unsaved.join(uri))
    }

    /// The URI of a path, as the editor writes it where the file is open.
    pub(super) fn uri(&self, path: &Path) -> String {
        match self.at(path) {
            Some((uri, _)) => uri.to_owned(),
            None => uri::of_path(path),
        }
    }
}
