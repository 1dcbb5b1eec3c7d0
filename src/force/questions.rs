//! The questions that are asked of the rules in force: by word, without allocation.

use super::Term;
use super::answers::Group;
use super::held::Held;
use super::table::InForce;
use crate::lexicon::WordId;

/// What a simulator asks, by the ids of words. An answer takes a binary search and no memory.
///
/// They are ready in a table of up to 2,048 rules that [`Board::in_force`] gives. In a larger one,
/// and in one that a [`Reader`] has filled, the first question looks through the table: in memory
/// of its own, which serves for all that the table is filled with later. Where dozens of rules say of
/// something that it is itself, it takes memory each time.
///
/// [`Board::in_force`]: crate::Board::in_force
/// [`Reader`]: crate::Reader
///
/// ```
/// # use spellboard::{Grammar, Source, drawing};
/// let grammar = Source::new("own.ron", r#"(
///     read: [Right],
///     reading: Outward,
///     roles: { "who": "of a thing", "link": "joins them", "how": "of a look", "if": "condition" },
///     words: { "IS": "link", "HAS": "link", "LONELY": "if" },
///     sentences: { "claim": (anchor: "link", runs: [
///         (name: "when", of: ["if"], optional: true),
///         (name: "who", of: ["who"], each: true),
///         (name: "link", of: ["link"]),
///         (name: "how", of: ["who", "how"], each: true),
///     ]) },
/// )"#);
/// let words = Source::new("own.json", r#"{ "words": [
///     { "name": "OWL", "role": "who" }, { "name": "EGG", "role": "who" },
///     { "name": "SHY", "role": "how" }, { "name": "BOLD", "role": "how" }
/// ] }"#);
/// let grammar = Grammar::new(&grammar, &[words])?;
/// let lines = "OWL HAS EGG\nEGG IS SHY\nLONELY OWL IS BOLD";
/// let board = drawing::read(&Source::new("board.txt", lines), grammar.into())?;
/// let rules = board.in_force()?;
///
/// let word = |name| board.grammar().lexicon().word(name).expect("a word of the list");
/// let (owl, egg, is, has) = (word("OWL"), word("EGG"), word("IS"), word("HAS"));
/// let (shy, bold) = (word("SHY"), word("BOLD"));
/// assert!(rules.has(egg, is, shy));
/// assert!(!rules.has(owl, is, bold), "only where it is lonely");
/// assert_eq!(rules.when(owl, is, bold).next().unwrap().conditions().count(), 1);
/// assert_eq!(rules.complements(owl, has).collect::<Vec<_>>(), [egg]);
/// assert_eq!(rules.of(owl, is).map(|rule| rule.holds_always()).collect::<Vec<_>>(), [false]);
/// assert_eq!(rules.subjects(is, shy).collect::<Vec<_>>(), [egg]);
/// assert_eq!(rules.saying(is, bold).count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl InForce {
    /// Whether this holds now, without any condition or exception: "has this noun that property".
    pub fn has(&self, subject: WordId, verb: WordId, complement: WordId) -> bool {
        let answers = self.answers();
        let group = answers.group(verb, complement);
        group.is_some_and(|group| answers.always(group).binary_search(&subject).is_ok())
    }

    /// The rules in force that say this of the subject, each with the conditions under which it
    /// holds; those that hold always come first.
    pub fn when(
        &self,
        subject: WordId,
        verb: WordId,
        complement: WordId,
    ) -> impl Iterator<Item = Held<'_>> {
        let group = self.answers().group(verb, complement);
        group
            .into_iter()
            .flat_map(move |group| self.saying_of(group, subject))
    }

    /// What holds of a subject with a verb without any condition: what it is, what it has. Each
    /// word once, in the order of ids.
    pub fn complements(&self, subject: WordId, verb: WordId) -> impl Iterator<Item = WordId> + '_ {
        let answers = self.answers();
        let of = move |group: &&Group| answers.always(group).binary_search(&subject).is_ok();
        let groups = answers.with(verb);
        groups.filter(of).map(|group| group.complement)
    }

    /// The rules in force about a subject with a verb, whatever they say of it: all that it has,
    /// each with the conditions under which it does. By complement, in the order of ids.
    pub fn of(&self, subject: WordId, verb: WordId) -> impl Iterator<Item = Held<'_>> {
        let groups = self.answers().with(verb);
        groups.flat_map(move |group| self.saying_of(group, subject))
    }

    /// The subjects of which this holds without any condition: all nouns with a property. Each
    /// word once, in the order of ids.
    pub fn subjects(&self, verb: WordId, complement: WordId) -> impl Iterator<Item = WordId> + '_ {
        let answers = self.answers();
        let group = answers.group(verb, complement);
        let always = group.map_or(&[][..], |group| answers.always(group));
        always.iter().copied()
    }

    /// The rules in force that say this of any subject, by subject; each with its conditions.
    pub fn saying(&self, verb: WordId, complement: WordId) -> impl Iterator<Item = Held<'_>> {
        let answers = self.answers();
        let group = answers.group(verb, complement);
        group.into_iter().flat_map(move |group| {
            let subjects = answers.subjects.iter();
            subjects.flat_map(move |&subject| self.saying_of(group, subject))
        })
    }

    /// The rules of a group about a subject, those that hold always first.
    fn saying_of<'a>(
        &'a self,
        group: &'a Group,
        subject: WordId,
    ) -> impl Iterator<Item = Held<'a>> {
        let terms = [subject, group.complement].map(|word| Some(Term::plain(word)));
        let rules = move || {
            let blocks = group.blocks.of(&self.answers().blocks).iter();
            let rules = blocks.flat_map(move |&block| {
                self.rules_with(&self.blocks[block as usize], terms[0], terms[1])
            });
            rules.map(|rule| Held {
                table: self,
                index: rule as usize,
            })
        };
        let in_force = |rule: &Held<'_>| !rule.holds_always() && rule.cancelled_by().is_none();
        let always = rules().filter(|rule| rule.holds_always());
        always.chain(rules().filter(in_force))
    }
}
