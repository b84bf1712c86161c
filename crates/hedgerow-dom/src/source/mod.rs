//! Where the nodes and attributes of a parsed document stand in its source: side tables, filled by the parser.
//!
//! They say what was read, so they stay true whatever becomes of the tree: a text that is changed still says where the
//! parser has found it. What was made or copied since stands nowhere.
//!
//! What is not here: how the places are kept (`table.rs`), the questions that are asked of a node (`node.rs`), and changes of
//! the source (`edits.rs`).

mod edit_error;
mod edits;
mod node;
mod table;

use std::collections::HashMap;

use hedgerow_names::{AttributeName, NewlineMap, Span};

use crate::document::{Document, NodeId};
use crate::node_ref::NodeRef;
use crate::serialize::has_literal_text;

pub use edit_error::{OverlappingEdits, SourceEditError};
pub use edits::{SourceEdit, SourceEdits};
pub use node::{AttributeSpans, EndTagSource, StartTagSource};

use table::{AttributeSource, AttributeTable, End, NodeTable, Start, extend};

/// The side tables for [source spans](crate::NodeRef::source_span), to be filled by a parser.
///
/// All offsets that go in count in the source with its newlines normalized.
#[derive(Clone, Debug, Default)]
pub struct SourceSpans {
    nodes: NodeTable,
    attributes: AttributeTable,
    /// The attributes that elements got from later tags.
    added_attributes: HashMap<NodeId, Vec<AttributeSource>>,
    /// The pieces of each text that has more than one.
    pieces: HashMap<NodeId, Vec<Span>>,
    /// How the source differs from the normalized text.
    newlines: NewlineMap,
    /// The source, if it is not what the document was made with.
    source: Option<Box<str>>,
    /// Whether what a `noscript` element contains is read as text.
    noscript_is_text: bool,
    /// Whether all of a fragment is read as text.
    fragment_is_text: bool,
}

/// Source spans, for a parser.
impl Document {
    /// Makes the tables, empty, or empties those that there are. From then on [`source_spans_mut`](Self::source_spans_mut) gives
    /// them.
    ///
    /// ```
    /// let mut document = hedgerow_dom::Document::with_source("<p>");
    /// document.keep_source_spans();
    /// assert_eq!(document.source(), Some("<p>"));
    /// ```
    pub fn keep_source_spans(&mut self) {
        let spans = self.source_spans.get_or_insert_default();
        spans.clear();
        spans.nodes.make_room_for(self.nodes.capacity());
        spans.attributes.make_room_for(self.attributes.capacity());
    }

    /// Gives up the tables.
    ///
    /// ```
    /// let mut document = hedgerow_dom::Document::with_source("<p>");
    /// document.keep_source_spans();
    /// document.forget_source_spans();
    /// assert_eq!(document.source(), None);
    /// ```
    #[inline]
    pub fn forget_source_spans(&mut self) {
        self.source_spans = None;
    }

    /// The tables, if they are [kept](Self::keep_source_spans).
    ///
    /// ```
    /// assert!(hedgerow_dom::Document::new().source_spans_mut().is_none());
    /// ```
    #[inline]
    pub fn source_spans_mut(&mut self) -> Option<&mut SourceSpans> {
        self.source_spans.as_deref_mut()
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

    /// The piece of the [source](Self::source) that a span means; `None` if there is no such piece.
    ///
    /// ```
    /// use hedgerow_dom::{Document, Span};
    /// let mut document = Document::with_source("<P>");
    /// document.keep_source_spans();
    /// assert_eq!(document.source_text(Span { start: 1, end: 2 }), Some("P"));
    /// ```
    #[must_use]
    pub fn source_text(&self, span: Span) -> Option<&str> {
        self.source()?.get(span.range())
    }
}

impl SourceSpans {
    /// Whether text in a node is read literally, so that nothing can be escaped there.
    fn has_literal_text(&self, parent: NodeRef<'_>) -> bool {
        match parent.element_name() {
            Some(name) => has_literal_text(name, self.noscript_is_text),
            None => self.fragment_is_text && parent.id() == parent.document().root_id(),
        }
    }

    /// Removes everything; the memory stays.
    pub(crate) fn clear(&mut self) {
        let Self {
            nodes,
            attributes,
            added_attributes,
            pieces,
            newlines,
            source,
            noscript_is_text,
            fragment_is_text,
        } = self;
        nodes.clear();
        attributes.clear();
        added_attributes.clear();
        pieces.clear();
        *newlines = NewlineMap::default();
        *source = None;
        *noscript_is_text = false;
        *fragment_is_text = false;
    }

    /// Says how the source differs from the normalized text that offsets count in; and the source itself, if the document was
    /// not made with it.
    ///
    /// ```
    /// use hedgerow_dom::{Document, NewlineMap};
    /// let mut document = Document::with_source("\n");
    /// document.keep_source_spans();
    /// document.source_spans_mut().unwrap().set_source(NewlineMap::of("\r\n"), Some("\r\n".to_owned()));
    /// assert_eq!(document.source(), Some("\r\n"));
    /// ```
    pub fn set_source(&mut self, newlines: NewlineMap, source: Option<String>) {
        self.newlines = newlines;
        self.source = source.map(String::into_boxed_str);
    }

    /// Says whether what a `noscript` element contains is read as text, as it is where scripting is enabled.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::with_source("<noscript><p></noscript>");
    /// document.keep_source_spans();
    /// document.source_spans_mut().unwrap().set_noscript_is_text(true);
    /// ```
    pub fn set_noscript_is_text(&mut self, is_text: bool) {
        self.noscript_is_text = is_text;
    }

    /// Says whether all of a fragment is read as text in which nothing can be escaped, as in a `style` element.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::with_source("a < b");
    /// document.keep_source_spans();
    /// document.source_spans_mut().unwrap().set_fragment_is_text(true);
    /// ```
    pub fn set_fragment_is_text(&mut self, is_text: bool) {
        self.fragment_is_text = is_text;
    }

    /// Takes note of the token that has become a node: a comment, a doctype, a processing instruction.
    ///
    /// ```
    /// use hedgerow_dom::{Document, Span};
    /// let mut document = Document::with_source("<!---->");
    /// document.keep_source_spans();
    /// let comment = document.create_comment("");
    /// let span = Span { start: 0, end: 7 };
    /// document.source_spans_mut().unwrap().note_token(comment, span);
    /// assert_eq!(document.node(comment).source_span(), Some(span));
    /// ```
    #[inline]
    pub fn note_token(&mut self, node: NodeId, token: Span) {
        self.nodes.set_node(node, token);
    }

    /// Takes note of the start tag of an element, and of its attributes: what they are called in the tree, their names and
    /// values in the source.
    ///
    /// ```
    #[doc = include_str!("../../doc/parsed_link.txt")]
    /// let span = document.node(link).attribute_span("href").unwrap();
    /// assert_eq!(document.source_text(span.name), Some("HREF"));
    /// ```
    #[inline]
    pub fn note_start_tag(
        &mut self,
        element: NodeId,
        tag: Span,
        attributes: impl Iterator<Item = (AttributeName, Span, Option<Span>)>,
    ) {
        for (attribute, name, value) in attributes {
            self.attributes.push(AttributeSource { attribute, name, value });
        }
        self.nodes.set_start(element, Start::Tag(tag));
    }

    /// Takes note of the token that implied an element.
    ///
    /// ```
    #[doc = include_str!("../../doc/parsed_link.txt")]
    /// let other = document.create_element(ElementName::html(known::B), []);
    /// let spans = document.source_spans_mut().unwrap();
    /// let token = Span { start: 14, end: 15 };
    /// spans.note_implied(other, token);
    /// assert_eq!(document.node(other).start_tag(), Some(hedgerow_dom::StartTagSource::Implied(token)));
    /// ```
    pub fn note_implied(&mut self, element: NodeId, token: Span) {
        self.nodes.set_start(element, Start::Implied(token));
    }

    /// Takes note of a copy that the parser has made of an element, which stands where that does.
    ///
    /// ```
    #[doc = include_str!("../../doc/parsed_link.txt")]
    /// let other = document.create_element(ElementName::html(known::B), []);
    /// let spans = document.source_spans_mut().unwrap();
    /// spans.note_copy(other, link);
    /// let tag = Span { start: 0, end: 14 };
    /// assert_eq!(document.node(other).start_tag(), Some(hedgerow_dom::StartTagSource::Copy(tag)));
    /// ```
    pub fn note_copy(&mut self, copy: NodeId, original: NodeId) {
        if let Some(Start::Tag(tag) | Start::Copy(tag)) = self.nodes.start(original) {
            self.nodes.set_start(copy, Start::Copy(tag));
        }
    }

    /// Takes note of an attribute that an element got from another tag than its own.
    ///
    /// ```
    #[doc = include_str!("../../doc/parsed_link.txt")]
    /// let spans = document.source_spans_mut().unwrap();
    /// spans.note_added_attribute(link, AttributeName::plain(known::ID), Span { start: 14, end: 16 }, None);
    /// assert_eq!(document.node(link).attribute_spans().count(), 2);
    /// ```
    pub fn note_added_attribute(
        &mut self,
        element: NodeId,
        attribute: AttributeName,
        name: Span,
        value: Option<Span>,
    ) {
        let attribute = AttributeSource { attribute, name, value };
        self.added_attributes.entry(element).or_default().push(attribute);
    }

    /// Takes note of the end tag of an element. It may be told again, for an element that goes on behind its end tag.
    ///
    /// ```
    #[doc = include_str!("../../doc/parsed_link.txt")]
    /// assert_eq!(document.node(link).end_tag_span(), Some(Span { start: 17, end: 21 }));
    /// ```
    #[inline]
    pub fn note_end_tag(&mut self, element: NodeId, tag: Span) {
        self.nodes.set_end(element, End::Tag(tag));
    }

    /// Takes note of the token that implied the end of an element, unless its end is known. The start tag itself ends an
    /// element that can't have contents, and implies nothing.
    ///
    /// ```
    #[doc = include_str!("../../doc/parsed_link.txt")]
    /// let other = document.create_element(ElementName::html(known::B), []);
    /// let spans = document.source_spans_mut().unwrap();
    /// spans.note_implied(other, Span { start: 14, end: 15 });
    /// let token = Span { start: 17, end: 21 };
    /// spans.note_implied_end(other, token);
    /// assert_eq!(document.node(other).end_tag(), Some(hedgerow_dom::EndTagSource::Implied(token)));
    /// ```
    #[inline]
    pub fn note_implied_end(&mut self, element: NodeId, token: Span) {
        if !self.nodes.has_end(element) && !self.nodes.is_for_the_tag_at(element, token.start) {
            self.nodes.set_end(element, End::Implied(token));
        }
    }

    /// Whether the end of an element is known.
    ///
    /// ```
    #[doc = include_str!("../../doc/parsed_link.txt")]
    /// assert!(document.source_spans_mut().unwrap().has_end(link));
    /// ```
    #[inline]
    #[must_use]
    pub fn has_end(&self, element: NodeId) -> bool {
        self.nodes.has_end(element)
    }

    /// Takes note of a piece of text that was put at the end of a text node.
    ///
    /// ```
    #[doc = include_str!("../../doc/parsed_link.txt")]
    /// let text = document.create_text("one");
    /// let spans = document.source_spans_mut().unwrap();
    /// spans.note_text(text, Span { start: 14, end: 15 });
    /// spans.note_text(text, Span { start: 15, end: 17 });
    /// assert!(document.node(text).text_pieces().eq([Span { start: 14, end: 17 }]));
    /// ```
    #[inline]
    pub fn note_text(&mut self, text: NodeId, piece: Span) {
        if let Err(first) = self.nodes.extend_text(text, piece) {
            self.note_further_piece(text, first, piece);
        }
    }

    #[cold]
    fn note_further_piece(&mut self, text: NodeId, first: Span, piece: Span) {
        let pieces = self.pieces.entry(text).or_insert_with(|| vec![first]);
        if !pieces.last_mut().is_some_and(|last| extend(last, piece)) {
            pieces.push(piece);
        }
    }

    /// Forgets a node, whose id may be given to another one.
    pub(crate) fn forget(&mut self, node: NodeId) {
        if self.nodes.forget(node) {
            self.pieces.remove(&node);
            self.added_attributes.remove(&node);
        }
    }
}
