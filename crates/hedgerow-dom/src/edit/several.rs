//! Insertion of several nodes at once, as `append(…)`, `before(…)` and `replaceWith(…)` do.
//!
//! The standard moves the nodes into a fragment and inserts the fragment, so a refused insertion leaves the nodes in the
//! fragment. Here the nodes are moved only after all checks:
//!
//! ```text
//! list the nodes that the fragment would contain
//! check them and the position, as if the fragment had them already
//! insert each of them before the first sibling that is not one of them
//! ```

use std::iter;

use hedgerow_base::SideTable;

use super::error::{Attempt, Checked, MutationError, MutationRule};
use super::validity::ChildPosition;
use crate::document::Document;
use crate::node::NodeKind;
use crate::node_id::{NodeId, Slot};
use crate::node_ref::NodeRef;

/// A position for [`Document::insert_nodes`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InsertPosition {
    /// Before the first child of the node. <https://dom.spec.whatwg.org/#dom-parentnode-prepend>
    FirstIn(NodeId),
    /// After the last child of the node. <https://dom.spec.whatwg.org/#dom-parentnode-append>
    LastIn(NodeId),
    /// Before the node. <https://dom.spec.whatwg.org/#dom-childnode-before>
    Before(NodeId),
    /// After the node. <https://dom.spec.whatwg.org/#dom-childnode-after>
    After(NodeId),
    /// In the place of the node, which is [detached](Document::detach) unless it is one of the inserted nodes.
    /// <https://dom.spec.whatwg.org/#dom-childnode-replacewith>
    InsteadOf(NodeId),
}

impl InsertPosition {
    /// Returns the words for messages, and the node that the position refers to.
    fn words_and_node(self) -> (&'static str, NodeId) {
        match self {
            Self::FirstIn(node) | Self::LastIn(node) => ("into", node),
            Self::Before(node) => ("before", node),
            Self::After(node) => ("after", node),
            Self::InsteadOf(node) => ("instead of", node),
        }
    }
}

/// The nodes that are moved by the insertion of several nodes: for a fragment, its children.
#[derive(Debug)]
pub(super) struct Moved {
    /// The nodes without repetition, in the order of insertion.
    pub(super) nodes: Vec<Slot>,
    /// For each node, the position that counts in the list with repetitions.
    positions: SideTable<Slot, usize>,
}

impl Moved {
    /// Lists the nodes that a fragment contains after all nodes were appended to it. A node that is appended again moves to the
    /// end. <https://dom.spec.whatwg.org/#converting-nodes-into-a-node>
    fn of(document: &Document, nodes: &[Slot]) -> Self {
        let mut all = Vec::with_capacity(nodes.len());
        let mut positions = SideTable::new();
        for &node in nodes {
            if document.kind(node).is_fragment() {
                for child in document.at(node).children().map(NodeRef::slot) {
                    // A child that was itself given before the fragment is not in the fragment any more.
                    positions.get_or_insert_with(child, || {
                        all.push(child);
                        all.len() - 1
                    });
                }
            } else {
                positions.insert(node, all.len());
                all.push(node);
            }
        }
        let is_last =
            |(position, node): (usize, Slot)| (positions.get(&node) == Some(&position)).then_some(node);
        let nodes = all.into_iter().enumerate().filter_map(is_last).collect();
        Self { nodes, positions }
    }

    pub(super) fn contains(&self, node: Slot) -> bool {
        self.positions.contains_key(&node)
    }
}

impl Document {
    /// Inserts nodes in their order. For a fragment, its children are inserted. Without nodes, only [`InsertPosition::InsteadOf`]
    /// has an effect.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::dom::InsertPosition;
    /// use hedgerow::ToHtml;
    /// let mut document = Document::new();
    /// let paragraph = document.build("p").element("i", |italic| italic.text("1")).finish()?;
    /// let italic = document.node(paragraph).first_child().unwrap().id();
    /// let (before, after) = (document.create_text("0"), document.create_text("2"));
    /// document.insert_nodes(&[before, italic, after], InsertPosition::InsteadOf(italic))?;
    /// assert_eq!(document.node(paragraph).inner_html(), "0<i>1</i>2");
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the standard refuses the insertion: the parent is inside one of the nodes, or may not have such children; if there is
    /// more than one node, no node may be a doctype. Also if the position is before, after or instead of a node without a parent.
    #[doc(alias("append", "prepend", "before", "after", "replaceWith"))]
    pub fn insert_nodes(&mut self, nodes: &[NodeId], position: InsertPosition) -> Result<(), MutationError> {
        if let [node] = *nodes {
            return self.insert_one(node, position);
        }
        let (word, target) = position.words_and_node();
        let slots = nodes.iter().map(|&node| Ok(self.attempt_with("insert", node, word, target)?.1));
        let slots: Vec<Slot> = slots.collect::<Checked<_>>()?;
        let (without_nodes, target) = self.attempt("insert nodes at", target)?;
        let attempt = |node| Attempt { verb: "insert", node, other: Some((word, target)) };
        let first_attempt = slots.first().map_or(without_nodes, |&node| attempt(node));
        let (parent, next) = self.place(first_attempt, position, target)?;
        let replaced = matches!(position, InsertPosition::InsteadOf(_)).then_some(target);
        let conversion = slots.iter().find_map(|&node| match self.kind(node) {
            NodeKind::Document => Some((MutationRule::NotInsertable, node)),
            NodeKind::DocumentType => Some((MutationRule::DoctypeOutsideDocument, node)),
            // NON-STANDARD: if several nodes are inserted into a fragment, the standard sometimes accepts the fragment itself as
            // one of them. It never accepts the fragment alone.
            _ if node == parent => Some((MutationRule::Cycle, node)),
            _ => None,
        });
        let moved = Moved::of(self, &slots);
        let mut siblings = iter::successors(next, |&sibling| self.next_sibling(sibling));
        let next = siblings.find(|&sibling| !moved.contains(sibling));
        let replaced = replaced.filter(|&replaced| !moved.contains(replaced));
        let violated = conversion.or_else(|| self.rule_violated_by_several(&moved, parent, next, replaced));
        if let Some((rule, node)) = violated {
            let algorithm =
                replaced.map_or(ChildPosition::Before(next), ChildPosition::InsteadOf).algorithm();
            return Err(self.refusal(attempt(node), algorithm, rule));
        }
        for node in moved.nodes {
            self.unchecked().insert(parent, node, next);
        }
        if let Some(replaced) = replaced {
            self.unchecked().detach(replaced);
        }
        Ok(())
    }

    /// Inserts a single node. It is not moved into a fragment, so it counts at its old position, too.
    pub(super) fn insert_one(&mut self, node: NodeId, position: InsertPosition) -> Checked {
        let (word, target) = position.words_and_node();
        let (attempt, node, target) = self.attempt_with("insert", node, word, target)?;
        let (parent, next) = self.place(attempt, position, target)?;
        let InsertPosition::InsteadOf(_) = position else {
            return self.insert_checked(attempt, parent, node, ChildPosition::Before(next));
        };
        self.insert_checked(attempt, parent, node, ChildPosition::InsteadOf(target))?;
        if target != node {
            self.unchecked().detach(target);
        }
        Ok(())
    }

    /// Returns the parent of an insertion and the child that comes next.
    fn place(
        &self,
        attempt: Attempt<'_>,
        position: InsertPosition,
        target: Slot,
    ) -> Checked<(Slot, Option<Slot>)> {
        let parent = || self.parent_for(attempt, target);
        Ok(match position {
            InsertPosition::FirstIn(_) => (target, self.first_child(target)),
            InsertPosition::LastIn(_) => (target, None),
            InsertPosition::Before(_) => (parent()?, Some(target)),
            InsertPosition::After(_) | InsertPosition::InsteadOf(_) => (parent()?, self.next_sibling(target)),
        })
    }
}
