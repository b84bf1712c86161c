//! Copies of nodes from one document into another.

use std::collections::{HashMap, HashSet};

use hedgerow_base::{AttributeName, ElementName, NameId, Namespace};

use crate::attribute_data::{Attribute, AttributeRange};
use crate::document::Document;
use crate::edit::{Attempt, MutationError, MutationRule};
use crate::node::{DoctypeSpans, NodeData, NodeFlags, NodeKind};
use crate::node_id::{NodeId, Slot};
use crate::node_ref::NodeRef;
use crate::text::{Compaction, TextSpan};
use crate::traverse::{NodeEdge, TraverseWhole};

impl Document {
    /// Copies a node of another document with everything that it contains, including template contents and shadow roots. The copy
    /// has no parent. The copy of a shadow root or of a `Document` itself is a `DocumentFragment` without the doctype. Copies of
    /// nodes that share text or attributes share the copied text and attributes.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_serialize::ToHtml;
    /// let mut other = Document::new();
    /// let paragraph = other.create_element("p")?;
    /// other.append_text(paragraph, "Hello")?;
    /// let mut document = Document::new();
    /// let copy = document.import(other.node(paragraph))?;
    /// document.append(document.root_id(), copy)?;
    /// assert_eq!(document.root().inner_html(), "<p>Hello</p>");
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text does not fit, or if the other document has [lost](Self::has_lost_text) text.
    #[doc(alias("importNode", "adoptNode"))]
    pub fn import(&mut self, node: NodeRef<'_>) -> Result<NodeId, MutationError> {
        let source = node.document();
        let text = (!source.has_lost_text()).then(|| self.text.copy_from(&source.text, spans_of(node)));
        let Some(text) = text.flatten() else {
            return Err(source.refusal(Attempt::on("import", node.id()), None, MutationRule::TooMuchText));
        };
        let (names, lists) = Default::default();
        let mut import = Import { source, target: self, text, names, lists };
        let copy = import.tree(node.slot());
        Ok(self.id_of(copy))
    }
}

/// Returns the spans of all text in a node, its template contents and its shadow root.
fn spans_of(node: NodeRef<'_>) -> Vec<TextSpan> {
    let document = node.document();
    let mut spans = Vec::new();
    let mut lists = HashSet::new();
    for edge in TraverseWhole::new(node) {
        let NodeEdge::Enter(node) = edge else { continue };
        match document.nodes[node.slot()].data {
            NodeData::Text(run) => spans.push(run.span()),
            NodeData::Comment(data) | NodeData::ProcessingInstruction { data, .. } => spans.push(data),
            NodeData::DocumentType => {
                if let Some(&DoctypeSpans { name, public_id, system_id }) =
                    document.rare.doctypes.get(&node.slot())
                {
                    spans.extend([name, public_id, system_id]);
                }
            }
            NodeData::Element { .. } => {
                let value = |index: usize| document.attributes[index].value;
                // Any number of elements may share a list.
                let range = document.attribute_range(node.slot());
                if range.length > 0 && lists.insert(range) {
                    spans.extend(range.indices().map(value));
                }
                if let Some(overlay) = document.attribute_overlay(node.slot()) {
                    spans.extend(overlay.own_attributes().map(|(_, index)| value(index)));
                }
            }
            _ => {}
        }
    }
    spans
}

/// The state of an import.
struct Import<'i> {
    source: &'i Document,
    target: &'i mut Document,
    /// The mapping of the copied text.
    text: Compaction,
    /// The numbers in the target of names that are not well known.
    names: HashMap<NameId, NameId>,
    /// The copies of lists that several elements may share.
    lists: HashMap<AttributeRange, AttributeRange>,
}

impl Import<'_> {
    fn tree(&mut self, node: Slot) -> Slot {
        let root = self.single_node(node);
        // Pairs of a node and its copy, whose content is not copied yet.
        let mut pending = vec![(node, root)];
        while let Some((original, copy)) = pending.pop() {
            self.children(original, copy, &mut pending);
        }
        root
    }

    /// Copies the descendants of `original` into `copy`. Adds their template contents and shadow roots to `pending`.
    fn children(&mut self, original: Slot, copy: Slot, pending: &mut Vec<(Slot, Slot)>) {
        self.fragments(original, copy, pending);
        let mut parent = copy;
        for edge in self.source.at(original).traverse().skip(1) {
            match edge {
                // A document becomes a fragment, which cannot contain a doctype.
                NodeEdge::Enter(node) | NodeEdge::Leave(node) if node.kind() == NodeKind::DocumentType => {}
                NodeEdge::Enter(node) => {
                    let copy_of_node = self.single_node(node.slot());
                    self.target.unchecked().append(parent, copy_of_node);
                    self.fragments(node.slot(), copy_of_node, pending);
                    parent = copy_of_node;
                }
                NodeEdge::Leave(_) => parent = self.target.parent(parent).unwrap_or(copy),
            }
        }
    }

    /// Prepares the copies of template contents and a shadow root.
    fn fragments(&mut self, original: Slot, copy: Slot, pending: &mut Vec<(Slot, Slot)>) {
        if let Some(contents) = self.source.template_contents(original)
            && let Some(copy_contents) = self.target.template_contents(copy)
        {
            pending.push((contents, copy_contents));
        }
        if let Some(record) = self.source.shadow_root_record(original) {
            pending.push((record.root, self.target.unchecked().attach_shadow_root(copy, record.init)));
        }
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
                let spans = spans.map(|&DoctypeSpans { name, public_id, system_id }| DoctypeSpans {
                    name: self.moved(name),
                    public_id: self.moved(public_id),
                    system_id: self.moved(system_id),
                });
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

    /// Returns the span of a text in the target.
    fn moved(&self, mut span: TextSpan) -> TextSpan {
        self.text.move_span(&mut span);
        span
    }

    fn element(&mut self, element: Slot, namespace: Namespace, local: NameId) -> Slot {
        let name = ElementName { namespace, local: self.name(local) };
        let range = self.source.attribute_range(element);
        let copied = match self.lists.get(&range) {
            Some(&copied) => copied,
            None => self.attributes(range),
        };
        self.target.index_attributes(copied);
        let copy = self.target.create_element_with_range(name, copied);
        if let Some(overlay) = self.source.attribute_overlay(element) {
            let overlay = overlay.imported(copied, |index| {
                let attribute = self.attribute(index);
                (attribute.0, self.target.push_attribute_spans(&[attribute]).indices().start)
            });
            self.target.rare.attribute_overlays.insert(copy, Box::new(overlay));
            self.target.add_flag(copy, NodeFlags::CHANGED_ATTRIBUTES);
        }
        copy
    }

    /// Copies a list of attributes.
    fn attributes(&mut self, range: AttributeRange) -> AttributeRange {
        let attributes: Vec<_> = range.indices().map(|index| self.attribute(index)).collect();
        let copied = self.target.push_attribute_spans(&attributes);
        if range.length > 0 {
            self.lists.insert(range, copied);
        }
        copied
    }

    /// Returns the name and the value in the target of the attribute at an index.
    fn attribute(&mut self, index: usize) -> (AttributeName, TextSpan) {
        let Attribute { name: AttributeName { namespace, local }, value } = self.source.attributes[index];
        (AttributeName { namespace, local: self.name(local) }, self.moved(value))
    }

    /// Returns the number of a name in the target.
    fn name(&mut self, name: NameId) -> NameId {
        if name.known_text().is_some() {
            return name;
        }
        let Self { source, target, names, .. } = self;
        *names.entry(name).or_insert_with(|| target.names.intern(source.names.text(name)))
    }
}
