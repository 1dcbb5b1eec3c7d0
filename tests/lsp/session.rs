//! Plays a session, and writes down what the server said.
//!
//! A line that starts with `> ` is a command, the lines behind it are its text. In what a command
//! looks for, `^` is where the cursor stands.

use std::fmt::Write;
use std::fs;

use serde_json::{Value, json};

use crate::client::{Client, byte, folder, position};

/// Plays a session in a folder of its own.
pub fn play(name: &str, session: &str) -> String {
    let folder = folder(name);
    let mut player = Player {
        client: None,
        shown: String::new(),
    };
    for command in session.split("\n> ").skip(1) {
        let (line, body) = command.split_once('\n').unwrap_or((command, ""));
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        if verb == "file" {
            let path = folder.join(rest);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, unescaped(body)).unwrap();
            continue;
        }
        if player.client.is_none() {
            player.client = Some(Client::start(&folder));
        }
        writeln!(player.shown, "> {line}").unwrap();
        player.command(verb, rest, &unescaped(body));
        player.shown.push('\n');
    }
    player.shown
}

/// Texts of sessions write out what nobody would see.
fn unescaped(text: &str) -> String {
    text.replace("␍\n", "\r\n")
        .replace('␍', "\r")
        .replace('␉', "\t")
}

struct Player {
    client: Option<Client>,
    shown: String,
}

impl Player {
    fn client(&mut self) -> &mut Client {
        self.client.as_mut().expect("the server runs")
    }

    fn say(&mut self, text: impl AsRef<str>) {
        writeln!(self.shown, "{}", text.as_ref()).unwrap();
    }

    fn command(&mut self, verb: &str, rest: &str, body: &str) {
        let (path, mark) = rest.split_once(' ').unwrap_or((rest, ""));
        let before = self.client().diagnostics.clone();
        match verb {
            "initialize" => {
                let params = if rest.is_empty() { "{}" } else { rest };
                let answer = self
                    .client()
                    .initialize(&serde_json::from_str(params).unwrap());
                if answer.get("error").is_some() {
                    self.say(answer["error"].to_string());
                }
                return;
            }
            "open" => {
                let text = if body.is_empty() {
                    self.client().text(path)
                } else {
                    body.to_owned()
                };
                self.client().open(path, &text);
            }
            "change" => {
                let change = json!([{ "text": body }]);
                self.client().change(path, change, body);
            }
            "edit" => self.edit(path, mark),
            "save" => self.client().save(path),
            "close" => self.client().close(path),
            "hover" | "definition" | "references" | "uses" | "completion" => {
                return self.ask(verb, path, mark);
            }
            "send" => {
                let message: Value = serde_json::from_str(rest).unwrap();
                self.client().send(&message);
                return self.next();
            }
            "raw" => {
                self.client().send_raw(&body.replace('\n', "\r\n"));
                return self.next();
            }
            "notify" => {
                let params = serde_json::from_str(mark).unwrap();
                return self.client().notify(path, params);
            }
            "end" => {
                let code = self.client.take().unwrap().end();
                return self.say(format!("ended with {code:?}"));
            }
            _ => panic!("there is no command `{verb}`"),
        }
        self.diagnostics(&before, path);
    }

    /// Writes the next message that is no diagnostics.
    fn next(&mut self) {
        let answer = self
            .client()
            .wait(|message| message["method"] != "textDocument/publishDiagnostics");
        self.say(answer.to_string());
    }

    /// Changes a part of an open text: `old => new`.
    fn edit(&mut self, path: &str, change: &str) {
        let (old, new) = change.split_once("=>").unwrap();
        let (old, new) = (old.trim(), new.trim().replace("\\n", "\n"));
        let client = self.client();
        let text = client.text(path);
        let at = text
            .find(old)
            .unwrap_or_else(|| panic!("{old} is not in {path}"));
        let place = |at: usize| position(&text, at, &client.encoding);
        let range = json!({ "start": place(at), "end": place(at + old.len()) });
        let changed = text.replacen(old, &new, 1);
        client.change(path, json!([{ "range": range, "text": new }]), &changed);
    }

    /// Writes the diagnostics that have changed, and those of the file that a command is about.
    fn diagnostics(&mut self, before: &std::collections::BTreeMap<String, Value>, path: &str) {
        for (file, diagnostics) in self.client().diagnostics.clone() {
            if file != path && before.get(&file) == Some(&diagnostics) {
                continue;
            }
            let diagnostics = diagnostics.as_array().unwrap().clone();
            if diagnostics.is_empty() {
                self.say(format!("{file}: no problems"));
            }
            for diagnostic in diagnostics {
                let range = self.range(&file, &diagnostic["range"]);
                let severity =
                    ["error", "warning"][diagnostic["severity"].as_u64().unwrap() as usize - 1];
                let message = diagnostic["message"]
                    .as_str()
                    .unwrap()
                    .replace('\n', "\n    ");
                self.say(format!("{file}:{range}\n    {severity}: {message}"));
                for related in diagnostic["relatedInformation"]
                    .as_array()
                    .into_iter()
                    .flatten()
                {
                    let place = self.location(&related["location"]);
                    self.say(format!(
                        "    {place}: {}",
                        related["message"].as_str().unwrap()
                    ));
                }
            }
        }
    }

    fn ask(&mut self, verb: &str, path: &str, mark: &str) {
        let client = self.client();
        let text = client.text(path);
        let (before, after) = mark.split_once('^').expect("a cursor");
        let (before, after) = (unescaped(before), unescaped(after));
        let found = text.find(&format!("{before}{after}"));
        let at = found.unwrap_or_else(|| panic!("{mark} is not in {path}:\n{text}")) + before.len();
        let at = position(&text, at, &client.encoding);
        let document = json!({ "uri": client.uri(path) });
        let mut params = json!({ "textDocument": document, "position": at });
        let method = match verb {
            "references" | "uses" => {
                params["context"] = json!({ "includeDeclaration": verb == "references" });
                "references"
            }
            _ => verb,
        };
        let answer = client.request(&format!("textDocument/{method}"), params);
        let result = &answer["result"];
        match (method, result) {
            (_, Value::Null) => self.say(answer.get("error").unwrap_or(&Value::Null).to_string()),
            ("hover", hover) => {
                if hover.get("range").is_some() {
                    let range = self.range(path, &hover["range"]);
                    self.say(range);
                }
                self.say(hover["contents"]["value"].as_str().unwrap());
            }
            ("completion", items) => {
                for item in items.as_array().unwrap().clone() {
                    self.item(path, &item);
                }
            }
            (_, locations) => {
                for location in locations.as_array().unwrap().clone() {
                    let place = self.location(&location);
                    self.say(place);
                }
            }
        }
    }

    fn item(&mut self, path: &str, item: &Value) {
        let edit = &item["textEdit"];
        let range = self.range(path, &edit["range"]);
        let detail = item["detail"].as_str().unwrap_or_default();
        let about = item["documentation"].as_str().unwrap_or_default();
        let line = format!(
            "{} {range} {}  {detail} {about}",
            item["label"], edit["newText"]
        );
        self.say(line.trim_end());
    }

    fn location(&mut self, location: &Value) -> String {
        let path = self.client().path(location["uri"].as_str().unwrap());
        let range = self.range(&path, &location["range"]);
        format!("{path}:{range}")
    }

    /// A range, and the text that is in it.
    fn range(&mut self, path: &str, range: &Value) -> String {
        let client = self.client();
        let text = client.text(path);
        let at = |end: &str| byte(&text, &range[end], &client.encoding);
        let place = |end: &str| format!("{}:{}", range[end]["line"], range[end]["character"]);
        let marked = &text[at("start")..at("end")];
        format!("{}-{} [{marked}]", place("start"), place("end"))
    }
}
