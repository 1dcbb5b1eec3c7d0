//! Levels of the game itself. Their files are written here, from the description of the format in
//! `src/level/game`; no level of the game is among them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use miniz_oxide::deflate::compress_to_vec_zlib;
use proptest::prelude::*;
use spellboard::{Level, Source};

/// A `.l` file of this version with the codes of its layers, each as wide as the level with its
/// border; every layer has its directions too where `directions` is set.
fn file(version: u16, width: u32, layers: &[Vec<u16>], directions: bool) -> Vec<u8> {
    let mut bytes = b"ACHTUNG!".to_vec();
    bytes.extend(version.to_le_bytes());
    bytes.extend(b"MAP \x02\x00\x00\x00\x00\x00");
    bytes.extend(b"LAYR\x00\x00\x00\x00");
    bytes.extend((layers.len() as u16).to_le_bytes());
    for codes in layers {
        bytes.extend(width.to_le_bytes());
        bytes.extend((codes.len() as u32 / width).to_le_bytes());
        let looks = match version {
            256 | 257 => 25,
            258 | 259 => 29,
            260 => 31,
            _ => 32,
        };
        bytes.extend(vec![0; looks]);
        bytes.push(if directions { 2 } else { 1 });
        bytes.extend(b"MAIN");
        let codes: Vec<u8> = codes.iter().flat_map(|code| code.to_le_bytes()).collect();
        let mut block = |data: &[u8]| {
            let packed = compress_to_vec_zlib(data, 6);
            bytes.extend((packed.len() as u32).to_le_bytes());
            bytes.extend(packed);
        };
        block(&codes);
        if directions {
            bytes.extend(b"DATA\x00\x00\x00\x00\x00");
            let packed = compress_to_vec_zlib(&vec![3; codes.len() / 2], 6);
            bytes.extend((packed.len() as u32).to_le_bytes());
            bytes.extend(packed);
        }
    }
    bytes
}

const EMPTY: u16 = u16::MAX;

/// The code of a tile of the sheet.
fn code(column: u16, row: u16) -> u16 {
    row << 8 | column
}

/// A layer with a border around these rows.
fn layer(rows: &[&[u16]]) -> Vec<u16> {
    let width = rows[0].len() + 2;
    let mut codes = vec![0; width];
    for row in rows {
        codes.push(0);
        codes.extend(*row);
        codes.push(0);
    }
    codes.extend(vec![0; width]);
    codes
}

/// BABA IS YOU above a baba, with a rock on a layer above it.
fn small(version: u16, directions: bool) -> Vec<u8> {
    let (baba, is, you) = (code(9, 1), code(1, 3), code(11, 4));
    let things = layer(&[&[EMPTY, EMPTY, EMPTY], &[code(1, 0), EMPTY, EMPTY]]);
    let text = layer(&[&[baba, is, you], &[code(3, 0), EMPTY, EMPTY]]);
    file(version, 5, &[things, text], directions)
}

fn kinds(level: &Level) -> Vec<(String, i32, i32)> {
    let object = |o: &spellboard::LevelObject| (o.kind.clone(), o.x, o.y);
    level.objects.iter().map(object).collect()
}

fn read(bytes: &[u8], settings: &str) -> Result<Level, String> {
    let settings = Source::new("own.ld", settings);
    Level::from_game("own.l", bytes, Some(&settings)).map_err(|problems| problems.to_string())
}

#[test]
fn every_version_is_read() {
    for version in 256..=261 {
        for directions in [false, true] {
            let level = Level::from_game("small.l", &small(version, directions), None).unwrap();
            assert_eq!((level.width, level.height), (3, 2));
            let expected = [
                ("baba", 0, 1),
                ("text:BABA", 0, 0),
                ("text:IS", 1, 0),
                ("text:YOU", 2, 0),
                ("rock", 0, 1),
            ];
            assert_eq!(
                kinds(&level),
                expected.map(|(kind, x, y)| (kind.to_owned(), x, y))
            );
            assert_eq!((level.palette, level.name), (None, None));
        }
    }
}

#[test]
fn settings_name_the_level_and_its_objects() {
    let settings = "[general]\nname=two words\nselectorX=-1\n[tiles]\nchanged=object000,object120,\n\
        object000_name=wolf\nobject120_name=text_wolf\nobject120_unittype=text\nobject121_name=moss\n\
        object121_unittype=object\n[currobjlist]\n1name=text_wolf\n1tile=0,12\n1object=object120\n\
        2name=text_a\n2tile=3,15\n3name=moss\n3tile=1,12\n3object=object121\ntotal=3\n";
    let codes: &[u16] = &[code(1, 0), code(0, 12), code(1, 12), code(3, 15)];
    let level = read(&file(261, 6, &[layer(&[codes])], false), settings).unwrap();
    let expected = ["wolf", "text:WOLF", "moss", "text:A"].map(str::to_owned);
    assert_eq!(
        kinds(&level).into_iter().map(|o| o.0).collect::<Vec<_>>(),
        expected
    );
    assert_eq!(level.name.as_deref(), Some("two words"));
    assert_eq!(level.palette, Some(vec!["A".to_owned(), "WOLF".to_owned()]));
}

#[test]
fn maps_have_levels_paths_and_a_cursor() {
    let settings = "[general]\nlevels=1\npaths=1\nselectorX=3\nselectorY=1\n[levels]\n0X=1\n0Y=1\n\
        1X=99\n1Y=99\n[paths]\n0X=2\n0Y=1\n0object=object117\n";
    let level = read(&file(261, 5, &[layer(&[&[EMPTY; 3]])], false), settings).unwrap();
    let expected = [("level", 0, 0), ("line", 1, 0), ("cursor", 2, 0)];
    assert_eq!(
        kinds(&level),
        expected.map(|(kind, x, y)| (kind.to_owned(), x, y))
    );
}

#[test]
fn a_file_that_is_cut_short_says_so_wherever_it_ends() {
    let whole = small(261, true);
    for length in 0..whole.len() {
        let said = Level::from_game("cut.l", &whole[..length], None)
            .unwrap_err()
            .to_string();
        let expected = if length < 8 {
            "does not begin with"
        } else {
            "cut short"
        };
        assert!(said.contains(expected), "{length}: {said}");
    }
}

/// What is said of files that are wrong in one place.
#[test]
fn wrong_files_say_what_is_wrong() {
    let small = small(261, false);
    let changed = |at: usize, bytes: &[u8]| {
        let mut file = small.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        file
    };
    let huge = u32::MAX.to_le_bytes();
    let unequal = file(
        261,
        5,
        &[layer(&[&[EMPTY; 3]]), layer(&[&[EMPTY; 3], &[EMPTY; 3]])],
        false,
    );
    let files = [
        ("another start", changed(0, b"achtung!"), ""),
        ("a version to come", changed(8, &[99, 99]), ""),
        ("another part", changed(10, b"PAM "), ""),
        ("no layers", changed(28, &[0, 0]), ""),
        (
            "a size beyond reason",
            changed(30, &[huge, huge].concat()),
            "",
        ),
        ("no room within the border", changed(30, &[2, 0, 0, 0]), ""),
        ("too few codes", changed(30, &[6, 0, 0, 0]), ""),
        ("too many codes", changed(34, &[3, 0, 0, 0]), ""),
        ("three blocks", changed(70, &[3]), ""),
        ("a block that is not packed", changed(79, &[0xff; 8]), ""),
        ("layers of two sizes", unequal, ""),
        (
            "an object without a name",
            file(261, 3, &[layer(&[&[code(40, 7)]])], false),
            "",
        ),
        (
            "a name that no level can have",
            small.clone(),
            "[tiles]\nobject000_name=two words\n",
        ),
        (
            "settings cut short",
            small.clone(),
            "[general]\nname=x\n[currobjlist]\n1na",
        ),
        (
            "a section without an end",
            small.clone(),
            "[general\nname=x\n",
        ),
        (
            "a tile of one number",
            small.clone(),
            "[currobjlist]\n1name=text_a\n1tile=9\n",
        ),
        (
            "a path outside",
            small.clone(),
            "[paths]\n0X=1\n0Y=77\n0object=object117\n",
        ),
    ];
    let mut said = String::new();
    for (what, bytes, settings) in files {
        let error = read(&bytes, settings).expect_err(what);
        said += &format!("# {what}\n{error}\n\n");
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("game_levels", said));
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("game_levels");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spellboard"));
    command.args(args).args([
        "--grammar",
        "grammar/baba.ron",
        "--words",
        "content/baba.json",
    ]);
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

#[test]
fn commands_take_level_files() {
    let path = folder().join("1level.l");
    let name = path.to_str().unwrap();
    std::fs::write(&path, small(261, true)).unwrap();
    std::fs::write(
        path.with_extension("ld"),
        "[general]\nname=\u{e4} first one\n",
    )
    .unwrap();
    let out = |args: &[&str]| String::from_utf8(run(args).stdout).unwrap();
    assert!(out(&["rules", name]).contains("BABA IS YOU\n"));
    assert!(out(&["show", name]).contains("\u{e4} first one\n[BABA]    [IS] [YOU]"));
    assert!(run(&["check", name]).status.success());

    // The game writes the names of authors as it pleases.
    std::fs::write(path.with_extension("ld"), b"[general]\nname=\xe4\xff\n").unwrap();
    assert!(run(&["rules", name]).status.success());
    std::fs::write(&path, &small(261, true)[..60]).unwrap();
    let output = run(&["rules", name]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        error.contains("cut short") && error.contains("1level.l"),
        "{error}"
    );
}

/// The game's list of objects is whole: no two objects share a tile.
#[test]
fn every_object_of_the_game_has_a_tile_of_its_own() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("content/game/objects.json");
    let file: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let objects = file["objects"].as_array().unwrap();
    let tiles: std::collections::BTreeSet<String> = objects
        .iter()
        .map(|object| object["tile"].to_string())
        .collect();
    assert_eq!((objects.len(), tiles.len()), (156, 156));
    for object in objects {
        let tile: Vec<u16> = serde_json::from_value(object["tile"].clone()).unwrap();
        let bytes = file_of(code(tile[0], tile[1]));
        let level = Level::from_game("one.l", &bytes, None).unwrap();
        let name = object["name"].as_str().unwrap();
        let kind = match name.strip_prefix("text_") {
            Some(word) => format!("text:{}", word.to_uppercase()),
            None => name.to_owned(),
        };
        assert_eq!(level.objects[0].kind, kind);
    }
}

fn file_of(one: u16) -> Vec<u8> {
    file(261, 3, &[layer(&[&[one]])], false)
}

proptest! {
    /// Bytes that are changed anywhere give a level or an error, never anything worse.
    #[test]
    fn changed_bytes_never_panic(
        changes in prop::collection::vec((0usize..400, any::<u8>()), 1..6),
        settings in "(\\[(general|tiles|currobjlist|levels|paths)\\]\n|[0-9]?(X|Y|name|tile|object)=[0-9,a-z]*\n|.*\n){0,8}",
    ) {
        let mut bytes = small(261, true);
        for (at, byte) in changes {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        if let Ok(level) = read(&bytes, &settings) {
            prop_assert!(level.objects.len() <= 2 << 20);
        }
    }
}
