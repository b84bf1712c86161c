//! [`NodeSource`]: the source spans of a node.

use hedgerow_base::{AttributeKey, AttributeNameRef, AttributeSource, EndTagSource, Span, StartTagSource};
use hedgerow_dom::{NodeKind, NodeRef, search};

/// The source spans of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct AttributeSpans<'d> {
    /// The name of the attribute.
    pub attribute: AttributeNameRef<'d>,
    /// The span of its name, which may be in any case.
    pub name: Span,
    /// The span of its value, without quotes; `None` if there is no equals sign, and empty if nothing follows the equals sign.
    pub value: Option<Span>,
}

/// The source spans of a node, which are known if the parser recorded them and created the node.
///
/// Spans are byte offsets into the decoded source, [`Document::source`](hedgerow_dom::Document::source), with its newlines
/// unchanged. They describe what the parser read, and later changes of the tree do not affect them; copies of nodes have no
/// spans.
///
/// If the parser moves a node in the tree, its span is still the node's place in the source. The parser moves content that
/// is not allowed in a table, content after `</body>`, content of formatting elements that are closed too early or too late,
/// and content of a `<template for>`. In a document without parse errors and without such templates, the parser moves
/// only white space after `</body>`: the spans of siblings follow each other, and a parent's span contains its
/// children's spans.
pub trait NodeSource<'d>: Sized + crate::sealed::Sealed {
    /// The node.
    fn source_node(self) -> NodeRef<'d>;

    /// The whole node in the source: an element from its start tag to its end tag, a text from its first to its last
    /// [piece](Self::text_pieces).
    ///
    /// If the start tag is implied, the span begins at the token that implied the start tag; if the end tag is implied,
    /// the span ends before the token that implied the end tag. `None` for a [copy](StartTagSource::Copy) that the
    /// parser created, which has no source of its own.
    ///
    /// ```
    /// use hedgerow::source::NodeSource;
    /// let document = hedgerow::Parser::new().source_spans(true).parse("<p>one<p>two").into_document();
    /// let paragraph = document.body().unwrap().first_child().unwrap();
    /// assert_eq!(paragraph.source_text(), Some("<p>one"));
    /// ```
    #[must_use]
    fn source_span(self) -> Option<Span> {
        let node = self.source_node();
        let spans = search::source_spans(node.document())?;
        if node.element_name().is_none() {
            return spans.token(node.slot().index());
        }
        let (start, start_end) = match spans.start_tag(node.slot().index())? {
            StartTagSource::Tag(span) | StartTagSource::Implied(span) => (span.start, span.end),
            StartTagSource::Copy(_) => return None,
        };
        let end = match spans.end_tag(node.slot().index()) {
            EndTagSource::Tag(tag) => tag.end,
            EndTagSource::Implied(token) => token.start.max(start),
            EndTagSource::None => start_end,
        };
        Some(Span { start, end })
    }

    /// The whole node as it is written in the source: the text in its [`source_span`](Self::source_span).
    #[must_use]
    fn source_text(self) -> Option<&'d str> {
        let node = self.source_node();
        node.source_span()?.of(node.document().source()?)
    }

    /// The start tag of an element, or the token that implied it; `None` for other nodes and for elements without recorded spans.
    ///
    /// ```
    /// use hedgerow::source::StartTagSource;
    /// use hedgerow::source::NodeSource;
    /// let document = hedgerow::Parser::new().source_spans(true).parse("<p>one").into_document();
    /// let body = document.body().unwrap();
    /// assert!(matches!(body.start_tag(), Some(StartTagSource::Implied(_))));
    /// assert!(matches!(body.first_child().unwrap().start_tag(), Some(StartTagSource::Tag(_))));
    /// ```
    #[must_use]
    fn start_tag(self) -> Option<StartTagSource> {
        let node = self.source_node();
        node.element_name()?;
        search::source_spans(node.document())?.start_tag(node.slot().index())
    }

    /// The end tag of an element, or the token that implied it; `None` for other nodes and for elements without recorded spans.
    ///
    /// ```
    /// use hedgerow::source::EndTagSource;
    /// use hedgerow::source::NodeSource;
    /// let document = hedgerow::Parser::new().source_spans(true).parse("<p>one<p>two</p>").into_document();
    /// let paragraphs: Vec<_> = document.body().unwrap().children().collect();
    /// assert!(matches!(paragraphs[0].end_tag(), Some(EndTagSource::Implied(_))));
    /// assert!(matches!(paragraphs[1].end_tag(), Some(EndTagSource::Tag(_))));
    /// ```
    #[must_use]
    fn end_tag(self) -> Option<EndTagSource> {
        let node = self.source_node();
        node.start_tag()?;
        Some(search::source_spans(node.document())?.end_tag(node.slot().index()))
    }

    /// The start tag of an element; `None` if the element is implied or a copy.
    ///
    /// ```
    /// use hedgerow::source::NodeSource;
    /// let document = hedgerow::Parser::new().source_spans(true).parse("<p id=a>one").into_document();
    /// let body = document.body().unwrap();
    /// assert_eq!(body.start_tag_span(), None);
    /// let tag = body.first_child().unwrap().start_tag_span().unwrap();
    /// assert_eq!(tag.of(document.source().unwrap()), Some("<p id=a>"));
    /// ```
    #[must_use]
    fn start_tag_span(self) -> Option<Span> {
        match self.start_tag() {
            Some(StartTagSource::Tag(span)) => Some(span),
            _ => None,
        }
    }

    /// The end tag of an element; `None` if it is implied.
    #[must_use]
    fn end_tag_span(self) -> Option<Span> {
        match self.end_tag() {
            Some(EndTagSource::Tag(span)) => Some(span),
            _ => None,
        }
    }

    /// The span between the start tag of an element and its end; `None` if the element has no start tag of its own, or
    /// cannot have contents.
    ///
    /// ```
    /// use hedgerow::source::NodeSource;
    /// let document = hedgerow::Parser::new().source_spans(true).parse("<p>a <b>c</b></p>").into_document();
    /// let paragraph = document.body().unwrap().first_child().unwrap();
    /// assert_eq!(paragraph.contents_span().unwrap().of(document.source().unwrap()), Some("a <b>c</b>"));
    /// ```
    #[must_use]
    fn contents_span(self) -> Option<Span> {
        let node = self.source_node();
        let start = node.start_tag_span()?.end;
        match node.end_tag()? {
            EndTagSource::Tag(end) | EndTagSource::Implied(end) if end.start >= start => {
                Some(Span { start, end: end.start })
            }
            _ => None,
        }
    }

    /// The spans of the attributes of an element: first those in its own start tag, then those that later `html` or `body` tags
    /// added.
    fn attribute_spans(self) -> impl Iterator<Item = AttributeSpans<'d>> + 'd {
        let node = self.source_node();
        sources(node).map(move |source| spans_of(node, source))
    }

    /// The spans of an attribute. The name has the same forms as for [`NodeRef::attribute`].
    ///
    /// ```
    /// use hedgerow::source::NodeSource;
    /// let document = hedgerow::Parser::new().source_spans(true).parse("<a HREF='b.html'>").into_document();
    /// let spans = document.body().unwrap().first_child().unwrap().attribute_span("href").unwrap();
    /// let source = document.source().unwrap();
    /// assert_eq!(spans.name.of(source), Some("HREF"));
    /// assert_eq!(spans.value.unwrap().of(source), Some("b.html"));
    /// ```
    #[must_use]
    fn attribute_span<'t>(self, name: impl Into<AttributeKey<'t>>) -> Option<AttributeSpans<'d>> {
        let node = self.source_node();
        let names = search::names_of_key(node, name.into());
        let source = sources(node).find(|source| names.contains(&Some(source.attribute)))?;
        Some(spans_of(node, source))
    }

    /// The spans of the source from which the characters of a text come. The source may contain character references. Other nodes
    /// have no pieces.
    ///
    /// There are several pieces if the characters are not contiguous in the source: between them may be a character that was
    /// dropped, or a part of the table out of which the characters were moved.
    ///
    /// ```
    /// use hedgerow::source::NodeSource;
    /// let document = hedgerow::Parser::new().source_spans(true).parse("<table>a<tr>b").into_document();
    /// let text = document.body().unwrap().first_child().unwrap();
    /// assert_eq!(text.data(), Some("ab"));
    /// let source = document.source().unwrap();
    /// let pieces: Vec<_> = text.text_pieces().filter_map(|piece| piece.of(source)).collect();
    /// assert_eq!(pieces, ["a", "b"]);
    /// ```
    fn text_pieces(self) -> impl Iterator<Item = Span> + 'd {
        let node = self.source_node();
        let spans = search::source_spans(node.document()).filter(|_| node.kind() == NodeKind::Text);
        spans.into_iter().flat_map(move |spans| spans.text_pieces(node.slot().index()))
    }
}

impl<'d> NodeSource<'d> for NodeRef<'d> {
    fn source_node(self) -> Self {
        self
    }
}

fn sources(node: NodeRef<'_>) -> impl Iterator<Item = AttributeSource> {
    let spans = search::source_spans(node.document()).filter(|_| node.element_name().is_some());
    spans.into_iter().flat_map(move |spans| spans.attributes(node.slot().index()))
}

fn spans_of(node: NodeRef<'_>, source: AttributeSource) -> AttributeSpans<'_> {
    let attribute = AttributeNameRef::new(search::names(node.document()), source.attribute);
    AttributeSpans { attribute, name: source.name, value: source.value }
}
