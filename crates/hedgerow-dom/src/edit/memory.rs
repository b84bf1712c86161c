//! Removal, and the memory that it gives a use again.
//!
//! A slot of the row is chained to the others that are free, and the next new node takes it. What text and attributes leave
//! behind is only counted:
//!
//! ```text
//! at the end of each change that leaves something behind:
//!     if a quarter of the text or of the attributes is not used any more,
//!     and there is twice as much of them as when this was last done, and some for each slot of the row:
//!         put together what is used
//! ```
//!
//! So each step of that costs no more than what was changed since the last.
//!
//! What is not here: where text and attributes are (`text.rs`, `attributes.rs`), and what is different while a parser works on
//! the document (`construction.rs`).

use std::collections::{BTreeSet, HashMap};

use super::{Attempt, MutationError, MutationRule};
use crate::attribute_data::{Attribute, AttributeList, AttributeRange};
use crate::document::Document;
use crate::link_changes::LinkChange;
use crate::node::{DoctypeSpans, NodeData, NodeFlags};
use crate::node_id::{NodeId, Slot};
use crate::reclamation::Reclamation;
use crate::search_cache::SearchCache;
use crate::text::TextSpan;

/// Removal.
impl Document {
    /// Takes a node out of the tree for good, with all that is in it: from now on, its id and theirs denote nothing, until
    /// new nodes get them.
    ///
    /// To insert it again later, [detach](Self::detach) it instead. <https://dom.spec.whatwg.org/#dom-childnode-remove>
    ///
    /// Between two chunks of a parser, a node stays, detached, as long as the parser has it or something in it in its hands: an
    /// element that is open, say, or the last `form`. It is freed when the document is next given out to be changed after the
    /// parser has let go of it, or with the end. The parser may insert it again itself, as browsers do with what is misnested;
    /// then it stays for good.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// document.append(document.root_id(), comment)?;
    /// document.remove(comment)?;
    /// assert_eq!(document.root().first_child(), None);
    /// assert!(document.get(comment).is_none());
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such node, or it cannot be taken away: it is the root, template contents or a shadow root.
    #[doc(alias("decompose", "delete", "drop_tree"))]
    pub fn remove(&mut self, node: NodeId) -> Result<(), MutationError> {
        let attempt = Attempt::on("remove", node);
        let node = self.slot_for(attempt)?;
        if node == self.root {
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
    #[doc(alias("clear", "empty"))]
    pub fn remove_children(&mut self, parent: NodeId) -> Result<(), MutationError> {
        let parent = self.slot_for(Attempt::on("remove the children of", parent))?;
        let first = self.first_child(parent);
        self.detach_and_free_from(first);
        Ok(())
    }

    /// [Removes](Self::remove) all nodes that hang in no tree of the root's, not even by way of template contents and shadow
    /// roots; returns how many. Nodes that were created and are not inserted yet are among them.
    ///
    /// While a parser works on the document, nothing is done.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let [kept, detached] = ["1", "2"].map(|data| document.create_comment(data));
    /// document.append(document.root_id(), kept)?;
    /// assert_eq!(document.remove_detached(), 1);
    /// assert!(document.get(kept).is_some() && document.get(detached).is_none());
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    pub fn remove_detached(&mut self) -> usize {
        if self.reclamation.is_under_construction() {
            return 0;
        }
        let mut is_kept: Vec<Option<bool>> = vec![None; self.id_limit()];
        is_kept[self.root.index()] = Some(true);
        let mut path = Vec::new();
        for node in self.nodes.ids() {
            let mut next = Some(node);
            let answer = loop {
                let Some(at) = next else { break false };
                if let Some(answer) = is_kept[at.index()] {
                    break answer;
                }
                path.push(at);
                next = self.parent_or_host(at);
            };
            for at in path.drain(..) {
                is_kept[at.index()] = Some(answer);
            }
        }
        let detached: Vec<Slot> =
            self.nodes.ids().filter(|node| is_kept[node.index()] == Some(false)).collect();
        for &node in &detached {
            self.free_node(node);
        }
        self.search_cache.forget();
        self.reclaim_if_worthwhile();
        detached.len()
    }

    /// Gives back the memory that is not used: that of removed nodes, of text and attributes that nothing has any more, and
    /// what was reserved. The ids of nodes stay as they are.
    ///
    /// While a parser works on the document, nothing is done: it gives back the memory of text and attributes by itself.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::with_source("a long source, of which nothing is left");
    /// document.shrink_to_fit();
    /// assert_eq!(document.node_count(), 1);
    /// ```
    pub fn shrink_to_fit(&mut self) {
        if self.reclamation.is_under_construction() {
            return;
        }
        for data in self.nodes.data_mut() {
            if let NodeData::Text(run) = data {
                *run = run.without_filler();
            }
        }
        // Source spans are nothing without the source.
        self.compact(self.source_spans.is_some(), &mut []);
        self.nodes.shrink_to_fit();
        self.search_cache = SearchCache::default();
        self.attributes.shrink_to_fit();
        self.doctypes.shrink_to_fit();
        self.free_doctypes.shrink_to_fit();
        self.template_contents.shrink_to_fit();
        self.shadow_roots.shrink_to_fit();
        self.attribute_overlays.shrink_to_fit();
    }

    /// Frees a node and all its following siblings.
    pub(crate) fn detach_and_free_from(&mut self, first: Option<Slot>) {
        let mut next = first;
        while let Some(node) = next {
            next = self.next_sibling(node);
            self.detach_and_free(node);
        }
    }

    /// Frees a node with all that is in it, unless a parser holds any of that.
    pub(super) fn detach_and_free(&mut self, node: Slot) {
        self.unchecked().detach(node);
        if self.waits_for_the_parser(node) {
            return;
        }
        self.search_cache.forget();
        // Trees that are to be freed, chained by their links to siblings, which they need no more.
        let mut pending = Some(node);
        while let Some(node) = pending {
            pending = self.nodes[node].next_sibling;
            if let Some(first) = self.nodes[node].first_child {
                let last = self.nodes[first].previous;
                self.nodes[last].next_sibling = pending;
                pending = Some(first);
            }
            for fragment in self.template_contents(node).into_iter().chain(self.shadow_root(node)) {
                self.nodes[fragment].next_sibling = pending;
                pending = Some(fragment);
            }
            self.free_node(node);
        }
        self.reclaim_if_worthwhile();
    }

    /// Frees the slot of a node, and what the node alone has; what is in it is the caller's business.
    fn free_node(&mut self, node: Slot) {
        self.links_change(LinkChange::Removed(node));
        match self.nodes[node].data {
            NodeData::Element { flags, .. } => self.free_element(node, flags),
            NodeData::Text(run) => self.text.discard_run(run),
            NodeData::Comment(data) | NodeData::ProcessingInstruction { data, .. } => self.text.discard(data),
            NodeData::DocumentType { index } => {
                let DoctypeSpans { name, public_id, system_id } =
                    std::mem::replace(&mut self.doctypes[index as usize], DoctypeSpans::EMPTY);
                for span in [name, public_id, system_id] {
                    self.text.discard(span);
                }
                self.free_doctypes.push(index);
            }
            NodeData::ShadowRoot { contents_of: Some(template), .. } => {
                self.forget_template_contents(template);
            }
            NodeData::Document
            | NodeData::DocumentFragment { .. }
            | NodeData::ShadowRoot { .. }
            | NodeData::Free { .. } => {}
        }
        self.nodes.free(node);
        if let Some(construction) = &mut self.reclamation.construction {
            construction.note_freed(node);
        }
        if let Some(spans) = &mut self.source_spans {
            spans.forget(node);
        }
    }

    fn free_element(&mut self, element: Slot, flags: NodeFlags) {
        // Any number of elements may share a list: a long one is gone through only once.
        const SHORT: u32 = 8;
        let range = self.attribute_range(element);
        if range.length <= SHORT
            || flags.has(NodeFlags::OWNS_ATTRIBUTES)
            || self.reclamation.shared_lists.insert(range.start)
        {
            for index in range.indices() {
                self.text.discard(self.attributes[index].value);
            }
        }
        let room = self.attribute_room(element);
        if flags.has(NodeFlags::OWNS_ATTRIBUTES) {
            self.discard_attributes(room);
        } else {
            // Others may have them, too.
            self.reclamation.attributes += room.len();
        }
        if let Some(overlay) = self.attribute_overlays.get(&element) {
            for (_, index) in overlay.own_attributes() {
                self.text.discard(self.attributes[index].value);
            }
            self.discard_overlay(element);
        }
        if flags.has(NodeFlags::TEMPLATE_CONTENTS) {
            self.forget_template_contents(element);
        }
        if flags.has(NodeFlags::SHADOW_HOST) {
            self.shadow_roots.remove(&element);
        }
    }

    /// To be called at the end of each change that leaves something behind.
    pub(super) fn reclaim_if_worthwhile(&mut self) {
        if !self.reclamation.is_under_construction() && self.is_reclaiming_worthwhile() {
            self.compact(true, &mut []);
        }
    }

    pub(super) fn is_reclaiming_worthwhile(&self) -> bool {
        /// So much may be left behind in any case.
        const BYTES: usize = 1 << 16;
        const ATTRIBUTES: usize = 1 << 12;
        let slots = self.id_limit();
        let (text, unused_text) = self.text.added_and_unused();
        let Reclamation { attributes: unused_attributes, attributes_kept, text_kept, .. } = self.reclamation;
        let attributes = self.attributes.len();
        let is_text_worthwhile =
            unused_text >= text / 4 && text >= 2 * text_kept + BYTES + 16 * slots + 4 * attributes_kept;
        let are_attributes_worthwhile =
            unused_attributes >= attributes / 4 && attributes >= 2 * attributes_kept + ATTRIBUTES + slots;
        is_text_worthwhile || are_attributes_worthwhile
    }

    /// Puts together the attributes and the text that are used, also by lists of attributes in the hands of a parser.
    pub(super) fn compact(&mut self, keeps_source: bool, lists: &mut [AttributeList]) {
        self.compact_attributes(lists);
        self.known_classes = None;
        let mut spans = Vec::new();
        self.for_each_span(|span| spans.push(*span));
        let compaction = self.text.compact(spans, keeps_source);
        self.for_each_span(|span| compaction.move_span(span));
        self.reclamation = Reclamation {
            attributes: 0,
            shared_lists: BTreeSet::new(),
            attributes_kept: self.attributes.len(),
            text_kept: self.text.added_and_unused().0,
            construction: self.reclamation.construction.take(),
        };
    }

    /// Ranges that were shared still are; none is owned any more.
    fn compact_attributes(&mut self, lists: &mut [AttributeList]) {
        let old = std::mem::take(&mut self.attributes);
        let mut attributes: Vec<Attribute> = Vec::new();
        let mut moved: HashMap<AttributeRange, AttributeRange> = HashMap::new();
        let mut move_range = |attributes: &mut Vec<Attribute>, range: AttributeRange| {
            if range.length == 0 {
                return AttributeRange::EMPTY;
            }
            *moved.entry(range).or_insert_with(|| {
                let start = attributes.len();
                attributes.extend_from_slice(&old[range.indices()]);
                AttributeRange::between(start, attributes.len())
            })
        };
        for element in self.nodes.ids().collect::<Vec<_>>() {
            let new_range = move_range(&mut attributes, self.attribute_range(element));
            self.set_attribute_range(element, new_range);
            self.remove_flag(element, NodeFlags::OWNS_ATTRIBUTES);
            if let Some(overlay) = self.attribute_overlays.get_mut(&element) {
                overlay.move_to(new_range, |index| {
                    attributes.push(old[index]);
                    attributes.len() - 1
                });
            }
        }
        for list in lists {
            *list = match list.changed_owner(self) {
                Some(owner) => self.attribute_list(owner),
                None => AttributeList::of_shared_range(move_range(&mut attributes, list.range())),
            };
        }
        self.attributes = attributes;
        let mut indexes = std::mem::take(&mut self.attribute_indexes);
        for (range, new_range) in moved {
            if let Some(index) = indexes.remove(&range) {
                self.attribute_indexes.insert(new_range, index);
            }
        }
    }

    /// Visits all spans of text that are used. Runs keep their filler: who appends to many by turns would have to move each
    /// of them again.
    fn for_each_span(&mut self, mut visit: impl FnMut(&mut TextSpan)) {
        for data in self.nodes.data_mut() {
            match data {
                NodeData::Text(run) => {
                    let mut room = run.room();
                    visit(&mut room);
                    *run = run.moved_to(room);
                }
                NodeData::Comment(data) | NodeData::ProcessingInstruction { data, .. } => visit(data),
                _ => {}
            }
        }
        for attribute in &mut self.attributes {
            visit(&mut attribute.value);
        }
        for DoctypeSpans { name, public_id, system_id } in &mut self.doctypes {
            for span in [name, public_id, system_id] {
                visit(span);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_attributes_of_the_past_are_forgotten() {
        let mut document = Document::new();
        let element = document.create_element("p").unwrap();
        let comment = document.create_comment("");
        let kept = document.create_text("kept");
        for step in 0..100_000 {
            let text = format!("about forty bytes of text in step {step}");
            document.set_data(comment, &text).unwrap();
            document.set_attribute(element, "id", &text).unwrap();
            document.set_text(element, &text).unwrap();
            let child = document.create_element("b").unwrap();
            for name in ["a", "b", "c", "d", "e"] {
                document.set_attribute(child, name, &text).unwrap();
            }
            document.append(element, child).unwrap();
            document.remove(child).unwrap();
            let (length, _) = document.text.added_and_unused();
            assert!(length < 200_000, "{length} bytes of text in step {step}");
            let length = document.attributes.len();
            assert!(length < 20_000, "{length} attributes in step {step}");
        }
        assert_eq!(document.node(kept).data(), Some("kept"));
        assert_eq!(document.validate(), Ok(()));
        assert!(document.id_limit() < 8);
    }

    #[test]
    fn texts_that_are_cut_and_joined_again_leave_nothing_behind() {
        let mut document = Document::new();
        let paragraph = document.create_element("p").unwrap();
        let texts = ["a", "b"].map(|letter| document.create_text(&letter.repeat(1000)));
        let element = document.create_element("b").unwrap();
        for node in [texts[0], element, texts[1]] {
            document.append(paragraph, node).unwrap();
        }
        for step in 0..20_000 {
            for text in texts {
                document.split_text(text, 990).unwrap();
            }
            document.normalize(paragraph).unwrap();
            let (length, _) = document.text.added_and_unused();
            assert!(length < 100_000, "{length} bytes of text in step {step}");
        }
        assert_eq!(document.node(paragraph).text(), "a".repeat(1000) + &"b".repeat(1000));
        assert_eq!(document.validate(), Ok(()));
    }

    #[test]
    fn who_appends_to_many_texts_by_turns_copies_little() {
        let mut document = Document::new();
        let elements: Vec<NodeId> = (0..100).map(|_| document.create_element("p").unwrap()).collect();
        let mut copied = 0;
        for step in 0..2000 {
            for &element in &elements {
                let (before, _) = document.text.added_and_unused();
                document.append_text(element, "0123456789").unwrap();
                let (after, _) = document.text.added_and_unused();
                copied += after.abs_diff(before);
            }
            // What is left behind here makes the rest be put together now and then.
            document.set_attribute(elements[step % 100], "id", &"x".repeat(1000)).unwrap();
        }
        assert!(copied < 20_000_000, "{copied} bytes, for 2,000,000 of text");
        assert!(elements.iter().all(|&element| document.node(element).text() == "0123456789".repeat(2000)));
        assert_eq!(document.validate(), Ok(()));
    }
}
