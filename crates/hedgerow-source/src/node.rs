//! [`NodeSource`]: what can be asked of a node about its place in the source.

use hedgerow_dom::{AttributeKey, AttributeNameRef, EndTagSource, NodeKind, NodeRef, StartTagSource, search};
use hedgerow_names::Span;

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct AttributeSpans<'d> {
    /// Which attribute it is.
    pub attribute: AttributeNameRef<'d>,
    /// Its name, as it is spelled.
    pub name: Span,
    /// Its value as it is written, without quotes; `None` if there is no equals sign. It is empty where nothing follows that.
    pub value: Option<Span>,
}

/// Where the node stands in the source: known if the parser was told to keep source spans, and the node was made by it.
///
/// Spans are byte offsets into the decoded source, [`Document::source`](hedgerow_dom::Document::source), newlines as they are there.
/// They say what the parser has read, whatever becomes of the tree afterwards: copies that are made then have none.
///
/// A node that the parser has put elsewhere in the tree still says where it stands in the source: what belongs in no table,
/// which comes before it in the tree; what follows `</body>`; what was in a formatting element that is closed too early or
/// too late; what a `<template for>` has put in its place. In a document without parse errors or such templates nothing is
/// moved, but for white space behind `</body>`: then the spans of siblings follow each other, and those of children lie
/// within their parent's.
pub trait NodeSource<'d>: Sized {
    /// The node.
    fn placed_node(self) -> NodeRef<'d>;

    /// All of the node in the source: of an element from its start tag to its end tag, of a text from its first to its last
    /// [piece](Self::text_pieces).
    ///
    /// Where an end tag is implied, that is up to the token that implied it; where a start tag is, from the token that did.
    /// There is none for what has no place of its own: a [copy](StartTagSource::Copy) that the parser has made.
    ///
    /// ```
    /// use hedgerow_source::NodeSource;
    /// let document = hedgerow::Parser::new().source_spans(true).parse("<p>one<p>two").into_document();
    /// let paragraph = document.body().unwrap().first_child().unwrap();
    /// assert_eq!(document.source_text(paragraph.source_span().unwrap()), Some("<p>one"));
    /// ```
    #[must_use]
    fn source_span(self) -> Option<Span> {
        let node = self.placed_node();
        let spans = node.document().source_spans()?;
        if node.element_name().is_none() {
            return spans.token(node.slot());
        }
        let (start, start_end) = match spans.start_tag(node.slot())? {
            StartTagSource::Tag(span) | StartTagSource::Implied(span) => (span.start, span.end),
            StartTagSource::Copy(_) => return None,
        };
        let end = match spans.end_tag(node.slot()) {
            EndTagSource::Tag(tag) => tag.end,
            EndTagSource::Implied(token) => token.start.max(start),
            EndTagSource::None => start_end,
        };
        Some(Span { start, end })
    }

    /// Where an element begins; `None` for another node, and if that is not known.
    ///
    /// ```
    /// use hedgerow_source::NodeSource;
    /// let document = hedgerow_dom::Document::new();
    /// assert_eq!(document.root().start_tag(), None);
    /// ```
    #[must_use]
    fn start_tag(self) -> Option<StartTagSource> {
        let node = self.placed_node();
        node.element_name()?;
        node.document().source_spans()?.start_tag(node.slot())
    }

    /// Where an element ends; `None` for another node, and if that is not known.
    ///
    /// ```
    /// use hedgerow_source::NodeSource;
    /// let document = hedgerow_dom::Document::new();
    /// assert_eq!(document.root().end_tag(), None);
    /// ```
    #[must_use]
    fn end_tag(self) -> Option<EndTagSource> {
        let node = self.placed_node();
        node.start_tag()?;
        Some(node.document().source_spans()?.end_tag(node.slot()))
    }

    /// The start tag of an element that has one of its own.
    ///
    /// ```
    /// use hedgerow_source::NodeSource;
    /// let document = hedgerow_dom::Document::new();
    /// assert_eq!(document.root().start_tag_span(), None);
    /// ```
    #[must_use]
    fn start_tag_span(self) -> Option<Span> {
        match self.start_tag() {
            Some(StartTagSource::Tag(span)) => Some(span),
            _ => None,
        }
    }

    /// The end tag of an element that has one.
    ///
    /// ```
    /// use hedgerow_source::NodeSource;
    /// let document = hedgerow_dom::Document::new();
    /// assert_eq!(document.root().end_tag_span(), None);
    /// ```
    #[must_use]
    fn end_tag_span(self) -> Option<Span> {
        match self.end_tag() {
            Some(EndTagSource::Tag(span)) => Some(span),
            _ => None,
        }
    }

    /// What stands between the start tag of an element and its end; `None` if it has no start tag of its own, or can't have
    /// contents.
    ///
    /// ```
    /// use hedgerow_source::NodeSource;
    /// let document = hedgerow_dom::Document::new();
    /// assert_eq!(document.root().contents_span(), None);
    /// ```
    #[must_use]
    fn contents_span(self) -> Option<Span> {
        let node = self.placed_node();
        let start = node.start_tag_span()?.end;
        match node.end_tag()? {
            EndTagSource::Tag(end) | EndTagSource::Implied(end) if end.start >= start => {
                Some(Span { start, end: end.start })
            }
            _ => None,
        }
    }

    /// Where the attributes of an element stand: first those of its own start tag, then those that it got from others, as
    /// `html` and `body` do.
    ///
    /// ```
    /// use hedgerow_source::NodeSource;
    /// let document = hedgerow_dom::Document::new();
    /// assert_eq!(document.root().attribute_spans().count(), 0);
    /// ```
    fn attribute_spans(self) -> impl Iterator<Item = AttributeSpans<'d>> + 'd {
        let node = self.placed_node();
        sources(node).map(move |source| spans_of(node, source))
    }

    /// Where an attribute stands, by the names that [`NodeRef::attribute`] takes.
    ///
    /// ```
    /// use hedgerow_source::NodeSource;
    /// let document = hedgerow_dom::Document::new();
    /// assert_eq!(document.root().attribute_span("href"), None);
    /// ```
    #[must_use]
    fn attribute_span<'t>(self, name: impl Into<AttributeKey<'t>>) -> Option<AttributeSpans<'d>> {
        let node = self.placed_node();
        let names = search::names_of_key(node, name.into());
        let source = sources(node).find(|source| names.contains(&Some(source.attribute)))?;
        Some(spans_of(node, source))
    }

    /// Where the characters of a text stand: one piece if they stand there together, more if something came between them, such
    /// as a table out of which they were taken, or a character that was dropped. What a piece says is still as it is written,
    /// with its character references. None for another node.
    ///
    /// ```
    /// use hedgerow_source::NodeSource;
    /// let document = hedgerow_dom::Document::new();
    /// assert_eq!(document.root().text_pieces().count(), 0);
    /// ```
    fn text_pieces(self) -> impl Iterator<Item = Span> + 'd {
        let node = self.placed_node();
        let spans = node.document().source_spans().filter(|_| node.kind() == NodeKind::Text);
        spans.into_iter().flat_map(move |spans| spans.text_pieces(node.slot()))
    }
}

impl<'d> NodeSource<'d> for NodeRef<'d> {
    fn placed_node(self) -> Self {
        self
    }
}

fn sources(node: NodeRef<'_>) -> impl Iterator<Item = search::AttributeSource> {
    let spans = node.document().source_spans().filter(|_| node.element_name().is_some());
    spans.into_iter().flat_map(move |spans| spans.attributes(node.slot()))
}

fn spans_of(node: NodeRef<'_>, source: search::AttributeSource) -> AttributeSpans<'_> {
    let attribute = search::attribute_name_ref(node.document(), source.attribute);
    AttributeSpans { attribute, name: source.name, value: source.value }
}
