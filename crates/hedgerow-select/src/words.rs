//! The strings in compiled selectors: names, identifiers, values and namespaces; and [`Implementation`], which declares
//! these types to the `selectors` crate.
//!
//! The crate's own matching is not used, so the hashes that its traits require are never read. Names are compared as
//! [`NameId`]s. A known name has a fixed id. Any other name has a different id in each document, so the selector stores
//! its position in a list, and a query looks up the id of each name in the list once.

use std::fmt::{self, Write};

use cssparser::{ToCss, serialize_identifier, serialize_string};
use hedgerow_base::{NameId, NameInterner, Namespace, SideTable};
use precomputed_hash::PrecomputedHash;
use selectors::parser::SelectorImpl;

use crate::pseudo_class::{PseudoClass, PseudoElement};

/// The types that the `selectors` crate uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Implementation;

impl SelectorImpl for Implementation {
    type ExtraMatchingData<'a> = ();
    type AttrValue = Value;
    type Identifier = Word;
    type LocalName = Word;
    type NamespaceUrl = SelectorNamespace;
    type NamespacePrefix = Word;
    type BorrowedNamespaceUrl = SelectorNamespace;
    type BorrowedLocalName = Word;
    type NonTSPseudoClass = PseudoClass;
    type PseudoElement = PseudoElement;
}

/// The local name of an element or of an attribute.
#[derive(Clone, Copy)]
pub(crate) enum Name {
    /// A known name, which has the same id in all documents.
    Known(NameId),
    /// Any other name: its position in the selector's list of unknown names.
    Slot(usize),
}

/// The names of a selector that have no fixed id.
#[derive(Default)]
pub(crate) struct UnknownNames {
    positions: SideTable<Box<str>, usize>,
}

impl UnknownNames {
    fn position(&mut self, text: &str) -> usize {
        let next = self.positions.len();
        *self.positions.get_or_insert_with(text.into(), || next)
    }

    /// The names, each at its position.
    pub(crate) fn into_list(self) -> Box<[Box<str>]> {
        self.positions.into_keys().into()
    }
}

impl Name {
    /// Creates a name, and adds it to the unknown names if it has no fixed id.
    pub(crate) fn new(text: &str, unknown: &mut UnknownNames) -> Self {
        if let Some(id) = NameInterner::default().find(text) {
            return Self::Known(id);
        }
        Self::Slot(unknown.position(text))
    }

    /// Returns the id of the name in a document; `None` if the document does not contain the name. `resolved` contains the
    /// ids of the selector's unknown names in this document.
    #[inline]
    pub(crate) fn id(self, resolved: &[Option<NameId>]) -> Option<NameId> {
        match self {
            Self::Known(id) => Some(id),
            Self::Slot(slot) => *resolved.get(slot)?,
        }
    }
}

/// The two forms of a name in a selector: in lower case for HTML elements, and as written for other elements.
#[derive(Clone, Copy)]
pub(crate) struct Names {
    pub(crate) html: Name,
    pub(crate) other: Name,
}

impl Names {
    /// Returns the id of the name for an element of this namespace; `None` if the document does not contain the name.
    #[inline]
    pub(crate) fn within(self, namespace: Namespace, resolved: &[Option<NameId>]) -> Option<NameId> {
        if namespace == Namespace::Html { self.html.id(resolved) } else { self.other.id(resolved) }
    }
}

/// An identifier: a name, an id, a class or a prefix.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Word(Box<str>);

impl Word {
    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Word {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl ToCss for Word {
    fn to_css<W: Write>(&self, out: &mut W) -> fmt::Result {
        serialize_identifier(&self.0, out)
    }
}

impl PrecomputedHash for Word {
    fn precomputed_hash(&self) -> u32 {
        0
    }
}

/// The value that an attribute is compared with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Value(Box<str>);

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl AsRef<str> for Value {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl ToCss for Value {
    fn to_css<W: Write>(&self, out: &mut W) -> fmt::Result {
        serialize_string(&self.0, out)
    }
}

/// A namespace; the default is [`Namespace::None`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SelectorNamespace(pub(crate) Namespace);

impl Default for SelectorNamespace {
    fn default() -> Self {
        Self(Namespace::None)
    }
}

impl PrecomputedHash for SelectorNamespace {
    fn precomputed_hash(&self) -> u32 {
        0
    }
}
