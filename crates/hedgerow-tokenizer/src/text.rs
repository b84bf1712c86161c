//! [`Text`]: a borrowed string of a token, with its place in the input.

use std::fmt;
use std::ops::Deref;

/// The characters, the data or a value of a token.
///
/// If the text is known to equal a part of the preprocessed input, it stores the offset of that part. So a receiver
/// that keeps the whole input needs no copy of the text.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    whole: &'a str,
    start: u32,
    end: u32,
    /// The offset of the first byte in the input, if the text equals the input there.
    place: Option<u32>,
}

impl<'a> Text<'a> {
    /// Returns `start..end` of `text`, which is the part of the input that begins at `base`.
    #[inline(always)]
    pub(crate) fn in_input(text: &'a str, start: u32, end: u32, base: u32) -> Self {
        Self { whole: text, start, end, place: Some(base.wrapping_add(start)) }
    }

    /// Returns `start..end` of a text that is not the input.
    #[inline(always)]
    pub(crate) fn outside_input(whole: &'a str, start: u32, end: u32) -> Self {
        Self { whole, start, end, place: None }
    }

    /// Creates a text. `place` is the offset at which the preprocessed input equals the text, if there is one.
    ///
    /// ```
    /// let text = hedgerow_tokenizer::Text::copied_from("b", Some(1));
    /// assert_eq!(text.place_in_input(), Some((1, 2)));
    /// ```
    #[must_use]
    pub fn copied_from(text: &'a str, place: Option<u32>) -> Self {
        Self { place, ..Self::from(text) }
    }

    /// Returns the string.
    ///
    /// # Panics
    ///
    /// Can panic only if the text was created from a string of 4 GiB or more, because its offsets have 32 bits.
    #[inline(always)]
    #[must_use]
    pub fn as_str(self) -> &'a str {
        &self.whole[self.start as usize..self.end as usize]
    }

    /// Returns the length of the first character in bytes; zero for an empty text.
    #[inline(always)]
    #[must_use]
    pub fn length_of_first(self) -> usize {
        // OPTIMIZATION: most characters have one byte, which is read without a search for the boundaries of the text.
        match self.whole.as_bytes().get(self.start as usize) {
            Some(byte) if byte.is_ascii() && self.start < self.end => 1,
            _ => self.as_str().chars().next().map_or(0, char::len_utf8),
        }
    }

    /// Returns the start and end offsets in the whole preprocessed input, if the text equals the input there.
    #[inline(always)]
    #[must_use]
    pub fn place_in_input(self) -> Option<(u32, u32)> {
        self.place.map(|place| (place, place.wrapping_add(self.end - self.start)))
    }

    /// Returns the length in bytes.
    #[inline(always)]
    #[must_use]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the text is empty.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the first `length` bytes, and the rest.
    ///
    /// ```
    /// let (start, rest) = hedgerow_tokenizer::Text::from(" a").split_at(1);
    /// assert_eq!((start.as_str(), rest.as_str()), (" ", "a"));
    /// ```
    ///
    /// # Panics
    ///
    /// If the text is shorter, or `length` is not on a character boundary.
    #[inline]
    #[must_use]
    pub fn split_at(self, length: usize) -> (Self, Self) {
        assert!(self.as_str().is_char_boundary(length), "a text of {} bytes is cut at {length}", self.len());
        let middle = self.start + length as u32;
        let place = self.place.map(|place| place.wrapping_add(length as u32));
        (Self { end: middle, ..self }, Self { start: middle, place, ..self })
    }
}

impl<'a> From<&'a str> for Text<'a> {
    #[inline]
    fn from(text: &'a str) -> Self {
        Self::outside_input(text, 0, text.len() as u32)
    }
}

impl Deref for Text<'_> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(formatter)
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(formatter)
    }
}
