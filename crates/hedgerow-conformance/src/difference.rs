//! A line by line comparison of two texts, for reports.

use similar::{ChangeTag, TextDiff};

/// Returns a line diff: lines only in `expected` begin with `-`, lines only in `got` with `+`.
pub(crate) fn difference(expected: &str, got: &str) -> String {
    let (expected, got): (Vec<&str>, Vec<&str>) = (expected.split('\n').collect(), got.split('\n').collect());
    let diff = TextDiff::from_slices(&expected, &got);
    let line = |tag, text: &str| {
        let mark = match tag {
            ChangeTag::Equal => ' ',
            ChangeTag::Delete => '-',
            ChangeTag::Insert => '+',
        };
        format!("{mark} {}\n", visible(text))
    };
    diff.iter_all_changes().map(|change| line(change.tag(), change.value())).collect()
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
