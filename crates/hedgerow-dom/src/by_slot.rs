//! Reading by slot, and from slots to ids and back: what the views are made of.
//!
//! What is not here: the view for reading (`node_ref.rs`), who changes the links (`links.rs`), and how they are walked
//! (`traverse/`).

use hedgerow_names::ElementName;

use crate::document::Document;
use crate::node::{NodeData, NodeFlags, NodeKind};
use crate::node_id::{NodeId, Slot};

/// Reading by slot.
impl Document {
    /// The kind of a node.
    #[inline]
    pub(crate) fn kind(&self, node: Slot) -> NodeKind {
        self.nodes[node].data.kind()
    }

    /// The parent of a node. <https://dom.spec.whatwg.org/#concept-tree-parent>
    #[inline]
    pub(crate) fn parent(&self, node: Slot) -> Option<Slot> {
        self.nodes[node].parent
    }

    /// The first child of a node. <https://dom.spec.whatwg.org/#concept-tree-first-child>
    #[inline]
    pub(crate) fn first_child(&self, node: Slot) -> Option<Slot> {
        self.nodes[node].first_child
    }

    /// The last child of a node. <https://dom.spec.whatwg.org/#concept-tree-last-child>
    #[inline]
    pub(crate) fn last_child(&self, node: Slot) -> Option<Slot> {
        self.nodes[node].first_child.map(|first| self.nodes[first].previous)
    }

    /// The previous sibling of a node. <https://dom.spec.whatwg.org/#concept-tree-previous-sibling>
    #[inline]
    pub(crate) fn previous_sibling(&self, node: Slot) -> Option<Slot> {
        // Behind the last child, which is before the first in the ring, there is none.
        let previous = self.nodes[node].previous;
        self.nodes[previous].next_sibling.is_some().then_some(previous)
    }

    /// The next sibling of a node. <https://dom.spec.whatwg.org/#concept-tree-next-sibling>
    #[inline]
    pub(crate) fn next_sibling(&self, node: Slot) -> Option<Slot> {
        self.nodes[node].next_sibling
    }

    /// The name of an element; `None` for another node.
    #[inline]
    pub(crate) fn element_name(&self, node: Slot) -> Option<ElementName> {
        match self.nodes[node].data {
            NodeData::Element { namespace, name, .. } => Some(ElementName { namespace, local: name }),
            _ => None,
        }
    }

    /// The host of a shadow root or of a template's contents; `None` for another node.
    /// <https://dom.spec.whatwg.org/#concept-documentfragment-host>
    pub(crate) fn host(&self, node: Slot) -> Option<Slot> {
        match self.nodes[node].data {
            NodeData::DocumentFragment { host } => host,
            NodeData::ShadowRoot { host, .. } => Some(host),
            _ => None,
        }
    }

    /// The flags of an element; none for another node.
    #[inline]
    pub(crate) fn flags(&self, node: Slot) -> NodeFlags {
        match self.nodes[node].data {
            NodeData::Element { flags, .. } => flags,
            _ => NodeFlags::NONE,
        }
    }

    pub(crate) fn add_flag(&mut self, element: Slot, flag: NodeFlags) {
        if let NodeData::Element { flags, .. } = &mut self.nodes[element].data {
            *flags |= flag;
        }
    }

    pub(crate) fn remove_flag(&mut self, element: Slot, flag: NodeFlags) {
        if let NodeData::Element { flags, .. } = &mut self.nodes[element].data {
            *flags = flags.without(flag);
        }
    }
}

/// From slots to ids, and back.
impl Document {
    /// The id of the node in a slot.
    #[inline]
    pub(crate) fn id_of(&self, slot: Slot) -> NodeId {
        NodeId::new(slot, self.nodes.stamps().of(slot))
    }

    /// The slot of a node; `None` if the id is stale or foreign.
    #[inline]
    pub(crate) fn slot_of(&self, id: NodeId) -> Option<Slot> {
        let is_current = self.nodes.contains(id.slot()) && self.nodes.stamps().of(id.slot()) == id.stamp();
        is_current.then_some(id.slot())
    }

    /// What a node is called in messages: its id and its kind or name.
    pub(crate) fn describe(&self, slot: Slot) -> String {
        match self.nodes[slot].data {
            NodeData::Element { name, .. } => format!("{slot:?} <{}>", self.names.text(name)),
            _ => format!("{slot:?} {:?}", self.kind(slot)),
        }
    }

    /// Why an id is that of no node, for messages.
    #[cold]
    #[must_use]
    pub fn why_missing(&self, id: NodeId) -> &'static str {
        if self.nodes.has_slot(id.slot()) && self.nodes.stamps().original(id.slot()) == id.stamp() {
            "the node was removed from this document"
        } else {
            "the id is of another document, or the node was removed from this one"
        }
    }
}
