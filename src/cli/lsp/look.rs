//! Requests: each is about a place in an open file.

use gen_lsp_types as lsp;
use lsp_server::ErrorCode;
use serde_json::Value;

use super::files::{Kind, Overlay};
use super::initialize::Client;
use super::language::Language;
use super::project::Project;
use super::session::{Refused, Session, read, value};
use super::text::Text;

/// Where a request is about: a file, what it is read with, and a place in it.
pub(super) struct Look<'a> {
    pub(super) files: Overlay<'a>,
    pub(super) project: &'a mut Project,
    pub(super) client: Client,
    pub(super) name: String,
    pub(super) text: Text,
    pub(super) kind: Kind,
    pub(super) languages: Vec<Language>,
    pub(super) offset: usize,
}

impl Session {
    /// The answer to a request.
    pub(super) fn request(&mut self, method: &str, params: Value) -> Result<Value, Refused> {
        match method {
            "textDocument/hover" => {
                let lsp::HoverParams {
                    text_document_position_params: at,
                    ..
                } = read(params)?;
                value(&self.look(&at).and_then(|mut look| look.hover()))
            }
            "textDocument/definition" => {
                let lsp::DefinitionParams {
                    text_document_position_params: at,
                    ..
                } = read(params)?;
                value(&self.look(&at).map(|mut look| look.definition()))
            }
            "textDocument/references" => {
                let lsp::ReferenceParams {
                    text_document_position_params: at,
                    context,
                    ..
                } = read(params)?;
                let found = self.look(&at);
                value(&found.map(|mut look| look.references(context.include_declaration)))
            }
            "textDocument/completion" => {
                let lsp::CompletionParams {
                    text_document_position_params: at,
                    ..
                } = read(params)?;
                value(&self.look(&at).map(|mut look| look.completion()))
            }
            _ => Err(Refused::new(
                ErrorCode::MethodNotFound,
                format!("there is no `{method}` here"),
            )),
        }
    }

    /// A file as it is now, and the place in it that a request is about.
    fn look(&mut self, at: &lsp::TextDocumentPositionParams) -> Option<Look<'_>> {
        let path = self
            .documents
            .get(at.text_document.uri.as_ref())?
            .path
            .clone();
        let root = self.project_root(&path);
        let mut projects = self.projects.range_mut(root..);
        let (root, project) = projects.next()?;
        project.begin();
        let files = Overlay {
            root,
            documents: &self.documents,
        };
        let name = files.name(&path);
        let text = files.text(&name)?;
        let (kind, languages) = project.look(files, &name, text.as_str())?;
        Some(Look {
            offset: text.offset(at.position, self.client.encoding),
            files,
            project,
            client: self.client,
            name,
            text,
            kind,
            languages,
        })
    }
}
