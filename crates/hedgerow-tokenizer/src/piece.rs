//! [`Piece`]: a text under construction, which stays a span of the input as long as it equals the input.

use hedgerow_base::known::hash::NameWords;
use hedgerow_base::{NameId, Span};

use crate::Text;

/// A text: a span of the input, or of the scratch text after other characters were appended.
///
/// The scratch text belongs to the token. Only the last piece in it can grow.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Piece {
    start: u32,
    end: u32,
    place: Place,
}

/// Whether a piece is in the input or in the scratch text. The type is as wide as an offset, so that a piece is three
/// words without padding, each of which is stored as it is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u32)]
enum Place {
    #[default]
    Input,
    Scratch,
}

impl Piece {
    /// Returns an empty piece whose first run is expected at `offset` of the input.
    #[inline]
    pub(crate) fn at(offset: usize) -> Self {
        Self::of_run(offset, offset)
    }

    /// Returns the run `start..end` of the input.
    #[inline(always)]
    pub(crate) fn of_run(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32, place: Place::Input }
    }

    /// Sets the piece to the run `start..end` of the input.
    ///
    /// OPTIMIZATION: sets field by field. A whole piece would be built in memory and then loaded in wider units than
    /// it was stored in, which stalls the processor.
    #[inline(always)]
    pub(crate) fn set_run(&mut self, start: usize, end: usize) {
        self.start = start as u32;
        self.end = end as u32;
        self.place = Place::Input;
    }

    /// Appends the run `start..end` of `text`.
    #[inline]
    pub(crate) fn append_run(&mut self, text: &str, scratch: &mut String, start: usize, end: usize) {
        if self.end as usize == start && self.place == Place::Input {
            self.end = end as u32;
        } else if start < end {
            self.append_to_scratch(text, scratch, &text[start..end]);
        }
    }

    /// Appends characters that differ from the input.
    #[cold]
    pub(crate) fn append_to_scratch(&mut self, text: &str, scratch: &mut String, characters: &str) {
        if self.place == Place::Input {
            let start = scratch.len() as u32;
            let value = self.get(text, "");
            // Room for most values, so that the scratch text is seldom moved while it grows.
            scratch.reserve(value.len() + 256);
            scratch.push_str(value);
            *self = Self { start, end: 0, place: Place::Scratch };
        }
        scratch.push_str(characters);
        self.end = scratch.len() as u32;
    }

    /// Returns the text.
    #[inline(always)]
    pub(crate) fn get<'a>(self, text: &'a str, scratch: &'a str) -> &'a str {
        let whole = if self.place == Place::Scratch { scratch } else { text };
        &whole[self.start as usize..self.end as usize]
    }

    /// Returns the text as part of a token.
    #[inline(always)]
    pub(crate) fn text<'a>(self, text: &'a str, scratch: &'a str, base: u32) -> Text<'a> {
        if self.place == Place::Scratch {
            Text::outside_input(scratch, self.start, self.end)
        } else {
            Text::in_input(text, self.start, self.end, base)
        }
    }

    /// Returns the start and end of a run in the whole input, in which the current text starts at `base`.
    #[inline(always)]
    pub(crate) fn place_in_input(self, base: u32) -> (u32, u32) {
        debug_assert!(self.place == Place::Input, "a run of the input");
        (base.wrapping_add(self.start), base.wrapping_add(self.end))
    }

    /// Returns the span of a run in the whole input, in which the current text starts at `base`.
    pub(crate) fn span(self, base: usize) -> Span {
        debug_assert!(self.place == Place::Input, "a run of the input");
        Span { start: (base as u32).wrapping_add(self.start), end: (base as u32).wrapping_add(self.end) }
    }

    /// Returns the known name that equals this piece in ASCII lower case.
    #[inline]
    pub(crate) fn find_name(self, text: &str, scratch: &str) -> Option<NameId> {
        let whole = if self.place == Place::Scratch { scratch } else { text };
        NameId::find_lowercased(whole.as_bytes(), self.start as usize, self.end as usize)
    }

    /// Returns the text as a name in ASCII lower case, folded into words.
    #[inline]
    pub(crate) fn name_words(self, text: &str, scratch: &str) -> NameWords {
        let whole = if self.place == Place::Scratch { scratch } else { text };
        NameWords::lowercased(whole.as_bytes(), self.start as usize, self.end as usize)
    }

    /// Reduces the offsets of a span of the input, because the first `bytes` of the text are discarded.
    pub(crate) fn discard(&mut self, bytes: usize) {
        if self.place == Place::Input {
            self.start = self.start.saturating_sub(bytes as u32);
            self.end = self.end.saturating_sub(bytes as u32);
        }
    }
}
