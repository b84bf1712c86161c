//! The text heap: all text of a document, and spans of it.
//!
//! The heap starts with the source of the document. A complete source never changes: it is a copy, or text that has other
//! owners, too. Most texts are spans of the source, so they are not copied one by one. All other text follows the source.
//!
//! If the source comes in chunks, it grows, so the other text begins at a fixed border after it. All of such a source counts as
//! unused: the first compaction copies the used parts of the source to the other text, and drops the source.
//!
//! The data of a comment and the value of an attribute are [`TextSpan`]s, which never change.
//! The data of a `Text` node is a [`TextRun`], to which text can be appended:
//!
//! ```text
//! append data to run:
//!     if data follows the run in the source: extend the run
//!     else if the filler after the run is long enough: overwrite filler with data
//!     else if the run is at the end of the heap: replace its filler by data
//!     else: copy the run to the end and push data; unless the run was in the source, also push filler of the same length
//! ```
//!
//! After at most two copies, a run is copied again only when its length has doubled. So any interleaving of appends to any
//! number of runs takes linear time in the text.
//!
//! Two rules prevent used text from being overwritten. Only the node that owns a run owns its filler; a copy of the
//! node shares the text, but not the filler. And an empty span always starts at 0, so that it never points into filler.
//!
//! The run of a copied node is marked as shared until text is appended to it. The append copies the text, so appending a letter
//! to each of k copies of n bytes takes k * n bytes that are not in the input. The heap counts these bytes, so that a limit can
//! stop a parser.
//!
//! Offsets are `u32`, so a heap holds at most 4 GiB. Text that does not fit is omitted, and the heap is [full](TextHeap::is_full)
//! from then on. The heap counts unused text, and a [`Compaction`] copies the used text together when it is worthwhile.

use std::ops::Range;

use hedgerow_base::sort_numbers;

use crate::source::{NewSource, Source};

/// A range of the text heap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextSpan {
    pub(crate) start: u32,
    pub(crate) length: u32,
}

impl TextSpan {
    pub(crate) const EMPTY: Self = Self { start: 0, length: 0 };

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
}

/// Text for a document.
#[derive(Clone, Copy, Debug)]
pub enum NewText<'t> {
    /// Text that is copied into the heap.
    Copied(&'t str),
    /// A range of the source that was passed to [`with_source`](crate::Document::with_source), or of the
    /// [chunks](crate::Unchecked::append_source) so far. The text is not copied. The caller guarantees that the range is on
    /// character boundaries. A range outside the source panics.
    OfSource {
        /// The offset of its first byte.
        start: u32,
        /// Its length in bytes.
        length: u32,
    },
}

impl<'t> NewText<'t> {
    #[inline(always)]
    pub(crate) fn len(self) -> usize {
        match self {
            Self::Copied(text) => text.len(),
            Self::OfSource { length, .. } => length as usize,
        }
    }

    fn within(self, source: &'t str) -> &'t str {
        match self {
            Self::Copied(text) => text,
            Self::OfSource { start, length } => &source[TextSpan { start, length }.range()],
        }
    }
}

impl<'t> From<&'t str> for NewText<'t> {
    #[inline]
    fn from(text: &'t str) -> Self {
        Self::Copied(text)
    }
}

impl<'t> From<&'t String> for NewText<'t> {
    fn from(text: &'t String) -> Self {
        Self::Copied(text)
    }
}

/// All text of a document: its source, which never changes or only grows, and the text that was added.
#[derive(Clone, Debug)]
pub(crate) struct TextHeap {
    source: Source,
    /// The number of bytes of the source.
    source_length: usize,
    added: String,
    /// The offset of the first byte of the added text: the length of the source, or more if the source may grow.
    border: usize,
    /// The approximate number of unused bytes of the added text, and all bytes of a source that came in chunks. Text
    /// that several nodes share is counted each time that one of the nodes discards it.
    unused: usize,
    /// The number of bytes that were copied because several nodes shared them and text was appended to one of these nodes.
    copied: u64,
    /// The maximum number of bytes.
    limit: usize,
    /// Whether text was omitted because it did not fit.
    is_full: bool,
}

impl TextHeap {
    pub(crate) const EMPTY: Self = Self {
        source: Source::EMPTY,
        source_length: 0,
        added: String::new(),
        border: 0,
        unused: 0,
        copied: 0,
        limit: Self::LIMIT,
        is_full: false,
    };

    /// The maximum length, because offsets are `u32`.
    const LIMIT: usize = u32::MAX as usize;

    /// The longest source that comes in chunks.
    const LONGEST_GROWING_SOURCE: usize = 1 << 30;

    /// The character that reserves room for a run: ASCII, so that it can be overwritten at any offset.
    const FILLER: char = '\0';

    pub(crate) fn restart(&mut self, source: NewSource<'_>) {
        let length = source.len();
        assert!(length <= Self::LIMIT, "the source of a document is limited to 4 GiB");
        self.source.replace(source);
        self.source_length = length;
        self.added.clear();
        self.border = length;
        (self.unused, self.copied, self.limit, self.is_full) = (0, 0, Self::LIMIT, false);
    }

    /// Appends a chunk to the source, if the source is empty or consists of chunks. Returns whether the chunk fitted.
    pub(crate) fn append_source(&mut self, chunk: &str) -> bool {
        if self.source_length == 0 && self.added.is_empty() {
            self.border = Self::LONGEST_GROWING_SOURCE;
            self.limit = self.limit.min(Self::LIMIT - self.border);
        }
        let fits = self.has_room_for(chunk.len()) && chunk.len() <= self.border - self.source_length;
        let Source::Own(source) = &mut self.source else { return false };
        if !fits {
            return false;
        }
        if source.capacity() - source.len() < chunk.len() {
            source.reserve_exact(chunk.len().max(growth(source.len())));
        }
        source.push_str(chunk);
        self.source_length += chunk.len();
        self.unused += chunk.len();
        true
    }

    /// Whether the source came in chunks, so that it need not be kept.
    fn has_chunks(&self) -> bool {
        self.border > self.source_length
    }

    pub(crate) fn end_source(&mut self) {
        if let Source::Own(source) = &mut self.source {
            source.shrink_to(source.len() + source.len() / 4);
        }
    }

    pub(crate) fn set_limit(&mut self, limit: usize) {
        self.limit = limit.min(Self::LIMIT);
    }

    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }

    pub(crate) fn copied(&self) -> u64 {
        self.copied
    }

    #[inline]
    pub(crate) fn has_room_for(&self, length: usize) -> bool {
        length <= self.limit.saturating_sub(self.len())
    }

    #[cold]
    pub(crate) fn set_full(&mut self) {
        self.is_full = true;
    }

    pub(crate) fn source(&self) -> &str {
        self.source.as_str()
    }

    pub(crate) fn source_length(&self) -> usize {
        self.source_length
    }

    #[inline]
    fn end(&self) -> usize {
        self.border + self.added.len()
    }

    pub(crate) fn len(&self) -> usize {
        self.source_length + self.added.len()
    }

    /// Returns the string that contains a span, and the range in that string.
    #[inline]
    fn locate(&self, span: TextSpan) -> (&str, Range<usize>) {
        let (start, end) = (span.start as usize, span.end());
        match start.checked_sub(self.border) {
            Some(start) => (&self.added, start..end - self.border),
            None => (self.source.as_str(), start..end),
        }
    }

    #[inline]
    pub(crate) fn get(&self, span: TextSpan) -> &str {
        let (text, range) = self.locate(span);
        &text[range]
    }

    /// Whether the span is in the heap and on character boundaries.
    pub(crate) fn contains(&self, span: TextSpan) -> bool {
        let (text, range) = self.locate(span);
        text.get(range).is_some()
    }

    /// Whether the run is in the heap and on character boundaries, and whether the rest of its room is filler.
    #[cfg(any(test, feature = "validate"))]
    pub(crate) fn contains_run(&self, run: TextRun) -> bool {
        if !self.contains(run.span()) {
            return false;
        }
        let (_, filler) = run.room().split_at(run.length as usize);
        filler.length == 0 || (self.contains(filler) && self.get(filler).chars().all(|c| c == Self::FILLER))
    }

    /// Returns the span of a text of the source, or appends a copy of another text.
    #[inline(always)]
    pub(crate) fn push<'t>(&mut self, data: impl Into<NewText<'t>>) -> TextSpan {
        match data.into() {
            NewText::OfSource { length: 0, .. } => TextSpan::EMPTY,
            NewText::OfSource { start, length } => self.span_of_source(start, length),
            NewText::Copied(data) => self.push_copy(data),
        }
    }

    /// Returns the span of a non-empty range of the source.
    #[inline(always)]
    pub(crate) fn span_of_source(&self, start: u32, length: u32) -> TextSpan {
        let span = TextSpan { start, length };
        assert!(span.end() <= self.source_length, "a text is not in the source");
        debug_assert!(length > 0 && self.contains(span));
        span
    }

    fn push_copy(&mut self, data: &str) -> TextSpan {
        if data.is_empty() {
            return TextSpan::EMPTY;
        }
        if !self.has_room_for(data.len()) {
            self.set_full();
            return TextSpan::EMPTY;
        }
        let start = self.end();
        self.reserve(data.len());
        self.added.push_str(data);
        TextSpan { start: start as u32, length: data.len() as u32 }
    }

    /// Copies the text of spans of another heap. Spans that overlap share the copy. The result maps the spans to this heap;
    /// `None` if the text does not fit.
    pub(crate) fn copy_from(&mut self, other: &Self, spans: Vec<TextSpan>) -> Option<Compaction> {
        let pieces = pieces_of(spans, self.end());
        let end = pieces.last().map_or(self.end(), |last| last.new_start + last.end - last.start);
        let length = end - self.end();
        if !self.has_room_for(length) {
            return None;
        }
        self.reserve(length);
        for piece in &pieces {
            other.write_piece(piece, &mut self.added);
        }
        Some(Compaction { moved_from: 0, pieces })
    }

    /// Appends `data` to a run, and returns whether it fitted.
    #[inline]
    #[must_use]
    pub(crate) fn append<'t>(&mut self, run: &mut TextRun, data: impl Into<NewText<'t>>) -> bool {
        match data.into() {
            NewText::OfSource { start, length } if run.span().end() == start as usize => {
                run.length += length;
                run.capacity = run.length;
                true
            }
            data => self.append_text(run, data),
        }
    }

    pub(crate) fn discard(&mut self, span: TextSpan) {
        if span.start as usize >= self.border {
            self.unused += span.length as usize;
        }
    }

    pub(crate) fn discard_run(&mut self, run: TextRun) {
        self.discard(run.room());
    }

    /// Records that the filler of a run is unused.
    pub(crate) fn discard_filler(&mut self, run: TextRun) {
        self.unused += run.capacity.saturating_sub(run.length) as usize;
    }

    /// Returns the number of bytes of the added text and of a source that came in chunks, and the approximate number of
    /// unused bytes among them.
    pub(crate) fn added_and_unused(&self) -> (usize, usize) {
        (if self.has_chunks() { self.len() } else { self.added.len() }, self.unused)
    }

    /// Removes all text outside the given spans, and returns the mapping of the spans. If `keeps_source`, the source is
    /// kept, unless it came in chunks. A source that is not kept is treated as added text.
    pub(crate) fn compact(&mut self, spans: Vec<TextSpan>, keeps_source: bool) -> Compaction {
        let keeps_source = keeps_source && !self.has_chunks();
        let moved_from = if keeps_source { self.source_length } else { 0 };
        let spans = spans.into_iter().filter(|span| span.start as usize >= moved_from).collect();
        let pieces = pieces_of(spans, moved_from);
        let mut added = String::new();
        added.reserve_exact(pieces.iter().map(|piece| piece.end - piece.start).sum());
        for piece in &pieces {
            self.write_piece(piece, &mut added);
        }
        self.added = added;
        self.unused = 0;
        if !keeps_source {
            (self.source, self.source_length) = (Source::EMPTY, 0);
            self.border = 0;
        }
        Compaction { moved_from, pieces }
    }

    /// Writes a piece, which may start in the source and end in the added text.
    fn write_piece(&self, &Piece { start, end, .. }: &Piece, to: &mut String) {
        let (border, source) = (self.border, self.source.as_str());
        to.push_str(&source[start.min(source.len())..end.min(source.len())]);
        to.push_str(&self.added[start.max(border) - border..end.max(border) - border]);
    }

    /// Appends text that is not the continuation of a run in the source.
    fn append_text(&mut self, run: &mut TextRun, data: NewText<'_>) -> bool {
        let length = data.len();
        if length == 0 {
            return true;
        }
        if run.is_shared() {
            self.copied += u64::from(run.length);
            run.capacity = run.length;
        }
        let Some(start) = (run.start as usize).checked_sub(self.border) else {
            return self.move_to_the_end(run, data);
        };
        let end = start + run.length as usize;
        let capacity_end = start + run.capacity as usize;
        if length <= capacity_end - end {
            self.added.replace_range(end..end + length, data.within(self.source.as_str()));
        } else if capacity_end == self.added.len() {
            if self.source_length + end + length > self.limit {
                return false;
            }
            self.added.truncate(end);
            self.reserve(length);
            self.added.push_str(data.within(self.source.as_str()));
            run.capacity = run.length + length as u32;
        } else {
            return self.move_to_the_end(run, data);
        }
        run.length += length as u32;
        true
    }

    fn move_to_the_end(&mut self, run: &mut TextRun, data: NewText<'_>) -> bool {
        let length = run.length as usize + data.len();
        if self.len() + length > self.limit {
            return false;
        }
        let (start, end) = (run.start as usize, run.span().end());
        self.reserve(length);
        let new_start = self.end();
        let was_added = start.checked_sub(self.border);
        match was_added {
            Some(start) => {
                self.added.extend_from_within(start..end - self.border);
                self.unused += run.capacity as usize;
            }
            None => self.added.push_str(&self.source.as_str()[start..end]),
        }
        self.added.push_str(data.within(self.source.as_str()));
        let room = self.limit - self.len();
        let filler = if was_added.is_none() || run.length == 0 { 0 } else { length.min(room) };
        self.reserve(filler);
        self.added.extend(std::iter::repeat_n(Self::FILLER, filler));
        let capacity = (length + filler) as u32;
        *run = TextRun { start: new_start as u32, length: length as u32, capacity };
        true
    }

    #[inline]
    fn reserve(&mut self, length: usize) {
        if self.added.capacity() - self.added.len() < length {
            // Grows by a quarter instead of doubling, because unused capacity is wasted as long as the document exists.
            self.added.reserve_exact(length + self.added.len().max(1024) / 4);
        }
    }
}

/// Returns the number of bytes by which a vector of `bytes` bytes grows while more input is expected. A short vector grows
/// to a multiple of its length, so that it is seldom copied; a long one grows by less, because unused capacity is wasted.
pub(crate) fn growth(bytes: usize) -> usize {
    const LONG: usize = 1 << 20;
    if bytes < LONG { 3 * bytes } else { bytes / 2 }
}

/// A range of text that was kept, and its new start.
#[derive(Clone, Copy, Debug)]
struct Piece {
    start: usize,
    end: usize,
    new_start: usize,
}

/// Returns the union of some spans as pieces, which are placed one after another from `new_start` on.
fn pieces_of(spans: Vec<TextSpan>, mut new_start: usize) -> Vec<Piece> {
    let mut ranges: Vec<u64> = Vec::with_capacity(spans.len());
    for TextSpan { start, length } in spans {
        if length > 0 {
            ranges.push(u64::from(start) << 32 | u64::from(length));
        }
    }
    sort_numbers(&mut ranges);
    let mut pieces: Vec<Piece> = Vec::with_capacity(ranges.len());
    for range in ranges {
        let start = (range >> 32) as usize;
        let end = start + range as u32 as usize;
        match pieces.last_mut() {
            Some(last) if start <= last.end => {
                new_start += end.saturating_sub(last.end);
                last.end = last.end.max(end);
            }
            _ => {
                pieces.push(Piece { start, end, new_start });
                new_start += end - start;
            }
        }
    }
    pieces
}

/// The mapping of spans by a compaction. Spans that overlapped still overlap.
#[derive(Debug)]
pub(crate) struct Compaction {
    /// Text before this offset was not moved.
    moved_from: usize,
    pieces: Vec<Piece>,
}

impl Compaction {
    pub(crate) fn move_span(&self, span: &mut TextSpan) {
        let start = span.start as usize;
        let piece = self.pieces.partition_point(|piece| piece.start <= start).checked_sub(1);
        if let Some(piece) = piece
            && span.length > 0
            && start >= self.moved_from
        {
            let Piece { start: old_start, new_start, .. } = self.pieces[piece];
            span.start = (new_start + start - old_start) as u32;
        }
    }
}
