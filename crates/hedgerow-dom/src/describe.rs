//! [`Description`]: sets the kind and the data of a node that is already in the tree, for a reader that learns them after
//! the node's position.

use hedgerow_base::{AttributeName, ElementName, ShadowRootInit};

use crate::document::Document;
use crate::node::{DoctypeSpans, NodeData};
use crate::node_id::Slot;
use crate::text_span::TextRun;
use crate::unchecked::Unchecked;

/// The kind and the data of a node: [`Unchecked::describe`].
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "as for the methods that create such nodes")]
pub enum Description<'t> {
    Document,
    DocumentFragment,
    /// Only for a node that is a shadow root already.
    ShadowRoot(ShadowRootInit),
    DocumentType {
        name: &'t str,
        public_id: &'t str,
        system_id: &'t str,
    },
    Element(ElementName, &'t [(AttributeName, &'t str)]),
    Text(&'t str),
    Comment(&'t str),
    ProcessingInstruction {
        target: &'t str,
        data: &'t str,
    },
}

impl Unchecked<'_> {
    /// Gives an element without attributes another kind, or another name and attributes. The node keeps its parent, its
    /// siblings and its children.
    ///
    /// The caller guarantees that the names are of this document, and that the tree is valid when all nodes have been
    /// described.
    pub fn describe(self, node: Slot, description: Description<'_>) {
        let document = self.document;
        document.nodes[node].data = match description {
            Description::Document => NodeData::Document,
            Description::DocumentFragment => NodeData::DocumentFragment { host: None },
            Description::ShadowRoot(init) => {
                if let NodeData::ShadowRoot { host, .. } = document.nodes[node].data
                    && let Some(record) = document.rare.shadow_roots.get_mut(&host)
                {
                    record.init = init;
                }
                return;
            }
            Description::DocumentType { name, public_id, system_id } => {
                if let Some(spans) = document.push_doctype_strings([name, public_id, system_id]) {
                    document.rare.doctypes.insert(node, spans);
                }
                NodeData::DocumentType
            }
            Description::Element(name, attributes) => {
                let attributes = attributes.iter().map(|&(name, value)| (name, value.into()));
                let attributes = document.push_attributes(attributes);
                NodeData::Element {
                    namespace: name.namespace,
                    flags: document.flags(node),
                    attribute_capacity_exponent: 0,
                    name: name.local,
                    attributes,
                }
            }
            Description::Text(data) => NodeData::Text(TextRun::new(document.text.push(data))),
            Description::Comment(data) => NodeData::Comment(document.text.push(data)),
            Description::ProcessingInstruction { target, data } => NodeData::ProcessingInstruction {
                target: document.names.intern(target),
                data: document.text.push(data),
            },
        };
    }

    /// Creates the template contents of an element without template contents.
    #[must_use]
    pub fn create_template_contents(self, element: Slot) -> Slot {
        self.document.create_template_contents(element)
    }
}

impl Document {
    /// Copies the strings of a doctype into the text heap. Returns `None` for the strings of `<!DOCTYPE html>`, which are
    /// not stored.
    pub(crate) fn push_doctype_strings(&mut self, strings: [&str; 3]) -> Option<DoctypeSpans> {
        (strings != ["html", "", ""]).then(|| {
            let [name, public_id, system_id] = strings.map(|text| self.text.push(text));
            DoctypeSpans { name, public_id, system_id }
        })
    }
}
