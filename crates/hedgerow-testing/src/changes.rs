//! Changes of every node of a parsed document: each function repeats one editing operation.
//!
//! Operations that the DOM refuses change nothing and are ignored.

use hedgerow::dom::{AdjacentPosition, NodeKind, ShadowRootInit};
use hedgerow::{Document, DynamicMarkup as _, NodeId, NodeRef};

/// The number of nodes for each attribute in [`set_attributes`], and the number of texts for each child in
/// [`append_texts`].
const NODES_FOR_ONE: usize = 4;

/// Returns the `body` element, or the root if there is no `body`.
pub(crate) fn body(document: &Document) -> NodeId {
    let is_body = |node: &NodeRef<'_>| node.local_name_text() == "body";
    let body = document.root().descendant_elements().find(is_body);
    body.map_or(document.root_id(), NodeRef::id)
}

fn children(document: &Document) -> Vec<NodeId> {
    document.node(body(document)).children().map(NodeRef::id).collect()
}

pub(crate) fn elements(document: &Document) -> Vec<NodeId> {
    document.node(body(document)).descendant_elements().map(NodeRef::id).collect()
}

/// Returns the nodes without children.
fn leaves(document: &Document) -> Vec<NodeId> {
    let is_leaf = |node: &NodeRef<'_>| node.first_child().is_none();
    document.node(body(document)).descendants().filter(is_leaf).map(NodeRef::id).collect()
}

/// Follows the first element children down from the body and returns the last one.
fn innermost(document: &Document) -> NodeId {
    let mut innermost = document.node(body(document));
    while let Some(first) = innermost.first_element_child() {
        innermost = first;
    }
    innermost.id()
}

fn innermost_first(document: &Document) -> Vec<NodeId> {
    elements(document).into_iter().rev().collect()
}

fn new_element(document: &mut Document) -> Option<NodeId> {
    document.create_element("i").ok()
}

/// Defines functions that make the same change to each of some nodes.
macro_rules! changes_of_each {
    ($($(#[$documentation:meta])* $name:ident: $nodes:ident, |$document:ident, $node:ident| $change:expr;)*) => {
        $($(#[$documentation])*
        pub(crate) fn $name($document: &mut Document) {
            for $node in $nodes($document) {
                let _ = $change;
            }
        })*
    };
}
pub(crate) use changes_of_each;

changes_of_each! {
    /// Inserts a new element before each element.
    insert_before_each: elements, |document, element| document.create_element("i").and_then(|new| document.insert_before(element, new));
    /// Inserts a new element after each element.
    insert_after_each: elements, |document, element| document.create_element("i").and_then(|new| document.insert_after(element, new));
    /// Wraps each element in a new one.
    wrap_each: elements, |document, element| document.create_element("i").and_then(|new| document.wrap(element, new));
    /// Replaces each element with its children.
    unwrap_each: elements, |document, element| document.replace_with_children(element);
    /// Replaces each element with a new one, the innermost elements first.
    replace_each: innermost_first, |document, element| document.create_element("i").and_then(|new| document.replace(element, new));
    /// Removes each element, the innermost ones first.
    remove_each: innermost_first, |document, element| document.remove(element);
    /// Renames each element.
    rename_each: elements, |document, element| document.rename_element(element, "x-y");
    /// Sets the inner HTML of each child.
    set_inner_html: children, |document, child| document.set_inner_html(child, "<b>a");
    /// Sets the outer HTML of each child.
    set_outer_html: children, |document, child| document.set_outer_html(child, "<b>a");
    /// Clones each node that has no children.
    clone_each_leaf: leaves, |document, leaf| document.clone_subtree(leaf).and_then(|copy| document.insert_after(leaf, copy));
    /// Clones each element without its children.
    clone_each_shallow: elements, |document, element| document.clone_shallow(element).and_then(|copy| document.insert_after(element, copy));
    /// Inserts markup after each node that has no children.
    insert_adjacent_html: leaves, |document, leaf| document.insert_adjacent_html(leaf, AdjacentPosition::AfterEnd, "<b>a");
}

/// Moves each child to the end.
pub(crate) fn append_each(document: &mut Document) {
    let body = body(document);
    for child in children(document) {
        let _ = document.append(body, child);
    }
}

/// Moves each child to the beginning.
pub(crate) fn prepend_each(document: &mut Document) {
    let body = body(document);
    for child in children(document) {
        let _ = document.prepend(body, child);
    }
}

/// Moves each child into its previous sibling.
pub(crate) fn nest(document: &mut Document) {
    for pair in children(document).windows(2) {
        let _ = document.append(pair[0], pair[1]);
    }
}

/// Moves each element to the end of the body. Does nothing without a body, because the document would refuse a second
/// element, and would search its children before each refusal.
pub(crate) fn flatten(document: &mut Document) {
    let body = body(document);
    if body == document.root_id() {
        return;
    }
    for element in elements(document) {
        let _ = document.append(body, element);
    }
}

/// Appends a new element to the innermost element, once for each element of the document.
pub(crate) fn append_inside(document: &mut Document) {
    let innermost = innermost(document);
    for _ in elements(document) {
        let Some(new) = new_element(document) else { return };
        let _ = document.append(innermost, new);
    }
}

/// Removes all nodes at once, and appends as many new elements as there were elements.
pub(crate) fn remove_all(document: &mut Document) {
    let (body, count) = (body(document), elements(document).len());
    let _ = document.remove_children(body);
    for _ in 0..count {
        let Some(new) = new_element(document) else { return };
        let _ = document.append(body, new);
    }
}

/// Clones the whole tree.
pub(crate) fn clone_all(document: &mut Document) {
    let body = body(document);
    let Ok(copy) = document.clone_subtree(body) else { return };
    let _ = document.append(body, copy);
}

/// Copies the whole tree into another document.
pub(crate) fn import_all(document: &mut Document) {
    let mut other = Document::new();
    let _ = other.import(document.root());
}

/// Splits each text into single characters and joins them again.
pub(crate) fn split_and_normalize(document: &mut Document) {
    let body = body(document);
    let is_text = |node: &NodeRef<'_>| node.kind() == NodeKind::Text;
    let texts: Vec<NodeId> = document.node(body).descendants().filter(is_text).map(NodeRef::id).collect();
    for text in texts {
        let mut rest = text;
        while let Ok(remaining) = document.split_text(rest, 1) {
            rest = remaining;
        }
    }
    let _ = document.normalize(body);
}

/// Appends a short text to each child, in several rounds.
pub(crate) fn append_texts(document: &mut Document) {
    let children = children(document);
    for _ in 0..NODES_FOR_ONE {
        for child in &children {
            let _ = document.append_text(*child, "ab");
        }
    }
}

/// Sets many attributes of one element and removes them again.
pub(crate) fn set_attributes(document: &mut Document) {
    let (body, count) = (body(document), document.node_count() / NODES_FOR_ONE);
    for number in 0..count {
        let _ = document.set_attribute(body, format!("a{number}").as_str(), "b");
    }
    for number in 0..count {
        let _ = document.remove_attribute(body, format!("a{number}").as_str());
    }
}

/// Sets the inner HTML of the innermost element, once for every eight elements.
pub(crate) fn set_inner_html_inside(document: &mut Document) {
    let innermost = innermost(document);
    for _ in 0..elements(document).len() / 8 {
        let _ = document.set_inner_html(innermost, "<b>a");
    }
}

/// Removes the first node until the body is empty. The children of a node are moved to its parent before it is removed.
pub(crate) fn remove_from_the_first(document: &mut Document) {
    let body = body(document);
    while let Some(first) = document.node(body).first_child().map(NodeRef::id) {
        if document.replace_with_children(first).is_err() && document.remove(first).is_err() {
            return;
        }
    }
}

/// Detaches each node, the last ones first.
pub(crate) fn detach_each(document: &mut Document) {
    let body = body(document);
    let nodes: Vec<NodeId> = document.node(body).descendants().map(NodeRef::id).collect();
    for node in nodes.into_iter().rev() {
        let _ = document.detach(node);
    }
}

/// Detaches each child, and frees them all.
pub(crate) fn detach_and_remove_detached(document: &mut Document) {
    for child in children(document) {
        let _ = document.detach(child);
    }
    document.remove_detached();
}

/// Moves all children back and forth between two elements.
pub(crate) fn move_children(document: &mut Document) {
    let body = body(document);
    let Some(other) = new_element(document) else { return };
    for (from, to) in [(body, other), (other, body)] {
        let _ = document.move_children(from, to);
    }
}

/// Copies each node that has no children into a fragment of another document.
pub(crate) fn import_each_leaf(document: &mut Document) {
    let mut other = Document::new();
    let root = other.create_document_fragment();
    for leaf in leaves(document) {
        let Ok(copy) = other.import(document.node(leaf)) else { return };
        let _ = other.append(root, copy);
    }
}

/// Replaces the data of each text and comment, usually with longer data.
pub(crate) fn set_each_text(document: &mut Document) {
    for leaf in leaves(document) {
        if document.node(leaf).data().is_some() {
            let _ = document.set_data(leaf, "abc");
        }
    }
}

/// Makes each element a shadow host.
pub(crate) fn shadow_root_in_each(document: &mut Document) {
    for element in elements(document) {
        if document.node(element).shadow_root().is_none() {
            let _ = document.attach_shadow_root(element, ShadowRootInit::default());
        }
    }
}

/// Removes every second element and frees the memory.
pub(crate) fn shrink(document: &mut Document) {
    for element in elements(document).into_iter().rev().step_by(2) {
        let _ = document.remove(element);
    }
    document.shrink_to_fit();
}

/// Keeps text, a few kinds of elements, and their `href` attributes; replaces `div` and `span` with their children;
/// removes all other nodes.
pub(crate) fn sanitize(document: &mut Document) {
    let body = body(document);
    let all: Vec<NodeId> = document.node(body).descendants().map(NodeRef::id).collect();
    let mut kept = Vec::new();
    for id in all {
        let Some(node) = document.get(id).filter(|node| node.kind() != NodeKind::Text) else { continue };
        let _ = match node.local_name_text() {
            "p" | "b" | "i" | "ul" | "li" | "a" => {
                kept.push(id);
                Ok(())
            }
            "div" | "span" => document.replace_with_children(id),
            _ => document.remove(id),
        };
    }
    let _ = document.change(kept).retain_attributes(|_, attribute| attribute.name_text() == "href");
}
