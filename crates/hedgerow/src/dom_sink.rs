//! [`DomSink`]: the operations that tree construction asks for, done on the arena DOM.

use hedgerow_dom::{AttributeList, Document, NewText, NodeId};
use hedgerow_input::Span;
use hedgerow_names::{AttributeName, ElementName, NameId, QuirksMode, ShadowRootInit};
use hedgerow_tokenizer::{ParseErrorCode, Text};
use hedgerow_tree::{ElementAttributes, InsertionLocation, TreeConstructionError, TreeSink};

use crate::ErrorKind;

/// A parse error whose line and column are not known yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PendingError {
    pub(crate) kind: ErrorKind,
    pub(crate) span: Span,
}

/// A document under construction, and the parse errors found so far.
#[derive(Debug)]
pub(crate) struct DomSink<const PARSE_ERRORS: bool> {
    document: Document,
    document_node: NodeId,
    /// Whether offsets into the text of the tokenizer's run are offsets into the source that the document has.
    has_source: bool,
    errors: Vec<PendingError>,
}

impl<const PARSE_ERRORS: bool> DomSink<PARSE_ERRORS> {
    /// An empty document. If the whole source is known, it is the text of the tokenizer's only run, and the document
    /// has it, too.
    pub(crate) fn new(source: Option<&str>, spare: Option<Document>) -> Self {
        let document = match (source, spare) {
            (Some(source), Some(mut spare)) => {
                spare.restart(source);
                spare
            }
            (Some(source), None) => Document::with_source(source),
            (None, _) => Document::new(),
        };
        Self { document_node: document.root_id(), document, has_source: source.is_some(), errors: Vec::new() }
    }

    /// Makes a new `DocumentFragment` the root of the result; the `Document` node stays what the parser works with.
    pub(crate) fn make_fragment_the_root(&mut self) -> NodeId {
        let fragment = self.document.create_document_fragment();
        self.document.set_root(fragment);
        fragment
    }

    pub(crate) fn intern_name(&mut self, name: &str) -> NameId {
        self.document.intern(name)
    }

    pub(crate) fn take_errors(&mut self) -> Vec<PendingError> {
        std::mem::take(&mut self.errors)
    }

    pub(crate) fn document(&self) -> &Document {
        &self.document
    }

    pub(crate) fn into_document(self) -> Document {
        self.document
    }
}

impl<const PARSE_ERRORS: bool> TreeSink for DomSink<PARSE_ERRORS> {
    type Handle = NodeId;
    type AttributeList = AttributeList;

    const PARSE_ERRORS: bool = PARSE_ERRORS;

    fn parse_error(&mut self, error: ParseErrorCode, span: Span) {
        self.errors.push(PendingError { kind: ErrorKind::Standard(error), span });
    }

    fn tree_construction_error(&mut self, error: TreeConstructionError, span: Span) {
        self.errors.push(PendingError { kind: ErrorKind::TreeConstruction(error), span });
    }

    #[inline]
    fn intern(&mut self, name: &str) -> NameId {
        self.document.intern(name)
    }

    fn name_text(&self, name: NameId) -> &str {
        self.document.names().text(name)
    }

    #[inline]
    fn document(&self) -> NodeId {
        self.document_node
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.document.set_quirks_mode(mode);
    }

    fn append_doctype(&mut self, name: &str, public_identifier: &str, system_identifier: &str) {
        let doctype = self.document.create_doctype(name, public_identifier, system_identifier);
        self.document.append(self.document_node, doctype);
    }

    #[inline]
    fn create_element(&mut self, name: ElementName, attributes: ElementAttributes<'_>) -> NodeId {
        self.document.create_element(name, copied(attributes))
    }

    #[inline]
    fn attribute_list(&self, element: NodeId) -> AttributeList {
        self.document.attribute_list(element)
    }

    fn create_element_with_list(&mut self, name: ElementName, attributes: AttributeList) -> NodeId {
        self.document.create_element_with_list(name, attributes)
    }

    fn same_attributes(&self, one: AttributeList, other: AttributeList) -> bool {
        self.document.same_attributes(one, other)
    }

    fn add_missing_attributes(&mut self, element: NodeId, attributes: ElementAttributes<'_>) {
        self.document.add_missing_attributes(element, copied(attributes));
    }

    fn create_comment(&mut self, data: Text<'_>) -> NodeId {
        self.document.create_comment(new_text(data, self.has_source))
    }

    fn create_processing_instruction(&mut self, target: &str, data: &str) -> NodeId {
        self.document.create_processing_instruction(target, data)
    }

    #[inline]
    fn insert(&mut self, node: NodeId, location: InsertionLocation<NodeId>) {
        self.document.insert_before(location.parent, node, location.reference);
    }

    #[inline(always)]
    fn insert_new_element(
        &mut self,
        name: ElementName,
        attributes: ElementAttributes<'_>,
        location: InsertionLocation<NodeId>,
    ) -> NodeId {
        let has_source = self.has_source;
        let attributes = attributes.iter().map(move |(name, value)| (name, new_text(value, has_source)));
        self.document.insert_new_element_before(location.parent, location.reference, name, attributes)
    }

    #[inline(always)]
    fn insert_characters(&mut self, characters: Text<'_>, location: InsertionLocation<NodeId>) {
        let text = new_text(characters, self.has_source);
        self.document.insert_text_before(location.parent, location.reference, text);
    }

    fn remove(&mut self, node: NodeId) {
        self.document.detach(node);
    }

    fn move_children(&mut self, from: NodeId, to: NodeId) {
        self.document.move_children(from, to);
    }

    fn replace_children_with_clones_of(&mut self, node: NodeId, original: NodeId) {
        let clone = self.document.clone_subtree(original);
        self.document.replace_children(node, clone);
    }

    fn mark_script_already_started(&mut self, _: NodeId) {
        // Nothing in this crate executes scripts.
    }

    fn template_contents(&self, template: NodeId) -> NodeId {
        self.document.template_contents(template).unwrap_or(template)
    }

    fn set_template_contents(&mut self, template: NodeId, contents: NodeId) {
        self.document.set_template_contents(template, contents);
    }

    fn is_shadow_host(&self, element: NodeId) -> bool {
        self.document.shadow_root(element).is_some()
    }

    fn attach_shadow_root(&mut self, host: NodeId, init: ShadowRootInit) -> NodeId {
        self.document.attach_shadow_root(host, init)
    }

    #[inline]
    fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.document.parent(node)
    }

    fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.document.first_child(node)
    }

    fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.document.next_sibling(node)
    }

    fn element_name(&self, node: NodeId) -> Option<ElementName> {
        self.document.element_name(node)
    }

    fn attribute_value(&self, element: NodeId, name: NameId) -> Option<&str> {
        self.document.attribute_value(element, AttributeName::plain(name))
    }

    fn processing_instruction(&self, node: NodeId) -> Option<(&str, &str)> {
        self.document.processing_instruction(node)
    }
}

/// The text of a token as it goes into the document.
#[inline(always)]
fn new_text(text: Text<'_>, has_source: bool) -> NewText<'_> {
    match text.place_in_input() {
        Some((start, end)) if has_source => NewText::OfSource { start, length: end - start },
        _ => NewText::Copied(text.as_str()),
    }
}

/// Attributes with their values as plain text.
fn copied(attributes: ElementAttributes<'_>) -> impl Iterator<Item = (AttributeName, &str)> {
    attributes.iter().map(|(name, value)| (name, value.as_str()))
}
