//! The dialects of other games, which are data alone, spell what those games' own programs read.
//!
//! What the programs read was written down once, by running their own rule code: see
//! `tests/data/README.md`. Where a program departs from its own language the fault has a name here,
//! and every difference has to be one of them.

mod bab;
mod boards;
mod faults;
mod ferris;
mod keke;

use boards::Dialect;

#[test]
fn three_words_with_is_has_and_make() {
    let dialect = Dialect::load("baba-is-auto");
    let levels = dialect.levels("baba-is-auto.ndjson", "baba-is-auto.rules.ndjson");
    assert_eq!(levels.len(), 15);
    let random = dialect.boards("baba-is-auto-random.ndjson");
    assert_eq!(random.len(), 150);
    let mut rules = 0;
    for board in levels.iter().chain(&random) {
        assert_eq!(dialect.rules(&board.level), board.rules, "{}", board.name());
        rules += board.rules.len();
    }
    assert_eq!(rules, 855, "rules that were compared");
}
