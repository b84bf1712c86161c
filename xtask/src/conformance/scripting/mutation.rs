//! The rules of the DOM for insertion and removal by scripts, which [`Document`] leaves to its callers.

use std::iter::successors;

use hedgerow::{Document, NodeId, NodeKind};

use super::exception::Exception;

const fn hierarchy_request_error(message: &'static str) -> Exception {
    Exception { name: "HierarchyRequestError", message }
}

const NOT_A_CHILD: Exception = Exception { name: "NotFoundError", message: "it is not a child of this node" };

/// Inserts a node before a child of a parent, or as its last child.
///
/// <https://dom.spec.whatwg.org/#concept-node-pre-insert>
pub(super) fn pre_insert(
    document: &mut Document,
    node: NodeId,
    parent: NodeId,
    child: Option<NodeId>,
) -> Result<(), Exception> {
    ensure_pre_insertion_validity(document, node, parent, child)?;
    document.insert_before(parent, node, child);
    Ok(())
}

/// Removes a child of a parent.
///
/// <https://dom.spec.whatwg.org/#concept-node-pre-remove>
pub(super) fn pre_remove(document: &mut Document, child: NodeId, parent: NodeId) -> Result<(), Exception> {
    // 1. If child's parent is not parent, then throw a "NotFoundError" DOMException.
    if document.parent(child) != Some(parent) {
        return Err(NOT_A_CHILD);
    }
    // 2. Remove child.
    document.detach(child);
    Ok(())
}

/// <https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity>
fn ensure_pre_insertion_validity(
    document: &Document,
    node: NodeId,
    parent: NodeId,
    child: Option<NodeId>,
) -> Result<(), Exception> {
    let parent_kind = document.kind(parent);
    // 1. If parent is not a Document, DocumentFragment, or Element node, then throw a "HierarchyRequestError".
    if !is_parent(parent_kind) {
        return Err(hierarchy_request_error("this node has no children"));
    }
    // 2. If node is a host-including inclusive ancestor of parent, then throw a "HierarchyRequestError".
    let mut ancestors =
        successors(Some(parent), |&node| document.parent(node).or_else(|| document.host(node)));
    if ancestors.any(|ancestor| ancestor == node) {
        return Err(hierarchy_request_error("it would contain itself"));
    }
    // 3. If child is non-null and its parent is not parent, then throw a "NotFoundError".
    if child.is_some_and(|child| document.parent(child) != Some(parent)) {
        return Err(NOT_A_CHILD);
    }
    let is_document = parent_kind == NodeKind::Document;
    match document.kind(node) {
        // 4. If node is not a DocumentFragment, DocumentType, Element, or CharacterData node, then throw a
        // "HierarchyRequestError". (Scripts cannot get at a DocumentFragment here.)
        NodeKind::Document | NodeKind::DocumentFragment | NodeKind::ShadowRoot => {
            Err(hierarchy_request_error("it is no node that can be inserted"))
        }
        // 5. If either node is a Text node and parent is a document, or node is a doctype and parent is not a
        // document, then throw a "HierarchyRequestError".
        NodeKind::Text if is_document => Err(hierarchy_request_error("a document has no text")),
        NodeKind::DocumentType if !is_document => {
            Err(hierarchy_request_error("only a document has a doctype"))
        }
        // 6. If parent is a document, and any of the statements below, switched on the interface node implements, are
        // true, then throw a "HierarchyRequestError".
        NodeKind::Element if is_document => {
            // parent has an element child, child is a doctype, or child is non-null and a doctype is following child.
            let children = document.node(parent).children();
            let is_followed_by_doctype = children
                .skip_while(|sibling| Some(sibling.id()) != child)
                .any(|sibling| sibling.kind() == NodeKind::DocumentType);
            if has_child(document, parent, NodeKind::Element) || is_followed_by_doctype {
                return Err(hierarchy_request_error("a document has one element, behind its doctype"));
            }
            Ok(())
        }
        NodeKind::DocumentType => {
            // parent has a doctype child, child is non-null and an element is preceding child, or child is null and
            // parent has an element child.
            let children = document.node(parent).children();
            let is_preceded_by_element = children
                .take_while(|sibling| Some(sibling.id()) != child)
                .any(|sibling| sibling.kind() == NodeKind::Element);
            if has_child(document, parent, NodeKind::DocumentType) || is_preceded_by_element {
                return Err(hierarchy_request_error("a document has one doctype, before its element"));
            }
            Ok(())
        }
        NodeKind::Element | NodeKind::Text | NodeKind::Comment | NodeKind::ProcessingInstruction => Ok(()),
    }
}

fn is_parent(kind: NodeKind) -> bool {
    matches!(kind, NodeKind::Document | NodeKind::DocumentFragment | NodeKind::ShadowRoot | NodeKind::Element)
}

fn has_child(document: &Document, parent: NodeId, kind: NodeKind) -> bool {
    document.node(parent).children().any(|child| child.kind() == kind)
}

#[cfg(test)]
mod tests {
    use hedgerow::{ElementName, known};

    use super::*;

    /// The name of the exception at inserting into `<!DOCTYPE html><html><head></head><body>a<!--b--></body></html>`,
    /// or the children of the parent afterwards.
    fn inserted(
        insert: impl FnOnce(&mut Document, &dyn Fn(&Document, &str) -> NodeId) -> Result<NodeId, Exception>,
    ) -> String {
        let mut document = hedgerow::parse("<!DOCTYPE html><body>a<!--b-->");
        let find = |document: &Document, name: &str| {
            let node = document.root().descendants().find(|node| match node.kind() {
                NodeKind::Element => node.local_name_text() == name,
                kind => format!("{kind:?}") == name,
            });
            node.expect("a node").id()
        };
        match insert(&mut document, &find) {
            Ok(parent) => document.node(parent).inner_html(),
            Err(exception) => exception.name.to_owned(),
        }
    }

    #[test]
    fn what_would_be_no_tree_is_refused() {
        let moved = |node, parent, child: Option<&str>| {
            inserted(|document, find| {
                let (node, parent) = (find(document, node), find(document, parent));
                let child = child.map(|child| find(document, child));
                pre_insert(document, node, parent, child).map(|()| parent)
            })
        };
        assert_eq!(moved("Text", "head", None), "a");
        assert_eq!(moved("Comment", "body", Some("Text")), "<!--b-->a");
        assert_eq!(moved("Comment", "body", Some("Comment")), "a<!--b-->");
        assert_eq!(moved("head", "Text", None), "HierarchyRequestError");
        assert_eq!(moved("html", "body", None), "HierarchyRequestError");
        assert_eq!(moved("body", "body", None), "HierarchyRequestError");
        assert_eq!(moved("Text", "body", Some("head")), "NotFoundError");
        assert_eq!(moved("DocumentType", "body", None), "HierarchyRequestError");
    }

    #[test]
    fn a_document_has_one_element_behind_its_doctype() {
        let into_the_document = |node: &str, child: Option<&str>, remove: Option<&str>| {
            inserted(|document, find| {
                let node = if node == "new" {
                    document.create_element(ElementName::html(known::P), [])
                } else {
                    find(document, node)
                };
                let child = child.map(|child| find(document, child));
                if let Some(removed) = remove {
                    let removed = find(document, removed);
                    document.detach(removed);
                }
                let root = document.root_id();
                pre_insert(document, node, root, child).map(|()| root)
            })
        };
        assert_eq!(into_the_document("Text", None, None), "HierarchyRequestError");
        assert_eq!(into_the_document("body", None, None), "HierarchyRequestError");
        assert_eq!(into_the_document("html", None, None), "HierarchyRequestError");
        assert_eq!(into_the_document("new", None, Some("html")), "<!DOCTYPE html><p></p>");
        assert_eq!(into_the_document("new", Some("DocumentType"), Some("html")), "HierarchyRequestError");
        assert_eq!(into_the_document("DocumentType", None, None), "HierarchyRequestError");
        assert_eq!(into_the_document("DocumentType", None, Some("DocumentType")), "HierarchyRequestError");
        let before_html = into_the_document("DocumentType", Some("html"), Some("DocumentType"));
        assert_eq!(before_html, "<!DOCTYPE html><html><head></head><body>a<!--b--></body></html>");
        let comment_first = into_the_document("Comment", Some("DocumentType"), None);
        assert!(comment_first.starts_with("<!--b--><!DOCTYPE html>"), "{comment_first}");
    }

    #[test]
    fn only_a_child_is_removed() {
        let removed = |child, parent| {
            inserted(|document, find| {
                let (child, parent) = (find(document, child), find(document, parent));
                pre_remove(document, child, parent).map(|()| parent)
            })
        };
        assert_eq!(removed("Text", "body"), "<!--b-->");
        assert_eq!(removed("Text", "html"), "NotFoundError");
    }
}
