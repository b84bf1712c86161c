//! [`Span`]: a piece of a text, as two offsets.

use std::ops::Range;

/// A range of byte offsets into a text: what it counts in is said where one is given.
///
/// ```
/// use hedgerow_names::Span;
/// let span = Span { start: 3, end: 4 };
/// assert_eq!(&"<p>x"[span.range()], "x");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The same as a range, which a text can be indexed with.
    ///
    /// ```
    /// assert_eq!(hedgerow_names::Span { start: 1, end: 3 }.range(), 1..3);
    /// ```
    #[inline]
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The length in bytes.
    ///
    /// ```
    /// assert_eq!(hedgerow_names::Span { start: 1, end: 3 }.len(), 2);
    /// ```
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether there is no byte in it: a place between two bytes.
    ///
    /// ```
    /// assert!(hedgerow_names::Span { start: 1, end: 1 }.is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}
