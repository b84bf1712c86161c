//! The codes of errors, as arguments name them.
//!
//! What is not here: what is said about a code, which is the crate `hedgerow`.

use anyhow::{Result, anyhow};
use hedgerow::ErrorKind;

/// How alike two codes are that may be taken for one another: 0 not at all, 1 the same.
const ALIKE: f64 = 0.8;

/// How many codes are suggested at the most.
const MOST_SUGGESTIONS: usize = 3;

/// The kind of error that has this code.
pub(crate) fn find(code: &str) -> Result<ErrorKind> {
    ErrorKind::from_code(code).ok_or_else(|| {
        let suggestions = match near(code).as_slice() {
            [] => String::new(),
            [only] => format!("; did you mean {only}?"),
            [others @ .., last] => format!("; did you mean {} or {last}?", others.join(", ")),
        };
        anyhow!("there is no code {code:?}{suggestions} (`hedgerow explain` lists all)")
    })
}

/// The codes that are most like this one, the nearest first.
fn near(code: &str) -> Vec<&'static str> {
    // Whoever remembers the words may have their order wrong.
    let likeness = |other: &str| {
        strsim::jaro_winkler(code, other).max(strsim::jaro_winkler(&sorted_words(code), &sorted_words(other)))
    };
    let mut codes: Vec<(f64, &str)> = ErrorKind::all()
        .map(|kind| (likeness(kind.code()), kind.code()))
        .filter(|&(likeness, _)| likeness >= ALIKE)
        .collect();
    codes.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    codes.into_iter().take(MOST_SUGGESTIONS).map(|(_, code)| code).collect()
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
        assert_eq!(find("eof-in-tag").unwrap().code(), "eof-in-tag");
    }

    #[test]
    fn an_unknown_code_has_near_ones() {
        for (code, expected) in [
            ("duplicate-atribute", "duplicate-attribute"),
            ("attribute-duplicate", "duplicate-attribute"),
            ("eof-in-coment", "eof-in-comment"),
        ] {
            assert_eq!(near(code).first(), Some(&expected), "{code}");
        }
        assert_eq!(near("zzz"), [""; 0]);
        assert!(near("").is_empty());
    }
}
