//! Removal while a parser works on the document. The parser holds slots of nodes and lists of attributes.
//!
//! ```text
//! before the caller changes the document:
//!     the parser reports the nodes that it holds; free the waiting trees without a held node
//! a node is removed:
//!     the parser holds no node in it: free the tree
//!     otherwise: detach the tree, which waits
//! before the parser continues:
//!     the parser removes the freed slots from its tables; compact text and attributes if it is worthwhile
//! at the end: free all waiting trees
//! ```
//!
//! Each waiting tree is stored with one held node, so that the next check of the tree needs no walk.

use crate::attribute_data::AttributeList;
use crate::document::Document;
use crate::node_id::Slot;
use crate::reclamation::{Construction, WaitingTree};
use crate::traverse::{NodeEdge, TraverseWhole};
use crate::unchecked::Unchecked;

impl Document {
    /// Whether a detached tree must not be freed yet because the parser holds a node of it. If so, records the tree.
    pub(super) fn waits_for_the_parser(&mut self, root: Slot) -> bool {
        let Some(construction) = &self.rare.reclamation.construction else { return false };
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
        if let Some(construction) = self.rare.construction_mut() {
            construction.waiting.push(tree);
        }
        true
    }

    /// Frees the waiting trees without a held node.
    fn free_released_trees(&mut self) {
        let Some(construction) = self.rare.construction_mut() else { return };
        for tree in std::mem::take(&mut construction.waiting) {
            let still_holds = |construction: &Construction| match tree.held {
                Some(held) => self.slot_of(held).is_some_and(|held| construction.holds(held)),
                None => construction.held.is_none(),
            };
            let must_wait = self.rare.reclamation.construction.as_deref().is_some_and(still_holds);
            let root = self.slot_of(tree.root);
            // The tree may have been inserted again, or freed together with another one.
            let Some(root) = root.filter(|&root| self.parent_or_host(root).is_none()) else { continue };
            if !must_wait {
                self.detach_and_free(root);
            } else if let Some(construction) = self.rare.construction_mut() {
                construction.waiting.push(tree);
            }
        }
    }
}

/// The protocol between a parser and its document.
impl Unchecked<'_> {
    /// Records that a parser works on the document, and which nodes it holds; `None` if they are unknown. From now on, a
    /// [removed](Document::remove) tree with a held node is only detached. It is freed when a later call does not contain the
    /// node. With `None`, no removed tree is freed. Only [`reclaim_memory`](Self::reclaim_memory) reuses memory of text and
    /// attributes.
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
        let construction = self.document.rare.reclamation.construction.get_or_insert_default();
        construction.held = held.map(|mut held| {
            held.sort_unstable();
            held
        });
        if construction.held.is_some() {
            self.document.free_released_trees();
        }
    }

    /// Returns the nodes of the last call of [`set_held_nodes`](Self::set_held_nodes), sorted; `None` if they are unknown.
    #[must_use]
    pub fn held_nodes(&self) -> Option<&[Slot]> {
        self.document.rare.reclamation.construction.as_ref()?.held.as_deref()
    }

    /// Records that no parser works on the document any more, and frees the removed trees.
    pub fn end_construction(self) {
        let rare = self.document.rare.existing();
        let Some(construction) = rare.and_then(|rare| rare.reclamation.construction.take()) else { return };
        for tree in construction.waiting {
            let root = self.document.slot_of(tree.root);
            if let Some(root) = root.filter(|&root| self.document.parent_or_host(root).is_none()) {
                self.document.detach_and_free(root);
            }
        }
    }

    /// Takes the slots that were freed since the last call while a parser works on the document. They may have been reused.
    #[must_use]
    pub fn take_freed_slots(self) -> Vec<Slot> {
        let construction = self.document.rare.construction_mut();
        construction.map(|construction| std::mem::take(&mut construction.freed)).unwrap_or_default()
    }

    /// Whether enough text or attributes are unused to repay [`reclaim_memory`](Self::reclaim_memory).
    #[must_use]
    pub fn is_reclaiming_worthwhile(self) -> bool {
        self.document.is_reclaiming_worthwhile()
    }

    /// Compacts text and attributes while a parser works on the document, and updates `lists`, the lists of attributes that
    /// the parser holds. The time is linear in the document.
    pub fn reclaim_memory(self, lists: &mut [AttributeList]) {
        self.document.compact(true, lists);
    }
}
