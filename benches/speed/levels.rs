//! Levels from files, and levels made at random.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use spellboard::{Grammar, Level, LevelObject, Source};

/// The levels of a file that has one a line.
pub fn load(path: &Path) -> Vec<Level> {
    let text = Source::load(path).unwrap_or_else(|problem| panic!("{problem}"));
    let level = |(number, line): (usize, &str)| {
        let name = format!("{}, line {number}", path.display());
        Level::from_json(&Source::new(name, line)).unwrap_or_else(|problems| panic!("{problems}"))
    };
    (1..).zip(text.text().lines()).map(level).collect()
}

/// The core grammar with the words of a file.
pub fn grammar(words: &Path) -> Arc<Grammar> {
    let words = Source::load(words).unwrap_or_else(|problem| panic!("{problem}"));
    Grammar::with_words(&[words])
        .unwrap_or_else(|problems| panic!("{problems}"))
        .into()
}

/// The core grammar with the words that some levels use: a word of which there are things is a
/// noun, any other a property.
pub fn grammar_of(levels: &[Level]) -> Arc<Grammar> {
    let objects = levels.iter().flat_map(|level| &level.objects);
    let kinds: BTreeSet<&str> = objects.map(|object| object.kind.as_str()).collect();
    let owned = ["IS", "AND", "NOT", "TEXT"];
    let words: BTreeSet<&str> = kinds
        .iter()
        .filter_map(|kind| kind.strip_prefix("text:"))
        .chain(["PUSH"])
        .filter(|word| !owned.contains(word))
        .collect();
    let entry = |word: &&str| match kinds.contains(word.to_lowercase().as_str()) {
        true => format!(r#"{{ "name": "{word}", "role": "noun" }}"#),
        false => format!(r#"{{ "name": "{word}", "role": "property" }}"#),
    };
    let entries: Vec<String> = words.iter().map(entry).collect();
    let file = format!(r#"{{ "words": [{}] }}"#, entries.join(", "));
    Grammar::with_words(&[Source::new("derived.json", file)])
        .unwrap_or_else(|problems| panic!("{problems}"))
        .into()
}

/// A level with words and nothing else.
pub fn level(width: i32, height: i32, words: &[(&str, i32, i32)]) -> Level {
    let object = |&(word, x, y): &(&str, i32, i32)| LevelObject {
        kind: format!("text:{word}"),
        x,
        y,
    };
    Level {
        width,
        height,
        objects: words.iter().map(object).collect(),
        ..Level::default()
    }
}

/// Numbers that look random: SplitMix64.
pub struct Random(pub u64);

impl Random {
    /// A number below another.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    /// A board of the size that levels have: sentences in rows and columns, some with AND, that
    /// cross and stack where they happen to, and a few words alone.
    pub fn level(&mut self, nouns: &[&str], properties: &[&str]) -> Level {
        let (width, height) = (6 + self.below(13), 4 + self.below(12));
        let mut words = Vec::new();
        for _ in 0..2 + self.below(5) {
            let (x, y) = (self.below(width - 4), self.below(height));
            self.sentence(nouns, properties, |i, word| words.push((word, x + i, y)));
            if self.below(3) == 0 && height > 5 {
                let (x, y) = (self.below(width), self.below(height - 4));
                self.sentence(nouns, properties, |i, word| words.push((word, x, y + i)));
            }
        }
        for _ in 0..self.below(4) {
            let list = [nouns, properties, &["IS", "AND"]][self.below(3)];
            words.push((self.pick(list), self.below(width), self.below(height)));
        }
        words.retain(|&(_, x, y)| x < width && y < height);
        let words: Vec<(&str, i32, i32)> = words
            .into_iter()
            .map(|(word, x, y)| (word, x as i32, y as i32))
            .collect();
        level(width as i32, height as i32, &words)
    }

    fn sentence<'a>(
        &mut self,
        nouns: &[&'a str],
        properties: &[&'a str],
        mut lay: impl FnMut(usize, &'a str),
    ) {
        let mut words = vec![self.pick(nouns), "IS", self.pick(properties)];
        if self.below(5) == 0 {
            words.extend(["AND", self.pick(properties)]);
        }
        if self.below(8) == 0 {
            words.splice(0..0, [self.pick(nouns), "AND"]);
        }
        words
            .into_iter()
            .enumerate()
            .for_each(|(i, word)| lay(i, word));
    }
}
