//! Times two ways to do the same thing against each other.

use std::time::{Duration, Instant};

/// How many rounds are timed. Of all rounds the middle one counts.
const ROUNDS: usize = 151;

/// How long one side of a round lasts at least.
const LEAST: Duration = Duration::from_millis(1);

/// What came out of a comparison.
#[derive(Debug, Clone, Copy)]
pub struct Compared {
    /// The time of the first way in that of the second.
    pub ratio: f64,
    /// The time of one pass, in nanoseconds.
    pub first: f64,
    pub second: f64,
}

/// Times passes of two kinds in turn: what disturbs the machine for a while then disturbs both
/// sides of a round alike, and a round that was disturbed on one side is outvoted by the others.
pub fn compare(mut first: impl FnMut(), mut second: impl FnMut()) -> Compared {
    let passes = [enough(&mut first), enough(&mut second)];
    let mut rounds: Vec<[f64; 2]> = (0..ROUNDS)
        .map(|round| match round % 2 {
            0 => {
                let first = time(passes[0], &mut first);
                [first, time(passes[1], &mut second)]
            }
            _ => {
                let second = time(passes[1], &mut second);
                [time(passes[0], &mut first), second]
            }
        })
        .collect();
    Compared {
        ratio: median(rounds.iter().map(|[first, second]| first / second)),
        first: median(rounds.iter().map(|round| round[0])),
        second: median(rounds.drain(..).map(|round| round[1])),
    }
}

/// The time of one pass of the middle round, in nanoseconds.
pub fn one(mut pass: impl FnMut()) -> f64 {
    let passes = enough(&mut pass);
    median((0..ROUNDS).map(|_| time(passes, &mut pass)))
}

/// How many passes take long enough for the clock.
fn enough(pass: &mut impl FnMut()) -> u32 {
    let mut passes = 1;
    while time(passes, pass) * f64::from(passes) < LEAST.as_nanos() as f64 {
        passes *= 2;
    }
    passes
}

/// The mean time of a pass, in nanoseconds.
fn time(passes: u32, pass: &mut impl FnMut()) -> f64 {
    let start = Instant::now();
    (0..passes).for_each(|_| pass());
    start.elapsed().as_nanos() as f64 / f64::from(passes)
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
