//! [`SourceRecorder`]: records the source spans of nodes and attributes while [`DomSink`] creates them.

use hedgerow_base::{AttributeName, ElementFlags, ElementName, NameId, Namespace, SourceSpans, known};
use hedgerow_dom::{Document, Slot, search};
use hedgerow_input::Span;
use hedgerow_tokenizer::AttributePlace;
use hedgerow_tree::{ElementAttributes, SourceToken};

/// Records the spans of the token that is being processed.
#[derive(Debug, Default)]
pub(crate) struct SourceRecorder {
    token: SourceToken,
    span: Span,
    /// The spans of the attributes of the last start tag that has attributes.
    attribute_places: Vec<AttributePlace>,
    /// Whether the spans of attributes are kept.
    pub(crate) keeps_attribute_places: bool,
}

impl SourceRecorder {
    #[inline]
    pub(crate) fn token_begins(&mut self, token: SourceToken, span: Span) {
        self.token = token;
        self.span = span;
    }

    /// Returns the span of the current token.
    #[cfg(feature = "sanitize")]
    pub(crate) fn token_span(&self) -> Span {
        self.span
    }

    /// Returns the place of an attribute of the current token, if places are kept.
    #[cfg(feature = "sanitize")]
    pub(crate) fn place_of_attribute(&self, index: usize) -> Option<AttributePlace> {
        self.attribute_places.get(index).copied()
    }

    #[inline]
    pub(crate) fn attribute_places(&mut self, places: &[AttributePlace]) {
        // OPTIMIZATION: keeps the spans of an earlier tag, because a tag without attributes does not use them.
        if !places.is_empty() {
            self.attribute_places.clear();
            self.attribute_places.extend_from_slice(places);
        }
    }

    /// Called after an element was created for the token, or because the token implies it.
    #[inline(always)]
    pub(crate) fn element_was_created(
        &self,
        document: &mut Document,
        element: Slot,
        name: ElementName,
        attributes: ElementAttributes<'_>,
    ) {
        let Some(spans) = document.unchecked().source_spans_mut() else { return };
        if self.is_for_the_start_tag(name) {
            // OPTIMIZATION: many elements have no attributes.
            if attributes.is_empty() {
                spans.record_start_tag_without_attributes(element.index(), self.span);
            } else {
                self.record_start_tag_with(attributes, spans, element);
            }
        } else {
            spans.record_implied(element.index(), self.span);
        }
    }

    #[inline(never)]
    fn record_start_tag_with(
        &self,
        attributes: ElementAttributes<'_>,
        spans: &mut SourceSpans,
        element: Slot,
    ) {
        let names = attributes.iter().map(|(name, _)| name);
        let places = names.zip(&self.attribute_places);
        let attributes = places.map(|(name, place)| (name, place.name, place.value));
        spans.record_start_tag(element.index(), self.span, attributes);
    }

    /// Whether an element of this name was created for the token itself. The elements that a start tag implies are HTML
    /// elements with other names.
    #[inline]
    fn is_for_the_start_tag(&self, name: ElementName) -> bool {
        match self.token {
            SourceToken::StartTag(tag) => {
                name.namespace != Namespace::Html
                    || name.local == tag
                    || (tag == known::IMAGE && name.local == known::IMG)
            }
            SourceToken::EndTag(_) | SourceToken::Other => false,
        }
    }

    /// Called before attributes of the token are added to an element. Records those that the element does not have yet.
    pub(crate) fn attributes_are_added(
        &self,
        document: &mut Document,
        element: Slot,
        attributes: ElementAttributes<'_>,
    ) {
        if document.unchecked().source_spans_mut().is_none() {
            return;
        }
        let is_missing =
            |name: AttributeName| search::attribute_value(element.node(document), name).is_none();
        let places = attributes.iter().map(|(name, _)| name).zip(&self.attribute_places);
        let added: Vec<_> = places.filter(|&(name, _)| is_missing(name)).collect();
        if let Some(spans) = document.unchecked().source_spans_mut() {
            for (name, place) in added {
                spans.record_added_attribute(element.index(), name, place.name, place.value);
            }
        }
    }

    /// Called after the token became a node.
    pub(crate) fn node_was_created(&self, document: &mut Document, node: Slot) {
        if let Some(spans) = document.unchecked().source_spans_mut() {
            spans.record_token(node.index(), self.span);
        }
    }

    /// Called after the token popped an element that was created for a token with the name `token_name`.
    #[inline(never)]
    pub(crate) fn element_left_the_stack(&self, spans: &mut SourceSpans, element: Slot, token_name: NameId) {
        if self.token == SourceToken::EndTag(token_name) {
            spans.record_first_end_tag(element.index(), self.span);
        } else if !spans.has_end(element.index()) {
            self.record_end(spans, element, token_name);
        }
    }

    /// Called after the token closed an element that was created for a token with the name `token_name`.
    pub(crate) fn record_end(&self, spans: &mut SourceSpans, element: Slot, token_name: NameId) {
        match self.token {
            SourceToken::EndTag(tag) if tag == token_name || are_headings(tag, token_name) => {
                spans.record_end_tag(element.index(), self.span);
            }
            _ => spans.record_implied_end(element.index(), self.span),
        }
    }
}

/// Whether both names are those of headings: the end tag of a heading closes a heading of any name.
fn are_headings(tag: NameId, element: NameId) -> bool {
    let is_heading = |name| ElementFlags::of(ElementName::html(name)).has(ElementFlags::HEADING);
    is_heading(tag) && is_heading(element)
}
