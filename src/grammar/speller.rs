//! The words that letters can spell, character by character.

use super::checker::Checker;
use super::file::{Here, SpellFile, SpellRoleFile};
use super::forms::Sentence;
use super::runs::Run;
use crate::board::Text;
use crate::diagnostic::{Problem, nearest};
use crate::lexicon::{Lexicon, RoleId, WordId};

/// How neighbouring letters are read as the word they spell.
#[derive(Debug, Clone)]
pub(crate) struct Spell {
    pub(crate) letters: RoleId,
    pub(crate) shortest: u32,
    /// Roles whose words are spelled otherwise.
    pub(crate) except: Vec<(RoleId, SpellRole)>,
}

/// How the words of one role are spelled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SpellRole {
    pub(crate) shortest: u32,
    /// The fewest letters where no letter lies before the first.
    pub(crate) shortest_first: u32,
    /// Whether only those with the longest name of all that begin on a tile count.
    pub(crate) longest: bool,
    /// Whether the palette of a level has to list them.
    pub(crate) palette: bool,
    /// A word of which a block must lie on the board.
    pub(crate) with: Option<WordId>,
}

/// Every word of a lexicon that letters can spell.
#[derive(Debug, Clone)]
pub(crate) struct Speller {
    /// By the word's id; `None` for words that are no letters.
    letters: Vec<Option<Letter>>,
    /// 0 is the root.
    nodes: Vec<Node>,
    /// By the word's id; `None` for words that letters do not spell.
    rules: Vec<Option<SpellRole>>,
    /// Words of which a block must lie on the board for others to be spelled.
    needed: Vec<WordId>,
}

/// A letter: the text that it adds, and the node behind the root that it leads to. Most letters are
/// looked up there.
#[derive(Debug, Clone)]
struct Letter {
    text: Box<str>,
    first: Option<usize>,
}

/// A beginning of words.
#[derive(Debug, Clone, Default)]
struct Node {
    /// The nodes behind it, by their characters.
    next: Vec<(char, usize)>,
    /// The words that end here.
    words: Vec<WordId>,
}

impl Speller {
    pub(crate) fn new(spell: &Spell, lexicon: &Lexicon) -> Self {
        let mut speller = Speller {
            letters: vec![None; lexicon.words().len()],
            nodes: vec![Node::default()],
            rules: vec![None; lexicon.words().len()],
            needed: Vec::new(),
        };
        for word in lexicon.words() {
            let roles = lexicon.roles(word);
            let is_letter = roles.contains(spell.letters);
            if is_letter {
                speller.letters[usize::from(word.0)] = Some(Letter {
                    text: lexicon.spelled(word).into(),
                    first: None,
                });
            }
            let other_roles = roles.iter().filter(|&role| role != spell.letters).count();
            if other_roles == 0 {
                continue;
            }
            let otherwise = spell.except.iter().find(|(role, _)| roles.contains(*role));
            let rule = otherwise.map_or(
                SpellRole {
                    shortest: spell.shortest,
                    shortest_first: spell.shortest,
                    longest: false,
                    palette: true,
                    with: None,
                },
                |(_, rule)| *rule,
            );
            speller.rules[usize::from(word.0)] = Some(rule);
            speller.needed.extend(rule.with);
            speller.add(lexicon.spelled(word), word);
        }
        speller.needed.sort_unstable();
        speller.needed.dedup();
        speller.find_first();
        speller
    }

    /// Finds where each letter leads from the root.
    fn find_first(&mut self) {
        let mut letters = std::mem::take(&mut self.letters);
        for letter in letters.iter_mut().flatten() {
            letter.first = self.walk(0, &letter.text);
        }
        self.letters = letters;
    }

    /// The node behind a node and some text.
    fn walk(&self, node: usize, text: &str) -> Option<usize> {
        text.chars().try_fold(node, |node, c| self.step(node, c))
    }

    fn add(&mut self, name: &str, word: WordId) {
        let mut node = 0;
        for c in name.chars() {
            node = self.step(node, c).unwrap_or_else(|| {
                let new = self.nodes.len();
                self.nodes[node].next.push((c, new));
                self.nodes.push(Node::default());
                new
            });
        }
        self.nodes[node].words.push(word);
    }

    /// The node behind a node and a character.
    fn step(&self, node: usize, c: char) -> Option<usize> {
        let mut next = self.nodes[node].next.iter();
        next.find(|it| it.0 == c).map(|it| it.1)
    }

    /// Whether a word is a letter.
    pub(crate) fn is_letter(&self, word: WordId) -> bool {
        self.letters[usize::from(word.0)].is_some()
    }

    /// The node that a letter leads to; `None` where no word goes on with it.
    pub(crate) fn after(&self, node: usize, letter: WordId) -> Option<usize> {
        let letter = self.letters[usize::from(letter.0)].as_ref()?;
        match node {
            0 => letter.first,
            node => self.walk(node, &letter.text),
        }
    }

    /// The words that end at a node.
    pub(crate) fn words(&self, node: usize) -> &[WordId] {
        &self.nodes[node].words
    }

    /// Whether so many letters may spell a word in some text; `first` where no letter lies before
    /// them, `present` are those words that others need which lie on the board.
    pub(crate) fn allows(
        &self,
        word: WordId,
        (letters, first): (usize, bool),
        text: Text,
        present: &[WordId],
    ) -> bool {
        let Some(rule) = self.rules[usize::from(word.0)] else {
            return false;
        };
        let shortest = match first {
            true => rule.shortest_first,
            false => rule.shortest,
        };
        letters >= shortest as usize
            && rule.with.is_none_or(|with| present.contains(&with))
            && (!rule.palette || text.palette.is_none_or(|palette| palette.contains(&word)))
    }

    /// Words of which a block must lie on the board for others to be spelled.
    pub(crate) fn words_needed(&self) -> impl Iterator<Item = WordId> + '_ {
        self.needed.iter().copied()
    }

    /// Whether a word counts only where no longer one of its kind begins on the same tile.
    pub(crate) fn longest_only(&self, word: WordId) -> bool {
        self.rules[usize::from(word.0)].is_some_and(|rule| rule.longest)
    }
}

impl<'s> Checker<'s> {
    /// Checks how letters spell words; `sentences` are those that are sound.
    pub(super) fn spell(
        &mut self,
        spell: Here<'s, SpellFile<'s>>,
        sentences: &[Sentence],
    ) -> Option<Spell> {
        let spell = self.take(spell)?;
        let text = spell.letters.text();
        let letters = self.role(spell.letters);
        if let Some(letters) = letters {
            self.check_letters(text, letters, sentences);
            self.check_spells(letters);
        }
        let shortest = self.shortest(spell.shortest).unwrap_or(1);
        let mut except = Vec::new();
        let named = spell.except.map(|map| self.named("role", map));
        for (name, text, file) in named.unwrap_or_default() {
            let role = self.role_named(&name, text);
            self.use_role(role);
            let file = self.take(file);
            except.extend(role.zip(file.map(|file| self.spell_role(file, shortest))));
        }
        let letters = letters?;
        Some(Spell {
            letters,
            shortest,
            except,
        })
    }

    /// Reports a run that reads letters: they only spell other words.
    fn check_letters(&mut self, text: &str, letters: RoleId, sentences: &[Sentence]) {
        for sentence in sentences {
            let mut runs = sentence.runs.iter().flat_map(Run::all);
            let Some(run) = runs.find(|run| run.reads(letters)) else {
                continue;
            };
            let run = &sentence.run_names[usize::from(run.number)];
            let label = format!(
                "the run `{run}` of `{}` reads this role: give letters one of their own",
                sentence.name
            );
            self.report("letters are never read as words themselves", text, label);
            return;
        }
    }

    /// Reports words that say what they add to others and are no letters.
    fn check_spells(&mut self, letters: RoleId) {
        for (word, mut place) in self.words.take_spells() {
            let lexicon = &self.words.lexicon;
            if !lexicon.roles(word).contains(letters) {
                let role = lexicon.role_name(letters);
                place.label = format!("give it the role `{role}`, or leave `spells` out");
                let message = format!(
                    "`{}` spells nothing, as it is no letter",
                    lexicon.name(word)
                );
                self.problems.push(Problem::error(message, place));
            }
        }
    }

    fn spell_role(&mut self, file: SpellRoleFile<'s>, shortest: u32) -> SpellRole {
        let shortest = self.shortest(file.shortest).unwrap_or(shortest);
        let first = self.shortest(file.shortest_first);
        let longest = file.longest.and_then(|at| self.take(at)).unwrap_or(false);
        let palette = file.palette.and_then(|at| self.take(at)).unwrap_or(true);
        let with = file.with.and_then(|at| self.word(at));
        SpellRole {
            shortest,
            shortest_first: first.unwrap_or(shortest),
            longest,
            palette,
            with,
        }
    }

    /// The fewest letters of a word: at least 1.
    fn shortest(&mut self, at: Option<Here<'s, u32>>) -> Option<u32> {
        let at = at?;
        let text = at.text();
        let shortest = self.take(at)?;
        if shortest == 0 {
            self.report(
                "no word is spelled by 0 letters",
                text,
                "at least 1 is needed",
            );
        }
        Some(shortest)
    }

    /// The word that a name in the file means.
    pub(super) fn word(&mut self, at: Here<'s, String>) -> Option<WordId> {
        let text = at.text();
        let name = self.take(at)?;
        let lexicon = &self.words.lexicon;
        let word = lexicon.word(&name);
        if word.is_none() && !self.words.gaps.may_have(&name) {
            let label = match nearest(&name, lexicon.words().map(|word| lexicon.name(word))) {
                Some(known) => format!("did you mean `{known}`?"),
                None => "add it to the words".to_owned(),
            };
            self.report(
                format!("the word `{name}` is in no words file"),
                text,
                label,
            );
        }
        word
    }
}
