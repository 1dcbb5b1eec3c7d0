//! The settings beside the layers: what they make of a level, and what is said where they are wrong.

use std::fmt::Write;

use proptest::prelude::*;
use spellboard::{Level, Source};

use super::writer::{EMPTY, Game, code};
use super::{objects, read};

/// The kinds of three objects of the game, which are a baba, IS, and one that waits for a level to
/// make something of it, with these settings.
fn kinds(settings: &str) -> Vec<String> {
    let game = Game::of(&[&[&[code(1, 0), code(1, 3), code(0, 12)]]]);
    let level = read(&game.bytes(), settings).unwrap();
    level
        .objects
        .into_iter()
        .map(|object| object.kind)
        .collect()
}

#[test]
fn an_object_is_what_the_level_makes_of_it() {
    for (settings, expected) in [
        ("", ["baba", "text:IS", "text:SAD"]),
        (
            "[tiles]\nchanged=object000,object036,object120,\nobject000_name=wolf\n\
             object036_name=text_was\nobject120_name=moss\nobject120_unittype=object",
            ["wolf", "text:WAS", "moss"],
        ),
        // A name says nothing of what an object is.
        (
            "[tiles]\nchanged=object000,object036,object120,\nobject000_name=text_wolf\n\
             object036_name=was\nobject120_unittype=object",
            ["text_wolf", "text:WAS", "text_sad"],
        ),
        (
            "[tiles]\nchanged=object000,\nobject000_unittype=text\nobject000_name=text_text_x",
            ["text:TEXT_X", "text:IS", "text:SAD"],
        ),
        // An empty value is none, and how it looks does not count.
        (
            "[tiles]\nchanged=object000\nobject000_name=\nobject000_image=wolf\nobject000_colour=1,2",
            ["baba", "text:IS", "text:SAD"],
        ),
        // Lists go on, and the short one counts too.
        (
            "[tiles]\nchanged_count=2\nchanged=object000,\nchanged2=object036,\nchanged3=object120\n\
             object000_name=a\nobject036_name=b\nobject120_name=c",
            ["a", "text:B", "text:SAD"],
        ),
        (
            "[tiles]\nchanged_short=000,120,\nobject000_name=a\nobject120_name=c",
            ["a", "text:IS", "text:C"],
        ),
        // What is left of a change that was taken back.
        (
            "[tiles]\nchanged=object036,\nobject000_name=wolf\nobject036_name=text_was",
            ["baba", "text:WAS", "text:SAD"],
        ),
        // To the game, upper and lower case are the same.
        (
            "[Tiles]\r\nChanged = object000\r\nOBJECT000_Name = Wolf\r\n; a comment\r\n",
            ["wolf", "text:IS", "text:SAD"],
        ),
        // Objects change places.
        (
            "[tiles]\nchanged=object000,object036\nobject000_tile=1,3\nobject036_tile=1,0",
            ["text:IS", "baba", "text:SAD"],
        ),
    ] {
        assert_eq!(kinds(settings), expected, "{settings}");
    }
}

#[test]
fn the_palette_names_objects_that_the_game_does_not_know() {
    let game = Game::of(&[&[&[code(20, 30), code(21, 30), code(1, 0)]]]);
    let settings = "[general]\ncurrobjlist_total=3\n[currobjlist]\n\
        1object=object200\n1name=text_moss\n1tile=20,30\n\
        2object=object201\n2name=moss\n2tile=21,30\n\
        3object=object000\n3name=an_old_name\n3tile=1,0\n";
    let level = read(&game.bytes(), settings).unwrap();
    assert_eq!(
        objects(&level),
        [("text:MOSS", 0, 0), ("moss", 1, 0), ("baba", 2, 0)]
    );
}

#[test]
fn letters_may_spell_the_words_of_the_palette() {
    let palette = |settings: &str| read(&Game::small().bytes(), settings).unwrap().palette;
    let listed = "[currobjlist]\n1object=object036\n2object=object000\n3object=object120\n\
        4object=object121\n5object=object058\n[tiles]\nchanged=object120,object121,\n\
        object120_name=text_moss\nobject120_type=0\nobject121_name=text_sharp\nobject121_type=5\n";
    let words = |words: &[&str]| Some(words.iter().map(|word| (*word).to_owned()).collect());
    let total = |total: i32| format!("[general]\ncurrobjlist_total={total}\n{listed}");
    // No things and no letters, and none that are left of earlier lists.
    assert_eq!(palette(&total(4)), words(&["IS", "MOSS"]));
    assert_eq!(palette(&total(5)), words(&["IS", "MOSS", "YOU"]));
    // No palette, as in the game's own levels.
    assert_eq!(palette(&total(0)), None);
    assert_eq!(palette(listed), None);
}

#[test]
fn maps_have_levels_ways_and_a_player() {
    let game = Game::of(&[&[&[EMPTY; 4]]]);
    let settings = "[general]\nlevels=1\npaths=3\nselectorX=3\nselectorY=1\n\
        [Levels]\n0X=1\n0Y=1\n0name=a\n1X=99\n1Y=99\n\
        [Paths]\n0X=2\n0Y=1\n0object=object117\n0style=1\n1X=3\n1Y=1\n1object=object117\n1style=0\n\
        2X=4\n2Y=1\n2object=object036\n2style=1\n";
    let level = read(&game.bytes(), settings).unwrap();
    let expected = [
        ("level", 0, 0),
        ("line", 1, 0),
        ("text:IS", 3, 0),
        ("cursor", 2, 0),
    ];
    assert_eq!(objects(&level), expected);

    // The player is not there twice, and nowhere at all where it is said so.
    let game = Game::of(&[&[&[code(5, 10), EMPTY]]]);
    for (x, y) in [(1, 1), (-1, -1), (0, 0), (0, 1)] {
        let settings = format!("[general]\nselectorX={x}\nselectorY={y}\n");
        let level = read(&game.bytes(), &settings).unwrap();
        assert_eq!(objects(&level), [("cursor", 0, 0)], "{settings}");
    }

    // What lies on the edge keeps it.
    let settings = "[general]\nlevels=1\n[levels]\n0X=0\n0Y=1\n";
    let level = read(&game.bytes(), settings).unwrap();
    assert_eq!((level.width, level.height), (4, 3));
    assert_eq!(objects(&level), [("cursor", 1, 1), ("level", 0, 1)]);
}

#[test]
fn sections_that_say_nothing_of_the_board_are_not_read() {
    let settings =
        "[specials]\n0data=sign,two\nlines\n[images]\n0=a\n0=b\n[general]\nname=Two words\n";
    let level = read(&Game::small().bytes(), settings).unwrap();
    assert_eq!(level.name.as_deref(), Some("Two words"));
}

/// What is said of settings that are wrong in one place.
#[test]
fn wrong_settings() {
    let mut said = String::new();
    for settings in [
        "name=before all\n[general]\nname=x\n",
        "[general\nname=x\n[tiles]\nthis is none\n",
        "[general]\nname=x\nname = y\n",
        "[general]\nlevels=some\n",
        "[general]\nlevels=2\n[levels]\n0X=1\n0Y=1\n",
        "[general]\nlevels=1\n[levels]\n0name=a\n0Y=down\n",
        "[general]\nlevels=2\n[levels]\n0X=5\n0Y=1\n1X=1\n1Y=-1\n",
        "[general]\npaths=1\n[paths]\n0X=1\n0Y=1\n0object=object999\n0style=1\n",
        "[general]\nselectorX=99999999999\nselectorY=1\n",
        "[tiles]\nchanged=object000,object036,\nobject000_name=two words\nobject036_name=text_\n",
        "[tiles]\nchanged=object000\nobject000_unittype=thing\nobject000_tile=1;0\nobject000_type=x\n",
        "[general]\ncurrobjlist_total=1\n[currobjlist]\n1object=object200\n1tile=256,1\n1na",
        "[general]\ncurrobjlist_total=two\n[currobjlist]\n1object=object200\n1tile=1;0\n",
    ] {
        let error = read(&Game::small().bytes(), settings).expect_err(settings);
        writeln!(said, "{settings}=>\n{error}\n").unwrap();
    }
    super::pinned("settings", &said);
}

#[test]
fn both_files_are_told_of_at_once() {
    let said = read(b"", "[general\n").unwrap_err();
    assert_eq!(said.lines().count(), 2, "{said}");
}

proptest! {
    /// Any settings give a level or an error, never anything worse.
    #[test]
    fn any_settings_never_panic(settings in "(\\[(general|tiles|currobjlist|levels|paths)\\]\n|(object000_)?[0-9]{0,20}(X|Y|name|tile|object|style|unittype|type)=[0-9,a-z-]{0,20}\n|(changed|changed_count|changed_short|levels|paths|currobjlist_total|selectorX|selectorY)=(-?[0-9]{1,20}|object000|.{0,9})\n|.{0,9}\n){0,12}") {
        if let Ok(level) = read(&Game::small().bytes(), &settings) {
            let json = serde_json::to_string(&level).unwrap();
            prop_assert!(Level::from_json(&Source::new("again.json", json)).is_ok());
        }
    }
}
