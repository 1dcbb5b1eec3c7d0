//! The file with the layers: what is read of it, and what is said where it is wrong.

use std::collections::BTreeMap;
use std::fmt::Write;

use proptest::prelude::*;
use spellboard::{Level, Source};

use super::writer::{EDGE, EMPTY, Game, code, packed, rest_of_head};
use super::{objects, read};

#[test]
fn every_version_is_read() {
    for version in 256..=261 {
        for ways in [None, Some(vec![3; 20])] {
            let game = Game {
                version,
                ways,
                ..Game::small()
            };
            let level = Level::from_game("small.l", &game.bytes(), None).unwrap();
            assert_eq!((level.width, level.height), (3, 2));
            let expected = [
                ("text:BABA", 0, 0),
                ("text:IS", 1, 0),
                ("text:YOU", 2, 0),
                ("baba", 0, 1),
                ("rock", 0, 1),
            ];
            assert_eq!(objects(&level), expected);
            assert_eq!((level.palette, level.name), (None, None));
        }
    }
}

/// The game writes more and less of them than there are tiles, and so do other editors.
#[test]
fn the_ways_that_objects_face_are_not_looked_at() {
    for ways in [vec![], vec![1; 19], vec![2; 21], vec![4; 5000]] {
        let game = Game {
            ways: Some(ways),
            ..Game::small()
        };
        assert_eq!(read(&game.bytes(), "").unwrap().objects.len(), 5);
    }
}

#[test]
fn blocks_before_and_after_the_layers_are_skipped() {
    let mut bytes = Game::small().bytes();
    bytes.splice(10..10, *b"TILE\x03\x00\x00\x00abc");
    bytes.extend(b"what follows");
    assert_eq!(read(&bytes, "").unwrap().objects.len(), 5);
}

#[test]
fn the_edge_goes_and_what_lies_on_it_stays() {
    let game = Game::of(&[&[&[EDGE, code(3, 0)]], &[&[EMPTY, EMPTY]]]);
    let level = read(&game.bytes(), "").unwrap();
    assert_eq!((level.width, level.height), (2, 1));
    assert_eq!(objects(&level), [("rock", 1, 0)]);

    // An object on the ring, in any layer, or a hole in it.
    for (layer, tile, object) in [(0, 0, code(1, 0)), (1, 3, code(1, 0)), (0, 11, EMPTY)] {
        let mut game = game.clone();
        game.layers[layer][tile] = object;
        let level = read(&game.bytes(), "").unwrap();
        assert_eq!((level.width, level.height), (4, 3));
        assert!(objects(&level).contains(&("rock", 2, 1)), "{level:?}");
        let on_ring = ("baba", tile as i32 % 4, tile as i32 / 4);
        assert_eq!(objects(&level).contains(&on_ring), object != EMPTY);
    }

    // Where there is nothing within the ring.
    let game = Game {
        width: 2,
        height: 1,
        layers: vec![vec![EDGE, EDGE]],
        ..Game::small()
    };
    let level = read(&game.bytes(), "").unwrap();
    assert_eq!((level.width, level.height, level.objects.len()), (2, 1, 0));
}

#[test]
fn a_file_that_is_cut_short_says_so_wherever_it_ends() {
    let whole = Game::small().bytes();
    for length in 0..whole.len() {
        let said = read(&whole[..length], "").unwrap_err();
        let expected = match length {
            0 => "this level is empty".to_owned(),
            1..8 => "such a level begins with `ACHTUNG!`".to_owned(),
            _ => format!(": the file ends at byte {length}"),
        };
        assert!(said.ends_with(&expected), "{length}: {said}");
    }
}

/// A file of a few thousand bytes would fill gigabytes.
#[test]
fn no_file_takes_more_room_than_it_should() {
    let mut bytes = Game {
        layers: vec![],
        ..Game::small()
    }
    .bytes();
    let count = 4000u16;
    let at = bytes.len() - 2;
    bytes[at..].copy_from_slice(&count.to_le_bytes());
    let tiles = packed(&code(1, 0).to_le_bytes().repeat(1000 * 1000));
    for _ in 0..count {
        bytes.extend(1000u32.to_le_bytes());
        bytes.extend(1000u32.to_le_bytes());
        bytes.extend(vec![0; rest_of_head(261)]);
        bytes.extend(b"\x01MAIN");
        bytes.extend(&tiles);
    }
    let said = read(&bytes, "").unwrap_err();
    assert!(
        said.contains("4000 layers of 1000 x 1000 tiles, more than the 1048576"),
        "{said}"
    );
}

/// What is said of files that are wrong in one place.
#[test]
fn wrong_layers() {
    let game = Game {
        ways: None,
        ..Game::small()
    };
    let bytes = game.bytes();
    let changed = |at: usize, to: &[u8]| {
        let mut bytes = bytes.clone();
        bytes[at..at + to.len()].copy_from_slice(to);
        bytes
    };
    let (huge, second) = (u32::MAX.to_le_bytes(), bytes.len() - 8);
    let first_block = 30 + 8 + rest_of_head(261);
    let mut two_sizes = game.bytes();
    let second_layer = two_sizes
        .windows(8)
        .rposition(|bytes| bytes == [5, 0, 0, 0, 4, 0, 0, 0])
        .unwrap();
    two_sizes[second_layer] = 6;
    let unknown = Game::of(&[
        &[&[code(40, 7), EMPTY]],
        &[&[code(41, 7), code(40, 7)]],
        &[&[code(40, 7), EMPTY]],
    ]);
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let files: Vec<(&str, Vec<u8>)> = vec![
        ("another beginning", changed(0, b"achtung!")),
        ("a version to come", changed(8, &[6, 1])),
        ("a version before all", changed(8, &[255, 0])),
        ("a block without an end", changed(14, &huge)),
        ("no layers at all", bytes[..20].to_vec()),
        ("no layers", changed(28, &[0, 0])),
        ("fewer layers than it says", changed(28, &[3, 0])),
        ("no width", changed(30, &[0; 4])),
        ("a size beyond reason", changed(30, &[huge, huge].concat())),
        ("a layer that is too large", changed(30, &[6])),
        ("a layer that is too small", changed(34, &[3])),
        ("layers of two sizes", two_sizes),
        ("no blocks", changed(first_block, &[0])),
        ("a block too many", changed(first_block, &[2])),
        ("another block", changed(first_block + 1, b"MAIM")),
        ("tiles without an end", changed(first_block + 5, &huge)),
        (
            "tiles that are not packed",
            changed(first_block + 9, &[0xff; 8]),
        ),
        ("tiles that end early", changed(first_block + 5, &[9])),
        ("tiles that are damaged", damaged),
        ("tiles with another end", changed(second, &[0xff; 8])),
        ("objects that nobody knows", unknown.bytes()),
    ];
    let mut said = String::new();
    for (what, bytes) in files {
        let error = Level::from_game("own.l", &bytes, None).expect_err(what);
        writeln!(said, "# {what}\n{error}\n").unwrap();
    }
    super::pinned("layers", &said);
}

/// The game's list of objects is whole: no two objects share a tile, and each is read.
#[test]
fn every_object_of_the_game_has_a_tile_of_its_own() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/content/game/objects.json");
    let file: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut tiles = BTreeMap::new();
    for object in file["objects"].as_array().unwrap() {
        let [column, row]: [u8; 2] = serde_json::from_value(object["tile"].clone()).unwrap();
        let name = object["name"].as_str().unwrap();
        let id = object["object"].as_str().unwrap();
        assert_eq!(tiles.insert((column, row), id), None, "{id}");
        let level = read(&Game::of(&[&[&[code(column, row)]]]).bytes(), "").unwrap();
        let kind = match name.strip_prefix("text_") {
            Some(word) => format!("text:{}", word.to_uppercase()),
            None => name.to_owned(),
        };
        assert_eq!(objects(&level), [(kind.as_str(), 0, 0)]);
    }
    assert_eq!(tiles.len(), 156);
}

/// Codes that the game knows, empty tiles, and the edge.
fn codes() -> impl Strategy<Value = u16> {
    prop_oneof![
        4 => Just(EMPTY),
        1 => Just(EDGE),
        4 => (0u8..2, 1u8..8).prop_map(|(column, row)| code(column, row)),
    ]
}

fn games() -> impl Strategy<Value = Game> {
    let sizes = (1u32..9, 1u32..7, 1usize..4, 256u16..=261, any::<bool>());
    sizes.prop_flat_map(|(width, height, layers, version, ways)| {
        let tiles = (width * height) as usize;
        let layers = prop::collection::vec(prop::collection::vec(codes(), tiles), layers);
        layers.prop_map(move |layers| Game {
            version,
            width,
            height,
            layers,
            ways: ways.then(|| vec![0; tiles]),
        })
    })
}

proptest! {
    /// What is written is what is read: every object, and in the level format too.
    #[test]
    fn a_level_that_is_written_is_read(game in games()) {
        let level = read(&game.bytes(), "[general]\nname=again\n").unwrap();
        let ring = (game.width as i32 - level.width) / 2;
        let mut left: Vec<(usize, i32, i32)> = Vec::new();
        for (number, layer) in game.layers.iter().enumerate() {
            for (tile, code) in (0..).zip(layer) {
                if ![EMPTY, EDGE].contains(code) {
                    let (x, y) = (tile % game.width as i32, tile / game.width as i32);
                    left.push((number, x - ring, y - ring));
                }
            }
        }
        let placed: Vec<_> = left.iter().map(|(_, x, y)| (*x, *y)).collect();
        let found: Vec<_> = level.objects.iter().map(|o| (o.x, o.y)).collect();
        prop_assert_eq!(placed, found);
        let json = serde_json::to_string(&level).unwrap();
        prop_assert_eq!(Level::from_json(&Source::new("again.json", json)).unwrap(), level);
    }

    /// Bytes that are changed anywhere give a level or an error, never anything worse.
    #[test]
    fn changed_bytes_never_panic(
        game in games(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        end in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = game.bytes();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(end.map_or(bytes.len(), |end| end.index(bytes.len())));
        if let Ok(level) = read(&bytes, "") {
            let json = serde_json::to_string(&level).unwrap();
            prop_assert!(Level::from_json(&Source::new("again.json", json)).is_ok());
        }
    }
}
