//! [`Text`] and [`Nodes`]: the method `text` of nodes, and iterators over nodes.

use hedgerow::{NodeId, NodeRef};
use pyo3::prelude::*;

use crate::document::Document;
use crate::error;
use crate::node::{Node, write_text};

/// The method that returns the text of a node.
#[pyclass(frozen, freelist = 16, module = "hedgerow")]
pub(crate) struct Text {
    pub(crate) node: Py<Node>,
}

#[pymethods]
impl Text {
    /// The text of all nodes in this one, joined by the separator; with strip, without the whitespace around each piece.
    #[pyo3(signature = (separator = "", strip = false))]
    fn __call__(&self, py: Python<'_>, separator: &str, strip: bool) -> PyResult<String> {
        let node = self.node.get();
        let document = node.document.get();
        let write =
            |node: NodeRef<'_>| document.written(node, |text| write_text(node, separator, strip, text));
        node.read(py, write)?.map_err(error::output)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<text of {}; call it: node.text()>", self.node.get().__repr__(py))
    }
}

/// Nodes, one by one. Nodes that were destroyed meanwhile are left out.
#[pyclass(module = "hedgerow")]
pub(crate) struct Nodes {
    document: Py<Document>,
    ids: std::vec::IntoIter<NodeId>,
}

impl Nodes {
    pub(crate) fn new(document: &Bound<'_, Document>, ids: Vec<NodeId>) -> Self {
        Self { document: document.clone().unbind(), ids: ids.into_iter() }
    }
}

#[pymethods]
impl Nodes {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> Option<Node> {
        let id = {
            let tree = self.document.get().read(py);
            self.ids.find(|id| tree.get(*id).is_some())?
        };
        Some(Node { document: self.document.clone_ref(py), id })
    }

    fn __length_hint__(&self) -> usize {
        self.ids.len()
    }
}
