//! Serialization: the standard's algorithm, and the writer with options.

mod standard;
mod test_format;
mod write;
mod xml;

use hedgerow_base::{AttributeName, ElementName};
use hedgerow_dom::{Document, NodeId};

/// Creates an element of HTML without attributes.
fn element(document: &mut Document, name: &str) -> NodeId {
    element_with(document, name, &[])
}

/// Creates an element of HTML with attributes in no namespace.
fn element_with(document: &mut Document, name: &str, attributes: &[(&str, &str)]) -> NodeId {
    let name = ElementName::html(document.unchecked().intern(name));
    let attributes: Vec<_> = attributes
        .iter()
        .map(|&(name, value)| (AttributeName::plain(document.unchecked().intern(name)), value))
        .collect();
    element_named(document, name, attributes)
}

/// Creates any element.
fn element_named<'v>(
    document: &mut Document,
    name: ElementName,
    attributes: impl IntoIterator<Item = (AttributeName, &'v str)>,
) -> NodeId {
    let element = document.unchecked().create_element(name, attributes);
    element.node(document).id()
}

/// Appends nodes in order.
fn append_all<const N: usize>(document: &mut Document, parent: NodeId, children: [NodeId; N]) {
    for child in children {
        let [parent, child] = [parent, child].map(|id| document.node(id).slot());
        document.unchecked().append(parent, child);
    }
}
