//! The source spans of a document: written by a parser, read by `hedgerow-source`.

use hedgerow_base::Span;

use super::SourceSpans;
use crate::document::Document;
use crate::links::Unchecked;
use crate::node_ref::NodeRef;

/// Source spans for a parser.
impl<'d> Unchecked<'d> {
    /// Creates empty tables, or empties existing ones. [`source_spans_mut`](Self::source_spans_mut) returns them afterwards.
    ///
    /// The caller guarantees that all spans that it records are spans of the source.
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

    /// Removes the tables.
    #[inline]
    pub fn forget_source_spans(self) {
        self.document.source_spans = None;
    }

    /// Returns the tables, if they are [kept](Self::keep_source_spans).
    #[inline]
    #[must_use]
    pub fn source_spans_mut(self) -> Option<&'d mut SourceSpans> {
        self.document.source_spans.as_deref_mut()
    }
}

/// The source and the source spans.
impl Document {
    /// Returns the decoded source, to which all spans refer; `None` if spans are not kept. It is empty while a document is parsed
    /// in chunks.
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

    /// Returns the positions of nodes in the source, if they are kept.
    #[inline]
    #[must_use]
    pub fn source_spans(&self) -> Option<&SourceSpans> {
        self.source_spans.as_deref()
    }

    /// Returns the part of the [source](Self::source) in a span; `None` if the source does not contain the span.
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

impl SourceSpans {
    /// Whether text in a node was parsed as raw text, in which nothing can be escaped.
    #[must_use]
    pub fn has_literal_text(&self, parent: NodeRef<'_>) -> bool {
        match parent.name_number() {
            Some(name) => name.has_literal_text(self.noscript_is_text),
            None => self.fragment_is_text && parent.slot() == parent.document().root,
        }
    }
}
