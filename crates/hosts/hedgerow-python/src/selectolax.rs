//! [`LexborNode`] and [`LexborAttributes`]: the nodes of `hedgerow.compat.selectolax`, which adds the methods that are rarely used.

use std::fmt::Write as _;

use hedgerow::dom::{AttributeRef, NodeKind, known};
use hedgerow::select::Select as _;
use hedgerow::serialize::LimitedWriter;
use hedgerow::{Document as Tree, NodeId, NodeRef};
use memchr::memmem;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::document::Document;
use crate::error;
use crate::node::Node;
use crate::query::Selector;
use crate::selectolax_tree::LexborTree;

pyo3::import_exception!(hedgerow.compat.selectolax, SelectolaxError);

/// The names of nodes that are not elements.
fn special_tag(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Text => "-text",
        NodeKind::Comment => "-comment",
        NodeKind::Document => "-document",
        NodeKind::DocumentType => "-doctype",
        NodeKind::DocumentFragment | NodeKind::ShadowRoot => "-document-fragment",
        NodeKind::ProcessingInstruction => "-processing-instruction",
        NodeKind::Element => "",
    }
}

/// Whether a text has only whitespace.
fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_whitespace())
}

/// Python's `str.strip()`.
fn stripped(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\x1C'..='\x1F'))
}

/// The maximum number of nodes that an iterator creates at once.
const NODES_OF_LIST: usize = 256;

/// A node.
#[pyclass(frozen, weakref, freelist = 1024, module = "hedgerow.compat.selectolax")]
pub(crate) struct LexborNode {
    document: Py<Document>,
    id: NodeId,
    /// The parser that created the document.
    #[pyo3(get)]
    parser: Py<PyAny>,
    /// The template whose contents the node is.
    host: Option<NodeId>,
    /// Whether methods apply to the whole fragment, whose first node this is.
    is_fragment_root: bool,
}

impl LexborNode {
    /// A node of a parser.
    pub(crate) fn new_in(
        parser: &Bound<'_, LexborTree>,
        document: &Py<Document>,
        id: NodeId,
        is_fragment_root: bool,
    ) -> Self {
        let document = document.clone_ref(parser.py());
        let parser = parser.as_any().clone().unbind();
        Self { document, id, parser, host: None, is_fragment_root }
    }

    fn view(&self, py: Python<'_>, id: NodeId) -> Self {
        let (document, parser) = (self.document.clone_ref(py), self.parser.clone_ref(py));
        Self { document, id, parser, host: None, is_fragment_root: false }
    }

    fn read<R>(&self, py: Python<'_>, read: impl FnOnce(NodeRef<'_>) -> R) -> PyResult<R> {
        let tree = self.document.get().read(py);
        Ok(read(tree.get(self.id).ok_or_else(error::stale)?))
    }

    /// Reads the node that methods apply to.
    fn read_scope<R>(&self, py: Python<'_>, read: impl FnOnce(NodeRef<'_>) -> R) -> PyResult<R> {
        self.read(py, |node| read(self.scope_of(node)))
    }

    fn scope_of<'t>(&self, node: NodeRef<'t>) -> NodeRef<'t> {
        node.parent().filter(|_| self.is_fragment_root).unwrap_or(node)
    }

    fn find(
        &self,
        py: Python<'_>,
        find: impl FnOnce(NodeRef<'_>) -> Option<NodeRef<'_>>,
    ) -> PyResult<Option<Self>> {
        Ok(self.read(py, |node| find(node).map(NodeRef::id))?.map(|id| self.view(py, id)))
    }

    fn change<R>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Tree) -> Result<R, hedgerow::dom::MutationError>,
    ) -> PyResult<R> {
        self.document.get().change(py, change)
    }

    fn list<'py>(&self, py: Python<'py>, ids: Vec<NodeId>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, ids.into_iter().map(|id| self.view(py, id)))
    }

    /// Returns an iterator over nodes. Python's iterators over lists are faster than native ones, so long ones consist of lists.
    fn iterator<'py>(&self, py: Python<'py>, ids: Vec<NodeId>) -> PyResult<Bound<'py, PyAny>> {
        if ids.len() <= NODES_OF_LIST {
            return Ok(self.list(py, ids)?.try_iter()?.into_any());
        }
        let lists = LexborNodes { template: self.view(py, self.id), ids: ids.into_iter() };
        let chain = py.import(intern!(py, "itertools"))?.getattr(intern!(py, "chain"))?;
        chain.call_method1(intern!(py, "from_iterable"), (lists,))
    }
}

/// Reads a query.
fn selector_of(query: &Bound<'_, PyAny>) -> PyResult<Selector> {
    let Ok(text) = query.cast::<PyString>() else {
        return Err(PyTypeError::new_err("Query must be a string."));
    };
    let text = text.to_str()?;
    let selector = if text.contains(":lexbor-contains(") {
        Selector::compile(&text.replace(":lexbor-contains(", ":contains("))
    } else {
        Selector::of_nodes(query)
    };
    selector.map_err(|error| {
        SelectolaxError::new_err(format!("Can't parse CSS selector. {}", error.value(query.py())))
    })
}

/// The nodes that match, the scope itself included.
fn found<'t>(scope: NodeRef<'t>, selector: &Selector) -> impl Iterator<Item = NodeRef<'t>> + use<'t> {
    let itself = scope.matches(selector.compiled()).unwrap_or_default().then_some(scope);
    itself.into_iter().chain(selector.nodes(scope))
}

#[pymethods]
impl LexborNode {
    #[new]
    #[pyo3(signature = (*_arguments: "Any", **_options: "Any"))]
    fn new(_arguments: &Bound<'_, PyTuple>, _options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Err(PyTypeError::new_err(
            "LexborNode cannot be instantiated directly; it is a view onto a node of a parser. Use \
             LexborHTMLParser.create_node() or LexborNode.clone() instead.",
        ))
    }

    /// A view of a node.
    #[staticmethod]
    #[pyo3(signature = (node, parser: "Any", is_fragment_root = false, host = None))]
    fn _of(
        py: Python<'_>,
        node: &Bound<'_, Node>,
        parser: Py<PyAny>,
        is_fragment_root: bool,
        host: Option<&Bound<'_, Node>>,
    ) -> Self {
        let (node, host) = (node.get(), host.map(|host| host.get().id));
        Self { document: node.document.clone_ref(py), id: node.id, parser, host, is_fragment_root }
    }

    /// The node as hedgerow's class represents it.
    #[getter]
    fn _node<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Node>> {
        Node::bind(self.document.bind(py), self.id)
    }

    /// The node that methods apply to: the whole fragment for the root of a fragment, otherwise the node itself.
    #[getter]
    fn _scope<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Node>> {
        let id = self.read_scope(py, |scope| scope.id())?;
        Node::bind(self.document.bind(py), id)
    }

    /// A number that identifies the node.
    #[getter]
    fn mem_id(&self, py: Python<'_>) -> PyResult<isize> {
        Node::bind(self.document.bind(py), self.id)?.hash()
    }

    /// The first child.
    #[getter]
    fn first_child(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        self.find(py, |node| node.first_child())
    }

    /// The first child.
    #[getter]
    fn child(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        self.first_child(py)
    }

    /// The last child.
    #[getter]
    fn last_child(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        self.find(py, |node| node.last_child())
    }

    /// The parent; None for a top-level node of a fragment, and the template for its contents.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        match self.host {
            Some(host) => Ok(Some(self.view(py, host))),
            None => self
                .find(py, |node| node.parent().filter(|parent| parent.kind() != NodeKind::DocumentFragment)),
        }
    }

    /// The next sibling.
    #[getter]
    fn next(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        self.find(py, |node| node.next_sibling())
    }

    /// The previous sibling.
    #[getter]
    fn prev(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        self.find(py, |node| node.previous_sibling())
    }

    /// The name of the element, or a name such as "-text".
    #[getter]
    fn tag<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.read(py, |node| match node.element_name() {
            Some(name) => PyString::new(py, name.local_name()),
            None => PyString::new(py, special_tag(node.kind())),
        })
    }

    /// The HTML of the node.
    #[getter]
    pub(crate) fn html(&self, py: Python<'_>) -> PyResult<String> {
        self.read_scope(py, |node| self.document.get().outer_html(node))?.map_err(error::output)
    }

    /// The text in the node.
    fn text_lexbor(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, true, "", false, false)
    }

    /// The text in the node.
    #[pyo3(signature = (deep = true, separator = "", strip = false, skip_empty = false))]
    pub(crate) fn text(
        &self,
        py: Python<'_>,
        deep: bool,
        separator: &str,
        strip: bool,
        skip_empty: bool,
    ) -> PyResult<String> {
        let document = self.document.get();
        let written = self.read_scope(py, |scope| {
            LimitedWriter::text(document.most_output(scope.document()), |text| {
                let mut is_first = true;
                let mut write = |piece: &str| {
                    if skip_empty && is_blank(piece) {
                        return Ok(());
                    }
                    if !std::mem::take(&mut is_first) {
                        text.write_str(separator)?;
                    }
                    text.write_str(if strip { stripped(piece) } else { piece })
                };
                match child_text(scope) {
                    Some(own) => write(own),
                    None if deep => scope.texts().try_for_each(write),
                    None => scope.children().filter_map(|child| child_text(child)).try_for_each(write),
                }
            })
        })?;
        written.map_err(error::output)
    }

    /// The nodes that match a selector. The node itself is searched, too.
    #[pyo3(signature = (query: "str") -> "list[Any]")]
    pub(crate) fn css<'py>(
        &self,
        py: Python<'py>,
        query: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let selector = selector_of(query)?;
        let ids = self.read_scope(py, |scope| found(scope, &selector).map(NodeRef::id).collect())?;
        self.list(py, ids)
    }

    /// The first node that matches a selector; with strict, a second match is an error.
    #[pyo3(signature = (query: "str", default: "Any" = None, strict = false) -> "Any")]
    pub(crate) fn css_first<'py>(
        &self,
        py: Python<'py>,
        query: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
        strict: bool,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let selector = selector_of(query)?;
        let (first, count) = self.read_scope(py, |scope| {
            let mut nodes = found(scope, &selector).map(NodeRef::id);
            let first = nodes.next();
            (first, if strict { usize::from(first.is_some()) + nodes.count() } else { 1 })
        })?;
        if count > 1 {
            return Err(PyValueError::new_err(format!("Expected 1 match, but found {count} matches")));
        }
        match first {
            Some(id) => Ok(Some(Bound::new(py, self.view(py, id))?.into_any())),
            None => Ok(default),
        }
    }

    /// Whether a selector matches a node.
    #[pyo3(signature = (selector: "str") -> "bool")]
    pub(crate) fn css_matches(&self, py: Python<'_>, selector: &Bound<'_, PyAny>) -> PyResult<bool> {
        let selector = selector_of(selector)?;
        self.read_scope(py, |scope| found(scope, &selector).next().is_some())
    }

    /// Whether one of the selectors matches a node.
    #[pyo3(signature = (selectors: "tuple[str, ...]") -> "bool")]
    pub(crate) fn any_css_matches(&self, py: Python<'_>, selectors: &Bound<'_, PyAny>) -> PyResult<bool> {
        for selector in selectors.try_iter()? {
            if self.css_matches(py, &selector?)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the text of a script contains a text. The node itself is searched, too.
    pub(crate) fn scripts_contain(&self, py: Python<'_>, query: &str) -> PyResult<bool> {
        let finder = memmem::Finder::new(query);
        self.read_scope(py, |scope| {
            let contains = |text: &str| finder.find(text.as_bytes()).is_some();
            scripts(scope).any(|script| match script.children().nth(1) {
                None => script.first_child().is_some_and(|text| contains(text.data().unwrap_or_default())),
                Some(_) => contains(&script.text()),
            })
        })
    }

    /// Whether the address of a script contains one of these texts. The node itself is searched, too.
    #[pyo3(signature = (queries: "tuple[str, ...]") -> "bool")]
    pub(crate) fn script_srcs_contain(&self, py: Python<'_>, queries: Vec<PyBackedStr>) -> PyResult<bool> {
        let finders = finders(&queries);
        self.read_scope(py, |scope| {
            let mut sources = scripts(scope).filter_map(|script| script.attribute(known::SRC));
            sources.any(|source| contains_any(source, &finders))
        })
    }

    /// The HTML of the children. The contents of a template are not its children.
    #[getter]
    fn inner_html(&self, py: Python<'_>) -> PyResult<String> {
        let html = self.read(py, |node| match node.template_contents() {
            Some(_) => Ok(String::new()),
            None => self.document.get().inner_html(node),
        })?;
        html.map_err(error::output)
    }

    /// Replaces the children, which stay usable.
    #[setter]
    fn set_inner_html(&self, py: Python<'_>, html: &str) -> PyResult<()> {
        let document = self.document.get();
        let parser = document.markup_parser();
        let is_element = document.change(py, |tree| {
            if tree.get(self.id).is_none_or(|node| node.kind() != NodeKind::Element) {
                return Ok(false);
            }
            while let Some(child) = tree.node(self.id).first_child().map(NodeRef::id) {
                tree.detach(child)?;
            }
            parser.set_inner_html(tree, self.id, html).map(|()| true)
        })?;
        if is_element {
            return Ok(());
        }
        Err(PyTypeError::new_err("inner_html is only available for element nodes"))
    }

    /// A copy of the attributes; an empty value is None.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        // Created before the tree is locked, because the garbage collector tracks it; strings are not tracked.
        let dict = PyDict::new(py);
        let tree = self.document.get().read(py);
        let node = tree.get(self.id).ok_or_else(error::stale)?;
        for attribute in node.attributes() {
            let (name, value) = pair(py, attribute);
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    /// The attributes.
    #[getter]
    fn attrs(&self, py: Python<'_>) -> PyResult<LexborAttributes> {
        if self.read(py, |node| node.kind() != NodeKind::Element)? {
            return Err(PyTypeError::new_err("attrs is only available for element nodes"));
        }
        Ok(LexborAttributes { document: self.document.clone_ref(py), id: self.id })
    }

    /// The id attribute.
    #[getter]
    fn id<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.read(py, |node| node.attribute("id").map(|id| PyString::new(py, id)))
    }

    /// The children; texts only with include_text.
    #[pyo3(signature = (include_text = false, skip_empty = false) -> "Iterator[Any]")]
    fn iter<'py>(
        &self,
        py: Python<'py>,
        include_text: bool,
        skip_empty: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let is_wanted = |node: &NodeRef<'_>| is_wanted(*node, include_text, skip_empty);
        let ids =
            self.read_scope(py, |scope| scope.children().filter(is_wanted).map(NodeRef::id).collect())?;
        self.iterator(py, ids)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.iter(py, false, false)
    }

    /// The node and its descendants; texts only with include_text.
    #[pyo3(signature = (include_text = false, skip_empty = false) -> "Iterator[Any]")]
    fn traverse<'py>(
        &self,
        py: Python<'py>,
        include_text: bool,
        skip_empty: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let is_wanted = |node: &NodeRef<'_>| is_wanted(*node, include_text, skip_empty);
        let ids = self.read_scope(py, |scope| {
            let itself = Some(scope).filter(|scope| scope.kind() != NodeKind::DocumentFragment);
            itself.into_iter().chain(scope.descendants()).filter(is_wanted).map(NodeRef::id).collect()
        })?;
        self.iterator(py, ids)
    }

    /// Takes the node out of the tree.
    #[pyo3(signature = (recursive = true))]
    fn decompose(&self, py: Python<'_>, recursive: bool) -> PyResult<()> {
        let _ = recursive;
        let is_root = self.read(py, |node| {
            let tree = node.document();
            tree.root().kind() == NodeKind::Document
                && tree.document_element().is_some_and(|root| root.id() == node.id())
        })?;
        if is_root {
            return Err(SelectolaxError::new_err("Decomposing the root node is not allowed."));
        }
        self.change(py, |tree| tree.detach(self.id).map(drop))
    }

    /// Takes the node out of the tree.
    #[pyo3(signature = (recursive = true))]
    fn remove(&self, py: Python<'_>, recursive: bool) -> PyResult<()> {
        self.decompose(py, recursive)
    }

    /// The text of a text node.
    #[getter]
    fn text_content<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.read(py, |node| child_text(node).map(|text| PyString::new(py, text)))
    }

    /// The text of a comment, without whitespace around it.
    #[getter]
    fn comment_content<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.read(py, |node| {
            let data = node.data().filter(|_| node.kind() == NodeKind::Comment)?;
            Some(PyString::new(py, stripped(data)))
        })
    }

    /// Whether the node is an element.
    #[getter]
    fn is_element_node(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |node| node.kind() == NodeKind::Element)
    }

    /// Whether the node is a text.
    #[getter]
    fn is_text_node(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |node| node.kind() == NodeKind::Text)
    }

    /// Whether the node is a comment.
    #[getter]
    fn is_comment_node(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |node| node.kind() == NodeKind::Comment)
    }

    /// Whether the node is the document.
    #[getter]
    fn is_document_node(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |node| node.kind() == NodeKind::Document)
    }

    /// Whether the node is a text of whitespace only.
    #[getter]
    fn is_empty_text_node(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |node| child_text(node).is_some_and(is_blank))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.mem_id(py)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(text) = other.cast::<PyString>() {
            return Ok(text.to_str().is_ok_and(|text| self.html(py).is_ok_and(|html| html == text)));
        }
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let other = other.get();
        let is_same = self.id == other.id && self.document.is(&other.document);
        Ok(is_same || self.html(py)? == other.html(py)?)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<LexborNode {}>", self.tag(py)?))
    }
}

/// The script elements in a node, and the node itself if it is one.
pub(crate) fn scripts(scope: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    let nodes = std::iter::once(scope).chain(scope.descendants());
    nodes.filter(|node| node.is_html(known::SCRIPT))
}

/// Searchers for texts, which are built once for all addresses.
pub(crate) fn finders(queries: &[PyBackedStr]) -> Vec<memmem::Finder<'_>> {
    queries.iter().map(|query| memmem::Finder::new(query.as_bytes())).collect()
}

/// Whether a text contains one of the texts that are searched.
pub(crate) fn contains_any(text: &str, finders: &[memmem::Finder<'_>]) -> bool {
    finders.iter().any(|finder| finder.find(text.as_bytes()).is_some())
}

/// The data of a text.
fn child_text(node: NodeRef<'_>) -> Option<&str> {
    node.data().filter(|_| node.kind() == NodeKind::Text)
}

/// Whether an iteration includes a node.
fn is_wanted(node: NodeRef<'_>, include_text: bool, skip_empty: bool) -> bool {
    child_text(node).is_none_or(|text| include_text && !(skip_empty && is_blank(text)))
}

/// The name and the value of an attribute; an empty value is None.
type Pair<'py> = (Bound<'py, PyString>, Option<Bound<'py, PyString>>);

/// The attributes of a node.
fn pairs<'py>(py: Python<'py>, document: &Py<Document>, id: NodeId) -> PyResult<Vec<Pair<'py>>> {
    let tree = document.get().read(py);
    let node = tree.get(id).ok_or_else(error::stale)?;
    Ok(node.attributes().map(|attribute| pair(py, attribute)).collect())
}

fn pair<'py>(py: Python<'py>, attribute: AttributeRef<'_>) -> Pair<'py> {
    let name = match attribute.name().prefix() {
        None => PyString::new(py, attribute.name_text()),
        Some(_) => PyString::new(py, &attribute.name().to_string()),
    };
    let value = Some(attribute.value()).filter(|value| !value.is_empty());
    (name, value.map(|value| PyString::new(py, value)))
}

/// Nodes, in lists of at most 256.
#[pyclass(module = "hedgerow.compat.selectolax")]
pub(crate) struct LexborNodes {
    template: LexborNode,
    ids: std::vec::IntoIter<NodeId>,
}

#[pymethods]
impl LexborNodes {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let ids: Vec<_> = self.ids.by_ref().take(NODES_OF_LIST).collect();
        if ids.is_empty() { Ok(None) } else { self.template.list(py, ids).map(Some) }
    }
}

/// The attributes of a node; an empty value is None. Names ignore case, also in foreign elements.
#[pyclass(frozen, module = "hedgerow.compat.selectolax")]
pub(crate) struct LexborAttributes {
    document: Py<Document>,
    id: NodeId,
}

impl LexborAttributes {
    /// The value of an attribute.
    fn value<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyString>>> {
        let tree = self.document.get().read(py);
        let node = tree.get(self.id).ok_or_else(error::stale)?;
        let similar = || {
            let mut attributes = node.attributes();
            attributes.find(|it| it.name().to_string().eq_ignore_ascii_case(name)).map(|it| it.value())
        };
        Ok(node.attribute(name).or_else(similar).map(|value| PyString::new(py, value)))
    }

    /// The name of an attribute as the element has it.
    fn own_name(&self, py: Python<'_>, name: &str) -> PyResult<Option<String>> {
        let tree = self.document.get().read(py);
        let node = tree.get(self.id).ok_or_else(error::stale)?;
        let names = node.attributes().map(|attribute| attribute.name().to_string());
        Ok(names.filter(|own| own.eq_ignore_ascii_case(name)).min_by_key(|own| own != name))
    }
}

#[pymethods]
impl LexborAttributes {
    #[new]
    #[pyo3(signature = (*_arguments: "Any", **_options: "Any"))]
    fn new(_arguments: &Bound<'_, PyTuple>, _options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Err(PyTypeError::new_err("LexborAttributes cannot be instantiated directly; use LexborNode.attrs"))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(pairs(py, &self.document, self.id)?.len())
    }

    fn __contains__(&self, py: Python<'_>, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        match name.cast::<PyString>().map(|name| name.to_str()) {
            Ok(Ok(name)) => Ok(self.value(py, name)?.is_some()),
            _ => Ok(false),
        }
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyString>>> {
        let value = self.value(py, name)?.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        Ok(Some(value).filter(|value| value.is_truthy().unwrap_or(true)))
    }

    fn __setitem__(&self, py: Python<'_>, name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let Ok(text) = name.cast::<PyString>() else {
            return Err(PyTypeError::new_err(format!("expected str, got {}", name.get_type().name()?)));
        };
        if text.is_empty()? {
            return Err(PyValueError::new_err("Attribute name cannot be empty"));
        }
        let value = match value.cast::<PyString>() {
            Ok(value) => value.to_str()?,
            Err(_) if value.is_none() => "",
            Err(_) => {
                let message = format!("Expected str or unicode, got {}", value.get_type().name()?);
                return Err(PyTypeError::new_err(message));
            }
        };
        let name = self.own_name(py, text.to_str()?)?.unwrap_or(text.to_str()?.to_owned());
        self.document.get().change(py, |tree| tree.set_attribute(self.id, name.as_str(), value))
    }

    fn __delitem__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        let own = self.own_name(py, name)?.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        self.document.get().change(py, |tree| tree.remove_attribute(self.id, own.as_str()).map(drop))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let names: Vec<_> = pairs(py, &self.document, self.id)?.into_iter().map(|(name, _)| name).collect();
        Ok(PyList::new(py, names)?.try_iter()?.into_any())
    }

    /// The names.
    #[pyo3(signature = () -> "Iterator[str]")]
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.__iter__(py)
    }

    /// The names and values.
    #[pyo3(signature = () -> "Iterator[tuple[str, str | None]]")]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyList::new(py, pairs(py, &self.document, self.id)?)?.try_iter()?.into_any())
    }

    /// The values.
    #[pyo3(signature = () -> "Iterator[str | None]")]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let values: Vec<_> =
            pairs(py, &self.document, self.id)?.into_iter().map(|(_, value)| value).collect();
        Ok(PyList::new(py, values)?.try_iter()?.into_any())
    }

    /// The value of an attribute, or the default.
    #[pyo3(signature = (key: "str", default: "Any" = None) -> "Any")]
    fn get<'py>(
        &self,
        py: Python<'py>,
        key: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.value(py, key)? {
            None => Ok(default),
            Some(value) if value.is_empty()? => Ok(None),
            Some(value) => Ok(Some(value.into_any())),
        }
    }

    /// The value of an attribute, "" if it is empty, or the default.
    #[pyo3(signature = (key: "str", *default: "Any") -> "Any")]
    fn sget<'py>(
        &self,
        py: Python<'py>,
        key: &str,
        default: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self.value(py, key)? {
            Some(value) => Ok(value.into_any()),
            None if default.is_empty() => Ok(PyString::new(py, "").into_any()),
            None => default.get_item(0),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut shown = String::from("<LexborAttributes");
        for (name, value) in pairs(py, &self.document, self.id)? {
            match value {
                Some(value) => write!(shown, " {name}='{value}'"),
                None => write!(shown, " {name}"),
            }
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        }
        Ok(shown + ">")
    }
}
