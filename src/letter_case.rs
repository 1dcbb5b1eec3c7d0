//! Upper and lower case, as names of words and things have it: a block carries its word in upper case,
//! and a thing is named in lower case.
//!
//! A letter has a case where the other one is in ordinary use. Georgian is written without: Unicode maps
//! its letters to a second form, for whole lines in capitals, and says by its title case that no word
//! begins with one. Nor have signs such as `º` another case, although they count as lower case.

/// Whether a letter is in lower case.
fn is_lower(c: char) -> bool {
    c.is_lowercase() && upper_of(c).ne([c])
}

/// Whether a letter is in upper case.
fn is_upper(c: char) -> bool {
    c.is_uppercase() && lower_of(c).ne([c])
}

/// Whether a name has a letter in lower case.
pub(crate) fn has_lower(name: &str) -> bool {
    name.chars().any(is_lower)
}

/// Whether a name has a letter in upper case.
pub(crate) fn has_upper(name: &str) -> bool {
    name.chars().any(is_upper)
}

/// A name in upper case, as blocks carry it.
pub(crate) fn upper(name: &str) -> String {
    match name.chars().any(is_georgian) {
        true => name.chars().flat_map(upper_of).collect(),
        false => name.to_uppercase(),
    }
}

/// A name in lower case, as things have it.
pub(crate) fn lower(name: &str) -> String {
    match name.chars().any(is_georgian) {
        true => name.chars().flat_map(lower_of).collect(),
        false => name.to_lowercase(),
    }
}

fn upper_of(c: char) -> impl Iterator<Item = char> {
    let own = is_georgian(c).then_some(c);
    let other = own.is_none().then(|| c.to_uppercase());
    own.into_iter().chain(other.into_iter().flatten())
}

fn lower_of(c: char) -> impl Iterator<Item = char> {
    let own = is_georgian(c).then_some(c);
    let other = own.is_none().then(|| c.to_lowercase());
    own.into_iter().chain(other.into_iter().flatten())
}

/// Whether a letter is of the Georgian script as it is written today (Mkhedruli), or of the form that it
/// has in lines of capitals (Mtavruli). The two old scripts of its church have an upper and a lower case.
fn is_georgian(c: char) -> bool {
    matches!(c, '\u{10D0}'..='\u{10FF}' | '\u{1C90}'..='\u{1CBF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn georgian_has_no_case() {
        for name in ["ბუ", "ᲑᲣ"] {
            assert!(!has_lower(name) && !has_upper(name), "{name}");
            assert_eq!((upper(name), lower(name)), (name.into(), name.into()));
        }
        assert_eq!(upper("aბ"), "Aბ");
    }

    #[test]
    fn signs_without_another_case_have_none() {
        assert!(!has_lower("Nº") && has_upper("Nº"));
        assert!(has_lower("straße") && upper("straße") == "STRASSE");
        assert_eq!(lower("ΟΔΟΣ"), "οδος");
    }
}
