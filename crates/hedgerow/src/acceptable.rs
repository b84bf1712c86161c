//! The checks before the parser inserts a node into a document that other code may have changed.
//!
//! The ancestors of the parent are searched with the index of ancestors or with a walk, as `ancestors.rs` chooses.

use hedgerow_dom::{NodeKind, NodeRef, Slot};
use hedgerow_tree::InsertionLocation;

use crate::dom_sink::DomSink;

impl DomSink<'_> {
    /// Whether the DOM would accept a node at a location. The standard checks this because scripts may have moved
    /// nodes.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-an-element-at-the-adjusted-insertion-location>
    #[cold]
    pub(crate) fn is_acceptable(&mut self, location: InsertionLocation<Slot>, slot: Slot) -> bool {
        let InsertionLocation { parent, reference } = location;
        let document = self.document();
        let node = slot.node(document);
        // OPTIMIZATION: if the node, its template contents and its shadow root have no children, and none of them is
        // the parent, the node cannot contain the parent, so the ancestors of the parent are not searched.
        let roots = [Some(node), node.template_contents(), node.shadow_root()].into_iter().flatten();
        let contains_something =
            roots.into_iter().any(|root| root.slot() == parent || root.first_child().is_some());
        node.parent().is_none()
            && reference
                .is_none_or(|reference| reference.node(document).parent().map(NodeRef::slot) == Some(parent))
            && (node.element_name().is_none() || self.has_room_for_an_element(parent))
            && !(contains_something && self.is_host_including_inclusive_ancestor(slot, parent))
    }

    /// Whether `node` is `inner` or contains it, also through template contents and shadow roots.
    fn is_host_including_inclusive_ancestor(&mut self, node: Slot, inner: Slot) -> bool {
        let mut inner = inner;
        loop {
            let (is_inside, root) = self.query(
                |index| {
                    let root = Slot::from_index(index.root(inner.index())).unwrap_or(inner);
                    (index.contains(node.index(), inner.index()), root)
                },
                |sink, steps| {
                    let mut at = inner;
                    while at != node
                        && let Some(parent) = at.node(sink.document()).parent().map(NodeRef::slot)
                    {
                        *steps += 1;
                        at = parent;
                    }
                    (at == node, at)
                },
            );
            if is_inside {
                return true;
            }
            let Some(host) = root.node(self.document()).host() else { return false };
            inner = host.slot();
        }
    }

    /// Whether an element can be added to a parent: the parent is not a `Document` that already has an element child.
    pub(crate) fn has_room_for_an_element(&self, parent: Slot) -> bool {
        let parent = parent.node(self.document());
        parent.kind() != NodeKind::Document || parent.children().all(|child| child.element_name().is_none())
    }
}
