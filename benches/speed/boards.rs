//! Boards in the forms that the engine and the yardstick read, and whether the two agree on them.

use std::collections::HashMap;
use std::sync::Arc;

use spellboard::{Board, Grammar, Kind, Level, Reader, RuleTable};

use crate::yardstick::{Class, NO_OBJECT, PUSH, Placed, Rule, TEXT, Word, Yardstick};

/// The words of a grammar as the yardstick numbers them. Words that it has no class for are not
/// among them.
#[derive(Debug)]
pub struct Words {
    numbers: HashMap<String, Word>,
    classes: Vec<Class>,
}

impl Words {
    /// The words of a grammar with the roles of the core grammar.
    pub fn of(grammar: &Grammar) -> Self {
        let mut words = Words {
            numbers: HashMap::from([("TEXT".to_owned(), TEXT), ("PUSH".to_owned(), PUSH)]),
            classes: vec![Class::Noun, Class::Property],
        };
        let lexicon = grammar.lexicon();
        for word in lexicon.words() {
            let roles: Vec<&str> = lexicon
                .roles(word)
                .iter()
                .map(|role| lexicon.role_name(role))
                .collect();
            match roles[..] {
                ["noun"] => words.add(lexicon.name(word), Class::Noun),
                ["property"] => words.add(lexicon.name(word), Class::Property),
                ["verb"] => words.add(lexicon.name(word), Class::Is),
                ["joiner"] => words.add(lexicon.name(word), Class::And),
                _ => {}
            }
        }
        words
    }

    fn add(&mut self, name: &str, class: Class) {
        if !self.numbers.contains_key(name) {
            let number = self.classes.len() as Word;
            self.numbers.insert(name.to_owned(), number);
            self.classes.push(class);
        }
    }

    /// A parser for these words.
    pub fn yardstick(&self) -> Yardstick {
        Yardstick::new(self.classes.clone())
    }

    /// The words that lie on a board.
    pub fn placed(&self, board: &Board) -> Vec<Placed> {
        let word = |id| match board.kind(id)? {
            Kind::Text(word) => self.numbers.get(word).copied(),
            Kind::Thing(_) => None,
        };
        board
            .objects()
            .filter_map(|(id, tile)| {
                Some(Placed {
                    word: word(id)?,
                    x: tile.x,
                    y: tile.y,
                    object: id.index() as u32,
                })
            })
            .collect()
    }

    /// The engine's rules as the yardstick writes them.
    pub fn rules(&self, table: &RuleTable, grammar: &Grammar) -> Vec<Rule> {
        let number = |word| self.numbers[grammar.lexicon().name(word)];
        let rule = |rule: spellboard::Rule| {
            let objects = rule.parts().iter().map(|part| part.object);
            let objects: Vec<u32> = objects
                .map(|object| object.map_or(NO_OBJECT, |object| object.index() as u32))
                .collect();
            Rule {
                subject: number(rule.subject()),
                complement: number(rule.complement().expect("a rule says something")),
                objects: objects.try_into().expect("a rule has three words"),
            }
        };
        table.iter().map(rule).collect()
    }

    /// Reads a board with the yardstick and compares a table with it, rule by rule in order, each
    /// with its objects. Gives the number of rules.
    ///
    /// # Panics
    /// When the two differ.
    pub fn compare(&self, board: &Board, table: &RuleTable) -> usize {
        let mut rules = Vec::new();
        let size = (board.width(), board.height());
        self.yardstick().read(&self.placed(board), size, &mut rules);
        let engine = self.rules(table, board.grammar());
        assert_eq!(engine, rules, "engine and yardstick, on {}", drawn(board));
        rules.len()
    }
}

fn drawn(board: &Board) -> String {
    spellboard::drawing::draw(board).unwrap_or_else(|| "a large board".to_owned())
}

/// A board, and the same words as a plain list.
#[derive(Debug)]
pub struct Pair {
    pub board: Board,
    pub placed: Vec<Placed>,
}

impl Pair {
    pub fn size(&self) -> (i32, i32) {
        (self.board.width(), self.board.height())
    }
}

/// Boards with the words that they are written in.
#[derive(Debug)]
pub struct Suite {
    pub name: String,
    pub grammar: Arc<Grammar>,
    pub words: Words,
    pub pairs: Vec<Pair>,
}

impl Suite {
    /// The boards of some levels.
    pub fn new(name: &str, grammar: &Arc<Grammar>, levels: &[Level]) -> Self {
        let words = Words::of(grammar);
        let pair = |level| {
            let board = Board::from_level(grammar.clone(), level).expect("a sound level");
            let placed = words.placed(&board);
            Pair { board, placed }
        };
        Suite {
            name: name.to_owned(),
            pairs: levels.iter().map(pair).collect(),
            grammar: grammar.clone(),
            words,
        }
    }

    /// Reads every board with the engine and with the yardstick, compares them, and gives the
    /// number of rules.
    pub fn check(&self) -> usize {
        let mut reader = Reader::new(&self.grammar);
        let mut table = RuleTable::default();
        let mut check = |pair: &Pair| {
            reader.read(&pair.board, &mut table).expect("not too many");
            self.words.compare(&pair.board, &table)
        };
        self.pairs.iter().map(&mut check).sum()
    }

    /// How many words a board has on average.
    pub fn words_per_board(&self) -> f64 {
        let words: usize = self.pairs.iter().map(|pair| pair.placed.len()).sum();
        words as f64 / self.pairs.len() as f64
    }
}
