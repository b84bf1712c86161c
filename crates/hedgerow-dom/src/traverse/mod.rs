//! Walks over the tree: from a [`NodeRef`] to its relatives, as links and as iterators, and the text on the way.
//!
//! All walks follow the links, without recursion and without allocation. None but [`NodeRef::deep_descendants`] enters template
//! contents or shadow roots, which are not children. What is not here: which of two nodes is first (`tree_order.rs`), the text as it
//! would be rendered (`hedgerow-serialize`), and changes (`links.rs`).

mod edges;
mod iterators;

pub(crate) use edges::TraverseWhole;
pub use edges::{DeepDescendants, NodeEdge, Traverse};
pub use iterators::{Ancestors, Children, Descendants, Elements, NextSiblings, PreviousSiblings, Texts};

use crate::node::NodeKind;
use crate::node_id::Slot;
use crate::node_ref::NodeRef;

/// The relatives of a node.
impl<'d> NodeRef<'d> {
    /// The parent. <https://dom.spec.whatwg.org/#concept-tree-parent>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// assert_eq!(Document::new().root().parent(), None);
    /// ```
    #[doc(alias = "parentNode")]
    #[inline]
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.relative(self.document().parent(self.slot()))
    }

    /// The parent if it is an element. <https://dom.spec.whatwg.org/#parent-element>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("");
    /// document.append(document.root_id(), comment).unwrap();
    /// assert_eq!(document.node(comment).parent_element(), None);
    /// ```
    #[doc(alias("parentElement", "getparent"))]
    #[must_use]
    pub fn parent_element(self) -> Option<Self> {
        self.parent().filter(|parent| parent.kind() == NodeKind::Element)
    }

    /// The first child. <https://dom.spec.whatwg.org/#concept-tree-first-child>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("");
    /// document.append(document.root_id(), comment).unwrap();
    /// assert_eq!(document.root().first_child(), Some(document.node(comment)));
    /// ```
    #[doc(alias = "firstChild")]
    #[inline]
    #[must_use]
    pub fn first_child(self) -> Option<Self> {
        self.relative(self.document().first_child(self.slot()))
    }

    /// The last child. <https://dom.spec.whatwg.org/#concept-tree-last-child>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("");
    /// document.append(document.root_id(), comment).unwrap();
    /// assert_eq!(document.root().last_child(), Some(document.node(comment)));
    /// ```
    #[doc(alias = "lastChild")]
    #[inline]
    #[must_use]
    pub fn last_child(self) -> Option<Self> {
        self.relative(self.document().last_child(self.slot()))
    }

    /// The previous sibling. <https://dom.spec.whatwg.org/#concept-tree-previous-sibling>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// assert_eq!(Document::new().root().previous_sibling(), None);
    /// ```
    #[doc(alias("previousSibling", "prev_sibling"))]
    #[inline]
    #[must_use]
    pub fn previous_sibling(self) -> Option<Self> {
        self.relative(self.document().previous_sibling(self.slot()))
    }

    /// The next sibling. <https://dom.spec.whatwg.org/#concept-tree-next-sibling>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// assert_eq!(Document::new().root().next_sibling(), None);
    /// ```
    #[doc(alias = "nextSibling")]
    #[inline]
    #[must_use]
    pub fn next_sibling(self) -> Option<Self> {
        self.relative(self.document().next_sibling(self.slot()))
    }

    /// The children, in tree order. <https://dom.spec.whatwg.org/#concept-tree-child>
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

    /// The children that are elements, in tree order. <https://dom.spec.whatwg.org/#dom-parentnode-children>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let paragraph = document.create_element("p").unwrap();
    /// let comment = document.create_comment("");
    /// document.append(document.root_id(), comment).unwrap();
    /// document.append(document.root_id(), paragraph).unwrap();
    /// assert!(document.root().child_elements().eq([document.node(paragraph)]));
    /// ```
    #[must_use]
    pub fn child_elements(self) -> Elements<Children<'d>> {
        Elements::among(self.children())
    }

    /// The first child that is an element. <https://dom.spec.whatwg.org/#dom-parentnode-firstelementchild>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("");
    /// document.append(document.root_id(), comment).unwrap();
    /// assert_eq!(document.root().first_element_child(), None);
    /// ```
    #[doc(alias = "firstElementChild")]
    #[must_use]
    pub fn first_element_child(self) -> Option<Self> {
        self.child_elements().next()
    }

    /// The last child that is an element. <https://dom.spec.whatwg.org/#dom-parentnode-lastelementchild>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("");
    /// document.append(document.root_id(), comment).unwrap();
    /// assert_eq!(document.root().last_element_child(), None);
    /// ```
    #[doc(alias = "lastElementChild")]
    #[must_use]
    pub fn last_element_child(self) -> Option<Self> {
        self.child_elements().next_back()
    }

    /// The descendants, in tree order. <https://dom.spec.whatwg.org/#concept-tree-descendant>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let paragraph = document.create_element("p").unwrap();
    /// document.append(document.root_id(), paragraph).unwrap();
    /// document.append_text(paragraph, "Hello").unwrap();
    /// assert_eq!(document.root().descendants().count(), 2);
    /// ```
    #[doc(alias = "iter")]
    #[must_use]
    pub fn descendants(self) -> Descendants<'d> {
        Descendants::of(self)
    }

    /// The node and its descendants, in tree order. <https://dom.spec.whatwg.org/#concept-tree-inclusive-descendant>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("");
    /// document.append(document.root_id(), comment).unwrap();
    /// assert!(document.root().inclusive_descendants().eq([document.root(), document.node(comment)]));
    /// ```
    #[must_use]
    pub fn inclusive_descendants(self) -> Descendants<'d> {
        Descendants::with(self)
    }

    /// The descendants that are elements, in tree order.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let paragraph = document.create_element("p").unwrap();
    /// document.append(document.root_id(), paragraph).unwrap();
    /// document.append_text(paragraph, "Hello").unwrap();
    /// assert!(document.root().descendant_elements().eq([document.node(paragraph)]));
    /// ```
    #[must_use]
    pub fn descendant_elements(self) -> Elements<Descendants<'d>> {
        Elements::among(self.descendants())
    }

    /// All that is in the node: its descendants, and with them the shadow roots and template contents, which are no children.
    /// Those of an element come after it and before its children, the shadow root first.
    ///
    /// Serialization writes template contents, too, so whoever cleans a document walks over these.
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

    /// The node and its descendants, each when it is entered and when it is left.
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

    /// The ancestors, from the parent up. <https://dom.spec.whatwg.org/#concept-tree-ancestor>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("");
    /// document.append(document.root_id(), comment).unwrap();
    /// assert!(document.node(comment).ancestors().eq([document.root()]));
    /// ```
    #[must_use]
    pub fn ancestors(self) -> Ancestors<'d> {
        Ancestors::from(self.document(), self.document().parent(self.slot()))
    }

    /// The node and its ancestors, from the node up. <https://dom.spec.whatwg.org/#concept-tree-inclusive-ancestor>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let document = Document::new();
    /// assert!(document.root().inclusive_ancestors().eq([document.root()]));
    /// ```
    #[must_use]
    pub fn inclusive_ancestors(self) -> Ancestors<'d> {
        Ancestors::from(self.document(), Some(self.slot()))
    }

    /// The ancestors that are elements, from the parent up.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("");
    /// document.append(document.root_id(), comment).unwrap();
    /// assert_eq!(document.node(comment).ancestor_elements().next(), None);
    /// ```
    #[must_use]
    pub fn ancestor_elements(self) -> Elements<Ancestors<'d>> {
        Elements::among(self.ancestors())
    }

    /// The root of the tree that the node is in: the last of its inclusive ancestors.
    /// <https://dom.spec.whatwg.org/#concept-tree-root>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("");
    /// assert_eq!(document.node(comment).tree_root(), document.node(comment));
    /// document.append(document.root_id(), comment).unwrap();
    /// assert_eq!(document.node(comment).tree_root(), document.root());
    /// ```
    #[doc(alias = "getRootNode")]
    #[must_use]
    pub fn tree_root(self) -> Self {
        self.inclusive_ancestors().last().unwrap_or(self)
    }

    /// Whether another node is this one or inside it. <https://dom.spec.whatwg.org/#dom-node-contains>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("");
    /// document.append(document.root_id(), comment).unwrap();
    /// assert!(document.root().contains(document.node(comment)));
    /// assert!(!document.node(comment).contains(document.root()));
    /// ```
    #[must_use]
    pub fn contains(self, other: NodeRef<'_>) -> bool {
        other.inclusive_ancestors().any(|ancestor| ancestor == self)
    }

    /// The following siblings, in tree order. <https://dom.spec.whatwg.org/#concept-tree-sibling>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comments = ["1", "2"].map(|data| document.create_comment(data));
    /// for comment in comments {
    ///     document.append(document.root_id(), comment).unwrap();
    /// }
    /// assert!(document.node(comments[0]).next_siblings().eq([document.node(comments[1])]));
    /// ```
    #[must_use]
    pub fn next_siblings(self) -> NextSiblings<'d> {
        NextSiblings::of(self)
    }

    /// The following siblings that are elements, in tree order.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// assert_eq!(Document::new().root().next_element_siblings().next(), None);
    /// ```
    #[must_use]
    pub fn next_element_siblings(self) -> Elements<NextSiblings<'d>> {
        Elements::among(self.next_siblings())
    }

    /// The first following sibling that is an element.
    /// <https://dom.spec.whatwg.org/#dom-nondocumenttypechildnode-nextelementsibling>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// assert_eq!(Document::new().root().next_element_sibling(), None);
    /// ```
    #[doc(alias = "nextElementSibling")]
    #[must_use]
    pub fn next_element_sibling(self) -> Option<Self> {
        self.next_element_siblings().next()
    }

    /// The preceding siblings, the nearest first. <https://dom.spec.whatwg.org/#concept-tree-sibling>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comments = ["1", "2"].map(|data| document.create_comment(data));
    /// for comment in comments {
    ///     document.append(document.root_id(), comment).unwrap();
    /// }
    /// assert!(document.node(comments[1]).previous_siblings().eq([document.node(comments[0])]));
    /// ```
    #[must_use]
    pub fn previous_siblings(self) -> PreviousSiblings<'d> {
        PreviousSiblings::of(self)
    }

    /// The preceding siblings that are elements, the nearest first.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// assert_eq!(Document::new().root().previous_element_siblings().next(), None);
    /// ```
    #[must_use]
    pub fn previous_element_siblings(self) -> Elements<PreviousSiblings<'d>> {
        Elements::among(self.previous_siblings())
    }

    /// The nearest preceding sibling that is an element.
    /// <https://dom.spec.whatwg.org/#dom-nondocumenttypechildnode-previouselementsibling>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// assert_eq!(Document::new().root().previous_element_sibling(), None);
    /// ```
    #[doc(alias = "previousElementSibling")]
    #[must_use]
    pub fn previous_element_sibling(self) -> Option<Self> {
        self.previous_element_siblings().next()
    }

    /// The text of the node: the data of a `Text`, `Comment` or `ProcessingInstruction` node; for others the
    /// descendant text content, the data of all `Text` descendants in tree order.
    /// <https://dom.spec.whatwg.org/#concept-descendant-text-content>
    ///
    /// This is `textContent`, except that a `Document` has text too.
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

    /// The pieces of [`text`](Self::text): the data of the `Text` nodes among the node and its descendants, in tree order.
    /// Comments and processing instructions have data, but are no text.
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

    /// The text that is the node's own, not that of its descendants: the data of all `Text` children in tree order; of a
    /// node that has data, the data. <https://dom.spec.whatwg.org/#concept-child-text-content>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let outer = document.create_element("p").unwrap();
    /// let inner = document.create_element("b").unwrap();
    /// document.append_text(outer, "Hello ").unwrap();
    /// document.append(outer, inner).unwrap();
    /// document.append_text(inner, "world").unwrap();
    /// assert_eq!(document.node(outer).own_text(), "Hello ");
    /// ```
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
