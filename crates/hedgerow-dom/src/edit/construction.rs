//! Removal while a parser works on the document, which has slots of nodes and lists of attributes in its hands.
//!
//! ```text
//! before others change the document:
//!     the parser says which nodes it holds, and trees that were removed and wait for it are looked at again
//! a node is removed:
//!     nothing in it is held: free all of it
//!     else: it is only detached, and waits
//! before the parser goes on:
//!     it forgets what was freed, and what is used of text and attributes is put together, if that is worthwhile
//! in the end: free all that waits
//! ```
//!
//! For each tree that waits, the node that was found to be held is remembered, so that asking again costs no walk as long as
//! nothing has changed.
//!
//! What is not here: who holds what, and when it is affordable to ask (the parser's crates).

use crate::attribute_data::AttributeList;
use crate::document::Document;
use crate::links::Unchecked;
use crate::node_id::Slot;
use crate::reclamation::{Construction, WaitingTree};
use crate::traverse::{NodeEdge, TraverseWhole};

impl Document {
    /// Whether a detached tree has to wait because of what the parser holds; then that is noted.
    pub(super) fn waits_for_the_parser(&mut self, root: Slot) -> bool {
        let Some(construction) = &self.reclamation.construction else { return false };
        let held = if construction.held.is_some() {
            let mut edges = TraverseWhole::new(self.at(root));
            let held = edges.find_map(|edge| match edge {
                NodeEdge::Enter(node) if construction.holds(node.slot()) => Some(node.id()),
                _ => None,
            });
            if held.is_none() {
                return false;
            }
            held
        } else {
            None
        };
        let tree = WaitingTree { root: self.id_of(root), held };
        if let Some(construction) = &mut self.reclamation.construction {
            construction.waiting.push(tree);
        }
        true
    }

    /// Frees the trees that need not wait any more.
    fn free_released_trees(&mut self) {
        let Some(construction) = &mut self.reclamation.construction else { return };
        for tree in std::mem::take(&mut construction.waiting) {
            let still_holds = |construction: &Construction| match tree.held {
                Some(held) => self.slot_of(held).is_some_and(|held| construction.holds(held)),
                None => construction.held.is_none(),
            };
            let must_wait = self.reclamation.construction.as_deref().is_some_and(still_holds);
            let root = self.slot_of(tree.root);
            // Somebody may have inserted it again, or freed it with another one.
            let Some(root) = root.filter(|&root| self.parent_or_host(root).is_none()) else { continue };
            if !must_wait {
                self.detach_and_free(root);
            } else if let Some(construction) = &mut self.reclamation.construction {
                construction.waiting.push(tree);
            }
        }
    }
}

/// What a parser and its document have to tell each other.
impl Unchecked<'_> {
    /// Says that a parser works on the document, and which nodes it has in its hands, or `None` if it does not say. From now
    /// on, a [removed](Document::remove) tree with such a node is only detached, and freed once this is called without it;
    /// with `None`, all of them wait. No memory of text and attributes is used again but by
    /// [`reclaim_memory`](Self::reclaim_memory).
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let [held, other] = ["1", "2"].map(|data| document.create_comment(data));
    /// let slot = document.node(held).slot();
    /// document.unchecked().set_held_nodes(Some(vec![slot]));
    /// document.remove(held)?;
    /// document.remove(other)?;
    /// assert!(document.get(held).is_some() && document.get(other).is_none());
    /// document.unchecked().set_held_nodes(Some(Vec::new()));
    /// assert!(document.get(held).is_none());
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    pub fn set_held_nodes(self, held: Option<Vec<Slot>>) {
        let construction = self.document.reclamation.construction.get_or_insert_default();
        construction.held = held.map(|mut held| {
            held.sort_unstable();
            held
        });
        if construction.held.is_some() {
            self.document.free_released_trees();
        }
    }

    /// The nodes that the parser has last [said](Self::set_held_nodes) to hold, in the order of their slots; `None` if it has
    /// not said.
    #[must_use]
    pub fn held_nodes(&self) -> Option<&[Slot]> {
        self.document.reclamation.construction.as_ref()?.held.as_deref()
    }

    /// Says that no parser works on the document any more: frees what has waited for that.
    pub fn end_construction(self) {
        let Some(construction) = self.document.reclamation.construction.take() else { return };
        for tree in construction.waiting {
            let root = self.document.slot_of(tree.root);
            if let Some(root) = root.filter(|&root| self.document.parent_or_host(root).is_none()) {
                self.document.detach_and_free(root);
            }
        }
    }

    /// The slots that were freed since this was last called while a parser works on the document; others may be in them
    /// again.
    #[must_use]
    pub fn take_freed_slots(self) -> Vec<Slot> {
        let construction = self.document.reclamation.construction.as_deref_mut();
        construction.map(|construction| std::mem::take(&mut construction.freed)).unwrap_or_default()
    }

    /// Whether so much text or so many attributes are unused that [`reclaim_memory`](Self::reclaim_memory) is worth its time.
    #[must_use]
    pub fn is_reclaiming_worthwhile(self) -> bool {
        self.document.is_reclaiming_worthwhile()
    }

    /// Compacts text and attributes while a parser works on the document, and updates the lists of attributes that it holds.
    /// The time is linear in the document.
    pub fn reclaim_memory(self, lists: &mut [AttributeList]) {
        self.document.compact(true, lists);
    }
}
