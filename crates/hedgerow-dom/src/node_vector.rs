//! [`NodeVector`]: the vector of nodes, indexed by slot, with a free list.

use std::ops::{Index, IndexMut, Range};

use crate::document::release_reserve;
use crate::node::{Node, NodeData};
use crate::node_id::{Slot, Stamps};
use crate::text::growth;

/// The vector of nodes. Index 0 is not a slot, so that `Option<Slot>` takes 4 bytes. [`restart`](Self::restart) adds
/// the unused entry at this index.
#[derive(Default, Debug)]
pub(crate) struct NodeVector {
    slots: Vec<Node>,
    /// The number of nodes for which room was reserved by the last estimate.
    estimate: u32,
    /// The head of the free list.
    first_free: Option<Slot>,
    free_count: u32,
    pub(crate) stamps: Stamps,
}

impl Clone for NodeVector {
    /// Copies of nodes have the ids of the originals. Nodes that are added later to the original or to the clone have ids
    /// that the other vector does not have.
    fn clone(&self) -> Self {
        let mut stamps = self.stamps.clone();
        stamps.renew_from(self.next_slot());
        Self { slots: self.slots.clone(), stamps, ..*self }
    }
}

impl NodeVector {
    pub(crate) fn restart(&mut self, capacity: usize) {
        // OPTIMIZATION: growing an empty vector takes more steps than making one.
        if self.slots.capacity() > capacity {
            self.slots.clear();
        } else {
            self.slots = Vec::with_capacity(capacity + 1);
        }
        self.estimate = u32::try_from(capacity).unwrap_or(u32::MAX);
        self.first_free = None;
        self.free_count = 0;
        self.stamps.renew_from(Slot::FIRST);
        self.slots.push(Node::detached(Slot::FIRST, NodeData::Document));
    }

    /// Reserves room for the nodes of the next chunk of the input, and for some nodes of the chunks that may follow.
    pub(crate) fn reserve_for_chunk(&mut self, nodes: usize) {
        let length = self.slots.len();
        if self.slots.capacity() - length < nodes {
            let more = growth(length * size_of::<Node>()) / size_of::<Node>();
            self.slots.reserve_exact(nodes.max(more));
            self.estimate = u32::try_from(self.slots.capacity()).unwrap_or(u32::MAX);
        }
    }

    pub(crate) fn release_reserve(&mut self) {
        release_reserve(&mut self.slots);
    }

    pub(crate) fn capacity(&self) -> usize {
        self.slots.capacity()
    }

    /// Adds a node without links, in a free slot if the vector has one.
    #[inline]
    pub(crate) fn push(&mut self, data: NodeData) -> Slot {
        if let Some(free) = self.first_free {
            return self.push_into(free, data);
        }
        let slot = self.next_slot();
        self.push_node(Node::detached(slot, data));
        slot
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

    /// Frees the memory of the free slots after the last node.
    pub(crate) fn shrink_to_fit(&mut self) {
        let is_used = |slot: &Node| !matches!(slot.data, NodeData::Free { .. });
        let used = self.slots.iter().rposition(is_used).map_or(1, |last| last + 1);
        self.slots.truncate(used.max(1));
        self.slots.shrink_to_fit();
        self.stamps.renew_from(self.next_slot());
        let free: Vec<Slot> =
            (1..self.slots.len()).rev().map(Slot::at).filter(|&slot| !self.contains(slot)).collect();
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

    /// Grows by an eighth instead of doubling, because the capacity was estimated and unused capacity is wasted as long as
    /// the document exists. Grows by a half if the estimate was far too low.
    #[cold]
    fn grow(&mut self) {
        let length = self.slots.len();
        let part = if length > 2 * self.estimate as usize { 2 } else { 8 };
        let most = Slot::MOST.saturating_sub(length);
        assert!(most > 0, "the nodes of a document are limited to 4 thousand million");
        self.slots.reserve_exact(most.min(16 + length / part));
    }

    #[inline(always)]
    pub(crate) fn next_slot(&self) -> Slot {
        // OPTIMIZATION: the vector does not grow beyond the last slot, so only zero needs a check.
        Slot::before_the_limit(self.slots.len())
    }

    #[inline]
    pub(crate) fn contains(&self, slot: Slot) -> bool {
        self.slots.get(slot.index()).is_some_and(|slot| !matches!(slot.data, NodeData::Free { .. }))
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.slots.len() - 1 - self.free_count as usize
    }

    #[inline]
    pub(crate) fn slot_count(&self) -> usize {
        self.slots.len()
    }

    #[inline]
    pub(crate) fn has_free_slots(&self) -> bool {
        self.first_free.is_some()
    }

    /// Returns the slots of the free list, but no more than `free_count` of them, so that a damaged list with a cycle ends.
    #[cfg(any(test, feature = "validate"))]
    pub(crate) fn free_slots(&self) -> impl Iterator<Item = Slot> {
        let next = |&slot: &Slot| match self.slots.get(slot.index())?.data {
            NodeData::Free { next } => next,
            _ => None,
        };
        std::iter::successors(self.first_free, next).take(self.free_count as usize)
    }

    /// Returns the nodes of a range of indices; an empty slice if the range is out of bounds.
    #[inline]
    pub(crate) fn run(&self, indices: Range<usize>) -> &[Node] {
        self.slots.get(indices).unwrap_or_default()
    }

    pub(crate) fn data_mut(&mut self) -> impl Iterator<Item = &mut NodeData> {
        self.slots.iter_mut().map(|slot| &mut slot.data)
    }

    /// Returns the slots of all nodes in ascending order.
    pub(crate) fn slots(&self) -> impl DoubleEndedIterator<Item = Slot> {
        (1..self.slots.len()).map(Slot::at).filter(|&slot| self.contains(slot))
    }
}

impl Index<Slot> for NodeVector {
    type Output = Node;

    #[inline]
    fn index(&self, slot: Slot) -> &Node {
        &self.slots[slot.index()]
    }
}

impl IndexMut<Slot> for NodeVector {
    #[inline]
    fn index_mut(&mut self, slot: Slot) -> &mut Node {
        &mut self.slots[slot.index()]
    }
}
