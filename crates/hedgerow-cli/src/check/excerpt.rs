//! [`Excerpt`]: the part of a source line that is shown with an error.
//!
//! Only the text around the error is read, so that the cost does not depend on the length of the line. The renderer handles
//! trimming, tabs, and the width of characters.

use std::ops::Range;

/// The number of bytes before and after the start of an error in the excerpt, which the renderer trims.
const MAX_BYTES: usize = 320;

/// A printable line, or a part of it.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Excerpt {
    /// The text, with visible replacements for all control characters except the tab.
    pub(super) text: String,
    /// The range of the error in `text`, cut at the end of the line.
    pub(super) marked: Range<usize>,
}

impl Excerpt {
    /// Cuts out the line around a span of a source. At most the first `most` characters of the span are marked and shown.
    pub(super) fn new(source: &str, span: Range<usize>, most: usize) -> Self {
        let is_boundary = |&offset: &usize| source.is_char_boundary(offset);
        let start = (0..=span.start.min(source.len())).rfind(is_boundary).unwrap_or_default();
        let end = (start..=span.end.clamp(start, source.len())).rfind(is_boundary).unwrap_or(start);
        let first = (start.saturating_sub(MAX_BYTES)..start).find(is_boundary).unwrap_or(start);
        let last = (start..=source.len().min(start + MAX_BYTES)).rfind(is_boundary).unwrap_or(start);
        let before = &source[first..start];
        let after = &source[start..last];
        let before = before.rfind(is_newline).map_or(before, |newline| &before[newline + 1..]);
        let after = after.find(is_newline).map_or(after, |newline| &after[..newline]);
        let (marked, after) = after.split_at((end - start).min(after.len()));
        let (marked, after) = match marked.char_indices().nth(most) {
            Some((end, _)) => (&marked[..end], "…"),
            None => (marked, after),
        };

        let mut excerpt = Self { text: String::new(), marked: 0..0 };
        excerpt.push(before);
        excerpt.marked.start = excerpt.text.len();
        excerpt.push(marked);
        excerpt.marked.end = excerpt.text.len();
        excerpt.push(after);
        excerpt
    }

    /// Appends text with visible replacements for control characters.
    fn push(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '\t' => self.text.push('\t'),
                // The "control pictures" are in the order of the control characters.
                '\0'..='\x1F' => {
                    self.text.extend(char::from_u32(u32::from(character) + u32::from('\u{2400}')));
                }
                '\x7F' => self.text.push('\u{2421}'),
                '\u{80}'..='\u{9F}'
                | '\u{200B}'..='\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{FEFF}'
                | '\u{FDD0}'..='\u{FDEF}' => self.push_number(character),
                _ if u32::from(character) & 0xFFFE == 0xFFFE => self.push_number(character),
                _ => self.text.push(character),
            }
        }
    }

    /// Appends the code point of a character.
    fn push_number(&mut self, character: char) {
        self.text.extend([&*format!("<U+{:04X}>", u32::from(character))]);
    }
}

fn is_newline(character: char) -> bool {
    matches!(character, '\n' | '\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the excerpt with brackets around the marked range.
    fn excerpt(source: &str, span: Range<usize>) -> String {
        let Excerpt { mut text, marked } = Excerpt::new(source, span, 200);
        text.insert(marked.end, ']');
        text.insert(marked.start, '[');
        text
    }

    #[test]
    fn a_line_is_cut_out() {
        let source = "one\ntwo three\r\nfour\rfive";
        assert_eq!(excerpt(source, 4..7), "[two] three");
        assert_eq!(excerpt(source, 8..13), "two [three]");
        assert_eq!(excerpt(source, 8..18), "two [three]");
        assert_eq!(excerpt(source, 13..13), "two three[]");
        assert_eq!(excerpt(source, 20..24), "[five]");
        assert_eq!(excerpt(source, 24..24), "five[]");
        assert_eq!(excerpt(source, 99..99), "five[]");
        assert_eq!(excerpt("", 0..0), "[]");
        assert_eq!(excerpt("a\n\nb", 2..3), "[]");
    }

    #[test]
    fn invisible_characters_are_replaced() {
        assert_eq!(
            excerpt("\0\t\u{1B}[\u{9B}x\u{202E}\x7F", 3..6),
            "\u{2400}\t\u{241B}[[<U+009B>]x<U+202E>\u{2421}"
        );
        assert_eq!(excerpt("\u{FFFE}\u{10FFFF}", 3..7), "<U+FFFE>[<U+10FFFF>]");
    }

    #[test]
    fn a_long_line_is_cut() {
        let line = "\u{20AC}".repeat(1_000_000);
        let Excerpt { text, marked } = Excerpt::new(&line, 1_500_000..1_500_003, 200);
        assert!(text.len() < 3 * MAX_BYTES, "{}", text.len());
        assert_eq!(&text[marked], "\u{20AC}");
        let Excerpt { text, marked } = Excerpt::new(&line, 0..300, 7);
        assert_eq!((&text[marked], &text[21..]), (&*"\u{20AC}".repeat(7), "…"));
    }
}
