//! Writes levels as the game does, and such as it never would.

use miniz_oxide::deflate::compress_to_vec_zlib;

/// The codes of an empty tile and of the edge.
pub const EMPTY: u16 = u16::MAX;
pub const EDGE: u16 = 0;

/// The code of a tile of the sheet.
pub const fn code(column: u8, row: u8) -> u16 {
    u16::from_le_bytes([column, row])
}

/// A level before it is written down.
#[derive(Debug, Clone)]
pub struct Game {
    pub version: u16,
    pub width: u32,
    pub height: u32,
    /// The codes of each layer, row by row.
    pub layers: Vec<Vec<u16>>,
    /// The ways that the objects of a layer face; no such block where it is `None`.
    pub ways: Option<Vec<u8>>,
}

impl Game {
    /// A level in the latest version with these rows in each layer, an edge around the first.
    pub fn of(layers: &[&[&[u16]]]) -> Game {
        let (width, height) = (layers[0][0].len() + 2, layers[0].len() + 2);
        let layer = |(number, rows): (usize, &&[&[u16]])| {
            let around = if number == 0 { EDGE } else { EMPTY };
            let mut codes = vec![around; width];
            for row in *rows {
                codes.push(around);
                codes.extend(*row);
                codes.push(around);
            }
            codes.extend(vec![around; width]);
            codes
        };
        Game {
            version: 261,
            width: width as u32,
            height: height as u32,
            layers: layers.iter().enumerate().map(layer).collect(),
            ways: Some(vec![3; width * height]),
        }
    }

    /// BABA IS YOU above a baba, with a rock on it in a second layer.
    pub fn small() -> Game {
        let (baba, is, you) = (code(9, 1), code(1, 3), code(11, 4));
        Game::of(&[
            &[&[baba, is, you], &[code(1, 0), EMPTY, EMPTY]],
            &[&[EMPTY; 3], &[code(3, 0), EMPTY, EMPTY]],
        ])
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"ACHTUNG!".to_vec();
        bytes.extend(self.version.to_le_bytes());
        bytes.extend(b"MAP \x02\x00\x00\x00\x00\x00");
        // The game writes some size here, other editors always 2.
        bytes.extend(b"LAYR\x1d\x01\x00\x00");
        bytes.extend((self.layers.len() as u16).to_le_bytes());
        for codes in &self.layers {
            bytes.extend(self.width.to_le_bytes());
            bytes.extend(self.height.to_le_bytes());
            bytes.extend(vec![0; rest_of_head(self.version)]);
            bytes.push(if self.ways.is_some() { 2 } else { 1 });
            bytes.extend(b"MAIN");
            let codes: Vec<u8> = codes.iter().flat_map(|code| code.to_le_bytes()).collect();
            bytes.extend(packed(&codes));
            if let Some(ways) = &self.ways {
                bytes.extend(b"DATA\x01\x00\x00\x00\x00");
                bytes.extend(packed(ways));
            }
        }
        bytes
    }
}

/// How much stands between the size of a layer and the number of its blocks.
pub fn rest_of_head(version: u16) -> usize {
    match version {
        256 | 257 => 25,
        258 | 259 => 29,
        260 => 31,
        _ => 32,
    }
}

/// Packed bytes with their size in front.
pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let packed = compress_to_vec_zlib(bytes, 9);
    let mut block = (packed.len() as u32).to_le_bytes().to_vec();
    block.extend(packed);
    block
}
