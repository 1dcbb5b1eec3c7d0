//! The layers of a `.l` file: for each tile the code of an object.
//!
//! As public editors and readers describe it (`src/cogs/reader.py` of RocketRace's level bot,
//! `Loader.cpp` of Jakz), all numbers with their least byte first: `ACHTUNG!`, the version from 256
//! to 261, then parts of a four-letter name and a length; `MAP ` has two bytes, `LAYR` a number of
//! layers. A layer has its width and height in tiles, some bytes about its looks, the number of its
//! blocks, 1 or 2, and the blocks: `MAIN` has two bytes a tile, `DATA` one, both packed by zlib.

use std::ops::RangeInclusive;

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};

const START: &[u8] = b"ACHTUNG!";
const VERSIONS: RangeInclusive<u16> = 256..=261;

/// The most tiles of a layer.
const MOST_TILES: u64 = 1 << 20;

/// A layer: the code of an object for each tile, row by row.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) codes: Vec<u16>,
}

/// What is wrong with a file, and at which byte.
#[derive(Debug)]
pub(super) struct Wrong {
    pub(super) at: usize,
    pub(super) why: String,
}

/// Reads every layer of a file.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Layer>, Wrong> {
    let mut file = File { bytes, at: 0 };
    if file.take(START.len(), "its first eight letters").ok() != Some(START) {
        return Err(Wrong {
            at: 0,
            why: "it does not begin with `ACHTUNG!`, as level files of the game do".to_owned(),
        });
    }
    let at = file.at;
    let version = file.u16("its version")?;
    if !VERSIONS.contains(&version) {
        let (least, most) = (VERSIONS.start(), VERSIONS.end());
        let why = format!("its version is {version}; versions {least} to {most} are known");
        return Err(Wrong { at, why });
    }
    loop {
        let at = file.at;
        let name = file.take(4, "the name of a part")?;
        file.take(4, "the length of a part")?;
        match name {
            b"MAP " => drop(file.take(2, "the part `MAP `")?),
            b"LAYR" => break,
            _ => {
                let name = String::from_utf8_lossy(name).escape_debug().to_string();
                let why = format!("`{name}` is no part of a level; `MAP ` and `LAYR` are known");
                return Err(Wrong { at, why });
            }
        }
    }
    let at = file.at;
    let count = file.u16("the number of layers")?;
    let mut layers: Vec<Layer> = Vec::new();
    for _ in 0..count {
        let layer = file.layer(version)?;
        if let Some(first) = layers.first()
            && (first.width, first.height) != (layer.width, layer.height)
        {
            let why = format!(
                "a layer of {} by {} tiles lies on one of {} by {}",
                layer.width, layer.height, first.width, first.height
            );
            return Err(Wrong { at: file.at, why });
        }
        layers.push(layer);
    }
    if layers.is_empty() {
        let why = "it has no layers".to_owned();
        return Err(Wrong { at, why });
    }
    Ok(layers)
}

/// A file that is read from its start.
struct File<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> File<'a> {
    fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], Wrong> {
        let rest = &self.bytes[self.at..];
        match rest.get(..count) {
            Some(taken) => {
                self.at += count;
                Ok(taken)
            }
            None => Err(Wrong {
                at: self.bytes.len(),
                why: format!("it ends within {what}: it was cut short"),
            }),
        }
    }

    fn u16(&mut self, what: &str) -> Result<u16, Wrong> {
        let bytes = self.take(2, what)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn u32(&mut self, what: &str) -> Result<u32, Wrong> {
        let bytes = self.take(4, what)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn layer(&mut self, version: u16) -> Result<Layer, Wrong> {
        let at = self.at;
        let (width, height) = (self.u32("a layer's width")?, self.u32("a layer's height")?);
        let tiles = u64::from(width) * u64::from(height);
        if width < 3 || height < 3 || tiles > MOST_TILES {
            let why = format!(
                "a layer has {width} by {height} tiles: at least 3 by 3 are needed, one of them \
                 within the border, and no more than {MOST_TILES}"
            );
            return Err(Wrong { at, why });
        }
        let looks = 25
            + if version >= 258 { 4 } else { 0 }
            + match version {
                260 => 2,
                261 => 3,
                _ => 0,
            };
        self.take(looks, "what a layer looks like")?;
        let at = self.at;
        let blocks = self.take(1, "the number of a layer's blocks")?[0];
        if !(1..=2).contains(&blocks) {
            let why = format!("a layer has {blocks} blocks; 1 or 2 are known");
            return Err(Wrong { at, why });
        }
        self.take(4, "the block `MAIN`")?;
        let length = 2 * tiles as usize;
        let main = self.unpack(length..=length, "the block `MAIN`")?;
        if blocks == 2 {
            self.take(9, "the block `DATA`")?;
            // Some readers know of a last byte that belongs to no tile.
            let length = tiles as usize;
            self.unpack(length..=length + 1, "the block `DATA`")?;
        }
        let codes = main.chunks_exact(2);
        Ok(Layer {
            width: width as i32,
            height: height as i32,
            codes: codes
                .map(|code| u16::from_le_bytes([code[0], code[1]]))
                .collect(),
        })
    }

    /// Unpacks a block that becomes so many bytes.
    fn unpack(&mut self, length: RangeInclusive<usize>, what: &str) -> Result<Vec<u8>, Wrong> {
        let packed = self.u32(what)? as usize;
        let at = self.at;
        let packed = self.take(packed, what)?;
        let wrong = |why: String| Err(Wrong { at, why });
        match decompress_to_vec_zlib_with_limit(packed, length.end() + 1) {
            Ok(bytes) if length.contains(&bytes.len()) => Ok(bytes),
            Ok(bytes) if bytes.len() < *length.start() => wrong(format!(
                "{what} has {} bytes where the layer's tiles need {}",
                bytes.len(),
                length.start()
            )),
            Ok(_) => wrong(format!("{what} has more bytes than the layer has tiles")),
            Err(error) if error.status == TINFLStatus::HasMoreOutput => {
                wrong(format!("{what} has more bytes than the layer has tiles"))
            }
            Err(_) => wrong(format!("{what} cannot be unpacked")),
        }
    }
}
