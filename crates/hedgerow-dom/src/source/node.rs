//! What can be asked of a node about its place in the source.

use hedgerow_names::{AttributeName, Span};

use super::SourceSpans;
use super::table::{AttributeSource, End, Start};
use crate::node_ref::NodeRef;

/// Where an element begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StartTagSource {
    /// With this start tag.
    Tag(Span),
    /// Nowhere: the parser has copied an element with this start tag, to put right formatting elements that are misnested.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements>
    /// <https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm>
    Copy(Span),
    /// Without a start tag, where this token begins, which implied it: a tag, the first character of a text, or the end of the
    /// source.
    Implied(Span),
}

/// Where an element ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndTagSource {
    /// With this end tag. It has the same name, but for headings, which any heading's end tag ends.
    Tag(Span),
    /// Without an end tag, where this token begins, which implied it: a tag, the first character of a text, or the end of the
    /// source.
    Implied(Span),
    /// Right behind its start tag, as it can't have contents; or it is still open, because the parser has stopped.
    None,
}

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct AttributeSpans {
    /// Which attribute it is.
    pub attribute: AttributeName,
    /// Its name, as it is spelled.
    pub name: Span,
    /// Its value as it is written, without quotes; `None` if there is no equals sign. It is empty where nothing follows that.
    pub value: Option<Span>,
}

/// Where the node stands in the source: known if the parser was told to keep source spans, and the node was made by it.
///
/// Spans are byte offsets into the decoded source, [`Document::source`](crate::Document::source), newlines as they are there.
/// They say what the parser has read, whatever becomes of the tree afterwards: copies that are made then have none.
///
/// A node that the parser has put elsewhere in the tree still says where it stands in the source: what belongs in no table,
/// which comes before it in the tree; what follows `</body>`; what was in a formatting element that is closed too early or
/// too late; what a `<template for>` has put in its place. In a document without parse errors or such templates nothing is
/// moved, but for white space behind `</body>`: then the spans of siblings follow each other, and those of children lie
/// within their parent's.
impl<'d> NodeRef<'d> {
    fn tables(self) -> Option<&'d SourceSpans> {
        self.document().source_spans.as_deref()
    }

    /// The tables, and what stands in them for the start tag of an element.
    fn start(self) -> Option<(&'d SourceSpans, Start)> {
        self.element_name()?;
        let spans = self.tables()?;
        Some((spans, spans.nodes.start(self.slot())?))
    }

    /// All of the node in the source: of an element from its start tag to its end tag, of a text from its first to its last
    /// [piece](Self::text_pieces).
    ///
    /// Where an end tag is implied, that is up to the token that implied it; where a start tag is, from the token that did.
    /// There is none for what has no place of its own: a [copy](StartTagSource::Copy) that the parser has made.
    ///
    /// ```
    /// use hedgerow_dom::{Document, Span};
    /// let mut document = Document::with_source("<!--note-->");
    /// document.unchecked().keep_source_spans();
    /// let comment = document.unchecked().create_comment("note");
    /// document.unchecked().source_spans_mut().unwrap().note_token(comment, Span { start: 0, end: 11 });
    /// let span = document.node_at(comment).source_span().unwrap();
    /// assert_eq!(document.source_text(span), Some("<!--note-->"));
    /// ```
    #[must_use]
    pub fn source_span(self) -> Option<Span> {
        let spans = self.tables()?;
        let span = if self.element_name().is_some() {
            let (start, start_end) = match spans.nodes.start(self.slot())? {
                Start::Tag(span) | Start::Implied(span) => (span.start, span.end),
                Start::Copy(_) => return None,
            };
            let end = match spans.nodes.end(self.slot()) {
                End::Tag(tag) => tag.end,
                End::Implied(token) => token.start.max(start),
                End::None => start_end,
            };
            Span { start, end }
        } else {
            let span = spans.nodes.node(self.slot())?;
            let pieces = spans.pieces.get(&self.slot()).map_or(&[][..], Vec::as_slice);
            Span { end: pieces.iter().map(|piece| piece.end).max().unwrap_or(span.end), ..span }
        };
        Some(spans.newlines.span_in_source(span))
    }

    /// Where an element begins; `None` for another node, and if that is not known.
    ///
    /// ```
    /// let document = hedgerow_dom::Document::new();
    /// assert_eq!(document.root().start_tag(), None);
    /// ```
    #[must_use]
    pub fn start_tag(self) -> Option<StartTagSource> {
        let (spans, start) = self.start()?;
        let in_source = |span| spans.newlines.span_in_source(span);
        Some(match start {
            Start::Tag(span) => StartTagSource::Tag(in_source(span)),
            Start::Copy(span) => StartTagSource::Copy(in_source(span)),
            Start::Implied(span) => StartTagSource::Implied(in_source(span)),
        })
    }

    /// Where an element ends; `None` for another node, and if that is not known.
    ///
    /// ```
    /// let document = hedgerow_dom::Document::new();
    /// assert_eq!(document.root().end_tag(), None);
    /// ```
    #[must_use]
    pub fn end_tag(self) -> Option<EndTagSource> {
        let (spans, _) = self.start()?;
        let in_source = |span| spans.newlines.span_in_source(span);
        Some(match spans.nodes.end(self.slot()) {
            End::None => EndTagSource::None,
            End::Tag(span) => EndTagSource::Tag(in_source(span)),
            End::Implied(span) => EndTagSource::Implied(in_source(span)),
        })
    }

    /// The start tag of an element that has one of its own.
    ///
    /// ```
    /// let document = hedgerow_dom::Document::new();
    /// assert_eq!(document.root().start_tag_span(), None);
    /// ```
    #[must_use]
    pub fn start_tag_span(self) -> Option<Span> {
        match self.start_tag() {
            Some(StartTagSource::Tag(span)) => Some(span),
            _ => None,
        }
    }

    /// The end tag of an element that has one.
    ///
    /// ```
    /// let document = hedgerow_dom::Document::new();
    /// assert_eq!(document.root().end_tag_span(), None);
    /// ```
    #[must_use]
    pub fn end_tag_span(self) -> Option<Span> {
        match self.end_tag() {
            Some(EndTagSource::Tag(span)) => Some(span),
            _ => None,
        }
    }

    /// What stands between the start tag of an element and its end; `None` if it has no start tag of its own, or can't have
    /// contents.
    ///
    /// ```
    /// let document = hedgerow_dom::Document::new();
    /// assert_eq!(document.root().contents_span(), None);
    /// ```
    #[must_use]
    pub fn contents_span(self) -> Option<Span> {
        let start = self.start_tag_span()?.end;
        match self.end_tag()? {
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
    /// let document = hedgerow_dom::Document::new();
    /// assert_eq!(document.root().attribute_spans().count(), 0);
    /// ```
    pub fn attribute_spans(self) -> impl Iterator<Item = AttributeSpans> + 'd {
        self.start().into_iter().flat_map(move |(spans, start)| {
            let own = match start {
                Start::Tag(tag) | Start::Copy(tag) => tag,
                Start::Implied(_) => Span::default(),
            };
            let added = spans.added_attributes.get(&self.slot()).map_or(&[][..], Vec::as_slice);
            let sources = spans.attributes.of_tag(own).chain(added.iter().copied());
            sources.map(|AttributeSource { attribute, name, value }| AttributeSpans {
                attribute,
                name: spans.newlines.span_in_source(name),
                value: value.map(|value| spans.newlines.span_in_source(value)),
            })
        })
    }

    /// Where the attribute in no namespace with that name stands.
    ///
    /// ```
    /// let document = hedgerow_dom::Document::new();
    /// assert_eq!(document.root().attribute_span("href"), None);
    /// ```
    #[must_use]
    pub fn attribute_span(self, name: &str) -> Option<AttributeSpans> {
        let name = AttributeName::plain(self.document().names().find(name)?);
        self.attribute_spans().find(|spans| spans.attribute == name)
    }

    /// Where the characters of a text stand: one piece if they stand there together, more if something came between them, such
    /// as a table out of which they were taken, or a character that was dropped. What a piece says is still as it is written,
    /// with its character references. None for another node.
    ///
    /// ```
    /// let document = hedgerow_dom::Document::new();
    /// assert_eq!(document.root().text_pieces().count(), 0);
    /// ```
    pub fn text_pieces(self) -> impl Iterator<Item = Span> + 'd {
        let tables = self.tables().filter(|_| self.kind() == crate::NodeKind::Text);
        tables.into_iter().flat_map(move |spans| {
            let several = spans.pieces.get(&self.slot());
            let one = if several.is_none() { spans.nodes.node(self.slot()) } else { None };
            let pieces = one.into_iter().chain(several.into_iter().flatten().copied());
            pieces.map(|piece| spans.newlines.span_in_source(piece))
        })
    }
}
