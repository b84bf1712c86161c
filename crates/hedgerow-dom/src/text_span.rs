//! Ranges of the text heap: [`TextSpan`], which never changes, and [`TextRun`], to which text can be appended.

use std::ops::Range;

/// A range of the text heap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextSpan {
    pub(crate) start: u32,
    pub(crate) length: u32,
}

impl TextSpan {
    pub(crate) const EMPTY: Self = Self { start: 0, length: 0 };

    /// Returns the length in bytes.
    #[inline]
    pub(crate) fn length(self) -> usize {
        self.length as usize
    }

    /// Returns the parts before and after an offset.
    pub(crate) fn split_at(self, offset: usize) -> (Self, Self) {
        let part = |start: usize, end: usize| {
            if start == end {
                Self::EMPTY
            } else {
                Self { start: start as u32, length: (end - start) as u32 }
            }
        };
        let middle = self.start as usize + offset;
        (part(self.start as usize, middle), part(middle, self.end()))
    }

    /// Returns the range in the heap.
    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..self.end()
    }

    #[inline]
    pub(crate) fn end(self) -> usize {
        self.start as usize + self.length as usize
    }
}

/// The text of a `Text` node: a range of the text heap, with room to grow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextRun {
    pub(crate) start: u32,
    pub(crate) length: u32,
    /// The length with the filler after the text: at least `length`, or 0 if the text is shared.
    pub(crate) capacity: u32,
}

impl TextRun {
    /// Returns a run of new text, without filler.
    #[inline]
    pub(crate) fn new(span: TextSpan) -> Self {
        Self { start: span.start, length: span.length, capacity: span.length }
    }

    /// Returns the run of a copied node, which shares the text but not the filler.
    pub(crate) fn shared(self) -> Self {
        Self { capacity: 0, ..self }
    }

    /// Returns the run without its filler.
    pub(crate) fn without_filler(self) -> Self {
        Self { capacity: self.capacity.min(self.length), ..self }
    }

    /// Returns a run of a part of the text.
    pub(crate) fn part(self, span: TextSpan) -> Self {
        if self.is_shared() { Self::new(span).shared() } else { Self::new(span) }
    }

    pub(crate) fn is_shared(self) -> bool {
        self.capacity < self.length
    }

    #[inline]
    pub(crate) fn span(self) -> TextSpan {
        TextSpan { start: self.start, length: self.length }
    }

    /// Returns the span of the text and the filler after it.
    pub(crate) fn room(self) -> TextSpan {
        TextSpan { start: self.start, length: self.capacity.max(self.length) }
    }

    /// Returns the run after its text and filler were moved.
    pub(crate) fn moved_to(self, room: TextSpan) -> Self {
        Self { start: room.start, ..self }
    }
}
