//! Bytes that are read one after another, each of which has to be there.

/// The bytes of a file, and how far they have been read.
#[derive(Debug)]
pub(super) struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Bytes { bytes, at: 0 }
    }

    /// The byte that comes next, from 0.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The next bytes; `what` they are is told to whoever has a file without them.
    pub(super) fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], String> {
        let rest = &self.bytes[self.at..];
        let Some(taken) = rest.get(..count) else {
            let (at, end) = (self.at, self.at.saturating_add(count));
            return Err(format!(
                "this level is cut short within {what}, bytes {at} to {end}: the file ends at byte {}",
                self.bytes.len()
            ));
        };
        self.at += count;
        Ok(taken)
    }

    /// The next `N` bytes.
    pub(super) fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], String> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N, what)?);
        Ok(array)
    }

    pub(super) fn u8(&mut self, what: &str) -> Result<u8, String> {
        self.array(what).map(u8::from_le_bytes)
    }

    pub(super) fn u16(&mut self, what: &str) -> Result<u16, String> {
        self.array(what).map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self, what: &str) -> Result<u32, String> {
        self.array(what).map(u32::from_le_bytes)
    }

    /// The next bytes, as many as a number before them says.
    pub(super) fn counted(&mut self, what: &str) -> Result<&'a [u8], String> {
        let count = self.u32(&format!("the size of {what}"))?;
        self.take(usize::try_from(count).unwrap_or(usize::MAX), what)
    }
}
