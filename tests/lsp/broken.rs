//! Whatever is typed, every question is answered, and edits come to the same as the whole text.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::json;

use crate::client::{Client, folder, position};

/// Pieces that break files, or stand where units are counted.
const PIECES: [&str; 24] = [
    "", "", "\"", "{", "}", "(", ")", "[", "]", ",", ":", "\n", "\r", "\r\n", "\t", " ", "|", "*",
    "//", "\\", "r#\"", "🦉", "日", "IS",
];

/// Files of the repository, and the paths that they have in the project of the test.
const FILES: [&str; 5] = [
    "content/words.json",
    "grammar/core.ron",
    "grammar/baba.ron",
    "content/levels/first_steps.json",
    "content/levels/crossing.txt",
];

/// Random numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }

    /// A byte of a text that a position can name: no part of a character or of a line's end.
    fn place(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) || at > 0 && text[..at].ends_with('\r') {
            at -= 1;
        }
        at
    }
}

#[test]
fn broken_files_are_answered_for() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let seed =
        std::env::var("SEED").map_or(now.as_nanos() as u64 | 1, |seed| seed.parse().unwrap());
    println!("run again with SEED={seed}");
    let mut random = Random(seed);
    let folder = folder("broken");
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in FILES {
        std::fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
        std::fs::copy(root.join(file), folder.join(file)).unwrap();
    }
    let mut client = Client::start(&folder);
    client.initialize(&json!({}));
    for file in FILES {
        let text = client.text(file);
        client.open(file, &text);
    }
    for _ in 0..100 {
        let file = FILES[random.below(FILES.len())];
        edit(&mut client, &mut random, file);
        ask(&mut client, &mut random, file);
    }
    let answer = client.request("shutdown", json!(null));
    assert!(answer.get("error").is_none(), "{answer}");
    client.notify("exit", json!(null));
    assert_eq!(client.end(), Some(0));
}

/// Makes a small edit, then sends the whole text, and compares what is wrong.
fn edit(client: &mut Client, random: &mut Random, file: &str) {
    let text = client.text(file);
    let (one, other) = (random.place(&text), random.place(&text));
    let start = one;
    // Mostly a few characters, now and then half of the file.
    let near = (start..=text.len().min(start + 12)).rev();
    let mut near = near.filter(|&at| text.is_char_boundary(at) && !text[..at].ends_with('\r'));
    let end = if random.below(20) == 0 {
        other.max(start)
    } else {
        near.next().unwrap_or(start)
    };
    let piece = PIECES[random.below(PIECES.len())];
    let changed = format!("{}{piece}{}", &text[..start], &text[end..]);
    let place = |at| position(&text, at, "utf-16");
    let range = json!({ "start": place(start), "end": place(end) });
    client.change(file, json!([{ "range": range, "text": piece }]), &changed);
    let edited = client.diagnostics[file].clone();
    client.change(file, json!([{ "text": changed }]), &changed);
    assert_eq!(edited, client.diagnostics[file], "{file}:\n{changed}");
}

/// Asks everything that can be asked about a place.
fn ask(client: &mut Client, random: &mut Random, file: &str) {
    let text = client.text(file);
    let at = position(&text, random.place(&text), "utf-16");
    let document = json!({ "uri": client.uri(file) });
    for method in ["hover", "completion", "definition", "references"] {
        let mut params = json!({ "textDocument": document, "position": at });
        params["context"] = match method {
            "references" => json!({ "includeDeclaration": true }),
            _ => json!({ "triggerKind": 1 }),
        };
        let answer = client.request(&format!("textDocument/{method}"), params);
        assert!(
            answer.get("error").is_none(),
            "{method} at {at} of {file}: {answer}\n{text}"
        );
    }
}
