//! Finds error codes that the arguments name, with suggestions for unknown codes.

use anyhow::{Result, anyhow};
use hedgerow::errors::ErrorKind;

/// The lowest similarity of a suggestion, from 0 (nothing in common) to 1 (equal).
const MIN_SIMILARITY: f64 = 0.8;

/// The largest number of suggestions.
const MAX_SUGGESTIONS: usize = 3;

/// The groups of codes that may be named instead of a code.
pub(crate) const GROUPS: [&str; 2] = ["all", "warnings"];

/// Returns the kind of error that has this code, or an error that suggests similar codes and `groups`.
pub(crate) fn find(code: &str, groups: &[&'static str]) -> Result<ErrorKind> {
    ErrorKind::from_code(code).ok_or_else(|| {
        if !groups.is_empty() && matches!(&*code.to_ascii_lowercase(), "error" | "errors") {
            return anyhow!(
                "there is no group {code:?}; the groups are `all` (every code) and `warnings` (the recommendations); every code \
                 outside `warnings` is an error"
            );
        }
        let suggestions = match near(&code.to_ascii_lowercase(), groups).as_slice() {
            [] => String::new(),
            [only] => format!("; did you mean {only}?"),
            [others @ .., last] => format!("; did you mean {} or {last}?", others.join(", ")),
        };
        anyhow!("unknown error code {code:?}{suggestions} (`hedgerow explain` lists all codes)")
    })
}

/// Returns the codes and groups that are most similar to a text, the most similar first.
fn near(code: &str, groups: &[&'static str]) -> Vec<&'static str> {
    // Sorted words match too, because people remember the words better than their order.
    let similarity = |other: &str| {
        strsim::jaro_winkler(code, other).max(strsim::jaro_winkler(&sorted_words(code), &sorted_words(other)))
    };
    let codes = groups.iter().copied().chain(ErrorKind::all().map(ErrorKind::code));
    let mut codes: Vec<(f64, &str)> = codes
        .map(|code| (similarity(code), code))
        .filter(|&(similarity, _)| similarity >= MIN_SIMILARITY)
        .collect();
    codes.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    codes.into_iter().take(MAX_SUGGESTIONS).map(|(_, code)| code).collect()
}

fn sorted_words(code: &str) -> String {
    let mut words: Vec<&str> = code.split('-').collect();
    words.sort_unstable();
    words.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_code_is_found() {
        assert_eq!(find("eof-in-tag", &[]).unwrap().code(), "eof-in-tag");
    }

    #[test]
    fn an_unknown_code_has_near_ones() {
        for (code, expected) in [
            ("duplicate-atribute", "duplicate-attribute"),
            ("attribute-duplicate", "duplicate-attribute"),
            ("eof-in-coment", "eof-in-comment"),
            ("warning", "warnings"),
        ] {
            assert_eq!(near(code, &GROUPS).first(), Some(&expected), "{code}");
        }
        assert_eq!(near("zzz", &GROUPS), [""; 0]);
        assert!(near("", &GROUPS).is_empty());
        let message = find("EOF-IN-TAG", &[]).unwrap_err().to_string();
        assert!(message.contains("did you mean eof-in-tag"), "{message}");
        let message = find("errors", &GROUPS).unwrap_err().to_string();
        assert!(message.starts_with("there is no group \"errors\"; the groups are `all`"), "{message}");
    }
}
