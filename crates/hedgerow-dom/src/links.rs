//! Insertion, removal and moving of nodes. Only this file writes links, except those of nodes that are freed. The children of a
//! node form a ring: the `previous` link of the first child leads to the last child.
//!
//! These are the low-level operations of a parser, on [`Unchecked`]. The caller guarantees that the tree stays a tree, which only
//! debug builds check. The checked operations are in `edit/`.
//!
//! An index outside the document can follow the changes: this file, and the files of `edit/` that free, rename or change nodes,
//! record each change *before* they make it. The new nodes that a parser appends are not recorded one by one, because
//! this would slow down the parser. They are recorded together before the next change, in the order of their slots,
//! which is the order in which they were appended.

use std::mem::replace;

use hedgerow_base::{AttributeName, ElementName, known};

use crate::document::Document;
use crate::node::{Node, NodeData};
use crate::node_id::Slot;
use crate::search_cache::{LinkChange, LinkChanges};
use crate::text::{NewText, TextRun};
use crate::unchecked::Unchecked;

impl Unchecked<'_> {
    /// Makes another node the root.
    ///
    /// The caller guarantees that the node is a `Document`, or a `DocumentFragment` without a host.
    pub fn set_root(self, node: Slot) {
        debug_assert!(self.document.kind(node).may_be_root(), "the root is a document or a fragment");
        self.document.root = node;
        self.document.search_cache.invalidate();
    }

    /// Makes `node` the last child of `parent`. A node that has a parent is detached first.
    ///
    /// The caller guarantees that `parent` may have such a child and is neither `node` nor inside it.
    /// <https://dom.spec.whatwg.org/#concept-node-append>
    #[inline]
    pub fn append(self, parent: Slot, node: Slot) {
        self.document.unchecked().insert(parent, node, None);
    }

    /// Inserts `node` into `parent` before the child `reference`, or as the last child if `reference` is `None`. A node that has
    /// a parent is detached first.
    ///
    /// The caller guarantees that `reference` is a child of `parent`, and the conditions of [`append`](Self::append).
    /// <https://dom.spec.whatwg.org/#concept-node-insert>
    #[inline]
    pub fn insert(self, parent: Slot, node: Slot, reference: Option<Slot>) {
        debug_assert!(self.document.may_contain(parent, node), "a child that would break the tree");
        let reference = if reference == Some(node) { self.document.next_sibling(node) } else { reference };
        if self.document.nodes[node].parent.is_some() {
            self.document.unchecked().detach(node);
        }
        self.document.links_change(LinkChange::Inserted { node, parent, next: reference });
        let previous = match reference {
            Some(reference) => self.document.link_before(parent, node, reference),
            None => self.document.link_last(parent, node),
        };
        let links = &mut self.document.nodes[node];
        links.parent = Some(parent);
        links.previous = previous;
        links.next_sibling = reference;
    }

    /// Inserts text into `parent` before the child `reference`, or at the end if `reference` is `None`. Appends the text to the
    /// preceding sibling if that is a `Text` node, and otherwise creates a `Text` node.
    ///
    /// Returns the `Text` node. Does nothing if the text is empty, or if `parent` is a `Document`, which cannot have `Text`
    /// children. Text that does not fit is [omitted](Document::has_lost_text). The caller guarantees that `reference` is a child
    /// of `parent`. <https://html.spec.whatwg.org/multipage/parsing.html#insert-a-character>
    #[inline(always)]
    pub fn insert_text<'t>(
        self,
        parent: Slot,
        data: impl Into<NewText<'t>>,
        reference: Option<Slot>,
    ) -> Option<Slot> {
        match (data.into(), reference) {
            (NewText::OfSource { start, length }, None) => {
                self.document.append_text_of_source(parent, start, length)
            }
            (data, reference) => self.document.insert_any_text(parent, data, reference),
        }
    }

    /// Creates an element, as [`create_element`](Self::create_element) does, and inserts it into `parent` before the child
    /// `reference`, or as the last child if `reference` is `None`.
    ///
    /// The caller guarantees that `reference` is a child of `parent`, that `parent` may have such a child, and that no two
    /// attributes have the same name.
    #[inline(always)]
    pub fn insert_new_element<'t>(
        self,
        parent: Slot,
        name: ElementName,
        attributes: impl IntoIterator<Item = (AttributeName, NewText<'t>)>,
        reference: Option<Slot>,
    ) -> Slot {
        let attributes = self.document.push_attributes(attributes);
        let element = self.document.insert_new_node(parent, NodeData::element(name, attributes), reference);
        if name.is_html(known::TEMPLATE) {
            self.document.create_template_contents(element);
        }
        element
    }

    /// Removes a node from its parent; its children stay in it. Does nothing if it has no parent.
    /// <https://dom.spec.whatwg.org/#concept-node-remove>
    pub fn detach(self, node: Slot) {
        let Some(parent) = self.document.nodes[node].parent else { return };
        self.document.links_change(LinkChange::Detached(node));
        let links = &mut self.document.nodes[node];
        links.parent = None;
        let previous = replace(&mut links.previous, node);
        let next = links.next_sibling.take();
        let first = self.document.nodes[parent].first_child;
        if first == Some(node) {
            self.document.nodes[parent].first_child = next;
        } else {
            self.document.nodes[previous].next_sibling = next;
        }
        // The next node in the ring. After the last child comes the first.
        if let Some(next) = next.or(first)
            && next != node
        {
            self.document.nodes[next].previous = previous;
        }
    }

    /// Appends all children of `from` to `to` in order. Does nothing if they are the same node.
    ///
    /// The caller guarantees that `to` may have such children and is not inside `from`.
    pub fn move_children(self, from: Slot, to: Slot) {
        if from != to {
            self.document.move_children_before(from, to, None);
        }
    }

    /// Replaces all children of `parent` with the children of `fragment`. Does nothing if they are the same node.
    ///
    /// The caller guarantees that `parent` may have such children and is not inside `fragment`.
    /// <https://dom.spec.whatwg.org/#concept-node-replace-all>
    pub fn replace_children(self, parent: Slot, fragment: Slot) {
        if parent == fragment {
            return;
        }
        while let Some(child) = self.document.first_child(parent) {
            self.document.unchecked().detach(child);
        }
        self.document.unchecked().move_children(fragment, parent);
    }
}

impl Document {
    /// Links the neighbours of a new last child, and returns the node before it in the ring.
    #[inline(always)]
    fn link_last(&mut self, parent: Slot, child: Slot) -> Slot {
        let Some(first) = self.nodes[parent].first_child else {
            self.nodes[parent].first_child = Some(child);
            return child;
        };
        let last = replace(&mut self.nodes[first].previous, child);
        self.nodes[last].next_sibling = Some(child);
        last
    }

    /// Links the neighbours of a new child before `reference`, and returns the node before it in the ring.
    fn link_before(&mut self, parent: Slot, child: Slot, reference: Slot) -> Slot {
        debug_assert_eq!(self.parent(reference), Some(parent), "the reference is a child of the parent");
        let previous = replace(&mut self.nodes[reference].previous, child);
        if self.nodes[parent].first_child == Some(reference) {
            self.nodes[parent].first_child = Some(child);
        } else {
            self.nodes[previous].next_sibling = Some(child);
        }
        previous
    }

    /// OPTIMIZATION: handles only the most frequent case, a new text node at the end, which needs no search for neighbours.
    /// `insert_any_text` handles all other cases.
    #[inline(always)]
    fn append_text_of_source(&mut self, parent: Slot, start: u32, length: u32) -> Option<Slot> {
        if length == 0 {
            return self.insert_any_text(parent, NewText::OfSource { start, length }, None);
        }
        let run = TextRun::new(self.text.span_of_source(start, length));
        let text = self.nodes.next_slot();
        let Node { first_child, data, .. } = &mut self.nodes[parent];
        let previous = match *first_child {
            _ if matches!(data, NodeData::Document) => None,
            None => {
                *first_child = Some(text);
                Some(text)
            }
            Some(first) => self.link_after_last(first, text),
        };
        let Some(previous) = previous else {
            return self.insert_any_text(parent, NewText::OfSource { start, length }, None);
        };
        self.push_last_child(parent, previous, NodeData::Text(run));
        Some(text)
    }

    /// Links a text node after the last sibling of `first`, and returns that sibling; `None` if that sibling is a `Text` node.
    #[inline(always)]
    fn link_after_last(&mut self, first: Slot, text: Slot) -> Option<Slot> {
        let last = self.nodes[first].previous;
        let links = &mut self.nodes[last];
        if matches!(links.data, NodeData::Text(_)) {
            return None;
        }
        links.next_sibling = Some(text);
        self.nodes[first].previous = text;
        Some(last)
    }

    #[inline(never)]
    fn insert_any_text(&mut self, parent: Slot, data: NewText<'_>, reference: Option<Slot>) -> Option<Slot> {
        let previous = match reference {
            Some(reference) => self.previous_sibling(reference),
            None => self.last_child(parent),
        };
        if let Some(previous) = previous
            && let NodeData::Text(run) = &mut self.nodes[previous].data
        {
            if !self.text.append(run, data) {
                self.text.set_full();
            }
            return Some(previous);
        }
        if data.len() == 0 || matches!(self.nodes[parent].data, NodeData::Document) {
            return None;
        }
        let run = TextRun::new(self.text.push(data));
        if run.span().length() == 0 {
            // The text does not fit.
            return None;
        }
        if self.nodes.has_free_slots() {
            let text = self.nodes.push(NodeData::Text(run));
            self.unchecked().insert(parent, text, reference);
            return Some(text);
        }
        Some(self.insert_new_node(parent, NodeData::Text(run), reference))
    }

    /// Creates a node in `parent`, before `reference` or as the last child.
    #[inline(always)]
    fn insert_new_node(&mut self, parent: Slot, data: NodeData, reference: Option<Slot>) -> Slot {
        let Some(reference) = reference else { return self.append_new_node(parent, data) };
        let node = self.nodes.push(data);
        self.unchecked().insert(parent, node, Some(reference));
        node
    }

    #[inline(always)]
    fn append_new_node(&mut self, parent: Slot, data: NodeData) -> Slot {
        let node = self.nodes.next_slot();
        let previous = self.link_last(parent, node);
        self.push_last_child(parent, previous, data);
        node
    }

    /// Adds the last child of `parent`. The caller has already linked the neighbours to the slot that the new node
    /// gets.
    #[inline(always)]
    fn push_last_child(&mut self, parent: Slot, previous: Slot, data: NodeData) {
        self.nodes.push_node(Node {
            parent: Some(parent),
            first_child: None,
            previous,
            next_sibling: None,
            data,
        });
    }

    /// Moves all children of `from` into `to`, before the child `reference` or to the end.
    pub(crate) fn move_children_before(&mut self, from: Slot, to: Slot, reference: Option<Slot>) {
        let Some(first) = self.nodes[from].first_child else { return };
        self.links_change(LinkChange::ChildrenMoved { from, to, next: reference });
        self.nodes[from].first_child = None;
        let mut next = Some(first);
        while let Some(child) = next {
            debug_assert!(self.may_contain(to, child), "a child that would break the tree");
            self.nodes[child].parent = Some(to);
            next = self.nodes[child].next_sibling;
        }
        let last = self.nodes[first].previous;
        let Some(first_of_to) = self.nodes[to].first_child else {
            self.nodes[to].first_child = Some(first);
            return;
        };
        let after = reference.unwrap_or(first_of_to);
        let before = replace(&mut self.nodes[after].previous, last);
        self.nodes[first].previous = before;
        self.nodes[last].next_sibling = reference;
        if reference == Some(first_of_to) {
            self.nodes[to].first_child = Some(first);
        } else {
            self.nodes[before].next_sibling = Some(first);
        }
    }

    /// Whether `child` may be inserted into `parent`: the kinds fit, and `child` is not a host-including inclusive ancestor of
    /// `parent`. Only the nearest ancestors are compared, so that debug builds stay linear.
    /// <https://dom.spec.whatwg.org/#concept-tree-host-including-inclusive-ancestor>
    fn may_contain(&self, parent: Slot, child: Slot) -> bool {
        const ANCESTORS: usize = 256;
        let is_empty = self.first_child(child).is_none()
            && self.template_contents(child).is_none()
            && self.shadow_root(child).is_none();
        let mut ancestors = std::iter::successors(Some(parent), |&node| self.parent_or_host(node))
            .take(if is_empty { 1 } else { ANCESTORS });
        self.kind(parent).may_have_child(self.kind(child)) && ancestors.all(|ancestor| ancestor != child)
    }
}

/// The maximum number of recorded changes for each slot. A longer record ends, because visiting all nodes costs less
/// than replaying it.
const MOST_CHANGES_FOR_A_SLOT: usize = 4;

impl Document {
    /// Records a change of links before it is made, and discards the cached results of searches.
    #[inline]
    pub(crate) fn links_change(&mut self, change: LinkChange) {
        if self.search_cache.is_in_use() {
            self.links_in_use_change(change);
        }
    }

    #[cold]
    fn links_in_use_change(&mut self, change: LinkChange) {
        self.search_cache.invalidate();
        self.record_new_nodes();
        let most = MOST_CHANGES_FOR_A_SLOT * self.nodes.slot_count();
        match &mut self.search_cache.changes {
            Some(record) if record.changes.len() <= most => record.changes.push(change),
            record => *record = None,
        }
    }

    fn record_new_nodes(&mut self) {
        let count = self.nodes.slot_count();
        let Some(record) = &mut self.search_cache.changes else { return };
        for index in record.first_new..count {
            let node = Slot::at(index);
            if let Some(parent) = self.nodes[node].parent {
                record.changes.push(LinkChange::Inserted { node, parent, next: None });
            }
        }
        record.first_new = count;
    }
}

impl Unchecked<'_> {
    /// Starts a record of changes of links, or ends it.
    pub fn record_link_changes(self, is_recorded: bool) {
        let first_new = self.document.nodes.slot_count();
        self.document.search_cache.changes =
            is_recorded.then(|| Box::new(LinkChanges { changes: Vec::new(), first_new }));
    }

    /// Takes the changes since the last call, in order; `None` if changes are not recorded, or if there were too many.
    #[must_use]
    pub fn take_link_changes(self) -> Option<Vec<LinkChange>> {
        self.document.record_new_nodes();
        self.document.search_cache.changes.as_mut().map(|record| std::mem::take(&mut record.changes))
    }
}
