//! [`Node`], an entry of the node vector, and its data for each kind of node.

use std::ops::BitOrAssign;

use hedgerow_base::{ElementName, NameId, Namespace, ShadowRootInit};

use crate::attribute_data::AttributeRange;
use crate::node_id::Slot;
use crate::text::{TextRun, TextSpan};

/// The kinds of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NodeKind {
    /// <https://dom.spec.whatwg.org/#interface-document>
    Document,
    /// A `DocumentFragment` that is not a shadow root. <https://dom.spec.whatwg.org/#interface-documentfragment>
    DocumentFragment,
    /// <https://dom.spec.whatwg.org/#interface-shadowroot>
    ShadowRoot,
    /// A node with a [`Doctype`]. <https://dom.spec.whatwg.org/#interface-documenttype>
    #[doc(alias = "Doctype")]
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
    /// Whether a node of this kind may have a child of the given kind.
    /// <https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity>
    pub fn may_have_child(self, child: Self) -> bool {
        match child {
            Self::Document | Self::DocumentFragment | Self::ShadowRoot => false,
            Self::DocumentType => self == Self::Document,
            Self::Text => self != Self::Document && self.may_have_children(),
            Self::Element | Self::Comment | Self::ProcessingInstruction => self.may_have_children(),
        }
    }

    pub(crate) fn may_have_children(self) -> bool {
        matches!(self, Self::Document | Self::DocumentFragment | Self::ShadowRoot | Self::Element)
    }

    /// Whether a node of this kind may be the root of a [`Document`](crate::Document).
    pub(crate) fn may_be_root(self) -> bool {
        matches!(self, Self::Document | Self::DocumentFragment)
    }

    /// Whether a node of this kind is a `DocumentFragment`. A shadow root is one.
    pub(crate) fn is_fragment(self) -> bool {
        matches!(self, Self::DocumentFragment | Self::ShadowRoot)
    }
}

/// A node in the vector: 32 bytes.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) parent: Option<Slot>,
    pub(crate) first_child: Option<Slot>,
    /// The previous sibling. For a first child, this is the last child of the parent, so that the last child needs no field
    /// of its own. For a node without a parent, this is the node itself.
    pub(crate) previous: Slot,
    pub(crate) next_sibling: Option<Slot>,
    pub(crate) data: NodeData,
}

/// The kind of a node and its data: 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NodeData {
    Document,
    DocumentFragment {
        /// The `template` element, if the fragment is the template contents of one.
        host: Option<Slot>,
    },
    ShadowRoot {
        host: Slot,
        /// The `template` element that declares the shadow root. A parser puts its content into the shadow root.
        declared_by: Option<Slot>,
    },
    DocumentType,
    Element {
        namespace: Namespace,
        flags: NodeFlags,
        name: NameId,
        attributes: AttributeRange,
    },
    Text(TextRun),
    Comment(TextSpan),
    ProcessingInstruction {
        target: NameId,
        data: TextSpan,
    },
    /// A free slot. When read by mistake, it looks like an empty `DocumentFragment`.
    Free {
        /// The next slot of the free list.
        next: Option<Slot>,
    },
}

impl NodeData {
    /// Returns the data of an element without entries in side tables.
    #[inline]
    pub(crate) fn element(name: ElementName, attributes: AttributeRange) -> Self {
        Self::Element { namespace: name.namespace, flags: NodeFlags::NONE, name: name.local, attributes }
    }

    #[inline]
    pub(crate) fn kind(&self) -> NodeKind {
        match self {
            Self::Document => NodeKind::Document,
            Self::DocumentFragment { .. } | Self::Free { .. } => NodeKind::DocumentFragment,
            Self::ShadowRoot { .. } => NodeKind::ShadowRoot,
            Self::DocumentType => NodeKind::DocumentType,
            Self::Element { .. } => NodeKind::Element,
            Self::Text(_) => NodeKind::Text,
            Self::Comment(_) => NodeKind::Comment,
            Self::ProcessingInstruction { .. } => NodeKind::ProcessingInstruction,
        }
    }
}

/// Properties that few elements have. Each side table has entries only for elements with its flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeFlags(u8);

impl NodeFlags {
    pub(crate) const NONE: Self = Self(0);
    /// `Rare::own_attributes` has an entry, which is based on the range of the node.
    pub(crate) const OWN_ATTRIBUTES: Self = Self(1);
    /// `Rare::template_contents` has an entry.
    pub(crate) const TEMPLATE_CONTENTS: Self = Self(1 << 1);
    /// `Rare::shadow_roots` has an entry.
    pub(crate) const SHADOW_HOST: Self = Self(1 << 2);

    #[inline]
    pub(crate) const fn has(self, flag: Self) -> bool {
        self.0 & flag.0 != 0
    }

    pub(crate) const fn without(self, flag: Self) -> Self {
        Self(self.0 & !flag.0)
    }
}

impl BitOrAssign for NodeFlags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// The strings of a `DocumentType` node: the name, the public ID and the system ID.
pub(crate) type DoctypeSpans = [TextSpan; 3];

/// The strings of a `DocumentType` node. Missing identifiers are empty. <https://dom.spec.whatwg.org/#interface-documenttype>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Doctype<'d> {
    /// The name.
    pub name: &'d str,
    /// The public ID.
    pub public_id: &'d str,
    /// The system ID.
    pub system_id: &'d str,
}

impl Node {
    #[inline]
    pub(crate) fn detached(id: Slot, data: NodeData) -> Self {
        Self { parent: None, first_child: None, previous: id, next_sibling: None, data }
    }
}

/// The fragments of a `template` element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TemplateFragments {
    pub(crate) contents: Slot,
    /// The fragment into which a parser puts the content: the template contents, or the shadow root that the element declares.
    pub(crate) for_parser: Slot,
}

/// The shadow root of a host and its properties.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShadowRootRecord {
    pub(crate) root: Slot,
    pub(crate) init: ShadowRootInit,
}
