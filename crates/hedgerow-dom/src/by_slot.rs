//! Reads nodes by slot, and converts between slots and ids.

use hedgerow_base::{ElementName, SideTable};

use crate::attribute_data::AttributeRange;
use crate::document::Document;
use crate::node::{NodeData, NodeFlags, NodeKind};
use crate::node_id::{NodeId, Slot};
use crate::text::TextSpan;

impl Document {
    #[inline]
    pub(crate) fn kind(&self, node: Slot) -> NodeKind {
        self.nodes[node].data.kind()
    }

    #[inline]
    pub(crate) fn parent(&self, node: Slot) -> Option<Slot> {
        self.nodes[node].parent
    }

    #[inline]
    pub(crate) fn first_child(&self, node: Slot) -> Option<Slot> {
        self.nodes[node].first_child
    }

    #[inline]
    pub(crate) fn last_child(&self, node: Slot) -> Option<Slot> {
        self.nodes[node].first_child.map(|first| self.nodes[first].previous)
    }

    #[inline]
    pub(crate) fn previous_sibling(&self, node: Slot) -> Option<Slot> {
        // The first child links to the last one, which has no next sibling.
        let previous = self.nodes[node].previous;
        self.nodes[previous].next_sibling.is_some().then_some(previous)
    }

    #[inline]
    pub(crate) fn next_sibling(&self, node: Slot) -> Option<Slot> {
        self.nodes[node].next_sibling
    }

    /// Returns the name of an element; `None` for another node.
    #[inline]
    pub(crate) fn element_name(&self, node: Slot) -> Option<ElementName> {
        match self.nodes[node].data {
            NodeData::Element { namespace, name, .. } => Some(ElementName { namespace, local: name }),
            _ => None,
        }
    }

    /// Returns the host of a shadow root or of template contents; `None` for another node.
    /// <https://dom.spec.whatwg.org/#concept-documentfragment-host>
    pub(crate) fn host(&self, node: Slot) -> Option<Slot> {
        match self.nodes[node].data {
            NodeData::DocumentFragment { host } => host,
            NodeData::ShadowRoot { host, .. } => Some(host),
            _ => None,
        }
    }

    /// Returns the flags of an element; no flags for another node.
    #[inline]
    pub(crate) fn flags(&self, node: Slot) -> NodeFlags {
        match self.nodes[node].data {
            NodeData::Element { flags, .. } => flags,
            _ => NodeFlags::NONE,
        }
    }

    /// Visits the text of a node: its data, the strings of a doctype, the values of attributes. A list of attributes
    /// that several elements share is visited only once: `lists` contains the lists visited so far.
    pub(crate) fn visit_spans(
        &self,
        node: Slot,
        lists: &mut SideTable<AttributeRange, ()>,
        mut visit: impl FnMut(TextSpan),
    ) {
        match self.nodes[node].data {
            NodeData::Text(run) => visit(run.span()),
            NodeData::Comment(data) | NodeData::ProcessingInstruction { data, .. } => visit(data),
            NodeData::DocumentType => {
                self.rare.doctypes.get(&node).into_iter().flatten().copied().for_each(visit);
            }
            NodeData::Element { attributes, .. } => {
                if attributes.length > 0 && lists.add(attributes) {
                    attributes.indices().for_each(|index| visit(self.attributes[index].value));
                }
                if let Some(own) = self.own_attributes(node) {
                    own.changed().for_each(|attribute| visit(attribute.value));
                }
            }
            _ => {}
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

    #[inline]
    pub(crate) fn id_of(&self, slot: Slot) -> NodeId {
        NodeId::new(slot, self.nodes.stamps.of(slot))
    }

    /// Returns the slot of a node; `None` if the id is stale or foreign.
    #[inline]
    pub(crate) fn slot_of(&self, id: NodeId) -> Option<Slot> {
        let is_current = self.nodes.contains(id.slot()) && self.nodes.stamps.of(id.slot()) == id.stamp();
        is_current.then_some(id.slot())
    }

    /// Describes a node in messages by its slot and its kind or name.
    pub(crate) fn describe(&self, slot: Slot) -> String {
        match self.nodes[slot].data {
            NodeData::Element { name, .. } => format!("{slot:?} <{}>", self.names.text(name)),
            _ => format!("{slot:?} {:?}", self.kind(slot)),
        }
    }

    /// Returns the reason why an id denotes no node, for messages.
    #[cold]
    pub(crate) fn why_missing(&self, id: NodeId) -> &'static str {
        if id.index() < self.id_limit() && self.nodes.stamps.original(id.slot()) == id.stamp() {
            "the node was removed from this document"
        } else {
            "the id is of another document, or the node was removed from this one"
        }
    }
}
