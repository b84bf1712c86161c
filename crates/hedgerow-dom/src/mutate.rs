//! Insertion, removal and moving of nodes: the sole writer of links.
//!
//! These are the low-level operations that a parser needs, on [`Unchecked`]: the caller guarantees that the tree stays a
//! tree, which only debug builds check. What is not here: the operations that check what they are asked for (`edit/`).

use std::mem::replace;

use hedgerow_names::{AttributeName, ElementName, known};

use crate::document::{Document, NodeId};
use crate::node::{DoctypeSpans, Node, NodeData};
use crate::text::{NewText, TextRun};

/// The operations of a parser, which do not check what they are asked for: [`Document::unchecked`].
///
/// The caller guarantees what each of them says. If it does not hold, the tree is none any more, and whatever reads it may
/// panic or never end; memory stays safe.
#[derive(Debug)]
pub struct Unchecked<'d> {
    document: &'d mut Document,
}

impl Document {
    /// The operations of a parser, which do not check what they are asked for.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let (root, comment) = (document.root_id(), document.create_comment("note"));
    /// document.unchecked().append(root, comment);
    /// assert_eq!(document.root().inner_html(), "<!--note-->");
    /// ```
    #[inline(always)]
    pub fn unchecked(&mut self) -> Unchecked<'_> {
        Unchecked { document: self }
    }
}

impl Unchecked<'_> {
    /// Makes `child` the last child of `parent`; it is detached first if it has a parent.
    ///
    /// The caller guarantees that `parent` may have such a child and is neither `child` nor inside it.
    /// <https://dom.spec.whatwg.org/#concept-node-append>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let (root, comment) = (document.root_id(), document.create_comment("note"));
    /// document.unchecked().append(root, comment);
    /// assert_eq!(document.root().inner_html(), "<!--note-->");
    /// ```
    #[inline]
    pub fn append(self, parent: NodeId, child: NodeId) {
        self.document.unchecked().insert_before(parent, child, None);
    }

    /// Inserts `child` into `parent` before `reference`, or as the last child if that is `None`; it is
    /// detached first if it has a parent.
    ///
    /// The caller guarantees that `reference` is a child of `parent`, and what [`append`](Self::append) asks
    /// for. <https://dom.spec.whatwg.org/#concept-node-insert>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let root = document.root_id();
    /// let [first, second] = ["1", "2"].map(|data| document.create_comment(data));
    /// document.unchecked().append(root, second);
    /// document.unchecked().insert_before(root, first, Some(second));
    /// assert_eq!(document.root().inner_html(), "<!--1--><!--2-->");
    /// ```
    #[inline]
    pub fn insert_before(self, parent: NodeId, child: NodeId, reference: Option<NodeId>) {
        debug_assert!(self.document.may_contain(parent, child), "a child that would break the tree");
        self.document.order.forget();
        let reference = if reference == Some(child) { self.document.next_sibling(child) } else { reference };
        if self.document.nodes[child].parent.is_some() {
            self.document.unchecked().detach(child);
        }
        let previous = match reference {
            Some(reference) => self.document.link_before(parent, child, reference),
            None => self.document.link_last(parent, child),
        };
        let node = &mut self.document.nodes[child];
        node.parent = Some(parent);
        node.previous = previous;
        node.next_sibling = reference;
    }

    /// Inserts text before `reference`, or at the end of `parent` if that is `None`: appends it to the `Text`
    /// node just before that place, or else creates one there.
    ///
    /// Returns the `Text` node, and does nothing if the text is empty, or if `parent` is a `Document`, which can't have `Text`
    /// children. The caller guarantees that `reference` is a child of `parent`.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-a-character>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let fragment = document.create_document_fragment();
    /// let text = document.unchecked().insert_text_before(fragment, None, "Hello ");
    /// assert_eq!(document.unchecked().insert_text_before(fragment, None, "world"), text);
    /// assert_eq!(document.node(fragment).children().count(), 1);
    /// assert_eq!(document.node(fragment).text(), "Hello world");
    /// ```
    #[inline(always)]
    pub fn insert_text_before<'t>(
        self,
        parent: NodeId,
        reference: Option<NodeId>,
        data: impl Into<NewText<'t>>,
    ) -> Option<NodeId> {
        match (data.into(), reference) {
            (NewText::OfSource { start, length }, None) => {
                self.document.append_text_of_source(parent, start, length)
            }
            (data, reference) => self.document.insert_any_text_before(parent, reference, data),
        }
    }

    /// Creates an element, as [`create_element`](Document::create_element) does, and inserts it into `parent` before
    /// `reference`, or as the last child if that is `None`.
    ///
    /// The caller guarantees that `reference` is a child of `parent`, that `parent` may have such a child, and that no two
    /// attributes have the same name.
    ///
    /// ```
    /// use hedgerow_dom::{Document, NewText};
    /// use hedgerow_names::{AttributeName, ElementName, known};
    /// let mut document = Document::with_source("<a href=/>");
    /// let href = (AttributeName::plain(known::HREF), NewText::OfSource { start: 8, length: 1 });
    /// let root = document.root_id();
    /// document.unchecked().insert_new_element_before(root, None, ElementName::html(known::A), [href]);
    /// assert_eq!(document.root().inner_html(), r#"<a href="/"></a>"#);
    /// ```
    #[inline(always)]
    pub fn insert_new_element_before<'t>(
        self,
        parent: NodeId,
        reference: Option<NodeId>,
        name: ElementName,
        attributes: impl IntoIterator<Item = (AttributeName, NewText<'t>)>,
    ) -> NodeId {
        let attributes = self.document.push_attributes(attributes);
        let element = self.document.insert_new_node(parent, reference, NodeData::element(name, attributes));
        if name.is_html(known::TEMPLATE) {
            self.document.create_template_contents(element);
        }
        element
    }

    /// Takes a node, with all that it contains, out of its parent. Does nothing if it has none.
    /// <https://dom.spec.whatwg.org/#concept-node-remove>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let (root, comment) = (document.root_id(), document.create_comment("note"));
    /// document.unchecked().append(root, comment);
    /// document.unchecked().detach(comment);
    /// assert_eq!(document.root().first_child(), None);
    /// ```
    pub fn detach(self, node: NodeId) {
        let links = &mut self.document.nodes[node];
        let Some(parent) = links.parent.take() else { return };
        self.document.order.forget();
        let previous = replace(&mut links.previous, node);
        let next = links.next_sibling.take();
        let first = self.document.nodes[parent].first_child;
        if first == Some(node) {
            self.document.nodes[parent].first_child = next;
        } else {
            self.document.nodes[previous].next_sibling = next;
        }
        // What is next in the ring: behind the last child, the first.
        if let Some(next) = next.or(first)
            && next != node
        {
            self.document.nodes[next].previous = previous;
        }
    }

    /// Appends all children of `from` to `to`, in order. Does nothing if they are the same node.
    ///
    /// The caller guarantees that `to` may have such children and is not inside `from`.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let [from, to] = [(); 2].map(|()| document.create_document_fragment());
    /// document.unchecked().insert_text_before(from, None, "Hello");
    /// document.unchecked().move_children(from, to);
    /// assert_eq!(document.node(from).text(), "");
    /// assert_eq!(document.node(to).text(), "Hello");
    /// ```
    pub fn move_children(self, from: NodeId, to: NodeId) {
        if from != to {
            self.document.move_children_before(from, to, None);
        }
    }

    /// Replaces all children of `parent` with the children of another node. Does nothing if they are the same
    /// node.
    ///
    /// The caller guarantees that `parent` may have such children and is not inside that other node.
    /// <https://dom.spec.whatwg.org/#concept-node-replace-all>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let [parent, fragment] = [(); 2].map(|()| document.create_document_fragment());
    /// document.unchecked().insert_text_before(parent, None, "old");
    /// document.unchecked().insert_text_before(fragment, None, "new");
    /// document.unchecked().replace_children(parent, fragment);
    /// assert_eq!(document.node(parent).text(), "new");
    /// ```
    pub fn replace_children(self, parent: NodeId, fragment_children_of: NodeId) {
        if parent == fragment_children_of {
            return;
        }
        self.document.detach_children(parent);
        self.document.unchecked().move_children(fragment_children_of, parent);
    }

    /// Creates a `ProcessingInstruction` node, whatever the target and the data are.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let marker = document.unchecked().create_processing_instruction("marker", "name=\"a\"");
    /// assert_eq!(document.processing_instruction(marker), Some(("marker", "name=\"a\"")));
    /// ```
    #[must_use]
    pub fn create_processing_instruction(self, target: &str, data: &str) -> NodeId {
        let target = self.document.names.intern(target);
        let data = self.document.text.push(data);
        self.document.nodes.push(NodeData::ProcessingInstruction { target, data })
    }

    /// Creates a `DocumentType` node, whatever the name is.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let doctype = document.unchecked().create_doctype("html", "", "about:legacy-compat");
    /// assert_eq!(document.node(doctype).doctype().unwrap().system_id, "about:legacy-compat");
    /// ```
    #[must_use]
    pub fn create_doctype(self, name: &str, public_id: &str, system_id: &str) -> NodeId {
        let [name, public_id, system_id] =
            [name, public_id, system_id].map(|text| self.document.text.push(text));
        self.document.push_doctype(DoctypeSpans { name, public_id, system_id })
    }

    /// Says that a parser works on the document, which has ids of nodes and lists of attributes in its hands, or that it does
    /// not any more: meanwhile, [removed](Document::remove) nodes are only detached, and no memory is used again.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// document.unchecked().set_under_construction(true);
    /// document.remove(comment)?;
    /// assert!(document.get(comment).is_some());
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    pub fn set_under_construction(self, is_under_construction: bool) {
        self.document.reclamation.is_under_construction = is_under_construction;
    }
}

/// What these operations are made of.
impl Document {
    /// Makes the neighbours know a new last child; returns what is before it in the ring.
    #[inline(always)]
    fn link_last(&mut self, parent: NodeId, child: NodeId) -> NodeId {
        let Some(first) = self.nodes[parent].first_child else {
            self.nodes[parent].first_child = Some(child);
            return child;
        };
        let last = replace(&mut self.nodes[first].previous, child);
        self.nodes[last].next_sibling = Some(child);
        last
    }

    /// Makes the neighbours know a new child before `reference`; returns what is before it in the ring.
    fn link_before(&mut self, parent: NodeId, child: NodeId, reference: NodeId) -> NodeId {
        debug_assert_eq!(self.parent(reference), Some(parent), "the reference is a child of the parent");
        let previous = replace(&mut self.nodes[reference].previous, child);
        if self.nodes[parent].first_child == Some(reference) {
            self.nodes[parent].first_child = Some(child);
        } else {
            self.nodes[previous].next_sibling = Some(child);
        }
        previous
    }

    /// OPTIMIZATION: the most frequent case, a new node at the end, without what the others need.
    #[inline(always)]
    fn append_text_of_source(&mut self, parent: NodeId, start: u32, length: u32) -> Option<NodeId> {
        let is_after_text =
            self.last_child(parent).is_some_and(|last| matches!(self.nodes[last].data, NodeData::Text(_)));
        if length == 0 || is_after_text || matches!(self.nodes[parent].data, NodeData::Document) {
            self.insert_any_text_before(parent, None, NewText::OfSource { start, length })
        } else {
            let run = TextRun::sharing(self.text.span_of_source(start, length));
            Some(self.append_new_node(parent, NodeData::Text(run)))
        }
    }

    #[inline(never)]
    fn insert_any_text_before(
        &mut self,
        parent: NodeId,
        reference: Option<NodeId>,
        data: NewText<'_>,
    ) -> Option<NodeId> {
        let previous = self.node_before(parent, reference);
        if let Some(previous) = previous
            && let NodeData::Text(run) = &mut self.nodes[previous].data
        {
            self.text.append(run, data);
            return Some(previous);
        }
        if data.is_empty() || matches!(self.nodes[parent].data, NodeData::Document) {
            return None;
        }
        let run = TextRun::sharing(self.text.push(data));
        Some(self.insert_new_node(parent, reference, NodeData::Text(run)))
    }

    /// Creates a node in `parent`, before `reference` or as the last child.
    #[inline(always)]
    fn insert_new_node(&mut self, parent: NodeId, reference: Option<NodeId>, data: NodeData) -> NodeId {
        let Some(reference) = reference else { return self.append_new_node(parent, data) };
        let node = self.nodes.push(data);
        self.unchecked().insert_before(parent, node, Some(reference));
        node
    }

    #[inline(always)]
    fn append_new_node(&mut self, parent: NodeId, data: NodeData) -> NodeId {
        let node = self.nodes.next_id();
        let previous = self.link_last(parent, node);
        let links = Node { parent: Some(parent), first_child: None, previous, next_sibling: None, data };
        self.nodes.push_node(links);
        node
    }

    /// Moves all children of `from` into another node, before its child `reference` or to its end.
    pub(crate) fn move_children_before(&mut self, from: NodeId, to: NodeId, reference: Option<NodeId>) {
        let Some(first) = self.nodes[from].first_child.take() else { return };
        self.order.forget();
        let mut next = Some(first);
        while let Some(child) = next {
            debug_assert!(self.may_contain(to, child), "a child that would break the tree");
            self.nodes[child].parent = Some(to);
            next = self.nodes[child].next_sibling;
        }
        let last = self.nodes[first].previous;
        let Some(first_of_to) = self.nodes[to].first_child else {
            self.nodes[to].first_child = Some(first);
            return;
        };
        let behind = reference.unwrap_or(first_of_to);
        let before = replace(&mut self.nodes[behind].previous, last);
        self.nodes[first].previous = before;
        self.nodes[last].next_sibling = reference;
        if reference == Some(first_of_to) {
            self.nodes[to].first_child = Some(first);
        } else {
            self.nodes[before].next_sibling = Some(first);
        }
    }

    fn detach_children(&mut self, parent: NodeId) {
        self.order.forget();
        let mut next = self.nodes[parent].first_child.take();
        while let Some(child) = next {
            let links = &mut self.nodes[child];
            links.parent = None;
            links.previous = child;
            next = links.next_sibling.take();
        }
    }

    /// The child of `parent` just before `reference`, or the last one.
    #[inline]
    fn node_before(&self, parent: NodeId, reference: Option<NodeId>) -> Option<NodeId> {
        match reference {
            Some(reference) => self.previous_sibling(reference),
            None => self.last_child(parent),
        }
    }

    /// Whether `child` may be inserted into `parent`: the kinds fit, and `child` is no host-including
    /// inclusive ancestor of `parent`.
    /// <https://dom.spec.whatwg.org/#concept-tree-host-including-inclusive-ancestor>
    ///
    /// So that debug builds stay linear, only the nearest ancestors are looked at.
    fn may_contain(&self, parent: NodeId, child: NodeId) -> bool {
        const ANCESTORS: usize = 256;
        let is_empty = self.first_child(child).is_none()
            && self.template_contents(child).is_none()
            && self.shadow_root(child).is_none();
        let mut ancestors =
            std::iter::successors(Some(parent), |&node| self.parent(node).or_else(|| self.host(node)))
                .take(if is_empty { 1 } else { ANCESTORS });
        self.kind(parent).may_have_child(self.kind(child)) && ancestors.all(|ancestor| ancestor != child)
    }
}
