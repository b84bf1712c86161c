//! The [`Observer`] half of a [`DomSink`]: errors, source spans, limits, pauses and finished elements.

use hedgerow_base::NameId;
use hedgerow_dom::Slot;
use hedgerow_input::{Encoding, Span};
use hedgerow_tokenizer::{AttributePlace, ParseErrorCode};
use hedgerow_tree::{FindEncoding, Observer, SourceToken, TreeConstructionError, WatchedToken};

use super::DomSink;
use crate::errors::ErrorKind;

/// Reports to the collected errors, to the source spans and to the [`Watch`].
impl Observer<Slot> for DomSink<'_> {
    const PARSE_ERRORS: bool = true;
    const IS_WATCHED: bool = true;
    const SOURCE_SPANS: bool = true;

    fn is_plain(&self) -> bool {
        self.is_plain
    }

    #[inline]
    fn token_begins(&mut self, token: SourceToken, span: Span) {
        self.recorder.token_begins(token, span);
    }

    #[inline]
    fn attribute_places(&mut self, places: &[AttributePlace]) {
        if self.recorder.keeps_attribute_places {
            self.recorder.attribute_places(places);
        }
    }

    fn end_tag_was_read(&mut self, element: Slot, token_name: NameId) {
        if let Some(spans) = self.document.unchecked().source_spans_mut() {
            self.recorder.record_end(spans, element, token_name);
        }
    }

    fn parse_error(&mut self, error: ParseErrorCode, span: Span, subject: Option<NameId>) {
        self.push_named_error(ErrorKind::Standard(error), span, subject);
    }

    fn tree_construction_error(&mut self, error: TreeConstructionError, span: Span, subject: Option<NameId>) {
        self.push_named_error(ErrorKind::TreeConstruction(error), span, subject);
    }

    fn prepare_the_script_element(&mut self, script: Slot) -> bool {
        self.watch.prepare_the_script_element(script)
    }

    #[inline]
    fn tentative_encoding(&self) -> Option<FindEncoding> {
        self.watch.tentative_encoding
    }

    fn change_the_encoding(&mut self, encoding: &'static Encoding) {
        self.watch.change_the_encoding(encoding);
    }

    #[inline(always)]
    fn element_left_the_stack(&mut self, element: Slot, token_name: NameId) {
        if let Some(spans) = self.document.unchecked().source_spans_mut() {
            self.recorder.element_left_the_stack(spans, element, token_name);
        }
    }

    #[inline(always)]
    fn element_was_finished(&mut self, element: Slot) {
        self.watch.element_was_finished(&self.document, element);
    }

    fn stops_before_start_tag(&mut self, attributes: usize) -> bool {
        self.watch.stops_before_start_tag(attributes)
    }

    #[inline(always)]
    fn may_stop(&self) -> bool {
        self.watch.may_stop()
    }

    #[inline(always)]
    fn stops_after_token(&mut self, token: WatchedToken) -> bool {
        let costs = self.costs();
        self.watch.stops_after_token(token, &costs, self.errors.as_deref_mut())
    }

    #[inline]
    fn exceeds_a_limit(&mut self, depth: usize) -> bool {
        self.exceeds_a_limit_at(depth)
    }

    #[inline]
    fn has_stopped(&self) -> bool {
        self.watch.has_stopped()
    }
}
