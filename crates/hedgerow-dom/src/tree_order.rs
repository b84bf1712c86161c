//! Which of two nodes comes first: compared once, compared often ([`TreeOrder`]), or as paths of indices.
//!
//! <https://dom.spec.whatwg.org/#concept-tree-order>
//!
//! What is not here: the order of the row, which is another after changes (`scan.rs`).

use std::fmt;

use crate::document::Document;
use crate::node_id::{NodeId, Slot};
use crate::node_ref::NodeRef;
use crate::traverse::{NodeEdge, TraverseWhole};

/// Where one node is as seen from another: [`NodeRef::compare_document_position`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DocumentPosition {
    /// It is the same node.
    Same,
    /// It comes before, and is no ancestor.
    Preceding,
    /// It comes after, and is no descendant.
    Following,
    /// It is an ancestor, and so comes before.
    Contains,
    /// It is a descendant, and so comes after.
    ContainedBy,
    /// It is in another tree; so are template contents and shadow roots as seen from their hosts.
    Disconnected,
}

/// Order.
impl<'d> NodeRef<'d> {
    /// Where another node is as seen from this one. <https://dom.spec.whatwg.org/#dom-node-comparedocumentposition>
    ///
    /// It looks at the ancestors of both and at their siblings; to compare many nodes, make a
    /// [`TreeOrder`](Document::tree_order).
    ///
    /// ```
    /// use hedgerow_dom::{Document, DocumentPosition};
    /// let mut document = Document::new();
    /// let comments = ["1", "2"].map(|data| document.create_comment(data));
    /// for comment in comments {
    ///     document.append(document.root_id(), comment).unwrap();
    /// }
    /// let [first, second] = comments.map(|comment| document.node(comment));
    /// assert_eq!(first.compare_document_position(second), DocumentPosition::Following);
    /// assert_eq!(first.compare_document_position(document.root()), DocumentPosition::Contains);
    /// ```
    #[must_use]
    pub fn compare_document_position(self, other: NodeRef<'_>) -> DocumentPosition {
        if self == other {
            return DocumentPosition::Same;
        }
        let [depth, other_depth] = [self, other].map(|node| node.ancestors().count());
        // The inclusive ancestors of both that are at the same depth.
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
        // They are siblings. From both in turn, so that it takes the shorter way.
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

    /// The index of the node: how many preceding siblings it has. <https://dom.spec.whatwg.org/#concept-tree-index>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comments = ["1", "2"].map(|data| document.create_comment(data));
    /// for comment in comments {
    ///     document.append(document.root_id(), comment).unwrap();
    /// }
    /// assert_eq!(document.node(comments[1]).index(), 1);
    /// ```
    #[must_use]
    pub fn index(self) -> usize {
        self.previous_siblings().count()
    }

    /// The way to the node from the root of its tree: the index of each inclusive ancestor but the root.
    ///
    /// Compared with each other, the paths of the nodes of one tree are in tree order.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let paragraph = document.create_element("p").unwrap();
    /// let comments = ["1", "2"].map(|data| document.create_comment(data));
    /// document.append(document.root_id(), paragraph).unwrap();
    /// for comment in comments {
    ///     document.append(paragraph, comment).unwrap();
    /// }
    /// let second = document.node(comments[1]);
    /// assert_eq!(second.index_path(), [0, 1]);
    /// assert_eq!(document.root().at_index_path(&[0, 1]), Some(second));
    /// ```
    #[must_use]
    pub fn index_path(self) -> Vec<usize> {
        let mut path: Vec<usize> = self.inclusive_ancestors().map(Self::index).collect();
        // The root has no index.
        path.pop();
        path.reverse();
        path
    }

    /// The descendant to which a path of indices leads: of the children the one with the first index, of its children the one
    /// with the second, and so on; `None` if there is none.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let document = Document::new();
    /// assert_eq!(document.root().at_index_path(&[]), Some(document.root()));
    /// assert_eq!(document.root().at_index_path(&[0]), None);
    /// ```
    #[must_use]
    pub fn at_index_path(self, path: &[usize]) -> Option<NodeRef<'d>> {
        path.iter().try_fold(self, |node, &index| node.children().nth(index))
    }
}

impl Document {
    /// The order of all nodes, so that any two are compared at once.
    ///
    /// It takes one walk over the document. First comes the tree of the root (if the root is template contents, the tree of
    /// their host), then, one after the other, the trees that hang nowhere. A shadow root and template contents come behind
    /// their host, before its children.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comments = ["1", "2", "3"].map(|data| document.create_comment(data));
    /// for comment in comments {
    ///     document.append(document.root_id(), comment).unwrap();
    /// }
    /// let order = document.tree_order();
    /// let mut nodes = [comments[2], document.root_id(), comments[0]];
    /// nodes.sort_by_key(|&node| order.position(node));
    /// assert_eq!(nodes, [document.root_id(), comments[0], comments[2]]);
    /// ```
    #[must_use]
    pub fn tree_order(&self) -> TreeOrder<'_> {
        TreeOrder::of(self)
    }
}

/// The order of all nodes of a document: [`Document::tree_order`].
#[derive(Clone)]
pub struct TreeOrder<'d> {
    document: &'d Document,
    /// For each index of the row.
    places: Vec<Place>,
}

/// The positions that a node with all that it contains has.
#[derive(Clone, Copy, Debug)]
struct Place {
    first: u32,
    last: u32,
}

impl Place {
    /// Of what is no node.
    const NONE: Self = Self { first: u32::MAX, last: 0 };
}

impl<'d> TreeOrder<'d> {
    fn of(document: &'d Document) -> Self {
        let mut order = Self { document, places: vec![Place::NONE; document.id_limit()] };
        let mut next = 0;
        let is_other_top = |&node: &Slot| document.parent_or_host(node).is_none() && node != document.root;
        let others = document.nodes.ids().filter(is_other_top);
        for top in std::iter::once(document.root).chain(others) {
            order.number_tree(top, &mut next);
        }
        order
    }

    /// Gives the nodes of a tree, and of those that hang on it, their positions.
    fn number_tree(&mut self, top: Slot, next: &mut u32) {
        for edge in TraverseWhole::new(self.document.at(top)) {
            match edge {
                NodeEdge::Enter(node) => {
                    self.places[node.slot().index()].first = *next;
                    *next += 1;
                }
                NodeEdge::Leave(node) => self.places[node.slot().index()].last = *next - 1,
            }
        }
    }

    fn place(&self, node: NodeId) -> Option<Place> {
        let slot = self.document.slot_of(node)?;
        self.places.get(slot.index()).copied().filter(|place| place.first <= place.last)
    }

    /// The number of nodes that come before a node; `None` for what is no node of the document.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("");
    /// document.append(document.root_id(), comment).unwrap();
    /// assert_eq!(document.tree_order().position(comment), Some(1));
    /// ```
    #[must_use]
    pub fn position(&self, node: NodeId) -> Option<usize> {
        self.place(node).map(|place| place.first as usize)
    }

    /// Whether a node is another or contains it, be it by way of template contents or of a shadow root.
    /// <https://dom.spec.whatwg.org/#concept-tree-host-including-inclusive-ancestor>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("");
    /// document.append(document.root_id(), comment).unwrap();
    /// let order = document.tree_order();
    /// assert!(order.contains(document.root_id(), comment));
    /// assert!(!order.contains(comment, document.root_id()));
    /// ```
    #[must_use]
    pub fn contains(&self, container: NodeId, node: NodeId) -> bool {
        let (Some(container), Some(node)) = (self.place(container), self.place(node)) else { return false };
        (container.first..=container.last).contains(&node.first)
    }
}

impl fmt::Debug for TreeOrder<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut nodes: Vec<Slot> = self.document.nodes.ids().collect();
        nodes.sort_by_key(|slot| self.places.get(slot.index()).map(|place| place.first));
        formatter.debug_tuple("TreeOrder").field(&nodes).finish()
    }
}
