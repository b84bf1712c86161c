//! [`RecordingSink`]: a sink that records its operations, for the unit tests.
//!
//! It implements only the parts of a DOM that tree construction reads; the real DOM is `hedgerow-dom`.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::BuildHasher;
use std::sync::Arc;

use hedgerow_base::{
    AttributeName, ElementName, NameId, NameInterner, QuirksMode, ShadowRootInit, is_valid_shadow_host_name,
};
use hedgerow_input::Span;
use hedgerow_tokenizer::{ParseErrorCode, Text};

use crate::{ElementAttributes, InsertionLocation, Observer, TreeConstructionError, TreeSink};

/// A node: its links and its kind.
#[derive(Clone, Debug, Default)]
struct Node {
    parent: Option<usize>,
    first_child: Option<usize>,
    last_child: Option<usize>,
    previous_sibling: Option<usize>,
    next_sibling: Option<usize>,
    /// The kind of the node, if it is neither the document nor an element.
    kind: &'static str,
    name: Option<ElementName>,
    /// The attributes, shared by all elements that are created for the same token.
    attributes: Arc<HashMap<AttributeName, String>>,
    processing_instruction: Option<(String, String)>,
    contents: Option<usize>,
    shadow_root: Option<usize>,
}

/// A [`TreeSink`] that records its operations, one line each.
#[derive(Clone, Debug)]
pub(crate) struct RecordingSink {
    nodes: Vec<Node>,
    names: NameInterner,
    operations: Vec<String>,
    errors: Vec<&'static str>,
    /// The finished elements, each after the number of operations that had been recorded when it was finished.
    pub(crate) finished: Vec<(usize, usize)>,
}

impl Default for RecordingSink {
    fn default() -> Self {
        Self {
            nodes: vec![Node::default()],
            names: NameInterner::default(),
            operations: Vec::new(),
            errors: Vec::new(),
            finished: Vec::new(),
        }
    }
}

impl RecordingSink {
    /// Returns the operations so far.
    pub(crate) fn operations(&self) -> &[String] {
        &self.operations
    }

    /// Returns the codes of the parse errors so far.
    pub(crate) fn errors(&self) -> &[&'static str] {
        &self.errors
    }

    /// Creates a `DocumentFragment`, which is not in a tree.
    pub(crate) fn create_fragment(&mut self) -> usize {
        self.push(Node { kind: "fragment", ..Node::default() })
    }

    fn push(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Returns the label of a node in the record: its name or its kind, and its number.
    ///
    /// # Panics
    ///
    /// If the node does not exist.
    pub(crate) fn label(&self, node: usize) -> String {
        match (&self.nodes[node].name, node) {
            (Some(name), _) => format!("{}#{node}", self.names.text(name.local)),
            (None, 0) => "the document".to_owned(),
            (None, _) => format!("{}#{node}", self.nodes[node].kind),
        }
    }

    fn record(&mut self, operation: String) {
        self.operations.push(operation);
    }

    fn detach(&mut self, node: usize) {
        let Some(parent) = self.nodes[node].parent.take() else { return };
        let previous = self.nodes[node].previous_sibling.take();
        let next = self.nodes[node].next_sibling.take();
        match previous {
            Some(previous) => self.nodes[previous].next_sibling = next,
            None => self.nodes[parent].first_child = next,
        }
        match next {
            Some(next) => self.nodes[next].previous_sibling = previous,
            None => self.nodes[parent].last_child = previous,
        }
    }

    /// Inserts a node that has no parent.
    fn attach(&mut self, node: usize, location: InsertionLocation<usize>) {
        let InsertionLocation { parent, reference } = location;
        let previous = match reference {
            Some(reference) => self.nodes[reference].previous_sibling.replace(node),
            None => self.nodes[parent].last_child.replace(node),
        };
        match previous {
            Some(previous) => self.nodes[previous].next_sibling = Some(node),
            None => self.nodes[parent].first_child = Some(node),
        }
        let inserted = &mut self.nodes[node];
        inserted.parent = Some(parent);
        inserted.previous_sibling = previous;
        inserted.next_sibling = reference;
    }

    fn describe(&self, location: InsertionLocation<usize>) -> String {
        let parent = self.label(location.parent);
        match location.reference {
            Some(reference) => format!("into {parent} before {}", self.label(reference)),
            None => format!("into {parent}"),
        }
    }

    fn create(&mut self, name: ElementName, attributes: Arc<HashMap<AttributeName, String>>) -> usize {
        let contents = name.is_html(hedgerow_base::known::TEMPLATE).then(|| self.create_fragment());
        self.push(Node { name: Some(name), attributes, contents, ..Node::default() })
    }
}

impl Observer<usize> for RecordingSink {
    const PARSE_ERRORS: bool = true;
    // The tests compare which elements are finished.
    const IS_WATCHED: bool = true;

    fn element_was_finished(&mut self, element: usize) {
        self.finished.push((self.operations.len(), element));
    }

    fn parse_error(&mut self, error: ParseErrorCode, _: Span, _: Option<NameId>) {
        self.errors.push(error.code());
    }

    fn tree_construction_error(&mut self, error: TreeConstructionError, _: Span, _: Option<NameId>) {
        self.errors.push(error.code());
    }
}

impl TreeSink for RecordingSink {
    type Handle = usize;
    /// The element that the attributes belong to.
    type AttributeList = usize;
    type Observer = Self;

    fn observer(&mut self) -> &mut Self {
        self
    }

    fn intern(&mut self, name: &str) -> NameId {
        self.names.intern(name)
    }

    fn document(&self) -> usize {
        0
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.record(format!("set the document to {} mode", mode.as_str()));
    }

    fn append_doctype(&mut self, name: &str, public_identifier: &str, system_identifier: &str) {
        self.record(format!("append doctype {name:?} {public_identifier:?} {system_identifier:?}"));
    }

    fn create_element(&mut self, name: ElementName, attributes: ElementAttributes<'_>) -> usize {
        let attributes: HashMap<_, _> =
            attributes.iter().map(|(name, value)| (name, value.to_string())).collect();
        self.create(name, attributes.into())
    }

    fn attribute_list(&self, element: usize) -> usize {
        element
    }

    fn create_element_with_list(&mut self, name: ElementName, attributes: usize, _: usize) -> usize {
        let attributes = Arc::clone(&self.nodes[attributes].attributes);
        self.create(name, attributes)
    }

    fn same_attributes(&self, one: usize, other: usize) -> bool {
        self.nodes[one].attributes == self.nodes[other].attributes
    }

    fn hash_attributes(&self, list: usize, hasher: &impl BuildHasher) -> u64 {
        let attributes = self.nodes[list].attributes.iter();
        attributes.map(|attribute| hasher.hash_one(attribute)).fold(0, u64::wrapping_add)
    }

    fn add_missing_attributes(&mut self, element: usize, attributes: ElementAttributes<'_>) {
        for (name, value) in attributes.iter() {
            let present = Arc::make_mut(&mut self.nodes[element].attributes);
            if let Entry::Vacant(missing) = present.entry(name) {
                missing.insert(value.to_string());
                self.record(format!(
                    "add {}={value:?} to {}",
                    self.names.text(name.local),
                    self.label(element)
                ));
            }
        }
    }

    fn create_comment(&mut self, data: Text<'_>) -> usize {
        let comment = self.push(Node { kind: "comment", ..Node::default() });
        self.record(format!("create {} with {data:?}", self.label(comment)));
        comment
    }

    fn create_processing_instruction(&mut self, target: &str, data: &str) -> usize {
        let processing_instruction = Some((target.to_owned(), data.to_owned()));
        let kind = "processing-instruction";
        let node = self.push(Node { kind, processing_instruction, ..Node::default() });
        self.record(format!("create {} with {target} {data:?}", self.label(node)));
        node
    }

    fn insert(&mut self, location: InsertionLocation<usize>, node: usize) {
        self.record(format!("insert {} {}", self.label(node), self.describe(location)));
        self.attach(node, location);
    }

    fn insert_characters(&mut self, location: InsertionLocation<usize>, characters: Text<'_>, _: Span) {
        self.record(format!("insert {characters:?} {}", self.describe(location)));
    }

    fn remove(&mut self, node: usize) {
        self.record(format!("remove {}", self.label(node)));
        self.detach(node);
    }

    fn move_children(&mut self, from: usize, to: usize) {
        self.record(format!("move the children of {} to {}", self.label(from), self.label(to)));
        while let Some(child) = self.nodes[from].first_child {
            self.detach(child);
            self.attach(child, InsertionLocation { parent: to, reference: None });
        }
    }

    fn replace_children_with_clones_of(&mut self, node: usize, original: usize) {
        self.record(format!(
            "replace the children of {} with clones of those of {}",
            self.label(node),
            self.label(original)
        ));
    }

    fn mark_script_already_started(&mut self, script: usize) {
        self.record(format!("mark {} as already started", self.label(script)));
    }

    fn template_contents(&self, template: usize) -> usize {
        self.nodes[template].contents.unwrap_or(template)
    }

    fn attach_declarative_shadow_root(&mut self, host: usize, template: usize, init: ShadowRootInit) -> bool {
        let is_valid = self.nodes[host]
            .name
            .is_some_and(|name| is_valid_shadow_host_name(name, self.names.text(name.local)));
        if !is_valid || self.nodes[host].shadow_root.is_some() {
            return false;
        }
        let shadow_root = self.push(Node { kind: "shadow-root", ..Node::default() });
        let label = self.label(shadow_root);
        self.record(format!("attach {} {label} to {}", init.mode.as_str(), self.label(host)));
        self.nodes[host].shadow_root = Some(shadow_root);
        self.nodes[template].contents = Some(shadow_root);
        true
    }

    fn parent(&self, node: usize) -> Option<usize> {
        self.nodes[node].parent
    }

    fn first_child(&self, node: usize) -> Option<usize> {
        self.nodes[node].first_child
    }

    fn next_sibling(&self, node: usize) -> Option<usize> {
        self.nodes[node].next_sibling
    }

    fn element_name(&self, node: usize) -> Option<ElementName> {
        self.nodes[node].name
    }

    fn attribute_value(&mut self, element: usize, name: NameId) -> Option<&str> {
        self.nodes[element].attributes.get(&AttributeName::plain(name)).map(String::as_str)
    }

    fn processing_instruction(&self, node: usize) -> Option<(&str, &str)> {
        let (target, data) = self.nodes[node].processing_instruction.as_ref()?;
        Some((target, data))
    }

    fn was_changed_by_others(&self) -> bool {
        false
    }
}

mod tests {
    use hedgerow_tokenizer::Tokenizer;

    use super::*;
    use crate::{TreeBuilder, TreeBuilderOptions};

    /// Returns the operations in the body of a document.
    fn operations_in_body(html: &str) -> Vec<String> {
        let builder = TreeBuilder::new(RecordingSink::default(), TreeBuilderOptions::default());
        let mut tokenizer = Tokenizer::new(builder);
        tokenizer.run(&format!("<!DOCTYPE html><html><head></head><body>{html}"), true);
        tokenizer.into_sink().into_sink().operations
    }

    /// Returns the operations for `html` after those for `start`.
    fn operations_after(start: &str, html: &str) -> Vec<String> {
        operations_in_body(&format!("{start}{html}")).split_off(operations_in_body(start).len())
    }

    #[test]
    fn the_adoption_agency_moves_and_clones() {
        // The paragraph is moved out of the bold element, and its content gets a bold element of its own.
        assert_eq!(
            operations_after("<b>1<p>2", "</b>3"),
            [
                "remove p#5", "insert p#5 into body#3", "move the children of p#5 to b#6",
                "insert b#6 into p#5", "insert \"3\" into p#5",
            ]
        );
    }

    #[test]
    fn content_of_a_table_is_foster_parented() {
        assert_eq!(
            operations_after("<table>", "x<b>y"),
            [
                "insert \"x\" into body#3 before table#4",
                "insert b#5 into body#3 before table#4",
                "insert \"y\" into b#5"
            ]
        );
    }

    #[test]
    fn an_ignored_token_has_no_operations() {
        assert!(operations_after("<p>", "</i><tr></section>\0").is_empty());
    }
}
