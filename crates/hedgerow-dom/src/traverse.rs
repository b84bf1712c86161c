//! Walks over the tree: from a [`NodeRef`] to its relatives, as links and as iterators, and the text on the
//! way.
//!
//! All walks follow the links, without recursion and without allocation. None enters template contents or
//! shadow roots, which are not children. What is not here: changes (`mutate.rs`).

use std::iter::FusedIterator;

use crate::document::{Document, NodeId};
use crate::node::NodeData;
use crate::node_ref::NodeRef;

/// The relatives of a node.
impl<'d> NodeRef<'d> {
    /// The parent. <https://dom.spec.whatwg.org/#concept-tree-parent>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// assert_eq!(Document::new().root().parent(), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.relative(self.document().parent(self.id()))
    }

    /// The first child. <https://dom.spec.whatwg.org/#concept-tree-first-child>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("");
    /// document.append(document.root_id(), comment);
    /// assert_eq!(document.root().first_child(), Some(document.node(comment)));
    /// ```
    #[inline]
    #[must_use]
    pub fn first_child(self) -> Option<Self> {
        self.relative(self.document().first_child(self.id()))
    }

    /// The last child. <https://dom.spec.whatwg.org/#concept-tree-last-child>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("");
    /// document.append(document.root_id(), comment);
    /// assert_eq!(document.root().last_child(), Some(document.node(comment)));
    /// ```
    #[inline]
    #[must_use]
    pub fn last_child(self) -> Option<Self> {
        self.relative(self.document().last_child(self.id()))
    }

    /// The previous sibling. <https://dom.spec.whatwg.org/#concept-tree-previous-sibling>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// assert_eq!(Document::new().root().previous_sibling(), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn previous_sibling(self) -> Option<Self> {
        self.relative(self.document().previous_sibling(self.id()))
    }

    /// The next sibling. <https://dom.spec.whatwg.org/#concept-tree-next-sibling>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// assert_eq!(Document::new().root().next_sibling(), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn next_sibling(self) -> Option<Self> {
        self.relative(self.document().next_sibling(self.id()))
    }

    /// The children, in tree order. <https://dom.spec.whatwg.org/#concept-tree-child>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// for data in ["1", "2", "3"] {
    ///     let comment = document.create_comment(data);
    ///     document.append(document.root_id(), comment);
    /// }
    /// let data: Vec<_> = document.root().children().rev().filter_map(|child| child.data()).collect();
    /// assert_eq!(data, ["3", "2", "1"]);
    /// ```
    #[must_use]
    pub fn children(self) -> Children<'d> {
        Children {
            document: self.document(),
            front: self.document().first_child(self.id()),
            back: self.document().last_child(self.id()),
        }
    }

    /// The descendants, in tree order. <https://dom.spec.whatwg.org/#concept-tree-descendant>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let paragraph = document.create_element(ElementName::html(known::P), []);
    /// document.append(document.root_id(), paragraph);
    /// document.insert_text_before(paragraph, None, "Hello");
    /// assert_eq!(document.root().descendants().count(), 2);
    /// ```
    #[must_use]
    pub fn descendants(self) -> Descendants<'d> {
        Descendants { top: self, next: self.document().first_child(self.id()) }
    }

    /// The ancestors, from the parent up. <https://dom.spec.whatwg.org/#concept-tree-ancestor>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("");
    /// document.append(document.root_id(), comment);
    /// assert!(document.node(comment).ancestors().eq([document.root()]));
    /// ```
    #[must_use]
    pub fn ancestors(self) -> Ancestors<'d> {
        Ancestors { document: self.document(), next: self.document().parent(self.id()) }
    }

    /// The following siblings, in tree order. <https://dom.spec.whatwg.org/#concept-tree-sibling>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comments = ["1", "2"].map(|data| document.create_comment(data));
    /// for comment in comments {
    ///     document.append(document.root_id(), comment);
    /// }
    /// assert!(document.node(comments[0]).next_siblings().eq([document.node(comments[1])]));
    /// ```
    #[must_use]
    pub fn next_siblings(self) -> NextSiblings<'d> {
        NextSiblings { document: self.document(), next: self.document().next_sibling(self.id()) }
    }

    /// The preceding siblings, the nearest first. <https://dom.spec.whatwg.org/#concept-tree-sibling>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comments = ["1", "2"].map(|data| document.create_comment(data));
    /// for comment in comments {
    ///     document.append(document.root_id(), comment);
    /// }
    /// assert!(document.node(comments[1]).previous_siblings().eq([document.node(comments[0])]));
    /// ```
    #[must_use]
    pub fn previous_siblings(self) -> PreviousSiblings<'d> {
        PreviousSiblings { document: self.document(), next: self.document().previous_sibling(self.id()) }
    }

    /// The text of the node: the data of a `Text`, `Comment` or `ProcessingInstruction` node; for others the
    /// descendant text content, the data of all `Text` descendants in tree order.
    /// <https://dom.spec.whatwg.org/#concept-descendant-text-content>
    ///
    /// This is `textContent`, except that a `Document` has text too.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let outer = document.create_element(ElementName::html(known::P), []);
    /// let inner = document.create_element(ElementName::html(known::B), []);
    /// document.insert_text_before(outer, None, "Hello ");
    /// document.append(outer, inner);
    /// document.insert_text_before(inner, None, "world");
    /// assert_eq!(document.node(outer).text(), "Hello world");
    /// ```
    #[must_use]
    pub fn text(self) -> String {
        if let Some(data) = self.data() {
            return data.to_owned();
        }
        let document = self.document();
        self.descendants()
            .filter_map(|node| match document.nodes[node.id()].data {
                NodeData::Text(run) => Some(document.text.get(run.span())),
                _ => None,
            })
            .collect()
    }

    #[inline]
    fn relative(self, id: Option<NodeId>) -> Option<Self> {
        id.map(|id| self.document().node(id))
    }
}

/// The children of a node, in tree order: [`NodeRef::children`].
#[derive(Clone, Debug)]
pub struct Children<'d> {
    document: &'d Document,
    /// The first and the last child that are left; both `None` at the end.
    front: Option<NodeId>,
    back: Option<NodeId>,
}

impl<'d> Iterator for Children<'d> {
    type Item = NodeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let child = self.front?;
        if self.front == self.back {
            (self.front, self.back) = (None, None);
        } else {
            self.front = self.document.next_sibling(child);
        }
        Some(self.document.node(child))
    }
}

impl DoubleEndedIterator for Children<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let child = self.back?;
        if self.front == self.back {
            (self.front, self.back) = (None, None);
        } else {
            self.back = self.document.previous_sibling(child);
        }
        Some(self.document.node(child))
    }
}

impl FusedIterator for Children<'_> {}

/// The descendants of a node, in tree order: [`NodeRef::descendants`].
#[derive(Clone, Debug)]
pub struct Descendants<'d> {
    top: NodeRef<'d>,
    next: Option<NodeId>,
}

impl<'d> Iterator for Descendants<'d> {
    type Item = NodeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let node = self.next?;
        let document = self.top.document();
        self.next = document.first_child(node).or_else(|| self.following_outside(node));
        Some(document.node(node))
    }
}

impl Descendants<'_> {
    /// The first node in tree order that is behind `node` with all its descendants.
    #[inline]
    fn following_outside(&self, mut node: NodeId) -> Option<NodeId> {
        let document = self.top.document();
        while node != self.top.id() {
            if let Some(next) = document.next_sibling(node) {
                return Some(next);
            }
            node = document.parent(node)?;
        }
        None
    }
}

impl FusedIterator for Descendants<'_> {}

/// An iterator that follows one link of the nodes.
macro_rules! link_iterator {
    ($(#[$documentation:meta])* $iterator:ident follows $link:ident) => {
        $(#[$documentation])*
        #[derive(Clone, Debug)]
        pub struct $iterator<'d> {
            document: &'d Document,
            next: Option<NodeId>,
        }

        impl<'d> Iterator for $iterator<'d> {
            type Item = NodeRef<'d>;

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let node = self.next?;
                self.next = self.document.$link(node);
                Some(self.document.node(node))
            }
        }

        impl FusedIterator for $iterator<'_> {}
    };
}

link_iterator! {
    /// The ancestors of a node, from the parent up: [`NodeRef::ancestors`].
    Ancestors follows parent
}

link_iterator! {
    /// The following siblings of a node, in tree order: [`NodeRef::next_siblings`].
    NextSiblings follows next_sibling
}

link_iterator! {
    /// The preceding siblings of a node, the nearest first: [`NodeRef::previous_siblings`].
    PreviousSiblings follows previous_sibling
}
