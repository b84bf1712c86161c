//! Iterators over the relatives of a node.
//!
//! Siblings have both ends, because the ring of children links to the last child. To go through the others from their end, collect them.

use std::fmt;
use std::iter::FusedIterator;

use crate::document::Document;
use crate::node::NodeKind;
use crate::node_id::Slot;
use crate::node_ref::NodeRef;

/// Implements `Debug` as the list of the remaining items.
macro_rules! debug_as_list {
    ($iterator:ident) => {
        impl fmt::Debug for $iterator<'_> {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.debug_list().entries(self.clone()).finish()
            }
        }
    };
}

debug_as_list!(Siblings);
debug_as_list!(Ancestors);
debug_as_list!(Descendants);

/// Consecutive siblings, in tree order: [`NodeRef::children`], [`NodeRef::next_siblings`], [`NodeRef::previous_siblings`].
#[derive(Clone)]
pub struct Siblings<'d> {
    document: &'d Document,
    /// The first and the last remaining sibling, both `None` at the end.
    first: Option<Slot>,
    last: Option<Slot>,
}

impl<'d> Siblings<'d> {
    #[inline]
    pub(super) fn in_parent(parent: NodeRef<'d>) -> Self {
        let document = parent.document();
        let [first, last] = [document.first_child(parent.slot()), document.last_child(parent.slot())];
        Self { document, first, last }
    }

    #[inline]
    pub(super) fn after(node: NodeRef<'d>) -> Self {
        let document = node.document();
        let first = document.next_sibling(node.slot());
        let last = first.and(document.parent(node.slot())).and_then(|parent| document.last_child(parent));
        Self { document, first, last }
    }

    #[inline]
    pub(super) fn before(node: NodeRef<'d>) -> Self {
        let document = node.document();
        let last = document.previous_sibling(node.slot());
        let first = last.and(document.parent(node.slot())).and_then(|parent| document.first_child(parent));
        Self { document, first, last }
    }
}

impl<'d> Iterator for Siblings<'d> {
    type Item = NodeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let sibling = self.first?;
        if self.first == self.last {
            (self.first, self.last) = (None, None);
        } else {
            self.first = self.document.next_sibling(sibling);
        }
        Some(self.document.at(sibling))
    }
}

impl DoubleEndedIterator for Siblings<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let sibling = self.last?;
        if self.first == self.last {
            (self.first, self.last) = (None, None);
        } else {
            self.last = self.document.previous_sibling(sibling);
        }
        Some(self.document.at(sibling))
    }
}

impl FusedIterator for Siblings<'_> {}

/// The descendants of a node, in tree order: [`NodeRef::descendants`], [`NodeRef::inclusive_descendants`].
#[derive(Clone)]
pub struct Descendants<'d> {
    top: NodeRef<'d>,
    next: Option<Slot>,
    /// Whether the first node is `top`.
    is_inclusive: bool,
}

impl<'d> Descendants<'d> {
    #[inline]
    pub(super) fn of(top: NodeRef<'d>) -> Self {
        Self { top, next: top.document().first_child(top.slot()), is_inclusive: false }
    }

    #[inline]
    pub(super) fn with(top: NodeRef<'d>) -> Self {
        Self { top, next: Some(top.slot()), is_inclusive: true }
    }

    /// Skips the descendants of the node that `next` returned last. Does nothing before the first call of `next`.
    ///
    /// ```
    /// let document = hedgerow::parse("<nav><a>1</a></nav><main><a>2</a></main>");
    /// let mut walk = document.root().descendants();
    /// let mut texts = Vec::new();
    /// while let Some(node) = walk.next() {
    ///     if node.local_name_text() == "nav" {
    ///         walk.skip_children();
    ///     }
    ///     texts.extend(node.data());
    /// }
    /// assert_eq!(texts, ["2"]);
    /// ```
    #[doc(alias = "skip_subtree")]
    pub fn skip_children(&mut self) {
        let document = self.top.document();
        // Only after a node with children, the next node is a first child.
        let Some(child) = self.next.filter(|next| *next != self.top.slot()) else { return };
        let Some(node) = document.parent(child) else { return };
        let has_begun = self.is_inclusive || node != self.top.slot();
        if has_begun && document.previous_sibling(child).is_none() {
            self.next = self.following_outside(node);
        }
    }

    /// Returns the first node in tree order after `node` and all its descendants.
    #[inline]
    fn following_outside(&self, mut node: Slot) -> Option<Slot> {
        let document = self.top.document();
        while node != self.top.slot() {
            if let Some(next) = document.next_sibling(node) {
                return Some(next);
            }
            node = document.parent(node)?;
        }
        None
    }
}

impl<'d> Iterator for Descendants<'d> {
    type Item = NodeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let node = self.next?;
        let document = self.top.document();
        self.next = document.first_child(node).or_else(|| self.following_outside(node));
        Some(document.at(node))
    }
}

impl FusedIterator for Descendants<'_> {}

/// The ancestors of a node, from the parent to the root: [`NodeRef::ancestors`], [`NodeRef::inclusive_ancestors`]. To start at
/// the root, collect the iterator and reverse it.
#[derive(Clone)]
pub struct Ancestors<'d> {
    document: &'d Document,
    next: Option<Slot>,
}

impl<'d> Ancestors<'d> {
    #[inline]
    pub(super) fn from(document: &'d Document, next: Option<Slot>) -> Self {
        Self { document, next }
    }
}

impl<'d> Iterator for Ancestors<'d> {
    type Item = NodeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let node = self.next?;
        self.next = self.document.parent(node);
        Some(self.document.at(node))
    }
}

impl FusedIterator for Ancestors<'_> {}

/// The nodes of an iterator that are elements: [`NodeRef::child_elements`] and others.
#[derive(Clone, Debug)]
pub struct Elements<I> {
    nodes: I,
}

impl<I> Elements<I> {
    #[inline]
    pub(super) fn among(nodes: I) -> Self {
        Self { nodes }
    }
}

impl Elements<Descendants<'_>> {
    /// Skips the descendants of the element that `next` returned last. Does nothing before the first call of `next`.
    #[doc(alias = "skip_subtree")]
    pub fn skip_children(&mut self) {
        self.nodes.skip_children();
    }
}

#[inline]
fn is_element(node: &NodeRef<'_>) -> bool {
    node.kind() == NodeKind::Element
}

impl<'d, I: Iterator<Item = NodeRef<'d>>> Iterator for Elements<I> {
    type Item = NodeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.nodes.find(is_element)
    }
}

impl<'d, I: DoubleEndedIterator<Item = NodeRef<'d>>> DoubleEndedIterator for Elements<I> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.nodes.rfind(is_element)
    }
}

impl<'d, I: FusedIterator<Item = NodeRef<'d>>> FusedIterator for Elements<I> {}

/// The data of the nodes of an iterator that are `Text` nodes: [`NodeRef::texts`].
#[derive(Clone, Debug)]
pub struct Texts<I> {
    nodes: I,
}

impl<I> Texts<I> {
    pub(super) fn among(nodes: I) -> Self {
        Self { nodes }
    }
}

#[inline]
fn text_of(node: NodeRef<'_>) -> Option<&str> {
    node.data().filter(|_| node.kind() == NodeKind::Text)
}

impl<'d, I: Iterator<Item = NodeRef<'d>>> Iterator for Texts<I> {
    type Item = &'d str;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.nodes.find_map(text_of)
    }
}

impl<'d, I: FusedIterator<Item = NodeRef<'d>>> FusedIterator for Texts<I> {}
