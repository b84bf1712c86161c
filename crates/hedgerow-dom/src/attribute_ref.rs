//! [`AttributeRef`] and [`Attributes`], the views of attributes.

use std::fmt;
use std::iter::FusedIterator;

use hedgerow_base::{AttributeName, AttributeNameRef, Namespace};

use crate::attribute_data::{Attribute, AttributeList};
use crate::attributes::ListedAttributes;
use crate::document::Document;
use crate::node_ref::NodeRef;

/// A view of an attribute.
#[derive(Clone, Copy)]
pub struct AttributeRef<'d> {
    document: &'d Document,
    attribute: Attribute,
}

impl<'d> AttributeRef<'d> {
    /// Returns the namespace and the local name.
    #[inline]
    #[must_use]
    pub fn name(self) -> AttributeNameRef<'d> {
        AttributeNameRef::new(&self.document.names, self.attribute.name)
    }

    /// Returns the name as numbers of this document.
    #[inline]
    pub(crate) fn name_number(self) -> AttributeName {
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

impl<'d> AttributeRef<'d> {
    pub(crate) fn new(document: &'d Document, attribute: Attribute) -> Self {
        Self { document, attribute }
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
    attributes: ListedAttributes<'d>,
}

impl<'d> Attributes<'d> {
    pub(crate) fn new(element: NodeRef<'d>) -> Self {
        let document = element.document();
        Self { document, attributes: document.attributes_of(element.slot()) }
    }

    /// Returns the attributes with their keys, for [`search::attribute_with_key`](crate::search::attribute_with_key).
    pub(crate) fn with_keys(mut self) -> impl Iterator<Item = (usize, AttributeRef<'d>)> {
        let mut position = 0;
        std::iter::from_fn(move || {
            let attribute = self.next()?;
            let key = self.attributes.last_key().unwrap_or(position);
            position += 1;
            Some((key, attribute))
        })
    }
}

impl<'d> Iterator for Attributes<'d> {
    type Item = AttributeRef<'d>;

    fn next(&mut self) -> Option<Self::Item> {
        let attribute = *self.attributes.next()?;
        Some(AttributeRef { document: self.document, attribute })
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let attribute = *self.attributes.nth(n)?;
        Some(AttributeRef { document: self.document, attribute })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.attributes.size_hint()
    }
}

impl DoubleEndedIterator for Attributes<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let attribute = *self.attributes.next_back()?;
        Some(AttributeRef { document: self.document, attribute })
    }
}

impl ExactSizeIterator for Attributes<'_> {}

impl FusedIterator for Attributes<'_> {}

impl fmt::Debug for Attributes<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.clone()).finish()
    }
}
