//! Changes of trees, for the methods of [`Node`] and [`Document`].

use hedgerow::dom::{MutationError, NodeKind};
use hedgerow::{Document as Tree, NodeId, NodeRef};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::document::Document;
use crate::error;
use crate::node::Node;

/// An argument of a method that inserts nodes.
enum Inserted {
    /// A node of the same document, which is moved.
    Own(NodeId),
    /// A text.
    Text(String),
    /// A copy of a node of another document, or of the content of a document. The first value is a document that contains
    /// the copy, and the second is the id of the copy in it.
    Foreign(Box<Tree>, NodeId),
}

impl Inserted {
    /// Reads an argument. A node of another document is copied here, so that two documents are never locked at the same
    /// time.
    fn of(document: &Py<Document>, argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = argument.py();
        if let Ok(text) = argument.cast::<PyString>() {
            return Ok(Self::Text(text.to_str()?.to_owned()));
        }
        let (source, id) = if let Ok(node) = argument.cast::<Node>() {
            let node = node.get();
            if node.document.is(document) {
                return Ok(Self::Own(node.id));
            }
            (node.document.bind(py).clone(), Some(node.id))
        } else if let Ok(source) = argument.cast::<Document>() {
            (source.clone(), None)
        } else {
            let message =
                format!("a Node, a Document or a str can be inserted, not {}", argument.get_type().name()?);
            return Err(PyTypeError::new_err(message));
        };
        let tree = source.get().read(py);
        let node = match id {
            Some(id) => tree.get(id).ok_or_else(|| error::stale(py))?,
            None => tree.root(),
        };
        let mut copy = Box::new(Tree::new());
        let id = copy.import(node).map_err(|error| error::mutation(py, &error))?;
        Ok(Self::Foreign(copy, id))
    }

    /// Creates the node in the document.
    fn into_node(self, tree: &mut Tree) -> Result<NodeId, MutationError> {
        match self {
            Self::Own(id) => Ok(id),
            Self::Text(text) => Ok(tree.create_text(&text)),
            Self::Foreign(source, id) => tree.import(source.node(id)),
        }
    }
}

/// Inserts the arguments of a method, with a function that inserts one node or fragment.
pub(crate) fn insert(
    document: &Py<Document>,
    arguments: &Bound<'_, PyTuple>,
    place: impl FnOnce(&mut Tree, NodeId) -> Result<(), MutationError>,
) -> PyResult<()> {
    let mut all: Vec<_> =
        arguments.iter().map(|argument| Inserted::of(document, &argument)).collect::<PyResult<_>>()?;
    document.get().change(arguments.py(), |tree| {
        let (node, is_temporary) = match all.pop() {
            None => return Ok(()),
            Some(only) if all.is_empty() => {
                let node = only.into_node(tree)?;
                (node, tree.get(node).is_some_and(|node| node.kind() == NodeKind::DocumentFragment))
            }
            Some(last) => {
                let fragment = tree.create_document_fragment();
                for node in all.into_iter().chain([last]) {
                    let node = node.into_node(tree)?;
                    tree.append(fragment, node)?;
                }
                (fragment, true)
            }
        };
        place(tree, node)?;
        // The fragment is empty now, because its children were moved.
        if is_temporary && tree.get(node).is_some_and(|node| node.host().is_none()) {
            tree.remove(node)
        } else {
            Ok(())
        }
    })
}

/// Puts the children of an element in its place, and takes the element out of the tree.
pub(crate) fn unwrap(tree: &mut Tree, element: NodeId) -> Result<(), MutationError> {
    let fragment = tree.create_document_fragment();
    tree.move_children(element, fragment)?;
    match tree.insert_before(element, fragment) {
        Ok(()) => tree.detach(element)?,
        Err(error) => {
            tree.move_children(fragment, element)?;
            tree.remove(fragment)?;
            return Err(error);
        }
    }
    tree.remove(fragment)
}

/// Reads an argument that contains names of elements.
pub(crate) fn names(tags: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if tags.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("expected a list of tag names, not one str"));
    }
    tags.try_iter()?.map(|name| name?.extract()).collect()
}

/// The elements with some names in a node, in tree order.
pub(crate) fn elements_named(tree: &Tree, node: NodeId, tags: &[String]) -> Vec<NodeId> {
    let is_named = |node: &NodeRef<'_>| {
        node.element_name().is_some()
            && tags.iter().any(|tag| tag.eq_ignore_ascii_case(node.local_name_text()))
    };
    tree.get(node).into_iter().flat_map(NodeRef::descendants).filter(is_named).map(NodeRef::id).collect()
}
