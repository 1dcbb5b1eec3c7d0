//! The first exchange: what the client can do, what it has open, and what the server can do.

use std::path::PathBuf;

use gen_lsp_types as lsp;
use lsp_server::{ErrorCode, Request};
use serde_json::{Value, json};

use super::session::{Refused, Session, value};
use super::text::Encoding;
use super::uri;

/// What a client can do.
#[derive(Debug, Clone, Copy)]
pub(super) struct Client {
    pub(super) encoding: Encoding,
    /// Whether it shows further places of a diagnostic.
    pub(super) related: bool,
    /// Whether it shows Markdown.
    pub(super) markdown: bool,
    /// Whether it tells of files that change if it is asked to.
    pub(super) watches: bool,
}

impl Session {
    /// Learns what the client can do and which folders it has open; says what the server can do.
    pub(super) fn initialize(&mut self, params: &Value) -> Result<Value, Refused> {
        let capabilities = &params["capabilities"];
        let can = |pointer: &str| {
            capabilities
                .pointer(pointer)
                .is_some_and(|can| *can == true)
        };
        let formats = &capabilities["textDocument"]["hover"]["contentFormat"];
        let formats = formats.as_array().into_iter().flatten();
        self.client = Client {
            encoding: Encoding::agreed(capabilities),
            related: can("/textDocument/publishDiagnostics/relatedInformation"),
            markdown: formats.clone().any(|format| format == "markdown"),
            watches: can("/workspace/didChangeWatchedFiles/dynamicRegistration"),
        };
        let folders = params["workspaceFolders"].as_array().into_iter().flatten();
        let folders = folders.filter_map(|folder| folder["uri"].as_str());
        self.folders = folders.filter_map(uri::to_path).collect();
        if self.folders.is_empty() {
            let root = params["rootUri"].as_str().and_then(uri::to_path);
            let root = root.or_else(|| params["rootPath"].as_str().map(PathBuf::from));
            self.folders.extend(root);
        }
        let here = || std::env::current_dir().unwrap_or_default();
        self.choose(&params["initializationOptions"])?;
        self.documents.unsaved = self.folders.first().cloned().unwrap_or_else(here);
        value(&lsp::InitializeResult {
            capabilities: capabilities_with(self.client.encoding),
            server_info: Some(lsp::ServerInfo {
                name: "spellboard".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        })
    }

    /// Takes the files that the editor names, if it names any.
    fn choose(&mut self, options: &Value) -> Result<(), Refused> {
        let refused = |what: &str| {
            let message = format!("the initialization option `{what}` names files as strings");
            Refused::new(ErrorCode::InvalidParams, message)
        };
        let text = |value: &Value| value.as_str().map(str::to_owned);
        match &options["grammar"] {
            Value::Null => {}
            grammar => self.chosen.grammar = Some(text(grammar).ok_or_else(|| refused("grammar"))?),
        }
        let words = match &options["words"] {
            Value::Null => return Ok(()),
            Value::Array(words) => words.iter().map(text).collect(),
            words => text(words).map(|words| vec![words]),
        };
        self.chosen.words = words.ok_or_else(|| refused("words"))?;
        Ok(())
    }

    /// Asks the client to tell of files that change outside the editor.
    pub(super) fn watch(&mut self) {
        if !self.client.watches {
            return;
        }
        let watchers = json!([{ "globPattern": "**/*.{ron,json,txt,ndjson,jsonl}" }]);
        let registration = json!({
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": watchers },
        });
        self.requests.push(Request {
            id: "files".to_owned().into(),
            method: "client/registerCapability".to_owned(),
            params: json!({ "registrations": [registration] }),
        });
    }
}

fn capabilities_with(encoding: Encoding) -> lsp::ServerCapabilities {
    lsp::ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(
            lsp::TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(lsp::TextDocumentSyncKind::Incremental),
                save: Some(true.into()),
                ..Default::default()
            }
            .into(),
        ),
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: Some(["\"", ":", "|"].map(str::to_owned).to_vec()),
            ..Default::default()
        }),
        hover_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        workspace: Some(lsp::WorkspaceOptions {
            workspace_folders: Some(lsp::WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(true.into()),
            }),
            ..Default::default()
        }),
        ..Default::default()
    }
}
