//! [`Blocks`]: writes the lines of blocks with the markers of the quotes and list items around them.

use std::fmt::{self, Write};

/// The number of quotes and list items around a block that have markers. The markers of all of them are repeated in each line,
/// so without a bound the output would be quadratic in the depth.
const MOST_PREFIXES: usize = 16;

/// A quote, a list item or a footnote around the current block.
#[derive(Debug)]
struct Prefix {
    /// The marker of the first line; for a quote, of all lines.
    marker: String,
    is_quote: bool,
    /// Whether the marker was written.
    is_written: bool,
}

/// Writes lines.
#[derive(Debug)]
pub(super) struct Blocks<'w, W> {
    writer: &'w mut W,
    prefixes: Vec<Prefix>,
    /// Prefixes beyond the maximum number, which have no effect.
    omitted: usize,
    is_empty: bool,
    /// Whether the next block follows without an empty line.
    is_next_tight: bool,
    /// The marker of the list that ended directly before, with the number of prefixes around it. A list that follows takes
    /// another marker, because two lists with one marker would be one list.
    last_list: Option<(usize, char)>,
}

impl<'w, W: Write> Blocks<'w, W> {
    pub(super) fn new(writer: &'w mut W) -> Self {
        Self {
            writer,
            prefixes: Vec::new(),
            omitted: 0,
            is_empty: true,
            is_next_tight: false,
            last_list: None,
        }
    }

    /// The number of prefixes, also of those without effect.
    pub(super) fn depth(&self) -> usize {
        self.prefixes.len() + self.omitted
    }

    /// Whether the current list item has no content yet.
    pub(super) fn is_at_start_of_item(&self) -> bool {
        self.omitted == 0 && self.prefixes.last().is_some_and(|prefix| !prefix.is_quote && !prefix.is_written)
    }

    /// Begins a quote.
    pub(super) fn push_quote(&mut self) {
        self.push(String::from("> "), true);
    }

    /// Begins a list item or a footnote.
    pub(super) fn push_item(&mut self, marker: String) {
        self.push(marker, false);
    }

    fn push(&mut self, marker: String, is_quote: bool) {
        if self.prefixes.len() == MOST_PREFIXES {
            self.omitted += 1;
        } else {
            self.prefixes.push(Prefix { marker, is_quote, is_written: false });
        }
    }

    /// Ends a quote, a list item or a footnote.
    pub(super) fn pop(&mut self) {
        if self.omitted > 0 {
            self.omitted -= 1;
        } else {
            self.prefixes.pop();
        }
    }

    /// Makes the next block follow without an empty line.
    pub(super) fn next_is_tight(&mut self) {
        self.is_next_tight = true;
    }

    /// Begins a list, and returns its marker: one of two characters, so that it differs from that of a list directly before.
    pub(super) fn list_marker(&mut self, [usual, other]: [char; 2]) -> char {
        if self.last_list == Some((self.depth(), usual)) { other } else { usual }
    }

    /// Ends a list.
    pub(super) fn end_list(&mut self, marker: char) {
        let depth = self.depth();
        // If the list has no content, the one before it is still the last.
        if self.last_list.is_none_or(|(last, _)| last != depth) {
            self.last_list = Some((depth, marker));
        }
        self.is_next_tight = false;
    }

    /// Writes the markers at the start of a block, after an empty line if the block is not the first.
    pub(super) fn begin(&mut self) -> fmt::Result {
        if !self.is_empty {
            self.writer.write_char('\n')?;
            if !self.is_next_tight {
                // Markers that were not written begin with this block.
                let open = self.prefixes.iter().take_while(|prefix| prefix.is_written).count();
                let open = self.prefixes.get(..open).unwrap_or_default();
                if let Some(last) = open.iter().rposition(|prefix| prefix.is_quote) {
                    for prefix in open.get(..last).unwrap_or_default() {
                        if prefix.is_quote {
                            self.writer.write_str(&prefix.marker)?;
                        } else {
                            spaces(self.writer, width(&prefix.marker))?;
                        }
                    }
                    self.writer.write_char('>')?;
                }
                self.writer.write_char('\n')?;
            }
        }
        self.is_empty = false;
        self.is_next_tight = false;
        self.last_list = None;
        self.markers()
    }

    /// Begins another line of the block.
    pub(super) fn next_line(&mut self) -> fmt::Result {
        self.writer.write_char('\n')?;
        self.markers()
    }

    fn markers(&mut self) -> fmt::Result {
        for prefix in &mut self.prefixes {
            if prefix.is_quote || !prefix.is_written {
                self.writer.write_str(&prefix.marker)?;
                prefix.is_written = true;
            } else {
                spaces(self.writer, width(&prefix.marker))?;
            }
        }
        Ok(())
    }

    /// Writes a part of a line.
    pub(super) fn write(&mut self, text: &str) -> fmt::Result {
        self.writer.write_str(text)
    }

    /// Writes lines; the first continues the current line.
    pub(super) fn write_lines(&mut self, text: &str) -> fmt::Result {
        let mut lines = text.split('\n');
        self.write(lines.next().unwrap_or_default())?;
        lines.try_for_each(|line| {
            self.next_line()?;
            self.write(line)
        })
    }

    /// Ends the output.
    pub(super) fn finish(&mut self) -> fmt::Result {
        if self.is_empty { Ok(()) } else { self.writer.write_char('\n') }
    }
}

/// The columns by which the lines after the first are indented.
fn width(marker: &str) -> usize {
    if marker.starts_with('[') { 4 } else { marker.len() }
}

fn spaces(writer: &mut impl Write, count: usize) -> fmt::Result {
    const SPACES: &str = "                ";
    writer.write_str(SPACES.get(..count).unwrap_or(SPACES))
}
