//! [`ElementBuilder`]: an element with its attributes and contents in one expression.

use super::error::MutationError;
use crate::document::Document;
use crate::node_id::{NodeId, Slot};
use crate::node_ref::NodeRef;
use hedgerow_base::{AttributeKey, ElementKey};

/// Builds an element: [`Document::build`].
///
/// Each method calls a method of [`Document`]. At the first error, the [nodes](Self::node) that were moved into the element go
/// back to their old positions, the element is [removed](Document::remove), later steps do nothing, and the method that ends the
/// chain (such as [`finish`](Self::finish)) returns the error.
#[derive(Debug)]
#[must_use = "the element is not inserted yet"]
pub struct ElementBuilder<'d> {
    document: &'d mut Document,
    /// The element, or the first error.
    element: Result<NodeId, MutationError>,
    /// The old positions of the nodes that were moved into the element, in the order of the moves.
    moves: Vec<Move>,
}

/// The old position of a moved node.
#[derive(Clone, Copy, Debug)]
struct Move {
    node: Slot,
    parent: Option<Slot>,
    next: Option<Slot>,
}

#[expect(clippy::missing_errors_doc, reason = "the type's documentation says which errors it returns")]
impl<'d> ElementBuilder<'d> {
    pub(super) fn new(document: &'d mut Document, name: ElementKey<'_>) -> Self {
        let element = document.create_element(name);
        Self { document, element, moves: Vec::new() }
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
        // In reverse order, each old position exists again when its node goes back.
        while let Some(Move { node, parent, next }) = self.moves.pop() {
            match parent {
                Some(parent) => self.document.unchecked().insert(parent, node, next),
                None => self.document.unchecked().detach(node),
            }
        }
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

    /// Adds text at the end, as [`Document::append_text`] does. A text that [`node`](Self::node) has moved there is not extended,
    /// because a later error moves the text back.
    pub fn text(self, text: &str) -> Self {
        let last_move = self.moves.last().map(|moved| moved.node);
        self.with(|document, element| {
            let last_child = document.node(element).last_child().map(NodeRef::slot);
            if last_child.is_some() && last_child == last_move && !text.is_empty() {
                let own = document.create_text("");
                document.append(element, own)?;
            }
            document.append_text(element, text)
        })
    }

    /// Adds a node of the document at the end, as [`Document::append`] does.
    pub fn node(mut self, node: NodeId) -> Self {
        let Ok(element) = self.element else { return self };
        let earlier_moves = self.moves.len();
        self.document.record_moves(node, &mut self.moves);
        if let Err(error) = self.document.append(element, node) {
            self.moves.truncate(earlier_moves);
            self.fail(element, error);
        }
        self
    }

    /// Builds another element, and adds it at the end.
    pub fn element<'t>(
        mut self,
        name: impl Into<ElementKey<'t>>,
        fill: impl for<'b> FnOnce(ElementBuilder<'b>) -> ElementBuilder<'b>,
    ) -> Self {
        let Ok(parent) = self.element else { return self };
        let ElementBuilder { element: child, moves, .. } = fill(self.document.build(name));
        // `fill` may return the builder of another document, whose moves do not concern this one.
        if child.as_ref().is_ok_and(|&child| self.document.slot_of(child).is_some()) {
            if self.moves.is_empty() {
                self.moves = moves;
            } else {
                self.moves.extend(moves);
            }
        }
        if let Err(error) = child.and_then(|child| self.document.append(parent, child)) {
            self.fail(parent, error);
        }
        self
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

impl Document {
    /// Adds the moves that the insertion of a node will make: for a fragment, the moves of its children.
    fn record_moves(&self, node: NodeId, moves: &mut Vec<Move>) {
        let Some(node) = self.slot_of(node) else { return };
        let move_of = |node| Move { node, parent: self.parent(node), next: self.next_sibling(node) };
        if self.kind(node).is_fragment() {
            // The children go back from the last to the first, so each of them finds its next sibling in the fragment.
            moves.extend(self.at(node).children().map(|child| move_of(child.slot())));
        } else {
            moves.push(move_of(node));
        }
    }
}
