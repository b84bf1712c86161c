//! [`Piece`]: a text under construction that stays a span of the input as long as nothing in it changes.

use hedgerow_names::NameId;

/// A text: a span of the input, or of the scratch text once something else than the input was appended.
///
/// The scratch text belongs to the token; the piece that grows is always its last.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Piece {
    start: u32,
    end: u32,
    in_scratch: bool,
}

impl Piece {
    /// An empty piece whose first run is expected at `offset` of the input.
    #[inline]
    pub(crate) fn at(offset: usize) -> Self {
        Self { start: offset as u32, end: offset as u32, in_scratch: false }
    }

    /// Appends the run `start..end` of `text`.
    #[inline]
    pub(crate) fn append_run(&mut self, text: &str, scratch: &mut String, start: usize, end: usize) {
        if self.end as usize == start && !self.in_scratch {
            self.end = end as u32;
        } else if start < end {
            self.append_apart(text, scratch, &text[start..end]);
        }
    }

    /// Appends characters that do not stand in the input there.
    #[cold]
    pub(crate) fn append_apart(&mut self, text: &str, scratch: &mut String, characters: &str) {
        if !self.in_scratch {
            let start = scratch.len() as u32;
            scratch.push_str(self.get(text, ""));
            *self = Self { start, end: 0, in_scratch: true };
        }
        scratch.push_str(characters);
        self.end = scratch.len() as u32;
    }

    /// The text.
    #[inline]
    pub(crate) fn get<'a>(self, text: &'a str, scratch: &'a str) -> &'a str {
        let whole = if self.in_scratch { scratch } else { text };
        &whole[self.start as usize..self.end as usize]
    }

    /// The known name that this piece is in ASCII lower case.
    #[inline]
    pub(crate) fn find_name(self, text: &str, scratch: &str) -> Option<NameId> {
        let whole = if self.in_scratch { scratch } else { text };
        NameId::find_lowercased(whole.as_bytes(), self.start as usize, self.end as usize)
    }

    /// Follows the input when its first `bytes` are discarded.
    pub(crate) fn discard(&mut self, bytes: usize) {
        if !self.in_scratch {
            self.start = self.start.saturating_sub(bytes as u32);
            self.end = self.end.saturating_sub(bytes as u32);
        }
    }
}
