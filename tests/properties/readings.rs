//! What reading a board does not depend on, and the plain parser that it has to agree with.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use proptest::prelude::*;
use spellboard::{Board, Direction, Grammar, Level, LevelObject, Reader, RuleTable, Source};

use crate::boards::Words;
use crate::cases;

const WORDS: &str = include_str!("../../content/words.json");
const CORE: &str = include_str!("../../grammar/core.ron");

/// What lies on random boards: few different words, so that they meet in sentences.
const KINDS: [&str; 16] = [
    "text:BABA",
    "text:ROCK",
    "text:TEXT",
    "text:IS",
    "text:IS",
    "text:IS",
    "text:AND",
    "text:AND",
    "text:YOU",
    "text:PUSH",
    "text:WIN",
    "text:NOT",
    "text:UNHEARD",
    "baba",
    "rock",
    "text:KEKE",
];

fn core() -> Arc<Grammar> {
    static CORE: OnceLock<Arc<Grammar>> = OnceLock::new();
    CORE.get_or_init(|| Grammar::shipped().into()).clone()
}

/// The core grammar, read in other directions.
fn core_read(directions: &str) -> Arc<Grammar> {
    let text = CORE.replace("read: [Right, Down]", &format!("read: {directions}"));
    assert_ne!(text, CORE);
    let words = Source::new("words.json", WORDS);
    let grammar = Grammar::new(&Source::new("core.ron", text), &[words]);
    grammar.expect("a sound grammar").into()
}

fn object() -> impl Strategy<Value = (usize, usize, usize)> {
    (0..KINDS.len(), 0..64usize, 0..64usize)
}

/// Boards from sparse to crowded with stacks.
fn level() -> impl Strategy<Value = Level> {
    let size = (1..9usize, 1..7usize);
    (size, prop::collection::vec(object(), 0..60)).prop_map(|((width, height), objects)| Level {
        width: width as i32,
        height: height as i32,
        objects: objects
            .into_iter()
            .map(|(kind, x, y)| LevelObject {
                kind: KINDS[kind].to_owned(),
                x: (x % width) as i32,
                y: (y % height) as i32,
            })
            .collect(),
        ..Level::default()
    })
}

fn board(level: &Level) -> Board {
    Board::from_level(core(), level).expect("a sound level")
}

/// The same level with every object elsewhere, on a board of another size.
fn moved(level: &Level, size: (i32, i32), to: impl Fn(i32, i32) -> (i32, i32)) -> Level {
    let mut level = level.clone();
    (level.width, level.height) = size;
    for object in &mut level.objects {
        (object.x, object.y) = to(object.x, object.y);
    }
    level
}

type Spelled = (String, Vec<usize>, Option<Direction>);

/// The rules of a board in their order: the text, the objects that spelled it, and the direction.
fn spelled(table: &RuleTable, grammar: &Grammar) -> Vec<Spelled> {
    let rule = |rule: spellboard::Rule| {
        let objects = rule.objects().map(|object| object.index());
        (
            rule.text(grammar),
            objects.collect(),
            rule.direction(grammar),
        )
    };
    table.iter().map(rule).collect()
}

fn rules(board: &Board) -> Vec<Spelled> {
    spelled(board.rules().expect("not too complex"), board.grammar())
}

fn sorted<T: Ord>(mut values: Vec<T>) -> Vec<T> {
    values.sort();
    values
}

/// The texts of all rules, each as often as it is spelled.
fn texts(board: &Board) -> Vec<String> {
    sorted(rules(board).into_iter().map(|(text, ..)| text).collect())
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn the_order_of_placing_does_not_matter(
        (level, shuffled) in level().prop_flat_map(|level| {
            let shuffled = Just(level.objects.clone()).prop_shuffle();
            (Just(level), shuffled)
        })
    ) {
        let other = Level { objects: shuffled, ..level.clone() };
        prop_assert_eq!(texts(&board(&level)), texts(&board(&other)));
    }

    #[test]
    fn moving_the_whole_board_does_not_matter(
        level in level(), (left, top) in (0..2000i32, 0..2000i32), (right, bottom) in (0..40i32, 0..40i32)
    ) {
        let size = (left + level.width + right, top + level.height + bottom);
        let other = moved(&level, size, |x, y| (x + left, y + top));
        prop_assert_eq!(rules(&board(&level)), rules(&board(&other)));
    }

    #[test]
    fn turning_board_and_directions_does_not_matter(level in level()) {
        let (width, height) = (level.width, level.height);
        let expected: Vec<_> = rules(&board(&level)).into_iter().map(|(text, ids, _)| (text, ids)).collect();
        let turned = [
            ("[Down, Right]", moved(&level, (height, width), |x, y| (y, x))),
            ("[Left, Down]", moved(&level, (width, height), |x, y| (width - 1 - x, y))),
            ("[Left, Up]", moved(&level, (width, height), |x, y| (width - 1 - x, height - 1 - y))),
            ("[DownRight, Down]", moved(&level, (width, width + height), |x, y| (x, x + y))),
        ];
        for (directions, level) in turned {
            let board = Board::from_level(core_read(directions), &level).expect("a sound level");
            let found: Vec<_> = rules(&board).into_iter().map(|(text, ids, _)| (text, ids)).collect();
            prop_assert_eq!(sorted(found), sorted(expected.clone()), "{}", directions);
        }
    }

    #[test]
    fn a_reader_remembers_nothing(levels in prop::collection::vec(level(), 1..5)) {
        let grammar = core();
        let (mut reader, mut table) = (Reader::new(&grammar), RuleTable::default());
        for level in levels.iter().chain(levels.iter().rev()) {
            let board = board(level);
            reader.read(&board, &mut table).expect("not too complex");
            prop_assert_eq!(spelled(&table, &grammar), rules(&board));
        }
    }

    #[test]
    fn the_plain_parser_agrees(level in level()) {
        let board = board(&level);
        Words::of(board.grammar()).compare(&board, board.rules().expect("not too complex"));
    }

    #[test]
    fn changes_leave_nothing_behind(
        level in level(), changes in prop::collection::vec((0..4u8, any::<prop::sample::Index>(), object()), 0..80)
    ) {
        let (mut board, mut ids) = (board(&level), Vec::new());
        ids.extend(board.objects().map(|(id, _)| id));
        for (change, of, (kind, x, y)) in changes {
            let (x, y) = (x as i32 % level.width, y as i32 % level.height);
            match change {
                0 => ids.push(board.place(KINDS[kind], x, y).expect("a tile of the board")),
                _ if ids.is_empty() => {}
                1 => board.move_to(ids[of.index(ids.len())], x, y).expect("an object"),
                2 => board.remove(ids.remove(of.index(ids.len()))).expect("an object"),
                _ => drop(rules(&board)),
            }
        }
        // The objects of a board that is built anew are numbered from the start.
        let (mut found, anew) = (rules(&board), Board::from_level(core(), &board.to_level()));
        for (_, objects, _) in &mut found {
            for object in objects {
                *object = ids.iter().position(|id| id.index() == *object).expect("an object");
            }
        }
        prop_assert_eq!(found, rules(&anew.expect("a sound level")));
    }
}

/// Levels that people made, with things, gaps and words that the core grammar leaves out.
#[test]
fn the_plain_parser_agrees_on_shipped_levels() {
    for (name, rules) in [("ferris", 275), ("baba-is-auto", 92)] {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
        let words = Source::load(&data.join(format!("{name}.words.json"))).expect("a file");
        let grammar: Arc<Grammar> = Grammar::with_words(&[words]).expect("sound words").into();
        let levels = Source::load(&data.join(format!("{name}.ndjson"))).expect("a file");
        let words = Words::of(&grammar);
        let count = |line| {
            let level = Level::from_json(&Source::new(name, line)).expect("a sound level");
            let board = Board::from_level(grammar.clone(), &level).expect("a sound level");
            words.compare(&board, board.rules().expect("not too complex"))
        };
        let found: usize = levels.text().lines().map(count).sum();
        assert_eq!(found, rules, "{name}");
    }
}
