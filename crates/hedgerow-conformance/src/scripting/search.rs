//! Finds elements by id, by tag name, or by a selector.
//!
//! The only supported selectors are single type selectors, such as `table` or `*`.

use hedgerow::dom::{Namespace, NodeKind};
use hedgerow::{Document, NodeId, NodeRef};

use super::exception::Exception;

/// Returns the first element of the document with this id.
///
/// <https://dom.spec.whatwg.org/#dom-nonelementparentnode-getelementbyid>
pub(super) fn element_by_id(document: &Document, id: &str) -> Option<NodeId> {
    let mut elements = elements(document.root());
    elements.find(|element| !id.is_empty() && element.attribute("id") == Some(id)).map(NodeRef::id)
}

/// Returns the descendants of a node with a qualified name, in tree order; all elements for `*`.
///
/// <https://dom.spec.whatwg.org/#concept-getelementsbytagname>
pub(super) fn elements_by_tag_name(document: &Document, root: NodeId, qualified_name: &str) -> Vec<NodeId> {
    let elements = elements(document.node(root));
    elements.filter(|element| has_name(*element, qualified_name)).map(NodeRef::id).collect()
}

/// Returns the first descendant of a node that matches a selector.
///
/// <https://dom.spec.whatwg.org/#dom-parentnode-queryselector>
pub(super) fn first_match(
    document: &Document,
    root: NodeId,
    selector: &str,
) -> Result<Option<NodeId>, Exception> {
    let selector = selector.trim_matches([' ', '\t', '\n', '\x0C', '\r']);
    if selector != "*" && !is_identifier(selector) {
        let message = "only a single type selector or * is supported";
        return Err(Exception { name: "SyntaxError", message: message.to_owned() });
    }
    let mut elements = elements(document.node(root));
    Ok(elements.find(|element| has_name(*element, selector)).map(NodeRef::id))
}

/// Returns the first child of the `html` element with one of these names.
///
/// <https://html.spec.whatwg.org/multipage/dom.html#dom-document-head>
pub(super) fn child_of_html(document: &Document, names: &[&str]) -> Option<NodeId> {
    let html = document.node(document_element(document)?);
    let is_html = |element: &NodeRef<'_>| element.namespace() == Some(Namespace::Html);
    if !is_html(&html) || html.local_name_text() != "html" {
        return None;
    }
    let mut children = html.children();
    children.find(|child| is_html(child) && names.contains(&child.local_name_text())).map(NodeRef::id)
}

/// <https://dom.spec.whatwg.org/#document-element>
pub(super) fn document_element(document: &Document) -> Option<NodeId> {
    document.root().children().find(|child| child.kind() == NodeKind::Element).map(NodeRef::id)
}

fn elements(root: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    root.descendants().filter(|node| node.kind() == NodeKind::Element)
}

/// Whether an element has this qualified name; names of HTML elements match in any case. Parsed elements have no prefix.
fn has_name(element: NodeRef<'_>, name: &str) -> bool {
    let local_name = element.local_name_text();
    name == "*"
        || match element.namespace() {
            Some(Namespace::Html) => local_name == name.to_ascii_lowercase(),
            _ => local_name == name,
        }
}

/// Whether a text is a CSS identifier without escapes.
fn is_identifier(text: &str) -> bool {
    let is_start =
        |character: char| character.is_ascii_alphabetic() || character == '_' || !character.is_ascii();
    let mut characters = text.trim_start_matches('-').chars();
    characters.next().is_some_and(is_start)
        && characters.all(|character| is_start(character) || character.is_ascii_digit() || character == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_in_tree_order() {
        let document = hedgerow::parse("<p id=a><b id=a></b></p><svg><foreignObject id>");
        let names = |nodes: Vec<NodeId>| -> Vec<String> {
            nodes.into_iter().map(|node| document.node(node).local_name_text().to_owned()).collect()
        };
        let root = document.root_id();
        let by_id = |id| names(element_by_id(&document, id).into_iter().collect());
        assert_eq!(by_id("a"), ["p"]);
        assert!(by_id("").is_empty() && by_id("b").is_empty());
        assert_eq!(elements_by_tag_name(&document, root, "P").len(), 1);
        assert_eq!(elements_by_tag_name(&document, root, "foreignObject").len(), 1);
        assert_eq!(elements_by_tag_name(&document, root, "foreignobject").len(), 0);
        let first = elements_by_tag_name(&document, root, "*");
        assert_eq!(names(first)[..4], ["html", "head", "body", "p"]);
        let b = first_match(&document, root, " B ").expect("a type selector");
        assert_eq!(names(b.into_iter().collect()), ["b"]);
        for selector in ["", "a b", "#a", ".a", "1", "-", "p:first-child", "p,b"] {
            assert_eq!(
                first_match(&document, root, selector).map_err(|error| error.name),
                Err("SyntaxError")
            );
        }
    }

    #[test]
    fn finds_head_and_body() {
        let document = hedgerow::parse("<frameset>");
        let name = |names: &[&str]| {
            child_of_html(&document, names).map(|node| document.node(node).local_name_text().to_owned())
        };
        assert_eq!(name(&["body", "frameset"]).as_deref(), Some("frameset"));
        assert_eq!(name(&["head"]).as_deref(), Some("head"));
        assert_eq!(name(&["p"]), None);
    }
}
