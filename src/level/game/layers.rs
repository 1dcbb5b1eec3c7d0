//! The layers of a level: which tile of the game's list lies on each tile of the board.

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};

use super::bytes::Bytes;

/// What every level begins with.
pub(super) const MAGIC: [u8; 8] = *b"ACHTUNG!";

/// The versions that are known, from the first to the last.
const VERSIONS: [u16; 2] = [256, 261];

/// The most tiles of a level, all its layers together. The game makes levels of 35 x 20 tiles in
/// three layers.
const MOST_TILES: u64 = 1 << 20;

/// A tile of the game's list: the column in the low byte, the row in the high one.
pub(super) type Code = u16;

/// Where nothing lies, and where the edge of the board lies.
pub(super) const EMPTY: Code = 0xffff;
pub(super) const EDGE: Code = 0;

/// The layers of a level, all of one size.
#[derive(Debug, Default)]
pub(super) struct Layers {
    pub(super) width: u32,
    pub(super) height: u32,
    /// The tiles of each layer, row by row; at most one object a tile.
    pub(super) layers: Vec<Vec<Code>>,
}

/// Reads the file with the layers, or says what is wrong with it.
pub(super) fn read(bytes: &[u8]) -> Result<Layers, String> {
    if !bytes.starts_with(&MAGIC) {
        let begins = String::from_utf8_lossy(&MAGIC);
        return Err(match bytes.is_empty() {
            true => "this level is empty".to_owned(),
            false => {
                format!("this is no level of the game: such a level begins with `{begins}`")
            }
        });
    }
    let mut bytes = Bytes::new(bytes);
    bytes.take(MAGIC.len(), "the beginning")?;
    let at = bytes.at();
    let version = bytes.u16("the version")?;
    let [first, last] = VERSIONS;
    if !(first..=last).contains(&version) {
        return Err(format!(
            "the version of this level, at byte {at}, is {version}; known are {first} to {last}"
        ));
    }
    loop {
        let name: [u8; 4] = bytes.array("the name of a block")?;
        // Not every editor writes down how long the layers are.
        if &name == b"LAYR" {
            bytes.u32("the size of the layers")?;
            return layers(&mut bytes, version);
        }
        bytes.counted(&format!("the block `{}`", name.escape_ascii()))?;
    }
}

fn layers(bytes: &mut Bytes, version: u16) -> Result<Layers, String> {
    let at = bytes.at();
    let count = bytes.u16("the number of layers")?;
    if count == 0 {
        return Err(format!("this level has no layers, says byte {at}"));
    }
    let mut layers = Layers::default();
    for number in 1..=count {
        let at = bytes.at();
        let width = bytes.u32(&format!("the width of layer {number}"))?;
        let height = bytes.u32(&format!("the height of layer {number}"))?;
        if number == 1 {
            (layers.width, layers.height) = (width, height);
            check_size(width, height, count).map_err(|why| format!("{why}, at byte {at}"))?;
        }
        if (width, height) != (layers.width, layers.height) {
            return Err(format!(
                "layer {number}, at byte {at}, has {width} x {height} tiles, and layer 1 has \
                 {} x {}",
                layers.width, layers.height
            ));
        }
        bytes.take(
            rest_of_head(version),
            &format!("the head of layer {number}"),
        )?;
        layers.layers.push(tiles(bytes, number, width * height)?);
    }
    Ok(layers)
}

fn check_size(width: u32, height: u32, layers: u16) -> Result<(), String> {
    let tiles = u64::from(width) * u64::from(height);
    if tiles == 0 {
        return Err(format!("the level has {width} x {height} tiles"));
    }
    if tiles.saturating_mul(layers.into()) > MOST_TILES {
        return Err(format!(
            "the level has {layers} layers of {width} x {height} tiles, more than the {MOST_TILES} \
             tiles that are read"
        ));
    }
    Ok(())
}

/// How much stands between the size of a layer and the number of its blocks: the size of a tile in
/// pixels, the tileset, how the layer moves and whether it is seen, and how it is animated.
fn rest_of_head(version: u16) -> usize {
    let pixels = if version >= 258 { 4 } else { 0 };
    let animation = match version {
        260 => 2,
        261 => 3,
        _ => 0,
    };
    pixels + 25 + animation
}

/// Reads the blocks of a layer: the tiles, and numbers that objects have, such as the way they face.
fn tiles(bytes: &mut Bytes, number: u16, count: u32) -> Result<Vec<Code>, String> {
    let (mut tiles, start) = (None, bytes.at());
    for _ in 0..bytes.u8(&format!("the number of blocks of layer {number}"))? {
        let at = bytes.at();
        let name: [u8; 4] = bytes.array(&format!("a block of layer {number}"))?;
        match &name {
            b"MAIN" if tiles.is_none() => {
                let packed = bytes.counted(&format!("the tiles of layer {number}"))?;
                let unpacked = unpack(packed, count as usize * size_of::<Code>());
                let unpacked = unpacked.map_err(|why| {
                    format!("the tiles of layer {number}, in the block at byte {at}, {why}")
                })?;
                let code = |bytes: &[u8]| Code::from_le_bytes([bytes[0], bytes[1]]);
                tiles = Some(unpacked.chunks_exact(2).map(code).collect());
            }
            b"DATA" => {
                // How large a number is, and which is meant where none is given.
                bytes.take(5, &format!("the head of a block of layer {number}"))?;
                bytes.counted(&format!("a block of layer {number}"))?;
            }
            _ => {
                let name = name.escape_ascii();
                return Err(format!(
                    "layer {number} has a block `{name}` at byte {at}, where one `MAIN` and any \
                     number of `DATA` can stand"
                ));
            }
        }
    }
    tiles.ok_or_else(|| {
        format!("layer {number} has no block `MAIN` with its tiles, from byte {start} on")
    })
}

/// Unpacks what should be exactly so many bytes.
fn unpack(packed: &[u8], size: usize) -> Result<Vec<u8>, String> {
    let wrong_size = |has: &str| format!("take {has} bytes unpacked, and should take {size}");
    match decompress_to_vec_zlib_with_limit(packed, size) {
        Ok(unpacked) if unpacked.len() == size => Ok(unpacked),
        Ok(unpacked) => Err(wrong_size(&unpacked.len().to_string())),
        Err(error) => Err(match error.status {
            TINFLStatus::HasMoreOutput => wrong_size(&format!("more than {size}")),
            TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => {
                "are cut short".to_owned()
            }
            TINFLStatus::Adler32Mismatch => "are damaged: their checksum is another".to_owned(),
            _ => "are damaged: they cannot be unpacked".to_owned(),
        }),
    }
}
