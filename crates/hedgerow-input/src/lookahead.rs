//! [`Lookahead`]: a cursor that reads ahead of the [`InputStream`](crate::InputStream).

use crate::ByteSet;
use crate::scan::{first_of_three, first_of_three_in_value, first_of_two_in_vector, length_of_ordinary_name};

/// The rest of a text that an [`InputStream`](crate::InputStream) reads.
///
/// OPTIMIZATION: a slice instead of the text and a position in it, so that reading the next bytes checks only one
/// length.
///
/// ```
/// use hedgerow_input::InputStream;
/// let mut input = InputStream::new("title>A walk along the hedge", 0, true);
/// let mut ahead = input.ahead();
/// assert_eq!(ahead.skip_ordinary_name(), Some(5));
/// assert_eq!(ahead.peek(), Some(b'>'));
/// input.advance_to(ahead);
/// assert_eq!(input.position(), 5);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Lookahead<'i> {
    rest: &'i [u8],
}

impl<'i> Lookahead<'i> {
    #[inline(always)]
    pub(crate) fn new(rest: &'i [u8]) -> Self {
        Self { rest }
    }

    /// Returns the rest of the text, as bytes.
    #[inline(always)]
    #[must_use]
    pub fn rest(self) -> &'i [u8] {
        self.rest
    }

    /// Returns the next byte.
    #[inline(always)]
    #[must_use]
    pub fn peek(self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// Skips bytes that the caller has examined in [`rest`](Self::rest).
    ///
    /// # Panics
    ///
    /// If there are fewer bytes.
    #[inline(always)]
    pub fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
    }

    /// Skips the run of characters before the next of three bytes, or up to the end of the text.
    #[inline(always)]
    pub fn skip_until_any_of<const ONE: u8, const TWO: u8, const THREE: u8>(&mut self) {
        self.skip(first_of_three::<ONE, TWO, THREE>(self.rest));
    }

    /// Does the same as [`skip_until_any_of`](Self::skip_until_any_of), and is faster for the values of attributes, which often
    /// have more than sixteen bytes.
    #[inline(always)]
    pub fn skip_value_until_any_of<const ONE: u8, const TWO: u8, const THREE: u8>(&mut self) {
        self.skip(first_of_three_in_value::<ONE, TWO, THREE>(self.rest));
    }

    /// Skips the run of characters before the next byte of `stops`, or up to the end of the text.
    #[inline(always)]
    pub fn skip_until(&mut self, stops: &ByteSet) {
        let length = self.rest.iter().position(|&byte| stops.contains(byte));
        self.skip(length.unwrap_or(self.rest.len()));
    }

    /// Returns the next sixteen bytes, and the offset of the first one that equals `ONE` or `OTHER`, which is more than sixteen
    /// if no byte does. Returns `None` if there are fewer than sixteen bytes.
    ///
    /// ```
    /// use hedgerow_input::InputStream;
    /// let ahead = InputStream::new("title=x>A walk along the hedge", 0, true).ahead();
    /// assert!(ahead.first_in_vector::<b'=', b'>'>().is_some_and(|(bytes, offset)| &bytes[..offset] == b"title"));
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn first_in_vector<const ONE: u8, const OTHER: u8>(self) -> Option<(&'i [u8; 16], usize)> {
        let bytes = self.rest.first_chunk::<16>()?;
        Some((bytes, first_of_two_in_vector::<ONE, OTHER>(bytes)))
    }

    /// Skips the rest of a tag or attribute name up to the first byte from 0x00 to `,`, or `/`, `<`, `=` or `>`, and
    /// returns its length.
    ///
    /// Skips nothing and returns `None` if no such byte is found. Fewer than sixteen bytes at the end of the text are not
    /// searched.
    #[inline(always)]
    pub fn skip_ordinary_name(&mut self) -> Option<usize> {
        let length = length_of_ordinary_name(self.rest)?;
        self.skip(length);
        Some(length)
    }
}
