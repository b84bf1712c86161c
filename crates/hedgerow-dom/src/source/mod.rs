//! Where the nodes and attributes of a parsed document stand in its source: side tables, filled by the parser.
//!
//! They say what was read, so they stay true whatever becomes of the tree: a text that is changed still says where the
//! parser has found it. What was made or copied since stands nowhere.
//!
//! What is not here: the questions that are asked of a node (`node.rs`), and changes of the source (`edits.rs`).

mod edit_error;
mod edits;
mod node;

use std::collections::HashMap;

use hedgerow_names::{AttributeName, NewlineMap, Span};

use crate::document::{Document, NodeId};

pub use edit_error::{OverlappingEdits, SourceEditError};
pub use edits::{SourceEdit, SourceEdits};
pub use node::{AttributeSpans, EndTagSource, StartTagSource};

/// What a node has in the source, or an element instead of a start tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Start {
    /// The node was not made by a parser.
    #[default]
    None,
    /// The token itself.
    Token,
    /// The start tag of another element, of which this one is a copy.
    Copy,
    /// The token that implied it.
    Implied,
}

/// What an element has for its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum End {
    #[default]
    None,
    /// Its end tag.
    Tag,
    /// The token that implied its end.
    Implied,
}

/// Where a node stands. Offsets count in the normalized text.
#[derive(Clone, Copy, Debug, Default)]
struct NodeSource {
    start: Start,
    end: End,
    /// It is a text in several pieces.
    is_in_pieces: bool,
    start_span: Span,
    end_span: Span,
    first_attribute: u32,
    attributes: u32,
}

/// Where an attribute stands. Offsets count in the normalized text.
#[derive(Clone, Copy, Debug)]
struct AttributeSource {
    attribute: AttributeName,
    name: Span,
    value: Option<Span>,
}

/// The side tables for [source spans](crate::NodeRef::source_span), to be filled by a parser.
///
/// All offsets that go in count in the source with its newlines normalized.
#[derive(Clone, Debug, Default)]
pub struct SourceSpans {
    nodes: Vec<NodeSource>,
    attributes: Vec<AttributeSource>,
    /// The attributes that elements got from later tags.
    added_attributes: HashMap<NodeId, Vec<AttributeSource>>,
    /// The pieces of each text that has more than one.
    pieces: HashMap<NodeId, Vec<Span>>,
    /// How the source differs from the normalized text.
    newlines: NewlineMap,
    /// The source, if it is not what the document was made with.
    source: Option<Box<str>>,
}

/// Source spans, for a parser.
impl Document {
    /// Makes the tables, empty. From then on [`source_spans_mut`](Self::source_spans_mut) gives them.
    ///
    /// ```
    /// let mut document = hedgerow_dom::Document::with_source("<p>");
    /// document.keep_source_spans();
    /// assert_eq!(document.source(), Some("<p>"));
    /// ```
    pub fn keep_source_spans(&mut self) {
        // As much as the document has made room for: it takes five nodes for each of its attributes.
        let attributes = self.attributes.capacity();
        self.source_spans = Some(Box::new(SourceSpans {
            nodes: Vec::with_capacity(5 * attributes),
            attributes: Vec::with_capacity(attributes),
            ..SourceSpans::default()
        }));
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

    #[inline]
    fn entry(&mut self, node: NodeId) -> &mut NodeSource {
        let index = node.index();
        if index >= self.nodes.len() {
            self.add_entries_up_to(index);
        }
        &mut self.nodes[index]
    }

    #[cold]
    fn add_entries_up_to(&mut self, index: usize) {
        self.nodes.resize(index + 1, NodeSource::default());
    }

    /// Writes the entry of a node, which mostly is the next one.
    #[inline]
    fn set(&mut self, node: NodeId, source: NodeSource) {
        if node.index() == self.nodes.len() {
            self.nodes.push(source);
        } else {
            *self.entry(node) = source;
        }
    }

    fn get(&self, node: NodeId) -> Option<NodeSource> {
        self.nodes.get(node.index()).copied().filter(|source| source.start != Start::None)
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
        self.set(node, NodeSource { start: Start::Token, start_span: token, ..NodeSource::default() });
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
        let first_attribute = self.attributes.len();
        self.attributes.extend(attributes.map(|(attribute, name, value)| AttributeSource {
            attribute,
            name,
            value,
        }));
        let source = NodeSource {
            start: Start::Token,
            start_span: tag,
            first_attribute: first_attribute as u32,
            attributes: (self.attributes.len() - first_attribute) as u32,
            ..NodeSource::default()
        };
        self.set(element, source);
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
        self.set(element, NodeSource { start: Start::Implied, start_span: token, ..NodeSource::default() });
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
        if let Some(source) = self.get(original) {
            let source =
                NodeSource { start: Start::Copy, end: End::None, end_span: Span::default(), ..source };
            self.set(copy, source);
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
        let entry = self.entry(element);
        entry.end = End::Tag;
        entry.end_span = tag;
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
        let entry = self.entry(element);
        let is_own = entry.start == Start::Token && entry.start_span == token;
        if entry.end == End::None && !is_own {
            entry.end = End::Implied;
            entry.end_span = token;
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
        self.nodes.get(element.index()).is_some_and(|source| source.end != End::None)
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
        match self.nodes.get_mut(text.index()) {
            Some(entry) if entry.start != Start::None => {
                if entry.is_in_pieces || !extend(&mut entry.start_span, piece) {
                    self.note_further_piece(text, piece);
                }
            }
            _ => self.note_token(text, piece),
        }
    }

    #[cold]
    fn note_further_piece(&mut self, text: NodeId, piece: Span) {
        let entry = &mut self.nodes[text.index()];
        entry.is_in_pieces = true;
        let pieces = self.pieces.entry(text).or_insert_with(|| vec![entry.start_span]);
        if !pieces.last_mut().is_some_and(|last| extend(last, piece)) {
            pieces.push(piece);
        }
    }

    /// Forgets a node, whose id may be given to another one.
    pub(crate) fn forget(&mut self, node: NodeId) {
        if let Some(entry) = self.nodes.get_mut(node.index()) {
            *entry = NodeSource::default();
            self.pieces.remove(&node);
            self.added_attributes.remove(&node);
        }
    }
}

/// Makes a piece longer by one that follows it, or by more characters of the reference it ends with. Answers whether it does.
#[inline]
fn extend(piece: &mut Span, next: Span) -> bool {
    let follows = (piece.start..=piece.end).contains(&next.start);
    if follows {
        piece.end = piece.end.max(next.end);
    }
    follows
}
