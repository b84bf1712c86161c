//! `Node` and what it holds for each kind of node; [`NodeRef`], the view for reading.
//!
//! What is not here: who changes the links (`mutate.rs`), and how they are walked (`traverse.rs`).

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{BitOrAssign, Index, IndexMut, Range};

use hedgerow_names::{AttributeName, ElementName, NameId, Namespace};

use crate::attributes::{AttributeRange, Attributes};
use crate::document::{Document, NodeId};
use crate::text::{TextRun, TextSpan};

/// The kinds of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NodeKind {
    /// <https://dom.spec.whatwg.org/#interface-document>
    Document,
    /// A `DocumentFragment` that is no shadow root. <https://dom.spec.whatwg.org/#interface-documentfragment>
    DocumentFragment,
    /// <https://dom.spec.whatwg.org/#interface-shadowroot>
    ShadowRoot,
    /// <https://dom.spec.whatwg.org/#interface-documenttype>
    DocumentType,
    /// <https://dom.spec.whatwg.org/#interface-element>
    Element,
    /// <https://dom.spec.whatwg.org/#interface-text>
    Text,
    /// <https://dom.spec.whatwg.org/#interface-comment>
    Comment,
    /// <https://dom.spec.whatwg.org/#interface-processinginstruction>
    ProcessingInstruction,
}

impl NodeKind {
    /// Whether a node of this kind may have a child of another kind.
    /// <https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity>
    pub(crate) fn may_have_child(self, child: Self) -> bool {
        match child {
            Self::Document | Self::DocumentFragment | Self::ShadowRoot => false,
            Self::DocumentType => self == Self::Document,
            Self::Text => matches!(self, Self::DocumentFragment | Self::ShadowRoot | Self::Element),
            Self::Element | Self::Comment | Self::ProcessingInstruction => {
                matches!(self, Self::Document | Self::DocumentFragment | Self::ShadowRoot | Self::Element)
            }
        }
    }
}

/// A node in the row.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) parent: Option<NodeId>,
    pub(crate) first_child: Option<NodeId>,
    /// The previous sibling; of a first child, the last one, so that the last child needs no field of its own; of a node
    /// without a parent, itself.
    pub(crate) previous: NodeId,
    pub(crate) next_sibling: Option<NodeId>,
    pub(crate) data: NodeData,
}

/// What a node is, besides its place in the tree: 16 bytes, which a test pins.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NodeData {
    Document,
    DocumentFragment {
        /// The `template` element whose contents it is.
        host: Option<NodeId>,
    },
    ShadowRoot {
        host: NodeId,
    },
    DocumentType {
        /// Into the document's doctypes.
        index: u32,
    },
    Element {
        namespace: Namespace,
        flags: NodeFlags,
        /// With [`NodeFlags::OWNS_ATTRIBUTES`], two to this power is the room that the attributes have.
        attribute_capacity_exponent: u8,
        name: NameId,
        attributes: AttributeRange,
    },
    Text(TextRun),
    Comment(TextSpan),
    ProcessingInstruction {
        target: NameId,
        data: TextSpan,
    },
}

impl NodeData {
    /// An element that is in none of the side tables.
    #[inline]
    pub(crate) fn element(name: ElementName, attributes: AttributeRange) -> Self {
        Self::Element {
            namespace: name.namespace,
            flags: NodeFlags::NONE,
            attribute_capacity_exponent: 0,
            name: name.local,
            attributes,
        }
    }
}

/// What is true of few elements: without its flag, an element is in none of the side tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeFlags(u8);

impl NodeFlags {
    pub(crate) const NONE: Self = Self(0);
    /// The range of attributes belongs to this element alone and may be changed.
    pub(crate) const OWNS_ATTRIBUTES: Self = Self(1);
    /// The names of the attributes are in `Document::attribute_indexes`.
    pub(crate) const INDEXED_ATTRIBUTES: Self = Self(1 << 1);
    /// The element is in `Document::template_contents`.
    pub(crate) const TEMPLATE_CONTENTS: Self = Self(1 << 2);
    /// The element is in `Document::shadow_roots`.
    pub(crate) const SHADOW_HOST: Self = Self(1 << 3);

    #[inline]
    pub(crate) const fn has(self, flag: Self) -> bool {
        self.0 & flag.0 != 0
    }
}

impl BitOrAssign for NodeFlags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// The strings of a `DocumentType` node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DoctypeSpans {
    pub(crate) name: TextSpan,
    pub(crate) public_id: TextSpan,
    pub(crate) system_id: TextSpan,
}

/// The row of nodes. Slot 0 is never used, so that an id is an index; a row has it once it was [started](Self::restart).
#[derive(Clone, Default, Debug)]
pub(crate) struct NodeVector {
    slots: Vec<Node>,
    /// How many nodes room was made for at first.
    estimate: usize,
}

impl NodeVector {
    /// Removes all nodes and makes room for so many.
    pub(crate) fn restart(&mut self, capacity: usize) {
        self.slots.clear();
        self.slots.reserve_exact(capacity + 1);
        self.estimate = capacity;
        self.slots.push(Node::detached(NodeId::FIRST, NodeData::Document));
    }

    /// Adds a node without links.
    #[inline]
    pub(crate) fn push(&mut self, data: NodeData) -> NodeId {
        let id = self.next_id();
        self.push_node(Node::detached(id, data));
        id
    }

    #[inline(always)]
    pub(crate) fn push_node(&mut self, node: Node) {
        if self.slots.len() == self.slots.capacity() {
            self.grow();
        }
        self.slots.push(node);
    }

    /// Makes room by an eighth, not by doubling: the room was estimated, and what is not used of it is lost as long as the
    /// document is kept. If the estimate was far off, or there was nothing to estimate from, by a half.
    #[cold]
    fn grow(&mut self) {
        let length = self.slots.len();
        let part = if length > 2 * self.estimate { 2 } else { 8 };
        self.slots.reserve_exact(16 + length / part);
    }

    /// The id that the next node will have.
    #[inline(always)]
    pub(crate) fn next_id(&self) -> NodeId {
        NodeId::at(self.slots.len())
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.slots.len() - 1
    }

    /// The nodes of a range of indices; none if it is not one of this row.
    #[inline]
    pub(crate) fn run(&self, indices: Range<usize>) -> &[Node] {
        self.slots.get(indices).unwrap_or_default()
    }

    /// The ids of all nodes, in the order of creation.
    pub(crate) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (1..self.slots.len()).map(NodeId::at)
    }
}

impl Index<NodeId> for NodeVector {
    type Output = Node;

    #[inline]
    fn index(&self, id: NodeId) -> &Node {
        &self.slots[id.index()]
    }
}

impl IndexMut<NodeId> for NodeVector {
    #[inline]
    fn index_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.slots[id.index()]
    }
}

/// The strings of a `DocumentType` node; identifiers that were missing are empty.
///
/// <https://dom.spec.whatwg.org/#interface-documenttype>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Doctype<'d> {
    /// The name.
    pub name: &'d str,
    /// The public ID.
    pub public_id: &'d str,
    /// The system ID.
    pub system_id: &'d str,
}

/// What can be asked of a node by its id.
impl Document {
    /// The kind of a node.
    ///
    /// ```
    /// use hedgerow_dom::{Document, NodeKind};
    /// let document = Document::new();
    /// assert_eq!(document.kind(document.root_id()), NodeKind::Document);
    /// ```
    #[inline]
    #[must_use]
    pub fn kind(&self, node: NodeId) -> NodeKind {
        match self.nodes[node].data {
            NodeData::Document => NodeKind::Document,
            NodeData::DocumentFragment { .. } => NodeKind::DocumentFragment,
            NodeData::ShadowRoot { .. } => NodeKind::ShadowRoot,
            NodeData::DocumentType { .. } => NodeKind::DocumentType,
            NodeData::Element { .. } => NodeKind::Element,
            NodeData::Text(_) => NodeKind::Text,
            NodeData::Comment(_) => NodeKind::Comment,
            NodeData::ProcessingInstruction { .. } => NodeKind::ProcessingInstruction,
        }
    }

    /// The parent of a node. <https://dom.spec.whatwg.org/#concept-tree-parent>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let document = Document::new();
    /// assert_eq!(document.parent(document.root_id()), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node].parent
    }

    /// The first child of a node. <https://dom.spec.whatwg.org/#concept-tree-first-child>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("");
    /// document.append(document.root_id(), comment);
    /// assert_eq!(document.first_child(document.root_id()), Some(comment));
    /// ```
    #[inline]
    #[must_use]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node].first_child
    }

    /// The last child of a node. <https://dom.spec.whatwg.org/#concept-tree-last-child>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("");
    /// document.append(document.root_id(), comment);
    /// assert_eq!(document.last_child(document.root_id()), Some(comment));
    /// ```
    #[inline]
    #[must_use]
    pub fn last_child(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node].first_child.map(|first| self.nodes[first].previous)
    }

    /// The previous sibling of a node. <https://dom.spec.whatwg.org/#concept-tree-previous-sibling>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comments = ["1", "2"].map(|data| document.create_comment(data));
    /// for comment in comments {
    ///     document.append(document.root_id(), comment);
    /// }
    /// assert_eq!(document.previous_sibling(comments[1]), Some(comments[0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn previous_sibling(&self, node: NodeId) -> Option<NodeId> {
        // Behind the last child, which is before the first in the ring, there is none.
        let previous = self.nodes[node].previous;
        self.nodes[previous].next_sibling.is_some().then_some(previous)
    }

    /// The next sibling of a node. <https://dom.spec.whatwg.org/#concept-tree-next-sibling>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comments = ["1", "2"].map(|data| document.create_comment(data));
    /// for comment in comments {
    ///     document.append(document.root_id(), comment);
    /// }
    /// assert_eq!(document.next_sibling(comments[0]), Some(comments[1]));
    /// ```
    #[inline]
    #[must_use]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node].next_sibling
    }

    /// The name of an element; `None` for another node.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let name = ElementName::html(known::P);
    /// let element = document.create_element(name, []);
    /// assert_eq!(document.element_name(element), Some(name));
    /// ```
    #[inline]
    #[must_use]
    pub fn element_name(&self, node: NodeId) -> Option<ElementName> {
        match self.nodes[node].data {
            NodeData::Element { namespace, name, .. } => Some(ElementName { namespace, local: name }),
            _ => None,
        }
    }

    /// The target and the data of a `ProcessingInstruction` node; `None` for another node.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let instruction = document.create_processing_instruction("php", "echo 1");
    /// assert_eq!(document.processing_instruction(instruction), Some(("php", "echo 1")));
    /// ```
    #[must_use]
    pub fn processing_instruction(&self, node: NodeId) -> Option<(&str, &str)> {
        match self.nodes[node].data {
            NodeData::ProcessingInstruction { target, data } => {
                Some((self.names.text(target), self.text.get(data)))
            }
            _ => None,
        }
    }

    /// The host of a shadow root or of a template's contents; `None` for another node.
    /// <https://dom.spec.whatwg.org/#concept-documentfragment-host>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let template = document.create_element(ElementName::html(known::TEMPLATE), []);
    /// let contents = document.template_contents(template).unwrap();
    /// assert_eq!(document.host(contents), Some(template));
    /// ```
    #[must_use]
    pub fn host(&self, node: NodeId) -> Option<NodeId> {
        match self.nodes[node].data {
            NodeData::DocumentFragment { host } => host,
            NodeData::ShadowRoot { host } => Some(host),
            _ => None,
        }
    }

    /// The flags of an element; none for another node.
    #[inline]
    pub(crate) fn flags(&self, node: NodeId) -> NodeFlags {
        match self.nodes[node].data {
            NodeData::Element { flags, .. } => flags,
            _ => NodeFlags::NONE,
        }
    }

    pub(crate) fn add_flag(&mut self, element: NodeId, flag: NodeFlags) {
        if let NodeData::Element { flags, .. } = &mut self.nodes[element].data {
            *flags |= flag;
        }
    }
}

/// A node of a document, for reading.
///
/// Two views are equal if they show the same node of the same `Document` value.
#[derive(Clone, Copy)]
pub struct NodeRef<'d> {
    document: &'d Document,
    id: NodeId,
}

impl<'d> NodeRef<'d> {
    #[inline]
    pub(crate) fn new(document: &'d Document, id: NodeId) -> Self {
        Self { document, id }
    }

    /// The id of the node, for changing it.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let document = Document::new();
    /// assert_eq!(document.root().id(), document.root_id());
    /// ```
    #[inline]
    #[must_use]
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The document that the node is in.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let document = Document::new();
    /// assert_eq!(document.root().document().root_id(), document.root_id());
    /// ```
    #[inline]
    #[must_use]
    pub fn document(self) -> &'d Document {
        self.document
    }

    /// The kind of the node.
    ///
    /// ```
    /// use hedgerow_dom::{Document, NodeKind};
    /// assert_eq!(Document::new().root().kind(), NodeKind::Document);
    /// ```
    #[inline]
    #[must_use]
    pub fn kind(self) -> NodeKind {
        self.document.kind(self.id)
    }

    /// The name of the element; `None` for another node.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let element = document.create_element(ElementName::html(known::P), []);
    /// assert_eq!(document.node(element).element_name(), Some(ElementName::html(known::P)));
    /// ```
    #[inline]
    #[must_use]
    pub fn element_name(self) -> Option<ElementName> {
        self.document.element_name(self.id)
    }

    /// The local name of the element; empty for another node.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let element = document.create_element(ElementName::html(known::P), []);
    /// assert_eq!(document.node(element).local_name_text(), "p");
    /// assert_eq!(document.root().local_name_text(), "");
    /// ```
    #[must_use]
    pub fn local_name_text(self) -> &'d str {
        self.element_name().map_or("", |name| self.document.names.text(name.local))
    }

    /// The namespace of the element; `None` for another node.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{ElementName, Namespace, known};
    /// let mut document = Document::new();
    /// let element = document.create_element(ElementName::html(known::P), []);
    /// assert_eq!(document.node(element).namespace(), Some(Namespace::Html));
    /// ```
    #[must_use]
    pub fn namespace(self) -> Option<Namespace> {
        self.element_name().map(|name| name.namespace)
    }

    /// The attributes of the element, in order; none for another node.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{AttributeName, ElementName, known};
    /// let mut document = Document::new();
    /// let id = AttributeName::plain(known::ID);
    /// let element = document.create_element(ElementName::html(known::P), [(id, "x")]);
    /// assert_eq!(document.node(element).attributes().next().unwrap().value(), "x");
    /// ```
    #[must_use]
    pub fn attributes(self) -> Attributes<'d> {
        Attributes::new(self)
    }

    /// The value of the attribute in no namespace whose local name is `name`, exactly.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{AttributeName, ElementName, known};
    /// let mut document = Document::new();
    /// let id = AttributeName::plain(known::ID);
    /// let element = document.create_element(ElementName::html(known::P), [(id, "x")]);
    /// assert_eq!(document.node(element).attribute("id"), Some("x"));
    /// assert_eq!(document.node(element).attribute("class"), None);
    /// ```
    #[must_use]
    pub fn attribute(self, name: &str) -> Option<&'d str> {
        let name = self.document.names.find(name)?;
        self.document.attribute_value(self.id, AttributeName::plain(name))
    }

    /// The data of a `Text`, `Comment` or `ProcessingInstruction` node; `None` for another node.
    /// <https://dom.spec.whatwg.org/#concept-cd-data>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// assert_eq!(document.node(comment).data(), Some("note"));
    /// assert_eq!(document.root().data(), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn data(self) -> Option<&'d str> {
        match self.document.nodes[self.id].data {
            NodeData::Text(run) => Some(self.document.text.get(run.span())),
            NodeData::Comment(data) | NodeData::ProcessingInstruction { data, .. } => {
                Some(self.document.text.get(data))
            }
            _ => None,
        }
    }

    /// The target and the data of a `ProcessingInstruction` node; `None` for another node.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let instruction = document.create_processing_instruction("php", "echo 1");
    /// assert_eq!(document.node(instruction).processing_instruction(), Some(("php", "echo 1")));
    /// ```
    #[must_use]
    pub fn processing_instruction(self) -> Option<(&'d str, &'d str)> {
        self.document.processing_instruction(self.id)
    }

    /// The strings of a `DocumentType` node; `None` for another node.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let doctype = document.create_doctype("html", "", "");
    /// assert_eq!(document.node(doctype).doctype().map(|doctype| doctype.name), Some("html"));
    /// ```
    #[must_use]
    pub fn doctype(self) -> Option<Doctype<'d>> {
        let NodeData::DocumentType { index } = self.document.nodes[self.id].data else { return None };
        let spans = self.document.doctypes[index as usize];
        let [name, public_id, system_id] =
            [spans.name, spans.public_id, spans.system_id].map(|span| self.document.text.get(span));
        Some(Doctype { name, public_id, system_id })
    }

    /// The template contents of a `template` element; `None` for another node.
    /// <https://html.spec.whatwg.org/multipage/scripting.html#template-contents>
    ///
    /// ```
    /// use hedgerow_dom::{Document, NodeKind};
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let template = document.create_element(ElementName::html(known::TEMPLATE), []);
    /// let contents = document.node(template).template_contents().unwrap();
    /// assert_eq!(contents.kind(), NodeKind::DocumentFragment);
    /// ```
    #[must_use]
    pub fn template_contents(self) -> Option<Self> {
        self.document.template_contents(self.id).map(|id| self.document.node(id))
    }

    /// The shadow root of a shadow host; `None` for another node.
    /// <https://dom.spec.whatwg.org/#concept-element-shadow-root>
    ///
    /// ```
    /// use hedgerow_dom::{Document, ShadowRootInit};
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let host = document.create_element(ElementName::html(known::DIV), []);
    /// let shadow = document.attach_shadow_root(host, ShadowRootInit::default());
    /// assert_eq!(document.node(host).shadow_root().unwrap().id(), shadow);
    /// ```
    #[must_use]
    pub fn shadow_root(self) -> Option<Self> {
        self.document.shadow_root(self.id).map(|id| self.document.node(id))
    }

    /// The host of a shadow root or of a template's contents; `None` for another node.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let template = document.create_element(ElementName::html(known::TEMPLATE), []);
    /// let template = document.node(template);
    /// assert_eq!(template.template_contents().unwrap().host(), Some(template));
    /// ```
    #[must_use]
    pub fn host(self) -> Option<Self> {
        self.document.host(self.id).map(|id| self.document.node(id))
    }
}

impl PartialEq for NodeRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && std::ptr::eq(self.document, other.document)
    }
}

impl Eq for NodeRef<'_> {}

impl Hash for NodeRef<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Debug for NodeRef<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.document.describe(self.id))
    }
}
