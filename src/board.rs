//! The board: objects by id with a tile each.

mod kinds;
mod text;

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use crate::force::{InForce, Unreadable};
use crate::grammar::Grammar;
use crate::level::{Kind, Level, LevelObject};
use crate::lexicon::WordId;
use crate::object::{ObjectId, PlaceError, Tile};
use crate::reader::Reader;
use crate::rules::{Rule, RuleTable};

use kinds::Kinds;
pub(crate) use text::{Block, Text};

/// An object and where it lies; `None` when it was removed.
#[derive(Debug, Clone, Copy)]
struct Object {
    kind: u32,
    tile: Option<Tile>,
    /// Its place in `Board::blocks`, for a text block whose word is known.
    block: Option<u32>,
}

/// Objects on a grid, and the rules that their text spells.
///
/// Nothing edits a rule: every change of the board throws the rule table away, and the next look
/// at [`Board::rules`] compiles it afresh.
///
/// ```
/// use spellboard::{Board, Grammar, Source};
///
/// let words = r#"{ "words": [
///     { "name": "OWL",  "role": "noun" },
///     { "name": "WISE", "role": "property" },
///     { "name": "PUSH", "role": "property" }
/// ] }"#;
/// let grammar = Grammar::with_words(&[Source::new("words.json", words)])?;
/// let mut board = Board::new(grammar.into(), 3, 1)?;
/// board.place("text:OWL", 0, 0)?;
/// let is = board.place("text:IS", 1, 0)?;
/// board.place("text:WISE", 2, 0)?;
/// assert_eq!(board.rules()?.texts(board.grammar()), ["OWL IS WISE", "TEXT IS PUSH"]);
///
/// board.remove(is)?;
/// assert_eq!(board.rules()?.texts(board.grammar()), ["TEXT IS PUSH"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Board {
    grammar: Arc<Grammar>,
    width: i32,
    height: i32,
    objects: Vec<Object>,
    blocks: Vec<Block>,
    /// How many of `blocks` belong to no object any more.
    dead_blocks: usize,
    kinds: Kinds,
    /// The words that letters may spell here; all of them where the level does not say.
    palette: Option<HashSet<WordId>>,
    rules: OnceLock<Result<RuleTable, Unreadable>>,
    in_force: OnceLock<Result<InForce, Unreadable>>,
}

impl Board {
    /// An empty board of `width` by `height` tiles, read by `grammar`. Any size that fits an `i32`
    /// will do: only objects take memory.
    ///
    /// # Errors
    /// [`PlaceError::Size`] where a side is shorter than a tile.
    pub fn new(grammar: Arc<Grammar>, width: i32, height: i32) -> Result<Self, PlaceError> {
        if width < 1 || height < 1 {
            return Err(PlaceError::Size { width, height });
        }
        Ok(Board {
            grammar,
            width,
            height,
            objects: Vec::new(),
            blocks: Vec::new(),
            dead_blocks: 0,
            kinds: Kinds::default(),
            palette: None,
            rules: OnceLock::new(),
            in_force: OnceLock::new(),
        })
    }

    /// A board with everything of a level on it, in the level's order.
    ///
    /// # Errors
    /// For a level that was not read from a file and is unsound: as [`Board::new`] and
    /// [`Board::place`].
    pub fn from_level(grammar: Arc<Grammar>, level: &Level) -> Result<Self, PlaceError> {
        let mut board = Board::new(grammar, level.width, level.height)?;
        board.objects.reserve(level.objects.len());
        let lexicon = board.grammar.lexicon();
        let palette =
            |words: &Vec<String>| words.iter().filter_map(|word| lexicon.word(word)).collect();
        board.palette = level.palette.as_ref().map(palette);
        for object in &level.objects {
            board.place(&object.kind, object.x, object.y)?;
        }
        Ok(board)
    }

    /// The board as a level file has it, in the order of ids.
    pub fn to_level(&self) -> Level {
        let objects = self.objects().filter_map(|(id, Tile { x, y })| {
            Some(LevelObject {
                kind: self.kind(id)?.write(),
                x,
                y,
            })
        });
        let name = |word: &WordId| self.grammar.lexicon().name(*word).to_owned();
        let palette = self.palette.as_ref().map(|words| {
            let mut words: Vec<String> = words.iter().map(name).collect();
            words.sort();
            words
        });
        Level {
            width: self.width,
            height: self.height,
            objects: objects.collect(),
            palette,
            ..Level::default()
        }
    }

    /// The grammar that reads this board.
    pub fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// The width in tiles.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// The height in tiles.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// Adds an object: `text:` and a word in upper case, or the noun of a thing in lower case. A word
    /// or a noun that the lexicon does not know is placed as well; it spells nothing.
    ///
    /// # Errors
    /// [`PlaceError::OffBoard`], [`PlaceError::Kind`], and [`PlaceError::Full`] where there is no id
    /// left. The board is as it was then.
    pub fn place(&mut self, kind: &str, x: i32, y: i32) -> Result<ObjectId, PlaceError> {
        let tile = self.on_board(Tile { x, y })?;
        let kind = self.kinds.number(kind, self.grammar.lexicon())?;
        let id = ObjectId::new(self.objects.len()).ok_or(PlaceError::Full)?;
        let block = match self.kinds.get(kind).word {
            Some(word) => {
                self.blocks.push(Block {
                    accepts: self.grammar.accepts[usize::from(word.0)],
                    word: Some(word),
                    tile,
                    object: id,
                });
                u32::try_from(self.blocks.len() - 1).ok()
            }
            None => None,
        };
        self.objects.push(Object {
            kind,
            tile: Some(tile),
            block,
        });
        self.kinds.get_mut(kind).count += 1;
        self.changed();
        Ok(id)
    }

    /// Takes an object off the board. Its id is not used again.
    ///
    /// # Errors
    /// [`PlaceError::NoObject`] for one that is not on the board, or no longer.
    pub fn remove(&mut self, object: ObjectId) -> Result<(), PlaceError> {
        let entry = self.object_mut(object)?;
        entry.tile = None;
        let (kind, block) = (entry.kind, entry.block.take());
        self.kinds.get_mut(kind).count -= 1;
        if let Some(block) = block {
            let block = &mut self.blocks[block as usize];
            (block.word, block.accepts) = (None, 0);
            self.dead_blocks += 1;
        }
        if self.dead_blocks > 16 + self.blocks.len() / 2 {
            self.drop_dead_blocks();
        }
        self.changed();
        Ok(())
    }

    /// Moves an object to another tile; it keeps its id and its place in any stack.
    ///
    /// # Errors
    /// [`PlaceError::OffBoard`], and [`PlaceError::NoObject`] for one that is not on the board, or no
    /// longer. The board is as it was then.
    pub fn move_to(&mut self, object: ObjectId, x: i32, y: i32) -> Result<(), PlaceError> {
        let tile = self.on_board(Tile { x, y })?;
        let entry = self.object_mut(object)?;
        entry.tile = Some(tile);
        if let Some(block) = entry.block {
            self.blocks[block as usize].tile = tile;
        }
        self.changed();
        Ok(())
    }

    /// The tile on which an object lies; `None` for one that was removed.
    pub fn tile(&self, object: ObjectId) -> Option<Tile> {
        self.objects
            .get(object.index())
            .and_then(|entry| entry.tile)
    }

    /// What an object is or was; `None` for an id that this board never gave.
    pub fn kind(&self, object: ObjectId) -> Option<Kind<'_>> {
        let object = self.objects.get(object.index())?;
        Kind::parse(&self.kinds.get(object.kind).name).ok()
    }

    /// The word that a block carries, or the one that names a thing: what the rule tables are asked
    /// with. `None` for a word or a noun that the lexicon does not know. It takes no memory.
    ///
    /// ```
    /// use spellboard::{Grammar, Source, drawing};
    ///
    /// let source = Source::new("board.txt", "TEXT|text yak");
    /// let board = drawing::read(&source, Grammar::shipped().into())?;
    /// let text = board.grammar().lexicon().word("TEXT");
    /// let words: Vec<_> = board.objects().map(|(object, _)| board.word(object)).collect();
    /// assert_eq!(words, [text, text, None]);
    /// # Ok::<(), spellboard::Problems>(())
    /// ```
    pub fn word(&self, object: ObjectId) -> Option<WordId> {
        let object = self.objects.get(object.index())?;
        let kind = self.kinds.get(object.kind);
        kind.word.or(kind.noun)
    }

    /// Every object on the board with its tile, in the order of ids.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, Tile)> + '_ {
        self.objects
            .iter()
            .enumerate()
            .filter_map(|(index, object)| Some((ObjectId::new(index)?, object.tile?)))
    }

    /// The objects on a tile, in the order of ids. The answer goes through all objects of the board.
    ///
    /// ```
    /// use spellboard::{Grammar, Source, Tile, drawing};
    ///
    /// let board = drawing::read(&Source::new("board.txt", "IS|owl TEXT"), Grammar::shipped().into())?;
    /// let stack: Vec<_> = board.objects_at(Tile { x: 0, y: 0 }).collect();
    /// assert_eq!(stack.len(), 2);
    /// assert_eq!(board.kind(stack[1]), Some(spellboard::Kind::Thing("owl")));
    /// # Ok::<(), spellboard::Problems>(())
    /// ```
    pub fn objects_at(&self, tile: Tile) -> impl Iterator<Item = ObjectId> + '_ {
        let here = self.objects().filter(move |(_, at)| *at == tile);
        here.map(|(object, _)| object)
    }

    /// The rules that blocks on a tile took part in, in the table's order: joiners too, which carry
    /// every rule of their list.
    ///
    /// ```
    /// use spellboard::{Grammar, Source, Tile, drawing};
    ///
    /// let source = Source::new("board.txt", "TEXT IS TEXT AND PUSH");
    /// let board = drawing::read(&source, Grammar::shipped().into())?;
    /// let at = |x| -> Result<Vec<String>, Box<dyn std::error::Error>> {
    ///     let rules = board.rules_at(Tile { x, y: 0 })?;
    ///     Ok(rules.map(|rule| rule.text(board.grammar())).collect())
    /// };
    /// assert_eq!(at(2)?, ["TEXT IS TEXT"]);
    /// assert_eq!(at(3)?, ["TEXT IS TEXT", "TEXT IS PUSH"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Board::rules`].
    pub fn rules_at(&self, tile: Tile) -> Result<impl Iterator<Item = Rule<'_>>, Unreadable> {
        let is_here = move |object| self.tile(object) == Some(tile);
        let stands_here = move |rule: &Rule<'_>| {
            let joiners = rule.joiners().iter().copied();
            rule.objects().chain(joiners).any(is_here)
        };
        Ok(self.rules()?.iter().filter(stands_here))
    }

    /// The rules that the text spells now, and the base rules. The first call after a change
    /// compiles the whole table, later ones give the same table.
    ///
    /// # Errors
    /// When the board is too complex to read, see [`Unreadable`].
    pub fn rules(&self) -> Result<&RuleTable, Unreadable> {
        let rules = self.rules.get_or_init(|| {
            let mut table = RuleTable::default();
            Reader::new(&self.grammar)
                .read(self, &mut table)
                .map(|()| table)
        });
        rules.as_ref().map_err(Clone::clone)
    }

    /// The rules in force now, derived from those that the text spells. The first call after a
    /// change derives the whole table, later ones give the same table.
    ///
    /// # Errors
    /// When the board is too complex to read or to derive, see [`Unreadable`].
    pub fn in_force(&self) -> Result<&InForce, Unreadable> {
        let in_force = self.in_force.get_or_init(|| {
            let (mut table, mut in_force) = (RuleTable::default(), InForce::default());
            Reader::new(&self.grammar)
                .read_in_force(self, &mut table, &mut in_force)
                .map(|()| {
                    in_force.get_ready();
                    in_force
                })
        });
        in_force.as_ref().map_err(Clone::clone)
    }

    fn changed(&mut self) {
        self.rules.take();
        self.in_force.take();
    }

    fn on_board(&self, tile: Tile) -> Result<Tile, PlaceError> {
        match (0..self.width).contains(&tile.x) && (0..self.height).contains(&tile.y) {
            true => Ok(tile),
            false => Err(PlaceError::OffBoard {
                tile,
                width: self.width,
                height: self.height,
            }),
        }
    }

    fn object_mut(&mut self, object: ObjectId) -> Result<&mut Object, PlaceError> {
        let entry = self.objects.get_mut(object.index());
        entry
            .filter(|entry| entry.tile.is_some())
            .ok_or(PlaceError::NoObject)
    }
}
