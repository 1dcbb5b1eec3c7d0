//! Names that are like each other, and characters that make two names look like one.

/// The first character of a name that nobody can see, so that two names look alike. Those that
/// change what stands beside them, as scripts and pictures need it, are left alone.
pub(crate) fn invisible(name: &str) -> Option<char> {
    if name.is_ascii() {
        return None;
    }
    let mut last = None;
    for c in name.chars() {
        let is_beside = |other: Option<char>| other.is_some_and(|other| !other.is_ascii());
        let is_of_use = joins(c) && is_beside(last);
        if is_ignorable(c) && !is_of_use {
            return Some(c);
        }
        last = Some(c);
    }
    None
}

/// Whether a character that is drawn as nothing changes the sign before it: it joins letters or keeps
/// them apart in scripts where neighbours change each other, or chooses a form of a sign.
pub(crate) fn joins(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// Whether a character is drawn as nothing, as Unicode has it (`Default_Ignorable_Code_Point`).
pub(crate) fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Capitals of the Latin, the Cyrillic and the Greek script that look the same, each with its Latin letter
/// first.
const LOOK_ALIKES: [&str; 16] = [
    "A\u{410}\u{391}",
    "B\u{412}\u{392}",
    "C\u{421}",
    "E\u{415}\u{395}",
    "H\u{41d}\u{397}",
    "I\u{406}\u{399}\u{4c0}",
    "J\u{408}",
    "K\u{41a}\u{39a}",
    "M\u{41c}\u{39c}",
    "N\u{39d}",
    "O\u{41e}\u{39f}",
    "P\u{420}\u{3a1}",
    "S\u{405}",
    "T\u{422}\u{3a4}",
    "X\u{425}\u{3a7}",
    "Y\u{4ae}\u{3a5}",
];

/// The script of a letter, of those with letters that look the same: `None` for any other sign.
fn script(c: char) -> Option<Script> {
    match c {
        'A'..='Z' | 'a'..='z' | '\u{c0}'..='\u{24f}' if c.is_alphabetic() => Some(Script::Latin),
        '\u{370}'..='\u{3ff}' if c.is_alphabetic() => Some(Script::Greek),
        '\u{400}'..='\u{52f}' if c.is_alphabetic() => Some(Script::Cyrillic),
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Cyrillic,
    Greek,
}

/// The first letter of a name that looks like one of another script, from which more letters of the
/// name are; `None` where all are of one.
pub(crate) fn stray_letter(name: &str) -> Option<char> {
    if name.is_ascii() {
        return None;
    }
    let count = |of: Script| name.chars().filter(|&c| script(c) == Some(of)).count();
    let scripts = [Script::Latin, Script::Cyrillic, Script::Greek];
    let counts = scripts.map(|script| (count(script), script));
    // Of two with as many letters, the first one is taken for the name's own.
    let (most, own) = counts
        .into_iter()
        .reduce(|a, b| if b.0 > a.0 { b } else { a })?;
    let is_stray = |&c: &char| {
        let other = script(c).is_some_and(|script| script != own);
        other && LOOK_ALIKES.iter().any(|alike| alike.contains(c))
    };
    name.chars().find(is_stray).filter(|_| most > 0)
}

/// Where two names that look the same differ: the letters of the first and the second there.
#[cfg(feature = "cli")]
pub(crate) fn same_looks(one: &str, other: &str) -> Option<(char, char)> {
    let looks = |name: &str| -> Vec<char> {
        let latin = |c: char| {
            let alike = LOOK_ALIKES.iter().find(|alike| alike.contains(c));
            alike.and_then(|alike| alike.chars().next()).unwrap_or(c)
        };
        name.chars().map(latin).collect()
    };
    let (one, other) = (one.to_uppercase(), other.to_uppercase());
    let mut differing = one.chars().zip(other.chars()).filter(|(a, b)| a != b);
    differing.next().filter(|_| looks(&one) == looks(&other))
}

/// The name most like `wanted`, when one is like enough to be what was meant: by a few letters, or
/// because one is the start of the other.
pub(crate) fn nearest<'a>(
    wanted: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let lower = |name: &str| -> Vec<char> {
        let letters = name.chars().flat_map(char::to_lowercase);
        letters.take(64).collect()
    };
    let wanted = lower(wanted);
    let allowed = 1 + wanted.len() / 4;
    let likeness = |name: &'a str| {
        let name_letters = lower(name);
        let shorter = wanted.len().min(name_letters.len());
        let starts = shorter >= 3 && wanted[..shorter] == name_letters[..shorter];
        // Of names so much longer or shorter no distance need be found: it is no less.
        if !starts && wanted.len().abs_diff(name_letters.len()) > allowed {
            return None;
        }
        let distance = distance(&wanted, &name_letters);
        let near = distance <= allowed && distance < wanted.len();
        (near || starts).then_some((!near, distance, name))
    };
    let nearest = known.into_iter().filter_map(likeness).min();
    nearest.map(|(_, _, name)| name)
}

/// How many single-letter changes lead from one name to the other, case aside: a letter more,
/// a letter less, another letter, or two neighbours swapped.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (last[j - 1] + change).min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_another_script_are_found_where_they_look_the_same() {
        // A Cyrillic O among Latin letters, and a Latin A among Cyrillic ones.
        assert_eq!(stray_letter("M\u{41e}LE"), Some('\u{41e}'));
        assert_eq!(stray_letter("\u{421}\u{41e}\u{412}A"), Some('A'));
        assert_eq!(stray_letter("\u{421}\u{41e}\u{412}\u{410}"), None);
        // Nobody takes this letter for a Latin one.
        assert_eq!(stray_letter("OWL\u{416}"), None);
        assert_eq!(stray_letter("OWL\u{6c9}"), None);
    }

    #[test]
    #[cfg(feature = "cli")]
    fn names_that_look_the_same_are_told_apart_by_a_letter() {
        assert_eq!(same_looks("MOLE", "M\u{41e}LE"), Some(('O', '\u{41e}')));
        assert_eq!(same_looks("MOLE", "MALE"), None);
    }

    #[test]
    fn nearest_finds_what_was_meant_and_nothing_far_off() {
        let known = ["colour", "thing", "shape"];
        assert_eq!(nearest("coluor", known), Some("colour"));
        assert_eq!(nearest("COLOUR", known), Some("colour"));
        assert_eq!(nearest("thign", known), Some("thing"));
        assert_eq!(nearest("walrus", known), None);
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("", known), None);
        assert_eq!(nearest("joined", ["name", "joined_by"]), Some("joined_by"));
        assert_eq!(nearest("colourless", known), Some("colour"));
        assert_eq!(nearest("th", known), None);
    }

    #[test]
    fn what_nobody_can_see_is_found() {
        assert_eq!(invisible("SO\u{200b}"), Some('\u{200b}'));
        assert_eq!(invisible("S\u{200d}O"), Some('\u{200d}'));
        assert_eq!(invisible("\u{ad}梟"), Some('\u{ad}'));
        for name in ["SO", "梟", "می\u{200c}خواهم", "❤\u{fe0f}", "👩\u{200d}🌾"] {
            assert_eq!(invisible(name), None, "{name}");
        }
    }
}
