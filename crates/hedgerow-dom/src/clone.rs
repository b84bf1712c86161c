//! Copies of nodes within a document.

use hedgerow_base::ElementName;

use crate::document::Document;
use crate::edit::{Attempt, MutationError};
use crate::links::Unchecked;
use crate::node::NodeData;
use crate::node_id::{NodeId, Slot};

impl Document {
    /// Copies a node with everything that it contains. The copy has no parent.
    ///
    /// Template contents are copied, shadow roots only if they are clonable. The copy of a shadow root itself is a
    /// `DocumentFragment`. The copy shares text and attributes with the original until one of them changes.
    /// <https://dom.spec.whatwg.org/#concept-node-clone>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_serialize::ToHtml;
    /// let mut document = Document::new();
    /// let paragraph = document.create_element("p")?;
    /// document.append_text(paragraph, "Hello")?;
    /// let copy = document.clone_subtree(paragraph)?;
    /// document.append_text(paragraph, " world")?;
    /// assert_eq!(document.node(copy).outer_html(), "<p>Hello</p>");
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such node.
    #[doc(alias("cloneNode", "deep_clone"))]
    pub fn clone_subtree(&mut self, node: NodeId) -> Result<NodeId, MutationError> {
        let node = self.slot_for(Attempt::on("clone", node))?;
        let copy = self.unchecked().clone_subtree(node);
        Ok(self.id_of(copy))
    }

    /// Copies a node without its children and without its template contents. The copy has no parent.
    ///
    /// As in the standard, a clonable shadow root and its children are copied nevertheless.
    /// <https://dom.spec.whatwg.org/#concept-node-clone>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_serialize::ToHtml;
    /// let mut document = Document::new();
    /// let paragraph = document.create_element("p")?;
    /// document.set_attribute(paragraph, "id", "x")?;
    /// document.append_text(paragraph, "Hello")?;
    /// let copy = document.clone_shallow(paragraph)?;
    /// assert_eq!(document.node(copy).outer_html(), r#"<p id="x"></p>"#);
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such node.
    #[doc(alias = "cloneNode")]
    pub fn clone_shallow(&mut self, node: NodeId) -> Result<NodeId, MutationError> {
        let node = self.slot_for(Attempt::on("clone", node))?;
        let copy = self.clone_a_single_node(node);
        // Pairs of a shadow root and its copy, whose children are not copied yet.
        let mut pending = Vec::new();
        self.clone_the_shadow_root(node, copy, &mut pending);
        while let Some((root, copy_root)) = pending.pop() {
            let mut next = self.first_child(root);
            while let Some(child) = next {
                next = self.next_sibling(child);
                let copy_of_child = self.clone_a_single_node(child);
                self.unchecked().append(copy_root, copy_of_child);
                self.clone_the_shadow_root(child, copy_of_child, &mut pending);
            }
        }
        Ok(self.id_of(copy))
    }

    /// Copies the descendants of `original` into `copy` in tree order. Adds their template contents and shadow roots to `pending`.
    fn clone_children(&mut self, original: Slot, copy: Slot, pending: &mut Vec<(Slot, Slot)>) {
        let (mut node, mut parent) = (original, copy);
        self.clone_fragments(original, copy, pending);
        loop {
            // `parent` is the copy of `node` here.
            let mut next = self.first_child(node);
            while next.is_none() && node != original {
                next = self.next_sibling(node);
                let [Some(up), Some(copy_up)] = [node, parent].map(|node| self.parent(node)) else { return };
                (node, parent) = (up, copy_up);
            }
            let Some(child) = next else { return };
            let copy_of_child = self.clone_a_single_node(child);
            self.unchecked().append(parent, copy_of_child);
            self.clone_fragments(child, copy_of_child, pending);
            (node, parent) = (child, copy_of_child);
        }
    }

    /// <https://dom.spec.whatwg.org/#clone-a-single-node>
    fn clone_a_single_node(&mut self, node: Slot) -> Slot {
        match self.nodes[node].data {
            NodeData::DocumentFragment { .. } | NodeData::ShadowRoot { .. } | NodeData::Free { .. } => {
                self.unchecked().create_document_fragment()
            }
            NodeData::Element { name, namespace, .. } => {
                let name = ElementName { namespace, local: name };
                let list = self.attribute_list(node);
                self.create_element_with_list(name, list)
            }
            NodeData::Text(run) => self.nodes.push(NodeData::Text(run.shared())),
            NodeData::DocumentType => self.push_doctype(self.rare.doctypes.get(&node).copied()),
            data @ (NodeData::Document | NodeData::Comment(_) | NodeData::ProcessingInstruction { .. }) => {
                self.nodes.push(data)
            }
        }
    }

    /// Prepares the copies of the template contents and of the shadow root of an element.
    fn clone_fragments(&mut self, original: Slot, copy: Slot, pending: &mut Vec<(Slot, Slot)>) {
        // <https://html.spec.whatwg.org/multipage/scripting.html#the-template-element:concept-node-clone-ext>
        if let (Some(contents), Some(copy_contents)) =
            (self.template_contents(original), self.template_contents(copy))
        {
            pending.push((contents, copy_contents));
        }
        self.clone_the_shadow_root(original, copy, pending);
    }

    /// Prepares the copy of the shadow root of an element if it is clonable.
    fn clone_the_shadow_root(&mut self, original: Slot, copy: Slot, pending: &mut Vec<(Slot, Slot)>) {
        if let Some(record) = self.shadow_root_record(original)
            && record.init.clonable
        {
            let copy_root = self.unchecked().attach_shadow_root(copy, record.init);
            pending.push((record.root, copy_root));
        }
    }
}

impl Unchecked<'_> {
    /// Copies a node with everything that it contains, as [`Document::clone_subtree`] does.
    #[must_use]
    pub fn clone_subtree(self, node: Slot) -> Slot {
        let root = self.document.clone_a_single_node(node);
        // Pairs of a node and its copy, whose content is not copied yet.
        let mut pending = vec![(node, root)];
        while let Some((original, copy)) = pending.pop() {
            self.document.clone_children(original, copy, &mut pending);
        }
        root
    }
}
