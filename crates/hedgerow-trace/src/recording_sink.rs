//! [`RecordingSink`]: passes all operations on to another sink, and records them.

use std::hash::BuildHasher;

use hedgerow_base::known::TABLE;
use hedgerow_base::{ElementName, NameId, QuirksMode, ShadowRootInit};
use hedgerow_dom::{Document, NodeKind, NodeRef, Slot, search};
use hedgerow_input::Span;
use hedgerow_tokenizer::{AttributePlace, ParseErrorCode, Text, Token};
use hedgerow_tree::{
    Algorithm, AncestorSet, ElementAttributes, InsertionLocation, InsertionMode, Observer, Rules,
    SourceToken, TreeConstructionError, TreeSink,
};

use crate::operation::{AppliedRules, NodeLabel, Operation, OperationKind};
use crate::recording::Recording;
use crate::rows::RowKey;

/// A sink whose nodes are those of a [`Document`].
pub trait TracedSink: TreeSink<Handle = Slot> {
    /// The document under construction.
    fn document_so_far(&self) -> &Document;
}

/// A sink that records the operations on the sink in it.
#[derive(Debug)]
pub(crate) struct RecordingSink<S> {
    inner: S,
    /// The rules and operations, if they are recorded.
    recording: Option<Recording>,
}

impl<S: TracedSink> RecordingSink<S> {
    pub(crate) fn new(inner: S, recording: Option<Recording>) -> Self {
        Self { inner, recording }
    }

    pub(crate) fn document_so_far(&self) -> &Document {
        self.inner.document_so_far()
    }

    /// Takes the rules that were recorded since the last call.
    pub(crate) fn take_recorded_rules(&mut self) -> Vec<AppliedRules> {
        self.recording.as_mut().map(Recording::take_rules).unwrap_or_default()
    }

    pub(crate) fn node_label(&self, node: Slot) -> NodeLabel {
        let node_ref = self.node(node);
        let name = match node_ref.kind() {
            NodeKind::Element => node_ref.local_name_text(),
            NodeKind::Document => "document",
            NodeKind::DocumentType => "doctype",
            NodeKind::DocumentFragment => "fragment",
            NodeKind::ShadowRoot => "shadow-root",
            NodeKind::Text => "text",
            NodeKind::Comment => "comment",
            NodeKind::ProcessingInstruction => "processing-instruction",
        };
        NodeLabel { number: node.index(), name: name.to_owned() }
    }

    pub(crate) fn name_text(&self, name: NameId) -> &str {
        search::names(self.document_so_far()).text(name)
    }

    fn node(&self, node: Slot) -> NodeRef<'_> {
        node.node(self.document_so_far())
    }

    /// Records an operation on a node, if operations are recorded.
    fn record(&mut self, kind: OperationKind, node: Slot, complete: impl FnOnce(&Self, &mut Operation)) {
        let Some(recording) = &self.recording else { return };
        let by = recording.algorithms.clone();
        let node = self.node_label(node);
        let mut operation = Operation { kind, node, text: None, from: None, parent: None, before: None, by };
        complete(self, &mut operation);
        if let Some(recording) = &mut self.recording {
            recording.record(operation);
        }
    }

    /// Sets the place of an operation.
    fn set_location(&self, operation: &mut Operation, location: InsertionLocation<Slot>) {
        let InsertionLocation { parent, reference } = location;
        operation.parent = Some(self.node_label(parent));
        operation.before = reference.map(|reference| self.node_label(reference));
        if reference.and_then(|node| self.element_name(node)) == Some(ElementName::html(TABLE)) {
            operation.by.push(Algorithm::FosterParenting);
        }
    }

    fn record_insertion(&mut self, node: Slot, location: InsertionLocation<Slot>) {
        if let Some(recording) = &mut self.recording {
            recording.last_inserted = Some(node);
        }
        self.record(OperationKind::Insert, node, |sink, operation| {
            sink.set_location(operation, location);
            let inserted = sink.node(node);
            operation.text = match inserted.kind() {
                NodeKind::DocumentType => inserted.doctype().map(|doctype| doctype.name.to_owned()),
                NodeKind::Comment => inserted.data().map(str::to_owned),
                NodeKind::ProcessingInstruction => {
                    inserted.processing_instruction().map(|(target, data)| format!("{target} {data}"))
                }
                _ => None,
            };
        });
    }

    fn record_text(&mut self, kind: OperationKind, node: Slot, text: String) {
        self.record(kind, node, |_, operation| operation.text = Some(text));
    }

    /// Records that a node gets the children of another one, or clones of them.
    fn record_operation_from(&mut self, kind: OperationKind, node: Slot, from: Slot) {
        self.record(kind, node, |sink, operation| {
            operation.from = Some(sink.node_label(from));
            if kind == OperationKind::MoveChildren {
                operation.parent = Some(operation.node.clone());
            }
        });
    }
}

impl<S: TracedSink> Observer<Slot> for RecordingSink<S> {
    const PARSE_ERRORS: bool = true;
    const SOURCE_SPANS: bool = true;
    const RULES: bool = true;

    fn rules_apply(&mut self, rules: Rules, token: &Token<'_>) {
        let key = RowKey::new(token, |name| self.name_text(name));
        let Some(recording) = &mut self.recording else { return };
        let (used, operations, errors) = (Vec::new(), Vec::new(), Vec::new());
        recording.keys.push((key, Vec::new()));
        recording.rules.push(AppliedRules { rules, row: "", used, operations, errors });
    }

    fn rules_are_used(&mut self, mode: InsertionMode, token: &Token<'_>) {
        let key = RowKey::new(token, |name| self.name_text(name));
        let Some(recording) = &mut self.recording else { return };
        if let (Some(applied), Some((_, keys))) = (recording.rules.last_mut(), recording.keys.last_mut()) {
            let last = applied.used.last().map_or(applied.rules, |&(mode, _)| Rules::InsertionMode(mode));
            if last != Rules::InsertionMode(mode) {
                applied.used.push((mode, ""));
                keys.push(key);
            }
        }
    }

    fn algorithm_begins(&mut self, algorithm: Algorithm) {
        self.recording.iter_mut().for_each(|recording| recording.algorithms.push(algorithm));
    }

    fn algorithm_ends(&mut self) {
        self.recording.as_mut().and_then(|recording| recording.algorithms.pop());
    }

    fn token_begins(&mut self, token: SourceToken, span: Span) {
        self.recording.iter_mut().for_each(|recording| recording.token = token);
        self.inner.observer().token_begins(token, span);
    }

    fn attribute_places(&mut self, places: &[AttributePlace]) {
        self.inner.observer().attribute_places(places);
    }

    fn end_tag_was_read(&mut self, element: Slot, token_name: NameId) {
        self.inner.observer().end_tag_was_read(element, token_name);
    }

    fn parse_error(&mut self, error: ParseErrorCode, _: Span, _: Option<NameId>) {
        self.recording.iter_mut().for_each(|recording| recording.record_error(error.code()));
    }

    fn tree_construction_error(&mut self, error: TreeConstructionError, _: Span, _: Option<NameId>) {
        self.recording.iter_mut().for_each(|recording| recording.record_error(error.code()));
    }

    fn element_left_the_stack(&mut self, element: Slot, token_name: NameId) {
        self.inner.observer().element_left_the_stack(element, token_name);
        let Some(recording) = &self.recording else { return };
        let kind = match recording.token {
            // The start tag of a void element also closes it, which is not recorded.
            SourceToken::StartTag(_) if recording.last_inserted == Some(element) => return,
            SourceToken::EndTag(name) if name == token_name => OperationKind::Close,
            _ => OperationKind::CloseByImplication,
        };
        self.record(kind, element, |_, _| {});
    }
}

impl<S: TracedSink> TreeSink for RecordingSink<S> {
    type Handle = Slot;
    type AttributeList = S::AttributeList;
    type Observer = Self;

    fn observer(&mut self) -> &mut Self {
        self
    }

    fn intern(&mut self, name: &str) -> NameId {
        self.inner.intern(name)
    }

    fn document(&self) -> Slot {
        self.inner.document()
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.inner.set_quirks_mode(mode);
        self.record_text(OperationKind::SetQuirksMode, self.inner.document(), mode.as_str().to_owned());
    }

    fn append_doctype(&mut self, name: &str, public_identifier: &str, system_identifier: &str) {
        self.inner.append_doctype(name, public_identifier, system_identifier);
        let parent = self.inner.document();
        if let Some(doctype) = self.node(parent).last_child().map(NodeRef::slot) {
            self.record_insertion(doctype, InsertionLocation { parent, reference: None });
        }
    }

    fn create_element(&mut self, name: ElementName, attributes: ElementAttributes<'_>) -> Slot {
        self.inner.create_element(name, attributes)
    }

    fn attribute_list(&self, element: Slot) -> S::AttributeList {
        self.inner.attribute_list(element)
    }

    fn create_element_with_list(
        &mut self,
        name: ElementName,
        attributes: S::AttributeList,
        original: Slot,
    ) -> Slot {
        self.inner.create_element_with_list(name, attributes, original)
    }

    fn same_attributes(&self, one: S::AttributeList, other: S::AttributeList) -> bool {
        self.inner.same_attributes(one, other)
    }

    fn hash_attributes(&self, list: S::AttributeList, hasher: &impl BuildHasher) -> u64 {
        self.inner.hash_attributes(list, hasher)
    }

    fn add_missing_attributes(&mut self, element: Slot, attributes: ElementAttributes<'_>) {
        for (name, value) in attributes.iter() {
            if self.inner.attribute_value(element, name.local).is_none() {
                let attribute = format!("{}={:?}", self.name_text(name.local), value.as_str());
                self.record_text(OperationKind::AddAttribute, element, attribute);
            }
        }
        self.inner.add_missing_attributes(element, attributes);
    }

    fn create_comment(&mut self, data: Text<'_>) -> Slot {
        self.inner.create_comment(data)
    }

    fn create_processing_instruction(&mut self, target: &str, data: &str) -> Slot {
        self.inner.create_processing_instruction(target, data)
    }

    fn insert(&mut self, location: InsertionLocation<Slot>, node: Slot) {
        self.inner.insert(location, node);
        self.record_insertion(node, location);
    }

    fn insert_new_element(
        &mut self,
        location: InsertionLocation<Slot>,
        name: ElementName,
        attributes: ElementAttributes<'_>,
    ) -> Slot {
        let element = self.inner.insert_new_element(location, name, attributes);
        self.record_insertion(element, location);
        element
    }

    fn insert_characters(&mut self, location: InsertionLocation<Slot>, characters: Text<'_>, span: Span) {
        self.inner.insert_characters(location, characters, span);
        let before = match location.reference {
            Some(reference) => self.node(reference).previous_sibling(),
            None => self.node(location.parent).last_child(),
        };
        if let Some(text) = before.filter(|node| node.kind() == NodeKind::Text).map(NodeRef::slot) {
            self.record(OperationKind::InsertText, text, |sink, operation| {
                sink.set_location(operation, location);
                operation.text = Some(characters.as_str().to_owned());
            });
        }
    }

    fn remove(&mut self, node: Slot) {
        self.record(OperationKind::Remove, node, |sink, operation| {
            operation.from = sink.parent(node).map(|parent| sink.node_label(parent));
        });
        self.inner.remove(node);
    }

    fn move_node(&mut self, location: InsertionLocation<Slot>, node: Slot) {
        let from = self.parent(node);
        self.inner.move_node(location, node);
        let kind = if from.is_some() { OperationKind::Move } else { OperationKind::Insert };
        self.record(kind, node, |sink, operation| {
            sink.set_location(operation, location);
            operation.from = from.map(|from| sink.node_label(from));
        });
    }

    fn move_children(&mut self, from: Slot, to: Slot) {
        self.inner.move_children(from, to);
        self.record_operation_from(OperationKind::MoveChildren, to, from);
    }

    fn replace_children_with_clones_of(&mut self, node: Slot, original: Slot) {
        self.inner.replace_children_with_clones_of(node, original);
        self.record_operation_from(OperationKind::CloneChildren, node, original);
    }

    fn mark_script_already_started(&mut self, script: Slot) {
        self.inner.mark_script_already_started(script);
        self.record(OperationKind::MarkScript, script, |_, _| {});
    }

    fn template_contents(&self, template: Slot) -> Slot {
        self.inner.template_contents(template)
    }

    fn attach_declarative_shadow_root(&mut self, host: Slot, template: Slot, init: ShadowRootInit) -> bool {
        let is_attached = self.inner.attach_declarative_shadow_root(host, template, init);
        if let Some(shadow_root) = self.node(host).shadow_root().filter(|_| is_attached).map(NodeRef::slot) {
            self.record(OperationKind::AttachShadowRoot, shadow_root, |sink, operation| {
                operation.text = Some(init.mode.as_str().to_owned());
                operation.parent = Some(sink.node_label(host));
            });
        }
        is_attached
    }

    fn allows_template_attribute(&self, name: NameId) -> bool {
        self.inner.allows_template_attribute(name)
    }

    fn parent(&self, node: Slot) -> Option<Slot> {
        self.inner.parent(node)
    }

    fn first_child(&self, node: Slot) -> Option<Slot> {
        self.inner.first_child(node)
    }

    fn next_sibling(&self, node: Slot) -> Option<Slot> {
        self.inner.next_sibling(node)
    }

    fn element_name(&self, node: Slot) -> Option<ElementName> {
        self.inner.element_name(node)
    }

    fn attribute_value(&mut self, element: Slot, name: NameId) -> Option<&str> {
        self.inner.attribute_value(element, name)
    }

    fn processing_instruction(&self, node: Slot) -> Option<(&str, &str)> {
        self.inner.processing_instruction(node)
    }

    fn is_connected(&mut self, node: Slot) -> bool {
        self.inner.is_connected(node)
    }

    fn depth(&mut self, node: Slot) -> usize {
        self.inner.depth(node)
    }

    fn was_changed_by_others(&self) -> bool {
        self.inner.was_changed_by_others()
    }

    fn nearest_ancestor(&mut self, node: Slot, set: AncestorSet) -> Option<(Slot, NameId)> {
        self.inner.nearest_ancestor(node, set)
    }

    fn is_before(&mut self, one: Slot, other: Slot) -> bool {
        self.inner.is_before(one, other)
    }

    fn find_marker(&mut self, scope: Slot, name: &str) -> Option<Slot> {
        self.inner.find_marker(scope, name)
    }
}
