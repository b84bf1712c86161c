//! [`Reclamation`]: what a document knows of the memory that nothing uses any more, and of a parser that works on it.
//!
//! What is not here: what is done about it (`edit/memory.rs`, `edit/construction.rs`).

use std::collections::BTreeSet;

use crate::node_id::{NodeId, Slot};

/// What a document knows of the memory that nothing uses any more.
#[derive(Default, Debug)]
pub(crate) struct Reclamation {
    /// About how many attributes of the vector nothing uses any more.
    pub(crate) attributes: usize,
    /// Where the long lists begin that elements had which share them and were removed: the first has counted the text.
    pub(crate) shared_lists: BTreeSet<u32>,
    /// How many attributes there were when they were last put together.
    pub(crate) attributes_kept: usize,
    /// How many bytes of added text there were then.
    pub(crate) text_kept: usize,
    /// The parser that works on the document, if there is one.
    pub(crate) construction: Option<Box<Construction>>,
}

impl Reclamation {
    /// Whether a parser works on the document.
    pub(crate) fn is_under_construction(&self) -> bool {
        self.construction.is_some()
    }
}

impl Clone for Reclamation {
    /// No parser works on a copy.
    fn clone(&self) -> Self {
        Self { construction: None, shared_lists: self.shared_lists.clone(), ..*self }
    }
}

/// What a document knows of the parser that works on it.
#[derive(Default, Debug)]
pub(crate) struct Construction {
    /// The nodes that the parser holds, in the order of the row; `None` if it has not said.
    pub(crate) held: Option<Vec<Slot>>,
    /// The trees that were removed and wait.
    pub(crate) waiting: Vec<WaitingTree>,
    /// The slots that were freed since the parser last asked.
    pub(crate) freed: Vec<Slot>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct WaitingTree {
    pub(crate) root: NodeId,
    /// A node in it that the parser holds; `None` if it has not said what it holds.
    pub(crate) held: Option<NodeId>,
}

impl Construction {
    pub(crate) fn holds(&self, node: Slot) -> bool {
        self.held.as_ref().is_some_and(|held| held.binary_search(&node).is_ok())
    }

    pub(crate) fn note_freed(&mut self, node: Slot) {
        self.freed.push(node);
    }
}
