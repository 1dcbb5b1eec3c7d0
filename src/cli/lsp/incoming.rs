//! Messages as they come in, and whatever else does.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::SyncSender;

use lsp_server::Message;

/// The longest message that is taken, in bytes: room is made for all of it at once.
const LONGEST: u64 = 1 << 30;

/// A message, or what is wrong with what should have been one.
pub(super) type Incoming = Result<Message, String>;

/// Reads messages until there are no more.
pub(super) fn read(mut input: &mut dyn BufRead, sender: &SyncSender<Incoming>) {
    loop {
        let message = match next(&mut input) {
            Ok(None) => return,
            Ok(Some(message)) => message,
            // It was read to its end, only what it says makes no sense.
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Err(error.to_string()),
            Err(_) => return,
        };
        if sender.send(message).is_err() {
            return;
        }
    }
}

fn next(input: &mut &mut dyn BufRead) -> io::Result<Option<Incoming>> {
    let length = announced(input.fill_buf()?).filter(|&length| length > LONGEST);
    let Some(length) = length else {
        return Ok(Message::read(input)?.map(Ok));
    };
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 && line.trim_ascii() != b"" {
        line.clear();
    }
    io::copy(&mut input.take(length), &mut io::sink())?;
    let error = format!("a message of {length} bytes is longer than {LONGEST}");
    Ok(Some(Err(error)))
}

/// The length that the headers at the start of some bytes announce, where all of them are there.
fn announced(start: &[u8]) -> Option<u64> {
    let start = String::from_utf8_lossy(start);
    let (headers, _) = start.split_once("\r\n\r\n")?;
    let mut lengths = headers.lines().filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_length = name.eq_ignore_ascii_case("Content-Length");
        is_length.then(|| value.trim().parse().ok()).flatten()
    });
    lengths.next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_message_is_told_and_the_next_one_read() {
        let ping = r#"{"jsonrpc":"2.0","method":"ping"}"#;
        let message = format!("Content-Length: {}\r\n\r\n{ping}", ping.len());
        let text = format!("nonsense\r\n{message}Content-Length: 2\r\n\r\n[]{message}");
        let (sender, received) = std::sync::mpsc::sync_channel(9);
        read(&mut text.as_bytes(), &sender);
        drop(sender);
        let good: Vec<bool> = received.iter().map(|message| message.is_ok()).collect();
        assert_eq!(good, [false, true, false, true]);
    }

    #[test]
    fn a_length_is_looked_at_before_room_is_made() {
        let headers = b"A: b\r\ncontent-length: 18446744073709551615\r\n\r\n{";
        assert_eq!(announced(headers), Some(u64::MAX));
        assert_eq!(announced(b"Content-Length: 3"), None);
        let mut text = &headers[..];
        let mut input: &mut dyn BufRead = &mut text;
        let message = next(&mut input).unwrap().unwrap();
        assert!(message.unwrap_err().contains("longer than"));
    }
}
