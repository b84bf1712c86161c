//! [`NodeRef`], the view of a node: its kind, its name and its data. `traverse/` has the methods for its relatives.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::str::SplitAsciiWhitespace;

use hedgerow_base::{
    AttributeKey, AttributeName, ElementName, ElementNameRef, NameId, Namespace, ShadowRootInit, known,
    pseudo_attributes,
};

use crate::attributes::Attributes;
use crate::document::Document;
use crate::node::{Doctype, NodeData, NodeKind};
use crate::node_id::{NodeId, Slot};

/// A view of a node, for reading. Two views are equal if they are views of the same node of the same `Document` value.
#[derive(Clone, Copy)]
pub struct NodeRef<'d> {
    document: &'d Document,
    slot: Slot,
}

impl<'d> NodeRef<'d> {
    #[inline]
    pub(crate) fn new(document: &'d Document, slot: Slot) -> Self {
        Self { document, slot }
    }

    /// Returns the id of the node, for changes. [`element_id`](Self::element_id) returns the attribute `id`.
    #[inline]
    pub fn id(self) -> NodeId {
        self.document.id_of(self.slot)
    }

    /// Returns the slot of the node, for tables with an entry for each node and for [`Document::unchecked`].
    #[inline]
    pub fn slot(self) -> Slot {
        self.slot
    }

    /// Returns the document of the node.
    #[doc(alias = "ownerDocument")]
    #[inline]
    pub fn document(self) -> &'d Document {
        self.document
    }

    /// Returns the kind of the node.
    #[doc(alias = "nodeType")]
    #[inline]
    pub fn kind(self) -> NodeKind {
        self.document.kind(self.slot)
    }

    /// Returns the name of the element; `None` for another node.
    #[doc(alias = "qualName")]
    #[inline]
    pub fn element_name(self) -> Option<ElementNameRef<'d>> {
        self.interned_name().map(|name| ElementNameRef::new(&self.document.names, name))
    }

    /// Returns the interned name of the element, which is valid only in this document; `None` for another node.
    #[inline]
    pub(crate) fn interned_name(self) -> Option<ElementName> {
        self.document.element_name(self.slot)
    }

    /// Whether the node is an HTML element with this known local name.
    #[inline]
    pub fn is_html(self, local_name: NameId) -> bool {
        self.interned_name().is_some_and(|name| name.is_html(local_name))
    }

    /// Whether the node is an HTML element with one of these known local names.
    #[inline]
    pub fn is_html_any(self, local_names: &[NameId]) -> bool {
        self.interned_name().is_some_and(|name| local_names.iter().any(|&local| name.is_html(local)))
    }

    /// Returns the local name of the element; an empty string for another node.
    #[doc(alias("localName", "name", "tag_name", "tagName"))]
    pub fn local_name_text(self) -> &'d str {
        self.interned_name().map_or("", |name| self.document.names.text(name.local))
    }

    /// Returns the namespace of the element; `None` for another node.
    #[doc(alias = "namespaceURI")]
    pub fn namespace(self) -> Option<Namespace> {
        self.interned_name().map(|name| name.namespace)
    }

    /// Returns the attributes of the element in order; no attributes for another node.
    #[doc(alias = "attrs")]
    pub fn attributes(self) -> Attributes<'d> {
        self.document.attributes_of(self.slot)
    }

    /// Returns the value of an attribute. The name has the forms that [`Document::set_attribute`] takes.
    /// <https://dom.spec.whatwg.org/#dom-element-getattribute>
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::dom::{Namespace, known};
    /// let mut document = Document::new();
    /// let link = document.create_element("a")?;
    /// document.set_attribute(link, "onClick", "go()")?;
    /// document.set_attribute(link, (Namespace::XLink, "href"), "#")?;
    /// let link = document.node(link);
    /// assert_eq!(link.attribute("onclick"), Some("go()"));
    /// assert_eq!(link.attribute("onClick"), Some("go()"));
    /// assert_eq!(link.attribute("xlink:href"), Some("#"));
    /// assert_eq!(link.attribute((Namespace::XLink, "href")), Some("#"));
    /// assert_eq!(link.attribute(known::HREF), None);
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    #[doc(alias("attr", "get", "getAttribute", "get_attribute"))]
    #[inline]
    pub fn attribute<'t>(self, name: impl Into<AttributeKey<'t>>) -> Option<&'d str> {
        self.document.attribute_by_key(self.slot, name.into())
    }

    /// Whether the element has an attribute. The name has the forms that [`attribute`](Self::attribute) takes.
    /// <https://dom.spec.whatwg.org/#dom-element-hasattribute>
    #[doc(alias("hasAttribute", "has_attr"))]
    #[inline]
    pub fn has_attribute<'t>(self, name: impl Into<AttributeKey<'t>>) -> bool {
        self.attribute(name).is_some()
    }

    /// Returns the unique identifier of the element: the value of its `id` attribute, unless that is empty.
    /// <https://dom.spec.whatwg.org/#concept-id>
    #[doc(alias("id", "id_attribute"))]
    pub fn element_id(self) -> Option<&'d str> {
        let id = AttributeName::plain(known::ID);
        self.document.attribute_value(self.slot, id).filter(|value| !value.is_empty())
    }

    /// Returns the classes of the element in the order of its `class` attribute, including repeated ones.
    /// <https://dom.spec.whatwg.org/#concept-class>
    #[doc(alias("classList", "class_list", "className"))]
    pub fn classes(self) -> SplitAsciiWhitespace<'d> {
        let class = AttributeName::plain(known::CLASS);
        self.document.attribute_value(self.slot, class).unwrap_or_default().split_ascii_whitespace()
    }

    /// Whether the element has a class. The comparison is case-sensitive.
    pub fn has_class(self, class: &str) -> bool {
        self.classes().any(|other| other == class)
    }

    /// Returns the data of a `Text`, `Comment` or `ProcessingInstruction` node; `None` for another node.
    /// <https://dom.spec.whatwg.org/#concept-cd-data>
    #[doc(alias = "nodeValue")]
    #[inline]
    pub fn data(self) -> Option<&'d str> {
        match self.document.nodes[self.slot].data {
            NodeData::Text(run) => Some(self.document.text.get(run.span())),
            NodeData::Comment(data) | NodeData::ProcessingInstruction { data, .. } => {
                Some(self.document.text.get(data))
            }
            _ => None,
        }
    }

    /// Returns the target and the data of a `ProcessingInstruction` node; `None` for another node.
    pub fn processing_instruction(self) -> Option<(&'d str, &'d str)> {
        match self.document.nodes[self.slot].data {
            NodeData::ProcessingInstruction { target, data } => {
                Some((self.document.names.text(target), self.document.text.get(data)))
            }
            _ => None,
        }
    }

    /// Returns the names and values of the attributes of a processing instruction, which are written in its data. Returns no
    /// attributes if the data is not a list of attributes, and for another node. The names are case-sensitive.
    /// <https://dom.spec.whatwg.org/#dom-processinginstruction-getattributenames>
    ///
    /// ```
    /// let document = hedgerow::parse("<p><?start name='a' title='1 &lt; 2'?>");
    /// let start = document.root().descendants().find(|node| node.processing_instruction().is_some()).unwrap();
    /// let attributes = start.instruction_attributes();
    /// assert_eq!(attributes, [("name", "a".into()), ("title", "1 < 2".into())]);
    /// ```
    #[doc(alias = "getAttributeNames")]
    pub fn instruction_attributes(self) -> Vec<(&'d str, Cow<'d, str>)> {
        let data = self.processing_instruction().map(|(_, data)| data);
        data.and_then(pseudo_attributes).unwrap_or_default()
    }

    /// Returns the strings of a `DocumentType` node; `None` for another node.
    pub fn doctype(self) -> Option<Doctype<'d>> {
        let NodeData::DocumentType = self.document.nodes[self.slot].data else { return None };
        let text = |span| self.document.text.get(span);
        Some(match self.document.rare.doctypes.get(&self.slot) {
            None => Doctype { name: "html", public_id: "", system_id: "" },
            Some(&[name, public_id, system_id]) => {
                Doctype { name: text(name), public_id: text(public_id), system_id: text(system_id) }
            }
        })
    }

    /// Returns the template contents of a `template` element; `None` for another node.
    /// <https://html.spec.whatwg.org/multipage/scripting.html#template-contents>
    #[doc(alias = "content")]
    pub fn template_contents(self) -> Option<Self> {
        self.document.template_contents(self.slot).map(|slot| self.document.at(slot))
    }

    /// Returns the shadow root of a shadow host; `None` for another node.
    /// <https://dom.spec.whatwg.org/#concept-element-shadow-root>
    #[doc(alias = "shadowRoot")]
    pub fn shadow_root(self) -> Option<Self> {
        self.document.shadow_root(self.slot).map(|slot| self.document.at(slot))
    }

    /// Returns the properties of the shadow root of a shadow host; `None` for another node.
    pub fn shadow_root_init(self) -> Option<ShadowRootInit> {
        self.document.shadow_root_record(self.slot).map(|record| record.init)
    }

    /// Returns the host of a shadow root or of template contents; `None` for another node.
    pub fn host(self) -> Option<Self> {
        self.document.host(self.slot).map(|slot| self.document.at(slot))
    }
}

impl Document {
    /// Returns the view of the root.
    #[inline]
    pub fn root(&self) -> NodeRef<'_> {
        self.at(self.root)
    }

    /// Returns the view of a node.
    ///
    /// # Panics
    ///
    /// If the node was removed, or if the id is of another document: see [`NodeId`]. [`get`](Self::get) returns `None` instead.
    #[inline]
    #[track_caller]
    #[expect(clippy::panic, reason = "documented, and `get` does not panic")]
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        match self.get(id) {
            Some(node) => node,
            None => panic!("no node {id:?}: {}", self.why_missing(id)),
        }
    }

    /// Returns the view of a node; `None` if the node was removed, or if the id is of another document.
    #[inline]
    pub fn get(&self, id: NodeId) -> Option<NodeRef<'_>> {
        self.slot_of(id).map(|slot| self.at(slot))
    }

    #[inline]
    pub(crate) fn at(&self, slot: Slot) -> NodeRef<'_> {
        NodeRef::new(self, slot)
    }
}

impl Slot {
    /// Returns the view of the node in this slot.
    ///
    /// # Panics
    ///
    /// If the slot is free.
    #[inline]
    #[track_caller]
    pub fn node(self, document: &Document) -> NodeRef<'_> {
        assert!(document.nodes.contains(self), "the slot contains no node of this document");
        document.at(self)
    }
}

/// Returns the view of the root.
impl<'d> From<&'d Document> for NodeRef<'d> {
    fn from(document: &'d Document) -> Self {
        document.root()
    }
}

impl PartialEq for NodeRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.slot == other.slot && std::ptr::eq(self.document, other.document)
    }
}

impl Eq for NodeRef<'_> {}

impl Hash for NodeRef<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.slot.hash(state);
    }
}
