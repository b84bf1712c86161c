//! Navigation from a [`NodeRef`] to its relatives and to the text of its descendants.
//!
//! All iterators follow the links, without recursion and without allocation. Only [`NodeRef::deep_descendants`] enters template
//! contents and shadow roots, which are not children.

mod edges;
mod iterators;

pub use edges::{DeepDescendants, NodeEdge, Traverse, TraverseWhole};
pub use iterators::{Ancestors, Descendants, Elements, Siblings, Texts};

use crate::node::NodeKind;
use crate::node_id::Slot;
use crate::node_ref::NodeRef;

impl<'d> NodeRef<'d> {
    /// Returns the parent. <https://dom.spec.whatwg.org/#concept-tree-parent>
    #[doc(alias = "parentNode")]
    #[inline]
    pub fn parent(self) -> Option<Self> {
        self.relative(self.document().parent(self.slot()))
    }

    /// Returns the parent if it is an element. <https://dom.spec.whatwg.org/#parent-element>
    #[doc(alias("parentElement", "getparent"))]
    pub fn parent_element(self) -> Option<Self> {
        self.parent().filter(|parent| parent.kind() == NodeKind::Element)
    }

    /// Returns the first child. <https://dom.spec.whatwg.org/#concept-tree-first-child>
    #[doc(alias = "firstChild")]
    #[inline]
    pub fn first_child(self) -> Option<Self> {
        self.relative(self.document().first_child(self.slot()))
    }

    /// Returns the last child. <https://dom.spec.whatwg.org/#concept-tree-last-child>
    #[doc(alias = "lastChild")]
    #[inline]
    pub fn last_child(self) -> Option<Self> {
        self.relative(self.document().last_child(self.slot()))
    }

    /// Returns the previous sibling. <https://dom.spec.whatwg.org/#concept-tree-previous-sibling>
    #[doc(alias("previousSibling", "prev_sibling"))]
    #[inline]
    pub fn previous_sibling(self) -> Option<Self> {
        self.relative(self.document().previous_sibling(self.slot()))
    }

    /// Returns the next sibling. <https://dom.spec.whatwg.org/#concept-tree-next-sibling>
    #[doc(alias = "nextSibling")]
    #[inline]
    pub fn next_sibling(self) -> Option<Self> {
        self.relative(self.document().next_sibling(self.slot()))
    }

    /// Returns the children in tree order. <https://dom.spec.whatwg.org/#concept-tree-child>
    #[doc(alias = "childNodes")]
    pub fn children(self) -> Siblings<'d> {
        Siblings::in_parent(self)
    }

    /// Returns the children that are elements, in tree order. <https://dom.spec.whatwg.org/#dom-parentnode-children>
    pub fn child_elements(self) -> Elements<Siblings<'d>> {
        Elements::among(self.children())
    }

    /// Returns the first child that is an element. <https://dom.spec.whatwg.org/#dom-parentnode-firstelementchild>
    #[doc(alias = "firstElementChild")]
    pub fn first_element_child(self) -> Option<Self> {
        self.child_elements().next()
    }

    /// Returns the last child that is an element. <https://dom.spec.whatwg.org/#dom-parentnode-lastelementchild>
    #[doc(alias = "lastElementChild")]
    pub fn last_element_child(self) -> Option<Self> {
        self.child_elements().next_back()
    }

    /// Returns the descendants in tree order. <https://dom.spec.whatwg.org/#concept-tree-descendant>
    #[doc(alias = "iter")]
    pub fn descendants(self) -> Descendants<'d> {
        Descendants::of(self)
    }

    /// Returns the node and its descendants in tree order. <https://dom.spec.whatwg.org/#concept-tree-inclusive-descendant>
    pub fn inclusive_descendants(self) -> Descendants<'d> {
        Descendants::with(self)
    }

    /// Returns the descendants that are elements, in tree order.
    pub fn descendant_elements(self) -> Elements<Descendants<'d>> {
        Elements::among(self.descendants())
    }

    /// Returns everything that the node contains: its descendants, their shadow roots and template contents, and the descendants
    /// of these. The shadow root of an element comes after the element, then the template contents, then the children.
    ///
    /// Serialization also writes template contents, so a program that cleans a document must visit them.
    ///
    /// ```
    /// use hedgerow::Document;
    /// let mut document = Document::new();
    /// let root = document.root_id();
    /// let template = document.build("template").append_to(root)?;
    /// let contents = document.node(template).template_contents().unwrap().id();
    /// document.build("script").append_to(contents)?;
    /// assert_eq!(document.root().descendants().count(), 1);
    /// let names = document.root().deep_descendants().map(|node| node.local_name_text());
    /// assert_eq!(names.collect::<Vec<_>>(), ["template", "", "script"]); // the second is the fragment with the contents
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    pub fn deep_descendants(self) -> DeepDescendants<'d> {
        DeepDescendants::of(self)
    }

    /// Returns the node and its descendants, each when it is entered and when it is left.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::dom::NodeEdge;
    /// let mut document = Document::new();
    /// let paragraph = document.create_element("p").unwrap();
    /// document.append_text(paragraph, "Hello").unwrap();
    /// let steps = document.node(paragraph).traverse().map(|edge| match edge {
    ///     NodeEdge::Enter(node) => node.data().unwrap_or("<p>"),
    ///     NodeEdge::Leave(node) => node.data().map_or("</p>", |_| ""),
    /// });
    /// assert_eq!(steps.collect::<String>(), "<p>Hello</p>");
    /// ```
    #[doc(alias = "walk")]
    pub fn traverse(self) -> Traverse<'d> {
        Traverse::new(self)
    }

    /// Returns the ancestors, from the parent to the root. <https://dom.spec.whatwg.org/#concept-tree-ancestor>
    pub fn ancestors(self) -> Ancestors<'d> {
        Ancestors::from(self.document(), self.document().parent(self.slot()))
    }

    /// Returns the node and its ancestors up to the root. <https://dom.spec.whatwg.org/#concept-tree-inclusive-ancestor>
    pub fn inclusive_ancestors(self) -> Ancestors<'d> {
        Ancestors::from(self.document(), Some(self.slot()))
    }

    /// Returns the ancestors that are elements, from the parent to the root.
    pub fn ancestor_elements(self) -> Elements<Ancestors<'d>> {
        Elements::among(self.ancestors())
    }

    /// Returns the root of the tree that contains the node, in time linear in the depth of the node.
    /// <https://dom.spec.whatwg.org/#concept-tree-root>
    #[doc(alias = "getRootNode")]
    #[must_use]
    pub fn tree_root(self) -> Self {
        self.inclusive_ancestors().last().unwrap_or(self)
    }

    /// Whether another node is this node or a descendant. <https://dom.spec.whatwg.org/#dom-node-contains>
    ///
    /// The time is linear in the depth of the other node. For many such checks, create a [`TreeOrder`](crate::TreeOrder), which
    /// needs constant time for each.
    pub fn contains(self, other: NodeRef<'_>) -> bool {
        other.inclusive_ancestors().any(|ancestor| ancestor == self)
    }

    /// Returns the following siblings in tree order. <https://dom.spec.whatwg.org/#concept-tree-sibling>
    pub fn next_siblings(self) -> Siblings<'d> {
        Siblings::after(self)
    }

    /// Returns the following siblings that are elements, in tree order.
    pub fn next_element_siblings(self) -> Elements<Siblings<'d>> {
        Elements::among(self.next_siblings())
    }

    /// Returns the first following sibling that is an element.
    /// <https://dom.spec.whatwg.org/#dom-nondocumenttypechildnode-nextelementsibling>
    #[doc(alias = "nextElementSibling")]
    pub fn next_element_sibling(self) -> Option<Self> {
        self.next_element_siblings().next()
    }

    /// Returns the preceding siblings, starting with the nearest one. <https://dom.spec.whatwg.org/#concept-tree-sibling>
    pub fn previous_siblings(self) -> std::iter::Rev<Siblings<'d>> {
        Siblings::before(self).rev()
    }

    /// Returns the preceding siblings that are elements, starting with the nearest one.
    pub fn previous_element_siblings(self) -> Elements<std::iter::Rev<Siblings<'d>>> {
        Elements::among(self.previous_siblings())
    }

    /// Returns the nearest preceding sibling that is an element.
    /// <https://dom.spec.whatwg.org/#dom-nondocumenttypechildnode-previouselementsibling>
    #[doc(alias = "previousElementSibling")]
    pub fn previous_element_sibling(self) -> Option<Self> {
        self.previous_element_siblings().next()
    }

    /// Returns the text of the node: the data of a `Text`, `Comment` or `ProcessingInstruction` node. For another node, this is
    /// the descendant text content: the data of all `Text` descendants in tree order.
    /// <https://dom.spec.whatwg.org/#concept-descendant-text-content>
    ///
    /// The result is the `textContent` of the node, except that a `Document` has text, too.
    #[doc(alias("textContent", "text_content"))]
    pub fn text(self) -> String {
        if let Some(data) = self.data() {
            return data.to_owned();
        }
        self.texts().collect()
    }

    /// Returns the parts of [`text`](Self::text): the data of the `Text` nodes among the node and its descendants, in tree order.
    /// The data of comments and processing instructions is not included.
    pub fn texts(self) -> Texts<Descendants<'d>> {
        Texts::among(self.inclusive_descendants())
    }

    /// Returns the data of all `Text` children in tree order, without the text of child elements. For a node
    /// with data, returns the data. <https://dom.spec.whatwg.org/#concept-child-text-content>
    #[doc(alias = "ownText")]
    pub fn own_text(self) -> String {
        match self.data() {
            Some(data) => data.to_owned(),
            None => Texts::among(self.children()).collect(),
        }
    }

    #[inline]
    fn relative(self, id: Option<Slot>) -> Option<Self> {
        id.map(|id| self.document().at(id))
    }
}

/// The children of the node.
impl<'d> IntoIterator for NodeRef<'d> {
    type Item = Self;
    type IntoIter = Siblings<'d>;

    fn into_iter(self) -> Siblings<'d> {
        self.children()
    }
}
