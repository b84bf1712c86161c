//! What the crates of the workspace need that search and write documents: names as numbers, the scan and the index.
//!
//! A number means something in its own document only, and nothing checks that: so this is no part of the public interface,
//! and the facade does not re-export it. [`ElementNameRef`](crate::ElementNameRef) is for everybody else.

use hedgerow_names::{AttributeName, ElementName, NameInterner};

use crate::attribute_ref::AttributeRef;
use crate::document::Document;
use crate::edit::AttributeKey;
pub use crate::index::{IndexKey, Indexed, index};
use crate::name_ref::AttributeNameRef;
use crate::node_ref::NodeRef;
pub use crate::scan::{Scan, derived, may_have_attribute, scan};
pub use crate::search_cache::ElementIndex;
pub use crate::source::AttributeSource;

/// The names of a document by their numbers.
#[inline]
#[must_use]
pub fn names(document: &Document) -> &NameInterner {
    &document.names
}

/// The name of an element; `None` for another node.
#[inline]
#[must_use]
pub fn element_name(node: NodeRef<'_>) -> Option<ElementName> {
    node.name_number()
}

/// The name of an attribute.
#[inline]
#[must_use]
pub fn attribute_name(attribute: AttributeRef<'_>) -> AttributeName {
    attribute.name_number()
}

/// The value of an attribute.
#[inline]
#[must_use]
pub fn attribute_value(element: NodeRef<'_>, name: AttributeName) -> Option<&str> {
    element.document().attribute_value(element.slot(), name)
}

/// The name of an attribute of this document, by its numbers.
#[must_use]
pub fn attribute_name_ref(document: &Document, name: AttributeName) -> AttributeNameRef<'_> {
    AttributeNameRef::new(&document.names, name)
}

/// The names that a key may mean for an element: of a qualified name, those without and with a prefix.
#[must_use]
pub fn names_of_key(element: NodeRef<'_>, key: AttributeKey<'_>) -> [Option<AttributeName>; 5] {
    element.document().names_of_key(element.slot(), key)
}
