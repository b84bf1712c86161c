//! Changes of a document: one operation on each node, or repeated operations on one node.
//!
//! Operations that the DOM refuses change nothing and are ignored.

use hedgerow::dom::{AdjacentPosition, NodeKind, ShadowRootInit};
use hedgerow::{Document, DynamicMarkup as _, NodeId, NodeRef, ToHtml as _};

use super::{Outcome, Row, changed, driven};

/// The number of nodes for each attribute of one element, and the number of texts for each child.
const NODES_FOR_ONE: usize = 4;

/// A row for a change that is made to each of some nodes.
macro_rules! each {
    ($name:literal, $nodes:expr, |$document:ident, $node:ident| $change:expr) => {
        changed($name, |$document| {
            for $node in $nodes($document) {
                let _ = $change;
            }
        })
    };
}

pub(super) fn rows() -> Vec<Row> {
    let mut rows = structure();
    rows.extend(markup());
    rows.extend(attributes());
    rows
}

fn structure() -> Vec<Row> {
    vec![
        changed("change: append each", |document| {
            let body = body(document);
            for child in children(document) {
                let _ = document.append(body, child);
            }
        }),
        changed("change: prepend each", |document| {
            let body = body(document);
            for child in children(document) {
                let _ = document.prepend(body, child);
            }
        }),
        changed("change: nest", |document| {
            for pair in children(document).windows(2) {
                let _ = document.append(pair[0], pair[1]);
            }
        }),
        changed("change: flatten", |document| {
            let body = body(document);
            // Without a body, the document would refuse a second element, and would search its children before each refusal.
            if body != document.root_id() {
                for element in elements(document) {
                    let _ = document.append(body, element);
                }
            }
        }),
        each!("change: insert before each", elements, |document, element| {
            document.create_element("i").and_then(|new| document.insert_before(element, new))
        }),
        each!("change: insert after each", elements, |document, element| {
            document.create_element("i").and_then(|new| document.insert_after(element, new))
        }),
        changed("change: append to the innermost", |document| {
            let innermost = innermost(document);
            append_new(document, innermost, elements(document).len());
        }),
        each!("change: wrap each", elements, |document, element| {
            document.create_element("i").and_then(|new| document.wrap(element, new))
        }),
        each!("change: unwrap each", elements, |document, element| document.replace_with_children(element)),
        each!("change: replace each", innermost_first, |document, element| {
            document.create_element("i").and_then(|new| document.replace(element, new))
        }),
        each!("change: remove each", innermost_first, |document, element| document.remove(element)),
        changed("change: remove each node from the first", |document| {
            let body = body(document);
            while let Some(first) = document.node(body).first_child().map(NodeRef::id) {
                if document.replace_with_children(first).is_err() && document.remove(first).is_err() {
                    return;
                }
            }
        }),
        changed("change: detach each", |document| {
            let nodes: Vec<NodeId> = document.node(body(document)).descendants().map(NodeRef::id).collect();
            for node in nodes.into_iter().rev() {
                let _ = document.detach(node);
            }
        }),
        changed("change: detach, remove detached", |document| {
            for child in children(document) {
                let _ = document.detach(child);
            }
            document.remove_detached();
        }),
        changed("change: remove all", |document| {
            let (body, count) = (body(document), elements(document).len());
            let _ = document.remove_children(body);
            append_new(document, body, count);
        }),
        changed("change: move children", |document| {
            let body = body(document);
            let Ok(other) = document.create_element("i") else { return };
            for (from, to) in [(body, other), (other, body)] {
                let _ = document.move_children(from, to);
            }
        }),
        changed("change: clone all", |document| {
            let body = body(document);
            let _ = document.clone_subtree(body).and_then(|copy| document.append(body, copy));
        }),
        each!("change: clone each leaf", leaves, |document, leaf| {
            document.clone_subtree(leaf).and_then(|copy| document.insert_after(leaf, copy))
        }),
        each!("change: clone each, shallow", elements, |document, element| {
            document.clone_shallow(element).and_then(|copy| document.insert_after(element, copy))
        }),
        changed("change: import all", |document| drop(Document::new().import(document.root()))),
        changed("change: import each leaf", |document| {
            let mut other = Document::new();
            let root = other.create_document_fragment();
            for leaf in leaves(document) {
                let _ = other.import(document.node(leaf)).and_then(|copy| other.append(root, copy));
            }
        }),
        each!("change: rename each", elements, |document, element| document.rename_element(element, "x-y")),
        changed("change: split and normalize", split_and_normalize),
        changed("change: append texts", |document| {
            let children = children(document);
            for _ in 0..NODES_FOR_ONE {
                for child in &children {
                    let _ = document.append_text(*child, "ab");
                }
            }
        }),
        each!("change: set each text", leaves, |document, leaf| document.set_data(leaf, "abc")),
        each!("change: shadow root in each", elements, |document, element| {
            document.attach_shadow_root(element, ShadowRootInit::default())
        }),
        changed("change: shrink", |document| {
            for element in elements(document).into_iter().rev().step_by(2) {
                let _ = document.remove(element);
            }
            document.shrink_to_fit();
        }),
        changed("change: sanitize", sanitize),
    ]
}

fn markup() -> Vec<Row> {
    vec![
        each!("markup: inner HTML of each child", children, |document, child| {
            document.set_inner_html(child, "<b>a")
        }),
        each!("markup: outer HTML of each child", children, |document, child| {
            document.set_outer_html(child, "<b>a")
        }),
        changed("markup: inner HTML of the innermost", |document| {
            let innermost = innermost(document);
            for _ in 0..elements(document).len() / 8 {
                let _ = document.set_inner_html(innermost, "<b>a");
            }
        }),
        each!("markup: after each leaf", leaves, |document, leaf| {
            document.insert_adjacent_html(leaf, AdjacentPosition::AfterEnd, "<b>a")
        }),
        // The bytes of the markup count as output, because clones share their attributes in the tree, but the markup repeats the
        // attributes for each clone.
        driven("markup: inner HTML set to itself", |parser, input| {
            Outcome::with(parser.parse(input), |document| {
                let body = body(document);
                let markup = document.node(body).inner_html();
                let _ = document.set_inner_html(body, &markup);
                markup.len()
            })
        }),
    ]
}

fn attributes() -> Vec<Row> {
    vec![
        // The bytes of all classes count as output, because clones share their classes before this change, but each element has
        // its own classes after it.
        driven("attributes: add a class to each", |parser, input| {
            Outcome::with(parser.parse(input), |document| {
                let elements = elements(document);
                for &element in &elements {
                    let _ = document.add_class(element, "x");
                }
                elements.into_iter().map(|element| length_of_classes(document, element)).sum()
            })
        }),
        // The bytes of all classes count, because each call reads the classes of its element, even if clones share them.
        driven("attributes: remove a class from each", |parser, input| {
            Outcome::with(parser.parse(input), |document| {
                let mut read = 0;
                for element in elements(document) {
                    read += length_of_classes(document, element);
                    let _ = document.remove_class(element, "a0");
                }
                read
            })
        }),
        changed("attributes: many of one element", |document| {
            let (body, count) = (body(document), document.node_count() / NODES_FOR_ONE);
            for number in 0..count {
                let _ = document.set_attribute(body, format!("a{number}").as_str(), "b");
            }
            for number in 0..count {
                let _ = document.remove_attribute(body, format!("a{number}").as_str());
            }
        }),
        each!("attributes: set in each", elements, |document, element| {
            document.set_attribute(element, "class", "x")
        }),
        changed("attributes: set a new one in each", |document| {
            for (number, element) in elements(document).into_iter().enumerate() {
                let _ = document.set_attribute(element, format!("x{number}").as_str(), "x");
            }
        }),
        // Few elements have this attribute.
        each!("attributes: remove from each", elements, |document, element| {
            document.remove_attribute(element, "onclick")
        }),
        changed("attributes: remove the first of each", |document| {
            for element in elements(document) {
                let first = document.node(element).attributes().next();
                let Some(name) = first.map(|attribute| attribute.name_text().to_owned()) else { continue };
                let _ = document.remove_attribute(element, name.as_str());
            }
        }),
        each!("attributes: toggle in each", elements, |document, element| {
            document
                .toggle_attribute(element, "hidden", None)
                .and_then(|_| document.toggle_attribute(element, "onclick", Some(false)))
        }),
        each!("attributes: rename in each", elements, |document, element| {
            document.rename_attribute(element, "a0", "z")
        }),
        changed("attributes: set all of one element again", |document| {
            let (one, _) = one(document);
            let name = |attribute: hedgerow::dom::AttributeRef<'_>| attribute.name_text().to_owned();
            let names: Vec<String> = document.node(one).attributes().map(name).collect();
            for name in names {
                let _ = document.set_attribute(one, name.as_str(), "x");
            }
        }),
        // The values are alternately short and long.
        changed("attributes: set one repeatedly", |document| {
            let (one, count) = one(document);
            for number in 0..count {
                let _ = document.set_attribute(one, "id", if number % 2 == 0 { "a" } else { "abcdefgh" });
            }
        }),
    ]
}

/// Returns the `body` element, or the root if there is no `body`.
fn body(document: &Document) -> NodeId {
    let is_body = |node: &NodeRef<'_>| node.local_name_text() == "body";
    let body = document.root().descendant_elements().find(is_body);
    body.map_or(document.root_id(), NodeRef::id)
}

fn children(document: &Document) -> Vec<NodeId> {
    document.node(body(document)).children().map(NodeRef::id).collect()
}

fn elements(document: &Document) -> Vec<NodeId> {
    document.node(body(document)).descendant_elements().map(NodeRef::id).collect()
}

/// Returns the nodes without children.
fn leaves(document: &Document) -> Vec<NodeId> {
    let is_leaf = |node: &NodeRef<'_>| node.first_child().is_none();
    document.node(body(document)).descendants().filter(is_leaf).map(NodeRef::id).collect()
}

fn innermost_first(document: &Document) -> Vec<NodeId> {
    elements(document).into_iter().rev().collect()
}

/// Follows the first element children down from the body and returns the last one.
fn innermost(document: &Document) -> NodeId {
    let body = document.node(body(document));
    let down = std::iter::successors(Some(body), |node| node.first_element_child());
    down.last().map_or(document.root_id(), NodeRef::id)
}

/// Returns the first element with attributes (the body if no element has any), and the number of elements in the
/// document.
fn one(document: &Document) -> (NodeId, usize) {
    let has_attributes = |node: &NodeRef<'_>| node.attributes().next().is_some();
    let elements = || document.root().descendant_elements();
    let one = elements().find(has_attributes).map_or_else(|| body(document), NodeRef::id);
    (one, elements().count())
}

/// Appends a number of new elements.
fn append_new(document: &mut Document, parent: NodeId, count: usize) {
    for _ in 0..count {
        let _ = document.create_element("i").and_then(|new| document.append(parent, new));
    }
}

fn length_of_classes(document: &Document, element: NodeId) -> usize {
    document.node(element).attribute("class").map_or(0, str::len)
}

/// Splits each text into single characters and joins them again.
fn split_and_normalize(document: &mut Document) {
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

/// Keeps text, a few kinds of elements, and their `href` attributes; replaces `div` and `span` with their children;
/// removes all other nodes.
fn sanitize(document: &mut Document) {
    let all: Vec<NodeId> = document.node(body(document)).descendants().map(NodeRef::id).collect();
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
