//! Changes: methods of [`Node`] and [`Document`].
//!
//! A node that remove() takes out of the tree is only detached, because Python code may still have it. It is freed with its
//! document, or by decompose().

use hedgerow::dom::{MutationError, NodeKind};
use hedgerow::{Document as Tree, NodeId, NodeRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::document::Document;
use crate::error;
use crate::node::Node;

/// An argument of a method that inserts nodes.
enum Inserted {
    /// A node of the same document, which is moved.
    Own(NodeId),
    /// A text.
    Text(String),
    /// A copy of a node of another document, or of the content of a document: a document that contains the copy, and its id.
    Foreign(Box<Tree>, NodeId),
}

impl Inserted {
    /// Reads an argument. A node of another document is copied here, so that no two documents are locked at a time.
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
fn insert(
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
        // A fragment is empty once it was inserted.
        if is_temporary && tree.get(node).is_some_and(|node| node.host().is_none()) {
            tree.remove(node)
        } else {
            Ok(())
        }
    })
}

/// Puts the children of an element in its place, and takes the element out of the tree.
fn unwrap(tree: &mut Tree, element: NodeId) -> Result<(), MutationError> {
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

/// The elements with some names in a node, in tree order.
fn elements_named(tree: &Tree, node: NodeId, tags: &[String]) -> Vec<NodeId> {
    let is_named = |node: &NodeRef<'_>| {
        node.element_name().is_some()
            && tags.iter().any(|tag| tag.eq_ignore_ascii_case(node.local_name_text()))
    };
    tree.get(node).into_iter().flat_map(NodeRef::descendants).filter(is_named).map(NodeRef::id).collect()
}

impl Node {
    /// Changes the document of the node.
    fn change<R>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Tree, NodeId) -> Result<R, MutationError>,
    ) -> PyResult<R> {
        self.document.get().change(py, |tree| change(tree, self.id))
    }
}

/// Taking nodes out of the tree.
#[pymethods]
impl Node {
    /// Takes the node out of the tree, with all that is in it. It can be read, changed and inserted again.
    fn remove(&self, py: Python<'_>) -> PyResult<()> {
        self.change(py, Tree::detach)
    }

    /// Destroys the node and all nodes in it: a later use of them raises a StaleNodeError.
    fn decompose(&self, py: Python<'_>) -> PyResult<()> {
        self.change(py, Tree::remove)
    }

    /// Puts the children of the element in its place. The element stays usable, without children.
    fn unwrap(&self, py: Python<'_>) -> PyResult<()> {
        self.change(py, unwrap)
    }

    /// Destroys all elements with these names in the node, with all that is in them.
    fn strip_tags(&self, py: Python<'_>, tags: Vec<String>) -> PyResult<()> {
        self.change(py, |tree, node| {
            for element in elements_named(tree, node, &tags) {
                // The element may have been destroyed with another one that contained it.
                if tree.get(element).is_some() {
                    tree.remove(element)?;
                }
            }
            Ok(())
        })
    }

    /// Unwraps all elements with these names in the node.
    fn unwrap_tags(&self, py: Python<'_>, tags: Vec<String>) -> PyResult<()> {
        self.change(py, |tree, node| {
            elements_named(tree, node, &tags).into_iter().try_for_each(|element| unwrap(tree, element))
        })
    }
}

/// Inserting nodes. A str is inserted as text, a Document as its content, and a node of another document as a copy.
#[pymethods]
impl Node {
    /// Inserts nodes as the last children.
    #[pyo3(signature = (*nodes: "Node | Document | str"))]
    fn append(&self, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        insert(&self.document, nodes, |tree, node| tree.append(self.id, node))
    }

    /// Inserts nodes as the first children.
    #[pyo3(signature = (*nodes: "Node | Document | str"))]
    fn prepend(&self, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        insert(&self.document, nodes, |tree, node| tree.prepend(self.id, node))
    }

    /// Inserts nodes before this one.
    #[pyo3(signature = (*nodes: "Node | Document | str"))]
    fn insert_before(&self, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        insert(&self.document, nodes, |tree, node| tree.insert_before(self.id, node))
    }

    /// Inserts nodes after this one.
    #[pyo3(signature = (*nodes: "Node | Document | str"))]
    fn insert_after(&self, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        insert(&self.document, nodes, |tree, node| tree.insert_after(self.id, node))
    }

    /// Puts nodes in the place of this one, which is taken out of the tree and stays usable.
    #[pyo3(signature = (*nodes: "Node | Document | str"))]
    fn replace_with(&self, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        insert(&self.document, nodes, |tree, node| {
            if node == self.id {
                return Ok(());
            }
            tree.insert_before(self.id, node)?;
            tree.detach(self.id)
        })?;
        if nodes.is_empty() { self.remove(nodes.py()) } else { Ok(()) }
    }

    /// Puts the node into a wrapper, which takes its place: an element, or the name of a new one. Returns the wrapper.
    #[pyo3(signature = (wrapper: "Node | str") -> "Node")]
    fn wrap<'py>(&self, wrapper: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        let py = wrapper.py();
        if let Ok(name) = wrapper.cast::<PyString>() {
            let name = name.to_str()?;
            let id = self.change(py, |tree, node| {
                let wrapper = tree.create_element(name)?;
                tree.wrap(node, wrapper)?;
                Ok(wrapper)
            })?;
            return Self::bind(self.document.bind(py), id);
        }
        let Ok(wrapper) = wrapper.cast::<Self>() else {
            let message =
                format!("a wrapper is a Node or the name of an element, not {}", wrapper.get_type().name()?);
            return Err(PyTypeError::new_err(message));
        };
        if !wrapper.get().document.is(&self.document) {
            return Err(PyValueError::new_err(
                "the wrapper is a node of another document; create it in this one",
            ));
        }
        self.change(py, |tree, node| tree.wrap(node, wrapper.get().id))?;
        Ok(wrapper.clone())
    }

    /// A copy of the node, which is in no tree; with deep, of all nodes in it, too.
    #[pyo3(signature = (deep = true))]
    fn clone<'py>(&self, py: Python<'py>, deep: bool) -> PyResult<Bound<'py, Self>> {
        let id = self.change(
            py,
            |tree, node| {
                if deep { tree.clone_subtree(node) } else { tree.clone_shallow(node) }
            },
        )?;
        Self::bind(self.document.bind(py), id)
    }
}

/// Changing a node.
#[pymethods]
impl Node {
    #[setter(text)]
    fn set_text(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        self.change(py, |tree, node| tree.set_text(node, text))
    }

    #[setter]
    fn set_inner_html(&self, py: Python<'_>, html: &str) -> PyResult<()> {
        let parser = self.document.get().markup_parser();
        self.change(py, |tree, node| parser.set_inner_html(tree, node, html))
    }

    #[setter]
    fn set_outer_html(&self, py: Python<'_>, html: &str) -> PyResult<()> {
        let parser = self.document.get().markup_parser();
        self.change(py, |tree, node| parser.set_outer_html(tree, node, html))
    }

    #[setter]
    fn set_tag(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.change(py, |tree, node| tree.rename_element(node, name))
    }

    #[setter]
    fn set_data(&self, py: Python<'_>, data: &str) -> PyResult<()> {
        self.change(py, |tree, node| tree.set_data(node, data))
    }

    /// Adds a class. Returns whether the element did not have it.
    fn add_class(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        self.change(py, |tree, node| tree.add_class(node, name))
    }

    /// Removes a class. Returns whether the element had it.
    fn remove_class(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        self.change(py, |tree, node| tree.remove_class(node, name))
    }

    /// Joins adjacent texts in the node, and removes empty ones.
    fn normalize(&self, py: Python<'_>) -> PyResult<()> {
        self.change(py, Tree::normalize)
    }
}

/// Creating nodes, which are in no tree until they are inserted.
#[pymethods]
impl Document {
    /// Creates an element, with attributes and a text.
    #[pyo3(signature = (tag: "str", attrs: "Mapping[str, str] | None" = None, text: "str | None" = None) -> "Node")]
    fn create_element<'py>(
        slf: &Bound<'py, Self>,
        tag: &str,
        attrs: Option<&Bound<'py, PyAny>>,
        text: Option<&str>,
    ) -> PyResult<Bound<'py, Node>> {
        let py = slf.py();
        let mut pairs: Vec<(String, String)> = Vec::new();
        if let Some(attrs) = attrs {
            let all = PyDict::new(py);
            all.call_method1("update", (attrs,))?;
            for (name, value) in all {
                pairs.push((name.extract()?, value.extract()?));
            }
        }
        let id = slf.get().change(py, |tree| {
            let element = tree.create_element(tag)?;
            for (name, value) in &pairs {
                tree.set_attribute(element, name.as_str(), value)?;
            }
            if let Some(text) = text {
                tree.append_text(element, text)?;
            }
            Ok(element)
        })?;
        Node::bind(slf, id)
    }

    /// Creates a text.
    fn create_text<'py>(slf: &Bound<'py, Self>, text: &str) -> PyResult<Bound<'py, Node>> {
        let id = slf.get().write(slf.py()).create_text(text);
        Node::bind(slf, id)
    }

    /// Creates a comment.
    fn create_comment<'py>(slf: &Bound<'py, Self>, text: &str) -> PyResult<Bound<'py, Node>> {
        let id = slf.get().write(slf.py()).create_comment(text);
        Node::bind(slf, id)
    }

    /// Destroys all elements with these names, with all that is in them.
    fn strip_tags(slf: &Bound<'_, Self>, tags: Vec<String>) -> PyResult<()> {
        Self::document_node(slf)?.get().strip_tags(slf.py(), tags)
    }

    /// Puts the children of all elements with these names in their places.
    fn unwrap_tags(slf: &Bound<'_, Self>, tags: Vec<String>) -> PyResult<()> {
        Self::document_node(slf)?.get().unwrap_tags(slf.py(), tags)
    }
}
