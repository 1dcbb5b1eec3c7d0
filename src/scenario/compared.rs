//! The rules that a scenario states, compared with those that its board spells. One slip makes several
//! differences; it is told once.

use std::collections::BTreeSet;

use super::stated::{Lines, STATED};
use crate::board::Board;
use crate::diagnostic::{Place, Problem, nearest};
use crate::level::TEXT_PREFIX;
use crate::lexicon::Lexicon;

/// What a scenario states and spells, less what is told already.
struct Compared<'a> {
    lines: &'a Lines<'a>,
    board: &'a Board,
    /// The rules that are stated and not spelled.
    unspelled: Vec<&'a str>,
    /// The rules that are spelled and not stated.
    unstated: BTreeSet<&'a str>,
}

/// The differences, if any rules are stated. `unknown` are the warnings for names on the board that no
/// word has: those that explain why a rule is not spelled are taken out, since they are told with it.
pub(super) fn compare(
    lines: &Lines<'_>,
    board: &Board,
    spelled: &BTreeSet<String>,
    unknown: &mut Vec<Problem>,
) -> Vec<Problem> {
    let Some(stated) = lines.stated() else {
        return Vec::new();
    };
    let is_stated = |rule: &&str| !stated.contains(rule);
    let is_spelled = |rule: &&str| !spelled.contains(*rule);
    let mut compared = Compared {
        lines,
        board,
        unspelled: stated.iter().copied().filter(is_spelled).collect(),
        unstated: spelled
            .iter()
            .map(String::as_str)
            .filter(is_stated)
            .collect(),
    };
    let mut problems = compared.misspelled_on_the_board(unknown);
    while !compared.unspelled.is_empty() {
        let rule = compared.unspelled.remove(0);
        problems.push(compared.unspelled(rule, unknown));
    }
    problems.extend(compared.unstated.iter().map(|rule| {
        let message = format!("this board spells `{rule}`, which it does not state");
        let place = lines.statement(STATED, "the rules that are meant are stated here");
        Problem::error(message, place)
    }));
    problems
}

impl Compared<'_> {
    /// The names on the board that are probably meant as a word of rules which are not spelled.
    fn misspelled_on_the_board(&mut self, unknown: &mut Vec<Problem>) -> Vec<Problem> {
        let mut problems = Vec::new();
        unknown.retain(|warning| {
            let Some(place) = warning.places.first() else {
                return true;
            };
            let is_named =
                |prefix: &str, word: &str| place.label.contains(&format!("`{prefix}{word}`"));
            let is_meant = |word: &str| is_named("", word) || is_named(TEXT_PREFIX, word);
            let is_hit = |rule: &mut &str| rule.split_whitespace().any(is_meant);
            let rules: Vec<&str> = self.unspelled.extract_if(.., is_hit).collect();
            let Some(first) = rules.first() else {
                return true;
            };
            let more = match rules.len() {
                1 => String::new(),
                2 => " and 1 more rule".to_owned(),
                count => format!(" and {} more rules", count - 1),
            };
            let message = format!("this board does not spell `{first}`{more}");
            let stated = self.lines.stated_at(first, "it is stated here");
            problems.push(Problem::error(message, place.clone()).and(stated));
            false
        });
        problems
    }

    /// Why a board does not spell a rule that is stated. What it spells instead is told with it.
    fn unspelled(&mut self, rule: &str, unknown: &mut Vec<Problem>) -> Problem {
        let grammar = self.board.grammar();
        let base = grammar.base_rules().texts(grammar);
        if base.iter().any(|base| base == rule) {
            let label = "leave it out: only what the board spells is stated";
            let message = format!("`{rule}` is a base rule, which holds on every board");
            return Problem::error(message, self.lines.stated_at(rule, label));
        }
        if let Some(problem) = self.without_semicolons(rule) {
            return problem;
        }
        if let Some(problem) = self.misspelled(rule, unknown) {
            return problem;
        }
        let other = self
            .unstated
            .iter()
            .find(|other| differ_in_one(rule, other));
        let Some(&other) = other else {
            let message = format!("this board does not spell `{rule}`");
            return Problem::error(message, self.lines.stated_at(rule, "it is stated here"));
        };
        self.unstated.remove(other);
        let message = format!("this board spells `{other}`, not `{rule}`");
        Problem::error(message, self.lines.stated_at(rule, "it is stated here"))
    }

    /// For several rules with commas between them.
    fn without_semicolons(&mut self, rule: &str) -> Option<Problem> {
        let rules: Vec<&str> = rule.split(',').map(str::trim).collect();
        if rules.len() < 2 || !rules.iter().all(|rule| self.unstated.contains(rule)) {
            return None;
        }
        for rule in &rules {
            self.unstated.remove(*rule);
        }
        let label = format!("did you mean `{}`?", rules.join("; "));
        let message = "the rules that are stated have commas between them";
        Some(Problem::error(message, self.lines.stated_at(rule, label)))
    }

    /// For a rule with a word that there is not. Further rules with it are not spelled for the same
    /// reason, and it can lie on the board.
    fn misspelled(&mut self, rule: &str, unknown: &mut Vec<Problem>) -> Option<Problem> {
        let lexicon = self.board.grammar().lexicon();
        let mut words = rule.split_whitespace();
        let word = words.find(|word| lexicon.word(word).is_none())?;
        let message = format!("`{word}` is in no words file, so no board spells `{rule}`");
        let known = like(word, lexicon);
        let label = match known == word {
            false => format!("did you mean `{known}`?"),
            true => "add it to the words, or state another rule".to_owned(),
        };
        let mut problem = Problem::error(message, self.lines.stated_at(word, label));
        let is_named = |warning: &mut Problem| {
            let name = warning.places.first().and_then(Place::marked_text);
            let name = name.unwrap_or_default().trim_matches('"');
            name.strip_prefix(TEXT_PREFIX).unwrap_or(name) == word
        };
        for warning in unknown.extract_if(.., is_named) {
            let place = warning.places.into_iter().next();
            problem.places.extend(place.map(|place| Place {
                label: "it lies here".to_owned(),
                ..place
            }));
        }
        let has_it = |rule: &mut &str| rule.split_whitespace().any(|other| other == word);
        let mut rules: Vec<&str> = self.unspelled.extract_if(.., has_it).collect();
        rules.push(rule);
        for rule in rules {
            let words = rule.split_whitespace().map(|word| like(word, lexicon));
            let meant = words.collect::<Vec<_>>().join(" ");
            self.unstated.remove(meant.as_str());
        }
        Some(problem)
    }
}

/// The word that a name is, or is like; the name itself where there is none.
fn like<'a>(name: &'a str, lexicon: &'a Lexicon) -> &'a str {
    let words = || lexicon.words().map(|word| lexicon.name(word));
    match lexicon.word(name) {
        Some(_) => name,
        None => nearest(name, words()).unwrap_or(name),
    }
}

/// Whether two rules have as many words, and all but one of them alike.
pub(super) fn differ_in_one(rule: &str, other: &str) -> bool {
    let words = |rule: &str| rule.split_whitespace().count();
    let pairs = rule.split_whitespace().zip(other.split_whitespace());
    words(rule) == words(other) && pairs.filter(|(a, b)| a != b).count() == 1
}
