//! The interface for the crates of this workspace that search, read and write documents: interned names, the scan and the
//! index.
//!
//! An interned name is valid only in its own document, and nothing checks that, so the facade does not re-export this
//! module. Other crates use [`ElementNameRef`](crate::ElementNameRef).

use hedgerow_base::{AttributeKey, AttributeName, ElementName, NameInterner, SourceSpans};

use crate::attribute_ref::AttributeRef;
pub use crate::describe::Description;
use crate::document::Document;
use crate::edit::{Algorithm, Attempt, MutationError, MutationRule};
pub use crate::index::{IndexKey, Indexed, index};
use crate::node_id::NodeId;
use crate::node_ref::NodeRef;
pub use crate::scan::{Scan, derived, may_have_attribute, scan, scan_after};
pub use crate::search_cache::ElementIndex;
pub use crate::traverse::TraverseWhole;

/// Returns the positions of nodes in the source, if they are kept.
#[inline]
#[must_use]
pub fn source_spans(document: &Document) -> Option<&SourceSpans> {
    document.source_spans.as_deref()
}

/// Returns the interner of the document's names.
#[inline]
#[must_use]
pub fn names(document: &Document) -> &NameInterner {
    &document.names
}

/// Returns the reason why an id denotes no node, for messages.
#[must_use]
pub fn why_missing(document: &Document, id: NodeId) -> &'static str {
    document.why_missing(id)
}

/// Returns the error for a change of a node that another crate refuses by an algorithm with this name and address.
#[must_use]
pub fn refusal(
    document: &Document,
    verb: &str,
    node: NodeId,
    algorithm: Option<[&'static str; 2]>,
    rule: MutationRule,
) -> MutationError {
    let algorithm = algorithm.map(|[name, address]| Algorithm { name, address });
    document.refusal(Attempt::on(verb, node), algorithm, rule)
}

/// Returns the name of an element; `None` for another node.
#[inline]
#[must_use]
pub fn element_name(node: NodeRef<'_>) -> Option<ElementName> {
    node.interned_name()
}

/// Returns the name of an attribute.
#[inline]
#[must_use]
pub fn attribute_name(attribute: AttributeRef<'_>) -> AttributeName {
    attribute.interned_name()
}

/// Returns the attributes of an element with their keys, which ascend, for [`attribute_with_key`].
pub fn keyed_attributes(element: NodeRef<'_>) -> impl Iterator<Item = (usize, AttributeRef<'_>)> {
    element.attributes().with_keys()
}

/// Returns an attribute by its key, in logarithmic time. `Attributes::nth` takes linear time for an element with many changed
/// attributes.
#[must_use]
pub fn attribute_with_key(element: NodeRef<'_>, key: usize) -> Option<AttributeRef<'_>> {
    let document = element.document();
    document.attribute_with_key(element.slot(), key).map(|attribute| AttributeRef::new(document, attribute))
}

/// Returns the value of an attribute.
#[inline]
#[must_use]
pub fn attribute_value(element: NodeRef<'_>, name: AttributeName) -> Option<&str> {
    element.document().attribute_value(element.slot(), name)
}

/// Returns the names that a key can denote for an element. A qualified name can denote names without and with a prefix.
#[must_use]
pub fn names_of_key(element: NodeRef<'_>, key: AttributeKey<'_>) -> [Option<AttributeName>; 5] {
    element.document().names_of_key(element.slot(), key)
}
