//! The lexicon: which words there are, and the roles of each.

use std::collections::HashMap;

use crate::diagnostic::Place;

/// A word of a [`Lexicon`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WordId(pub(crate) u16);

impl WordId {
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A role of a grammar: what a word can do in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoleId(pub(crate) u8);

/// The roles of a word, or those that a place in a sentence asks for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct RoleSet(u64);

impl RoleSet {
    /// The most roles that a grammar can have.
    pub const MOST: usize = u64::BITS as usize;

    /// Whether a role is in the set.
    pub fn contains(self, role: RoleId) -> bool {
        self.0 >> role.0 & 1 == 1
    }

    /// Whether the two sets share a role.
    pub fn meets(self, other: RoleSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the set has no role.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The roles of the set in the order of the grammar file.
    pub fn iter(self) -> impl Iterator<Item = RoleId> {
        (0..64).map(RoleId).filter(move |&role| self.contains(role))
    }

    pub(crate) fn insert(&mut self, role: RoleId) {
        self.0 |= 1 << role.0;
    }
}

impl FromIterator<RoleId> for RoleSet {
    fn from_iter<I: IntoIterator<Item = RoleId>>(roles: I) -> Self {
        let mut set = RoleSet::default();
        roles.into_iter().for_each(|role| set.insert(role));
        set
    }
}

/// The words that a grammar reads, its own and those of the content, each with its roles.
///
/// ```
/// let grammar = spellboard::Grammar::shipped();
/// let lexicon = grammar.lexicon();
/// let word = lexicon.words().next().expect("the grammar owns words");
/// assert_eq!(lexicon.word(lexicon.name(word)), Some(word));
/// assert_eq!(lexicon.word("no such word"), None);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Lexicon {
    words: Vec<Word>,
    by_name: HashMap<Box<str>, WordId>,
    roles: Vec<Box<str>>,
    /// The files that words are defined in.
    files: Vec<Box<str>>,
}

/// Where a word is defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Definition<'a> {
    /// The name of the file, as its reader was given it.
    pub file: &'a str,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

#[derive(Debug, Clone)]
struct Word {
    name: Box<str>,
    roles: RoleSet,
    /// What may stand behind the word, where its run takes what it accepts.
    accepts: Option<Accepts>,
    /// What the word adds to others as a letter, where that is not its name.
    spells: Option<Box<str>>,
    /// The number of its file, and its line and column there.
    place: (u16, u32, u32),
}

/// What may stand behind a word: words of some roles, and single words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Accepts {
    pub(crate) roles: RoleSet,
    pub(crate) words: Vec<WordId>,
}

impl Lexicon {
    /// The word of this name, in upper case as blocks carry it.
    pub fn word(&self, name: &str) -> Option<WordId> {
        self.by_name.get(name).copied()
    }

    /// A word's name.
    ///
    /// # Panics
    /// When the word is of another, larger lexicon.
    pub fn name(&self, word: WordId) -> &str {
        &self.words[usize::from(word.0)].name
    }

    /// A word's roles.
    ///
    /// # Panics
    /// When the word is of another, larger lexicon.
    pub fn roles(&self, word: WordId) -> RoleSet {
        self.words[usize::from(word.0)].roles
    }

    /// Where a word is defined: in the grammar file, or in a words file.
    ///
    /// ```
    /// let grammar = spellboard::Grammar::shipped();
    /// let word = grammar.lexicon().words().last().expect("there are words");
    /// assert_eq!(grammar.lexicon().definition(word).file, "content/words.json");
    /// ```
    ///
    /// # Panics
    /// When the word is of another, larger lexicon.
    pub fn definition(&self, word: WordId) -> Definition<'_> {
        let (file, line, column) = self.words[usize::from(word.0)].place;
        Definition {
            file: &self.files[usize::from(file)],
            line: line as usize,
            column: column as usize,
        }
    }

    /// All words: those of the grammar, then those of the content, in the order of the files.
    pub fn words(&self) -> impl ExactSizeIterator<Item = WordId> + use<> {
        (0..self.words.len()).map(|index| WordId(index as u16))
    }

    /// The first word that has a role.
    pub(crate) fn first_word(&self, role: RoleId) -> Option<WordId> {
        self.words().find(|&word| self.roles(word).contains(role))
    }

    /// What may stand behind a word, where its entry says so.
    pub(crate) fn accepts(&self, word: WordId) -> Option<&Accepts> {
        self.words[usize::from(word.0)].accepts.as_ref()
    }

    /// What a word adds to others as a letter, and how letters spell it: its name, unless its entry says
    /// otherwise.
    pub(crate) fn spelled(&self, word: WordId) -> &str {
        let word = &self.words[usize::from(word.0)];
        word.spells.as_ref().unwrap_or(&word.name)
    }

    /// Says what a word adds to others as a letter.
    pub(crate) fn set_spelled(&mut self, word: WordId, spells: &str) {
        self.words[usize::from(word.0)].spells = Some(spells.into());
    }

    /// Whether a list of what may stand behind a word has another one in it.
    pub(crate) fn accepted(&self, accepts: &Accepts, word: WordId) -> bool {
        self.roles(word).meets(accepts.roles) || accepts.words.contains(&word)
    }

    /// The role of this name.
    pub fn role(&self, name: &str) -> Option<RoleId> {
        let index = self.roles.iter().position(|role| **role == *name)?;
        u8::try_from(index).ok().map(RoleId)
    }

    /// A role's name.
    ///
    /// # Panics
    /// When the role is of another, larger grammar.
    pub fn role_name(&self, role: RoleId) -> &str {
        &self.roles[usize::from(role.0)]
    }

    /// The names of all roles, in the order of the grammar file.
    pub fn role_names(&self) -> impl Iterator<Item = &str> {
        self.roles.iter().map(|role| &**role)
    }

    /// Adds a role; more than [`RoleSet::MOST`] are the caller's problem to report.
    pub(crate) fn add_role(&mut self, name: &str) {
        self.roles.push(name.into());
    }

    /// Adds a word; `None` when there is no number left for it.
    pub(crate) fn add_word(&mut self, name: &str, roles: RoleSet, place: &Place) -> Option<WordId> {
        let index = u16::try_from(self.words.len())
            .ok()
            .filter(|&index| index < u16::MAX)?;
        // Words come file by file, so the file is the last one or a new one; there are no more
        // files than words.
        if self.files.last().is_none_or(|last| **last != *place.file) {
            self.files.push(place.file.as_str().into());
        }
        let file = (self.files.len() - 1) as u16;
        self.words.push(Word {
            name: name.into(),
            roles,
            accepts: None,
            spells: None,
            place: (file, place.line as u32, place.column as u32),
        });
        self.by_name.insert(name.into(), WordId(index));
        Some(WordId(index))
    }

    /// Says what may stand behind a word.
    pub(crate) fn set_accepts(&mut self, word: WordId, accepts: Accepts) {
        self.words[usize::from(word.0)].accepts = Some(accepts);
    }
}
