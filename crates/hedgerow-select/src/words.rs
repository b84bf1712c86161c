//! The words that compiled selectors are made of: names, identifiers, values and namespaces, and [`Implementation`], which
//! tells the `selectors` crate that these are the ones.
//!
//! A name that every document knows is compared as its [`NameId`]. Other names have an id in each document: a selector
//! counts them in `slot`, and a query looks each up once.

use std::fmt::{self, Write};
use std::sync::atomic::{AtomicU32, Ordering};

use cssparser::{ToCss, serialize_identifier, serialize_string};
use hedgerow_names::{NameId, NameInterner, Namespace};
use precomputed_hash::PrecomputedHash;
use selectors::parser::SelectorImpl;

use crate::has::Memory;
use crate::pseudo_class::{PseudoClass, PseudoElement};

/// The choice of types for the `selectors` crate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Implementation;

impl SelectorImpl for Implementation {
    type ExtraMatchingData<'a> = Option<&'a mut Memory>;
    type AttrValue = Value;
    type Identifier = Word;
    type LocalName = Name;
    type NamespaceUrl = SelectorNamespace;
    type NamespacePrefix = Word;
    type BorrowedNamespaceUrl = SelectorNamespace;
    type BorrowedLocalName = Name;
    type NonTSPseudoClass = PseudoClass;
    type PseudoElement = PseudoElement;
}

/// What a name has for a slot as long as nobody has counted it.
const NO_SLOT: u32 = u32::MAX;

/// The local name of an element or of an attribute.
#[derive(Debug)]
pub(crate) struct Name {
    text: Box<str>,
    known: Option<NameId>,
    slot: AtomicU32,
}

impl Name {
    /// The id in a document whose ids of the selector's unknown names are `resolved`; `None` if the document does not have
    /// the name.
    #[inline]
    pub(crate) fn id(&self, resolved: &[Option<NameId>]) -> Option<NameId> {
        match self.known {
            Some(id) => Some(id),
            None => *resolved.get(self.slot.load(Ordering::Relaxed) as usize)?,
        }
    }

    /// Counts the name among those that are not known.
    pub(crate) fn count(&self, unknown: &mut Vec<Box<str>>) {
        if self.known.is_none() {
            let slot = unknown.iter().position(|text| *text == self.text).unwrap_or_else(|| {
                unknown.push(self.text.clone());
                unknown.len() - 1
            });
            self.slot.store(u32::try_from(slot).unwrap_or(NO_SLOT), Ordering::Relaxed);
        }
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self { text: text.into(), known: NameInterner::default().find(text), slot: AtomicU32::new(NO_SLOT) }
    }
}

impl Clone for Name {
    fn clone(&self) -> Self {
        let slot = AtomicU32::new(self.slot.load(Ordering::Relaxed));
        Self { text: self.text.clone(), known: self.known, slot }
    }
}

impl PartialEq for Name {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (self.known, other.known) {
            (Some(one), Some(other)) => one == other,
            (None, None) => self.text == other.text,
            _ => false,
        }
    }
}

impl Eq for Name {}

impl ToCss for Name {
    fn to_css<W: Write>(&self, out: &mut W) -> fmt::Result {
        serialize_identifier(&self.text, out)
    }
}

impl PrecomputedHash for Name {
    fn precomputed_hash(&self) -> u32 {
        self.known.map_or_else(|| hash_of_text(&self.text), hash_of_known_name)
    }
}

/// An identifier: an id, a class, a prefix.
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
        hash_of_text(&self.0)
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
        hash_of_number(u32::MAX - self.0 as u32)
    }
}

/// The hash of a name that every document knows.
pub(crate) fn hash_of_known_name(name: NameId) -> u32 {
    hash_of_number(name.index() as u32)
}

/// Spreads a number over the 24 bits that the filter of ancestors looks at.
fn hash_of_number(number: u32) -> u32 {
    number.wrapping_add(1).wrapping_mul(0x9E37_79B1) >> 8
}

/// The hash of a text for the filter of ancestors: 24 bits of FNV-1a. Who makes texts collide makes the filter useless,
/// never wrong.
pub(crate) fn hash_of_text(text: &str) -> u32 {
    let hash =
        text.bytes().fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash >> 24) ^ (hash & 0x00FF_FFFF)
}
