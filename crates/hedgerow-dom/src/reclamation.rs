//! [`Reclamation`]: the accounting of unused memory, and the state of a parser that works on the document.

use std::collections::BTreeSet;

use crate::node_id::{NodeId, Slot};

/// The accounting of unused memory.
#[derive(Default, Debug)]
pub(crate) struct Reclamation {
    /// The approximate number of unused attributes in the vector.
    pub(crate) attributes: usize,
    /// The long attribute lists whose text is already counted as unused, each by its start in the vector. Elements share such lists,
    /// so the removal of a second element must not count the text again.
    pub(crate) shared_lists: BTreeSet<u32>,
    /// The number of attributes after the last compaction.
    pub(crate) attributes_kept: usize,
    /// The number of bytes of added text after the last compaction.
    pub(crate) text_kept: usize,
    /// The state of the parser, while one works on the document.
    pub(crate) construction: Option<Box<Construction>>,
}

impl Reclamation {
    /// The accounting of a document without unused memory.
    pub(crate) const NONE: Self = Self {
        attributes: 0,
        shared_lists: BTreeSet::new(),
        attributes_kept: 0,
        text_kept: 0,
        construction: None,
    };

    /// Whether a parser works on the document.
    pub(crate) fn is_under_construction(&self) -> bool {
        self.construction.is_some()
    }
}

impl Clone for Reclamation {
    /// No parser works on a clone.
    fn clone(&self) -> Self {
        Self { construction: None, shared_lists: self.shared_lists.clone(), ..*self }
    }
}

/// The state of a parser that works on the document.
#[derive(Default, Debug)]
pub(crate) struct Construction {
    /// The nodes that the parser holds, sorted; `None` if they are unknown.
    pub(crate) held: Option<Vec<Slot>>,
    /// The removed trees that must not be freed yet.
    pub(crate) waiting: Vec<WaitingTree>,
    /// The slots that were freed since the parser last took them.
    pub(crate) freed: Vec<Slot>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct WaitingTree {
    pub(crate) root: NodeId,
    /// A node in the tree that the parser holds; `None` if the held nodes are unknown.
    pub(crate) held: Option<NodeId>,
}

impl Construction {
    pub(crate) fn holds(&self, node: Slot) -> bool {
        self.held.as_ref().is_some_and(|held| held.binary_search(&node).is_ok())
    }

    pub(crate) fn record_freed(&mut self, node: Slot) {
        self.freed.push(node);
    }
}
