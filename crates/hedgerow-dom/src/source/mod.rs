//! Where the nodes and attributes of a parsed document stand in its source: side tables, filled by the parser.
//!
//! They say what was read, so they stay true whatever becomes of the tree: a text that is changed still says where the
//! parser has found it. What was made or copied since stands nowhere.
//!
//! What is not here: how the places are kept (`table.rs`); the questions that are asked of a node, and changes of the source
//! (`hedgerow-source`).

mod document;
mod table;

use std::collections::HashMap;

use hedgerow_names::{AttributeName, NewlineMap, Span};

use crate::node_id::Slot;
use crate::node_ref::NodeRef;

pub use table::{AttributeSource, EndTagSource, StartTagSource};

use table::{AttributeTable, NodeTable, extend};

/// Where nodes stand in the source, by slot: side tables, to be filled by a parser.
///
/// All offsets that go in count in the source with its newlines normalized; those that come out count in the source as it is.
#[derive(Clone, Debug, Default)]
pub struct SourceSpans {
    nodes: NodeTable,
    attributes: AttributeTable,
    /// The attributes that elements got from later tags.
    added_attributes: HashMap<Slot, Vec<AttributeSource>>,
    /// The pieces of each text that has more than one.
    pieces: HashMap<Slot, Vec<Span>>,
    /// How the source differs from the normalized text.
    newlines: NewlineMap,
    /// The source, if it is not what the document was made with.
    source: Option<Box<str>>,
    /// Whether what a `noscript` element contains is read as text.
    noscript_is_text: bool,
    /// Whether all of a fragment is read as text.
    fragment_is_text: bool,
}

impl SourceSpans {
    /// Where an element begins, if that is known.
    #[must_use]
    pub fn start_tag(&self, element: Slot) -> Option<StartTagSource> {
        let in_source = |span| self.newlines.span_in_source(span);
        Some(match self.nodes.start(element)? {
            StartTagSource::Tag(span) => StartTagSource::Tag(in_source(span)),
            StartTagSource::Copy(span) => StartTagSource::Copy(in_source(span)),
            StartTagSource::Implied(span) => StartTagSource::Implied(in_source(span)),
        })
    }

    /// Where an element ends.
    #[must_use]
    pub fn end_tag(&self, element: Slot) -> EndTagSource {
        match self.nodes.end(element) {
            EndTagSource::None => EndTagSource::None,
            EndTagSource::Tag(span) => EndTagSource::Tag(self.newlines.span_in_source(span)),
            EndTagSource::Implied(span) => EndTagSource::Implied(self.newlines.span_in_source(span)),
        }
    }

    /// Where the attributes of an element stand: those of its own start tag, then those that were added.
    pub fn attributes(&self, element: Slot) -> impl Iterator<Item = AttributeSource> {
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

    /// Where a node that is not an element stands: of a text, from the start of its first piece to the end of its last.
    #[must_use]
    pub fn token(&self, node: Slot) -> Option<Span> {
        let span = self.nodes.node(node)?;
        let pieces = self.pieces.get(&node).map_or(&[][..], Vec::as_slice);
        let end = pieces.iter().map(|piece| piece.end).max().unwrap_or(span.end);
        Some(self.newlines.span_in_source(Span { end, ..span }))
    }

    /// Where the pieces of a text stand.
    pub fn text_pieces(&self, text: Slot) -> impl Iterator<Item = Span> {
        let several = self.pieces.get(&text);
        let one = if several.is_none() { self.nodes.node(text) } else { None };
        let pieces = one.into_iter().chain(several.into_iter().flatten().copied());
        pieces.map(|piece| self.newlines.span_in_source(piece))
    }

    /// Whether text in a node is read literally, so that nothing can be escaped there.
    #[must_use]
    pub fn has_literal_text(&self, parent: NodeRef<'_>) -> bool {
        match parent.name_number() {
            Some(name) => name.has_literal_text(self.noscript_is_text),
            None => self.fragment_is_text && parent.slot() == parent.document().root,
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
    pub fn set_source(&mut self, newlines: NewlineMap, source: Option<String>) {
        self.newlines = newlines;
        self.source = source.map(String::into_boxed_str);
    }

    /// Says whether what a `noscript` element contains is read as text, as it is where scripting is enabled.
    pub fn set_noscript_is_text(&mut self, is_text: bool) {
        self.noscript_is_text = is_text;
    }

    /// Says whether all of a fragment is read as text in which nothing can be escaped, as in a `style` element.
    pub fn set_fragment_is_text(&mut self, is_text: bool) {
        self.fragment_is_text = is_text;
    }

    /// Takes note of the token that has become a node: a comment, a doctype, a processing instruction.
    #[inline]
    pub fn note_token(&mut self, node: Slot, token: Span) {
        self.nodes.set_node(node, token);
    }

    /// Takes note of the start tag of an element, and of its attributes: what they are called in the tree, their names and
    /// values in the source.
    #[inline]
    pub fn note_start_tag(
        &mut self,
        element: Slot,
        tag: Span,
        attributes: impl Iterator<Item = (AttributeName, Span, Option<Span>)>,
    ) {
        for (attribute, name, value) in attributes {
            self.attributes.push(AttributeSource { attribute, name, value });
        }
        self.nodes.set_start(element, StartTagSource::Tag(tag));
    }

    /// Takes note of the token that implied an element.
    pub fn note_implied(&mut self, element: Slot, token: Span) {
        self.nodes.set_start(element, StartTagSource::Implied(token));
    }

    /// Takes note of a copy that the parser has made of an element, which stands where that does.
    pub fn note_copy(&mut self, copy: Slot, original: Slot) {
        if let Some(StartTagSource::Tag(tag) | StartTagSource::Copy(tag)) = self.nodes.start(original) {
            self.nodes.set_start(copy, StartTagSource::Copy(tag));
        }
    }

    /// Takes note of an attribute that an element got from another tag than its own.
    pub fn note_added_attribute(
        &mut self,
        element: Slot,
        attribute: AttributeName,
        name: Span,
        value: Option<Span>,
    ) {
        let attribute = AttributeSource { attribute, name, value };
        self.added_attributes.entry(element).or_default().push(attribute);
    }

    /// Takes note of the end tag of an element. It may be told again, for an element that goes on behind its end tag.
    #[inline]
    pub fn note_end_tag(&mut self, element: Slot, tag: Span) {
        self.nodes.set_end(element, EndTagSource::Tag(tag));
    }

    /// Takes note of the token that implied the end of an element, unless its end is known. The start tag itself ends an
    /// element that can't have contents, and implies nothing.
    #[inline]
    pub fn note_implied_end(&mut self, element: Slot, token: Span) {
        if !self.nodes.has_end(element) && !self.nodes.is_for_the_tag_at(element, token.start) {
            self.nodes.set_end(element, EndTagSource::Implied(token));
        }
    }

    /// Whether the end of an element is known.
    #[inline]
    #[must_use]
    pub fn has_end(&self, element: Slot) -> bool {
        self.nodes.has_end(element)
    }

    /// Takes note of a piece of text that was put at the end of a text node.
    #[inline]
    pub fn note_text(&mut self, text: Slot, piece: Span) {
        if let Err(first) = self.nodes.extend_text(text, piece) {
            self.note_further_piece(text, first, piece);
        }
    }

    #[cold]
    fn note_further_piece(&mut self, text: Slot, first: Span, piece: Span) {
        let pieces = self.pieces.entry(text).or_insert_with(|| vec![first]);
        if !pieces.last_mut().is_some_and(|last| extend(last, piece)) {
            pieces.push(piece);
        }
    }

    /// Forgets a node, whose id may be given to another one.
    pub(crate) fn forget(&mut self, node: Slot) {
        if self.nodes.forget(node) {
            self.pieces.remove(&node);
            self.added_attributes.remove(&node);
        }
    }
}
