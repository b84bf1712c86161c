//! [`SearchCache`]: what a document remembers for those who search it, until links or attributes change.
//!
//! What is not here: how it is found out (`scan.rs`, `index.rs`).

use std::any::Any;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use foldhash::fast::RandomState;

use crate::link_changes::LinkChanges;
use crate::node_id::Slot;

/// What a document knows of the order of its nodes, and of its elements by their attributes and names.
#[derive(Default, Debug)]
pub(crate) struct SearchCache {
    pub(crate) was_asked: OnceLock<()>,
    pub(crate) order: OnceLock<Option<Order>>,
    /// How often the index was asked for, as long as it is not there.
    asked_for_index: AtomicU32,
    index: OnceLock<Box<ElementIndex>>,
    /// A value of another crate, and how many nodes there were when it was made.
    pub(crate) derived: OnceLock<(usize, Box<dyn Any + Send + Sync>)>,
    /// How links have changed, if that is recorded; then the memory counts as asked.
    pub(crate) changes: Option<Box<LinkChanges>>,
}

/// A copy of a document finds out anew.
impl Clone for SearchCache {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl SearchCache {
    /// Whether there is something to do if links change.
    #[inline]
    pub(crate) fn is_in_use(&self) -> bool {
        self.was_asked.get().is_some()
    }

    /// Discards what is remembered of the order, because links change.
    #[inline]
    pub(crate) fn forget(&mut self) {
        if self.is_in_use() {
            let changes = self.changes.take();
            *self = Self::default();
            self.record_changes(changes);
        }
    }

    /// Begins to record changes of links, or ends it.
    pub(crate) fn record_changes(&mut self, changes: Option<Box<LinkChanges>>) {
        if changes.is_some() {
            let _ = self.was_asked.set(());
        }
        self.changes = changes;
    }

    /// An attribute has changed.
    #[inline]
    pub(crate) fn forget_index(&mut self) {
        self.derived.take();
        if self.index.take().is_some() {
            *self.asked_for_index.get_mut() = 0;
        }
    }

    /// The index, made for who asks more than so many times.
    pub(crate) fn index_once_asked(
        &self,
        times: u32,
        make: impl FnOnce() -> ElementIndex,
    ) -> Option<&ElementIndex> {
        if let Some(index) = self.index.get() {
            return Some(index);
        }
        // So that it is forgotten.
        let _ = self.was_asked.set(());
        // Threads that count at the same time may count too far, which does no harm.
        let asked = self.asked_for_index.load(Ordering::Relaxed);
        if asked < times {
            self.asked_for_index.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        Some(self.index.get_or_init(|| Box::new(make())))
    }
}

/// The tree order of the descendants of the root, as runs of the row.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) runs: Box<[Range<usize>]>,
    /// How many levels the tree has.
    pub(crate) depth: usize,
    /// How many nodes there were.
    pub(crate) node_count: usize,
}

/// The elements in the tree below the root, by id, class and name: [`index`](crate::search::index).
#[derive(Debug)]
pub struct ElementIndex {
    /// How many nodes the document had.
    pub(crate) node_count: usize,
    /// All elements in tree order.
    pub(crate) elements: Box<[Slot]>,
    /// None, if there is too much of them.
    pub(crate) ids_and_classes: Option<[Postings; 2]>,
    pub(crate) names: Postings,
    /// The key of the hashes of ids and classes.
    pub(crate) state: RandomState,
}

/// For each key, the numbers of elements.
#[derive(Debug, Default)]
pub(crate) struct Postings {
    /// In order, each once.
    pub(crate) keys: Box<[u32]>,
    /// For each key, where its numbers begin; and where the last ones end.
    pub(crate) starts: Box<[u32]>,
    /// Rising for each key.
    pub(crate) numbers: Box<[u32]>,
}
