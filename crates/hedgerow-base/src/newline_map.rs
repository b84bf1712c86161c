//! [`NewlineMap`]: translates offsets in text with normalized newlines to offsets in the source.

use std::collections::VecDeque;

use crate::Span;

/// The positions in a normalized text at which the source has a CR LF or a CR.
///
/// Only a CR LF changes the offsets after it. Without any CR the map is empty and costs nothing.
///
/// ```
/// use hedgerow::source::NewlineMap;
/// let source = "a\r\nb\rc";
/// let map = NewlineMap::of(source); // of "a\nb\nc"
/// assert_eq!(map.to_source(1), 1, "the LF: its CR");
/// assert_eq!(map.to_source(2), 3, "b");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewlineMap {
    /// The LFs that replace a CR LF.
    pairs: Offsets,
    /// The LFs that replace a single CR.
    alone: Offsets,
}

impl NewlineMap {
    /// Creates the map of a whole source.
    #[must_use]
    pub fn of(source: &str) -> Self {
        let mut map = Self::default();
        map.record_all(0, source, true);
        map
    }

    /// Records text that follows all recorded text. In the normalized text, the new text begins at the offset `start`
    /// and has `normalized_length` bytes.
    ///
    /// A CR LF may be divided between two texts. Then the LF at the start of the second one is not counted in its normalized length.
    ///
    /// ```
    /// use hedgerow::source::NewlineMap;
    /// let mut map = NewlineMap::default();
    /// map.append(0, "a\r", 2); // "a\n"
    /// map.append(2, "\nb", 1); // "b"
    /// assert_eq!(map, NewlineMap::of("a\r\nb"));
    /// ```
    pub fn append(&mut self, start: u32, source: &str, normalized_length: u32) {
        self.record(start, source, normalized_length, true);
    }

    /// Records text that was inserted before recorded text, and changes the offsets of the recorded text after it. The parameters
    /// are those of [`append`](Self::append).
    ///
    /// ```
    /// use hedgerow::source::NewlineMap;
    /// let mut map = NewlineMap::of("a\r\nd\r\n");
    /// map.insert(2, "b\r\nc", 3);
    /// assert_eq!(map, NewlineMap::of("a\r\nb\r\ncd\r\n"));
    /// ```
    pub fn insert(&mut self, start: u32, source: &str, normalized_length: u32) {
        self.pairs.move_gap_to(start);
        self.alone.move_gap_to(start);
        self.pairs.moved += normalized_length;
        self.alone.moved += normalized_length;
        self.record(start, source, normalized_length, false);
    }

    fn record(&mut self, start: u32, source: &str, normalized_length: u32, is_at_the_end: bool) {
        let pairs = source.matches("\r\n").count();
        let mut source = source;
        if source.len() - pairs > normalized_length as usize
            && let Some(rest) = source.strip_prefix('\n')
            && let Some(newline) = start.checked_sub(1)
        {
            self.alone.remove_last(is_at_the_end);
            self.pairs.push(newline, is_at_the_end);
            source = rest;
        }
        self.record_all(start, source, is_at_the_end);
    }

    fn record_all(&mut self, start: u32, source: &str, is_at_the_end: bool) {
        let mut pairs = 0;
        for offset in memchr::memchr_iter(b'\r', source.as_bytes()) {
            let newline = start + (offset - pairs) as u32;
            if source.as_bytes().get(offset + 1) == Some(&b'\n') {
                pairs += 1;
                self.pairs.push(newline, is_at_the_end);
            } else {
                self.alone.push(newline, is_at_the_end);
            }
        }
    }

    /// Translates an offset in the normalized text to one in the source; for a newline, the offset of its first character.
    ///
    /// ```
    /// assert_eq!(hedgerow::source::NewlineMap::of("\r\n\r\n").to_source(1), 2);
    /// ```
    #[inline]
    #[must_use]
    pub fn to_source(&self, normalized: u32) -> u32 {
        if self.pairs.is_empty() {
            return normalized;
        }
        normalized + self.pairs.count_while(|newline| newline < normalized)
    }

    /// Translates a span of the normalized text to one of the source.
    ///
    /// ```
    /// use hedgerow::source::{NewlineMap, Span};
    /// let map = NewlineMap::of("\r\n\r\n");
    /// assert_eq!(map.span_in_source(Span { start: 0, end: 1 }), Span { start: 0, end: 2 });
    /// ```
    #[inline]
    #[must_use]
    pub fn span_in_source(&self, normalized: Span) -> Span {
        Span { start: self.to_source(normalized.start), end: self.to_source(normalized.end) }
    }

    /// Whether the source equals the normalized text.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.pairs.is_empty() && self.alone.is_empty()
    }

    /// Restores the source of a normalized text, or of its beginning.
    ///
    /// ```
    /// assert_eq!(hedgerow::source::NewlineMap::of("a\r\nb\rc\n").source_of("a\nb\nc\n"), "a\r\nb\rc\n");
    /// ```
    #[must_use]
    pub fn source_of(&self, normalized: &str) -> String {
        let mut source =
            String::with_capacity(normalized.len() + self.pairs.before.len() + self.pairs.after.len());
        let mut start = 0;
        let (mut pairs, mut alone) = (self.pairs.iter().peekable(), self.alone.iter().peekable());
        while let Some(newline) = pairs.peek().into_iter().chain(alone.peek()).min().copied()
            && (newline as usize) < normalized.len()
        {
            source.push_str(&normalized[start..newline as usize]);
            source.push_str(if pairs.next_if_eq(&newline).is_some() { "\r\n" } else { "\r" });
            alone.next_if_eq(&newline);
            start = newline as usize + 1;
        }
        source.push_str(&normalized[start..]);
        source
    }
}

/// Offsets in ascending order, as a gap buffer whose gap is at the last insertion point.
///
/// An insertion does not touch the offsets after the gap, and the insertion point moves little from one insertion to the next,
/// so that appending and inserting in any order takes linear time in total.
#[derive(Clone, Default)]
struct Offsets {
    before: Vec<u32>,
    /// The offsets after the gap, each minus `moved`.
    after: VecDeque<u32>,
    moved: u32,
}

impl Offsets {
    fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }

    fn iter(&self) -> impl Iterator<Item = u32> {
        self.before.iter().copied().chain(self.after.iter().map(|offset| offset.wrapping_add(self.moved)))
    }

    /// Moves the gap to `offset`.
    fn move_gap_to(&mut self, offset: u32) {
        while let Some(last) = self.before.pop_if(|last| *last >= offset) {
            self.after.push_front(last.wrapping_sub(self.moved));
        }
        while self.after.front().is_some_and(|first| first.wrapping_add(self.moved) < offset) {
            self.before.extend(self.after.pop_front().map(|first| first.wrapping_add(self.moved)));
        }
    }

    /// Adds an offset before the gap, or at the end.
    fn push(&mut self, offset: u32, is_at_the_end: bool) {
        if is_at_the_end && !self.after.is_empty() {
            self.after.push_back(offset.wrapping_sub(self.moved));
        } else {
            self.before.push(offset);
        }
    }

    /// Removes the last offset before the gap, or the last offset of all.
    fn remove_last(&mut self, is_at_the_end: bool) {
        if !is_at_the_end || self.after.pop_back().is_none() {
            self.before.pop();
        }
    }

    /// Returns the number of leading offsets for which a condition is true, by binary search.
    fn count_while(&self, is_true: impl Fn(u32) -> bool) -> u32 {
        let (mut low, mut high) = (0, self.before.len() + self.after.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            let offset = match self.before.get(middle) {
                Some(&offset) => offset,
                None => self.after[middle - self.before.len()].wrapping_add(self.moved),
            };
            if is_true(offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low as u32
    }
}

/// Compares the offsets, regardless of the position of the gap.
impl PartialEq for Offsets {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Offsets {}

impl std::fmt::Debug for Offsets {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normalized(source: &str) -> String {
        source.replace("\r\n", "\n").replace('\r', "\n")
    }

    #[test]
    fn offsets_are_translated_to_the_source() {
        let source = "\r\na\r\r\n\n\r\r\nb\r\n\r\nc\r";
        let map = NewlineMap::of(source);
        let text = normalized(source);
        assert_eq!(map.source_of(&text), source);
        for offset in 0..=text.len() as u32 {
            let span = map.span_in_source(Span { start: 0, end: offset });
            assert_eq!(normalized(&source[span.range()]), text[..offset as usize]);
        }
    }

    #[test]
    fn appended_and_inserted_text_gives_the_map_of_the_whole() {
        let mut map = NewlineMap::default();
        map.append(0, "1\r\n2\r\n", 4);
        map.append(4, "8\r", 2);
        map.insert(4, "3\r", 2);
        map.append(8, "\n9\r\r\n", 3);
        map.insert(6, "\n4\r\n", 2);
        map.insert(2, "\r\n", 1);
        map.insert(9, "5\r\n", 2);
        map.append(16, "\r\nx", 2);
        let source = "1\r\n\r\n2\r\n3\r\n4\r\n5\r\n8\r\n9\r\r\n\r\nx";
        assert_eq!(map, NewlineMap::of(source));
        assert_eq!(map.source_of(&normalized(source)), source);
    }
}
