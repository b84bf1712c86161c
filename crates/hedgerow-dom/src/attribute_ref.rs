//! [`AttributeRef`] and [`Attributes`], the views of attributes.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::Range;

use hedgerow_base::{AttributeName, AttributeNameRef, Namespace};

use crate::attribute_data::{Attribute, AttributeList, AttributeRange};
use crate::attribute_overlay::AttributeOverlay;
use crate::document::Document;
use crate::node_ref::NodeRef;

/// A view of an attribute.
#[derive(Clone, Copy)]
pub struct AttributeRef<'d> {
    document: &'d Document,
    pub(crate) attribute: Attribute,
}

impl<'d> AttributeRef<'d> {
    #[inline]
    pub(crate) fn new(document: &'d Document, attribute: Attribute) -> Self {
        Self { document, attribute }
    }

    /// Returns the namespace and the local name.
    #[inline]
    #[must_use]
    pub fn name(self) -> AttributeNameRef<'d> {
        AttributeNameRef::new(&self.document.names, self.attribute.name)
    }

    /// Returns the interned name, which is valid only in this document.
    #[inline]
    pub(crate) fn interned_name(self) -> AttributeName {
        self.attribute.name
    }

    /// Returns the local name.
    #[doc(alias = "localName")]
    #[must_use]
    pub fn name_text(self) -> &'d str {
        self.document.names.text(self.attribute.name.local)
    }

    /// Returns the namespace.
    #[inline]
    #[must_use]
    pub fn namespace(self) -> Namespace {
        self.attribute.name.namespace
    }

    /// Returns the value.
    #[inline]
    #[must_use]
    pub fn value(self) -> &'d str {
        self.document.text.get(self.attribute.value)
    }
}

impl AttributeList {
    /// Returns the current attributes of an element, for [`create_element_with_list`](crate::Unchecked::create_element_with_list); an empty list for another node.
    #[inline]
    #[must_use]
    pub fn of(element: NodeRef<'_>) -> Self {
        element.document().attribute_list(element.slot())
    }
}

/// Attributes are equal if they have the same namespace, local name and value, also in different documents.
impl PartialEq for AttributeRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && self.value() == other.value()
    }
}

impl Eq for AttributeRef<'_> {}

impl fmt::Debug for AttributeRef<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}={:?}", self.name_text(), self.value())
    }
}

/// The attributes of an element, in order: [`NodeRef::attributes`].
#[derive(Clone)]
pub struct Attributes<'d> {
    document: &'d Document,
    /// The remaining attributes of an unchanged list.
    unchanged: std::slice::Iter<'d, Attribute>,
    changed: Option<ChangedAttributes<'d>>,
}

/// The remaining attributes of a changed list.
#[derive(Clone)]
struct ChangedAttributes<'d> {
    overlay: &'d AttributeOverlay,
    keys: Range<u32>,
    length: usize,
}

impl<'d> Attributes<'d> {
    #[inline]
    pub(crate) fn in_range(document: &'d Document, range: AttributeRange) -> Self {
        let attributes = document.attributes.get(range.indices()).unwrap_or_default();
        Self { document, unchanged: attributes.iter(), changed: None }
    }

    #[cold]
    pub(crate) fn changed(document: &'d Document, overlay: &'d AttributeOverlay) -> Self {
        let changed = ChangedAttributes { overlay, keys: overlay.keys(), length: overlay.len() as usize };
        Self { document, unchanged: [].iter(), changed: Some(changed) }
    }

    #[inline]
    fn view(&self, attribute: &Attribute) -> AttributeRef<'d> {
        AttributeRef::new(self.document, *attribute)
    }

    /// Returns the attributes with their keys, for [`search::attribute_with_key`](crate::search::attribute_with_key).
    pub(crate) fn with_keys(mut self) -> impl Iterator<Item = (usize, AttributeRef<'d>)> {
        let mut position = 0;
        std::iter::from_fn(move || {
            let attribute = self.next()?;
            let key = self.changed.as_ref().map_or(position, |changed| changed.keys.start as usize - 1);
            position += 1;
            Some((key, attribute))
        })
    }
}

impl<'d> Iterator for Attributes<'d> {
    type Item = AttributeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let attribute = match &mut self.changed {
            None => self.unchanged.next(),
            Some(changed) => changed.next(&self.document.attributes),
        };
        attribute.map(|attribute| self.view(attribute))
    }

    /// Takes constant time, except for a changed list.
    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let attribute = match &mut self.changed {
            None => self.unchanged.nth(n),
            Some(changed) => std::iter::from_fn(|| changed.next(&self.document.attributes)).nth(n),
        };
        attribute.map(|attribute| self.view(attribute))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = self.changed.as_ref().map_or(self.unchanged.len(), |changed| changed.length);
        (length, Some(length))
    }
}

impl DoubleEndedIterator for Attributes<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let attribute = match &mut self.changed {
            None => self.unchanged.next_back(),
            Some(changed) => changed.next_back(&self.document.attributes),
        };
        attribute.map(|attribute| self.view(attribute))
    }
}

impl ChangedAttributes<'_> {
    fn next<'d>(&mut self, all: &'d [Attribute]) -> Option<&'d Attribute> {
        let (key, index) = self.overlay.first_within(self.keys.clone())?;
        self.keys.start = key + 1;
        self.length -= 1;
        all.get(index)
    }

    fn next_back<'d>(&mut self, all: &'d [Attribute]) -> Option<&'d Attribute> {
        let (key, index) = self.overlay.last_within(self.keys.clone())?;
        self.keys.end = key;
        self.length -= 1;
        all.get(index)
    }
}

impl ExactSizeIterator for Attributes<'_> {}

impl FusedIterator for Attributes<'_> {}

impl fmt::Debug for Attributes<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.clone()).finish()
    }
}
