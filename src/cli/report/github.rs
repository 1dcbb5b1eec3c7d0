//! Problems as workflow commands, which GitHub shows beside the lines of a pull request.

use super::{in_full, level, related};
use crate::diagnostic::Problem;

/// The command for a problem, in one line.
pub(super) fn annotation(problem: &Problem) -> String {
    let mut command = format!("::{} ", level(problem));
    if let Some(place) = problem.places.first() {
        command += &format!("file={},", property(&place.file));
        if place.line > 0 {
            command += &format!(
                "line={},col={},endColumn={},",
                place.line, place.column, place.end_column
            );
        }
    }
    // The log of the run has the message alone, so it says everything.
    let mut message = in_full(problem);
    for place in problem.places.iter().skip(1) {
        message += &format!("\n{}", related(place));
    }
    command + &format!("title=spellboard::{}", data(&message))
}

/// A message as the command has it.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The value of a property as the command has it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn what_ends_a_command_or_a_property_is_written_otherwise() {
        let file = Source::new("a:b,100%.txt", "one, two: 3%\r\n");
        let place = file.place(5..8, "a: b, c");
        let problem = Problem::error("100%: no, never", place).help("first\r\nsecond");
        assert_eq!(
            annotation(&problem),
            "::error file=a%3Ab%2C100%25.txt,line=1,col=6,endColumn=9,title=spellboard::\
             100%25: no, never; a: b, c%0Afirst\\r\\nsecond"
        );
        let whole = Problem::warning("empty", file.whole()).and(file.place(0..3, "here"));
        assert_eq!(
            annotation(&whole),
            "::warning file=a%3Ab%2C100%25.txt,title=spellboard::empty%0Aa:b,100%25.txt:1: here"
        );
        assert_eq!(data("a\r\nb"), "a%0D%0Ab");
    }
}
