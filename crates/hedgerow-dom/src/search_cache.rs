//! [`SearchCache`]: results that a document caches for searches, until links or attributes change, the record of changes of
//! links, and whether anything changed since the parse. `search.rs` computes the results.

use std::any::Any;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use foldhash::fast::RandomState;

use crate::node_id::Slot;

/// The results, and the facts that the next change also affects.
#[derive(Default, Debug)]
pub(crate) struct SearchCache {
    /// Allocated by the first search after a change, because most documents are never searched.
    results: OnceLock<Box<Cached>>,
    /// The record of changes of links, if one is kept.
    pub(crate) changes: Option<Box<LinkChanges>>,
    /// Whether the tree is the one that a parser made of the source.
    pub(crate) is_as_parsed: bool,
}

#[derive(Default, Debug)]
struct Cached {
    order: OnceLock<Option<Order>>,
    /// The number of requests for the table of ids before it was made.
    id_requests: AtomicU32,
    ids: OnceLock<Ids>,
    /// A value in which another crate caches results, and the number of nodes when the value was created.
    derived: OnceLock<(usize, Box<dyn Any + Send + Sync>)>,
}

/// A copy of a document starts without results, and records no changes.
impl Clone for SearchCache {
    fn clone(&self) -> Self {
        Self { is_as_parsed: self.is_as_parsed, ..Self::default() }
    }
}

impl SearchCache {
    /// Whether a change of links has to update the cache.
    #[inline]
    pub(crate) fn is_in_use(&self) -> bool {
        self.is_as_parsed || self.results.get().is_some() || self.changes.is_some()
    }

    /// Discards all results, because links or texts change. The record of changes stays.
    #[inline]
    pub(crate) fn invalidate(&mut self) {
        self.results.take();
        self.is_as_parsed = false;
    }

    /// Frees the memory of all results.
    pub(crate) fn clear(&mut self) {
        self.results.take();
    }

    /// Discards the results that depend on attributes, because an attribute changes.
    #[inline]
    pub(crate) fn invalidate_attributes(&mut self) {
        self.is_as_parsed = false;
        if let Some(cached) = self.results.get_mut() {
            cached.derived.take();
            if cached.ids.take().is_some() {
                *cached.id_requests.get_mut() = 0;
            }
        }
    }

    /// Returns the tree order, if it was computed since the last change.
    pub(crate) fn order(&self) -> Option<&Order> {
        self.results.get()?.order.get()?.as_ref()
    }

    /// Returns the tree order; `None` if `compute` returns `None`.
    pub(crate) fn order_or_compute(&self, compute: impl FnOnce() -> Option<Order>) -> Option<&Order> {
        self.results.get_or_init(Box::default).order.get_or_init(compute).as_ref()
    }

    /// Returns the value of another crate, and the number of nodes when the value was created.
    pub(crate) fn derived(
        &self,
        compute: impl FnOnce() -> (usize, Box<dyn Any + Send + Sync>),
    ) -> &(usize, Box<dyn Any + Send + Sync>) {
        self.results.get_or_init(Box::default).derived.get_or_init(compute)
    }

    /// Returns the table of ids; `None` for the first requests since a change.
    pub(crate) fn ids(&self, build: impl FnOnce() -> Ids) -> Option<&Ids> {
        /// The table takes the time of a few walks.
        const WALKS: u32 = 4;
        let cached = self.results.get_or_init(Box::default);
        if cached.ids.get().is_none() && cached.id_requests.fetch_add(1, Ordering::Relaxed) < WALKS {
            return None;
        }
        Some(cached.ids.get_or_init(build))
    }
}

/// A change of the links between nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LinkChange {
    /// A node was inserted into a parent, before another child or as the last child.
    Inserted {
        /// The inserted node. It had no parent before.
        node: Slot,
        /// The parent.
        parent: Slot,
        /// The child that comes after it.
        next: Option<Slot>,
    },
    /// A node was taken out of its parent.
    Detached(Slot),
    /// A node was freed; a new node may be in its slot.
    Removed(Slot),
    /// All children of a node were moved into another node, before a child of that node or to its end.
    ChildrenMoved {
        /// The old parent of the children.
        from: Slot,
        /// The new parent of the children.
        to: Slot,
        /// The child of the new parent that comes after them.
        next: Option<Slot>,
    },
    /// A node has another name, or other data. Not all changes of `Text` nodes are recorded.
    Changed(Slot),
}

/// The record of changes of links.
#[derive(Clone, Debug)]
pub(crate) struct LinkChanges {
    pub(crate) changes: Vec<LinkChange>,
    /// The slots from this index on hold nodes that are not in the record yet.
    pub(crate) first_new: usize,
}

/// The tree order of the descendants of the root, as runs of consecutive slots.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) runs: Box<[Range<usize>]>,
    /// The number of nodes when the order was computed.
    pub(crate) node_count: usize,
}

/// The elements with ids in the tree of the root: [`elements_with_id`](crate::search::elements_with_id).
#[derive(Debug)]
pub(crate) struct Ids {
    /// The hash of the id of each element, and the element, sorted by the hash.
    pub(crate) elements: Box<[(u32, Slot)]>,
    /// The key of the hashes.
    pub(crate) state: RandomState,
    /// The number of nodes when the table was made.
    pub(crate) node_count: usize,
}
