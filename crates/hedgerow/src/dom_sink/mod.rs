//! [`DomSink`]: performs the operations of tree construction on the arena DOM.

mod observer;

use std::hash::BuildHasher;

use hedgerow_base::{
    AttributeName, ElementName, NameId, QuirksMode, ShadowRootInit, SourceSpans, is_valid_shadow_host_name,
};
use hedgerow_dom::{AttributeList, Document, NewSource, NewText, NodeKind, NodeRef, Slot, search};
use hedgerow_input::{NewlineMap, Span};
use hedgerow_tokenizer::Text;
use hedgerow_tree::{
    AncestorIndex, AncestorSet, ElementAttributes, FragmentContext, InsertionLocation, TreeSink, walk,
};

use crate::Context;
use crate::ancestors::Ancestors;
use crate::error_collector::ErrorCollector;
use crate::errors::ErrorKind;
use crate::parse_error::Subject;
use crate::removal::Removal;
use crate::source_recorder::SourceRecorder;
use crate::watch::{Costs, Watch};

/// A document under construction, and the parse errors found so far.
#[derive(Debug)]
pub(crate) struct DomSink<'w> {
    pub(crate) document: Document,
    /// Whether offsets in the text of the tokenizer's run are also offsets in the source that the document stores.
    pub(crate) has_source: bool,
    /// Whether each chunk is appended to the source of the document when it is parsed.
    stores_chunks: bool,
    /// Whether nothing is observed: errors, spans, limits and changes by other code.
    is_plain: bool,
    /// Whether code outside the parser may have changed the document.
    may_be_mutated: bool,
    /// The errors, if they are collected.
    pub(crate) errors: Option<Box<ErrorCollector>>,
    pub(crate) watch: Watch<'w>,
    pub(crate) recorder: SourceRecorder,
    /// The ancestor index, built on first need.
    ancestors: Ancestors,
    pub(crate) removal: Removal,
}

impl<'w> DomSink<'w> {
    /// Creates a sink whose document [begins](Self::begin) later. If `has_source`, the whole source is the text of the
    /// tokenizer's only run, and the document stores it, too.
    #[inline(always)]
    pub(crate) fn new(
        has_source: bool,
        is_plain: bool,
        errors: Option<Box<ErrorCollector>>,
        watch: Watch<'w>,
    ) -> Self {
        Self {
            document: search::document_without_nodes(),
            has_source,
            // With pauses at scripts, chunks are not stored, because scripts may insert text before a stored chunk.
            stores_chunks: !has_source && !watch.pauses_at_scripts,
            is_plain,
            may_be_mutated: false,
            errors,
            watch,
            recorder: SourceRecorder::default(),
            ancestors: Ancestors::default(),
            removal: Removal::default(),
        }
    }

    /// Begins the document with its source, if that is known, and reuses the memory of the spare document.
    ///
    /// This is not a part of [`new`](Self::new), because `begin` borrows fields of the sink. The compiler writes the
    /// constant fields of a new sink directly into the tree builder, but it would copy a sink whose fields have been
    /// borrowed.
    #[inline]
    pub(crate) fn begin(
        &mut self,
        source: Option<NewSource<'_>>,
        spare: &mut Option<Document>,
        keeps_source_spans: bool,
    ) {
        let source = source.unwrap_or_else(|| "".into());
        if let Some(spare) = spare {
            std::mem::swap(&mut self.document, spare);
            if !keeps_source_spans {
                self.document.unchecked().forget_source_spans();
            }
            self.document.unchecked().restart(source);
        } else {
            search::begin(&mut self.document, source);
        }
        debug_assert!(self.document.root().slot() == Slot::FIRST, "a new document has one node");
    }

    fn push_named_error(&mut self, kind: ErrorKind, span: Span, subject: Option<NameId>) {
        let Some(errors) = &mut self.errors else { return };
        let text = |name| search::names(&self.document).text(name);
        let subject = subject.map_or(Subject::Nothing, |name| Subject::Name(errors.name(name, text)));
        errors.push(kind, span, subject);
    }

    /// Makes the document record source spans for its nodes.
    pub(crate) fn keep_source_spans(&mut self, newlines: Option<&NewlineMap>) {
        self.document.unchecked().keep_source_spans();
        self.recorder.keeps_attribute_places = true;
        let (newlines, source) = match newlines {
            // The source is known only at the end.
            _ if !self.has_source => (NewlineMap::default(), String::new()),
            Some(newlines) if !newlines.is_identity() => {
                let source = newlines.source_of(self.document.source().unwrap_or_default());
                (newlines.clone(), source)
            }
            _ => return,
        };
        if let Some(spans) = self.document.unchecked().source_spans_mut() {
            spans.set_source(newlines, Some(source));
        }
    }

    /// The document's source spans, if they are recorded.
    pub(crate) fn source_spans_mut(&mut self) -> Option<&mut SourceSpans> {
        self.document.unchecked().source_spans_mut()
    }

    /// Whether the document records source spans.
    #[inline(always)]
    fn keeps_source_spans(&mut self) -> bool {
        self.document.unchecked().source_spans_mut().is_some()
    }

    #[inline(always)]
    fn insert_text(&mut self, location: InsertionLocation<Slot>, characters: Text<'_>) -> Option<Slot> {
        let InsertionLocation { parent, reference } = location;
        let document = self.document.unchecked();
        // OPTIMIZATION: a call for each kind of text, so that the compiler sees which kind it is.
        match characters.place_in_input() {
            Some((start, end)) if self.has_source => {
                document.insert_text(parent, NewText::OfSource { start, length: end - start }, reference)
            }
            _ => document.insert_text(parent, NewText::Copied(characters.as_str()), reference),
        }
    }

    /// Creates an element and inserts it. `PLAIN` says whether nothing is known to be observed.
    #[inline(always)]
    fn insert_element<const PLAIN: bool>(
        &mut self,
        location: InsertionLocation<Slot>,
        name: ElementName,
        attributes: ElementAttributes<'_>,
    ) -> Slot {
        if !PLAIN && self.may_be_mutated() {
            // The location must be checked, and a free slot should be reused. The faster code below does neither.
            let element = self.create_element(name, attributes);
            if self.has_room_for_an_element(location.parent) {
                self.document.unchecked().insert(location.parent, element, location.reference);
            }
            return element;
        }
        // OPTIMIZATION: nearly all values are spans of the source.
        let element = match attributes.places() {
            Some(places) if self.has_source => {
                let attributes = places.map(|(name, start, end)| {
                    (AttributeName::plain(name), NewText::OfSource { start, length: end - start })
                });
                let InsertionLocation { parent, reference } = location;
                self.document.unchecked().insert_new_element(parent, name, attributes, reference)
            }
            _ => self.insert_new_element_with_any_attributes(location, name, attributes),
        };
        if !PLAIN && self.keeps_source_spans() {
            self.recorder.element_was_created(&mut self.document, element, name, attributes);
        }
        element
    }

    #[inline(never)]
    fn insert_new_element_with_any_attributes(
        &mut self,
        location: InsertionLocation<Slot>,
        name: ElementName,
        attributes: ElementAttributes<'_>,
    ) -> Slot {
        let has_source = self.has_source;
        let attributes = attributes.iter().map(|(name, value)| (name, new_text(value, has_source)));
        let InsertionLocation { parent, reference } = location;
        self.document.unchecked().insert_new_element(parent, name, attributes, reference)
    }

    /// Appends the text of the next run, which starts at an offset of the input, to the source. The start of the text may
    /// have been appended already. Once other code may have changed the document, nothing more is appended, so that the
    /// memory of removed nodes can be reused.
    pub(crate) fn store_chunk(&mut self, text: &str, offset: usize) {
        if self.stores_chunks {
            self.has_source = !self.may_be_mutated && {
                let stored = self.document.unchecked().source_length() - offset;
                self.document.unchecked().append_source(&text[stored..])
            };
            self.stores_chunks = self.has_source;
        }
    }

    /// The document, for changes from outside the parser.
    pub(crate) fn document_mut(&mut self) -> &mut Document {
        self.may_be_mutated = true;
        self.ancestors.document_may_change();
        &mut self.document
    }

    /// Compacts the heaps of text and attributes, and updates the given lists.
    pub(crate) fn reclaim_memory(&mut self, lists: &mut [AttributeList]) {
        self.document.unchecked().reclaim_memory(lists);
        // The ranges of the data have moved.
        self.ancestors.document_may_change();
    }

    /// Whether scripts may have mutated the tree.
    #[inline(always)]
    fn may_be_mutated(&self) -> bool {
        self.may_be_mutated
    }

    /// Answers a query about ancestors or descendants with the index, or with a walk, whose steps are counted.
    pub(crate) fn query<T>(
        &mut self,
        query_index: impl FnOnce(&mut AncestorIndex) -> T,
        walk: impl FnOnce(&Self, &mut u64) -> T,
    ) -> T {
        if let Some(index) = self.ancestors.index(&mut self.document) {
            return query_index(index);
        }
        let mut steps = 0;
        let answer = walk(self, &mut steps);
        self.ancestors.walked += steps;
        answer
    }

    /// Returns the costs of the document so far.
    #[inline]
    fn costs(&mut self) -> Costs {
        Costs {
            nodes: self.document.node_count(),
            copied_text: self.document.unchecked().copied_text(),
            search_steps: self.ancestors.steps(),
        }
    }

    /// Whether the document exceeds a limit. `depth` is the number of open elements.
    #[inline]
    fn exceeds_a_limit_at(&mut self, depth: usize) -> bool {
        self.watch.may_stop() && {
            let costs = self.costs();
            self.watch.exceeded_limit(depth, &costs).is_some()
        }
    }

    /// Whether adding the attributes that an element lacks would exceed the limit of attributes. If so, stops the parser.
    pub(crate) fn exceeds_the_limit_of_attributes(
        &mut self,
        element: Slot,
        attributes: ElementAttributes<'_>,
    ) -> bool {
        self.watch.limits.attributes.is_some() && {
            let mut count = element.node(&self.document).attributes().len();
            for (name, _) in copied(attributes) {
                count += usize::from(!self.has_attribute(element, name));
            }
            self.watch.stops_before_attributes(count)
        }
    }

    /// Inserts a node that has no parent, if the DOM accepts it there.
    #[inline]
    fn insert_if_acceptable(&mut self, location: InsertionLocation<Slot>, node: Slot) {
        if !self.may_be_mutated() || self.is_acceptable(location, node) {
            self.document.unchecked().insert(location.parent, node, location.reference);
        }
    }

    /// Removes the text node that exceeded a limit, because its length would depend on how the input was cut into chunks.
    #[cold]
    fn remove_the_text_before(&mut self, location: InsertionLocation<Slot>) {
        let text = match location.reference {
            Some(reference) => reference.node(&self.document).previous_sibling(),
            None => location.parent.node(&self.document).last_child(),
        };
        if let Some(text) = text.filter(|text| text.kind() == NodeKind::Text).map(NodeRef::slot) {
            self.document.unchecked().detach(text);
        }
    }

    /// Makes a new `DocumentFragment` the root of the result; the parser continues to use the `Document` node. Returns the context
    /// for tree construction and the fragment.
    pub(crate) fn begin_fragment(&mut self, context: &Context) -> (FragmentContext, Slot) {
        let fragment = self.document.unchecked().create_document_fragment();
        self.document.unchecked().set_root(fragment);
        let local = self.document.unchecked().intern(&context.local_name);
        (context.for_tree_construction(local), fragment)
    }

    pub(crate) fn document(&self) -> &Document {
        &self.document
    }

    pub(crate) fn has_attribute(&self, element: Slot, name: AttributeName) -> bool {
        search::attribute_value(element.node(&self.document), name).is_some()
    }

    /// Takes the finished document out of the sink. Unless `keeps_reserve` is set, frees unused capacity.
    pub(crate) fn take_document(&mut self, keeps_reserve: bool) -> Document {
        if self.stores_chunks {
            self.document.unchecked().end_source();
        }
        self.ancestors.end(&mut self.document);
        if self.may_be_mutated() {
            self.document.unchecked().end_construction();
        } else if self.keeps_source_spans() {
            self.document.unchecked().mark_as_parsed();
        }
        if !keeps_reserve {
            self.document.unchecked().release_reserve();
        }
        std::mem::replace(&mut self.document, search::document_without_nodes())
    }
}

impl TreeSink for DomSink<'_> {
    type Handle = Slot;
    type AttributeList = AttributeList;
    type Observer = Self;
    const HAS_PLAIN_RUNS: bool = true;

    #[inline(always)]
    fn observer(&mut self) -> &mut Self {
        self
    }

    #[inline]
    fn intern(&mut self, name: &str) -> NameId {
        self.document.unchecked().intern(name)
    }

    #[inline]
    fn document(&self) -> Slot {
        Slot::FIRST
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.document.set_quirks_mode(mode);
    }

    fn append_doctype(&mut self, name: &str, public_identifier: &str, system_identifier: &str) {
        let doctype = self.document.unchecked().create_doctype(name, public_identifier, system_identifier);
        if self.keeps_source_spans() {
            self.recorder.node_was_created(&mut self.document, doctype);
        }
        let is_empty = || {
            let mut children = Slot::FIRST.node(&self.document).children();
            children.all(|child| child.element_name().is_none() && child.doctype().is_none())
        };
        if !self.may_be_mutated() || is_empty() {
            self.document.unchecked().append(Slot::FIRST, doctype);
        }
    }

    #[inline]
    fn create_element(&mut self, name: ElementName, attributes: ElementAttributes<'_>) -> Slot {
        let element = self.document.unchecked().create_element(name, copied(attributes));
        if self.keeps_source_spans() {
            self.recorder.element_was_created(&mut self.document, element, name, attributes);
        }
        element
    }

    #[inline(always)]
    fn attribute_list(&self, element: Slot) -> AttributeList {
        AttributeList::of(element.node(&self.document))
    }

    fn create_element_with_list(
        &mut self,
        name: ElementName,
        attributes: AttributeList,
        original: Slot,
    ) -> Slot {
        let element = self.document.unchecked().create_element_with_list(name, attributes);
        if let Some(spans) = self.document.unchecked().source_spans_mut() {
            spans.record_copy(element.index(), original.index());
        }
        element
    }

    fn same_attributes(&self, one: AttributeList, other: AttributeList) -> bool {
        one.is_same_as(other, &self.document)
    }

    fn hash_attributes(&self, list: AttributeList, hasher: &impl BuildHasher) -> u64 {
        list.hash_in(&self.document, hasher)
    }

    fn add_missing_attributes(&mut self, element: Slot, attributes: ElementAttributes<'_>) {
        if self.exceeds_the_limit_of_attributes(element, attributes) {
            return;
        }
        if self.keeps_source_spans() {
            self.recorder.attributes_are_added(&mut self.document, element, attributes);
        }
        self.document.unchecked().add_missing_attributes(element, copied(attributes));
    }

    fn create_comment(&mut self, data: Text<'_>) -> Slot {
        let comment = self.document.unchecked().create_comment(new_text(data, self.has_source));
        if self.keeps_source_spans() {
            self.recorder.node_was_created(&mut self.document, comment);
        }
        comment
    }

    fn create_processing_instruction(&mut self, target: &str, data: &str) -> Slot {
        let instruction = self.document.unchecked().create_processing_instruction(target, data);
        if self.keeps_source_spans() {
            self.recorder.node_was_created(&mut self.document, instruction);
        }
        instruction
    }

    #[inline]
    fn insert(&mut self, location: InsertionLocation<Slot>, node: Slot) {
        self.insert_if_acceptable(location, node);
    }

    #[inline(always)]
    fn insert_new_element(
        &mut self,
        location: InsertionLocation<Slot>,
        name: ElementName,
        attributes: ElementAttributes<'_>,
    ) -> Slot {
        self.insert_element::<false>(location, name, attributes)
    }

    #[inline(always)]
    fn insert_plain_element(
        &mut self,
        location: InsertionLocation<Slot>,
        name: ElementName,
        attributes: ElementAttributes<'_>,
    ) -> Slot {
        self.insert_element::<true>(location, name, attributes)
    }

    #[inline(always)]
    fn insert_characters(&mut self, location: InsertionLocation<Slot>, characters: Text<'_>, span: Span) {
        let text = self.insert_text(location, characters);
        if let Some(text) = text
            && let Some(spans) = self.document.unchecked().source_spans_mut()
        {
            spans.record_text(text.index(), span);
        }
        if self.exceeds_a_limit_at(0) {
            self.remove_the_text_before(location);
        }
    }

    #[inline(always)]
    fn insert_plain_characters(&mut self, location: InsertionLocation<Slot>, characters: Text<'_>) {
        self.insert_text(location, characters);
    }

    fn remove(&mut self, node: Slot) {
        self.document.unchecked().detach(node);
    }

    fn move_node(&mut self, location: InsertionLocation<Slot>, node: Slot) {
        self.document.unchecked().detach(node);
        self.insert_if_acceptable(location, node);
    }

    fn move_children(&mut self, from: Slot, to: Slot) {
        self.document.unchecked().move_children(from, to);
    }

    fn replace_children_with_clones_of(&mut self, node: Slot, original: Slot) {
        let clone = self.document.unchecked().clone_subtree(original);
        self.document.unchecked().replace_children(node, clone);
    }

    fn mark_script_already_started(&mut self, _: Slot) {
        // This crate does not execute scripts.
    }

    fn template_contents(&self, template: Slot) -> Slot {
        template.node(&self.document).parser_contents().map_or(template, NodeRef::slot)
    }

    fn attach_declarative_shadow_root(&mut self, host: Slot, template: Slot, init: ShadowRootInit) -> bool {
        let element = host.node(&self.document);
        let is_valid = search::element_name(element).is_some_and(|name| {
            is_valid_shadow_host_name(name, search::names(&self.document).text(name.local))
        });
        if !is_valid || element.shadow_root().is_some() {
            return false;
        }
        let shadow_root = self.document.unchecked().attach_shadow_root(host, init);
        self.document.unchecked().set_declared_shadow_root(template, shadow_root);
        true
    }

    #[inline]
    fn parent(&self, node: Slot) -> Option<Slot> {
        node.node(&self.document).parent().map(NodeRef::slot)
    }

    fn first_child(&self, node: Slot) -> Option<Slot> {
        node.node(&self.document).first_child().map(NodeRef::slot)
    }

    fn next_sibling(&self, node: Slot) -> Option<Slot> {
        node.node(&self.document).next_sibling().map(NodeRef::slot)
    }

    fn element_name(&self, node: Slot) -> Option<ElementName> {
        search::element_name(node.node(&self.document))
    }

    fn attribute_value(&mut self, element: Slot, name: NameId) -> Option<&str> {
        search::attribute_value(element.node(&self.document), AttributeName::plain(name))
    }

    fn processing_instruction(&self, node: Slot) -> Option<(&str, &str)> {
        node.node(&self.document).processing_instruction()
    }

    fn is_connected(&mut self, node: Slot) -> bool {
        let document_node = Slot::FIRST.index();
        self.query(
            |index| index.contains(document_node, node.index()),
            |sink, steps| walk::is_connected(sink, node, steps),
        )
    }

    fn depth(&mut self, node: Slot) -> usize {
        self.query(|index| index.depth(node.index()), |sink, steps| walk::depth(sink, node, steps))
    }

    fn was_changed_by_others(&self) -> bool {
        DomSink::may_be_mutated(self)
    }

    fn nearest_ancestor(&mut self, node: Slot, set: AncestorSet) -> Option<(Slot, NameId)> {
        let ancestor = self.query(
            |index| index.nearest_ancestor(node.index(), set).and_then(Slot::from_index),
            |sink, steps| walk::nearest_ancestor(sink, node, set, steps),
        )?;
        Some((ancestor, search::element_name(ancestor.node(&self.document))?.local))
    }

    fn is_before(&mut self, one: Slot, other: Slot) -> bool {
        self.query(
            |index| index.is_before(one.index(), other.index()),
            |sink, steps| walk::is_before(sink, one, other, steps),
        )
    }

    fn find_marker(&mut self, scope: Slot, name: &str) -> Option<Slot> {
        self.query(
            |index| index.find_marker(scope.index(), name).and_then(Slot::from_index),
            |sink, steps| walk::find_marker(sink, scope, name, steps),
        )
    }
}

/// Converts the text of a token to the form that the document takes.
#[inline(always)]
fn new_text(text: Text<'_>, has_source: bool) -> NewText<'_> {
    match text.place_in_input() {
        Some((start, end)) if has_source => NewText::OfSource { start, length: end - start },
        _ => NewText::Copied(text.as_str()),
    }
}

/// The attributes, with their values as plain text.
fn copied(attributes: ElementAttributes<'_>) -> impl Iterator<Item = (AttributeName, &str)> {
    attributes.iter().map(|(name, value)| (name, value.as_str()))
}
