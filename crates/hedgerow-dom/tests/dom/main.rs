//! The document as its users see it: each module tests one part of the public interface.

mod attributes;
mod clone;
mod depth;
mod edits;
mod ids;
mod memory;
mod mutations;
mod names;
mod search;
mod selection;
mod text;
mod tree_accessors;
mod validate;
mod walks;

use hedgerow_base::{AttributeName, ElementName};
use hedgerow_dom::{Document, NodeId, NodeRef, ShadowRootInit};

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

/// Creates an element with any name and any attributes.
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

/// Attaches a shadow root, even to an element that the DOM does not allow as a shadow host.
fn attach_any_shadow_root(document: &mut Document, host: NodeId) -> NodeId {
    let host = document.node(host).slot();
    let root = document.unchecked().attach_shadow_root(host, ShadowRootInit::default());
    root.node(document).id()
}

/// Returns the length of all text that a document stores.
fn text_length(document: &mut Document) -> usize {
    let last = document.create_comment("x");
    let slot = document.node(last).slot();
    let start = document.unchecked().data_range(slot).unwrap().start;
    document.remove(last).unwrap();
    start
}

/// Documents and views can be sent to and shared by threads.
const _: () = {
    const fn assert_properties<T: Send + Sync + Clone + 'static>() {}
    assert_properties::<Document>();
    assert_properties::<NodeRef<'static>>();
};
