//! A line by line comparison of two texts, for reports.

use std::fmt::Write as _;

/// Above this many lines, both texts are printed one after the other.
const LIMIT: usize = 2_000;

/// Returns a line diff: lines only in `expected` begin with `-`, lines only in `got` with `+`.
pub(crate) fn difference(expected: &str, got: &str) -> String {
    let (expected, got): (Vec<&str>, Vec<&str>) = (expected.split('\n').collect(), got.split('\n').collect());
    let mut out = String::new();
    let mut line = |mark: char, text: &str| {
        let _ = writeln!(out, "{mark} {}", visible(text));
    };
    if expected.len().max(got.len()) > LIMIT {
        for text in expected {
            line('-', text);
        }
        for text in got {
            line('+', text);
        }
        return out;
    }
    let common = common_lengths(&expected, &got);
    let (mut one, mut other) = (0, 0);
    while one < expected.len() || other < got.len() {
        if one < expected.len() && other < got.len() && expected[one] == got[other] {
            line(' ', expected[one]);
            one += 1;
            other += 1;
        } else if other == got.len()
            || (one < expected.len() && common[one + 1][other] >= common[one][other + 1])
        {
            line('-', expected[one]);
            one += 1;
        } else {
            line('+', got[other]);
            other += 1;
        }
    }
    out
}

/// For each pair of line numbers, the length of the longest common subsequence of the rests of both texts.
fn common_lengths(expected: &[&str], got: &[&str]) -> Vec<Vec<usize>> {
    let mut common = vec![vec![0; got.len() + 1]; expected.len() + 1];
    for one in (0..expected.len()).rev() {
        for other in (0..got.len()).rev() {
            common[one][other] = if expected[one] == got[other] {
                common[one + 1][other + 1] + 1
            } else {
                common[one + 1][other].max(common[one][other + 1])
            };
        }
    }
    common
}

/// Replaces control characters with escapes, so that a terminal shows them.
pub(crate) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() || character == '\u{FEFF}' {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_the_lines_that_differ() {
        assert_eq!(difference("a\nb\nc", "a\nc\nd"), "  a\n- b\n  c\n+ d\n");
        assert_eq!(difference("a\0", "a"), "- a\\u{0}\n+ a\n");
    }
}
