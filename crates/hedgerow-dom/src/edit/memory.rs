//! Removal of nodes, and reuse of their memory.
//!
//! The slot of a removed node goes to the free list, and the next new node takes it. Unused text and attributes are only counted:
//!
//! ```text
//! at the end of each change that discards text or attributes:
//!     if a quarter of the text is unused, and the text is more than twice as long as after the last compaction,
//!     or if both hold for the attributes:
//!         compact the text and the attributes
//! ```
//!
//! So the time of a compaction is proportional to the changes since the last one. The length must also exceed a minimum, which
//! grows with the number of nodes.

use hedgerow_base::SideTable;

use super::error::{MutationError, MutationRule};
use crate::attribute_data::{AttributeList, AttributeRange};
use crate::attributes::SHORT_LIST;
use crate::document::Document;
use crate::node::{NodeData, NodeFlags};
use crate::node_id::{NodeId, Slot};
use crate::node_ref::NodeRef;
use crate::rare::Reclamation;
use crate::search_cache::LinkChange;
use crate::text::TextSpan;
use crate::unchecked::Unchecked;

impl Document {
    /// Removes a node with everything that it contains, and frees their memory. Their ids become stale.
    ///
    /// To insert the node again later, [detach](Self::detach) it instead. <https://dom.spec.whatwg.org/#dom-childnode-remove>
    ///
    /// Between two chunks of a parser, the parser may hold the node or one of its descendants, such as an open element
    /// or the last `form`. Then the node is detached, and is freed by the first change of the document after the parser
    /// has released it, or when the parser finishes. If the parser inserts the node again, as browsers do with
    /// misnested elements, the node is not freed.
    ///
    /// ```
    /// use hedgerow::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// document.append(document.root_id(), comment)?;
    /// document.remove(comment)?;
    /// assert_eq!(document.root().first_child(), None);
    /// assert!(document.get(comment).is_none());
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such node, or if it is the root, template contents or a shadow root.
    #[doc(alias("decompose", "delete", "drop_tree"))]
    pub fn remove(&mut self, node: NodeId) -> Result<(), MutationError> {
        let (attempt, node) = self.attempt("remove", node)?;
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
    /// # Errors
    ///
    /// If there is no such node.
    #[doc(alias("clear", "empty"))]
    pub fn remove_children(&mut self, parent: NodeId) -> Result<(), MutationError> {
        let (_, parent) = self.attempt("remove the children of", parent)?;
        let first = self.first_child(parent);
        self.detach_and_free_from(first);
        Ok(())
    }

    /// [Removes](Self::remove) all nodes that are not in the tree of the root, nor in template contents and shadow
    /// roots of that tree, and returns their number. This includes nodes that have been created but not inserted yet.
    /// Does nothing while a parser works on the document.
    pub fn remove_detached(&mut self) -> usize {
        if self.rare.reclamation.is_under_construction() {
            return 0;
        }
        let mut is_detached = vec![true; self.id_limit()];
        for node in std::iter::once(self.root()).chain(self.root().deep_descendants()) {
            is_detached[node.slot().index()] = false;
        }
        let detached: Vec<Slot> = self.nodes.slots().filter(|node| is_detached[node.index()]).collect();
        for &node in &detached {
            self.free_node(node);
        }
        self.search_cache.invalidate();
        self.reclaim_if_worthwhile();
        detached.len()
    }

    /// Frees unused memory: removed nodes, unused text and attributes, and unused capacity. The ids of nodes stay valid. Does
    /// nothing while a parser works on the document, because the parser compacts text and attributes itself.
    pub fn shrink_to_fit(&mut self) {
        if self.rare.reclamation.is_under_construction() {
            return;
        }
        for data in self.nodes.data_mut() {
            if let NodeData::Text(run) = data {
                run.capacity = run.capacity.min(run.length);
            }
        }
        // Source spans need the source.
        self.compact(self.source_spans.is_some(), &mut []);
        self.nodes.shrink_to_fit();
        self.search_cache.clear();
        self.attributes.shrink_to_fit();
        if let Some(rare) = self.rare.existing() {
            rare.doctypes.shrink_to_fit();
            rare.template_contents.shrink_to_fit();
            rare.shadow_roots.shrink_to_fit();
            rare.own_attributes.shrink_to_fit();
        }
    }

    pub(crate) fn detach_and_free_from(&mut self, first: Option<Slot>) {
        let mut next = first;
        while let Some(node) = next {
            next = self.next_sibling(node);
            self.detach_and_free(node);
        }
    }

    /// Detaches a node, and frees it with everything that it contains, unless a parser holds one of these nodes.
    pub(super) fn detach_and_free(&mut self, node: Slot) {
        self.unchecked().detach(node);
        if self.waits_for_the_parser(node) {
            return;
        }
        self.search_cache.invalidate();
        let inside: Vec<Slot> = self.at(node).deep_descendants().map(NodeRef::slot).collect();
        self.free_node(node);
        for node in inside {
            self.free_node(node);
        }
        self.reclaim_if_worthwhile();
    }

    /// Frees the slot and the data of a node, but not the nodes in it.
    fn free_node(&mut self, node: Slot) {
        self.links_change(LinkChange::Removed(node));
        match self.nodes[node].data {
            NodeData::Element { flags, .. } => self.free_element(node, flags),
            NodeData::Text(run) => self.text.discard_run(run),
            NodeData::Comment(data) | NodeData::ProcessingInstruction { data, .. } => self.text.discard(data),
            NodeData::DocumentType => {
                let spans = self.rare.doctypes.remove(&node).into_iter().flatten();
                spans.for_each(|span| self.text.discard(span));
            }
            NodeData::ShadowRoot { declared_by: Some(template), .. } => {
                self.forget_declared_shadow_root(template);
            }
            _ => {}
        }
        self.nodes.free(node);
        if let Some(construction) = self.rare.construction_mut() {
            construction.freed.push(node);
        }
        if let Some(spans) = &mut self.source_spans {
            spans.forget(node.index());
        }
    }

    fn free_element(&mut self, element: Slot, flags: NodeFlags) {
        let range = self.attribute_range(element);
        // Any number of elements may share a list, so a long one is visited only once.
        if range.length as usize <= SHORT_LIST || self.rare.reclamation.shared_lists.add(range.start) {
            for attribute in &self.attributes[range.indices()] {
                self.text.discard(attribute.value);
            }
        }
        self.discard_attributes(range);
        if flags.has(NodeFlags::OWN_ATTRIBUTES)
            && let Some(own) = self.rare.own_attributes.remove(&element)
        {
            own.changed().for_each(|attribute| self.text.discard(attribute.value));
        }
        if flags.has(NodeFlags::TEMPLATE_CONTENTS) {
            self.forget_template_contents(element);
        }
        if flags.has(NodeFlags::SHADOW_HOST) {
            self.rare.shadow_roots.remove(&element);
        }
    }

    /// Compacts text and attributes if it is worthwhile, at the end of a change that discards some.
    pub(super) fn reclaim_if_worthwhile(&mut self) {
        if !self.rare.reclamation.is_under_construction() && self.is_reclaiming_worthwhile() {
            self.compact(true, &mut []);
        }
    }

    pub(super) fn is_reclaiming_worthwhile(&self) -> bool {
        /// Shorter text does not repay a compaction.
        const BYTES: usize = 1 << 16;
        const ATTRIBUTES: usize = 1 << 12;
        let slots = self.id_limit();
        let (text, unused_text) = self.text.added_and_unused();
        let Reclamation { attributes: unused_attributes, attributes_kept, text_kept, .. } =
            self.rare.reclamation;
        let attributes = self.attributes.len();
        let is_text_worthwhile =
            unused_text >= text / 4 && text >= 2 * text_kept + BYTES + 16 * slots + 4 * attributes_kept;
        let are_attributes_worthwhile =
            unused_attributes >= attributes / 4 && attributes >= 2 * attributes_kept + ATTRIBUTES + slots;
        is_text_worthwhile || are_attributes_worthwhile
    }

    /// Compacts the attributes and the text. `lists` are the lists of attributes that a parser holds, which are updated.
    pub(super) fn compact(&mut self, keeps_source: bool, lists: &mut [AttributeList]) {
        self.compact_attributes(lists);
        let mut spans = Vec::new();
        self.for_each_span(|span| spans.push(*span));
        let compaction = self.text.compact(spans, keeps_source);
        self.for_each_span(|span| compaction.move_span(span));
        self.rare.reclamation = Reclamation {
            attributes_kept: self.attributes.len(),
            text_kept: self.text.added_and_unused().0,
            construction: self.rare.reclamation.construction.take(),
            ..Reclamation::NONE
        };
    }

    /// Copies the attributes in use to a new vector. Shared ranges stay shared.
    fn compact_attributes(&mut self, lists: &mut [AttributeList]) {
        let old = std::mem::take(&mut self.attributes);
        if let Some(rare) = self.rare.existing() {
            rare.attribute_indexes.clear();
        }
        let mut moved: SideTable<AttributeRange, AttributeRange> = SideTable::new();
        let mut move_range = |document: &mut Self, range: AttributeRange| match range.length {
            0 => AttributeRange::EMPTY,
            _ => *moved.get_or_insert_with(range, || document.push_list(&old[range.indices()])),
        };
        for element in self.nodes.slots().collect::<Vec<_>>() {
            let range = move_range(self, self.attribute_range(element));
            self.set_attribute_range(element, range);
        }
        for list in lists {
            list.range = move_range(self, list.range);
        }
    }

    /// Visits all used spans of text. Runs keep their filler, because appending to many runs alternately would otherwise move
    /// each of them again.
    fn for_each_span(&mut self, mut visit: impl FnMut(&mut TextSpan)) {
        for data in self.nodes.data_mut() {
            match data {
                NodeData::Text(run) => {
                    let mut room = run.room();
                    visit(&mut room);
                    run.start = room.start;
                }
                NodeData::Comment(data) | NodeData::ProcessingInstruction { data, .. } => visit(data),
                _ => {}
            }
        }
        for attribute in &mut self.attributes {
            visit(&mut attribute.value);
        }
        if let Some(rare) = self.rare.existing() {
            let own = rare.own_attributes.values_mut().flat_map(|own| own.changed_mut());
            own.for_each(|attribute| visit(&mut attribute.value));
            rare.doctypes.values_mut().flatten().for_each(visit);
        }
    }
}

/// Removal while a parser works on the document. The parser holds slots of nodes and lists of attributes.
///
/// ```text
/// before the caller changes the document:
///     the parser reports the nodes that it holds; free the waiting trees without a held node
/// a node is removed:
///     the parser holds no node in it: free the tree
///     otherwise: detach the tree, which waits, unless a later change keeps it: it is inserted, detached or made the root
/// before the parser continues:
///     the parser removes the freed slots from its tables; compact text and attributes if it is worthwhile
/// at the end: free all waiting trees
/// ```
///
/// Each waiting tree is stored with one held node, so that the next check of the tree needs no walk.
impl Document {
    /// Whether a detached tree must not be freed yet because the parser holds a node of it. If so, records the tree.
    pub(super) fn waits_for_the_parser(&mut self, root: Slot) -> bool {
        let Some(construction) = &self.rare.reclamation.construction else { return false };
        // While the held nodes are unknown, every tree waits, and a walk would not decide anything.
        let mut held = None;
        if construction.held.is_some() {
            let mut nodes = std::iter::once(self.at(root)).chain(self.at(root).deep_descendants());
            held = nodes.find(|node| construction.holds(node.slot())).map(NodeRef::id);
            if held.is_none() {
                return false;
            }
        }
        let root = self.id_of(root);
        if let Some(construction) = self.rare.construction_mut() {
            construction.waiting.insert(root, held);
        }
        true
    }

    /// Cancels the removal of a tree that waits for the parser, because a later change keeps the node.
    #[inline]
    pub(super) fn keep_waiting_tree(&mut self, root: Slot) {
        if self.rare.reclamation.is_under_construction() {
            let root = self.id_of(root);
            if let Some(construction) = self.rare.construction_mut() {
                construction.waiting.remove(&root);
            }
        }
    }

    fn free_released_trees(&mut self) {
        let Some(construction) = self.rare.construction_mut() else { return };
        for (root, held) in std::mem::take(&mut construction.waiting) {
            // The parser may have inserted the tree again, or the tree was freed together with another one.
            let Some(slot) = self.slot_of(root).filter(|&root| self.is_detached(root)) else { continue };
            let held_slot = held.and_then(|held| self.slot_of(held));
            match self.rare.construction_mut() {
                Some(construction)
                    if held_slot.is_some_and(|held| construction.holds(held))
                        || held.is_none() && construction.held.is_none() =>
                {
                    construction.waiting.insert(root, held);
                }
                _ => self.detach_and_free(slot),
            }
        }
    }

    /// Whether a parser works on the document, and may hold this node.
    pub(super) fn may_be_held(&self, node: Slot) -> bool {
        let construction = self.rare.reclamation.construction.as_deref();
        construction.is_some_and(|construction| construction.held.is_none() || construction.holds(node))
    }

    fn is_detached(&self, node: Slot) -> bool {
        node != self.root && self.parent_or_host(node).is_none()
    }
}

/// The protocol between a parser and its document.
impl Unchecked<'_> {
    /// Records that a parser works on the document, and which nodes it holds; `None` if they are unknown. From now on, a
    /// [removed](Document::remove) tree with a held node is only detached, and is freed by a later call whose `held`
    /// does not contain the node. With `None`, no removed tree is freed. Only [`reclaim_memory`](Self::reclaim_memory)
    /// reuses memory of text and attributes.
    pub fn set_held_nodes(self, held: Option<Vec<Slot>>) {
        let construction = self.document.rare.reclamation.construction.get_or_insert_default();
        construction.held = held.map(|held| held.into_iter().collect());
        if construction.held.is_some() {
            self.document.free_released_trees();
        }
    }

    /// Returns the nodes of the last call of [`set_held_nodes`](Self::set_held_nodes); `None` if they are unknown.
    pub fn held_nodes(&self) -> Option<&[Slot]> {
        Some(self.document.rare.reclamation.construction.as_ref()?.held.as_ref()?.keys().as_slice())
    }

    /// Records that no parser works on the document any more, and frees the removed trees.
    pub fn end_construction(self) {
        let rare = self.document.rare.existing();
        let Some(construction) = rare.and_then(|rare| rare.reclamation.construction.take()) else { return };
        for root in construction.waiting.into_keys() {
            let root = self.document.slot_of(root);
            if let Some(root) = root.filter(|&root| self.document.is_detached(root)) {
                self.document.detach_and_free(root);
            }
        }
    }

    /// Takes the slots that were freed since the last call while a parser works on the document. They may have been reused.
    #[must_use]
    pub fn take_freed_slots(self) -> Vec<Slot> {
        let construction = self.document.rare.construction_mut();
        construction.map(|construction| std::mem::take(&mut construction.freed)).unwrap_or_default()
    }

    /// Whether enough text or attributes are unused to repay [`reclaim_memory`](Self::reclaim_memory).
    pub fn is_reclaiming_worthwhile(self) -> bool {
        self.document.is_reclaiming_worthwhile()
    }

    /// Compacts text and attributes while a parser works on the document, and updates `lists`, the lists of attributes that the
    /// parser holds. The time is linear in the document.
    pub fn reclaim_memory(self, lists: &mut [AttributeList]) {
        self.document.compact(true, lists);
    }
}
