//! Changes of trees, for the methods of [`Node`] and [`Document`].

use std::collections::HashSet;

use hedgerow::dom::{InsertPosition, MutationError, NodeKind};
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
            Some(id) => tree.get(id).ok_or_else(error::stale)?,
            None => tree.root(),
        };
        let mut copy = Box::new(Tree::new());
        let id = copy.import(node).map_err(|error| error::mutation(&error))?;
        Ok(Self::Foreign(copy, id))
    }

    /// Returns the node. A node that is not in the document yet is created there, and added to `created`.
    fn into_node(self, tree: &mut Tree, created: &mut Vec<NodeId>) -> Result<NodeId, MutationError> {
        let node = match self {
            Self::Own(id) => return Ok(id),
            Self::Text(text) => tree.create_text(&text),
            Self::Foreign(source, id) => tree.import(source.node(id))?,
        };
        created.push(node);
        Ok(node)
    }
}

/// Inserts the arguments of a method. If the DOM refuses the insertion, the tree is unchanged. Without arguments, the call is a
/// no-op, even at a position that the DOM would refuse.
pub(crate) fn insert(
    document: &Py<Document>,
    arguments: &Bound<'_, PyTuple>,
    position: InsertPosition,
) -> PyResult<()> {
    let all: Vec<_> =
        arguments.iter().map(|argument| Inserted::of(document, &argument)).collect::<PyResult<_>>()?;
    if all.is_empty() {
        return Ok(());
    }
    document.get().change(arguments.py(), |tree| {
        let mut created = Vec::new();
        let nodes: Result<Vec<_>, _> =
            all.into_iter().map(|node| node.into_node(tree, &mut created)).collect();
        let inserted = nodes.and_then(|nodes| tree.insert_nodes(&nodes, position));
        // The copy of a document is a fragment, which is empty after its children were inserted.
        created.retain(|&node| {
            inserted.is_err() || tree.get(node).is_some_and(|node| node.kind() == NodeKind::DocumentFragment)
        });
        created.into_iter().try_for_each(|node| tree.remove(node))?;
        inserted
    })
}

/// Wraps a node in a new element, and returns the element.
pub(crate) fn wrap(tree: &mut Tree, node: NodeId, name: &str) -> Result<NodeId, MutationError> {
    let wrapper = tree.create_element(name)?;
    match tree.wrap(node, wrapper) {
        Ok(()) => Ok(wrapper),
        Err(error) => {
            tree.remove(wrapper)?;
            Err(error)
        }
    }
}

/// Puts the children of an element in its place, and takes the element out of the tree.
pub(crate) fn unwrap(tree: &mut Tree, element: NodeId) -> Result<(), MutationError> {
    let children: Vec<_> =
        tree.get(element).into_iter().flat_map(NodeRef::children).map(NodeRef::id).collect();
    tree.insert_nodes(&children, InsertPosition::InsteadOf(element))
}

/// Unwraps elements, which are given in tree order. If the DOM refuses the change, the tree is unchanged.
///
/// The DOM can only refuse new children of a document, which replace the document element. This replacement comes first, in
/// one step.
pub(crate) fn unwrap_all(tree: &mut Tree, elements: &[NodeId]) -> Result<(), MutationError> {
    let mut unwrapped = HashSet::new();
    let is_in_document = |node: NodeRef<'_>| node.parent().is_some_and(|it| it.kind() == NodeKind::Document);
    if let Some(first) = elements.first().and_then(|&first| tree.get(first))
        && is_in_document(first)
    {
        let all: HashSet<_> = elements.iter().copied().collect();
        let mut contents = Vec::new();
        let mut pending = vec![first];
        while let Some(node) = pending.pop() {
            if all.contains(&node.id()) {
                unwrapped.insert(node.id());
                pending.extend(node.children().rev());
            } else {
                contents.push(node.id());
            }
        }
        tree.insert_nodes(&contents, InsertPosition::InsteadOf(first.id()))?;
        unwrapped.iter().try_for_each(|&node| tree.detach(node))?;
    }
    elements
        .iter()
        .filter(|element| !unwrapped.contains(element))
        .try_for_each(|&element| unwrap(tree, element))
}

/// Reads a list of words; a str is an error, because each of its characters would be read as a word.
pub(crate) fn strings(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(format!("{name} is a list of str, not a str")));
    }
    value.try_iter()?.map(|item| item?.extract()).collect()
}

/// The elements with some names in a node, in tree order.
pub(crate) fn elements_named(tree: &Tree, node: NodeId, tags: &[String]) -> Vec<NodeId> {
    let is_named = |node: &NodeRef<'_>| {
        node.element_name().is_some()
            && tags.iter().any(|tag| tag.eq_ignore_ascii_case(node.local_name_text()))
    };
    tree.get(node).into_iter().flat_map(NodeRef::descendants).filter(is_named).map(NodeRef::id).collect()
}
