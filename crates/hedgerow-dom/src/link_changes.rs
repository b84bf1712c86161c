//! [`LinkChange`]: a record of how nodes are moved, for an index that is kept outside of the document.
//!
//! All links are written in `links.rs`, and removed nodes freed in `edit/memory.rs`; both say so here *before* they do it, if
//! anybody has asked for a record. A parser that appends new nodes says nothing, because that is what it does all the time:
//! nodes that are new when the next change is recorded have been appended to their parents, in the order of their slots.

use crate::document::Document;
use crate::links::Unchecked;
use crate::node_id::Slot;

/// A record of more changes is ended: to look at all nodes again costs less than to follow it.
const MOST_CHANGES_FOR_A_SLOT: usize = 4;

/// A change of the links between nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LinkChange {
    /// A node was inserted into a parent, before another child of it, or as the last one.
    Inserted {
        /// The node, which had no parent.
        node: Slot,
        /// The parent.
        parent: Slot,
        /// The child that comes after it.
        next: Option<Slot>,
    },
    /// A node was taken out of its parent.
    Detached(Slot),
    /// A node was removed: another one may be in its slot.
    Removed(Slot),
    /// All children of a node were moved into another one, before another child of that, or as the last ones.
    ChildrenMoved {
        /// The node whose children they were.
        from: Slot,
        /// The node whose children they are.
        to: Slot,
        /// The child that comes after them.
        next: Option<Slot>,
    },
    /// A node has another name, or other data.
    Changed(Slot),
}

/// The record of changes.
#[derive(Clone, Debug)]
pub(crate) struct LinkChanges {
    changes: Vec<LinkChange>,
    /// The nodes in the slots from here on are new.
    first_new: usize,
}

impl Document {
    /// Records a change of links that is about to be made, and discards what is remembered of the order of the nodes.
    #[inline]
    pub(crate) fn links_change(&mut self, change: LinkChange) {
        if self.search_cache.is_in_use() {
            self.links_in_use_change(change);
        }
    }

    #[cold]
    fn links_in_use_change(&mut self, change: LinkChange) {
        self.search_cache.forget();
        if self.search_cache.changes.is_some() {
            self.record_new_nodes();
        }
        let most = MOST_CHANGES_FOR_A_SLOT * self.nodes.slot_count();
        if self.search_cache.changes.as_ref().is_some_and(|record| record.changes.len() > most) {
            self.search_cache.record_changes(None);
        }
        if let Some(record) = &mut self.search_cache.changes {
            record.changes.push(change);
        }
    }

    /// Records where nodes were appended that are new.
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
    /// Begins to record how nodes are moved, or ends it.
    ///
    /// ```
    /// use hedgerow_dom::{Document, LinkChange};
    /// let mut document = Document::new();
    /// let root = document.root().slot();
    /// document.unchecked().record_link_changes(true);
    /// let comment = document.create_comment("note");
    /// document.append(document.root_id(), comment)?;
    /// let node = document.node(comment).slot();
    /// let inserted = LinkChange::Inserted { node, parent: root, next: None };
    /// assert_eq!(document.unchecked().take_link_changes(), Some(vec![inserted]));
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    pub fn record_link_changes(self, is_recorded: bool) {
        let first_new = self.document.nodes.slot_count();
        self.document
            .search_cache
            .record_changes(is_recorded.then(|| Box::new(LinkChanges { changes: Vec::new(), first_new })));
    }

    /// The changes since they were last taken, in order; `None` if they are not recorded, or were too many.
    #[must_use]
    pub fn take_link_changes(self) -> Option<Vec<LinkChange>> {
        self.document.record_new_nodes();
        self.document.search_cache.changes.as_mut().map(|record| std::mem::take(&mut record.changes))
    }
}
