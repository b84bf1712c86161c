//! A line by line comparison of two texts, for reports.

use std::fmt::Write as _;

/// The maximum number of lines of a text for a line diff. Longer texts are printed whole, one after the other,
/// because the table of [`common_lengths`] grows with the product of both numbers of lines.
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
    let (mut in_expected, mut in_got) = (0, 0);
    while in_expected < expected.len() || in_got < got.len() {
        if in_expected < expected.len() && in_got < got.len() && expected[in_expected] == got[in_got] {
            line(' ', expected[in_expected]);
            in_expected += 1;
            in_got += 1;
        } else if in_got == got.len()
            || (in_expected < expected.len()
                && common[in_expected + 1][in_got] >= common[in_expected][in_got + 1])
        {
            line('-', expected[in_expected]);
            in_expected += 1;
        } else {
            line('+', got[in_got]);
            in_got += 1;
        }
    }
    out
}

/// Returns a table whose entry `[i][j]` is the length of the longest common subsequence of `expected[i..]` and
/// `got[j..]`.
fn common_lengths(expected: &[&str], got: &[&str]) -> Vec<Vec<usize>> {
    let mut common = vec![vec![0; got.len() + 1]; expected.len() + 1];
    for in_expected in (0..expected.len()).rev() {
        for in_got in (0..got.len()).rev() {
            common[in_expected][in_got] = if expected[in_expected] == got[in_got] {
                common[in_expected + 1][in_got + 1] + 1
            } else {
                common[in_expected + 1][in_got].max(common[in_expected][in_got + 1])
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
