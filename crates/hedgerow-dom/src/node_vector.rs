//! The row of nodes: a vector whose indices are the ids.
//!
//! What is not here: what a node holds (`node.rs`).

use std::ops::{Index, IndexMut, Range};

use crate::document::NodeId;
use crate::node::{Node, NodeData};

/// The row of nodes. Slot 0 is never used, so that an id is an index; a row has it once it was [started](Self::restart).
#[derive(Clone, Default, Debug)]
pub(crate) struct NodeVector {
    slots: Vec<Node>,
    /// How many nodes room was made for at first.
    estimate: usize,
}

impl NodeVector {
    /// Removes all nodes and makes room for so many.
    pub(crate) fn restart(&mut self, capacity: usize) {
        self.slots.clear();
        self.slots.reserve_exact(capacity + 1);
        self.estimate = capacity;
        self.slots.push(Node::detached(NodeId::FIRST, NodeData::Document));
    }

    /// Adds a node without links.
    #[inline]
    pub(crate) fn push(&mut self, data: NodeData) -> NodeId {
        let id = self.next_id();
        self.push_node(Node::detached(id, data));
        id
    }

    #[inline(always)]
    pub(crate) fn push_node(&mut self, node: Node) {
        if self.slots.len() == self.slots.capacity() {
            self.grow();
        }
        self.slots.push(node);
    }

    /// Makes room by an eighth, not by doubling: the room was estimated, and what is not used of it is lost as long as the
    /// document is kept. If the estimate was far off, or there was nothing to estimate from, by a half.
    #[cold]
    fn grow(&mut self) {
        let length = self.slots.len();
        let part = if length > 2 * self.estimate { 2 } else { 8 };
        self.slots.reserve_exact(16 + length / part);
    }

    /// The id that the next node will have.
    #[inline(always)]
    pub(crate) fn next_id(&self) -> NodeId {
        NodeId::at(self.slots.len())
    }

    /// Whether there is such a node.
    #[inline]
    pub(crate) fn contains(&self, id: NodeId) -> bool {
        id.index() < self.slots.len()
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.slots.len() - 1
    }

    /// The nodes of a range of indices; none if it is not one of this row.
    #[inline]
    pub(crate) fn run(&self, indices: Range<usize>) -> &[Node] {
        self.slots.get(indices).unwrap_or_default()
    }

    /// The ids of all nodes, in the order of creation.
    pub(crate) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (1..self.slots.len()).map(NodeId::at)
    }
}

impl Index<NodeId> for NodeVector {
    type Output = Node;

    #[inline]
    fn index(&self, id: NodeId) -> &Node {
        &self.slots[id.index()]
    }
}

impl IndexMut<NodeId> for NodeVector {
    #[inline]
    fn index_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.slots[id.index()]
    }
}
