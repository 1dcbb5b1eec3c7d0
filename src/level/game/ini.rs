//! The text of settings: sections `[name]`, and below each lines `key=value`.

use std::collections::BTreeMap;

use crate::diagnostic::Problem;
use crate::source::Source;

/// What a text says in the sections that are asked for.
#[derive(Debug)]
pub(super) struct Ini<'a> {
    source: &'a Source,
    sections: BTreeMap<&'static str, BTreeMap<String, Entry<'a>>>,
}

/// A line of a section.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'a> {
    pub(super) key: &'a str,
    pub(super) value: &'a str,
}

impl<'a> Ini<'a> {
    /// Reads the `wanted` sections. The others are skipped: their lines need not even be lines.
    pub(super) fn read(
        source: &'a Source,
        wanted: &[&'static str],
        problems: &mut Vec<Problem>,
    ) -> Ini<'a> {
        let mut ini = Ini {
            source,
            sections: BTreeMap::new(),
        };
        // A line before every section belongs to none.
        let mut section = Some("");
        for line in source.text().lines().map(str::trim) {
            if line.is_empty() || line.starts_with(';') {
                continue;
            }
            if let Some(name) = line.strip_prefix('[') {
                let Some(name) = name.strip_suffix(']') else {
                    let place = source.place_of(line, "a `]` is missing at its end");
                    problems.push(Problem::error("this section has no end", place));
                    section = None;
                    continue;
                };
                let is_it = |wanted: &&&str| wanted.eq_ignore_ascii_case(name.trim());
                section = wanted.iter().find(is_it).copied();
            } else if let Some(section) = section {
                ini.add(section, line, problems);
            }
        }
        ini
    }

    fn add(&mut self, section: &'static str, line: &'a str, problems: &mut Vec<Problem>) {
        let wrong =
            |message: &str, label: &str| Problem::error(message, self.source.place_of(line, label));
        let Some((key, value)) = line.split_once('=') else {
            let label = "a `=` is missing between a key and its value";
            return problems.push(wrong("this line says nothing", label));
        };
        if section.is_empty() {
            let label = "the first section is `[general]`";
            return problems.push(wrong("this line stands before every section", label));
        }
        let (key, value) = (key.trim_end(), value.trim_start());
        let entries = self.sections.entry(section).or_default();
        let earlier = entries.insert(key.to_ascii_lowercase(), Entry { key, value });
        if let Some(earlier) = earlier.filter(|earlier| earlier.value != value) {
            let place = self.source.place_of(key, "leave one of the two out");
            let message = format!("`{key}` is given twice in [{section}]");
            let first = self.source.place_of(earlier.key, "first given here");
            problems.push(Problem::error(message, place).and(first));
        }
    }

    /// An entry with a value; to the game an empty value is none.
    pub(super) fn get(&self, section: &str, key: &str) -> Option<Entry<'a>> {
        let entry = self.sections.get(section)?.get(&key.to_ascii_lowercase())?;
        Some(*entry).filter(|entry| !entry.value.is_empty())
    }

    /// A whole number.
    pub(super) fn number(
        &self,
        section: &str,
        key: &str,
        problems: &mut Vec<Problem>,
    ) -> Option<i64> {
        let entry = self.get(section, key)?;
        let number = entry.value.parse().ok();
        if number.is_none() {
            let place = self
                .source
                .place_of(entry.value, "a whole number belongs here");
            let message = format!("`{}` is no number", entry.key);
            problems.push(Problem::error(message, place));
        }
        number
    }

    /// The values of a section whose keys end so.
    #[cfg(feature = "cli")]
    pub(super) fn values(&self, section: &str, end: &str) -> Vec<&'a str> {
        let entries = self.sections.get(section).into_iter().flatten();
        let values = entries.filter(|(key, _)| key.ends_with(end));
        values.map(|(_, entry)| entry.value).collect()
    }

    /// The numbers that keys of a section begin with, each with the first of its entries.
    pub(super) fn rows(&self, section: &str) -> BTreeMap<i64, Entry<'a>> {
        let mut rows = BTreeMap::new();
        for (key, entry) in self.sections.get(section).into_iter().flatten() {
            let digits = key.bytes().take_while(u8::is_ascii_digit).count();
            if let Ok(number) = key[..digits].parse() {
                rows.entry(number).or_insert(*entry);
            }
        }
        rows
    }
}
