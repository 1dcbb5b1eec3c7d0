//! A board that would take too much time or memory is refused, and says why.

use std::sync::Arc;

use spellboard::{Board, Grammar, RuleTable, Source, Unreadable, drawing};

#[test]
fn a_board_that_spells_too_many_rules_says_so() {
    let mut board = Board::new(Arc::new(Grammar::shipped()), 3, 1).expect("it has a size");
    let stacked = (1..).find(|side| side * side > RuleTable::MOST_RULES);
    for _ in 0..stacked.expect("some square is larger") {
        board
            .place("text:ROCK", 0, 0)
            .expect("it lies on the board");
        board
            .place("text:PUSH", 2, 0)
            .expect("it lies on the board");
    }
    board.place("text:IS", 1, 0).expect("it lies on the board");
    assert_eq!(board.rules().err(), Some(Unreadable::TooComplex));
    assert_eq!(
        Unreadable::TooComplex.to_string(),
        "this board is too complex to read: its text spells more than 1048576 rules, has more \
         than 4194304 words in them, or can be read in too many ways"
    );
}

fn real_game() -> Arc<Grammar> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let (grammar, words) = ("grammar/baba.ron", "content/baba.json");
    Grammar::load(&root.join(grammar), &[&root.join(words)])
        .unwrap()
        .into()
}

/// The error of a board with these rows of words; a word in lower case is a thing.
fn error(grammar: &Arc<Grammar>, rows: &[String]) -> String {
    let text = Source::new("board.txt", rows.join("\n"));
    let board = drawing::read(&text, grammar.clone()).unwrap();
    let in_force = board.in_force().map(drop);
    in_force.expect_err("too much").to_string()
}

/// Every name of a noun but those that stand for others.
fn nouns(grammar: &Grammar) -> impl Iterator<Item = &str> {
    let lexicon = grammar.lexicon();
    let noun = lexicon.role("noun").unwrap();
    let special =
        |name: &str| name.starts_with("GROUP") || ["ALL", "EMPTY", "LEVEL"].contains(&name);
    let words = lexicon
        .words()
        .filter(move |&word| lexicon.roles(word).contains(noun));
    words
        .map(|word| lexicon.name(word))
        .filter(move |name| !special(name))
}

/// A board on which trying words everywhere would take too long is read all the same, and a tile of it
/// is explained.
#[test]
fn a_crowded_board_says_where_no_words_were_tried() {
    let text = Source::new("board.txt", "ROCK IS PUSH AND ".repeat(400));
    let board = drawing::read(&text, Arc::new(Grammar::shipped())).unwrap();
    let explanation = board.explain().unwrap();
    let row = &explanation.lines[0];
    assert!(
        !row.is_tried && row.rules.len() == 799,
        "{}",
        row.rules.len()
    );
    assert!(row.tiles.iter().all(|tile| tile.fits.is_empty()));
    let explanation = board.explain_tile(spellboard::Tile { x: 4, y: 0 }).unwrap();
    assert!(explanation.lines[0].is_tried);
    assert!(!explanation.lines[0].tiles[4].fits.is_empty());
}

#[test]
fn more_copies_than_the_grammar_allows_say_so() {
    let grammar = real_game();
    let mut rows = vec!["KEKE MIMIC BABA".to_owned()];
    rows.extend((0..251).map(|_| "BABA IS WIN".to_owned()));
    let said = error(&grammar, &rows);
    assert_eq!(
        said,
        "this board is too complex to derive its rules in force: MIMIC copies more than 250 rules, by \
         KEKE MIMIC BABA (0, 0) (1, 0) (2, 0)"
    );
}

/// What is spelled depends on the rules in force only where they can make words of things.
#[test]
fn a_board_without_things_is_read_whatever_its_rules_in_force() {
    let mut rows = vec!["KEKE IS WORD .\n. . . .\nKEKE MIMIC BABA".to_owned()];
    rows.extend((0..251).map(|_| "BABA IS WIN".to_owned()));
    let read = |rows: String| drawing::read(&Source::new("board.txt", rows), real_game()).unwrap();
    let board = read(rows.join("\n"));
    assert!(board.in_force().is_err());
    assert!(board.rules().is_ok());
    rows.push("keke".to_owned());
    assert!(read(rows.join("\n")).rules().is_err());
}

#[test]
fn rules_that_unmake_themselves_say_so() {
    let grammar = real_game();
    let rows = ["ROCK IS WORD .", ". . . .", "rock IS NOT WORD"].map(str::to_owned);
    assert_eq!(
        error(&grammar, &rows),
        "the rules of this board never settle: after 200 rounds of reading, things still turn into \
         words and back (ROCK), by ROCK IS WORD (0, 0) (1, 0) (2, 0); ROCK IS NOT WORD (0, 2) (1, 2) \
         (2, 2) (3, 2)"
    );
}

/// Only what turns is named, and derived rules by the spelled ones that they come from.
#[test]
fn what_turns_is_told_from_what_stays() {
    let grammar = real_game();
    let rows = [
        "BABA IS WORD . . GROUP IS WORD",
        ". . . . . . .",
        "baba IS ROCK . ROCK IS GROUP",
        ". . . . . . .",
        "rock IS NOT WORD",
        ". . . . . . .",
        "KEKE IS WORD . . keke . .",
    ]
    .map(str::to_owned);
    assert_eq!(
        error(&grammar, &rows),
        "the rules of this board never settle: after 200 rounds of reading, things still turn into \
         words and back (ROCK), by GROUP IS WORD (5, 0) (6, 0) (7, 0); ROCK IS GROUP (4, 2) (5, 2) \
         (6, 2); ROCK IS NOT WORD (0, 4) (1, 4) (2, 4) (3, 4)"
    );
    // What keeps things from being words.
    let rows = ["ROCK IS WORD . .", ". . . . .", "rock IS BROKEN . rock"].map(str::to_owned);
    let said = error(&grammar, &rows);
    assert!(
        said.ends_with("by ROCK IS WORD (0, 0) (1, 0) (2, 0); ROCK IS BROKEN (0, 2) (1, 2) (2, 2)"),
        "{said}"
    );
}

#[test]
fn groups_that_never_settle_say_so() {
    let grammar = real_game();
    let rows = [
        "NOT GROUP IS GROUP2 .",
        ". . . . .",
        "NOT GROUP2 IS GROUP .",
    ];
    let rows = [&rows[..], &[". . . . .", "GROUP IS YOU . rock"]].concat();
    let rows: Vec<String> = rows.into_iter().map(str::to_owned).collect();
    assert_eq!(
        error(&grammar, &rows),
        "the rules of this board never settle: what is no member of one group becomes a member of \
         another, and back (GROUP, GROUP2), by NOT GROUP IS GROUP2 (0, 0) (1, 0) (2, 0) (3, 0); NOT \
         GROUP2 IS GROUP (0, 2) (1, 2) (2, 2) (3, 2)"
    );
}

#[test]
fn too_many_rules_in_force_say_so() {
    let grammar = real_game();
    let known: Vec<&str> = nouns(&grammar).take(150).collect();
    let mut rows = vec![known.join(" . ")];
    rows.extend((0..60).flat_map(|_| [".".to_owned(), "ALL HAS ALL".to_owned()]));
    assert_eq!(
        error(&grammar, &rows),
        "this board is too complex to derive its rules in force: there are more than 262144 of \
         them"
    );
}

/// Groups of groups, by many rules each: told by counting, before any member is found.
#[test]
fn too_many_members_say_so() {
    let grammar = real_game();
    let mut rows = vec![
        "ALL IS GROUP . . BABA".to_owned(),
        "GROUP3 IS YOU . . .".to_owned(),
    ];
    for noun in nouns(&grammar).take(200) {
        rows.push(format!("GROUP ON {noun} IS GROUP2"));
        rows.push(format!("GROUP2 ON {noun} IS GROUP3"));
    }
    let drawing = rows.join("\n. . . . . .\n");
    let rows: Vec<String> = drawing.lines().map(str::to_owned).collect();
    assert_eq!(
        error(&grammar, &rows),
        "this board is too complex to derive its rules in force: words are in groups in more than 65536 \
         ways"
    );
}

/// Nine conditional exceptions with two conditions each: a rule that makes exceptions itself holds
/// in 512 ways.
#[test]
fn too_many_ways_to_hold_say_so() {
    let grammar = real_game();
    let places: Vec<&str> = nouns(&grammar).skip(2).take(18).collect();
    let mut rows = vec![
        "KEKE IS GROUP".to_owned(),
        "NOT GROUP IS NOT WIN".to_owned(),
    ];
    rows.push("NOT GROUP IS WIN . BABA".to_owned());
    for pair in places.chunks(2) {
        let [first, second] = pair else { continue };
        rows.push(format!("BABA ON {first} AND NEAR {second} IS GROUP"));
    }
    let apart = rows
        .join("\n.\n")
        .split('\n')
        .map(str::to_owned)
        .collect::<Vec<_>>();
    let said = error(&grammar, &apart);
    assert!(said.ends_with("and holds in more than 256 ways"), "{said}");
    let fewer = apart[..apart.len() - 2].join("\n");
    let board = drawing::read(&Source::new("board", fewer), grammar).unwrap();
    assert!(board.in_force().is_ok());
}

#[test]
fn words_beyond_the_bound_are_one_problem() {
    let words: Vec<String> = (0..70_000)
        .map(|number| format!(r#"{{ "name": "W{number}", "role": "noun" }}"#))
        .collect();
    let words = format!("{{ \"words\": [\n{}\n] }}", words.join(",\n"));
    let problems = Grammar::with_words(&[Source::new("words.json", words)]).unwrap_err();
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    // The four words of the grammar come first.
    let first = "words.json:65533:11: a lexicon holds at most 65,535 words; ";
    assert!(
        problems.len() == 1 && problems[0].starts_with(first),
        "{problems:?}"
    );
}
