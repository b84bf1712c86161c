//! Insertion, removal and moving of nodes: the sole writer of links.
//!
//! These are the low-level operations that a parser needs: the caller guarantees that the tree stays a tree,
//! which only debug builds check. What is not here: the rules of the DOM for scripts ("ensure pre-insertion
//! validity").

use crate::document::{Document, NodeId};
use crate::node::{Node, NodeData};
use crate::text::TextRun;

impl Document {
    /// Makes `child` the last child of `parent`; it is detached first if it has a parent.
    ///
    /// The caller guarantees that `parent` may have such a child and is neither `child` nor inside it.
    /// <https://dom.spec.whatwg.org/#concept-node-append>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// document.append(document.root_id(), comment);
    /// assert_eq!(document.root().inner_html(), "<!--note-->");
    /// ```
    #[inline]
    pub fn append(&mut self, parent: NodeId, child: NodeId) {
        self.insert_before(parent, child, None);
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
    /// let [first, second] = ["1", "2"].map(|data| document.create_comment(data));
    /// document.append(document.root_id(), second);
    /// document.insert_before(document.root_id(), first, Some(second));
    /// assert_eq!(document.root().inner_html(), "<!--1--><!--2-->");
    /// ```
    #[inline]
    pub fn insert_before(&mut self, parent: NodeId, child: NodeId, reference: Option<NodeId>) {
        debug_assert!(self.may_contain(parent, child), "a child that would break the tree");
        let reference = if reference == Some(child) { self.next_sibling(child) } else { reference };
        if self.nodes[child].parent.is_some() {
            self.detach(child);
        }
        let previous = self.node_before(parent, reference);
        let node = &mut self.nodes[child];
        node.parent = Some(parent);
        node.previous_sibling = previous;
        node.next_sibling = reference;
        self.set_next(parent, previous, Some(child));
        self.set_previous(parent, reference, Some(child));
    }

    /// Inserts text before `reference`, or at the end of `parent` if that is `None`: appends it to the `Text`
    /// node just before that place, or else creates one there.
    ///
    /// Does nothing if the text is empty, or if `parent` is a `Document`, which can't have `Text` children.
    /// The caller guarantees that `reference` is a child of `parent`.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-a-character>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let fragment = document.create_document_fragment();
    /// document.insert_text_before(fragment, None, "Hello ");
    /// document.insert_text_before(fragment, None, "world");
    /// assert_eq!(document.node(fragment).children().count(), 1);
    /// assert_eq!(document.node(fragment).text(), "Hello world");
    /// ```
    #[inline]
    pub fn insert_text_before(&mut self, parent: NodeId, reference: Option<NodeId>, data: &str) {
        let previous = self.node_before(parent, reference);
        if let Some(previous) = previous
            && let NodeData::Text(run) = &mut self.nodes[previous].data
        {
            self.text.append(run, data);
            return;
        }
        if data.is_empty() || matches!(self.nodes[parent].data, NodeData::Document) {
            return;
        }
        let run = TextRun::sharing(self.text.push(data));
        let text = self.nodes.push_node(Node {
            parent: Some(parent),
            first_child: None,
            last_child: None,
            previous_sibling: previous,
            next_sibling: reference,
            data: NodeData::Text(run),
        });
        self.set_next(parent, previous, Some(text));
        self.set_previous(parent, reference, Some(text));
    }

    /// Takes a node, with all that it contains, out of its parent. Does nothing if it has none.
    /// <https://dom.spec.whatwg.org/#concept-node-remove>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// document.append(document.root_id(), comment);
    /// document.detach(comment);
    /// assert_eq!(document.root().first_child(), None);
    /// ```
    pub fn detach(&mut self, node: NodeId) {
        let links = &mut self.nodes[node];
        let Some(parent) = links.parent.take() else { return };
        let previous = links.previous_sibling.take();
        let next = links.next_sibling.take();
        self.set_next(parent, previous, next);
        self.set_previous(parent, next, previous);
    }

    /// Appends all children of `from` to `to`, in order. Does nothing if they are the same node.
    ///
    /// The caller guarantees that `to` may have such children and is not inside `from`.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let [from, to] = [(); 2].map(|()| document.create_document_fragment());
    /// document.insert_text_before(from, None, "Hello");
    /// document.move_children(from, to);
    /// assert_eq!(document.node(from).text(), "");
    /// assert_eq!(document.node(to).text(), "Hello");
    /// ```
    pub fn move_children(&mut self, from: NodeId, to: NodeId) {
        let (Some(first), Some(last)) = (self.nodes[from].first_child, self.nodes[from].last_child) else {
            return;
        };
        if from == to {
            return;
        }
        let previous = self.nodes[to].last_child;
        let mut next = Some(first);
        while let Some(child) = next {
            debug_assert!(self.may_contain(to, child), "a child that would break the tree");
            self.nodes[child].parent = Some(to);
            next = self.nodes[child].next_sibling;
        }
        self.nodes[from].first_child = None;
        self.nodes[from].last_child = None;
        self.nodes[first].previous_sibling = previous;
        self.set_next(to, previous, Some(first));
        self.nodes[to].last_child = Some(last);
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
    /// document.insert_text_before(parent, None, "old");
    /// document.insert_text_before(fragment, None, "new");
    /// document.replace_children(parent, fragment);
    /// assert_eq!(document.node(parent).text(), "new");
    /// ```
    pub fn replace_children(&mut self, parent: NodeId, fragment_children_of: NodeId) {
        if parent == fragment_children_of {
            return;
        }
        self.detach_children(parent);
        self.move_children(fragment_children_of, parent);
    }

    fn detach_children(&mut self, parent: NodeId) {
        self.nodes[parent].last_child = None;
        let mut next = self.nodes[parent].first_child.take();
        while let Some(child) = next {
            let links = &mut self.nodes[child];
            links.parent = None;
            links.previous_sibling = None;
            next = links.next_sibling.take();
        }
    }

    /// The child of `parent` just before `reference`, or the last one.
    #[inline]
    fn node_before(&self, parent: NodeId, reference: Option<NodeId>) -> Option<NodeId> {
        match reference {
            Some(reference) => {
                debug_assert_eq!(
                    self.parent(reference),
                    Some(parent),
                    "the reference is a child of the parent"
                );
                self.nodes[reference].previous_sibling
            }
            None => self.nodes[parent].last_child,
        }
    }

    /// Sets what follows `node` in `parent`; before the first child, that is the first child.
    #[inline]
    fn set_next(&mut self, parent: NodeId, node: Option<NodeId>, next: Option<NodeId>) {
        match node {
            Some(node) => self.nodes[node].next_sibling = next,
            None => self.nodes[parent].first_child = next,
        }
    }

    /// Sets what precedes `node` in `parent`; behind the last child, that is the last child.
    #[inline]
    fn set_previous(&mut self, parent: NodeId, node: Option<NodeId>, previous: Option<NodeId>) {
        match node {
            Some(node) => self.nodes[node].previous_sibling = previous,
            None => self.nodes[parent].last_child = previous,
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
