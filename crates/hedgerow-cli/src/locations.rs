//! [`Locations`]: the lines and columns of many offsets, computed in one pass over the source.

use std::borrow::Cow;

use hedgerow::source::{Location, LocationTracker};

/// The locations of offsets of a source.
pub(crate) struct Locations(Vec<Location>);

impl Locations {
    pub(crate) fn of(source: &str, mut offsets: Vec<u32>) -> Self {
        offsets.sort_unstable();
        offsets.dedup();
        let source = with_line_feeds(source);
        let mut tracker = LocationTracker::default();
        Self(offsets.into_iter().map(|offset| tracker.locate(&source, offset)).collect())
    }

    /// Returns the location of one of the offsets; `None` for any other offset.
    pub(crate) fn at(&self, offset: u32) -> Option<Location> {
        let index = self.0.partition_point(|location| location.offset < offset);
        self.0.get(index).copied().filter(|location| location.offset == offset)
    }
}

/// Replaces each CR that is not part of a CR LF with a LF, because such a CR ends a line, too.
fn with_line_feeds(source: &str) -> Cow<'_, str> {
    if !source.contains('\r') {
        return Cow::Borrowed(source);
    }
    let mut characters = source.chars().peekable();
    let mut text = String::with_capacity(source.len());
    while let Some(character) = characters.next() {
        text.push(if character == '\r' && characters.peek() != Some(&'\n') { '\n' } else { character });
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_newline_ends_a_line() {
        let locations = Locations::of("a\r\nb\rc\n<p>\u{E9}<i>", vec![12, 7, 7]);
        let place = |offset| locations.at(offset).map(|location| (location.line, location.column));
        assert_eq!((place(7), place(12)), (Some((4, 1)), Some((4, 5))));
        assert_eq!(place(8), None);
    }
}
