//! Records changes of links, for an index outside the document.
//!
//! `links.rs` writes all links, and `edit/memory.rs` frees removed nodes. Both report a change here *before* they make it. A
//! parser appends new nodes all the time and does not report that. Instead, the next recorded change also records all nodes that
//! are new: they were appended to their parents in the order of their slots.

use crate::document::Document;
use crate::node_id::Slot;
use crate::search_cache::{LinkChange, LinkChanges};
use crate::unchecked::Unchecked;

/// The number of changes for each slot after which the record ends, because visiting all nodes costs less than replaying the
/// record.
const MOST_CHANGES_FOR_A_SLOT: usize = 4;

impl Document {
    /// Records a change of links before it is made, and discards the cached tree order.
    #[inline]
    pub(crate) fn links_change(&mut self, change: LinkChange) {
        if self.search_cache.is_in_use() {
            self.links_in_use_change(change);
        }
    }

    #[cold]
    fn links_in_use_change(&mut self, change: LinkChange) {
        self.search_cache.forget();
        self.record_new_nodes();
        let most = MOST_CHANGES_FOR_A_SLOT * self.nodes.slot_count();
        let Some(record) = self.search_cache.changes() else { return };
        if record.changes.len() > most {
            self.search_cache.record_changes(None);
        } else {
            record.changes.push(change);
        }
    }

    /// Records the parents of new nodes.
    fn record_new_nodes(&mut self) {
        let count = self.nodes.slot_count();
        let Some(record) = self.search_cache.changes() else { return };
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
    /// Starts a record of changes of links, or ends it.
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
        let record = is_recorded.then(|| LinkChanges { changes: Vec::new(), first_new });
        self.document.search_cache.record_changes(record);
    }

    /// Takes the changes since the last call, in order; `None` if changes are not recorded, or if there were too many.
    #[must_use]
    pub fn take_link_changes(self) -> Option<Vec<LinkChange>> {
        self.document.record_new_nodes();
        self.document.search_cache.changes().map(|record| std::mem::take(&mut record.changes))
    }
}
