//! [`ElementBuilder`]: an element with its attributes and contents in one expression.

use super::error::MutationError;
use crate::document::Document;
use crate::node_id::NodeId;
use hedgerow_base::{AttributeKey, ElementKey};

/// Builds an element: [`Document::build`].
///
/// Each method calls a method of [`Document`]. At the first error, the element is
/// [removed](Document::remove), later steps do nothing, and the method that ends the chain (such as
/// [`finish`](Self::finish)) returns the error.
#[derive(Debug)]
#[must_use = "the element is not inserted yet"]
pub struct ElementBuilder<'d> {
    document: &'d mut Document,
    /// The element, or the first error.
    element: Result<NodeId, MutationError>,
}

#[expect(clippy::missing_errors_doc, reason = "the type's documentation says which errors it returns")]
impl<'d> ElementBuilder<'d> {
    pub(super) fn new(document: &'d mut Document, name: ElementKey<'_>) -> Self {
        let element = document.create_element(name);
        Self { document, element }
    }

    /// Performs a step, unless an earlier one has failed.
    fn with(mut self, step: impl FnOnce(&mut Document, NodeId) -> Result<(), MutationError>) -> Self {
        if let Ok(element) = self.element
            && let Err(error) = step(self.document, element)
        {
            self.fail(element, error);
        }
        self
    }

    fn fail(&mut self, element: NodeId, error: MutationError) {
        let removed = self.document.remove(element);
        debug_assert!(removed.is_ok(), "an element that was created can be removed");
        self.element = Err(error);
    }

    /// Sets an attribute, as [`Document::set_attribute`] does.
    pub fn attribute<'t>(self, name: impl Into<AttributeKey<'t>>, value: &str) -> Self {
        self.with(|document, element| document.set_attribute(element, name, value))
    }

    /// Adds a class, as [`Document::add_class`] does.
    pub fn class(self, class: &str) -> Self {
        self.with(|document, element| document.add_class(element, class).map(|_| ()))
    }

    /// Adds text at the end, as [`Document::append_text`] does.
    pub fn text(self, text: &str) -> Self {
        self.with(|document, element| document.append_text(element, text))
    }

    /// Adds a node of the document at the end, as [`Document::append`] does.
    pub fn node(self, node: NodeId) -> Self {
        self.with(|document, element| document.append(element, node))
    }

    /// Builds another element, and adds it at the end.
    pub fn element<'t>(
        self,
        name: impl Into<ElementKey<'t>>,
        fill: impl for<'b> FnOnce(ElementBuilder<'b>) -> ElementBuilder<'b>,
    ) -> Self {
        self.with(|document, parent| {
            let child = fill(document.build(name)).finish()?;
            document.append(parent, child)
        })
    }

    /// Returns the element without inserting it.
    pub fn finish(self) -> Result<NodeId, MutationError> {
        self.element
    }

    /// Makes the element the last child of a node.
    pub fn append_to(self, parent: NodeId) -> Result<NodeId, MutationError> {
        self.with(|document, element| document.append(parent, element)).finish()
    }

    /// Makes the element the first child of a node.
    pub fn prepend_to(self, parent: NodeId) -> Result<NodeId, MutationError> {
        self.with(|document, element| document.prepend(parent, element)).finish()
    }

    /// Inserts the element before a node.
    pub fn insert_before(self, sibling: NodeId) -> Result<NodeId, MutationError> {
        self.with(|document, element| document.insert_before(sibling, element)).finish()
    }

    /// Inserts the element after a node.
    pub fn insert_after(self, sibling: NodeId) -> Result<NodeId, MutationError> {
        self.with(|document, element| document.insert_after(sibling, element)).finish()
    }

    /// Replaces a node by the element, and [removes](Document::remove) the node.
    pub fn replace(self, node: NodeId) -> Result<NodeId, MutationError> {
        self.with(|document, element| document.replace(node, element)).finish()
    }
}
