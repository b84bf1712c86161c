//! `Node` and what it holds for each kind of node.
//!
//! What is not here: the row that they stand in (`node_vector.rs`), the view for reading (`node_ref.rs`), who changes the
//! links (`links.rs`), and how they are walked (`traverse/`).

use std::ops::BitOrAssign;

use hedgerow_names::{ElementName, NameId, Namespace, ShadowRootInit};

use crate::attribute_data::AttributeRange;
use crate::node_id::Slot;
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
            Self::Text => self != Self::Document && self.may_have_children(),
            Self::Element | Self::Comment | Self::ProcessingInstruction => self.may_have_children(),
        }
    }

    pub(crate) fn may_have_children(self) -> bool {
        matches!(self, Self::Document | Self::DocumentFragment | Self::ShadowRoot | Self::Element)
    }

    /// Whether it may be the root of a [`Document`].
    pub(crate) fn may_be_root(self) -> bool {
        matches!(self, Self::Document | Self::DocumentFragment)
    }

    /// Whether it is a `DocumentFragment`: a shadow root is one, too.
    pub(crate) fn is_fragment(self) -> bool {
        matches!(self, Self::DocumentFragment | Self::ShadowRoot)
    }
}

/// A node in the row.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) parent: Option<Slot>,
    pub(crate) first_child: Option<Slot>,
    /// The previous sibling; of a first child, the last one, so that the last child needs no field of its own; of a node
    /// without a parent, itself.
    pub(crate) previous: Slot,
    pub(crate) next_sibling: Option<Slot>,
    pub(crate) data: NodeData,
}

/// What a node is, besides its place in the tree: 16 bytes, which a test pins.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NodeData {
    Document,
    DocumentFragment {
        /// The `template` element whose contents it is.
        host: Option<Slot>,
    },
    ShadowRoot {
        host: Slot,
        /// The `template` element whose contents it is, too.
        contents_of: Option<Slot>,
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
    /// No node: a slot that is free. Read nevertheless, it looks like an empty `DocumentFragment`.
    Free {
        /// The next one.
        next: Option<Slot>,
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

    #[inline]
    pub(crate) fn kind(&self) -> NodeKind {
        match self {
            Self::Document => NodeKind::Document,
            Self::DocumentFragment { .. } | Self::Free { .. } => NodeKind::DocumentFragment,
            Self::ShadowRoot { .. } => NodeKind::ShadowRoot,
            Self::DocumentType { .. } => NodeKind::DocumentType,
            Self::Element { .. } => NodeKind::Element,
            Self::Text(_) => NodeKind::Text,
            Self::Comment(_) => NodeKind::Comment,
            Self::ProcessingInstruction { .. } => NodeKind::ProcessingInstruction,
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
    /// The changes of the attributes are in `Document::attribute_overlays`; the range is that of the unchanged list.
    pub(crate) const CHANGED_ATTRIBUTES: Self = Self(1 << 1);
    /// The element is in `Document::template_contents`.
    pub(crate) const TEMPLATE_CONTENTS: Self = Self(1 << 2);
    /// The element is in `Document::shadow_roots`.
    pub(crate) const SHADOW_HOST: Self = Self(1 << 3);

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

/// The strings of a `DocumentType` node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DoctypeSpans {
    pub(crate) name: TextSpan,
    pub(crate) public_id: TextSpan,
    pub(crate) system_id: TextSpan,
}

impl DoctypeSpans {
    /// Of no node.
    pub(crate) const EMPTY: Self =
        Self { name: TextSpan::EMPTY, public_id: TextSpan::EMPTY, system_id: TextSpan::EMPTY };
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

impl Node {
    /// A node without links.
    #[inline]
    pub(crate) fn detached(id: Slot, data: NodeData) -> Self {
        Self { parent: None, first_child: None, previous: id, next_sibling: None, data }
    }
}

/// The shadow root of a host.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShadowRootRecord {
    pub(crate) root: Slot,
    pub(crate) init: ShadowRootInit,
}
