//! A JSON list on standard output, written item by item.

use std::io::{self, Write};

use serde::Serialize;

/// A list of which so many items are written.
#[derive(Debug, Default)]
pub(super) struct JsonList {
    written: usize,
}

impl JsonList {
    /// Writes the next item.
    pub(super) fn add(&mut self, item: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
        self.written += 1;
        out.write_all(if self.written > 1 { b",\n" } else { b"[\n" })?;
        Ok(serde_json::to_writer_pretty(out, item)?)
    }

    /// Writes the end of the list; all of it, where it has no items.
    pub(super) fn end(self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.written > 0 { b"\n]\n" } else { b"[]\n" })
    }
}
