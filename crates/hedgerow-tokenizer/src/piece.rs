//! [`Piece`]: a text under construction that stays a span of the input as long as nothing in it changes.

use hedgerow_names::{NameId, Span};

use crate::Text;

/// A text: a span of the input, or of the scratch text once something else than the input was appended.
///
/// The scratch text belongs to the token; the piece that grows is always its last.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Piece {
    start: u32,
    end: u32,
    place: Place,
}

/// Where a piece is. As wide as an offset, so that a piece is three words without a gap, which are stored as they are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u32)]
enum Place {
    #[default]
    Input,
    Scratch,
}

impl Piece {
    /// An empty piece whose first run is expected at `offset` of the input.
    #[inline]
    pub(crate) fn at(offset: usize) -> Self {
        Self::of_run(offset, offset)
    }

    /// The run `start..end` of the input.
    #[inline(always)]
    pub(crate) fn of_run(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32, place: Place::Input }
    }

    /// Becomes the run `start..end` of the input.
    ///
    /// OPTIMIZATION: field by field. A whole piece would be made in memory first and loaded from there in wider pieces than it
    /// was stored in, for which the processor has to wait.
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
            self.append_apart(text, scratch, &text[start..end]);
        }
    }

    /// Appends characters that do not stand in the input there.
    #[cold]
    pub(crate) fn append_apart(&mut self, text: &str, scratch: &mut String, characters: &str) {
        if self.place == Place::Input {
            let start = scratch.len() as u32;
            scratch.push_str(self.get(text, ""));
            *self = Self { start, end: 0, place: Place::Scratch };
        }
        scratch.push_str(characters);
        self.end = scratch.len() as u32;
    }

    /// The text.
    #[inline(always)]
    pub(crate) fn get<'a>(self, text: &'a str, scratch: &'a str) -> &'a str {
        let whole = if self.place == Place::Scratch { scratch } else { text };
        &whole[self.start as usize..self.end as usize]
    }

    /// The text, as it goes into a token.
    #[inline(always)]
    pub(crate) fn text<'a>(self, text: &'a str, scratch: &'a str, base: u32) -> Text<'a> {
        if self.place == Place::Scratch {
            Text::apart(scratch, self.start, self.end)
        } else {
            Text::in_input(text, self.start, self.end, base)
        }
    }

    /// Where a run of the input stands, the text of which begins at `base`.
    pub(crate) fn span(self, base: usize) -> Span {
        debug_assert!(self.place == Place::Input, "a run of the input");
        Span { start: base as u32 + self.start, end: base as u32 + self.end }
    }

    /// The known name that this piece is in ASCII lower case.
    #[inline]
    pub(crate) fn find_name(self, text: &str, scratch: &str) -> Option<NameId> {
        let whole = if self.place == Place::Scratch { scratch } else { text };
        NameId::find_lowercased(whole.as_bytes(), self.start as usize, self.end as usize)
    }

    /// Follows the input when its first `bytes` are discarded.
    pub(crate) fn discard(&mut self, bytes: usize) {
        if self.place == Place::Input {
            self.start = self.start.saturating_sub(bytes as u32);
            self.end = self.end.saturating_sub(bytes as u32);
        }
    }
}
