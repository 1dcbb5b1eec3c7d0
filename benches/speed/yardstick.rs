//! A plain hand-written parser of the core language, to measure the engine by and to check it with.
//!
//! Everything is hard-coded: the classes of words, two directions, three words a rule. It knows no
//! grammar file and no automaton, and needs memory for every tile of a board.

/// A word by its number.
pub type Word = u16;

/// The numbers of the words that the parser itself knows.
pub const TEXT: Word = 0;
pub const PUSH: Word = 1;

/// What a word can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Noun,
    Property,
    Is,
    And,
}

/// A word that lies on a tile.
#[derive(Debug, Clone, Copy)]
pub struct Placed {
    pub word: Word,
    pub x: i32,
    pub y: i32,
    pub object: u32,
}

/// `subject IS complement`, with the objects that spelled the three words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    pub subject: Word,
    pub complement: Word,
    pub objects: [u32; 3],
}

/// What stands for an object in a rule that none spelled.
pub const NO_OBJECT: u32 = u32::MAX;

/// The rule of every board.
const TEXT_IS_PUSH: Rule = Rule {
    subject: TEXT,
    complement: PUSH,
    objects: [NO_OBJECT; 3],
};

/// The end of a list.
const NONE: u32 = u32::MAX;

/// A word on a tile, and the next one on the same tile.
#[derive(Debug, Clone, Copy)]
struct Node {
    next: u32,
    object: u32,
    word: Word,
    class: Class,
}

/// The parser. It keeps its memory from board to board.
#[derive(Debug)]
pub struct Yardstick {
    classes: Vec<Class>,
    /// The first word of every tile, row by row, with a border of one tile all round.
    heads: Vec<u32>,
    nodes: Vec<Node>,
    /// The tiles that hold an IS.
    anchors: Vec<usize>,
}

impl Yardstick {
    /// A parser for words of these classes.
    pub fn new(classes: Vec<Class>) -> Self {
        Yardstick {
            classes,
            heads: Vec::new(),
            nodes: Vec::new(),
            anchors: Vec::new(),
        }
    }

    /// Reads a board. The words are given in the order of their objects.
    pub fn read(&mut self, placed: &[Placed], (width, height): (i32, i32), rules: &mut Vec<Rule>) {
        let stride = width as usize + 2;
        rules.clear();
        rules.push(TEXT_IS_PUSH);
        self.lay(placed, stride, height as usize + 2);
        for &anchor in &self.anchors {
            self.read_line(anchor, 1, rules);
            self.read_line(anchor, stride, rules);
        }
    }

    fn lay(&mut self, placed: &[Placed], stride: usize, rows: usize) {
        self.heads.clear();
        self.heads.resize(stride * rows, NONE);
        self.nodes.clear();
        self.anchors.clear();
        // From the last to the first, so that each list is in the order of objects.
        for (node, placed) in (0..).zip(placed.iter().rev()) {
            let tile = (placed.y as usize + 1) * stride + placed.x as usize + 1;
            let class = self.classes[usize::from(placed.word)];
            self.nodes.push(Node {
                next: self.heads[tile],
                object: placed.object,
                word: placed.word,
                class,
            });
            self.heads[tile] = node;
            if class == Class::Is {
                self.anchors.push(tile);
            }
        }
        self.anchors.sort_unstable();
        self.anchors.dedup();
    }

    /// Reads a row or a column outward from an IS and adds a rule for every choice of words.
    fn read_line(&self, anchor: usize, step: usize, rules: &mut Vec<Rule>) {
        let subjects = self.items(anchor, step.wrapping_neg(), is_noun);
        if subjects == 0 {
            return;
        }
        let complements = self.items(anchor, step, is_complement);
        for s in (0..subjects).rev() {
            for subject in self.words(anchor - (2 * s + 1) * step, is_noun) {
                for is in self.words(anchor, is_anchor) {
                    for c in 0..complements {
                        for complement in self.words(anchor + (2 * c + 1) * step, is_complement) {
                            rules.push(Rule {
                                subject: subject.word,
                                complement: complement.word,
                                objects: [subject.object, is.object, complement.object],
                            });
                        }
                    }
                }
            }
        }
    }

    /// How many items, with an AND between any two, go on from a tile without a gap.
    fn items(&self, mut tile: usize, step: usize, fits: fn(Class) -> bool) -> usize {
        let mut items = 0;
        loop {
            tile = tile.wrapping_add(step);
            if self.words(tile, fits).next().is_none() {
                return items;
            }
            items += 1;
            tile = tile.wrapping_add(step);
            if self.words(tile, is_joiner).next().is_none() {
                return items;
            }
        }
    }

    /// The words on a tile whose class fits, in the order of their objects.
    fn words(&self, tile: usize, fits: fn(Class) -> bool) -> impl Iterator<Item = &Node> {
        let mut next = self.heads[tile];
        let on_tile = std::iter::from_fn(move || {
            let node = self.nodes.get(next as usize)?;
            next = node.next;
            Some(node)
        });
        on_tile.filter(move |node| fits(node.class))
    }
}

fn is_noun(class: Class) -> bool {
    class == Class::Noun
}

fn is_complement(class: Class) -> bool {
    matches!(class, Class::Noun | Class::Property)
}

fn is_anchor(class: Class) -> bool {
    class == Class::Is
}

fn is_joiner(class: Class) -> bool {
    class == Class::And
}
