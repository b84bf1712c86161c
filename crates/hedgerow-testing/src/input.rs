//! The format of a target's input: a text, the bytes that are choices, and a last byte, which is the number of choices.
//!
//! An HTML file that ends with a zero byte is an input without choices.

use std::borrow::Cow;

/// An input, split into text and choices.
#[derive(Debug)]
pub(crate) struct Input<'d> {
    pub(crate) bytes: &'d [u8],
    pub(crate) choices: Choices<'d>,
}

impl<'d> Input<'d> {
    pub(crate) fn new(data: &'d [u8]) -> Self {
        let (&count, data) = data.split_last().unwrap_or((&0, &[]));
        let (bytes, choices) = data.split_at(data.len().saturating_sub(usize::from(count)));
        Self { bytes, choices: Choices::new(choices) }
    }

    /// The text, with malformed bytes replaced by U+FFFD.
    pub(crate) fn text(&self) -> Cow<'d, str> {
        String::from_utf8_lossy(self.bytes)
    }
}

/// A sequence of recorded choices, so that a failure can be repeated and minimized.
#[derive(Clone, Debug)]
pub(crate) struct Choices<'d>(&'d [u8]);

impl<'d> Choices<'d> {
    pub(crate) fn new(bytes: &'d [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn are_left(&self) -> bool {
        !self.0.is_empty()
    }

    /// Returns a number below `count`; 0 if no choices are left.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        let mut number = self.byte();
        if count > 256 {
            number |= self.byte() << 8;
        }
        number % count.max(1)
    }

    fn byte(&mut self) -> usize {
        let Some((&byte, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(byte)
    }

    /// Returns true for one value in `count`, for rare cases.
    pub(crate) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 1
    }

    pub(crate) fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Returns a list of 1 to `most` items that `make` returns.
    pub(crate) fn list<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..=self.below(most)).map(|_| make(self)).collect()
    }

    /// Cuts a text into pieces, between characters.
    pub(crate) fn text_pieces<'t>(&mut self, text: &'t str) -> Vec<&'t str> {
        let mut cuts: Vec<usize> = self.cuts(text.len());
        for cut in &mut cuts {
            *cut = boundary(text, *cut);
        }
        cuts.windows(2).map(|cut| &text[cut[0]..cut[1]]).collect()
    }

    /// Chooses a range of a text.
    pub(crate) fn part(&mut self, text: &str) -> std::ops::Range<usize> {
        let mut ends = [0; 2].map(|_| boundary(text, self.below(text.len() + 1)));
        ends.sort_unstable();
        ends[0]..ends[1]
    }

    /// Cuts bytes into pieces.
    pub(crate) fn pieces<'b>(&mut self, bytes: &'b [u8]) -> Vec<&'b [u8]> {
        self.cuts(bytes.len()).windows(2).map(|cut| &bytes[cut[0]..cut[1]]).collect()
    }

    /// Returns the offsets of the cuts, in ascending order.
    fn cuts(&mut self, length: usize) -> Vec<usize> {
        let mut cuts: Vec<usize> = match self.below(4) {
            // After each byte.
            1 => (1..length).collect(),
            _ => (0..self.below(8)).map(|_| self.below(length + 1)).collect(),
        };
        cuts.extend([0, length]);
        cuts.sort_unstable();
        cuts
    }
}

/// Returns the last character boundary at or before an offset.
fn boundary(text: &str, offset: usize) -> usize {
    (0..=offset).rev().find(|&offset| text.is_char_boundary(offset)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_byte_is_the_number_of_choices() {
        let mut input = Input::new(b"<p>\x01\x02\x02");
        assert_eq!(input.text(), "<p>");
        assert_eq!((input.choices.below(8), input.choices.below(8), input.choices.below(8)), (1, 2, 0));
        let input = Input::new(b"ab\xFF");
        assert!(input.bytes.is_empty() && input.choices.are_left());
        assert!(Input::new(b"").bytes.is_empty());
    }

    #[test]
    fn pieces_join_to_the_whole() {
        let text = "a€😀b";
        for first in 0..4 {
            let bytes = [first, 3, 4, 250, 2];
            assert_eq!(Choices::new(&bytes).text_pieces(text).concat(), text);
            assert_eq!(Choices::new(&bytes).pieces(text.as_bytes()).concat(), text.as_bytes());
        }
    }
}
