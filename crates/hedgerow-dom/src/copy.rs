//! Copies of nodes within a document and from another document.

use hedgerow_base::{AttributeName, ElementName, NameId, Namespace, ShadowRootInit, SideTable};

use crate::attribute_data::{Attribute, AttributeRange};
use crate::document::Document;
use crate::edit::{MutationError, MutationRule};
use crate::node::{NodeData, NodeKind};
use crate::node_id::{NodeId, Slot};
use crate::node_ref::NodeRef;
use crate::text::{Compaction, TextSpan};
use crate::unchecked::Unchecked;

impl Document {
    /// Copies a node with everything that it contains. The copy has no parent.
    ///
    /// Template contents are copied, shadow roots only if they are clonable. The copy of a shadow root itself is a
    /// `DocumentFragment`. The copy shares text and attributes with the original until one of them changes.
    /// <https://dom.spec.whatwg.org/#concept-node-clone>
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::ToHtml;
    /// let mut document = Document::new();
    /// let paragraph = document.create_element("p")?;
    /// document.append_text(paragraph, "Hello")?;
    /// let copy = document.clone_subtree(paragraph)?;
    /// document.append_text(paragraph, " world")?;
    /// assert_eq!(document.node(copy).outer_html(), "<p>Hello</p>");
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such node.
    #[doc(alias("cloneNode", "deep_clone"))]
    pub fn clone_subtree(&mut self, node: NodeId) -> Result<NodeId, MutationError> {
        let (_, node) = self.attempt("clone", node)?;
        let copy = self.unchecked().clone_subtree(node);
        Ok(self.id_of(copy))
    }

    /// Copies a node without its children and without its template contents. The copy has no parent. As in the standard, a
    /// clonable shadow root and its children are copied nevertheless. <https://dom.spec.whatwg.org/#concept-node-clone>
    ///
    /// # Errors
    ///
    /// If there is no such node.
    #[doc(alias = "cloneNode")]
    pub fn clone_shallow(&mut self, node: NodeId) -> Result<NodeId, MutationError> {
        let (_, node) = self.attempt("clone", node)?;
        let copy = self.single_node(node);
        // Pairs of a shadow root and its copy; the children of the shadow root are not copied yet.
        let mut pending = Vec::new();
        self.copy_shadow_root(node, copy, &mut pending);
        while let Some((root, copy_root)) = pending.pop() {
            let mut next = self.first_child(root);
            while let Some(child) = next {
                next = self.next_sibling(child);
                let copy_of_child = self.single_node(child);
                self.unchecked().append(copy_root, copy_of_child);
                self.copy_shadow_root(child, copy_of_child, &mut pending);
            }
        }
        Ok(self.id_of(copy))
    }

    /// Copies a node of another document with everything that it contains, including template contents and shadow
    /// roots. The copy has no parent. The copy of a shadow root or of a `Document` itself is a `DocumentFragment`
    /// without the doctype. If several of the nodes share text or attributes, their copies share them as well.
    ///
    /// # Errors
    ///
    /// If the text does not fit, or if the other document has [lost](Self::has_lost_text) text.
    #[doc(alias("importNode", "adoptNode"))]
    pub fn import(&mut self, node: NodeRef<'_>) -> Result<NodeId, MutationError> {
        let source = node.document();
        let text = (!source.has_lost_text()).then(|| self.text.copy_from(&source.text, spans_of(node)));
        let Some(text) = text.flatten() else {
            return Err(source.refusal_of(MutationRule::TooMuchText, None, "import", node.id(), None));
        };
        let (names, lists) = Default::default();
        let mut import = Import { source, target: self, text, names, lists };
        let copy = import.subtree(node.slot());
        Ok(self.id_of(copy))
    }
}

impl Unchecked<'_> {
    /// Copies a node with everything that it contains, as [`Document::clone_subtree`] does.
    #[must_use]
    pub fn clone_subtree(self, node: Slot) -> Slot {
        self.document.subtree(node)
    }
}

/// The parts that cloning and importing have in common.
trait CopyNodes {
    fn source(&self) -> &Document;

    fn target(&mut self) -> &mut Document;

    /// Copies a node without its contents.
    fn single_node(&mut self, node: Slot) -> Slot;

    /// Whether the copy of a host gets a copy of its shadow root.
    fn includes(shadow_root: ShadowRootInit) -> bool;

    /// Copies a node with everything that it contains.
    fn subtree(&mut self, node: Slot) -> Slot {
        let root = self.single_node(node);
        // Pairs of a node and its copy; the content of the node is not copied yet.
        let mut pending = vec![(node, root)];
        while let Some((original, copy)) = pending.pop() {
            self.copy_descendants(original, copy, &mut pending);
        }
        root
    }

    /// Copies the descendants of `original` into `copy` in tree order. Adds the fragments of all these nodes to `pending`.
    fn copy_descendants(&mut self, original: Slot, copy: Slot, pending: &mut Vec<(Slot, Slot)>) {
        self.prepare_fragments(original, copy, pending);
        let (mut node, mut parent) = (original, copy);
        let mut next = self.source().first_child(node);
        loop {
            // `parent` is the copy of `node` here.
            while next.is_none() && node != original {
                next = self.source().next_sibling(node);
                let (up, copy_up) = (self.source().parent(node), self.target().parent(parent));
                let (Some(up), Some(copy_up)) = (up, copy_up) else { return };
                (node, parent) = (up, copy_up);
            }
            let Some(child) = next else { return };
            let kind = self.source().kind(child);
            // The copy of a document may be a fragment, which cannot contain a doctype.
            if kind == NodeKind::DocumentType && !self.target().kind(parent).may_have_child(kind) {
                next = self.source().next_sibling(child);
                continue;
            }
            let copy_of_child = self.single_node(child);
            self.target().unchecked().append(parent, copy_of_child);
            self.prepare_fragments(child, copy_of_child, pending);
            (node, parent) = (child, copy_of_child);
            next = self.source().first_child(node);
        }
    }

    /// Prepares the copies of the template contents and of the shadow root of an element.
    /// <https://html.spec.whatwg.org/multipage/scripting.html#the-template-element:concept-node-clone-ext>
    fn prepare_fragments(&mut self, original: Slot, copy: Slot, pending: &mut Vec<(Slot, Slot)>) {
        if let Some(contents) = self.source().template_contents(original)
            && let Some(copy_contents) = self.target().template_contents(copy)
        {
            pending.push((contents, copy_contents));
        }
        self.copy_shadow_root(original, copy, pending);
    }

    fn copy_shadow_root(&mut self, original: Slot, copy: Slot, pending: &mut Vec<(Slot, Slot)>) {
        if let Some(record) = self.source().shadow_root_record(original)
            && Self::includes(record.init)
        {
            pending.push((record.root, self.target().unchecked().attach_shadow_root(copy, record.init)));
        }
    }
}

/// Copying within a document.
impl CopyNodes for Document {
    fn source(&self) -> &Document {
        self
    }

    fn target(&mut self) -> &mut Document {
        self
    }

    fn includes(shadow_root: ShadowRootInit) -> bool {
        shadow_root.clonable
    }

    /// <https://dom.spec.whatwg.org/#clone-a-single-node>
    fn single_node(&mut self, node: Slot) -> Slot {
        match self.nodes[node].data {
            NodeData::DocumentFragment { .. } | NodeData::ShadowRoot { .. } | NodeData::Free { .. } => {
                self.unchecked().create_document_fragment()
            }
            NodeData::Element { name, namespace, .. } => {
                let name = ElementName { namespace, local: name };
                let list = self.attribute_list(node);
                self.unchecked().create_element_with_list(name, list)
            }
            NodeData::Text(run) => self.nodes.push(NodeData::Text(run.shared())),
            NodeData::DocumentType => {
                let spans = self.rare.doctypes.get(&node).copied();
                self.push_doctype(spans)
            }
            data @ (NodeData::Document | NodeData::Comment(_) | NodeData::ProcessingInstruction { .. }) => {
                self.nodes.push(data)
            }
        }
    }
}

/// The greatest number of spans for which memory is reserved at first.
const MOST_EXPECTED_SPANS: usize = 64;

/// Returns the spans of all text in a node, its template contents and its shadow root.
fn spans_of(node: NodeRef<'_>) -> Vec<TextSpan> {
    // The number of nodes in the document is a good estimate for the root of a parsed fragment, but may be far too
    // large for other nodes, so it is capped.
    let (mut spans, mut lists) =
        (Vec::with_capacity(node.document().node_count().min(MOST_EXPECTED_SPANS)), SideTable::new());
    for node in std::iter::once(node).chain(node.deep_descendants()) {
        node.document().visit_spans(node.slot(), &mut lists, |span| spans.push(span));
    }
    spans
}

/// The state of an import.
struct Import<'i> {
    source: &'i Document,
    target: &'i mut Document,
    /// Maps the spans of the source's text to the copied text.
    text: Compaction,
    /// For each name that is not known, its id in the target.
    names: SideTable<NameId, NameId>,
    /// The copies of lists that several elements may share.
    lists: SideTable<AttributeRange, AttributeRange>,
}

impl CopyNodes for Import<'_> {
    fn source(&self) -> &Document {
        self.source
    }

    fn target(&mut self) -> &mut Document {
        self.target
    }

    fn includes(_: ShadowRootInit) -> bool {
        true
    }

    fn single_node(&mut self, node: Slot) -> Slot {
        let source = self.source;
        match source.nodes[node].data {
            NodeData::Document
            | NodeData::DocumentFragment { .. }
            | NodeData::ShadowRoot { .. }
            | NodeData::Free { .. } => self.target.unchecked().create_document_fragment(),
            NodeData::DocumentType => {
                let spans = source.rare.doctypes.get(&node);
                let spans = spans.map(|spans| spans.map(|span| self.moved(span)));
                self.target.push_doctype(spans)
            }
            NodeData::Element { namespace, name, .. } => self.element(node, namespace, name),
            NodeData::Text(run) => {
                let run = run.part(self.moved(run.span()));
                self.target.nodes.push(NodeData::Text(run))
            }
            NodeData::Comment(data) => {
                let data = self.moved(data);
                self.target.nodes.push(NodeData::Comment(data))
            }
            NodeData::ProcessingInstruction { target, data } => {
                let (target, data) = (self.target.names.intern(source.names.text(target)), self.moved(data));
                self.target.nodes.push(NodeData::ProcessingInstruction { target, data })
            }
        }
    }
}

impl Import<'_> {
    fn moved(&self, mut span: TextSpan) -> TextSpan {
        self.text.move_span(&mut span);
        span
    }

    fn element(&mut self, element: Slot, namespace: Namespace, local: NameId) -> Slot {
        let name = ElementName { namespace, local: self.name(local) };
        let range = self.source.attribute_range(element);
        // OPTIMIZATION: empty lists are not looked up.
        let known = if range.length > 0 { self.lists.get(&range) } else { None };
        let copied = match known {
            Some(&copied) => copied,
            None => self.attributes(range),
        };
        let own = self.source.own_attributes(element);
        let own = own.map(|own| own.imported(|attribute| self.attribute(attribute)));
        self.target.create_element_with_own(name, copied, own)
    }

    fn attributes(&mut self, range: AttributeRange) -> AttributeRange {
        let attributes = self.source.attributes[range.indices()].iter();
        let attributes: Vec<_> = attributes.map(|attribute| self.attribute(*attribute)).collect();
        let copied = self.target.push_list(&attributes);
        if range.length > 0 {
            self.lists.insert(range, copied);
        }
        copied
    }

    /// Translates an attribute of the source to an attribute of the target.
    fn attribute(&mut self, Attribute { name, value }: Attribute) -> Attribute {
        let name = AttributeName { local: self.name(name.local), ..name };
        Attribute { name, value: self.moved(value) }
    }

    fn name(&mut self, name: NameId) -> NameId {
        if name.known_text().is_some() {
            return name;
        }
        let Self { source, target, names, .. } = self;
        *names.get_or_insert_with(name, || target.names.intern(source.names.text(name)))
    }
}
