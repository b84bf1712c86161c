//! Checked changes of text: the data of texts, comments and processing instructions, and the text of elements.

use super::error::{Algorithm, Attempt, Checked, MutationError, MutationRule};
use crate::document::Document;
use crate::node::{NodeData, NodeKind};
use crate::node_id::{NodeId, Slot};
use crate::node_ref::NodeRef;
use crate::search_cache::LinkChange;
use crate::text::TextRun;

impl Document {
    /// Adds text at the end of `parent`: to the last child if that is a `Text` node, and otherwise in a new `Text` node. Empty
    /// text has no effect.
    ///
    /// # Errors
    ///
    /// If `parent` is not an element or a fragment, or if the text does not fit.
    pub fn append_text(&mut self, parent: NodeId, text: &str) -> Result<(), MutationError> {
        let (attempt, parent) = self.attempt("append text to", parent)?;
        self.ensure_may_contain_text(attempt, parent)?;
        self.ensure_room_for_text(attempt, text)?;
        let last = self.last_child(parent).filter(|&last| self.kind(last) == NodeKind::Text);
        if let Some(last) = last.filter(|_| !text.is_empty()) {
            self.links_change(LinkChange::Changed(last));
        }
        if let Some(NodeData::Text(run)) = last.map(|last| &mut self.nodes[last].data) {
            if !self.text.append(run, text) {
                return Err(self.refusal(attempt, None, MutationRule::TooMuchText));
            }
        } else {
            self.append_new_text(parent, text);
        }
        self.reclaim_if_worthwhile();
        Ok(())
    }

    /// Sets the text of a node. For a text, a comment or a processing instruction, this sets the data. The children of an element
    /// or a fragment are [removed](Self::remove), and a non-empty text is inserted.
    /// <https://dom.spec.whatwg.org/#dom-node-textcontent>
    ///
    /// # Errors
    ///
    /// If the node is a document or a doctype, for which the standard does nothing, or if the text does not fit.
    #[doc(alias("setTextContent", "set_text_content"))]
    pub fn set_text(&mut self, node: NodeId, text: &str) -> Result<(), MutationError> {
        let (attempt, slot) = self.attempt("set the text of", node)?;
        if self.at(slot).data().is_some() {
            return self.set_data(node, text);
        }
        self.ensure_may_contain_text(attempt, slot)?;
        self.ensure_room_for_text(attempt, text)?;
        self.detach_and_free_from(self.first_child(slot));
        self.append_new_text(slot, text);
        Ok(())
    }

    /// Sets the data of a text, a comment or a processing instruction. <https://dom.spec.whatwg.org/#dom-characterdata-data>
    ///
    /// # Errors
    ///
    /// If the node has no data, or if the data does not fit.
    #[doc(alias = "nodeValue")]
    pub fn set_data(&mut self, node: NodeId, data: &str) -> Result<(), MutationError> {
        let (attempt, node) = self.attempt("set the data of", node)?;
        self.ensure_room_for_text(attempt, data)?;
        self.links_change(LinkChange::Changed(node));
        match &mut self.nodes[node].data {
            NodeData::Text(run) => {
                self.text.discard_run(*run);
                *run = TextRun::new(self.text.push(data));
            }
            NodeData::Comment(span) | NodeData::ProcessingInstruction { data: span, .. } => {
                self.text.discard(*span);
                *span = self.text.push(data);
            }
            _ => return Err(self.refusal(attempt, None, MutationRule::NoData)),
        }
        self.reclaim_if_worthwhile();
        Ok(())
    }

    /// Splits a text at an offset in bytes. Returns the second part, which is inserted after the first if that has a parent.
    /// <https://dom.spec.whatwg.org/#concept-text-split>
    ///
    /// # Errors
    ///
    /// If the node is not a text, or if the offset is after its end or inside a character.
    #[doc(alias = "splitText")]
    pub fn split_text(&mut self, text: NodeId, offset: usize) -> Result<NodeId, MutationError> {
        let (attempt, text) = self.attempt("split", text)?;
        let NodeData::Text(run) = self.nodes[text].data else {
            return Err(self.refusal(attempt, None, MutationRule::NotAText));
        };
        let span = run.span();
        // 2. If offset is greater than length, then throw an "IndexSizeError" DOMException.
        if offset > span.length() {
            return Err(self.refusal(attempt, Algorithm::SPLIT, MutationRule::OffsetAfterEnd));
        }
        if !self.text.get(span).is_char_boundary(offset) {
            return Err(self.refusal(attempt, None, MutationRule::OffsetInCharacter));
        }
        self.text.discard_filler(run);
        let (first, second) = span.split_at(offset);
        self.nodes[text].data = NodeData::Text(run.part(first));
        let node = self.nodes.push(NodeData::Text(run.part(second)));
        if let Some(parent) = self.parent(text) {
            let next = self.next_sibling(text);
            self.unchecked().insert(parent, node, next);
        }
        self.reclaim_if_worthwhile();
        Ok(self.id_of(node))
    }

    /// Joins adjacent texts among the descendants of a node, and [removes](Self::remove) empty texts. Only the id of the first text
    /// of a run stays valid.
    /// <https://dom.spec.whatwg.org/#dom-node-normalize>
    ///
    /// # Errors
    ///
    /// If there is no such node, or if the joined texts do not fit. In the second case, some texts may have been joined.
    pub fn normalize(&mut self, node: NodeId) -> Result<(), MutationError> {
        let (attempt, node) = self.attempt("normalize", node)?;
        let texts: Vec<Slot> = self
            .at(node)
            .descendants()
            .filter(|descendant| descendant.kind() == NodeKind::Text)
            .map(NodeRef::slot)
            .collect();
        for text in texts {
            let NodeData::Text(run) = self.nodes[text].data else { continue };
            let previous = self.previous_sibling(text).filter(|&node| self.kind(node) == NodeKind::Text);
            let is_empty = run.span().length() == 0;
            if let Some(previous) = previous
                && !is_empty
            {
                let data = self.text.get(run.span()).to_owned();
                if let NodeData::Text(run) = &mut self.nodes[previous].data
                    && !self.text.append(run, &data)
                {
                    return Err(self.refusal(attempt, None, MutationRule::TooMuchText));
                }
            }
            if previous.is_some() || is_empty {
                self.detach_and_free(text);
            }
        }
        Ok(())
    }

    fn append_new_text(&mut self, parent: Slot, text: &str) {
        if !text.is_empty() {
            let text = self.unchecked().create_text(text);
            self.unchecked().append(parent, text);
        }
    }

    pub(super) fn ensure_room_for_text(&mut self, attempt: Attempt<'_>, text: &str) -> Checked {
        if self.text.has_room_for(text.len()) {
            return Ok(());
        }
        Err(self.refusal(attempt, None, MutationRule::TooMuchText))
    }

    fn ensure_may_contain_text(&self, attempt: Attempt<'_>, parent: Slot) -> Result<(), MutationError> {
        match self.nodes[parent].data {
            NodeData::Document | NodeData::DocumentType => {
                Err(self.refusal(attempt, None, MutationRule::NoTextContent))
            }
            NodeData::Text(_) | NodeData::Comment(_) | NodeData::ProcessingInstruction { .. } => {
                Err(self.refusal(attempt, Algorithm::INSERT, MutationRule::ParentHasNoChildren))
            }
            _ => Ok(()),
        }
    }
}
