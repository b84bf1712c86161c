//! Converts refused mutations of the DOM to exceptions for scripts, and removes a child by the standard's steps.

use hedgerow::dom::MutationError;
use hedgerow::{Document, NodeId};

use crate::exception::Exception;

impl From<MutationError> for Exception {
    fn from(error: MutationError) -> Self {
        Self { name: error.rule().exception_name(), message: error.to_string() }
    }
}

/// Removes a child of a parent.
///
/// <https://dom.spec.whatwg.org/#concept-node-pre-remove>
pub(crate) fn pre_remove(document: &mut Document, child: NodeId, parent: NodeId) -> Result<(), Exception> {
    // 1. If child's parent is not parent, then throw a "NotFoundError" DOMException.
    if document.node(child).parent() != Some(document.node(parent)) {
        let message = "it is not a child of this node".to_owned();
        return Err(Exception { name: "NotFoundError", message });
    }
    // 2. Remove child.
    document.detach(child)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use hedgerow::dom::NodeKind;

    use super::*;
    use hedgerow::ToHtml;

    /// Changes the document `<!DOCTYPE html><html><head></head><body>a<!--b--></body></html>`. Returns the inner HTML of the
    /// returned node after the change, or the name of the exception.
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
    fn invalid_trees_are_refused() {
        let moved = |node, parent, child: Option<&str>| {
            inserted(|document, find| {
                let (node, parent) = (find(document, node), find(document, parent));
                let child = child.map(|child| find(document, child));
                document.insert(parent, node, child)?;
                Ok(parent)
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
    fn a_document_has_one_element_after_its_doctype() {
        let into_the_document = |node: &str, child: Option<&str>, remove: Option<&str>| {
            inserted(|document, find| {
                let node =
                    if node == "new" { document.create_element("p").unwrap() } else { find(document, node) };
                let child = child.map(|child| find(document, child));
                if let Some(removed) = remove {
                    let removed = find(document, removed);
                    document.detach(removed).unwrap();
                }
                let root = document.root_id();
                document.insert(root, node, child)?;
                Ok(root)
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
