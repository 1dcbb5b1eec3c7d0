//! What an explanation claims, and what it is silent about, checked by doing it: a word fits on a
//! tile if and only if one more block with it there brings a rule that was not there before; and
//! a word was wanted where reading stopped only if with it the reading goes further.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use proptest::prelude::*;
use spellboard::explain::{Explanation, Line, LineTile, Mend, Reading};
use spellboard::{Board, Direction, Grammar, Kind, Level, LevelObject, Source, Tile, WordId};

use crate::cases;
use crate::lines::{self, plan};
use crate::model::{Model, model};

/// A rule by its text and the objects that spelled it.
type Spelled = BTreeSet<(String, Vec<usize>)>;

fn spelled(board: &Board) -> Option<Spelled> {
    let rule = |rule: spellboard::Rule| {
        let objects = rule.objects().map(|object| object.index());
        (rule.text(board.grammar()), objects.collect())
    };
    Some(board.rules().ok()?.iter().map(rule).collect())
}

/// The board with one more block.
fn with(board: &Board, word: WordId, tile: Tile) -> Board {
    let mut board = board.clone();
    let kind = format!("text:{}", board.grammar().lexicon().name(word));
    board
        .place(&kind, tile.x, tile.y)
        .expect("a tile of the board");
    board
}

fn tiles(board: &Board) -> impl Iterator<Item = Tile> + use<> {
    let (width, height) = (board.width(), board.height());
    (0..height).flat_map(move |y| (0..width).map(move |x| Tile { x, y }))
}

/// Whether some line says that a word fits on a tile.
fn is_said(explanation: &Explanation, tile: Tile, word: WordId, grammar: &Grammar) -> bool {
    let tiles = explanation.lines.iter().flat_map(|line| &line.tiles);
    let fits = tiles
        .filter(|own| own.tile == tile)
        .flat_map(|own| &own.fits);
    fits.into_iter()
        .any(|fit| fit.words.contains(word, grammar.lexicon()))
}

/// Whether a board can be read, and is not too crowded to try words on it.
fn is_explained(board: &Board) -> bool {
    let explanation = board.explain();
    explanation.is_ok_and(|explanation| explanation.lines.iter().all(|line| line.is_tried))
}

fn shown(board: &Board) -> String {
    spellboard::drawing::draw(board).unwrap_or_default()
}

/// Compares what is said of every tile with what happens there.
fn check_fits(board: &Board, words: &[WordId]) -> Result<usize, TestCaseError> {
    let grammar = board.grammar();
    let explanation = board.explain().expect("it can be read");
    let before = spelled(board).expect("it can be read");
    let mut claims = 0;
    for tile in tiles(board) {
        // Far from other text, or across its lines, a word can make a rule by itself.
        let known = OnceCell::new();
        let of_tile = || known.get_or_init(|| board.explain_tile(tile).expect("it can be read"));
        for &word in words {
            let mut said = is_said(&explanation, tile, word, grammar);
            let after = spelled(&with(board, word, tile));
            let happens = after
                .as_ref()
                .is_some_and(|after| !after.is_subset(&before));
            if happens && !said {
                let mut new = after.iter().flatten().filter(|rule| !before.contains(rule));
                prop_assert!(
                    new.all(|(_, objects)| objects.len() == 1),
                    "{tile}:\n{}",
                    shown(board)
                );
                said = is_said(of_tile(), tile, word, grammar);
            }
            prop_assert_eq!(
                said,
                happens,
                "{} on {}:\n{}",
                grammar.lexicon().name(word),
                tile,
                shown(board)
            );
            claims += usize::from(said);
        }
        // An answer about one tile says of it what the whole explanation says.
        if (tile.x + 2 * tile.y) % 5 == 0 {
            for &word in words
                .iter()
                .filter(|&&word| is_said(&explanation, tile, word, grammar))
            {
                prop_assert!(is_said(of_tile(), tile, word, grammar));
            }
        }
    }
    check_examples(board, &explanation, &before)?;
    Ok(claims)
}

/// Every example makes the rules that it says, in that run.
fn check_examples(
    board: &Board,
    explanation: &Explanation,
    before: &Spelled,
) -> Result<(), TestCaseError> {
    for tile in explanation.lines.iter().flat_map(|line| &line.tiles) {
        for fit in &tile.fits {
            prop_assert!(fit.words.contains(fit.with, board.grammar().lexicon()));
            let after = spelled(&with(board, fit.with, tile.tile)).expect("it was read before");
            let new: BTreeSet<&str> = after
                .difference(before)
                .map(|(text, _)| text.as_str())
                .collect();
            for text in &fit.makes {
                prop_assert!(
                    new.contains(text.as_str()),
                    "{} on {} makes {new:?}, not {text}:\n{}",
                    board.grammar().lexicon().name(fit.with),
                    tile.tile,
                    shown(board)
                );
            }
        }
    }
    Ok(())
}

/// With a word that was wanted where a reading stopped, a reading has all its words and that tile.
fn check_wanted(board: &Board, words: &[WordId]) -> Result<usize, TestCaseError> {
    let lexicon = board.grammar().lexicon();
    let explanation = board.explain().expect("it can be read");
    let mut claims = 0;
    for line in &explanation.lines {
        for reading in &line.readings {
            for stop in &reading.stops {
                let Some(at) = stop.at else { continue };
                let wanted = words
                    .iter()
                    .filter(|&&word| stop.wanted.contains(word, lexicon));
                for &word in wanted.take(2) {
                    let tile = line.tiles[at].tile;
                    let Ok(longer) = with(board, word, tile).explain() else {
                        continue;
                    };
                    prop_assert!(
                        goes_on(&longer, line, reading, tile),
                        "{} on {}, {:?} {:?}:\n{}",
                        lexicon.name(word),
                        tile,
                        line.direction,
                        reading,
                        shown(board)
                    );
                    claims += 1;
                }
            }
        }
    }
    Ok(claims)
}

fn goes_on(longer: &Explanation, line: &Line, reading: &Reading, tile: Tile) -> bool {
    let covered = |line: &Line, reading: &Reading| -> BTreeSet<Tile> {
        let tiles = reading.words.iter().flat_map(|word| word.tiles.clone());
        tiles.map(|at| line.tiles[at].tile).collect()
    };
    let mut wanted = covered(line, reading);
    wanted.insert(tile);
    let same = longer
        .lines
        .iter()
        .filter(|other| other.direction == line.direction);
    let mut readings = same.flat_map(|line| line.readings.iter().map(move |one| (line, one)));
    readings.any(|(line, reading)| wanted.is_subset(&covered(line, reading)))
}

/// Every mend of a line makes the rules that it says, on a board with that line alone. Boards on
/// which things are words, or letters spell, take more than one line.
fn check_mends(board: &Board) -> Result<usize, TestCaseError> {
    let mut claims = 0;
    let explanation = board.explain().expect("it can be read");
    for line in explanation.lines.iter().filter(|line| line.is_read) {
        let kinds = |tile: &LineTile| {
            let kind = |&object| match board.kind(object) {
                Some(Kind::Text(word)) => Some(text(word)),
                _ => None,
            };
            tile.text.iter().map(kind).collect::<Option<Vec<String>>>()
        };
        let Some(cells) = line.tiles.iter().map(kinds).collect::<Option<Vec<_>>>() else {
            continue;
        };
        for (at, mend) in line
            .tiles
            .iter()
            .enumerate()
            .flat_map(|(at, tile)| tile.mends.iter().map(move |mend| (at, mend)))
        {
            let mended = laid(
                board.grammar(),
                line.direction,
                &mended(board, (line, &cells), at, mend),
            );
            let rules = mended.rules().expect("it can be read");
            let texts: BTreeSet<String> = rules
                .iter()
                .map(|rule| rule.text(board.grammar()))
                .collect();
            for made in mend.makes() {
                prop_assert!(
                    texts.contains(made),
                    "{mend:?} gives {texts:?}:\n{}",
                    shown(board)
                );
                claims += 1;
            }
        }
    }
    Ok(claims)
}

fn text(word: &str) -> String {
    format!("text:{word}")
}

/// The tiles of a line after a mend.
fn mended(
    board: &Board,
    (line, cells): (&Line, &[Vec<String>]),
    at: usize,
    mend: &Mend,
) -> Vec<Vec<String>> {
    let name = |word: WordId| text(board.grammar().lexicon().name(word));
    let one = |word: WordId| vec![name(word)];
    let all = |words: &[WordId]| words.iter().map(|&word| one(word)).collect::<Vec<_>>();
    let mut cells = cells.to_vec();
    match mend {
        Mend::Spelling { word, .. } | Mend::Text { word, .. } => cells[at].push(name(*word)),
        Mend::Spellings { words, .. } => {
            for (tile, word) in words {
                let at = line.tiles.iter().position(|own| own.tile == *tile);
                cells[at.expect("a tile of the line")].push(name(*word));
            }
        }
        Mend::Corner { tiles, .. } => {
            cells = tiles.iter().map(|&tile| lying(board, tile)).collect()
        }
        Mend::Extra { .. } | Mend::Gap { .. } => {
            cells.remove(at);
        }
        Mend::Palette { .. } => {}
        Mend::Gaps { .. } => cells.retain(|cell| !cell.is_empty()),
        Mend::Split { words, .. } | Mend::Apart { words, .. } => {
            cells.splice(at..=at, all(words));
        }
        Mend::Joined { word, .. } => {
            cells.splice(at..=at + 1, [one(*word)]);
        }
        Mend::Swapped { .. } => cells.swap(at, at + 1),
        Mend::Between { with, .. } => cells.insert(at + 1, one(*with)),
    }
    cells
}

/// The kinds of the text on a tile.
fn lying(board: &Board, tile: Tile) -> Vec<String> {
    let here = board.objects().filter(|(_, at)| *at == tile);
    let word = |object| match board.kind(object) {
        Some(Kind::Text(word)) => Some(text(word)),
        _ => None,
    };
    here.filter_map(|(object, _)| word(object)).collect()
}

/// A board with one line of tiles.
fn laid(grammar: &Grammar, direction: Direction, cells: &[Vec<String>]) -> Board {
    let length = cells.len() as i32;
    let (dx, dy) = direction.step();
    let side = |step: i32| if step == 0 { 1 } else { length };
    let grammar = Arc::new(grammar.clone());
    let mut board = Board::new(grammar, side(dx), side(dy)).expect("it has a size");
    let along = |step: i32, at: i32| match step {
        0 => 0,
        1 => at,
        _ => length - 1 - at,
    };
    for (at, kinds) in (0..).zip(cells) {
        for kind in kinds {
            let placed = board.place(kind, along(dx, at), along(dy, at));
            placed.expect("a tile of the board");
        }
    }
    board
}

/// The runs of a line are those of its rules, tile by tile, and whole readings are rules.
fn check_runs(board: &Board) -> Result<(), TestCaseError> {
    let rules = board.rules().expect("it can be read");
    for line in board.explain().expect("it can be read").lines {
        let at = |object| {
            let tile = board.tile(object)?;
            line.tiles.iter().position(|own| own.tile == tile)
        };
        let runs = || line.runs.iter().flatten();
        let in_rule: BTreeSet<usize> = runs().flat_map(|run| run.tiles.clone()).collect();
        for rule in line
            .rules
            .iter()
            .map(|&rule| rules.get(rule).expect("a rule"))
        {
            let of_one_tile = rule.objects().all(|object| {
                board.tile(object) == rule.objects().next().and_then(|first| board.tile(first))
            });
            prop_assert!(of_one_tile || rule.direction(board.grammar()) == Some(line.direction));
            for part in rule.parts() {
                let at = part.object.and_then(at).expect("a tile of the line");
                prop_assert!(in_rule.contains(&at));
            }
        }
        for (at, tile) in line.tiles.iter().enumerate() {
            prop_assert_eq!(
                in_rule.contains(&at),
                tile.in_rule,
                "{}:\n{}",
                tile.tile,
                shown(board)
            );
        }
        for reading in &line.readings {
            let whole = reading.whole.clone().into_iter().flatten();
            for word in whole.map(|word| &reading.words[word]) {
                let mut tiles = word.tiles.clone();
                prop_assert!(
                    tiles.all(|at| in_rule.contains(&at)),
                    "{:?}:\n{}",
                    reading,
                    shown(board)
                );
            }
        }
    }
    Ok(())
}

fn all_words(grammar: &Grammar) -> Vec<WordId> {
    grammar.lexicon().words().collect()
}

fn check_model(
    grammar: &Arc<Grammar>,
    model: &Model,
    plan: &lines::Plan,
) -> Result<(), TestCaseError> {
    let words = lines::words(model, grammar, plan);
    let board = lines::board(grammar, &words);
    prop_assume!(is_explained(&board));
    check_fits(&board, &all_words(grammar))?;
    check_wanted(&board, &all_words(grammar))?;
    check_mends(&board)?;
    check_runs(&board)
}

proptest! {
    #![proptest_config(cases(25))]

    #[test]
    fn claims_about_random_grammars_are_true(model in model(), plan in plan()) {
        let grammar = model.grammar();
        prop_assume!(grammar.is_some());
        check_model(&grammar.expect("a sound grammar"), &model, &plan)?;
    }

    #[test]
    fn claims_about_random_grammars_that_read_onward_are_true(
        model in model(), plan in plan(),
        reading in prop::sample::select(vec![
            "Onward()", "Onward(give_back: \"r0\", before: [\"r1\"])",
            "Onward(give_back: \"r2\", before: [\"r3\", \"r4\"])",
        ])
    ) {
        let grammar = model.onward(reading);
        prop_assume!(grammar.is_some());
        check_model(&grammar.expect("a sound grammar"), &model, &plan)?;
    }
}

/// A shipped grammar, and what lies on its random boards.
struct Shipped {
    grammar: Arc<Grammar>,
    kinds: Vec<&'static str>,
}

fn shipped() -> &'static [Shipped] {
    static SHIPPED: OnceLock<Vec<Shipped>> = OnceLock::new();
    let load = |grammar: &str, words: &str, kinds: &'static str| {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let grammar = Grammar::load(&root.join(grammar), &[&root.join(words)]);
        Shipped {
            grammar: grammar.expect("a sound grammar").into(),
            kinds: kinds.split(' ').collect(),
        }
    };
    let small = "text:BABA text:ROCK text:IS text:IS text:IS text:AND text:AND text:YOU text:PUSH \
                 text:NOT text:UNHEARD baba rock text:KEKE text:TEXT";
    SHIPPED.get_or_init(|| {
        vec![
            load("grammar/core.ron", "content/words.json", small),
            load("grammar/not.ron", "content/words.json", small),
            load(
                "grammar/baba.ron",
                "content/baba.json",
                "text:BABA text:ROCK text:KEKE text:IS text:IS text:HAS text:AND text:AND text:NOT \
                 text:YOU text:PUSH text:ON text:FACING text:LONELY text:RIGHT text:FEELING \
                 text:UNHEARD baba rock text:ALL",
            ),
            load(
                "grammar/baba.ron",
                "content/baba.json",
                "text:B text:A text:B text:A text:I text:S text:IS text:AND text:PLAY text:C \
                 text:SHARP text:BABA text:YOU text:NOT text:M text:E",
            ),
            load(
                "grammar/baba.ron",
                "content/baba.json",
                "text:BABA text:ROCK text:IS text:IS text:IS text:WORD text:WORD text:AND text:NOT \
                 baba rock baba text:YOU text:ALL",
            ),
            load(
                "grammar/ferris.ron",
                "content/ferris.json",
                "text:FERRIS text:ROCKET text:IS text:IS text:HAS text:AND text:LONELY text:ON \
                 text:NEAR text:YOU text:WIN ferris",
            ),
        ]
    })
}

prop_compose! {
    /// A shipped grammar, a level to read with it, and some of its words by number.
    fn shipped_level()(
        of in 0..6usize,
        size in (1..7usize, 1..4usize),
        objects in prop::collection::vec((any::<usize>(), 0..64usize, 0..64usize), 1..24),
        words in prop::collection::vec(any::<usize>(), 8),
        palette in prop::option::weighted(0.3, Just(vec!["BABA".to_owned(), "IS".to_owned()])),
    ) -> (usize, Level, Vec<usize>) {
        let kinds = &shipped()[of].kinds;
        let (width, height) = size;
        let object = |(kind, x, y): (usize, usize, usize)| LevelObject {
            kind: kinds[kind % kinds.len()].to_owned(),
            x: (x % width) as i32,
            y: (y % height) as i32,
        };
        let level = Level {
            width: width as i32,
            height: height as i32,
            objects: objects.into_iter().map(object).collect(),
            palette,
            ..Level::default()
        };
        (of, level, words)
    }
}

proptest! {
    #![proptest_config(cases(25))]

    #[test]
    fn claims_about_shipped_grammars_are_true((of, level, words) in shipped_level()) {
        let Shipped { grammar, kinds } = &shipped()[of];
        let board = Board::from_level(grammar.clone(), &level).expect("a sound level");
        prop_assume!(is_explained(&board));
        let lexicon = grammar.lexicon();
        let mut tried: Vec<WordId> = kinds
            .iter()
            .filter_map(|kind| lexicon.word(kind.strip_prefix("text:")?))
            .collect();
        let all = all_words(grammar);
        tried.extend(words.iter().map(|word| all[word % all.len()]));
        tried.sort();
        tried.dedup();
        check_fits(&board, &tried)?;
        check_wanted(&board, &tried)?;
        if !kinds.contains(&"text:PLAY") && !kinds.contains(&"text:WORD") {
            check_mends(&board)?;
        }
        check_runs(&board)?;
    }
}

/// The checks see something: on this board words fit, and words are wanted.
#[test]
fn claims_are_made() {
    let level = "BABA AND KEKE IS .\n. . . . .\n. BABA AND IS YOU\n";
    let level = spellboard::drawing::level(&Source::new("board.txt", level)).expect("a board");
    let board = Board::from_level(shipped()[0].grammar.clone(), &level).expect("a sound level");
    let words = all_words(board.grammar());
    assert!(check_fits(&board, &words).expect("true claims") > 50);
    assert!(check_wanted(&board, &words).expect("true claims") > 5);
    assert!(check_mends(&board).expect("true claims") > 1);
}

/// Words that stand for others make other words of things than the words that are read like them.
#[test]
fn words_that_stand_for_others_are_tried_themselves() {
    let level = ". rock NOT|IS . IS WORD\n";
    let level = spellboard::drawing::level(&Source::new("board.txt", level)).expect("a board");
    let board = Board::from_level(shipped()[4].grammar.clone(), &level).expect("a sound level");
    check_fits(&board, &all_words(board.grammar())).expect("true claims");
}

/// Negations in a row belong to the word that stops them, and some of them can begin a sentence.
#[test]
fn negations_in_a_row_can_be_set_free() {
    let grammar = r#"(
        read: [Right],
        reading: Onward(),
        roles: { "who": "of a thing", "is": "a link", "un": "opposite", "how": "of a look" },
        sentences: { "claim": (anchor: "is", runs: [
            (name: "who", of: ["who"], negated_by: "who"),
            (name: "is", of: ["is"]),
            (name: "how", of: ["how"], negated_by: "un", each: true, optional: true),
        ]) },
    )"#;
    let words = r#"{ "words": [
        { "name": "OWL", "role": "who" }, { "name": "SEES", "role": "is" },
        { "name": "BUT", "roles": ["is", "un"] }, { "name": "UN", "role": "un" },
        { "name": "SHY", "role": "how" }
    ] }"#;
    let words = Source::new("own.json", words);
    let grammar = Grammar::new(&Source::new("own.ron", grammar), &[words]).expect("a sound one");
    let board = Source::new("board.txt", "OWL SEES OWL BUT BUT UN .");
    let board = spellboard::drawing::read(&board, Arc::new(grammar)).expect("a board");
    let claims = check_fits(&board, &all_words(board.grammar())).expect("true claims");
    assert!(claims > 0);
}
