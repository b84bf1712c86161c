//! Named character references: the table, the search for the longest match, and a cache (`recent.rs`).
//!
//! <https://html.spec.whatwg.org/multipage/named-characters.html#named-character-references>

#[allow(clippy::all, clippy::pedantic, reason = "generated")]
mod generated;

mod recent;

use generated::{CHARACTERS, NAMED_CHARACTER_REFERENCES, NAMES};
use phf::PhfEq;
pub(crate) use recent::RecentReferences;

/// The longest name, with its semicolon.
const LONGEST: usize = 32;
/// The longest name that is allowed without a semicolon.
const LONGEST_WITHOUT_SEMICOLON: usize = 6;

/// A name of the table: its offset in [`NAMES`], where a semicolon follows each name, and whether the semicolon belongs
/// to the name.
///
/// It takes two bytes, and, unlike a `&str`, it needs no relocation when the program starts.
#[derive(Clone, Copy, Debug)]
struct Name(u16);

impl Name {
    const fn new(start: u16, has_semicolon: bool) -> Self {
        assert!(start < 1 << 15);
        Self(start << 1 | has_semicolon as u16)
    }

    /// Returns the text that starts with the name.
    fn rest(self) -> &'static str {
        NAMES.get(usize::from(self.0 >> 1)..).unwrap_or_default()
    }

    fn has_semicolon(self) -> bool {
        self.0 & 1 != 0
    }
}

impl PhfEq<str> for Name {
    fn phf_eq(&self, other: &str) -> bool {
        let (letters, has_semicolon) = match other.strip_suffix(';') {
            Some(letters) => (letters, true),
            None => (other, false),
        };
        has_semicolon == self.has_semicolon()
            && self.rest().strip_prefix(letters).is_some_and(|rest| rest.starts_with(';'))
    }
}

/// The one or two characters of a name: their offset in [`CHARACTERS`], and their length in bytes.
#[derive(Clone, Copy, Debug)]
struct Characters(u16);

impl Characters {
    const fn new(start: u16, length: u16) -> Self {
        assert!(start < 1 << 13 && length < 1 << 3);
        Self(start << 3 | length)
    }

    fn as_str(self) -> &'static str {
        let start = usize::from(self.0 >> 3);
        CHARACTERS.get(start..start + usize::from(self.0 & 7)).unwrap_or_default()
    }
}

/// The result of a search for the longest name at the start of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NamedMatch {
    /// A name of `length` bytes, which denotes `characters`.
    Found {
        /// The length, with the semicolon if the name has one.
        length: usize,
        /// The one or two characters.
        characters: &'static str,
    },
    /// No name is a prefix of the text.
    NotFound,
    /// More text is needed to decide.
    Incomplete,
}

/// Searches for the longest name at the start of `text`; `may_grow` says whether more text can follow.
pub(crate) fn longest_match(text: &str, may_grow: bool) -> NamedMatch {
    // A name is a run of ASCII alphanumerics, with or without a semicolon after it. So a name with a semicolon contains
    // the whole run, and a name that is shorter than the run is one of the few names without a semicolon.
    let run = text.bytes().take(LONGEST).take_while(u8::is_ascii_alphanumeric).count();
    if run == text.len() && run < LONGEST && may_grow {
        return NamedMatch::Incomplete;
    }
    let find = |length: usize| {
        let characters = NAMED_CHARACTER_REFERENCES.get(text.get(..length)?)?.as_str();
        Some(NamedMatch::Found { length, characters })
    };
    if text.as_bytes().get(run) == Some(&b';')
        && let Some(found) = find(run + 1)
    {
        return found;
    }
    (2..=run.min(LONGEST_WITHOUT_SEMICOLON)).rev().find_map(find).unwrap_or(NamedMatch::NotFound)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> impl Iterator<Item = &'static str> {
        NAMED_CHARACTER_REFERENCES.keys().map(|name| {
            let length = name.rest().find(';').expect("each name has its semicolon in the text");
            &name.rest()[..length + usize::from(name.has_semicolon())]
        })
    }

    #[test]
    fn the_limits_are_those_of_the_table() {
        let lengths =
            |with_semicolon| names().filter(move |name| name.ends_with(';') == with_semicolon).map(str::len);
        assert_eq!(NAMED_CHARACTER_REFERENCES.len(), 2231);
        assert_eq!(lengths(true).max(), Some(LONGEST));
        assert_eq!(lengths(false).max(), Some(LONGEST_WITHOUT_SEMICOLON));
        assert_eq!(lengths(false).min(), Some(2));
        for name in names() {
            let letters = name.strip_suffix(';').unwrap_or(name);
            assert!(letters.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{name}");
        }
    }

    #[test]
    fn finds_the_same_name_as_a_search_through_all_names() {
        let naive = |text: &str| names().filter(|name| text.starts_with(*name)).map(str::len).max();
        for name in names() {
            for text in
                [name.to_owned(), format!("{name}x"), format!("{name};"), name[..name.len() - 1].to_owned()]
            {
                let found = match longest_match(&text, false) {
                    NamedMatch::Found { length, .. } => Some(length),
                    _ => None,
                };
                assert_eq!(found, naive(&text), "{text}");
            }
        }
    }

    #[test]
    fn waits_while_the_name_may_become_longer() {
        assert_eq!(longest_match("no", true), NamedMatch::Incomplete);
        assert_eq!(longest_match("not", true), NamedMatch::Incomplete);
        assert_eq!(longest_match("not ", true), NamedMatch::Found { length: 3, characters: "\u{ac}" });
        assert_eq!(longest_match(&"x".repeat(LONGEST), true), NamedMatch::NotFound);
    }
}
