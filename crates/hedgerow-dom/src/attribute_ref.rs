//! [`AttributeRef`] and [`Attributes`], the views of attributes for reading.
//!
//! What is not here: where attributes are (`attribute_data.rs`), and how they are found and changed (`attributes.rs`).

use std::fmt;
use std::iter::FusedIterator;

use hedgerow_names::{AttributeName, Namespace};

use crate::attribute_data::Attribute;
use crate::attributes::ListedAttributes;
use crate::document::Document;
use crate::name_ref::AttributeNameRef;
use crate::node_ref::NodeRef;

/// An attribute of an element, for reading.
#[derive(Clone, Copy)]
pub struct AttributeRef<'d> {
    document: &'d Document,
    attribute: Attribute,
}

impl<'d> AttributeRef<'d> {
    /// The namespace and the local name.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let element = document.create_element("p").unwrap();
    /// document.set_attribute(element, "id", "x").unwrap();
    /// assert!(document.node(element).attributes().all(|attribute| attribute.name().to_string() == "id"));
    /// ```
    #[inline]
    #[must_use]
    pub fn name(self) -> AttributeNameRef<'d> {
        AttributeNameRef::new(&self.document.names, self.attribute.name)
    }

    /// The name, as numbers of this document.
    #[inline]
    pub(crate) fn name_number(self) -> AttributeName {
        self.attribute.name
    }

    /// The local name as text.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let element = document.create_element("p").unwrap();
    /// document.set_attribute(element, "id", "x").unwrap();
    /// assert!(document.node(element).attributes().all(|attribute| attribute.name_text() == "id"));
    /// ```
    #[doc(alias = "localName")]
    #[must_use]
    pub fn name_text(self) -> &'d str {
        self.document.names.text(self.attribute.name.local)
    }

    /// The namespace.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::Namespace;
    /// let mut document = Document::new();
    /// let element = document.create_element("p").unwrap();
    /// document.set_attribute(element, "id", "x").unwrap();
    /// assert!(document.node(element).attributes().all(|attribute| attribute.namespace() == Namespace::None));
    /// ```
    #[inline]
    #[must_use]
    pub fn namespace(self) -> Namespace {
        self.attribute.name.namespace
    }

    /// The value.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let element = document.create_element("p").unwrap();
    /// document.set_attribute(element, "id", "x").unwrap();
    /// assert!(document.node(element).attributes().all(|attribute| attribute.value() == "x"));
    /// ```
    #[inline]
    #[must_use]
    pub fn value(self) -> &'d str {
        self.document.text.get(self.attribute.value)
    }
}

/// Equal are those with the same namespace, local name and value, of whatever elements and documents.
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
