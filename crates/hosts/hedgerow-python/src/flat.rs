//! [`parse_flat`]: a tree as tuples, from which the packages of `compat` build trees of other libraries.
//!
//! The tuples are created one by one, because Python then frees each tuple at once and reuses its memory. The garbage
//! collector would traverse a list of all tuples again and again.

use hedgerow::dom::{Namespace, NodeKind};
use hedgerow::source::NodeSource as _;
use hedgerow::{Document as Tree, NodeId, NodeRef};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::character_index::CharacterIndex;
use crate::options::{self, Limits, Options};
use crate::page::Source;
use crate::soup;

/// Parses a document, or a fragment if there is a context. Returns the encoding, the quirks mode, and an iterator of a tuple for
/// each node in tree order, with the contents of templates as children of the template:
///
/// (depth, "element", name, URL of the namespace, attributes, line, column), with a dict of attributes, or a list of tuples
/// (prefix, name, URL, value) if one of them has a namespace; (depth, "text", data); (depth, "comment", data);
/// (depth, "doctype", name, public identifier, system identifier); (depth, "processing-instruction", target, data)
#[pyfunction]
#[pyo3(signature = (data: "str | Buffer", *, context = None, content_type = None, encoding = None, scripting = false, lines = false, limits = None) -> "tuple[str | None, str, FlatNodes]")]
pub(crate) fn parse_flat<'py>(
    data: &Bound<'py, PyAny>,
    context: Option<&str>,
    content_type: Option<&str>,
    encoding: Option<&str>,
    scripting: bool,
    lines: bool,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, PyTuple>> {
    let py = data.py();
    let options = Options::new(py, content_type, encoding, false, scripting, limits)?.recording(lines, false);
    let context = context.map(options::context).transpose()?;
    let outcome = Source::of(data, &options)?.parse(py, options, context)?;
    let parsed = outcome.complete(py, scripting)?.parsed;
    let encoding = parsed.encoding().map(|sniffed| sniffed.encoding.name());
    let (tree, _) = parsed.into_parts();
    let mode = crate::document::quirks_mode(&tree);
    (encoding, mode, FlatNodes::new(tree)).into_pyobject(py)
}

/// The nodes of a tree as tuples, one by one.
#[pyclass(module = "hedgerow")]
pub(crate) struct FlatNodes {
    tree: Tree,
    character_index: Option<CharacterIndex>,
    nodes: std::vec::IntoIter<NodeId>,
    /// The open nodes: the root, and the elements around the last node. A node in the contents of a template counts as a child
    /// of the template.
    open: Vec<NodeId>,
}

#[pymethods]
impl FlatNodes {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(id) = self.nodes.next() else { return Ok(None) };
        let node = self.tree.node(id);
        let parent = node.parent().map(|parent| parent.host().unwrap_or(parent).id());
        while self.open.len() > 1 && self.open.last().copied() != parent {
            self.open.pop();
        }
        let tuple = self.tuple(py, self.open.len() - 1, node)?;
        if node.kind() == NodeKind::Element {
            self.open.push(id);
        }
        Ok(Some(tuple.into_any()))
    }

    fn __length_hint__(&self) -> usize {
        self.nodes.len()
    }

    /// Fills a soup of Beautiful Soup with the nodes that are left.
    #[pyo3(signature = (soup: "Any", builder: "Any"))]
    fn fill(&self, soup: &Bound<'_, PyAny>, builder: &Bound<'_, PyAny>) -> PyResult<()> {
        soup::fill(self, soup, builder)
    }
}

impl FlatNodes {
    fn new(tree: Tree) -> Self {
        let is_node =
            |node: &NodeRef<'_>| !matches!(node.kind(), NodeKind::DocumentFragment | NodeKind::ShadowRoot);
        let nodes: Vec<_> = tree.root().deep_descendants().filter(is_node).map(NodeRef::id).collect();
        let character_index = tree.source().map(CharacterIndex::new);
        let open = vec![tree.root_id()];
        Self { character_index, nodes: nodes.into_iter(), open, tree }
    }

    /// The root, whose children are the first nodes.
    pub(crate) fn root(&self) -> NodeId {
        self.tree.root_id()
    }

    /// The nodes that are left.
    pub(crate) fn rest(&self) -> impl Iterator<Item = NodeRef<'_>> {
        self.nodes.as_slice().iter().map(|&id| self.tree.node(id))
    }

    /// Returns the line and the column of the start of a node, if they were recorded.
    pub(crate) fn place(&self, node: NodeRef<'_>) -> Option<(u32, u32)> {
        let character_index = self.character_index.as_ref()?;
        Some(character_index.line_and_column(self.tree.source()?, node.source_span()?.start))
    }

    fn tuple<'py>(&self, py: Python<'py>, depth: usize, node: NodeRef<'_>) -> PyResult<Bound<'py, PyTuple>> {
        match node.kind() {
            NodeKind::Element => {
                let kind = intern!(py, "element");
                let name = PyString::intern(py, node.local_name_text());
                let url = match node.namespace().unwrap_or(Namespace::Html) {
                    Namespace::Html => intern!(py, "http://www.w3.org/1999/xhtml").clone(),
                    other => PyString::intern(py, other.as_str()),
                };
                let attributes = attributes(py, node)?;
                match self.place(node) {
                    Some((line, column)) => {
                        (depth, kind, name, url, attributes, line, column).into_pyobject(py)
                    }
                    None => (depth, kind, name, url, attributes, py.None(), py.None()).into_pyobject(py),
                }
            }
            _ => Self::other(py, depth, node),
        }
    }

    /// The tuple of a node that is not an element.
    pub(crate) fn other<'py>(
        py: Python<'py>,
        depth: usize,
        node: NodeRef<'_>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let data = node.data().unwrap_or_default();
        match node.kind() {
            NodeKind::Text => (depth, intern!(py, "text"), data).into_pyobject(py),
            NodeKind::DocumentType => {
                let doctype = node.doctype();
                let [name, public, system] =
                    doctype.map_or([""; 3], |doctype| [doctype.name, doctype.public_id, doctype.system_id]);
                (depth, intern!(py, "doctype"), name, public, system).into_pyobject(py)
            }
            NodeKind::ProcessingInstruction => {
                let (target, data) = node.processing_instruction().unwrap_or_default();
                (depth, intern!(py, "processing-instruction"), target, data).into_pyobject(py)
            }
            _ => (depth, intern!(py, "comment"), data).into_pyobject(py),
        }
    }
}

/// Converts the attributes of an element.
pub(crate) fn attributes<'py>(py: Python<'py>, node: NodeRef<'_>) -> PyResult<Bound<'py, PyAny>> {
    if node.attributes().all(|attribute| attribute.namespace() == Namespace::None) {
        let dict = PyDict::new(py);
        for attribute in node.attributes() {
            dict.set_item(PyString::intern(py, attribute.name_text()), attribute.value())?;
        }
        return Ok(dict.into_any());
    }
    let list = PyList::empty(py);
    for attribute in node.attributes() {
        let name = attribute.name();
        let url = Some(name.namespace().as_str()).filter(|url| !url.is_empty());
        list.append((name.prefix(), name.local_name(), url, attribute.value()))?;
    }
    Ok(list.into_any())
}
