//! The tables of source spans of a document, for a parser and for readers.

use hedgerow_names::Span;

use super::SourceSpans;
use crate::document::Document;
use crate::links::Unchecked;

/// Source spans, for a parser.
impl<'d> Unchecked<'d> {
    /// Makes the tables, empty, or empties those that there are. From then on [`source_spans_mut`](Self::source_spans_mut)
    /// returns them.
    ///
    /// The caller guarantees that all spans that it notes are spans of the source.
    ///
    /// ```
    /// let mut document = hedgerow_dom::Document::with_source("<p>");
    /// document.unchecked().keep_source_spans();
    /// assert_eq!(document.source(), Some("<p>"));
    /// ```
    pub fn keep_source_spans(self) {
        let Document { nodes, attributes, source_spans, .. } = self.document;
        let spans = source_spans.get_or_insert_default();
        spans.clear();
        spans.nodes.make_room_for(nodes.capacity());
        spans.attributes.make_room_for(attributes.capacity());
    }

    /// The tables, if they are [kept](Self::keep_source_spans).
    #[inline]
    #[must_use]
    pub fn source_spans_mut(self) -> Option<&'d mut SourceSpans> {
        self.document.source_spans.as_deref_mut()
    }
}

/// The source.
impl Document {
    /// Gives up where nodes and attributes stand in the source.
    #[inline]
    pub fn forget_source_spans(&mut self) {
        self.source_spans = None;
    }

    /// The decoded source, which all spans point into; `None` if spans are not kept. It is empty while a document is still
    /// parsed that comes in chunks.
    ///
    /// ```
    /// assert_eq!(hedgerow_dom::Document::new().source(), None);
    /// ```
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        let spans = self.source_spans.as_ref()?;
        Some(match &spans.source {
            Some(source) => source,
            None => self.text.source(),
        })
    }

    /// Where nodes stand in the source, if that is kept.
    #[inline]
    #[must_use]
    pub fn source_spans(&self) -> Option<&SourceSpans> {
        self.source_spans.as_deref()
    }

    /// The piece of the [source](Self::source) that a span means; `None` if there is no such piece.
    ///
    /// ```
    /// use hedgerow_dom::{Document, Span};
    /// let mut document = Document::with_source("<P>");
    /// document.unchecked().keep_source_spans();
    /// assert_eq!(document.source_text(Span { start: 1, end: 2 }), Some("P"));
    /// ```
    #[must_use]
    pub fn source_text(&self, span: Span) -> Option<&str> {
        self.source()?.get(span.range())
    }
}
