//! Changing text: of texts, comments and processing instructions, and of what contains texts.

use super::{Attempt, MutationError, MutationRule};
use crate::document::{Document, NodeId};
use crate::node::NodeKind;

/// Changes of text.
impl Document {
    /// Adds text at the end of `parent`: to the `Text` node that is the last child, or else in a new one. Empty text does
    /// nothing.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let fragment = document.create_document_fragment();
    /// document.append_text(fragment, "Hello ")?;
    /// document.append_text(fragment, "world")?;
    /// assert_eq!(document.node(fragment).children().count(), 1);
    /// assert_eq!(document.node(fragment).text(), "Hello world");
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `parent` may not have text in it: it is no element or fragment.
    pub fn append_text(&mut self, parent: NodeId, text: &str) -> Result<(), MutationError> {
        let attempt = Attempt::on("append text to", parent);
        self.ensure_nodes_exist(attempt)?;
        if !self.kind(parent).may_have_child(NodeKind::Text) {
            return Err(self.refusal(attempt, None, MutationRule::NoTextContent));
        }
        self.unchecked().insert_text_before(parent, None, text);
        Ok(())
    }
}
