//! [`Span`]: a range of a text, as two offsets.

use std::ops::Range;

/// A range of byte offsets into a text; the API that returns it says which text.
///
/// ```
/// use hedgerow::source::Span;
/// let span = Span { start: 3, end: 4 };
/// assert_eq!(&"<p>x"[span.range()], "x");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the span as a range, for indexing a text.
    #[inline]
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the part of a text; `None` if the span is not in the text.
    ///
    /// ```
    /// use hedgerow::source::Span;
    /// assert_eq!(Span { start: 3, end: 4 }.of("<p>x"), Some("x"));
    /// assert_eq!(Span { start: 3, end: 9 }.of("<p>x"), None);
    /// ```
    #[must_use]
    pub fn of(self, text: &str) -> Option<&str> {
        text.get(self.range())
    }

    /// Returns the length in bytes.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether the span has no bytes: a position between two bytes.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}
