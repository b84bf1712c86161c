//! Named character references: the table and the longest match in it.
//!
//! <https://html.spec.whatwg.org/multipage/named-characters.html#named-character-references>

#[allow(clippy::all, clippy::pedantic, reason = "generated")]
mod generated;

mod recent;

use generated::NAMED_CHARACTER_REFERENCES;
pub(crate) use recent::RecentReferences;

/// The longest name, with its semicolon.
const LONGEST: usize = 32;
/// The longest name that may stand without a semicolon.
const LONGEST_WITHOUT_SEMICOLON: usize = 6;

/// The result of the search for the longest name at the start of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NamedMatch {
    /// A name of `length` bytes, which stands for `characters`.
    Found {
        /// The length, with the semicolon if the name has one.
        length: usize,
        /// The one or two characters.
        characters: &'static str,
    },
    /// No name is a prefix of the text.
    NotFound,
    /// More text is needed to tell.
    Incomplete,
}

/// Searches for the longest name of the table that `text` begins with; `may_grow` if more text can follow.
pub(crate) fn longest_match(text: &str, may_grow: bool) -> NamedMatch {
    // A name is a run of ASCII alphanumerics, with or without a semicolon behind it. So the name with the
    // semicolon is the whole run, and a shorter one is among the few that need none.
    let run = text.bytes().take(LONGEST).take_while(u8::is_ascii_alphanumeric).count();
    if run == text.len() && run < LONGEST && may_grow {
        return NamedMatch::Incomplete;
    }
    let find = |length: usize| {
        let characters = NAMED_CHARACTER_REFERENCES.get(text.get(..length)?)?;
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

    #[test]
    fn the_limits_are_those_of_the_table() {
        let lengths = |with_semicolon| {
            NAMED_CHARACTER_REFERENCES
                .keys()
                .filter(move |name| name.ends_with(';') == with_semicolon)
                .map(|name| name.len())
        };
        assert_eq!(NAMED_CHARACTER_REFERENCES.len(), 2231);
        assert_eq!(lengths(true).max(), Some(LONGEST));
        assert_eq!(lengths(false).max(), Some(LONGEST_WITHOUT_SEMICOLON));
        assert_eq!(lengths(false).min(), Some(2));
        for name in NAMED_CHARACTER_REFERENCES.keys() {
            let letters = name.strip_suffix(';').unwrap_or(name);
            assert!(letters.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{name}");
        }
    }

    #[test]
    fn finds_the_longest_name_as_a_search_through_all_would() {
        let naive = |text: &str| {
            NAMED_CHARACTER_REFERENCES
                .keys()
                .filter(|name| text.starts_with(**name))
                .map(|name| name.len())
                .max()
        };
        for name in NAMED_CHARACTER_REFERENCES.keys() {
            for text in [
                (*name).to_owned(),
                format!("{name}x"),
                format!("{name};"),
                name[..name.len() - 1].to_owned(),
            ] {
                let found = match longest_match(&text, false) {
                    NamedMatch::Found { length, .. } => Some(length),
                    _ => None,
                };
                assert_eq!(found, naive(&text), "{text}");
            }
        }
    }

    #[test]
    fn waits_only_for_what_can_still_become_a_name() {
        assert_eq!(longest_match("no", true), NamedMatch::Incomplete);
        assert_eq!(longest_match("not", true), NamedMatch::Incomplete);
        assert_eq!(longest_match("not ", true), NamedMatch::Found { length: 3, characters: "\u{ac}" });
        assert_eq!(longest_match(&"x".repeat(LONGEST), true), NamedMatch::NotFound);
    }
}
