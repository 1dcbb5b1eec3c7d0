//! Faults that hide others: each is mended as its author probably will, and what it hid is told too.

use crate::diagnostic::Problem;
use crate::mend::Mend;
use crate::source::Source;

/// How often files are mended and looked at again: as many faults can hide each other.
const MOST_ROUNDS: usize = 16;

/// All problems of files: `problems` and what the faults among them hide. `check` tells the problems
/// of files in the same order.
pub(crate) fn uncovered(
    mut files: Vec<Source>,
    mut problems: Vec<Problem>,
    check: impl Fn(&[Source]) -> Vec<Problem>,
) -> Vec<Problem> {
    let mut told: Vec<Problem> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        problems.retain(|problem| !told.iter().any(|earlier| is_same(earlier, problem)));
        let is_fault = |problem: &mut Problem| problem.mend.is_some();
        let faults: Vec<Problem> = problems.extract_if(.., is_fault).collect();
        if faults.is_empty() {
            break;
        }
        for file in &mut files {
            let in_file = |fault: &&Problem| fault.position().0 == file.name();
            let mends = faults.iter().filter(in_file);
            let mends: Vec<Mend> = mends.filter_map(|fault| fault.mend.clone()).collect();
            if !mends.is_empty() {
                *file = file.mended(mends);
            }
        }
        told.extend(faults);
        problems = check(&files);
    }
    problems.retain(|problem| !told.iter().any(|earlier| is_same(earlier, problem)));
    told.extend(problems);
    told
}

/// Whether two problems are one to their author. How it is mended depends on what was before.
fn is_same(a: &Problem, b: &Problem) -> bool {
    (&a.message, &a.places) == (&b.message, &b.places)
}
