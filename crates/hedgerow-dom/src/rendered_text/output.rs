//! The items of the rendered text collection steps, joined as they come: white space is collapsed as CSS has it, required line
//! break counts become line feeds.
//!
//! <https://html.spec.whatwg.org/multipage/dom.html#rendered-text-collection-steps>
//!
//! What is not here: which items there are (`mod.rs`).

use std::fmt::{self, Write};

/// Text is written as soon as it is certain; what depends on the next item is held back.
pub(super) struct Output<'w, W> {
    writer: &'w mut W,
    /// Whether there was a string: required line breaks before the first are removed.
    has_string: bool,
    /// The greatest of the required line break counts since the last string.
    line_breaks: usize,
    /// Whether a collapsible space comes before what is inline.
    has_space: bool,
    /// Whether nothing is on the line yet: a collapsible space is removed.
    is_line_start: bool,
}

impl<'w, W: Write> Output<'w, W> {
    pub(super) fn new(writer: &'w mut W) -> Self {
        Self { writer, has_string: false, line_breaks: 0, has_space: false, is_line_start: true }
    }

    /// The beginning or the end of a block.
    pub(super) fn required_line_breaks(&mut self, count: usize) {
        self.line_breaks = self.line_breaks.max(count);
        self.start_of_line();
    }

    /// From here on nothing is on the line. A space at the end of the one before is removed.
    pub(super) fn start_of_line(&mut self) {
        self.has_space = false;
        self.is_line_start = true;
    }

    /// What ends a line, and is written.
    pub(super) fn line_end(&mut self, end: &str) -> fmt::Result {
        self.start_of_line();
        self.string(end)
    }

    /// A box on the line: spaces on its two sides don't collapse into one.
    pub(super) fn atomic_inline(&mut self) -> fmt::Result {
        self.space()?;
        self.is_line_start = false;
        Ok(())
    }

    pub(super) fn start_of_inline_block(&mut self) -> fmt::Result {
        self.space()?;
        self.is_line_start = true;
        Ok(())
    }

    pub(super) fn end_of_inline_block(&mut self) {
        self.has_space = false;
        self.is_line_start = false;
    }

    /// Text whose white space is preserved.
    pub(super) fn preserved_text(&mut self, data: &str) -> fmt::Result {
        if data.is_empty() {
            return Ok(());
        }
        self.space()?;
        self.is_line_start = data.ends_with('\n');
        self.string(data)
    }

    /// Text whose white space collapses.
    pub(super) fn collapsed_text(&mut self, data: &str) -> fmt::Result {
        for (index, word) in data.split(is_collapsible).enumerate() {
            self.has_space |= index > 0 && !self.is_line_start;
            if !word.is_empty() {
                self.space()?;
                self.is_line_start = false;
                self.string(word)?;
            }
        }
        Ok(())
    }

    /// Writes the space that was held back.
    fn space(&mut self) -> fmt::Result {
        if std::mem::take(&mut self.has_space) { self.string(" ") } else { Ok(()) }
    }

    /// A string item that is not empty.
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

/// Whether white space collapses, line feeds included. <https://drafts.csswg.org/css-text/#white-space>
pub(super) fn is_collapsible(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}
