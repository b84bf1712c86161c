//! [`parse_flat`]: a tree as a list of tuples, from which the packages of `compat` build trees of other libraries.

use hedgerow::dom::{Namespace, NodeKind};
use hedgerow::source::NodeSource as _;
use hedgerow::{NodeRef, Parsed};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::document::Document;
use crate::input::Input;
use crate::options::{self, Limits, Options};
use crate::places::Places;

/// Parses a document, or a fragment if there is a context. Returns the encoding, the quirks mode, and a tuple for each node in
/// tree order, with the contents of templates as children of the template:
///
/// (depth, "element", name, URL of the namespace, attributes, line, column), with a dict of attributes, or a list of tuples
/// (prefix, name, URL, value) if one of them has a namespace; (depth, "text", data); (depth, "comment", data);
/// (depth, "doctype", name, public identifier, system identifier); (depth, "processing-instruction", target, data)
#[pyfunction]
#[pyo3(signature = (data: "str | Buffer", *, context = None, content_type = None, encoding = None, scripting = false, lines = false, limits = None) -> "tuple[str | None, str, list[tuple[Any, ...]]]")]
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
    let options = Options::new(py, content_type, encoding, scripting, limits)?.recording(lines, false);
    let input = Input::of(data)?;
    options.check(&input)?;
    let context = context.map(options::context).transpose()?;
    let parsed = py.detach(|| options.parse(&input, context.as_ref()));
    if parsed.stop().is_some() {
        Document::from_parsed(py, parsed, options.scripting)?;
        return Ok(PyTuple::empty(py));
    }
    let nodes = Flat::new(py, &parsed).list(&parsed)?;
    let encoding = parsed.encoding().map(|sniffed| sniffed.encoding.name());
    let mode = crate::document::quirks_mode(parsed.document());
    (encoding, mode, nodes).into_pyobject(py)
}

/// Converts the nodes of a tree.
struct Flat<'py, 'p> {
    py: Python<'py>,
    source: Option<(&'p str, Places)>,
}

impl<'py, 'p> Flat<'py, 'p> {
    fn new(py: Python<'py>, parsed: &'p Parsed) -> Self {
        let source = parsed.document().source().map(|source| (source, Places::new(source)));
        Self { py, source }
    }

    fn list(&self, parsed: &Parsed) -> PyResult<Bound<'py, PyList>> {
        let root = parsed.document().root();
        let list = PyList::empty(self.py);
        // The open nodes, with their depths. The contents of a template have the depth of the template.
        let mut open: Vec<NodeRef<'_>> = vec![root];
        for node in root.deep_descendants() {
            if matches!(node.kind(), NodeKind::DocumentFragment | NodeKind::ShadowRoot) {
                continue;
            }
            let parent = node.parent().map(|parent| parent.host().unwrap_or(parent));
            while open.len() > 1 && open.last().copied() != parent {
                open.pop();
            }
            list.append(self.tuple(open.len() - 1, node)?)?;
            if node.kind() == NodeKind::Element {
                open.push(node);
            }
        }
        Ok(list)
    }

    fn tuple(&self, depth: usize, node: NodeRef<'_>) -> PyResult<Bound<'py, PyTuple>> {
        let py = self.py;
        let data = node.data().unwrap_or_default();
        match node.kind() {
            NodeKind::Element => {
                let place = self
                    .source
                    .as_ref()
                    .zip(node.source_span())
                    .map(|((source, places), span)| places.line_and_column(source, span.start));
                let url = node.namespace().unwrap_or(Namespace::Html).url();
                let name = PyString::intern(py, node.local_name_text());
                let attributes = self.attributes(node)?;
                let (line, column) = (place.map(|place| place.0), place.map(|place| place.1));
                (depth, "element", name, &*url, attributes, line, column).into_pyobject(py)
            }
            NodeKind::Text => (depth, "text", data).into_pyobject(py),
            NodeKind::DocumentType => {
                let doctype = node.doctype();
                let [name, public, system] =
                    doctype.map_or([""; 3], |doctype| [doctype.name, doctype.public_id, doctype.system_id]);
                (depth, "doctype", name, public, system).into_pyobject(py)
            }
            NodeKind::ProcessingInstruction => {
                let (target, data) = node.processing_instruction().unwrap_or_default();
                (depth, "processing-instruction", target, data).into_pyobject(py)
            }
            _ => (depth, "comment", data).into_pyobject(py),
        }
    }

    fn attributes(&self, node: NodeRef<'_>) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
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
            let url = name.namespace().url();
            let url = (name.namespace() != Namespace::None).then_some(&*url);
            list.append((name.prefix(), name.local_name(), url, attribute.value()))?;
        }
        Ok(list.into_any())
    }
}
