//! A client that talks to the real server over its standard input and output, as editors do.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// How long an answer may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Client {
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    folder: PathBuf,
    /// The texts that are open, with their versions.
    open: BTreeMap<String, (i32, String)>,
    /// The diagnostics of each file as they were last sent.
    pub diagnostics: BTreeMap<String, Value>,
    requests: i32,
    pub encoding: String,
}

/// An empty folder for a project.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("lsp")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

impl Client {
    /// Starts a server. Nothing is said yet.
    pub fn start(folder: &Path) -> Client {
        let mut server = Command::new(env!("CARGO_BIN_EXE_spellboard"))
            .arg("lsp")
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(server.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client {
            input: server.stdin.take(),
            server,
            messages,
            folder: folder.to_owned(),
            open: BTreeMap::new(),
            diagnostics: BTreeMap::new(),
            requests: 0,
            encoding: "utf-16".to_owned(),
        }
    }

    /// Introduces itself, with the fields of `more` in its parameters.
    pub fn initialize(&mut self, more: &Value) -> Value {
        let mut params = json!({ "processId": null, "rootUri": self.uri(""), "capabilities": {} });
        for (name, value) in more.as_object().into_iter().flatten() {
            params[name] = value.clone();
        }
        let answer = self.request("initialize", params);
        if let Some(encoding) = answer["result"]["capabilities"]["positionEncoding"].as_str() {
            self.encoding = encoding.to_owned();
        }
        self.notify("initialized", json!({}));
        answer
    }

    pub fn uri(&self, path: &str) -> String {
        let folder = self.folder.display();
        match path {
            "" => format!("file://{folder}"),
            _ => format!("file://{folder}/{path}"),
        }
    }

    /// The path of a URI, from the project's folder.
    pub fn path(&self, uri: &str) -> String {
        let start = self.uri("") + "/";
        uri.strip_prefix(&start).unwrap_or(uri).to_owned()
    }

    /// The text of a file as the client has it.
    pub fn text(&self, path: &str) -> String {
        match self.open.get(path) {
            Some((_, text)) => text.clone(),
            None => fs::read_to_string(self.folder.join(path)).unwrap(),
        }
    }

    pub fn open(&mut self, path: &str, text: &str) {
        self.open.insert(path.to_owned(), (1, text.to_owned()));
        let document =
            json!({ "uri": self.uri(path), "languageId": "x", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
        self.wait_for(path);
    }

    /// Sends changes of an open text; it is then `text`.
    pub fn change(&mut self, path: &str, changes: Value, text: &str) {
        let version = self.open[path].0 + 1;
        self.open
            .insert(path.to_owned(), (version, text.to_owned()));
        let document = json!({ "uri": self.uri(path), "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
        self.wait_for(path);
    }

    /// Says that a text was saved, after writing it.
    pub fn save(&mut self, path: &str) {
        let text = self.text(path);
        fs::write(self.folder.join(path), &text).unwrap();
        let document = json!({ "uri": self.uri(path) });
        self.notify("textDocument/didSave", json!({ "textDocument": document }));
        // A save alone may change nothing, a change is always answered.
        self.change(path, json!([]), &text);
    }

    pub fn close(&mut self, path: &str) {
        self.open.remove(path);
        let document = json!({ "uri": self.uri(path) });
        self.notify("textDocument/didClose", json!({ "textDocument": document }));
        let uri = self.uri(path);
        self.wait(|message| message["params"]["uri"] == *uri);
    }

    /// Waits for the diagnostics of an open text as it is now.
    fn wait_for(&mut self, path: &str) {
        let (uri, version) = (self.uri(path), self.open[path].0);
        self.wait(|message| {
            message["params"]["uri"] == *uri && message["params"]["version"] == version
        });
        // What belongs to the same change is there before the answer to this.
        self.request("$/nothing", Value::Null);
    }

    /// Asks something, and waits for the answer.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.wait(|message| message["id"] == id && message.get("method").is_none())
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    pub fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.send_raw(&format!("Content-Length: {}\r\n\r\n{text}", text.len()));
    }

    pub fn send_raw(&mut self, text: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(text.as_bytes()).unwrap();
        input.flush().unwrap();
    }

    /// The next message that is meant; diagnostics before it are noted.
    pub fn wait(&mut self, is_meant: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.messages.recv_timeout(PATIENCE);
            let message = message.expect("the server answers");
            if message["method"] == "textDocument/publishDiagnostics" {
                let path = self.path(message["params"]["uri"].as_str().unwrap());
                let diagnostics = message["params"]["diagnostics"].clone();
                self.diagnostics.insert(path, diagnostics);
            }
            if is_meant(&message) {
                return message;
            }
        }
    }

    /// Says nothing more, and gives the code with which the server ends.
    pub fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.server.wait().unwrap().code()
    }
}

/// Reads a message; `None` when there are no more.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().unwrap(),
            Some(_) => {}
            None => break,
        }
    }
    let mut text = vec![0; length];
    output.read_exact(&mut text).ok()?;
    Some(serde_json::from_slice(&text).expect("the server writes JSON"))
}

/// The byte of a text at a position in some encoding. Deliberately simple: it counts one by one.
pub fn byte(text: &str, position: &Value, encoding: &str) -> usize {
    let (line, character) = (position["line"].as_u64(), position["character"].as_u64());
    let (mut line, mut left) = (line.unwrap(), character.unwrap());
    let mut chars = text.char_indices().peekable();
    while line > 0 {
        let (_, c) = chars.next().expect("the line is there");
        let next = chars.peek().map(|(_, c)| *c);
        line -= u64::from(c == '\n' || c == '\r' && next != Some('\n'));
    }
    while left > 0 {
        let (_, c) = chars.next().expect("the character is there");
        assert!(!"\r\n".contains(c), "the character is on the line");
        left = left
            .checked_sub(units(c, encoding))
            .expect("it is a whole character");
    }
    chars.peek().map_or(text.len(), |(at, _)| *at)
}

/// The position of a byte of a text.
pub fn position(text: &str, at: usize, encoding: &str) -> Value {
    let (mut line, mut character) = (0, 0);
    let mut chars = text[..at].chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().or(text[at..].chars().next());
        if c == '\n' || c == '\r' && next != Some('\n') {
            (line, character) = (line + 1, 0);
        } else {
            character += units(c, encoding);
        }
    }
    json!({ "line": line, "character": character })
}

fn units(c: char, encoding: &str) -> u64 {
    (match encoding {
        "utf-8" => c.len_utf8(),
        "utf-16" => c.len_utf16(),
        _ => 1,
    }) as u64
}
