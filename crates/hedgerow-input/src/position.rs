//! Positions in the source as lines and columns.
//!
//! The parser itself only uses offsets. Lines and columns are counted here, on request.

use memchr::{memchr_iter, memrchr};

/// A position in the source: an offset, and line and column from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub struct Location {
    /// The byte offset into the text.
    pub offset: u32,
    /// The line, from 1.
    pub line: u32,
    /// The column in code points, from 1.
    pub column: u32,
    /// The column in UTF-16 code units, from 1: a character above U+FFFF takes two.
    pub utf16_column: u32,
}

impl Location {
    /// Returns a location whose line and columns are not known yet; they are 0.
    #[must_use]
    pub const fn unknown(offset: u32) -> Self {
        Self { offset, line: 0, column: 0, utf16_column: 0 }
    }

    /// Sets the columns to those after `passed`. These bytes are in one line, and the first byte is at the given
    /// columns.
    fn set_columns(&mut self, column: u32, utf16_column: u32, passed: &[u8]) {
        // OPTIMIZATION: most lines are in ASCII.
        let (code_points, beyond) = if passed.is_ascii() {
            (passed.len() as u32, 0)
        } else {
            // Only characters of four bytes are above U+FFFF.
            let is_beyond = |byte| byte >= 0xF0;
            (count(passed, |byte| byte & 0xC0 != 0x80), count(passed, is_beyond))
        };
        self.column = column + code_points;
        self.utf16_column = utf16_column + code_points + beyond;
    }
}

/// Converts offsets to [`Location`]s, counting from the previous location instead of from the start.
#[derive(Clone, Debug)]
pub struct LocationTracker {
    /// The location of the start of the available text.
    start: Location,
    /// The previous location.
    last: Location,
}

impl Default for LocationTracker {
    fn default() -> Self {
        let start = Location { offset: 0, line: 1, column: 1, utf16_column: 1 };
        Self { start, last: start }
    }
}

impl LocationTracker {
    /// Returns the location of `offset`, which counts from the start of the source. `text` is the source without the
    /// bytes that were [discarded](Self::discard).
    ///
    /// The time is linear in the distance from the previous location, so locate offsets in order.
    ///
    /// ```
    /// use hedgerow::source::LocationTracker;
    /// let mut tracker = LocationTracker::default();
    /// let location = tracker.locate("a\nbé<", 5);
    /// assert_eq!((location.line, location.column), (2, 3));
    /// ```
    pub fn locate(&mut self, text: &str, offset: u32) -> Location {
        let bytes = text.as_bytes();
        let available = self.start.offset..=self.start.offset + bytes.len() as u32;
        debug_assert!(available.contains(&offset), "the text at the offset was discarded or is missing");
        debug_assert!(available.contains(&self.last.offset), "the text at the previous location is missing");
        let index = |offset: u32| (offset.saturating_sub(self.start.offset) as usize).min(bytes.len());
        let (from, to) = (index(self.last.offset), index(offset));
        if from <= to {
            let passed = &bytes[from..to];
            self.last.line += memchr_iter(b'\n', passed).count() as u32;
            match memrchr(b'\n', passed) {
                Some(newline) => self.last.set_columns(1, 1, &passed[newline + 1..]),
                None => self.last.set_columns(self.last.column, self.last.utf16_column, passed),
            }
        } else {
            self.last.line -= memchr_iter(b'\n', &bytes[to..from]).count() as u32;
            match memrchr(b'\n', &bytes[..to]) {
                Some(newline) => self.last.set_columns(1, 1, &bytes[newline + 1..to]),
                None => self.last.set_columns(self.start.column, self.start.utf16_column, &bytes[..to]),
            }
        }
        self.last.offset = offset;
        self.last
    }

    /// Discards the first `bytes` of `text`.
    ///
    /// ```
    /// use hedgerow::source::LocationTracker;
    /// let mut tracker = LocationTracker::default();
    /// tracker.discard("a\nbc", 3);
    /// assert_eq!(tracker.locate("c", 4).column, 3);
    /// ```
    pub fn discard(&mut self, text: &str, bytes: usize) {
        // OPTIMIZATION: without a change of the start, the previous location stays valid. The way back to the start would make
        // a long token quadratic that comes byte by byte.
        if bytes > 0 {
            self.start = self.locate(text, self.start.offset + bytes as u32);
        }
    }

    /// Forgets the previous location. The next text may be shorter than the one in which it was found.
    pub fn restart(&mut self) {
        self.last = self.start;
    }
}

/// Returns the number of bytes for which `is_counted` is true.
fn count(bytes: &[u8], is_counted: impl Fn(u8) -> bool) -> u32 {
    // OPTIMIZATION: a block is so short that its sum fits in a byte. The compiler then adds sixteen bytes at once.
    let in_block = |block: &[u8]| block.iter().map(|&byte| u8::from(is_counted(byte))).sum::<u8>();
    bytes.chunks(240).map(in_block).map(u32::from).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the location by counting from the start of the text.
    fn naive(text: &str, offset: usize) -> Location {
        let before = &text[..offset];
        let line = before.matches('\n').count() as u32 + 1;
        let start_of_line = before.rsplit('\n').next().unwrap_or_default();
        let column = start_of_line.chars().count() as u32 + 1;
        let utf16_column = start_of_line.encode_utf16().count() as u32 + 1;
        Location { offset: offset as u32, line, column, utf16_column }
    }

    #[test]
    fn agrees_with_counting_from_the_start_in_any_order_and_after_discarding() {
        let text = "ab\n\u{e9}\u{1F600}c\n\n\nd\u{20AC}ef\n";
        let offsets: Vec<usize> = (0..=text.len()).filter(|&offset| text.is_char_boundary(offset)).collect();
        for &discarded in &offsets {
            let mut tracker = LocationTracker::default();
            tracker.discard(text, discarded);
            let rest = &text[discarded..];
            for &one in offsets.iter().filter(|&&offset| offset >= discarded) {
                for &other in offsets.iter().filter(|&&offset| offset >= discarded) {
                    for offset in [one, other] {
                        assert_eq!(tracker.locate(rest, offset as u32), naive(text, offset));
                    }
                }
            }
        }
    }
}
