//! [`SourceSpans`]: the source positions of the nodes and attributes of a parsed document.
//!
//! The positions are those of the text that the parser has read, so changes of the tree do not change them: a changed
//! text keeps the position of the original text. Nodes that were created or copied after parsing have no position. The
//! parser fills the tables, the document of `hedgerow-dom` stores them, and `hedgerow-source` returns the positions of
//! nodes and edits the source.

mod table;

use std::mem::take;

use crate::{AttributeName, ElementName, NewlineMap, SideTable, Span};

pub use table::{AttributeSource, EndTagSource, StartTagSource};

use table::{AttributeTable, NodeTable, extend};

/// The positions of nodes in the source, in side tables by the index of the node.
///
/// Recorded offsets are offsets in the source with normalized newlines. Returned offsets are offsets in the original source.
#[derive(Clone, Debug, Default)]
pub struct SourceSpans {
    nodes: NodeTable,
    attributes: AttributeTable,
    /// The attributes that later tags have added to elements.
    added_attributes: SideTable<usize, Vec<AttributeSource>>,
    /// The pieces of each text with more than one piece.
    pieces: SideTable<usize, Vec<Span>>,
    /// The differences between the original and the normalized source.
    newlines: NewlineMap,
    /// The source, if it is not in the text heap.
    source: Option<Box<str>>,
    /// Whether the contents of `noscript` elements were parsed as text, as with scripting enabled.
    pub noscript_is_text: bool,
    /// Whether the complete fragment was parsed as raw text, as the contents of a `style` element are.
    pub fragment_is_text: bool,
}

impl SourceSpans {
    /// Returns the position of the start of an element; `None` if it is unknown.
    #[must_use]
    pub fn start_tag(&self, element: usize) -> Option<StartTagSource> {
        let in_source = |span| self.newlines.span_in_source(span);
        Some(match self.nodes.start(element)? {
            StartTagSource::Tag(span) => StartTagSource::Tag(in_source(span)),
            StartTagSource::Copy(span) => StartTagSource::Copy(in_source(span)),
            StartTagSource::Implied(span) => StartTagSource::Implied(in_source(span)),
        })
    }

    /// Returns the position of the end of an element.
    #[must_use]
    pub fn end_tag(&self, element: usize) -> EndTagSource {
        match self.nodes.end(element) {
            EndTagSource::None => EndTagSource::None,
            EndTagSource::Tag(span) => EndTagSource::Tag(self.newlines.span_in_source(span)),
            EndTagSource::Implied(span) => EndTagSource::Implied(self.newlines.span_in_source(span)),
        }
    }

    /// Returns the positions of the attributes of an element: first those of its start tag, then added ones.
    pub fn attributes(&self, element: usize) -> impl Iterator<Item = AttributeSource> {
        let tag = match self.nodes.start(element) {
            Some(StartTagSource::Tag(tag) | StartTagSource::Copy(tag)) => tag,
            Some(StartTagSource::Implied(_)) | None => Span::default(),
        };
        let added = self.added_attributes.get(&element).map_or(&[][..], Vec::as_slice);
        let spans = self.attributes.of_tag(tag).chain(added.iter().copied());
        spans.map(|AttributeSource { attribute, name, value }| AttributeSource {
            attribute,
            name: self.newlines.span_in_source(name),
            value: value.map(|value| self.newlines.span_in_source(value)),
        })
    }

    /// Returns the span of a node that is not an element. The span of a text extends from the start of its first piece to the end of
    /// its last piece.
    #[must_use]
    pub fn token(&self, node: usize) -> Option<Span> {
        let span = self.nodes.node(node)?;
        let pieces = self.pieces.get(&node).map_or(&[][..], Vec::as_slice);
        let end = pieces.iter().map(|piece| piece.end).max().unwrap_or(span.end);
        Some(self.newlines.span_in_source(Span { end, ..span }))
    }

    /// Returns the spans of the pieces of a text.
    pub fn text_pieces(&self, text: usize) -> impl Iterator<Item = Span> {
        let several = self.pieces.get(&text);
        let one = if several.is_none() { self.nodes.node(text) } else { None };
        let pieces = one.into_iter().chain(several.into_iter().flatten().copied());
        pieces.map(|piece| self.newlines.span_in_source(piece))
    }

    /// Returns the source, if it is stored here.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// Whether the text in an element was parsed as raw text, in which nothing can be escaped. `None` stands for a fragment.
    #[must_use]
    pub fn has_literal_text(&self, parent: Option<ElementName>) -> bool {
        parent.map_or(self.fragment_is_text, |name| name.has_literal_text(self.noscript_is_text))
    }

    /// Reserves room for nodes and attributes.
    pub fn reserve(&mut self, nodes: usize, attributes: usize) {
        self.nodes.make_room_for(nodes);
        self.attributes.make_room_for(attributes);
    }

    /// Removes all entries, but keeps the memory of the large tables.
    pub fn clear(&mut self) {
        let (mut nodes, mut attributes) = (take(&mut self.nodes), take(&mut self.attributes));
        nodes.clear();
        attributes.clear();
        *self = Self { nodes, attributes, ..Self::default() };
    }

    /// Sets the differences between the original and the normalized source, and the source itself if it is not in the text heap.
    pub fn set_source(&mut self, newlines: NewlineMap, source: Option<String>) {
        self.newlines = newlines;
        self.source = source.map(String::into_boxed_str);
    }

    /// Records the token of a comment, a doctype or a processing instruction.
    #[inline]
    pub fn record_token(&mut self, node: usize, token: Span) {
        self.nodes.set_node(node, token);
    }

    /// Records the start tag of an element without attributes.
    #[inline(always)]
    pub fn record_start_tag_without_attributes(&mut self, element: usize, tag: Span) {
        self.nodes.set_start(element, StartTagSource::Tag(tag));
    }

    /// Records the start tag of an element and its attributes: their names in the tree, and the spans of their names and values.
    #[inline]
    pub fn record_start_tag(
        &mut self,
        element: usize,
        tag: Span,
        attributes: impl Iterator<Item = (AttributeName, Span, Option<Span>)>,
    ) {
        for (attribute, name, value) in attributes {
            self.attributes.push(AttributeSource { attribute, name, value });
        }
        self.record_start_tag_without_attributes(element, tag);
    }

    /// Records the token that implied an element.
    pub fn record_implied(&mut self, element: usize, token: Span) {
        self.nodes.set_start(element, StartTagSource::Implied(token));
    }

    /// Records an element that the parser has created as a copy of another one. It has the position of the original.
    pub fn record_copy(&mut self, copy: usize, original: usize) {
        if let Some(StartTagSource::Tag(tag) | StartTagSource::Copy(tag)) = self.nodes.start(original) {
            self.nodes.set_start(copy, StartTagSource::Copy(tag));
        }
    }

    /// Records an attribute that a later tag has added to an element.
    pub fn record_added_attribute(
        &mut self,
        element: usize,
        attribute: AttributeName,
        name: Span,
        value: Option<Span>,
    ) {
        let attribute = AttributeSource { attribute, name, value };
        self.added_attributes.get_or_insert_with(element, Vec::new).push(attribute);
    }

    /// Records the end tag of an element. A later call replaces it, because an element can continue after its end tag.
    #[inline]
    pub fn record_end_tag(&mut self, element: usize, tag: Span) {
        self.nodes.set_end(element, EndTagSource::Tag(tag));
    }

    /// Records the end tag of an element, unless its end is known.
    #[inline]
    pub fn record_first_end_tag(&mut self, element: usize, tag: Span) {
        self.nodes.set_first_end_tag(element, tag);
    }

    /// Records the token that implied the end of an element, unless its end is known. An element without contents ends with its own
    /// start tag, for which nothing is recorded.
    #[inline]
    pub fn record_implied_end(&mut self, element: usize, token: Span) {
        if !self.nodes.has_end(element) && !self.nodes.is_for_the_tag_at(element, token.start) {
            self.nodes.set_end(element, EndTagSource::Implied(token));
        }
    }

    /// Whether the end of an element is known.
    #[inline]
    #[must_use]
    pub fn has_end(&self, element: usize) -> bool {
        self.nodes.has_end(element)
    }

    /// Records a piece of text that was appended to a text node.
    #[inline]
    pub fn record_text(&mut self, text: usize, piece: Span) {
        if let Err(first) = self.nodes.extend_text(text, piece) {
            self.record_further_piece(text, first, piece);
        }
    }

    #[cold]
    fn record_further_piece(&mut self, text: usize, first: Span, piece: Span) {
        let pieces = self.pieces.get_or_insert_with(text, || vec![first]);
        if !pieces.last_mut().is_some_and(|last| extend(last, piece)) {
            pieces.push(piece);
        }
    }

    /// Removes the entries of a node, because another node may get its index.
    pub fn forget(&mut self, node: usize) {
        if self.nodes.forget(node) {
            self.pieces.remove(&node);
            self.added_attributes.remove(&node);
        }
    }
}
