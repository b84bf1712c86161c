//! Navigation from a [`NodeRef`] to its relatives and to the text of its descendants.
//!
//! All iterators follow the links, without recursion and without allocation. Only [`NodeRef::deep_descendants`] enters template
//! contents and shadow roots, which are not children.

mod edges;
mod iterators;

pub use edges::{DeepDescendants, NodeEdge, Traverse, TraverseWhole};
pub use iterators::{Ancestors, Children, Descendants, Elements, NextSiblings, PreviousSiblings, Texts};

use crate::node::NodeKind;
use crate::node_id::Slot;
use crate::node_ref::NodeRef;

/// The relatives of a node.
impl<'d> NodeRef<'d> {
    /// Returns the parent. <https://dom.spec.whatwg.org/#concept-tree-parent>
    #[doc(alias = "parentNode")]
    #[inline]
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.relative(self.document().parent(self.slot()))
    }

    /// Returns the parent if it is an element. <https://dom.spec.whatwg.org/#parent-element>
    #[doc(alias("parentElement", "getparent"))]
    #[must_use]
    pub fn parent_element(self) -> Option<Self> {
        self.parent().filter(|parent| parent.kind() == NodeKind::Element)
    }

    /// Returns the first child. <https://dom.spec.whatwg.org/#concept-tree-first-child>
    #[doc(alias = "firstChild")]
    #[inline]
    #[must_use]
    pub fn first_child(self) -> Option<Self> {
        self.relative(self.document().first_child(self.slot()))
    }

    /// Returns the last child. <https://dom.spec.whatwg.org/#concept-tree-last-child>
    #[doc(alias = "lastChild")]
    #[inline]
    #[must_use]
    pub fn last_child(self) -> Option<Self> {
        self.relative(self.document().last_child(self.slot()))
    }

    /// Returns the previous sibling. <https://dom.spec.whatwg.org/#concept-tree-previous-sibling>
    #[doc(alias("previousSibling", "prev_sibling"))]
    #[inline]
    #[must_use]
    pub fn previous_sibling(self) -> Option<Self> {
        self.relative(self.document().previous_sibling(self.slot()))
    }

    /// Returns the next sibling. <https://dom.spec.whatwg.org/#concept-tree-next-sibling>
    #[doc(alias = "nextSibling")]
    #[inline]
    #[must_use]
    pub fn next_sibling(self) -> Option<Self> {
        self.relative(self.document().next_sibling(self.slot()))
    }

    /// Returns the children in tree order. <https://dom.spec.whatwg.org/#concept-tree-child>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// for data in ["1", "2", "3"] {
    ///     let comment = document.create_comment(data);
    ///     document.append(document.root_id(), comment).unwrap();
    /// }
    /// let data: Vec<_> = document.root().children().rev().filter_map(|child| child.data()).collect();
    /// assert_eq!(data, ["3", "2", "1"]);
    /// ```
    #[doc(alias = "childNodes")]
    #[must_use]
    pub fn children(self) -> Children<'d> {
        Children::of(self)
    }

    /// Returns the children that are elements, in tree order. <https://dom.spec.whatwg.org/#dom-parentnode-children>
    #[must_use]
    pub fn child_elements(self) -> Elements<Children<'d>> {
        Elements::among(self.children())
    }

    /// Returns the first child that is an element. <https://dom.spec.whatwg.org/#dom-parentnode-firstelementchild>
    #[doc(alias = "firstElementChild")]
    #[must_use]
    pub fn first_element_child(self) -> Option<Self> {
        self.child_elements().next()
    }

    /// Returns the last child that is an element. <https://dom.spec.whatwg.org/#dom-parentnode-lastelementchild>
    #[doc(alias = "lastElementChild")]
    #[must_use]
    pub fn last_element_child(self) -> Option<Self> {
        self.child_elements().next_back()
    }

    /// Returns the descendants in tree order. <https://dom.spec.whatwg.org/#concept-tree-descendant>
    #[doc(alias = "iter")]
    #[must_use]
    pub fn descendants(self) -> Descendants<'d> {
        Descendants::of(self)
    }

    /// Returns the node and its descendants in tree order. <https://dom.spec.whatwg.org/#concept-tree-inclusive-descendant>
    #[must_use]
    pub fn inclusive_descendants(self) -> Descendants<'d> {
        Descendants::with(self)
    }

    /// Returns the descendants that are elements, in tree order.
    #[must_use]
    pub fn descendant_elements(self) -> Elements<Descendants<'d>> {
        Elements::among(self.descendants())
    }

    /// Returns everything that the node contains: its descendants, their shadow roots and template contents, and the descendants of
    /// these. The shadow root of an element comes after the element, then the template contents, then the children.
    ///
    /// Serialization also writes template contents, so a program that cleans a document must visit them.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let root = document.root_id();
    /// let template = document.build("template").append_to(root)?;
    /// let contents = document.node(template).template_contents().unwrap().id();
    /// document.build("script").append_to(contents)?;
    /// assert_eq!(document.root().descendants().count(), 1);
    /// let names = document.root().deep_descendants().map(|node| node.local_name_text());
    /// assert_eq!(names.collect::<Vec<_>>(), ["template", "", "script"]); // the second is the fragment with the contents
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    #[must_use]
    pub fn deep_descendants(self) -> DeepDescendants<'d> {
        DeepDescendants::of(self)
    }

    /// Returns the node and its descendants, each when it is entered and when it is left.
    ///
    /// ```
    /// use hedgerow_dom::{Document, NodeEdge};
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
    #[must_use]
    pub fn traverse(self) -> Traverse<'d> {
        Traverse::new(self)
    }

    /// Returns the ancestors, from the parent to the root. <https://dom.spec.whatwg.org/#concept-tree-ancestor>
    #[must_use]
    pub fn ancestors(self) -> Ancestors<'d> {
        Ancestors::from(self.document(), self.document().parent(self.slot()))
    }

    /// Returns the node and its ancestors, from the node to the root. <https://dom.spec.whatwg.org/#concept-tree-inclusive-ancestor>
    #[must_use]
    pub fn inclusive_ancestors(self) -> Ancestors<'d> {
        Ancestors::from(self.document(), Some(self.slot()))
    }

    /// Returns the ancestors that are elements, from the parent to the root.
    #[must_use]
    pub fn ancestor_elements(self) -> Elements<Ancestors<'d>> {
        Elements::among(self.ancestors())
    }

    /// Returns the root of the tree that contains the node: the last of its inclusive ancestors.
    /// <https://dom.spec.whatwg.org/#concept-tree-root>
    ///
    /// The time is linear in the depth of the node.
    #[doc(alias = "getRootNode")]
    #[must_use]
    pub fn tree_root(self) -> Self {
        self.inclusive_ancestors().last().unwrap_or(self)
    }

    /// Whether another node is this node or a descendant. <https://dom.spec.whatwg.org/#dom-node-contains>
    ///
    /// The time is linear in the depth of the other node. For many such checks, create a [`TreeOrder`](crate::TreeOrder),
    /// which needs constant time for each.
    #[must_use]
    pub fn contains(self, other: NodeRef<'_>) -> bool {
        other.inclusive_ancestors().any(|ancestor| ancestor == self)
    }

    /// Returns the following siblings in tree order. <https://dom.spec.whatwg.org/#concept-tree-sibling>
    #[must_use]
    pub fn next_siblings(self) -> NextSiblings<'d> {
        NextSiblings::of(self)
    }

    /// Returns the following siblings that are elements, in tree order.
    #[must_use]
    pub fn next_element_siblings(self) -> Elements<NextSiblings<'d>> {
        Elements::among(self.next_siblings())
    }

    /// Returns the first following sibling that is an element.
    /// <https://dom.spec.whatwg.org/#dom-nondocumenttypechildnode-nextelementsibling>
    #[doc(alias = "nextElementSibling")]
    #[must_use]
    pub fn next_element_sibling(self) -> Option<Self> {
        self.next_element_siblings().next()
    }

    /// Returns the preceding siblings, starting with the nearest one. <https://dom.spec.whatwg.org/#concept-tree-sibling>
    #[must_use]
    pub fn previous_siblings(self) -> PreviousSiblings<'d> {
        PreviousSiblings::of(self)
    }

    /// Returns the preceding siblings that are elements, starting with the nearest one.
    #[must_use]
    pub fn previous_element_siblings(self) -> Elements<PreviousSiblings<'d>> {
        Elements::among(self.previous_siblings())
    }

    /// Returns the nearest preceding sibling that is an element.
    /// <https://dom.spec.whatwg.org/#dom-nondocumenttypechildnode-previouselementsibling>
    #[doc(alias = "previousElementSibling")]
    #[must_use]
    pub fn previous_element_sibling(self) -> Option<Self> {
        self.previous_element_siblings().next()
    }

    /// Returns the text of the node: the data of a `Text`, `Comment` or `ProcessingInstruction` node. For other nodes the descendant
    /// text content: the data of all `Text` descendants in tree order.
    /// <https://dom.spec.whatwg.org/#concept-descendant-text-content>
    ///
    /// The result is the `textContent` of the node, except that a `Document` has text, too.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let outer = document.create_element("p").unwrap();
    /// let inner = document.create_element("b").unwrap();
    /// document.append_text(outer, "Hello ").unwrap();
    /// document.append(outer, inner).unwrap();
    /// document.append_text(inner, "world").unwrap();
    /// assert_eq!(document.node(outer).text(), "Hello world");
    /// ```
    #[doc(alias("textContent", "text_content"))]
    #[must_use]
    pub fn text(self) -> String {
        if let Some(data) = self.data() {
            return data.to_owned();
        }
        self.texts().collect()
    }

    /// Returns the parts of [`text`](Self::text): the data of the `Text` nodes among the node and its descendants, in tree order.
    /// The data of comments and processing instructions is not included.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let fragment = document.create_document_fragment();
    /// document.append_text(fragment, "one")?;
    /// let comment = document.create_comment("no text");
    /// document.append(fragment, comment)?;
    /// document.append_text(fragment, "two")?;
    /// assert!(document.node(fragment).texts().eq(["one", "two"]));
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    #[must_use]
    pub fn texts(self) -> Texts<Descendants<'d>> {
        Texts::among(self.inclusive_descendants())
    }

    /// Returns the data of all `Text` children in tree order, without the text of child elements. For a node
    /// with data, the data. <https://dom.spec.whatwg.org/#concept-child-text-content>
    #[doc(alias = "ownText")]
    #[must_use]
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
    type IntoIter = Children<'d>;

    fn into_iter(self) -> Children<'d> {
        self.children()
    }
}
