//! Joins the items of the rendered text collection steps: white space is collapsed as in CSS, and required line break counts
//! become line feeds.
//!
//! <https://html.spec.whatwg.org/multipage/dom.html#rendered-text-collection-steps>
//!
//! The items are determined in `mod.rs`.

use std::fmt::{self, Write};

use crate::repeated_text::collapse_runs;

/// The output. Text is written as soon as it is final; white space and line breaks wait for the next item.
pub(super) struct Output<'w, W> {
    writer: &'w mut W,
    /// Whether a string was written. Required line breaks before the first string are removed.
    has_string: bool,
    /// The maximum of the required line break counts since the last string.
    line_breaks: usize,
    /// The collapsible white space before the next inline content.
    white_space: WhiteSpace,
    /// Whether the line is empty, so that collapsible white space is removed.
    is_line_start: bool,
    /// Whether the last character on the line is a U+200B ZERO WIDTH SPACE.
    is_after_zero_width_space: bool,
}

/// A run of collapsible white space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum WhiteSpace {
    None,
    /// White space without a segment break.
    Space,
    SegmentBreak,
}

/// Segment breaks next to this character are removed. <https://drafts.csswg.org/css-text/#line-break-transform>
pub(crate) const ZERO_WIDTH_SPACE: char = '\u{200B}';

impl<'w, W: Write> Output<'w, W> {
    pub(super) fn new(writer: &'w mut W) -> Self {
        Self {
            writer,
            has_string: false,
            line_breaks: 0,
            white_space: WhiteSpace::None,
            is_line_start: true,
            is_after_zero_width_space: false,
        }
    }

    pub(super) fn writer(&self) -> &W {
        self.writer
    }

    /// Begins or ends a block: requires at least `count` line feeds between the previous and the next string.
    pub(super) fn required_line_breaks(&mut self, count: usize) {
        self.line_breaks = self.line_breaks.max(count);
        self.start_of_line();
    }

    /// Starts a new line. Collapsible white space at the end of the previous line is removed.
    pub(super) fn start_of_line(&mut self) {
        self.end_content();
        self.is_line_start = true;
    }

    /// Writes a string that ends a line.
    pub(super) fn line_end(&mut self, end: &str) -> fmt::Result {
        self.start_of_line();
        self.string(end)
    }

    /// Adds an atomic inline box: spaces before and after it do not collapse together.
    pub(super) fn atomic_inline(&mut self) -> fmt::Result {
        self.space("")?;
        self.end_of_inline_block();
        Ok(())
    }

    pub(super) fn start_of_inline_block(&mut self) -> fmt::Result {
        self.space("")?;
        self.start_of_line();
        Ok(())
    }

    pub(super) fn end_of_inline_block(&mut self) {
        self.end_content();
        self.is_line_start = false;
    }

    /// Ends the inline content: removes the collapsible white space after it.
    fn end_content(&mut self) {
        self.white_space = WhiteSpace::None;
        self.is_after_zero_width_space = false;
    }

    /// Adds text whose white space is preserved.
    pub(super) fn preserved_text(&mut self, data: &str) -> fmt::Result {
        if data.is_empty() {
            return Ok(());
        }
        self.space(data)?;
        self.is_line_start = data.ends_with('\n');
        self.is_after_zero_width_space = data.ends_with(ZERO_WIDTH_SPACE);
        self.string(data)
    }

    /// Adds text whose white space collapses. Returns an upper bound of the length of the collapsed text in bytes.
    pub(super) fn collapsed_text(&mut self, data: &str) -> Result<usize, fmt::Error> {
        let mut length = 0;
        let mut rest = data;
        while !rest.is_empty() {
            let word = rest.trim_start_matches(is_collapsible);
            let white_space = &rest[..rest.len() - word.len()];
            if !white_space.is_empty() && !self.is_line_start {
                let is_broken = white_space.contains('\n');
                let white_space = if is_broken { WhiteSpace::SegmentBreak } else { WhiteSpace::Space };
                self.white_space = self.white_space.max(white_space);
            }
            let (words, after) = word.split_at(length_of_words(word));
            rest = after;
            length += words.len() + 1;
            if !words.is_empty() {
                self.space(words)?;
                self.is_line_start = false;
                self.is_after_zero_width_space = words.ends_with(ZERO_WIDTH_SPACE);
                self.string(words)?;
            }
        }
        Ok(length)
    }

    /// Writes the pending white space, before `next`, as a space. A segment break next to a zero width space is removed.
    /// <https://drafts.csswg.org/css-text/#line-break-transform>
    fn space(&mut self, next: &str) -> fmt::Result {
        match std::mem::replace(&mut self.white_space, WhiteSpace::None) {
            WhiteSpace::None => Ok(()),
            WhiteSpace::SegmentBreak
                if self.is_after_zero_width_space || next.starts_with(ZERO_WIDTH_SPACE) =>
            {
                Ok(())
            }
            WhiteSpace::Space | WhiteSpace::SegmentBreak => self.string(" "),
        }
    }

    /// Adds a nonempty string item.
    fn string(&mut self, string: &str) -> fmt::Result {
        let line_breaks = std::mem::take(&mut self.line_breaks);
        // 5. Remove any runs of consecutive required line break count items at the start or end of results.
        if std::mem::replace(&mut self.has_string, true) {
            // 6. Replace each remaining run of consecutive required line break count items with a string consisting of as many
            //    U+000A LF code points as the maximum of the values in the required line break count items.
            for _ in 0..line_breaks {
                self.writer.write_char('\n')?;
            }
        }
        self.writer.write_str(string)
    }
}

/// Returns the length in bytes of the words at the start of a text, with the single spaces between them. These spaces need
/// no collapsing.
fn length_of_words(text: &str) -> usize {
    let mut is_after_space = true;
    for (position, &byte) in text.as_bytes().iter().enumerate() {
        if byte > b' ' || !is_collapsible(char::from(byte)) {
            is_after_space = false;
        } else if byte != b' ' || is_after_space {
            return position - usize::from(is_after_space && position > 0);
        } else {
            is_after_space = true;
        }
    }
    text.len() - usize::from(is_after_space && !text.is_empty())
}

/// Replaces each run of collapsible white space by a line feed if it contains one, and otherwise by a space.
pub(super) fn collapse(text: &str) -> String {
    collapse_runs(text, is_collapsible, |run| if run.contains('\n') { '\n' } else { ' ' })
}

/// Whether a character is collapsible white space, including line feeds. <https://drafts.csswg.org/css-text/#white-space>
pub(super) fn is_collapsible(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_white_space_become_one_character() {
        assert_eq!(collapse("  a \n b\tc d \r"), " a\nb c d ");
        assert_eq!(collapse(""), "");
    }

    #[test]
    fn words_are_separated_by_single_spaces() {
        for (text, expected) in [
            ("", ""),
            (" ", ""),
            ("a", "a"),
            ("oak ash", "oak ash"),
            ("oak ash ", "oak ash"),
            ("oak  ash", "oak"),
            ("oak \nash", "oak"),
            ("oak\tash", "oak"),
            ("oak ash\u{A0}\x0Cд о\r", "oak ash\u{A0}\x0Cд о"),
            ("oak ash \r", "oak ash"),
        ] {
            assert_eq!(&text[..length_of_words(text)], expected, "{text:?}");
        }
    }
}
