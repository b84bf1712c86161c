//! The conditions of insertions: "ensure pre-insert validity", and the corresponding steps of "replace".

use std::iter;

use super::error::{Algorithm, Attempt, MutationError, MutationRule};
use super::several::Moved;
use crate::document::Document;
use crate::node::NodeKind;
use crate::node_id::Slot;
use crate::node_ref::NodeRef;

/// The nodes to insert.
#[derive(Clone, Copy, Debug)]
pub(super) enum Inserted {
    /// A node; for a fragment, its children.
    Node(Slot),
    /// The children of any node.
    ChildrenOf(Slot),
}

/// The position of an insertion.
#[derive(Clone, Copy, Debug)]
pub(super) enum ChildPosition {
    /// Before a child, or at the end.
    Before(Option<Slot>),
    /// Instead of a child.
    InsteadOf(Slot),
}

impl ChildPosition {
    pub(super) fn algorithm(self) -> Algorithm {
        match self {
            Self::Before(_) => Algorithm::INSERT,
            Self::InsteadOf(_) => Algorithm::REPLACE,
        }
    }

    /// Returns the child before which the node is inserted.
    pub(super) fn child(self) -> Option<Slot> {
        match self {
            Self::Before(reference) => reference,
            Self::InsteadOf(replaced) => Some(replaced),
        }
    }
}

impl Document {
    /// Checks the conditions of [`Algorithm::INSERT`] or, for a replacement, of [`Algorithm::REPLACE`].
    pub(super) fn ensure_validity(
        &self,
        attempt: Attempt<'_>,
        inserted: Inserted,
        parent: Slot,
        position: ChildPosition,
    ) -> Result<(), MutationError> {
        match self.violated_rule(inserted, parent, position) {
            None => Ok(()),
            Some(rule) => Err(self.refusal(attempt, position.algorithm(), rule)),
        }
    }

    fn violated_rule(
        &self,
        inserted: Inserted,
        parent: Slot,
        position: ChildPosition,
    ) -> Option<MutationRule> {
        // 1. If parent is not a Document, DocumentFragment, or Element node, then throw a "HierarchyRequestError"
        //    DOMException.
        if !self.kind(parent).may_have_children() {
            return Some(MutationRule::ParentHasNoChildren);
        }
        // 2. If node is a host-including inclusive ancestor of parent, then throw a "HierarchyRequestError" DOMException.
        let is_cycle = match inserted {
            Inserted::Node(node) => self.is_host_including_inclusive_ancestor(node, parent),
            // Children that replace their parent leave it, so no cycle results.
            Inserted::ChildrenOf(node) => position.child() != Some(node) && self.is_in_a_child(node, parent),
        };
        if is_cycle {
            return Some(MutationRule::Cycle);
        }
        // 3. If child is non-null and its parent is not parent, then throw a "NotFoundError" DOMException.
        if position.child().is_some_and(|child| self.parent(child) != Some(parent)) {
            return Some(MutationRule::NotAChild);
        }
        self.violated_rule_of_kinds(inserted, parent).or_else(|| {
            // 6. If parent is a document, and any of the statements below, switched on the interface node implements, are
            //    true, then throw a "HierarchyRequestError" DOMException.
            if self.kind(parent) == NodeKind::Document {
                self.violated_rule_of_documents(inserted, parent, position)
            } else {
                None
            }
        })
    }

    /// The steps that depend only on the kinds of the nodes.
    pub(super) fn violated_rule_of_kinds(&self, inserted: Inserted, parent: Slot) -> Option<MutationRule> {
        let is_document = self.kind(parent) == NodeKind::Document;
        // 4. If node is not a DocumentFragment, DocumentType, Element, or CharacterData node, then throw a
        //    "HierarchyRequestError" DOMException.
        if let Inserted::Node(node) = inserted
            && self.kind(node) == NodeKind::Document
        {
            return Some(MutationRule::NotInsertable);
        }
        // 5. If either node is a Text node and parent is a document, or node is a doctype and parent is not a document,
        //    then throw a "HierarchyRequestError" DOMException.
        self.inserted_kinds(inserted).find_map(|kind| match kind {
            NodeKind::Text if is_document => Some(MutationRule::TextInDocument),
            NodeKind::DocumentType if !is_document => Some(MutationRule::DoctypeOutsideDocument),
            _ => None,
        })
    }

    /// Returns the rule that several nodes violate if they are inserted before a child of `parent` or at the end, and the node
    /// that the error names: the one that violates the rule, or the first one if the rule is about `parent` or about all its
    /// children. The nodes count only at their new positions; `replaced` is taken out of `parent`.
    pub(super) fn rule_violated_by_several(
        &self,
        moved: &Moved,
        parent: Slot,
        next: Option<Slot>,
        replaced: Option<Slot>,
    ) -> Option<(MutationRule, Slot)> {
        let first = moved.nodes.first().copied().unwrap_or(parent);
        if !self.kind(parent).may_have_children() {
            return Some((MutationRule::ParentHasNoChildren, first));
        }
        if let Some(node) = self.node_around(&moved.nodes, |node| moved.contains(node), parent) {
            return Some((MutationRule::Cycle, node));
        }
        if self.kind(parent) != NodeKind::Document {
            return None;
        }
        if let Some(&text) = moved.nodes.iter().find(|&&node| self.kind(node) == NodeKind::Text) {
            return Some((MutationRule::TextInDocument, text));
        }
        // OPTIMIZATION: of the other kinds, only elements can violate the rules about a document's children. There is no doctype
        // among the nodes, because the caller refuses to insert a doctype together with other nodes.
        if !moved.nodes.iter().any(|&node| self.kind(node) == NodeKind::Element) {
            return None;
        }
        let is_other = |child: &NodeRef<'_>| Some(child.slot()) != next;
        let stays = |child: &NodeRef<'_>| !moved.contains(child.slot()) && Some(child.slot()) != replaced;
        let children = || self.at(parent).children();
        let before = children().take_while(is_other).filter(stays).map(NodeRef::kind);
        let after = children().skip_while(is_other).filter(stays).map(NodeRef::kind);
        let inserted = moved.nodes.iter().map(|&node| self.kind(node));
        Self::rule_violated_in_document(before.chain(inserted).chain(after)).map(|rule| (rule, first))
    }

    /// Returns the violated rule if a document would have more than one element or doctype, or a doctype after an element.
    ///
    /// The standard has a statement for each kind of node, for insertion and for replacement. All of them concern the children
    /// that the document would have. A child that is moved counts twice: at its old and at its new position.
    fn violated_rule_of_documents(
        &self,
        inserted: Inserted,
        document: Slot,
        position: ChildPosition,
    ) -> Option<MutationRule> {
        let is_harmless = |kind| !matches!(kind, NodeKind::Element | NodeKind::DocumentType);
        if self.inserted_kinds(inserted).all(is_harmless) {
            return None;
        }
        let is_another = |sibling: &NodeRef<'_>| Some(sibling.slot()) != position.child();
        let before = self.at(document).children().take_while(is_another).map(NodeRef::kind);
        let after = self.at(document).children().skip_while(is_another).map(NodeRef::kind);
        let replaced = usize::from(matches!(position, ChildPosition::InsteadOf(_)));
        Self::rule_violated_in_document(
            before.chain(self.inserted_kinds(inserted)).chain(after.skip(replaced)),
        )
    }

    /// Returns the rule that the order or the number of a document's children violates.
    fn rule_violated_in_document(children: impl Iterator<Item = NodeKind>) -> Option<MutationRule> {
        let (mut has_element, mut has_doctype) = (false, false);
        for kind in children {
            match kind {
                NodeKind::Element if has_element => return Some(MutationRule::SecondElement),
                NodeKind::Element => has_element = true,
                NodeKind::DocumentType if has_doctype => return Some(MutationRule::SecondDoctype),
                NodeKind::DocumentType if has_element => return Some(MutationRule::ElementBeforeDoctype),
                NodeKind::DocumentType => has_doctype = true,
                _ => {}
            }
        }
        None
    }

    /// Returns the kinds of the nodes to insert; for a fragment, of its children.
    fn inserted_kinds(&self, inserted: Inserted) -> impl Iterator<Item = NodeKind> {
        let (single, children_of) = match inserted {
            Inserted::Node(node) if self.kind(node).is_fragment() => (None, Some(node)),
            Inserted::Node(node) => (Some(node), None),
            Inserted::ChildrenOf(node) => (None, Some(node)),
        };
        let first = children_of.and_then(|node| self.first_child(node));
        let children = iter::successors(first, |&child| self.next_sibling(child));
        single.into_iter().chain(children).map(|node| self.kind(node))
    }

    /// Whether `node` is `other` or contains it, also through template contents and shadow roots.
    /// <https://dom.spec.whatwg.org/#concept-tree-host-including-inclusive-ancestor>
    ///
    /// The walk from `other` to its ancestors and the walk over the contents of `node` alternate, so that neither a deep tree nor
    /// a node with many descendants takes long. The first walk that ends decides, because both follow the same links in opposite
    /// directions: between parents and children, and between hosts and their template contents or shadow roots. Neither walk
    /// goes from a `template` element to the shadow root that it declares or back, because another element is the host.
    fn is_host_including_inclusive_ancestor(&self, node: Slot, other: Slot) -> bool {
        self.node_around(&[node], |ancestor| ancestor == node, other).is_some()
    }

    /// Returns the one of some nodes that is `other` or contains it. `is_one` recognizes the nodes.
    fn node_around(&self, nodes: &[Slot], is_one: impl Fn(Slot) -> bool, other: Slot) -> Option<Slot> {
        let contents = |&node: &Slot| {
            let inside = iter::once(self.at(node)).chain(self.at(node).deep_descendants());
            inside.map(move |inner| (node, inner.slot()))
        };
        let mut inside = nodes.iter().flat_map(contents);
        let mut ancestors = iter::successors(Some(other), |&ancestor| self.parent_or_host(ancestor));
        loop {
            match (ancestors.next(), inside.next()) {
                (Some(ancestor), _) if is_one(ancestor) => return Some(ancestor),
                (_, Some((node, inner))) if inner == other => return Some(node),
                (Some(_), Some(_)) => {}
                (None, _) | (_, None) => return None,
            }
        }
    }

    /// Whether a child of `node` is `other` or contains it.
    fn is_in_a_child(&self, node: Slot, other: Slot) -> bool {
        self.is_host_including_inclusive_ancestor(node, other)
            && iter::successors(Some(other), |&ancestor| self.parent_or_host(ancestor))
                .any(|ancestor| self.parent(ancestor) == Some(node))
    }

    pub(crate) fn parent_or_host(&self, node: Slot) -> Option<Slot> {
        self.parent(node).or_else(|| self.host(node))
    }
}
