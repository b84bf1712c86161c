//! What is not needed any more.

use super::{Attempt, MutationError, MutationRule};
use crate::document::{Document, NodeId};

/// Removal.
impl Document {
    /// Takes a node out of the tree for good, with all that is in it: from now on, its id and theirs denote nothing.
    ///
    /// Who wants to insert it again [detaches](Self::detach) it instead. <https://dom.spec.whatwg.org/#dom-childnode-remove>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// document.append(document.root_id(), comment)?;
    /// document.remove(comment)?;
    /// assert_eq!(document.root().first_child(), None);
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such node, or it cannot be taken away: it is the root, template contents or a shadow root.
    pub fn remove(&mut self, node: NodeId) -> Result<(), MutationError> {
        let attempt = Attempt::on("remove", node);
        self.ensure_nodes_exist(attempt)?;
        if node == self.root_id() {
            return Err(self.refusal(attempt, None, MutationRule::IsRoot));
        }
        if self.host(node).is_some() {
            return Err(self.refusal(attempt, None, MutationRule::HasHost));
        }
        self.detach_and_free(node);
        Ok(())
    }

    /// [Removes](Self::remove) all children of a node.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// document.append(document.root_id(), comment)?;
    /// document.remove_children(document.root_id())?;
    /// assert_eq!(document.root().first_child(), None);
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such node.
    pub fn remove_children(&mut self, parent: NodeId) -> Result<(), MutationError> {
        self.ensure_nodes_exist(Attempt::on("remove the children of", parent))?;
        let first = self.first_child(parent);
        self.detach_and_free_from(first);
        Ok(())
    }

    /// Frees a node and all its following siblings.
    pub(super) fn detach_and_free_from(&mut self, first: Option<NodeId>) {
        let mut next = first;
        while let Some(node) = next {
            next = self.next_sibling(node);
            self.detach_and_free(node);
        }
    }

    /// Frees a node with all that is in it.
    pub(super) fn detach_and_free(&mut self, node: NodeId) {
        self.unchecked().detach(node);
    }
}
