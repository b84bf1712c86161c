//! The words that compiled selectors are made of: names, identifiers, values and namespaces, and [`Implementation`], which
//! tells the `selectors` crate that these are the ones.
//!
//! Matching is not done by that crate, so their hashes are never asked for. Names are compared as [`NameId`]s: one that every
//! document knows has its id at once. Other names have an id in each document: a selector counts them in a slot, and a query
//! looks each up once.

use std::collections::HashMap;
use std::fmt::{self, Write};

use cssparser::{ToCss, serialize_identifier, serialize_string};
use hedgerow_names::{NameId, NameInterner, Namespace};
use precomputed_hash::PrecomputedHash;
use selectors::parser::SelectorImpl;

use crate::pseudo_class::{PseudoClass, PseudoElement};

/// The choice of types for the `selectors` crate.
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
    /// One that every document knows.
    Known(NameId),
    /// Another; its place among those of the selector.
    Slot(usize),
}

/// The names of a selector that not every document knows.
#[derive(Default)]
pub(crate) struct UnknownNames {
    places: HashMap<Box<str>, usize>,
}

impl UnknownNames {
    fn place(&mut self, text: &str) -> usize {
        let next = self.places.len();
        *self.places.entry(text.into()).or_insert(next)
    }

    /// The names, each in its place.
    pub(crate) fn into_list(self) -> Box<[Box<str>]> {
        let mut names: Vec<(Box<str>, usize)> = self.places.into_iter().collect();
        names.sort_unstable_by_key(|&(_, place)| place);
        names.into_iter().map(|(name, _)| name).collect()
    }
}

impl Name {
    /// Counts the name among those that are unknown, if it is.
    pub(crate) fn new(text: &str, unknown: &mut UnknownNames) -> Self {
        if let Some(id) = NameInterner::default().find(text) {
            return Self::Known(id);
        }
        Self::Slot(unknown.place(text))
    }

    /// The id in a document whose ids of the selector's unknown names are `resolved`; `None` if the document does not have
    /// the name.
    #[inline]
    pub(crate) fn id(self, resolved: &[Option<NameId>]) -> Option<NameId> {
        match self {
            Self::Known(id) => Some(id),
            Self::Slot(slot) => *resolved.get(slot)?,
        }
    }
}

/// A name as it is compared with those of HTML elements, and of others.
#[derive(Clone, Copy)]
pub(crate) struct Names {
    pub(crate) html: Name,
    pub(crate) other: Name,
}

impl Names {
    /// The id that an element of a namespace has to have; `None` if the document does not have the name.
    #[inline]
    pub(crate) fn within(self, namespace: Namespace, resolved: &[Option<NameId>]) -> Option<NameId> {
        if namespace == Namespace::Html { self.html.id(resolved) } else { self.other.id(resolved) }
    }
}

/// An identifier: a name, an id, a class, a prefix.
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

/// A namespace; by default none.
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
