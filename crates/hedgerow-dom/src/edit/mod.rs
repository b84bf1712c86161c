//! Checked changes of a document. This file has the changes of the tree; `links.rs` writes the links.
//!
//! A change that the DOM standard refuses, or that has a stale or foreign id, returns a [`MutationError`] and has no effect.

mod attributes;
mod builder;
mod create;
mod error;
mod memory;
mod selection;
mod several;
mod text;
mod validity;

pub use builder::ElementBuilder;
pub use error::{MutationError, MutationRule};
pub use selection::Selection;
pub use several::InsertPosition;

pub(crate) use error::Algorithm;
use error::Attempt;

use hedgerow_base::{ShadowRootInit, is_valid_shadow_host_name};

use crate::document::Document;
use crate::node::{NodeData, NodeKind, ShadowRootRecord};
use crate::node_id::{NodeId, Slot};
use validity::{ChildPosition, Inserted};

/// Changes of the tree. A node is detached from its parent before it is inserted. Inserting a `DocumentFragment` inserts its
/// children.
impl Document {
    /// Makes another node the root.
    ///
    /// # Errors
    ///
    /// If the node is neither a `Document` nor a `DocumentFragment` without a host.
    pub fn set_root(&mut self, node: NodeId) -> Result<(), MutationError> {
        let (attempt, node) = self.attempt("make the root of", node)?;
        match self.nodes[node].data {
            NodeData::Document | NodeData::DocumentFragment { host: None } => {
                self.keep_waiting_tree(node);
                self.unchecked().set_root(node);
                Ok(())
            }
            _ => Err(self.refusal(attempt, None, MutationRule::CannotBeRoot)),
        }
    }

    /// Makes `node` the last child of `parent`. <https://dom.spec.whatwg.org/#concept-node-append>
    ///
    /// # Errors
    ///
    /// If the standard refuses the change: `parent` is inside `node`, or may not have such a child.
    #[doc(alias("appendChild", "append_child"))]
    pub fn append(&mut self, parent: NodeId, node: NodeId) -> Result<(), MutationError> {
        self.insert_one(node, InsertPosition::LastIn(parent))
    }

    /// Makes `node` the first child of `parent`. <https://dom.spec.whatwg.org/#dom-parentnode-prepend>
    ///
    /// # Errors
    ///
    /// In the same cases as [`append`](Self::append).
    pub fn prepend(&mut self, parent: NodeId, node: NodeId) -> Result<(), MutationError> {
        self.insert_one(node, InsertPosition::FirstIn(parent))
    }

    /// Inserts `node` into `parent` before the child `reference`, or as the last child if `reference` is `None`.
    /// <https://dom.spec.whatwg.org/#concept-node-pre-insert>
    ///
    /// # Errors
    ///
    /// In the same cases as [`append`](Self::append), and if `reference` is not a child of `parent`.
    pub fn insert(
        &mut self,
        parent: NodeId,
        node: NodeId,
        reference: Option<NodeId>,
    ) -> Result<(), MutationError> {
        let Some(reference) = reference else { return self.append(parent, node) };
        let (attempt, node_slot, parent) = self.attempt_with("insert", node, "into", parent)?;
        // A stale or foreign reference is refused, too.
        let (.., reference) = self.attempt_with("insert", node, "before", reference)?;
        self.insert_checked(attempt, parent, node_slot, ChildPosition::Before(Some(reference)))
    }

    /// Inserts `node` before `sibling`. <https://dom.spec.whatwg.org/#dom-childnode-before>
    ///
    /// # Errors
    ///
    /// In the same cases as [`append`](Self::append), and if `sibling` has no parent.
    #[doc(alias("insertBefore", "before"))]
    pub fn insert_before(&mut self, sibling: NodeId, node: NodeId) -> Result<(), MutationError> {
        self.insert_one(node, InsertPosition::Before(sibling))
    }

    /// Inserts `node` after `sibling`. <https://dom.spec.whatwg.org/#dom-childnode-after>
    ///
    /// # Errors
    ///
    /// In the same cases as [`append`](Self::append), and if `sibling` has no parent.
    #[doc(alias("insertAfter", "after"))]
    pub fn insert_after(&mut self, sibling: NodeId, node: NodeId) -> Result<(), MutationError> {
        self.insert_one(node, InsertPosition::After(sibling))
    }

    /// Replaces `node` by `replacement`, and [removes](Self::remove) `node`. The replacement may be inside the node. Replacing a
    /// node by itself has no effect. <https://dom.spec.whatwg.org/#concept-node-replace>
    ///
    /// # Errors
    ///
    /// In the same cases as [`append`](Self::append), and if `node` has no parent.
    #[doc(alias("replaceWith", "replace_with", "replaceChild"))]
    pub fn replace(&mut self, node: NodeId, replacement: NodeId) -> Result<(), MutationError> {
        let (attempt, node, replacement) = self.attempt_with("replace", node, "by", replacement)?;
        let parent = self.parent_for(attempt, node)?;
        self.insert_checked(attempt, parent, replacement, ChildPosition::InsteadOf(node))?;
        if node != replacement {
            self.detach_and_free(node);
        }
        Ok(())
    }

    /// [Removes](Self::remove) all children of `parent` and appends `node` instead.
    /// <https://dom.spec.whatwg.org/#dom-parentnode-replacechildren>
    ///
    /// # Errors
    ///
    /// In the same cases as [`append`](Self::append). As in the standard, a document with an element refuses another element
    /// here; use [`replace`](Self::replace).
    #[doc(alias = "replaceChildren")]
    pub fn replace_children(&mut self, parent: NodeId, node: NodeId) -> Result<(), MutationError> {
        let (attempt, node, parent) = self.attempt_with("insert", node, "into", parent)?;
        self.ensure_validity(attempt, Inserted::Node(node), parent, ChildPosition::Before(None))?;
        self.unchecked().detach(node);
        // The inserted node may be inside a removed node.
        let old = self.first_child(parent);
        self.insert_valid(parent, node, old);
        self.detach_and_free_from(old);
        Ok(())
    }

    /// Moves all children of `from` to the end of `to` in order. Does nothing if they are the same node.
    ///
    /// # Errors
    ///
    /// In the same cases as [`append`](Self::append) for a fragment with these children.
    pub fn move_children(&mut self, from: NodeId, to: NodeId) -> Result<(), MutationError> {
        let (attempt, from, to) = self.attempt_with("move the children of", from, "into", to)?;
        if from != to {
            self.ensure_validity(attempt, Inserted::ChildrenOf(from), to, ChildPosition::Before(None))?;
            self.move_children_before(from, to, None);
        }
        Ok(())
    }

    /// Replaces `node` by the element `wrapper`, and appends `node` to it.
    ///
    /// # Errors
    ///
    /// In the same cases as [`replace`](Self::replace) and [`append`](Self::append), and if `wrapper` is not an element or is
    /// `node` itself.
    pub fn wrap(&mut self, node: NodeId, wrapper: NodeId) -> Result<(), MutationError> {
        let (attempt, node, wrapper) = self.attempt_with("wrap", node, "by", wrapper)?;
        let parent = self.parent_for(attempt, node)?;
        if self.kind(wrapper) != NodeKind::Element {
            return Err(self.refusal(attempt, None, MutationRule::NotAnElement));
        }
        if node == wrapper {
            return Err(self.refusal(attempt, Algorithm::INSERT, MutationRule::Cycle));
        }
        self.ensure_validity(attempt, Inserted::Node(wrapper), parent, ChildPosition::InsteadOf(node))?;
        // The wrapper is moved out of the node, so only the kinds remain to be checked.
        if let Some(rule) = self.violated_rule_of_kinds(Inserted::Node(node), wrapper) {
            return Err(self.refusal(attempt, Algorithm::INSERT, rule));
        }
        self.insert_valid(parent, wrapper, Some(node));
        self.insert_valid(wrapper, node, None);
        Ok(())
    }

    /// Replaces an element by its children, and [removes](Self::remove) it with its template contents and its shadow root.
    ///
    /// # Errors
    ///
    /// If `element` is not an element, has no parent, or has children that the parent may not have.
    #[doc(alias("unwrap", "drop_tag", "unwrap_element"))]
    pub fn replace_with_children(&mut self, element: NodeId) -> Result<(), MutationError> {
        let (attempt, element) = self.attempt("unwrap", element)?;
        let parent = self.parent_for(attempt, element)?;
        if self.kind(element) != NodeKind::Element {
            return Err(self.refusal(attempt, None, MutationRule::NotAnElement));
        }
        let (inserted, position) = (Inserted::ChildrenOf(element), ChildPosition::InsteadOf(element));
        self.ensure_validity(attempt, inserted, parent, position)?;
        self.move_children_before(element, parent, Some(element));
        self.detach_and_free(element);
        Ok(())
    }

    /// Removes a node from its parent. The node keeps its children, and can be inserted again. Does nothing if it has
    /// no parent. To also free the node, [remove](Self::remove) it instead.
    ///
    /// # Errors
    ///
    /// If there is no such node.
    #[doc(alias("extract", "removeChild"))]
    pub fn detach(&mut self, node: NodeId) -> Result<(), MutationError> {
        let (_, node) = self.attempt("detach", node)?;
        self.keep_waiting_tree(node);
        self.unchecked().detach(node);
        Ok(())
    }

    /// Attaches a shadow root to an element, and returns it. If markup has declared a shadow root of the same mode,
    /// this shadow root is emptied and returned instead. <https://dom.spec.whatwg.org/#concept-attach-a-shadow-root>
    ///
    /// # Errors
    ///
    /// If the node is not an HTML element that may be a shadow host, or has a shadow root already.
    #[doc(alias = "attachShadow")]
    pub fn attach_shadow_root(
        &mut self,
        host: NodeId,
        init: ShadowRootInit,
    ) -> Result<NodeId, MutationError> {
        let (attempt, host) = self.attempt_on_element("attach a shadow root to", host)?;
        let refusal = |rule| Err(self.refusal(attempt, Algorithm::ATTACH_SHADOW_ROOT, rule));
        // 1. If element's namespace is not the HTML namespace, then throw a "NotSupportedError" DOMException.
        // 2. If element's local name is not a valid shadow host name, then throw a "NotSupportedError" DOMException.
        let name = self.element_name(host);
        if !name.is_some_and(|name| is_valid_shadow_host_name(name, self.names.text(name.local))) {
            return refusal(MutationRule::NotAShadowHost);
        }
        let Some(ShadowRootRecord { root, init: current }) = self.shadow_root_record(host) else {
            let root = self.unchecked().attach_shadow_root(host, init);
            return Ok(self.id_of(root));
        };
        // 4.2. If any of the following are true: … then throw a "NotSupportedError" DOMException.
        if !current.declarative || current.mode != init.mode {
            return refusal(MutationRule::HasShadowRoot);
        }
        // 4.3. Remove all of currentShadowRoot's children, in tree order.
        self.detach_and_free_from(self.first_child(root));
        // 4.4. Set currentShadowRoot's declarative to false.
        self.rare.shadow_roots.insert(host, ShadowRootRecord { root, init: current.declarative(false) });
        Ok(self.id_of(root))
    }

    /// Selects nodes for a change, see [`Selection`].
    pub fn change(&mut self, nodes: impl IntoIterator<Item = NodeId>) -> Selection<'_> {
        Selection::new(self, nodes.into_iter().collect())
    }

    fn parent_for(&self, attempt: Attempt<'_>, node: Slot) -> Result<Slot, MutationError> {
        self.parent(node).ok_or_else(|| self.refusal(attempt, None, MutationRule::NoParent))
    }

    /// Inserts a node, if the standard allows it. A replaced child is not removed.
    fn insert_checked(
        &mut self,
        attempt: Attempt<'_>,
        parent: Slot,
        node: Slot,
        position: ChildPosition,
    ) -> Result<(), MutationError> {
        self.ensure_validity(attempt, Inserted::Node(node), parent, position)?;
        self.insert_valid(parent, node, position.child());
        Ok(())
    }

    /// Inserts a node, or the children of a fragment, at a checked position.
    fn insert_valid(&mut self, parent: Slot, node: Slot, reference: Option<Slot>) {
        if self.kind(node).is_fragment() {
            self.move_children_before(node, parent, reference);
        } else {
            self.keep_waiting_tree(node);
            self.unchecked().insert(parent, node, reference);
        }
    }
}
