//! Files as values, and what a fault in one means to its author.

use std::ops::Range;

use serde::de::Deserialize;

use super::{Cause, Fault, Notation};
use crate::diagnostic::Problem;
use crate::mend::Mend;
use crate::source::Source;

/// A field that has one value, and the one that is for several.
const ONE_AND_SEVERAL: (&str, &str) = ("\"role\"", "roles");

/// The fields of a run that take one role, where people think of several words.
const ROLE_FIELDS: [&str; 3] = ["joined_by", "negated_by", "negated_after"];

impl Source {
    /// Reads the whole text as one value.
    pub(crate) fn parse<'a, N: Notation, T: Deserialize<'a>>(&'a self) -> Result<T, Problem> {
        N::parse_file(self.text()).map_err(|fault| self.problem(self.text(), *fault))
    }

    /// What a fault inside `part`, a slice of this text, means to its author.
    pub(crate) fn problem(&self, part: &str, fault: Fault) -> Problem {
        let offset = self.span(part).start;
        let moved = |span: Range<usize>| offset + span.start..offset + span.end;
        let (one, several) = ONE_AND_SEVERAL;
        let field = self.text()[..offset].trim_end().trim_end_matches(':');
        let label = match fault.cause == Cause::Several && field.trim_end().ends_with(one) {
            true => format!("{}: did you mean `{several}`?", fault.label),
            false => fault.label,
        };
        let place = self.place(moved(fault.span), label);
        let mut problem = Problem::error(fault.message, place);
        if let Some((span, label)) = fault.also {
            problem = problem.and(self.place(moved(span), label));
        }
        problem.mend = fault.mend.map(|mend| Mend {
            span: moved(mend.span),
            ..mend
        });
        let takes_one_role = ROLE_FIELDS
            .iter()
            .any(|name| field.trim_end().ends_with(name));
        match fault.help {
            Some(help) => problem.help(help),
            None if fault.cause == Cause::Several && takes_one_role => {
                problem.help("this is one role: give it to every word that is to do the same")
            }
            None => problem,
        }
    }
}
