//! The row of nodes: a vector whose indices are the ids, and a chain through the slots that are free.
//!
//! What is not here: what a node holds (`node.rs`).

use std::ops::{Index, IndexMut, Range};

use crate::node::{Node, NodeData};
use crate::node_id::{Slot, Stamps};

/// The row of nodes. Slot 0 is never used, so that an id is an index; a row has it once it was [started](Self::restart).
#[derive(Default, Debug)]
pub(crate) struct NodeVector {
    slots: Vec<Node>,
    /// How many nodes room was made for at first.
    estimate: usize,
    /// The first of the slots that are free.
    first_free: Option<Slot>,
    free_count: usize,
    stamps: Stamps,
}

impl Clone for NodeVector {
    /// The copies of nodes have the ids of the originals; nodes that are added to one of the two have none of the other.
    fn clone(&self) -> Self {
        let mut stamps = self.stamps.clone();
        stamps.renew_from(self.next_slot());
        Self { slots: self.slots.clone(), stamps, ..*self }
    }
}

impl NodeVector {
    /// Removes all nodes and makes room for so many.
    pub(crate) fn restart(&mut self, capacity: usize) {
        self.slots.clear();
        self.slots.reserve_exact(capacity + 1);
        self.estimate = capacity;
        self.first_free = None;
        self.free_count = 0;
        self.stamps.renew_from(Slot::FIRST);
        self.slots.push(Node::detached(Slot::FIRST, NodeData::Document));
    }

    /// How many nodes there is room for.
    pub(crate) fn capacity(&self) -> usize {
        self.slots.capacity()
    }

    /// Adds a node without links, in a slot that is free if there is one.
    #[inline]
    pub(crate) fn push(&mut self, data: NodeData) -> Slot {
        if let Some(free) = self.first_free {
            return self.push_into(free, data);
        }
        let id = self.next_slot();
        self.push_node(Node::detached(id, data));
        id
    }

    #[cold]
    fn push_into(&mut self, free: Slot, data: NodeData) -> Slot {
        if let NodeData::Free { next } = self[free].data {
            self.first_free = next;
            self.free_count -= 1;
        }
        self[free] = Node::detached(free, data);
        self.stamps.renew(free);
        free
    }

    /// Frees the slot of a node; the caller guarantees that nothing links to it.
    pub(crate) fn free(&mut self, node: Slot) {
        self[node] = Node::detached(node, NodeData::Free { next: self.first_free });
        self.first_free = Some(node);
        self.free_count += 1;
    }

    /// Gives back the memory that is not used: of free slots, of those behind the last node.
    pub(crate) fn shrink_to_fit(&mut self) {
        let is_used = |slot: &Node| !matches!(slot.data, NodeData::Free { .. });
        let used = self.slots.iter().rposition(is_used).map_or(1, |last| last + 1);
        self.slots.truncate(used.max(1));
        self.slots.shrink_to_fit();
        self.stamps.renew_from(self.next_slot());
        let free: Vec<Slot> =
            (1..self.slots.len()).rev().map(Slot::at).filter(|&id| !self.contains(id)).collect();
        (self.first_free, self.free_count) = (None, 0);
        for slot in free {
            self.free(slot);
        }
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

    /// The slot that the next node at the end will have.
    #[inline(always)]
    pub(crate) fn next_slot(&self) -> Slot {
        Slot::at(self.slots.len())
    }

    #[inline]
    pub(crate) fn stamps(&self) -> &Stamps {
        &self.stamps
    }

    /// Whether the arena has a slot, free or not.
    pub(crate) fn has_slot(&self, slot: Slot) -> bool {
        slot.index() < self.slots.len()
    }

    /// Whether there is a node in a slot.
    #[inline]
    pub(crate) fn contains(&self, slot: Slot) -> bool {
        self.slots.get(slot.index()).is_some_and(|slot| !matches!(slot.data, NodeData::Free { .. }))
    }

    /// The number of nodes.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.slots.len() - 1 - self.free_count
    }

    /// How long a table has to be whose indices are ids.
    #[inline]
    pub(crate) fn slot_count(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are slots that are free.
    #[inline]
    pub(crate) fn has_free_slots(&self) -> bool {
        self.first_free.is_some()
    }

    /// The slots that are free, as the chain has them, which may have as many as it says.
    pub(crate) fn free_slots(&self) -> impl Iterator<Item = Slot> {
        let next = |&id: &Slot| match self.slots.get(id.index())?.data {
            NodeData::Free { next } => next,
            _ => None,
        };
        std::iter::successors(self.first_free, next).take(self.free_count)
    }

    /// The nodes of a range of indices; none if it is not one of this row.
    #[inline]
    pub(crate) fn run(&self, indices: Range<usize>) -> &[Node] {
        self.slots.get(indices).unwrap_or_default()
    }

    /// What the nodes are, for changing it.
    pub(crate) fn data_mut(&mut self) -> impl Iterator<Item = &mut NodeData> {
        self.slots.iter_mut().map(|slot| &mut slot.data)
    }

    /// The ids of all nodes, in the order of the row.
    pub(crate) fn ids(&self) -> impl DoubleEndedIterator<Item = Slot> {
        (1..self.slots.len()).map(Slot::at).filter(|&id| self.contains(id))
    }
}

impl Index<Slot> for NodeVector {
    type Output = Node;

    #[inline]
    fn index(&self, id: Slot) -> &Node {
        &self.slots[id.index()]
    }
}

impl IndexMut<Slot> for NodeVector {
    #[inline]
    fn index_mut(&mut self, id: Slot) -> &mut Node {
        &mut self.slots[id.index()]
    }
}
