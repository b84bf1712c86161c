//! Tree order: [`DocumentPosition`] is the result of comparing two nodes, and [`TreeOrder`] numbers all nodes.
//! <https://dom.spec.whatwg.org/#concept-tree-order>

use std::fmt;

use crate::document::Document;
use crate::node_id::{NodeId, Slot};
use crate::node_ref::NodeRef;
use crate::traverse::{NodeEdge, TraverseWhole};

/// The position of another node relative to this node: [`NodeRef::compare_document_position`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DocumentPosition {
    /// The other node is this node.
    Same,
    /// The other node comes before this node, and is not an ancestor.
    Preceding,
    /// The other node comes after this node, and is not a descendant.
    Following,
    /// The other node is an ancestor, which comes before this node.
    Contains,
    /// The other node is a descendant, which comes after this node.
    ContainedBy,
    /// The other node is in another tree. Template contents and shadow roots are in other trees than their hosts.
    Disconnected,
}

impl NodeRef<'_> {
    /// Returns the position of another node relative to this one. <https://dom.spec.whatwg.org/#dom-node-comparedocumentposition>
    ///
    /// Walks up the ancestors of both nodes, and along the siblings below their nearest common ancestor. To compare many nodes,
    /// create a [`TreeOrder`], which compares two nodes in constant time.
    pub fn compare_document_position(self, other: NodeRef<'_>) -> DocumentPosition {
        if self == other {
            return DocumentPosition::Same;
        }
        let (depth, other_depth) = (self.ancestors().count(), other.ancestors().count());
        // The inclusive ancestors of both nodes at the same depth.
        let level = depth.min(other_depth);
        let (Some(mut here), Some(mut there)) = (
            self.inclusive_ancestors().nth(depth - level),
            other.inclusive_ancestors().nth(other_depth - level),
        ) else {
            return DocumentPosition::Disconnected;
        };
        if here == there {
            return if depth < other_depth {
                DocumentPosition::ContainedBy
            } else {
                DocumentPosition::Contains
            };
        }
        loop {
            match (here.parent(), there.parent()) {
                (Some(parent), Some(other_parent)) if parent == other_parent => break,
                (Some(parent), Some(other_parent)) => (here, there) = (parent, other_parent),
                _ => return DocumentPosition::Disconnected,
            }
        }
        // `here` and `there` are siblings. The search alternates between the siblings after each, so that the shorter
        // distance determines the time.
        let (mut after_here, mut after_there) = (here.next_siblings(), there.next_siblings());
        loop {
            match after_here.next() {
                None => return DocumentPosition::Preceding,
                Some(sibling) if sibling == there => return DocumentPosition::Following,
                Some(_) => {}
            }
            match after_there.next() {
                None => return DocumentPosition::Following,
                Some(sibling) if sibling == here => return DocumentPosition::Preceding,
                Some(_) => {}
            }
        }
    }

    /// Returns the index of the node: the number of its preceding siblings, in time linear in that number. To number all children
    /// of a node, iterate over them with `enumerate`. <https://dom.spec.whatwg.org/#concept-tree-index>
    pub fn index(self) -> usize {
        self.previous_siblings().count()
    }
}

/// The order of all nodes of a document, which compares any two nodes in constant time.
///
/// The tree of the root comes first, then the other trees one after another. A shadow root and template contents come after their
/// host and before its children.
///
/// ```
/// use hedgerow::Document;
/// use hedgerow::dom::TreeOrder;
/// let mut document = Document::new();
/// let comments = ["1", "2", "3"].map(|data| document.create_comment(data));
/// for comment in comments {
///     document.append(document.root_id(), comment).unwrap();
/// }
/// let order = TreeOrder::new(&document);
/// let mut nodes = [comments[2], document.root_id(), comments[0]];
/// nodes.sort_by_key(|&node| order.position(node));
/// assert_eq!(nodes, [document.root_id(), comments[0], comments[2]]);
/// ```
#[derive(Clone)]
pub struct TreeOrder<'d> {
    document: &'d Document,
    /// The range of positions of each node, by its slot.
    ranges: Vec<PositionRange>,
}

/// The positions of a node and of its last inclusive descendant; template contents and shadow roots count as descendants.
#[derive(Clone, Copy, Debug)]
struct PositionRange {
    first: u32,
    last: u32,
}

impl PositionRange {
    /// The empty range, for a free slot.
    const NONE: Self = Self { first: u32::MAX, last: 0 };
}

impl<'d> TreeOrder<'d> {
    /// Computes the order by one walk over the document.
    pub fn new(document: &'d Document) -> Self {
        let mut order = Self { document, ranges: vec![PositionRange::NONE; document.id_limit()] };
        let mut next = 0;
        let is_other_top = |&node: &Slot| document.parent_or_host(node).is_none() && node != document.root;
        let others = document.nodes.slots().filter(is_other_top);
        for top in std::iter::once(document.root).chain(others) {
            for edge in TraverseWhole::new(document.at(top)) {
                match edge {
                    NodeEdge::Enter(node) => {
                        order.ranges[node.slot().index()].first = next;
                        next += 1;
                    }
                    NodeEdge::Leave(node) => order.ranges[node.slot().index()].last = next - 1,
                }
            }
        }
        order
    }

    fn range(&self, node: NodeId) -> Option<PositionRange> {
        let slot = self.document.slot_of(node)?;
        self.ranges.get(slot.index()).copied().filter(|range| range.first <= range.last)
    }

    /// Returns the number of nodes before a node; `None` if the id is stale or foreign.
    pub fn position(&self, node: NodeId) -> Option<usize> {
        self.range(node).map(|range| range.first as usize)
    }

    /// Whether `container` is `node` or contains it, also through template contents or a shadow root.
    /// <https://dom.spec.whatwg.org/#concept-tree-host-including-inclusive-ancestor>
    pub fn contains(&self, container: NodeId, node: NodeId) -> bool {
        let (Some(container), Some(node)) = (self.range(container), self.range(node)) else { return false };
        (container.first..=container.last).contains(&node.first)
    }
}

impl fmt::Debug for TreeOrder<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("TreeOrder").finish_non_exhaustive()
    }
}
