//! What holds on every board, with every grammar and for every input, tried at random. A failure
//! prints the input that it was boiled down to.

#[path = "../../benches/speed/boards.rs"]
mod boards;
mod explain;
mod inputs;
mod lines;
mod model;
mod onward;
mod paths;
mod readings;
#[path = "../../benches/speed/yardstick.rs"]
mod yardstick;

use proptest::test_runner::Config;

/// So many cases for a property, unless the variable PROPTEST_CASES says how many.
fn cases(cases: u32) -> Config {
    let config = Config::default();
    let cases = std::env::var("PROPTEST_CASES").map_or(cases, |_| config.cases);
    Config {
        cases,
        max_global_rejects: 100 * cases,
        ..config
    }
}
