//! The words of a board for the yardstick, and whether it agrees with the engine.

use std::collections::HashMap;

use spellboard::{Board, Grammar, Kind, RuleTable, WordId};

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
        // The engine takes the words of a stack in the order of their ids.
        let lexicon = board.grammar().lexicon();
        let id = |word| Some((*self.numbers.get(lexicon.name(word))?, word));
        let ids: HashMap<Word, WordId> = lexicon.words().filter_map(id).collect();
        let mut placed = self.placed(board);
        placed.sort_by_key(|placed| ids.get(&placed.word).copied());
        self.yardstick().read(&placed, size, &mut rules);
        let engine = self.rules(table, board.grammar());
        assert_eq!(engine, rules, "engine and yardstick, on {}", drawn(board));
        rules.len()
    }
}

fn drawn(board: &Board) -> String {
    spellboard::drawing::draw(board).unwrap_or_else(|| "a large board".to_owned())
}
