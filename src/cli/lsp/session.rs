//! What an editor has open, the projects that belong to it, and what each message does to them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gen_lsp_types::{self as lsp, Diagnostic, PublishDiagnosticsParams};
use lsp_server::{ErrorCode, Request};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::documents::Documents;
use super::files::Overlay;
use super::initialize::Client;
use super::project::{Chosen, Project};
use super::report::Writer;
use super::text::Encoding;
use super::uri;

/// Why a request gets no answer.
pub(super) struct Refused {
    pub(super) code: ErrorCode,
    pub(super) message: String,
}

impl Refused {
    pub(super) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        let message = message.into();
        Refused { code, message }
    }
}

/// All that is known while an editor is served.
pub(super) struct Session {
    pub(super) client: Client,
    pub(super) chosen: Chosen,
    pub(super) documents: Documents,
    /// The folders that are open in the editor.
    pub(super) folders: Vec<PathBuf>,
    pub(super) projects: BTreeMap<PathBuf, Project>,
    /// The diagnostics that the client shows, by URI.
    shown: BTreeMap<String, Vec<Diagnostic>>,
    /// What has to be looked at again.
    stale: Stale,
    pub(super) requests: Vec<Request>,
}

/// What has to be looked at again.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Stale {
    Nothing,
    /// The open texts, and what belongs to them.
    Open,
    Everything,
}

impl Session {
    pub(super) fn new(chosen: Chosen) -> Session {
        Session {
            client: Client {
                encoding: Encoding::Utf16,
                related: false,
                markdown: false,
                watches: false,
            },
            chosen,
            documents: Documents::default(),
            folders: Vec::new(),
            projects: BTreeMap::new(),
            shown: BTreeMap::new(),
            stale: Stale::Nothing,
            requests: Vec::new(),
        }
    }

    /// Does what a notification says. Unknown ones need no answer.
    pub(super) fn notification(&mut self, method: &str, params: Value) -> Result<(), Refused> {
        let stale = match method {
            "initialized" => {
                self.watch();
                self.add_projects();
                Stale::Everything
            }
            "textDocument/didOpen" => {
                let lsp::DidOpenTextDocumentParams { text_document } = read(params)?;
                let uri = text_document.uri.to_string();
                let (version, text) = (text_document.version, text_document.text);
                self.documents.open(&uri, version, text);
                self.shown.remove(&uri);
                let path = self.documents.path(&uri);
                self.project_root(&path);
                Stale::Open
            }
            "textDocument/didChange" => {
                self.change(read(params)?)?;
                Stale::Open
            }
            "textDocument/didClose" => {
                let lsp::DidCloseTextDocumentParams { text_document } = read(params)?;
                let uri = text_document.uri.to_string();
                if !self.documents.close(&uri) {
                    return Err(not_open(&uri));
                }
                Stale::Everything
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => Stale::Everything,
            "workspace/didChangeWorkspaceFolders" => {
                self.change_folders(&params["event"]);
                Stale::Everything
            }
            _ => return Ok(()),
        };
        self.stale = self.stale.clone().max(stale);
        Ok(())
    }

    fn change(&mut self, params: lsp::DidChangeTextDocumentParams) -> Result<(), Refused> {
        let version = params.text_document.version;
        let uri = params
            .text_document
            .text_document_identifier
            .uri
            .to_string();
        let encoding = self.client.encoding;
        let is_open = self
            .documents
            .change(&uri, version, params.content_changes, encoding);
        // What the client shows is about the text before.
        self.shown.remove(&uri);
        is_open.then_some(()).ok_or_else(|| not_open(&uri))
    }

    fn change_folders(&mut self, event: &Value) {
        let paths = |field: &str| -> Vec<PathBuf> {
            let folders = event[field].as_array().into_iter().flatten();
            let uris = folders.filter_map(|folder| folder["uri"].as_str());
            uris.filter_map(uri::to_path).collect()
        };
        let removed = paths("removed");
        self.folders.retain(|folder| !removed.contains(folder));
        self.folders.extend(paths("added"));
        self.add_projects();
    }

    /// What the server asks of the client.
    pub(super) fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// Opens the project of each folder that has one.
    fn add_projects(&mut self) {
        for folder in self.folders.clone() {
            if is_project(&folder) || self.is_chosen() {
                self.add_project(folder);
            }
        }
    }

    fn is_chosen(&self) -> bool {
        self.chosen.grammar.is_some() || !self.chosen.words.is_empty()
    }

    fn add_project(&mut self, root: PathBuf) {
        if !self.projects.contains_key(&root) {
            let project = Project::new(self.chosen.within(&root));
            self.projects.insert(root, project);
            self.stale = Stale::Everything;
        }
    }

    /// The folder of the project that a file belongs to: the nearest one around it with a grammar
    /// or words of its own, or else the editor's.
    pub(super) fn project_root(&mut self, path: &Path) -> PathBuf {
        let around = |folder: &&PathBuf| path.starts_with(folder);
        let open = self.folders.iter().filter(around);
        let open = open.max_by_key(|folder| folder.as_os_str().len()).cloned();
        let is_inside = |folder: &&Path| open.as_ref().is_none_or(|open| folder.starts_with(open));
        let mut folders = path.ancestors().skip(1).take_while(is_inside);
        let nearest = match self.is_chosen() && open.is_some() {
            true => None,
            false => folders
                .find(|folder| is_project(folder))
                .map(Path::to_owned),
        };
        let parent = || path.parent().map(Path::to_owned);
        let root = nearest.or(open).or_else(parent).unwrap_or_default();
        self.add_project(root.clone());
        root
    }

    /// Forgets the projects of which neither a file nor the folder is open any more.
    fn drop_projects(&mut self) {
        let (documents, folders) = (&self.documents, &self.folders);
        self.projects.retain(|root, _| {
            let mut open = documents.iter().map(|(_, document)| &document.path);
            folders.contains(root) || open.any(|path| path.starts_with(root))
        });
    }

    /// The diagnostics that the client has to be told of since it was last told.
    pub(super) fn diagnostics(&mut self) -> Vec<Value> {
        let everything = match std::mem::replace(&mut self.stale, Stale::Nothing) {
            Stale::Nothing => return Vec::new(),
            stale => stale == Stale::Everything,
        };
        self.drop_projects();
        let mut current: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
        for (uri, _) in self.documents.iter() {
            current.insert(uri.to_owned(), Vec::new());
        }
        for (root, project) in &mut self.projects {
            project.begin();
            let files = Overlay {
                root,
                documents: &self.documents,
            };
            let problems = project.problems(files, everything);
            let mut writer = Writer::new(files, self.client.encoding, self.client.related);
            for (uri, diagnostics) in writer.write(&problems) {
                current.entry(uri).or_default().extend(diagnostics);
            }
        }
        self.publish(current)
    }

    /// Tells the client of what has changed.
    fn publish(&mut self, current: BTreeMap<String, Vec<Diagnostic>>) -> Vec<Value> {
        let mut published = Vec::new();
        let mut tell = |uri: &str, diagnostics: &[Diagnostic]| {
            let params = PublishDiagnosticsParams {
                uri: uri.into(),
                version: self.documents.get(uri).map(|document| document.version),
                diagnostics: diagnostics.to_vec(),
            };
            published.extend(serde_json::to_value(params));
        };
        for (uri, diagnostics) in &current {
            if self.shown.get(uri) != Some(diagnostics) {
                tell(uri, diagnostics);
            }
        }
        let gone = |uri: &&String| !current.contains_key(*uri);
        for uri in self.shown.keys().filter(gone) {
            tell(uri, &[]);
        }
        self.shown = current;
        published
    }
}

/// Whether a folder has a grammar or words where the commands look for them.
fn is_project(folder: &Path) -> bool {
    let is_grammar = |entry: std::fs::DirEntry| {
        entry
            .path()
            .extension()
            .is_some_and(|ending| ending == "ron")
    };
    let grammars = std::fs::read_dir(folder.join("grammar"));
    let grammars = grammars.into_iter().flatten().flatten();
    folder.join("content/words.json").is_file() || grammars.into_iter().any(is_grammar)
}

fn not_open(uri: &str) -> Refused {
    let message = format!("{uri} is not open");
    Refused::new(ErrorCode::InvalidParams, message)
}

pub(super) fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refused> {
    let refused =
        |error: serde_json::Error| Refused::new(ErrorCode::InvalidParams, error.to_string());
    serde_json::from_value(params).map_err(refused)
}

pub(super) fn value(result: &impl Serialize) -> Result<Value, Refused> {
    let refused =
        |error: serde_json::Error| Refused::new(ErrorCode::InternalError, error.to_string());
    serde_json::to_value(result).map_err(refused)
}
