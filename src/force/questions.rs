//! The questions that are asked of the rules in force: by word, without allocation.

use super::Term;
use super::fates::Claim;
use super::held::Held;
use super::lists::Place;
use super::table::{Block, InForce, Span};
use crate::lexicon::WordId;

/// What is said plainly in the rules of a table, group by group of the same verb and complement.
#[derive(Debug, Clone, Default)]
pub(super) struct Questions {
    /// All subjects, sorted.
    subjects: Vec<WordId>,
    /// Sorted by verb and complement.
    groups: Vec<Group>,
    /// The blocks of group after group.
    blocks: Vec<u32>,
    /// The subjects of which something holds always, of group after group; sorted in each.
    always: Vec<WordId>,
}

/// What is said with a verb and a complement.
#[derive(Debug, Clone, Copy)]
struct Group {
    verb: WordId,
    complement: WordId,
    blocks: Span,
    always: Span,
}

/// What a simulator asks, by the ids of words. The first question looks through the table; after
/// that an answer takes a binary search and no memory.
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
/// assert_eq!(rules.subjects(is, shy).collect::<Vec<_>>(), [egg]);
/// assert_eq!(rules.saying(is, bold).count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl InForce {
    /// Whether this holds now, without any condition or exception: "has this noun that property".
    pub fn has(&self, subject: WordId, verb: WordId, complement: WordId) -> bool {
        let questions = self.questions();
        let group = questions.group(verb, complement);
        group.is_some_and(|group| questions.always(group).binary_search(&subject).is_ok())
    }

    /// The rules in force that say this of the subject, each with the conditions under which it
    /// holds; those that hold always come first.
    pub fn when(
        &self,
        subject: WordId,
        verb: WordId,
        complement: WordId,
    ) -> impl Iterator<Item = Held<'_>> {
        let group = self.questions().group(verb, complement);
        group
            .into_iter()
            .flat_map(move |group| self.saying_of(group, subject))
    }

    /// What holds of a subject with a verb without any condition: what it is, what it has. Each
    /// word once, in the order of ids.
    pub fn complements(&self, subject: WordId, verb: WordId) -> impl Iterator<Item = WordId> + '_ {
        let questions = self.questions();
        let from = questions.groups.partition_point(|group| group.verb < verb);
        let groups = questions.groups[from..].iter();
        let groups = groups.take_while(move |group| group.verb == verb);
        let of = move |group: &&Group| questions.always(group).binary_search(&subject).is_ok();
        groups.filter(of).map(|group| group.complement)
    }

    /// The subjects of which this holds without any condition: all nouns with a property. Each
    /// word once, in the order of ids.
    pub fn subjects(&self, verb: WordId, complement: WordId) -> impl Iterator<Item = WordId> + '_ {
        let questions = self.questions();
        let group = questions.group(verb, complement);
        let always = group.map_or(&[][..], |group| questions.always(group));
        always.iter().copied()
    }

    /// The rules in force that say this of any subject, by subject; each with its conditions.
    pub fn saying(&self, verb: WordId, complement: WordId) -> impl Iterator<Item = Held<'_>> {
        let questions = self.questions();
        let group = questions.group(verb, complement);
        group.into_iter().flat_map(move |group| {
            let subjects = questions.subjects.iter();
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
            let blocks = group.blocks.of(&self.questions().blocks).iter();
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

    fn questions(&self) -> &Questions {
        self.questions.get_or_init(|| self.find_answers())
    }

    fn find_answers(&self) -> Questions {
        let mut questions = Questions {
            subjects: self.all_subjects(),
            ..Questions::default()
        };
        let words = questions.subjects.last().map_or(0, |last| last.index() + 1);
        let mut holds = vec![false; words];
        let mut said: Vec<(WordId, WordId, u32)> = Vec::new();
        for (index, block) in (0..).zip(&self.blocks) {
            let place = block.complement.filter(|_| !block.is_cancelled());
            let terms = place.into_iter().flat_map(|place| self.lists.terms(place));
            let plain = terms.filter(|term| !term.negated);
            said.extend(plain.map(|term| (block.verb, term.word, index)));
        }
        said.sort_unstable();
        for same in said.chunk_by(|one, next| (one.0, one.1) == (next.0, next.1)) {
            let (verb, complement, _) = same[0];
            let start = questions.blocks.len();
            questions
                .blocks
                .extend(same.iter().map(|&(_, _, block)| block));
            let blocks = Span::between(start, questions.blocks.len());
            let start = questions.always.len();
            self.add_always((verb, complement), blocks, &mut questions, &mut holds);
            questions.groups.push(Group {
                verb,
                complement,
                blocks,
                always: Span::between(start, questions.always.len()),
            });
        }
        questions
    }

    /// All words that rules are about, sorted.
    fn all_subjects(&self) -> Vec<WordId> {
        let alone = self.blocks.iter().filter_map(|block| block.subject.only());
        let listed = self.lists.elements.iter().map(|element| element.term);
        let mut subjects: Vec<WordId> = alone.chain(listed).map(|term| term.word).collect();
        subjects.sort_unstable();
        subjects.dedup();
        subjects
    }

    /// Adds the subjects of which something holds always that some blocks say. `holds` is false for
    /// every word, before and after.
    fn add_always(
        &self,
        (verb, said): (WordId, WordId),
        blocks: Span,
        questions: &mut Questions,
        holds: &mut [bool],
    ) {
        let said = Term::plain(said);
        for &block in blocks.of(&questions.blocks) {
            let block = &self.blocks[block as usize];
            if !self.may_hold_always(block, said) {
                continue;
            }
            let subjects = self.lists.words(block.subject);
            for subject in subjects.filter(|subject| subject.is_unconditional()) {
                holds[subject.term.word.index()] |= !subject.term.negated;
            }
        }
        let denied = Term {
            negated: true,
            ..said
        };
        let mut others_act = self.acts_otherwise(verb, said.word);
        let denials = self.blocks_denying(verb, said.word);
        for block in denials.filter(|_| self.fates.cancels) {
            let block = &self.blocks[block as usize];
            if !self.may_hold_always(block, denied) {
                others_act = true;
                continue;
            }
            for subject in self.lists.words(block.subject) {
                let term = subject.term;
                match subject.is_unconditional() {
                    true if term.negated || term.word.index() >= holds.len() => {}
                    true => holds[term.word.index()] = false,
                    false => others_act = true,
                }
            }
        }
        for &subject in &questions.subjects {
            let claim = Claim {
                subject: Term::plain(subject),
                verb,
                complement: Some(said),
            };
            let holds = std::mem::take(&mut holds[subject.index()]);
            if holds && !(others_act && self.is_acted_on(claim)) {
                questions.always.push(subject);
            }
        }
    }

    /// Whether something is said in a block of rules with neither conditions nor exceptions but
    /// those of their subjects.
    fn may_hold_always(&self, block: &Block, said: Term) -> bool {
        let always = |place: Place| {
            let mut numbers = self.lists.positions(place, said);
            numbers.any(|at| self.lists.element(place, at).is_unconditional())
        };
        block.conditions.is_empty()
            && block.exceptions.is_empty()
            && block.complement.is_some_and(always)
    }
}

impl Questions {
    fn group(&self, verb: WordId, complement: WordId) -> Option<&Group> {
        let key = |group: &Group| (group.verb, group.complement);
        let at = self.groups.binary_search_by_key(&(verb, complement), key);
        at.ok().map(|at| &self.groups[at])
    }

    fn always(&self, group: &Group) -> &[WordId] {
        group.always.of(&self.always)
    }
}
